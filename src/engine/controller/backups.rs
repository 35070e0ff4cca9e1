//! The daily backup: sleeps until the next one is due, while the project is open in a window or its
//! scheduler is on. A project at rest is not backed up.

use std::path::PathBuf;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::exports::BackgroundJob;
use super::main_loop::{MainLoop, Note};
use crate::context::EngineContext;
use crate::project;
use crate::project::backups::{self, BackupPlaces, BackupSettings};
use crate::protocol::EngineError;
use crate::protocol::{BackgroundJobKind, ExportCommand, ExportEvent};
use crate::runtime::threads::lower_thread_priority;
use bowerbird_logic::policy::backup_retention::{
    AFTER_RUNS, LATEST_AFTER_RUNS, RETRY, SETTLING, next,
};

/// When the next backup is due.
#[derive(Default)]
pub(super) struct DailyBackup {
    /// Whether the project is open for long.
    on: bool,
    next_at: Option<Timestamp>,
    /// The latest clock time seen since planning.
    seen: Option<Timestamp>,
    /// The earliest time for the next backup.
    not_before: Option<Timestamp>,
    /// Since when a due backup waits for runs to end.
    waits_since: Option<Timestamp>,
}

impl DailyBackup {
    /// Starts the schedule of a project that was just opened.
    pub(super) fn opened(context: &EngineContext) -> Self {
        let mut new = Self::default();
        new.put_off(context, SETTLING);
        new
    }

    /// Waits until a backup is due, or the clock was set; forever when none is.
    pub(super) async fn wait(&self, context: &EngineContext) {
        match self.next_at {
            None => std::future::pending().await,
            // Set back while nothing waited: the clock reports that only to waiters.
            Some(_) if self.seen.is_some_and(|seen| context.now() < seen) => {}
            Some(at) => context.options.clock.until(at).await,
        }
    }

    /// Reads the time of the last backup, and plans the next one.
    fn plan(&mut self, context: &EngineContext) {
        let now = context.now();
        // The clock was set back.
        if self.seen.is_some_and(|seen| now < seen) {
            self.not_before = Some(now);
        }
        self.seen = Some(now);
        self.next_at = None;
        let Some(places) = automatic(context).filter(|_| self.on) else {
            return;
        };
        let known = context.store.project_id().map_err(EngineError::from);
        let known = known.and_then(|id| Ok(places.known(&id)?));
        self.next_at = match known {
            Ok(known) if known.settings.on => {
                Some(next(known.last_at, now).max(self.not_before.unwrap_or(now)))
            }
            Ok(_) => None,
            Err(error) => {
                tracing::warn!(%error, "the daily backup is not planned");
                None
            }
        };
    }

    fn put_off(&mut self, context: &EngineContext, pause: SignedDuration) {
        self.not_before = context.now().checked_add(pause).ok();
    }
}

/// The backup folder of a project with automatic backups.
fn automatic(context: &EngineContext) -> Option<BackupPlaces> {
    let store = &context.store;
    // A dry run uses another project.
    let is_itself = !store.is_read_only() && !store.is_temporary() && store.home() == store.path();
    let root = context.options.backups.clone()?;
    (is_itself && !context.gate.is_at_rest()).then(|| BackupPlaces::at(root))
}

/// The backup folder of a project, for manual requests.
fn places(context: &EngineContext) -> BackupPlaces {
    let own: Option<PathBuf> = context.options.backups.clone();
    BackupPlaces::at(own.unwrap_or_else(project::backups_folder))
}

impl MainLoop {
    /// Plans the next backup: its conditions may have changed.
    pub(super) fn plan_backup(&mut self) {
        self.backups.on = self.context.options.windowed || self.turns.is_on();
        self.backups.plan(&self.context);
    }

    /// Starts the daily backup when it is due.
    pub(super) fn take_backup(&mut self) {
        let due = self.backups.next_at;
        self.plan_backup();
        let now = self.context.now();
        let is_due = due.is_some_and(|due| due <= now);
        let still = self.backups.next_at.is_some_and(|next| next <= now);
        if is_due && still {
            // Planned again when it has ended.
            self.backups.next_at = None;
            if self.exports.is_running(BackgroundJobKind::Backup) {
                return;
            }
            // A backup in the middle of a run lacks the rest of it for a day.
            let since = *self.backups.waits_since.get_or_insert(now);
            let waits = now.duration_since(since) < LATEST_AFTER_RUNS;
            // Nor may one hold what is being erased.
            let erases = self.exports.is_running(BackgroundJobKind::Erasure);
            if erases || (!self.runs.active.is_empty() && waits) {
                self.backups.put_off(&self.context, AFTER_RUNS);
                self.plan_backup();
                return;
            }
            self.backups.waits_since = None;
            self.start_backup();
        }
    }

    /// Handles the end of a backup; `done` unless it failed or was stopped.
    pub(super) fn backup_ended(&mut self, done: bool) {
        if !done {
            self.backups.put_off(&self.context, RETRY);
        }
        self.plan_backup();
    }

    /// Replans when the scheduler may have been turned on or off.
    pub(super) fn watch_scheduler(&mut self) {
        if self.backups.on != (self.context.options.windowed || self.turns.is_on()) {
            self.plan_backup();
        }
    }

    /// Executes a backup command.
    pub(super) fn order_backups(&mut self, order: ExportCommand) -> Result<(), EngineError> {
        match order {
            ExportCommand::KeepBackups(settings) => self.settle_backups(settings),
            _ => {
                self.start_backup();
                Ok(())
            }
        }
    }

    fn settle_backups(&mut self, settings: BackupSettings) -> Result<(), EngineError> {
        let context = &self.context;
        backups::settle(&context.store, &places(context), settings)?;
        context.publish(crate::protocol::Event::Exports(ExportEvent::StorageChanged));
        // Another folder may work at once.
        self.backups.not_before = None;
        self.plan_backup();
        Ok(())
    }

    fn start_backup(&mut self) {
        let (context, notes) = (Arc::clone(&self.context), self.notes.clone());
        let places = places(&context);
        let closing = self.closing.clone();
        let work = move |job: &mut BackgroundJob| in_background(job, &places);
        let then = move |news: &ExportEvent| {
            // Nothing listens any more when the engine closes.
            let _ = notes.send(Note::BackupEnded {
                done: matches!(news, ExportEvent::BackedUp(Some(_))),
            });
        };
        self.exports
            .start_then(&context, &closing, BackgroundJobKind::Backup, work, then);
    }
}

/// Backs up on a thread of the lowest priority.
fn in_background(
    job: &mut BackgroundJob,
    places: &BackupPlaces,
) -> Result<ExportEvent, EngineError> {
    let context = job.context();
    std::thread::scope(|scope| {
        let work = || {
            lower_thread_priority();
            let report_progress = &mut |done, of| job.report_progress_of(done, of);
            backups::back_up(&context.store, places, None, context.now(), report_progress)
        };
        let thread = std::thread::Builder::new().name("backup".to_owned());
        let taken = match thread.spawn_scoped(scope, work) {
            Ok(thread) => thread.join(),
            Err(error) => return Err(no_thread(&error.to_string())),
        };
        match taken {
            Ok(taken) => Ok(ExportEvent::BackedUp(taken?.map(Box::new))),
            Err(_) => Err(no_thread("it ended early")),
        }
    })
}

fn no_thread(reason: &str) -> EngineError {
    EngineError(bowerbird_logic::messages::Message::new("engine-no-threads").with("reason", reason))
}
