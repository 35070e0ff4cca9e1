//! Records that come back from archives, because a person changes them. They are in the project, in one
//! transaction, before they leave the archive. If the process is killed between the two, they are in both
//! files, count once, and the next opening completes the move, as it does for one into an archive.

use rusqlite::{Transaction, params};

use super::archiving::{MOVING, MOVING_RECORDS, attach};
use super::interrupted_moves::drop_doubled;
use super::key_of;
use crate::store::error::TransactionError;
use crate::store::records::by_hand::{KeptRows, count_by_hand};
use crate::store::{Result, Store, StoreError};
use bowerbird_logic::model::RecordId;

/// Records that come back in one transaction.
const BATCH: usize = 500;

impl Store {
    /// Brings those of some records that are in archives back into the project, with all that belongs
    /// to them; returns their number.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`] for an archive that cannot be written; [`StoreError::Locked`] while
    /// records are moved into one; from SQLite. What came back before stays.
    pub fn bring_back(&self, records: &[RecordId]) -> Result<u64> {
        let mut brought = 0;
        for archive in self.archives()? {
            let file = archive.file;
            for batch in records.chunks(BATCH) {
                let there = self.archived_among(&file, batch)?;
                if there.is_empty() {
                    continue;
                }
                let ids = there.clone();
                self.copy_back(&file, there)?;
                self.leave_archive(&file)?;
                brought += ids.len() as u64;
            }
        }
        Ok(brought)
    }

