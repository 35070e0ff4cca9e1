//! One row of the rule's panel: a part or a field, its number of matches, and its first value. A
//! click shows its details and arms it; keys rename, remove and move it.

use eframe::egui::{
    self, Align, Key, Label, Layout, Modifiers, Rect, Response, RichText, Role, Sense, Ui,
    UiBuilder, WidgetInfo, vec2,
};

use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::fields::rule_parts::PartLocation;
use crate::views::workbench::author::state::Authoring;
use crate::widgets::state_marks::{self, MarkShape};

/// Height of a row with its value, and without.
const TALL: f32 = 44.0;
const FLAT: f32 = 24.0;
/// Window height, in points, from which fields have a second line for their value.
const ROOMY: f32 = 800.0;
/// Maximum length of a displayed value, in characters.
const MAX_VALUE_CHARS: usize = 120;

/// One row.
pub(super) struct FieldRow {
    pub spot: PartLocation,
    /// Its display name.
    pub title: String,
    /// Its name in the rule, if different.
    pub raw: String,
    pub mark: MarkShape,
    pub colour: egui::Color32,
    /// Its type, as a word.
    pub kind: String,
    /// Whether it is required.
    pub required: bool,
    /// Matches, out of this total.
    pub found: Option<(usize, usize)>,
    /// Its first value, or why there is none.
    pub value: String,
    /// The reason for a faulty value.
    pub fault: Option<String>,
}

/// Draws the row.
pub(super) fn row_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    row: &FieldRow,
    here: bool,
    actions: &mut Vec<Action>,
) -> Response {
    let shown = state.shown.as_ref() == Some(&row.spot);
    let armed = state.armed.as_ref() == Some(&row.spot);
    // Parts have little text, and a small window has no room for second lines.
    let is_roomy = row.spot.name().is_some() && ui.ctx().content_rect().height() >= ROOMY;
    let says = !row.value.is_empty() || row.fault.is_some();
    let tall = here && says && is_roomy;
    let beside = here && says && !tall;
    let size = vec2(ui.available_width(), if tall { TALL } else { FLAT });
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let name = match row.spot.name() {
        Some(_) => look.t1("app-author-field-row", "field", row.title.as_str()),
        None => row.title.clone(),
    };
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, shown, &name));
    if shown || response.hovered() {
        let fill = if shown {
            look.tokens.selection
        } else {
            look.tokens.ground
        };
        ui.painter().rect_filled(rect, 6.0, fill);
    }
    look.ring(ui, &response);
    // A child UI: its content must not affect the position of the next row.
    let inside = rect.shrink2(vec2(8.0, 3.0));
    let mut child = ui.new_child(UiBuilder::new().max_rect(inside));
    child.spacing_mut().item_spacing = vec2(6.0, 2.0);
    line_ui(&mut child, look, row, armed, beside);
    if tall {
        value_ui(&mut child, look, row);
    }
    if response.double_clicked() {
        rename(state, row, actions);
    } else if response.clicked() {
        clicked(state, row, shown, armed, here, actions);
    }
    // The keys in the tooltip apply to the clicked row, while the pointer is on it.
    let pointed = shown && response.hovered() && !ui.ctx().text_edit_focused();
    if response.has_focus() || pointed {
        keys(ui, state, row, actions);
    }
    let tip = match (&row.fault, here) {
        (Some(fault), _) => fault.clone(),
        (None, true) => look.t("app-author-row-tip"),
        (None, false) => look.t("app-author-row-elsewhere-tip"),
    };
    response.on_hover_text(tip)
}

fn clicked(
    state: &mut Authoring,
    row: &FieldRow,
    shown: bool,
    armed: bool,
    here: bool,
    actions: &mut Vec<Action>,
) {
    if shown && armed {
        // A second click disarms it.
        state.armed = None;
        return;
    }
    state.question = None;
    state.show(row.spot.clone(), actions);
    state.armed = here.then(|| row.spot.clone());
    let first = state.reading.as_ref().and_then(|reading| {
        let marks = reading.marks.iter();
        let mut own = marks.filter(|marks| marks.part == row.spot.part);
        own.find_map(|marks| marks.elements.first().copied())
    });
    if here {
        state.scroll_to = first;
    }
}

