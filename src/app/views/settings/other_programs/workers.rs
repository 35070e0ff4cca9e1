//! Workers on other machines: the server between them and this project, who is there, who is accepted.

use std::time::{Duration, Instant};

use eframe::egui::{Button, Grid, RichText, Ui};

use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::disabled_because;
use crate::widgets::fields;
use bowerbird_engine::types::{Message, Secret};
use bowerbird_engine::workers::{WorkerLine, WorkerOverview, WorkerState, WorkersRequest};
use bowerbird_engine::{Command, ProjectCommand};

/// How often the list is asked for while it is shown.
const EVERY: Duration = Duration::from_secs(4);

/// The state of the section.
#[derive(Clone, Debug, Default)]
pub struct WorkersState {
    address: String,
    password: String,
    /// Whether a worker that is accepted may get secrets.
    secrets: bool,
    known: Option<WorkerOverview>,
    asked: Option<Instant>,
    /// Whether an answer to the user is awaited.
    busy: bool,
    /// Whether that is an answer to [`WorkersRequest::Use`].
    connecting: bool,
}

impl WorkersState {
    /// Takes the workers that are there.
    pub fn came(&mut self, overview: WorkerOverview) {
        if self.address.is_empty() {
            self.address.clone_from(&overview.address);
        }
        // Only what was sent: a look must not clear what is being typed.
        if self.connecting && overview.problem.is_none() {
            self.password.clear();
        }
        self.busy = false;
        self.connecting = false;
        self.known = Some(overview);
    }

    /// An action failed: the reason is told elsewhere.
    pub fn failed(&mut self) {
        self.busy = false;
        self.connecting = false;
    }

    fn ask(&mut self, request: WorkersRequest, actions: &mut Vec<Action>) {
        self.busy |= request != WorkersRequest::Look;
        self.connecting |= matches!(request, WorkersRequest::Use { .. });
        self.asked = Some(Instant::now());
        actions.push(Action::Send(Command::Project(ProjectCommand::Workers(
            request,
        ))));
    }
}

/// Draws the section.
pub(in crate::views::settings) fn workers_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut WorkersState,
    actions: &mut Vec<Action>,
) {
    let is_on = state.known.as_ref().is_some_and(|known| known.on);
    let is_due = |asked: Instant| is_on && asked.elapsed() > EVERY;
    if state.asked.is_none_or(is_due) && !state.busy {
        state.ask(WorkersRequest::Look, actions);
    }
    ui.label(look.title(look.t("workers-settings")));
    ui.label(look.hint(look.t("workers-settings-hint")));
    server_ui(ui, look, state, actions);
    let Some(known) = state.known.clone() else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    if let Some(problem) = &known.problem {
        ui.label(look.coloured(look.text(problem), look.tokens.bad));
    }
    if !known.on {
        return;
    }
    ui.ctx().request_repaint_after(EVERY);
    if known.workers.is_empty() {
        if known.problem.is_none() {
            let start =
                Message::new("workers-settings-none").with("address", known.address.as_str());
            ui.label(look.hint(look.text(&start)));
        }
        return;
    }
    list_ui(ui, look, &known, state, actions);
    let own = Message::new("workers-owner").with("fingerprint", known.own_fingerprint.as_str());
    ui.label(look.hint(look.text(&own)));
}

/// The server, and whether it is used.
fn server_ui(ui: &mut Ui, look: &UiContext, state: &mut WorkersState, actions: &mut Vec<Action>) {
    let is_on = state.known.as_ref().is_some_and(|known| known.on);
    ui.horizontal_wrapped(|ui| {
        let address = &mut state.address;
        let hint = "redis://queue.example";
        let field = fields::code_field(ui, look, "workers-server", address, hint, 260.0);
        let mut entered = fields::entered(ui, &field);
        let password = &mut state.password;
        let field = fields::password_field(ui, look, "workers-server-password", password, 150.0);
        entered |= fields::entered(ui, &field);
        fields::beside(ui, |ui| {
            let is_named = !state.address.trim().is_empty() && !state.busy;
            let connect = ui.add_enabled(is_named, Button::new(look.t("workers-connect")));
            let connect = disabled_because(connect, &look.t("workers-connect-tip"));
            if (connect.clicked() || entered) && is_named {
                let password = &state.password;
                let request = WorkersRequest::Use {
                    address: state.address.trim().to_owned(),
                    password: (!password.is_empty()).then(|| Secret::new(password.as_str())),
                };
                state.ask(request, actions);
            }
            if is_on && look.quiet(ui, look.t("workers-off")).clicked() {
                state.ask(WorkersRequest::Off, actions);
            }
        });
    });
}

