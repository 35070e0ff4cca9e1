//! Snapshots: answers as received, compressed, so that a changed rule can be rerun without fetching
//! and a block can be inspected. Input: answers. Credentials in headers are never stored.
//!
//! Below: packing, style sheets and images of stored pages, pictures that the browser took of them,
//! retention, and unpacking.

pub(super) mod packing;
pub(super) mod pictures;
pub(super) mod resources;
pub(super) mod retention;
pub(super) mod unpack;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::error::TransactionError;
use super::file::convert::{get_json, micros, signed};
use super::requests::validators;
use super::{Result, Snapshot, SnapshotMeta, StoreReader};
use bowerbird_logic::model::SiteId;
use packing::Packed;
use unpack::{MAX_UNPACKED, unpack};

impl StoreReader {
    /// The newest snapshot of a record's page (or of any address of a site): a page if there is
    /// one, else evidence. `url` may be the requested address or the last one of the redirects.
    ///
    /// # Errors
    /// From SQLite.
    pub fn snapshot(&self, site: SiteId, url: &str) -> Result<Option<Snapshot>> {
        self.newest(site, url, "evidence IN (0, 1)")
    }

    /// The stored good page of an address. `url` as in [`Self::snapshot`].
    ///
    /// # Errors
    /// From SQLite.
    pub fn newest_good(&self, site: SiteId, url: &str) -> Result<Option<Snapshot>> {
        self.newest(site, url, "evidence = 0")
    }

    /// The newest stored evidence of a block or fault at an address. `url` as in
    /// [`Self::snapshot`].
    ///
    /// # Errors
    /// From SQLite.
    pub fn kept_evidence(&self, site: SiteId, url: &str) -> Result<Option<Snapshot>> {
        self.newest(site, url, "evidence = 1")
    }

    /// The stored evidence of an address, or else its page. `url` as in [`Self::snapshot`].
    ///
    /// # Errors
    /// From SQLite.
    pub fn evidence_or_page(&self, site: SiteId, url: &str) -> Result<Option<Snapshot>> {
        match self.kept_evidence(site, url)? {
            Some(kept) => Ok(Some(kept)),
            None => self.snapshot(site, url),
        }
    }

    /// When the stored page of an address was fetched; `None` if there is none. `url` as in
    /// [`Self::snapshot`].
    ///
    /// # Errors
    /// From SQLite.
    pub fn kept_since(&self, site: SiteId, url: &str) -> Result<Option<Timestamp>> {
        let url = without_fragment(url).to_owned();
        self.read(|connection| {
            Ok(connection
                .prepare_cached(
                    "SELECT fetched_at FROM snapshot WHERE id IN (
                         SELECT id FROM snapshot INDEXED BY snapshot_by_url
                         WHERE site = ?1 AND url = ?2
                         UNION SELECT id FROM snapshot INDEXED BY snapshot_by_asked
                         WHERE site = ?1 AND asked = ?2) AND evidence = 0
                     ORDER BY fetched_at DESC LIMIT 1",
                )?
                .query_row(params![site.0, url], |row| {
                    super::file::convert::get_time(row, 0)
                })
                .optional()?)
        })
    }

    /// The stored page of an address as it was fetched last in a span of time; `None` where it was
    /// not kept. `url` as in [`Self::snapshot`].
    ///
    /// # Errors
    /// From SQLite.
    pub fn page_between(
        &self,
        site: SiteId,
        url: &str,
        (from, until): (Timestamp, Option<Timestamp>),
    ) -> Result<Option<Snapshot>> {
        let url = without_fragment(url).to_owned();
        let until = until.map(micros);
        self.read(|connection| {
            let found = connection
                .prepare_cached(&format!(
                    "SELECT meta, body FROM snapshot WHERE id IN (
                         SELECT id FROM snapshot INDEXED BY snapshot_by_url
                         WHERE site = ?1 AND url = ?2
                         UNION SELECT id FROM snapshot INDEXED BY snapshot_by_asked
                         WHERE site = ?1 AND asked = ?2) AND evidence IN (0, {EARLIER})
                       AND fetched_at >= ?3 AND (?4 IS NULL OR fetched_at < ?4)
                     ORDER BY fetched_at DESC, id DESC LIMIT 1"
                ))?
                .query_row(params![site.0, url, micros(from), until], |row| {
                    Ok((get_json::<SnapshotMeta>(row, 0)?, row.get::<_, Vec<u8>>(1)?))
                })
                .optional()?;
            Ok(found.map(unpacked).transpose()?)
        })
    }

    fn newest(&self, site: SiteId, url: &str, sort: &str) -> Result<Option<Snapshot>> {
        let url = without_fragment(url).to_owned();
        self.read(|connection| {
            let found = connection
                .prepare_cached(&format!(
                    "SELECT meta, body FROM snapshot WHERE id IN (
                         SELECT id FROM snapshot INDEXED BY snapshot_by_url
                         WHERE site = ?1 AND url = ?2
                         UNION SELECT id FROM snapshot INDEXED BY snapshot_by_asked
                         WHERE site = ?1 AND asked = ?2) AND {sort}
                     ORDER BY evidence, fetched_at DESC, id DESC LIMIT 1"
                ))?
                .query_row(params![site.0, url], |row| {
                    Ok((get_json::<SnapshotMeta>(row, 0)?, row.get::<_, Vec<u8>>(1)?))
                })
                .optional()?;
            Ok(found.map(unpacked).transpose()?)
        })
    }
}

