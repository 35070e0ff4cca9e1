//! One page → records: by the site's rule, and by generic extraction if it has none or fails.
//! Input: a page and a rule. Output: records with the provenance of each value. Never fetches and
//! never stores.

pub(super) mod article_pages;
pub mod observed;
mod other_files;
pub(super) mod stored_page;
use std::collections::BTreeMap;

use jiff::Timestamp;
use url::Url;

use bowerbird_logic::dates::is_more_exact;
use bowerbird_logic::generic::{
    Document, ExtractedContent, Metadata, Method, PageType, Paper, Post, TextFormat, document,
    extract, metadata,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{DefaultColumn, FROM_GENERIC, FROM_LIST, Record, Row, Value};
use bowerbird_logic::page::{Page, visible_text, without_fragment};
use bowerbird_logic::rules::Rule;
use bowerbird_logic::text::holds_found_text;

pub(crate) use other_files::no_page;

/// The result for a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extracted {
    /// Records, in page order; empty when required fields are missing and generic extraction finds
    /// nothing.
    pub records: Vec<Record>,
    /// Required fields that the rule missed.
    pub missing: Vec<String>,
    /// Next page of the same content, with its own records.
    pub next: Option<Url>,
    /// Next page of the same article, whose text is appended to the record.
    pub next_part: Option<Url>,
    /// The whole article on one page.
    pub single_page: Option<Url>,
    /// Whether the rule yielded no record and generic extraction replaced it.
    pub stood_in: bool,
    /// Whether the rule exceeds the work limit on this page, so that results are incomplete.
    pub cut: bool,
}

/// Extracts with `rule`, then generically what the rule leaves open (its `[content] generic`):
/// blank title, date, author and text of a page with one record, the blank titles of a page with
/// many. If required fields are missing, generic extraction builds the record, if it finds a text.
pub fn extract_with_rule(
    rule: &Rule,
    page: &Page,
    list_fields: &[(String, Value)],
    now: Timestamp,
) -> Extracted {
    extract_asked(rule, page, page.url(), list_fields, now)
}

/// As [`extract_with_rule`], where `asked` is the requested address, before redirects.
pub fn extract_asked(
    rule: &Rule,
    page: &Page,
    asked: &Url,
    list_fields: &[(String, Value)],
    now: Timestamp,
) -> Extracted {
    let stripped = rule.stripped(page);
    let found = rule.extract_asked(page, stripped.as_ref(), asked, list_fields, now);
    let mut extracted = Extracted {
        records: found.records,
        missing: found.missing,
        next: found.next,
        next_part: found.next_part,
        single_page: found.single_page,
        stood_in: false,
        cut: found.cut,
    };
    let method = rule
        .generic_method()
        .map(|name| Method::from_name(name).unwrap_or(Method::Auto));
    let many = rule.file().record.is_some();
    if let Some(method) = method
        && (!many || !extracted.records.is_empty())
        && (extracted.records.is_empty()
            || rule.checks_content()
            || extracted.records.iter().any(has_gaps))
    {
        let shown = stripped.as_ref().unwrap_or(page);
        let mut content = extract(shown, method);
        if stripped.is_some() {
            // Parts stripped by a rule are not content; title, date and author may well be in them.
            content.metadata = metadata(page);
        }
        content.text = in_format(rule, shown, &content);
        if extracted.records.is_empty() {
            if !content.text.trim().is_empty() {
                let mut record = generic_record(page, &content);
                carry_over(&mut record, list_fields);
                extracted.records.push(record);
                extracted.stood_in = true;
            }
        } else if many {
            fill_titles(&mut extracted.records, &content);
        } else if let Some(record) = extracted.records.first_mut() {
            let is_whole = !rule.checks_content()
                || !found.content_found
                || holds_found_text(&record.text, &content.text);
            if !is_whole {
                record.text.clear();
                record.provenance.remove(DefaultColumn::Text.token());
            }
            fill(record, &content, !found.content_found || !is_whole);
        }
    }
    if let [record] = extracted.records.as_mut_slice()
        && method.is_some()
        && !many
    {
        take_time(record, page);
    }
    extracted.records.retain(|record| !is_blank(record));
    if !many && visible_text(page).trim().is_empty() {
        // A name in the head of a page that shows nothing is no article.
        extracted.records.retain(has_own_value);
    }
    extracted
}

