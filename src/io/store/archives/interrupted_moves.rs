//! Settles archives when a project is opened, and before records are moved: interrupted moves, the
//! schema version, pending removals, and numbers that versions before 25 used twice.

use std::sync::PoisonError;

use rusqlite::{Connection, Transaction, params};

use super::archiving::{
    ARCHIVES_UNINDEXED, MOVING, MOVING_RECORDS, attach, hanging, index, keeping_reposts,
};
use super::files::ArchiveFileState;
use crate::store::error::TransactionError;
use crate::store::file::counters::{next_record, raise};
use crate::store::schema::{FormatStatus, format_status, migrate};
use crate::store::{Result, Store};

impl Store {
    /// Reserves the numbers of an archive's records, and renumbers records of the project that
    /// share one of them (from before version 25).
    pub(crate) fn part_numbers(&self, file: &str) -> Result<()> {
        let path = self.archive_path(file)?;
        let Some(archive) = self.own_archive(file)? else {
            return Ok(());
        };
        let project = self.inner.path.clone();
        let look = || -> std::result::Result<(i64, i64, Vec<i64>), TransactionError> {
            attach(&archive.connection, &project)?;
            let (record, change) = highest(&archive.connection)?;
            let twice = archive
                .connection
                .prepare(
                    "SELECT own.id FROM main.record a JOIN project.record own ON own.id = a.id
                     WHERE own.site <> a.site OR own.url <> a.url",
                )?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            Ok((record, change, twice))
        };
        let (record, change, twice) = look().map_err(|fault| fault.about(&path))?;
        drop(archive);
        self.write(move |tx| {
            raise(tx, record, change)?;
            for id in twice {
                renumber(tx, id)?;
            }
            Ok(())
        })
    }

    /// Cleans up after an interrupted move, migrates archives to this version, and applies pending
    /// removals. Archives of other projects are left unchanged. Costs one read if there are none.
    pub(crate) fn settle_archives(&self) -> Result<()> {
        for archive in self.archives()? {
            if let Err(error) = self.settle_archive(&archive.file) {
                tracing::warn!(%error, file = archive.file, "an archive was left as it is");
            }
        }
        self.forget_in_archives()?;
        let moves = self.inner.moves.lock();
        let _alone = moves.unwrap_or_else(PoisonError::into_inner);
        self.settle_move()
    }

    /// Completes a move of records that was cut off; one with an archive that is not there waits until it
    /// is back. The caller holds the lock of moves.
    pub(super) fn settle_move(&self) -> Result<()> {
        let Some(file) = self.setting(MOVING)? else {
            return Ok(());
        };
        let path = self.archive_path(&file)?;
        let Some(mut archive) = self.own_archive(&file)? else {
            return Ok(());
        };
        let project = self.inner.path.clone();
        attach(&archive.connection, &project)
            .and_then(|()| drop_doubled(&mut archive.connection))
            .map_err(|fault| fault.about(&path))?;
        drop(archive);
        self.end_archive(&file)
    }

    fn settle_archive(&self, file: &str) -> Result<()> {
        match self.place_of(file) {
            ArchiveFileState::Ours => {}
            ArchiveFileState::Unbound => {
                if self.adopt(file)? {
                    // Before version 25, when archives were unbound, the index had no fields.
                    self.set_setting(ARCHIVES_UNINDEXED, "")?;
                    self.part_numbers(file)?;
                }
                return Ok(());
            }
            ArchiveFileState::Free | ArchiveFileState::Foreign(_) => return Ok(()),
        }
        let path = self.archive_path(file)?;
        let Some(mut archive) = self.own_archive(file)? else {
            return Ok(());
        };
        let connection = &mut archive.connection;
        let status = format_status(connection, &path).map_err(|fault| fault.about(&path))?;
        let is_older = matches!(status, FormatStatus::Older(_));
        let renewed = || -> std::result::Result<(i64, i64), TransactionError> {
            if let FormatStatus::Older(_) = format_status(connection, &path)? {
                migrate(connection, &path)?;
            }
            highest(connection)
        };
        let mut renewed = renewed;
        let (record, change) = renewed().map_err(|fault| fault.about(&path))?;
        if is_older {
            self.set_setting(ARCHIVES_UNINDEXED, "")?;
        }
        let behind: bool = self.read(|connection| {
            Ok(connection.query_row(
                "SELECT EXISTS (SELECT 1 FROM counter WHERE name = 'record' AND last < ?1
                                    AND ?1 > (SELECT coalesce(max(id), 0) FROM record))
                     OR EXISTS (SELECT 1 FROM counter WHERE name = 'change' AND last < ?2)",
                [record, change],
                |row| row.get(0),
            )?)
        })?;
        if behind {
            self.write(move |tx| raise(tx, record, change))?;
        }
        Ok(())
    }
}

/// The highest numbers in an archive: of a record, and of a batch.
fn highest(connection: &Connection) -> std::result::Result<(i64, i64), TransactionError> {
    let highest = connection.query_row(
        "SELECT coalesce(max(id), 0), coalesce(max(change), 0) FROM main.record",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(highest)
}

/// Renumbers a record of the project with all dependent rows.
fn renumber(tx: &Transaction<'_>, id: i64) -> std::result::Result<(), TransactionError> {
    let new = next_record(tx)?;
    tx.pragma_update(None, "defer_foreign_keys", true)?;
    tx.execute("UPDATE record SET id = ?2 WHERE id = ?1", params![id, new])?;
    for (table, column) in hanging(tx)? {
        tx.execute(
            &format!("UPDATE \"{table}\" SET \"{column}\" = ?2 WHERE \"{column}\" = ?1"),
            params![id, new],
        )?;
    }
    for sql in [
        "UPDATE record_digest SET repost_of = ?2 WHERE repost_of = ?1",
        "UPDATE rewritten SET record = ?2 WHERE record = ?1",
        "UPDATE site SET alterations = alterations + 1
         WHERE id = (SELECT site FROM record WHERE id = ?2 AND ?1 <> ?2)",
    ] {
        tx.execute(sql, params![id, new])?;
    }
    tx.execute("DELETE FROM record_search WHERE rowid = ?1", [id])?;
    index(tx, &format!("[{new}]"))
}

/// Keeps the working file's record where a batch reached the archive and did not leave.
pub(crate) fn drop_doubled(
    connection: &mut Connection,
) -> std::result::Result<(), TransactionError> {
    drop_in_both(connection, "true")
}

/// The same for the batch of a move only, which does not read the whole archive.
pub(super) fn drop_moved(connection: &mut Connection) -> std::result::Result<(), TransactionError> {
    let batch = format!(
        "a.id IN (SELECT j.value FROM project.setting s, json_each(s.value) j
                  WHERE s.name = '{MOVING_RECORDS}')"
    );
    drop_in_both(connection, &batch)
}

fn drop_in_both(
    connection: &mut Connection,
    which: &str,
) -> std::result::Result<(), TransactionError> {
    let tx = connection.transaction()?;
    let doubled = format!(
        "SELECT a.id FROM main.record a JOIN project.record own
         ON own.id = a.id AND own.site = a.site AND own.url = a.url WHERE {which}"
    );
    keeping_reposts(&tx, |tx| {
        tx.execute_batch(&format!(
            "DELETE FROM main.record_search WHERE rowid IN ({doubled});
             DELETE FROM main.record WHERE id IN ({doubled});"
        ))
    })?;
    tx.commit()?;
    Ok(())
}
