//! Scheduled tasks: rows of `task`, and the sites of each.
//!
//! Below: the turns of tasks, saved exports, and commands of other processes.

pub(super) mod remote_command_watch;
pub(super) mod remote_commands;
pub(super) mod saved_exports;
pub(super) mod turns;

use std::collections::HashMap;

use jiff::Timestamp;
use rusqlite::{Connection, Row, Transaction, params};

use super::error::TransactionError;
use super::file::convert::{get_count, get_json, get_opt_time, opt_micros, to_json};
use super::sites::found_as;
use super::{Result, Store, StoreReader};
use bowerbird_logic::model::{
    SchedulerState, SiteId, SiteSelection, Task, TaskDraft, TaskId, Timing, TurnOutcome,
};

/// Name of the setting with the scheduler's state for other processes.
const SCHEDULER: &str = "scheduler";

/// Tasks.
impl StoreReader {
    /// All tasks by next turn, finished ones last; at the same time the higher priority first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn tasks(&self) -> Result<Vec<Task>> {
        self.read(|connection| {
            let mut sites = sites_by_task(connection)?;
            let mut statement = connection.prepare_cached(
                "SELECT task.id, task.name, tag, timing, priority, from_rule, paused, terms,
                        next_at, last_at, missed_turns,
                        (SELECT outcome FROM turn WHERE turn.task = task.id
                         ORDER BY turn.id DESC LIMIT 1)
                 FROM task ORDER BY next_at IS NULL, next_at, priority DESC, task.id",
            )?;
            let mut tasks = Vec::new();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let id = TaskId(row.get(0)?);
                tasks.push(task_of(row, sites.remove(&id).unwrap_or_default())?);
            }
            Ok(tasks)
        })
    }

    /// When the next unpaused task is due.
    ///
    /// # Errors
    /// From SQLite.
    pub fn next_due(&self) -> Result<Option<Timestamp>> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT min(next_at) FROM task WHERE paused = 0")?;
            Ok(statement.query_row([], |row| get_opt_time(row, 0))?)
        })
    }

    /// The last scheduler state of the project's owner, even if it was killed.
    ///
    /// # Errors
    /// From SQLite.
    pub fn scheduler(&self) -> Result<Option<SchedulerState>> {
        let kept = self.setting(SCHEDULER)?;
        Ok(kept.and_then(|json| serde_json::from_str(&json).ok()))
    }
}

impl Store {
    /// Adds a task with its first turn.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`] for an unknown site; else from SQLite.
    pub fn add_task(&self, draft: &TaskDraft, next_at: Option<Timestamp>) -> Result<TaskId> {
        let draft = draft.clone();
        self.write(move |tx| insert(tx, &draft, next_at))
    }

    /// Adds many tasks with one first turn, in one transaction.
    ///
    /// # Errors
    /// As [`Self::add_task`]; none is added then.
    pub fn add_tasks(
        &self,
        drafts: &[TaskDraft],
        next_at: Option<Timestamp>,
    ) -> Result<Vec<TaskId>> {
        let drafts = drafts.to_vec();
        self.write(move |tx| {
            let added = drafts.iter().map(|draft| insert(tx, draft, next_at));
            added.collect()
        })
    }

    /// Changes a task to `draft`; its turns so far stay.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`]; else from SQLite.
    pub fn edit_task(
        &self,
        task: TaskId,
        draft: &TaskDraft,
        next_at: Option<Timestamp>,
    ) -> Result<()> {
        let draft = draft.clone();
        self.write(move |tx| {
            let changed = tx.execute(
                "UPDATE task SET name = ?2, tag = ?3, timing = ?4, priority = ?5, from_rule = ?6,
                        terms = ?7, next_at = ?8
                 WHERE id = ?1",
                params![
                    task.0,
                    draft.name,
                    tag_of(&draft.cover),
                    to_json(&draft.timing)?,
                    draft.priority,
                    draft.from_rule,
                    to_json(&draft.terms)?,
                    opt_micros(next_at),
                ],
            )?;
            found_as(changed, "task")?;
            cover(tx, task, &draft.cover)
        })
    }

    /// Removes a task. A task that follows it no longer has a next turn.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`]; else from SQLite.
    pub fn remove_task(&self, task: TaskId) -> Result<()> {
        self.write(move |tx| remove(tx, task))
    }

    /// Pauses or resumes a task, and sets its next turn.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`]; else from SQLite.
    pub fn set_task_paused(
        &self,
        task: TaskId,
        paused: bool,
        next_at: Option<Timestamp>,
    ) -> Result<()> {
        self.write(move |tx| {
            let changed = tx.execute(
                "UPDATE task SET paused = ?2, next_at = ?3 WHERE id = ?1",
                params![task.0, paused, opt_micros(next_at)],
            )?;
            found_as(changed, "task")
        })
    }

