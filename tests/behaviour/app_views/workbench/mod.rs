//! The workbench's page: opening, pointing, picking, living without a picture.
//!
//! Below: making rules, the page, care, and the rule over kept pages.

pub(super) mod authoring;
pub(super) mod authoring_fields;
pub(super) mod authoring_steps;
pub(super) mod maintenance;
pub(super) mod page;
mod page_steps;
pub(super) mod page_ways;
mod refused;
pub(super) mod reread;

use std::sync::Arc;

use bowerbird::app::views::workbench::{Phase, Picture, WorkbenchState, workbench_ui};
use bowerbird::engine::types::{ElementBox, Layout, Message};
use bowerbird::engine::{Command, OpenedPage, PageCommand, PageTicket};
use eframe::egui::{self, Key, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::{Stage, made, stage};
use crate::texts::t;

fn draw(ui: &mut egui::Ui, stage: &mut Stage<WorkbenchState>) {
    workbench_ui(
        ui,
        &stage.look,
        &stage.world,
        &mut stage.state,
        &mut stage.actions,
    );
}

/// A page that was fetched; its picture is on the way.
fn opened() -> WorkbenchState {
    let mut state = WorkbenchState::default();
    state.open("127.0.0.1:1/list", 1.0, &mut Vec::new());
    state.opened(PageTicket(1), made::page());
    state
}

fn drawn() -> WorkbenchState {
    let mut state = opened();
    let element = |element, tag: &str, x, y, width, height| ElementBox {
        element,
        tag: tag.to_owned(),
        x,
        y,
        width,
        height,
    };
    let layout = Layout {
        width: 400,
        height: 3_000,
        tile_height: 500,
        boxes: vec![
            element(0, "html", 0.0, 0.0, 400.0, 3_000.0),
            element(5, "h2", 20.0, 20.0, 300.0, 40.0),
            element(7, "a", 20.0, 20.0, 120.0, 40.0),
        ],
        timing: bowerbird::io::preview::PreviewTiming::default(),
    };
    state.drawn(PageTicket(1), Arc::new(layout));
    state
}

fn show(state: WorkbenchState) -> Harness<'static, Stage<WorkbenchState>> {
    stage(made::world(), state, draw)
}

#[test]
fn an_address_is_opened_with_enter() {
    let mut harness = show(WorkbenchState::default());
    harness.get_by_label(t!("app-bench-address")).focus();
    harness.run();
    harness
        .get_by_label(t!("app-bench-address"))
        .type_text("127.0.0.1:1/list");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    let [
        Command::Page(PageCommand::Open {
            ticket, url, width, ..
        }),
    ] = harness.state().commands()[..]
    else {
        panic!("{:?}", harness.state().actions);
    };
    assert_eq!(
        (ticket.0, url.as_str(), *width),
        (1, "127.0.0.1:1/list", 1000)
    );
    assert_eq!(harness.state().state.page.phase, Phase::Fetching);
}

#[test]
fn the_visible_tiles_are_asked_for_once() {
    let mut harness = show(drawn());
    harness.run();
    let tiles: Vec<u32> = harness
        .state()
        .commands()
        .iter()
        .filter_map(|command| match command {
            Command::Page(PageCommand::PaintTile { number, .. }) => Some(*number),
            _ => None,
        })
        .collect();
    assert_eq!(
        tiles,
        [0, 1],
        "the strip in the window; the next one is painted ahead"
    );
}

#[test]
fn pointing_and_clicking_picks_the_smallest_box() {
    let mut harness = show(drawn());
    let canvas = harness
        .get_by_label(t!("app-bench-picture", title = "Reading Room 阅览室"))
        .rect()
        .min;
    let spot = pos2(canvas.x + 40.0, canvas.y + 30.0);
    harness.hover_at(spot);
    harness.run();
    assert_eq!(harness.state().state.page.pointing.element(), Some(7));
    harness.drag_at(spot);
    harness.drop_at(spot);
    harness.run();
    let pick = Command::Page(PageCommand::Pick {
        ticket: PageTicket(1),
        element: 7,
    });
    assert!(
        harness.state().commands().contains(&&pick),
        "{:?}",
        harness.state().actions
    );
}

#[test]
fn arrows_walk_over_the_boxes_and_enter_picks() {
    let mut harness = show(drawn());
    harness
        .get_by_label(t!("app-bench-picture", title = "Reading Room 阅览室"))
        .focus();
    harness.run();
    for key in [
        Key::ArrowRight,
        Key::ArrowRight,
        Key::ArrowRight,
        Key::ArrowUp,
    ] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(
        harness.state().state.page.pointing.element(),
        Some(5),
        "the box around the link"
    );
    harness.key_press(Key::Enter);
    harness.run();
    let pick = Command::Page(PageCommand::Pick {
        ticket: PageTicket(1),
        element: 5,
    });
    assert!(harness.state().commands().contains(&&pick));
}

#[test]
fn a_page_without_a_picture_shows_why_and_its_structure() {
    let mut state = opened();
    state.not_drawn(PageTicket(1), Message::new("app-error-open"));
    let mut harness = show(state);
    harness.get_by_label(t!("app-bench-no-picture"));
    harness.get_by_label_contains(t!("app-error-open"));
    harness.get_by_label("Article 1").click();
    harness.run();
    let pick = Command::Page(PageCommand::Pick {
        ticket: PageTicket(1),
        element: 7,
    });
    assert!(harness.state().commands().contains(&&pick));
}

#[test]
fn answers_about_an_older_page_are_left_aside() {
    let mut state = opened();
    state.open("http://127.0.0.1:1/2", 1.0, &mut Vec::new());
    state.failed(PageTicket(1), Message::new("app-error-open"));
    state.opened(PageTicket(1), made::page());
    assert_eq!(state.page.phase, Phase::Fetching);
    assert_eq!(state.page.picture, Picture::Waiting);
}

#[test]
fn a_saved_page_is_told_to_be_one() {
    let mut state = WorkbenchState::default();
    state.open("127.0.0.1:1/list", 1.0, &mut Vec::new());
    let page = OpenedPage {
        from_store: true,
        read_at: "2026-01-05T10:20:00Z".parse().ok(),
        file: Some("/pages/a page.html".into()),
        fetch_ms: 0,
        ..made::page()
    };
    state.opened(PageTicket(1), page);
    let mut harness = stage(made::world(), state, draw);
    harness.run();
    harness.get_by_label(t!("app-page-info")).click();
    harness.run();
    for name in [
        t!("app-page-file"),
        "/pages/a page.html",
        t!("app-page-kept-since"),
        t!("app-page-charset"),
    ] {
        harness.get_by_label(name);
    }
    // Nobody answered it, and nothing was waited for.
    for name in [t!("app-page-status"), t!("app-page-time-fetch")] {
        assert!(harness.query_by_label(name).is_none(), "{name}");
    }
}

#[test]
fn several_addresses_are_asked_about_instead_of_opened() {
    let mut harness = show(WorkbenchState::default());
    harness.get_by_label(t!("app-bench-address")).focus();
    harness.run();
    harness
        .get_by_label(t!("app-bench-address"))
        .type_text("http://a.example/1 http://a.example/2");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert!(harness.state().commands().is_empty());
    harness.get_by_label(t!("pasted-question", count = 2));
    harness.get_by_label(t!("look-close")).click();
    harness.run();
    assert!(harness.state().state.pasted.is_empty());
}
