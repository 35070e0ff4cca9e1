//! Repairs what a check of a project found: after a copy of each affected file, one transaction per
//! fault. What cannot be repaired is reported and left unchanged. Records are never removed: for
//! those of a missing site, the site is recreated.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::{Transaction, params};

use super::archives::{NOT_TO_BE_COLLECTED, highest_numbers};
use super::figures::FIGURES;
use super::ids::too_low;
use super::repair_steps::REPAIR_STEPS;
use super::search::{MISSING, STALE};
use crate::store::archives::archiving::{attach, index};
use crate::store::archives::key_of;
use crate::store::error::TransactionError;
use crate::store::file::counters::raise;
use crate::store::file::owner_lock::beside;
use crate::store::records::reposts::digests::stamp;
use crate::store::records::search::indexing::MAKE_SEARCH;
use crate::store::schema::copy_aside;
use crate::store::{Result, Store, StoreError, StoreReader};
use bowerbird_logic::model::{StorageFault, StorageFinding, StorageReport};

/// Records added to the search index per transaction.
const BATCH: usize = 200;
/// The faults found in each file, by its name.
type Faults = BTreeMap<String, BTreeSet<StorageFault>>;

impl StoreReader {
    /// Copies each file that will be changed.
    fn copy_before(&self, faults: &Faults, now: Timestamp) -> Result<Vec<PathBuf>> {
        let suffix = format!(".before-repair-{}", now.strftime("%Y%m%dT%H%M%SZ"));
        let own = name_of(self.path());
        let mut files: BTreeSet<&str> = faults.keys().map(String::as_str).collect();
        // Every repair also updates the project.
        files.insert(&own);
        let mut copies = Vec::new();
        for file in files {
            let path = self.archive_path(file)?;
            let copy = beside(&path, &suffix);
            let made = if file == own {
                self.read(|connection| copy_aside(connection, &path, &copy))
            } else {
                let Some(archive) = self.own_archive(file)? else {
                    continue;
                };
                copy_aside(&archive.connection, &path, &copy).map_err(|f| f.about(&path))
            };
            made?;
            copies.push(copy);
        }
        Ok(copies)
    }

    /// Removes records from an archive that are also in the project.
    fn let_project_win(&self, file: &str) -> Result<()> {
        let path = self.archive_path(file)?;
        let Some(mut archive) = self.own_archive(file)? else {
            return Ok(());
        };
        attach(&archive.connection, self.path())
            .and_then(|()| {
                crate::store::archives::interrupted_moves::drop_doubled(&mut archive.connection)
            })
            .map_err(|fault| fault.about(&path))
    }
}

