//! Reposts among the records. Input: texts to compare, marks by the window, by a later pass, by
//! the user. Output: clusters. Nothing here removes a record, and every mark can be undone.
//!
//! Below: reposts in other files, and data computed from texts for comparison.

pub(crate) mod across_files;
pub(crate) mod digests;
mod originals;
pub(crate) mod removed_reposts;
pub(crate) mod summaries;

use std::collections::{BTreeSet, HashMap};

use rusqlite::{OptionalExtension, Transaction, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::unsigned;
use crate::store::records::reposts::digests::stamp;
use crate::store::records::reposts::originals::settle_original;
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::{RecordId, SiteId};
use bowerbird_logic::text::{BANDS, RepostSettings};

/// The name of the setting.
const SETTING: &str = "reposts";
/// Bytes of a band.
const BAND_BYTES: usize = 4;
/// Maximum records of one band that are compared with each other, each with the lowest id.
const MAX_OF_BAND: usize = 64;

/// A record marked as a repost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repost {
    /// The later record.
    pub record: RecordId,
    /// The one it repeats.
    pub of: RecordId,
    /// Cosine of their texts.
    pub likeness: f64,
}

/// A record with the data for comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedRecord {
    /// Its site.
    pub site: SiteId,
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Its text.
    pub text: String,
    /// The record that it was found to repeat, unless the user decided that.
    pub repost_of: Option<RecordId>,
}

impl StoreReader {
    /// The settings for finding reposts in this project.
    ///
    /// # Errors
    /// From SQLite.
    pub fn repost_settings(&self) -> Result<RepostSettings> {
        let kept = self.setting(SETTING)?;
        Ok(kept
            .and_then(|json| serde_json::from_str::<RepostSettings>(&json).ok())
            .unwrap_or_default()
            .bounded())
    }

