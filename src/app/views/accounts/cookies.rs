//! Imports cookies from a browser: open the page there, pass its checks, paste the cookies here.

use eframe::egui::{self, Ui};

use super::{AccountsState, login_window, order};
use crate::action::{Action, PathPurpose};
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::{Message, RunOptions, Secret, SiteId, parse};
use bowerbird_engine::{AccountCommand, Command, RunCommand};

/// Maximum faulty lines shown.
const FAULTS: usize = 20;

/// Draws it.
pub(super) fn cookies_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut AccountsState,
    actions: &mut Vec<Action>,
) {
    login_window::login_window_ui(ui, look, world, state, actions);
    ui.label(look.hint(look.t("app-accounts-cookies-hint")));
    let name = look.t("app-accounts-cookies-text");
    let cookies = &mut state.cookies;
    fields::code_area(ui, "account-cookies", name, cookies, "", (3, 90.0));
    ui.horizontal_wrapped(|ui| {
        let agent = &mut state.user_agent;
        fields::text_field(
            ui,
            look,
            "app-accounts-user-agent",
            agent,
            "Mozilla/5.0 …",
            260.0,
        )
        .on_hover_text(look.t("app-accounts-user-agent-tip"));
        fields::beside(ui, |ui| {
            let address = state.site.and_then(|site| address_of(world, site));
            let open = egui::Button::new(look.t("app-accounts-open-browser"));
            let open = ui.add_enabled(address.is_some(), open);
            if open.clicked()
                && let Some(url) = address.filter(|url| crate::style::links::is_web(url))
            {
                let url = url.to_owned();
                actions.push(Action::Browse { url, check: false });
            }
            if ui.button(look.t("account-cookies-choose")).clicked() {
                actions.push(Action::PickPath(PathPurpose::CookieFile));
            }
            let user = state.user.trim().to_owned();
            let usable =
                state.site.is_some() && !user.is_empty() && !state.cookies.trim().is_empty();
            if look
                .primary_if(ui, usable, look.t("app-accounts-cookies-take"))
                .clicked()
                && let Some(site) = state.site
            {
                let agent = state.user_agent.trim();
                actions.push(order(AccountCommand::BringCookies {
                    site,
                    user,
                    text: Secret::new(state.cookies.clone()),
                    user_agent: (!agent.is_empty()).then(|| agent.to_owned()),
                }));
            }
        });
    });
    outcome_ui(ui, look, state, actions);
}

/// The result, and the next step.
fn outcome_ui(ui: &mut Ui, look: &UiContext, state: &AccountsState, actions: &mut Vec<Action>) {
    let Some(brought) = &state.brought else {
        return;
    };
    for fault in brought.faults.iter().take(FAULTS) {
        let told = Message::new("account-cookie-fault")
            .with("place", fault.place)
            .with("text", fault.message.clone());
        ui.label(look.coloured(look.text(&told), look.tokens.bad));
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(look.text(&brought.message()));
        if brought.taken > 0
            && let Some(site) = state.site
            && ui.button(look.t("app-accounts-go-on")).clicked()
        {
            actions.push(Action::Send(Command::Run(RunCommand::Start {
                sites: vec![site],
                options: RunOptions::default(),
            })));
        }
    });
}

/// The page that the user must open: the one that caused the site's state, else its start.
pub(super) fn address_of(world: &AppState, site: SiteId) -> Option<String> {
    let site = world.site(site)?;
    let blocked = site.status.as_ref().map(|status| status.url.clone());
    let blocked = blocked.filter(|url| !url.is_empty());
    blocked.or_else(|| {
        let rule = parse(&site.rule_toml).ok()?;
        let start = rule.start().next()?;
        Some(start.to_string())
    })
}
