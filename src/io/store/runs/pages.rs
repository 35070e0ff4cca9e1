//! The pages of runs: the outcome of each page in each run. Input: outcomes, with the
//! transaction that stores them. Output: plain rows for the table of runs. Pages are stored only
//! for the latest runs of a site.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, Transaction, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{bad_column, get_count, get_opt_json, get_time, micros, signed};
use crate::store::requests::columns::RequestState::{Done, Failed};
use crate::store::{Result, StoreReader};
use bowerbird_logic::model::{
    PageAnswer, PageFilter, PageOutcomeKind, RequestId, RunId, RunPage, SiteId, Verdict,
};

/// Number of runs per site whose pages are stored.
const RUNS_WITH_PAGES: i64 = 30;
/// Microseconds that the times of one answer may differ by in the project.
const SAME_ANSWER_US: i64 = 1_000;

/// Pages of a run that are at least as bad as requested.
const SELECT: &str =
    "SELECT request.url, run_page.outcome, run_page.records, run_page.at, run_page.verdict,
            run_page.status, run_page.took_ms, run_page.bytes, run_page.matches
     FROM run_page JOIN request ON request.id = run_page.request
     WHERE run_page.run = ?1 AND run_page.outcome >= ?2";

/// The condition for the requests of site `?1` that a run for failed pages asks for again: those
/// that failed, and those without content.
pub(super) fn failed_of_site() -> String {
    format!(
        "site = ?1 AND (state = {Failed}
             OR (state = {Done} AND verdict IS NOT NULL
                 AND json_extract(verdict, '$.state') = 'empty'))"
    )
}

/// Pages of runs.
impl StoreReader {
    /// The number of pages that a run for the failed pages of `site` would ask for again.
    ///
    /// # Errors
    /// From SQLite.
    pub fn failed_pages(&self, site: SiteId) -> Result<u64> {
        let sql = format!("SELECT count(*) FROM request WHERE {}", failed_of_site());
        self.read(|connection| Ok(connection.query_row(&sql, [site.0], |row| get_count(row, 0))?))
    }

    /// Pages of a run: the worst outcomes first, then in the order of arrival.
    ///
    /// # Errors
    /// From SQLite.
    pub fn run_pages(&self, run: RunId, filter: PageFilter, limit: usize) -> Result<Vec<RunPage>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "{SELECT} ORDER BY CASE WHEN outcome >= 2 THEN -outcome ELSE 0 END,
                                       run_page.at, request.id LIMIT ?3"
            ))?;
            let pages = statement
                .query_map(params![run.0, least(filter), limit], page_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(pages)
        })
    }

    /// Pages of a run, newest first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn newest_run_pages(
        &self,
        run: RunId,
        filter: PageFilter,
        limit: usize,
    ) -> Result<Vec<RunPage>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "{SELECT} ORDER BY run_page.at DESC, request.id DESC LIMIT ?3"
            ))?;
            let pages = statement
                .query_map(params![run.0, least(filter), limit], page_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(pages)
        })
    }

    /// The verdict that a run gave on the answer for `url` received at `at`; `None` if it was good,
    /// or is no longer known.
    ///
    /// # Errors
    /// From SQLite.
    pub fn verdict_of_answer(
        &self,
        site: SiteId,
        url: &str,
        at: Timestamp,
    ) -> Result<Option<Verdict>> {
        let at = micros(at);
        self.read(|connection| {
            let verdict = connection
                .prepare_cached(
                    "SELECT run_page.verdict FROM request
                     JOIN run_page ON run_page.request = request.id
                     WHERE request.site = ?1 AND request.url = ?2
                       AND run_page.at BETWEEN ?3 - ?4 AND ?3 + ?4
                       AND run_page.verdict IS NOT NULL
                     ORDER BY run_page.run DESC LIMIT 1",
                )?
                .query_row(params![site.0, url, at, SAME_ANSWER_US], |row| {
                    get_opt_json(row, 0)
                })
                .optional()?;
            Ok(verdict.flatten())
        })
    }

    /// The number of pages of a run by [`PageOutcomeKind`], in the order of `ALL`.
    ///
    /// # Errors
    /// From SQLite.
    pub fn run_page_counts(&self, run: RunId) -> Result<[u64; PageOutcomeKind::ALL.len()]> {
        self.read(|connection| {
            let mut counts = [0; PageOutcomeKind::ALL.len()];
            let mut statement = connection.prepare_cached(
                "SELECT outcome, count(*) FROM run_page WHERE run = ?1 GROUP BY outcome",
            )?;
            let mut rows = statement.query([run.0])?;
            while let Some(row) = rows.next()? {
                let number: i64 = row.get(0)?;
                let place = usize::try_from(number).unwrap_or(usize::MAX);
                if let Some(count) = counts.get_mut(place) {
                    *count = get_count(row, 1)?;
                }
            }
            Ok(counts)
        })
    }
}

