//! Whether a file has the tables, indexes, views and triggers that this version makes, and no others.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::{Found, Seen, Watch};
use crate::io::store::error::Fault;
use crate::io::store::schema;
use crate::logic::model::StorageFault;

pub(super) fn look(
    connection: &Connection,
    _watch: &Watch,
    found: &mut Found,
) -> Result<(), Fault> {
    let fresh = schema::fresh()?;
    let expected = objects(&fresh)?;
    let here = objects(connection)?;
    let mut seen = Seen::default();
    for (name, sql) in &expected {
        match here.get(name) {
            None => seen.add(|| format!("- {name}")),
            Some(other) if other != sql => seen.add(|| format!("≠ {name}")),
            Some(_) => {}
        }
    }
    for name in here.keys().filter(|name| !expected.contains_key(*name)) {
        seen.add(|| format!("+ {name}"));
    }
    found.add(StorageFault::Schema, seen);
    Ok(())
}

/// What a file is made of: name, and text without its white space.
fn objects(connection: &Connection) -> Result<BTreeMap<String, String>, Fault> {
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
