//! Records that come back from archives, because a person changes them. They are in the project, in one
//! transaction, before they leave the archive. If the process is killed between the two, they are in both
//! files, count once, and the next opening completes the move, as it does for one into an archive.

use std::sync::TryLockError;

use rusqlite::{Transaction, params};

use super::archiving::{MOVING, MOVING_RECORDS, attach};
use super::interrupted_moves::drop_moved;
use super::key_of;
use crate::store::error::TransactionError;
use crate::store::records::by_hand::{KeptRows, count_by_hand};
use crate::store::snapshots::pictures::copy_from_archive;
use crate::store::{Result, Store, StoreError};
use bowerbird_logic::model::RecordId;

/// Records that come back in one transaction.
const BATCH: usize = 500;

impl Store {
    /// Whether any of some records is not in the project, and may be in an archive.
    ///
    /// # Errors
    /// From SQLite.
    pub fn may_be_archived(&self, records: &[RecordId]) -> Result<bool> {
        if records.is_empty() || self.archives()?.is_empty() {
            return Ok(false);
        }
        Ok(!self.not_here(records)?.is_empty())
    }

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
            if self.archived_among(&file, records)?.is_empty() {
                continue;
            }
            let _alone = match self.inner.moves.try_lock() {
                Ok(alone) => alone,
                Err(TryLockError::Poisoned(alone)) => alone.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    let path = self.archive_path(&file)?;
                    return Err(StoreError::Locked { path });
                }
            };
            self.settle_move()?;
            let mut came = 0;
            let done = records.chunks(BATCH).try_for_each(|batch| {
                let there = self.archived_among(&file, batch)?;
                if there.is_empty() {
                    return Ok(());
                }
                came += self.copy_back(&file, there)?;
                self.leave_archive(&file)
            });
            // Where a step failed, the next move begins with the rest of this one.
            done?;
            self.end_move(&file)?;
            brought += came;
        }
        Ok(brought)
    }

    /// The records that are not in the project.
    fn not_here(&self, records: &[RecordId]) -> Result<Vec<i64>> {
        let ids: Vec<i64> = records.iter().map(|record| record.0).collect();
        let list = serde_json::to_string(&ids).unwrap_or_default();
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
    }

    /// The records that are in an archive and not in the project.
    fn archived_among(&self, file: &str, records: &[RecordId]) -> Result<Vec<i64>> {
        let missing = self.not_here(records)?;
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

    /// Copies records of an archive into the project; returns their number.
    pub(in crate::store) fn copy_back(&self, file: &str, ids: Vec<i64>) -> Result<u64> {
        let path = self.archive_path(file)?;
        let Some(mut archive) = self.own_archive(file)? else {
            return Err(StoreError::ReadOnly { path });
        };
        let file = file.to_owned();
        self.write(move |tx| {
            let other: Option<String> = super::moving(tx)?;
            if other.is_some_and(|other| other != file) {
                return Err(TransactionError::Known(StoreError::Locked { path }));
            }
            // The archive's file may be damaged, not the project's.
            let of_archive = |fault: TransactionError| TransactionError::Known(fault.about(&path));
            let there = archive.connection.transaction();
            let there = there.map_err(|error| of_archive(error.into()))?;
            let mut back = Vec::new();
            for id in ids {
                let row = row_of(&there, id).map_err(of_archive)?;
                let Some((url, kept)) = row else {
                    continue;
                };
                if put_back(tx, &there, (id, &url), &kept)? {
                    back.push(id);
                }
            }
            // From here on, until they have left the archive, readers leave out the ones there.
            for (name, value) in [
                (MOVING, file),
                (MOVING_RECORDS, serde_json::to_string(&back)?),
            ] {
                tx.prepare_cached("INSERT OR REPLACE INTO setting (name, value) VALUES (?1, ?2)")?
                    .execute(params![name, value])?;
            }
            Ok(back.len() as u64)
        })
    }

    /// Removes from an archive the batch that is in the project again.
    fn leave_archive(&self, file: &str) -> Result<()> {
        let path = self.archive_path(file)?;
        let Some(mut archive) = self.own_archive(file)? else {
            return Err(StoreError::ReadOnly { path });
        };
        attach(&archive.connection, &self.inner.path)
            .and_then(|()| drop_moved(&mut archive.connection))
            .map_err(|fault| fault.about(&path))
    }
}

/// The address and the rows of a record of an archive.
fn row_of(
    archive: &Transaction<'_>,
    id: i64,
) -> std::result::Result<Option<(String, KeptRows)>, TransactionError> {
    let Some(kept) = KeptRows::of(archive, id)? else {
        return Ok(None);
    };
    let url = archive.query_row("SELECT url FROM record WHERE id = ?1", [id], |row| {
        row.get(0)
    })?;
    Ok(Some((url, kept)))
}

