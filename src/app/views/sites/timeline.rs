//! The timeline of a site: bands of its phases over a day, a week or a month, distinguished by
//! pattern and letter as well as by colour, the moves as a list, and the actions. Input: the
//! moves and actions from the loader. Output: queries for them.

use eframe::egui::{
    self, Align2, Color32, FontId, Label, Pos2, Rect, RichText, Role, ScrollArea, Sense, Shape,
    Stroke, Ui, WidgetInfo, pos2, vec2,
};
use jiff::{SignedDuration, Timestamp};

use crate::action::Action;
use crate::background::{DataQuery, SiteHistory};
use crate::style::ui_context::UiContext;
use crate::widgets::state_marks;
use bowerbird_engine::types::{
    ActionOutcome, Band, Message, Phase, Site, SiteAction, SiteEvent, SiteId, SiteSession, bands,
};

/// The displayed time span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Span {
    /// The last 24 hours.
    Day,
    /// The last 7 days.
    #[default]
    Week,
    /// The last 30 days.
    Month,
}

impl Span {
    const ALL: [(Self, &'static str, i64); 3] = [
        (Self::Day, "sites-span-day", 24),
        (Self::Week, "sites-span-week", 24 * 7),
        (Self::Month, "sites-span-month", 24 * 30),
    ];

    fn length(self) -> SignedDuration {
        let hours = Self::ALL.iter().find(|(span, ..)| *span == self);
        SignedDuration::from_hours(hours.map_or(24, |(.., hours)| *hours))
    }
}

/// The displayed timeline of one site.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// The site; `None` before the first query.
    pub site: Option<SiteId>,
    /// Moves and actions, newest first; `None` until loaded.
    pub known: Option<(Vec<SiteEvent>, Vec<SiteAction>)>,
    /// Sessions, most recently used first.
    pub sessions: Vec<SiteSession>,
    /// The number of pages that failed or had nothing in them; `None` until loaded.
    pub failed: Option<u64>,
    /// When its first run began, if that is known.
    pub first_run: Option<Timestamp>,
    /// The displayed time span.
    pub span: Span,
    /// Number of the selected move.
    pub chosen: Option<u64>,
}

impl Timeline {
    /// Handles a loaded history.
    pub fn came(&mut self, site: SiteId, history: SiteHistory) {
        if self.site == Some(site) {
            self.known = Some((history.events, history.tried));
            self.sessions = history.sessions;
            self.failed = Some(history.failed);
            self.first_run = history.first_run;
        }
    }

    /// A new query if `site` is shown, after a possible change.
    pub fn again(&self, site: SiteId) -> Option<Action> {
        (self.site == Some(site)).then_some(Action::Query(DataQuery::Timeline(site)))
    }
}

/// Shows `site` from now on.
pub fn follow(state: &mut Timeline, site: SiteId, actions: &mut Vec<Action>) {
    if state.site != Some(site) {
        *state = Timeline {
            site: Some(site),
            span: state.span,
            ..Timeline::default()
        };
        actions.push(Action::Query(DataQuery::Timeline(site)));
    }
}

/// Draws the timeline of `site` up to `now`.
pub fn timeline_ui(
    ui: &mut Ui,
    look: &UiContext,
    site: &Site,
    state: &mut Timeline,
    now: Timestamp,
    actions: &mut Vec<Action>,
) {
    follow(state, site.id, actions);
    ui.horizontal_wrapped(|ui| {
        for (span, id, _) in Span::ALL {
            ui.selectable_value(&mut state.span, span, look.t(id));
        }
        legend_ui(ui, look);
    });
    let Some((events, tried)) = &state.known else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    if events.is_empty() {
        ui.label(look.hint(look.t("sites-timeline-empty")));
        return;
    }
    let from = now.checked_sub(state.span.length()).unwrap_or(now);
    // Before its first run a site was in no phase.
    let oldest = events.iter().map(|event| event.at).min();
    let begun = state
        .first_run
        .map(|first| oldest.map_or(first, |at| at.min(first)));
    let known_from = begun.map_or(from, |begun| begun.clamp(from, now));
    let shown = bands(events, known_from, now);
    let clicked = bar_ui(ui, look, &shown, events, (from, now), state.chosen);
    ui.horizontal(|ui| {
        ui.label(look.hint(look.time(from)));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(look.hint(look.t("sites-timeline-now")));
        });
    });
    let mut chosen = clicked.or(state.chosen);
    ScrollArea::vertical()
        .id_salt("timeline")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.label(RichText::new(look.t("sites-timeline-moves")).strong());
            for event in events {
                let id = state.chosen == Some(event.number);
                let (_, colour, mark) = phase_mark(look, event.to);
                ui.horizontal(|ui| {
                    state_marks::mark_ui(ui, mark, colour);
                    let row = ui.selectable_label(id, event_text(look, event));
                    if row.on_hover_text(look.exact_time(event.at)).clicked() {
                        chosen = Some(event.number);
                    }
                });
                if id {
                    ui.indent(("move", event.number), |ui| why_ui(ui, look, event));
                }
            }
            ui.add_space(6.0);
            tried_list_ui(ui, look, tried, tried.len());
        });
    state.chosen = chosen;
}

