//! Deleting records and restoring them: by key, by menu, and the list of those that are deleted.

use bowerbird::app::views::results::ResultsState;
use bowerbird::engine::types::{RecordFilter, RecordId, StoredRecord};
use bowerbird::engine::{Command, TextCommand};
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::loader::{LoadedRecords, draw};
use crate::app_views::{Stage, made, stage};
use crate::texts::t;

type Results = Harness<'static, Stage<ResultsState>>;

/// Nine records, of which the last two are deleted.
struct NineRecords;

impl LoadedRecords for NineRecords {
    fn page(filter: &RecordFilter, _page: u64) -> Vec<StoredRecord> {
        match filter.only.deleted {
            false => (0..7).map(made::record).collect(),
            true => (7..9)
                .map(|number| {
                    let mut stored = made::record(number);
                    stored.marks.deleted_at = Some(made::at("2026-03-04T10:00:00Z"));
                    stored
                })
                .collect(),
        }
    }

    fn count(filter: &RecordFilter) -> u64 {
        Self::page(filter, 0).len() as u64
    }
}

fn show() -> Results {
    let mut state = ResultsState::default();
    state.beside.deleted = 2;
    let mut harness = stage(made::world(), state, draw::<NineRecords>);
    let mut actions = Vec::new();
    harness.state_mut().state.ask(&mut actions);
    harness.state_mut().actions.extend(actions);
    harness.run();
    harness
}

fn orders(harness: &Results) -> Vec<TextCommand> {
    let commands = harness.state().commands();
    let orders = commands.into_iter().filter_map(|command| match command {
        Command::Texts(order @ (TextCommand::Delete(_) | TextCommand::Restore(_))) => {
            Some(order.clone())
        }
        _ => None,
    });
    orders.collect()
}

fn ids(numbers: &[i64]) -> Vec<RecordId> {
    numbers.iter().copied().map(RecordId).collect()
}

fn tick(harness: &mut Results, row: u64) {
    let title = format!("Article {row} 文章");
    harness
        .get_by_label(t!("app-results-choose", title = title.as_str()))
        .click();
    harness.run();
}

#[test]
fn the_delete_key_deletes_the_selected_records_else_the_open_one() {
    let mut harness = show();
    harness.key_press(Key::Delete);
    harness.run();
    assert!(orders(&harness).is_empty());
    tick(&mut harness, 1);
    tick(&mut harness, 4);
    harness.key_press_modifiers(Modifiers::NONE, Key::Delete);
    harness.run();
    assert_eq!(orders(&harness), [TextCommand::Delete(ids(&[1, 4]))]);
    assert!(harness.state().state.chosen.is_empty());
    harness.state_mut().state.table.select(3);
    harness.run();
    harness.key_press(Key::Delete);
    harness.run();
    let last = orders(&harness).pop();
    assert_eq!(last, Some(TextCommand::Delete(ids(&[3]))));
}

#[test]
fn deleted_records_are_listed_apart_and_can_be_restored() {
    let mut harness = show();
    harness
        .get_by_label(t!("app-results-deleted", count = "2"))
        .click();
    harness.run();
    assert!(harness.state().state.filter().only.deleted);
    // Other filters are not for them.
    assert!(harness.query_by_label(t!("app-results-fold")).is_none());
    tick(&mut harness, 7);
    harness.key_press(Key::Delete);
    harness.run();
    assert!(orders(&harness).is_empty(), "they are deleted already");
    let restore = harness.get_by_label(t!("app-results-restore"));
    assert!(!restore.accesskit_node().is_disabled());
    restore.click();
    harness.run();
    assert_eq!(orders(&harness), [TextCommand::Restore(ids(&[7]))]);
    harness
        .get_by_label(t!("app-results-deleted", count = "2"))
        .click();
    harness.run();
    assert!(!harness.state().state.filter().only.deleted);
    harness.get_by_label(t!("app-results-fold"));
}
