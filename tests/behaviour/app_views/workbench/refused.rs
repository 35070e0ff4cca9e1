//! A page that the site refused: the ways around it, and how it is requested again.

use std::sync::Arc;
use std::time::Duration;

use bowerbird::app::action::Action;
use bowerbird::app::shortcuts::UiCommand;
use bowerbird::app::views::workbench::author::{Authoring, Step};
use bowerbird::app::views::workbench::{Navigation, WorkbenchState};
use bowerbird::engine::types::{
    AccountId, Evidence, EvidencePlace, Message, PageState, SiteId, Strength, Verdict,
};
use bowerbird::engine::{
    AccountChoice, Command, OpenedPage, PageCommand, PageEgress, PageLogin, PageTicket, ShownLogin,
    SiteCommand, SourceChoice,
};
use egui_kittest::kittest::Queryable;

use super::{draw, made, stage};
use crate::texts::t;

/// The workbench after a page in `state` came, through `proxy`.
fn refused(state: PageState, proxy: Option<&str>) -> WorkbenchState {
    let mut workbench = WorkbenchState::default();
    workbench.open("http://127.0.0.1:1/list", 1.0, &mut Vec::new());
    let page = OpenedPage {
        status: 403,
        proxy: proxy.map(str::to_owned),
        verdict: Verdict::by_signal(state, "status-403", EvidencePlace::Status, "403"),
        ..made::page()
    };
    workbench.opened(PageTicket(1), page);
    workbench
}

/// Which of the ways are offered.
fn ways(state: PageState, proxy: Option<&str>, with_pool: bool) -> Vec<&'static str> {
    let mut world = made::world();
    if !with_pool {
        world.proxies.clear();
    }
    let mut harness = stage(world, refused(state, proxy), draw);
    harness.run();
    let all = [
        t!("app-author-refused-through"),
        t!("app-author-refused-other"),
        t!("app-author-refused-proxy"),
        t!("app-author-refused-account"),
        t!("app-author-refused-again"),
    ];
    let too = proxy.is_some_and(|proxy| {
        let told = t!("app-author-refused-too", proxy = proxy);
        harness.query_by_label(told).is_some()
    });
    assert_eq!(too, proxy.is_some(), "that the proxy is refused too");
    let mut all = all.to_vec();
    all.retain(|label| harness.query_by_label(label).is_some());
    all
}

#[test]
fn the_ways_around_a_refusal_follow_the_pool() {
    let blocked = |proxy, with_pool| ways(PageState::Blocked, proxy, with_pool);
    let add = t!("app-author-refused-proxy");
    let again = t!("app-author-refused-again");
    assert_eq!(blocked(None, true), [t!("app-author-refused-through")]);
    assert_eq!(
        blocked(Some("a"), true),
        [t!("app-author-refused-other"), add]
    );
    assert_eq!(blocked(None, false), [add, again]);
    assert_eq!(blocked(Some("east"), true), [add, again], "the only proxy");
    let account = t!("app-author-refused-account");
    assert_eq!(ways(PageState::LoginRequired, None, true), [account, again]);
    assert_eq!(ways(PageState::Outage, None, true), [again]);
}

#[test]
fn where_a_check_is_asked_the_browser_comes_first_as_in_sites() {
    let mut harness = stage(made::world(), refused(PageState::Challenge, None), draw);
    harness.run();
    harness.get_by_label(t!("sites-act-browser")).click();
    harness.run();
    let browses = |action: &Action| matches!(action, Action::Browse { check: true, .. });
    assert!(harness.state().actions.iter().any(browses));
    harness.get_by_label(t!("app-author-refused-through"));
}

