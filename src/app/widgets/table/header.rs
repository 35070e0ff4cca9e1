//! The header of a table: sorting by a click, moving columns by a menu, their widths by dragging an
//! edge.

use eframe::egui::{
    Button, CursorIcon, Label, Painter, Rect, RichText, Sense, Stroke, Ui, UiBuilder, vec2,
};

use super::{ColumnSpec, NARROWEST, TableOutput, TableState};
use crate::style::theme::GAP;
use crate::style::ui_context::UiContext;
use crate::widgets::state_marks::mark_ui;

/// How far beside the edge of a column it is grabbed, in points.
const GRAB: f32 = 4.0;

/// The right edge of a column header, where its width is dragged. A mouse needs it, so the Tab key
/// does not stop there.
pub(super) fn edge_ui(
    ui: &mut Ui,
    look: &UiContext,
    column: &ColumnSpec,
    columns: &[ColumnSpec],
    state: &mut TableState,
) {
    let rect = ui.max_rect();
    let x = rect.right() + GAP;
    let place = Rect::from_x_y_ranges(x - GRAB..=x + GRAB, rect.y_range());
    let mut beside = ui.new_child(UiBuilder::new().max_rect(place));
    beside.set_clip_rect(ui.clip_rect().expand2(vec2(2.0 * GAP, 0.0)));
    let id = beside.scope_id().with(("column-edge", &column.key));
    let edge = beside.interact(place, id, Sense::DRAG);
    if edge.hovered() || edge.dragged() {
        ui.set_cursor_icon(CursorIcon::ResizeColumn);
    }
    if edge.dragged() {
        if state.widths.is_empty() {
            // The others keep the widths that they have now.
            let now = columns
                .iter()
                .map(|column| (column.key.clone(), stored(column.width)));
            state.widths.extend(now);
        }
        let dragged = stored(rect.width() + edge.drag_delta().x);
        state.widths.insert(column.key.clone(), dragged);
    }
    let colour = match edge.hovered() || edge.dragged() {
        true => look.tokens.accent,
        false => look.tokens.line,
    };
    let line = Stroke::new(1.0, colour);
    across(ui).vline(x, rect.y_range().shrink(6.0), line);
}

/// A width as it is stored.
fn stored(width: f32) -> u16 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped first"
    )]
    let width = width.round().clamp(NARROWEST, 10_000.0) as u16;
    width
}

/// A painter that extends into the gaps beside a cell.
pub(super) fn across(ui: &Ui) -> Painter {
    let mut painter = ui.painter().clone();
    painter.set_clip_rect(ui.clip_rect().expand2(vec2(GAP, 0.0)));
    painter
}

/// Sorts by a column: ascending, descending, and not at all.
pub(super) fn sort(column: &ColumnSpec, state: &mut TableState, output: &mut TableOutput) {
    if !column.sortable {
        return;
    }
    let sorted = state.sort.as_ref().filter(|(key, _)| *key == column.key);
    state.sort = match sorted {
        None => Some((column.key.clone(), false)),
        Some((key, false)) => Some((key.clone(), true)),
        Some((_, true)) => None,
    };
    output.sorted = true;
}

pub(super) fn header_ui(
    ui: &mut Ui,
    look: &UiContext,
    column: &ColumnSpec,
    columns: &[ColumnSpec],
    state: &mut TableState,
    output: &mut TableOutput,
) {
    let sorted = state.sort.as_ref().filter(|(key, _)| *key == column.key);
    let arrow = match sorted {
        Some((_, true)) => " ↓",
        Some((_, false)) => " ↑",
        None => "",
    };
    let text = RichText::new(format!("{}{arrow}", column.title))
        .small()
        .color(look.tokens.dim);
    ui.spacing_mut().button_padding.x = 0.0;
    if let Some((mark, colour)) = column.mark {
        mark_ui(ui, mark, colour);
    }
    let response = if column.sortable {
        ui.add(Button::new(text).frame_when_inactive(false).truncate())
            .on_hover_text(look.t("app-table-sort-tip"))
    } else {
        ui.add(
            Label::new(text)
                .truncate()
                .selectable(false)
                .sense(Sense::CLICK),
        )
    };
    if response.gained_focus() {
        // It may be outside of what the table shows.
        response.scroll_to_me(None);
    }
    if response.clicked() {
        sort(column, state, output);
    }
    let place = columns
        .iter()
        .position(|c| c.key == column.key)
        .unwrap_or(0);
    response.context_menu(|ui| {
        let left = ui.add_enabled(place > 0, Button::new(look.t("app-table-left")));
        if left.clicked() {
            state.order.swap(place, place - 1);
        }
        let last = place + 1 >= columns.len();
        let right = ui.add_enabled(!last, Button::new(look.t("app-table-right")));
        if right.clicked() {
            state.order.swap(place, place + 1);
        }
    });
}
