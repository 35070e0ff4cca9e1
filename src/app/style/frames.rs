//! The frames of views and their panels, and whether there is little width.

use eframe::egui::{self, Margin, Ui};

use super::theme::PADDING;
use super::ui_context::UiContext;

/// A view's outer frame: background and padding.
pub fn page(look: &UiContext) -> egui::Frame {
    egui::Frame::new()
        .fill(look.tokens.ground)
        .inner_margin(Margin::same(PADDING))
}

/// A white panel on the background.
pub fn panel(look: &UiContext) -> egui::Frame {
    egui::Frame::new()
        .fill(look.tokens.panel)
        .stroke(egui::Stroke::new(1.0, look.tokens.line))
        .corner_radius(6)
        .inner_margin(Margin::same(PADDING))
}

/// Whether the window is narrow: icons instead of text, tabs instead of side panels.
pub fn narrow(ui: &Ui) -> bool {
    ui.ctx().content_rect().width() < 1200.0
}

/// Draws `add` with at least the size that every view needs; a smaller window scrolls.
pub fn with_room(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    with_least(ui, egui::vec2(440.0, 360.0), add);
}

/// Draws `add` with at least the size `least`; where there is less, it scrolls.
pub fn with_least(ui: &mut Ui, least: egui::Vec2, add: impl FnOnce(&mut Ui)) {
    let room = ui.available_size();
    if room.x >= least.x && room.y >= least.y {
        add(ui);
        return;
    }
    egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        // Without the room that a scroll bar takes.
        let size = ui.available_size().max(least);
        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        ui.scope_builder(egui::UiBuilder::new().max_rect(rect), add);
    });
}
