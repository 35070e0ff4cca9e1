//! The panel of the rule: the container, the links of records, the fields with their colours, types
//! and first values, and the details of the selected one.
//!
//! Below: alternatives edited as text, names, parts and steps.

pub(super) mod alternative_text;
mod alternative_text_ui;
mod alternatives;
mod detail;
mod field_rows;
mod field_types;
mod part_row;
pub mod rule_parts;
pub(super) mod suggested_name;
mod transform_chain;
pub(super) mod transform_steps;

use eframe::egui::{Button, Label, ScrollArea, Ui};

pub(super) use field_types::real_kind;

use super::page_steps::page_steps_ui;
use super::state::Authoring;
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::theme::SMALL_BUTTON;
use crate::style::ui_context::UiContext;
use crate::widgets::toml_text::toml_ui;
use bowerbird_engine::types::{Message, PageRole};
use rule_parts::Home;

/// Draws the panel.
pub fn fields_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    head_ui(ui, look, world, state, actions);
    if state.page.is_none() && state.rule.is_none() {
        ui.label(look.hint(look.t("app-author-no-rule")));
        return;
    }
    if state.foreign {
        foreign_ui(ui, look, state, actions);
        return;
    }
    if state.as_text {
        text_ui(ui, look, state, actions);
        return;
    }
    ScrollArea::vertical()
        .id_salt("fields")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.set_width(ui.available_width() - 6.0);
            ui.spacing_mut().item_spacing.y = 4.0;
            faults_ui(ui, look, state);
            homes_ui(ui, look, state, actions);
            page_steps_ui(ui, look, state, actions);
        });
}

/// What to do with the open rule while a page of another site is shown: chosen in the bar, or here
/// while the bar is about a refusal.
fn foreign_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring, actions: &mut Vec<Action>) {
    if !state.is_refused() || state.steps.refused_anyway {
        ui.label(look.hint(look.t("app-author-foreign-open")));
        return;
    }
    let name = state.file().site.name.clone();
    let why = look.t1("app-author-foreign", "site", name.as_str());
    ui.add(Label::new(look.hint(why)).wrap());
    ui.horizontal_wrapped(|ui| {
        if ui.button(look.t("app-author-new-site")).clicked() {
            state.begin_anew(actions);
        }
        let go_on = look.t1("app-author-go-on-with", "site", name);
        if ui.button(go_on).clicked() {
            state.foreign = false;
        }
    });
}

fn head_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    if state.rule.is_none() {
        return;
    }
    ui.horizontal(|ui| {
        if let Some(site) = state.site.and_then(|site| world.site(site)) {
            ui.add(Label::new(look.hint(&site.name)).truncate());
        }
        let button = Button::selectable(state.as_text, look.t("app-author-as-text"))
            .frame_when_inactive(true)
            .small()
            .min_size(SMALL_BUTTON);
        let tip = look.t("app-author-as-text-tip");
        if ui.add(button).on_hover_text(tip).clicked() {
            state.as_text = !state.as_text;
        }
        let begin = look.quiet(ui, look.t("app-author-begin-anew"));
        let tip = look.t("app-author-begin-anew-tip");
        if begin.on_hover_text(tip).clicked() {
            state.begin_anew(actions);
        }
    });
}

fn text_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring, actions: &mut Vec<Action>) {
    faults_ui(ui, look, state);
    let mut text = state.text();
    let faulty: Vec<usize> = state
        .rule
        .iter()
        .flat_map(|rule| &rule.faults)
        .map(|fault| fault.line)
        .collect();
    let changed = ScrollArea::both()
        .id_salt("rule-text")
        .auto_shrink(false)
        .show(ui, |ui| toml_ui(ui, look, &mut text, &faulty).changed())
        .inner;
    if changed {
        state.text_typed(text, actions);
    }
}

/// The rule's faults. A new rule is incomplete, which is not a fault.
fn faults_ui(ui: &mut Ui, look: &UiContext, state: &Authoring) {
    let Some(rule) = &state.rule else {
        return;
    };
    for fault in rule.faults.iter().take(5) {
        let place = Message::new("app-editor-place")
            .with("line", fault.line)
            .with("column", fault.column);
        let text = look.sentences(look.text(&place), look.text(&fault.message));
        ui.label(look.coloured(text, look.tokens.bad));
    }
}

/// The list section and the page section of the rule; that of the open page first.
fn homes_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring, actions: &mut Vec<Action>) {
    let has_list = state.role == PageRole::List || state.file().list.is_some();
    let homes: &[Home] = match (has_list, state.home()) {
        (true, Home::List) => &[Home::List, Home::Page],
        (true, Home::Page) => &[Home::Page, Home::List],
        (false, _) => &[Home::Page],
    };
    for home in homes {
        let here = *home == state.home();
        // No page fields are defined, and no page is open: takes no space.
        let quiet = *home == Home::Page && !here && state.file().fields.is_empty();
        field_rows::home_ui(ui, look, state, *home, here, quiet, actions);
    }
}
