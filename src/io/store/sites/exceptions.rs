//! Exceptions of users to verdicts: rows of `site_exception`. Input: an exception for a page,
//! and its uses. Output: the exceptions of a site, which its runs apply.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, params};

use super::{found, found_as};
use crate::store::file::convert::{
    get_count, get_json, get_opt_time, get_time, get_token, micros, to_json, token,
};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::{ExceptionDraft, ExceptionId, SiteException, SiteId};

/// Maximum exceptions per site; the oldest unused one is dropped. A site with more cannot be judged
/// at all.
const MOST: i64 = 100;

const COLUMNS: &str = "id, site, ruling, state, signals, look, status, url, made_at, runs, used_at";

/// Exceptions.
impl StoreReader {
    /// The exceptions of a site, newest first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn exceptions(&self, site: SiteId) -> Result<Vec<SiteException>> {
        self.read(|connection| {
            let exceptions = connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM site_exception WHERE site = ?1 ORDER BY id DESC"
                ))?
                .query_map([site.0], exception_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(exceptions)
        })
    }

    /// One exception; `None` when it does not exist.
    ///
    /// # Errors
    /// From SQLite.
    pub fn exception(&self, exception: ExceptionId) -> Result<Option<SiteException>> {
        self.read(|connection| {
            let found = connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM site_exception WHERE id = ?1"
                ))?
                .query_row([exception.0], exception_of)
                .optional()?;
            Ok(found)
        })
    }
}

impl Store {
    /// Stores a user's exception for a page; returns its id.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`] for an unknown site; else from SQLite.
    pub fn add_exception(&self, draft: &ExceptionDraft, now: Timestamp) -> Result<ExceptionId> {
        let draft = draft.clone();
        self.write(move |tx| {
            let site = draft.site;
            let known: i64 = tx
                .prepare_cached("SELECT count(*) FROM site WHERE id = ?1")?
                .query_row([site.0], |row| row.get(0))?;
            found(usize::try_from(known).unwrap_or(0))?;
            tx.execute(
                "DELETE FROM site_exception WHERE id IN (
                     SELECT id FROM site_exception WHERE site = ?1
                     ORDER BY coalesce(used_at, made_at) DESC, id DESC LIMIT -1 OFFSET ?2)",
                params![site.0, MOST - 1],
            )?;
            tx.execute(
                "INSERT INTO site_exception (site, ruling, state, signals, look, status, url, made_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![
                    site.0,
                    token(&draft.ruling)?,
                    token(&draft.state)?,
                    to_json(&draft.signals)?,
                    to_json(&draft.look)?,
                    draft.status,
                    draft.url,
                    micros(now),
                ],
            )?;
            Ok(ExceptionId(tx.last_insert_rowid()))
        })
    }

    /// Removes an exception: the judge's verdict counts again.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`]; else from SQLite.
    pub fn remove_exception(&self, exception: ExceptionId) -> Result<()> {
        self.write(move |tx| {
            let gone = tx.execute("DELETE FROM site_exception WHERE id = ?1", [exception.0])?;
            found_as(gone, "exception")
        })
    }

    /// Records that exceptions were used in a run. Missing ones are skipped.
    ///
    /// # Errors
    /// From SQLite.
    pub fn note_exceptions(&self, used: &[ExceptionId], now: Timestamp) -> Result<()> {
        if used.is_empty() {
            return Ok(());
        }
        let used = used.to_vec();
        self.write(move |tx| {
            for exception in used {
                tx.execute(
                    "UPDATE site_exception SET runs = runs + 1, used_at = ?2 WHERE id = ?1",
                    params![exception.0, micros(now)],
                )?;
            }
            Ok(())
        })
    }
}

fn exception_of(row: &Row<'_>) -> rusqlite::Result<SiteException> {
    Ok(SiteException {
        id: ExceptionId(row.get(0)?),
        draft: ExceptionDraft {
            site: SiteId(row.get(1)?),
            ruling: get_token(row, 2)?,
            state: get_token(row, 3)?,
            signals: get_json(row, 4)?,
            look: get_json(row, 5)?,
            status: row.get(6)?,
            url: row.get(7)?,
        },
        made_at: get_time(row, 8)?,
        runs: get_count(row, 9)?,
        used_at: get_opt_time(row, 10)?,
    })
}
