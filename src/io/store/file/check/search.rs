//! Checks the search index against the records, both ways. SQLite's own check covers its internals.

use rusqlite::Connection;

use super::{Found, Occurrences, Watch};
use crate::store::error::TransactionError;
use bowerbird_logic::model::StorageFault;

/// Records missing in the index; those still waiting to be indexed do not count.
pub(super) const MISSING: &str = "SELECT r.id FROM record r
    WHERE NOT EXISTS (SELECT 1 FROM record_search_docsize d WHERE d.id = r.id)
      AND NOT EXISTS (SELECT 1 FROM record_digest g WHERE g.id = r.id AND g.unindexed = 1)";
/// Entries without a record.
pub(super) const STALE: &str = "SELECT d.id FROM record_search_docsize d
    WHERE NOT EXISTS (SELECT 1 FROM record r WHERE r.id = d.id)";

pub(super) fn check(
    connection: &Connection,
    _watch: &Watch,
    found: &mut Found,
) -> Result<(), TransactionError> {
    for (fault, sql) in [
        (StorageFault::SearchMissing, MISSING),
        (StorageFault::SearchStale, STALE),
    ] {
        let mut seen = Occurrences::default();
        let mut differing = connection.prepare(sql)?;
        let mut rows = differing.query([])?;
        while let Some(row) = rows.next()? {
            let id: i64 = row.get(0)?;
            seen.add(|| format!("#{id}"));
        }
        found.add(fault, seen);
    }
    Ok(())
}
