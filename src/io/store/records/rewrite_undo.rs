//! Undoes the rewriting of stored records by a rule (see [`super::rewrite`]). Input: each record
//! before and after rewriting, in the same transaction. Output: the original records. A record
//! changed again since stays unchanged and is counted; what a person wrote is no such change, and stays.

use blake2::digest::consts::U16;
use blake2::{Blake2b, Digest};
use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};

use super::by_hand::{as_page_says, has_hand_values};
use super::marks_of_removed_records::KeptMarks;
use super::{COLUMNS, JOINS, record_of};
use crate::store::error::TransactionError;
use crate::store::file::convert::{get_time, micros, signed, to_json, unsigned};
use crate::store::requests::prepared_record::{PreparedRecord, RecordPlace};
use crate::store::snapshots::unpack::{MAX_UNPACKED, unpack};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::{ListPosition, Record, RecordId, RunId, SiteId};

/// zstd's default level.
const LEVEL: i32 = 3;
/// Records restored per transaction.
const BATCH: u32 = 200;

/// What can be undone for a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undoable {
    /// When the records were rewritten.
    pub at: Timestamp,
    /// How many records.
    pub records: u64,
}

/// The result of an undo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RevertedRecords {
    /// Number of restored records.
    pub records: u64,
    /// Number of records that were changed or removed since, and stay so.
    pub left: u64,
}

/// The place of a removed record.
#[derive(Serialize, Deserialize)]
struct RemovedRecordPlace {
    run: RunId,
    found_in: RunId,
    position: ListPosition,
    part: i64,
    fetched_at: i64,
    /// The proxy it came through; missing in entries of earlier versions.
    #[serde(default)]
    proxy: Option<String>,
    #[serde(default)]
    marks: KeptMarks,
}

/// An entry of the journal.
struct JournalEntry {
    record: RecordId,
    before: Option<Vec<u8>>,
    place: Option<String>,
    after: Option<Vec<u8>>,
}

impl StoreReader {
    /// What can be undone in the site's records; `None` if nothing was rewritten.
    ///
    /// # Errors
    /// From SQLite.
    pub fn undoable_rewriting(&self, site: SiteId) -> Result<Option<Undoable>> {
        self.read(|connection| {
            let found = connection
                .prepare_cached(
                    "SELECT at, (SELECT count(*) FROM rewritten WHERE rewritten.site = ?1)
                     FROM rewriting WHERE site = ?1",
                )?
                .query_row([site.0], |row| {
                    Ok(Undoable {
                        at: get_time(row, 0)?,
                        records: unsigned(row.get(1)?),
                    })
                })
                .optional()?;
            Ok(found.filter(|undoable| undoable.records > 0))
        })
    }
}

impl Store {
    /// Begins a journal of rewriting at a site. The first entry deletes the earlier journal, unless
    /// that rewriting was interrupted: then both are undone together.
    ///
    /// # Errors
    /// From SQLite.
    pub fn begin_rewriting(&self, site: SiteId, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            tx.prepare_cached(
                "INSERT INTO rewriting VALUES (?1, ?2, ?2, 0) ON CONFLICT (site)
                 DO UPDATE SET begun = ?2, state = CASE state WHEN 0 THEN 0 ELSE 2 END",
            )?
            .execute(params![site.0, micros(now)])?;
            Ok(())
        })
    }

    /// Records that all pages of the site were processed again.
    ///
    /// # Errors
    /// From SQLite.
    pub fn end_rewriting(&self, site: SiteId) -> Result<()> {
        self.write(move |tx| {
            tx.prepare_cached("UPDATE rewriting SET state = 1 WHERE site = ?1")?
                .execute([site.0])?;
            Ok(())
        })
    }

    /// Undoes the rewriting at a site. Removed records return under new ids, with their tags and
    /// notes.
    ///
    /// # Errors
    /// From SQLite; what was undone before stays undone, and the rest can be undone later.
    pub fn revert_rewriting(&self, site: SiteId) -> Result<RevertedRecords> {
        let mut done = RevertedRecords::default();
        loop {
            let (batch, more) = self.write(move |tx| revert_batch(tx, site))?;
            done.records += batch.records;
            done.left += batch.left;
            if !more {
                return Ok(done);
            }
        }
    }
}

