//! Erases for good what a project says of somebody: rows, archives, old copies, the search index, free
//! pages and the log. Input: mentions to look for. Output: what was found, or erased. What is shown and
//! what is erased come from one reading ([`scan`]). It never touches what only a person can change.
//!
//! An erasure is noted in the project before its first change, and the note goes with the last one; so
//! that one that was killed is continued. Below: what is done in which table (`disposal`), reading
//! (`scan`), removing rows (`removal`), what is not collected again (`erased_addresses`), old copies
//! (`copies`), rewriting the file (`cleaning`).

mod cleaning;
mod copies;
mod disposal;
mod erased_addresses;
mod removal;
mod scan;

use std::path::{Path, PathBuf};

use rusqlite::{Transaction, params};

use super::check::Watch;
use super::owner_lock::beside;
use crate::store::archives::key_of;
use crate::store::error::TransactionError;
use crate::store::{Result, Store, StoreError, StoreReader};
use bowerbird_logic::messages::Explain as _;
use bowerbird_logic::model::{ErasureReport, SiteId, TraceFate, TraceKind, Unsearched};
use bowerbird_logic::text::Mentions;
use cleaning::{clean, empty_log, overwrite_deleted};
pub(crate) use copies::mention_in_database;
use erased_addresses::note_erased;
pub(in crate::store) use erased_addresses::{is_erased, is_erased_address};
use removal::{Removed, remove};
use scan::{FoundRows, Sought, scan};

/// Setting: the erasure that was begun and not ended, as its caller notes it.
const PENDING: &str = "erasure.pending";
/// Setting: rows are erased, and the file is to be rewritten.
const CLEANING: &str = "erasure.cleaning";
/// Setting: backups are removed, and the one in their place is not made yet.
const BACKUP_DUE: &str = "erasure.backup-due";

/// Called with the number of rows read; cancels by returning false.
pub type EraseProgress<'a> = &'a mut dyn FnMut(u64) -> bool;

impl StoreReader {
    /// Everything in the project, its archives and old copies that mentions something; `None` when
    /// `progress` stopped it.
    ///
    /// # Errors
    /// From SQLite.
    pub fn find_traces(
        &self,
        (mentions, site): (&Mentions, Option<SiteId>),
        progress: EraseProgress<'_>,
    ) -> Result<Option<ErasureReport>> {
        let mut report = ErasureReport::default();
        let sought = Sought {
            mentions,
            site: site.map(|site| site.0),
        };
        let Some(found) = self.found_rows(sought, progress)? else {
            return Ok(None);
        };
        found.add_to(&mut report, "");
        report.bytes_needed = size_of(self.path()).saturating_mul(2);
        for archive in self.archives_beside()? {
            let Some(store) = archive.store else {
                report.unsearched.push(unavailable(&archive.path));
                continue;
            };
            let Some(found) = store.found_rows(sought, progress)? else {
                return Ok(None);
            };
            found.add_to(&mut report, &archive.file);
            let bytes = size_of(&archive.path).saturating_mul(2);
            report.bytes_needed = report.bytes_needed.max(bytes);
        }
        match self.add_copies(sought, progress, &mut report)? {
            true => Ok(Some(report)),
            false => Ok(None),
        }
    }

    /// The note of an erasure that was begun and not ended.
    ///
    /// # Errors
    /// From SQLite.
    pub fn pending_erasure(&self) -> Result<Option<String>> {
        self.setting(PENDING)
    }

    /// Whether rows are erased, and the file was not rewritten since.
    ///
    /// # Errors
    /// From SQLite.
    pub fn is_to_be_cleaned(&self) -> Result<bool> {
        Ok(self.setting(CLEANING)?.is_some())
    }

    /// Whether a backup is to be made in place of those that an erasure removed.
    ///
    /// # Errors
    /// From SQLite.
    pub fn is_backup_due(&self) -> Result<bool> {
        Ok(self.setting(BACKUP_DUE)?.is_some())
    }

    fn found_rows(
        &self,
        sought: Sought<'_>,
        progress: EraseProgress<'_>,
    ) -> Result<Option<FoundRows>> {
        let watch = Watch::default();
        let found = self.aside(&watch, progress, |connection, watch| {
            scan(connection, sought, &mut || watch.step())
        });
        match found {
            _ if watch.is_stopped() => Ok(None),
            found => found.map(Some),
        }
    }

    /// Adds the old copies; returns false when stopped.
    fn add_copies(
        &self,
        sought: Sought<'_>,
        progress: EraseProgress<'_>,
        report: &mut ErasureReport,
    ) -> Result<bool> {
        for copy in self.old_copies()? {
            let mut stopped = false;
            let step = &mut || {
                stopped = stopped || !progress(0);
                !stopped
            };
            let looked = mention_in_database(&copy, (sought.mentions, sought.site), step);
            let name = copy.file_name().unwrap_or_default().to_string_lossy();
            match looked {
                _ if stopped => return Ok(false),
                Ok(None) => {}
                Ok(Some(example)) => {
                    let what = (TraceKind::Copy, TraceFate::FileRemoved);
                    report.add(what, &name, example);
                }
                Err(error) => report.unsearched.push(Unsearched {
                    file: name.into_owned(),
                    reason: StoreError::from_io(&copy, &error).explain(),
                }),
            }
        }
        Ok(true)
    }
}