#[test]
fn a_blocked_page_is_reloaded_through_the_pool_and_others_as_before() {
    let mut harness = stage(made::world(), refused(PageState::Blocked, None), draw);
    harness.run();
    harness
        .get_by_label(t!("app-author-refused-through"))
        .click();
    harness.run();
    let reload = Action::Ui(UiCommand::Reload);
    assert!(harness.state().actions.contains(&reload));

    for (state, expected) in [
        (PageState::Blocked, PageEgress::Pool),
        (PageState::Challenge, PageEgress::Pool),
        (PageState::LoginRequired, PageEgress::Usual),
        (PageState::Outage, PageEgress::Usual),
    ] {
        let mut actions = Vec::new();
        let again = Navigation::Again;
        refused(state, None).navigate(&again, 1.0, &mut actions);
        let egress = actions.iter().find_map(|action| match action {
            Action::Send(Command::Page(PageCommand::Open { egress, .. })) => Some(*egress),
            _ => None,
        });
        assert_eq!(egress, Some(expected), "{state:?}");
    }
}

#[test]
fn a_refused_page_of_another_site_is_no_new_site_and_shows_no_records() {
    let mut author = Authoring::default();
    author.load_rule(Some(SiteId(1)), Some(made::LISTED.to_owned()));
    let url = "http://127.0.0.1:2/gone".to_owned();
    let page = OpenedPage {
        status: 404,
        url: url.clone(),
        requested: url,
        verdict: Verdict::by_signal(
            PageState::Outage,
            "status-404",
            EvidencePlace::Status,
            "404",
        ),
        ..made::page()
    };
    author.opened(PageTicket(1), &page);
    assert!(author.foreign);
    assert_eq!(author.next_step(), Step::Refused);
    author.reading = Some(made::reading().into());
    assert_eq!(author.shown_reading(), None);
    author.steps.refused_anyway = true;
    assert_eq!(author.next_step(), Step::Foreign);
    assert!(author.shown_reading().is_some());
}

/// A page of the workbench, shown as `login` says.
fn shown(state: PageState, login: ShownLogin) -> WorkbenchState {
    let mut workbench = WorkbenchState::default();
    workbench.open("http://127.0.0.1:1/members", 1.0, &mut Vec::new());
    let page = OpenedPage {
        verdict: Verdict::by_signal(state, "status-403", EvidencePlace::Status, "403"),
        shown_as: Some(Box::new(AccountChoice {
            account: AccountId(7),
            user: "ann".to_owned(),
            site: SiteId(1),
            site_name: "Forum".to_owned(),
            login,
        })),
        ..made::page()
    };
    workbench.opened(PageTicket(1), page);
    workbench
}

#[test]
fn the_strip_says_as_whom_a_page_is_shown_and_offers_the_other_choice() {
    let as_ann = t!("app-page-as-account", user = "ann");
    let mut harness = stage(
        made::world(),
        shown(PageState::Ok, ShownLogin::LoggedIn),
        draw,
    );
    harness.run();
    harness.get_by_label(as_ann);
    let without = t!("app-page-without-account", user = "ann");
    harness.get_by_label(without).click();
    harness.run();
    let action = Action::ShowPageAs(PageLogin::Without);
    assert!(harness.state().actions.contains(&action));

    // It is requested so until another host is opened.
    let login_of = |workbench: &mut WorkbenchState, go: Navigation| {
        let mut actions = Vec::new();
        workbench.navigate(&go, 1.0, &mut actions);
        actions.iter().find_map(|action| match action {
            Action::Send(Command::Page(PageCommand::Open { login, .. })) => Some(*login),
            _ => None,
        })
    };
    let mut workbench = shown(PageState::Ok, ShownLogin::LoggedIn);
    let to = |url: &str| Navigation::To(url.to_owned());
    for (go, expected) in [
        (Navigation::As(PageLogin::Without), PageLogin::Without),
        (to("http://127.0.0.1:1/a2"), PageLogin::Without),
        (to("http://127.0.0.2:1/"), PageLogin::Usual),
    ] {
        assert_eq!(
            login_of(&mut workbench, go.clone()),
            Some(expected),
            "{go:?}"
        );
    }
}

#[test]
fn a_login_that_failed_is_said_with_its_reason() {
    let fault = ShownLogin::Failed(Message::new("fetch-login-refused"));
    let mut harness = stage(made::world(), shown(PageState::LoginRequired, fault), draw);
    harness.run();
    let reason = t!("fetch-login-refused");
    let told = t!("app-page-login-failed", user = "ann", reason = reason);
    harness.get_by_label(told);
    harness.get_by_label(t!("app-author-refused-accounts"));
}