impl Store {
    /// Checks the project with its archives, and repairs what it can, after a copy of each affected
    /// file (`PROJECT.before-repair-TIME`). Reports the faults and whether they are fixed; `None`
    /// when `progress` stopped it before anything was changed.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`] when the project was opened read-only; when a copy cannot be made;
    /// from SQLite. Earlier repairs stay.
    pub fn repair_storage(
        &self,
        now: Timestamp,
        progress: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<Option<StorageReport>> {
        if self.is_read_only() {
            return Err(StoreError::ReadOnly {
                path: self.path().to_owned(),
            });
        }
        let Some(mut before) = self.check_storage(progress)? else {
            return Ok(None);
        };
        let mut faults = Faults::new();
        for finding in &before.findings {
            if finding.fault.is_repairable() {
                let of = faults.entry(finding.file.clone()).or_default();
                of.insert(finding.fault);
            }
        }
        // Foreign schema objects in a file would run when it is written.
        for finding in &before.findings {
            if finding.fault == StorageFault::Schema {
                faults.remove(&finding.file);
            }
        }
        let own = name_of(self.path());
        let is_ours = |f: &StorageFinding| f.fault != StorageFault::Schema || f.file != own;
        if faults.is_empty() || !before.findings.iter().all(is_ours) {
            return Ok(Some(before));
        }
        before.copies = self.copy_before(&faults, now)?;
        self.repair_files(&faults)?;
        // From here on it cannot be cancelled, so that the repairs are reported.
        let Some(after) = self.check_storage(&mut |done, of| {
            progress(done, of);
            true
        })?
        else {
            return Ok(None);
        };
        for finding in &mut before.findings {
            let still = after
                .findings
                .iter()
                .any(|left| left.fault == finding.fault && left.file == finding.file);
            finding.mended = !still;
        }
        // Faults that only show now, such as duplicates in a previously unknown archive.
        let new = after.findings.into_iter().filter(|left| {
            let known = before.findings.iter();
            !known
                .into_iter()
                .any(|f| f.fault == left.fault && f.file == left.file)
        });
        let new: Vec<_> = new.collect();
        before.findings.extend(new);
        Ok(Some(before))
    }

    fn repair_files(&self, faults: &Faults) -> Result<()> {
        let own = name_of(self.path());
        let none = BTreeSet::new();
        let of_project = faults.get(&own).unwrap_or(&none);
        let archives: Vec<(&String, &BTreeSet<StorageFault>)> =
            faults.iter().filter(|(file, _)| **file != own).collect();
        self.repair_rows(None, of_project)?;
        for (file, faults) in &archives {
            if faults.contains(&StorageFault::ArchiveUnlisted) {
                self.list_archive(file)?;
            }
            self.repair_rows(Some(file), faults)?;
        }
        self.settle_archives()?;
        self.raise_numbers()?;
        for (file, faults) in &archives {
            let new = faults.contains(&StorageFault::ArchiveUnlisted);
            if new || faults.contains(&StorageFault::GivenTwice) {
                self.part_numbers(file)?;
            }
            if new || faults.contains(&StorageFault::Doubled) {
                self.let_project_win(file)?;
            }
            if new || faults.contains(&StorageFault::Unmarked) {
                self.mark_archived(file)?;
            }
        }
        self.repair_figures(None)?;
        for archive in self.archives()? {
            if faults.contains_key(&archive.file) {
                self.repair_figures(Some(&archive.file))?;
                self.count_archive(&archive.file)?;
            }
        }
        self.repair_search(None, of_project)?;
        for (file, faults) in &archives {
            self.repair_search(Some(file), faults)?;
        }
        self.write(stamp)
    }

    /// Does `work` in a transaction of the project or of one of its archives.
    fn within<T: Send + 'static>(
        &self,
        archive: Option<&str>,
        work: impl FnOnce(&Transaction<'_>) -> std::result::Result<T, TransactionError> + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(file) = archive else {
            return self.write(work).map(Some);
        };
        let path = self.archive_path(file)?;
        let Some(mut archive) = self.own_archive(file)? else {
            return Ok(None);
        };
        let done = || {
            let tx = archive.connection.transaction()?;
            let done = work(&tx)?;
            tx.commit()?;
            Ok(done)
        };
        done()
            .map(Some)
            .map_err(|fault: TransactionError| fault.about(&path))
    }

    /// Repairs indexes, sites, orphans, missing parts, and unreadable packed data.
    fn repair_rows(&self, archive: Option<&str>, faults: &BTreeSet<StorageFault>) -> Result<()> {
        for (fault, step) in REPAIR_STEPS {
            if !faults.contains(&fault) {
                continue;
            }
            match self.within(archive, step) {
                // Deeper damage: the faults stay reported.
                Err(StoreError::Damaged { reason, .. }) => {
                    tracing::warn!(fault = fault.token(), reason, "not mended");
                }
                other => {
                    other?;
                }
            }
        }
        Ok(())
    }

    /// Adds an archive of this project to the list again.
    fn list_archive(&self, file: &str) -> Result<()> {
        let name = file.to_owned();
        self.write(move |tx| {
            tx.execute(
                "INSERT OR IGNORE INTO archive (file, first_at, last_at, records)
                 VALUES (?1, 0, 0, 0)",
                [&name],
            )?;
            Ok(())
        })?;
        self.count_archive(file)
    }

    /// Corrects the counts that the project stores for an archive.
    fn count_archive(&self, file: &str) -> Result<()> {
        let Some(archive) = self.archive_to_read(file) else {
            return Ok(());
        };
        let (records, first, last, change): (i64, i64, i64, i64) = archive.read(|connection| {
            Ok(connection.query_row(
                "SELECT count(*), coalesce(min(fetched_at), 0), coalesce(max(fetched_at), 0),
                        coalesce(max(change), 0) FROM record",
                [],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
            )?)
        })?;
        let file = file.to_owned();
        self.write(move |tx| {
            tx.execute(
                "UPDATE archive SET records = ?2, first_at = ?3, last_at = ?4,
                        last_change = max(last_change, ?5) WHERE file = ?1",
                params![file, records, first, last, change],
            )?;
            Ok(())
        })
    }

