//! Runs: their beginning (new or resumed), figures and end.
//!
//! Below: the pages of runs, pauses of sites that do not run, and time series.

pub(super) mod pages;
pub(super) mod pauses;
pub(super) mod time_series;

use jiff::{SignedDuration, Timestamp};
use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::error::TransactionError;
use super::file::convert::{
    get_count, get_json, get_opt_json, get_opt_time, get_time, micros, opt_json, signed, to_json,
};
use super::requests::columns::AGAIN;
use super::requests::columns::QueuedKind::ContentAgain;
use super::requests::columns::RequestState::{Done, Dropped, Failed, Leased, Waiting};
use super::requests::missing_pages::give_up;
use super::requests::{grow_queue, origin_of, queue_kept, renewals};
use super::sites::{found, found_as};
use super::snapshots::retention::prune;
use super::{Refresh, Result, Store, StoreReader};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    PageState, Run, RunCause, RunEnd, RunId, RunLimits, RunProgress, SiteId, SiteStatus,
};
use pages::prune_pages;
use pauses::{RESUMABLE, rename_end};

/// The longest delay of a retry: a later due time was set with a wrong clock.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(2);

/// Options for starting a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunStart {
    /// Its cause.
    pub cause: RunCause,
    /// Its limits.
    pub limits: RunLimits,
    /// Whether only pages that failed or were empty are queued again.
    pub failed_only: bool,
    /// Whether those are queued again in addition to the normal requests.
    pub failed_too: bool,
    /// Which known pages are fetched again.
    pub refresh: Option<Refresh>,
}

impl RunStart {
    /// Whether the run reads no lists: then it belongs to the chain of the site's last run.
    fn is_beside(&self) -> bool {
        let only_pages = self.refresh.as_ref().is_some_and(|r| !r.pages.is_empty());
        self.failed_only || only_pages
    }
}

/// Runs.
impl StoreReader {
    /// Requests given up by a run or by the runs that it continues.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`] for an unknown run; else from SQLite.
    pub fn failed_since(&self, site: SiteId, run: RunId) -> Result<u64> {
        self.read(|connection| {
            let origin = origin_of(connection, run)?;
            Ok(connection.query_row(
                &format!(
                    "SELECT count(*) FROM request
                     WHERE site = ?1 AND state = {Failed} AND found_in >= ?2"
                ),
                params![site.0, origin],
                |row| get_count(row, 0),
            )?)
        })
    }

    /// A run.
    ///
    /// # Errors
    /// From SQLite.
    pub fn run(&self, run: RunId) -> Result<Option<Run>> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached(&format!("{RUN} WHERE run.id = ?1"))?
                .query_row([run.0], run_of)
                .optional()?)
        })
    }

    /// When the first known run of a site began.
    ///
    /// # Errors
    /// From SQLite.
    pub fn first_run_at(&self, site: SiteId) -> Result<Option<Timestamp>> {
        let first = self.read(|connection| {
            Ok(connection
                .prepare_cached(&format!(
                    "{RUN} WHERE run.site = ?1 ORDER BY run.id LIMIT 1"
                ))?
                .query_row([site.0], run_of)
                .optional()?)
        })?;
        Ok(first.map(|run| run.started_at))
    }

    /// The latest runs, newest first, of one site or all.
    ///
    /// # Errors
    /// From SQLite.
    pub fn runs(&self, site: Option<SiteId>, limit: usize) -> Result<Vec<Run>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "{RUN} WHERE ?1 IS NULL OR run.site = ?1 ORDER BY run.id DESC LIMIT ?2"
            ))?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let runs = statement
                .query_map(params![site.map(|s| s.0), limit], run_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(runs)
        })
    }
}

impl Store {
    /// Begins a run. When requests of an earlier run are still queued (it was stopped, limited,
    /// blocked or killed), leased ones become queued again and the run continues with them
    /// (`resumed`); else the caller seeds the frontier of the site.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`] for an unknown site; else from SQLite.
    pub fn start_run(&self, site: SiteId, now: Timestamp) -> Result<(RunId, bool)> {
        self.start_run_as(site, &RunStart::default(), now)
    }

