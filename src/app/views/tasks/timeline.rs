//! The next day and the last week as bars, one line per task: what is due, what ran and for how
//! long, what was missed and why. Only visible lines are computed.

use std::collections::BTreeMap;

use eframe::egui::{self, Align2, FontId, Pos2, Rect, ScrollArea, Sense, Stroke, Ui, Vec2};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan as _};

use crate::background::TURNS_SHOWN;
use crate::state::app_state::AppState;
use crate::style::theme::ROW_HEIGHT;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{
    Message, Task, TaskId, TaskTurn, Terms, Timing, TurnOutcome, clock_text, next_turn,
};

/// Width of the titles, in points.
const TITLES: f32 = 190.0;
/// Maximum turns of one line drawn individually; more are drawn as a band.
const MAX_TURNS: usize = 100;
/// Minimum width of a bar, in points.
const NARROWEST: f32 = 3.0;

/// The time range of a timeline.
#[derive(Clone, Copy)]
struct Span {
    from: Timestamp,
    until: Timestamp,
}

impl Span {
    /// The position of a time, from 0 to 1.
    fn place(self, at: Timestamp) -> f32 {
        let whole = self.until.duration_since(self.from).as_secs_f32().max(1.0);
        (at.duration_since(self.from).as_secs_f32() / whole).clamp(0.0, 1.0)
    }
}

/// The cached turns of visible lines: computing when a task is due is expensive, and a line only
/// changes with its task.
#[derive(Clone, Debug, Default)]
pub struct DayTurns(BTreeMap<TaskId, TurnsOfTask>);

#[derive(Clone, Debug)]
struct TurnsOfTask {
    /// The next turn that they were computed from.
    next_at: Option<Timestamp>,
    timing: Timing,
    terms: Terms,
    /// The end of the computed range.
    until: Timestamp,
    turns: Vec<Timestamp>,
    /// Whether there are too many to draw.
    more: bool,
}

/// Interval at which new turns appear at the right end.
const COMES_INTO_SIGHT: SignedDuration = SignedDuration::from_secs(60);

/// Maximum cached lines; further ones have not been visible for long.
const MAX_LINES: usize = 500;

impl DayTurns {
    fn of(&mut self, task: &Task, span: Span) -> &TurnsOfTask {
        if self.0.len() >= MAX_LINES {
            self.0.clear();
        }
        let known = self.0.remove(&task.id);
        let known = known.filter(|known| known.is_of(task, span));
        let told = known.unwrap_or_else(|| TurnsOfTask::of(task, span));
        self.0.entry(task.id).or_insert(told)
    }
}

impl TurnsOfTask {
    fn of(task: &Task, span: Span) -> Self {
        let (turns, more) = turns_of(task, span);
        Self {
            next_at: task.next_at,
            timing: task.timing.clone(),
            terms: task.terms.clone(),
            until: span.until,
            turns,
            more,
        }
    }

    fn is_of(&self, task: &Task, span: Span) -> bool {
        self.next_at == task.next_at
            && span.until.duration_since(self.until) < COMES_INTO_SIGHT
            && self.timing == task.timing
            && self.terms == task.terms
    }
}

/// Draws the turns due in the next 24 hours.
pub(super) fn next_day_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    known: &mut DayTurns,
    now: Timestamp,
) {
    let span = Span {
        from: now,
        until: now + SignedDuration::from_hours(24),
    };
    let tasks: Vec<&Task> = world
        .tasks
        .iter()
        .filter(|task| !task.paused && task.next_at.is_some_and(|next| next <= span.until))
        .collect();
    if tasks.is_empty() {
        look.empty_state(ui, "app-tasks-day-empty", "app-tasks-day-empty-hint");
        return;
    }
    axis_ui(ui, look, span, 3);
    lines_ui(ui, tasks.len(), |ui, line| {
        let Some(task) = tasks.get(line) else { return };
        let TurnsOfTask { turns, more, .. } = known.of(task, span);
        let first = turns.first().map(|at| look.time(*at)).unwrap_or_default();
        let said = Message::new("app-tasks-day-line")
            .with("task", task.title.as_str())
            .with("count", turns.len())
            .with("first", first);
        let bar = line_ui(ui, look, &task.title, &look.text(&said));
        let colour = look.tokens.accent;
        if let (true, Some(first)) = (*more, turns.first()) {
            let left = bar.left() + span.place(*first) * bar.width();
            let band = Rect::from_min_max(Pos2::new(left, bar.top() + 7.0), bar.right_bottom());
            let band = band.with_max_y(bar.bottom() - 7.0);
            ui.painter().rect_filled(band, 2.0, colour);
            return;
        }
        for at in turns {
            let x = bar.left() + span.place(*at) * bar.width();
            ui.painter()
                .circle_filled(Pos2::new(x, bar.center().y), 4.0, colour);
        }
    });
}

