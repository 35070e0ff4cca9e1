//! The ways to what a page shows that its scripts make: offered with their costs, taken by one click.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bowerbird::app::action::Action;
use bowerbird::app::background::DataQuery;
use bowerbird::app::state::settings::ThemeChoice;
use bowerbird::app::views::settings::{SettingsState, settings_ui};
use bowerbird::app::views::workbench::Navigation;
use bowerbird::app::views::workbench::WorkbenchState;
use bowerbird::engine::types::{
    AnalysedPage, Authored, FetchMode, Message, PageReading, PageRole, PageState, Verdict,
    WorkbenchPart,
};
use bowerbird::engine::{
    AuthoringCommand, BrowserProgram, Command, Event, OpenedPage, PageCommand, PageTicket,
    PageWays, SiteCommand, SourceChoice, WayCost,
};
use bowerbird::io::browser::BrowserProblem;
use bowerbird::logic::authoring::learn::OverviewKind;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::{Stage, draw, made, stage};
use crate::texts::{fixed_part, t};

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
        asked: false,
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
    let asked = |harness: &Harness<'_, Stage<SettingsState>>| {
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

type Bench = Harness<'static, Stage<WorkbenchState>>;

/// What the browser shows because a person asked for it.
fn asked() -> PageWays {
    PageWays {
        plain: Some(cost(30, 900)),
        browser: Some(cost(1900, 420_000)),
        asked: true,
        ..PageWays::default()
    }
}

fn with_ways(ways: PageWays) -> OpenedPage {
    OpenedPage {
        ways: Some(Box::new(ways)),
        ..made::page()
    }
}

/// Nothing but a menu.
fn nothing() -> AnalysedPage {
    let mut seen = made::understood();
    seen.role = PageRole::Article;
    seen.overview.kind = OverviewKind::Nothing;
    seen.offers.truncate(1);
    seen.offers[0].score = 0.03;
    seen.next.clear();
    seen
}

/// The page comes that was asked for last, with its analysis and what is read on it.
fn come(harness: &mut Bench, page: OpenedPage, seen: AnalysedPage, reading: PageReading) {
    let stage = harness.state_mut();
    let ticket = stage.state.page.ticket;
    stage.state.opened(ticket, page);
    let understood = Arc::new(seen);
    let event = Event::PageUnderstood { ticket, understood };
    stage.state.take_event(event, &mut stage.actions);
    let author = &mut stage.state.author;
    made::answer_reading(author, ticket, &stage.actions, reading);
    harness.run();
}

/// The newest wish for a page: whether in the browser.
fn wanted(harness: &Bench) -> Option<bool> {
    let commands = harness.state().commands();
    let mut newest = commands.iter().rev();
    newest.find_map(|command| match command {
        Command::Page(PageCommand::OpenAfterSteps { steps, .. }) => {
            assert!(steps.is_empty(), "{steps:?}");
            Some(true)
        }
        Command::Page(PageCommand::Open { .. }) => Some(false),
        _ => None,
    })
}

fn bench() -> Bench {
    let mut state = WorkbenchState::default();
    state.open("http://127.0.0.1:1/list", 1.0, &mut Vec::new());
    stage(made::world(), state, draw)
}

fn has(harness: &Bench, name: &str) -> bool {
    harness.query_all_by_label_contains(name).next().is_some()
}

#[test]
fn a_page_with_nothing_is_opened_in_the_browser_and_stays_there() {
    let mut harness = bench();
    come(
        &mut harness,
        made::page(),
        nothing(),
        PageReading::default(),
    );
    assert!(has(&harness, t!("app-author-point-nothing")));
    assert_eq!(wanted(&harness), None);
    // In the strip, and beside *Use the page*.
    let buttons = harness.get_all_by_label(t!("app-author-open-browser"));
    let buttons: Vec<_> = buttons.collect();
    assert_eq!(buttons.len(), 2);
    buttons[0].click();
    drop(buttons);
    harness.run();
    assert_eq!(wanted(&harness), Some(true));
    come(
        &mut harness,
        with_ways(asked()),
        nothing(),
        PageReading::default(),
    );
    assert!(has(&harness, t!("app-author-point-nothing-shown")));
    assert!(!has(&harness, t!("app-author-open-browser")));
    assert!(has(
        &harness,
        t!("app-author-cost-seconds", seconds = "1.9")
    ));
    // A reload shows it in the same way, until that is taken back.
    harness.state_mut().actions.clear();
    let stage = harness.state_mut();
    stage
        .state
        .navigate(&Navigation::Again, 1.0, &mut stage.actions);
    assert_eq!(wanted(&harness), Some(true));
    come(
        &mut harness,
        with_ways(asked()),
        nothing(),
        PageReading::default(),
    );
    harness.get_by_label(t!("app-author-open-plain")).click();
    harness.run();
    assert_eq!(wanted(&harness), Some(false));
    come(
        &mut harness,
        made::page(),
        nothing(),
        PageReading::default(),
    );
    harness.state_mut().actions.clear();
    let stage = harness.state_mut();
    stage
        .state
        .navigate(&Navigation::Again, 1.0, &mut stage.actions);
    assert_eq!(wanted(&harness), Some(false));
}