/// Marks values as coming from the list; `sources` are the list alternatives.
pub fn note_list_sources(records: &mut [Record], sources: &BTreeMap<String, u32>) {
    for (name, alternative) in sources {
        for record in records.iter_mut() {
            if let Some(source) = record.provenance.get_mut(name)
                && *source == FROM_LIST
            {
                *source = FROM_LIST.saturating_add(*alternative);
            }
        }
    }
}

/// The text of `content`, found on `page`, in the format of `rule`.
pub(super) fn in_format(rule: &Rule, page: &Page, content: &ExtractedContent) -> String {
    match rule.content_format() {
        TextFormat::Text => content.text.clone(),
        _ if content.text.trim().is_empty() => String::new(),
        format => document(page, content).write(format),
    }
}

/// The result of extraction without a rule.
pub struct Generic {
    /// One record, or one per post of a thread; the first has the page's other metadata as fields.
    pub records: Vec<Record>,
    /// A message for the user if the page has no text.
    pub told: Option<Message>,
    /// The formatted text.
    pub document: Document,
    /// The page's metadata.
    pub metadata: Metadata,
    /// The paper that the page describes.
    pub paper: Option<Box<Paper>>,
}

/// The generic result for `content`, found on `page`.
pub(super) fn generic_of(page: &Page, content: ExtractedContent) -> Generic {
    let document = document(page, &content);
    let metadata = content.metadata.clone();
    let paper = content.paper.clone();
    let (mut records, told) = generic_records(page, content);
    if let Some(first) = records.first_mut() {
        first.fields.extend(more_fields(&metadata));
    }
    Generic {
        records,
        told,
        document,
        metadata,
        paper,
    }
}

/// Metadata of a page besides the default columns.
fn more_fields(metadata: &Metadata) -> Vec<(String, Value)> {
    let fields = Metadata::MORE.into_iter().filter_map(|name| {
        let mut values = metadata.values(name);
        let value = match values.len() {
            0 => return None,
            1 if name != "tags" => Value::One(values.remove(0)),
            _ => Value::Many(values),
        };
        Some((name.to_owned(), value))
    });
    fields.collect()
}

/// One record, or one per post of a thread; and a message for the user if the page has no text.
fn generic_records(page: &Page, content: ExtractedContent) -> (Vec<Record>, Option<Message>) {
    let whole = generic_record(page, &content);
    let is_list = content
        .kind
        .as_ref()
        .is_some_and(|seen| seen.kind == PageType::List);
    let told = (is_list && content.text.is_empty()).then(|| Message::new("generic-not-an-article"));
    if content.posts.is_empty() {
        return (vec![whole], told);
    }
    let records = content.posts.into_iter();
    (
        records.map(|post| post_record(&whole, post)).collect(),
        None,
    )
}

/// The record of one post; `whole` is the record of its thread.
fn post_record(whole: &Record, post: Post) -> Record {
    let mut record = whole.clone();
    record.text = post.text;
    record.author = post.author;
    record.date = post.date;
    let quotes: Vec<Row> = post
        .quotes
        .into_iter()
        .map(|quote| {
            vec![
                ("user".to_owned(), quote.author),
                ("text".to_owned(), quote.text),
            ]
        })
        .collect();
    let floor = post.floor.map(|floor| Value::One(floor.to_string()));
    let link = (!post.link.is_empty()).then_some(Value::One(post.link));
    let quotes = (!quotes.is_empty()).then_some(Value::Rows(quotes));
    for (name, value) in [("floor", floor), ("link", link), ("quotes", quotes)] {
        if let Some(value) = value {
            record.fields.push((name.to_owned(), value));
            record.provenance.insert(name.to_owned(), FROM_GENERIC);
        }
    }
    for column in [DefaultColumn::Author, DefaultColumn::Date] {
        if record.column(column).is_empty() {
            record.provenance.remove(column.token());
        } else {
            let name = column.token().to_owned();
            record.provenance.insert(name, FROM_GENERIC);
        }
    }
    record
}

/// The record for `content`, found without a rule.
pub(super) fn generic_record(page: &Page, content: &ExtractedContent) -> Record {
    let mut record = Record {
        url: without_fragment(page.url()).into(),
        ..Record::default()
    };
    if let Some(paper) = &content.paper {
        fill_paper(&mut record, paper);
    }
    fill(&mut record, content, true);
    record
}

