//! The proxy through which a record was fetched. Input: the name, with the record's page.
//! Output: the name, to show a record's origin.

use rusqlite::{OptionalExtension, Transaction, params};

use crate::store::{Result, StoreReader};
use bowerbird_logic::model::RecordId;

impl StoreReader {
    /// Name of the proxy through which the current version was fetched; `None` when fetched
    /// directly.
    ///
    /// # Errors
    /// From SQLite.
    pub fn record_proxy(&self, record: RecordId) -> Result<Option<String>> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached("SELECT proxy FROM record_proxy WHERE id = ?1")?
                .query_row([record.0], |row| row.get(0))
                .optional()?)
        })
    }
}

/// Stores it; a record fetched again directly loses the earlier name.
pub(crate) fn note_proxy(
    tx: &Transaction<'_>,
    record: RecordId,
    proxy: Option<&str>,
) -> rusqlite::Result<()> {
    match proxy {
        Some(proxy) => tx
            .prepare_cached("INSERT OR REPLACE INTO record_proxy (id, proxy) VALUES (?1, ?2)")?
            .execute(params![record.0, proxy])?,
        None => tx
            .prepare_cached("DELETE FROM record_proxy WHERE id = ?1")?
            .execute([record.0])?,
    };
    Ok(())
}
