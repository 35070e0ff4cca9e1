//! Pages that a site promised but did not deliver: which, why, and when they are given up. They are
//! failed requests whose last outcome in a run is "missing". Input: outcomes, with the
//! transaction that stores them. Output: the missing pages, their number, and requests queued
//! again.

use rusqlite::{Transaction, params};

use super::columns::RequestState::{Failed, Waiting};
use super::{grow_queue, verdicted};
use crate::store::file::convert::{get_count, signed};
use crate::store::{RequestVerdict, Result, Store, StoreReader};
use bowerbird_logic::model::{PageOutcomeKind, RequestId, RunId, SiteId};
use bowerbird_logic::policy::defaults::MISSING_PAGE_RUNS;

/// The condition for missing requests of a site: their last outcome is
/// [`PageOutcomeKind::Missing`].
fn is_missing() -> String {
    let missing = PageOutcomeKind::Missing.number();
    format!(
        "request.site = ?1 AND request.state = {Failed}
         AND (SELECT run_page.outcome FROM run_page WHERE run_page.request = request.id
              ORDER BY run_page.run DESC LIMIT 1) = {missing}"
    )
}

/// Missing pages.
impl StoreReader {
    /// The number of missing pages of a site.
    ///
    /// # Errors
    /// From SQLite.
    pub fn missing_count(&self, site: SiteId) -> Result<u64> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached(&format!(
                    "SELECT count(*) FROM request WHERE {}",
                    is_missing()
                ))?
                .query_row([site.0], |row| get_count(row, 0))?)
        })
    }

    /// Missing pages of a site with the verdict on their last answer, lists first, then in list
    /// order.
    ///
    /// # Errors
    /// From SQLite.
    pub fn missing(&self, site: SiteId, limit: usize) -> Result<Vec<RequestVerdict>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT url, verdict, judged_at FROM request WHERE {}
                 ORDER BY kind, found_in, page, item, id LIMIT ?2",
                is_missing()
            ))?;
            let missing = statement
                .query_map(params![site.0, limit], verdicted)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(missing)
        })
    }
}

impl Store {
    /// Queues the missing pages of a site that were not requested in `run` again, at their list
    /// positions; returns their number.
    ///
    /// # Errors
    /// From SQLite.
    pub fn queue_missing(&self, site: SiteId, run: RunId) -> Result<u64> {
        self.write(move |tx| {
            let queued = tx.execute(
                &format!(
                    "UPDATE request SET state = {Waiting}, due_at = 0, attempts = 0, verdict = NULL,
                            judged_at = NULL
                     WHERE {}
                       AND NOT EXISTS (SELECT 1 FROM run_page
                                       WHERE run_page.run = ?2 AND run_page.request = request.id)",
                    is_missing()
                ),
                params![site.0, run.0],
            )?;
            grow_queue(tx, site, signed(queued as u64))?;
            Ok(queued as u64)
        })
    }
}

/// Gives up the missing pages of a site, by the user's decision; returns their number.
pub(crate) fn give_up(tx: &Transaction<'_>, site: SiteId) -> rusqlite::Result<usize> {
    let given_up: Vec<i64> = tx
        .prepare(&format!("SELECT id FROM request WHERE {}", is_missing()))?
        .query_map([site.0], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut name =
        tx.prepare_cached("UPDATE run_page SET outcome = ?2 WHERE request = ?1 AND outcome = ?3")?;
    let (failed, missing) = (PageOutcomeKind::Failed, PageOutcomeKind::Missing);
    for request in &given_up {
        name.execute(params![request, failed.number(), missing.number()])?;
    }
    Ok(given_up.len())
}

/// Whether a page missing in `run` too has now been missing in the maximum number of runs.
pub(super) fn is_given_up(
    tx: &Transaction<'_>,
    run: RunId,
    request: RequestId,
) -> rusqlite::Result<bool> {
    let before: i64 = tx
        .prepare_cached(
            "SELECT count(*) FROM run_page WHERE request = ?1 AND run <> ?2 AND outcome = ?3",
        )?
        .query_row(
            params![request.0, run.0, PageOutcomeKind::Missing.number()],
            |row| row.get(0),
        )?;
    Ok(before + 1 >= i64::from(MISSING_PAGE_RUNS))
}