/// Shows the details with the name field focused.
fn rename(state: &mut Authoring, row: &FieldRow, actions: &mut Vec<Action>) {
    if row.spot.name().is_some() {
        state.show(row.spot.clone(), actions);
        state.armed = None;
        state.focus_name = true;
    }
}

/// Keyboard equivalents of dragging and buttons: F2 renames, Delete removes, Alt with an arrow
/// moves.
fn keys(ui: &Ui, state: &mut Authoring, row: &FieldRow, actions: &mut Vec<Action>) {
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    if pressed(Modifiers::ALT, Key::ArrowUp) {
        state.move_by(&row.spot, -1, actions);
    } else if pressed(Modifiers::ALT, Key::ArrowDown) {
        state.move_by(&row.spot, 1, actions);
    } else if pressed(Modifiers::NONE, Key::F2) {
        rename(state, row, actions);
    } else if pressed(Modifiers::NONE, Key::Delete) {
        state.remove(&row.spot, actions);
    }
}

/// Name, type, number of matches; with `beside` also the value.
fn line_ui(ui: &mut Ui, look: &UiContext, row: &FieldRow, armed: bool, beside: bool) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    let mark = Rect::from_min_size(rect.min, vec2(10.0, 18.0));
    state_marks::paint(ui.painter(), row.mark, row.colour, mark.center(), 4.0);
    let rest = Rect::from_min_max(rect.min + vec2(16.0, 0.0), rect.max);
    // The count is laid out first: the text before it is truncated, never overlapped.
    let layout = Layout::right_to_left(Align::Center);
    ui.scope_builder(UiBuilder::new().max_rect(rest).layout(layout), |ui| {
        count_ui(ui, look, row);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            name_ui(ui, look, row, armed, beside);
        });
    });
}

fn count_ui(ui: &mut Ui, look: &UiContext, row: &FieldRow) {
    let Some((filled, all)) = row.found else {
        return;
    };
    let colour = if filled == 0 {
        look.tokens.warn
    } else {
        look.tokens.dim
    };
    let text = RichText::new(format!("{filled}/{all}"))
        .small()
        .color(colour);
    ui.add(Label::new(text).selectable(false));
}

fn name_ui(ui: &mut Ui, look: &UiContext, row: &FieldRow, armed: bool, beside: bool) {
    let name = RichText::new(&row.title).color(look.tokens.text).strong();
    ui.add(Label::new(name).selectable(false).truncate());
    if !row.raw.is_empty() {
        let raw = look.hint(&row.raw).monospace().size(11.5);
        ui.add(Label::new(raw).selectable(false).truncate());
    }
    let mut about = row.kind.clone();
    if row.required {
        about.push_str(" · ");
        about.push_str(&look.t("app-author-required"));
    }
    ui.add(Label::new(look.hint(about)).selectable(false).truncate());
    if armed {
        let text = look.coloured(look.t("app-author-armed"), look.tokens.accent);
        ui.add(Label::new(text.small()).selectable(false).truncate());
    }
    if beside {
        let value = Label::new(value_text(look, row)).selectable(false);
        ui.add(value.truncate());
    }
}

/// The first value, or its fault.
fn value_text(look: &UiContext, row: &FieldRow) -> RichText {
    let value: String = row
        .value
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(MAX_VALUE_CHARS)
        .collect();
    match &row.fault {
        Some(fault) => look.coloured(fault, look.tokens.bad).small(),
        None => look.hint(value),
    }
}

fn value_ui(ui: &mut Ui, look: &UiContext, row: &FieldRow) {
    let text = value_text(look, row);
    // Close below the name, aligned with it, and no higher than the text, to show that they belong
    // together.
    ui.spacing_mut().interact_size.y = 14.0;
    ui.horizontal(|ui| {
        ui.add_space(16.0);
        ui.add(Label::new(text).selectable(false).truncate());
    });
}