impl Store {
    /// Notes that an erasure begins; from here on it is continued after a crash.
    ///
    /// # Errors
    /// From SQLite; [`StoreError::ReadOnly`].
    pub fn begin_erasure(&self, note: &str) -> Result<()> {
        let note = note.to_owned();
        self.write(move |tx| {
            overwrite_deleted(tx)?;
            tx.execute(
                "INSERT OR REPLACE INTO setting (name, value) VALUES (?1, ?2)",
                [PENDING, &note],
            )?;
            Ok(())
        })
    }

    /// Notes that a backup is to be made in place of those that are removed, or that it is made.
    ///
    /// # Errors
    /// From SQLite; [`StoreError::ReadOnly`].
    pub fn set_backup_due(&self, is_due: bool) -> Result<()> {
        match is_due {
            true => self.set_setting(BACKUP_DUE, ""),
            false => self.write(|tx| {
                tx.execute("DELETE FROM setting WHERE name = ?1", [BACKUP_DUE])?;
                Ok(())
            }),
        }
    }

    /// Erases rows of the project, then of its archives, then old copies; returns what was erased and
    /// what stays. May be repeated.
    ///
    /// # Errors
    /// From SQLite and the file system; what was erased before stays erased.
    pub fn erase_traces(
        &self,
        (mentions, site): (&Mentions, Option<SiteId>),
        progress: EraseProgress<'_>,
    ) -> Result<ErasureReport> {
        let mut report = ErasureReport::default();
        let site = site.map(|site| site.0);
        let sought = Sought { mentions, site };
        let own = mentions.clone();
        let found = self.write(move |tx| {
            let sought = Sought {
                mentions: &own,
                site,
            };
            overwrite_deleted(tx)?;
            let found = scan(tx, sought, &mut || true)?;
            let removed = remove(tx, &found)?;
            note_removed(tx, &removed)?;
            Ok(found)
        })?;
        found.add_to(&mut report, "");
        progress(0);
        for archive in self.archives()? {
            self.erase_in_archive(&archive.file, sought, &mut report)?;
            progress(0);
        }
        // They were found by the same search as those that are shown.
        let mut copies = ErasureReport::default();
        self.add_copies(sought, &mut |_| true, &mut copies)?;
        for copy in self.copies_named(&copies)? {
            copies::remove_copy(&copy).map_err(|error| StoreError::from_io(&copy, &error))?;
        }
        report.append(copies);
        Ok(report)
    }

    /// The last step: takes the note away and rewrites the file.
    ///
    /// # Errors
    /// From SQLite; then [`StoreReader::is_to_be_cleaned`] says that it is still to be done.
    pub fn end_erasure(&self) -> Result<()> {
        self.write(|tx| {
            overwrite_deleted(tx)?;
            tx.execute(
                "INSERT OR REPLACE INTO setting (name, value) VALUES (?1, '')",
                [CLEANING],
            )?;
            tx.execute("DELETE FROM setting WHERE name = ?1", [PENDING])?;
            Ok(())
        })?;
        self.write_alone(clean)?;
        self.write(|tx| {
            tx.execute("DELETE FROM setting WHERE name = ?1", [CLEANING])?;
            Ok(())
        })?;
        self.write_alone(empty_log)
    }

    fn copies_named(&self, report: &ErasureReport) -> Result<Vec<PathBuf>> {
        let mut copies = self.old_copies()?;
        copies.retain(|copy| {
            let name = copy.file_name().unwrap_or_default().to_string_lossy();
            report.traces.iter().any(|trace| trace.file == name)
        });
        Ok(copies)
    }

    fn erase_in_archive(
        &self,
        file: &str,
        sought: Sought<'_>,
        report: &mut ErasureReport,
    ) -> Result<()> {
        let path = self.archive_path(file)?;
        let Some(mut archive) = self.own_archive(file)? else {
            report.unsearched.push(unavailable(&path));
            return Ok(());
        };
        let connection = &mut archive.connection;
        let mut erase = || -> std::result::Result<(FoundRows, Removed, i64), TransactionError> {
            overwrite_deleted(connection)?;
            let tx = connection.transaction()?;
            let found = scan(&tx, sought, &mut || true)?;
            let removed = remove(&tx, &found)?;
            let left = tx.query_row("SELECT count(*) FROM record", [], |row| row.get(0))?;
            tx.commit()?;
            Ok((found, removed, left))
        };
        let (found, removed, left) = erase().map_err(|fault| fault.about(&path))?;
        found.add_to(report, file);
        let name = file.to_owned();
        self.write(move |tx| {
            tx.execute(
                "UPDATE archive SET records = ?2 WHERE file = ?1",
                params![name, left],
            )?;
            note_removed(tx, &removed)
        })?;
        // Also where nothing was found: records that were deleted earlier lie in its free pages.
        clean(&archive.connection).map_err(|fault| fault.about(&path))
    }
}

/// Notes in the project what is not collected again, in place of the plain hashes of archived records.
fn note_removed(
    tx: &Transaction<'_>,
    removed: &Removed,
) -> std::result::Result<(), TransactionError> {
    note_erased(tx, &removed.identities)?;
    for (site, address) in &removed.addresses {
        tx.prepare_cached("DELETE FROM archived WHERE site = ?1 AND key = ?2")?
            .execute(params![site, key_of(address)])?;
    }
    Ok(())
}

fn unavailable(path: &Path) -> Unsearched {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Unsearched {
        file: name.into_owned(),
        reason: StoreError::Missing {
            path: path.to_owned(),
        }
        .explain(),
    }
}

fn size_of(path: &Path) -> u64 {
    let of = |path: &Path| std::fs::metadata(path).map_or(0, |about| about.len());
    of(path).saturating_add(of(&beside(path, "-wal")))
}
