//! Events and answers about exports and storage.

use std::path::{Path, PathBuf};

use crate::Bowerbird;
use crate::action::{Action, Notice};
use crate::background::DataQuery;
use crate::background::export_facts::{ExportAnswer, ExportAsk};
use crate::notices::Topic;
use crate::shell::removals::undo_duration::UNDO_STAYS;
use crate::views::sites::Reread;
use bowerbird_engine::types::{Message, SiteId};
use bowerbird_engine::{
    AppliedFilter, BackgroundJobKind, BackgroundJobProgress, Command, ExportEvent, TextCommand,
};

impl Bowerbird {
    /// Handles an event.
    pub(super) fn apply_export_news(&mut self, news: ExportEvent, actions: &mut Vec<Action>) {
        match news {
            ExportEvent::Progress(by, progress) => match by {
                BackgroundJobKind::Storage => self.views.settings.storage.progress = progress,
                BackgroundJobKind::Backup => self.views.settings.backups.progress = Some(progress),
                BackgroundJobKind::Changes => {}
                BackgroundJobKind::Filter => self.filter_progress(Some(progress)),
                BackgroundJobKind::Evidence => {
                    if let Some(form) = &mut self.views.results.evidence {
                        form.progress = Some(progress);
                    }
                }
                BackgroundJobKind::Erasure => {
                    if let Some(open) = &mut self.removals.erasure {
                        open.progressed(progress.rows);
                    }
                }
                _ => self.views.results.export.progress = progress,
            },
            ExportEvent::Written {
                by,
                path,
                rows,
                notes,
            } => self.written(by, path, rows, notes),
            ExportEvent::TracesFound(report) => {
                if let Some(open) = &mut self.removals.erasure {
                    open.found(report.map(|report| *report));
                }
            }
            ExportEvent::Erased(report) => self.erased(report.map(|report| *report), actions),
            ExportEvent::Failed { by, message } => {
                self.background_job_ended(by);
                if by == BackgroundJobKind::Erasure
                    && let Some(open) = &mut self.removals.erasure
                {
                    open.failed(message);
                    return;
                }
                let form = &mut self.views.results.export;
                if by == BackgroundJobKind::Export && form.asks(&message) {
                    return;
                }
                let now = std::time::Instant::now();
                self.notices
                    .notify(Notice::bad(message), Topic::Export, now);
            }
            ExportEvent::SavedChanged => {
                self.notices.succeeded(Topic::Export);
                let site = self.views.results.export_site();
                actions.push(Action::Query(DataQuery::Exports(ExportAsk::Facts(site))));
                actions.push(Action::Query(DataQuery::Review));
            }
            ExportEvent::Archived { moved } => {
                self.notices.succeeded(Topic::Export);
                self.background_job_ended(BackgroundJobKind::Storage);
                let storage = &mut self.views.settings.storage;
                storage.told = Some(Message::new("export-archived").with("count", moved));
                storage.stale();
                actions.push(Action::Query(DataQuery::Beside));
            }
            ExportEvent::Checked(report) => {
                self.notices.succeeded(Topic::Export);
                self.background_job_ended(BackgroundJobKind::Storage);
                let storage = &mut self.views.settings.storage;
                storage.checked(report);
                storage.stale();
            }
            ExportEvent::FilterApplied(done) => {
                self.background_job_ended(BackgroundJobKind::Filter);
                self.filter_applied(*done);
            }
            ExportEvent::BackedUp(taken) => {
                self.notices.succeeded(Topic::Export);
                let backups = &mut self.views.settings.backups;
                backups.ended(&self.look, taken.as_deref());
            }
            ExportEvent::StorageChanged => {
                self.notices.succeeded(Topic::Export);
                self.views.settings.backups.stale();
                self.views.settings.storage.stale();
            }
        }
    }

