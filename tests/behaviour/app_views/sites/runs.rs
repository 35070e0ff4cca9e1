//! Runs: the table, the pages of a run, what can be done about them.

use std::time::Duration;

use bowerbird::app::action::{Action, PageOfRun};
use bowerbird::app::background::{DataQuery, PagesFilter, PagesOfRun};
use bowerbird::app::shortcuts::View;
use bowerbird::app::state::app_state::LiveRun;
use bowerbird::app::views::runs::{RunsState, runs_ui};
use bowerbird::engine::types::{
    PageAnswer, PageFilter, PageOutcomeKind, PageState, Run, RunCause, RunEnd, RunId, RunLimits,
    RunOptions, RunPage, RunProgress, SiteId, Verdict, grouped_pages,
};
use bowerbird::engine::{Command, RunCommand};
use eframe::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::app_views::{Stage, made, stage};
use crate::texts::t;

fn draw(ui: &mut egui::Ui, stage: &mut Stage<RunsState>) {
    runs_ui(
        ui,
        &stage.look,
        &stage.world,
        &mut stage.state,
        &mut stage.actions,
    );
}

fn run(id: i64, site: &str, end: RunEnd, pages: u64) -> Run {
    Run {
        id: RunId(id),
        site: SiteId(1),
        site_name: site.to_owned(),
        started_at: made::at("2026-01-05T10:00:00Z"),
        ended_at: Some(made::at("2026-01-05T10:05:00Z")),
        cause: RunCause::ByHand,
        resumed: false,
        made_up: None,
        limits: RunLimits::default(),
        end: Some(end),
        progress: RunProgress {
            pages_ok: pages,
            pages_failed: 1,
            ..RunProgress::default()
        },
        state: None,
        message: None,
    }
}

fn page(url: &str, outcome: PageOutcomeKind) -> RunPage {
    RunPage {
        url: url.to_owned(),
        outcome,
        records: 0,
        at: made::at("2026-01-05T10:01:00Z"),
        verdict: (outcome == PageOutcomeKind::Failed).then(|| Verdict {
            state: PageState::Outage,
            evidence: Vec::new(),
            retry_after: None,
        }),
        answer: Some(PageAnswer {
            status: 200,
            took_ms: 31,
            bytes: 4_096,
            matches: 7,
        }),
    }
}

/// Of a run that ended.
fn pages_filter(filter: PageFilter) -> PagesFilter {
    PagesFilter {
        filter,
        ..PagesFilter::default()
    }
}

fn pages(pages: Vec<RunPage>, counts: [u64; 6]) -> PagesOfRun {
    PagesOfRun {
        groups: grouped_pages(&pages),
        pages,
        counts,
        took: Duration::from_millis(1),
    }
}

fn listed() -> RunsState {
    RunsState {
        runs: Some(vec![
            run(8, "Daily", RunEnd::Blocked, 3),
            run(7, "Weekly", RunEnd::Finished, 90),
        ]),
        ..RunsState::default()
    }
}

/// A run whose pages are there, one of them failed.
pub(in crate::app_views) fn one_run() -> RunsState {
    RunsState {
        run: Some(RunId(8)),
        pages: Some(pages(
            vec![
                page("http://127.0.0.1:1/bad", PageOutcomeKind::Failed),
                page("http://127.0.0.1:1/good", PageOutcomeKind::Read),
            ],
            [1, 0, 0, 0, 1, 0],
        )),
        ..listed()
    }
}

#[test]
fn a_run_is_chosen_and_its_pages_are_asked_for() {
    let mut harness = stage(made::world(), listed(), draw);
    harness.get_by_label("Weekly").click();
    harness.run();
    assert_eq!(harness.state().state.run, Some(RunId(7)));
    let asked = Action::Query(DataQuery::RunPages(RunId(7), pages_filter(PageFilter::All)));
    assert!(harness.state().actions.contains(&asked));
}

