//! As whom the page is shown, if its site has an account, and the other choice.

use eframe::egui::Ui;

use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::state::Authoring;
use bowerbird_engine::types::Message;
use bowerbird_engine::{PageLogin, ShownLogin};

/// Draws it in the current line.
pub(super) fn shown_as_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &Authoring,
    actions: &mut Vec<Action>,
) {
    let Some(shown) = state.page.as_ref().and_then(|page| page.shown_as.as_ref()) else {
        return;
    };
    let (id, button, login) = match &shown.login {
        ShownLogin::LoggedIn => (
            "app-page-as-account",
            "app-page-without-account",
            PageLogin::Without,
        ),
        ShownLogin::Without | ShownLogin::NotAsked | ShownLogin::Failed(_) => (
            "app-page-as-nobody",
            "app-page-with-account",
            PageLogin::LogIn,
        ),
    };
    ui.add_space(8.0);
    let user = shown.user.as_str();
    let told = look.t1(id, "user", user);
    let of = look.t1("app-page-as-tip", "site", shown.site_name.as_str());
    ui.label(look.hint(told)).on_hover_text(of);
    if look.quiet(ui, look.t1(button, "user", user)).clicked() {
        actions.push(Action::ShowPageAs(login));
    }
}

/// Why the account could not log in, in a line of its own.
pub(super) fn login_fault_ui(ui: &mut Ui, look: &UiContext, state: &Authoring) {
    let shown = state.page.as_ref().and_then(|page| page.shown_as.as_ref());
    if let Some(shown) = shown
        && let ShownLogin::Failed(fault) = &shown.login
    {
        let told = Message::new("app-page-login-failed")
            .with("user", shown.user.as_str())
            .with("reason", fault.clone());
        ui.label(look.coloured(look.text(&told), look.tokens.bad));
    }
}
