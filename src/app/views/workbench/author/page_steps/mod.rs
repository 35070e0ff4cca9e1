//! The steps that are done on the page in the browser before it is read: recorded by using the page,
//! listed in order, tried one by one. Input: the rule, clicks. Output: the changed rule, and requests
//! to show the page after some of its steps.
//!
//! Below: the page in the browser before any step, recording, and the form of a step.

pub(super) mod browser_page;
mod recording;
mod step_form;

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{Button, Label, RichText, Ui};

pub use recording::UsePage;

use super::state::Authoring;
use crate::action::Action;
use crate::style::theme::SMALL_BUTTON;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{ENTER_KEY, Message, PageStep, StepKind};

/// Draws the section.
pub(super) fn page_steps_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(look.t("app-step-head")).strong());
        let toggle = Button::selectable(state.use_page.on, look.t("app-step-use-page"))
            .frame_when_inactive(true)
            .small()
            .min_size(SMALL_BUTTON);
        let toggle = ui.add_enabled(state.page.is_some(), toggle);
        if toggle
            .on_hover_text(look.t("app-step-use-page-tip"))
            .clicked()
        {
            state.use_page.on = !state.use_page.on;
            state.question = None;
            state.settle_doubt(false, actions);
            if state.use_page.on {
                state.show_as_used();
            }
        }
        browser_page::open_ui(ui, look, state);
        add_ui(ui, look, state, actions);
    });
    if state.use_page.on {
        ui.add(Label::new(look.coloured(look.t("app-step-recording"), look.tokens.accent)).wrap());
    } else if state.page_steps().is_empty() {
        ui.add(Label::new(look.hint(look.t("app-step-none"))).wrap());
    }
    doubt_ui(ui, look, state, actions);
    for (place, step) in state.page_steps().to_vec().iter().enumerate() {
        ui.push_id(("page-step", place), |ui| {
            row_ui(ui, look, state, (place, step), actions);
            if state.use_page.shown == Some(place) {
                step_form::form_ui(ui, look, state, place, actions);
            }
        });
    }
}

/// Asks whether an element that seems to do nothing is to be clicked.
fn doubt_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring, actions: &mut Vec<Action>) {
    let Some(label) = state.use_page.doubted() else {
        return;
    };
    let asked = look.t1("app-step-no-control", "text", label);
    ui.add(Label::new(look.coloured(asked, look.tokens.warn)).wrap());
    ui.horizontal_wrapped(|ui| {
        if ui.button(look.t("app-step-click-anyway")).clicked() {
            state.settle_doubt(true, actions);
        }
        if ui.button(look.t("app-cancel")).clicked() {
            state.settle_doubt(false, actions);
        }
    });
}

/// The menu of steps that need no element.
fn add_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring, actions: &mut Vec<Action>) {
    let button = Button::new(look.t("app-step-add"))
        .small()
        .min_size(SMALL_BUTTON);
    let (button, _) = MenuButton::from_button(button).ui(ui, |ui| {
        for (id, step) in [
            (
                "app-step-add-press",
                PageStep {
                    kind: StepKind::Press,
                    key: Some(ENTER_KEY.to_owned()),
                    ..PageStep::default()
                },
            ),
            ("app-step-add-scroll", of_kind(StepKind::Scroll)),
            ("app-step-add-close", of_kind(StepKind::Close)),
            (
                "app-step-add-wait",
                PageStep {
                    wait: Some("2s".to_owned()),
                    ..of_kind(StepKind::Wait)
                },
            ),
        ] {
            if ui.button(look.t(id)).clicked() {
                state.add_step(step, actions);
                state.use_page.show_after(state.page_steps().len());
                ui.close();
            }
        }
    });
    button.on_hover_text(look.t("app-step-add-tip"));
}

fn of_kind(kind: StepKind) -> PageStep {
    PageStep {
        kind,
        ..PageStep::default()
    }
}

