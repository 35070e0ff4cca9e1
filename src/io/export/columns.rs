//! The columns of an export: which there are, which were chosen, and their values.

use jiff::Timestamp;

use super::{ExportError, ExportOptions};
use crate::io::store::Store;
use crate::logic::model::{Row, StoredRecord, Value};

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Url,
    Title,
    Date,
    Author,
    Text,
    Site,
    FetchedAt,
    /// A rule's field.
    Field(String),
}

const FIRST: [(&str, Column); 5] = [
    ("url", Column::Url),
    ("title", Column::Title),
    ("date", Column::Date),
    ("author", Column::Author),
    ("text", Column::Text),
];
const LAST: [(&str, Column); 2] = [("site", Column::Site), ("fetched_at", Column::FetchedAt)];

/// A cell: one value, several, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell<'a> {
    One(std::borrow::Cow<'a, str>),
    Many(&'a [String]),
    /// Rows of a table or small records.
    Rows(&'a [Row]),
    None,
}

impl Column {
    /// Its name in the head of the export.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Field(name) => name,
            known => FIRST
                .iter()
                .chain(&LAST)
                .find(|(_, column)| column == known)
                .map_or("", |(name, _)| name),
        }
    }

    /// Its value in a record.
    pub(super) fn cell<'a>(&self, stored: &'a StoredRecord) -> Cell<'a> {
        let record = &stored.record;
        let text = match self {
            Self::Url => &record.url,
            Self::Title => &record.title,
            Self::Date => &record.date,
            Self::Author => &record.author,
            Self::Text => &record.text,
            Self::Site => &stored.site_name,
            Self::FetchedAt => return Cell::One(whole_second(stored.fetched_at).into()),
            Self::Field(name) => {
                return match record.fields.iter().find(|(n, _)| n == name) {
                    Some((_, Value::One(text))) => Cell::One(text.into()),
                    Some((_, Value::Many(texts))) => Cell::Many(texts),
                    Some((_, Value::Rows(rows))) => Cell::Rows(rows),
                    None => Cell::None,
                };
            }
        };
        Cell::One(text.into())
    }
}

/// The columns asked for, or all.
pub(super) fn chosen(store: &Store, options: &ExportOptions) -> Result<Vec<Column>, ExportError> {
    let fields = store
        .field_columns(options.filter.site)
        .map_err(ExportError::Store)?;
    let is_default = |name: &str| FIRST.iter().chain(&LAST).any(|(n, _)| *n == name);
    let fields = fields
        .into_iter()
        .filter(|name| !is_default(name))
        .map(Column::Field);
    let all: Vec<Column> = (FIRST.into_iter().map(|(_, column)| column))
        .chain(fields)
        .chain(LAST.into_iter().map(|(_, column)| column))
        .collect();
    if options.columns.is_empty() {
        return Ok(all);
    }
    options
        .columns
        .iter()
        .map(|name| {
            all.iter()
                .find(|column| column.name() == name.trim())
                .cloned()
                .ok_or_else(|| ExportError::Column {
                    name: name.clone(),
                    known: all.iter().map(|c| c.name().to_owned()).collect(),
                })
        })
        .collect()
}

/// ISO 8601 in UTC; parts of a second tell a reader nothing.
fn whole_second(at: Timestamp) -> String {
    Timestamp::from_second(at.as_second())
        .unwrap_or(at)
        .to_string()
}
