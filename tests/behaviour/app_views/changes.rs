//! What changed, newest first, with the history of a record.

use bowerbird::app::action::{Action, PathPurpose};
use bowerbird::app::background::DataQuery;
use bowerbird::app::dialogs::path_question::{PathAnswer, PathQuestion, path_ui};
use bowerbird::app::views::changes::{ChangesState, changes_ui};
use bowerbird::engine::types::{
    ChangeFilter, ChangeKind, ChangesFormat, Language, Message, RecordFact, RecordId,
    RecordVersion, RunId, SiteId, StoredRecord, Value,
};
use bowerbird::engine::{Command, PagesOfVersions, SiteCommand, TextCommand, VersionPage};
use bowerbird::logic::messages::english;
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

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

#[test]
fn changes_are_narrowed_by_a_tag_and_an_unread_one_says_so() {
    let mut world = made::world();
    world.tags = vec![("market".to_owned(), SiteId(1), false)];
    let mut harness = stage(world, ChangesState::default(), |ui, s| {
        changes_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    harness.run_ok();
    let filter = asked(harness.state()).expect("asked at once");
    let facts = vec![fact(2, ChangeKind::Gone, "Oats", ("", ""))];
    harness.state_mut().state.came(&filter, facts, Vec::new());
    harness.run_ok();
    harness.get_by_label(t!("changes-unread"));
    let choice = harness
        .get_all_by_label(t!("changes-tag"))
        .find(|node| node.accesskit_node().role() == eframe::egui::accesskit::Role::ComboBox);
    choice.expect("the choice of a tag").click();
    harness.run_ok();
    harness.get_by_label("market").click();
    harness.run_ok();
    let filter = asked(harness.state()).expect("asked again");
    assert_eq!(filter.tag.as_deref(), Some("market"));
}

/// The record of the change of a price, and what it was before.
fn versions() -> (StoredRecord, Vec<RecordVersion>) {
    let text = |price: &str| {
        let lines = (0..12).map(|line| format!("Line {line} of the conditions.\n"));
        format!("{}The price is {price} today.", lines.collect::<String>())
    };
    let mut stored = made::record(2);
    stored.fetched_at = made::at("2026-01-05T10:00:00Z");
    let version = |number: u32, price: &str, from: &str, until: &str, colours: &[&str]| {
        let mut record = stored.record.clone();
        record.text = text(price);
        let colours = colours.iter().map(|one| (*one).to_owned()).collect();
        record.fields = vec![
            ("price".to_owned(), Value::One(price.to_owned())),
            ("colours".to_owned(), Value::Many(colours)),
        ];
        RecordVersion {
            number,
            fetched_at: made::at(from),
            replaced_at: made::at(until),
            record,
        }
    };
    let (first, second, third) = (
        "2026-01-03T10:00:00Z",
        "2026-01-04T10:00:00Z",
        "2026-01-05T10:00:00Z",
    );
    let now = version(3, "3.10", third, third, &["red", "blue"]).record;
    let versions = vec![
        version(2, "3.20", second, third, &["red", "green"]),
        version(1, "3.40", first, second, &["red", "green"]),
    ];
    stored.record = now;
    (stored, versions)
}

#[test]
fn any_two_versions_of_the_record_stand_beside_each_other() {
    let now = fact(2, ChangeKind::Changed, "Wheat flour", ("3.20", "3.10"));
    let mut harness = shown(Language::English, vec![now]);
    harness.get_by_label("Wheat flour").click();
    harness.run_ok();
    harness.key_press(Key::V);
    harness.run_ok();
    let asked = DataQuery::RecordWithVersions(RecordId(2));
    let asks = |action: &Action| matches!(action, Action::Query(query) if *query == asked);
    assert!(harness.state().actions.iter().any(asks));
    let (stored, versions) = versions();
    let state = &mut harness.state_mut().state;
    state.versions_came(Box::new(stored), versions);
    harness.run_ok();
    // The two that met at the change: numbers by how much, sets, texts with what is far folded.
    harness.get_by_label("3.20 → 3.10");
    harness.get_by_label("[−green]");
    harness.get_by_label("[+blue]");
    harness.get_by_label(t!("compare-set-same", count = 1));
    harness.get_by_label(t!("compare-folded", count = 10));
    harness.get_by_label_contains("[−3.20] today.");
    harness.get_by_label(t!("compare-as-one")).click();
    harness.run_ok();
    harness.get_by_label_contains("[−3.20] [+3.10] today.");
    harness.get_by_label(t!("compare-in-full")).click();
    harness.run_ok();
    harness.get_by_label("Line 0 of the conditions.");
    // From one change to the one before it.
    harness.get_by_label(t!("compare-older")).click();
    harness.run_ok();
    harness.get_by_label("3.40 → 3.20");
    assert!(harness.query_by_label("[−green]").is_none());
}

#[test]
fn the_pages_of_both_versions_are_drawn_and_one_that_was_not_kept_says_so() {
    let now = fact(2, ChangeKind::Changed, "Wheat flour", ("3.20", "3.10"));
    let mut harness = shown(Language::English, vec![now]);
    harness.get_by_label("Wheat flour").click();
    harness.run_ok();
    harness.get_by_label(t!("changes-versions")).click();
    harness.run_ok();
    let (stored, versions) = versions();
    harness
        .state_mut()
        .state
        .versions_came(Box::new(stored), versions);
    harness.run_ok();
    harness.get_by_label(t!("compare-pages")).click();
    harness.run_ok();
    let of = PagesOfVersions {
        record: RecordId(2),
        before: Some(2),
        after: None,
        field: Some("price".to_owned()),
    };
    let order = Command::Texts(TextCommand::VersionPages(of.clone()));
    assert!(harness.state().commands().contains(&&order));
    harness.get_by_label(t!("compare-pages-drawn"));
    let drawn = VersionPage {
        fetched_at: Some(made::at("2026-01-05T10:00:00Z")),
        size: [60, 40],
        rgba: vec![255; 60 * 40 * 4].into(),
        ..VersionPage::default()
    };
    let ctx = harness.ctx.clone();
    let pages = [VersionPage::default(), drawn];
    harness.state_mut().state.pages_came(&ctx, &of, &pages);
    harness.run_ok();
    harness.get_by_label(t!("compare-page-not-kept"));
    let time = harness
        .state()
        .look
        .exact_time(made::at("2026-01-05T10:00:00Z"));
    let words = t!("compare-page-of", time = time.as_str()).to_owned();
    assert_eq!(
        harness.get_all_by_label(&words).count(),
        2,
        "the line and the picture"
    );
    harness.get_by_label(t!("compare-page-no-place", field = "price"));
}

#[test]
fn the_changes_shown_are_written_as_a_feed() {
    let facts = vec![fact(2, ChangeKind::Gone, "Oats", ("", ""))];
    let mut harness = shown(Language::English, facts);
    harness.get_by_label(t!("changes-export")).click();
    harness.run_ok();
    harness.get_by_label(t!("changes-as-atom")).click();
    harness.run_ok();
    let picks = Action::PickPath(PathPurpose::Changes(ChangesFormat::Atom));
    assert!(harness.state().actions.contains(&picks));
    let stage = harness.state();
    let what = stage
        .state
        .export(&stage.look, &stage.world, ChangesFormat::Atom);
    assert_eq!(what.options.title, t!("app-view-changes"));
}

#[test]
fn where_the_system_has_no_dialog_the_window_asks_for_the_path_of_an_export() {
    let folder = tempfile::tempdir().unwrap();
    let proposed = folder.path().join("changes.csv");
    let purpose = PathPurpose::Changes(ChangesFormat::Csv);
    let question = PathQuestion::new(purpose, t!("changes-export").to_owned(), &proposed);
    let state = (question, PathAnswer::Waits);
    let mut harness = stage(made::world(), state, |ui, s| {
        let (question, answer) = &mut s.state;
        if *answer == PathAnswer::Waits {
            *answer = path_ui(ui.ctx(), &s.look, question);
        }
    });
    harness.run_ok();
    let path = field(&harness, t!("path-question-path"));
    assert!(path.accesskit_node().is_focused());
    path.type_text("/missing/here.csv");
    harness.run_ok();
    harness.get_by_label(t!("path-question-no-folder"));
    let save = harness.get_by_label(t!("path-question-save"));
    assert!(save.accesskit_node().is_disabled());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_ok();
    let typed = proposed.display().to_string();
    field(&harness, t!("path-question-path")).type_text(&typed);
    harness.run_ok();
    harness.key_press_modifiers(Modifiers::NONE, Key::Enter);
    harness.run_ok();
    assert_eq!(harness.state().state.1, PathAnswer::Path(proposed));
}

#[test]
fn a_file_to_open_and_a_folder_are_asked_for_in_the_window_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list.txt");
    std::fs::write(&file, "one").unwrap();
    for (purpose, button, wrong, path) in [
        (
            PathPurpose::OpenProject,
            "path-question-open",
            "path-question-no-file",
            &file,
        ),
        (
            PathPurpose::BackupFolder,
            "path-question-choose",
            "path-question-no-folder",
            &folder.path().to_path_buf(),
        ),
    ] {
        let absent = folder.path().join("not-there");
        let question = PathQuestion::new(purpose, String::new(), &absent);
        let mut harness = stage(made::world(), (question, PathAnswer::Waits), |ui, s| {
            let (question, answer) = &mut s.state;
            if *answer == PathAnswer::Waits {
                *answer = path_ui(ui.ctx(), &s.look, question);
            }
        });
        harness.run_ok();
        harness.get_by_label(english(&Message::new(wrong)).as_str());
        let button = english(&Message::new(button));
        assert!(harness.get_by_label(&button).accesskit_node().is_disabled());
        harness.state_mut().state.0 = PathQuestion::new(purpose, String::new(), path);
        harness.run_ok();
        harness.get_by_label(&button).click();
        harness.run_ok();
        assert_eq!(harness.state().state.1, PathAnswer::Path(path.clone()));
    }
}
