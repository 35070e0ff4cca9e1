//! Records of the project and of its archives as one list, for a table and a search. The files are
//! listed one after the other, each in the filter's order: the project and then its archives,
//! newest first; for ascending time in reverse. The reposts of an unfolded record follow it,
//! whichever file they are in. Output: records, those of an archive with its name in their
//! marks.

use std::sync::PoisonError;

use rusqlite::OptionalExtension;

use crate::store::records::reposts::across_files::{
    ForeignRows, count_elsewhere, position_rows, window,
};
use crate::store::{Archive, Counted, PictureTime, RecordFilter, RecordSort, Result, StoreReader};
use bowerbird_logic::model::{
    ChangeFilter, PagePictureFacts, RecordFact, RecordId, RecordVersion, StoredPagePicture,
    StoredRecord,
};

/// Maximum archives kept open, with their computed orders.
const KEPT: usize = 64;

/// Recently used archives, the latest first.
#[derive(Default)]
pub(crate) struct OpenArchives {
    kept: Vec<(String, StoreReader)>,
}

/// The number of records matching a filter, in the project and its archives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedAnywhere {
    /// In total.
    pub all: Counted,
    /// Of these, in archives.
    pub archived: u64,
    /// Names of archives that are no longer beside the project, or were replaced by another file:
    /// their records are left out.
    pub missing: Vec<String>,
}

impl From<Counted> for CountedAnywhere {
    fn from(all: Counted) -> Self {
        Self {
            all,
            ..Self::default()
        }
    }
}

/// A file with some of the records.
pub(crate) struct StorePart {
    /// Name of the archive; `None` for the project.
    archive: Option<String>,
    pub(crate) store: StoreReader,
    /// The filter for this file.
    pub(crate) filter: RecordFilter,
    /// Its rows, including its guests.
    pub(crate) counted: Counted,
    /// Reposts of its records that are in other files.
    pub(crate) guests: Vec<ForeignRows>,
}

impl StoreReader {
    /// [`Self::count_found`] over the project and its archives.
    ///
    /// # Errors
    /// From SQLite.
    pub fn count_found_anywhere(&self, filter: &RecordFilter) -> Result<CountedAnywhere> {
        let (parts, missing) = self.parts(filter)?;
        let mut counted = CountedAnywhere {
            missing,
            ..CountedAnywhere::default()
        };
        for part in &parts {
            counted.all.records += part.counted.records;
            counted.all.newest_only |= part.counted.newest_only;
            counted.archived += archived(&parts, part);
        }
        Ok(counted)
    }

