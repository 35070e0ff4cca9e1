//! Runs: their beginning (new or resumed), figures and end.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::convert::{get_json, get_opt_json, get_opt_time, get_time, micros, opt_json, to_json};
use super::error::Fault;
use super::sites::{found, found_as};
use super::snapshots::prune;
use super::{Result, Store};
use crate::logic::messages::Message;
use crate::logic::model::{PageState, Run, RunEnd, RunId, RunProgress, SiteId, SiteStatus};

/// Runs.
impl Store {
    /// Begins a run. When requests of an earlier run are still queued (it was stopped, limited,
    /// blocked or killed), leased ones become queued again and the run goes on with them
    /// (`resumed`); else the frontier of the site is seeded by the caller.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`] for an unknown site; else from SQLite.
    pub fn start_run(&self, site: SiteId, now: Timestamp) -> Result<(RunId, bool)> {
        self.write(move |tx| {
            tx.execute(
                "UPDATE request SET state = 0 WHERE site = ?1 AND state = 1",
                [site.0],
            )?;
            let open: i64 = tx.query_row(
                "SELECT count(*) FROM request WHERE site = ?1 AND state = 0",
                [site.0],
                |row| row.get(0),
            )?;
            found(tx.execute(
                "UPDATE site SET open_requests = ?2 WHERE id = ?1",
                params![site.0, open],
            )?)?;
            let origin: Option<i64> = if open > 0 {
                last_origin(tx, site)?
            } else {
                None
            };
            tx.execute(
                "INSERT INTO run (site, origin, started_at, progress) VALUES (?1, 0, ?2, ?3)",
                params![site.0, micros(now), to_json(&RunProgress::default())?],
            )?;
            let run = tx.last_insert_rowid();
            tx.execute(
                "UPDATE run SET origin = ?2 WHERE id = ?1",
                params![run, origin.unwrap_or(run)],
            )?;
            Ok((RunId(run), open > 0))
        })
    }

    /// Keeps the figures of a run.
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

    /// Ends a run. The state of its site at this moment is kept with it; snapshots over the
    /// limits of age and size are let go.
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
                return Err(Fault::not_found("run"));
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
            prune(tx, SiteId(site), now)
        })
    }

    /// The latest runs, newest first, of one site or all.
    ///
    /// # Errors
    /// From SQLite.
    pub fn runs(&self, site: Option<SiteId>, limit: usize) -> Result<Vec<Run>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT run.id, run.site, site.name, started_at, ended_at, ending, progress, state, message
                 FROM run JOIN site ON site.id = run.site
                 WHERE ?1 IS NULL OR run.site = ?1
                 ORDER BY run.id DESC LIMIT ?2",
            )?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let runs = statement
                .query_map(params![site.map(|s| s.0), limit], run_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(runs)
        })
    }
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
    })
}
