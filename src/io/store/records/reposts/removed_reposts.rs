//! Reposts of records that were in another file of the project and were removed there.

use std::collections::BTreeSet;

use rusqlite::Connection;

use crate::store::error::TransactionError;
use crate::store::{Result, Store};

impl Store {
    /// Makes reposts whose original no longer exists independent records. If an archive is missing,
    /// that is unknown, and nothing is changed.
    ///
    /// # Errors
    /// From SQLite.
    pub(crate) fn free_lost_reposts(&self) -> Result<()> {
        let mut archives = Vec::new();
        for archive in self.archives()? {
            match self.archive_to_read(&archive.file) {
                Some(store) => archives.push((archive.file, store)),
                None => return Ok(()),
            }
        }
        if archives.is_empty() {
            // The project's own records release their reposts themselves.
            return Ok(());
        }
        let mut lost = self.read(far_originals)?;
        for (_, archive) in &archives {
            lost.extend(archive.read(far_originals)?);
        }
        for (_, archive) in &archives {
            let there = archive.read(|connection| those_here(connection, &lost))?;
            lost.retain(|id| !there.contains(id));
        }
        let here = self.read(|connection| those_here(connection, &lost))?;
        lost.retain(|id| !here.contains(id));
        if lost.is_empty() {
            return Ok(());
        }
        let list = serde_json::to_string(&lost).unwrap_or_default();
        for (file, store) in &archives {
            if let Some(archive) = self.own_archive(file)? {
                free(&archive.connection, &list).map_err(|fault| fault.about(store.path()))?;
            }
        }
        self.write(move |tx| free(tx, &list))
    }
}

/// The repeated records that are not in this file.
fn far_originals(connection: &Connection) -> std::result::Result<BTreeSet<i64>, TransactionError> {
    let ids = connection
        .prepare_cached(
            "SELECT DISTINCT repost_of FROM record_digest
             WHERE repost_of IS NOT NULL AND repost_of NOT IN (SELECT id FROM record)",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(ids)
}

/// Those of `ids` that are records in this file.
fn those_here(
    connection: &Connection,
    ids: &BTreeSet<i64>,
) -> std::result::Result<BTreeSet<i64>, TransactionError> {
    let list = serde_json::to_string(ids)?;
    let here = connection
        .prepare_cached("SELECT id FROM record WHERE id IN (SELECT value FROM json_each(?1))")?
        .query_map([list], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(here)
}

/// Releases the reposts here of the records in the JSON `list`.
fn free(connection: &Connection, list: &str) -> std::result::Result<(), TransactionError> {
    connection
        .prepare_cached(
            "UPDATE record_digest SET repost_of = NULL, likeness = NULL
             WHERE repost_of IN (SELECT value FROM json_each(?1))",
        )?
        .execute([list])?;
    Ok(())
}
