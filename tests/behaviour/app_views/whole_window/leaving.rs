//! The window is to close while runs go or something is not saved: what is asked, and what comes of
//! each answer.

use std::time::{Duration, Instant};

use bowerbird::app::action::Action;
use bowerbird::app::close_dialog::{CloseDialog, is_busy, leaving_ui};
use bowerbird::app::state::app_state::{AppState, LiveRun};
use bowerbird::engine::types::{Message, RunId, RunProgress, SiteId, Store};
use bowerbird::engine::{Command, RunCommand};
use eframe::egui::{Key, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::locked_proxies::{press as press_named, started};
use super::top_bar_and_rail::{Window, wait_for};
use crate::app_views::{Stage, field, made, stage};
use crate::engine::list_rule;
use crate::engine::support::bench::Bench;
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
fn window(runs: i64, has_place: bool) -> Harness<'static, Stage<CloseDialog>> {
    let mut world = made::world();
    world.scheduling = false;
    running(&mut world, runs);
    let leaving = CloseDialog::asking(move || has_place);
    stage(world, leaving, |ui, s| {
        let ctx = ui.ctx().clone();
        leaving_ui(&ctx, &s.look, &s.world, &[], &mut s.state, &mut s.actions);
    })
}

/// The same while the rule of a site is not saved.
fn unsaved_window(runs: i64, has_place: bool) -> Harness<'static, Stage<CloseDialog>> {
    let mut world = made::world();
    world.scheduling = false;
    running(&mut world, runs);
    let leaving = CloseDialog::asking(move || has_place);
    stage(world, leaving, |ui, s| {
        let ctx = ui.ctx().clone();
        let unsaved = [Message::new("app-leaving-rule").with("name", "Daily")];
        let (look, world) = (&s.look, &s.world);
        leaving_ui(&ctx, look, world, &unsaved, &mut s.state, &mut s.actions);
    })
}

/// A person closes the window; what the window does about it at once.
fn close(harness: &mut Harness<'_, Stage<CloseDialog>>) -> Vec<ViewportCommand> {
    let input = harness.input_mut();
    let viewport = input.viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    harness.step();
    let said = commands(harness);
    let viewport = harness.input_mut().viewports.get_mut(&ViewportId::ROOT);
    viewport.expect("the window").events.clear();
    said
}

fn commands(harness: &Harness<'_, Stage<CloseDialog>>) -> Vec<ViewportCommand> {
    let viewports = harness.output().viewport_output.values();
    viewports.flat_map(|v| v.commands.clone()).collect()
}