#[test]
fn failed_pages_are_shown_with_their_cause_and_asked_for_again() {
    let mut harness = stage(made::world(), one_run(), draw);
    harness.get_by_label("http://127.0.0.1:1/bad");
    harness
        .get_by_label(t!("app-runs-filter-wrong", count = 1))
        .click();
    harness.run();
    assert_eq!(harness.state().state.filter, PageFilter::Wrong);
    let asked = Action::Query(DataQuery::RunPages(
        RunId(8),
        pages_filter(PageFilter::Wrong),
    ));
    assert!(harness.state().actions.contains(&asked));
    harness
        .get_by_label(t!("app-sites-run-failed-count", count = 1))
        .click();
    harness.run();
    let retried = Command::Run(RunCommand::Start {
        sites: vec![SiteId(1)],
        options: RunOptions {
            failed_only: true,
            cause: RunCause::Retry,
            ..RunOptions::default()
        },
    });
    assert!(harness.state().commands().contains(&&retried));
}

#[test]
fn a_failed_page_opens_as_it_was_received() {
    let bad = page("http://127.0.0.1:1/bad", PageOutcomeKind::Failed);
    let state = RunsState {
        run: Some(RunId(8)),
        pages: Some(pages(vec![bad.clone()], [0, 0, 0, 0, 1, 0])),
        ..listed()
    };
    let mut harness = stage(made::world(), state, draw);
    harness
        .get_by_label("http://127.0.0.1:1/bad")
        .click_secondary();
    harness.run();
    harness.get_by_label(t!("app-runs-open-received")).click();
    harness.run();
    let shown = Action::ShowReceived(PageOfRun::of(SiteId(1), &bad));
    assert!(harness.state().actions.contains(&shown));
}

/// The runs with the pages of the newest one, which left some.
fn limited() -> RunsState {
    let mut newest = run(8, "Daily", RunEnd::Limited, 3);
    newest.progress.queued = 5;
    RunsState {
        run: Some(RunId(8)),
        pages: Some(pages(
            vec![page("http://127.0.0.1:1/good", PageOutcomeKind::Read)],
            [1, 0, 0, 0, 0, 0],
        )),
        runs: Some(vec![newest, run(7, "Daily", RunEnd::Limited, 90)]),
        ..RunsState::default()
    }
}

#[test]
fn a_run_with_pages_left_goes_on_and_what_begins_is_shown() {
    let mut harness = stage(made::world(), limited(), draw);
    further(&mut harness);
    let drop = harness.get_by_label(t!("app-sites-drop-queue"));
    assert!(!drop.accesskit_node().is_disabled());
    further(&mut harness);
    harness.get_by_label(t!("app-sites-resume")).click();
    harness.run();
    let goes_on = Command::Run(RunCommand::Start {
        sites: vec![SiteId(1)],
        options: RunOptions::default(),
    });
    assert!(harness.state().commands().contains(&&goes_on));
    let begun = run(9, "Daily", RunEnd::Finished, 5);
    let mut actions = Vec::new();
    let state = &mut harness.state_mut().state;
    let mut runs = state.runs.clone().unwrap();
    runs.insert(0, begun);
    state.came(None, runs, &mut actions);
    assert_eq!(state.run, Some(RunId(9)));
    assert_eq!(state.table.selected, Some(0));
    assert!(actions.contains(&Action::Query(DataQuery::RunPages(
        RunId(9),
        pages_filter(PageFilter::All)
    ))));
}

