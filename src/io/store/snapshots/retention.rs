//! How long pages are kept and how much of a site, with the usual values; and reading all of them
//! for other programs.

use jiff::Timestamp;
use rusqlite::{Transaction, params};

use super::unpack::{MAX_UNPACKED, unpack};
use super::{number_setting, pictures};
use crate::store::error::TransactionError;
use crate::store::file::convert::{bad_column, get_json, micros, signed, unsigned};
use crate::store::records::by_hand::drop_old_content;
use crate::store::{Result, Snapshot, SnapshotMeta, Store, StoreReader};
use bowerbird_logic::model::SiteId;

/// Setting: maximum compressed bytes of snapshots per site.
const SETTING_BYTES: &str = "snapshots.max_bytes_per_site";
/// The usual value of that setting.
const DEFAULT_BYTES: i64 = 512 * 1024 * 1024;
/// Setting: maximum age of a snapshot in days.
const SETTING_DAYS: &str = "snapshots.max_age_days";
/// The usual value of that setting.
const DEFAULT_DAYS: i64 = 90;
const MICROS_A_DAY: i64 = 86_400_000_000;

/// How long stored pages are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Retention {
    /// Maximum age in days.
    pub days: u64,
    /// Maximum compressed bytes per site; the oldest are removed first.
    pub bytes_per_site: u64,
    /// Maximum bytes of the pictures of pages in the whole project, the oldest are removed first;
    /// `None`: all are kept.
    pub picture_bytes: Option<u64>,
}

/// Removes snapshots that are too old, and as old contents of deleted records; then those from before a change, evidence and pages, each
/// oldest first, until the site is within its limit.
pub(in crate::store) fn prune(
    tx: &Transaction<'_>,
    site: SiteId,
    now: Timestamp,
) -> std::result::Result<(), TransactionError> {
    let days = number_setting(tx, SETTING_DAYS, DEFAULT_DAYS)?;
    let oldest = micros(now).saturating_sub(days.saturating_mul(MICROS_A_DAY));
    tx.execute(
        "DELETE FROM snapshot WHERE site = ?1 AND fetched_at < ?2",
        params![site.0, oldest],
    )?;
    drop_old_content(tx, site, oldest)?;
    pictures::drop_of_deleted(tx, site, oldest)?;
    pictures::prune(tx)?;
    let bytes = number_setting(tx, SETTING_BYTES, DEFAULT_BYTES)?;
    tx.execute(
        "DELETE FROM snapshot WHERE id IN (
             SELECT id FROM (
                 SELECT id, sum(size) OVER (ORDER BY evidence, fetched_at DESC, id DESC) AS so_far
                 FROM snapshot WHERE site = ?1)
             WHERE so_far > ?2)",
        params![site.0, bytes],
    )?;
    Ok(())
}

/// The space used by stored pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct SnapshotCounts {
    /// Number of pages, including evidence.
    pub pages: u64,
    /// Bytes, compressed.
    pub bytes: u64,
    /// Number of pictures of pages.
    pub pictures: u64,
    /// Their bytes.
    pub picture_bytes: u64,
}

impl StoreReader {
    /// The retention of stored pages.
    ///
    /// # Errors
    /// From SQLite.
    pub fn retention(&self) -> Result<Retention> {
        self.read(|connection| {
            Ok(Retention {
                days: unsigned(number_setting(connection, SETTING_DAYS, DEFAULT_DAYS)?),
                bytes_per_site: unsigned(number_setting(connection, SETTING_BYTES, DEFAULT_BYTES)?),
                picture_bytes: pictures::limit(connection)?,
            })
        })
    }

    /// The space used by stored pages.
    ///
    /// # Errors
    /// From SQLite.
    pub fn snapshot_counts(&self) -> Result<SnapshotCounts> {
        self.read(|connection| {
            Ok(connection.query_row(
                "SELECT count(*), coalesce(sum(size), 0),
                        (SELECT count(*) FROM picture),
                        (SELECT coalesce(sum(size), 0) FROM picture) FROM snapshot",
                [],
                |row| {
                    Ok(SnapshotCounts {
                        pages: unsigned(row.get(0)?),
                        bytes: unsigned(row.get(1)?),
                        pictures: unsigned(row.get(2)?),
                        picture_bytes: unsigned(row.get(3)?),
                    })
                },
            )?)
        })
    }

    /// The number of pages of `site`, or of all sites, kept as evidence of a refusal; such a page is
    /// truncated.
    ///
    /// # Errors
    /// From SQLite.
    pub fn evidence_pages(&self, site: Option<SiteId>) -> Result<u64> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT count(*) FROM snapshot WHERE evidence = 1 AND (?1 IS NULL OR site = ?1)",
            )?;
            let count: i64 = statement.query_row([site.map(|site| site.0)], |row| row.get(0))?;
            Ok(u64::try_from(count).unwrap_or_default())
        })
    }

    /// Passes every stored page of `site`, or of all sites, to `each`, in the order they were
    /// stored; evidence is truncated and therefore left out. Ends early when `each` returns false.
    ///
    /// # Errors
    /// From SQLite.
    pub fn each_snapshot(
        &self,
        site: Option<SiteId>,
        each: &mut dyn FnMut(i64, Snapshot) -> bool,
    ) -> Result<()> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, meta, body FROM snapshot
                 WHERE evidence = 0 AND (?1 IS NULL OR site = ?1) ORDER BY id",
            )?;
            let mut rows = statement.query([site.map(|site| site.0)])?;
            while let Some(row) = rows.next()? {
                let meta: SnapshotMeta = get_json(row, 1)?;
                let packed: Vec<u8> = row.get(2)?;
                let body = unpack(&packed, MAX_UNPACKED).map_err(|e| bad_column(2, e))?;
                let snapshot = Snapshot {
                    meta,
                    body,
                    validators: None,
                };
                if !each(row.get(0)?, snapshot) {
                    break;
                }
            }
            Ok(())
        })
    }
}

impl Store {
    /// Sets the retention of stored pages, and immediately removes those beyond it.
    ///
    /// # Errors
    /// From SQLite.
    pub fn set_retention(&self, retention: Retention, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            for (name, value) in [
                (SETTING_DAYS, retention.days),
                (SETTING_BYTES, retention.bytes_per_site),
            ] {
                tx.execute(
                    "INSERT OR REPLACE INTO setting (name, value) VALUES (?1, ?2)",
                    params![name, signed(value).to_string()],
                )?;
            }
            match retention.picture_bytes {
                Some(most) => tx.execute(
                    "INSERT OR REPLACE INTO setting (name, value) VALUES (?1, ?2)",
                    params![pictures::SETTING_BYTES, signed(most).to_string()],
                )?,
                None => tx.execute(
                    "DELETE FROM setting WHERE name = ?1",
                    [pictures::SETTING_BYTES],
                )?,
            };
            let sites: Vec<i64> = tx
                .prepare("SELECT id FROM site")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            for site in sites {
                prune(tx, SiteId(site), now)?;
            }
            Ok(())
        })
    }
}
