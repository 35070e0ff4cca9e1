//! The turns of tasks: rows of `turn`, and of each site in them (`turn_part`). A turn and the next
//! time of its task are stored in one transaction, so that a process killed at any time neither
//! loses a turn nor takes it twice.

use jiff::{SignedDuration, Timestamp};
use rusqlite::{OptionalExtension, Row, Transaction, params};

use crate::store::file::convert::{
    bad_column, get_count, get_opt_time, get_time, micros, opt_micros, signed,
};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::{
    RunId, SiteId, Task, TaskId, TaskTurn, TurnCause, TurnId, TurnOutcome, TurnPart,
};
use bowerbird_logic::policy::schedule::Missed;

/// How long turns are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 90);

/// Number of newest turns always kept: a clock far ahead makes all of them seem old.
const KEPT_ALWAYS: i64 = 5_000;

/// A turn being taken.
#[derive(Clone, Debug)]
pub struct ClaimedTurn {
    /// Its task at that time.
    pub task: Task,
    /// Its cause.
    pub cause: TurnCause,
    /// When it was due.
    pub due_at: Timestamp,
    /// Number of runs of each site.
    pub runs: u32,
    /// Turns skipped for good.
    pub missed: Option<Missed>,
    /// The next turn of the task.
    pub next_at: Option<Timestamp>,
}

/// The end of a site's part in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartEnd {
    /// The turn.
    pub turn: TurnId,
    /// The site.
    pub site: SiteId,
    /// How it ended.
    pub outcome: TurnOutcome,
    /// Its run, where there was one.
    pub run: Option<RunId>,
    /// Number of pages fetched successfully.
    pub pages: u64,
    /// Number of new records stored.
    pub records_new: u64,
}

/// Selects turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnFilter {
    /// Of one task, or of all.
    pub task: Option<TaskId>,
    /// Due since this time.
    pub since: Option<Timestamp>,
    /// At most this many of the newest.
    pub most: usize,
}

/// Turns.
impl StoreReader {
    /// Turns already taken that are due after `now`: the clock was set back since then.
    ///
    /// # Errors
    /// From SQLite.
    pub fn turns_ahead(&self, now: Timestamp) -> Result<Vec<(TaskId, Timestamp)>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT task, due_at FROM turn
                 WHERE due_at > ?1 AND task IS NOT NULL AND outcome <> 'missed'",
            )?;
            let taken = statement
                .query_map([micros(now)], |row| {
                    Ok((TaskId(row.get(0)?), get_time(row, 1)?))
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(taken)
        })
    }

    /// The parts of turns that wait or run, oldest turns first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn open_parts(&self) -> Result<Vec<TurnPart>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT turn, site, outcome, run FROM turn_part
                 WHERE outcome IN ('waiting', 'running') ORDER BY turn, site",
            )?;
            let parts = statement
                .query_map([], part_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(parts)
        })
    }

    /// The parts of a turn.
    ///
    /// # Errors
    /// From SQLite.
    pub fn turn_parts(&self, turn: TurnId) -> Result<Vec<TurnPart>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT turn, site, outcome, run FROM turn_part WHERE turn = ?1 ORDER BY site",
            )?;
            let parts = statement
                .query_map([turn.0], part_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(parts)
        })
    }

    /// A turn.
    ///
    /// # Errors
    /// From SQLite.
    pub fn turn(&self, turn: TurnId) -> Result<Option<TaskTurn>> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached(&format!("{TURN} WHERE id = ?1"))?
                .query_row([turn.0], turn_of)
                .optional()?)
        })
    }

    /// Turns, the newest first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn turns(&self, filter: TurnFilter) -> Result<Vec<TaskTurn>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "{TURN} WHERE (?1 IS NULL OR task = ?1)
                    AND (?2 IS NULL OR coalesce(ended_at, until_at, due_at) >= ?2)
                 ORDER BY id DESC LIMIT ?3"
            ))?;
            let most = i64::try_from(filter.most).unwrap_or(i64::MAX);
            let since = opt_micros(filter.since);
            let turns = statement
                .query_map(params![filter.task.map(|t| t.0), since, most], turn_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(turns)
        })
    }
}

