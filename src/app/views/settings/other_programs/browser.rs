//! The browser for pages that scripts make: which one was found, and its path.

use std::path::{Path, PathBuf};

use eframe::egui::Ui;

use crate::action::Action;
use crate::background::DataQuery;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::BrowserProgram;
use bowerbird_engine::types::Message;

/// The state of the section.
#[derive(Clone, Debug, Default)]
pub struct BrowserState {
    /// The path as typed; empty for the usual places.
    pub typed: String,
    asked: bool,
    found: Option<Result<BrowserProgram, Message>>,
}

impl BrowserState {
    /// Shows the program that the settings name, until something is typed.
    pub fn starts_with(&mut self, named: Option<&Path>) {
        if !self.asked {
            self.typed = named.map_or_else(String::new, |path| path.display().to_string());
        }
    }

    /// The program that was asked for.
    pub fn named(&self) -> Option<PathBuf> {
        let named = self.typed.trim();
        (!named.is_empty()).then(|| PathBuf::from(named))
    }

    /// Takes what was found.
    pub fn came(&mut self, found: Result<BrowserProgram, Message>) {
        self.found = Some(found);
    }

    fn ask(&mut self, actions: &mut Vec<Action>) {
        self.found = None;
        actions.push(Action::Query(DataQuery::Browser(self.named())));
    }
}

/// Draws the section.
pub(in crate::views::settings) fn browser_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut BrowserState,
    actions: &mut Vec<Action>,
) {
    if !std::mem::replace(&mut state.asked, true) {
        state.ask(actions);
    }
    ui.label(look.title(look.t("browser-settings")));
    ui.label(look.hint(look.t("browser-settings-hint")));
    ui.horizontal_wrapped(|ui| {
        let hint = look.t("browser-path-hint");
        let typed = &mut state.typed;
        let field = fields::code_field(ui, look, "browser-path", typed, &hint, 320.0);
        let entered = fields::entered(ui, &field);
        fields::beside(ui, |ui| {
            if ui.button(look.t("browser-find")).clicked() || entered {
                state.ask(actions);
            }
        });
    });
    match &state.found {
        None => ui.label(look.hint(look.t("browser-looking"))),
        Some(Ok(program)) => {
            let told = Message::new("browser-found")
                .with("version", program.version.as_str())
                .with("path", program.path.display().to_string());
            ui.label(look.coloured(look.text(&told), look.tokens.ok))
        }
        Some(Err(why)) => ui.label(look.coloured(look.text(why), look.tokens.warn)),
    };
}
