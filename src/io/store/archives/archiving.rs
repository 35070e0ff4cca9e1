//! Moving old records into archives, a batch at a time. A batch is on the archive's disk before it
//! leaves the working file, in one writer transaction. If the process is killed at any time,
//! nothing is lost, and records in both files count once until the next opening cleans up.

use std::path::Path;
use std::sync::PoisonError;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rusqlite::{Connection, Transaction, params};

use super::key_of;
use crate::store::error::TransactionError;
use crate::store::file::convert::micros;
use crate::store::records::search::indexing::index_stored;
use crate::store::snapshots::pictures::copy_to_archive;
use crate::store::{Result, Store, StoreError, StoreReader};

/// Records per batch: few enough that a concurrent run is not delayed.
const BATCH: u32 = 500;
/// Setting: the archive that records are being moved into.
pub(crate) const MOVING: &str = "archive.moving";
/// Setting: the records being moved there, as a JSON array of their numbers.
pub(crate) const MOVING_RECORDS: &str = "archive.batch";
/// Setting: there are archives whose index was made by an earlier version.
pub(crate) const ARCHIVES_UNINDEXED: &str = "archive.unindexed";
/// Setting, within a transaction: deleted records move to another file (schema step 023).
const KEEPS_REPOSTS: &str = "archive.keeps-reposts";

/// How long a period is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Period {
    /// A month of the calendar (UTC).
    Month,
    /// A year.
    #[default]
    Year,
}

impl Period {
    /// The name and the end of the period that contains a time.
    fn of(self, at: Timestamp) -> (String, Timestamp) {
        let day = at.to_zoned(TimeZone::UTC).date();
        let (name, next) = match self {
            Self::Month => (
                format!("{:04}-{:02}", day.year(), day.month()),
                day.last_of_month().tomorrow(),
            ),
            Self::Year => (format!("{:04}", day.year()), day.last_of_year().tomorrow()),
        };
        let end = next
            .and_then(|next| next.to_zoned(TimeZone::UTC))
            .map_or(Timestamp::MAX, |zoned| zoned.timestamp());
        (name, end)
    }
}

/// The records of one move.
struct Stretch {
    file: String,
    until: i64,
}

impl StoreReader {
    /// The number of records that [`Self::archive`] would move.
    ///
    /// # Errors
    /// From SQLite.
    pub fn count_to_archive(&self, before: Timestamp) -> Result<u64> {
        self.read(|connection| {
            Ok(connection.query_row(
                "SELECT count(*) FROM record INDEXED BY record_by_time
                 WHERE fetched_at < ?1 AND id <> (SELECT max(id) FROM record)",
                [micros(before)],
                |row| crate::store::file::convert::get_count(row, 0),
            )?)
        })
    }

    /// The period of the oldest record to be moved.
    fn next_stretch(&self, before: Timestamp, period: Period) -> Result<Option<Stretch>> {
        let oldest: Option<i64> = self.read(|connection| {
            Ok(connection.query_row(
                "SELECT min(fetched_at) FROM record INDEXED BY record_by_time
                 WHERE fetched_at < ?1 AND id <> (SELECT max(id) FROM record)",
                [micros(before)],
                |row| row.get(0),
            )?)
        })?;
        Ok(oldest
            .and_then(|at| Timestamp::from_microsecond(at).ok())
            .map(|at| {
                let (name, end) = period.of(at);
                Stretch {
                    file: self.archive_name(&name),
                    until: micros(end.min(before)),
                }
            }))
    }
}

