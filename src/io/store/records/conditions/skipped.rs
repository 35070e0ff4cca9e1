//! The records that filters left out: a list with titles and addresses, back to a bound, and what a
//! person keeps of it after all. Input: records and requests that are left out. Output: the list;
//! records that are stored at once, or asked for by the next run.

use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::error::TransactionError;
use crate::store::file::convert::{bad_column, get_time};
use crate::store::file::counters::begin_change;
use crate::store::file::erasure::{is_erased, is_erased_address};
use crate::store::requests::prepared_record::{PreparedRecord, RecordPlace, keep_names};
use crate::store::snapshots::unpack::{MAX_UNPACKED, unpack};
use crate::store::types::NewRequest;
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    ListPosition, Record, RecordId, RequestId, RunId, SiteId, SkippedRecord,
};

/// The result of a step.
type Written<T> = std::result::Result<T, TransactionError>;

/// zstd's default level.
const LEVEL: i32 = 3;
/// The most records on the list.
const MAX_LISTED: i64 = 20_000;
/// The most of them whose content is kept.
const MAX_CONTENTS: i64 = 2_000;
/// How many older ones lose their content at a time.
const AT_A_TIME: i64 = 100;

/// What is known of something that is left out.
#[derive(Clone, Copy)]
pub(super) enum SkippedContent<'a> {
    /// The record, as its page has it.
    Record(&'a Record),
    /// The request that is saved.
    Request(&'a NewRequest),
}

/// Something that a filter leaves out.
pub(super) struct NewSkip<'a> {
    pub(super) site: SiteId,
    pub(super) condition: i64,
    pub(super) key: &'a str,
    /// The request of its page, if the page has nothing else.
    pub(super) request: Option<RequestId>,
    pub(super) url: &'a str,
    pub(super) title: &'a str,
    pub(super) at: i64,
    pub(super) content: SkippedContent<'a>,
}

/// What became of records that a person keeps after all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct KeptAfterAll {
    /// How many were stored at once.
    pub stored: u64,
    /// How many the next run of their site reads.
    pub awaited: u64,
    /// How many stay on the list, because their address is that of another record: one that is stored,
    /// archived, deleted by a person or erased.
    pub refused: u64,
}

impl KeptAfterAll {
    /// The outcome in words.
    pub fn outcome(&self) -> Message {
        let kept = Message::new("filter-kept")
            .with("stored", self.stored)
            .with("awaited", self.awaited);
        match self.refused {
            0 => kept,
            refused => Message::new("filter-kept-partly")
                .with("kept", kept)
                .with("refused", refused),
        }
    }
}

/// What became of one of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Restored {
    Stored,
    Awaited,
    Refused,
}

impl StoreReader {
    /// The records that filters left out, newest first: of one filter, of one site, or all.
    ///
    /// # Errors
    /// From SQLite.
    pub fn skipped_records(
        &self,
        condition: Option<i64>,
        site: Option<SiteId>,
        limit: usize,
    ) -> Result<Vec<SkippedRecord>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.read(|connection| {
            let skipped = connection
                .prepare_cached(
                    "SELECT k.id, k.condition, k.site, s.name, k.title, k.url, k.at, k.was_read,
                            k.is_kept
                     FROM skipped_record k JOIN site s ON s.id = k.site
                     WHERE (?1 IS NULL OR k.condition = ?1) AND (?2 IS NULL OR k.site = ?2)
                     ORDER BY k.id DESC LIMIT ?3",
                )?
                .query_map(
                    params![condition, site.map(|site| site.0), limit],
                    skipped_of,
                )?
                .collect::<rusqlite::Result<_>>()?;
            Ok(skipped)
        })
    }

    /// Whether a filter left out the record of an address, and nobody keeps it.
    ///
    /// # Errors
    /// From SQLite.
    pub fn is_skipped_record(&self, site: SiteId, url: &str) -> Result<bool> {
        self.read(|connection| Ok(is_skipped(connection, site, url)?))
    }
}

