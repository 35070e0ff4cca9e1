//! The columns of an export: which exist, which were chosen, and their values.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::numbers::{self, Number};
use super::{ExportError, ExportOptions};
use crate::store::StoreReader;
use bowerbird_logic::model::{DefaultColumn, Row, SiteId, StoredRecord, Value};

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Default(DefaultColumn),
    Site,
    FetchedAt,
    /// A rule's field.
    Field(String),
}

/// A cell: one value, several, or none.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell<'a> {
    One(std::borrow::Cow<'a, str>),
    /// One value of a field that rules call a number.
    Number(Number<'a>),
    Many(&'a [String]),
    /// Rows of a table or small records.
    Rows(&'a [Row]),
    None,
}

impl Column {
    /// Its name in the export's header.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Default(column) => column.token(),
            Self::Site => "site",
            Self::FetchedAt => "fetched_at",
            Self::Field(name) => name,
        }
    }

    /// Its value in a record.
    pub(super) fn cell<'a>(&self, stored: &'a StoredRecord) -> Cell<'a> {
        let record = &stored.record;
        let text = match self {
            Self::Default(column) => record.column(*column),
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

/// A column with its heading in the export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HeadedColumn {
    /// What is in it.
    pub column: Column,
    /// Its heading.
    pub head: String,
    /// Whether rules call its values numbers.
    pub is_number: bool,
}

impl HeadedColumn {
    /// Its value in a record.
    pub(super) fn cell<'a>(&self, stored: &'a StoredRecord) -> Cell<'a> {
        let cell = self.column.cell(stored);
        let number = match &cell {
            Cell::One(std::borrow::Cow::Borrowed(text)) if self.is_number => Number::of(text),
            _ => None,
        };
        number.map_or(cell, Cell::Number)
    }
}

/// The names of all columns of records of `site` (or of all sites), in their order.
///
/// # Errors
/// From the store.
pub fn column_names(store: &StoreReader, site: Option<SiteId>) -> Result<Vec<String>, ExportError> {
    let all = all(store, site)?;
    Ok(all.iter().map(|column| column.name().to_owned()).collect())
}

fn all(store: &StoreReader, site: Option<SiteId>) -> Result<Vec<Column>, ExportError> {
    let fields = store.field_columns(site).map_err(ExportError::Store)?;
    let first = DefaultColumn::ALL.map(Column::Default);
    let last = [Column::Site, Column::FetchedAt];
    let is_fixed = |name: &str| {
        first
            .iter()
            .chain(&last)
            .any(|column| column.name() == name)
    };
    let fields: Vec<Column> = fields
        .into_iter()
        .filter(|name| !is_fixed(name))
        .map(Column::Field)
        .collect();
    Ok(first.into_iter().chain(fields).chain(last).collect())
}

/// The requested columns, or all.
pub(super) fn chosen(
    store: &StoreReader,
    options: &ExportOptions,
) -> Result<Vec<HeadedColumn>, ExportError> {
    let site = options.filter.site;
    let all = all(store, site)?;
    let numbers = numbers::fields(store, site).map_err(ExportError::Store)?;
    if options.columns.is_empty() {
        let all = all.iter().map(|column| headed(column, None, &numbers));
        return Ok(all.collect());
    }
    let mut chosen: Vec<HeadedColumn> = Vec::with_capacity(options.columns.len());
    for asked in &options.columns {
        let column = find(&all, asked, &numbers).ok_or_else(|| ExportError::Column {
            name: asked.clone(),
            known: all.iter().map(|c| c.name().to_owned()).collect(),
        })?;
        if chosen.iter().any(|other| other.head == column.head) {
            return Err(ExportError::Twice { name: column.head });
        }
        chosen.push(column);
    }
    Ok(chosen)
}

/// Parses `NAME` or `NAME=HEAD`; a name may itself contain an equals sign.
fn find(all: &[Column], asked: &str, numbers: &BTreeSet<String>) -> Option<HeadedColumn> {
    let named = |name: &str| all.iter().find(|column| column.name() == name.trim());
    if let Some(column) = named(asked) {
        return Some(headed(column, None, numbers));
    }
    let (name, head) = asked.rsplit_once('=')?;
    Some(headed(named(name)?, Some(head.trim()), numbers))
}

fn headed(column: &Column, head: Option<&str>, numbers: &BTreeSet<String>) -> HeadedColumn {
    let head = head.filter(|head| !head.is_empty());
    HeadedColumn {
        head: head.unwrap_or_else(|| column.name()).to_owned(),
        column: column.clone(),
        is_number: matches!(column, Column::Field(name) if numbers.contains(name)),
    }
}

/// Numbers headings that only differ in letter case, which databases treat as one name.
pub(super) fn distinct_heads(columns: &[HeadedColumn]) -> Vec<String> {
    let mut heads: Vec<String> = Vec::with_capacity(columns.len());
    for column in columns {
        let taken = |head: &str| {
            let head = head.to_lowercase();
            heads.iter().any(|other| other.to_lowercase() == head)
        };
        let mut head = column.head.replace('\0', "");
        let mut number = 2;
        while taken(&head) {
            head = format!("{}_{number}", column.head);
            number += 1;
        }
        heads.push(head);
    }
    heads
}

/// ISO 8601 in UTC, without fractions of a second, which are of no use to readers.
fn whole_second(at: Timestamp) -> String {
    Timestamp::from_second(at.as_second())
        .unwrap_or(at)
        .to_string()
}
