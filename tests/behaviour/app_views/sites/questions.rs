//! What a site asks of a person while its run waits: said and offered where the site is shown, and in
//! the monitor; the window's end is in the person's hands.

use std::time::Duration;

use bowerbird::app::state::app_state::{AppState, LiveRun};
use bowerbird::app::views::monitor::{MonitorState, monitor_ui};
use bowerbird::app::views::sites::{Part, SitesState, sites_ui};
use bowerbird::engine::types::{
    Message, PageState, RunId, RunProgress, SiteId, SiteQuestion, SiteSupervisionCommand,
};
use bowerbird::engine::{AccountCommand, Command, SiteCommand};
use eframe::egui;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::app_views::sites::further;
use crate::app_views::{Stage, made, stage};
use crate::texts::{fixed_part, t};

const SITE: SiteId = SiteId(2);

fn draw(ui: &mut egui::Ui, stage: &mut Stage<SitesState>) {
    let Stage {
        look,
        world,
        state,
        actions,
        ..
    } = stage;
    sites_ui(ui, look, world, state, actions);
}

fn draw_monitor(ui: &mut egui::Ui, stage: &mut Stage<MonitorState>) {
    let Stage {
        look,
        world,
        state,
        actions,
        ..
    } = stage;
    monitor_ui(ui, look, world, state, actions);
}

/// A world in which the run of the second site waits for a person.
fn waiting(is_shown: bool) -> AppState {
    let mut world = made::world();
    let site = &mut world.sites.as_mut().expect("sites")[1];
    let status = site.status.as_mut().expect("a status");
    status.state = PageState::Challenge;
    let question = SiteQuestion {
        url: "http://127.0.0.1:1/p3".to_owned(),
        state: PageState::Challenge,
        since: made::at("2026-01-05T10:02:00Z"),
        until: made::at("2036-01-05T10:32:00Z"),
        is_shown,
    };
    let progress = RunProgress {
        waiting: Some(Message::new("engine-waiting-question").with("left", 29)),
        next_at: Some(question.until),
        question: Some(question),
        ..RunProgress::default()
    };
    let live = LiveRun {
        run: RunId(9),
        resumed: false,
        progress,
        stopping: false,
        gap: Duration::ZERO,
    };
    world.live.insert(SITE, live);
    world
}

fn shown() -> SitesState {
    let mut state = SitesState {
        part: Part::Now,
        ..SitesState::default()
    };
    state.table.select(1);
    state
}

fn order(order: SiteSupervisionCommand) -> Command {
    Command::Site(SiteCommand::Supervise { site: SITE, order })
}

#[test]
fn a_run_that_waits_offers_the_question_and_a_new_try() {
    let mut sites = stage(waiting(false), shown(), draw);
    sites.run();
    sites.get_by_label_contains(fixed_part("engine-waiting-question"));
    sites.get_by_label(t!("sites-act-answer")).click();
    sites.run();
    // The site may let it in without an answer by now.
    further(&mut sites, "每日新闻");
    let retry = sites.get_by_label(t!("sites-act-retry"));
    assert!(!retry.accesskit_node().is_disabled());
    retry.click();
    sites.run();
    assert_eq!(
        sites.state().commands(),
        [
            &order(SiteSupervisionCommand::Answer),
            &order(SiteSupervisionCommand::RetryNow)
        ]
    );
}

#[test]
fn an_open_window_is_ended_with_or_without_what_it_holds() {
    let mut sites = stage(waiting(true), shown(), draw);
    sites.run();
    sites.get_by_label(t!("sites-question-open", host = "127.0.0.1"));
    sites.get_by_label(t!("sites-question-cancel")).click();
    sites.run();
    sites.get_by_label(t!("sites-question-done")).click();
    sites.run();
    assert_eq!(
        sites.state().commands(),
        [
            &Command::Accounts(AccountCommand::CloseLoginWindow),
            &Command::Accounts(AccountCommand::TakeLoginCookies)
        ]
    );
}

#[test]
fn the_monitor_lists_it_among_what_needs_a_person() {
    let mut monitor = stage(waiting(false), MonitorState::default(), draw_monitor);
    monitor.run();
    monitor.get_by_label(t!("sites-act-answer")).click();
    monitor.run();
    assert_eq!(
        monitor.state().commands(),
        [&order(SiteSupervisionCommand::Answer)]
    );
}
