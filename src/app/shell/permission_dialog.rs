//! The shell's handling of project permissions: queries the state, holds back commands that would
//! act while the project is at rest, and shows the dialog instead.

use eframe::egui;

use super::Bowerbird;
use crate::action::Action;
use crate::background::DataQuery;
use crate::dialogs::condition_editor::{aside_ui, editor_ui};
use crate::dialogs::permission_review::{PermissionReview, bar_ui, review_ui};
use crate::dialogs::rule_question::{RuleAnswer, question_ui};
use crate::shortcuts::View;
use bowerbird_engine::project_permission::Review;
use bowerbird_engine::types::{Message, SiteSupervisionCommand};
use bowerbird_engine::{
    AccountCommand, AlertCommand, Command, ExportCommand, ProjectCommand, ProxyCommand, RunCommand,
    SiteBatch, SiteCommand, TaskCommand, TaskControl,
};

/// Message id of the engine for a project at rest.
const AT_REST: &str = "plan-at-rest";

impl Bowerbird {
    /// Handles the project's permission state. A scheduler that was on resumes once it is allowed.
    pub(super) fn reviewed(&mut self, review: Review, actions: &mut Vec<Action>) {
        let at_rest = review.is_at_rest();
        self.world.review = Some(review);
        let project = self.world.project.as_ref();
        let goes_on = project.is_some_and(|path| self.settings.scheduled.contains(path));
        if goes_on && !at_rest && !self.world.scheduling {
            actions.push(Action::Send(Command::Task(TaskCommand::Schedule {
                on: true,
            })));
        }
    }

    /// Whether a failure only says that the project is at rest: then the bar and the dialog show
    /// it.
    pub(super) fn rests(&mut self, message: &Message, actions: &mut Vec<Action>) -> bool {
        if message.id != AT_REST {
            return false;
        }
        // The engine says it once when the project opens, which asks for no dialog.
        let is_told = std::mem::replace(&mut self.rest_told, true);
        if is_told && self.world.is_at_rest() {
            self.open_review();
        }
        actions.push(Action::Query(DataQuery::Review));
        true
    }

    /// Whether `command` would act although the project is at rest: then the dialog opens instead.
    pub(super) fn waits_for_permission(&mut self, command: &Command) -> bool {
        let waits = self.world.is_at_rest() && acts(command);
        if waits {
            self.open_review();
        }
        waits
    }

    fn open_review(&mut self) {
        let reason = Message::new("plan-why-rests");
        self.permitting = Some(PermissionReview::because(reason));
    }

    /// Draws the bar of a project at rest. When the window regains focus, checks whether the
    /// project was allowed elsewhere.
    pub(super) fn rest_ui(&mut self, ui: &mut egui::Ui, actions: &mut Vec<Action>) {
        self.condition_aside_ui(ui);
        let Some(review) = self.world.review.as_ref().filter(|it| it.is_at_rest()) else {
            return;
        };
        let is_back = |event: &egui::Event| matches!(event, egui::Event::WindowFocused(true));
        if ui.input(|input| input.events.iter().any(is_back)) {
            actions.push(Action::Send(Command::Project(ProjectCommand::Decide(
                Vec::new(),
            ))));
        }
        bar_ui(ui, &self.look, review, actions);
    }

    /// Draws the question about a rule file, while one awaits a decision.
    pub(super) fn rule_question_ui(&mut self, ctx: &egui::Context, actions: &mut Vec<Action>) {
        let Some(first) = self.rule_questions.first() else {
            return;
        };
        let answer = question_ui(ctx, &self.look, first);
        if answer == RuleAnswer::Waits {
            return;
        }
        let answered = self.rule_questions.remove(0);
        if answer == RuleAnswer::Add {
            self.finish_conflicting_removal(&answered.text);
            let path = answered.path;
            actions.push(Action::Send(Command::Site(SiteCommand::AddRuleFile {
                path,
            })));
            // Shows the new site, whatever was shown before.
            actions.push(Action::ShowSites);
        }
    }

