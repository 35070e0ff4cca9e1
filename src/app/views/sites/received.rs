//! The head of an answer as it was received, with the chosen piece of evidence marked in it. Flows
//! in: the kept answer. Flows out: nothing.

use eframe::egui::{Grid, Label, RichText, ScrollArea, Ui};

use crate::app::look::Look;
use crate::engine::inspect::EvidencePage;
use crate::engine::types::{Evidence, Place};

/// Draws status, addresses and headers.
pub(super) fn head_ui(
    ui: &mut Ui,
    look: &Look,
    page: &EvidencePage,
    chosen: Option<usize>,
    evidence: &[Evidence],
) {
    let is_chosen = |place: Place| {
        let piece = chosen.and_then(|chosen| evidence.get(chosen));
        piece.is_some_and(|piece| piece.place == place)
    };
    let header = chosen.and_then(|chosen| page.found.get(chosen)?.header);
    ScrollArea::both()
        .id_salt("evidence-head")
        .auto_shrink(false)
        .show(ui, |ui| {
            Grid::new("evidence-head").num_columns(2).show(ui, |ui| {
                let mut row = |name: String, value: &str, marked: bool| {
                    let mut text = RichText::new(value).monospace();
                    if marked {
                        text = text.underline().background_color(look.tokens.selection);
                    }
                    ui.label(look.hint(name));
                    ui.add(Label::new(text).extend());
                    ui.end_row();
                };
                let status = page.status.to_string();
                row(
                    look.t("sites-place-status"),
                    &status,
                    is_chosen(Place::Status),
                );
                for url in &page.url_chain {
                    row(look.t("sites-received-address"), url, is_chosen(Place::Url));
                }
                for (number, (name, value)) in page.headers.iter().enumerate() {
                    row(name.clone(), value, header == Some(number));
                }
            });
        });
}
