//! Data computed from the texts of records after they are stored: search terms of older projects,
//! signatures, languages, doubts, reposts. Input: unsettled records. Output: their rows of
//! `record_digest`, one transaction per batch, so that interrupted work continues.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};

use super::heads;
use super::originals::settle_original;
use crate::store::error::TransactionError;
use crate::store::file::convert::{get_time, unsigned};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::{RecordId, SiteId};
use bowerbird_logic::text::bands_from_bytes;

/// Maximum bytes of text per batch; a single record may be larger.
const BATCH_BYTES: usize = 4_000_000;

/// A record whose text is to be examined.
#[derive(Clone, Debug)]
pub struct RecordToDigest {
    /// Its id.
    pub id: RecordId,
    /// Its site.
    pub site: SiteId,
    /// Its address.
    pub url: String,
    /// When it was fetched.
    pub fetched_at: Timestamp,
    /// Its title.
    pub title: String,
    /// Its date as extracted.
    pub date: String,
    /// Its text.
    pub text: String,
    /// Whether the user decided about reposts for it.
    pub decided: bool,
}

/// The data computed from a text.
#[derive(Clone, Debug, Default)]
pub struct Digest {
    /// The record.
    pub id: RecordId,
    /// Hash of the content.
    pub content: Option<i64>,
    /// Bands of the signature, as bytes.
    pub bands: Vec<u8>,
    /// Language (ISO 639-1); empty when unknown.
    pub language: String,
    /// Doubts as bits.
    pub doubts: i64,
    /// The record that it repeats, with the cosine.
    pub repost: Option<(RecordId, f64)>,
    /// Whether the user decided about reposts; then that stays.
    pub decided: bool,
}

/// The remaining work of the text pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextsLeft {
    /// Number of records that the search does not find yet.
    pub unindexed: u64,
    /// Number of records whose reposts and doubts are not known yet.
    pub unsettled: u64,
}

/// A record of the window: id, time in microseconds, bands.
pub type RecordBands = (i64, i64, Vec<u32>);

impl StoreReader {
    /// The remaining work on texts.
    ///
    /// # Errors
    /// From SQLite.
    pub fn texts_left(&self) -> Result<TextsLeft> {
        self.read(|connection| {
            let count = |column: &str| -> rusqlite::Result<u64> {
                let sql = format!("SELECT count(*) FROM record_digest WHERE {column} = 1");
                let count = connection
                    .prepare_cached(&sql)?
                    .query_row([], |row| row.get(0))?;
                Ok(unsigned(count))
            };
            Ok(TextsLeft {
                unindexed: count("unindexed")?,
                unsettled: count("unsettled")?,
            })
        })
    }

    /// The next unsettled records, lowest id first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn unsettled(&self, most: usize) -> Result<Vec<RecordToDigest>> {
        self.undigested("unsettled = 1 ORDER BY g.id", most)
    }

    fn undigested(&self, which: &str, most: usize) -> Result<Vec<RecordToDigest>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT g.id, r.site, r.fetched_at, r.title, r.date, t.text, g.repost_by = 3, r.url
                 FROM record_digest g CROSS JOIN record r ON r.id = g.id
                 CROSS JOIN record_text t ON t.id = g.id WHERE g.{which}"
            ))?;
            let mut rows = statement.query([])?;
            let mut records = Vec::new();
            let mut bytes = 0;
            while records.len() < most && bytes < BATCH_BYTES {
                let Some(row) = rows.next()? else { break };
                let text: String = row.get(5)?;
                bytes += text.len();
                records.push(RecordToDigest {
                    id: RecordId(row.get(0)?),
                    site: SiteId(row.get(1)?),
                    fetched_at: get_time(row, 2)?,
                    title: row.get(3)?,
                    date: row.get(4)?,
                    text,
                    decided: row.get(6)?,
                    url: row.get(7)?,
                });
            }
            Ok(records)
        })
    }

    /// The bands of the last `most` settled records between two ids, lowest id first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn bands_between(
        &self,
        after: RecordId,
        id: RecordId,
        most: usize,
    ) -> Result<Vec<RecordBands>> {
        self.read(|connection| {
            let mut banded: Vec<RecordBands> = connection
                .prepare_cached(
                    "SELECT g.id, r.fetched_at, g.bands
                     FROM record_digest g CROSS JOIN record r ON r.id = g.id
                     WHERE g.id < ?1 AND g.id > ?3 AND g.unsettled = 0
                     ORDER BY g.id DESC LIMIT ?2",
                )?
                .query_map(
                    params![id.0, i64::try_from(most).unwrap_or(i64::MAX), after.0],
                    |row| {
                        let bands: Option<Vec<u8>> = row.get(2)?;
                        Ok((
                            row.get(0)?,
                            row.get(1)?,
                            bands_from_bytes(&bands.unwrap_or_default()),
                        ))
                    },
                )?
                .collect::<rusqlite::Result<_>>()?;
            banded.reverse();
            Ok(banded)
        })
    }
}

