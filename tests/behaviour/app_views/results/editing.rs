//! Values written by hand: the form of a record, the marks, and what the page says anew.

use bowerbird::app::views::results::ResultsState;
use bowerbird::engine::types::{HandValue, RecordFilter, RecordId, StoredRecord, Value, ValueEdit};
use bowerbird::engine::{Command, TextCommand};
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::loader::{LoadedRecords, draw};
use crate::app_views::{Stage, field, made, stage};
use crate::texts::{fixed_part, t};

type Results = Harness<'static, Stage<ResultsState>>;

fn one(text: &str) -> Value {
    Value::One(text.to_owned())
}

/// Three records; somebody wrote the author of the last one, and its page says another one now.
struct ThreeRecords;

impl LoadedRecords for ThreeRecords {
    fn page(_filter: &RecordFilter, _page: u64) -> Vec<StoredRecord> {
        (0..3)
            .map(|number| {
                let mut stored = made::record(number);
                stored.record.set_value("price", Some(one("3")));
                if number == 2 {
                    stored.record.author = "Ann".to_owned();
                    stored.marks.by_hand = vec![HandValue {
                        field: "author".to_owned(),
                        value: one("Ann"),
                        page: Some(one("Bob")),
                        known: None,
                        edited_at: made::at("2026-02-03T10:00:00Z"),
                    }];
                }
                stored
            })
            .collect()
    }

    fn count(_filter: &RecordFilter) -> u64 {
        3
    }
}

/// The results with a row selected.
fn show(row: usize) -> Results {
    let mut harness = stage(made::world(), ResultsState::default(), draw::<ThreeRecords>);
    let mut actions = Vec::new();
    harness.state_mut().state.ask(&mut actions);
    harness.state_mut().actions.extend(actions);
    harness.run();
    harness.state_mut().state.table.select(row);
    harness.run();
    harness
}

fn orders(harness: &Results) -> Vec<TextCommand> {
    let commands = harness.state().commands();
    let orders = commands.into_iter().filter_map(|command| match command {
        Command::Texts(order @ (TextCommand::Edit(_) | TextCommand::KeepValue { .. })) => {
            Some(order.clone())
        }
        _ => None,
    });
    orders.collect()
}

#[test]
fn f2_opens_the_form_and_only_what_was_changed_is_written() {
    let mut harness = show(1);
    harness.key_press(Key::F2);
    harness.run();
    let price = field(&harness, "price");
    price.focus();
    harness.run();
    field(&harness, "price").type_text("0");
    harness.run();
    harness.get_by_label(t!("app-record-save")).click();
    harness.run();
    let edit = ValueEdit {
        record: RecordId(1),
        field: "price".to_owned(),
        value: Some(one("30")),
    };
    assert_eq!(orders(&harness), [TextCommand::Edit(vec![edit])]);
    assert!(harness.query_by_label(t!("app-record-save")).is_none());
    harness.get_by_label(t!("app-record-edit")).click();
    harness.run();
    harness.key_press(Key::Escape);
    harness.run();
    assert!(harness.query_by_label(t!("app-record-save")).is_none());
    assert_eq!(orders(&harness).len(), 1, "no value differs");
}

#[test]
fn a_date_is_stored_as_one_or_the_form_stays_with_what_was_typed() {
    let mut harness = show(1);
    harness.key_press(Key::F2);
    harness.run();
    let date = t!("app-column-date");
    let typed = |harness: &mut Results, text: &str| {
        field(harness, date).focus();
        harness.run();
        harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        field(harness, date).type_text(text);
        harness.run();
        harness.get_by_label(t!("app-record-save")).click();
        harness.run();
    };
    typed(&mut harness, "some day");
    harness.get_by_label_contains(fixed_part("record-no-date"));
    assert_eq!(orders(&harness), []);
    typed(&mut harness, "24 Nov 2026");
    let edit = ValueEdit {
        record: RecordId(1),
        field: "date".to_owned(),
        value: Some(one("2026-11-24")),
    };
    assert_eq!(orders(&harness), [TextCommand::Edit(vec![edit])]);
}

#[test]
fn what_the_page_says_anew_is_taken_over_or_left() {
    let mut harness = show(2);
    harness.get_by_label_contains(fixed_part("app-record-news"));
    harness.get_by_label(t!("app-record-keep-mine")).click();
    harness.run();
    harness.get_by_label(t!("app-record-take-over")).click();
    harness.run();
    let (record, author) = (RecordId(2), "author".to_owned());
    let kept = TextCommand::KeepValue {
        record,
        field: author.clone(),
    };
    let taken = TextCommand::Edit(vec![ValueEdit {
        record,
        field: author,
        value: None,
    }]);
    assert_eq!(orders(&harness), [kept, taken]);
}