    /// The records that are in an archive and not in the project.
    fn archived_among(&self, file: &str, records: &[RecordId]) -> Result<Vec<i64>> {
        let ids: Vec<i64> = records.iter().map(|record| record.0).collect();
        let list = serde_json::to_string(&ids).unwrap_or_default();
        let here = |list: String| -> Result<Vec<i64>> {
            self.read(|connection| {
                let ids = connection
                    .prepare_cached(
                        "SELECT j.value FROM json_each(?1) j
                         WHERE NOT EXISTS (SELECT 1 FROM record WHERE id = j.value)",
                    )?
                    .query_map([list], |row| row.get(0))?
                    .collect::<rusqlite::Result<_>>()?;
                Ok(ids)
            })
        };
        let missing = here(list)?;
        if missing.is_empty() {
            return Ok(missing);
        }
        let Some(archive) = self.archive_to_read(file) else {
            return Ok(Vec::new());
        };
        let list = serde_json::to_string(&missing).unwrap_or_default();
        archive.read(|connection| {
            let ids = connection
                .prepare_cached(
                    "SELECT id FROM record WHERE id IN (SELECT value FROM json_each(?1))",
                )?
                .query_map([list], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(ids)
        })
    }

    /// Copies records of an archive into the project.
    pub(in crate::store) fn copy_back(&self, file: &str, ids: Vec<i64>) -> Result<()> {
        let path = self.archive_path(file)?;
        if self.setting(MOVING)?.is_some() {
            return Err(StoreError::Locked { path });
        }
        let Some(mut archive) = self.own_archive(file)? else {
            return Err(StoreError::ReadOnly { path });
        };
        let read = || -> std::result::Result<Vec<(i64, String, KeptRows)>, TransactionError> {
            let tx = archive.connection.transaction()?;
            let mut rows = Vec::new();
            for id in ids {
                let Some(kept) = KeptRows::of(&tx, id)? else {
                    continue;
                };
                let url = tx.query_row("SELECT url FROM record WHERE id = ?1", [id], |row| {
                    row.get(0)
                })?;
                rows.push((id, url, kept));
            }
            Ok(rows)
        };
        let rows = read().map_err(|fault| fault.about(&path))?;
        let file = file.to_owned();
        self.write(move |tx| put_back(tx, &file, &rows))
    }

    /// Removes from an archive what is in the project again.
    fn leave_archive(&self, file: &str) -> Result<()> {
        let path = self.archive_path(file)?;
        let Some(mut archive) = self.own_archive(file)? else {
            return Err(StoreError::ReadOnly { path });
        };
        attach(&archive.connection, &self.inner.path)
            .and_then(|()| drop_doubled(&mut archive.connection))
            .map_err(|fault| fault.about(&path))?;
        drop(archive);
        self.end_archive(file)
    }
}

/// Writes rows of an archive into the project. From here on, until they have left the archive, readers
/// leave out the ones there.
fn put_back(
    tx: &Transaction<'_>,
    file: &str,
    rows: &[(i64, String, KeptRows)],
) -> std::result::Result<(), TransactionError> {
    let mut back = Vec::new();
    for (id, url, kept) in rows {
        let stored = kept.stored(*id, url, String::new())?;
        let site = stored.site.0;
        let known = tx
            .prepare_cached("SELECT 1 FROM site WHERE id = ?1")?
            .exists([site])?;
        let taken = tx
            .prepare_cached("SELECT 1 FROM record WHERE id = ?1 OR (url = ?2 AND site = ?3)")?
            .exists(params![id, url, site])?;
        if !known || taken {
            continue;
        }
        kept.restore(tx, (*id, url), None)?;
        tx.prepare_cached("DELETE FROM archived WHERE site = ?1 AND key = ?2")?
            .execute(params![site, key_of(url)])?;
        count_by_hand(tx, site, 1)?;
        back.push(*id);
    }
    for (name, value) in [
        (MOVING, file.to_owned()),
        (MOVING_RECORDS, serde_json::to_string(&back)?),
    ] {
        tx.prepare_cached("INSERT OR REPLACE INTO setting (name, value) VALUES (?1, ?2)")?
            .execute(params![name, value])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::archives::{listed, monthly, search};
    use crate::store::tests::*;
    use crate::store::{Period, RecordFilter};

    const DAY: i64 = 86_400;

    /// The titles and numbers of all records, wherever they are.
    fn all_records(store: &Store) -> Vec<(String, i64, Vec<String>)> {
        let mut found = Vec::new();
        store
            .each_record_anywhere(&RecordFilter::default(), &mut |record| {
                found.push((record.record.title, record.id.0, record.marks.tags));
                true
            })
            .expect("read");
        found.sort();
        found
    }

    #[test]
    fn archived_records_come_back_with_all_that_belongs_to_them() {
        let (_folder, store, site) = monthly(20);
        let ids = listed(&store);
        store.set_tag(ids.clone(), "kept", true).expect("tagged");
        let before = all_records(&store);
        store
            .archive(at(15 * 30 * DAY), Period::Year, &mut |_| true)
            .expect("moved");
        let wanted: Vec<RecordId> = ids.iter().copied().filter(|id| id.0 % 3 == 0).collect();
        let there = |store: &Store| {
            let inside = wanted.iter().filter(|id| {
                let found = store.record_anywhere(**id).expect("read").expect("there");
                found.marks.archive.is_some()
            });
            inside.count() as u64
        };
        let archived = there(&store);
        assert!(archived > 2, "{archived}");
        assert_eq!(store.bring_back(&wanted).expect("back"), archived);
        assert_eq!(
            (there(&store), store.bring_back(&wanted).expect("again")),
            (0, 0)
        );
        assert_eq!(all_records(&store), before);
        let counted = store
            .count_found_anywhere(&RecordFilter::default())
            .expect("counted");
        assert_eq!(counted.all.records, 20);
        let found = store.count_found(&search("天气")).expect("searched");
        let own = store.site(site).expect("read").expect("a site").records;
        assert_eq!(found.records, own, "they are in the index again");
        // They can be changed, and archived again.
        assert_eq!(
            store
                .delete_records(wanted.clone(), at(0))
                .expect("deleted"),
            wanted.len() as u64
        );
        store.restore_records(wanted).expect("restored");
        store
            .archive(at(15 * 30 * DAY), Period::Year, &mut |_| true)
            .expect("moved again");
        assert_eq!(all_records(&store), before);
    }

    #[test]
    fn a_return_that_was_cut_off_loses_and_doubles_nothing() {
        let (folder, store, _) = monthly(20);
        let before = all_records(&store);
        let ids = listed(&store);
        store
            .archive(at(15 * 30 * DAY), Period::Year, &mut |_| true)
            .expect("moved");
        let file = store.archives().expect("archives").remove(0).file;
        let mut inside = ids.iter().map(|id| id.0).filter(|id| {
            let found = store.record_anywhere(RecordId(*id)).expect("read");
            found.expect("there").marks.archive.as_ref() == Some(&file)
        });
        let first = inside.next().expect("one");
        drop(inside);
        // As if killed once it is in the project, and before it has left the archive.
        store.copy_back(&file, vec![first]).expect("copied");
        let counted = |store: &Store| {
            let counted = store.count_found_anywhere(&RecordFilter::default());
            counted.expect("counted").all.records
        };
        assert_eq!((all_records(&store), counted(&store)), (before.clone(), 20));
        let served = store.newest_first_anywhere(&RecordFilter::default(), None, 99);
        assert_eq!(served.expect("read").len(), 20);
        drop(store);
        let store = Store::open(&folder.path().join("old.bower")).expect("opened");
        assert_eq!((all_records(&store), counted(&store)), (before, 20));
        let found = store.record_anywhere(RecordId(first)).expect("read");
        assert_eq!(found.expect("there").marks.archive, None);
        let archive = store.archive_to_read(&file).expect("an archive");
        assert!(archive.record(RecordId(first)).expect("read").is_none());
        assert!(store.setting("archive.moving").expect("read").is_none());
    }
}
