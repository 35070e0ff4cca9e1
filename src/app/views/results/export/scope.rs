//! Which records are exported: the ticked ones, those that the filter shows, or all; with the
//! number that will be written.

use eframe::egui::Ui;

use super::ResultsState;
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Message, RecordFilter, SiteId};

/// Which records an export has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportScope {
    /// The ticked records.
    Ticked,
    /// Those that the filter of the table shows.
    Shown,
    /// All of the project.
    All,
}

/// The chosen scope, or the default one: what is ticked, if the table shows all of it, else what is
/// shown.
pub(super) fn scope(state: &ResultsState) -> ExportScope {
    let (ticked, narrowed) = (!state.chosen.is_empty(), is_narrowed(state));
    match state.export.scope {
        Some(ExportScope::Ticked) if ticked => ExportScope::Ticked,
        None if ticked && hidden_ticks(state) == 0 => ExportScope::Ticked,
        Some(ExportScope::All) => ExportScope::All,
        _ if narrowed => ExportScope::Shown,
        _ => ExportScope::All,
    }
}

/// The records of the chosen scope, in the order of the table.
pub fn filter(state: &ResultsState) -> RecordFilter {
    let shown = state.filter();
    let all = RecordFilter {
        sort: shown.sort.clone(),
        ..RecordFilter::default()
    };
    match scope(state) {
        ExportScope::Shown => shown,
        ExportScope::All => all,
        ExportScope::Ticked => ticked(state),
    }
}

/// The ticked records, in the order of the table.
pub(in crate::views::results) fn ticked(state: &ResultsState) -> RecordFilter {
    let mut ticked = RecordFilter {
        sort: state.filter().sort,
        site: only_site(state),
        ..RecordFilter::default()
    };
    ticked.part.picked = state.chosen.keys().copied().collect();
    ticked
}

/// The number of ticked records that the table's filter leaves out; 0 until it is known.
pub(in crate::views::results) fn hidden_ticks(state: &ResultsState) -> u64 {
    let ticked = u64::try_from(state.chosen.len()).unwrap_or(u64::MAX);
    match state.ticks_shown.records() {
        Some(shown) if ticked > 0 && is_narrowed(state) => ticked.saturating_sub(shown),
        _ => 0,
    }
}

/// The query for the number of ticked records that are shown, if it is needed.
pub(in crate::views::results) fn ticks_query(state: &mut ResultsState) -> Option<Action> {
    if state.chosen.is_empty() || !is_narrowed(state) {
        return None;
    }
    let mut filter = state.filter();
    filter.part.picked = state.chosen.keys().copied().collect();
    state.ticks_shown.query_ticked(filter).map(Action::Query)
}

/// Whether the table's filter leaves out records.
fn is_narrowed(state: &ResultsState) -> bool {
    state.site.is_some() || state.skip_archives || state.filter().narrows()
}

/// The site of the ticked records, if it is one.
fn only_site(state: &ResultsState) -> Option<SiteId> {
    let mut sites = state.chosen.values().map(|stored| stored.site);
    let first = sites.next()?;
    sites.all(|site| site == first).then_some(first)
}

/// Draws the choice, the number of records, and whether a run may add some.
pub(super) fn scope_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) {
    let (ticked, narrowed) = (state.chosen.len(), is_narrowed(state));
    if ticked > 0 || narrowed {
        choice_ui(ui, look, world, state);
    }
    if state.export_runs {
        return;
    }
    let job = state.export.job(filter(state), &state.export_path);
    let query = state.export.amount.query(&job);
    actions.extend(query.map(Action::Query));
    ui.horizontal_wrapped(|ui| {
        ui.label(match state.export.amount.records() {
            Some(count) => look.text(&Message::new("export-app-amount").with("count", count)),
            None => look.t("export-app-counting"),
        });
        if may_grow(state, world, job.options.filter.site) {
            ui.label(look.hint(look.t("export-app-grows")));
        }
    });
}

fn choice_ui(ui: &mut Ui, look: &UiContext, world: &AppState, state: &mut ResultsState) {
    let now = scope(state);
    let ticked = u64::try_from(state.chosen.len()).unwrap_or(u64::MAX);
    let ticked = Message::new("export-app-ticked").with("count", ticked);
    let shown = state.pages.count().map(|count| {
        let message = Message::new("export-app-shown");
        look.text(&message.with("count", look.count(count)))
    });
    let all = world.records.saturating_add(state.beside.archived);
    let all = Message::new("export-app-every").with("count", look.count(all));
    let options = [
        (
            ExportScope::Ticked,
            (!state.chosen.is_empty()).then(|| look.text(&ticked)),
        ),
        (ExportScope::Shown, shown.filter(|_| is_narrowed(state))),
        (ExportScope::All, Some(look.text(&all))),
    ];
    ui.horizontal_wrapped(|ui| {
        for (option, text) in options {
            let Some(text) = text else { continue };
            if ui.option(now == option, text).clicked() {
                state.export.scope = Some(option);
                state.exported = None;
            }
        }
    });
}

/// Whether a run that is under way may add to the records.
fn may_grow(state: &ResultsState, world: &AppState, site: Option<SiteId>) -> bool {
    let runs = match site {
        Some(site) => world.live.contains_key(&site),
        None => !world.live.is_empty(),
    };
    runs && scope(state) != ExportScope::Ticked
}