/// A step in words, with what can be done with it.
fn row_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    (place, step): (usize, &PageStep),
    actions: &mut Vec<Action>,
) {
    let count = state.page_steps().len();
    ui.horizontal_wrapped(|ui| {
        let label = step
            .css
            .as_deref()
            .and_then(|css| state.use_page.label(css));
        let words = format!("{}. {}", place + 1, in_words(look, step, label));
        let is_shown = state.use_page.shown == Some(place);
        let row = Button::selectable(is_shown, words).wrap();
        if ui
            .add(row)
            .on_hover_text(look.t("app-step-edit-tip"))
            .clicked()
        {
            state.use_page.shown = (!is_shown).then_some(place);
        }
        let name = look.t1("app-step-try", "step", place + 1);
        let show = Button::new("▶").small().min_size(SMALL_BUTTON);
        let show = ui.add_enabled(state.page.is_some() || state.rule.is_some(), show);
        let show = show.accessible_name(&name).on_disabled_hover_text(&name);
        if show.on_hover_text(&name).clicked() {
            state.use_page.show_after(place + 1);
        }
        let more = Button::new("…").small().min_size(SMALL_BUTTON);
        let (more, _) = MenuButton::from_button(more).ui(ui, |ui| {
            let mut entry = |id: &str, can: bool| {
                let clicked = ui.add_enabled(can, Button::new(look.t(id))).clicked();
                if clicked {
                    ui.close();
                }
                clicked
            };
            if entry("app-author-up", place > 0) {
                swap(state, (place, place.saturating_sub(1)), actions);
            }
            if entry("app-author-down", place + 1 < count) {
                swap(state, (place, place + 1), actions);
            }
            if entry("app-author-delete", true) {
                remove(state, place, actions);
            }
        });
        let name = look.t1("app-step-more", "step", place + 1);
        more.accessible_name(&name).on_hover_text(name);
    });
}

/// Swaps two steps; the open form stays with its step.
fn swap(state: &mut Authoring, (from, to): (usize, usize), actions: &mut Vec<Action>) {
    state.edit(None, actions, |file| {
        let fits = from.max(to) < file.steps.len();
        if fits {
            file.steps.swap(from, to);
        }
        fits
    });
    state.use_page.several = None;
    state.use_page.shown = match state.use_page.shown {
        Some(shown) if shown == from => Some(to),
        Some(shown) if shown == to => Some(from),
        other => other,
    };
}

fn remove(state: &mut Authoring, place: usize, actions: &mut Vec<Action>) {
    state.edit(None, actions, |file| {
        let fits = place < file.steps.len();
        if fits {
            file.steps.remove(place);
        }
        fits
    });
    state.use_page.several = None;
    state.use_page.shown = None;
}

/// What a step does, in words; `label` is what the page calls its element.
fn in_words(look: &UiContext, step: &PageStep, label: Option<&str>) -> String {
    let element = match label {
        Some(label) => look.t1("app-step-named", "label", label),
        None => step.css.clone().unwrap_or_default(),
    };
    let id = match (step.kind, step.values.is_empty(), &step.css) {
        (StepKind::Click, ..) => "app-step-click",
        (StepKind::Type, true, _) => "app-step-type",
        (StepKind::Type, false, _) => "app-step-type-values",
        (StepKind::Choose, true, _) => "app-step-choose",
        (StepKind::Choose, false, _) => "app-step-choose-values",
        (StepKind::Press, ..) => "app-step-press",
        (StepKind::Scroll, ..) => "app-step-scroll",
        (StepKind::Wait, _, Some(_)) => "app-step-wait-for",
        (StepKind::Wait, _, None) => "app-step-wait",
        (StepKind::Close, _, Some(_)) => "app-step-close",
        (StepKind::Close, _, None) => "app-step-close-overlays",
    };
    let message = Message::new(id)
        .with("element", element)
        .with("text", step.text.clone().unwrap_or_default())
        .with("count", step.values.len())
        .with("key", step.key.clone().unwrap_or_default())
        .with("time", step.wait.clone().unwrap_or_default());
    look.text(&message)
}