fn forget(tx: &Transaction<'_>, site: SiteId) -> rusqlite::Result<()> {
    for table in ["rewritten", "rewritten_request", "rewriting"] {
        tx.prepare_cached(&format!("DELETE FROM {table} WHERE site = ?1"))?
            .execute([site.0])?;
    }
    Ok(())
}

/// Whether the site has an active journal. From here on, an earlier rewriting cannot be undone.
pub(super) fn is_noted(tx: &Transaction<'_>, site: SiteId) -> rusqlite::Result<bool> {
    let state: Option<i64> = tx
        .prepare_cached("SELECT state FROM rewriting WHERE site = ?1")?
        .query_row([site.0], |row| row.get(0))
        .optional()?;
    if state == Some(2) {
        for table in ["rewritten", "rewritten_request"] {
            tx.prepare_cached(&format!("DELETE FROM {table} WHERE site = ?1"))?
                .execute([site.0])?;
        }
        tx.prepare_cached("UPDATE rewriting SET at = begun, state = 0 WHERE site = ?1")?
            .execute([site.0])?;
    }
    Ok(matches!(state, Some(0 | 2)))
}

/// Saves the list fields of an address before they are replaced.
pub(super) fn note_request(
    tx: &Transaction<'_>,
    site: SiteId,
    url: &str,
) -> std::result::Result<(), TransactionError> {
    tx.prepare_cached(
        "INSERT OR IGNORE INTO rewritten_request
         SELECT site, url, fields FROM request WHERE site = ?1 AND url = ?2",
    )?
    .execute(params![site.0, url])?;
    Ok(())
}

/// Saves a record that is about to be changed or removed. The first saved version is kept.
pub(super) fn note_before(
    tx: &Transaction<'_>,
    site: SiteId,
    id: RecordId,
    goes: bool,
) -> std::result::Result<(), TransactionError> {
    let Some(record) = stored(tx, site, id)? else {
        return Ok(());
    };
    let before = packed(&record)?;
    let place = match goes {
        true => Some(to_json(&belonged(tx, id)?)?),
        false => None,
    };
    tx.prepare_cached(
        "INSERT INTO rewritten (site, record, before, place) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (site, record) DO UPDATE SET place = excluded.place, after = NULL",
    )?
    .execute(params![site.0, id.0, before, place])?;
    Ok(())
}

/// Saves the replacement.
pub(super) fn note_after(
    tx: &Transaction<'_>,
    site: SiteId,
    id: RecordId,
) -> std::result::Result<(), TransactionError> {
    let Some(record) = stored(tx, site, id)? else {
        return Ok(());
    };
    tx.prepare_cached(
        "INSERT INTO rewritten (site, record, after) VALUES (?1, ?2, ?3)
         ON CONFLICT (site, record) DO UPDATE SET after = excluded.after",
    )?
    .execute(params![site.0, id.0, hash(&record)?])?;
    Ok(())
}

