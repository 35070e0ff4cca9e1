//! The step for a page that the site refused: what it is, why, and the ways around it.

use eframe::egui::Ui;

use super::summary_ui;
use crate::action::Action;
use crate::command::UiCommand;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::state::Authoring;
use bowerbird_engine::types::{PageState, page_reason};

/// Draws the step.
pub(super) fn refused_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    let Some(page) = &state.page else {
        return;
    };
    let Some(verdict) = &page.verdict else {
        return;
    };
    summary_ui(ui, look, look.text(&page_reason(verdict, &page.url)));
    for (id, command) in ways(verdict.state) {
        if ui.button(look.t(id)).clicked() {
            actions.push(Action::Ui(command));
        }
    }
    if look
        .quiet(ui, look.t("app-author-refused-anyway"))
        .on_hover_text(look.t("app-author-refused-anyway-tip"))
        .clicked()
    {
        state.note(None);
        state.steps.refused_anyway = true;
    }
}

/// The ways around a refusal, the most promising one first.
fn ways(state: PageState) -> Vec<(&'static str, UiCommand)> {
    let again = ("app-author-refused-again", UiCommand::Reload);
    let proxy = ("app-author-refused-proxy", UiCommand::ShowProxies);
    let account = ("app-author-refused-account", UiCommand::ShowAccounts);
    match state {
        PageState::LoginRequired => vec![account, again],
        PageState::Blocked | PageState::Challenge | PageState::SoftBlock => vec![proxy, again],
        PageState::ProxyFault => vec![again, proxy],
        PageState::RateLimited => vec![again, proxy],
        _ => vec![again],
    }
}
