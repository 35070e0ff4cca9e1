//! The search of the results: the field, what is wrong with what is typed there, what it may go on with,
//! and why a record was found.

mod snippet;
mod suggestions;

use eframe::egui::Ui;

pub use snippet::Found;
pub(super) use snippet::{line, readable, rest_ui};
pub use suggestions::SearchSuggestions;

use super::ResultsState;
use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use crate::widgets::tour_targets::{self, TourTarget};

/// Draws the field; returns whether its text changed.
pub(super) fn field_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) -> bool {
    let width = (ui.available_width() - 240.0).clamp(140.0, 480.0);
    let hint = look.t("app-results-search-hint");
    let field = fields::text_field(
        ui,
        look,
        "app-results-search",
        &mut state.search,
        &hint,
        width,
    );
    let field = field.on_hover_text(look.t("app-results-search-tip"));
    tour_targets::mark(ui.ctx(), TourTarget::Search, field.rect);
    let taken = suggestions::suggestions_ui(ui, look, &field, state, actions);
    // Enter searches nothing anew, and typing goes on.
    if std::mem::take(&mut state.focus_search) || fields::entered(ui, &field) || taken {
        field.request_focus();
    }
    field.changed() || taken
}

/// Draws what is wrong with the search, and what to do.
pub(super) fn problems_ui(ui: &mut Ui, look: &UiContext, state: &mut ResultsState) {
    let fields = state.beside.field_names();
    state.found.follow(&state.search, fields);
    for problem in state.found.problems() {
        let text = look.text(&problem.message());
        let colour = match problem.is_fatal() {
            true => look.tokens.bad,
            false => look.tokens.warn,
        };
        ui.label(look.coloured(text, colour));
    }
}
