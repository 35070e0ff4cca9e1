//! The project's text settings: finding reposts, the summary service.

use eframe::egui::{Button, DragValue, Slider, Ui};

use crate::action::Action;
use crate::background::{DataQuery, TextSettings};
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::RepostSettings;
use bowerbird_engine::{Command, TextCommand};

/// The state of the section.
#[derive(Clone, Debug, Default)]
pub struct TextsState {
    known: Option<TextSettings>,
    typed: TextSettings,
    asked: bool,
}

impl TextsState {
    /// Handles the settings. Text being typed stays.
    pub fn came(&mut self, settings: TextSettings) {
        if self.known.as_ref().is_none_or(|known| *known == self.typed) {
            self.typed = settings.clone();
        }
        self.known = Some(settings);
    }

    /// Queries again: something changed.
    pub fn stale(&mut self) {
        self.asked = false;
    }
}

/// Draws the section.
pub fn texts_ui(ui: &mut Ui, look: &UiContext, state: &mut TextsState, actions: &mut Vec<Action>) {
    if !std::mem::replace(&mut state.asked, true) {
        actions.push(Action::Query(DataQuery::TextSettings));
    }
    ui.label(look.title(look.t("texts-settings")));
    let Some(known) = state.known.clone() else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    reposts_ui(ui, look, &mut state.typed.reposts);
    let typed = state.typed.reposts.bounded();
    ui.horizontal_wrapped(|ui| {
        let apply = Button::new(look.t("texts-settings-apply"));
        if ui.add_enabled(typed != known.reposts, apply).clicked() {
            actions.push(order(TextCommand::Reposts(typed)));
        }
        let usual = RepostSettings::default();
        let back = Button::new(look.t("texts-settings-usual"));
        if ui.add_enabled(typed != usual, back).clicked() {
            state.typed.reposts = usual;
        }
    });
    ui.label(look.hint(look.t("texts-settings-hint")));
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        let service = &mut state.typed.service;
        let hint = "http://127.0.0.1:8080/summary";
        fields::code_field(ui, look, "texts-service", service, hint, 320.0);
        fields::beside(ui, |ui| {
            let apply = Button::new(look.t("texts-service-apply"));
            let changed = state.typed.service.trim() != known.service;
            if ui.add_enabled(changed, apply).clicked() {
                let address = state.typed.service.trim().to_owned();
                actions.push(order(TextCommand::SummaryService(address)));
            }
        });
    });
    ui.label(look.hint(look.t("texts-service-hint")));
}

fn reposts_ui(ui: &mut Ui, look: &UiContext, reposts: &mut RepostSettings) {
    ui.tick(&mut reposts.on, look.t("texts-settings-on"));
    ui.add_enabled_ui(reposts.on, |ui| {
        ui.horizontal_wrapped(|ui| {
            fields::labelled(ui, look, "texts-settings-threshold", |ui| {
                let slider = Slider::new(&mut reposts.threshold, 0.5..=1.0);
                ui.add(slider.step_by(0.01).fixed_decimals(2))
            });
            fields::labelled(ui, look, "texts-settings-window", |ui| {
                ui.add(DragValue::new(&mut reposts.window_ids).range(1..=200_000))
            });
            fields::labelled(ui, look, "texts-settings-days", |ui| {
                ui.add(DragValue::new(&mut reposts.window_days).range(1..=3_650))
            });
        });
    });
}

fn order(order: TextCommand) -> Action {
    Action::Send(Command::Texts(order))
}
