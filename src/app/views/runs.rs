//! Runs: every run of the project in one table, and the pages of the chosen one with what became
//! of each and why. Flows in: runs and pages from the loader, figures of runs that go on. Flows
//! out: questions for the loader, commands (retry, go on, drop what is queued).

mod pages;

use std::cmp::Ordering;

use eframe::egui::{Rect, Ui, UiBuilder, vec2};

use crate::app::action::Action;
use crate::app::background::Ask;
use crate::app::command::View;
use crate::app::look::Look;
use crate::app::widgets::table::{Cell, ColumnSpec, Rows, TableState, table_ui};
use crate::app::widgets::{fields, marks};
use crate::app::world::World;
use crate::engine::types::{
    Message, PageFilter, Run, RunCause, RunEnd, RunId, RunPage, RunProgress, SiteId, clock_text,
};

/// Share of the height that the runs keep while pages are shown below.
const UPPER: f32 = 0.45;

/// What a table needs besides its rows (head, frame, a bar to scroll by), and for each, in points:
/// a few runs leave the room to their pages.
const HEAD: f32 = 56.0;
const ROW: f32 = 26.0;

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct RunsState {
    /// Only runs of this site.
    pub site: Option<SiteId>,
    /// The table of runs.
    pub table: TableState,
    /// The runs, newest first; `None` until they came.
    pub runs: Option<Vec<Run>>,
    /// The run whose pages are shown.
    pub run: Option<RunId>,
    /// Which of its pages.
    pub filter: PageFilter,
    /// Its pages; `None` until they came.
    pub pages: Option<Vec<RunPage>>,
    /// How many pages it has by outcome.
    pub counts: [u64; 5],
    /// The table of pages.
    pub page_table: TableState,
    /// A site that was asked here to run, and its newest run until then: the next one is shown.
    pub follow: Option<(SiteId, Option<RunId>)>,
}

impl RunsState {
    /// Shows the runs of another site, or of all.
    pub fn of_site(&mut self, site: Option<SiteId>, actions: &mut Vec<Action>) {
        *self = Self {
            site,
            filter: self.filter,
            ..Self::default()
        };
        actions.push(Action::Ask(Ask::Runs(site)));
    }

    /// The runs came.
    pub fn came(&mut self, site: Option<SiteId>, runs: Vec<Run>, actions: &mut Vec<Action>) {
        if site != self.site {
            return;
        }
        if let Some(old) = self.runs.replace(runs) {
            let new = self.runs.as_deref().unwrap_or_default();
            // Rows are shown in the order of the sorting, which new ones may change.
            let (before, after) = (order(&old, &self.table), order(new, &self.table));
            let id = |runs: &[Run], row: &usize| runs.get(*row).map(|run| run.id);
            let before: Vec<_> = before.iter().map(|row| id(&old, row)).collect();
            let after: Vec<_> = after.iter().map(|row| id(new, row)).collect();
            self.table.follow(&before, &after, |id| *id);
        }
        if let Some(run) = self.begun() {
            self.follow = None;
            let runs = self.runs.as_deref().unwrap_or_default();
            let is = |row: &usize| runs.get(*row).is_some_and(|its| its.id == run);
            self.table.selected = order(runs, &self.table).iter().position(is);
            self.show(run, actions);
        } else if let Some(run) = self.run {
            actions.push(Action::Ask(Ask::RunPages(run, self.filter)));
        }
    }

    /// The run that a button here began.
    fn begun(&self) -> Option<RunId> {
        let (site, before) = self.follow?;
        let newest = newest_of(self.runs.as_deref()?, site)?;
        (Some(newest) != before).then_some(newest)
    }

    /// Pages of a run came.
    pub fn pages_came(
        &mut self,
        run: RunId,
        filter: PageFilter,
        pages: Vec<RunPage>,
        counts: [u64; 5],
    ) {
        if self.run == Some(run) && self.filter == filter {
            self.pages = Some(pages);
            self.counts = counts;
        }
    }

    /// Shows the pages of a run.
    pub fn show(&mut self, run: RunId, actions: &mut Vec<Action>) {
        if self.run != Some(run) {
            self.pages = None;
            self.page_table = TableState::default();
        }
        self.run = Some(run);
        actions.push(Action::Ask(Ask::RunPages(run, self.filter)));
    }
}

/// Draws the view.
pub fn runs_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut RunsState,
    actions: &mut Vec<Action>,
) {
    title_ui(ui, look, world, state, actions);
    let Some(runs) = state.runs.take() else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    if runs.is_empty() {
        look.empty_state(ui, "app-runs-empty", "app-runs-empty-hint");
        ui.vertical_centered(|ui| {
            if look.primary(ui, look.t("app-results-to-sites")).clicked() {
                actions.push(Action::Show(View::Sites));
            }
        });
    } else {
        tables_ui(ui, look, world, &runs, state, actions);
    }
    state.runs = Some(runs);
}

fn title_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut RunsState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        look.view_title(ui, "app-view-runs");
        let runs = state.runs.as_deref().filter(|runs| !runs.is_empty());
        if let Some(runs) = runs {
            ui.label(look.hint(totals(look, world, runs)));
        }
    });
    let none = state.runs.as_ref().is_none_or(Vec::is_empty);
    if none && state.site.is_none() {
        return;
    }
    let mut options = vec![(None, look.t("app-runs-all-sites"))];
    let sites = world.sites().iter();
    options.extend(sites.map(|site| (Some(site.id), site.name.clone())));
    let mut site = state.site;
    if fields::choice(ui, look, "app-tasks-site", &mut site, &options, 200.0) {
        state.of_site(site, actions);
    }
    ui.add_space(4.0);
}

