//! The shell: contains the app state, the views' states and the open project; draws one frame at a
//! time. Input: input, events, answers. Output: frames and commands. It paints only when
//! something happened, so an idle window costs nothing.
//!
//! Below: the frame around the views, executing actions, handling events, and undo. Keys are in
//! `app::shortcuts::keys`.

mod backup_restore;
pub mod closing;
pub(super) mod dispatch;
mod events;
pub(super) mod files;
pub(super) mod menu;
mod permission_dialog;
pub mod removals;
mod site_notifications;
pub(super) mod top_bar_and_rail;
pub mod tour;
mod unlocking;
pub(super) mod waker;
pub(super) mod window;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use eframe::egui;
use jiff::Timestamp;

use closing::close_dialog::CloseDialog;
use window::install_style;

use super::AppOptions;
use super::action::{Action, Notice};
use super::background::project::{Project, ProjectOpening, Wake};
use super::dialogs::Dialogs;
use super::dialogs::about::about_ui;
use super::dialogs::condition_editor::ConditionEditor;
use super::dialogs::guide::{GuideWindow, guide_ui};
use super::dialogs::import::{self, ImportReport};
use super::dialogs::lost_passphrase;
use super::dialogs::page_files::{self, PageFiles};
use super::dialogs::palette::{self, Palette};
use super::dialogs::path_question::PathQuestion;
use super::dialogs::permission_review::PermissionReview;
use super::dialogs::rule_export::{self, RuleExport};
use super::dialogs::rule_question::RuleQuestion;
use super::dialogs::shortcut_sheet::sheet_ui;
use super::dialogs::storage::restore_dialog::RestoreDialog;
use super::notices::notification_centre::{self, Alerts};
use super::notices::{Notices, Topic, notices_ui, sent_pages};
use super::shortcuts::{UiCommand, View, tab_from_start};
use super::state::app_state::AppState;
use super::state::settings::{self, Settings};
use super::state::start_view::WITHOUT_PROJECT;
use super::style::frames::{page, with_room};
use super::style::theme;
use super::style::ui_context::UiContext;
use super::views::{
    accounts, changes, log, monitor, proxies, results, runs, settings as settings_view, sites,
    start, tasks, workbench,
};
use super::widgets::table;
use bowerbird_engine::types::Language;
use bowerbird_engine::use_browser;
use files::{diagnostic::Diagnostics, drop as drop_files};
use removals::Removals;
use tour::Tour;
use unlocking::Unlocking;
use waker::Waker;

/// The window's program.
pub struct Bowerbird {
    pub(super) waker: Arc<Waker>,
    pub(super) wake: Wake,
    pub(super) folder: PathBuf,
    pub(super) settings: Settings,
    pub(super) look: UiContext,
    pub(super) view: View,
    /// Whether the view stays when the sites of a project become known.
    pub(super) view_stays: bool,
    pub(super) world: AppState,
    pub(super) project: Option<Project>,
    /// Whether the program was started again, and its window must come to the front.
    pub(super) called: bool,
    pub(super) opening: Option<ProjectOpening>,
    /// The page to show once the project is open.
    pub(super) begin_at: Option<String>,
    pub(super) dialogs: Dialogs,
    pub(super) notices: Notices,
    unlocking: Unlocking,
    pub(super) alerts: Alerts,
    pub(super) removals: Removals,
    pub(super) sheet_open: bool,
    pub(super) tour: Option<Tour>,
    pub(super) palette: Option<Palette>,
    /// The guide, while it is open.
    pub(super) guide: Option<GuideWindow>,
    /// Reports on imported files; the first is shown.
    pub(super) imports: Vec<ImportReport>,
    pub(super) page_files: Option<PageFiles>,
    pub(super) rule_export: Option<RuleExport>,
    /// Rule files that await a decision; the first is shown.
    pub(super) rule_questions: Vec<RuleQuestion>,
    /// The permission dialog, while it is open.
    pub(super) permitting: Option<PermissionReview>,
    /// Whether the engine has said that the open project is at rest.
    pub(super) rest_told: bool,
    /// The condition that is edited.
    pub(super) condition_editor: Option<ConditionEditor>,
    /// A path that is asked for where the system has no dialog.
    pub(super) path_question: Option<PathQuestion>,
    /// The restore dialog, while it is open.
    pub(super) restoring: Option<RestoreDialog>,
    /// The notice shown when the restored project is open.
    pub(super) restored: Option<Notice>,
    /// The diagnostic file, and whether there is a panic to tell of.
    diagnostics: Diagnostics,
    /// The state of closing the window while runs are active.
    leaving: CloseDialog,
    /// Whether the program was to end while it had no window, and something is not saved: the next
    /// window asks.
    pub(super) asks_to_end: bool,
    /// Whether it is asked if the secrets are to be given up whose passphrase is lost.
    pub(super) asks_start_over: bool,
    pub(super) views: Views,
    /// The suggested path of an empty project.
    pub(super) proposed: PathBuf,
    /// The file of the sample project.
    pub(super) sample: PathBuf,
}

