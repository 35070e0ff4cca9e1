//! An answer as received: its head, with the selected piece of evidence marked, and its page and
//! run. Input: the stored answer. Output: actions on it.

use eframe::egui::{Grid, Label, RichText, ScrollArea, Ui};
use jiff::SignedDuration;

use crate::action::{Action, PageOfRun};
use crate::style::ui_context::UiContext;
use bowerbird_engine::single_page::EvidencePage;
use bowerbird_engine::types::{Evidence, EvidencePlace};

/// The project stores times in microseconds: a larger difference means another answer.
const SAME_ANSWER: SignedDuration = SignedDuration::from_millis(1);

/// Draws the page's address and why it is odd; returns whether it stays open.
pub(super) fn of_run_ui(
    ui: &mut Ui,
    look: &UiContext,
    page: &PageOfRun,
    kept: Option<&EvidencePage>,
    actions: &mut Vec<Action>,
) -> bool {
    let title = look.t1("sites-received-of-run", "time", look.time(page.at));
    ui.label(RichText::new(title).strong())
        .on_hover_text(look.exact_time(page.at));
    ui.add(Label::new(look.hint(&page.url)).truncate())
        .on_hover_text(&page.url);
    if let Some(cause) = &page.cause {
        ui.label(look.text(cause));
    }
    let other = kept.filter(|kept| kept.fetched_at.duration_since(page.at).abs() > SAME_ANSWER);
    if other.is_some() {
        ui.label(look.coloured(look.t("sites-received-other-answer"), look.tokens.warn));
    }
    let mut stays = true;
    ui.horizontal_wrapped(|ui| {
        stays = !ui.button(look.t("sites-received-back")).clicked();
        if kept.is_some() && ui.button(look.t("sites-received-open")).clicked() {
            actions.push(Action::OpenReceived {
                site: page.site,
                url: page.url.clone(),
            });
        }
    });
    stays
}

/// Draws status, addresses and headers.
pub(super) fn head_ui(
    ui: &mut Ui,
    look: &UiContext,
    page: &EvidencePage,
    chosen: Option<usize>,
    evidence: &[Evidence],
) {
    let is_chosen = |place: EvidencePlace| {
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
                    is_chosen(EvidencePlace::Status),
                );
                for url in &page.url_chain {
                    row(
                        look.t("sites-received-address"),
                        url,
                        is_chosen(EvidencePlace::Url),
                    );
                }
                for (number, (name, value)) in page.headers.iter().enumerate() {
                    row(name.clone(), value, header == Some(number));
                }
            });
        });
}
