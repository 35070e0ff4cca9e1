//! Archives: files beside the project with the same schema, into which old records are moved so
//! that the working file stays small. Output: their content, for search and export. A record in
//! both files (after an interrupted move) counts once, with the content of the working file.
//!
//! Below: which files are archives, moving records into them and back (`retrieval`), and reading them
//! with the project as one.

pub(super) mod archiving;
pub(super) mod files;
pub(super) mod interrupted_moves;
mod retrieval;
pub(super) mod search_all_files;

use std::path::PathBuf;

use blake2::digest::consts::U16;
use blake2::{Blake2b, Digest};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::error::TransactionError;
use super::file::convert::{get_count, get_time};
use super::file::owner_lock::beside;
use super::{RecordFilter, RecordSort, Result, Store, StoreError, StoreReader, Without};
use bowerbird_logic::model::{SiteId, StoredRecord};

/// An archive.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Archive {
    /// Name of the file, which is beside the project.
    pub file: String,
    /// When its first record was fetched.
    pub first_at: Timestamp,
    /// When its last one was.
    pub last_at: Timestamp,
    /// Its records.
    pub records: u64,
    /// The last batch that wrote one of its records.
    #[serde(skip)]
    pub(super) last_change: i64,
}

impl Archive {
    /// Whether it may contain records matching the filter.
    pub(super) fn concerns(&self, filter: &RecordFilter) -> bool {
        !filter.skip_archives
            && !filter.only.deleted
            && filter.since.is_none_or(|since| self.last_at >= since)
            && filter.part.until.is_none_or(|until| self.first_at < until)
    }
}