/// The states of all views.
#[derive(Default)]
pub(super) struct Views {
    pub start: start::StartState,
    pub monitor: monitor::MonitorState,
    pub sites: sites::SitesState,
    pub workbench: workbench::WorkbenchState,
    pub tasks: tasks::TasksState,
    pub results: results::ResultsState,
    /// Whether records changed since the results were queried.
    pub results_stale: bool,
    pub proxies: proxies::ProxiesState,
    pub accounts: accounts::AccountsState,
    pub runs: runs::RunsState,
    pub changes: changes::ChangesState,
    pub log: log::LogState,
    pub settings: settings_view::SettingsState,
}

impl Bowerbird {
    /// Prepares the window: fonts, themes, settings; begins to open the project.
    pub fn new(ctx: &egui::Context, options: AppOptions) -> Self {
        let sample = settings::sample_project();
        Self::with_sample(ctx, options, settings::config_folder(), sample)
    }

    /// The same with the settings and the sample project in `folder`.
    pub fn in_folder(ctx: &egui::Context, options: AppOptions, folder: PathBuf) -> Self {
        let sample = folder.join("sample.bower");
        Self::with_sample(ctx, options, folder, sample)
    }

    fn with_sample(
        ctx: &egui::Context,
        options: AppOptions,
        folder: PathBuf,
        sample: PathBuf,
    ) -> Self {
        let settings = Settings::load(&folder);
        use_browser(settings.browser.clone());
        let waker = Arc::new(Waker::default());
        let language = match &options.language {
            Some(tag) => Language::from_locale(tag),
            None => settings.language(),
        };
        install_style(ctx, &settings, language);
        let mut shell = Self {
            wake: waker.wake(),
            waker,
            look: UiContext::new(language, ctx.theme()),
            view: WITHOUT_PROJECT.view,
            view_stays: WITHOUT_PROJECT.stays,
            world: AppState {
                recent: settings.recent.clone(),
                ..AppState::default()
            },
            project: None,
            called: false,
            opening: None,
            begin_at: None,
            dialogs: Dialogs::default(),
            notices: Notices::default(),
            unlocking: Unlocking::default(),
            alerts: Alerts::default(),
            removals: Removals::default(),
            sheet_open: false,
            tour: None,
            palette: None,
            guide: None,
            imports: Vec::new(),
            page_files: None,
            rule_export: None,
            rule_questions: Vec::new(),
            permitting: None,
            rest_told: false,
            condition_editor: None,
            path_question: None,
            restoring: None,
            restored: None,
            diagnostics: Diagnostics::at_start(&folder),
            leaving: CloseDialog::default(),
            asks_to_end: false,
            asks_start_over: false,
            views: Views::default(),
            proposed: settings::proposed_project(),
            sample,
            folder,
            settings,
        };
        shell.hear_bell(ctx);
        shell.alerts.desk.waking(Arc::clone(&shell.wake));
        let wake = Arc::clone(&shell.wake);
        bowerbird_engine::project::log::wake_with(move || wake());
        let last = shell
            .settings
            .last_project
            .clone()
            .filter(|path| path.exists());
        if let Some(path) = options.project.or(last) {
            shell.begin_opening(path);
        }
        shell
    }

    /// Repaints the window when there is something to handle.
    fn hear_bell(&self, ctx: &egui::Context) {
        let repaint = ctx.clone();
        self.waker.set(Arc::new(move || repaint.request_repaint()));
    }

    /// Continues in a new window after running without one.
    pub(super) fn enter(&mut self, ctx: &egui::Context) {
        install_style(ctx, &self.settings, self.look.texts.language());
        self.leaving.forget();
        if std::mem::take(&mut self.asks_to_end) {
            self.leaving.ask();
        }
        self.hear_bell(ctx);
        // Something may have happened in between.
        ctx.request_repaint();
    }

