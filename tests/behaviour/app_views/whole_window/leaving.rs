//! The window is to close while runs go: what is asked, and what comes of each answer.

use std::time::{Duration, Instant};

use bowerbird::app::action::Action;
use bowerbird::app::dialogs::close_dialog::{Leaving, leaving_ui};
use bowerbird::app::state::app_state::{AppState, LiveRun};
use bowerbird::engine::types::{RunId, RunProgress, SiteId};
use bowerbird::engine::{Command, RunCommand};
use eframe::egui::{Key, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use crate::app_views::{Stage, made, stage};
use crate::texts::t;

const BACKGROUND: &str = "app-leaving-background";
const MINIMISED: &str = "app-leaving-minimised";
const STOP: &str = "app-leaving-stop";

fn running(world: &mut AppState, sites: i64) {
    for site in 1..=sites {
        let run = LiveRun {
            run: RunId(site),
            resumed: false,
            progress: RunProgress::default(),
            stopping: false,
            gap: Duration::ZERO,
        };
        world.live.insert(SiteId(site), run);
    }
}

/// A window with so many runs on a desktop that has a place for a status item, or none.
fn window(runs: i64, has_place: bool) -> Harness<'static, Stage<Leaving>> {
    let mut world = made::world();
    world.scheduling = false;
    running(&mut world, runs);
    let leaving = Leaving::asking(move || has_place);
    stage(world, leaving, |ui, s| {
        let ctx = ui.ctx().clone();
        leaving_ui(&ctx, &s.look, &s.world, &mut s.state, &mut s.actions);
    })
}

/// A person closes the window; what the window does about it at once.
fn close(harness: &mut Harness<'_, Stage<Leaving>>) -> Vec<ViewportCommand> {
    let input = harness.input_mut();
    let viewport = input.viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    harness.step();
    let said = commands(harness);
    let viewport = harness.input_mut().viewports.get_mut(&ViewportId::ROOT);
    viewport.expect("the window").events.clear();
    said
}

fn commands(harness: &Harness<'_, Stage<Leaving>>) -> Vec<ViewportCommand> {
    let viewports = harness.output().viewport_output.values();
    viewports.flat_map(|v| v.commands.clone()).collect()
}

/// Waits until the question is there.
fn asked(harness: &mut Harness<'_, Stage<Leaving>>, label: &str) {
    let begin = Instant::now();
    while harness.query_by_label(label).is_none() {
        assert!(begin.elapsed() < Duration::from_secs(20), "no {label}");
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.run();
}

/// Presses the button; what the window does about it.
fn press(harness: &mut Harness<'_, Stage<Leaving>>, label: &str) -> Vec<ViewportCommand> {
    harness.get_by_label(label).click();
    let mut said = Vec::new();
    for _ in 0..4 {
        harness.step();
        said.extend(commands(harness));
    }
    said
}

#[test]
fn an_idle_window_closes_without_a_word() {
    let mut harness = window(0, true);
    assert!(!close(&mut harness).contains(&ViewportCommand::CancelClose));
    assert!(!harness.state().state.is_open());
}

#[test]
fn runs_keep_the_window_and_go_on_in_the_background() {
    let mut harness = window(2, true);
    assert!(close(&mut harness).contains(&ViewportCommand::CancelClose));
    asked(&mut harness, t!("app-leaving-title", count = 2));
    harness.get_by_label(t!(STOP));
    assert!(harness.query_by_label(t!(MINIMISED)).is_none());
    assert!(press(&mut harness, t!(BACKGROUND)).contains(&ViewportCommand::Close));
    assert!(harness.state().state.keeps_running());
    assert!(harness.state().actions.is_empty(), "nothing is stopped");
    // The window that closes now closes.
    assert!(!close(&mut harness).contains(&ViewportCommand::CancelClose));
}

#[test]
fn without_a_place_for_a_status_item_the_window_is_minimised_and_says_so() {
    let mut harness = window(1, false);
    close(&mut harness);
    asked(&mut harness, t!("app-leaving-title", count = 1));
    harness.get_by_label_contains(t!("app-leaving-hint-minimised"));
    assert!(harness.query_by_label(t!(BACKGROUND)).is_none());
    let said = press(&mut harness, t!(MINIMISED));
    assert!(said.contains(&ViewportCommand::Minimized(true)));
    assert!(!harness.state().state.keeps_running());
    assert!(!harness.state().state.is_open());
}

#[test]
fn stopped_runs_close_the_window_when_their_pages_are_stored() {
    let mut harness = window(1, true);
    close(&mut harness);
    asked(&mut harness, t!(STOP));
    let said = press(&mut harness, t!(STOP));
    assert!(!said.contains(&ViewportCommand::Close), "not yet");
    assert_eq!(
        harness.state().actions,
        [Action::Send(Command::Run(RunCommand::FinishAll))]
    );
    harness.get_by_label_contains(t!("app-leaving-stopping"));
    harness.state_mut().world.live.clear();
    harness.step();
    assert!(commands(&harness).contains(&ViewportCommand::Close));
}

#[test]
fn cancelled_by_button_or_key_everything_stays() {
    let mut harness = window(1, true);
    for by_key in [false, true] {
        assert!(close(&mut harness).contains(&ViewportCommand::CancelClose));
        asked(&mut harness, t!("app-leaving-cancel"));
        match by_key {
            true => {
                harness.key_press(Key::Escape);
                harness.run();
            }
            false => assert!(
                !press(&mut harness, t!("app-leaving-cancel")).contains(&ViewportCommand::Close)
            ),
        }
        assert!(
            harness
                .query_by_label(t!("app-leaving-title", count = 1))
                .is_none()
        );
        assert!(!harness.state().state.is_open());
    }
    assert!(harness.state().actions.is_empty());
}

#[test]
fn enter_goes_on_in_the_background() {
    let mut harness = window(1, true);
    close(&mut harness);
    asked(&mut harness, t!(BACKGROUND));
    harness.key_press(Key::Enter);
    harness.step();
    harness.step();
    assert!(harness.state().state.keeps_running());
}

#[test]
fn a_waiting_scheduler_may_stay_where_there_is_a_place_for_it() {
    for has_place in [true, false] {
        let mut harness = window(0, has_place);
        harness.state_mut().world.scheduling = true;
        assert!(close(&mut harness).contains(&ViewportCommand::CancelClose));
        if has_place {
            asked(&mut harness, t!("app-leaving-title-tasks"));
            assert!(press(&mut harness, t!("app-leaving-close")).contains(&ViewportCommand::Close));
            continue;
        }
        let begin = Instant::now();
        while !commands(&harness).contains(&ViewportCommand::Close) {
            assert!(begin.elapsed() < Duration::from_secs(20));
            std::thread::sleep(Duration::from_millis(5));
            harness.step();
        }
        assert!(
            harness
                .query_by_label(t!("app-leaving-title-tasks"))
                .is_none()
        );
    }
}
