//! Storage of the project: retention of pages, archives of old records, WARC export.

use eframe::egui::{Button, Ui};
use jiff::{Timestamp, ToSpan, Zoned};

use super::storage_check::{CheckState, check_ui};
use crate::action::Action;
use crate::background::DataQuery;
use crate::background::export_facts::{ExportAnswer, ExportAsk};
use crate::state::settings::documents_folder;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use crate::widgets::job_progress::background_job_ui;
use bowerbird_engine::types::{Archive, Message, Period, Retention, SnapshotCounts, StorageReport};
use bowerbird_engine::{BackgroundJobKind, BackgroundJobProgress, Command, ExportCommand};

const MB: u64 = 1024 * 1024;

/// The state of the section.
#[derive(Clone, Debug, Default)]
pub struct StorageState {
    known: Option<(Retention, SnapshotCounts, Vec<Archive>)>,
    asked: bool,
    days: String,
    megabytes: String,
    /// Maximum MB of pictures of pages; empty for no limit.
    screenshots: String,
    older_days: String,
    period: Period,
    warc: String,
    /// Whether work is in progress.
    pub busy: bool,
    /// Its progress.
    pub progress: BackgroundJobProgress,
    /// Its result.
    pub told: Option<Message>,
    /// What to know about a file that was written.
    pub notes: Vec<Message>,
    /// The results of a check.
    pub check: CheckState,
}

impl StorageState {
    /// Handles the storage data.
    pub fn came(&mut self, told: ExportAnswer) {
        let ExportAnswer::Storage {
            retention,
            pages,
            archives,
        } = told
        else {
            return;
        };
        self.days = retention.days.to_string();
        self.megabytes = (retention.bytes_per_site / MB).to_string();
        let most = retention
            .picture_bytes
            .map(|bytes| (bytes / MB).to_string());
        self.screenshots = most.unwrap_or_default();
        if self.older_days.is_empty() {
            self.older_days = "365".to_owned();
        }
        if self.warc.is_empty() {
            let path = documents_folder().join("pages.warc.gz");
            self.warc = path.display().to_string();
        }
        self.known = Some((retention, pages, archives));
    }

    /// Handles the end of a check; `None` when it was cancelled.
    pub fn checked(&mut self, report: Option<StorageReport>) {
        if report.is_none() {
            self.told = Some(Message::new("check-stopped"));
        }
        self.check.report = report;
    }

    fn began(&mut self) {
        self.busy = true;
        self.progress = BackgroundJobProgress::default();
        self.told = None;
        self.notes.clear();
    }

    /// Queries again: something changed.
    pub fn stale(&mut self) {
        self.asked = false;
    }
}

/// Draws the section.
pub fn storage_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut StorageState,
    actions: &mut Vec<Action>,
) {
    if !std::mem::replace(&mut state.asked, true) {
        actions.push(Action::Query(DataQuery::Exports(ExportAsk::Storage)));
    }
    ui.label(look.title(look.t("export-storage")));
    let Some((retention, pages, archives)) = state.known.clone() else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    let taken = Message::new("export-storage-pages")
        .with("pages", pages.pages)
        .with("size", look.bytes(pages.bytes));
    ui.label(look.hint(look.text(&taken)));
    let pictures = Message::new("screenshots-storage")
        .with("count", pages.pictures)
        .with("size", look.bytes(pages.picture_bytes));
    ui.label(look.hint(look.text(&pictures)));
    keep_ui(ui, look, state, retention, actions);
    ui.separator();
    archive_ui(ui, look, state, &archives, actions);
    ui.separator();
    warc_ui(ui, look, state, actions);
    ui.separator();
    if let Some(check) = check_ui(ui, look, &mut state.check, state.busy) {
        state.began();
        actions.push(Action::Send(check));
    }
    if state.busy {
        ui.horizontal(|ui| {
            background_job_ui(ui, look, &state.progress, "export-storage-busy");
            if ui.button(look.t("export-app-cancel")).clicked() {
                actions.push(Action::Send(Command::Exports(ExportCommand::Cancel(
                    BackgroundJobKind::Storage,
                ))));
            }
        });
    } else if let Some(told) = &state.told {
        ui.label(look.coloured(look.text(told), look.tokens.ok));
        for note in &state.notes {
            ui.label(look.hint(look.text(note)));
        }
    }
}

