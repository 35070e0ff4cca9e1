//! Rows of the form: a label in the left column, a field in the right one, and below the field what
//! is wrong with its value. The help of a field is a tooltip of both.

use std::ops::RangeInclusive;

use eframe::egui::{
    Align, Align2, DragValue, Id, Label, Layout, Margin, Response, TextEdit, TextStyle, Ui,
    UiBuilder, vec2,
};

use super::FormContext;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::widgets::fields::{self, combo};

/// Margin of multi-line fields, so that one line is positioned as in other fields.
const LINES: Margin = Margin::symmetric(8, 6);
/// Maximum height of a multi-line field, in points; more lines scroll.
const MOST_LINES: f32 = 180.0;

/// What a row is about.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    /// Message id of the label; the help is the message with `-tip` after it.
    pub label: &'a str,
    /// The path of its key in the rule, such as `list.next.pages`.
    pub path: &'a str,
    /// An example, shown while the field is empty.
    pub hint: &'a str,
    /// Width of the field, in points; all there is for 0.
    pub width: f32,
}

impl<'a> Row<'a> {
    /// A row with a field of full width.
    pub fn new(label: &'a str, path: &'a str, hint: &'a str) -> Self {
        Self {
            label,
            path,
            hint,
            width: 0.0,
        }
    }

    /// A row with a short field.
    pub fn short(label: &'a str, path: &'a str, hint: &'a str) -> Self {
        Self {
            width: 140.0,
            ..Self::new(label, path, hint)
        }
    }

    /// The help.
    pub fn tip(&self, cx: &FormContext<'_>) -> String {
        cx.t(&format!("{}-tip", self.label))
    }

    /// The width of a field in `ui`, in points.
    pub fn field_width(&self, ui: &Ui) -> f32 {
        let room = (ui.available_width() - 16.0).max(40.0);
        if self.width > 0.0 {
            self.width.min(room)
        } else {
            room
        }
    }
}

/// A row with one control, which is named by the label.
pub fn control(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    add: impl FnOnce(&mut Ui) -> Response,
) -> Response {
    let field = columns(ui, cx, row, |ui, name| {
        let field = add(ui).labelled_by(name.id);
        let field = cx.look.edged(ui, field);
        cx.faults_ui(ui, row.path);
        field
    });
    field.on_hover_text(row.tip(cx))
}

/// A row with several controls, each with a name of its own.
pub fn block(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    add: impl FnOnce(&mut Ui) -> bool,
) -> bool {
    columns(ui, cx, row, |ui, _| {
        let changed = add(ui);
        cx.faults_ui(ui, row.path);
        changed
    })
}

/// Label and field beside each other; the label wraps in its column. Their ids come of the key alone:
/// what is told above them while a value is typed must not take the keyboard from its field.
fn columns<T>(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    add: impl FnOnce(&mut Ui, &Response) -> T,
) -> T {
    let id = Id::unique(("form-row", cx.editor, row.path, row.label));
    let beside = |ui: &mut Ui| {
        let width = (ui.available_width() * 0.3).clamp(90.0, 190.0);
        let name = ui
            .allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(width);
                ui.add_space(4.0);
                ui.add(Label::new(cx.look.hint(cx.t(row.label))).wrap())
                    .on_hover_text(row.tip(cx))
            })
            .inner;
        ui.vertical(|ui| add(ui, &name)).inner
    };
    let row = UiBuilder::new().scope_id(id);
    ui.scope_builder(row, |ui| ui.horizontal_top(beside).inner)
        .inner
}

/// A line of code: a selector, an address, a name.
pub fn text(ui: &mut Ui, cx: &FormContext<'_>, row: &Row<'_>, value: &mut String) -> bool {
    control(ui, cx, row, |ui| {
        let width = row.field_width(ui);
        let field = ui.add(line(value, row.hint).desired_width(width));
        if cx.focus == Some(row.path) {
            field.request_focus();
            field.scroll_to_me(None);
        }
        field
    })
    .changed()
}