    /// The lowest settled record before `id` with the same content.
    ///
    /// # Errors
    /// From SQLite.
    pub fn same_content(&self, content: i64, before: RecordId) -> Result<Option<RecordId>> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached(
                    "SELECT id FROM record_digest WHERE content = ?1 AND id < ?2 ORDER BY id LIMIT 1",
                )?
                .query_row(params![content, before.0], |row| row.get(0).map(RecordId))
                .optional()?)
        })
    }

    /// The existing records, with their data for comparison.
    ///
    /// # Errors
    /// From SQLite.
    pub fn compared(&self, ids: &[i64]) -> Result<HashMap<i64, ComparedRecord>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT r.site, r.url, r.title, t.text,
                        CASE WHEN g.repost_by IN (1, 2) THEN g.repost_of END
                 FROM record r CROSS JOIN record_text t ON t.id = r.id
                 CROSS JOIN record_digest g ON g.id = r.id WHERE r.id = ?1",
            )?;
            let mut records = HashMap::with_capacity(ids.len());
            for id in ids {
                let record = statement.query_row([id], |row| {
                    Ok(ComparedRecord {
                        site: SiteId(row.get(0)?),
                        url: row.get(1)?,
                        title: row.get(2)?,
                        text: row.get(3)?,
                        repost_of: row.get::<_, Option<i64>>(4)?.map(RecordId),
                    })
                });
                if let Some(record) = record.optional()? {
                    records.insert(*id, record);
                }
            }
            Ok(records)
        })
    }

    /// The record at the beginning of the cluster of `record`: itself when it is not a repost.
    ///
    /// # Errors
    /// From SQLite.
    pub fn original_of(&self, record: RecordId) -> Result<RecordId> {
        self.read(|connection| {
            let of: Option<Option<i64>> = connection
                .prepare_cached("SELECT repost_of FROM record_digest WHERE id = ?1")?
                .query_row([record.0], |row| row.get(0))
                .optional()?;
            Ok(of.flatten().map_or(record, RecordId))
        })
    }

    /// The reposts of a record in the same file, lowest id first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn reposts_of(&self, record: RecordId) -> Result<Vec<Repost>> {
        self.reposts_where("repost_of = ?1 ORDER BY id", record.0)
    }

    /// The number of reposts of a record in the same file.
    ///
    /// # Errors
    /// From SQLite.
    pub(super) fn count_reposts_of(&self, record: RecordId) -> Result<u64> {
        self.read(|connection| {
            let count = connection
                .prepare_cached("SELECT count(*) FROM record_digest WHERE repost_of = ?1")?
                .query_row([record.0], |row| row.get(0))?;
            Ok(unsigned(count))
        })
    }

    /// The most recently marked reposts; at most `most`.
    ///
    /// # Errors
    /// From SQLite.
    pub fn latest_reposts(&self, most: u32) -> Result<Vec<Repost>> {
        self.reposts_where(
            "repost_of IS NOT NULL ORDER BY id DESC LIMIT ?1",
            i64::from(most),
        )
    }

    fn reposts_where(&self, which: &str, value: i64) -> Result<Vec<Repost>> {
        self.read(|connection| {
            let reposts = connection
                .prepare_cached(&format!(
                    "SELECT id, repost_of, coalesce(likeness, 1.0) FROM record_digest WHERE {which}"
                ))?
                .query_map([value], |row| {
                    Ok(Repost {
                        record: RecordId(row.get(0)?),
                        of: RecordId(row.get(1)?),
                        likeness: row.get(2)?,
                    })
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(reposts)
        })
    }

    /// The number of records marked as reposts.
    ///
    /// # Errors
    /// From SQLite.
    pub fn count_reposts(&self) -> Result<u64> {
        self.read(|connection| {
            let count = connection
                .prepare_cached("SELECT count(*) FROM record_digest WHERE repost_of IS NOT NULL")?
                .query_row([], |row| row.get(0))?;
            Ok(unsigned(count))
        })
    }

    /// Whether any record is marked as a repost; `by_pass`: by a later pass.
    ///
    /// # Errors
    /// From SQLite.
    pub fn has_reposts(&self, by_pass: bool) -> Result<bool> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached(
                    "SELECT 1 FROM record_digest
                     WHERE repost_of IS NOT NULL AND (repost_by = 2 OR NOT ?1) LIMIT 1",
                )?
                .exists([by_pass])?)
        })
    }

    /// Pairs of records anywhere in the project that share the band with this number and are not
    /// folded yet: the later one with the lowest one. Uses 12 bytes per record.
    ///
    /// # Errors
    /// From SQLite.
    pub fn pairs_of_band(&self, number: usize) -> Result<Vec<(i64, i64)>> {
        let place = number.min(BANDS - 1) * BAND_BYTES + 1;
        let mut banded: Vec<(u32, i64)> = self.read(|connection| {
            let banded = connection
                .prepare_cached(
                    "SELECT substr(bands, ?1, 4), id FROM record_digest
                     WHERE bands IS NOT NULL AND repost_of IS NULL AND repost_by <> 3",
                )?
                .query_map([i64::try_from(place).unwrap_or(1)], |row| {
                    let bytes: Vec<u8> = row.get(0)?;
                    let band = <[u8; BAND_BYTES]>::try_from(bytes).unwrap_or_default();
                    Ok((u32::from_le_bytes(band), row.get(1)?))
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(banded)
        })?;
        banded.sort_unstable();
        let groups = banded.chunk_by(|one, other| one.0 == other.0);
        let pairs = groups.filter(|group| group.len() > 1).flat_map(|group| {
            let first = group.first().map_or(0, |(_, id)| *id);
            let later = group.iter().skip(1).take(MAX_OF_BAND);
            later.map(move |(_, id)| (*id, first))
        });
        Ok(pairs.collect())
    }
}

impl Store {
    /// Stores the settings for finding reposts.
    ///
    /// # Errors
    /// From SQLite.
    pub fn set_repost_settings(&self, settings: RepostSettings) -> Result<()> {
        let json = serde_json::to_string(&settings.bounded()).unwrap_or_default();
        self.set_setting(SETTING, &json)
    }

    /// Marks records permanently as not being reposts.
    ///
    /// # Errors
    /// From SQLite.
    pub fn keep_apart(&self, records: Vec<RecordId>) -> Result<()> {
        self.write(move |tx| {
            for record in &records {
                tx.prepare_cached(
                    "UPDATE record_digest SET repost_of = NULL, likeness = NULL, repost_by = 3
                     WHERE id = ?1",
                )?
                .execute([record.0])?;
            }
            stamp(tx)
        })
    }

    /// Undoes marks made by the program: records that only share repeated text of their site.
    ///
    /// # Errors
    /// From SQLite.
    pub fn unfold(&self, records: Vec<RecordId>) -> Result<()> {
        self.write(move |tx| {
            for record in &records {
                tx.prepare_cached(
                    "UPDATE record_digest SET repost_of = NULL, likeness = NULL, repost_by = 0
                     WHERE id = ?1 AND repost_by IN (1, 2)",
                )?
                .execute([record.0])?;
            }
            stamp(tx)
        })
    }

    /// Marks the reposts found by a later pass, except for records that the user decided about;
    /// returns their number.
    ///
    /// # Errors
    /// From SQLite.
    pub fn fold(&self, reposts: Vec<Repost>) -> Result<u64> {
        self.write(move |tx| {
            let mut count = 0;
            for repost in &reposts {
                count += fold_one(tx, repost)?;
            }
            for of in heads(reposts.iter().map(|repost| repost.of)) {
                settle_original(tx, of)?;
            }
            stamp(tx)?;
            Ok(count)
        })
    }

    /// Undoes all marks of the later pass; returns their number.
    ///
    /// # Errors
    /// From SQLite.
    pub fn undo_pass(&self) -> Result<u64> {
        self.write(|tx| {
            let count = tx.execute(
                "UPDATE record_digest SET repost_of = NULL, likeness = NULL, repost_by = 0
                 WHERE repost_by = 2",
                [],
            )?;
            stamp(tx)?;
            Ok(count as u64)
        })
    }
}

/// Each of the records once.
pub(super) fn heads(of: impl Iterator<Item = RecordId>) -> BTreeSet<i64> {
    of.map(|of| of.0).collect()
}

fn fold_one(tx: &Transaction<'_>, repost: &Repost) -> std::result::Result<u64, TransactionError> {
    let changed = tx
        .prepare_cached(
            "UPDATE record_digest SET repost_of = ?2, likeness = ?3, repost_by = 2
             WHERE id = ?1 AND repost_of IS NULL AND repost_by <> 3
               AND (EXISTS (SELECT 1 FROM record WHERE id = ?2)
                    OR EXISTS (SELECT 1 FROM record_digest WHERE repost_of = ?2))",
        )?
        .execute(params![repost.record.0, repost.of.0, repost.likeness])?;
    if changed == 1 {
        // Its own reposts belong to the cluster that it joins.
        tx.prepare_cached("UPDATE record_digest SET repost_of = ?2 WHERE repost_of = ?1")?
            .execute(params![repost.record.0, repost.of.0])?;
    }
    Ok(changed as u64)
}