/// Fields of a paper's page besides the default columns; it also has better values for title,
/// authors and date.
fn fill_paper(record: &mut Record, paper: &Paper) {
    let one = |text: &str| Value::One(text.to_owned());
    let many = |texts: &[String]| Value::Many(texts.to_vec());
    let fields = [
        ("abstract", one(&paper.summary)),
        ("authors", many(&paper.authors)),
        ("keywords", many(&paper.keywords)),
        ("doi", one(&paper.doi)),
        ("journal", one(&paper.journal)),
        ("volume", one(&paper.volume)),
        ("issue", one(&paper.issue)),
        ("pages", one(&paper.pages)),
        ("pdf", one(&paper.pdf)),
        ("references", many(&paper.references)),
    ];
    record.title.clone_from(&paper.title);
    record.author = paper.authors.join(", ");
    record.date.clone_from(&paper.date);
    for column in [
        DefaultColumn::Title,
        DefaultColumn::Author,
        DefaultColumn::Date,
    ] {
        if !record.column(column).is_empty() {
            let name = column.token().to_owned();
            record.provenance.insert(name, FROM_GENERIC);
        }
    }
    for (name, value) in fields.into_iter().filter(|(_, value)| !value.is_blank()) {
        record.provenance.insert(name.to_owned(), FROM_GENERIC);
        record.fields.push((name.to_owned(), value));
    }
}

/// Whether generic extraction can fill a field.
fn has_gaps(record: &Record) -> bool {
    [&record.title, &record.date, &record.author, &record.text]
        .into_iter()
        .any(|value| value.trim().is_empty())
}

fn is_blank(record: &Record) -> bool {
    record.title.trim().is_empty()
        && record.text.trim().is_empty()
        && record.fields.iter().all(|(_, value)| value.is_blank())
}

/// Whether the rule itself found something on the page.
fn has_own_value(record: &Record) -> bool {
    let mut sources = record.provenance.values();
    !record.text.trim().is_empty() || sources.any(|source| *source < FROM_GENERIC)
}

/// Fills the blank default columns from generic extraction.
fn fill(record: &mut Record, content: &ExtractedContent, text_too: bool) {
    let columns = DefaultColumn::EXTRACTED.into_iter();
    for column in columns.filter(|column| text_too || *column != DefaultColumn::Text) {
        let value = content.column(column);
        if record.column(column).trim().is_empty() && !value.trim().is_empty() {
            value.clone_into(record.column_mut(column));
            let name = column.token().to_owned();
            record.provenance.insert(name, FROM_GENERIC);
        }
    }
}

/// Takes the date of the page for one that the list gives only the day of, if it is of that day.
fn take_time(record: &mut Record, page: &Page) {
    let name = DefaultColumn::Date.token();
    let source = record.provenance.get(name).copied().unwrap_or_default();
    let is_listed = source >= FROM_LIST && source != FROM_GENERIC;
    // A day alone: without a time there is something to gain.
    if !is_listed || record.date.contains('T') {
        return;
    }
    let date = metadata(page).date;
    if is_more_exact(&date, &record.date) {
        record.date = date;
        record.provenance.insert(name.to_owned(), FROM_GENERIC);
    }
}

/// Posts of a thread share the page's title.
fn fill_titles(records: &mut [Record], content: &ExtractedContent) {
    let title = &content.metadata.title;
    if title.trim().is_empty() {
        return;
    }
    for record in records.iter_mut().filter(|r| r.title.trim().is_empty()) {
        record.title.clone_from(title);
        let name = DefaultColumn::Title.token().to_owned();
        record.provenance.insert(name, FROM_GENERIC);
    }
}

/// Values from the list override generic guesses, except for the text, for which the list has a
/// teaser at best, and for a date that the page gives with its time.
fn carry_over(record: &mut Record, list_fields: &[(String, Value)]) {
    for (name, value) in list_fields.iter().filter(|(_, value)| !value.is_blank()) {
        match DefaultColumn::from_token(name) {
            Some(DefaultColumn::Text) if !record.text.trim().is_empty() => continue,
            Some(DefaultColumn::Date) if is_more_exact(&record.date, &value.joined()) => continue,
            Some(column) if column != DefaultColumn::Url => {
                *record.column_mut(column) = value.joined();
            }
            _ => {
                record.fields.retain(|(known, _)| known != name);
                record.fields.push((name.clone(), value.clone()));
            }
        }
        record.provenance.insert(name.clone(), FROM_LIST);
    }
}