/// A line of code without frame rows: for controls with several fields.
pub fn line<'t>(value: &'t mut String, hint: &str) -> TextEdit<'t> {
    TextEdit::singleline(value)
        .align(Align2::LEFT_CENTER)
        .font(TextStyle::Monospace)
        .hint_text(hint.to_owned())
}

/// A text that may be absent.
pub fn optional(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    value: &mut Option<String>,
) -> bool {
    let mut typed = value.clone().unwrap_or_default();
    let changed = text(ui, cx, row, &mut typed);
    if changed {
        *value = (!typed.trim().is_empty()).then_some(typed);
    }
    changed
}

/// Several lines of code, one value a line.
pub fn lines(ui: &mut Ui, cx: &FormContext<'_>, row: &Row<'_>, values: &mut Vec<String>) -> bool {
    let mut text = values.join("\n");
    let changed = control(ui, cx, row, |ui| {
        let width = row.field_width(ui);
        // Some hundred addresses must not fill the form.
        fields::long_field(ui, row.path, MOST_LINES, |ui| {
            ui.add(
                TextEdit::multiline(&mut text)
                    .font(TextStyle::Monospace)
                    .hint_text(row.hint.to_owned())
                    .margin(LINES)
                    .desired_rows(1)
                    .desired_width(width),
            )
        })
    })
    .changed();
    if changed {
        *values = match text.is_empty() {
            true => Vec::new(),
            false => text.split('\n').map(str::to_owned).collect(),
        };
    }
    changed
}

/// A number.
pub fn number(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    value: &mut u32,
    range: RangeInclusive<u32>,
) -> bool {
    control(ui, cx, row, |ui| ui.add(DragValue::new(value).range(range))).changed()
}

/// A maximum, absent for 0.
pub fn most(ui: &mut Ui, cx: &FormContext<'_>, row: &Row<'_>, value: &mut Option<u32>) -> bool {
    let mut shown = value.unwrap_or(0);
    let changed = number(ui, cx, row, &mut shown, 0..=10_000_000);
    if changed {
        *value = (shown > 0).then_some(shown);
    }
    changed
}

/// A choice. A value that is none of `options` shows as it is written.
pub fn choice<T: PartialEq + Clone>(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    (chosen, written): (&mut T, &str),
    options: &[(T, String)],
) -> bool {
    control(ui, cx, row, |ui| {
        let width = (row.field_width(ui) - 16.0).min(260.0);
        combo(ui, row.path, (chosen, written), options, width)
    })
    .changed()
}

/// A choice of a few words; the first one is the default and not written when it is absent.
pub fn word(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    value: &mut Option<String>,
    words: &[(&str, &str)],
) -> bool {
    let options: Vec<(String, String)> = words
        .iter()
        .map(|(word, id)| ((*word).to_owned(), cx.t(id)))
        .collect();
    let usual = words.first().map_or("", |(word, _)| *word).to_owned();
    let mut chosen = value.clone().unwrap_or(usual);
    let written = chosen.clone();
    let changed = choice(ui, cx, row, (&mut chosen, &written), &options);
    if changed {
        *value = Some(chosen);
    }
    changed
}

/// A tick in the column of fields.
pub fn flag(ui: &mut Ui, cx: &FormContext<'_>, id: &str, path: &str, value: &mut bool) -> bool {
    ui.horizontal_top(|ui| {
        let width = (ui.available_width() * 0.3).clamp(90.0, 190.0);
        ui.add_space(width + ui.spacing().item_spacing.x);
        ui.vertical(|ui| {
            let tick = ui.tick(value, cx.t(id));
            let changed = tick.on_hover_text(cx.t(&format!("{id}-tip"))).changed();
            cx.faults_ui(ui, path);
            changed
        })
        .inner
    })
    .inner
}

/// A tick whose usual state is not written.
pub fn usual_flag(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    (id, path): (&str, &str),
    value: &mut Option<bool>,
    usual: bool,
) -> bool {
    let mut is_on = value.unwrap_or(usual);
    let changed = flag(ui, cx, id, path, &mut is_on);
    if changed {
        *value = (is_on != usual).then_some(is_on);
    }
    changed
}