    /// The window closes. Returns whether the program continues without one: then nothing painted
    /// in it is kept.
    pub(super) fn leave(&mut self) -> bool {
        if !self.leaving.keeps_running() || self.project.is_none() {
            return false;
        }
        self.called = false;
        self.views.workbench.forget_pictures();
        self.views.sites.evidence.forget_pictures();
        true
    }

    /// The program ends: runs stop cleanly and continue the next time.
    pub(super) fn end(&mut self) {
        self.carry_out_removals(true);
        self.project = None;
    }

    /// Whether a project is open; for code that drives the window without display.
    pub fn has_project(&self) -> bool {
        self.project.is_some()
    }

    /// Begins to open the project at `path`.
    pub(super) fn begin_opening(&mut self, path: PathBuf) {
        let sample = path == self.sample;
        self.views.start.opening = Some(path.clone());
        self.begin_at = None;
        self.opening = Some(ProjectOpening::begin(path, sample, &self.wake));
    }

    /// Saves the settings.
    pub(super) fn keep_settings(&mut self) {
        if let Err(error) = self.settings.save(&self.folder) {
            let message = bowerbird_engine::types::Message::new("app-error-settings")
                .with("path", self.folder.display().to_string())
                .with("reason", error.to_string());
            self.notify(Notice::bad(message), Topic::Other);
        }
    }

    /// Draws the dialogs over the view: the shortcut sheet, the program's own facts, reports, questions, the palette.
    fn dialogs_ui(&mut self, ctx: &egui::Context, actions: &mut Vec<Action>) {
        if let Some(guide) = &mut self.guide
            && !guide_ui(ctx, &self.look, guide)
        {
            self.guide = None;
        }
        if self.sheet_open {
            self.sheet_open = sheet_ui(ctx, &self.look);
        }
        about_ui(ctx, &self.look);
        self.diagnostic_ui(ctx, actions);
        if let Some(report) = self.imports.first_mut()
            && !import::report_ui(ctx, &self.look, report, actions)
        {
            self.imports.remove(0);
        }
        let author = &self.views.workbench.author;
        if let Some(question) = &mut self.page_files
            && !page_files::question_ui(ctx, &self.look, question, author, actions)
        {
            self.page_files = None;
        }
        if let Some(export) = &mut self.rule_export
            && !rule_export::question_ui(ctx, &self.look, export, actions)
        {
            self.rule_export = None;
        }
        if self.asks_start_over {
            match lost_passphrase::question_ui(ctx, &self.look, &self.world) {
                None => {}
                Some(agreed) => {
                    self.asks_start_over = false;
                    if agreed {
                        self.start_over();
                    }
                }
            }
        }
        if let Some(open) = &mut self.palette {
            match palette::palette_ui(ctx, &self.look, &self.world, open) {
                palette::Outcome::Open => {}
                palette::Outcome::Closed => self.palette = None,
                palette::Outcome::Chosen(action) => {
                    self.palette = None;
                    actions.push(*action);
                }
            }
        }
    }

    fn view_ui(&mut self, ui: &mut egui::Ui, actions: &mut Vec<Action>) {
        tab_from_start(ui);
        let (look, world, views) = (&self.look, &self.world, &mut self.views);
        if self.project.is_none() {
            egui::ScrollArea::vertical()
                .auto_shrink(false)
                .show(ui, |ui| {
                    let recent = &world.recent.projects;
                    let state = &mut views.start;
                    start::start_ui(ui, look, state, &self.proposed, recent, actions);
                });
            return;
        }
        match self.view {
            View::Monitor => {
                monitor::monitor_ui(ui, look, world, &mut views.monitor, actions);
            }
            View::Sites => {
                // What the form says that a run costs.
                let editor = views.sites.editor.as_ref();
                tasks::watch_choice::ask_readings(
                    ui,
                    world,
                    editor.and_then(|editor| editor.site),
                    actions,
                );
                sites::sites_ui(ui, look, world, &mut views.sites, actions);
            }
            View::Workbench => {
                if ui.ctx().text_edit_focused() {
                    views.workbench.page.known = world.known_addresses();
                }
                workbench::workbench_ui(ui, look, world, &mut views.workbench, actions);
            }
            View::Tasks => {
                tasks::tasks_ui(ui, look, world, &mut views.tasks, Timestamp::now(), actions);
            }
            View::Results => results::results_ui(ui, look, world, &mut views.results, actions),
            View::Proxies => proxies::proxies_ui(ui, look, world, &mut views.proxies, actions),
            View::Accounts => accounts::accounts_ui(ui, look, world, &mut views.accounts, actions),
            View::Changes => {
                changes::changes_ui(ui, look, world, &mut views.changes, actions);
            }
            View::Runs => runs::runs_ui(ui, look, world, &mut views.runs, actions),
            View::Log => log::log_ui(ui, look, world, &mut views.log, actions),
            View::Settings => {
                views.settings.notify.clone_from(&self.settings.notify);
                let named = self.settings.browser.as_deref();
                views.settings.browser.starts_with(named);
                views
                    .settings
                    .desk_fault
                    .clone_from(&self.alerts.desk.fault);
                let shown = (self.settings.theme, self.settings.size_percent());
                settings_view::settings_ui(ui, look, world, shown, &mut views.settings, actions);
            }
        }
    }
}

