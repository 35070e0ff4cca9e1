//! Executes the views' actions: commands go to the engine, queries to the loader, the rest changes the shell.

use eframe::egui;

use super::window::{apply_size, apply_theme};
use super::{Bowerbird, Views};
use crate::action::{Action, Notice, PathPurpose, TourAction};
use crate::background::DataQuery;
use crate::dialogs::condition_editor::ConditionEditor;
use crate::dialogs::permission_review::PermissionReview;
use crate::notices::Topic;
use crate::shell::removals::undo_duration::{SITE_UNDO_STAYS, UNDO_STAYS};
use crate::shortcuts::{UiCommand, View};
use crate::state::app_state::AppState;
use crate::state::layout::{self, Layout};
use crate::state::rule_editor::Editor;
use crate::state::settings::{self, SIZES};
use crate::state::start_view::{StartView, WITHOUT_PROJECT};
use crate::views::results::EvidenceForm;
use crate::views::sites::Part;
use crate::views::workbench::page::{KeptAddress, Navigation};
use bowerbird_engine::types::{Message, Only, pasteable};
use bowerbird_engine::{Command, ExportCommand, RunCommand, SiteCommand, TaskCommand};

impl Bowerbird {
    /// Executes `actions`, and their follow-up actions.
    pub(super) fn carry_out(&mut self, ctx: &egui::Context, actions: Vec<Action>) {
        let mut waiting = actions;
        while !waiting.is_empty() {
            let mut further = Vec::new();
            for action in waiting {
                if !matches!(action, Action::Query(_)) {
                    // The last frame may be outdated.
                    ctx.request_repaint();
                }
                self.carry_out_one(ctx, action, &mut further);
            }
            waiting = further;
        }
    }