    /// Raises the numbers that would be reused.
    fn raise_numbers(&self) -> Result<()> {
        let readable: Vec<(String, StoreReader)> = self
            .archives()?
            .into_iter()
            .filter_map(|a| Some((a.file.clone(), self.archive_to_read(&a.file)?)))
            .collect();
        let highest = highest_numbers(&readable);
        self.write(move |tx| {
            for low in too_low(tx, highest)? {
                if low.by_sqlite {
                    tx.execute("DELETE FROM sqlite_sequence WHERE name = ?1", [&low.name])?;
                    tx.execute(
                        "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)",
                        params![low.name, low.least],
                    )?;
                } else {
                    tx.execute(
                        "INSERT OR IGNORE INTO counter (name, last) VALUES (?1, 0)",
                        [&low.name],
                    )?;
                }
            }
            for low in too_low(tx, highest)? {
                match low.name.as_str() {
                    "record" => raise(tx, low.least, 0)?,
                    "change" => raise(tx, 0, low.least)?,
                    _ => {}
                }
            }
            Ok(())
        })
    }

    /// Records the addresses of an archive's records as known.
    fn mark_archived(&self, file: &str) -> Result<()> {
        let Some(archive) = self.archive_to_read(file) else {
            return Ok(());
        };
        let mut last = 0_i64;
        loop {
            let batch: Vec<(i64, i64, String)> = archive.read(|connection| {
                let batch = connection
                    .prepare_cached(
                        "SELECT id, site, url FROM record WHERE id > ?1 ORDER BY id LIMIT ?2",
                    )?
                    .query_map(params![last, BATCH as i64], |row| {
                        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
                    })?
                    .collect::<rusqlite::Result<_>>()?;
                Ok(batch)
            })?;
            let Some((highest, _, _)) = batch.last() else {
                return Ok(());
            };
            last = *highest;
            let file = file.to_owned();
            self.write(move |tx| {
                for (_, site, url) in batch {
                    let key = key_of(&url);
                    let known = tx
                        .prepare_cached(NOT_TO_BE_COLLECTED)?
                        .exists(params![site, key, file, url])?;
                    if !known {
                        tx.prepare_cached("INSERT INTO archived (site, key) VALUES (?1, ?2)")?
                            .execute(params![site, key])?;
                    }
                }
                Ok(())
            })?;
        }
    }

    fn repair_figures(&self, archive: Option<&str>) -> Result<()> {
        self.within(archive, |tx| {
            for figure in FIGURES {
                tx.execute(figure.right, [])?;
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Synchronises the search index with the records; rebuilds it if it is damaged.
    fn repair_search(&self, archive: Option<&str>, faults: &BTreeSet<StorageFault>) -> Result<()> {
        let anew = faults.contains(&StorageFault::SearchDamaged);
        let concerned = [StorageFault::SearchMissing, StorageFault::SearchStale]
            .iter()
            .any(|fault| faults.contains(fault));
        if !anew && !concerned {
            return Ok(());
        }
        let prepared = self.within(archive, move |tx| {
            if anew {
                tx.execute_batch(MAKE_SEARCH)?;
            } else {
                tx.execute(
                    &format!("DELETE FROM record_search WHERE rowid IN ({STALE})"),
                    [],
                )?;
            }
            // Everything missing is to be indexed.
            tx.execute(
                &format!(
                    "UPDATE record_digest SET unindexed = 1
                     WHERE id IN (SELECT m.id FROM ({MISSING}) m)"
                ),
                [],
            )?;
            Ok(())
        });
        match prepared {
            Err(StoreError::Damaged { reason, .. } | StoreError::Other { reason, .. }) => {
                tracing::warn!(reason, "the search index is not mended");
                return Ok(());
            }
            other => {
                other?;
            }
        }
        match archive {
            None => while self.index_some(BATCH)? > 0 {},
            Some(file) => while self.index_in_archive(file)? > 0 {},
        }
        Ok(())
    }

    /// Indexes some records of an archive; returns their number.
    fn index_in_archive(&self, file: &str) -> Result<usize> {
        let done = self.within(Some(file), |tx| {
            let ids: Vec<i64> = tx
                .prepare_cached(
                    "SELECT g.id FROM record_digest g
                     WHERE g.unindexed = 1 AND EXISTS (SELECT 1 FROM record_text t WHERE t.id = g.id)
                     LIMIT ?1",
                )?
                .query_map([BATCH as i64], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            let list = serde_json::to_string(&ids)?;
            tx.execute(
                "DELETE FROM record_search WHERE rowid IN (SELECT value FROM json_each(?1))",
                [&list],
            )?;
            index(tx, &list)?;
            tx.execute(
                "UPDATE record_digest SET unindexed = 0
                 WHERE id IN (SELECT value FROM json_each(?1))",
                [&list],
            )?;
            Ok(ids.len())
        })?;
        Ok(done.unwrap_or(0))
    }
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}