/// One move as a line.
fn event_text(look: &UiContext, event: &SiteEvent) -> String {
    let told = Message::new("sites-timeline-move")
        .with("time", look.time(event.at))
        .with("from", event.from.name())
        .with("to", event.to.name());
    look.text(&told)
}

fn why_ui(ui: &mut Ui, look: &UiContext, event: &SiteEvent) {
    ui.label(look.text(&event.rule));
    if let Some(number) = event.session {
        ui.label(look.hint(look.t1("sessions-in-session", "number", number)));
    }
    for piece in &event.evidence {
        let piece = look.pair(piece.signal.as_str(), piece.matched.as_str());
        ui.add(Label::new(look.hint(piece)).wrap());
    }
    if !event.url.is_empty() {
        ui.add(Label::new(look.hint(&event.url)).truncate());
    }
}

/// The last `most` actions with their outcomes.
pub fn tried_ui(ui: &mut Ui, look: &UiContext, state: &Timeline, site: SiteId, most: usize) {
    if state.site != Some(site) {
        return;
    }
    if let Some((_, tried)) = &state.known {
        tried_list_ui(ui, look, tried, most);
    }
}

fn tried_list_ui(ui: &mut Ui, look: &UiContext, tried: &[SiteAction], most: usize) {
    ui.label(RichText::new(look.t("sites-tried")).strong());
    if tried.is_empty() {
        ui.label(look.hint(look.t("sites-tried-none")));
    }
    for action in tried.iter().take(most) {
        let (mark, colour) = match action.outcome {
            ActionOutcome::Pending => (state_marks::MarkShape::Ring, look.tokens.dim),
            ActionOutcome::Helped => (state_marks::MarkShape::Disc, look.tokens.ok),
            ActionOutcome::NoHelp => (state_marks::MarkShape::Cross, look.tokens.bad),
        };
        let told = Message::new("sites-tried-one")
            .with("time", look.time(action.at))
            .with("action", action.kind.name())
            .with("outcome", action.outcome.name());
        ui.horizontal_top(|ui| {
            state_marks::mark_ui(ui, mark, colour);
            ui.vertical(|ui| {
                ui.add(Label::new(look.text(&told)).wrap())
                    .on_hover_text(look.exact_time(action.at));
                let mut why = look.text(&action.why);
                if let Some(number) = action.session {
                    why.push_str(" · ");
                    why.push_str(&look.t1("sessions-in-session", "number", number));
                }
                ui.add(Label::new(look.hint(why)).wrap());
            });
        });
    }
}

/// Word, colour and shape of a phase.
pub fn phase_mark(look: &UiContext, phase: Phase) -> (String, Color32, state_marks::MarkShape) {
    let tokens = look.tokens;
    let (colour, mark) = match phase {
        Phase::Healthy => (tokens.ok, state_marks::MarkShape::Disc),
        Phase::Restored => (tokens.ok, state_marks::MarkShape::Ring),
        Phase::Suspect => (tokens.warn, state_marks::MarkShape::Triangle),
        Phase::Cooling => (tokens.accent, state_marks::MarkShape::Bar),
        Phase::Probing => (tokens.accent, state_marks::MarkShape::Diamond),
        Phase::Blocked => (tokens.bad, state_marks::MarkShape::Cross),
        Phase::NeedsYou => (tokens.bad, state_marks::MarkShape::Square),
    };
    (look.text(&phase.name()), colour, mark)
}

fn letter(word: &str) -> String {
    word.chars().take(1).flat_map(char::to_uppercase).collect()
}

fn legend_ui(ui: &mut Ui, look: &UiContext) {
    for phase in Phase::ALL {
        let (word, colour, _) = phase_mark(look, phase);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let (rect, _) = ui.allocate_exact_size(vec2(30.0, 16.0), Sense::hover());
            band_ui(ui, look, rect, phase, colour, &letter(&word));
            ui.label(look.hint(word));
        });
    }
}