/// A number that is not an outcome.
#[derive(Debug)]
struct UnknownOutcome(i64);

impl std::fmt::Display for UnknownOutcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is no outcome of a page", self.0)
    }
}

impl std::error::Error for UnknownOutcome {}

fn least(filter: PageFilter) -> i64 {
    match filter {
        PageFilter::All => 0,
        PageFilter::Wrong => PageOutcomeKind::Empty.number(),
    }
}

fn page_of(row: &Row<'_>) -> rusqlite::Result<RunPage> {
    let number: i64 = row.get(1)?;
    Ok(RunPage {
        url: row.get(0)?,
        outcome: PageOutcomeKind::from_number(number)
            .ok_or_else(|| bad_column(1, UnknownOutcome(number)))?,
        records: get_count(row, 2)?,
        at: get_time(row, 3)?,
        verdict: get_opt_json(row, 4)?,
        answer: answer_of(row)?,
    })
}

fn answer_of(row: &Row<'_>) -> rusqlite::Result<Option<PageAnswer>> {
    let Some(status) = row.get(5)? else {
        return Ok(None);
    };
    Ok(Some(PageAnswer {
        status,
        took_ms: get_count(row, 6)?,
        bytes: get_count(row, 7)?,
        matches: get_count(row, 8)?,
    }))
}

/// The outcome of a page in a run.
pub(crate) struct Became<'a> {
    pub(crate) run: RunId,
    pub(crate) request: RequestId,
    pub(crate) outcome: PageOutcomeKind,
    pub(crate) records: u64,
    pub(crate) at: i64,
    /// JSON.
    pub(crate) verdict: Option<&'a str>,
    pub(crate) answer: PageAnswer,
}

impl Became<'_> {
    /// Stores it; the last outcome of a page in a run counts.
    pub(crate) fn keep(&self, tx: &Transaction<'_>) -> std::result::Result<(), TransactionError> {
        tx.prepare_cached(
            "INSERT INTO run_page (run, request, outcome, records, at, verdict,
                                   status, took_ms, bytes, matches)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
             ON CONFLICT (run, request) DO UPDATE SET outcome = excluded.outcome,
                 records = run_page.records + excluded.records, at = excluded.at,
                 verdict = excluded.verdict, status = excluded.status,
                 took_ms = excluded.took_ms, bytes = excluded.bytes, matches = excluded.matches",
        )?
        .execute(params![
            self.run.0,
            self.request.0,
            self.outcome.number(),
            signed(self.records),
            self.at,
            self.verdict,
            self.answer.status,
            signed(self.answer.took_ms),
            signed(self.answer.bytes),
            signed(self.answer.matches),
        ])?;
        Ok(())
    }
}

/// Removes the pages of all but the latest runs of a site.
pub(super) fn prune_pages(tx: &Transaction<'_>, site: SiteId) -> rusqlite::Result<()> {
    tx.execute(
        "DELETE FROM run_page WHERE run IN (
             SELECT id FROM run WHERE site = ?1 ORDER BY id DESC LIMIT -1 OFFSET ?2)",
        params![site.0, RUNS_WITH_PAGES],
    )?;
    Ok(())
}
