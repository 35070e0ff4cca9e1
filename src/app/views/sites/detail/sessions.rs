//! The sessions of a site: their parts, their results, and which ones rest. Input: the sessions
//! loaded with the timeline.

use eframe::egui::{Color32, Label, RichText, ScrollArea, Ui};
use jiff::Timestamp;

use crate::style::ui_context::UiContext;
use crate::views::sites::Timeline;
use crate::widgets::state_marks::{self, MarkShape};
use bowerbird_engine::types::{Message, SiteSession, percent, session_score};

/// Draws the sessions, most recently used first.
pub fn sessions_ui(ui: &mut Ui, look: &UiContext, known: &Timeline, now: Timestamp) {
    ui.add(Label::new(look.hint(look.t("sessions-about"))).wrap());
    if known.known.is_none() {
        ui.label(look.hint(look.t("app-loading")));
        return;
    }
    if known.sessions.is_empty() {
        ui.label(look.hint(look.t("sessions-none")));
        return;
    }
    ScrollArea::vertical()
        .id_salt("sessions")
        .auto_shrink(false)
        .show(ui, |ui| {
            for session in &known.sessions {
                session_ui(ui, look, session, now);
                ui.add_space(4.0);
            }
        });
}

fn session_ui(ui: &mut Ui, look: &UiContext, session: &SiteSession, now: Timestamp) {
    let (mark, colour) = mark_of(look, session, now);
    let number = look.t1("sessions-number", "number", session.number);
    let parts = look.text(&session.describe("sessions-parts"));
    ui.horizontal_wrapped(|ui| {
        state_marks::mark_ui(ui, mark, colour);
        ui.label(RichText::new(number).strong());
        ui.label(parts);
        let until = session.rest_until.map(|at| look.time(at));
        let standing = session.status_message(now, until.as_deref().unwrap_or_default());
        ui.label(look.coloured(look.text(&standing), colour));
    });
    ui.indent(("session", session.number), |ui| {
        ui.add(Label::new(look.hint(figures(look, session, now))).wrap())
            .on_hover_text(look.exact_time(session.used_at()));
        ui.add(Label::new(look.hint(&session.parts.user_agent)).truncate());
    });
}

fn figures(look: &UiContext, session: &SiteSession, now: Timestamp) -> String {
    let told = Message::new("sessions-figures")
        .with("score", percent(session_score(session, now)))
        .with("answers", session.answers)
        .with("refusals", session.refusals);
    let mut parts = vec![look.text(&told)];
    if session.track.latency_ms > 0.0 {
        let ms = format!("{:.0}", session.track.latency_ms);
        parts.push(look.t1("sessions-latency", "ms", ms));
    }
    parts.push(look.t1("sessions-used", "time", look.time(session.used_at())));
    parts.join(" · ")
}

fn mark_of(look: &UiContext, session: &SiteSession, now: Timestamp) -> (MarkShape, Color32) {
    match session.refused {
        Some(_) if session.rests(now) => (MarkShape::Bar, look.tokens.warn),
        Some(_) => (MarkShape::Cross, look.tokens.bad),
        None if session.answers == 0 => (MarkShape::Ring, look.tokens.dim),
        None => (MarkShape::Disc, look.tokens.ok),
    }
}