    fn carry_out_one(&mut self, ctx: &egui::Context, action: Action, further: &mut Vec<Action>) {
        if self.asks_before(&action) {
            return;
        }
        self.notices.gone_on(&action);
        match action {
            Action::Send(command) => self.send(command),
            Action::Query(ask) => {
                if let Some(project) = &self.project {
                    project.loader.ask(ask);
                }
            }
            Action::Show(view) => {
                self.show(view, further);
                let page = &mut self.views.workbench.page;
                // Nothing can be done there without an address, so it is typed right away.
                page.focus_address |= view == View::Workbench && page.address.is_empty();
            }
            Action::Ui(command) => self.command(ctx, command, further),
            Action::OpenInWorkbench { url, site } => {
                self.open_in_workbench(ctx, &url, site, further)
            }
            Action::OpenKept { site, url } => {
                let address = KeptAddress::page(site, url).to_string();
                self.open_in_workbench(ctx, &address, Some(site), further);
            }
            Action::ShowReceived(page) => self.show_received(page, further),
            Action::OpenReceived { site, url } => {
                let address = KeptAddress::answer(site, url).to_string();
                self.open_in_workbench(ctx, &address, Some(site), further);
            }
            Action::ShowRecords { site, search } => {
                self.views.results.show_only(site, search);
                self.views.results_stale = true;
                self.show(View::Results, further);
            }
            Action::ShowRecord { site, title } => {
                self.views.results.show_named(site, &title);
                self.views.results_stale = true;
                self.show(View::Results, further);
            }
            Action::ShowReposts => {
                let results = &mut self.views.results;
                results.show_only(None, String::new());
                results.only = Only {
                    reposts: true,
                    ..Only::default()
                };
                self.views.results_stale = true;
                self.show(View::Results, further);
            }
            Action::Summarise(length) => further.extend(self.views.results.summarise(length)),
            Action::ShowAttention => {
                self.views.monitor.shows_attention = true;
                self.show(View::Monitor, further);
            }
            Action::ShowSites => {
                let sites = &mut self.views.sites;
                sites.editor = sites.editor.take().filter(Editor::changed);
                sites.versions = None;
                self.show(View::Sites, further);
            }
            Action::Browse { url, check } => self.browse(url, check, further),
            Action::CopyReport => further.push(Action::Query(DataQuery::Report(self.about()))),
            Action::FindSetting(words) => {
                self.views.settings.search.typed = words;
                self.show(View::Settings, further);
            }
            Action::Tour(what) => self.advance_tour(what, further),
            Action::ShowSitesBy(chip) => {
                self.views.sites.filter = crate::views::sites::Filter {
                    chip: Some(chip),
                    search: String::new(),
                };
                further.push(Action::ShowSites);
            }
            Action::ShowRuns(site) => {
                self.views.runs.of_site(site, further);
                self.show(View::Runs, further);
            }
            Action::ShowMissing(site) => self.show_missing(site, further),
            Action::ShowSite(site) => self.show_site(site, further),
            Action::ShowEvidence(site) => {
                self.views.sites.part = Part::Evidence;
                self.show_site(site, further);
            }
            Action::AddProxy(blocked) => self.add_proxy(blocked, further),
            Action::OpenThrough { url, egress } => {
                let (bench, scale) = (&mut self.views.workbench, ctx.pixels_per_point());
                bench.navigate(&Navigation::Through(url, egress), scale, further);
                self.show(View::Workbench, further);
            }
            Action::ShowAccounts(site) => {
                self.views.accounts.show_for(site);
                self.show(View::Accounts, further);
            }
            Action::ShowLogin(site) => {
                self.views.accounts.show_login_of(&self.world, &site);
                self.show(View::Accounts, further);
            }
            Action::BringCookies(site) => {
                self.views.accounts.bring_for(&self.world, site);
                self.show(View::Accounts, further);
            }
            Action::AddAccount { site, secret } => {
                self.views.accounts.add_for(site, &secret);
                self.show(View::Accounts, further);
            }
            Action::AddAccountFor(page) => {
                self.views.accounts.add_for_page(&self.world, page);
                self.show(View::Accounts, further);
            }
            Action::ShowPageAs(login) => {
                let (bench, scale) = (&mut self.views.workbench, ctx.pixels_per_point());
                bench.navigate(&Navigation::As(login), scale, further);
            }
            Action::Alerts(what) => self.do_alerts(what, further),
            Action::EditCondition(condition) => {
                self.condition_editor = Some(ConditionEditor::of(*condition));
            }
            Action::RepairSite(site) => self.repair_site(ctx, site, further),
            Action::ShowVersions(site) => self.show_versions(site, further),
            Action::OpenFiles { paths, format } => self.open_files(paths, format, further),
            Action::OpenPageFile { path, base } => {
                let bench = &mut self.views.workbench;
                bench.open_file(&path, base, ctx.pixels_per_point(), further);
                self.show(View::Workbench, further);
            }
            Action::ExportRules { sites, folder } => {
                further.push(Action::Query(DataQuery::ExportRules { sites, folder }));
            }
            Action::SaveEvidence(records) => {
                self.views.results.evidence = Some(EvidenceForm::of(records));
            }
            Action::ScheduleSites(sites) => {
                self.views.tasks.begin_for(&sites);
                self.show(View::Tasks, further);
            }
            Action::ChooseExport(sites) => self.choose_export(&sites),
            Action::UndoRemoval => self.undo_removal(further),
            Action::PickPath(purpose) => self.pick_path(purpose),
            Action::AddRuleFile(path) => further.push(Action::Query(DataQuery::RuleFile(path))),
            Action::OpenProject(path) => self.open_project(path),
            Action::OfferRestore => self.offer_restore(),
            Action::BeginAt { project, url } => {
                self.close_project();
                self.begin_opening(project);
                self.begin_at = Some(url);
            }
            Action::OpenSampleProject => {
                self.close_project();
                self.begin_opening(self.sample.clone());
            }
            Action::CloseProject => self.leave_project(),
            Action::SetLanguage(language) => self.set_language(ctx, language),
            Action::SetTheme(choice) => {
                self.settings.theme = choice;
                apply_theme(ctx, choice);
                self.keep_settings();
            }
            Action::SetSize(percent) => self.set_size(ctx, percent),
            Action::Panel { view, key, what } => what.apply(ctx, view.key(), &key),
            Action::SetPassphrase(passphrase) => self.set_passphrase(passphrase, further),
            Action::Copy(text) => {
                ctx.copy_text(pasteable(&text).into_owned());
                self.notify(Notice::info(Message::new("app-copied")), Topic::Other);
            }
            Action::OpenGuide(heading) => self.open_guide(Some(&heading)),
            Action::EditRule(site) => self.edit_rule(site, further),
            Action::OpenWithDesktop(path) => self.open_with_desktop(&path),
            Action::Notify(notice) => self.notify(notice, Topic::Other),
            Action::Dismiss(index) => self.notices.dismiss(index),
            Action::LeavePassphrase => self.leave_passphrase(),
            Action::AskStartOver => self.asks_start_over = true,
        }
    }

