//! The workbench: opening, picking, selectors, building a rule, trying it, living without a picture.

use std::sync::Arc;

use bowerbird::app::views::workbench::{Phase, Picture, Tried, WorkbenchState, workbench_ui};
use bowerbird::engine::types::{ElementBox, Layout, Message, Selected, SelectorKind, Take};
use bowerbird::engine::{Command, PageTicket, SelectionResult, SelectorDraft};
use eframe::egui::{self, Key, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::{Stage, made, stage};

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
    harness.get_by_label("Page address").focus();
    harness.run();
    harness
        .get_by_label("Page address")
        .type_text("127.0.0.1:1/list");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    let [
        Command::OpenPage {
            ticket, url, width, ..
        },
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
            Command::PaintTile { number, .. } => Some(*number),
            _ => None,
        })
        .collect();
    assert_eq!(
        tiles,
        [0, 1, 2],
        "a window of 900 px shows two strips of 500 px; the next one is painted ahead"
    );
}

#[test]
fn pointing_and_clicking_picks_the_smallest_box() {
    let mut harness = show(drawn());
    let canvas = harness
        .get_by_label("Picture of the page Reading Room 阅览室")
        .rect()
        .min;
    let spot = pos2(canvas.x + 40.0, canvas.y + 30.0);
    harness.hover_at(spot);
    harness.run();
    assert_eq!(harness.state().state.page.pointing.element(), Some(7));
    harness.drag_at(spot);
    harness.drop_at(spot);
    harness.run();
    let pick = Command::Pick {
        ticket: PageTicket(1),
        element: 7,
    };
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
        .get_by_label("Picture of the page Reading Room 阅览室")
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
    let pick = Command::Pick {
        ticket: PageTicket(1),
        element: 5,
    };
    assert!(harness.state().commands().contains(&&pick));
}

#[test]
fn a_picked_link_becomes_the_list_link_with_its_likes() {
    let mut state = drawn();
    let mut asked = Vec::new();
    state.picked(PageTicket(1), made::picked(), &mut asked);
    let expected = SelectorDraft {
        kind: SelectorKind::Css,
        source: "h2:nth-of-type(1) a".to_owned(),
        take: Take::Text,
    };
    assert!(matches!(
        &asked[..],
        [bowerbird::app::action::Action::Send(Command::Select { selector, .. })] if *selector == expected
    ));
    let mut harness = show(state);
    harness.get_by_label("Show matches of XPath");
    harness.get_by_label("href");
    harness.get_by_label("Use as list link").click();
    harness.run();
    let rule = harness.state().state.rule.as_ref().expect("a rule");
    let link = &rule.file.list.as_ref().expect("a list").link;
    assert_eq!(link.css.as_deref(), Some("h2 a"));
    assert!(rule.text.contains("h2 a"), "{}", rule.text);
}

#[test]
fn a_field_gets_a_name_and_its_selector() {
    let mut state = drawn();
    state.picked(PageTicket(1), made::picked(), &mut Vec::new());
    let mut harness = show(state);
    harness.get_by_label("Use as field …").click();
    harness.run();
    harness.get_by_label("Add field").click();
    harness.run();
    let rule = harness.state().state.rule.as_ref().expect("a rule");
    let field = rule
        .file
        .fields
        .iter()
        .find(|field| field.name == "title")
        .expect("the field");
    assert_eq!(field.select[0].css.as_deref(), Some("h2:nth-of-type(1) a"));
    assert!(
        harness.state().state.draft.field.is_some(),
        "its colour is shown on the page"
    );
    harness.get_by_label("Try").click();
    harness.run();
    assert!(matches!(
        harness.state().commands().last(),
        Some(Command::TryRule { .. })
    ));
}

#[test]
fn a_typed_selector_counts_its_matches_and_says_what_is_wrong() {
    let mut harness = show(drawn());
    harness.get_by_label("Selector").focus();
    harness.run();
    harness.get_by_label("Selector").type_text("h2 a");
    harness.run();
    assert!(matches!(
        harness.state().commands().last(),
        Some(Command::Select { .. })
    ));
    let result = |error| SelectionResult {
        source: "h2 a".to_owned(),
        matches: vec![Selected {
            element: Some(7),
            value: "Article 1".to_owned(),
        }],
        count: 10,
        error,
    };
    harness
        .state_mut()
        .state
        .selected(PageTicket(1), result(None));
    harness.run();
    harness.get_by_label("Matches: 10");
    let fault = Some((Some(3), Message::new("app-tasks-bad-time")));
    harness
        .state_mut()
        .state
        .selected(PageTicket(1), result(fault));
    harness.run();
    harness.get_by_label_contains("(at character 4)");
    assert!(harness.query_by_label("Matches: 10").is_none());
}

#[test]
fn a_page_without_a_picture_shows_why_and_its_structure() {
    let mut state = opened();
    state.not_drawn(PageTicket(1), Message::new("app-error-open"));
    let mut harness = show(state);
    harness.get_by_label("No picture of this page; its structure instead.");
    harness.get_by_label_contains("ran out of threads");
    harness.get_by_label("Article 1").click();
    harness.run();
    let pick = Command::Pick {
        ticket: PageTicket(1),
        element: 7,
    };
    assert!(harness.state().commands().contains(&&pick));
}

#[test]
fn another_page_begins_without_the_selector_of_the_last() {
    let mut state = opened();
    let mut actions = Vec::new();
    let here = made::page().url;
    state.picked(state.page.ticket, made::picked(), &mut actions);
    state.open(&here, 1.0, &mut actions);
    assert!(!state.draft.source.is_empty(), "the same page again");
    state.opened(state.page.ticket, made::page());
    state.open("http://127.0.0.1:1/other", 1.0, &mut actions);
    assert!(state.draft.source.is_empty() && state.picked.is_none());
}

#[test]
fn the_rule_is_tall_enough_once_there_is_one() {
    let mut harness = show(opened());
    harness.run();
    harness.state_mut().state.rule_or_new();
    harness.run();
    let top = harness.get_by_label("Save as site").rect().top();
    assert!(900.0 - top > 200.0, "the rule begins at {top}");
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
fn what_the_rule_finds_stands_below_the_page() {
    let mut state = drawn();
    let tried = Tried {
        items: vec![("http://127.0.0.1:1/1".to_owned(), Vec::new())],
        records: vec![made::record(1).record],
        ..Tried::default()
    };
    state.tried(PageTicket(1), tried);
    let mut harness = show(state);
    harness.get_by_label("http://127.0.0.1:1/1");
    harness.get_by_label("Records: 1").click();
    harness.run();
    harness.get_by_label("Article 1 文章");
}
