//! Exports and moves into archives: background jobs, one of each kind at a time.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use tokio::sync::mpsc::UnboundedSender;

use super::main_loop::{MainLoop, Note};
use super::runs::exports_after_run::AfterRun;
use crate::context::EngineContext;
use crate::project::erasure::{self, ErasurePlaces};
use crate::project_permission::PartKind;
use crate::protocol::EngineError;
use crate::protocol::{
    AppliedFilter, BackgroundJobKind, BackgroundJobProgress, Event, ExportCommand, ExportEvent,
    TextEvent,
};
use crate::records::export_target::may_follow_runs;
use crate::records::exports::{self, ExportJob, SavedExport};
use crate::records::filter_application::{apply_filter, continue_application};
use crate::records::{changes, evidence};
use crate::runtime::stop::Stop;
use bowerbird_io::export::Exported;
use bowerbird_io::secrets::Secrets;
use bowerbird_io::store::{Store, StoreError};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{ErasureRequest, SiteId};

/// The minimum time between two progress events.
const REPORT_EVERY: Duration = Duration::from_millis(150);

/// The jobs in progress.
#[derive(Default)]
pub(super) struct Exports {
    running: HashMap<BackgroundJobKind, Stop>,
}

impl MainLoop {
    /// Executes commands about exports, exports after runs, and backups.
    pub(super) fn order_exports(&mut self, order: ExportCommand) -> Result<(), EngineError> {
        match order {
            ExportCommand::Cancel(BackgroundJobKind::AfterRun) => {
                self.runs.stop_exports();
                Ok(())
            }
            order if order.is_of_backups() => self.order_backups(order),
            // A page that is under way would be stored behind its back.
            ExportCommand::Erase(_) if !self.runs.is_idle() => self.refuse_erasure("erasure-runs"),
            ExportCommand::Erase(_) if self.exports.is_any_running() => {
                self.refuse_erasure("erasure-busy")
            }
            ExportCommand::Erase(request) => {
                self.runs.erases = true;
                let until = ErasureEnd(self.notes.clone());
                let context = Arc::clone(&self.context);
                self.exports.erase(&context, &self.closing, request, until);
                Ok(())
            }
            order => {
                let context = Arc::clone(&self.context);
                self.exports.handle_command(&context, &self.closing, order)
            }
        }
    }
}

/// Tells the loop that an erasure ended when it is dropped, even by a panic.
struct ErasureEnd(UnboundedSender<Note>);

impl Drop for ErasureEnd {
    fn drop(&mut self) {
        let _ = self.0.send(Note::ErasureEnded);
    }
}

impl MainLoop {
    fn refuse_erasure(&self, why: &str) -> Result<(), EngineError> {
        let by = BackgroundJobKind::Erasure;
        let message = Message::new(why);
        let refused = ExportEvent::Failed { by, message };
        self.context.publish(Event::Exports(refused));
        Ok(())
    }
}