/// The turns of a task in a time range, and whether there are too many to draw.
fn turns_of(task: &Task, span: Span) -> (Vec<Timestamp>, bool) {
    let mut turns: Vec<Timestamp> = task.next_at.into_iter().collect();
    if matches!(task.timing, Timing::Cron { .. } | Timing::Interval { .. }) {
        while let Some(last) = turns.last().copied() {
            let next = next_turn(task.id, &task.timing, &task.terms, last);
            match next.filter(|next| *next <= span.until) {
                Some(_) if turns.len() >= MAX_TURNS => return (turns, true),
                Some(next) => turns.push(next),
                None => break,
            }
        }
    }
    (turns, false)
}

/// Draws the outcomes of the last days.
pub(super) fn last_week_ui(ui: &mut Ui, look: &UiContext, world: &AppState, now: Timestamp) {
    let span = Span {
        from: now - TURNS_SHOWN,
        until: now,
    };
    let mut by_title: BTreeMap<&str, Vec<&TaskTurn>> = BTreeMap::new();
    for turn in &world.turns {
        by_title.entry(&turn.title).or_default().push(turn);
    }
    if by_title.is_empty() {
        look.empty_state(ui, "app-tasks-week-empty", "app-tasks-week-empty-hint");
        return;
    }
    let lines: Vec<(&str, Vec<&TaskTurn>)> = by_title.into_iter().collect();
    legend_ui(ui, look, &world.turns);
    axis_ui(ui, look, span, 24);
    lines_ui(ui, lines.len(), |ui, line| {
        let Some((title, turns)) = lines.get(line) else {
            return;
        };
        let count = |wanted: &[TurnOutcome]| {
            let some = turns.iter().filter(|turn| wanted.contains(&turn.outcome));
            some.map(|turn| turn.count).sum::<u64>()
        };
        let said = Message::new("app-tasks-week-line")
            .with("task", *title)
            .with("done", count(&[TurnOutcome::Done]))
            .with("partly", count(&[TurnOutcome::Partly]))
            .with("failed", count(&[TurnOutcome::Failed]))
            .with("missed", count(&[TurnOutcome::Missed]))
            .with(
                "left",
                count(&[
                    TurnOutcome::Overlapped,
                    TurnOutcome::Closed,
                    TurnOutcome::Empty,
                ]),
            );
        let bar = line_ui(ui, look, title, &look.text(&said));
        let pointer = ui.ctx().pointer_hover_pos().filter(|at| bar.contains(*at));
        let mut under = None;
        for turn in turns {
            let area = area_of(turn, span, bar, now);
            paint(ui, look, turn.outcome, area);
            if pointer.is_some_and(|at| area.expand2(Vec2::new(2.0, 8.0)).contains(at)) {
                under = Some(*turn);
            }
        }
        if let Some(turn) = under {
            let id = ui.scope_id().with(("turn", turn.id.0));
            ui.interact(bar, id, Sense::hover())
                .on_hover_text_at_pointer(turn_text(look, turn, now));
        }
    });
}

/// What the marks of the last days mean: each outcome that occurs, in the order of its seriousness.
fn legend_ui(ui: &mut Ui, look: &UiContext, turns: &[TaskTurn]) {
    const SAMPLE: Vec2 = Vec2::new(14.0, 16.0);
    ui.horizontal_wrapped(|ui| {
        for outcome in TurnOutcome::ALL {
            if !turns.iter().any(|turn| turn.outcome == outcome) {
                continue;
            }
            let (area, _) = ui.allocate_exact_size(SAMPLE, Sense::hover());
            paint(ui, look, outcome, area);
            ui.label(look.hint(look.t(&format!("task-outcome-{}", outcome.token()))));
            ui.add_space(8.0);
        }
    });
}

fn area_of(turn: &TaskTurn, span: Span, bar: Rect, now: Timestamp) -> Rect {
    let from = turn.started_at.unwrap_or(turn.due_at);
    let until = match turn.outcome.is_over() {
        true => turn.ended_at.or(turn.until_at).unwrap_or(from),
        false => now,
    };
    let x = |at: Timestamp| bar.left() + span.place(at) * bar.width();
    let (left, right) = (x(from), x(until));
    Rect::from_min_max(
        Pos2::new(left.min(bar.right() - NARROWEST), bar.top() + 4.0),
        Pos2::new(right.max(left + NARROWEST), bar.bottom() - 4.0),
    )
}

