//! The source view: rows of the page's original source, drawing only visible ones. A click picks
//! the surrounding element, Up and Down move from tag to tag, Enter picks. Text can be selected and
//! copied.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::text_selection::LabelSelectionState;
use eframe::egui::{
    self, Align2, Color32, EventFilter, FontId, Key, Modifiers, Role, Sense, Stroke, Ui,
    WidgetInfo, pos2, vec2,
};

use super::SourceRow;
use crate::style::ui_context::UiContext;
use crate::views::workbench::page::input::{ElementMark, WorkbenchInput};
use crate::views::workbench::page::picture::click_modifiers;
use crate::views::workbench::page::row_widget;
use crate::views::workbench::page::state::PageView;
use crate::views::workbench::page::tree::view::beside;
use bowerbird_engine::types::ElementIndex;

/// Height of a row in points.
const ROW: f32 = 18.0;
/// Font size in points.
const LETTERS: f32 = 12.0;

/// Draws the source.
pub(crate) fn source_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    marks: &[ElementMark],
    inputs: &mut Vec<WorkbenchInput>,
) {
    if view.source.is_empty() {
        look.empty_state(
            ui,
            "app-page-source-waiting",
            "app-page-source-waiting-hint",
        );
        return;
    }
    let name = look.t("app-page-source-name");
    let whole = row_widget::focusable(ui, "source", Role::Document, &name, view);
    let (id, area) = (whole.id, whole.rect);
    if whole.has_focus() {
        keys(ui, id, view, inputs);
    }
    let wanted = view.in_source.wanted.take();
    let to = wanted.and_then(|element| {
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^24 rows")]
        let top = shown_row(view, element)? as f32 * ROW;
        let seen = view.in_source.offset;
        let hidden = top < seen || top + ROW > seen + area.height() - 16.0;
        hidden.then_some((element, (top - area.height() / 2.0).max(0.0)))
    });
    let scroll = row_widget::window(ui, "source", view, to.map(|(_, offset)| offset));
    let letter = FontId::monospace(LETTERS);
    let digit = ui.ctx().fonts_mut(|fonts| fonts.glyph_width(&letter, '0'));
    #[expect(clippy::cast_precision_loss, reason = "a few digits")]
    let gutter = digit * view.source.digits() as f32 + 16.0;
    let inks = Inks::of(look, view, marks);
    let mut under = None;
    let out = scroll.show_rows(ui, ROW, view.source.len(), |ui, shown| {
        for number in shown {
            let Some(row) = view.source.row(number) else {
                continue;
            };
            let (hovered, clicked) = row_ui(ui, look, view, row, gutter, &inks);
            under = under.or(hovered);
            if let Some((element, at)) = clicked {
                inputs.push(WorkbenchInput::Pick {
                    element,
                    how: click_modifiers::how(ui, view),
                    at: Some(at),
                });
                ui.memory_mut(|memory| memory.request_focus(id));
            }
        }
    });
    if view.in_source.came_to(out.state.clamped_offset().y, to) {
        ui.ctx().request_repaint();
    }
    row_widget::hover(ui, view, under, inputs);
    if whole.has_focus() {
        look.ring_inside(ui, area);
    }
}

/// The row of `element`, or of its nearest ancestor in the source.
fn shown_row(view: &PageView, element: ElementIndex) -> Option<usize> {
    let mut around = Some(element);
    while let Some(element) = around {
        if let Some(row) = view.source.row_of(element) {
            return Some(row);
        }
        around = view.tree.parent(element);
    }
    None
}

/// The colours of start tags.
struct Inks {
    text: Color32,
    tag: Color32,
    number: Color32,
    chosen: Color32,
    pointed: Color32,
    found: Color32,
    current: Option<ElementIndex>,
    under: Option<ElementIndex>,
    marked: std::collections::BTreeMap<ElementIndex, Color32>,
}

impl Inks {
    fn of(look: &UiContext, view: &PageView, marks: &[ElementMark]) -> Self {
        Self {
            text: look.tokens.text,
            tag: look.tokens.accent,
            number: look.tokens.dim,
            chosen: look.tokens.selection,
            pointed: look.tokens.hover,
            found: look.tokens.warn,
            current: view.current,
            under: view.pointing.element(),
            marked: marks
                .iter()
                .map(|mark| (mark.element, mark.colour.in_panel(look)))
                .collect(),
        }
    }

