//! The table of runs: its columns, its order, its cells.

use std::cmp::Ordering;

use eframe::egui::Ui;

use super::figures;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::state_marks;
use crate::widgets::table::{Cell, ColumnSpec, Rows, TableState};
use bowerbird_engine::types::{Run, RunCause, RunEnd, clock_text};

pub(super) fn columns(look: &UiContext) -> Vec<ColumnSpec> {
    let number = |key: &str, id: &str, width: f32| {
        ColumnSpec::new(key, look.t(id), width).numeric().sortable()
    };
    let text = |key: &str, id: &str, width: f32| ColumnSpec::new(key, look.t(id), width).sortable();
    vec![
        text("when", "app-runs-when", 128.0),
        text("site", "app-tasks-site", 240.0),
        text("cause", "app-runs-cause", 76.0),
        text("end", "app-runs-end", 104.0),
        // Before the figures, so that it is visible in a small window.
        ColumnSpec::new("why", look.t("app-runs-why"), 230.0),
        number("pages", "app-runs-pages", 48.0),
        number("new", "app-runs-new", 48.0),
        number("changed", "app-runs-changed", 60.0),
        number("failed", "app-runs-failed", 52.0),
        number("blocked", "app-runs-blocked", 58.0),
        number("unchanged", "app-runs-unchanged", 88.0),
        number("bytes", "app-runs-bytes", 70.0),
        number("rate", "app-runs-rate", 62.0),
        number("took", "app-runs-took", 64.0),
    ]
}

/// The rows in the table's sort order; newest first by default.
pub(super) fn order(runs: &[Run], table: &TableState) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..runs.len()).collect();
    let Some((key, descending)) = &table.sort else {
        return rows;
    };
    rows.sort_by(|a, b| {
        let (Some(a), Some(b)) = (runs.get(*a), runs.get(*b)) else {
            return Ordering::Equal;
        };
        let order = compared(a, b, key);
        if *descending { order.reverse() } else { order }
    });
    rows
}

fn compared(a: &Run, b: &Run, key: &str) -> Ordering {
    let (of_a, of_b) = (&a.progress, &b.progress);
    match key {
        "when" => a.id.cmp(&b.id),
        "site" => a.site_name.cmp(&b.site_name),
        "cause" => a.cause.token().cmp(b.cause.token()),
        "end" => a.end.map(RunEnd::token).cmp(&b.end.map(RunEnd::token)),
        "pages" => of_a.pages_ok.cmp(&of_b.pages_ok),
        "new" => of_a.records_new.cmp(&of_b.records_new),
        "changed" => of_a.records_updated.cmp(&of_b.records_updated),
        "failed" => of_a.pages_failed.cmp(&of_b.pages_failed),
        "blocked" => of_a.pages_blocked.cmp(&of_b.pages_blocked),
        "unchanged" => of_a.unchanged.cmp(&of_b.unchanged),
        "bytes" => of_a.bytes.cmp(&of_b.bytes),
        "rate" => of_a.rate_average.total_cmp(&of_b.rate_average),
        "took" => of_a.milliseconds.cmp(&of_b.milliseconds),
        _ => Ordering::Equal,
    }
}

pub(super) struct RunRows<'a> {
    pub(super) look: &'a UiContext,
    pub(super) world: &'a AppState,
    pub(super) runs: &'a [Run],
    pub(super) order: &'a [usize],
}

impl RunRows<'_> {
    fn run(&self, row: usize) -> Option<&Run> {
        self.runs.get(*self.order.get(row)?)
    }
}

impl Rows for RunRows<'_> {
    fn len(&self) -> usize {
        self.order.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let (look, Some(run)) = (self.look, self.run(row)) else {
            return Cell::Empty;
        };
        let progress = figures(self.world, run);
        let number = |number: u64| Cell::of(look.count(number));
        match key {
            "when" => Cell::of(look.time(run.started_at)),
            "site" => Cell::of(&run.site_name),
            "cause" => Cell::of(match run.made_up {
                Some(due) => look.t1("app-cause-made-up", "time", look.exact_time(due)),
                None => look.t(cause_id(run.cause)),
            }),
            "end" => Cell::of(look.t(end_id(run.end))),
            "pages" => number(progress.pages_ok),
            "new" => number(progress.records_new),
            "changed" => number(progress.records_updated),
            "failed" => number(progress.pages_failed),
            "blocked" => number(progress.pages_blocked),
            "unchanged" => number(progress.unchanged),
            "bytes" => Cell::of(look.bytes(progress.bytes)),
            "rate" => Cell::of(format!("{:.1}", progress.rate_average)),
            "took" => Cell::of(clock_text(progress.milliseconds / 1_000)),
            "why" => match (&run.message, &progress.waiting) {
                (Some(message), _) => Cell::of(look.text(message)),
                (None, Some(waiting)) if run.end.is_none() => Cell::of(look.text(waiting)),
                _ => Cell::Empty,
            },
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let look = self.look;
        let Some(run) = self.run(row).filter(|_| key == "end") else {
            return false;
        };
        let tokens = look.tokens;
        let (mark, colour) = match run.end {
            Some(RunEnd::Finished) => (state_marks::MarkShape::Disc, tokens.ok),
            Some(RunEnd::Incomplete) => (state_marks::MarkShape::Frame, tokens.warn),
            Some(RunEnd::Blocked) => (state_marks::MarkShape::Cross, tokens.bad),
            Some(RunEnd::Failed) => (state_marks::MarkShape::Diamond, tokens.bad),
            Some(_) => (state_marks::MarkShape::Frame, tokens.dim),
            None => (state_marks::MarkShape::Ring, tokens.accent),
        };
        state_marks::word_ui(ui, mark, colour, &look.t(end_id(run.end)));
        true
    }
}

pub(super) fn cause_id(cause: RunCause) -> &'static str {
    match cause {
        RunCause::ByHand => "app-cause-by-hand",
        RunCause::Schedule => "app-cause-schedule",
        RunCause::Supervised => "supervise-cause",
        RunCause::Retry => "app-cause-retry",
    }
}

pub(super) fn end_id(end: Option<RunEnd>) -> &'static str {
    match end {
        None => "app-end-open",
        Some(RunEnd::Finished) => "app-end-finished",
        Some(RunEnd::Incomplete) => "app-end-incomplete",
        Some(RunEnd::Limited) => "app-end-limited",
        Some(RunEnd::Stopped) => "app-end-stopped",
        Some(RunEnd::Blocked) => "app-end-blocked",
        Some(RunEnd::Failed) => "app-end-failed",
        Some(RunEnd::Paused) => "app-end-paused",
        Some(RunEnd::Interrupted) => "app-end-interrupted",
        Some(RunEnd::Cancelled) => "app-end-cancelled",
    }
}
