//! Scheduled tasks: rows of `task`.

use jiff::Timestamp;
use rusqlite::{Row, params};

use super::convert::{
    get_count, get_json, get_opt_time, get_token, opt_micros, signed, to_json, token,
};
use super::error::Fault;
use super::sites::found_as;
use super::{Result, Store};
use crate::logic::model::{MissedPolicy, OverlapPolicy, SiteId, Task, TaskDraft, TaskId};

/// Tasks.
impl Store {
    /// Adds a task with its first turn.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`] for an unknown site; else from SQLite.
    pub fn add_task(&self, draft: &TaskDraft, next_at: Option<Timestamp>) -> Result<TaskId> {
        let draft = draft.clone();
        self.write(move |tx| {
            tx.execute(
                "INSERT INTO task (site, timing, priority, from_rule, overlap, missed, next_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    draft.site.0,
                    to_json(&draft.timing)?,
                    draft.priority,
                    draft.from_rule,
                    token(&OverlapPolicy::default())?,
                    token(&MissedPolicy::default())?,
                    opt_micros(next_at),
                ],
            )
            .map_err(|e| Fault::or_not_found(e, "site"))?;
            Ok(TaskId(tx.last_insert_rowid()))
        })
    }

    /// Removes a task.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`]; else from SQLite.
    pub fn remove_task(&self, task: TaskId) -> Result<()> {
        self.write(move |tx| {
            found_as(
                tx.execute("DELETE FROM task WHERE id = ?1", [task.0])?,
                "task",
            )
        })
    }

    /// Pauses or resumes a task.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`]; else from SQLite.
    pub fn set_task_paused(&self, task: TaskId, paused: bool) -> Result<()> {
        self.write(move |tx| {
            let changed = tx.execute(
                "UPDATE task SET paused = ?2 WHERE id = ?1",
                params![task.0, paused],
            )?;
            found_as(changed, "task")
        })
    }

    /// Keeps a turn taken (or left out) and the next one.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`]; else from SQLite.
    pub fn set_task_turn(
        &self,
        task: TaskId,
        last_at: Option<Timestamp>,
        next_at: Option<Timestamp>,
        missed_turns: u64,
    ) -> Result<()> {
        self.write(move |tx| {
            let changed = tx.execute(
                "UPDATE task SET last_at = ?2, next_at = ?3, missed_turns = ?4 WHERE id = ?1",
                params![
                    task.0,
                    opt_micros(last_at),
                    opt_micros(next_at),
                    signed(missed_turns)
                ],
            )?;
            found_as(changed, "task")
        })
    }

    /// Keeps another next turn.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`]; else from SQLite.
    pub fn set_task_next(&self, task: TaskId, next_at: Option<Timestamp>) -> Result<()> {
        self.write(move |tx| {
            let changed = tx.execute(
                "UPDATE task SET next_at = ?2 WHERE id = ?1",
                params![task.0, opt_micros(next_at)],
            )?;
            found_as(changed, "task")
        })
    }

    /// All tasks by next turn, those that are over last; of one time the higher priority first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn tasks(&self) -> Result<Vec<Task>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT task.id, site, name, timing, priority, from_rule, paused, overlap, missed,
                        next_at, last_at, missed_turns
                 FROM task JOIN site ON site.id = task.site
                 ORDER BY next_at IS NULL, next_at, priority DESC, task.id",
            )?;
            let tasks = statement
                .query_map([], task_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(tasks)
        })
    }
}

fn task_of(row: &Row<'_>) -> rusqlite::Result<Task> {
    Ok(Task {
        id: TaskId(row.get(0)?),
        site: SiteId(row.get(1)?),
        site_name: row.get(2)?,
        timing: get_json(row, 3)?,
        priority: row.get(4)?,
        from_rule: row.get(5)?,
        paused: row.get(6)?,
        overlap: get_token(row, 7)?,
        missed: get_token(row, 8)?,
        next_at: get_opt_time(row, 9)?,
        last_at: get_opt_time(row, 10)?,
        missed_turns: get_count(row, 11)?,
    })
}
