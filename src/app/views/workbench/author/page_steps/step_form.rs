//! The form of a step: its element, what it types or chooses, one value or several, how often, on which
//! pages.

use eframe::egui::{self, DragValue, TextEdit, Ui};

use super::super::state::Authoring;
use crate::action::Action;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::theme::SMALL_BUTTON;
use crate::style::ui_context::UiContext;
use crate::widgets::fields::{choice, code_field, long_field, text_field};
use bowerbird_engine::types::{ENTER_KEY, PageStep, STEP_KEYS, StepKind, StepPages};

/// Height of the list of values, in points.
const VALUES_HEIGHT: f32 = 96.0;
/// How often a step can be repeated.
const MAX_REPEAT: u32 = 1000;
/// Options up to this number are chosen from a list; of more, one is typed.
const MAX_LISTED: usize = 200;

/// Draws the form of the step at `place`.
pub(super) fn form_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    place: usize,
    actions: &mut Vec<Action>,
) {
    let Some(before) = state.page_steps().get(place).cloned() else {
        return;
    };
    let mut step = before.clone();
    let margin = egui::Margin {
        left: 16,
        right: 4,
        top: 4,
        bottom: 8,
    };
    let options = state
        .use_page
        .options(step.css.as_deref().unwrap_or_default());
    let options = options.to_vec();
    let reveal = std::mem::take(&mut state.use_page.reveal);
    let has_focus = state.use_page.focus && !is_listed(&step, &options);
    let form = egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        let width = (ui.available_width() - 24.0).clamp(80.0, 320.0);
        element_ui(ui, look, &mut step, width);
        if step.kind.needs_text() {
            let focus = std::mem::take(&mut state.use_page.focus);
            let mut several = !step.values.is_empty() || state.use_page.several == Some(place);
            let texts = (&mut step, &mut several);
            text_ui(ui, look, texts, &options, focus, width);
            state.use_page.several = several.then_some(place);
        }
        if step.kind == StepKind::Press {
            let keys = STEP_KEYS.map(|key| (key.to_owned(), key.to_owned()));
            let key = step.key.get_or_insert_default();
            choice(ui, look, "app-step-key", key, &keys, width);
        }
        if matches!(step.kind, StepKind::Click | StepKind::Scroll) {
            repeat_ui(ui, look, &mut step);
        }
        rest_ui(ui, look, &mut step, width);
        if step.kind == StepKind::Type {
            let enter = egui::Button::new(look.t("app-step-then-enter"))
                .small()
                .min_size(SMALL_BUTTON);
            if ui.add(enter).clicked() {
                let press = PageStep {
                    kind: StepKind::Press,
                    key: Some(ENTER_KEY.to_owned()),
                    on: step.on,
                    ..PageStep::default()
                };
                state.edit(None, actions, |file| {
                    let at = (place + 1).min(file.steps.len());
                    file.steps.insert(at, press);
                    true
                });
            }
        }
    });
    // A text that gets the keyboard scrolls to itself.
    if reveal && !has_focus {
        form.response.scroll_to_me(None);
    }
    if is_another_choice(&before, &step, &options) {
        state.use_page.show_after(place + 1);
    }
    if step != before {
        state.use_page.pages_by_hand |= step.on != before.on;
        state.edit(Some(&format!("page-step-{place}")), actions, |file| {
            if let Some(known) = file.steps.get_mut(place) {
                *known = step;
            }
            true
        });
    }
}

/// Whether the option of a step is chosen from a list, not typed.
fn is_listed(step: &PageStep, options: &[String]) -> bool {
    let is_known = |text: &String| options.contains(text);
    step.kind == StepKind::Choose
        && options.len() <= MAX_LISTED
        && step.text.as_ref().is_some_and(is_known)
}

/// Whether another of the known options was chosen.
fn is_another_choice(before: &PageStep, step: &PageStep, options: &[String]) -> bool {
    let is_one = |step: &PageStep| step.kind == StepKind::Choose && step.values.is_empty();
    let is_known = |text: &String| options.contains(text);
    is_one(before)
        && is_one(step)
        && step.text != before.text
        && step.text.as_ref().is_some_and(is_known)
}

fn element_ui(ui: &mut Ui, look: &UiContext, step: &mut PageStep, width: f32) {
    if step.kind == StepKind::Scroll {
        return;
    }
    let mut css = step.css.clone().unwrap_or_default();
    let field = code_field(ui, look, "app-step-element", &mut css, "", width);
    if field.changed() {
        step.css = Some(css).filter(|css| !css.trim().is_empty());
    }
}

