//! What a site asks of a person while its run waits: the way to the browser window, and out of it.

use eframe::egui::Ui;

use super::failing_site_actions::{FailingSiteAction, act_ui};
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Site, Url};
use bowerbird_engine::{AccountCommand, Command};

/// Draws it for a site whose run waits; returns whether it does.
pub fn question_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    actions: &mut Vec<Action>,
) -> bool {
    let Some(question) = world.question(site.id) else {
        return false;
    };
    if !question.is_shown {
        act_ui(ui, look, world, site, FailingSiteAction::Answer, actions);
        return true;
    }
    let host = Url::parse(&question.url).ok();
    let host = host.and_then(|url| url.host_str().map(str::to_owned));
    ui.label(look.t1("sites-question-open", "host", host.unwrap_or_default()));
    ui.horizontal_wrapped(|ui| {
        if look
            .primary_if(ui, true, look.t("sites-question-done"))
            .clicked()
        {
            actions.push(order(AccountCommand::TakeLoginCookies));
        }
        if ui.button(look.t("sites-question-cancel")).clicked() {
            actions.push(order(AccountCommand::CloseLoginWindow));
        }
    });
    true
}

fn order(command: AccountCommand) -> Action {
    Action::Send(Command::Accounts(command))
}