impl Store {
    /// Keeps records that filters left out, in one transaction: one whose content is known is stored
    /// at once, any other is read by the next run of its site. No filter leaves it out again.
    ///
    /// # Errors
    /// From SQLite; then nothing changes.
    pub fn keep_skipped(&self, skipped: Vec<i64>) -> Result<KeptAfterAll> {
        self.write(move |tx| {
            begin_change(tx)?;
            let mut kept = KeptAfterAll::default();
            for id in &skipped {
                match restore(tx, *id)? {
                    Some(Restored::Stored) => kept.stored += 1,
                    Some(Restored::Awaited) => kept.awaited += 1,
                    Some(Restored::Refused) => kept.refused += 1,
                    None => {}
                }
            }
            Ok(kept)
        })
    }
}

/// Notes that something is left out; returns whether that is new. Of what was erased on request nothing
/// is noted.
pub(super) fn note_skip(tx: &Transaction<'_>, skip: &NewSkip<'_>) -> Written<bool> {
    let is_erased = match skip.content {
        SkippedContent::Record(record) => is_erased(tx, skip.site, (record, Some(skip.key)))?,
        SkippedContent::Request(request) => is_erased_address(tx, skip.site, &request.url)?,
    };
    if is_erased {
        return Ok(false);
    }
    let is_new = tx
        .prepare_cached(
            "INSERT OR IGNORE INTO condition_skip (condition, address) VALUES (?1, ?2)",
        )?
        .execute(params![skip.condition, digest(skip.key)])?
        > 0;
    let was_read = matches!(skip.content, SkippedContent::Record(_));
    let listed: Option<(Option<i64>, bool, bool)> = tx
        .prepare_cached(
            "SELECT condition, was_read, is_settled FROM skipped_record WHERE site = ?1 AND key = ?2",
        )?
        .query_row(params![skip.site.0, skip.key], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    if listed == Some((Some(skip.condition), was_read, true)) {
        return Ok(is_new);
    }
    let content = match skip.content {
        SkippedContent::Record(record) => packed(record)?,
        SkippedContent::Request(request) => packed(request)?,
    };
    tx.prepare_cached(
        "INSERT INTO skipped_record (site, key, condition, request, url, title, at, was_read, content)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (site, key) DO UPDATE SET
             condition = excluded.condition, request = coalesce(excluded.request, request),
             title = excluded.title, was_read = excluded.was_read, content = excluded.content,
             is_settled = 1",
    )?
    .execute(params![
        skip.site.0,
        skip.key,
        skip.condition,
        skip.request.map(|request| request.0),
        skip.url,
        skip.title,
        skip.at,
        was_read,
        content,
    ])?;
    if listed.is_none() {
        prune(tx, tx.last_insert_rowid())?;
    }
    Ok(is_new)
}

/// Notes that filters have changed: what they left out unread is looked at again, where lists still
/// name it.
pub(super) fn unsettle(tx: &Transaction<'_>) -> Written<()> {
    tx.prepare_cached(
        "UPDATE skipped_record SET is_settled = 0
         WHERE was_read = 0 AND is_kept = 0 AND is_settled = 1",
    )?
    .execute([])?;
    Ok(())
}

/// Whether a person keeps a record, known by its key or by the request of its page.
pub(super) fn is_kept(
    tx: &Transaction<'_>,
    site: SiteId,
    (key, request): (&str, RequestId),
) -> Written<bool> {
    Ok(tx
        .prepare_cached(
            "SELECT 1 FROM skipped_record
             WHERE site = ?1 AND (key = ?2 OR request = ?3) AND is_kept > 0",
        )?
        .exists(params![site.0, key, request.0])?)
}

/// Whether a person keeps what is behind an address that a list names.
pub(super) fn is_kept_request(tx: &Transaction<'_>, site: SiteId, url: &str) -> Written<bool> {
    Ok(tx
        .prepare_cached(
            "SELECT 1 FROM skipped_record WHERE site = ?1 AND key = ?2 AND is_kept > 0",
        )?
        .exists(params![site.0, url])?)
}

/// Whether a filter left out the record of an address, and nobody keeps it.
fn is_skipped(
    connection: &rusqlite::Connection,
    site: SiteId,
    url: &str,
) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(
            "SELECT 1 FROM skipped_record WHERE site = ?1 AND url = ?2 AND is_kept = 0",
        )?
        .exists(params![site.0, url])
}