    fn written(&mut self, by: BackgroundJobKind, path: PathBuf, rows: u64, notes: Vec<Message>) {
        self.notices.succeeded(Topic::Export);
        self.background_job_ended(by);
        match by {
            BackgroundJobKind::Storage => {
                let done = Message::new("export-storage-written")
                    .with("pages", rows)
                    .with("path", path.display().to_string());
                let storage = &mut self.views.settings.storage;
                (storage.told, storage.notes) = (Some(done), notes);
            }
            BackgroundJobKind::Export => {
                let form = &mut self.views.results.export;
                form.notes = notes;
                let (target, filter) = form.sent.clone();
                form.written.insert(target, filter);
                self.views.results.exported = Some((path.clone(), rows));
                self.settings.last_export = Some(path);
                self.keep_settings();
            }
            BackgroundJobKind::Changes => {
                let done = Message::new("cli-changes-written")
                    .with("count", rows)
                    .with("file", path.display().to_string());
                let now = std::time::Instant::now();
                let open = Action::OpenWithDesktop(path);
                let notice = Notice::success(done).offering("changes-open-file", open);
                self.notices.notify(notice, Topic::Export, now);
            }
            BackgroundJobKind::Evidence => {
                let results = &mut self.views.results;
                // Another one may have been opened meanwhile.
                results
                    .evidence
                    .take_if(|form| path == Path::new(form.path.trim()));
                let done = Message::new("evidence-written")
                    .with("count", rows)
                    .with("path", path.display().to_string());
                let now = std::time::Instant::now();
                self.notices
                    .notify(Notice::success(done), Topic::Export, now);
                for note in notes {
                    self.notices.notify(Notice::info(note), Topic::Other, now);
                }
            }
            BackgroundJobKind::AfterRun
            | BackgroundJobKind::Backup
            | BackgroundJobKind::Filter
            | BackgroundJobKind::Erasure => {}
        }
    }

    fn filter_progress(&mut self, progress: Option<BackgroundJobProgress>) {
        self.views.settings.filters.progress = progress;
        self.views.sites.filters.progress = progress;
    }

    /// Tells what a filter did to stored records; what it deleted can be brought back.
    fn filter_applied(&mut self, done: AppliedFilter) {
        let told = done.outcome();
        if done.deleted.is_empty() {
            self.notify(Notice::success(told), Topic::Other);
            return;
        }
        let back = Command::Texts(TextCommand::Restore(done.deleted));
        let now = std::time::Instant::now();
        self.removals.offer_undo(back, UNDO_STAYS, now);
        self.notify(Notice::removed(told, UNDO_STAYS), Topic::Other);
    }

    /// Marks work of this kind as ended.
    fn background_job_ended(&mut self, by: BackgroundJobKind) {
        match by {
            BackgroundJobKind::Export => self.views.results.export_runs = false,
            BackgroundJobKind::Storage => self.views.settings.storage.busy = false,
            BackgroundJobKind::Backup => self.views.settings.backups.progress = None,
            BackgroundJobKind::Filter => self.filter_progress(None),
            BackgroundJobKind::Evidence => {
                if let Some(form) = &mut self.views.results.evidence {
                    form.progress = None;
                }
            }
            BackgroundJobKind::AfterRun
            | BackgroundJobKind::Changes
            | BackgroundJobKind::Erasure => {}
        }
    }

    /// Handles an answer of the loader.
    pub(super) fn export_facts_came(&mut self, told: ExportAnswer) {
        match told {
            ExportAnswer::Facts {
                site,
                columns,
                saved,
            } => {
                let form = &mut self.views.results.export;
                form.columns_came(site, columns);
                form.saved = saved;
                self.hide_exports();
            }
            ExportAnswer::Count { job, records } => {
                self.views.results.export.amount.came(&job, records);
                self.views.results.ticks_shown.came(&job, records);
            }
            ExportAnswer::Backups(facts) => self.views.settings.backups.came(*facts),
            storage @ ExportAnswer::Storage { .. } => self.views.settings.storage.came(storage),
        }
    }

    /// The open rerun view, if it belongs to this site.
    pub(super) fn reread_of(&mut self, site: SiteId) -> Option<&mut Reread> {
        let reread = self.views.sites.reread.as_mut();
        reread.filter(|reread| reread.site == site)
    }

    /// Hides saved exports that are pending removal.
    pub(crate) fn hide_exports(&mut self) {
        let removals = &self.removals;
        let saved = &mut self.views.results.export.saved;
        saved.retain(|export| !removals.waits_export(&export.name));
    }
}