/// Archives.
impl StoreReader {
    /// The archives, the oldest first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn archives(&self) -> Result<Vec<Archive>> {
        self.read(|connection| {
            let archives = connection
                .prepare_cached(
                    "SELECT file, first_at, last_at, records, last_change FROM archive ORDER BY first_at, id",
                )?
                .query_map([], |row| {
                    Ok(Archive {
                        file: row.get(0)?,
                        first_at: get_time(row, 1)?,
                        last_at: get_time(row, 2)?,
                        records: get_count(row, 3)?,
                        last_change: row.get(4)?,
                    })
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(archives)
        })
    }

    /// The path of an archive.
    ///
    /// # Errors
    /// [`StoreError::Missing`] for an invalid file name.
    pub(super) fn archive_path(&self, file: &str) -> Result<PathBuf> {
        let path = self.inner.path.with_file_name(file);
        // A shared project must not name files elsewhere.
        if path.file_name().is_some_and(|name| name == file) {
            Ok(path)
        } else {
            Err(StoreError::Missing { path: file.into() })
        }
    }

    /// The name of the archive of a period, such as `2024` or `2024-05`.
    pub(super) fn archive_name(&self, period: &str) -> String {
        let path = beside(&self.inner.path, &format!("-archive-{period}"));
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// [`Self::each_record`] over the project and its archives, in one consistent read. Each file
    /// has the filter's order: the oldest file comes first, unless the order is descending, or
    /// there is a search. Returns the names of archives that are missing or belong to another
    /// project: their records are left out.
    ///
    /// # Errors
    /// From SQLite.
    pub fn each_record_anywhere(
        &self,
        filter: &RecordFilter,
        each: &mut dyn FnMut(StoredRecord) -> bool,
    ) -> Result<Vec<String>> {
        let mut left_out = Vec::new();
        let mut opened = Vec::new();
        for archive in self.archives()? {
            if !archive.concerns(filter) {
                continue;
            }
            match self.archive_to_read(&archive.file) {
                Some(store) => {
                    let filter = self.filter_in(&archive.file, &store, filter)?;
                    opened.push((store, filter));
                }
                None => left_out.push(archive.file),
            }
        }
        if opened.is_empty() {
            self.each_record(filter, each)?;
            return Ok(left_out);
        }
        let searched = filter.search.as_ref().is_some_and(|s| !s.trim().is_empty());
        let descending =
            matches!(&filter.sort, RecordSort::Column { descending, .. } if *descending);
        let newest_first = searched || descending;
        if newest_first {
            opened.reverse();
        }
        let mut fault = None;
        let mut go_on = true;
        self.read(|connection| {
            let moment = connection.unchecked_transaction()?;
            // Begins the read transaction: from here on the working file is read in its current
            // state.
            moment.query_row("SELECT count(*) FROM setting", [], |_| Ok(()))?;
            let own = |each: &mut dyn FnMut(StoredRecord) -> bool, go_on: &mut bool| {
                Self::each_on(&moment, filter, &mut |record| {
                    *go_on = each(record);
                    *go_on
                })
            };
            if newest_first {
                own(each, &mut go_on)?;
            }
            for (archive, filter) in &opened {
                if !go_on {
                    break;
                }
                let read = archive.each_record(filter, &mut |record| {
                    match only_here(&moment, record) {
                        Ok(Some(record)) => go_on = each(record),
                        Ok(None) => {}
                        Err(error) => {
                            fault = Some(error);
                            go_on = false;
                        }
                    }
                    go_on
                });
                read?;
            }
            if go_on && !newest_first {
                own(each, &mut go_on)?;
            }
            Ok(())
        })?;
        match fault {
            Some(error) => Err(TransactionError::from(error).about(&self.inner.path)),
            None => Ok(left_out),
        }
    }

    /// The archives that may contain matching records but are missing or belong to another project.
    ///
    /// # Errors
    /// From SQLite.
    pub fn archives_left_out(&self, filter: &RecordFilter) -> Result<Vec<Archive>> {
        let mut archives = self.archives()?;
        archives.retain(|a| a.concerns(filter) && self.archive_to_read(&a.file).is_none());
        Ok(archives)
    }

    /// The filter for one archive: without sites removed or cleared since, and without records that
    /// an interrupted move left in both files.
    pub(super) fn filter_in(
        &self,
        file: &str,
        archive: &StoreReader,
        filter: &RecordFilter,
    ) -> Result<RecordFilter> {
        let sites: Vec<i64> = archive.read(|connection| {
            let sites = connection
                .prepare_cached("SELECT id FROM site")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(sites)
        })?;
        let (forgotten, moving) = self.read(|connection| {
            let mut is_forgotten = connection.prepare_cached(
                "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM site WHERE id = ?2)
                     OR EXISTS (SELECT 1 FROM forget_later WHERE file = ?1 AND site = ?2)",
            )?;
            let mut forgotten = Vec::new();
            for site in sites {
                if is_forgotten.exists(params![file, site])? {
                    forgotten.push(site);
                }
            }
            // The records of the current batch that are still in the project.
            let moving = connection
                .prepare_cached(
                    "SELECT id, site, url FROM record WHERE id IN
                         (SELECT j.value FROM setting s, json_each(s.value) j
                          WHERE s.name = 'archive.batch')",
                )?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect::<rusqlite::Result<Vec<(i64, i64, String)>>>()?;
            Ok((forgotten, moving))
        })?;
        let records: Vec<i64> = archive.read(|connection| {
            let mut doubled = Vec::new();
            let mut same = connection
                .prepare_cached("SELECT 1 FROM record WHERE id = ?1 AND site = ?2 AND url = ?3")?;
            for (id, site, url) in moving {
                if same.exists(params![id, site, url])? {
                    doubled.push(id);
                }
            }
            Ok(doubled)
        })?;
        let mut own = filter.clone();
        if !forgotten.is_empty() || !records.is_empty() {
            own.part.without = Some(Box::new(Without {
                sites: forgotten,
                records,
            }));
        }
        Ok(own)
    }
}

impl Store {
    /// Removes sites from the archives with all their data, as far as the archives are available
    /// and writable; the rest stays recorded, and hidden.
    pub(super) fn forget_in_archives(&self) -> Result<()> {
        let files: Vec<String> = self.read(|connection| {
            let files = connection
                .prepare_cached("SELECT DISTINCT file FROM forget_later")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(files)
        })?;
        for file in files {
            if let Err(error) = self.forget_in_archive(&file) {
                tracing::warn!(%error, file, "what is to be forgotten there is remembered");
            }
        }
        Ok(())
    }

    /// Removes the recorded sites from one archive.
    pub(super) fn forget_in_archive(&self, file: &str) -> Result<()> {
        let sites: Vec<i64> = self.read(|connection| {
            let sites = connection
                .prepare_cached("SELECT site FROM forget_later WHERE file = ?1")?
                .query_map([file], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(sites)
        })?;
        if sites.is_empty() {
            return Ok(());
        }
        let Some(mut archive) = self.own_archive(file)? else {
            return Ok(());
        };
        let mut forget = || -> std::result::Result<i64, TransactionError> {
            let tx = archive.connection.transaction()?;
            for site in &sites {
                tx.execute(
                    "DELETE FROM record_search WHERE rowid IN
                         (SELECT id FROM record WHERE site = ?1)",
                    [site],
                )?;
                tx.execute("DELETE FROM site WHERE id = ?1", [site])?;
            }
            let left = tx.query_row("SELECT count(*) FROM record", [], |row| row.get(0))?;
            tx.commit()?;
            Ok(left)
        };
        let left = forget().map_err(|fault| fault.about(&self.inner.path))?;
        let file = file.to_owned();
        self.write(move |tx| {
            tx.execute(
                "UPDATE archive SET records = ?2 WHERE file = ?1",
                params![file, left],
            )?;
            for site in sites {
                tx.execute(
                    "DELETE FROM forget_later WHERE file = ?1 AND site = ?2",
                    params![file, site],
                )?;
            }
            Ok(())
        })
    }
}

/// Records that a site must be removed from every archive.
pub(super) fn forget_later(
    tx: &Transaction<'_>,
    site: SiteId,
) -> std::result::Result<(), TransactionError> {
    tx.execute(
        "INSERT OR IGNORE INTO forget_later (file, site) SELECT file, ?1 FROM archive",
        [site.0],
    )?;
    Ok(())
}

/// The record of an archive with the current name of its site. `None` if it is in the working file
/// too (the same address of the same site: the number alone does not tell, because it may have been
/// used twice before version 25), or its site is gone.
fn only_here(
    working: &Connection,
    mut record: StoredRecord,
) -> rusqlite::Result<Option<StoredRecord>> {
    let here = working
        .prepare_cached("SELECT 1 FROM record WHERE url = ?1 AND site = ?2")?
        .exists(params![record.record.url, record.site.0])?;
    let deleted = working
        .prepare_cached("SELECT 1 FROM deleted_record WHERE url = ?1 AND site = ?2")?
        .exists(params![record.record.url, record.site.0])?;
    if here || deleted {
        return Ok(None);
    }
    let name: Option<String> = working
        .prepare_cached("SELECT name FROM site WHERE id = ?1")?
        .query_row([record.site.0], |row| row.get(0))
        .optional()?;
    Ok(name.map(|name| {
        record.site_name = name;
        record
    }))
}

/// The archive that records are moved into or out of, if that is under way or was cut off.
fn moving(tx: &Transaction<'_>) -> rusqlite::Result<Option<String>> {
    tx.prepare_cached("SELECT value FROM setting WHERE name = ?1")?
        .query_row([archiving::MOVING], |row| row.get(0))
        .optional()
}

/// The lookup key of an archived record's address.
pub(super) fn key_of(url: &str) -> Vec<u8> {
    Blake2b::<U16>::digest(url.as_bytes()).to_vec()
}

/// Whether the record of this address is in an archive.
pub(super) fn is_archived(
    tx: &Transaction<'_>,
    site: SiteId,
    url: &str,
) -> std::result::Result<bool, TransactionError> {
    let any = tx
        .prepare_cached("SELECT 1 FROM archive LIMIT 1")?
        .exists([])?;
    if !any {
        return Ok(false);
    }
    Ok(tx
        .prepare_cached("SELECT 1 FROM archived WHERE site = ?1 AND key = ?2")?
        .exists(params![site.0, key_of(url)])?)
}
