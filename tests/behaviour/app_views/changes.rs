//! What changed, newest first, with the history of a record.

use bowerbird::app::action::Action;
use bowerbird::app::background::DataQuery;
use bowerbird::app::views::changes::{ChangesState, changes_ui};
use bowerbird::engine::types::{
    ChangeFilter, ChangeKind, Language, RecordFact, RecordId, RunId, SiteId,
};
use bowerbird::engine::{Command, SiteCommand, TextCommand};
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::{Stage, field, made, stage, stage_in};
use crate::texts::t;

fn fact(id: i64, kind: ChangeKind, title: &str, values: (&str, &str)) -> RecordFact {
    RecordFact {
        id,
        record: RecordId(id),
        title: title.to_owned(),
        url: format!("https://shop.example/#{id}"),
        site: SiteId(1),
        site_name: "Shop".to_owned(),
        run: Some(RunId(2)),
        at: made::at("2026-01-05T10:00:00Z"),
        kind,
        field: match kind {
            ChangeKind::Changed => "price".to_owned(),
            _ => String::new(),
        },
        before: values.0.to_owned(),
        after: values.1.to_owned(),
        unread: true,
    }
}

/// One change of each kind.
pub(super) fn some_facts() -> Vec<RecordFact> {
    vec![
        fact(4, ChangeKind::Changed, "Wheat flour", ("3.20", "3.10")),
        fact(3, ChangeKind::Back, "Rye flour", ("", "")),
        fact(2, ChangeKind::Gone, "Oats", ("", "")),
        fact(1, ChangeKind::New, "Maize", ("", "")),
    ]
}

fn asked(stage: &Stage<ChangesState>) -> Option<ChangeFilter> {
    stage.actions.iter().rev().find_map(|action| match action {
        Action::Query(DataQuery::Changes(filter, _)) => Some((**filter).clone()),
        _ => None,
    })
}

fn shown(language: Language, facts: Vec<RecordFact>) -> Harness<'static, Stage<ChangesState>> {
    let size = [1024.0, 700.0];
    let world = made::world();
    let mut harness = stage_in(language, size, world, ChangesState::default(), |ui, s| {
        changes_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    harness.run_ok();
    let filter = asked(harness.state()).expect("asked at once");
    let fields = vec!["price".to_owned()];
    harness.state_mut().state.came(&filter, facts, fields);
    harness.run_ok();
    harness
}

#[test]
fn changes_are_narrowed_and_an_empty_stream_says_how_to_watch() {
    let mut harness = stage(made::world(), ChangesState::default(), |ui, s| {
        changes_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    harness.run_ok();
    let filter = asked(harness.state()).expect("asked at once");
    assert_eq!(filter, ChangeFilter::default());
    let state = &mut harness.state_mut().state;
    state.came(&filter, Vec::new(), Vec::new());
    harness.run_ok();
    harness.get_by_label(t!("changes-empty"));

    field(&harness, t!("changes-words")).focus();
    harness.run_ok();
    field(&harness, t!("changes-words")).type_text("wheat");
    harness.run_ok();
    let filter = asked(harness.state()).expect("asked again");
    assert_eq!(filter.words, "wheat");
    let state = &mut harness.state_mut().state;
    state.came(&filter, Vec::new(), Vec::new());
    harness.run_ok();
    harness.get_by_label(t!("changes-none"));
}

#[test]
fn a_change_shows_its_values_its_difference_and_its_history() {
    let mut harness = shown(
        Language::English,
        vec![
            fact(2, ChangeKind::Changed, "Wheat flour", ("3.20", "3.10")),
            fact(1, ChangeKind::Gone, "Rye flour", ("", "")),
        ],
    );
    harness.get_by_label("−0.1 (−3.1%)");
    harness.get_by_label(t!("change-gone"));
    harness.get_by_label("Wheat flour").click();
    harness.run_ok();
    let history = |action: &Action| matches!(action, Action::Query(DataQuery::ChangesOf(record)) if *record == RecordId(2));
    assert!(harness.state().actions.iter().any(history));
    let earlier = fact(0, ChangeKind::Changed, "Wheat flour", ("3.40", "3.20"));
    let state = &mut harness.state_mut().state;
    let now = fact(2, ChangeKind::Changed, "Wheat flour", ("3.20", "3.10"));
    state.history_came(RecordId(2), vec![now, earlier]);
    harness.run_ok();
    harness.get_by_label(t!("changes-history", count = 2));
    harness.get_by_label("3.40 → 3.20");
    harness.get_by_label(t!("changes-chart", field = "price"));

    // The keyboard: R marks as read, Enter shows the record.
    harness.key_press_modifiers(Modifiers::NONE, Key::R);
    harness.run_ok();
    let read = Command::Texts(TextCommand::ChangesRead {
        facts: vec![2],
        read: true,
    });
    assert!(harness.state().commands().contains(&&read));
    harness.get_by_label(t!("changes-show-record")).click();
    harness.run_ok();
    let record = Action::ShowRecord {
        site: SiteId(1),
        title: "Wheat flour".to_owned(),
    };
    assert!(harness.state().actions.contains(&record));
}

#[test]
fn a_field_is_left_out_of_changes_from_the_menu_of_a_row() {
    let mut harness = shown(
        Language::English,
        vec![fact(
            2,
            ChangeKind::Changed,
            "Wheat flour",
            ("3.20", "3.10"),
        )],
    );
    harness.get_by_label("Wheat flour").click_secondary();
    harness.run_ok();
    harness
        .get_by_label(t!("changes-leave-out", field = "price"))
        .click();
    harness.run_ok();
    let commands = harness.state().commands();
    let updated = commands.iter().find_map(|command| match command {
        Command::Site(SiteCommand::Update { rule_toml, .. }) => Some(rule_toml.as_str()),
        _ => None,
    });
    assert!(updated.is_some_and(|rule| rule.contains("leave_out = [\"price\"]")));
    let left_out = Command::Texts(TextCommand::LeaveOut {
        site: SiteId(1),
        field: "price".to_owned(),
    });
    assert!(commands.contains(&&left_out));
}

#[test]
fn the_view_speaks_chinese() {
    let facts = vec![fact(2, ChangeKind::Back, "小麦粉", ("", ""))];
    let harness = shown(Language::Chinese, facts);
    harness.get_by_label(t!(Language::Chinese; "change-back"));
    harness.get_by_label("小麦粉");
}
