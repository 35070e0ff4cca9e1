//! The dialog that restores a backup in the project's place. Input: a project that is open,
//! cannot be opened, or is missing. Output: the restored project. Searching and unpacking
//! backups runs on background threads.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use eframe::egui::{self, Id, Label, Modal, ScrollArea, Ui};

use crate::background::project::{Project, Wake};
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::theme::dialog;
use crate::style::ui_context::UiContext;
use crate::views::settings::bytes_ui;
use bowerbird_engine::project::backups::{self, BackupInfo, Restored};
use bowerbird_engine::types::{Explain, Message};
use bowerbird_engine::{BackgroundJobProgress, EngineError};

/// How long a closing project may hold its file.
const CLOSING: Duration = Duration::from_secs(20);
/// Pause between two tries to take it over.
const TRY_EVERY: Duration = Duration::from_millis(100);
/// How often progress wakes the window.
const WAKE_EVERY: Duration = Duration::from_millis(100);

/// An answer from a background thread.
enum Answer {
    Listed(Vec<BackupInfo>),
    Restored(Box<BackupInfo>, Result<Option<Restored>, EngineError>),
}

/// A backup being restored.
struct Work {
    done: AtomicU64,
    of: AtomicU64,
    stopped: AtomicBool,
    begun: Instant,
}

/// The open dialog.
pub struct RestoreDialog {
    /// The project.
    pub project: PathBuf,
    /// Why the project cannot be opened.
    reason: Option<Message>,
    /// Whether it is missing: without a backup it is created anew, as usual.
    pub is_missing: bool,
    /// Whether it was open, and is reopened when the dialog is cancelled.
    pub was_open: bool,
    /// Its backups, newest first; `None` while searching.
    backups: Option<Vec<BackupInfo>>,
    /// The list of files of the chosen one.
    chosen: Option<PathBuf>,
    /// Backups that turned out to be damaged.
    damaged: BTreeSet<PathBuf>,
    /// Why the last try failed.
    fault: Option<Message>,
    work: Option<Arc<Work>>,
    answers: Receiver<Answer>,
    sender: Sender<Answer>,
}

/// The user's action in the dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Answered {
    /// Nothing yet.
    Waits,
    /// The project is left unchanged.
    Leave,
    /// Restore this backup.
    Restore(Box<BackupInfo>),
}

/// How the background work ended the dialog.
pub enum Ended {
    /// The project is missing and has no backup.
    NoBackup,
    /// The project was restored.
    Restored(Restored),
}

impl RestoreDialog {
    /// A dialog about a project, whose backups are set with [`Self::listed`].
    pub fn new(project: PathBuf, reason: Option<Message>) -> Self {
        // At most one thread at a time works for it, so this never holds more than a few answers.
        let (sender, answers) = channel();
        Self {
            project,
            reason,
            is_missing: false,
            was_open: false,
            backups: None,
            chosen: None,
            damaged: BTreeSet::new(),
            fault: None,
            work: None,
            answers,
            sender,
        }
    }

    /// Sets the available backups.
    pub fn listed(&mut self, backups: Vec<BackupInfo>) {
        self.backups = Some(backups);
        self.choose_newest();
    }

    /// Reports a failed try; with `damaged`, that backup cannot be chosen again.
    pub fn failed(&mut self, why: Message, damaged: Option<PathBuf>) {
        self.work = None;
        self.fault = Some(why);
        if let Some(damaged) = damaged {
            self.damaged.insert(damaged);
            self.choose_newest();
        }
    }

    /// Searches for the backups of the project.
    pub fn list_backups(&self, wake: &Wake) {
        let (sender, wake) = (self.sender.clone(), Arc::clone(wake));
        let path = self.project.clone();
        beside("list-backups", move || {
            let listed = backups::backups_of(&path, &backups::places());
            // The dialog may be closed by now.
            let _ = sender.send(Answer::Listed(listed));
            wake();
        });
    }

    /// Restores `backup` in the place of the project, after `open` was dropped.
    pub fn restore(&mut self, backup: BackupInfo, open: Option<Project>, wake: &Wake) {
        let work = Arc::new(Work {
            done: AtomicU64::new(0),
            of: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            begun: Instant::now(),
        });
        self.was_open |= open.is_some();
        self.fault = None;
        self.work = Some(Arc::clone(&work));
        let (sender, wake) = (self.sender.clone(), Arc::clone(wake));
        let project = self.project.clone();
        beside("restore-backup", move || {
            // Its runs are stopped first.
            drop(open);
            let restored = put_back(&backup, &project, &work, &wake);
            // The program may be ending.
            let _ = sender.send(Answer::Restored(Box::new(backup), restored));
            wake();
        });
    }

    /// Receives answers of the background threads.
    pub fn poll(&mut self) -> Option<Ended> {
        match self.answers.try_recv().ok()? {
            Answer::Listed(listed) if listed.is_empty() && self.is_missing => {
                return Some(Ended::NoBackup);
            }
            Answer::Listed(listed) => self.listed(listed),
            Answer::Restored(_, Ok(Some(restored))) => return Some(Ended::Restored(restored)),
            Answer::Restored(_, Ok(None)) => {
                self.failed(Message::new("backup-restore-stopped"), None);
            }
            Answer::Restored(backup, Err(error)) => {
                let is_of_it = matches!(error.0.id.as_str(), "backup-damaged");
                self.failed(error.0, is_of_it.then_some(backup.manifest));
            }
        }
        None
    }

    fn choose_newest(&mut self) {
        let newest = self
            .backups
            .iter()
            .flatten()
            .find(|one| self.is_usable(one));
        self.chosen = newest.map(|backup| backup.manifest.clone());
    }