fn keep_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut StorageState,
    now: Retention,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        fields::text_field(ui, look, "export-storage-days", &mut state.days, "", 90.0);
        let size = &mut state.megabytes;
        fields::text_field(ui, look, "export-storage-size", size, "", 110.0);
        let most = &mut state.screenshots;
        fields::text_field(ui, look, "app-screenshots-most", most, "", 110.0);
        let pictures = picture_limit(&state.screenshots);
        let typed = state
            .days
            .trim()
            .parse()
            .ok()
            .zip(state.megabytes.trim().parse().ok())
            .zip(pictures);
        let wanted = typed.map(
            |((days, megabytes), picture_bytes): ((u64, u64), _)| Retention {
                days,
                bytes_per_site: megabytes.saturating_mul(MB),
                picture_bytes,
            },
        );
        fields::beside(ui, |ui| {
            let usable = wanted.is_some_and(|wanted| wanted != now);
            let keep = ui.add_enabled(usable, Button::new(look.t("export-storage-apply")));
            if let Some(wanted) = wanted.filter(|_| keep.clicked()) {
                actions.push(Action::Send(Command::Exports(ExportCommand::Keep(wanted))));
            }
        });
    });
    let is_number = |typed: &str| typed.trim().parse::<u64>().is_ok();
    let pictures = picture_limit(&state.screenshots);
    if !is_number(&state.days) || !is_number(&state.megabytes) || pictures.is_none() {
        let wrong = look.t("export-storage-wrong");
        ui.label(look.coloured(wrong, look.tokens.bad));
    }
    ui.label(look.hint(look.t("export-storage-keep-hint")));
}

/// The limit of pictures that was typed: none if nothing was; `None` if it is no number.
fn picture_limit(typed: &str) -> Option<Option<u64>> {
    match typed.trim() {
        "" => Some(None),
        typed => Some(Some(typed.parse::<u64>().ok()?.saturating_mul(MB))),
    }
}

fn archive_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut StorageState,
    archives: &[Archive],
    actions: &mut Vec<Action>,
) {
    ui.label(look.hint(look.t("export-storage-archive-hint")));
    ui.horizontal_wrapped(|ui| {
        let days = &mut state.older_days;
        fields::text_field(ui, look, "export-storage-older", days, "", 110.0);
        let periods = [
            (Period::Year, look.t("export-storage-year")),
            (Period::Month, look.t("export-storage-month")),
        ];
        let period = &mut state.period;
        fields::choice(ui, look, "export-storage-period", period, &periods, 120.0);
        let before = state.older_days.trim().parse().ok().and_then(days_ago);
        fields::beside(ui, |ui| {
            let usable = before.is_some() && !state.busy;
            let button = Button::new(look.t("export-storage-archive"));
            if let Some(before) = before.filter(|_| ui.add_enabled(usable, button).clicked()) {
                state.began();
                let period = state.period;
                actions.push(Action::Send(Command::Exports(ExportCommand::Archive {
                    before,
                    period,
                })));
            }
        });
    });
    for archive in archives {
        let line = Message::new("export-storage-archived")
            .with("file", archive.file.as_str())
            .with("records", archive.records);
        ui.label(look.hint(look.text(&line)));
    }
}

fn warc_ui(ui: &mut Ui, look: &UiContext, state: &mut StorageState, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        fields::code_field(
            ui,
            look,
            "export-storage-warc-to",
            &mut state.warc,
            "",
            320.0,
        );
        fields::beside(ui, |ui| {
            let usable = !state.warc.trim().is_empty() && !state.busy;
            let write = Button::new(look.t("export-storage-warc"));
            if ui.add_enabled(usable, write).clicked() {
                state.began();
                let path = state.warc.trim().into();
                actions.push(Action::Send(Command::Exports(ExportCommand::Warc {
                    site: None,
                    path,
                })));
            }
        });
    });
}

fn days_ago(days: i64) -> Option<Timestamp> {
    let span = 0.days().try_days(days).ok()?;
    Zoned::now().checked_sub(span).ok().map(|at| at.timestamp())
}
