//! Selecting many records: all of them, and rows from one to another.

use bowerbird::app::action::Action;
use bowerbird::app::background::DataQuery;
use bowerbird::app::views::results::ResultsState;
use bowerbird::engine::types::{RecordFilter, StoredRecord};
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::loader::{LoadedRecords, draw};
use crate::app_views::{Stage, made, stage};
use crate::texts::t;

type Results = Harness<'static, Stage<ResultsState>>;

const COUNT: u64 = 12;

/// A dozen records.
struct DozenRecords;

impl LoadedRecords for DozenRecords {
    fn page(_filter: &RecordFilter, _page: u64) -> Vec<StoredRecord> {
        (0..COUNT).map(made::record).collect()
    }

    fn count(_filter: &RecordFilter) -> u64 {
        COUNT
    }
}

fn show() -> Results {
    let state = ResultsState::default();
    let mut harness = stage(made::world(), state, draw::<DozenRecords>);
    let mut actions = Vec::new();
    harness.state_mut().state.ask(&mut actions);
    harness.state_mut().actions.extend(actions);
    harness.run();
    harness
}

/// The numbers of the selected records.
fn chosen(harness: &Results) -> Vec<i64> {
    let chosen = harness.state().state.chosen.keys();
    chosen.map(|id| id.0).collect()
}

fn title(row: u64) -> String {
    format!("Article {row} 文章")
}

#[test]
fn the_box_in_the_header_and_ctrl_a_select_all_records() {
    let all: Vec<i64> = (0..12).collect();
    let mut harness = show();
    let head = t!("app-results-choose-all");
    harness.get_by_label(head).click();
    harness.run();
    assert_eq!(chosen(&harness), all);
    harness.get_by_label(head).click();
    harness.run();
    assert!(chosen(&harness).is_empty());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run();
    assert_eq!(chosen(&harness), all);
    harness.get_by_label(t!("app-results-chosen", count = COUNT));
}

#[test]
fn shift_selects_the_rows_from_the_last_one() {
    let mut harness = show();
    let name = |row: u64| title(row);
    harness
        .get_by_label(t!("app-results-choose", title = name(2).as_str()))
        .click();
    harness.run();
    harness
        .get_by_label(t!("app-results-choose", title = name(5).as_str()))
        .click_modifiers(Modifiers::SHIFT);
    harness.run();
    assert_eq!(chosen(&harness), [2, 3, 4, 5]);

    let mut harness = show();
    harness.get_by_label(&title(7)).click();
    harness.run();
    let fourth = title(4);
    let cell = harness.query_all_by_label(&fourth).next();
    cell.unwrap().click_modifiers(Modifiers::SHIFT);
    harness.run();
    assert_eq!(chosen(&harness), [4, 5, 6, 7]);
    assert_eq!(harness.state().state.table.selected, Some(7), "still open");
}

#[test]
fn a_menu_opens_no_record() {
    let mut harness = show();
    harness.get_by_label(&title(3)).click_secondary();
    harness.run();
    harness.get_by_label(t!("app-results-copy-url"));
    assert_eq!(harness.state().state.table.selected, None);
    assert!(harness.state().commands().is_empty(), "nothing is read");
}

#[test]
fn only_records_of_the_shown_filter_are_selected() {
    let mut harness = show();
    let records = (0..COUNT).map(made::record).collect();
    let other = RecordFilter {
        search: Some("harbour".to_owned()),
        ..RecordFilter::default()
    };
    harness.state_mut().state.choose(&other, records);
    assert!(chosen(&harness).is_empty(), "the filter has changed since");
    harness.get_by_label(t!("app-pools-tick-all")).click();
    harness.run();
    let asked = harness.state().actions.iter();
    let mut asked = asked.filter(|a| matches!(a, Action::Query(DataQuery::Choose { .. })));
    assert!(asked.next().is_none(), "answered");
    assert_eq!(chosen(&harness).len(), 12);
}
