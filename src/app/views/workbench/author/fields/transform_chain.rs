//! The transform steps of a value: a chain that can be extended, reordered and shortened, with the
//! result of each step for real values of this page.

use eframe::egui::{self, Align2, Button, Label, RichText, TextEdit, Ui, vec2};

use super::transform_steps::{
    StepArgument, new_step, step_argument, step_name, steps_on_offer, with_argument,
};
use crate::action::Action;
use crate::style::theme::SMALL_BUTTON;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::fields::rule_parts::{self, PartLocation};
use crate::views::workbench::author::state::Authoring;
use bowerbird_engine::types::{FieldSteps, TransformStep};

/// Maximum length of a displayed value, in characters.
const MAX_VALUE_CHARS: usize = 80;

/// An action on a chain.
enum ChainEdit {
    Add(&'static str),
    Remove(usize),
    Up(usize),
    Down(usize),
    Change(usize, TransformStep),
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Dragged(usize);

/// Draws the chain of the field `name`.
pub fn chain_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    spot: &PartLocation,
    name: &str,
    actions: &mut Vec<Action>,
) {
    let Some(field) = rule_parts::field(state.file(), spot.home, name) else {
        return;
    };
    let chain = field.transform.clone();
    let traced = traced(state, spot, name);
    ui.add_space(4.0);
    let mut edit = None;
    ui.horizontal(|ui| {
        ui.label(RichText::new(look.t("app-author-chain")).strong());
        add_ui(ui, look, &mut edit);
    });
    if let Some(traced) = &traced {
        before_ui(ui, look, traced);
    }
    for (place, step) in chain.iter().enumerate() {
        let after = traced.as_ref().and_then(|traced| traced.steps.get(place));
        let response = step_ui(ui, look, place, chain.len(), step, &mut edit);
        if let Some(dragged) = response.dnd_release_payload::<Dragged>() {
            edit = if dragged.0 < place {
                Some(ChainEdit::Down(dragged.0))
            } else {
                Some(ChainEdit::Up(dragged.0))
            };
        }
        if let Some(after) = after {
            after_ui(ui, look, after);
        }
    }
    last_ui(ui, look, state, spot, name, traced.as_ref());
    if let Some(edit) = edit {
        carry_out(state, spot, name, chain, edit, actions);
    }
}

/// The results of the steps for the first value of this page.
fn traced(state: &Authoring, spot: &PartLocation, name: &str) -> Option<FieldSteps> {
    if !spot.is_on(state.role) {
        return None;
    }
    let listed = format!("list.{name}");
    let reading = state.reading.as_ref()?;
    let of_field = |steps: &&FieldSteps| steps.field == name || steps.field == listed;
    reading.steps.iter().find(of_field).cloned()
}

fn add_ui(ui: &mut Ui, look: &UiContext, edit: &mut Option<ChainEdit>) {
    let menu = ui.menu_button(look.t("app-author-add-step"), |ui| {
        for step in steps_on_offer() {
            let text = look.t(&format!("app-author-step-{}", dashed(step)));
            let tip = look.t(&format!("app-author-step-{}-tip", dashed(step)));
            if ui.button(text).on_hover_text(tip).clicked() {
                *edit = Some(ChainEdit::Add(step));
                ui.close();
            }
        }
    });
    menu.response
        .on_hover_text(look.t("app-author-add-step-tip"));
}

/// A step's name as written in the catalogues.
fn dashed(step: &str) -> String {
    step.replace('_', "-")
}

fn step_ui(
    ui: &mut Ui,
    look: &UiContext,
    place: usize,
    count: usize,
    step: &TransformStep,
    edit: &mut Option<ChainEdit>,
) -> egui::Response {
    let id = ui.make_persistent_id(("step", place));
    let inside = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding = vec2(6.0, 1.0);
        ui.dnd_drag_source(id, Dragged(place), |ui| {
            ui.add(Label::new(look.hint("☰")).selectable(false));
        });
        let name = step_name(step).unwrap_or_default();
        let known = steps_on_offer().any(|step| step == name);
        let text = if known {
            look.t(&format!("app-author-step-{}", dashed(name)))
        } else {
            name.to_owned()
        };
        ui.label(&text);
        arguments_ui(ui, look, place, step, edit);
        for (sign, id, usable, what) in [
            ("⬆", "app-author-step-up", place > 0, ChainEdit::Up(place)),
            (
                "⬇",
                "app-author-step-down",
                place + 1 < count,
                ChainEdit::Down(place),
            ),
            ("×", "app-author-step-away", true, ChainEdit::Remove(place)),
        ] {
            let name = look.t1(id, "step", text.as_str());
            let button = ui
                .add_enabled(usable, Button::new(sign).small().min_size(SMALL_BUTTON))
                .accessible_name(&name)
                .on_hover_text(name);
            if button.clicked() {
                *edit = Some(what);
            }
        }
    });
    inside.response
}

