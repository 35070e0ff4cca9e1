//! Runs: every run of the project in one table, and the pages of the selected one with their
//! outcomes and reasons. Input: runs and pages from the loader, figures of active runs.
//! Output: queries to the loader, commands (retry, resume, drop the queue). Why a run ended, and what
//! helps, is put into words in `engine::crawl::run::run_end` and `engine::supervise::status`.

mod fault_groups;
mod live;
mod page_actions;
mod pages;
mod requery_interval;
mod table;

use eframe::egui::{Rect, Ui, UiBuilder, vec2};

use crate::action::Action;
use crate::background::{DataQuery, PagesFilter, PagesOfRun};
use crate::shortcuts::View;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use crate::widgets::table::{TableState, table_ui};
use bowerbird_engine::types::{Message, PageFilter, Run, RunId, RunProgress, SiteId};
use requery_interval::Renewal;
use table::{RunRows, columns, order};

/// Share of the height for the runs while pages are shown below.
const UPPER: f32 = 0.45;

/// Height of a table without its rows (head, frame, scroll bar), and of each row, in points: a few
/// runs leave the space to their pages.
const HEAD: f32 = 56.0;
const ROW: f32 = 26.0;

/// The state of the view.
#[derive(Clone, Debug, Default)]
pub struct RunsState {
    /// Only runs of this site.
    pub site: Option<SiteId>,
    /// The table of runs.
    pub table: TableState,
    /// The runs, newest first; `None` until loaded.
    pub runs: Option<Vec<Run>>,
    /// The run whose pages are shown.
    pub run: Option<RunId>,
    /// The filter for its pages.
    pub filter: PageFilter,
    /// Only those in this fault group, by signature.
    pub group: Option<String>,
    /// Only those whose address contains this.
    pub find: String,
    /// Its pages; `None` until loaded.
    pub pages: Option<PagesOfRun>,
    /// When the pages of an active run are queried again.
    pub renewal: Renewal,
    /// The table of pages.
    pub page_table: TableState,
    /// A site started from here, and its newest run until then: the next one is shown.
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
        actions.push(Action::Query(DataQuery::Runs(site)));
    }

    /// Handles loaded runs.
    pub fn came(&mut self, site: Option<SiteId>, runs: Vec<Run>, actions: &mut Vec<Action>) {
        if site != self.site {
            return;
        }
        if let Some(old) = self.runs.replace(runs) {
            let new = self.runs.as_deref().unwrap_or_default();
            // Rows are shown in sorted order, which new ones may change.
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
            self.ask(run, actions);
        }
    }

    /// The run started by a button here.
    fn begun(&self) -> Option<RunId> {
        let (site, before) = self.follow?;
        let newest = newest_of(self.runs.as_deref()?, site)?;
        (Some(newest) != before).then_some(newest)
    }

    /// Handles the pages of a run.
    pub fn pages_came(&mut self, run: RunId, wanted: &PagesFilter, pages: PagesOfRun) {
        if self.run != Some(run) || self.pages_filter(run) != *wanted {
            return;
        }
        self.renewal.came(pages.took);
        if let Some(old) = self.pages.replace(pages) {
            let new = self.pages.iter().flat_map(|pages| &pages.pages);
            let address = |page: &bowerbird_engine::types::RunPage| Some(page.url.clone());
            let before: Vec<_> = old.pages.iter().map(address).collect();
            let after: Vec<_> = new.map(address).collect();
            self.page_table.follow(&before, &after, Clone::clone);
        }
    }

    /// Something happened in a run.
    pub fn news_of(&mut self, run: RunId) {
        if self.run == Some(run) {
            self.renewal.stale = true;
        }
    }

    /// Which pages of `run` to show: for an active one, the newest first.
    fn pages_filter(&self, run: RunId) -> PagesFilter {
        let runs = self.runs.iter().flatten();
        PagesFilter {
            filter: self.filter,
            group: self.group.clone(),
            newest: runs
                .into_iter()
                .any(|its| its.id == run && its.end.is_none()),
        }
    }

    fn ask(&mut self, run: RunId, actions: &mut Vec<Action>) {
        self.renewal.asked();
        actions.push(Action::Query(DataQuery::RunPages(
            run,
            self.pages_filter(run),
        )));
    }

    /// Shows other pages of the run, once loaded.
    fn choose(&mut self, filter: PageFilter, group: Option<String>, actions: &mut Vec<Action>) {
        self.filter = filter;
        self.group = group;
        if let Some(run) = self.run {
            self.ask(run, actions);
        }
    }

    /// Shows the pages of a run.
    pub fn show(&mut self, run: RunId, actions: &mut Vec<Action>) {
        if self.run != Some(run) {
            self.pages = None;
            self.group = None;
            self.find.clear();
            self.page_table = TableState::default();
        }
        self.run = Some(run);
        self.ask(run, actions);
    }
}

/// Draws the view.
pub fn runs_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut RunsState,
    actions: &mut Vec<Action>,
) {
    if let Some(run) = state.run.filter(|_| state.renewal.is_due(ui.ctx())) {
        state.ask(run, actions);
    }
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
    look: &UiContext,
    world: &AppState,
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
    look: &UiContext,
    world: &AppState,
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

/// The figures of a run: the current ones while it is active.
pub(super) fn figures<'a>(world: &'a AppState, run: &'a Run) -> &'a RunProgress {
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

/// The totals of all runs, as text.
fn totals(look: &UiContext, world: &AppState, runs: &[Run]) -> String {
    let sum = |of: fn(&RunProgress) -> u64| runs.iter().map(|run| of(figures(world, run))).sum();
    let (ok, failed, new): (u64, u64, u64) = (
        sum(|p| p.pages_ok),
        sum(|p| p.pages_failed),
        sum(|p| p.records_new),
    );
    look.text(
        &Message::new("app-runs-totals")
            .with("runs", runs.len())
            .with("pages", ok)
            .with("failed", failed)
            .with("new", new)
            .with("bytes", look.bytes(sum(|p| p.bytes))),
    )
}
