//! Takes out of a file what deleted rows left in it: the segments of the search index, free pages, the
//! write-ahead log. Input: a connection that writes. Output: a file of the rows that it has, and nothing
//! else. Needs free space of twice the file's size for a time.

use rusqlite::Connection;

use crate::store::error::TransactionError;

/// The full-text indexes. Deleted rows stay in their segments until these are merged.
const INDEXES: [&str; 3] = ["record_search", "record_search_old", "change_search"];

/// Has SQLite overwrite what it deletes from now on.
pub(super) fn overwrite_deleted(connection: &Connection) -> Result<(), TransactionError> {
    connection.pragma_update(None, "secure_delete", true)?;
    Ok(())
}

/// Rewrites the file.
pub(super) fn clean(connection: &Connection) -> Result<(), TransactionError> {
    overwrite_deleted(connection)?;
    for index in INDEXES {
        connection.execute(
            &format!("INSERT INTO {index} ({index}) VALUES ('optimize')"),
            [],
        )?;
    }
    connection.execute_batch("VACUUM")?;
    empty_log(connection)
}

/// Writes the log back and truncates it.
///
/// # Errors
/// From SQLite; also while another process still reads an old state.
pub(super) fn empty_log(connection: &Connection) -> Result<(), TransactionError> {
    let busy: i64 =
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    if busy != 0 {
        let busy = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY);
        return Err(rusqlite::Error::SqliteFailure(busy, None).into());
    }
    Ok(())
}