    fn is_usable(&self, backup: &BackupInfo) -> bool {
        backup.is_complete && !self.damaged.contains(&backup.manifest)
    }

    fn progress(&self) -> Option<BackgroundJobProgress> {
        let work = self.work.as_ref()?;
        let (done, of) = (&work.done, &work.of);
        let of = Some(of.load(Ordering::Relaxed)).filter(|of| *of > 0);
        let done = done.load(Ordering::Relaxed);
        Some(BackgroundJobProgress::new(done, of, work.begun.elapsed()))
    }
}

/// Draws the dialog.
pub fn restore_ui(ctx: &egui::Context, look: &UiContext, state: &mut RestoreDialog) -> Answered {
    let room = ctx.content_rect().size();
    let mut answered = Answered::Waits;
    let shown = Modal::new(Id::unique("restore-backup"))
        .frame(dialog(ctx))
        .show(ctx, |ui| {
            ui.set_width((room.x - 64.0).clamp(240.0, 600.0));
            let title = look.title(look.t("backup-restore-title")).strong();
            ui.add(Label::new(title).wrap());
            let project = look.hint(state.project.display().to_string());
            ui.add(Label::new(project).wrap());
            if let Some(reason) = &state.reason {
                ui.label(look.t("backup-restore-damaged"));
                let reason = look.coloured(look.text(reason), look.tokens.bad);
                ui.add(Label::new(reason).wrap());
            }
            ui.add_space(4.0);
            list_ui(ui, look, state, (room.y - 300.0).max(90.0));
            if let Some(fault) = &state.fault {
                let fault = look.coloured(look.text(fault), look.tokens.bad);
                ui.add(Label::new(fault).wrap());
            }
            ui.add_space(8.0);
            answered = answers_ui(ui, look, state);
        });
    let is_working = state.work.is_some();
    match answered {
        Answered::Waits if shown.should_close() && !is_working => Answered::Leave,
        answered => answered,
    }
}

fn list_ui(ui: &mut Ui, look: &UiContext, state: &mut RestoreDialog, height: f32) {
    let Some(backups) = &state.backups else {
        ui.label(look.hint(look.t("backup-restore-looking")));
        return;
    };
    if backups.is_empty() {
        ui.add(Label::new(look.t("backup-restore-none")).wrap());
        return;
    }
    ui.add(Label::new(look.t("backup-restore-hint")).wrap());
    let mut chosen = state.chosen.clone();
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        ui.set_width(ui.available_width());
        for backup in backups {
            let is_usable = state.is_usable(backup);
            let id = match is_usable {
                true => "backup-restore-line",
                false => "backup-restore-line-bad",
            };
            let words = Message::new(id)
                .with("time", look.time(backup.taken_at))
                .with("records", look.count(backup.records))
                .with("size", look.bytes(backup.packed));
            let is_chosen = chosen.as_ref() == Some(&backup.manifest);
            ui.add_enabled_ui(is_usable && state.work.is_none(), |ui| {
                let line = ui.option(is_chosen, look.text(&words));
                let place = backup.manifest.display().to_string();
                if line.on_hover_text(place).clicked() {
                    chosen = Some(backup.manifest.clone());
                }
            });
        }
    });
    state.chosen = chosen;
}

fn answers_ui(ui: &mut Ui, look: &UiContext, state: &RestoreDialog) -> Answered {
    let mut answered = Answered::Waits;
    ui.horizontal_wrapped(|ui| {
        if let (Some(progress), Some(work)) = (state.progress(), &state.work) {
            bytes_ui(
                ui,
                look,
                &progress,
                "backup-restore-progress",
                "backup-restore-working",
            );
            if ui.button(look.t("backup-cancel")).clicked() {
                work.stopped.store(true, Ordering::Relaxed);
            }
            return;
        }
        let mut all = state.backups.iter().flatten();
        let chosen = all.find(|one| Some(&one.manifest) == state.chosen.as_ref());
        let button = look.t("backup-restore-button");
        let restore = look.primary_if(ui, chosen.is_some(), button);
        if let Some(chosen) = chosen.filter(|_| restore.clicked()) {
            answered = Answered::Restore(Box::new(chosen.clone()));
        }
        if ui.button(look.t("backup-restore-leave")).clicked() {
            answered = Answered::Leave;
        }
    });
    answered
}

fn put_back(
    backup: &BackupInfo,
    project: &Path,
    work: &Work,
    wake: &Wake,
) -> Result<Option<Restored>, EngineError> {
    let begun = Instant::now();
    let mut woken = begun;
    let mut progress = |done, of| {
        work.done.store(done, Ordering::Relaxed);
        work.of.store(of, Ordering::Relaxed);
        if woken.elapsed() >= WAKE_EVERY {
            woken = Instant::now();
            wake();
        }
        !work.stopped.load(Ordering::Relaxed)
    };
    loop {
        let restored = backups::put_back(backup, project, &mut progress);
        let is_held = restored
            .as_ref()
            .is_err_and(|error| error.explain().id == "store-locked");
        // Threads of the project just closed may hold it for a moment.
        if !is_held || begun.elapsed() >= CLOSING {
            return Ok(restored?);
        }
        std::thread::sleep(TRY_EVERY);
    }
}

/// Does `work` on its own thread.
fn beside(name: &str, work: impl FnOnce() + Send + 'static) {
    let spawned = std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(work);
    if let Err(error) = spawned {
        tracing::warn!(%error, name, "no-thread");
    }
}