    /// Sets another next turn.
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

    /// Stores the scheduler's state for other processes.
    ///
    /// # Errors
    /// From SQLite.
    pub fn set_scheduler(&self, state: &SchedulerState) -> Result<()> {
        let json = serde_json::to_string(state).unwrap_or_default();
        self.set_setting(SCHEDULER, &json)
    }
}

pub(super) fn remove(
    tx: &Transaction<'_>,
    task: TaskId,
) -> std::result::Result<(), TransactionError> {
    found_as(
        tx.execute("DELETE FROM task WHERE id = ?1", [task.0])?,
        "task",
    )
}

pub(super) fn insert(
    tx: &Transaction<'_>,
    draft: &TaskDraft,
    next_at: Option<Timestamp>,
) -> std::result::Result<TaskId, TransactionError> {
    tx.prepare_cached(
        "INSERT INTO task (name, tag, timing, priority, from_rule, terms, next_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        draft.name,
        tag_of(&draft.cover),
        to_json(&draft.timing)?,
        draft.priority,
        draft.from_rule,
        to_json(&draft.terms)?,
        opt_micros(next_at),
    ])?;
    let task = TaskId(tx.last_insert_rowid());
    cover(tx, task, &draft.cover)?;
    Ok(task)
}

fn tag_of(cover: &SiteSelection) -> Option<&str> {
    match cover {
        SiteSelection::Sites(_) => None,
        SiteSelection::Tag(tag) => Some(tag),
    }
}

/// Stores the sites of a task: the new ones first, because a task is removed with its last site.
fn cover(
    tx: &Transaction<'_>,
    task: TaskId,
    cover: &SiteSelection,
) -> std::result::Result<(), TransactionError> {
    let sites: &[SiteId] = match cover {
        SiteSelection::Sites(sites) => sites,
        SiteSelection::Tag(_) => &[],
    };
    let mut insert =
        tx.prepare_cached("INSERT OR IGNORE INTO task_site (task, site) VALUES (?1, ?2)")?;
    for site in sites {
        insert
            .execute(params![task.0, site.0])
            .map_err(|e| TransactionError::or_not_found(e, "site"))?;
    }
    let kept: Vec<i64> = sites.iter().map(|site| site.0).collect();
    tx.execute(
        "DELETE FROM task_site WHERE task = ?1 AND site NOT IN (SELECT value FROM json_each(?2))",
        params![task.0, to_json(&kept)?],
    )?;
    Ok(())
}

/// The sites of each task with their names, by name.
fn sites_by_task(
    connection: &Connection,
) -> rusqlite::Result<HashMap<TaskId, Vec<(SiteId, String)>>> {
    let mut statement = connection.prepare_cached(
        "SELECT task_site.task, site.id, site.name
         FROM task_site JOIN task ON task.id = task_site.task AND task.tag IS NULL
         JOIN site ON site.id = task_site.site
         UNION
         SELECT task.id, site.id, site.name
         FROM task JOIN site_tag ON site_tag.tag = task.tag JOIN site ON site.id = site_tag.site
         ORDER BY 3, 2",
    )?;
    let mut sites: HashMap<TaskId, Vec<(SiteId, String)>> = HashMap::new();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let known = sites.entry(TaskId(row.get(0)?)).or_default();
        known.push((SiteId(row.get(1)?), row.get(2)?));
    }
    Ok(sites)
}

fn task_of(row: &Row<'_>, sites: Vec<(SiteId, String)>) -> rusqlite::Result<Task> {
    let name: String = row.get(1)?;
    let tag: Option<String> = row.get(2)?;
    let timing: Timing = get_json(row, 3)?;
    let title = match (name.as_str(), &tag, sites.first()) {
        ("", Some(tag), _) => format!("#{tag}"),
        ("", None, Some((_, first))) if sites.len() == 1 => first.clone(),
        ("", None, Some((_, first))) => format!("{first} +{}", sites.len() - 1),
        (name, ..) => name.to_owned(),
    };
    let ids: Vec<SiteId> = sites.into_iter().map(|(site, _)| site).collect();
    let last: Option<String> = row.get(11)?;
    Ok(Task {
        id: TaskId(row.get(0)?),
        name,
        cover: match tag {
            Some(tag) => SiteSelection::Tag(tag),
            None => SiteSelection::Sites(ids.clone()),
        },
        sites: ids,
        title,
        timing,
        priority: row.get(4)?,
        from_rule: row.get(5)?,
        paused: row.get(6)?,
        terms: get_json(row, 7)?,
        next_at: get_opt_time(row, 8)?,
        last_at: get_opt_time(row, 9)?,
        last: last.as_deref().and_then(TurnOutcome::from_token),
        missed_turns: get_count(row, 10)?,
    })
}
