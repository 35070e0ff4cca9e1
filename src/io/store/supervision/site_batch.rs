//! Changes of several sites in one transaction: all of them are stored, or none.

use jiff::Timestamp;
use rusqlite::Transaction;

use super::keep_change;
use crate::store::error::TransactionError;
use crate::store::records::reposts::digests::unsettle;
use crate::store::runs::pauses::{pause_idle, unpause_idle};
use crate::store::sites::{delete, enable, set_status, tags, update};
use crate::store::tasks::{insert, remove};
use crate::store::{Result, Store, SupervisionChange};
use bowerbird_logic::model::{RuleOrigin, SiteDraft, SiteId, SiteStatus, TaskDraft, TaskId};

/// One change of a site.
#[derive(Clone, Debug)]
pub enum SiteChange {
    /// Enables or disables it.
    Enabled(SiteId, bool),
    /// Replaces its tags: those of its rule (`true`), or those set by the user.
    Tags(SiteId, Vec<String>, bool),
    /// Replaces its rule, name, kind and start.
    Rule {
        /// Which.
        site: SiteId,
        /// What it becomes.
        draft: SiteDraft,
        /// The origin of the rule.
        origin: RuleOrigin,
        /// When.
        now: Timestamp,
    },
    /// Sets its status.
    Status(SiteId, SiteStatus),
    /// Its records are examined again for reposts and doubts.
    Unsettle(SiteId),
    /// Adds a task with its first turn.
    AddTask(TaskDraft, Option<Timestamp>),
    /// Removes a task.
    RemoveTask(TaskId),
    /// Changes its supervision.
    Supervision(Box<SupervisionChange>),
    /// Marks it as paused if its last run left requests queued.
    PauseIdle(SiteId),
    /// Undoes that.
    UnpauseIdle(SiteId),
    /// Removes it with its records, requests, runs, tasks and accounts.
    Remove(SiteId),
}

impl Store {
    /// Makes all changes in one transaction, in their order. What removed sites have in archives is
    /// removed there afterwards, and hidden until then.
    ///
    /// # Errors
    /// As the methods for one site have; nothing is changed then.
    pub fn change_sites(&self, changes: Vec<SiteChange>) -> Result<()> {
        let removes = changes
            .iter()
            .any(|change| matches!(change, SiteChange::Remove(_)));
        self.write(move |tx| changes.into_iter().try_for_each(|change| make(tx, change)))?;
        if removes {
            self.forget_in_archives()?;
            self.free_lost_reposts()?;
        }
        Ok(())
    }
}

fn make(tx: &Transaction<'_>, change: SiteChange) -> std::result::Result<(), TransactionError> {
    match change {
        SiteChange::Enabled(site, enabled) => enable(tx, site, enabled),
        SiteChange::Tags(site, tags, from_rule) => tags::set_tags(tx, site, &tags, from_rule),
        SiteChange::Rule {
            site,
            draft,
            origin,
            now,
        } => update(tx, site, &draft, origin, now),
        SiteChange::Status(site, status) => set_status(tx, site, status),
        SiteChange::Unsettle(site) => unsettle(tx, site),
        SiteChange::AddTask(draft, next_at) => insert(tx, &draft, next_at).map(|_| ()),
        SiteChange::RemoveTask(task) => remove(tx, task),
        SiteChange::Supervision(change) => keep_change(tx, &change),
        SiteChange::PauseIdle(site) => pause_idle(tx, site).map(|_| ()),
        SiteChange::UnpauseIdle(site) => unpause_idle(tx, site).map(|_| ()),
        SiteChange::Remove(site) => delete(tx, site),
    }
}