/// Undoes a batch; returns whether there is more.
fn revert_batch(
    tx: &Transaction<'_>,
    site: SiteId,
) -> std::result::Result<(RevertedRecords, bool), TransactionError> {
    let noted = tx
        .prepare_cached(
            "SELECT record, before, place, after FROM rewritten WHERE site = ?1
             ORDER BY record LIMIT ?2",
        )?
        .query_map(params![site.0, BATCH], |row| {
            Ok(JournalEntry {
                record: RecordId(row.get(0)?),
                before: row.get(1)?,
                place: row.get(2)?,
                after: row.get(3)?,
            })
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let (mut done, mut growth) = (RevertedRecords::default(), 0);
    crate::store::file::counters::begin_change(tx)?;
    for one in &noted {
        match revert_record(tx, site, one)? {
            Some(grown) => {
                done.records += 1;
                growth += grown;
            }
            None => done.left += 1,
        }
        tx.prepare_cached("DELETE FROM rewritten WHERE site = ?1 AND record = ?2")?
            .execute(params![site.0, one.record.0])?;
    }
    if done.records > 0 {
        tx.prepare_cached(
            "UPDATE site SET records = max(0, records + ?2), alterations = alterations + 1
             WHERE id = ?1",
        )?
        .execute(params![site.0, growth])?;
    }
    let more = noted.len() as u64 == u64::from(BATCH);
    if !more {
        tx.prepare_cached(
            "UPDATE request SET fields = old.fields FROM rewritten_request AS old
             WHERE old.site = ?1 AND request.site = ?1 AND request.url = old.url",
        )?
        .execute([site.0])?;
        forget(tx, site)?;
    }
    Ok((done, more))
}

/// Undoes one entry; returns by how many records the site grew, or `None` if it was changed since.
fn revert_record(
    tx: &Transaction<'_>,
    site: SiteId,
    noted: &JournalEntry,
) -> std::result::Result<Option<i64>, TransactionError> {
    let now = match stored(tx, site, noted.record)? {
        Some(record) => Some(hash(&record)?),
        None => None,
    };
    if now != noted.after {
        return Ok(None);
    }
    match (&noted.before, &noted.place) {
        // What a person wrote meanwhile stays.
        (None, _) if has_hand_values(tx, noted.record)? => Ok(None),
        (None, _) => {
            tx.prepare_cached("DELETE FROM record_search WHERE rowid = ?1")?
                .execute([noted.record.0])?;
            let gone = tx
                .prepare_cached("DELETE FROM record WHERE id = ?1 AND site = ?2")?
                .execute(params![noted.record.0, site.0])?;
            Ok(Some(-signed(gone as u64)))
        }
        (Some(before), Some(place)) if now.is_none() => {
            let belonged: RemovedRecordPlace = serde_json::from_str(place)?;
            let place = RecordPlace {
                site,
                run: belonged.run,
                found_in: belonged.found_in,
                position: belonged.position,
                part: belonged.part,
                fetched_at: belonged.fetched_at,
                proxy: belonged.proxy.as_deref(),
            };
            let record = PreparedRecord::new(unpacked(before)?)?;
            if !record.insert(tx, &place)? {
                return Ok(None);
            }
            belonged.marks.restore_to(tx, record.id_at(tx, site)?)?;
            Ok(Some(1))
        }
        (Some(before), _) => {
            let restored = PreparedRecord::new(unpacked(before)?)?;
            Ok(restored.replace(tx, site, noted.record)?.then_some(0))
        }
    }
}

/// A record as its page says it.
fn stored(
    tx: &Transaction<'_>,
    site: SiteId,
    id: RecordId,
) -> std::result::Result<Option<Record>, TransactionError> {
    let record = tx
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM record r {JOINS} WHERE r.id = ?1 AND r.site = ?2"
        ))?
        .query_row(params![id.0, site.0], record_of)
        .optional()?;
    let Some(mut record) = record else {
        return Ok(None);
    };
    as_page_says(tx, &mut record)?;
    Ok(Some(record.record))
}

fn belonged(tx: &Transaction<'_>, id: RecordId) -> rusqlite::Result<RemovedRecordPlace> {
    let marks = KeptMarks::of(tx, id)?;
    tx.prepare_cached(
        "SELECT run, found_in, page, item, part, fetched_at, proxy
         FROM record LEFT JOIN record_proxy USING (id) WHERE id = ?1",
    )?
    .query_row([id.0], |row| {
        Ok(RemovedRecordPlace {
            run: RunId(row.get(0)?),
            found_in: RunId(row.get(1)?),
            position: ListPosition {
                page: row.get(2)?,
                item: row.get(3)?,
            },
            part: row.get(4)?,
            fetched_at: row.get(5)?,
            proxy: row.get(6)?,
            marks,
        })
    })
}

fn packed(record: &Record) -> std::result::Result<Vec<u8>, TransactionError> {
    let json = serde_json::to_vec(record)?;
    let packed = zstd::stream::encode_all(json.as_slice(), LEVEL)
        .map_err(|e| rusqlite::Error::ToSqlConversionFailure(Box::new(e)))?;
    Ok(packed)
}

fn unpacked(packed: &[u8]) -> std::result::Result<Record, TransactionError> {
    let json =
        unpack(packed, MAX_UNPACKED).map_err(|e| crate::store::file::convert::bad_column(1, e))?;
    Ok(serde_json::from_slice(&json)?)
}

/// A hash of the content, for comparison.
fn hash(record: &Record) -> std::result::Result<Vec<u8>, TransactionError> {
    Ok(Blake2b::<U16>::digest(serde_json::to_vec(record)?).to_vec())
}
