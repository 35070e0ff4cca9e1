//! Merging the ticked records and moving them to another site, in the window.

use bowerbird::app::views::results::ResultsState;
use bowerbird::engine::types::{RecordFilter, RecordId, SiteId, StoredRecord};
use bowerbird::engine::{Command, TextCommand};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::loader::{LoadedRecords, draw};
use crate::app_views::{Stage, made, stage};
use crate::texts::t;

type Results = Harness<'static, Stage<ResultsState>>;

/// Four records.
struct FourRecords;

impl LoadedRecords for FourRecords {
    fn page(_filter: &RecordFilter, _page: u64) -> Vec<StoredRecord> {
        (0..4).map(made::record).collect()
    }

    fn count(_filter: &RecordFilter) -> u64 {
        4
    }
}

fn show() -> Results {
    let mut harness = stage(made::world(), ResultsState::default(), draw::<FourRecords>);
    let mut actions = Vec::new();
    harness.state_mut().state.ask(&mut actions);
    harness.state_mut().actions.extend(actions);
    harness.run();
    harness
}

fn tick(harness: &mut Results, row: u64) {
    let title = format!("Article {row} 文章");
    let name = t!("app-results-choose", title = title.as_str());
    harness.get_by_label(name).click();
    harness.run();
}

fn choose(harness: &mut Results, entry: &str) {
    let view = t!("app-view-results");
    harness
        .get_by_label(t!("app-more-of", subject = view))
        .click();
    harness.run();
    harness.get_by_label(entry).click();
    harness.run();
}

fn last(harness: &Results) -> Option<TextCommand> {
    let commands = harness.state().commands();
    let mut orders = commands.into_iter().filter_map(|command| match command {
        Command::Texts(order @ (TextCommand::Merge { .. } | TextCommand::Move { .. })) => {
            Some(order.clone())
        }
        _ => None,
    });
    orders.next_back()
}

#[test]
fn ticked_records_are_merged_into_the_first_with_the_chosen_values() {
    let mut harness = show();
    tick(&mut harness, 1);
    let view = t!("app-view-results");
    harness
        .get_by_label(t!("app-more-of", subject = view))
        .click();
    harness.run();
    let merge = harness.get_by_label(t!("app-merge-open"));
    assert!(merge.accesskit_node().is_disabled(), "one is not enough");
    harness.key_press(eframe::egui::Key::Escape);
    harness.run();
    tick(&mut harness, 2);
    choose(&mut harness, t!("app-merge-open"));
    harness.get_by_label(t!("app-merge-title", count = 2));
    harness.get_by_label(t!("app-merge-do")).click();
    harness.run();
    let Some(TextCommand::Merge { kept, others, .. }) = last(&harness) else {
        panic!("{:?}", harness.state().commands());
    };
    assert_eq!((kept, others), (RecordId(1), vec![RecordId(2)]));
    assert!(harness.state().state.arranging.is_none());
}

#[test]
fn ticked_records_are_moved_to_a_site_that_is_chosen() {
    let mut harness = show();
    tick(&mut harness, 3);
    choose(&mut harness, t!("app-move-open"));
    let go = harness.get_by_label(t!("app-move-do"));
    assert!(go.accesskit_node().is_disabled(), "no site is chosen");
    harness.get_by_label(t!("app-move-to")).click();
    harness.run();
    let site = harness
        .state()
        .world
        .site(SiteId(2))
        .expect("a site")
        .name
        .clone();
    harness
        .get_all_by_label(&site)
        .last()
        .expect("in the list")
        .click();
    harness.run();
    harness.get_by_label(t!("app-move-do")).click();
    harness.run();
    let moved = TextCommand::Move {
        records: vec![RecordId(3)],
        to: SiteId(2),
    };
    assert_eq!(last(&harness), Some(moved));
}
