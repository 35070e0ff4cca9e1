//! Shared code of tree and source: rows that are one widget for the keyboard, in a scroll area that
//! scrolls to the row of an element.

use eframe::egui::{Response, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo};

use super::input::WorkbenchInput;
use super::state::PageView;
use bowerbird_engine::types::ElementIndex;

/// Makes the rest of `ui` one focusable widget; `name` is its accessible name, its value the
/// element at the keyboard cursor.
pub(super) fn focusable(ui: &Ui, salt: &str, role: Role, name: &str, view: &PageView) -> Response {
    let id = ui.scope_id().with(salt);
    let area = ui.available_rect_before_wrap();
    let whole = ui.interact(area, id, Sense::focusable_noninteractive());
    let cursor = view.pointing.element().or(view.current);
    let told = cursor.and_then(|element| view.tree.label(element));
    whole.widget_info(|| WidgetInfo {
        current_text_value: told.clone(),
        ..WidgetInfo::labeled(role, true, name)
    });
    whole
}

/// The scroll area of the rows, at the offset `to` if it has to scroll.
pub(super) fn window(ui: &mut Ui, salt: &str, view: &PageView, to: Option<f32>) -> ScrollArea {
    // A jump beyond the rows of the last frame must not bounce back.
    ui.spacing_mut().scroll.kinetic.rubber_band = false;
    ui.spacing_mut().item_spacing.y = 0.0;
    let scroll = ScrollArea::both()
        .id_salt((salt, view.ticket))
        .auto_shrink(false)
        .animated(false);
    match to {
        Some(offset) => scroll.vertical_scroll_offset(offset),
        None => scroll,
    }
}

/// The pointer is over `under`: reports it when it moved there.
pub(super) fn hover(
    ui: &Ui,
    view: &mut PageView,
    under: Option<ElementIndex>,
    inputs: &mut Vec<WorkbenchInput>,
) {
    let pointer_moves = ui.input(|input| input.pointer.delta() != Vec2::ZERO);
    if pointer_moves && view.pointing.at(under) {
        inputs.push(WorkbenchInput::Hover { element: under });
    }
}

/// Moves the keyboard cursor to the element `next`.
pub(super) fn walk_to(view: &mut PageView, next: ElementIndex, inputs: &mut Vec<WorkbenchInput>) {
    if view.pointing.at(Some(next)) {
        inputs.push(WorkbenchInput::Hover {
            element: Some(next),
        });
    }
    view.scroll.element = Some(next);
}