impl Exports {
    /// Executes an export command.
    fn handle_command(
        &mut self,
        context: &Arc<EngineContext>,
        closing: &Stop,
        order: ExportCommand,
    ) -> Result<(), EngineError> {
        match order {
            ExportCommand::Write {
                job: mut wanted,
                secret,
            } => {
                wanted.options.secret = secret;
                self.start(context, closing, BackgroundJobKind::Export, move |job| {
                    job.count_of(&wanted)?;
                    let (store, _) = job.stores();
                    let report_progress = &mut |rows| job.report_progress(rows);
                    let done = exports::deliver(&store, &wanted, report_progress)?;
                    Ok(written(BackgroundJobKind::Export, done))
                });
            }
            ExportCommand::WriteChanges { what, path } => {
                self.start(context, closing, BackgroundJobKind::Changes, move |job| {
                    let (store, _) = job.stores();
                    let report_progress = &mut |rows| job.report_progress(rows);
                    let done = changes::write(&store, &what, &path, report_progress)?;
                    Ok(written(BackgroundJobKind::Changes, (done, path)))
                });
            }
            ExportCommand::WriteSaved { name } => {
                let (gate, store) = (&context.gate, &context.store);
                gate.unless_blocked(store, PartKind::Export, &name)?;
                self.start(context, closing, BackgroundJobKind::Export, move |job| {
                    let (store, secrets) = job.stores();
                    let all = exports::saved(&store)?;
                    let saved = all.into_iter().find(|saved| saved.name == name);
                    let saved = saved.ok_or_else(|| StoreError::NotFound {
                        what: "export".to_owned(),
                    })?;
                    job.count_of(&saved.job)?;
                    let report_progress = &mut |rows| job.report_progress(rows);
                    let done = exports::deliver_saved(&store, &secrets, &saved, report_progress)?;
                    Ok(written(BackgroundJobKind::Export, done))
                });
            }
            ExportCommand::Save { mut export, secret } => {
                export.job.options.secret = secret;
                exports::save(&context.store, &context.secrets(), &export)?;
                context.publish(Event::Exports(ExportEvent::SavedChanged));
            }
            ExportCommand::Remove { name } => {
                exports::forget(&context.store, &context.secrets(), &name)?;
                context.publish(Event::Exports(ExportEvent::SavedChanged));
            }
            ExportCommand::Keep(retention) => {
                context.store.set_retention(retention, Timestamp::now())?;
                context.publish(Event::Exports(ExportEvent::StorageChanged));
            }
            ExportCommand::Archive { before, period } => {
                self.start(context, closing, BackgroundJobKind::Storage, move |job| {
                    let (store, _) = job.stores();
                    job.is_of(store.count_to_archive(before)?);
                    let moved =
                        store.archive(before, period, &mut |rows| job.report_progress(rows))?;
                    job.context.publish(Event::RecordsChanged);
                    Ok(ExportEvent::Archived { moved })
                });
            }
            ExportCommand::Warc { site, path } => {
                self.start(context, closing, BackgroundJobKind::Storage, move |job| {
                    let (store, _) = job.stores();
                    job.is_of(match site {
                        Some(site) => store.count_stored_pages(site)?,
                        None => store.snapshot_counts()?.pages,
                    });
                    let report_progress = &mut |rows| job.report_progress(rows);
                    let done = exports::write_warc(&store, site, &path, report_progress)?;
                    Ok(written(BackgroundJobKind::Storage, (done, path)))
                });
            }
            ExportCommand::Check { repair } => {
                self.start(context, closing, BackgroundJobKind::Storage, move |job| {
                    let (store, _) = job.stores();
                    let report_progress = &mut |rows, of| job.report_progress_of(rows, of);
                    let report = match repair {
                        true => store.repair_storage(Timestamp::now(), report_progress)?,
                        false => store.check_storage(report_progress)?,
                    };
                    if repair {
                        job.context.publish(Event::RecordsChanged);
                    }
                    Ok(ExportEvent::Checked(report))
                });
            }
            ExportCommand::FindTraces(request) => {
                let places = erasure_places(context);
                let kind = BackgroundJobKind::Erasure;
                self.start(context, closing, kind, move |job| {
                    let (store, _) = job.stores();
                    let report_progress = &mut |rows| job.report_progress(rows);
                    let found = erasure::find(&store, &request, &places, report_progress)?;
                    Ok(ExportEvent::TracesFound(found.map(Box::new)))
                });
            }
            ExportCommand::WriteEvidence {
                records,
                path,
                replaces,
            } => {
                let kind = BackgroundJobKind::Evidence;
                self.start(context, closing, kind, move |job| {
                    let (store, _) = job.stores();
                    job.is_of(records.len() as u64);
                    let report_progress = &mut |rows| job.report_progress(rows);
                    let target = (path.as_path(), replaces);
                    let done = evidence::write_chosen(&store, &records, target, report_progress)?;
                    Ok(written(kind, (done, path)))
                });
            }
            ExportCommand::ApplyFilter(filter) => {
                self.start(context, closing, BackgroundJobKind::Filter, move |job| {
                    let (store, _) = job.stores();
                    let done = apply_filter(&store, &filter, &mut |rows, of| {
                        job.report_progress_of(rows, of)
                    })?;
                    job.filter_applied(done)
                });
            }
            // The hub handles these.
            ExportCommand::BackUp | ExportCommand::KeepBackups(_) | ExportCommand::Erase(_) => {}
            ExportCommand::Cancel(kind) => {
                if let Some(running) = self.running.remove(&kind) {
                    running.stop();
                }
            }
        }
        Ok(())
    }