impl Store {
    /// Moves the records fetched before `before` into archives beside the project; returns their
    /// number. The newest record stays, so that no number is reused. `progress` receives the count
    /// after each batch and stops by returning false; the rest can be moved later.
    ///
    /// # Errors
    /// [`StoreError::Missing`] while an earlier move waits for its archive; from SQLite and the file
    /// system. What was moved before stays moved.
    pub fn archive(
        &self,
        before: Timestamp,
        period: Period,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<u64> {
        let moves = self.inner.moves.lock();
        let _alone = moves.unwrap_or_else(PoisonError::into_inner);
        let mut moved = 0;
        while let Some(stretch) = self.next_stretch(before, period)? {
            self.begin_archive(&stretch.file)?;
            loop {
                let batch = self.move_batch(&stretch)?;
                moved += batch;
                if batch == 0 {
                    break;
                }
                if !progress(moved) {
                    self.end_archive(&stretch.file)?;
                    return Ok(moved);
                }
            }
            self.end_archive(&stretch.file)?;
        }
        if moved > 0 {
            // Deleted rows leave tombstones in the index, which every search would have to skip.
            self.write(|tx| {
                tx.execute(
                    "INSERT INTO record_search (record_search) VALUES ('optimize')",
                    [],
                )?;
                Ok(())
            })?;
        }
        Ok(moved)
    }

    fn begin_archive(&self, file: &str) -> Result<()> {
        self.settle_move()?;
        self.make_archive(file)?;
        // Records collected after a site was cleared must not be deleted with the earlier ones.
        self.forget_in_archive(file)?;
        self.part_numbers(file)?;
        let folder = self.inner.path.clone();
        let file = file.to_owned();
        self.write(move |tx| {
            if let Some(other) = super::moving(tx)?.filter(|other| *other != file) {
                // What is in both files would count twice.
                let path = folder.with_file_name(other);
                return Err(TransactionError::Known(StoreError::Missing { path }));
            }
            tx.execute(
                "INSERT OR REPLACE INTO setting (name, value) VALUES (?1, ?2)",
                params![MOVING, file],
            )?;
            // The archive is registered before it has content, so that its content can be found.
            tx.execute(
                "INSERT OR IGNORE INTO archive (file, first_at, last_at, records)
                 VALUES (?1, 0, 0, 0)",
                [&file],
            )?;
            Ok(())
        })
    }

    fn move_batch(&self, stretch: &Stretch) -> Result<u64> {
        let path = self.archive_path(&stretch.file)?;
        let Some(mut archive) = self.own_archive(&stretch.file)? else {
            return Err(StoreError::Missing { path });
        };
        let project = self.inner.path.clone();
        let until = stretch.until;
        // The records being moved are registered before they are in both files.
        let ids: Vec<i64> = self.write(move |tx| {
            let ids = tx
                .prepare_cached(
                    "SELECT id FROM record INDEXED BY record_by_time
                     WHERE fetched_at < ?1 AND id <> (SELECT max(id) FROM record)
                     ORDER BY fetched_at LIMIT ?2",
                )?
                .query_map(params![until, BATCH], |row| row.get(0))?
                .collect::<rusqlite::Result<Vec<i64>>>()?;
            tx.execute(
                "INSERT OR REPLACE INTO setting (name, value) VALUES (?1, ?2)",
                params![MOVING_RECORDS, serde_json::to_string(&ids)?],
            )?;
            Ok(ids)
        })?;
        if ids.is_empty() {
            return Ok(0);
        }
        let file = stretch.file.clone();
        self.write(move |tx| {
            // Some may have been removed meanwhile.
            let list = serde_json::to_string(&ids)?;
            let (count, last, change): (i64, i64, i64) = tx.query_row(
                "SELECT count(*), coalesce(max(fetched_at), 0), coalesce(max(change), 0)
                 FROM record WHERE id IN (SELECT value FROM json_each(?1))",
                [&list],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )?;
            if count == 0 {
                return Ok(ids.len() as u64);
            }
            let copied = attach(&archive.connection, &project)
                .and_then(|()| copy(&mut archive.connection, &list));
            let first = copied.map_err(|fault| {
                // The archive's disk may be full, not the project's.
                TransactionError::Known(fault.about(&path))
            })?;
            leave(tx, &list)?;
            tx.prepare_cached(
                "UPDATE archive SET records = records + ?2, last_at = max(last_at, ?3),
                        first_at = CASE WHEN records = 0 THEN ?4 ELSE min(first_at, ?4) END,
                        last_change = max(last_change, ?5)
                 WHERE file = ?1",
            )?
            .execute(params![file, count, last, first, change])?;
            tx.execute("DELETE FROM setting WHERE name = ?1", [MOVING_RECORDS])?;
            Ok(ids.len() as u64)
        })
    }

    /// Updates the archive's counts and its index, and ends the move.
    pub(super) fn end_archive(&self, file: &str) -> Result<()> {
        if let Some(archive) = self.own_archive(file)? {
            let path = self.archive_path(file)?;
            let optimize = "INSERT INTO record_search (record_search) VALUES ('optimize')";
            let done = archive.connection.execute(optimize, []);
            done.map_err(|error| TransactionError::from(error).about(&path))?;
        }
        self.end_move(file)
    }

    /// Updates the archive's counts and ends the move.
    pub(super) fn end_move(&self, file: &str) -> Result<()> {
        let path = self.archive_path(file)?;
        let Some(archive) = self.own_archive(file)? else {
            // An unfinished move there is completed when the archive is back.
            return Ok(());
        };
        let connection = &archive.connection;
        let figures = || -> std::result::Result<(i64, i64, i64), TransactionError> {
            connection.execute(
                "UPDATE site SET records = (SELECT count(*) FROM record WHERE record.site = site.id)",
                [],
            )?;
            Ok(connection.query_row(
                "SELECT count(*), coalesce(min(fetched_at), 0), coalesce(max(fetched_at), 0)
                 FROM record",
                [],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )?)
        };
        let (records, first, last) = figures().map_err(|fault| fault.about(&path))?;
        let file = file.to_owned();
        self.write(move |tx| {
            tx.execute(
                "UPDATE archive SET records = ?2, first_at = ?3, last_at = ?4 WHERE file = ?1",
                params![file, records, first, last],
            )?;
            tx.execute(
                "DELETE FROM archive WHERE file = ?1 AND records = 0",
                [&file],
            )?;
            for name in [MOVING, MOVING_RECORDS] {
                tx.execute("DELETE FROM setting WHERE name = ?1", [name])?;
            }
            Ok(())
        })
    }
}

/// Does `work`, which moves records to another file; their reposts keep referring to them.
pub(super) fn keeping_reposts(
    tx: &Transaction<'_>,
    work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    tx.execute(
        "INSERT OR REPLACE INTO main.setting (name, value) VALUES (?1, '')",
        [KEEPS_REPOSTS],
    )?;
    work(tx)?;
    tx.execute("DELETE FROM main.setting WHERE name = ?1", [KEEPS_REPOSTS])?;
    Ok(())
}

/// Attaches the project to its archive. Everything committed there from here on is on the disk.
pub(crate) fn attach(
    archive: &Connection,
    project: &Path,
) -> std::result::Result<(), TransactionError> {
    archive.pragma_update(None, "synchronous", "FULL")?;
    archive.execute(
        "ATTACH DATABASE ?1 AS project",
        [project.to_string_lossy().as_ref()],
    )?;
    Ok(())
}

/// Copies records with all dependent rows; returns when the first was fetched. Replaces the remains
/// of an interrupted batch there: the same addresses of the same sites, and nothing else.
fn copy(connection: &mut Connection, ids: &str) -> std::result::Result<i64, TransactionError> {
    let tx = connection.transaction()?;
    tx.execute_batch(
        "INSERT OR IGNORE INTO main.site SELECT * FROM project.site;
         INSERT OR IGNORE INTO main.site (id, name, kind, start, rule_toml)
         SELECT id, name || ' #' || id, kind, start, '' FROM project.site
         WHERE id NOT IN (SELECT id FROM main.site);
         INSERT OR IGNORE INTO main.site_field SELECT * FROM project.site_field;
         UPDATE main.site SET records = 0
         WHERE NOT EXISTS (SELECT 1 FROM main.record r WHERE r.site = site.id);",
    )?;
    let wanted = "(SELECT value FROM json_each(?1))";
    let same = format!(
        "(SELECT a.id FROM project.record own JOIN main.record a
          ON a.url = own.url AND a.site = own.site WHERE own.id IN {wanted})"
    );
    // The counts are correct at any time: a move may be interrupted after any batch.
    let count = |sign: char, which: &str| {
        format!(
            "UPDATE main.site SET records = records {sign}
                 (SELECT count(*) FROM main.record r WHERE r.site = site.id AND r.id IN {which})"
        )
    };
    tx.execute(&count('-', &same), [ids])?;
    tx.execute(
        &format!("DELETE FROM main.record_search WHERE rowid IN {same}"),
        [ids],
    )?;
    keeping_reposts(&tx, |tx| {
        tx.execute(
            &format!("DELETE FROM main.record WHERE id IN {same}"),
            [ids],
        )?;
        Ok(())
    })?;
    let copy = |table: &str, column: &str| {
        // Both files have this program's version, so their columns have the same order.
        format!(
            "INSERT INTO main.\"{table}\" SELECT * FROM project.\"{table}\"
             WHERE \"{column}\" IN {wanted}"
        )
    };
    tx.execute(&copy("record", "id"), [ids])?;
    copy_to_archive(&tx, ids)?;
    for (table, column) in hanging(&tx)? {
        tx.execute(&copy(&table, &column), [ids])?;
    }
    tx.execute(&count('+', wanted), [ids])?;
    index(&tx, ids)?;
    let first = tx.query_row(
        &format!("SELECT min(fetched_at) FROM main.record WHERE id IN {wanted}"),
        [ids],
        |row| row.get(0),
    )?;
    tx.commit()?;
    Ok(first)
}

