//! How accounts get in, cookie files, sessions, passphrases: what is chosen in the window.

use std::path::PathBuf;

use bowerbird::app::action::{Action, PathPurpose};
use bowerbird::app::background::DataQuery;
use bowerbird::app::state::settings::ThemeChoice;
use bowerbird::app::views::accounts::{AccountsState, accounts_ui};
use bowerbird::app::views::settings::{SettingsState, settings_ui};
use bowerbird::app::views::sites::{Part, SitesState, sites_ui};
use bowerbird::engine::types::{
    Language, LoginKind, PageState, Secret, SessionParts, SiteId, SiteSession, parse,
};
use bowerbird::engine::{Command, SiteCommand};
use egui_kittest::kittest::Queryable;
use jiff::{SignedDuration, Timestamp};

use crate::app_views::{made, stage, stage_in};
use crate::texts::{fixed_part_in, t};

#[test]
fn the_way_in_is_chosen_and_written_into_the_rule() {
    let state = AccountsState {
        site: Some(SiteId(1)),
        ..AccountsState::default()
    };
    let mut view = stage(made::world(), state, |ui, s| {
        accounts_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    view.get_by_label(t!("account-recipe")).click();
    view.run();
    view.get_by_label_contains(t!("account-recipe-none"));
    view.get_all_by_label(t!("account-recipe-kind"))
        .last()
        .unwrap()
        .click();
    view.run();
    view.get_by_label(t!("account-kind-bearer")).click();
    view.run();
    view.get_by_label(t!("account-recipe-save")).click();
    view.run();
    let commands = view.state().commands();
    let [Command::Site(SiteCommand::Update { rule_toml, .. })] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    let login = parse(rule_toml).unwrap().file().login.clone();
    assert_eq!(login.map(|login| login.kind), Some(LoginKind::Bearer));
}

#[test]
fn a_cookie_file_is_chosen_and_can_be_looked_at_before_it_is_taken() {
    let state = AccountsState {
        cookies_open: true,
        ..AccountsState::default()
    };
    let mut view = stage(made::world(), state, |ui, s| {
        accounts_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    view.get_by_label(t!("account-cookies-choose")).click();
    view.run();
    let picked = matches!(
        view.state().actions.as_slice(),
        [Action::PickPath(PathPurpose::CookieFile)]
    );
    assert!(picked, "{:?}", view.state().actions);
    let text = Secret::new("sid=1");
    view.state_mut().state.cookie_file(&text);
    assert_eq!(view.state().state.cookies, "sid=1");
}

#[test]
fn the_passphrase_is_changed_when_both_are_typed() {
    let mut world = made::world();
    world.project = Some(PathBuf::from("news.bower"));
    let mut view = stage(world, SettingsState::default(), |ui, s| {
        let theme = (ThemeChoice::System, 100);
        settings_ui(ui, &s.look, &s.world, theme, &mut s.state, &mut s.actions);
    });
    let asked =
        |action: &Action| matches!(action, Action::Query(DataQuery::ChangePassphrase { .. }));
    // The section alone: it stands below others that have grown.
    view.state_mut().state.search.typed = t!("secrets-change-passphrase").to_owned();
    view.run();
    view.get_by_label(t!("secrets-change-passphrase")).click();
    view.run();
    assert!(!view.state().actions.iter().any(asked), "nothing is typed");
    view.state_mut().state.passphrase = "old".to_owned();
    view.state_mut().state.new_passphrase = "short".to_owned();
    view.run();
    view.get_by_label(t!("secrets-change-passphrase")).click();
    view.run();
    assert!(!view.state().actions.iter().any(asked), "it is too short");
    view.state_mut().state.new_passphrase = "long enough".to_owned();
    view.state_mut().state.new_again = "long enougj".to_owned();
    view.run();
    view.get_by_label(t!("secrets-change-passphrase")).click();
    view.run();
    assert!(!view.state().actions.iter().any(asked), "mistyped");
    view.get_by_label(t!("app-notice-passphrase-differs"));
    view.state_mut().state.new_again = "long enough".to_owned();
    view.run();
    view.get_by_label(t!("secrets-change-passphrase")).click();
    view.run();
    let found = view.state().actions.iter().find(|action| asked(action));
    let Some(Action::Query(DataQuery::ChangePassphrase { project, old, new })) = found else {
        panic!("{:?}", view.state().actions);
    };
    assert_eq!(project, &PathBuf::from("news.bower"));
    assert_eq!((old.reveal(), new.reveal()), ("old", "long enough"));
    assert!(view.state().state.passphrase.is_empty(), "it is not kept");
}

#[test]
fn a_site_shows_whom_it_sees() {
    let now = Timestamp::now();
    let made_at = now - SignedDuration::from_hours(2);
    let session = |number, proxy: Option<&str>| {
        let parts = SessionParts {
            proxy: proxy.map(str::to_owned),
            account: proxy.map(|_| "ann".to_owned()),
            user_agent: "Reader/1".to_owned(),
        };
        SiteSession::new(SiteId(1), number, parts, made_at)
    };
    let mut through = session(2, Some("east"));
    (through.answers, through.track.good) = (40, 40.0);
    let mut direct = session(1, None);
    (direct.refused, direct.refusals) = (Some(PageState::Blocked), 3);
    direct.rest_until = Some(now + SignedDuration::from_hours(1));
    for language in Language::ALL {
        let mut state = SitesState {
            part: Part::Sessions,
            ..SitesState::default()
        };
        state.table.select(0);
        let mut view = stage_in(language, [1024.0, 700.0], made::world(), state, |ui, s| {
            sites_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
        });
        view.run();
        let timeline = &mut view.state_mut().state.timeline;
        timeline.known = Some((Vec::new(), Vec::new()));
        timeline.sessions = vec![through.clone(), direct.clone()];
        view.run();
        let way = t!(language; "sessions-through", proxy = "east");
        view.get_by_label_contains(t!(language; "sessions-parts", way = way, account = "ann"));
        view.get_by_label_contains(fixed_part_in(language, "sessions-rests"));
    }
}
