//! Checks whether a file has exactly the tables, indexes, views and triggers that this version
//! creates.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension};

use super::{Found, Occurrences, Watch};
use crate::store::error::TransactionError;
use crate::store::schema;
use bowerbird_logic::model::StorageFault;

pub(super) fn check(
    connection: &Connection,
    _watch: &Watch,
    found: &mut Found,
) -> Result<(), TransactionError> {
    let expected = objects(&schema::fresh()?)?;
    let here = objects(connection)?;
    let (mut other, mut missing) = (Occurrences::default(), Occurrences::default());
    for (name, sql) in &expected {
        match here.get(name) {
            None if name.starts_with("table ") => other.add(|| format!("- {name}")),
            None => missing.add(|| name.clone()),
            Some(text) if text != sql => other.add(|| format!("≠ {name}")),
            Some(_) => {}
        }
    }
    for name in here.keys().filter(|name| !expected.contains_key(*name)) {
        other.add(|| format!("+ {name}"));
    }
    found.add(StorageFault::Schema, other);
    found.add(StorageFault::Missing, missing);
    Ok(())
}

/// The statements that create the indexes, triggers and views missing in a file.
pub(super) fn missing(connection: &Connection) -> Result<Vec<String>, TransactionError> {
    let fresh = schema::fresh()?;
    let expected = objects(&fresh)?;
    let here = objects(connection)?;
    let mut make = Vec::new();
    for name in expected.keys().filter(|name| !here.contains_key(*name)) {
        let sql: Option<String> = fresh
            .query_row(
                "SELECT sql FROM sqlite_schema WHERE type || ' ' || name = ?1 AND type <> 'table'",
                [name],
                |row| row.get(0),
            )
            .optional()?
            .flatten();
        make.extend(sql);
    }
    Ok(make)
}

/// The objects of a file: kind and name, and statement without white space.
fn objects(connection: &Connection) -> Result<BTreeMap<String, String>, TransactionError> {
    let objects = connection
        .prepare(
            "SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema
             WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'",
        )?
        .query_map([], |row| {
            let sql: String = row.get(1)?;
            Ok((row.get(0)?, sql.split_whitespace().collect()))
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(objects)
}