/// The workbench after a page came that only scripts fill, and was looked at.
fn shell(ready: Option<SourceChoice>) -> WorkbenchState {
    let mut workbench = WorkbenchState::default();
    workbench.open("http://127.0.0.1:1/list", 1.0, &mut Vec::new());
    let mut verdict = Verdict::by_signal(
        PageState::NeedsBrowser,
        "script-shell",
        EvidencePlace::Structure,
        "App",
    );
    verdict.evidence.push(Evidence {
        signal: "shell-software".to_owned(),
        strength: Strength::Weak,
        place: EvidencePlace::Structure,
        matched: "Next.js".to_owned(),
    });
    let page = OpenedPage {
        verdict,
        ..made::page()
    };
    workbench.opened(PageTicket(1), page);
    let mut seen = made::understood();
    seen.offers.clear();
    seen.next.clear();
    seen.entries_took = ready.as_ref().map(|_| Duration::from_millis(7));
    seen.entries = ready.as_ref().map(|_| Box::new(made::reading()));
    seen.ready = ready.map(Box::new);
    let ticket = PageTicket(1);
    workbench
        .author
        .understood(ticket, Arc::new(seen), &mut Vec::new());
    workbench
}

#[test]
fn a_page_that_carries_its_data_offers_it_and_one_without_says_what_shows_it() {
    let rule_toml = "[site]\nname = \"App\"\nkind = \"api\"\nstart = [\"http://127.0.0.1:1/list\"]\n\n[api]\n\
                     data = \"__NEXT_DATA__\"\nitem = { jsonpath = \"$.posts[*]\" }\n";
    let ready = SourceChoice {
        label: Message::new("look-choice-page-data").with("count", 2_u64),
        titles: vec!["Article 1".to_owned(), "Article 2".to_owned()],
        rule_toml: rule_toml.to_owned(),
        doubts: Vec::new(),
    };
    let mut harness = stage(made::world(), shell(Some(ready)), draw);
    harness.run();
    let cost = t!("app-author-page-data-cost", ms = 7);
    harness.get_by_label(cost);
    harness.get_by_label(t!("app-author-use-data")).click();
    harness.run();
    let adds = harness.state().actions.iter().any(|action| match action {
        Action::Send(Command::Site(SiteCommand::AddLooked { rule_toml, .. })) => {
            rule_toml.contains("__NEXT_DATA__")
        }
        _ => false,
    });
    assert!(adds, "{:?}", harness.state().actions);

    let mut harness = stage(made::world(), shell(None), draw);
    harness.run();
    harness.get_by_label(t!("app-author-shell-by", software = "Next.js"));
    assert!(harness.query_by_label(t!("app-author-use-data")).is_none());
}

#[test]
fn a_refused_page_of_another_site_has_its_two_ways_beside_the_open_rule() {
    let mut workbench = WorkbenchState::default();
    let rule = Some(made::LISTED.to_owned());
    workbench.author.load_rule(Some(SiteId(1)), rule);
    let url = "http://127.0.0.1:2/";
    workbench.open(url, 1.0, &mut Vec::new());
    let page = OpenedPage {
        url: url.to_owned(),
        requested: url.to_owned(),
        status: 403,
        verdict: Verdict::by_signal(
            PageState::Blocked,
            "status-403",
            EvidencePlace::Status,
            "403",
        ),
        ..made::page()
    };
    workbench.opened(PageTicket(1), page);
    let mut harness = stage(made::world(), workbench, draw);
    harness.run();
    harness.get_by_label(t!("app-author-refused-anyway"));
    let go_on = t!("app-author-go-on-with", site = "Daily");
    harness.get_by_label(go_on);
    harness.get_by_label(t!("app-author-new-site")).click();
    harness.run();
    let author = &harness.state().state.author;
    assert!(author.rule.is_none() && author.site.is_none());
    assert!(harness.query_by_label(go_on).is_none());
}
