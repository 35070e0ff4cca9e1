//! What stands in place of the table when no record is shown: why, and what to do.

use eframe::egui::Ui;

use super::ResultsState;
use crate::action::Action;
use crate::shortcuts::View;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::QueryProblem;

/// Draws it.
pub(super) fn empty_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) {
    if state.found.problems().iter().any(QueryProblem::is_fatal) {
        // What is wrong stands under the search.
        look.empty_state(ui, "app-results-mistake", "app-results-mistake-hint");
    } else if world.records > 0 {
        look.empty_state(ui, "app-results-none", "app-results-none-hint");
        let filters = filters_in_words(look, world, state);
        ui.vertical_centered(|ui| {
            ui.label(look.hint(look.t1("app-results-none-by", "filters", filters)));
        });
        ui.vertical_centered(|ui| {
            if ui.button(look.t("app-results-clear")).clicked() {
                state.show_only(None, String::new());
                state.ask(actions);
            }
        });
    } else {
        look.empty_state(ui, "app-results-empty", "app-results-empty-hint");
        ui.vertical_centered(|ui| {
            if look.primary(ui, look.t("app-results-to-sites")).clicked() {
                actions.push(Action::Show(View::Sites));
            }
        });
    }
}

/// What the records are narrowed to, one filter after the other.
fn filters_in_words(look: &UiContext, world: &AppState, state: &ResultsState) -> String {
    let only = &state.only;
    let site = state.site.and_then(|site| world.site(site));
    let search = state.search.trim();
    let said = [
        site.map(|site| look.t1("app-results-by-site", "site", site.name.as_str())),
        (!search.is_empty()).then(|| look.t1("app-results-by-search", "search", search)),
        only.tag
            .as_ref()
            .map(|tag| look.t1("app-results-by-tag", "tag", tag.as_str())),
        only.folded.then(|| look.t("app-results-fold")),
        only.reposts.then(|| look.t("app-results-reposts")),
        only.unread.then(|| look.t("app-results-unread")),
        only.changed.then(|| look.t("app-results-changed")),
        only.gone.then(|| look.t("app-results-gone")),
        only.present.then(|| look.t("app-results-present")),
        only.doubtful.then(|| look.t("app-results-doubtful")),
        only.noted.then(|| look.t("app-results-noted")),
        only.deleted.then(|| look.t("app-mark-deleted")),
        state.skip_archives.then(|| look.t("app-results-by-file")),
    ];
    let said: Vec<String> = said.into_iter().flatten().collect();
    said.join(" · ")
}