/// Draws the bands; returns the number of the move whose band was clicked.
fn bar_ui(
    ui: &mut Ui,
    look: &UiContext,
    shown: &[Band],
    events: &[SiteEvent],
    (from, to): (Timestamp, Timestamp),
    chosen: Option<u64>,
) -> Option<u64> {
    let size = vec2(ui.available_width(), 30.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let all = seconds(from, to).max(1.0);
    let x = |at: Timestamp| rect.left() + rect.width() * seconds(from, at) / all;
    let place = |band: &Band| {
        let right = x(band.to).max(x(band.from) + 2.0).min(rect.right());
        Rect::from_min_max(pos2(x(band.from), rect.top()), pos2(right, rect.bottom()))
    };
    ui.painter().rect_filled(rect, 3.0, look.tokens.line);
    for band in shown {
        let (word, colour, _) = phase_mark(look, band.phase);
        let part = place(band);
        band_ui(ui, look, part, band.phase, colour, &letter(&word));
        if chosen.is_some() && band.event == chosen {
            let line = Stroke::new(2.0, look.tokens.text);
            ui.painter()
                .rect_stroke(part, 2.0, line, egui::StrokeKind::Inside);
        }
    }
    let name = summary(look, shown);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let under = |at: Pos2| shown.iter().rev().find(|band| place(band).contains(at));
    let clicked = response.clicked();
    let pointed = response.interact_pointer_pos().or(response.hover_pos());
    let band = pointed.and_then(under);
    if let Some(band) = band {
        response.on_hover_text_at_pointer(band_tooltip(look, band, events));
    }
    band.filter(|_| clicked).and_then(|band| band.event)
}

/// The tooltip of a band: phase, start and end, and reason.
fn band_tooltip(look: &UiContext, band: &Band, events: &[SiteEvent]) -> String {
    let (word, ..) = phase_mark(look, band.phase);
    let times = format!("{} – {}", look.time(band.from), look.time(band.to));
    let event = events.iter().find(|event| Some(event.number) == band.event);
    let why = event.map_or(String::new(), |event| {
        format!("\n{}", look.text(&event.rule))
    });
    format!("{word}\n{times}{why}")
}

/// The bands as text, for screen readers.
fn summary(look: &UiContext, shown: &[Band]) -> String {
    let parts = shown.iter().map(|band| {
        let (word, ..) = phase_mark(look, band.phase);
        format!("{word} {}", look.time(band.from))
    });
    let parts: Vec<String> = parts.collect();
    look.t1("sites-timeline-name", "bands", parts)
}

#[expect(clippy::cast_precision_loss, reason = "a bar of some hundred pixels")]
fn seconds(from: Timestamp, to: Timestamp) -> f32 {
    to.duration_since(from).as_secs() as f32
}

/// One band: its colour, the pattern of its phase, and its letter if there is room.
fn band_ui(ui: &Ui, look: &UiContext, rect: Rect, phase: Phase, colour: Color32, letter: &str) {
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect_filled(rect, 1.0, colour.gamma_multiply(0.30));
    let line = Stroke::new(1.0, colour);
    let (slant, gap) = match phase {
        Phase::Healthy => (0.0, 0.0),
        Phase::Restored => (0.0, 9.0),
        Phase::Suspect => (1.0, 9.0),
        Phase::Cooling => (-1.0, 9.0),
        Phase::Probing => (0.0, 5.0),
        Phase::Blocked | Phase::NeedsYou => (1.0, 5.0),
    };
    if gap > 0.0 {
        let lean = slant * rect.height();
        let mut x = rect.left() - rect.height();
        while x < rect.right() + rect.height() {
            let ends = [pos2(x, rect.bottom()), pos2(x + lean, rect.top())];
            painter.add(Shape::line_segment(ends, line));
            if phase == Phase::NeedsYou {
                let ends = [pos2(x, rect.top()), pos2(x + lean, rect.bottom())];
                painter.add(Shape::line_segment(ends, line));
            }
            x += gap;
        }
    }
    painter.hline(
        rect.x_range(),
        rect.bottom() - 1.5,
        Stroke::new(3.0, colour),
    );
    if rect.width() >= 14.0 {
        let font = FontId::proportional(11.0);
        let galley = painter.layout_no_wrap(letter.to_owned(), font, look.tokens.text);
        let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
        painter.rect_filled(at.expand(1.0), 2.0, look.tokens.panel);
        painter.galley(at.min, galley, look.tokens.text);
    }
}