    /// Draws the dialog, while it is open.
    pub(super) fn review_dialog_ui(&mut self, ctx: &egui::Context, actions: &mut Vec<Action>) {
        let (Some(state), Some(review)) = (&mut self.permitting, &self.world.review) else {
            return;
        };
        let stem = self
            .world
            .project
            .as_ref()
            .and_then(|path| path.file_stem());
        let name = stem.unwrap_or_default().to_string_lossy();
        if !review_ui(ctx, &self.look, (&name, review), state, actions) {
            self.permitting = None;
        }
    }
}

impl Bowerbird {
    /// Draws the way back to a condition that waits for the settings; it comes back by itself when
    /// they are left.
    fn condition_aside_ui(&mut self, ui: &mut egui::Ui) {
        let aside = self.condition_editor.as_mut();
        let Some(editor) = aside.filter(|editor| editor.is_aside()) else {
            return;
        };
        let is_left = self.view != View::Settings;
        if is_left || aside_ui(ui, &self.look) {
            editor.come_back();
        }
    }

    /// Draws the editor of a condition, while it is open.
    pub(super) fn condition_editor_ui(&mut self, ctx: &egui::Context, actions: &mut Vec<Action>) {
        let Some(state) = &mut self.condition_editor else {
            return;
        };
        if state.is_aside() {
            return;
        }
        let plan = self.views.settings.alerts.plan();
        if !editor_ui(ctx, &self.look, &self.world, plan, state, actions) {
            self.condition_editor = None;
        }
    }
}

/// Whether a command lets the project act by its own content, not by the user's input.
fn acts(command: &Command) -> bool {
    match command {
        Command::Run(command) => matches!(command, RunCommand::Start { .. }),
        Command::Site(command) => match command {
            SiteCommand::Supervise { order, .. } => *order != SiteSupervisionCommand::Pause,
            SiteCommand::Batch(batch) => match batch {
                SiteBatch::Unpause { running, .. } => !running.is_empty(),
                SiteBatch::Pause(_)
                | SiteBatch::Enable { .. }
                | SiteBatch::Tags(_)
                | SiteBatch::Rules(_)
                | SiteBatch::Remove(_) => false,
            },
            // The person typed the address.
            SiteCommand::Look { .. } | SiteCommand::ProposeSearch { .. } => false,
            SiteCommand::Add { .. }
            | SiteCommand::AddRuleFile { .. }
            | SiteCommand::AddByUrl { .. }
            | SiteCommand::AddSource { .. }
            | SiteCommand::AddLooked { .. }
            | SiteCommand::TakeRule { .. }
            | SiteCommand::StopLook
            | SiteCommand::AddStarts { .. }
            | SiteCommand::LookForBoards { .. }
            | SiteCommand::Update { .. }
            | SiteCommand::RestoreRule { .. }
            | SiteCommand::Remove { .. }
            | SiteCommand::Enable { .. }
            | SiteCommand::TeachException(_)
            | SiteCommand::AcceptPartialList { .. }
            | SiteCommand::ForgetException(_)
            | SiteCommand::SetSignals(_) => false,
        },
        Command::Task(command) => match command {
            TaskCommand::Order(order) => matches!(order, TaskControl::RunNow(_)),
            TaskCommand::Schedule { on } => *on,
            TaskCommand::Add { .. } | TaskCommand::Remove { .. } | TaskCommand::Pause { .. } => {
                false
            }
        },
        Command::Exports(order) => matches!(order, ExportCommand::WriteSaved { .. }),
        Command::Accounts(order) => {
            matches!(
                order,
                AccountCommand::Test { .. }
                    | AccountCommand::TestAll { .. }
                    | AccountCommand::OpenLoginWindow { .. }
            )
        }
        Command::Proxies(order) => matches!(order, ProxyCommand::Test { .. }),
        Command::Alerts(order) => matches!(order, AlertCommand::Test(_)),
        Command::Page(_)
        | Command::Authoring(_)
        | Command::Sample(_)
        | Command::Texts(_)
        | Command::Project(_) => false,
    }
}