    pub(crate) fn send(&mut self, command: Command) {
        if self.waits_for_permission(&command) {
            return;
        }
        let now = std::time::Instant::now();
        if let Command::Site(
            SiteCommand::Add { rule_toml, .. } | SiteCommand::Update { rule_toml, .. },
        ) = &command
        {
            self.finish_conflicting_removal(rule_toml);
        }
        // The offer to run it is made for sites added elsewhere too.
        match &command {
            Command::Site(SiteCommand::AddSource { urls, .. }) => {
                self.views.sites.adding = urls.first().cloned();
            }
            Command::Site(SiteCommand::AddLooked { name, .. }) => {
                self.views.sites.adding.get_or_insert_with(|| name.clone());
            }
            _ => {}
        }
        if let Command::Exports(ExportCommand::Save { export, .. }) = &command
            && self.removals.keep_export(&export.name)
        {
            self.notices.dismiss_undo();
        }
        if let Some(put_off) = self.removals.defer(&command, &self.world, now) {
            self.removals.hide(&mut self.world);
            self.hide_exports();
            self.notify(
                Notice::removed(put_off.message, put_off.grace),
                Topic::Other,
            );
            if let Some(project) = &self.project {
                put_off
                    .pause
                    .into_iter()
                    .for_each(|pause| project.engine.send(pause));
            }
            return;
        }
        self.unlocking.sent(&command);
        if let Some(topic) = Topic::of(&command) {
            self.notices.commanded(topic);
        }
        if matches!(command, Command::Site(SiteCommand::Update { .. })) {
            self.notices.dismiss_login_page();
        }
        if let Some((back, told)) = self.undo_of(&command) {
            self.removals.offer_undo(back, UNDO_STAYS, now);
            self.notify(Notice::removed(told, UNDO_STAYS), Topic::Other);
        }
        if let Some(done) = self.removals.reversible(&command, &self.world, now) {
            let grace = match &command {
                Command::Run(RunCommand::Cancel { .. }) => SITE_UNDO_STAYS,
                _ => UNDO_STAYS,
            };
            self.notify(Notice::removed(done, grace), Topic::Other);
        }
        if let Command::Task(TaskCommand::Schedule { on }) = &command {
            self.world.scheduling = *on;
            let project = self.world.project.clone();
            if project.is_some_and(|project| self.settings.schedules(&project, *on)) {
                self.keep_settings();
            }
        }
        if let Command::Run(command) = &command {
            self.world.run_commanded(command);
        }
        if let Some(project) = &self.project {
            project.engine.send(command);
        }
    }