/// Writes rows of an archive into the project; returns whether there is room for them.
fn put_back(
    tx: &Transaction<'_>,
    archive: &Transaction<'_>,
    (id, url): (i64, &str),
    kept: &KeptRows,
) -> std::result::Result<bool, TransactionError> {
    let site = kept.stored(id, url, String::new())?.site.0;
    let known = tx
        .prepare_cached("SELECT 1 FROM site WHERE id = ?1")?
        .exists([site])?;
    let taken = tx
        .prepare_cached("SELECT 1 FROM record WHERE id = ?1 OR (url = ?2 AND site = ?3)")?
        .exists(params![id, url, site])?;
    if !known || taken {
        return Ok(false);
    }
    // Before the rows that refer to them.
    copy_from_archive(tx, archive, id)?;
    kept.restore(tx, (id, url), None)?;
    tx.prepare_cached("DELETE FROM archived WHERE site = ?1 AND key = ?2")?
        .execute(params![site, key_of(url)])?;
    count_by_hand(tx, site, 1)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::archives::archiving::hanging;
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

    /// What belongs to the records of the project, row by row. Facts get new numbers when they move.
    fn rows_here(store: &Store) -> Vec<String> {
        let rows = store.read(|connection| {
            let mut tables: Vec<String> = hanging(connection)?
                .into_iter()
                .map(|(table, _)| table)
                .collect();
            tables.push("picture".to_owned());
            let mut rows = Vec::new();
            for table in tables {
                let mut statement = connection.prepare(&format!("SELECT * FROM {table}"))?;
                let names = statement.column_names();
                let is_new = |name: &str| table == "record_change" && name == "id";
                let kept: Vec<bool> = names.map(|name| !is_new(name)).collect();
                let mut found = statement.query([])?;
                while let Some(row) = found.next()? {
                    let columns = kept.iter().enumerate().filter(|(_, kept)| **kept);
                    let values = columns.map(|(place, _)| row.get(place));
                    let values: Vec<rusqlite::types::Value> =
                        values.collect::<rusqlite::Result<_>>()?;
                    rows.push(format!("{table} {values:?}"));
                }
            }
            rows.sort();
            Ok(rows)
        });
        rows.expect("read")
    }

    #[test]
    fn pictures_versions_and_changes_come_back_too() {
        let (_folder, store, site) = monthly(20);
        let ids = listed(&store);
        let records = ids.clone();
        store
            .write(move |tx| {
                for record in records.iter().filter(|record| record.0 % 2 == 0) {
                    // Two records of one page have one picture.
                    let hash = vec![u8::try_from(record.0 / 4).unwrap_or_default(); 32];
                    tx.execute(
                        "INSERT OR IGNORE INTO picture (hash, width, height, size, words, body)
                         VALUES (?1, 2, 1, 3, x'00', x'FFD8FF')",
                        [&hash],
                    )?;
                    tx.execute(
                        "INSERT INTO record_picture (record, taken_at, picture) VALUES (?1, 7, ?2)",
                        params![record.0, hash],
                    )?;
                    tx.execute(
                        "INSERT INTO record_version (record, number, fetched_at, replaced_at, content)
                         VALUES (?1, 1, 5, 9, x'00')",
                        [record.0],
                    )?;
                    tx.execute(
                        "INSERT INTO record_change (site, record, at, kind, field, before, after)
                         VALUES (?1, ?2, 9, 1, 'price', '1', '99')",
                        [site.0, record.0],
                    )?;
                }
                Ok(())
            })
            .expect("written");
        let before = rows_here(&store);
        for table in [
            "picture ",
            "record_picture ",
            "record_version ",
            "record_change ",
        ] {
            assert!(before.iter().any(|row| row.starts_with(table)), "{table}");
        }
        let archive = |store: &Store| {
            let until = at(15 * 30 * DAY);
            store.archive(until, Period::Year, &mut |_| true)
        };
        assert!(archive(&store).expect("moved") > 10);
        assert!(rows_here(&store).len() < before.len() / 2);
        assert!(store.bring_back(&ids).expect("back") > 10);
        assert_eq!(rows_here(&store), before);
        assert_eq!(store.archives().expect("archives"), []);
    }

    #[test]
    fn a_move_that_was_cut_off_is_completed_before_the_next_one() {
        let (_folder, store, _) = monthly(20);
        let before = all_records(&store);
        let ids = listed(&store);
        let archive = |store: &Store| {
            let until = at(15 * 30 * DAY);
            store.archive(until, Period::Month, &mut |_| true)
        };
        archive(&store).expect("moved");
        let of_file = |file: &str| {
            let mut ids = ids.iter().copied();
            let is_there = |id: &RecordId| {
                let found = store.record_anywhere(*id).expect("read").expect("there");
                found.marks.archive.as_deref() == Some(file)
            };
            ids.find(is_there).expect("one")
        };
        let archives = store.archives().expect("archives");
        let (file, other) = (&archives[0].file, &archives[1].file);
        let (first, second) = (of_file(file), of_file(other));
        // As if the archive could not be written any more at that moment.
        store.copy_back(file, vec![first.0]).expect("copied");
        assert_eq!(store.setting(MOVING).expect("read").as_ref(), Some(file));
        assert_eq!(store.bring_back(&[second]).expect("back"), 1);
        assert_eq!(store.setting(MOVING).expect("read"), None);
        assert_eq!(all_records(&store), before);
        let third = &archives[2].file;
        let copied = store.copy_back(third, vec![of_file(third).0]);
        assert_eq!(copied.expect("copied"), 1);
        assert_eq!(archive(&store).expect("moved again"), 3);
        assert_eq!(store.setting(MOVING).expect("read"), None);
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
