//! Checks numbers that must only grow against the highest known ones.

use rusqlite::{Connection, OptionalExtension, params};

use super::{Found, Occurrences};
use crate::store::error::TransactionError;
use bowerbird_logic::model::StorageFault;

/// The highest numbers in the archives: of a record, of a batch, of a site.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Highest {
    pub(super) record: i64,
    pub(super) change: i64,
    pub(super) site: i64,
}

/// A stored number that is too low: which, its value, and its minimum.
pub(super) struct Low {
    /// Whether SQLite stores it for a table, rather than this program.
    pub(super) by_sqlite: bool,
    pub(super) name: String,
    pub(super) is: i64,
    pub(super) least: i64,
}

pub(super) fn check(
    connection: &Connection,
    highest: Highest,
    found: &mut Found,
) -> Result<(), TransactionError> {
    let mut seen = Occurrences::default();
    for low in too_low(connection, highest)? {
        seen.add(|| format!("{}: {} < {}", low.name, low.is, low.least));
    }
    found.add(StorageFault::Counters, seen);
    Ok(())
}

/// The numbers that would be reused.
pub(super) fn too_low(
    connection: &Connection,
    highest: Highest,
) -> Result<Vec<Low>, TransactionError> {
    let mut low = Vec::new();
    let one = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    // The project's own records need no counter: a new number is always above theirs.
    let present = one("SELECT coalesce(max(id), 0) FROM record")?;
    let known = one(
        "SELECT max((SELECT coalesce(max(record), 0) FROM rewritten),
                    (SELECT coalesce(max(record), 0) FROM export_mark))",
    )?
    .max(highest.record);
    let changed = one("SELECT max((SELECT coalesce(max(change), 0) FROM record),
                    (SELECT coalesce(max(last_change), 0) FROM archive),
                    (SELECT coalesce(max(change), 0) FROM export_mark))")?
    .max(highest.change);
    for (name, least, covered) in [("record", known, present), ("change", changed, 0)] {
        let is: Option<i64> = connection
            .query_row("SELECT last FROM counter WHERE name = ?1", [name], |row| {
                row.get(0)
            })
            .optional()?;
        if is.is_none_or(|is| is.max(covered) < least) {
            low.push(Low {
                by_sqlite: false,
                name: name.to_owned(),
                is: is.unwrap_or(-1),
                least,
            });
        }
    }
    let tables: Vec<String> = connection
        .prepare(
            "SELECT name FROM sqlite_schema
             WHERE type = 'table' AND sql LIKE '%PRIMARY KEY AUTOINCREMENT%'",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for table in tables {
        let name = table.replace('"', "\"\"");
        let mut least = one(&format!("SELECT coalesce(max(id), 0) FROM \"{name}\""))?;
        match table.as_str() {
            "site" => least = least.max(highest.site),
            "run" => least = least.max(one("SELECT coalesce(max(run), 0) FROM record")?),
            _ => {}
        }
        let is: Option<i64> = connection
            .query_row(
                "SELECT max(seq) FROM sqlite_sequence WHERE name = ?1",
                params![table],
                |row| row.get(0),
            )
            .optional()?
            .flatten();
        let is = is.unwrap_or(0);
        if is < least {
            low.push(Low {
                by_sqlite: true,
                name: table,
                is,
                least,
            });
        }
    }
    Ok(low)
}