    /// Continues to apply a filter to stored records where a crash cut that off.
    pub(super) fn continue_filter(&mut self, context: &Arc<EngineContext>, closing: &Stop) {
        let begun = match context.store.filter_application() {
            Ok(Some(begun)) => begun,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(%error, "it is not known whether a filter is to be applied");
                return;
            }
        };
        self.start(context, closing, BackgroundJobKind::Filter, move |job| {
            let (store, _) = job.stores();
            let done = continue_application(&store, begun, &mut |rows, of| {
                job.report_progress_of(rows, of)
            })?;
            job.filter_applied(done)
        });
    }

    /// Erases what mentions something; `until` lives as long as that goes on.
    fn erase(
        &mut self,
        context: &Arc<EngineContext>,
        closing: &Stop,
        request: ErasureRequest,
        until: ErasureEnd,
    ) {
        let places = erasure_places(context);
        let kind = BackgroundJobKind::Erasure;
        self.start(context, closing, kind, move |job| {
            let _until = until;
            let (store, _) = job.stores();
            let report_progress = &mut |rows| job.report_progress(rows);
            let erased = erasure::erase(&store, &request, &places, report_progress)?;
            for event in [Event::SitesChanged, Event::RecordsChanged] {
                job.context.publish(event);
            }
            Ok(ExportEvent::Erased(erased.map(Box::new)))
        });
    }

    /// Whether any job is in progress.
    fn is_any_running(&self) -> bool {
        self.running.values().any(Stop::is_held)
    }

    /// Whether a job of this kind is in progress.
    pub(super) fn is_running(&self, kind: BackgroundJobKind) -> bool {
        self.running.get(&kind).is_some_and(Stop::is_held)
    }

    /// Runs `work` on its own thread; refused while one of its kind is in progress.
    fn start(
        &mut self,
        context: &Arc<EngineContext>,
        closing: &Stop,
        kind: BackgroundJobKind,
        work: impl FnOnce(&mut BackgroundJob) -> Result<ExportEvent, EngineError> + Send + 'static,
    ) {
        self.start_then(context, closing, kind, work, |_| {});
    }

    /// [`Self::start`], with a callback for when the next one of the kind may start.
    pub(super) fn start_then(
        &mut self,
        context: &Arc<EngineContext>,
        closing: &Stop,
        kind: BackgroundJobKind,
        work: impl FnOnce(&mut BackgroundJob) -> Result<ExportEvent, EngineError> + Send + 'static,
        then: impl FnOnce(&ExportEvent) + Send + 'static,
    ) {
        // A token held only by this table belongs to a finished job.
        self.running.retain(|_, stop| stop.is_held());
        // What is written while something is erased might still have it.
        let erases = self.running.contains_key(&BackgroundJobKind::Erasure);
        if erases && kind != BackgroundJobKind::Erasure {
            // Of this kind nothing runs that would end it: whoever waits for one hears of its end here.
            let message = Message::new("erasure-in-progress");
            let refused = ExportEvent::Failed { by: kind, message };
            context.publish(Event::Exports(refused));
            return;
        }
        if self.running.contains_key(&kind) {
            context.publish(Event::CommandFailed {
                message: Message::new(match kind {
                    BackgroundJobKind::Storage => "engine-storage-busy",
                    BackgroundJobKind::Backup => "engine-backup-busy",
                    BackgroundJobKind::Erasure => "erasure-in-progress",
                    BackgroundJobKind::Filter => "filter-apply-busy",
                    _ => "engine-export-busy",
                }),
            });
            return;
        }
        let stop = Stop::new();
        self.running.insert(kind, stop.clone());
        let now = Instant::now();
        let mut job = BackgroundJob {
            context: Arc::clone(context),
            kind,
            stops: [closing.clone(), stop],
            of: None,
            begun: now,
            told: now,
        };
        tokio::task::spawn_blocking(move || {
            let news = work(&mut job).unwrap_or_else(|error| ExportEvent::Failed {
                by: kind,
                message: error.0,
            });
            let context = Arc::clone(&job.context);
            // A listener of the end event may start the next one at once.
            drop(job);
            then(&news);
            context.publish(Event::Exports(news));
        });
    }
}

/// What is written or moved, and its progress.
pub(super) struct BackgroundJob {
    context: Arc<EngineContext>,
    kind: BackgroundJobKind,
    /// Either of them ends it.
    stops: [Stop; 2],
    /// The total of records or pages, if counted.
    of: Option<u64>,
    begun: Instant,
    told: Instant,
}