/// Successes are filled, failures are filled in another colour and taller, turns that did not run
/// are outlined.
fn paint(ui: &Ui, look: &UiContext, outcome: TurnOutcome, area: Rect) {
    let tokens = &look.tokens;
    let painter = ui.painter();
    match outcome {
        TurnOutcome::Done => painter.rect_filled(area.shrink2(Vec2::new(0.0, 3.0)), 1.0, tokens.ok),
        TurnOutcome::Partly => {
            painter.rect_filled(area.shrink2(Vec2::new(0.0, 3.0)), 1.0, tokens.warn)
        }
        TurnOutcome::Failed => painter.rect_filled(area, 1.0, tokens.bad),
        TurnOutcome::Running | TurnOutcome::Waiting => {
            painter.rect_filled(area.shrink2(Vec2::new(0.0, 3.0)), 1.0, tokens.accent)
        }
        TurnOutcome::Missed
        | TurnOutcome::Overlapped
        | TurnOutcome::Closed
        | TurnOutcome::Empty => painter.rect_stroke(
            area.shrink2(Vec2::new(0.0, 2.0)),
            1.0,
            Stroke::new(1.5, tokens.warn),
            egui::StrokeKind::Inside,
        ),
    };
}

/// The tooltip of a turn.
fn turn_text(look: &UiContext, turn: &TaskTurn, now: Timestamp) -> String {
    let mut words = vec![
        look.exact_time(turn.due_at),
        look.t(&format!("task-outcome-{}", turn.outcome.token())),
        look.t(&format!("task-cause-{}", turn.cause.token())),
    ];
    if let Some(began) = turn.started_at {
        let seconds = turn.ended_at.unwrap_or(now).duration_since(began).as_secs();
        let took = clock_text(u64::try_from(seconds).unwrap_or_default());
        let figures = Message::new("app-tasks-turn-figures")
            .with("took", took)
            .with("pages", turn.pages)
            .with("records", turn.records_new);
        words.push(look.text(&figures));
    }
    if turn.count > 1 {
        words.push(format!("×{}", look.count(turn.count)));
    }
    words.join("\n")
}

/// Hours, or days, above the lines, in local time.
fn axis_ui(ui: &mut Ui, look: &UiContext, span: Span, every_hours: i64) {
    let (area, _) =
        ui.allocate_exact_size(Vec2::new(ui.available_width(), ROW_HEIGHT), Sense::hover());
    let zone = TimeZone::system();
    let bar = area.with_min_x(area.left() + TITLES);
    let Ok(mut wall) = zone.to_datetime(span.from).date().to_zoned(zone) else {
        return;
    };
    while wall.timestamp() <= span.until {
        if wall.timestamp() >= span.from {
            let x = bar.left() + span.place(wall.timestamp()) * bar.width();
            let format = if every_hours < 24 { "%H:%M" } else { "%m-%d" };
            let right = x + 40.0 > bar.right();
            ui.painter().text(
                Pos2::new(x, bar.center().y),
                if right {
                    Align2::RIGHT_CENTER
                } else {
                    Align2::LEFT_CENTER
                },
                wall.strftime(format).to_string(),
                FontId::proportional(11.0),
                look.tokens.dim,
            );
        }
        let Ok(next) = wall.checked_add(every_hours.hours()) else {
            return;
        };
        wall = next;
    }
}

fn lines_ui(ui: &mut Ui, count: usize, mut line: impl FnMut(&mut Ui, usize)) {
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .show_rows(ui, ROW_HEIGHT, count, |ui, rows| {
            for row in rows {
                line(ui, row);
            }
        });
}

/// A line: its title, and the area of its bar. `said` is the text for screen readers.
fn line_ui(ui: &mut Ui, look: &UiContext, title: &str, said: &str) -> Rect {
    let size = Vec2::new(ui.available_width(), ROW_HEIGHT);
    let (area, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, said));
    let bar = area.with_min_x(area.left() + TITLES);
    let mut job = egui::text::LayoutJob::simple_singleline(
        title.to_owned(),
        egui::TextStyle::Body.resolve(ui.style()),
        look.tokens.text,
    );
    job.wrap = egui::text::TextWrapping::truncate_at_width(TITLES - 8.0);
    let text = ui.painter().layout_job(job);
    let at = Pos2::new(area.left(), area.center().y - text.size().y / 2.0);
    ui.painter().galley(at, text, look.tokens.text);
    response.on_hover_text(said);
    ui.painter().hline(
        bar.x_range(),
        area.bottom(),
        Stroke::new(1.0, look.tokens.line),
    );
    bar
}