/// Tables whose rows belong to a record, with the column that refers to it; without `record`.
pub(in crate::store) fn hanging(
    connection: &Connection,
) -> rusqlite::Result<Vec<(String, String)>> {
    connection
        .prepare(
            "SELECT t.name, f.\"from\" FROM main.sqlite_schema t, pragma_foreign_key_list(t.name) f
             WHERE t.type = 'table' AND t.name <> 'record' AND f.\"table\" = 'record'
               AND f.on_delete = 'CASCADE'",
        )?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// Writes the search terms of records in the archive.
pub(crate) fn index(tx: &Transaction<'_>, ids: &str) -> std::result::Result<(), TransactionError> {
    let ids: Vec<i64> = serde_json::from_str(ids)?;
    index_stored(tx, &ids)
}

/// Deletes records from the working file, and keeps their addresses as known.
fn leave(tx: &Transaction<'_>, ids: &str) -> std::result::Result<(), TransactionError> {
    let wanted = "(SELECT value FROM json_each(?1))";
    let mut keep =
        tx.prepare_cached("INSERT OR IGNORE INTO archived (site, key) VALUES (?1, ?2)")?;
    let mut read = tx.prepare_cached(&format!(
        "SELECT site, url FROM record WHERE id IN {wanted}"
    ))?;
    let mut rows = read.query([ids])?;
    while let Some(row) = rows.next()? {
        let url: String = row.get(1)?;
        keep.execute(params![row.get::<_, i64>(0)?, key_of(&url)])?;
    }
    tx.prepare_cached(&format!(
        "UPDATE site SET records = records
             - (SELECT count(*) FROM record r WHERE r.site = site.id AND r.id IN {wanted})
         WHERE id IN (SELECT site FROM record WHERE id IN {wanted})"
    ))?
    .execute([ids])?;
    tx.prepare_cached(&format!(
        "DELETE FROM record_search WHERE rowid IN {wanted}"
    ))?
    .execute([ids])?;
    keeping_reposts(tx, |tx| {
        tx.prepare_cached(&format!("DELETE FROM record WHERE id IN {wanted}"))?
            .execute([ids])?;
        Ok(())
    })?;
    Ok(())
}

/// Simulates a process killed after a batch reached the archive and before it left the project.
#[cfg(test)]
pub(crate) fn copy_only(store: &StoreReader, file: &str, ids: &str) -> Result<()> {
    let path = store.archive_path(file)?;
    let Some(mut archive) = store.own_archive(file)? else {
        return Err(StoreError::Missing { path });
    };
    attach(&archive.connection, store.path())
        .and_then(|()| copy(&mut archive.connection, ids))
        .map(|_| ())
        .map_err(|fault| fault.about(&path))
}
