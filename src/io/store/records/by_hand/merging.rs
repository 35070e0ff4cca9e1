//! Records that a person merges into one, or moves to another site. Input: which. Output: the same
//! values in another place, and what undoes it. A merged record and the old place of a moved one stay
//! known as deleted, so that no run collects them again.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::{Transaction, params};

use super::deletion::{count, delete, restore};
use super::edits::edit_record;
use super::kept_rows::KeptRows;
use crate::store::error::TransactionError;
use crate::store::file::convert::micros;
use crate::store::file::counters::{begin_change, next_record};
use crate::store::requests::prepared_record::keep_names;
use crate::store::{Result, Store};
use bowerbird_logic::model::{MergeUndo, MovedRecord, RecordId, SiteId, ValueEdit};

/// The result of a step.
type Written<T> = std::result::Result<T, TransactionError>;

impl Store {
    /// Merges records: writes `edits` into `kept`, gives it the tags of the `others`, and deletes
    /// these, all in one transaction. `None` if one of them is gone or archived.
    ///
    /// # Errors
    /// From SQLite; then nothing is changed.
    pub fn merge_records(
        &self,
        kept: RecordId,
        others: Vec<RecordId>,
        edits: Vec<ValueEdit>,
        now: Timestamp,
    ) -> Result<Option<MergeUndo>> {
        self.write(move |tx| {
            for record in others.iter().chain([&kept]) {
                if !exists(tx, *record)? {
                    return Ok(None);
                }
            }
            begin_change(tx)?;
            let mut undo = MergeUndo {
                kept,
                ..MergeUndo::default()
            };
            let edits: Vec<&ValueEdit> = edits.iter().filter(|edit| edit.record == kept).collect();
            edit_record(tx, kept, &edits, micros(now), &mut undo.edits)?;
            for other in others {
                let tags: Vec<String> = tx
                    .prepare_cached(
                        "SELECT tag FROM record_tag WHERE id = ?1
                         AND tag NOT IN (SELECT tag FROM record_tag WHERE id = ?2)",
                    )?
                    .query_map([other.0, kept.0], |row| row.get(0))?
                    .collect::<rusqlite::Result<_>>()?;
                for tag in &tags {
                    tx.prepare_cached("INSERT INTO record_tag (tag, id) VALUES (?1, ?2)")?
                        .execute(params![tag, kept.0])?;
                }
                undo.tags.extend(tags);
                if delete(tx, other.0, micros(now))? {
                    undo.others.push(other);
                }
            }
            Ok(Some(undo))
        })
    }

    /// Undoes a merge: the merged records are there again, and the values are what they were.
    ///
    /// # Errors
    /// From SQLite; then the merge stands.
    pub fn undo_merge(&self, undo: MergeUndo, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            begin_change(tx)?;
            for other in &undo.others {
                restore(tx, other.0)?;
            }
            for tag in &undo.tags {
                tx.prepare_cached("DELETE FROM record_tag WHERE tag = ?1 AND id = ?2")?
                    .execute(params![tag, undo.kept.0])?;
            }
            let edits: Vec<&ValueEdit> = undo.edits.iter().collect();
            edit_record(tx, undo.kept, &edits, micros(now), &mut Vec::new())
        })
    }

    /// Moves records to another site with all that is beside them, in one transaction; each gets a
    /// new number. Those whose address the site has, archived ones, and those that are there already
    /// are left out.
    ///
    /// # Errors
    /// From SQLite; then none is moved.
    pub fn move_records(
        &self,
        records: Vec<RecordId>,
        to: SiteId,
        now: Timestamp,
    ) -> Result<Vec<MovedRecord>> {
        self.write(move |tx| {
            begin_change(tx)?;
            let mut moved = Vec::new();
            let mut names = BTreeMap::<String, ()>::new();
            for from in records {
                moved.extend(move_record(tx, from, to, micros(now), &mut names)?);
            }
            let names: Vec<String> = names.into_keys().collect();
            keep_names(tx, to, &names)?;
            Ok(moved)
        })
    }

    /// Moves records back to where they were, as they were.
    ///
    /// # Errors
    /// From SQLite; then they stay.
    pub fn undo_move(&self, moved: Vec<MovedRecord>, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            begin_change(tx)?;
            for moved in &moved {
                if delete(tx, moved.now.0, micros(now))? {
                    // What was deleted there before stays so.
                    tx.prepare_cached("DELETE FROM deleted_record WHERE id = ?1 AND NOT ?2")?
                        .execute(params![moved.now.0, moved.was_deleted_there])?;
                    restore(tx, moved.from.0)?;
                }
            }
            Ok(())
        })
    }
}

fn exists(tx: &Transaction<'_>, record: RecordId) -> Written<bool> {
    Ok(tx
        .prepare_cached("SELECT 1 FROM record WHERE id = ?1")?
        .exists([record.0])?)
}

fn move_record(
    tx: &Transaction<'_>,
    from: RecordId,
    to: SiteId,
    now: i64,
    names: &mut BTreeMap<String, ()>,
) -> Written<Option<MovedRecord>> {
    let Some(rows) = KeptRows::of(tx, from.0)? else {
        return Ok(None);
    };
    let (site, url): (i64, String) = tx
        .prepare_cached("SELECT site, url FROM record WHERE id = ?1")?
        .query_row([from.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let taken = tx
        .prepare_cached("SELECT 1 FROM record WHERE url = ?1 AND site = ?2")?
        .exists(params![url, to.0])?;
    // What cannot be kept could not be moved back.
    if taken || site == to.0 || rows.pack()?.is_none() || !delete(tx, from.0, now)? {
        return Ok(None);
    }
    let stored = rows.stored(from.0, &url, String::new())?;
    names.extend(stored.record.fields.into_iter().map(|(name, _)| (name, ())));
    let id = next_record(tx)?;
    // Exports of what is new have not written it.
    let change = tx
        .prepare_cached("SELECT last FROM counter WHERE name = 'change'")?
        .query_row([], |row| row.get(0))?;
    rows.of_site(to).restore(tx, (id, &url), Some(change))?;
    // What was deleted there before is wanted again.
    let removed = tx
        .prepare_cached("DELETE FROM deleted_record WHERE site = ?1 AND url = ?2")?
        .execute(params![to.0, url])?;
    count(tx, to.0, 1)?;
    Ok(Some(MovedRecord {
        from,
        now: RecordId(id),
        was_deleted_there: removed > 0,
    }))
}