    /// [`Self::start_run`] with its cause and limits. A run for failed pages only queues those
    /// again and belongs to the chain of the site's last run, so that nothing else is read again.
    ///
    /// # Errors
    /// As [`Self::start_run`].
    pub fn start_run_as(
        &self,
        site: SiteId,
        start: &RunStart,
        now: Timestamp,
    ) -> Result<(RunId, bool)> {
        let start = start.clone();
        self.write(move |tx| {
            end_interrupted(tx, Some(site))?;
            forget_dropped(tx, site)?;
            if start.failed_only {
                queue_failed(tx, site)?;
            }
            let latest = now.checked_add(MAX_WAIT).unwrap_or(now);
            tx.execute(
                &format!(
                    "UPDATE request SET due_at = 0
                     WHERE site = ?1 AND state = {Waiting} AND due_at > ?2"
                ),
                params![site.0, micros(latest)],
            )?;
            tx.execute(
                &format!(
                    "UPDATE request SET state = {Waiting} WHERE site = ?1 AND state = {Leased}"
                ),
                [site.0],
            )?;
            let open: i64 = tx.query_row(
                &format!("SELECT count(*) FROM request WHERE site = ?1 AND state = {Waiting}"),
                [site.0],
                |row| row.get(0),
            )?;
            // After the count: they alone do not make a resumed run.
            let failed = match start.failed_too {
                true => signed(queue_failed(tx, site)? as u64),
                false => 0,
            };
            let origin: Option<i64> = if open > 0 || start.is_beside() {
                last_origin(tx, site)?
            } else {
                None
            };
            let mut again = 0;
            if let Some(refresh) = &start.refresh {
                let began = chain_began(tx, origin)?.unwrap_or(i64::MAX);
                again = signed(renewals::queue(tx, site, refresh, began, now)?);
            }
            found(tx.execute(
                "UPDATE site SET open_requests = ?2 WHERE id = ?1",
                params![site.0, open.saturating_add(failed).saturating_add(again)],
            )?)?;
            tx.execute(
                "INSERT INTO run (site, origin, started_at, progress, cause, limits)
                 VALUES (?1, 0, ?2, ?3, ?4, ?5)",
                params![
                    site.0,
                    micros(now),
                    to_json(&RunProgress::default())?,
                    start.cause.token(),
                    to_json(&start.limits)?,
                ],
            )?;
            let run = tx.last_insert_rowid();
            tx.execute(
                "UPDATE run SET origin = ?2 WHERE id = ?1",
                params![run, origin.unwrap_or(run)],
            )?;
            if !start.is_beside() {
                queue_kept(tx, site, RunId(run))?;
            }
            Ok((RunId(run), open > 0))
        })
    }

    /// Ends runs that no process works on any more: this process has just taken over the project,
    /// so its former owner is gone.
    ///
    /// # Errors
    /// From SQLite.
    pub fn end_interrupted_runs(&self) -> Result<()> {
        self.write(|tx| Ok(end_interrupted(tx, None)?))
    }

    /// Stores the figures of a run.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`]; else from SQLite.
    pub fn update_run(&self, run: RunId, progress: &RunProgress) -> Result<()> {
        let progress = progress.clone();
        self.write(move |tx| {
            let json = to_json(&progress)?;
            let changed = tx
                .prepare_cached("UPDATE run SET progress = ?2 WHERE id = ?1")?
                .execute(params![run.0, json])?;
            found_as(changed, "run")
        })
    }

    /// Ends a run. The current state of its site is stored with it; snapshots over the limits of
    /// age and size are removed.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`]; else from SQLite.
    pub fn end_run(
        &self,
        run: RunId,
        end: RunEnd,
        progress: &RunProgress,
        message: Option<&Message>,
        now: Timestamp,
    ) -> Result<()> {
        let progress = progress.clone();
        let message = message.cloned();
        self.write(move |tx| {
            let site: Option<i64> = tx
                .query_row("SELECT site FROM run WHERE id = ?1", [run.0], |row| {
                    row.get(0)
                })
                .optional()?;
            let Some(site) = site else {
                return Err(TransactionError::not_found("run"));
            };
            let status: Option<SiteStatus> =
                tx.query_row("SELECT status FROM site WHERE id = ?1", [site], |row| {
                    get_opt_json(row, 0)
                })?;
            tx.execute(
                "UPDATE run SET ended_at = ?2, ending = ?3, progress = ?4, state = ?5, message = ?6
                 WHERE id = ?1",
                params![
                    run.0,
                    micros(now),
                    end.token(),
                    to_json(&progress)?,
                    status.map(|s| s.state.token()),
                    opt_json(message.as_ref())?,
                ],
            )?;
            tx.execute(
                "UPDATE site SET last_run_at = ?2 WHERE id = ?1",
                params![site, micros(now)],
            )?;
            prune_pages(tx, SiteId(site))?;
            prune(tx, SiteId(site), now)
        })
    }

    /// Drops the queue of a site, gives up missing pages, and sets the end of its last run to
    /// "cancelled" if the next run would otherwise continue it. Returns the number of dropped
    /// requests. Until the next run begins, [`Self::restore_queue`] restores them.
    ///
    /// # Errors
    /// From SQLite.
    pub fn drop_queue(&self, site: SiteId) -> Result<u64> {
        self.write(move |tx| {
            let dropped = tx.execute(
                &format!(
                    "UPDATE request SET state = {Dropped}
                     WHERE site = ?1 AND state IN ({Waiting}, {Leased})"
                ),
                [site.0],
            )?;
            tx.execute("UPDATE site SET open_requests = 0 WHERE id = ?1", [site.0])?;
            let given_up = give_up(tx, site)?;
            rename_end(tx, site, &RESUMABLE, RunEnd::Cancelled)?;
            rename_end(tx, site, &[RunEnd::Incomplete], RunEnd::Cancelled)?;
            Ok((dropped + given_up) as u64)
        })
    }

