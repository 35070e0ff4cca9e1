//! Checks whether the schema of a file is the one that this program creates. Project files are
//! shared, and SQLite executes a schema: a trigger on each written record, an endless view in place
//! of a table. A file with anything else in its schema is therefore rejected.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use rusqlite::Connection;

use crate::store::StoreError;
use crate::store::error::TransactionError;
use crate::store::schema::{STEPS, schema_of_steps};

/// The content of a schema: the kind and name of each object, with its table and its statement.
type Schema = BTreeMap<(String, String), (String, String)>;

/// An object of a schema that differs from what this program creates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// `table`, `index`, `trigger` or `view`.
    pub(super) kind: String,
    /// Its name.
    pub(super) name: String,
    /// Whether the file has one; otherwise it is missing.
    pub(super) is_there: bool,
}

/// The differences between a file's schema and the one of its version: additional, missing or
/// changed objects.
pub(super) fn differences(
    connection: &Connection,
    version: i64,
) -> Result<Vec<Difference>, TransactionError> {
    let found = read(connection)?;
    let expected = expected(version)?;
    let names = found.keys().chain(expected.keys());
    let mut differences: Vec<Difference> = names
        .filter(|key| found.get(*key) != expected.get(*key))
        .map(|(kind, name)| Difference {
            kind: kind.clone(),
            name: name.clone(),
            is_there: found.contains_key(&(kind.clone(), name.clone())),
        })
        .collect();
    differences.sort_unstable_by(|a, b| (&a.kind, &a.name).cmp(&(&b.kind, &b.name)));
    differences.dedup();
    Ok(differences)
}

/// Rejects a file with a foreign schema. A missing index, trigger or view is harmless: the project
/// check finds and recreates it.
pub(crate) fn check(
    connection: &Connection,
    path: &Path,
    version: i64,
) -> Result<(), TransactionError> {
    let mut found = differences(connection, version)?;
    found.retain(|found| found.is_there || found.kind == "table");
    // Ignores indexes that SQLite creates for a table; they follow from the table.
    let named = found
        .iter()
        .find(|found| !found.name.starts_with("sqlite_"));
    match named.or(found.first()) {
        None => Ok(()),
        Some(Difference { kind, name, .. }) => {
            Err(TransactionError::Known(StoreError::ForeignSchema {
                path: path.to_owned(),
                what: format!("{kind} {name}"),
            }))
        }
    }
}

/// The schema of a version, built once per process in a few milliseconds.
fn expected(version: i64) -> Result<&'static Schema, TransactionError> {
    static KNOWN: [OnceLock<Schema>; STEPS.len() + 1] =
        [const { OnceLock::new() }; STEPS.len() + 1];
    let steps = usize::try_from(version).unwrap_or(usize::MAX);
    let Some(known) = KNOWN.get(steps) else {
        return Err(TransactionError::Sql(rusqlite::Error::InvalidQuery));
    };
    if let Some(schema) = known.get() {
        return Ok(schema);
    }
    let made = read(&schema_of_steps(steps)?)?;
    Ok(known.get_or_init(|| made))
}

fn read(connection: &Connection) -> Result<Schema, TransactionError> {
    let mut statement =
        connection.prepare("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema")?;
    let mut rows = statement.query([])?;
    let mut schema = Schema::new();
    while let Some(row) = rows.next()? {
        let (kind, name): (String, String) = (row.get(0)?, row.get(1)?);
        let (table, sql): (String, String) = (row.get(2)?, row.get(3)?);
        if !is_of_sqlite(&kind, &name, &sql) {
            schema.insert((kind, name), (table, plain(&sql)));
        }
    }
    Ok(schema)
}

/// Tables that SQLite creates itself: planner statistics, which a database browser may also have
/// created.
fn is_of_sqlite(kind: &str, name: &str, sql: &str) -> bool {
    let known = ["sqlite_stat1", "sqlite_stat4", "sqlite_sequence"];
    kind == "table" && known.contains(&name) && plain(sql).starts_with("CREATE TABLE sqlite_")
}

/// A statement without differences between SQLite versions: white space, and quotes of names.
fn plain(sql: &str) -> String {
    let mut plain = String::with_capacity(sql.len());
    for word in sql.split_ascii_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.extend(word.chars().filter(|c| *c != '"'));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_is_as_its_steps_make_it_and_nothing_else_is() -> Result<(), TransactionError> {
        let last = i64::try_from(STEPS.len()).expect("few steps");
        for version in 1..=last {
            let made = schema_of_steps(usize::try_from(version).expect("small"))?;
            assert_eq!(differences(&made, version)?, [], "version {version}");
            made.execute_batch("CREATE VIEW more AS SELECT 1; CREATE INDEX i ON site (id);")?;
            let found = differences(&made, version)?;
            let names: Vec<&str> = found.iter().map(|found| found.name.as_str()).collect();
            assert_eq!(names, ["i", "more"], "version {version}");
        }
        Ok(())
    }

    #[test]
    fn a_table_that_is_gone_or_is_another_one_is_found() -> Result<(), TransactionError> {
        let last = i64::try_from(STEPS.len()).expect("few steps");
        let made = schema_of_steps(STEPS.len())?;
        made.execute_batch("DROP TABLE wish; CREATE VIEW wish AS SELECT 1 AS id; ANALYZE;")?;
        let found = differences(&made, last)?;
        let kinds: Vec<&str> = found.iter().map(|found| found.kind.as_str()).collect();
        assert_eq!(kinds, ["table", "view"]);
        Ok(())
    }
}
