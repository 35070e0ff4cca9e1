//! Pages that a person opens on a site with an account: they are shown as its runs see them, or
//! without the account, and a site that is made there uses it too.

use bowerbird::engine::types::{PageState, RunEnd, SiteId, SourceKind, parse};
use bowerbird::engine::{
    Command, Event, OpenedPage, PageCommand, PageEgress, PageLogin, PageTicket, PreviewedKind,
    ShownLogin, SiteCommand,
};

use super::accounts::{add, forum};
use crate::engine::collecting::site_look::look;
use crate::engine::list_rule;
use crate::engine::support::bench::Bench;

/// Opens a page that was typed, without a site.
fn open(bench: &Bench, number: u64, url: &str, login: PageLogin) -> OpenedPage {
    open_for(bench, number, url, login, None)
}

/// Opens a page, for a site or for none.
fn open_for(
    bench: &Bench,
    number: u64,
    url: &str,
    login: PageLogin,
    site: Option<SiteId>,
) -> OpenedPage {
    let ticket = PageTicket(number);
    bench.send(Command::Page(PageCommand::Open {
        ticket,
        url: url.to_owned(),
        site,
        egress: PageEgress::Usual,
        login,
        width: 800,
        scale: 1.0,
    }));
    bench.wait(|event| match event {
        Event::PageOpened { ticket: at, page } if at == ticket => Some(page),
        Event::PageFailed { message, .. } => panic!("{message:?}"),
        _ => None,
    })
}

fn login_of(page: &OpenedPage) -> (&str, &ShownLogin) {
    let shown = page.shown_as.as_ref().expect("the site has an account");
    (&shown.user, &shown.login)
}

#[test]
fn a_members_page_is_shown_as_the_account_of_its_site_or_without() {
    let site = forum();
    let bench = Bench::new();
    let url = site.url("/a1");
    assert_eq!(open(&bench, 1, &url, PageLogin::Usual).shown_as, None);

    let id = add(&bench, &site, &format!("url = '{}'", site.url("/login")));
    bench.add_account(id, "ann", "ann-pw");
    let list = open(&bench, 2, &site.url("/"), PageLogin::Usual);
    assert_eq!(login_of(&list), ("ann", &ShownLogin::NotAsked));
    let page = open(&bench, 3, &url, PageLogin::Usual);
    assert_eq!(login_of(&page), ("ann", &ShownLogin::LoggedIn));
    assert_eq!((page.verdict.state, page.url), (PageState::Ok, url.clone()));
    let logins = site.asked("/login");
    // The session stays: no second login, and the list is seen as a member too.
    let list = open(&bench, 4, &site.url("/"), PageLogin::Usual);
    assert_eq!(login_of(&list), ("ann", &ShownLogin::LoggedIn));
    assert_eq!(site.asked("/login"), logins);

    let page = open(&bench, 5, &url, PageLogin::Without);
    assert_eq!(login_of(&page), ("ann", &ShownLogin::Without));
    assert_eq!(page.verdict.state, PageState::LoginRequired);
    let page = open(&bench, 6, &url, PageLogin::LogIn);
    assert_eq!(login_of(&page), ("ann", &ShownLogin::LoggedIn));
}

#[test]
fn a_page_whose_login_fails_says_why_and_is_shown_without() {
    let site = forum();
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    bench.add_account(id, "ann", "wrong");
    let page = open(&bench, 1, &site.url("/a1"), PageLogin::Usual);
    let (_, ShownLogin::Failed(fault)) = login_of(&page) else {
        panic!("{:?}", page.shown_as);
    };
    assert_eq!(fault.id, "fetch-login-refused");
    assert_eq!(page.verdict.state, PageState::LoginRequired);
}