    /// Restores what the last cancel dropped; the next run continues with it. Returns the number of
    /// restored requests: none when a run has begun since.
    ///
    /// # Errors
    /// From SQLite.
    pub fn restore_queue(&self, site: SiteId) -> Result<u64> {
        self.write(move |tx| {
            let back = tx.execute(
                &format!(
                    "UPDATE request SET state = {Waiting} WHERE site = ?1 AND state = {Dropped}"
                ),
                [site.0],
            )?;
            let back = back as u64;
            grow_queue(tx, site, signed(back))?;
            if back > 0 {
                rename_end(tx, site, &[RunEnd::Cancelled], RunEnd::Stopped)?;
                // The pages are no longer marked as dropped.
                tx.execute(
                    "UPDATE run SET message = NULL
                     WHERE id = (SELECT max(id) FROM run WHERE site = ?1)
                         AND message LIKE '%engine-cancelled%'",
                    [site.0],
                )?;
            }
            Ok(back)
        })
    }
}

const RUN: &str = "
    SELECT run.id, run.site, site.name, started_at, ended_at, ending, progress, state, message,
           cause, limits, origin <> run.id,
           -- The part of a turn names its run once that is over.
           CASE WHEN run.cause = 'schedule' THEN
               (SELECT turn.due_at FROM turn_part JOIN turn ON turn.id = turn_part.turn
                WHERE turn_part.site = run.site AND turn.cause = 'late'
                  AND (turn_part.run = run.id OR run.ended_at IS NULL AND turn_part.run IS NULL
                       AND turn_part.outcome = 'running')
                LIMIT 1) END
    FROM run JOIN site ON site.id = run.site";

/// Forgets the requests dropped by a cancelled run, which can no longer be restored. Those that
/// were only to be fetched again are done as before.
fn forget_dropped(tx: &Transaction<'_>, site: SiteId) -> rusqlite::Result<usize> {
    tx.execute(
        &format!(
            "UPDATE request SET state = {Done}, kind = kind - {AGAIN}
             WHERE site = ?1 AND state = {Dropped} AND kind >= {ContentAgain}"
        ),
        [site.0],
    )?;
    tx.execute(
        &format!("DELETE FROM request WHERE site = ?1 AND state = {Dropped}"),
        [site.0],
    )
}

/// Queues failed and empty pages again; returns their number. They keep their list positions.
fn queue_failed(tx: &Transaction<'_>, site: SiteId) -> rusqlite::Result<usize> {
    let failed = pages::failed_of_site();
    tx.execute(
        &format!(
            "UPDATE request SET state = {Waiting}, due_at = 0, attempts = 0, verdict = NULL,
                    judged_at = NULL
             WHERE {failed}"
        ),
        [site.0],
    )
}

/// Ends the runs (of one site, or all) without an end. They ended about when their figures were
/// last stored.
fn end_interrupted(tx: &Transaction<'_>, site: Option<SiteId>) -> rusqlite::Result<()> {
    tx.execute(
        "UPDATE run SET ending = ?2,
                ended_at = started_at + 1000 * coalesce(json_extract(progress, '$.milliseconds'), 0)
         WHERE ended_at IS NULL AND (?1 IS NULL OR site = ?1)",
        params![site.map(|site| site.0), RunEnd::Interrupted.token()],
    )?;
    Ok(())
}

/// The first run of the chain that the site's latest run belongs to.
fn last_origin(tx: &Transaction<'_>, site: SiteId) -> rusqlite::Result<Option<i64>> {
    tx.query_row(
        "SELECT origin FROM run WHERE site = ?1 ORDER BY id DESC LIMIT 1",
        [site.0],
        |row| row.get(0),
    )
    .optional()
}

/// When the chain of runs that begins with `origin` began; a run for single pages fetches them
/// regardless of their fetch time.
fn chain_began(tx: &Transaction<'_>, origin: Option<i64>) -> rusqlite::Result<Option<i64>> {
    tx.query_row(
        "SELECT started_at FROM run WHERE id = ?1",
        [origin],
        |row| row.get(0),
    )
    .optional()
}

fn run_of(row: &Row<'_>) -> rusqlite::Result<Run> {
    let ending: Option<String> = row.get(5)?;
    let state: Option<String> = row.get(7)?;
    Ok(Run {
        id: RunId(row.get(0)?),
        site: SiteId(row.get(1)?),
        site_name: row.get(2)?,
        started_at: get_time(row, 3)?,
        ended_at: get_opt_time(row, 4)?,
        end: ending.as_deref().and_then(RunEnd::from_token),
        progress: get_json(row, 6)?,
        state: state.as_deref().and_then(PageState::from_token),
        message: get_opt_json(row, 8)?,
        cause: row
            .get::<_, Option<String>>(9)?
            .and_then(|cause| RunCause::from_token(&cause))
            .unwrap_or_default(),
        limits: get_opt_json(row, 10)?.unwrap_or_default(),
        resumed: row.get(11)?,
        made_up: get_opt_time(row, 12)?,
    })
}
