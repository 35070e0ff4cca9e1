//! Logging in by hand: opens the site in a window of the user's browser, then takes its cookies.

use eframe::egui::{Button, Ui};

use super::{AccountsState, cookies, order};
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use bowerbird_engine::AccountCommand;

/// Draws it.
pub(super) fn login_window_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &AccountsState,
    actions: &mut Vec<Action>,
) {
    if let Some(window) = &state.login_window {
        let open = look.t1("app-accounts-window-open", "host", window.host.as_str());
        ui.label(open);
        ui.horizontal_wrapped(|ui| {
            let done = look.primary_if(ui, true, look.t("app-accounts-window-done"));
            if done.clicked() {
                actions.push(order(AccountCommand::TakeLoginCookies));
            }
            if ui.button(look.t("app-accounts-window-cancel")).clicked() {
                actions.push(order(AccountCommand::CloseLoginWindow));
            }
        });
        ui.separator();
        return;
    }
    ui.label(look.hint(look.t("app-accounts-window-hint")));
    let user = state.user.trim();
    let address = state.site.and_then(|site| cookies::address_of(world, site));
    let usable = address.is_some() && !user.is_empty();
    let open = Button::new(look.t("app-accounts-window"));
    let open = ui.add_enabled(usable, open);
    let open = open.on_disabled_hover_text(look.t("app-accounts-window-needs"));
    if open.clicked()
        && let Some(site) = state.site
    {
        actions.push(order(AccountCommand::OpenLoginWindow {
            site,
            user: user.to_owned(),
            url: None,
        }));
    }
    ui.separator();
}
