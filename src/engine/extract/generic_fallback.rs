//! Generic extraction for what a rule leaves open: which fields it fills, and records without a rule.

use bowerbird_logic::dates::is_more_exact;
use bowerbird_logic::generic::{
    Document, ExtractedContent, Metadata, PageType, Paper, Post, document, metadata,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{DefaultColumn, FROM_GENERIC, FROM_LIST, Record, Row, Value};
use bowerbird_logic::page::{Page, without_fragment};

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
pub(crate) fn generic_of(page: &Page, content: ExtractedContent) -> Generic {
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
pub(super) fn more_fields(metadata: &Metadata) -> Vec<(String, Value)> {
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
pub(super) fn generic_records(
    page: &Page,
    content: ExtractedContent,
) -> (Vec<Record>, Option<Message>) {
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
pub(super) fn post_record(whole: &Record, post: Post) -> Record {
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
pub(crate) fn generic_record(page: &Page, content: &ExtractedContent) -> Record {
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
pub(super) fn fill_paper(record: &mut Record, paper: &Paper) {
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
pub(super) fn has_gaps(record: &Record) -> bool {
    [&record.title, &record.date, &record.author, &record.text]
        .into_iter()
        .any(|value| value.trim().is_empty())
}

pub(super) fn is_blank(record: &Record) -> bool {
    record.title.trim().is_empty()
        && record.text.trim().is_empty()
        && record.fields.iter().all(|(_, value)| value.is_blank())
}

/// Whether the rule itself found something on the page.
pub(super) fn has_own_value(record: &Record) -> bool {
    let mut sources = record.provenance.values();
    !record.text.trim().is_empty() || sources.any(|source| *source < FROM_GENERIC)
}

/// Fills the blank default columns from generic extraction.
pub(super) fn fill(record: &mut Record, content: &ExtractedContent, text_too: bool) {
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
pub(super) fn take_time(record: &mut Record, page: &Page) {
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
pub(super) fn fill_titles(records: &mut [Record], content: &ExtractedContent) {
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
pub(super) fn carry_over(record: &mut Record, list_fields: &[(String, Value)]) {
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