/// The step's arguments, as fields.
fn arguments_ui(
    ui: &mut Ui,
    look: &UiContext,
    place: usize,
    step: &TransformStep,
    edit: &mut Option<ChainEdit>,
) {
    let Some(mut words) = step_argument(step) else {
        return;
    };
    let name = step_name(step).unwrap_or_default();
    let mut changed = false;
    let mut field = |ui: &mut Ui, text: &mut String, id: &str| {
        let field = ui
            .add(
                TextEdit::singleline(text)
                    .align(Align2::LEFT_CENTER)
                    .font(egui::TextStyle::Monospace)
                    .hint_text(look.t(id))
                    .desired_width(64.0),
            )
            .accessible_name(look.t(id));
        changed |= look.edged(ui, field).changed();
    };
    match &mut words {
        StepArgument::One(one) => field(ui, one, &format!("app-author-argument-{}", dashed(name))),
        StepArgument::Two(from, to) => {
            field(ui, from, "app-author-argument-from");
            field(ui, to, "app-author-argument-to");
        }
    }
    if changed {
        *edit = Some(ChainEdit::Change(place, with_argument(name, &words)));
    }
}

fn carry_out(
    state: &mut Authoring,
    spot: &PartLocation,
    name: &str,
    mut chain: Vec<TransformStep>,
    edit: ChainEdit,
    actions: &mut Vec<Action>,
) {
    let mut about = None;
    match edit {
        ChainEdit::Add(step) => chain.push(new_step(step)),
        ChainEdit::Remove(place) if place < chain.len() => {
            chain.remove(place);
        }
        ChainEdit::Up(place) => {
            rule_parts::moved(&mut chain, place, place.saturating_sub(1));
        }
        ChainEdit::Down(place) => {
            rule_parts::moved(&mut chain, place, place.saturating_add(2));
        }
        ChainEdit::Change(place, step) => {
            about = Some(format!("step-{name}-{place}"));
            if let Some(old) = chain.get_mut(place) {
                *old = step;
            }
        }
        ChainEdit::Remove(_) => return,
    }
    state.edit(about.as_deref(), actions, |file| {
        let Some(field) = rule_parts::field_mut(file, spot.home, name) else {
            return false;
        };
        field.transform = chain;
        true
    });
}

fn before_ui(ui: &mut Ui, look: &UiContext, traced: &FieldSteps) {
    value_line(ui, look, "", &traced.taken);
}

fn after_ui(ui: &mut Ui, look: &UiContext, values: &[String]) {
    value_line(ui, look, "→ ", values);
}

/// The final result, after conversion to the field's type.
fn last_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &Authoring,
    spot: &PartLocation,
    name: &str,
    traced: Option<&FieldSteps>,
) {
    let Some(reading) = state.reading.as_ref().filter(|_| spot.is_on(state.role)) else {
        return;
    };
    let Some(traced) = traced else {
        return;
    };
    let Some(place) = reading.columns.iter().position(|column| column == name) else {
        return;
    };
    let mut cells = reading.rows.iter().filter_map(|row| row.cells.get(place));
    let value = cells.find_map(|cell| cell.value.as_ref());
    let last = traced.steps.last().unwrap_or(&traced.taken);
    if let Some(value) = value.map(|value| value.joined())
        && last.join(" | ") != value
    {
        let text = look.t1("app-author-becomes", "value", short(&value));
        ui.label(look.hint(text));
    }
}

fn value_line(ui: &mut Ui, look: &UiContext, sign: &str, values: &[String]) {
    let text = match values {
        [] => look.t("app-author-nothing-left"),
        [one] => format!("“{}”", short(one)),
        several => several
            .iter()
            .take(4)
            .map(|value| format!("“{}”", short(value)))
            .collect::<Vec<_>>()
            .join("  "),
    };
    let colour = if values.is_empty() {
        look.tokens.warn
    } else {
        look.tokens.dim
    };
    let text = RichText::new(format!("{sign}{text}"))
        .monospace()
        .size(12.0)
        .color(colour);
    ui.add(Label::new(text).truncate())
        .on_hover_text(values.join("\n").chars().take(600).collect::<String>());
}

fn short(value: &str) -> String {
    let mut shown: String = value.chars().take(MAX_VALUE_CHARS).collect();
    if value.chars().nth(MAX_VALUE_CHARS).is_some() {
        shown.push('…');
    }
    shown.replace('\n', "⏎")
}
