//! Archives: files beside the project with the same schema, into which old records move so that
//! the working file stays small. Flows out: what they hold, for search and export. A record that
//! stands in both files (a move was cut off) counts once: as it stands in the working file.

use std::path::PathBuf;

use blake2::digest::consts::U16;
use blake2::{Blake2b, Digest};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::convert::{get_count, get_time};
use super::error::Fault;
use super::lock::beside;
use super::{RecordFilter, RecordSort, Result, Store, StoreError};
use crate::logic::model::{SiteId, StoredRecord};

/// An archive.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Archive {
    /// Name of the file, which lies beside the project.
    pub file: String,
    /// When its first record was fetched.
    pub first_at: Timestamp,
    /// When its last one was.
    pub last_at: Timestamp,
    /// Its records.
    pub records: u64,
}

impl Archive {
    /// Whether it may hold records that pass the filter.
    pub(super) fn concerns(&self, filter: &RecordFilter) -> bool {
        !filter.skip_archives
            && filter.since.is_none_or(|since| self.last_at >= since)
            && filter.part.until.is_none_or(|until| self.first_at < until)
    }
}

/// Archives.
impl Store {
    /// The archives, the oldest first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn archives(&self) -> Result<Vec<Archive>> {
        self.read(|connection| {
            let archives = connection
                .prepare_cached(
                    "SELECT file, first_at, last_at, records FROM archive ORDER BY first_at, id",
                )?
                .query_map([], |row| {
                    Ok(Archive {
                        file: row.get(0)?,
                        first_at: get_time(row, 1)?,
                        last_at: get_time(row, 2)?,
                        records: get_count(row, 3)?,
                    })
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(archives)
        })
    }

    /// Where an archive lies.
    ///
    /// # Errors
    /// [`StoreError::Missing`] for a name that is no file name.
    pub(super) fn archive_path(&self, file: &str) -> Result<PathBuf> {
        let path = self.inner.path.with_file_name(file);
        // A project that was passed on must not name files elsewhere.
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

    /// [`Self::each_record`] over the project and its archives, all of one moment. Each file is in
    /// the filter's order by itself: the oldest comes first, but where the order asks for the
    /// largest first, or something is searched.
    ///
    /// # Errors
    /// From SQLite; [`StoreError::Missing`] for an archive that is gone.
    pub fn each_record_anywhere(
        &self,
        filter: &RecordFilter,
        each: &mut dyn FnMut(StoredRecord) -> bool,
    ) -> Result<()> {
        let mut archives = self.archives()?;
        archives.retain(|archive| archive.concerns(filter));
        if archives.is_empty() {
            return self.each_record(filter, each);
        }
        let searched = filter.search.as_ref().is_some_and(|s| !s.trim().is_empty());
        let descending =
            matches!(&filter.sort, RecordSort::Column { descending, .. } if *descending);
        let newest_first = searched || descending;
        if newest_first {
            archives.reverse();
        }
        let opened = archives
            .iter()
            .map(|archive| Store::open_read_only(&self.archive_path(&archive.file)?))
            .collect::<Result<Vec<_>>>()?;
        let mut fault = None;
        let mut go_on = true;
        self.read(|connection| {
            let moment = connection.unchecked_transaction()?;
            // From here on the working file is read as it is now.
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
            for archive in &opened {
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
            Some(error) => Err(Fault::from(error).about(&self.inner.path)),
            None => Ok(()),
        }
    }

    /// Removes a site from the archives, with all they hold of it.
    pub(super) fn forget_in_archives(&self, site: SiteId) -> Result<()> {
        for archive in self.archives()? {
            let path = self.archive_path(&archive.file)?;
            let forget = || -> std::result::Result<i64, Fault> {
                let connection = super::connection::open_writable(&path)?;
                connection.execute(
                    "DELETE FROM record_search WHERE rowid IN (SELECT id FROM record WHERE site = ?1)",
                    [site.0],
                )?;
                connection.execute("DELETE FROM site WHERE id = ?1", [site.0])?;
                Ok(connection.query_row("SELECT count(*) FROM record", [], |row| row.get(0))?)
            };
            let left = forget().map_err(|fault| fault.about(&path))?;
            let file = archive.file;
            self.write(move |tx| {
                tx.execute(
                    "UPDATE archive SET records = ?2 WHERE file = ?1",
                    params![file, left],
                )?;
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// The record of an archive with the present name of its site; `None` when it stands in the
/// working file too, or its site is gone.
fn only_here(
    working: &Connection,
    mut record: StoredRecord,
) -> rusqlite::Result<Option<StoredRecord>> {
    let here = working
        .prepare_cached("SELECT 1 FROM record WHERE id = ?1")?
        .exists([record.id.0])?;
    if here {
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

/// What an archived record's address is known by.
pub(super) fn key_of(url: &str) -> Vec<u8> {
    Blake2b::<U16>::digest(url.as_bytes()).to_vec()
}

/// Whether the record of this address lies in an archive.
pub(super) fn is_archived(
    tx: &Transaction<'_>,
    site: SiteId,
    url: &str,
) -> std::result::Result<bool, Fault> {
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