impl Store {
    /// Takes turns in one transaction: stores them with their sites, and the next turn of each
    /// task. A task whose next turn has changed meanwhile keeps it and takes none. Returns the
    /// turns to run, with their tasks.
    ///
    /// # Errors
    /// From SQLite.
    pub fn take_turns(
        &self,
        turns: Vec<ClaimedTurn>,
        now: Timestamp,
    ) -> Result<Vec<(TurnId, TaskId)>> {
        self.write(move |tx| {
            let mut taken = Vec::new();
            for turn in &turns {
                if !move_on(tx, turn, now)? {
                    continue;
                }
                if let Some(missed) = &turn.missed {
                    note_missed(tx, &turn.task, missed)?;
                }
                for _ in 0..turn.runs {
                    taken.push((begin(tx, turn, now)?, turn.task.id));
                }
            }
            prune(tx, now)?;
            Ok(taken)
        })
    }

    /// Records that the run of a site in a turn begins.
    ///
    /// # Errors
    /// From SQLite.
    pub fn begin_part(&self, turn: TurnId, site: SiteId, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            tx.prepare_cached(
                "UPDATE turn_part SET outcome = 'running' WHERE turn = ?1 AND site = ?2",
            )?
            .execute(params![turn.0, site.0])?;
            tx.prepare_cached(
                "UPDATE turn SET outcome = 'running', started_at = coalesce(started_at, ?2)
                 WHERE id = ?1",
            )?
            .execute(params![turn.0, micros(now)])?;
            Ok(())
        })
    }

    /// Records how parts ended. Returns the turns that ended with them.
    ///
    /// # Errors
    /// From SQLite.
    pub fn end_parts(&self, ends: Vec<PartEnd>, now: Timestamp) -> Result<Vec<TaskTurn>> {
        self.write(move |tx| {
            let mut touched: Vec<TurnId> = Vec::new();
            for end in &ends {
                let changed = tx
                    .prepare_cached(
                        "UPDATE turn_part SET outcome = ?3, run = ?4 WHERE turn = ?1 AND site = ?2
                            AND outcome IN ('waiting', 'running')",
                    )?
                    .execute(params![
                        end.turn.0,
                        end.site.0,
                        end.outcome.token(),
                        end.run.map(|run| run.0)
                    ])?;
                if changed == 0 {
                    continue;
                }
                tx.prepare_cached(
                    "UPDATE turn SET pages = pages + ?2, records_new = records_new + ?3
                     WHERE id = ?1",
                )?
                .execute(params![
                    end.turn.0,
                    signed(end.pages),
                    signed(end.records_new)
                ])?;
                touched.push(end.turn);
            }
            touched.sort_unstable();
            touched.dedup();
            let mut over = Vec::new();
            for turn in touched {
                over.extend(settle(tx, turn, now)?);
            }
            Ok(over)
        })
    }

    /// Ends turns without any remaining part: their sites were removed.
    ///
    /// # Errors
    /// From SQLite.
    pub fn settle_turns(&self, now: Timestamp) -> Result<Vec<TaskTurn>> {
        self.write(move |tx| {
            let open: Vec<i64> = tx
                .prepare_cached("SELECT id FROM turn WHERE outcome IN ('waiting', 'running')")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            let mut over = Vec::new();
            for turn in open {
                over.extend(settle(tx, TurnId(turn), now)?);
            }
            Ok(over)
        })
    }
}

const TURN: &str = "SELECT id, task, title, cause, outcome, due_at, until_at, count, started_at,
        ended_at, sites, pages, records_new FROM turn";

/// Stores a task's next turn; returns whether its turn was still to be taken.
fn move_on(tx: &Transaction<'_>, turn: &ClaimedTurn, now: Timestamp) -> rusqlite::Result<bool> {
    let missed = turn.missed.map_or(0, |missed| missed.count);
    let changed = tx
        .prepare_cached(
            "UPDATE task SET next_at = ?3, last_at = CASE WHEN ?4 THEN ?5 ELSE last_at END,
                    missed_turns = missed_turns + ?6
             WHERE id = ?1 AND next_at IS ?2",
        )?
        .execute(params![
            turn.task.id.0,
            opt_micros(turn.task.next_at),
            opt_micros(turn.next_at),
            turn.runs > 0,
            micros(now),
            signed(missed),
        ])?;
    Ok(changed > 0)
}

