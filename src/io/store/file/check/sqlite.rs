//! SQLite's own check of a file: pages, tables, indexes, and the inside of the search index.

use rusqlite::Connection;

use super::{Found, Occurrences, Watch};
use crate::store::error::TransactionError;
use bowerbird_logic::model::StorageFault;

/// Maximum lines of SQLite's check that are read.
const MAX_LINES: u32 = 100;

pub(super) fn check(
    connection: &Connection,
    _watch: &Watch,
    found: &mut Found,
) -> Result<(), TransactionError> {
    let (mut damaged, mut indexes, mut search) = (
        Occurrences::default(),
        Occurrences::default(),
        Occurrences::default(),
    );
    let mut check = connection.prepare(&format!("PRAGMA integrity_check({MAX_LINES})"))?;
    let mut rows = check.query([])?;
    while let Some(row) = rows.next()? {
        let line: String = row.get(0)?;
        let seen = match line.as_str() {
            "ok" => continue,
            line if line.contains("record_search") => &mut search,
            line if is_about_indexes(line) => &mut indexes,
            _ => &mut damaged,
        };
        seen.add(|| line);
    }
    found.add(StorageFault::Damaged, damaged);
    found.add(StorageFault::Indexes, indexes);
    found.add(StorageFault::SearchDamaged, search);
    Ok(())
}

/// Whether rebuilding the indexes repairs what the line reports.
fn is_about_indexes(line: &str) -> bool {
    line.contains("missing from index") || line.starts_with("wrong # of entries in index")
}
