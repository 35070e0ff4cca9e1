//! Validators for revalidating stored answers (RFC 9110 §8.8, RFC 9111 §4.3). Input: validators
//! of good answers. Output: the validators for a request, and the answer itself when it still
//! holds. A validator is stored and removed with the snapshot of its answer.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{get_json, get_opt_time, get_time, micros};
use crate::store::snapshots::unpacked;
use crate::store::{Result, Snapshot, SnapshotMeta, StoreReader, Validators};
use bowerbird_logic::model::SiteId;

/// A stored answer that can be revalidated.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptAnswer {
    /// Row of its snapshot.
    pub snapshot: i64,
    /// The address that answered, without fragment: the last one of the redirects.
    pub url: String,
    /// Its validators.
    pub validators: Validators,
    /// When the site last confirmed it.
    pub checked_at: Timestamp,
}

/// A stored answer that still holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// Row of its snapshot.
    pub snapshot: i64,
    /// Until when it is fresh.
    pub fresh_until: Option<Timestamp>,
    /// When the site confirmed it; `None` when it was not asked.
    pub checked_at: Option<Timestamp>,
}

impl StoreReader {
    /// The stored good answer to `asked` (without fragment) that was sent to `visitor`, if it has
    /// validators.
    ///
    /// # Errors
    /// From SQLite.
    pub fn kept_answer(
        &self,
        site: SiteId,
        asked: &str,
        visitor: i64,
    ) -> Result<Option<KeptAnswer>> {
        self.read(|connection| {
            let kept = connection
                .prepare_cached(
                    "SELECT snapshot.id, url, etag, last_modified, fresh_until, checked_at
                     FROM snapshot INDEXED BY snapshot_by_asked
                     JOIN validator ON validator.snapshot = snapshot.id
                     WHERE site = ?1 AND asked = ?2 AND evidence = 0 AND visitor = ?3
                     ORDER BY fetched_at DESC LIMIT 1",
                )?
                .query_row(params![site.0, asked, visitor], |row| {
                    Ok(KeptAnswer {
                        snapshot: row.get(0)?,
                        url: row.get(1)?,
                        validators: Validators {
                            etag: row.get(2)?,
                            last_modified: row.get(3)?,
                            visitor,
                            fresh_until: get_opt_time(row, 4)?,
                        },
                        checked_at: get_time(row, 5)?,
                    })
                })
                .optional()?;
            Ok(kept)
        })
    }

    /// The answer itself; `None` when it was removed meanwhile.
    ///
    /// # Errors
    /// From SQLite.
    pub fn kept_body(&self, snapshot: i64) -> Result<Option<Snapshot>> {
        self.read(|connection| {
            let found = connection
                .prepare_cached("SELECT meta, body FROM snapshot WHERE id = ?1")?
                .query_row([snapshot], |row| {
                    Ok((get_json::<SnapshotMeta>(row, 0)?, row.get::<_, Vec<u8>>(1)?))
                })
                .optional()?;
            Ok(found.map(unpacked).transpose()?)
        })
    }
}

/// Stores the validators of the most recently written snapshot.
pub(crate) fn insert(
    tx: &Transaction<'_>,
    validators: &Validators,
    checked_at: i64,
) -> std::result::Result<(), TransactionError> {
    let snapshot = tx.last_insert_rowid();
    tx.prepare_cached(
        "INSERT OR REPLACE INTO validator
                (snapshot, etag, last_modified, visitor, fresh_until, checked_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![
        snapshot,
        validators.etag,
        validators.last_modified,
        validators.visitor,
        validators.fresh_until.map(micros),
        checked_at,
    ])?;
    Ok(())
}

/// Records that a stored answer still holds.
pub(super) fn confirm(
    tx: &Transaction<'_>,
    confirmed: &Confirmed,
) -> std::result::Result<(), TransactionError> {
    // The site was not asked: the stored time stays.
    let Some(checked_at) = confirmed.checked_at else {
        return Ok(());
    };
    tx.prepare_cached(
        "UPDATE validator SET fresh_until = ?2, checked_at = ?3 WHERE snapshot = ?1",
    )?
    .execute(params![
        confirmed.snapshot,
        confirmed.fresh_until.map(micros),
        micros(checked_at),
    ])?;
    Ok(())
}
