//! Answers to other programs while the window is open: whether, where, and the token.

use eframe::egui::{Button, Label, RichText, Ui};

use crate::action::Action;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::records::serve::USUAL_PORT;
use bowerbird_engine::{Command, ProjectCommand, ServeCommand, ServeState};

/// The state of the section.
#[derive(Clone, Debug, Default)]
pub struct ServeSettings {
    /// The port as typed; empty for the usual one.
    pub port: String,
    state: ServeState,
    /// Whether an answer of the engine is awaited.
    waits: bool,
}

impl ServeSettings {
    /// Takes whether other programs are answered now.
    pub fn came(&mut self, state: ServeState) {
        self.state = state;
        self.waits = false;
    }

    /// The typed port; `None` if it is none.
    fn typed_port(&self) -> Option<u16> {
        match self.port.trim() {
            "" => Some(USUAL_PORT),
            typed => typed.parse().ok(),
        }
    }

    fn send(&mut self, command: ServeCommand, actions: &mut Vec<Action>) {
        self.waits = true;
        actions.push(Action::Send(Command::Project(ProjectCommand::Serve(
            command,
        ))));
    }
}

/// Draws the section.
pub(in crate::views::settings) fn serve_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ServeSettings,
    actions: &mut Vec<Action>,
) {
    ui.label(look.title(look.t("serve-settings")));
    ui.add(Label::new(look.hint(look.t("serve-settings-hint"))).wrap());
    let port = state.typed_port();
    let mut on = state.state.address.is_some();
    let can = !state.waits && (on || port.is_some());
    ui.add_enabled_ui(can, |ui| {
        if ui.tick(&mut on, look.t("serve-settings-on")).changed() {
            let language = look.texts.language();
            match port.filter(|_| on) {
                Some(port) => state.send(ServeCommand::Start { port, language }, actions),
                None => state.send(ServeCommand::Stop, actions),
            }
        }
    });
    let Some(address) = state.state.address.clone() else {
        let hint = USUAL_PORT.to_string();
        fields::code_field(
            ui,
            look,
            "serve-settings-port",
            &mut state.port,
            &hint,
            80.0,
        );
        if port.is_none() {
            ui.label(look.coloured(look.t("serve-bad-port"), look.tokens.warn));
        }
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(look.t("serve-address"));
        ui.label(RichText::new(&address).monospace());
        if ui.button(look.t("serve-copy-address")).clicked() {
            actions.push(Action::Copy(address));
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(look.t("serve-token"));
        if ui.button(look.t("serve-copy-token")).clicked() {
            actions.push(Action::Copy(state.state.token.reveal().to_owned()));
        }
        let new = Button::new(look.t("serve-new-token"));
        let new = ui.add_enabled(!state.waits, new);
        if new.on_hover_text(look.t("serve-new-token-tip")).clicked() {
            state.send(ServeCommand::NewToken, actions);
        }
    });
    ui.add(Label::new(look.hint(look.t("serve-terms"))).wrap());
}
