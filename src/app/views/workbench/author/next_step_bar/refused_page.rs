//! The step for a page that the site refused: what it is, why, and the ways around it.

use eframe::egui::Ui;

use super::summary_ui;
use crate::action::{AccountPage, Action, Blocked};
use crate::shortcuts::{UiCommand, View};
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::state::{About, Authoring};
use bowerbird_engine::types::{
    PageState, PoolOutlook, SHELL_SOFTWARE, SiteId, SiteSupervisionCommand, StateAction,
    page_reason, state_actions,
};
use bowerbird_engine::{Command, PageLogin, ShownLogin, SiteCommand};

/// Draws the step.
pub(super) fn refused_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
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
    if let Some(proxy) = &page.proxy
        && verdict.state.depends_on_egress()
    {
        ui.label(look.t1("app-author-refused-too", "proxy", proxy.as_str()));
    }
    if verdict.state == PageState::NeedsBrowser {
        let software = verdict.evidence.iter();
        let software = software
            .clone()
            .find(|found| found.signal == SHELL_SOFTWARE);
        ui.label(look.hint(match software {
            Some(found) => look.t1("app-author-shell-by", "software", found.matched.as_str()),
            None => look.t("app-author-shell"),
        }));
    }
    if let Some(site) = state.site
        && world.question(site).is_some()
    {
        let order = SiteSupervisionCommand::Answer;
        let answer = ui.button(look.t("sites-act-answer"));
        if answer
            .on_hover_text(look.t("sites-act-answer-tip"))
            .clicked()
        {
            let command = SiteCommand::Supervise { site, order };
            actions.push(Action::Send(Command::Site(command)));
        }
    }
    for (place, (id, action)) in ways(verdict.state, pool_of(world, page), page, state.site)
        .into_iter()
        .enumerate()
    {
        // Enter takes the first way.
        let button = match place {
            0 => look.primary(ui, look.t(id)),
            _ => ui.button(look.t(id)),
        };
        if button.clicked() {
            actions.push(action);
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

/// What the pool of proxies can do for a page.
fn pool_of(world: &AppState, page: &About) -> PoolOutlook {
    let mut usable = world.proxies.iter().filter(|proxy| proxy.enabled);
    match &page.proxy {
        None if usable.next().is_none() => PoolOutlook::Empty,
        None => PoolOutlook::Untried,
        Some(used) if usable.any(|proxy| proxy.name != *used) => PoolOutlook::Tried,
        Some(_) => PoolOutlook::UsedUp,
    }
}

/// The ways around a refusal, the most promising one first.
fn ways(
    state: PageState,
    pool: PoolOutlook,
    page: &About,
    site: Option<SiteId>,
) -> Vec<(&'static str, Action)> {
    let reload = |id| (id, Action::Ui(UiCommand::Reload));
    let acts = state_actions(state, pool).into_iter();
    acts.map(|act| match act {
        StateAction::LogIn => account_way(page, site),
        StateAction::AnswerCheck => {
            let url = page.requested_url().to_owned();
            ("sites-act-browser", Action::Browse { url, check: true })
        }
        StateAction::OtherProxy => match pool {
            PoolOutlook::Tried => reload("app-author-refused-other"),
            _ => reload("app-author-refused-through"),
        },
        StateAction::AddProxy => {
            let blocked = Blocked::Page(page.url.clone());
            ("app-author-refused-proxy", Action::AddProxy(blocked))
        }
        StateAction::SeeProxies => ("sites-remedy-proxies", Action::Show(View::Proxies)),
        StateAction::Retry => reload("app-author-refused-again"),
    })
    .collect()
}

/// The way by an account: a new one, or the login of the one that there is.
fn account_way(page: &About, site: Option<SiteId>) -> (&'static str, Action) {
    match page.shown_as.as_ref().map(|shown| &shown.login) {
        None => {
            let sent = page.url != page.requested && !page.requested.is_empty();
            let page = AccountPage {
                url: page.requested_url().to_owned(),
                title: page.title.clone(),
                login_page: sent.then(|| page.url.clone()),
                site,
            };
            ("app-author-refused-account", Action::AddAccountFor(page))
        }
        Some(ShownLogin::Without | ShownLogin::NotAsked) => (
            "app-author-refused-log-in",
            Action::ShowPageAs(PageLogin::LogIn),
        ),
        Some(ShownLogin::LoggedIn | ShownLogin::Failed(_)) => (
            "app-author-refused-accounts",
            Action::Ui(UiCommand::ShowAccounts),
        ),
    }
}
