//! The pieces of evidence with their places, reliability and sources, and what is said of a page
//! that was judged earlier. Input: the panel. Output: which piece is marked.

use eframe::egui::{self, Label, RichText, Ui};

use super::{EvidencePanel, is_of_head};
use crate::style::ui_context::UiContext;
use crate::widgets::state_marks;
use bowerbird_engine::single_page::EvidencePage;
use bowerbird_engine::types::{Evidence, EvidencePlace, Message, Strength, known_signal};

/// The pieces, each a row that marks it in the page.
pub(super) fn pieces_ui(ui: &mut Ui, look: &UiContext, panel: &mut EvidencePanel) {
    ui.label(RichText::new(look.t("sites-evidence-found")).strong());
    let kept = panel.page.as_ref().and_then(Option::as_deref);
    let past = kept.filter(|page| page.is_evidence && panel.evidence.is_empty());
    if let Some(page) = past {
        past_ui(ui, look, page);
    } else if panel.evidence.is_empty() {
        ui.label(look.hint(look.t("sites-evidence-none")));
    }
    let pieces = panel.pieces();
    let mut clicked = None;
    for (number, piece) in pieces.iter().enumerate() {
        let found = match &panel.page {
            Some(Some(page)) => page.found.get(number),
            _ => None,
        };
        let (strength, colour, mark) = strength_mark(look, piece.strength);
        let head = format!("{} · {strength}", look.t(place_id(piece.place)));
        ui.horizontal_top(|ui| {
            state_marks::mark_ui(ui, mark, colour);
            ui.vertical(|ui| {
                let name = look.text(
                    &Message::new("sites-evidence-piece")
                        .with("number", number + 1)
                        .with("place", look.t(place_id(piece.place)))
                        .with("strength", strength.as_str())
                        .with("matched", piece.matched.as_str()),
                );
                let row = ui
                    .selectable_label(panel.chosen == Some(number), head)
                    .accessible_name(name);
                if row
                    .on_hover_text(look.t("sites-evidence-mark-tip"))
                    .clicked()
                {
                    clicked = Some(number);
                }
                if !piece.matched.trim().is_empty() {
                    let matched = RichText::new(format!("“{}”", piece.matched.trim())).monospace();
                    ui.add(Label::new(matched).wrap());
                }
                ui.add(Label::new(look.hint(origin(look, piece))).wrap());
                let is_there = found.is_some_and(|found| {
                    found.in_text.is_some() || found.in_source.is_some() || found.header.is_some()
                });
                let is_quoted = !piece.is_of_whole_page() && !is_of_head(pieces, number);
                if found.is_some() && !is_there && is_quoted {
                    ui.label(look.hint(look.t("sites-evidence-elsewhere")));
                }
            });
        });
    }
    if let Some(number) = clicked {
        panel.choose(number);
    }
}

/// Says that the shown page is an earlier one, when it came and how it was judged then.
fn past_ui(ui: &mut Ui, look: &UiContext, page: &EvidencePage) {
    let id = match &page.verdict {
        Some(_) => "sites-evidence-past",
        None => "sites-evidence-past-unknown",
    };
    let mut said = Message::new(id)
        .with("time", look.time(page.fetched_at))
        .with("status", u64::from(page.status));
    if let Some(verdict) = &page.verdict {
        said = said.with("reason", verdict.reason.clone());
    }
    ui.add(Label::new(look.text(&said)).wrap())
        .on_hover_text(look.exact_time(page.fetched_at));
    ui.label(look.hint(look.t("sites-evidence-now-fine")));
}

/// The source of a signal.
fn origin(look: &UiContext, piece: &Evidence) -> String {
    let Some(signal) = known_signal(&piece.signal) else {
        return look.t1("sites-evidence-own", "signal", piece.signal.as_str());
    };
    let source = Message::new("sites-evidence-source")
        .with("signal", signal.id.as_str())
        .with("source", signal.source.as_str())
        .with("date", signal.date.as_str());
    let source = look.text(&source);
    match &signal.vendor {
        Some(vendor) => {
            let vendor = look.t1("sites-evidence-vendor", "vendor", vendor.as_str());
            format!("{vendor} · {source}")
        }
        None => source,
    }
}

fn strength_mark(
    look: &UiContext,
    strength: Strength,
) -> (String, egui::Color32, state_marks::MarkShape) {
    match strength {
        Strength::Strong => (
            look.t("sites-strength-strong"),
            look.tokens.bad,
            state_marks::MarkShape::Disc,
        ),
        Strength::Weak => (
            look.t("sites-strength-weak"),
            look.tokens.warn,
            state_marks::MarkShape::Ring,
        ),
    }
}

fn place_id(place: EvidencePlace) -> &'static str {
    match place {
        EvidencePlace::Transport => "sites-place-transport",
        EvidencePlace::Proxy => "sites-place-proxy",
        EvidencePlace::Status => "sites-place-status",
        EvidencePlace::Header => "sites-place-header",
        EvidencePlace::Url => "sites-place-url",
        EvidencePlace::Title => "sites-place-title",
        EvidencePlace::Structure => "sites-place-structure",
        EvidencePlace::Body => "sites-place-body",
        EvidencePlace::Rule => "sites-place-rule",
        EvidencePlace::History => "sites-place-history",
    }
}