/// The sort of a page as it was before a change, beside pages (0) and evidence (1): when there is no
/// room for all, these go first.
const EARLIER: i64 = 2;

/// Writes a snapshot; it replaces an earlier one of the same address and kind. With `changed` the
/// earlier page stays beside it: records have another version since.
pub(super) fn insert(
    tx: &Transaction<'_>,
    site: SiteId,
    packed: &Packed,
    changed: bool,
) -> std::result::Result<(), TransactionError> {
    if changed && !packed.evidence {
        keep_earlier(tx, site, &packed.asked)?;
    }
    // Without the hint SQLite scans all snapshots of the site, which costs more than everything
    // else in a run with thousands of pages.
    tx.prepare_cached(
        "DELETE FROM snapshot INDEXED BY snapshot_by_asked
         WHERE site = ?1 AND asked = ?2 AND evidence = ?3",
    )?
    .execute(params![site.0, packed.asked, packed.evidence])?;
    tx.prepare_cached(
        "INSERT INTO snapshot (site, asked, url, evidence, fetched_at, meta, size, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute(params![
        site.0,
        packed.asked,
        packed.url,
        packed.evidence,
        packed.fetched_at,
        packed.meta,
        signed(packed.body.len() as u64),
        packed.body,
    ])?;
    if let Some(known) = &packed.validators {
        validators::insert(tx, known, packed.fetched_at)?;
    }
    Ok(())
}

/// Keeps the page of an address as one from before a change. What a server said of it is not asked
/// about again.
fn keep_earlier(
    tx: &Transaction<'_>,
    site: SiteId,
    asked: &str,
) -> std::result::Result<(), TransactionError> {
    tx.prepare_cached(
        "DELETE FROM validator WHERE snapshot IN (
             SELECT id FROM snapshot INDEXED BY snapshot_by_asked
             WHERE site = ?1 AND asked = ?2 AND evidence = 0)",
    )?
    .execute(params![site.0, asked])?;
    tx.prepare_cached(&format!(
        "UPDATE snapshot INDEXED BY snapshot_by_asked SET evidence = {EARLIER}
         WHERE site = ?1 AND asked = ?2 AND evidence = 0"
    ))?
    .execute(params![site.0, asked])?;
    Ok(())
}

/// A numeric setting.
pub(super) fn number_setting(
    connection: &Connection,
    name: &str,
    default: i64,
) -> rusqlite::Result<i64> {
    let text: Option<String> = connection
        .query_row("SELECT value FROM setting WHERE name = ?1", [name], |row| {
            row.get(0)
        })
        .optional()?;
    Ok(text.and_then(|t| t.trim().parse().ok()).unwrap_or(default))
}

fn without_fragment(url: &str) -> &str {
    url.split_once('#').map_or(url, |(before, _)| before)
}

/// A stored answer from its head and its packed body.
pub(super) fn unpacked((meta, packed): (SnapshotMeta, Vec<u8>)) -> rusqlite::Result<Snapshot> {
    let body = unpack(&packed, MAX_UNPACKED).map_err(|e| super::file::convert::bad_column(1, e))?;
    Ok(Snapshot {
        meta,
        body,
        validators: None,
    })
}
