//! What a query may go on with while it is typed: the fields that records have, with how often they
//! occur, and the commonest values of a field. Read from the newest records, so that it comes at once
//! however many there are.

use std::collections::HashMap;

use rusqlite::{Connection, params};

use crate::store::error::TransactionError;
use crate::store::records::fields_of;
use crate::store::{Result, StoreReader};
use bowerbird_logic::model::Value;
use bowerbird_logic::text::filled_expression;

/// The result of a query.
type Queried<T> = std::result::Result<T, TransactionError>;

/// Fields that are suggested at most.
const MAX_FIELDS: i64 = 200;
/// Records with a field are counted up to so many.
const MAX_COUNTED: i64 = 5_000;
/// The newest records whose values are looked at.
const MAX_LOOKED_AT: i64 = 2_000;
/// Values that are suggested.
const MAX_VALUES: usize = 12;
/// Longer values are texts that nobody types.
const MAX_CHARS: usize = 60;

/// A name or value to go on with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suggested {
    /// The name or value.
    pub text: String,
    /// How many records have it.
    pub count: u64,
    /// Whether there are more than were counted.
    pub is_more: bool,
}

/// What is suggested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuggestionsOf {
    /// Fields of the rules.
    Fields,
    /// Values of a field that have this text in them.
    Values {
        /// The field, by its name in a query.
        field: String,
        /// The text.
        text: String,
    },
}

impl StoreReader {
    /// The fields of the rules that records have, by name.
    ///
    /// # Errors
    /// From SQLite.
    pub fn query_fields(&self) -> Result<Vec<String>> {
        self.read(field_names)
    }

    /// Names or values to go on with, the commonest first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn suggestions(&self, of: &SuggestionsOf) -> Result<Vec<Suggested>> {
        self.read(|connection| match of {
            SuggestionsOf::Fields => fields(connection),
            SuggestionsOf::Values { field, text } => values(connection, field, text),
        })
    }
}

pub(super) fn field_names(connection: &Connection) -> Queried<Vec<String>> {
    let names = connection
        .prepare_cached("SELECT DISTINCT name FROM site_field ORDER BY name COLLATE NOCASE")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(names)
}

fn fields(connection: &Connection) -> Queried<Vec<Suggested>> {
    let names: Vec<String> = connection
        .prepare_cached("SELECT DISTINCT name FROM site_field LIMIT ?1")?
        .query_map([MAX_FIELDS], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut count = connection.prepare_cached(
        "SELECT count(*) FROM (SELECT 1 FROM record_search WHERE record_search MATCH ?1 LIMIT ?2)",
    )?;
    let mut found = Vec::with_capacity(names.len());
    for text in names {
        let records: i64 = count
            .query_row(params![filled_expression(&text), MAX_COUNTED + 1], |row| {
                row.get(0)
            })?;
        if records > 0 {
            found.push(Suggested {
                text,
                count: records.min(MAX_COUNTED).unsigned_abs(),
                is_more: records > MAX_COUNTED,
            });
        }
    }
    sort(&mut found);
    Ok(found)
}

fn values(connection: &Connection, field: &str, text: &str) -> Queried<Vec<Suggested>> {
    let mut counts: HashMap<String, u64> = HashMap::new();
    let known = match field.to_lowercase().as_str() {
        "author" => Some(
            "SELECT author FROM (SELECT author FROM record ORDER BY id DESC LIMIT ?1)
             WHERE author <> ''",
        ),
        "site" => Some("SELECT name FROM site ORDER BY id LIMIT 10 * ?1"),
        "tag" => Some("SELECT tag FROM record_tag LIMIT 10 * ?1"),
        "lang" => Some(
            "SELECT language FROM (SELECT language FROM record_digest ORDER BY id DESC LIMIT ?1)
             WHERE language <> ''",
        ),
        "title" | "text" | "url" | "date" | "fetched" | "after" | "before" => {
            return Ok(Vec::new());
        }
        _ => None,
    };
    let mut add = |value: &str| {
        if !value.trim().is_empty() && value.chars().count() <= MAX_CHARS {
            *counts.entry(value.trim().to_owned()).or_default() += 1;
        }
    };
    if let Some(sql) = known {
        let mut read = connection.prepare_cached(sql)?;
        let mut rows = read.query([MAX_LOOKED_AT])?;
        while let Some(row) = rows.next()? {
            add(&row.get::<_, String>(0)?);
        }
    } else {
        let mut read = connection.prepare_cached(
            "SELECT r.fields FROM record_search CROSS JOIN record r ON r.id = record_search.rowid
             WHERE record_search MATCH ?1 ORDER BY record_search.rowid DESC LIMIT ?2",
        )?;
        let mut rows = read.query(params![filled_expression(field), MAX_LOOKED_AT])?;
        let wanted = field.to_lowercase();
        while let Some(row) = rows.next()? {
            for (name, value) in fields_of(row, 0)? {
                match value {
                    _ if name.to_lowercase() != wanted => {}
                    Value::One(text) => add(&text),
                    Value::Many(texts) => texts.iter().for_each(|text| add(text)),
                    Value::Rows(_) => {}
                }
            }
        }
    }
    let text = text.to_lowercase();
    let mut found: Vec<Suggested> = counts
        .into_iter()
        .filter(|(value, _)| value.to_lowercase().contains(&text))
        .map(|(text, count)| Suggested {
            text,
            count,
            is_more: false,
        })
        .collect();
    sort(&mut found);
    found.truncate(MAX_VALUES);
    Ok(found)
}

fn sort(found: &mut [Suggested]) {
    found.sort_by(|a, b| {
        (b.is_more, b.count)
            .cmp(&(a.is_more, a.count))
            .then_with(|| a.text.cmp(&b.text))
    });
}