/// One text, or several values with the field that stores them.
fn text_ui(
    ui: &mut Ui,
    look: &UiContext,
    (step, several): (&mut PageStep, &mut bool),
    options: &[String],
    focus: bool,
    width: f32,
) {
    if ui
        .tick(several, look.t("app-step-several"))
        .on_hover_text(look.t("app-step-several-tip"))
        .changed()
    {
        if *several {
            let one = step.text.take().filter(|text| !text.trim().is_empty());
            set_values(step, one.into_iter().collect());
        } else {
            step.text = Some(step.values.first().cloned().unwrap_or_default());
            step.values.clear();
            step.field = None;
        }
    }
    if !*several {
        let mut text = step.text.clone().unwrap_or_default();
        let id = match step.kind {
            StepKind::Choose => "app-step-option",
            _ => "app-step-text",
        };
        if is_listed(step, options) {
            let options: Vec<(String, String)> = options
                .iter()
                .map(|option| (option.clone(), option.clone()))
                .collect();
            if choice(ui, look, id, &mut text, &options, width) {
                step.text = Some(text);
            }
            return;
        }
        let field = text_field(ui, look, id, &mut text, "", width);
        if focus {
            field.request_focus();
            field.scroll_to_me(Some(egui::Align::Center));
        }
        if field.changed() {
            step.text = Some(text);
        }
        return;
    }
    let name = ui.label(look.hint(look.t("app-step-values")));
    let mut lines = step.values.join("\n");
    let field = long_field(ui, "step-values", VALUES_HEIGHT, |ui| {
        let field = TextEdit::multiline(&mut lines)
            .desired_rows(4)
            .desired_width(width);
        ui.add(field).labelled_by(name.id)
    });
    // Empty lines stay while somebody types, or none could be begun.
    let typed: Vec<String> = lines.split('\n').map(str::to_owned).collect();
    if field.changed() {
        set_values(step, typed);
    }
    if field.lost_focus() {
        tidy(&mut step.values);
    }
    if !options.is_empty() {
        let all = look.t1("app-step-all-options", "count", options.len());
        let all = egui::Button::new(all).small().min_size(SMALL_BUTTON);
        if ui.add(all).clicked() {
            set_values(step, options.to_vec());
            tidy(&mut step.values);
        }
    }
    let mut name = step.field.clone().unwrap_or_default();
    let label = "app-step-field";
    if text_field(ui, look, label, &mut name, "keyword", width).changed() {
        step.field = Some(name).filter(|name| !name.trim().is_empty());
    }
}

/// Gives a step several values; without any it has a text, which is empty.
fn set_values(step: &mut PageStep, values: Vec<String>) {
    let has_one = values.iter().any(|value| !value.trim().is_empty());
    (step.values, step.text) = match has_one {
        true => (values, None),
        false => (Vec::new(), Some(String::new())),
    };
}

/// Each value once, without empty ones.
fn tidy(values: &mut Vec<String>) {
    let mut seen = std::collections::HashSet::new();
    for value in values.iter_mut() {
        *value = value.trim().to_owned();
    }
    values.retain(|value| !value.is_empty() && seen.insert(value.clone()));
}

fn repeat_ui(ui: &mut Ui, look: &UiContext, step: &mut PageStep) {
    let mut times = step.times();
    ui.horizontal(|ui| {
        let label = ui.label(look.t("app-step-repeat"));
        let field = DragValue::new(&mut times).range(1..=MAX_REPEAT);
        let field = ui.add(field).labelled_by(label.id);
        if field.on_hover_text(look.t("app-step-repeat-tip")).changed() {
            step.repeat = Some(times);
        }
    });
}

/// How long it waits, on which pages, and what happens without its element.
fn rest_ui(ui: &mut Ui, look: &UiContext, step: &mut PageStep, width: f32) {
    let mut wait = step.wait.clone().unwrap_or_default();
    let label = "app-step-wait-time";
    if text_field(ui, look, label, &mut wait, "10s", 80.0).changed() {
        step.wait = Some(wait).filter(|wait| !wait.trim().is_empty());
    }
    let pages = [
        (StepPages::Lists, "app-step-on-lists"),
        (StepPages::Starts, "app-step-on-starts"),
        (StepPages::Articles, "app-step-on-articles"),
        (StepPages::All, "app-step-on-all"),
    ]
    .map(|(pages, id)| (pages, look.t(id)));
    choice(ui, look, "app-step-on", &mut step.on, &pages, width);
    ui.tick(&mut step.optional, look.t("app-step-optional"))
        .on_hover_text(look.t("app-step-optional-tip"));
}
