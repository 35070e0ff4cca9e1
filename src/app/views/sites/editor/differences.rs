//! Displays the differences between two rules: by change, or by line. Every kind of change has a
//! shape and a word beside its colour. Compares nothing itself.

use eframe::egui::{self, Color32, Label, RichText, Ui};

use crate::style::ui_context::UiContext;
use crate::widgets::state_marks::{self, MarkShape};
use bowerbird_engine::types::{RuleChange, RuleChangeKind};

/// Draws changes grouped by section.
pub fn changes_ui(ui: &mut Ui, look: &UiContext, changes: &[RuleChange]) {
    let mut section = "";
    for change in changes {
        if change.section != section {
            section = &change.section;
            ui.add_space(6.0);
            ui.label(RichText::new(section).monospace().strong());
        }
        let (mark, colour, word) = kind_mark(look, change.kind);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            state_marks::mark_ui(ui, mark, colour);
            ui.label(RichText::new(word).color(colour));
            if !change.key.is_empty() {
                ui.label(RichText::new(&change.key).monospace());
            }
        });
        ui.indent(("change", section, &change.key), |ui| {
            value_ui(ui, look, "−", &change.before, look.tokens.bad);
            value_ui(ui, look, "+", &change.after, look.tokens.ok);
        });
    }
}

fn value_ui(ui: &mut Ui, look: &UiContext, sign: &str, text: &str, colour: Color32) {
    let text = text.trim_end();
    if text.is_empty() {
        return;
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new(sign).monospace().color(colour));
        let text = RichText::new(text).monospace().color(look.tokens.text);
        ui.add(Label::new(text).extend());
    });
}

fn kind_mark(look: &UiContext, kind: RuleChangeKind) -> (MarkShape, Color32, String) {
    let tokens = look.tokens;
    let (mark, colour, id) = match kind {
        RuleChangeKind::Added => (MarkShape::Square, tokens.ok, "app-change-added"),
        RuleChangeKind::Removed => (MarkShape::Cross, tokens.bad, "app-change-removed"),
        RuleChangeKind::Changed => (MarkShape::Diamond, tokens.warn, "app-change-changed"),
        RuleChangeKind::Moved => (MarkShape::Bar, tokens.dim, "app-change-moved"),
    };
    (mark, colour, look.t(id))
}

/// Draws a unified diff; its signs stay, so that it is readable without colour too.
pub fn lines_ui(ui: &mut Ui, look: &UiContext, unified: &str) {
    let font = egui::TextStyle::Monospace.resolve(ui.style());
    let mut job = egui::text::LayoutJob::default();
    for line in unified.split_inclusive('\n') {
        let colour = match line.as_bytes().first() {
            Some(b'+') => look.tokens.ok,
            Some(b'-') => look.tokens.bad,
            Some(b'@') => look.tokens.dim,
            _ => look.tokens.text,
        };
        let format = egui::text::TextFormat::simple(font.clone(), colour);
        job.append(line, 0.0, format);
    }
    ui.add(Label::new(job).extend());
}