fn note_missed(tx: &Transaction<'_>, task: &Task, missed: &Missed) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO turn (task, title, cause, outcome, due_at, until_at, count, sites)
         VALUES (?1, ?2, 'due', 'missed', ?3, ?4, ?5, ?6)",
    )?
    .execute(params![
        task.id.0,
        task.title,
        micros(missed.from),
        micros(missed.until),
        signed(missed.count),
        signed(task.sites.len() as u64),
    ])?;
    Ok(())
}

fn begin(tx: &Transaction<'_>, turn: &ClaimedTurn, now: Timestamp) -> rusqlite::Result<TurnId> {
    let empty = turn.task.sites.is_empty();
    let outcome = match empty {
        true => TurnOutcome::Empty,
        false => TurnOutcome::Waiting,
    };
    tx.prepare_cached(
        "INSERT INTO turn (task, title, cause, outcome, due_at, ended_at, sites)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        turn.task.id.0,
        turn.task.title,
        turn.cause.token(),
        outcome.token(),
        micros(turn.due_at),
        empty.then_some(micros(now)),
        signed(turn.task.sites.len() as u64),
    ])?;
    let id = tx.last_insert_rowid();
    let mut insert = tx
        .prepare_cached("INSERT INTO turn_part (turn, site, outcome) VALUES (?1, ?2, 'waiting')")?;
    for site in &turn.task.sites {
        insert.execute(params![id, site.0])?;
    }
    Ok(TurnId(id))
}

/// Derives the outcome of a turn from its parts; returns the turn if it has ended.
fn settle(
    tx: &Transaction<'_>,
    turn: TurnId,
    now: Timestamp,
) -> rusqlite::Result<Option<TaskTurn>> {
    let parts: Vec<TurnOutcome> = tx
        .prepare_cached("SELECT outcome FROM turn_part WHERE turn = ?1")?
        .query_map([turn.0], |row| outcome(row, 0))?
        .collect::<rusqlite::Result<_>>()?;
    let whole = TurnOutcome::of_parts(&parts);
    tx.prepare_cached("UPDATE turn SET outcome = ?2, ended_at = ?3 WHERE id = ?1")?
        .execute(params![
            turn.0,
            whole.token(),
            whole.is_over().then_some(micros(now))
        ])?;
    if !whole.is_over() {
        return Ok(None);
    }
    tx.prepare_cached(&format!("{TURN} WHERE id = ?1"))?
        .query_row([turn.0], turn_of)
        .optional()
}

fn prune(tx: &Transaction<'_>, now: Timestamp) -> rusqlite::Result<()> {
    let oldest = now.checked_sub(KEPT).unwrap_or(now);
    tx.prepare_cached(
        "DELETE FROM turn WHERE due_at < ?1 AND outcome NOT IN ('waiting', 'running')
            AND id <= (SELECT max(id) FROM turn) - ?2",
    )?
    .execute([micros(oldest), KEPT_ALWAYS])?;
    Ok(())
}

fn outcome(row: &Row<'_>, index: usize) -> rusqlite::Result<TurnOutcome> {
    let token: String = row.get(index)?;
    TurnOutcome::from_token(&token).ok_or_else(|| unknown(index, &token))
}

fn unknown(index: usize, token: &str) -> rusqlite::Error {
    bad_column(index, std::io::Error::other(format!("unknown {token}")))
}

fn part_of(row: &Row<'_>) -> rusqlite::Result<TurnPart> {
    Ok(TurnPart {
        turn: TurnId(row.get(0)?),
        site: SiteId(row.get(1)?),
        outcome: outcome(row, 2)?,
        run: row.get::<_, Option<i64>>(3)?.map(RunId),
    })
}

fn turn_of(row: &Row<'_>) -> rusqlite::Result<TaskTurn> {
    let cause: String = row.get(3)?;
    Ok(TaskTurn {
        id: TurnId(row.get(0)?),
        task: row.get::<_, Option<i64>>(1)?.map(TaskId),
        title: row.get(2)?,
        cause: TurnCause::from_token(&cause).ok_or_else(|| unknown(3, &cause))?,
        outcome: outcome(row, 4)?,
        due_at: get_time(row, 5)?,
        until_at: get_opt_time(row, 6)?,
        count: get_count(row, 7)?,
        started_at: get_opt_time(row, 8)?,
        ended_at: get_opt_time(row, 9)?,
        sites: get_count(row, 10)?,
        pages: get_count(row, 11)?,
        records_new: get_count(row, 12)?,
    })
}
