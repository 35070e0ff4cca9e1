//! A page that the site refused: the ways around it, and how it is requested again.

use bowerbird::app::action::Action;
use bowerbird::app::shortcuts::UiCommand;
use bowerbird::app::views::workbench::WorkbenchState;
use bowerbird::app::views::workbench::author::{Authoring, Step};
use bowerbird::engine::types::{EvidencePlace, PageState, SiteId, Verdict};
use bowerbird::engine::{Command, OpenedPage, PageCommand, PageEgress, PageTicket};
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
    let account = t!("app-author-refused-account");
    assert_eq!(ways(PageState::LoginRequired, None, true), [account, again]);
    assert_eq!(ways(PageState::Outage, None, true), [again]);
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
        let again = bowerbird::app::views::workbench::Navigation::Again;
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
