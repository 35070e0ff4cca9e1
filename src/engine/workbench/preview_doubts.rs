//! What a proposed rule finds on the page of a look that is unlikely to be right.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::PageRole;
use super::reading::read_with;
use bowerbird_logic::authoring::doubtful_values::{ValuesOf, doubtful_values};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{DefaultColumn, Value};
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::parse;

/// The doubts about what a rule finds, in words.
pub(super) fn doubts_of(rule_toml: &str, page: &Page, now: Timestamp) -> Vec<Message> {
    let Ok(rule) = parse(rule_toml) else {
        return Vec::new();
    };
    let (role, of) = match &rule.file().record {
        _ if rule.has_list() => (PageRole::List, ValuesOf::Entries),
        // Records of one page, such as the posts of a thread, may share values.
        Some(_) => return Vec::new(),
        None => (PageRole::Article, ValuesOf::Pages),
    };
    let read = read_with(&rule, role, page, now);
    let columns = read.columns.iter().enumerate().map(|(place, name)| {
        let cells = read.rows.iter().filter_map(|row| row.cells.get(place));
        let values = cells.filter_map(|cell| cell.value.as_ref().map(Value::joined));
        (name.as_str(), values.collect())
    });
    let columns: Vec<(&str, Vec<String>)> = columns.collect();
    let here = now.to_zoned(TimeZone::system());
    let doubts = doubtful_values(&columns, of, &rule.file().site.name, &here);
    let doubts = doubts.into_iter().map(|(field, why)| {
        Message::new("look-doubtful")
            .with("field", column_name(&field))
            .with("why", why)
    });
    doubts.collect()
}

/// The word for a default column; the name of any other.
fn column_name(field: &str) -> Message {
    match DefaultColumn::from_token(field) {
        Some(column) => Message::new(format!("app-column-{}", column.token())),
        None => Message::new("look-field").with("name", field),
    }
}
