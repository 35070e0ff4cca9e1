//! Numbers that only grow: ids of records, and the count of batches that changed records. Both are
//! assigned in the writer's transaction.

use rusqlite::{Transaction, params};

use crate::store::error::TransactionError;

/// Begins a batch that changes records: rows written from here on carry a higher number than all
/// before. One update per batch.
pub(crate) fn begin_change(tx: &Transaction<'_>) -> Result<(), TransactionError> {
    tx.prepare_cached("UPDATE counter SET last = last + 1 WHERE name = 'change'")?
        .execute([])?;
    Ok(())
}

/// The number of a new record: higher than that of any existing or former record.
pub(crate) fn next_record(tx: &Transaction<'_>) -> Result<i64, TransactionError> {
    let id = tx
        .prepare_cached(
            "SELECT max(last, (SELECT coalesce(max(id), 0) FROM record)) + 1
             FROM counter WHERE name = 'record'",
        )?
        .query_row([], |row| row.get(0))?;
    Ok(id)
}

/// Reserves numbers up to these: another file uses them.
pub(crate) fn raise(
    tx: &Transaction<'_>,
    record: i64,
    change: i64,
) -> Result<(), TransactionError> {
    for (name, last) in [("record", record), ("change", change)] {
        tx.execute(
            "UPDATE counter SET last = ?2 WHERE name = ?1 AND last < ?2",
            params![name, last],
        )?;
    }
    Ok(())
}