#[test]
fn an_incomplete_run_says_so_and_one_button_brings_what_is_missing() {
    let mut newest = run(8, "Daily", RunEnd::Incomplete, 3);
    newest.progress.missing = 2;
    let state = RunsState {
        run: Some(RunId(8)),
        pages: Some(pages(
            vec![page("http://127.0.0.1:1/list2", PageOutcomeKind::Missing)],
            [3, 0, 0, 0, 0, 1],
        )),
        runs: Some(vec![newest]),
        ..RunsState::default()
    };
    let mut harness = stage(made::world(), state, draw);
    harness.get_by_label(t!("app-end-incomplete"));
    harness.get_by_label(t!("app-page-missing"));
    harness.get_by_label("http://127.0.0.1:1/list2");
    harness
        .get_by_label(t!("app-runs-bring", count = 2))
        .click();
    harness.run();
    let again = Command::Run(RunCommand::Start {
        sites: vec![SiteId(1)],
        options: RunOptions::default(),
    });
    assert!(harness.state().commands().contains(&&again));
}

#[test]
fn only_the_newest_run_of_a_site_goes_on() {
    let state = RunsState {
        run: Some(RunId(7)),
        ..limited()
    };
    let mut harness = stage(made::world(), state, draw);
    harness.run();
    further(&mut harness);
    for id in ["app-sites-resume", "app-sites-drop-queue"] {
        let button = harness.get_by_label(t!(id)).accesskit_node();
        assert!(button.is_disabled(), "{id}");
        let why = button.description();
        assert_eq!(why.as_deref(), Some(t!("app-runs-why-later")), "{id}");
    }
}

/// Opens or closes the menu with the further actions on the run.
fn further(harness: &mut Harness<'_, Stage<RunsState>>) {
    harness
        .get_by_label(t!("app-more-of", subject = "Daily"))
        .click();
    harness.run();
}

#[test]
fn a_run_that_goes_on_can_be_stopped_paused_and_cancelled() {
    let mut state = limited();
    if let Some(newest) = state.runs.as_mut().and_then(|runs| runs.first_mut()) {
        newest.end = None;
    }
    let mut world = made::world();
    let live = LiveRun {
        run: RunId(8),
        resumed: false,
        progress: RunProgress::default(),
        stopping: false,
        gap: Duration::ZERO,
    };
    world.live.insert(SiteId(1), live);
    let mut harness = stage(world, state, draw);
    for (label, command) in [
        (
            t!("app-sites-stop"),
            Command::Run(RunCommand::Stop { site: SiteId(1) }),
        ),
        (
            t!("app-sites-pause"),
            Command::Run(RunCommand::Pause { site: SiteId(1) }),
        ),
        (
            t!("app-sites-cancel"),
            Command::Run(RunCommand::Cancel { site: SiteId(1) }),
        ),
    ] {
        if harness.query_by_label(label).is_none() {
            further(&mut harness);
        }
        harness.get_by_label(label).click();
        harness.run();
        assert!(harness.state().commands().contains(&&command), "{label}");
    }
}

/// The newest run goes on and has read some.
fn running() -> (bowerbird::app::state::app_state::AppState, RunsState) {
    let mut state = limited();
    if let Some(newest) = state.runs.as_mut().and_then(|runs| runs.first_mut()) {
        newest.end = None;
    }
    let mut world = made::world();
    let live = LiveRun {
        run: RunId(8),
        resumed: false,
        progress: RunProgress {
            pages_ok: 12,
            queued: 30,
            rate_now: 1.5,
            milliseconds: 8_000,
            seconds_left: Some(20),
            ..RunProgress::default()
        },
        stopping: false,
        gap: Duration::ZERO,
    };
    world.live.insert(SiteId(1), live);
    (world, state)
}

#[test]
fn a_run_that_goes_on_says_how_far_it_is_and_can_be_slowed_down() {
    let (world, state) = running();
    let mut harness = stage(world, state, draw);
    harness.get_by_label(t!(
        "app-runs-live",
        done = 12,
        queued = 30,
        rate = "1.5",
        took = "0:08"
    ));
    harness.get_by_label(t!("app-runs-live-left", left = "0:20"));
    harness.get_by_label(t!("app-runs-live-share"));
    let slider = egui::accesskit::Role::Slider;
    harness
        .get_by_role_and_label(slider, t!("app-runs-pace"))
        .focus();
    harness.run();
    harness.key_press(egui::Key::ArrowRight);
    harness.run();
    let slower = Command::Run(RunCommand::Pace {
        site: SiteId(1),
        gap: Duration::from_secs(1),
    });
    assert!(harness.state().commands().contains(&&slower));
}