impl eframe::App for Bowerbird {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        self.process_updates(ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.look.tokens = theme::Tokens::shown(&ctx);
        // Dialogs over the view have exclusive keyboard input.
        let covered = self.palette.is_some()
            || self.sheet_open
            || !self.imports.is_empty()
            || self.page_files.is_some()
            || self.rule_export.is_some()
            || self.permitting.is_some()
            || self
                .condition_editor
                .as_ref()
                .is_some_and(|editor| !editor.is_aside())
            || self.path_question.is_some()
            || self.restoring.is_some()
            || self.removals.erasure.is_some()
            || !self.rule_questions.is_empty()
            || self.asks_start_over
            || self.diagnostics.dialog.is_some()
            || self.leaving.is_open();
        let mut actions: Vec<Action> = Vec::new();
        let mut by_key = false;
        if !covered {
            let pressed = UiCommand::pressed(&ctx);
            if pressed.contains(&UiCommand::Palette) {
                palette::catch_typed(&ctx);
            }
            by_key = View::ALL
                .iter()
                .any(|view| pressed.contains(&view.command()));
            actions.extend(pressed.into_iter().map(Action::Ui));
        }
        top_bar_and_rail::top_bar_ui(ui, self, &mut actions);
        self.rest_ui(ui, &mut actions);
        sent_pages::sent_pages_ui(ui, &self.look, &self.world, &mut actions);
        let now = Instant::now();
        self.carry_out_removals(false);
        let alerts = self.show_due_notifications(Timestamp::now());
        let waits = [self.notices.fade(now), self.removals.next(now), alerts];
        if let Some(wait) = waits.into_iter().flatten().min() {
            ctx.request_repaint_after(wait);
        }
        let failures = notices_ui::failures_ui(ui, &self.look, &mut self.notices, &mut actions);
        if self.project.is_some() {
            let offers_tour = !self.settings.toured && self.tour.is_none();
            let shown = (self.view, offers_tour);
            by_key |= top_bar_and_rail::rail_ui(ui, &self.look, &self.world, shown, &mut actions);
        }
        egui::CentralPanel::no_frame()
            .frame(page(&self.look))
            .show(ui, |ui| {
                with_room(ui, |ui| self.view_ui(ui, &mut actions));
            });
        // A view that was opened by key begins with its table.
        table::offer_keyboard_by_key(&ctx, by_key);
        self.views.workbench.inbox.clear();
        self.dialogs_ui(&ctx, &mut actions);
        self.rule_question_ui(&ctx, &mut actions);
        self.review_dialog_ui(&ctx, &mut actions);
        self.condition_editor_ui(&ctx, &mut actions);
        self.path_question_ui(&ctx, &mut actions);
        self.restore_dialog_ui(&ctx);
        self.erasure_dialog_ui(&ctx, &mut actions);
        notices_ui::hints_ui(&ctx, &self.look, &self.notices, failures, &mut actions);
        self.leaving_question_ui(&ctx, &mut actions);
        notification_centre::centre_ui(&ctx, &self.look, &self.alerts, &mut actions);
        let lists = self.view == View::Proxies && self.project.is_some();
        let scheme = lists.then_some(self.views.proxies.scheme);
        drop_files::drop_ui(&ctx, &self.look, scheme, &mut actions);
        self.tour_ui(&ctx, &mut actions);
        self.look.ring_focus(&ctx);
        self.carry_out(&ctx, actions);
        self.keep_layout(&ctx);
        self.keep_changes_filter(&ctx);
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.end();
    }

    fn clear_color(&self, _visuals: &egui::Visuals) -> [f32; 4] {
        self.look.tokens.ground.to_normalized_gamma_f32()
    }
}
