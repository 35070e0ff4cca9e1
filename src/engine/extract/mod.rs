//! One page → records: by the site's rule, and by generic extraction if it has none or fails.
//! Input: a page and a rule. Output: records with the provenance of each value. Never fetches and
//! never stores.

pub(super) mod article_pages;
mod generic_fallback;
mod other_files;
pub mod sample_results;
pub(super) mod stored_page;

use std::collections::BTreeMap;

use jiff::Timestamp;
use url::Url;

pub use generic_fallback::Generic;
pub(super) use generic_fallback::{generic_of, generic_record};
pub(crate) use other_files::no_page;

use bowerbird_logic::generic::{ExtractedContent, Method, TextFormat, document, extract, metadata};
use bowerbird_logic::model::{DefaultColumn, FROM_LIST, Record, Value};
use bowerbird_logic::page::{Page, visible_text};
use bowerbird_logic::rules::Rule;
use bowerbird_logic::text::holds_found_text;
use generic_fallback::{
    carry_over, fill, fill_titles, has_gaps, has_own_value, is_blank, take_time,
};

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
    let mut is_carried = false;
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
        is_carried = content.carried.is_some();
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
    if !many && !is_carried && visible_text(page).trim().is_empty() {
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
        format => match &content.carried {
            Some(html) => document(&Page::parse(html, page.url()), content).write(format),
            None => document(page, content).write(format),
        },
    }
}