    pub(super) fn show(&mut self, view: View, further: &mut Vec<Action>) {
        (self.view, self.view_stays) = (view, true);
        if view != View::Accounts {
            self.notices.dismiss_login_page();
        }
        if view == View::Runs {
            further.push(Action::Query(DataQuery::Runs(self.views.runs.site)));
        }
        if view == View::Results {
            if self.views.results.export_path.is_empty() {
                let last = self.settings.last_export.clone();
                self.views.results.propose_first_target(last);
            }
            if std::mem::take(&mut self.views.results_stale) {
                self.views.results.ask(further);
            }
        }
    }

    /// The settings included in a report.
    fn about(&self) -> Vec<String> {
        let (language, theme) = (self.look.texts.language().tag(), self.settings.theme);
        let size = self.settings.size_percent();
        vec![format!(
            "language {language}, theme {theme:?}, size {size} %"
        )]
    }

    fn command(&mut self, ctx: &egui::Context, command: UiCommand, further: &mut Vec<Action>) {
        if self.project.is_none() && !command.without_project() {
            return;
        }
        if let Some(view) = View::ALL.into_iter().find(|view| view.command() == command) {
            self.show(view, further);
            return;
        }
        match command {
            UiCommand::Shortcuts => self.sheet_open = !self.sheet_open,
            UiCommand::Tour => further.push(Action::Tour(TourAction::Begin)),
            UiCommand::Diagnostic => self.open_diagnostic(),
            UiCommand::Forget => self.open_erasure(),
            UiCommand::Escape if self.notices.asks_passphrase() => self.leave_passphrase(),
            // The open centre closes itself; nothing behind it does.
            UiCommand::Escape if self.alerts.open => {}
            UiCommand::Escape if self.guide.take().is_some() => {}
            UiCommand::Escape => self.escape(further),
            UiCommand::Guide => self.open_guide(None),
            UiCommand::Palette => self.open_palette(ctx, ""),
            UiCommand::Search if self.view == View::Results => {
                self.views.results.focus_search = true;
            }
            UiCommand::Search => self.open_palette(ctx, "/"),
            UiCommand::ImportRules => further.push(Action::PickPath(PathPurpose::Import(None))),
            UiCommand::OpenPage => further.push(Action::PickPath(PathPurpose::PageFile)),
            UiCommand::ExportRule => self.export_rule(),
            UiCommand::Undo if self.view != View::Workbench => self.undo_removal(further),
            UiCommand::NewProject => further.push(Action::PickPath(PathPurpose::NewProject)),
            UiCommand::OpenProject => further.push(Action::PickPath(PathPurpose::OpenProject)),
            UiCommand::Permissions => self.permitting = Some(PermissionReview::default()),
            UiCommand::CloseProject => further.push(Action::CloseProject),
            UiCommand::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            UiCommand::Larger | UiCommand::Smaller | UiCommand::UsualSize => {
                self.resize(ctx, command);
            }
            UiCommand::ToggleSides => layout::toggle(ctx, self.view.key(), false),
            UiCommand::ToggleBottom => layout::toggle(ctx, self.view.key(), true),
            UiCommand::ResetLayout => layout::change(ctx, |layout| *layout = Layout::default()),
            UiCommand::Address => {
                self.show(View::Workbench, further);
                self.views.workbench.page.focus_address = true;
            }
            UiCommand::Reload => self.reload(ctx, further),
            UiCommand::PageBack | UiCommand::PageForward => self.turn_page(ctx, command, further),
            UiCommand::Find if self.view == View::Workbench => {
                self.views.workbench.page.find.begin();
            }
            UiCommand::Find if self.view == View::Settings => {
                self.views.settings.search.focus = true;
            }
            UiCommand::ZoomIn | UiCommand::ZoomOut | UiCommand::ZoomReset => {
                self.zoom(ctx, command);
            }
            UiCommand::TryRule => self.views.workbench.author.read(further),
            UiCommand::SaveRule => self.save_rule(further),
            UiCommand::NewSite => {
                self.views.sites.leave_editor();
                self.views.sites.versions = None;
                self.views.sites.focus_url = true;
                self.show(View::Sites, further);
            }
            UiCommand::Export => {
                self.show(View::Results, further);
                self.views.results.open_export();
            }
            // The workbench handles these when it is drawn next.
            UiCommand::Undo | UiCommand::Redo | UiCommand::AddSample
                if self.view == View::Workbench =>
            {
                self.views.workbench.inbox.push(command);
            }
            _ => {}
        }
    }

