//! A pasted list of proxies or accounts: a summary so far, and the lines that could not be parsed.

use eframe::egui::{ScrollArea, Ui};

use crate::style::ui_context::UiContext;
use bowerbird_engine::types::Message;

/// Maximum lines of a kind shown.
pub const LINES: usize = 50;

/// A summary of a typed list: the message `id` with the numbers of its entries and of its faulty
/// lines, and the first faulty one with the reason.
pub fn preview(
    look: &UiContext,
    id: &'static str,
    (entries, faults): (usize, usize),
    first: Option<(usize, &Message)>,
) -> String {
    let count = Message::new(id)
        .with("count", entries)
        .with("faults", faults);
    let count = look.text(&count);
    match first {
        Some((line, reason)) => format!("{count} {}", look.text(&at_line(line, reason))),
        None => count,
    }
}

/// The lines that could not be parsed, each with the reason, and `rest` below them.
pub fn faults_ui(
    ui: &mut Ui,
    look: &UiContext,
    salt: &str,
    faults: &[(usize, Message)],
    rest: impl FnOnce(&mut Ui),
) {
    ScrollArea::vertical()
        .id_salt(salt)
        .max_height(80.0)
        .show(ui, |ui| {
            for (line, reason) in faults.iter().take(LINES) {
                let text = look.text(&at_line(*line, reason));
                ui.label(look.coloured(text, look.tokens.bad));
            }
            rest(ui);
        });
}

fn at_line(line: usize, reason: &Message) -> Message {
    Message::new("pools-list-line")
        .with("line", line)
        .with("reason", reason.clone())
}