/// The workers, one a row.
fn list_ui(
    ui: &mut Ui,
    look: &UiContext,
    known: &WorkerOverview,
    state: &mut WorkersState,
    actions: &mut Vec<Action>,
) {
    let any_new = known
        .workers
        .iter()
        .any(|line| line.state == WorkerState::New);
    if any_new {
        ui.label(look.hint(look.t("workers-compare")));
        ui.checkbox(&mut state.secrets, look.t("workers-with-secrets"));
    }
    Grid::new("workers")
        .num_columns(6)
        .striped(true)
        .show(ui, |ui| {
            for id in [
                "workers-name",
                "workers-state",
                "workers-busy",
                "workers-per-minute",
                "workers-failed",
            ] {
                ui.label(look.hint(look.t(id)));
            }
            ui.end_row();
            for line in &known.workers {
                line_ui(ui, look, line, state, actions);
                ui.end_row();
            }
        });
}

fn line_ui(
    ui: &mut Ui,
    look: &UiContext,
    line: &WorkerLine,
    state: &mut WorkersState,
    actions: &mut Vec<Action>,
) {
    let about = Message::new("workers-about")
        .with(
            "address",
            line.address.clone().unwrap_or_else(|| "–".to_owned()),
        )
        .with("version", line.build.as_str())
        .with("fingerprint", line.fingerprint.as_str());
    let about = look.text(&about);
    ui.label(line.name.as_str()).on_hover_text(&about);
    let colour = match line.state {
        WorkerState::Ready | WorkerState::Working => look.tokens.ok,
        WorkerState::New | WorkerState::OtherBuild | WorkerState::Away => look.tokens.warn,
        WorkerState::Paused | WorkerState::Draining | WorkerState::Drained => look.tokens.text,
    };
    ui.label(look.coloured(look.text(&line.state.name()), colour))
        .on_hover_text(&about);
    ui.label(format!("{}/{}", line.busy, line.jobs));
    ui.label(look.count(line.per_minute));
    ui.label(look.count(line.failed));
    ui.horizontal(|ui| {
        if line.state == WorkerState::New {
            ui.label(RichText::new(line.fingerprint.as_str()).monospace().small());
            if ui.button(look.t("workers-accept")).clicked() {
                let secrets = state.secrets;
                let request = WorkersRequest::Accept {
                    key: line.key,
                    secrets,
                };
                state.ask(request, actions);
                // Each worker gets secrets only if the person says so for it.
                state.secrets = false;
            }
            return;
        }
        let rests = matches!(
            line.state,
            WorkerState::Paused | WorkerState::Draining | WorkerState::Drained
        );
        let (id, request) = match rests {
            true => ("workers-resume", WorkersRequest::Resume(line.key)),
            false => ("workers-pause", WorkersRequest::Pause(line.key)),
        };
        if look.quiet(ui, look.t(id)).clicked() {
            state.ask(request, actions);
        }
        let drain = look.t("workers-drain");
        if !rests
            && look
                .quiet(ui, drain)
                .on_hover_text(look.t("workers-drain-tip"))
                .clicked()
        {
            state.ask(WorkersRequest::Drain(line.key), actions);
        }
        if look.quiet(ui, look.t("workers-remove")).clicked() {
            state.ask(WorkersRequest::Remove(line.key), actions);
        }
    });
}