impl Store {
    /// Stores the data computed from texts.
    ///
    /// # Errors
    /// From SQLite.
    pub fn settle(&self, digests: Vec<Digest>) -> Result<()> {
        self.write(move |tx| {
            for digest in &digests {
                write(tx, digest)?;
            }
            let of = digests.iter().filter_map(|digest| digest.repost);
            for of in heads(of.map(|(of, _)| of)) {
                settle_original(tx, of)?;
            }
            stamp(tx)
        })
    }

    /// Marks all records of a site as unsettled, such as after a change of its limits.
    ///
    /// # Errors
    /// From SQLite.
    pub fn unsettle_site(&self, site: SiteId) -> Result<()> {
        self.write(move |tx| unsettle(tx, site))
    }
}

pub(crate) fn unsettle(
    tx: &Transaction<'_>,
    site: SiteId,
) -> std::result::Result<(), TransactionError> {
    tx.execute(
        "UPDATE record_digest SET unsettled = 1
         WHERE id IN (SELECT id FROM record WHERE site = ?1)",
        [site.0],
    )?;
    Ok(())
}

/// Records that data beside the records changed.
pub(crate) fn stamp(tx: &Transaction<'_>) -> std::result::Result<(), TransactionError> {
    tx.prepare_cached("UPDATE text_stamp SET stamp = stamp + 1")?
        .execute([])?;
    Ok(())
}

fn write(tx: &Transaction<'_>, digest: &Digest) -> std::result::Result<(), TransactionError> {
    let known: Option<(Option<i64>, Option<i64>, i64)> = tx
        .prepare_cached("SELECT content, repost_of, repost_by FROM record_digest WHERE id = ?1")?
        .query_row([digest.id.0], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    tx.prepare_cached(
        "UPDATE record_digest SET unsettled = 0, content = ?2, bands = ?3, language = ?4, doubts = ?5
         WHERE id = ?1",
    )?
    .execute(params![
        digest.id.0,
        digest.content,
        (!digest.bands.is_empty()).then_some(&digest.bands),
        digest.language,
        digest.doubts,
    ])?;
    // One that was published before its original arrived later: it is not found among those before.
    let is_known = known.is_some_and(|(content, of, by)| {
        by != 0 && content == digest.content && of.is_some_and(|of| of > digest.id.0)
    });
    if digest.decided || digest.repost.is_none() && is_known {
        return Ok(());
    }
    tx.prepare_cached(
        // The repeated record may have been removed meanwhile; one that is not here but has other
        // reposts is in an archive.
        "UPDATE record_digest
         SET repost_of = CASE WHEN EXISTS (SELECT 1 FROM record WHERE id = ?2)
                 OR EXISTS (SELECT 1 FROM record_digest WHERE repost_of = ?2) THEN ?2 END,
             likeness = ?3,
             repost_by = CASE WHEN ?2 IS NULL THEN 0 ELSE 1 END
         WHERE id = ?1 AND repost_by <> 3",
    )?
    .execute(params![
        digest.id.0,
        digest.repost.map(|(of, _)| of.0),
        digest.repost.map(|(_, likeness)| likeness),
    ])?;
    if let Some((of, _)) = digest.repost {
        // Its reposts belong to the cluster that it joins.
        tx.prepare_cached("UPDATE record_digest SET repost_of = ?2 WHERE repost_of = ?1")?
            .execute(params![digest.id.0, of.0])?;
    }
    Ok(())
}
