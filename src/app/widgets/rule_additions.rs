//! Displays the new parts of a rule before it takes effect.

use eframe::egui::{Label, Ui};

use super::state_marks::{self, MarkShape};
use crate::style::ui_context::UiContext;
use bowerbird_engine::project_permission::rule_additions::NewPart;
use bowerbird_engine::types::Message;

/// Draws the parts in a column, each with its previous value; nothing if there are none.
pub fn news_ui(ui: &mut Ui, look: &UiContext, parts: &[NewPart]) {
    for new in parts {
        ui.horizontal_top(|ui| {
            state_marks::mark_ui(ui, MarkShape::Diamond, look.tokens.warn);
            ui.vertical(|ui| {
                let part = Message::new("news-would").with("part", new.part.explain());
                ui.add(Label::new(look.text(&part)).wrap());
                if let Some(before) = &new.before {
                    let before = Message::new("plan-line-before").with("wants", before.clone());
                    ui.add(Label::new(look.hint(look.text(&before))).wrap());
                }
            });
        });
    }
}
