//! The ways to what a page shows that its scripts make: offered with their costs, taken by one click.

use std::path::PathBuf;
use std::time::Duration;

use bowerbird::app::action::Action;
use bowerbird::app::background::DataQuery;
use bowerbird::app::state::settings::ThemeChoice;
use bowerbird::app::views::settings::{SettingsState, settings_ui};
use bowerbird::app::views::workbench::WorkbenchState;
use bowerbird::engine::types::{Message, PageState, Verdict};
use bowerbird::engine::{
    BrowserProgram, Command, OpenedPage, PageTicket, PageWays, SiteCommand, SourceChoice, WayCost,
};
use egui_kittest::kittest::Queryable;

use super::{Stage, draw, made, stage};
use crate::texts::t;

fn opened(page: OpenedPage) -> WorkbenchState {
    let mut workbench = WorkbenchState::default();
    workbench.open("http://127.0.0.1:1/list", 1.0, &mut Vec::new());
    workbench.opened(PageTicket(1), page);
    workbench
}

fn cost(ms: u64, bytes: u64) -> WayCost {
    WayCost {
        took: Duration::from_millis(ms),
        bytes,
    }
}

#[test]
fn the_interface_is_offered_before_the_browser_and_taken_by_one_click() {
    let choice = SourceChoice {
        label: Message::new("look-choice-interface").with("count", 20),
        titles: vec!["Woad".to_owned(), "Madder".to_owned()],
        rule_toml: "[site]\nname = \"Dyes\"\n".to_owned(),
        doubts: Vec::new(),
    };
    let ways = PageWays {
        interfaces: vec![(choice, cost(45, 12_000))],
        plain: Some(cost(30, 900)),
        browser: Some(cost(1900, 420_000)),
        absent: None,
        failed_step: None,
    };
    let page = OpenedPage {
        ways: Some(Box::new(ways)),
        ..made::page()
    };
    let mut harness = stage(made::world(), opened(page), draw);
    harness.run();
    harness.get_by_label_contains(t!("app-author-cost-ms", ms = 45));
    harness.get_by_label_contains(t!("app-author-cost-seconds", seconds = "1.9"));
    harness.get_by_label_contains("Woad · Madder");
    harness.get_by_label(t!("app-author-use-interface")).click();
    harness.run();
    let added = harness.state().actions.iter().any(|action| {
        matches!(action, Action::Send(Command::Site(SiteCommand::AddLooked { rule_toml, .. }))
            if rule_toml.contains("Dyes"))
    });
    assert!(added, "{:?}", harness.state().actions);
}

#[test]
fn without_a_browser_the_page_says_what_to_install() {
    let why = Message::new("fetch-browser-fault")
        .with("problem", "too-old")
        .with("detail", "Chromium 99.0.1");
    let page = OpenedPage {
        verdict: Verdict::ok(),
        ways: Some(Box::new(PageWays {
            absent: Some(why),
            ..PageWays::default()
        })),
        ..made::page()
    };
    assert_eq!(page.verdict.state, PageState::Ok);
    let mut harness = stage(made::world(), opened(page), draw);
    harness.run();
    harness.get_by_label_contains("Chromium 99.0.1");
    harness
        .get_by_label(t!("app-author-browser-settings"))
        .click();
    harness.run();
    let finds = |action: &Action| matches!(action, Action::FindSetting(_));
    assert!(harness.state().actions.iter().any(finds));
}

#[test]
fn the_settings_find_the_browser_that_is_named() {
    let mut state = SettingsState::default();
    "browser".clone_into(&mut state.search.typed);
    state.browser.starts_with(Some("/opt/own".as_ref()));
    let draw = |ui: &mut eframe::egui::Ui, stage: &mut Stage<SettingsState>| {
        let (look, world, shown) = (&stage.look, &stage.world, (ThemeChoice::Dark, 100));
        settings_ui(ui, look, world, shown, &mut stage.state, &mut stage.actions);
    };
    let mut world = made::world();
    world.project = Some("/tmp/a.bower".into());
    let mut harness = stage(world, state, draw);
    harness.run();
    let asked = |harness: &egui_kittest::Harness<'_, Stage<SettingsState>>| {
        let all = harness.state().actions.iter();
        let own = PathBuf::from("/opt/own");
        all.filter(|action| matches!(action, Action::Query(DataQuery::Browser(Some(path))) if *path == own))
            .count()
    };
    assert_eq!(asked(&harness), 1, "it is looked for when it is shown");
    let fault = Message::new("fetch-browser-fault")
        .with("problem", "not-there")
        .with("detail", "/opt/own/x");
    harness.state_mut().state.browser.came(Err(fault));
    harness.run();
    harness.get_by_label_contains("/opt/own/x");
    harness.get_by_label(t!("browser-find")).click();
    harness.run();
    assert_eq!(asked(&harness), 2);
    let found = BrowserProgram {
        path: "/opt/own".into(),
        version: "Chromium 140.0.1".to_owned(),
    };
    harness.state_mut().state.browser.came(Ok(found));
    harness.run();
    harness.get_by_label_contains("Chromium 140.0.1");
}

#[test]
fn an_interface_leads_when_it_brings_no_less_than_the_page() {
    let leads = |id: &str, count: usize| {
        let choice = SourceChoice {
            label: Message::new(id).with("count", count),
            titles: Vec::new(),
            rule_toml: String::new(),
            doubts: Vec::new(),
        };
        choice.brings_all_of(24)
    };
    assert!(!leads("look-choice-interface", 12));
    assert!(leads("look-choice-interface", 24));
    assert!(leads("look-choice-interface-pages", 12));
}
