//! Pages that a site promised and that have not come: which, why, and when they are given up. They
//! are requests that failed whose last outcome in a run says so. Flows in: outcomes, with the
//! transaction that stores them. Flows out: how many are missing, which, and requests queued again.

use rusqlite::{Transaction, params};

use super::columns::RequestState::{Failed, Waiting};
use super::grow_queue;
use crate::store::file::convert::{get_count, get_opt_json, get_time, signed};
use crate::store::{Result, Store, StoreReader, Verdicted};
use bowerbird_logic::model::{PageOutcomeKind, RequestId, RunId, SiteId, Verdict};

/// Runs in which a page is asked for before it is given up. Only the list that names it brings it
/// back then.
const RUNS_ASKED: i64 = 5;

/// Of the requests of a site, those that are missing: their last outcome is
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
    /// How many pages of a site are missing.
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

    /// Missing pages of a site with what came in their place, lists first, then in list order.
    ///
    /// # Errors
    /// From SQLite.
    pub fn missing(&self, site: SiteId, limit: usize) -> Result<Vec<Verdicted>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT url, verdict, judged_at FROM request WHERE {}
                 ORDER BY kind, found_in, page, item, id LIMIT ?2",
                is_missing()
            ))?;
            let missing = statement
                .query_map(params![site.0, limit], |row| {
                    let verdict: Verdict = get_opt_json(row, 1)?.unwrap_or_else(Verdict::ok);
                    Ok(Verdicted {
                        url: row.get(0)?,
                        state: verdict.state,
                        verdict,
                        at: get_time(row, 2)?,
                    })
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(missing)
        })
    }
}

impl Store {
    /// Queues what is missing of a site and was not asked for in `run` again, in its place on the
    /// lists; how many pages that are.
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

/// Gives up what is missing of a site, by the user's decision; how many pages that are.
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

/// Whether a page that does not come in `run` either was missing in as many runs as it is asked for.
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
    Ok(before + 1 >= RUNS_ASKED)
}