    /// Makes everything one step larger or smaller, or resets the size.
    fn resize(&mut self, ctx: &egui::Context, command: UiCommand) {
        let now = self.settings.size_percent();
        let size = match command {
            UiCommand::Larger => SIZES.into_iter().find(|size| *size > now),
            UiCommand::Smaller => SIZES.into_iter().rev().find(|size| *size < now),
            _ => Some(100),
        };
        if let Some(size) = size {
            self.set_size(ctx, size);
        }
    }

    fn set_size(&mut self, ctx: &egui::Context, percent: u16) {
        self.settings.size = (percent != 100).then_some(percent);
        apply_size(ctx, &self.settings);
        self.keep_settings();
    }

    fn escape(&mut self, further: &mut Vec<Action>) {
        let views = &mut self.views;
        match self.view {
            View::Sites if views.sites.versions.is_some() => views.sites.versions = None,
            View::Workbench if views.workbench.page.opened.is_none() => {
                views.workbench.cancel(further)
            }
            View::Workbench => {
                views.workbench.author.escape();
            }
            View::Results if views.results.exporting => views.results.exporting = false,
            View::Results => views.results.table.selected = None,
            // Nothing is open in the view: the last notice goes.
            _ => self.notices.dismiss_last(),
        }
    }

    fn reload(&mut self, ctx: &egui::Context, further: &mut Vec<Action>) {
        if self.view == View::Workbench {
            let bench = &mut self.views.workbench;
            bench.navigate(&Navigation::Again, ctx.pixels_per_point(), further);
            return;
        }
        further.extend(
            [
                DataQuery::Sites,
                DataQuery::Tasks,
                DataQuery::Pools,
                DataQuery::Total,
            ]
            .map(Action::Query),
        );
        self.views.results.ask(further);
    }

    /// Zooms the page in the workbench, and everything in the other views.
    fn zoom(&mut self, ctx: &egui::Context, command: UiCommand) {
        match command {
            _ if self.view == View::Workbench => self.views.workbench.page.zoom_command(command),
            UiCommand::ZoomIn => self.resize(ctx, UiCommand::Larger),
            UiCommand::ZoomOut => self.resize(ctx, UiCommand::Smaller),
            _ => self.resize(ctx, UiCommand::UsualSize),
        }
    }

    fn turn_page(&mut self, ctx: &egui::Context, command: UiCommand, further: &mut Vec<Action>) {
        if self.view == View::Workbench {
            let back = command == UiCommand::PageBack;
            let go = if back {
                Navigation::Back
            } else {
                Navigation::Forward
            };
            let bench = &mut self.views.workbench;
            bench.navigate(&go, ctx.pixels_per_point(), further);
        }
    }

    pub(super) fn start_at(&mut self, start: StartView) {
        (self.view, self.view_stays) = (start.view, start.stays);
    }

    pub(super) fn close_project(&mut self) {
        self.carry_out_removals(true);
        // The engine may take a moment to end its runs; the window must not block.
        if let Some(project) = self.project.take() {
            let spawned = std::thread::Builder::new()
                .name("close-project".to_owned())
                .spawn(move || drop(project));
            drop(spawned);
        }
        self.world = AppState {
            recent: self.settings.recent.clone(),
            ..AppState::default()
        };
        self.views = Views::default();
        self.permitting = None;
        self.condition_editor = None;
        self.path_question = None;
        self.rule_questions.clear();
        self.notices.clear();
        self.start_at(WITHOUT_PROJECT);
        self.proposed = settings::proposed_project();
    }
}
