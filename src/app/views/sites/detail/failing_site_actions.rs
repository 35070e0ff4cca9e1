//! Actions on a failing site: which are possible now, and why the others are not. Input: the
//! state of the site. Output: commands.

use eframe::egui::Ui;

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::links::is_web;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::ActionItem;
use bowerbird_engine::supervise::asks_for_a_check;
use bowerbird_engine::types::{
    Evidence, EvidencePlace, PageState, Phase, Ruling, Site, SiteSupervisionCommand,
};
use bowerbird_engine::{Command, SiteCommand, TaughtPage};

/// An action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailingSiteAction {
    /// Run it now.
    RetryNow,
    /// Request one page now.
    ProbeNow,
    /// Continue through another proxy.
    OtherProxy,
    /// Continue with another account.
    OtherAccount,
    /// Teach that the page is not a block.
    NotABlock,
    /// Teach that the page is a block.
    IsABlock,
    /// Open the page in a browser.
    OpenInBrowser,
    /// Import cookies from the browser.
    BringCookies,
    /// Answer what the site asks, in a browser window; its run continues.
    Answer,
}

/// All actions, in display order.
pub const ACTS: [FailingSiteAction; 9] = [
    FailingSiteAction::RetryNow,
    FailingSiteAction::ProbeNow,
    FailingSiteAction::OtherProxy,
    FailingSiteAction::OtherAccount,
    FailingSiteAction::Answer,
    FailingSiteAction::NotABlock,
    FailingSiteAction::IsABlock,
    FailingSiteAction::OpenInBrowser,
    FailingSiteAction::BringCookies,
];

impl FailingSiteAction {
    fn ids(self) -> (&'static str, &'static str) {
        match self {
            Self::RetryNow => ("sites-act-retry", "sites-act-retry-tip"),
            Self::ProbeNow => ("sites-act-probe", "sites-act-probe-tip"),
            Self::OtherProxy => ("sites-act-proxy", "sites-act-proxy-tip"),
            Self::OtherAccount => ("sites-act-account", "sites-act-account-tip"),
            Self::NotABlock => ("sites-act-no-block", "sites-act-no-block-tip"),
            Self::IsABlock => ("sites-act-block", "sites-act-block-tip"),
            Self::OpenInBrowser => ("sites-act-browser", "sites-act-browser-tip"),
            Self::BringCookies => ("sites-act-cookies", "sites-act-cookies-tip"),
            Self::Answer => ("sites-act-answer", "sites-act-answer-tip"),
        }
    }
}