#[test]
fn a_site_made_on_a_members_page_uses_the_account_in_its_runs() {
    let site = forum();
    let bench = Bench::new();
    let id = add(&bench, &site, &format!("url = '{}'", site.url("/login")));
    bench.add_account(id, "ann", "ann-pw");
    open(&bench, 1, &site.url("/a1"), PageLogin::Usual);

    let rule = list_rule(&site.url("/?board=2"), "delay = '0s'");
    let rule = rule.replacen("name = ", "name = 'Board 2' #", 1);
    let board = bench.add(&rule);
    let ended = bench.run(board);
    assert_eq!(ended.end, RunEnd::Finished, "{:?}", ended.message);
    assert_eq!(bench.records(board).len(), 3);

    // Also when the page was opened for the site that has the account.
    open_for(&bench, 1, &site.url("/a1"), PageLogin::Usual, Some(id));
    let rule = list_rule(&site.url("/?board=4"), "delay = '0s'");
    let board = bench.add(&rule.replacen("name = ", "name = 'Board 4' #", 1));
    assert_eq!(bench.run(board).end, RunEnd::Finished);

    // Without the account there is none to share.
    open(&bench, 1, &site.url("/a1"), PageLogin::Without);
    let rule = list_rule(&site.url("/?board=3"), "delay = '0s'");
    let board = bench.add(&rule.replacen("name = ", "name = 'Board 3' #", 1));
    let ended = bench.run(board);
    assert_ne!(ended.end, RunEnd::Finished);
}

#[test]
fn an_address_is_checked_with_the_account_of_its_place_and_the_new_site_gets_it() {
    let site = forum();
    let bench = Bench::new();
    let before = look(&bench, &site.url("/"));
    assert_eq!(before.shown_as, None, "no account yet");
    let id = add(&bench, &site, &format!("url = '{}'", site.url("/login")));
    bench.add_account(id, "ann", "ann-pw");
    open(&bench, 1, &site.url("/a1"), PageLogin::LogIn);
    bench.send(Command::Page(PageCommand::Close {
        ticket: PageTicket(1),
    }));
    let logins = site.asked("/login");
    let found = look(&bench, &site.url("/a1"));
    let shown = found.shown_as.as_ref().expect("the account");
    assert_eq!(
        (shown.user.as_str(), &shown.login),
        ("ann", &ShownLogin::LoggedIn)
    );
    assert_ne!(found.kind, PreviewedKind::Refused, "{found:?}");
    assert_eq!(site.asked("/login"), logins, "a check logs nobody in");
    bench.send(Command::Site(SiteCommand::AddLooked {
        name: "Beside".to_owned(),
        rule_toml: list_rule(&site.url("/?board=7"), "delay = '0s'"),
    }));
    bench.wait(|event| matches!(event, Event::PoolsChanged).then_some(()));
    let store = bench.engine.query();
    let added = store.site_by_name("Beside").expect("read").expect("added");
    let accounts = store.accounts().expect("accounts");
    assert!(
        accounts
            .iter()
            .any(|a| a.site == added.id && a.user == "ann")
    );
    assert_eq!(bench.run(added.id).end, RunEnd::Finished);
}

#[test]
fn a_site_made_for_an_account_takes_the_rule_of_its_page_and_keeps_its_login() {
    let site = forum();
    let bench = Bench::new();
    let login = site.url("/login");
    let bare = format!(
        "[site]\nname = 'Members'\nkind = 'pages'\nstart = ['{}']\n[login]\nurl = '{login}'\n",
        site.url("/a1")
    );
    let id = bench.add(&bare);
    bench.send(Command::Site(SiteCommand::TakeRule {
        site: id,
        rule_toml: list_rule(&site.url("/"), "delay = '0s'"),
    }));
    bench.wait(|event| matches!(event, Event::SitesChanged).then_some(()));
    let now = bench.engine.query().site_by_name("Members");
    let now = now.expect("read").expect("its name stays");
    let rule = parse(&now.rule_toml).expect("a rule");
    assert_eq!(rule.file().site.kind, SourceKind::List);
    let kept = rule.file().login.as_ref().map(|login| login.url.as_str());
    assert_eq!(kept, Some(login.as_str()));
}
