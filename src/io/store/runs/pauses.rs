//! Pauses of sites that do not run: another end of their last run.

use rusqlite::{OptionalExtension, Transaction, params};

use crate::store::error::TransactionError;
use crate::store::{Result, Store};
use bowerbird_logic::model::{RunEnd, SiteId};

/// Ends after which the next run continues.
pub(super) const RESUMABLE: [RunEnd; 5] = [
    RunEnd::Limited,
    RunEnd::Stopped,
    RunEnd::Blocked,
    RunEnd::Paused,
    RunEnd::Interrupted,
];

impl Store {
    /// Marks a site that does not run as paused, if its last run left requests queued. Returns
    /// whether it did.
    ///
    /// # Errors
    /// From SQLite.
    pub fn pause_idle(&self, site: SiteId) -> Result<bool> {
        self.write(move |tx| pause_idle(tx, site))
    }

    /// Undoes [`Self::pause_idle`]: the next run continues. Returns whether the site was paused.
    ///
    /// # Errors
    /// From SQLite.
    pub fn unpause_idle(&self, site: SiteId) -> Result<bool> {
        self.write(move |tx| unpause_idle(tx, site))
    }
}

/// Marks a site that does not run as paused, if its last run left requests queued.
pub(crate) fn pause_idle(
    tx: &Transaction<'_>,
    site: SiteId,
) -> std::result::Result<bool, TransactionError> {
    let open: Option<i64> = tx
        .query_row(
            "SELECT open_requests FROM site WHERE id = ?1",
            [site.0],
            |row| row.get(0),
        )
        .optional()?;
    if open.unwrap_or(0) == 0 {
        return Ok(false);
    }
    Ok(rename_end(tx, site, &RESUMABLE, RunEnd::Paused)? > 0)
}

pub(crate) fn unpause_idle(
    tx: &Transaction<'_>,
    site: SiteId,
) -> std::result::Result<bool, TransactionError> {
    Ok(rename_end(tx, site, &[RunEnd::Paused], RunEnd::Stopped)? > 0)
}

/// Sets another end for the latest run of a site, if its end is one of `from`.
pub(super) fn rename_end(
    tx: &Transaction<'_>,
    site: SiteId,
    from: &[RunEnd],
    to: RunEnd,
) -> rusqlite::Result<usize> {
    let latest: Option<(i64, Option<String>)> = tx
        .query_row(
            "SELECT id, ending FROM run WHERE site = ?1 ORDER BY id DESC LIMIT 1",
            [site.0],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    let Some((run, Some(ending))) = latest else {
        return Ok(0);
    };
    if !RunEnd::from_token(&ending).is_some_and(|end| from.contains(&end)) {
        return Ok(0);
    }
    tx.execute(
        "UPDATE run SET ending = ?2 WHERE id = ?1",
        params![run, to.token()],
    )
}
