//! The results of a rule alone on a page, as stored in samples.

use jiff::Timestamp;

use super::extract_with_rule;
use bowerbird_logic::authoring::samples::{Observed, SampleRow, item_row, record_row};
use bowerbird_logic::model::{DefaultColumn, FROM_GENERIC, Record};
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::Rule;

/// The results of `rule` on a page, read both as a list and as content. A value that generic
/// extraction found for a field of the rule counts as none.
pub fn observe(rule: &Rule, page: &Page, now: Timestamp) -> Observed {
    let list = rule.list_page(page, now);
    let content = extract_with_rule(rule, page, &[], now);
    let next = list.next.or(content.next).or(content.next_part);
    let next = next.map(String::from);
    Observed {
        records: content.records.iter().map(|r| row(rule, r)).collect(),
        items: list
            .items
            .iter()
            .map(|item| item_row(item.url.as_str(), &item.fields))
            .collect(),
        next,
    }
}

/// A record without the values that generic extraction found instead of the rule.
fn row(rule: &Rule, record: &Record) -> SampleRow {
    let file = rule.file();
    let is_ruled = |name: &str| {
        file.fields.iter().any(|field| field.name == name)
            || (name == DefaultColumn::Text.token() && !file.content.select.is_empty())
    };
    let keep = |name: &str| !is_ruled(name) || record.provenance.get(name) != Some(&FROM_GENERIC);
    let mut row = record_row(record, &keep);
    // Fields without a value are included: a sample then shows when they gain one.
    for field in &file.fields {
        if !row.contains_key(&field.name) {
            row.insert(field.name.clone(), serde_json::Value::Null);
        }
    }
    row
}