    fn of_tag(&self, element: ElementIndex, found: bool) -> TextFormat {
        let mut format = TextFormat::simple(FontId::monospace(LETTERS), self.tag);
        if self.current == Some(element) {
            format.background = self.chosen;
        } else if self.under == Some(element) {
            format.background = self.pointed;
        }
        if let Some(colour) = self.marked.get(&element) {
            format.underline = Stroke::new(1.5, *colour);
        } else if found {
            format.underline = Stroke::new(1.5, self.found);
        }
        format
    }
}

type Clicked = (ElementIndex, egui::Rect);

fn row_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &PageView,
    row: SourceRow<'_>,
    gutter: f32,
    inks: &Inks,
) -> (Option<ElementIndex>, Option<Clicked>) {
    let galley = ui.painter().layout_job(row_layout(view, row, inks));
    let width = (gutter + galley.size().x + 8.0).max(ui.available_width());
    let (_, rect) = ui.allocate_space(vec2(width, ROW));
    let row_id = ui.scope_id().with(("row", row.from));
    let mut of_text = rect;
    of_text.min.x += gutter;
    let response = ui.interact(of_text, row_id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, row.text));
    if row.line > 0 {
        ui.painter().text(
            pos2(rect.left() + gutter - 10.0, rect.center().y),
            Align2::RIGHT_CENTER,
            row.line.to_string(),
            FontId::monospace(LETTERS - 1.0),
            inks.number,
        );
    }
    let at = pos2(of_text.left(), rect.center().y - galley.size().y / 2.0);
    let element_at = |pointer: egui::Pos2| {
        let cursor = galley.cursor_from_pos(pointer - at);
        let skipped: usize = row
            .text
            .chars()
            .take(cursor.index.0)
            .map(char::len_utf8)
            .sum();
        view.source.around(row.from + skipped, &view.tree)
    };
    let hovered = response.hover_pos().and_then(element_at);
    let clicked = response
        .clicked()
        .then(|| response.interact_pointer_pos().and_then(element_at))
        .flatten();
    LabelSelectionState::label_text_selection(
        ui,
        &response,
        at,
        galley.clone(),
        look.tokens.text,
        Stroke::NONE,
    );
    (hovered, clicked.map(|element| (element, beside(ui, rect))))
}

/// The row with coloured start tags.
fn row_layout(view: &PageView, row: SourceRow<'_>, inks: &Inks) -> LayoutJob {
    let font = FontId::monospace(LETTERS);
    let plain = TextFormat::simple(font, inks.text);
    let mut job = LayoutJob::default();
    job.wrap.max_width = f32::INFINITY;
    let end = row.from + row.text.len();
    let mut at = row.from;
    let piece = |from: usize, to: usize| {
        let (from, to) = (from.saturating_sub(row.from), to.saturating_sub(row.from));
        row.text.get(from..to).unwrap_or_default()
    };
    for (element, tag) in view.source.tags_in(row.from..end) {
        let (from, to) = (tag.start.max(at), tag.end.min(end));
        if from >= to {
            continue;
        }
        job.append(piece(at, from), 0.0, plain.clone());
        let format = inks.of_tag(element, view.find.holds(element));
        job.append(piece(from, to), 0.0, format);
        at = to;
    }
    job.append(piece(at, end), 0.0, plain);
    job
}

fn keys(ui: &Ui, id: egui::Id, view: &mut PageView, inputs: &mut Vec<WorkbenchInput>) {
    let filter = EventFilter {
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let cursor = view.pointing.element().or(view.current);
    let beside = |forward| match cursor {
        Some(element) => view.source.beside(element, forward),
        None => view.source.first(),
    };
    let next = if pressed(Key::ArrowDown) {
        beside(true)
    } else if pressed(Key::ArrowUp) {
        beside(false)
    } else {
        None
    };
    if let Some(next) = next {
        row_widget::walk_to(view, next, inputs);
        view.in_source.wanted = Some(next);
    }
    crate::views::workbench::page::picture::keys::pick(ui, view, inputs);
    crate::views::workbench::page::picture::keys::exclude(ui, view, inputs);
}