impl BackgroundJob {
    pub(super) fn context(&self) -> Arc<EngineContext> {
        Arc::clone(&self.context)
    }

    fn stores(&self) -> (Store, Arc<Secrets>) {
        (self.context.store.clone(), self.context.secrets())
    }

    /// Counts the records of `job`; those new since the last time are not counted in advance.
    fn count_of(&mut self, job: &ExportJob) -> Result<(), EngineError> {
        if !job.since_last {
            let (store, _) = self.stores();
            let counted = store.count_found_anywhere(&job.options.filter)?;
            if !counted.all.newest_only {
                self.is_of(counted.all.records);
            }
        }
        Ok(())
    }

    /// Sets the total of records or pages.
    fn is_of(&mut self, all: u64) {
        self.of = Some(all);
        self.publish_progress(0);
    }

    fn publish_progress(&self, rows: u64) {
        let progress = BackgroundJobProgress::new(rows, self.of, self.begun.elapsed());
        let news = ExportEvent::Progress(self.kind, progress);
        self.context.publish(Event::Exports(news));
    }

    /// Reports regularly that `rows` of `all` are done; returns whether to continue.
    pub(super) fn report_progress_of(&mut self, rows: u64, all: u64) -> bool {
        self.of = Some(all);
        self.report_progress(rows)
    }

    /// A filter was applied. What a person stopped is over; what the end of the program stopped goes on
    /// with the next one.
    fn filter_applied(&self, done: AppliedFilter) -> Result<ExportEvent, EngineError> {
        let [closing, _] = &self.stops;
        if !done.is_whole && !closing.is_stopped() {
            self.context.store.end_filter_application()?;
        }
        self.context.publish(Event::RecordsChanged);
        self.context.publish(Event::Texts(TextEvent::Changed));
        Ok(ExportEvent::FilterApplied(Box::new(done)))
    }

    /// Reports regularly that `rows` are done; returns whether to continue.
    fn report_progress(&mut self, rows: u64) -> bool {
        if self.told.elapsed() >= REPORT_EVERY {
            self.told = Instant::now();
            self.publish_progress(rows);
        }
        !self.stops.iter().any(Stop::is_stopped)
    }
}

/// Where an engine's project has its backups, log and settings.
pub(super) fn erasure_places(context: &EngineContext) -> ErasurePlaces {
    let usual = ErasurePlaces::usual();
    let backups = context.options.backups.clone();
    ErasurePlaces {
        backups: backups.unwrap_or_else(|| usual.backups.clone()),
        ..usual
    }
}

fn written(by: BackgroundJobKind, (done, path): (Exported, PathBuf)) -> ExportEvent {
    ExportEvent::Written {
        by,
        path,
        rows: done.rows,
        notes: done.notes,
    }
}

/// Writes the saved exports that follow a run of `site`. The run ends when they do.
pub(super) fn after_run(context: &EngineContext, site: SiteId, follow: &AfterRun) {
    let saved = match exports::saved(&context.store) {
        Ok(saved) => saved,
        Err(error) => {
            context.publish(Event::CommandFailed { message: error.0 });
            return;
        }
    };
    let concerns = |saved: &SavedExport| {
        let of = saved.job.options.filter.site;
        saved.after_run && of.is_none_or(|of| of == site)
    };
    for saved in saved.iter().filter(|saved| concerns(saved)) {
        if !context.gate.may(PartKind::Export, &saved.name) {
            tracing::info!(export = saved.name, "not written: it is not allowed");
            continue;
        }
        if !may_follow_runs(saved) {
            let message = Message::new("plan-export-hidden").with("name", saved.name.as_str());
            context.publish(Event::Exports(ExportEvent::Failed {
                by: BackgroundJobKind::AfterRun,
                message,
            }));
            continue;
        }
        if !follow.is_running() {
            // The rest is written after the next run: its position is stored.
            tracing::info!(export = saved.name, "not written: it was stopped");
            continue;
        }
        let report_progress = &mut |_| follow.is_running();
        let done =
            exports::deliver_saved(&context.store, &context.secrets(), saved, report_progress);
        context.publish(Event::Exports(match done {
            Ok(done) => written(BackgroundJobKind::AfterRun, done),
            Err(error) => ExportEvent::Failed {
                by: BackgroundJobKind::AfterRun,
                message: error.0,
            },
        }));
    }
}
