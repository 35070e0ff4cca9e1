//! An account that is added for a page of the workbench: site and login page are filled in, and the
//! page opens again afterwards.

use bowerbird::app::action::{AccountPage, Action};
use bowerbird::app::views::accounts::{AccountsState, accounts_ui};
use bowerbird::engine::types::{Account, AccountId, SiteId, parse};
use bowerbird::engine::{AccountCommand, Command, SiteCommand};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use crate::app_views::{Stage, made, stage};
use crate::texts::t;

const LOGIN: &str = "https://members.example/login?next=/board";

fn form(url: &str) -> Harness<'static, Stage<AccountsState>> {
    let world = made::world();
    let mut state = AccountsState::default();
    let page = AccountPage {
        url: url.to_owned(),
        title: "Board".to_owned(),
        login_page: Some(LOGIN.to_owned()),
        site: None,
    };
    state.add_for_page(&world, page);
    "ann".clone_into(&mut state.user);
    "secret".clone_into(&mut state.password);
    let mut form = stage(world, state, |ui, s| {
        accounts_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    form.get_by_label(t!("app-accounts-add")).click();
    form.run();
    form
}

#[test]
fn an_account_for_an_unknown_page_brings_its_site_and_leads_back() {
    let mut form = form("https://members.example/board");
    let rule = match form.state().commands().as_slice() {
        [Command::Site(SiteCommand::Add { rule_toml, .. })] => rule_toml.clone(),
        other => panic!("{other:?}"),
    };
    let file = parse(&rule).unwrap().file().clone();
    assert_eq!(file.site.start, ["https://members.example/board"]);
    assert_eq!(file.login.unwrap().url, LOGIN);

    // The site is there: its account follows.
    let stage = form.state_mut();
    let mut sites = stage.world.sites().to_vec();
    let mut new = sites[0].clone();
    (new.id, new.name, new.rule_toml) = (SiteId(77), file.site.name, rule);
    sites.push(new);
    stage.world.sites = Some(sites);
    let mut actions = Vec::new();
    stage.state.sites_came(&stage.world, &mut actions);
    let [Action::Send(Command::Accounts(AccountCommand::Add(draft)))] = &actions[..] else {
        panic!("{actions:?}");
    };
    assert_eq!((draft.site, draft.user.as_str()), (SiteId(77), "ann"));

    // The account is there: the page opens again with the rule of the new site.
    let old = stage.world.accounts.clone();
    let new = Account {
        id: AccountId(99),
        ..old[0].clone()
    };
    let mut actions = Vec::new();
    stage.state.came(&old, &[old[0].clone(), new], &mut actions);
    let back = Action::OpenInWorkbench {
        url: "https://members.example/board".to_owned(),
        site: Some(SiteId(77)),
    };
    assert_eq!(actions, [back]);
    assert!(stage.state.user.is_empty() && stage.state.for_page.is_none());
}

#[test]
fn an_account_for_a_page_of_a_known_site_is_added_to_that_site() {
    let world = made::world();
    let site = &world.sites()[0];
    let form = form(&site.start);
    let (mut added, mut login) = (None, None);
    for command in form.state().commands() {
        match command {
            Command::Accounts(AccountCommand::Add(draft)) => added = Some(draft.site),
            Command::Site(SiteCommand::Update { rule_toml, .. }) => {
                login = parse(rule_toml).unwrap().file().login.clone();
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(added, Some(site.id));
    assert_eq!(
        login.unwrap().url,
        LOGIN,
        "where one logs in goes into the rule"
    );
}
