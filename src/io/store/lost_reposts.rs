//! Reposts of records that lay in another file of the project and were removed there.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::Connection;

use super::connection::open_writable;
use super::error::Fault;
use super::{Result, Store};

impl Store {
    /// Lets reposts stand by themselves whose original is in no file any more. Where an archive is
    /// not beside the project, nothing is known, and nothing changed.
    ///
    /// # Errors
    /// From SQLite.
    pub(super) fn free_lost_reposts(&self) -> Result<()> {
        let mut archives = Vec::new();
        for archive in self.archives()? {
            let path = self.archive_path(&archive.file)?;
            if !path.exists() {
                return Ok(());
            }
            archives.push(path);
        }
        if archives.is_empty() {
            // The project's own records let go of their reposts themselves.
            return Ok(());
        }
        let in_archive = |path: &Path, work: &Work<'_>| {
            open_writable(path)
                .and_then(|connection| work(&connection))
                .map_err(|fault| fault.about(path))
        };
        let mut lost = self.read(far_originals)?;
        for path in &archives {
            lost.extend(in_archive(path, &far_originals)?);
        }
        for path in &archives {
            let there = in_archive(path, &|connection| those_here(connection, &lost))?;
            lost.retain(|id| !there.contains(id));
        }
        let here = self.read(|connection| those_here(connection, &lost))?;
        lost.retain(|id| !here.contains(id));
        if lost.is_empty() {
            return Ok(());
        }
        let list = serde_json::to_string(&lost).unwrap_or_default();
        for path in &archives {
            in_archive(path, &|connection| free(connection, &list))?;
        }
        self.write(move |tx| {
            free(tx, &list)?;
            Ok(())
        })
    }
}

type Work<'a> = dyn Fn(&Connection) -> std::result::Result<BTreeSet<i64>, Fault> + 'a;

/// The records that are repeated here and lie elsewhere, if anywhere.
fn far_originals(connection: &Connection) -> std::result::Result<BTreeSet<i64>, Fault> {
    let ids = connection
        .prepare_cached(
            "SELECT DISTINCT repost_of FROM record_digest
             WHERE repost_of IS NOT NULL AND repost_of NOT IN (SELECT id FROM record)",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(ids)
}

/// Those of `ids` that are records here.
fn those_here(
    connection: &Connection,
    ids: &BTreeSet<i64>,
) -> std::result::Result<BTreeSet<i64>, Fault> {
    let list = serde_json::to_string(ids)?;
    let here = connection
        .prepare_cached("SELECT id FROM record WHERE id IN (SELECT value FROM json_each(?1))")?
        .query_map([list], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(here)
}

/// Lets go of the reposts here of the records in the JSON `list`.
fn free(connection: &Connection, list: &str) -> std::result::Result<BTreeSet<i64>, Fault> {
    connection
        .prepare_cached(
            "UPDATE record_digest SET repost_of = NULL, likeness = NULL
             WHERE repost_of IN (SELECT value FROM json_each(?1))",
        )?
        .execute([list])?;
    Ok(BTreeSet::new())
}