/// The id of the reason why `act` is not possible for `site` now; `None` when it is possible.
pub fn why_not(act: FailingSiteAction, world: &AppState, site: &Site) -> Option<&'static str> {
    let runs = world.live.contains_key(&site.id);
    let state = site.status.as_ref().map(|status| status.state);
    let url = site
        .status
        .as_ref()
        .map_or("", |status| status.url.as_str());
    let phase = world.supervisions.get(&site.id).map(|known| known.phase);
    let well = matches!(state, None | Some(PageState::Ok | PageState::Empty))
        && phase.is_none_or(|phase| matches!(phase, Phase::Healthy | Phase::Restored));
    let no = |holds: bool, id| holds.then_some(id);
    let question = world.question(site.id);
    let asks = question.is_some();
    let waits = question.is_some_and(|question| !question.is_shown);
    match act {
        FailingSiteAction::RetryNow => no(runs && !waits, "sites-why-runs"),
        FailingSiteAction::ProbeNow => no(runs, "sites-why-runs").or(no(well, "sites-why-well")),
        FailingSiteAction::OtherProxy => {
            let proxies = world.proxies.iter().filter(|proxy| proxy.enabled).count();
            no(well, "sites-why-well").or(no(proxies == 0, "sites-why-no-proxy"))
        }
        FailingSiteAction::OtherAccount => {
            let own = world
                .accounts
                .iter()
                .filter(|account| account.site == site.id);
            let usable = own.filter(|account| account.enabled).count();
            let least = if state == Some(PageState::LoginRequired) {
                1
            } else {
                2
            };
            no(well, "sites-why-well").or(no(usable < least, "sites-why-no-account"))
        }
        FailingSiteAction::NotABlock => {
            let judged =
                state.is_some_and(|state| state.is_block() || state == PageState::LoginRequired);
            // Without a page there is nothing to recognise.
            let unread = site.status.as_ref().is_some_and(|status| {
                let none = |piece: &Evidence| {
                    matches!(piece.place, EvidencePlace::Transport | EvidencePlace::Proxy)
                };
                status.evidence.iter().any(none)
            });
            no(!judged || url.is_empty(), "sites-why-no-block").or(no(unread, "sites-why-no-page"))
        }
        FailingSiteAction::IsABlock => {
            let blocked = state.is_some_and(PageState::is_block);
            no(blocked, "sites-why-block").or(no(
                url.is_empty() || matches!(state, Some(PageState::Outage | PageState::ProxyFault)),
                "sites-why-no-page",
            ))
        }
        FailingSiteAction::OpenInBrowser => no(!is_web(page_of(site)), "sites-why-no-address"),
        FailingSiteAction::BringCookies => {
            let helps = matches!(
                state,
                Some(PageState::Challenge | PageState::LoginRequired | PageState::Blocked)
            );
            no(!helps, "sites-why-no-cookies")
        }
        FailingSiteAction::Answer => {
            let asks_for_check = || {
                let status = site.status.as_ref();
                status.is_some_and(|status| asks_for_a_check(&status.evidence))
            };
            let may_ask = !runs
                && match state {
                    Some(PageState::Challenge | PageState::LoginRequired | PageState::Blocked) => {
                        true
                    }
                    Some(PageState::SoftBlock) => asks_for_check(),
                    _ => false,
                };
            no(!asks && !may_ask, "sites-why-no-question")
        }
    }
}

/// The last judged page, else the site's start.
fn page_of(site: &Site) -> &str {
    match &site.status {
        Some(status) if !status.url.is_empty() => &status.url,
        _ => &site.start,
    }
}

/// Draws one as an entry of a menu.
pub fn entry_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    act: FailingSiteAction,
    actions: &mut Vec<Action>,
) {
    if item(look, world, site, act).entry_ui(ui, look) {
        do_it(act, site, actions);
    }
}

fn item(look: &UiContext, world: &AppState, site: &Site, act: FailingSiteAction) -> ActionItem {
    let (word, tip) = act.ids();
    ActionItem::new(look, word)
        .tip(look, tip)
        .unless(look, why_not(act, world, site))
}

/// Draws the button of one.
pub fn act_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    act: FailingSiteAction,
    actions: &mut Vec<Action>,
) {
    if item(look, world, site, act).button_ui(ui) {
        do_it(act, site, actions);
    }
}

fn do_it(act: FailingSiteAction, site: &Site, actions: &mut Vec<Action>) {
    let order = |order| {
        Action::Send(Command::Site(SiteCommand::Supervise {
            site: site.id,
            order,
        }))
    };
    let teach = |ruling| {
        Action::Send(Command::Site(SiteCommand::TeachException(TaughtPage {
            site: site.id,
            page: page_of(site).to_owned(),
            ruling,
            state: None,
        })))
    };
    actions.push(match act {
        FailingSiteAction::RetryNow => order(SiteSupervisionCommand::RetryNow),
        FailingSiteAction::ProbeNow => order(SiteSupervisionCommand::ProbeNow),
        FailingSiteAction::OtherProxy => order(SiteSupervisionCommand::OtherProxy),
        FailingSiteAction::OtherAccount => order(SiteSupervisionCommand::OtherAccount),
        FailingSiteAction::NotABlock => teach(Ruling::NotABlock),
        FailingSiteAction::IsABlock => teach(Ruling::IsABlock),
        FailingSiteAction::OpenInBrowser => {
            if !is_web(page_of(site)) {
                return;
            }
            let url = page_of(site).to_owned();
            Action::Browse { url, check: true }
        }
        FailingSiteAction::BringCookies => Action::BringCookies(site.id),
        FailingSiteAction::Answer => order(SiteSupervisionCommand::Answer),
    });
}