fn tables_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    runs: &[Run],
    state: &mut RunsState,
    actions: &mut Vec<Action>,
) {
    let chosen = runs.iter().find(|run| Some(run.id) == state.run);
    let mut area = ui.available_rect_before_wrap();
    if chosen.is_some() {
        let needed = HEAD + ROW * runs.len() as f32;
        let height = needed.min(area.height() * UPPER);
        area = Rect::from_min_size(area.min, vec2(area.width(), height));
    }
    let order = order(runs, &state.table);
    let upper = UiBuilder::new().max_rect(area).id_salt("runs");
    let output = ui.scope_builder(upper, |ui| {
        state.table.remember(ui.ctx(), "runs");
        let mut rows = RunRows {
            look,
            world,
            runs,
            order: &order,
        };
        let name = look.t("app-runs-table");
        table_ui(ui, look, &name, &columns(look), &mut state.table, &mut rows)
    });
    let output = output.inner;
    if output.selected || output.opened.is_some() {
        let row = output.opened.or(state.table.selected);
        let run = row.and_then(|row| runs.get(*order.get(row)?));
        if let Some(run) = run {
            state.show(run.id, actions);
        }
    }
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
    if let Some(run) = chosen {
        ui.add_space(6.0);
        pages::pages_ui(ui, look, world, runs, run, state, actions);
    }
}

/// The figures of a run: those of now while it goes on.
pub(super) fn figures<'a>(world: &'a World, run: &'a Run) -> &'a RunProgress {
    match world.live.get(&run.site) {
        Some(live) if live.run == run.id => &live.progress,
        _ => &run.progress,
    }
}

/// The newest run of a site; `runs` are newest first.
pub(super) fn newest_of(runs: &[Run], site: SiteId) -> Option<RunId> {
    let mut own = runs.iter().filter(|run| run.site == site);
    own.next().map(|run| run.id)
}

/// All runs together, in words.
fn totals(look: &Look, world: &World, runs: &[Run]) -> String {
    let sum = |of: fn(&RunProgress) -> u64| runs.iter().map(|run| of(figures(world, run))).sum();
    let (ok, failed, new): (u64, u64, u64) = (
        sum(|p| p.pages_ok),
        sum(|p| p.pages_failed),
        sum(|p| p.records_new),
    );
    look.say(
        &Message::new("app-runs-totals")
            .with("runs", runs.len())
            .with("pages", look.count(ok))
            .with("failed", look.count(failed))
            .with("new", look.count(new))
            .with("bytes", look.bytes(sum(|p| p.bytes))),
    )
}

fn columns(look: &Look) -> Vec<ColumnSpec> {
    let number = |key: &str, id: &str, width: f32| {
        ColumnSpec::new(key, look.t(id), width).numeric().sortable()
    };
    let text = |key: &str, id: &str, width: f32| ColumnSpec::new(key, look.t(id), width).sortable();
    vec![
        text("when", "app-runs-when", 120.0),
        text("site", "app-tasks-site", 120.0),
        text("cause", "app-runs-cause", 76.0),
        text("end", "app-runs-end", 104.0),
        // Before the figures: in a small window it is what must not be looked for.
        ColumnSpec::new("why", look.t("app-runs-why"), 190.0),
        number("pages", "app-runs-pages", 48.0),
        number("new", "app-runs-new", 48.0),
        number("changed", "app-runs-changed", 60.0),
        number("failed", "app-runs-failed", 52.0),
        number("blocked", "app-runs-blocked", 58.0),
        number("unchanged", "app-runs-unchanged", 70.0),
        number("bytes", "app-runs-bytes", 70.0),
        number("rate", "app-runs-rate", 62.0),
        number("took", "app-runs-took", 52.0),
    ]
}

/// The rows in the order of the table's sorting; newest first without one.
fn order(runs: &[Run], table: &TableState) -> Vec<usize> {
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

struct RunRows<'a> {
    look: &'a Look,
    world: &'a World,
    runs: &'a [Run],
    order: &'a [usize],
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
            "cause" => Cell::of(look.t(cause_id(run.cause))),
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
                (Some(message), _) => Cell::of(look.say(message)),
                (None, Some(waiting)) if run.end.is_none() => Cell::of(look.say(waiting)),
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
            Some(RunEnd::Finished) => (marks::Mark::Disc, tokens.ok),
            Some(RunEnd::Blocked) => (marks::Mark::Triangle, tokens.warn),
            Some(RunEnd::Failed) => (marks::Mark::Cross, tokens.bad),
            Some(_) => (marks::Mark::Frame, tokens.dim),
            None => (marks::Mark::Ring, tokens.accent),
        };
        marks::word_ui(ui, mark, colour, &look.t(end_id(run.end)));
        true
    }
}

fn cause_id(cause: RunCause) -> &'static str {
    match cause {
        RunCause::ByHand => "app-cause-by-hand",
        RunCause::Schedule => "app-cause-schedule",
        RunCause::Supervised => "supervise-cause",
        RunCause::Retry => "app-cause-retry",
    }
}

fn end_id(end: Option<RunEnd>) -> &'static str {
    match end {
        None => "app-end-open",
        Some(RunEnd::Finished) => "app-end-finished",
        Some(RunEnd::Limited) => "app-end-limited",
        Some(RunEnd::Stopped) => "app-end-stopped",
        Some(RunEnd::Blocked) => "app-end-blocked",
        Some(RunEnd::Failed) => "app-end-failed",
        Some(RunEnd::Paused) => "app-end-paused",
        Some(RunEnd::Interrupted) => "app-end-interrupted",
        Some(RunEnd::Cancelled) => "app-end-cancelled",
    }
}
