//! The views, one folder each: a state that can be made by hand in a test, and a function that
//! draws it and pushes actions. Views know the look, the world and their own state; nothing else.

pub mod accounts;
pub mod log;
pub mod monitor;
pub mod proxies;
pub mod results;
pub mod runs;
pub mod settings;
pub mod sites;
pub mod start;
pub mod tasks;
pub mod workbench;

use eframe::egui::{self, Margin, Ui};

use super::style::theme::PADDING;
use super::style::ui_context::UiContext;

/// A view's outer frame: ground and padding.
pub fn page(look: &UiContext) -> egui::Frame {
    egui::Frame::new()
        .fill(look.tokens.ground)
        .inner_margin(Margin::same(PADDING))
}

/// A white panel on the ground.
pub fn panel(look: &UiContext) -> egui::Frame {
    egui::Frame::new()
        .fill(look.tokens.panel)
        .stroke(egui::Stroke::new(1.0, look.tokens.line))
        .corner_radius(6)
        .inner_margin(Margin::same(PADDING))
}

/// Whether the window is narrow: icons instead of words, tabs instead of side panels.
pub fn narrow(ui: &Ui) -> bool {
    ui.ctx().content_rect().width() < 1200.0
}