#[test]
fn a_missing_or_stored_page_is_not_offered_in_the_browser() {
    for page in [
        OpenedPage {
            status: 404,
            ..made::page()
        },
        OpenedPage {
            from_store: true,
            ..made::page()
        },
        OpenedPage {
            content_type: "application/json".to_owned(),
            ..made::page()
        },
    ] {
        let mut harness = bench();
        come(&mut harness, page, nothing(), PageReading::default());
        assert!(!has(&harness, t!("app-author-open-browser")));
    }
}

#[test]
fn using_a_plain_page_shows_it_in_the_browser() {
    let mut harness = bench();
    come(
        &mut harness,
        made::page(),
        made::understood(),
        made::reading(),
    );
    harness.get_by_label(t!("app-step-use-page")).click();
    harness.run();
    assert_eq!(wanted(&harness), Some(true));
    come(
        &mut harness,
        with_ways(asked()),
        made::understood(),
        made::reading(),
    );
    assert!(harness.state().state.author.use_page.on);
    // It is the page without steps: the next one may have another address.
    harness.state_mut().actions.clear();
    harness.get_by_label(t!("app-step-use-page")).click();
    harness.run();
    harness.get_by_label(t!("app-step-use-page")).click();
    harness.run();
    assert_eq!(wanted(&harness), None, "it is there already");
}

#[test]
fn without_a_browser_a_page_that_was_asked_for_says_what_to_install() {
    let problem = BrowserProblem::Missing.token();
    let why = Message::new("fetch-browser-fault").with("problem", problem);
    let mut harness = bench();
    let ways = PageWays {
        absent: Some(why.with("detail", "")),
        ..PageWays::default()
    };
    come(
        &mut harness,
        with_ways(ways),
        nothing(),
        PageReading::default(),
    );
    let told = t!("fetch-browser-fault", problem = problem, detail = "");
    harness.get_by_label_contains(told);
    harness.get_by_label(t!("app-author-browser-settings"));
    // Once one is installed, the page can be asked for again.
    assert!(has(&harness, t!("app-author-open-browser")));
}

/// The rule after its list was taken from a page in the browser.
fn taken(needs_browser: bool) -> Bench {
    let mut harness = bench();
    let reading = || PageReading {
        needs_browser,
        ..made::reading()
    };
    come(
        &mut harness,
        with_ways(asked()),
        made::understood(),
        reading(),
    );
    harness.get_by_label(t!("app-author-use-list")).click();
    harness.run();
    let stage = harness.state_mut();
    let asked = stage.actions.iter().rev().find_map(|action| match action {
        Action::Send(Command::Authoring(AuthoringCommand::AcceptOffer {
            ticket,
            generation,
            ..
        })) => Some((*ticket, *generation)),
        _ => None,
    });
    let (ticket, generation) = asked.expect("the list is taken");
    let authored = Authored {
        rule_toml: made::LISTED.to_owned(),
        part: WorkbenchPart::Item,
        ranked: Vec::new(),
        record: None,
        count: 2,
        notes: Vec::new(),
    };
    let event = Event::Authored {
        ticket,
        generation,
        result: Ok(Box::new(authored)),
    };
    stage.state.take_event(event, &mut stage.actions);
    let author = &mut stage.state.author;
    made::answer_reading(author, ticket, &stage.actions, reading());
    harness.run();
    harness
}

#[test]
fn what_only_the_browser_shows_is_collected_with_it() {
    let mut harness = taken(true);
    let fetch = harness.state().state.author.file().network.fetch;
    assert_eq!(fetch, FetchMode::Browser);
    assert!(has(&harness, fixed_part("app-author-runs-by-browser")));
    assert!(has(
        &harness,
        t!("app-author-cost-seconds", seconds = "1.9")
    ));
    // Other pages are shown as runs read them.
    harness.state_mut().actions.clear();
    let stage = harness.state_mut();
    stage
        .state
        .open("http://127.0.0.1:1/1", 1.0, &mut stage.actions);
    assert_eq!(wanted(&harness), Some(true));
    // Whoever changes it in the rule has the last word.
    let mut harness = taken(true);
    let stage = harness.state_mut();
    let author = &mut stage.state.author;
    author.text_typed(made::LISTED.to_owned(), &mut stage.actions);
    let reading = PageReading {
        needs_browser: true,
        ..made::reading()
    };
    let ticket = stage.state.page.ticket;
    made::answer_reading(&mut stage.state.author, ticket, &stage.actions, reading);
    assert_eq!(
        harness.state().state.author.file().network.fetch,
        FetchMode::Auto
    );
}

#[test]
fn what_a_plain_request_brings_too_is_collected_without_the_browser() {
    let harness = taken(false);
    assert_eq!(
        harness.state().state.author.file().network.fetch,
        FetchMode::Auto
    );
    assert!(has(
        &harness,
        t!("app-author-cost-seconds", seconds = "1.9")
    ));
}