#[test]
fn pages_of_a_run_that_goes_on_are_asked_for_as_they_come() {
    let (world, mut state) = running();
    let mut asked = Vec::new();
    state.show(RunId(8), &mut asked);
    let newest = PagesFilter {
        newest: true,
        ..PagesFilter::default()
    };
    assert_eq!(
        asked,
        [Action::Query(DataQuery::RunPages(RunId(8), newest.clone()))]
    );
    state.pages_came(RunId(8), &newest, pages(Vec::new(), [0; 6]));
    let mut harness = stage(world, state, draw);
    harness.run();
    assert!(harness.state().actions.is_empty(), "nothing happened yet");
    harness.state_mut().state.news_of(RunId(7));
    harness.run();
    assert!(harness.state().actions.is_empty(), "another run");
    harness.state_mut().state.news_of(RunId(8));
    std::thread::sleep(Duration::from_millis(450));
    harness.run_steps(2);
    let again = Action::Query(DataQuery::RunPages(RunId(8), newest));
    assert_eq!(harness.state().actions, [again], "once, until they come");
}

#[test]
fn what_went_wrong_is_gathered_and_shown_alone() {
    let bad = |number: u32| {
        page(
            &format!("http://127.0.0.1:1/bad{number}"),
            PageOutcomeKind::Failed,
        )
    };
    let all = vec![
        bad(1),
        bad(2),
        page("http://127.0.0.1:1/good", PageOutcomeKind::Read),
    ];
    let state = RunsState {
        run: Some(RunId(8)),
        pages: Some(pages(all, [1, 0, 0, 0, 2, 0])),
        ..listed()
    };
    let mut harness = stage(made::world(), state, draw);
    harness.get_by_label(t!("app-runs-find")).focus();
    harness.run();
    harness.event(egui::Event::Text("good".to_owned()));
    harness.run();
    assert!(harness.query_by_label("http://127.0.0.1:1/bad1").is_none());
    harness.get_by_label("http://127.0.0.1:1/good");
    harness.get_by_label("4.1 kB");
    let came = harness.state().state.pages.as_ref().expect("pages");
    let cause = came.groups[0].cause.clone().expect("a cause");
    let line = t!("app-runs-group", count = 2, why = cause);
    harness.get_by_label_contains(line).click();
    harness.run();
    let state = &harness.state().state;
    assert!(state.group.is_some() && state.filter == PageFilter::Wrong);
    let asked = harness.state().actions.iter().any(|action| {
        matches!(action, Action::Query(DataQuery::RunPages(RunId(8), wanted)) if wanted.group == state.group)
    });
    assert!(asked);
}

#[test]
fn without_runs_the_way_to_the_sites_is_shown() {
    let state = RunsState {
        runs: Some(Vec::new()),
        ..RunsState::default()
    };
    let mut harness = stage(made::world(), state, draw);
    harness.get_by_label(t!("app-results-to-sites")).click();
    harness.run();
    assert!(harness.state().actions.contains(&Action::Show(View::Sites)));
}

#[test]
fn answers_to_older_questions_change_nothing() {
    let mut state = listed();
    let mut actions = Vec::new();
    state.show(RunId(8), &mut actions);
    state.pages_came(
        RunId(7),
        &pages_filter(PageFilter::All),
        PagesOfRun::default(),
    );
    state.pages_came(
        RunId(8),
        &pages_filter(PageFilter::Wrong),
        PagesOfRun::default(),
    );
    assert_eq!(state.pages, None);
    state.came(Some(SiteId(9)), Vec::new(), &mut actions);
    assert_eq!(state.runs.as_ref().map(Vec::len), Some(2));
}