/// Keeps one; `None` if it is not on the list. One that cannot be stored stays there with its content.
fn restore(tx: &Transaction<'_>, id: i64) -> Written<Option<Restored>> {
    type Found = (i64, String, Option<Vec<u8>>, bool, i64);
    let found: Option<Found> = tx
        .prepare_cached(
            "SELECT site, key, content, was_read, at FROM skipped_record WHERE id = ?1",
        )?
        .query_row([id], |row| {
            Ok((
                row.get(0)?,
                row.get(1)?,
                row.get(2)?,
                row.get(3)?,
                row.get(4)?,
            ))
        })
        .optional()?;
    let Some((site, key, content, was_read, at)) = found else {
        return Ok(None);
    };
    let Some(content) = content.filter(|_| was_read) else {
        tx.prepare_cached("UPDATE skipped_record SET is_kept = 1 WHERE id = ?1 AND is_kept = 0")?
            .execute([id])?;
        return Ok(Some(Restored::Awaited));
    };
    let record: Record = unpacked(&content)?;
    let names: Vec<String> = record.fields.iter().map(|(name, _)| name.clone()).collect();
    let site = SiteId(site);
    let run: i64 = tx
        .prepare_cached("SELECT coalesce(max(id), 0) FROM run WHERE site = ?1")?
        .query_row([site.0], |row| row.get(0))?;
    let place = RecordPlace {
        site,
        run: RunId(run),
        found_in: RunId(run),
        position: ListPosition::default(),
        part: 0,
        fetched_at: at,
        proxy: None,
    };
    let url = record.url.clone();
    let prepared = PreparedRecord::new(record)?;
    if !prepared.insert(tx, &place)? {
        return Ok(Some(Restored::Refused));
    }
    let RecordId(stored) = prepared.id_at(tx, site)?;
    if key != url {
        tx.prepare_cached(
            "INSERT OR IGNORE INTO record_presence (record, site, key) VALUES (?1, ?2, ?3)",
        )?
        .execute(params![stored, site.0, key])?;
    }
    tx.prepare_cached(
        "UPDATE site SET records = records + 1, alterations = alterations + 1 WHERE id = ?1",
    )?
    .execute([site.0])?;
    keep_names(tx, site, &names)?;
    tx.prepare_cached("DELETE FROM skipped_record WHERE id = ?1")?
        .execute([id])?;
    Ok(Some(Restored::Stored))
}

/// Bounds the list, and the contents on it; `last` is the newest row.
fn prune(tx: &Transaction<'_>, last: i64) -> Written<()> {
    tx.prepare_cached("DELETE FROM skipped_record WHERE id <= ?1 AND is_kept = 0")?
        .execute([last - MAX_LISTED])?;
    let oldest = last - MAX_CONTENTS;
    tx.prepare_cached(
        "UPDATE skipped_record SET content = NULL
         WHERE id BETWEEN ?1 AND ?2 AND was_read AND content IS NOT NULL",
    )?
    .execute([oldest - AT_A_TIME, oldest])?;
    Ok(())
}

/// The record in the packed content of a skipped one; `None` for a saved request.
pub(in crate::store) fn skipped_content(content: &[u8]) -> Option<Record> {
    unpacked(content).ok()
}

fn packed(content: &impl Serialize) -> Written<Vec<u8>> {
    let json = serde_json::to_vec(content)?;
    let packed = zstd::stream::encode_all(json.as_slice(), LEVEL)
        .map_err(|e| rusqlite::Error::ToSqlConversionFailure(Box::new(e)))?;
    Ok(packed)
}

fn unpacked<T: DeserializeOwned>(packed: &[u8]) -> Written<T> {
    let json = unpack(packed, MAX_UNPACKED).map_err(|e| bad_column(0, e))?;
    Ok(serde_json::from_slice(&json).map_err(|e| bad_column(0, e))?)
}

fn skipped_of(row: &Row<'_>) -> rusqlite::Result<SkippedRecord> {
    Ok(SkippedRecord {
        id: row.get(0)?,
        condition: row.get(1)?,
        site: SiteId(row.get(2)?),
        site_name: row.get(3)?,
        title: row.get(4)?,
        url: row.get(5)?,
        at: get_time(row, 6)?,
        was_read: row.get(7)?,
        is_kept: row.get::<_, i64>(8)? > 0,
    })
}

/// FNV-1a of a text, as the number of a row: it is stored, so it must stay the same.
fn digest(text: &str) -> i64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    i64::from_ne_bytes(hash.to_ne_bytes())
}