/// Waits until the question is there.
fn asked(harness: &mut Harness<'_, Stage<CloseDialog>>, label: &str) {
    let begin = Instant::now();
    while harness.query_by_label(label).is_none() {
        assert!(begin.elapsed() < Duration::from_secs(20), "no {label}");
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.run();
}

/// Presses the button; what the window does about it.
fn press(harness: &mut Harness<'_, Stage<CloseDialog>>, label: &str) -> Vec<ViewportCommand> {
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
fn a_waiting_scheduler_is_asked_about_with_and_without_a_place_for_it() {
    for has_place in [true, false] {
        let mut harness = window(0, has_place);
        harness.state_mut().world.scheduling = true;
        assert!(close(&mut harness).contains(&ViewportCommand::CancelClose));
        asked(&mut harness, t!("app-leaving-title-tasks"));
        let go_on = match has_place {
            true => t!(BACKGROUND),
            false => t!(MINIMISED),
        };
        harness.get_by_label(go_on);
        assert!(press(&mut harness, t!("app-leaving-close")).contains(&ViewportCommand::Close));
    }
}

#[test]
fn what_is_not_saved_is_named_and_kept_unless_the_person_gives_it_up() {
    let mut harness = unsaved_window(0, false);
    assert!(close(&mut harness).contains(&ViewportCommand::CancelClose));
    asked(&mut harness, t!("app-leaving-title-unsaved"));
    harness.get_by_label_contains(t!("app-leaving-rule", name = "Daily"));
    assert!(
        harness.query_by_label(t!(MINIMISED)).is_none(),
        "nothing goes on"
    );
    // Enter takes the first button, which loses nothing.
    harness.key_press(Key::Enter);
    harness.run();
    assert!(!harness.state().state.is_open());

    assert!(close(&mut harness).contains(&ViewportCommand::CancelClose));
    asked(&mut harness, t!("app-leaving-close-unsaved"));
    let said = press(&mut harness, t!("app-leaving-close-unsaved"));
    assert!(said.contains(&ViewportCommand::Close));
}

#[test]
fn one_question_names_runs_and_what_is_not_saved() {
    let mut harness = unsaved_window(1, true);
    close(&mut harness);
    asked(&mut harness, t!("app-leaving-title", count = 1));
    harness.get_by_label_contains(t!("app-leaving-rule", name = "Daily"));
    harness.get_by_label(t!(STOP));
    press(&mut harness, t!(BACKGROUND));
    assert!(harness.state().state.keeps_running());
}

/// A person closes the whole window.
fn close_whole(window: &mut Window) {
    let input = window.input_mut();
    let viewport = input.viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    window.step();
    let viewport = window.input_mut().viewports.get_mut(&ViewportId::ROOT);
    viewport.expect("the window").events.clear();
}

#[test]
fn an_unsaved_rule_is_asked_about_before_the_window_or_the_project_closes() {
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench::on(Store::create(&folder.path().join("press.bower")).unwrap());
    let rule = list_rule("https://paper.example/", "delay = '0s'");
    bench.add(&rule.replace("\"Test\"", "\"Paper\""));
    drop(bench);
    let mut window = started(folder.path(), t!("app-view-sites"));
    wait_for(&mut window, "Paper");
    window.run_ok();
    window.get_by_label("Paper").click();
    window.run_ok();
    press_named(&mut window, t!("app-sites-edit"));
    field(&window, t!("app-form-name")).focus();
    window.run_ok();
    field(&window, t!("app-form-name")).type_text("Changed ");
    window.run_ok();
    press_named(&mut window, t!("app-editor-back"));
    wait_for(&mut window, t!("app-sites-draft", name = "Paper"));

    close_whole(&mut window);
    wait_for(&mut window, t!("app-leaving-title-unsaved"));
    wait_for(&mut window, t!("app-leaving-rule", name = "Paper"));
    press_named(&mut window, t!("app-leaving-keep-editing"));
    wait_for(&mut window, t!("app-sites-draft", name = "Paper"));

    press_named(&mut window, t!("app-view-settings"));
    press_named(&mut window, t!("app-settings-close-project"));
    wait_for(&mut window, t!("app-leaving-title-unsaved"));
    assert!(window.state().has_project());
    press_named(&mut window, t!("app-leaving-close-unsaved"));
    wait_for(&mut window, t!("app-start-sample"));
    assert!(!window.state().has_project());
}

#[test]
fn runs_in_the_sample_project_are_asked_about_and_its_tasks_are_not() {
    let mut world = made::world();
    world.scheduling = true;
    assert!(is_busy(&world, false), "a task waits");
    assert!(!is_busy(&world, true));
    running(&mut world, 1);
    assert!(is_busy(&world, true));
}

#[test]
fn another_project_is_opened_only_when_the_person_agrees_that_runs_stop() {
    let mut harness = window(1, true);
    let open = Action::OpenSampleProject;
    harness.state_mut().state.ask_before(open.clone());
    asked(&mut harness, t!("app-leaving-title-project"));
    harness.get_by_label(t!("app-leaving-hint-project"));
    assert!(harness.query_by_label(t!(BACKGROUND)).is_none());
    press(&mut harness, t!("app-leaving-keep-project"));
    assert!(!harness.state().state.is_open());
    assert!(harness.state().actions.is_empty());
    harness.state_mut().state.ask_before(open.clone());
    asked(&mut harness, t!("app-leaving-title-project"));
    press(&mut harness, t!("app-leaving-close-project"));
    assert_eq!(harness.state().actions, [open]);
    assert!(harness.state_mut().state.take_agreed());
}