    /// [`Self::records`] over the project and its archives.
    ///
    /// # Errors
    /// From SQLite.
    pub fn records_anywhere(
        &self,
        filter: &RecordFilter,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<StoredRecord>> {
        let (parts, _) = self.parts(filter)?;
        let (mut offset, mut found) = (offset, Vec::new());
        for (host, part) in parts.iter().enumerate() {
            let missing = limit.saturating_sub(found.len() as u64);
            if missing == 0 {
                break;
            }
            if offset >= part.counted.records {
                offset -= part.counted.records;
                continue;
            }
            // No more than were counted, so that the next file begins where the count ended.
            let wanted = missing.min(part.counted.records - offset);
            let rows = window(&parts, host, offset, wanted)?;
            offset = 0;
            for (place, mut record) in rows {
                record.marks.reposts += count_elsewhere(&parts, place, record.id)?;
                found.push(
                    match parts.get(place).and_then(|part| part.archive.as_ref()) {
                        Some(archive) => self.marked(record, archive)?,
                        None => record,
                    },
                );
            }
        }
        Ok(found)
    }

    /// [`Self::newest_first`] over the project and its archives.
    ///
    /// # Errors
    /// From SQLite.
    pub fn newest_first_anywhere(
        &self,
        filter: &RecordFilter,
        before: Option<RecordId>,
        limit: usize,
    ) -> Result<Vec<StoredRecord>> {
        let mut found = self.newest_first(filter, before, limit)?;
        for (archive, store) in self.opened(&mut Vec::new(), |archive| archive.concerns(filter))? {
            let own = self.filter_in(&archive, &store, filter)?;
            for record in store.newest_first(&own, before, limit)? {
                found.push(self.marked(record, &archive)?);
            }
        }
        // Of those with one number, the project's comes first.
        found.sort_by_key(|record| std::cmp::Reverse(record.id));
        found.dedup_by_key(|record| record.id);
        found.truncate(limit);
        Ok(found)
    }

    /// Returns a record by its number, from any file.
    ///
    /// # Errors
    /// From SQLite.
    pub fn record_anywhere(&self, record: RecordId) -> Result<Option<StoredRecord>> {
        if let Some(found) = self.record(record)? {
            return Ok(Some(found));
        }
        for (archive, store) in self.opened(&mut Vec::new(), |_| true)? {
            if let Some(found) = store.record(record)? {
                let shown = self.filter_in(&archive, &store, &RecordFilter::default())?;
                if shown
                    .part
                    .without
                    .is_some_and(|w| w.sites.contains(&found.site.0))
                {
                    continue;
                }
                return self.marked(found, &archive).map(Some);
            }
        }
        Ok(None)
    }

    /// [`Self::record_versions`] of a record in any file.
    ///
    /// # Errors
    /// From SQLite.
    pub fn record_versions_anywhere(&self, record: RecordId) -> Result<Vec<RecordVersion>> {
        if self.record(record)?.is_none() {
            for (_, store) in self.opened(&mut Vec::new(), |_| true)? {
                if store.record(record)?.is_some() {
                    return store.record_versions(record);
                }
            }
        }
        self.record_versions(record)
    }

    /// The newest [`Self::changes`] of a record in any file.
    ///
    /// # Errors
    /// From SQLite.
    pub fn record_changes_anywhere(
        &self,
        stored: &StoredRecord,
        limit: usize,
    ) -> Result<Vec<RecordFact>> {
        let Some(file) = self.file_of(stored)? else {
            return Ok(Vec::new());
        };
        let of_record = ChangeFilter {
            record: Some(stored.id),
            ..ChangeFilter::default()
        };
        let mut changes = file.changes(&of_record, None, limit)?;
        for change in &mut changes {
            // The site may have another name since.
            change.site_name.clone_from(&stored.site_name);
        }
        Ok(changes)
    }

    /// The picture of the page of a record of any file, as the record is now; `None` if there is none.
    ///
    /// # Errors
    /// From SQLite.
    pub fn page_picture_anywhere(
        &self,
        stored: &StoredRecord,
    ) -> Result<Option<StoredPagePicture>> {
        match self.file_of(stored)? {
            Some(file) => file.page_picture(stored.id, PictureTime::of(stored)),
            None => Ok(None),
        }
    }

    /// What is known of that picture, without its file.
    ///
    /// # Errors
    /// From SQLite.
    pub fn page_picture_facts_anywhere(
        &self,
        stored: &StoredRecord,
    ) -> Result<Option<PagePictureFacts>> {
        match self.file_of(stored)? {
            Some(file) => file.page_picture_facts(stored.id, PictureTime::of(stored)),
            None => Ok(None),
        }
    }

    /// The project, or the archive that has a record; `None` if that is not there.
    fn file_of(&self, stored: &StoredRecord) -> Result<Option<StoreReader>> {
        let archive = &stored.marks.archive;
        if archive.is_none() && self.has(stored)? {
            return Ok(Some(self.clone()));
        }
        for (file, store) in self.opened(&mut Vec::new(), |_| true)? {
            // Records of an export are not marked.
            let is_there = match archive {
                Some(archive) => *archive == file,
                None => store.has(stored)?,
            };
            if is_there {
                return Ok(Some(store));
            }
        }
        Ok(None)
    }

    /// Whether this file has a record.
    fn has(&self, stored: &StoredRecord) -> Result<bool> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached("SELECT 1 FROM record WHERE id = ?1 AND site = ?2")?
                .exists([stored.id.0, stored.site.0])?)
        })
    }

    /// The files that may contain matching records, in order, and the names of missing ones.
    fn parts(&self, filter: &RecordFilter) -> Result<(Vec<StorePart>, Vec<String>)> {
        let mut missing = Vec::new();
        let own = (None, self.clone());
        let archives = self.opened(&mut missing, |archive| archive.concerns(filter))?;
        let archives = archives
            .into_iter()
            .map(|(name, store)| (Some(name), store));
        let files: Vec<(Option<String>, StoreReader)> = if is_by_time_ascending(filter) {
            archives.chain([own]).collect()
        } else {
            [own].into_iter().chain(archives.rev()).collect()
        };
        let mut parts = Vec::with_capacity(files.len());
        for (archive, store) in files {
            let filter = match &archive {
                Some(file) => self.filter_in(file, &store, filter)?,
                None => filter.clone(),
            };
            parts.push(StorePart {
                counted: store.count_found(&filter)?,
                filter,
                archive,
                store,
                guests: Vec::new(),
            });
        }
        position_rows(&mut parts, filter)?;
        Ok((parts, missing))
    }

    /// Opens the `wanted` archives, oldest first. Adds the names of missing ones to `missing`.
    fn opened(
        &self,
        missing: &mut Vec<String>,
        wanted: impl Fn(&Archive) -> bool,
    ) -> Result<Vec<(String, StoreReader)>> {
        let archives = self.archives()?;
        let mut opened = Vec::with_capacity(archives.len());
        let mut open = self
            .inner
            .archives
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for archive in archives.into_iter().filter(wanted) {
            let place = open.kept.iter().position(|(name, _)| *name == archive.file);
            let known = place.map(|place| open.kept.remove(place).1);
            if !self.archive_path(&archive.file).is_ok_and(|p| p.exists()) {
                missing.push(archive.file);
                continue;
            }
            let store = match known {
                Some(store) => store,
                None => match self.archive_to_read(&archive.file) {
                    Some(store) => store,
                    None => {
                        missing.push(archive.file);
                        continue;
                    }
                },
            };
            open.kept.insert(0, (archive.file.clone(), store.clone()));
            open.kept.truncate(KEPT);
            opened.push((archive.file, store));
        }
        Ok(opened)
    }

    /// The record of an archive, with the current name of its site, and marked.
    fn marked(&self, mut record: StoredRecord, archive: &str) -> Result<StoredRecord> {
        let site = record.site.0;
        let name: Option<String> = self.read(|connection| {
            Ok(connection
                .prepare_cached("SELECT name FROM site WHERE id = ?1")?
                .query_row([site], |row| row.get(0))
                .optional()?)
        })?;
        if let Some(name) = name {
            record.site_name = name;
        }
        record.marks.archive = Some(archive.to_owned());
        Ok(record)
    }
}

/// The number of rows of `part` that are in archives.
fn archived(parts: &[StorePart], part: &StorePart) -> u64 {
    let is_archive = |place: &usize| parts.get(*place).is_some_and(|file| file.archive.is_some());
    let places = || part.guests.iter().flat_map(ForeignRows::places);
    let own = match part.archive {
        Some(_) => part.counted.records - places().count() as u64,
        None => 0,
    };
    own + places().filter(is_archive).count() as u64
}

/// Whether the oldest comes first.
fn is_by_time_ascending(filter: &RecordFilter) -> bool {
    matches!(&filter.sort, RecordSort::Column { name, descending: false }
             if matches!(name.as_str(), "date" | "fetched_at"))
}
