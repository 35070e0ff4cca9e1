//! Results: what is kept beside records, by accessible name: clusters of reposts, searches by name,
//! columns, tags, notes, copies, pictures, kept pages; and the settings of all that.

use std::sync::Arc;

use bowerbird::app::action::Action;
use bowerbird::app::background::{PAGE_ROWS, Read};
use bowerbird::app::views::results::ResultsState;
use bowerbird::engine::types::{
    Doubt, RecordFilter, RecordId, RecordPicture, StoredRecord, SummaryLength,
};
use bowerbird::engine::{Command, TextCommand};
use eframe::egui::{Key, accesskit::Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::loader::{LoadedRecords, counted, draw};
use crate::app_views::{Stage, field, made, stage};
use crate::texts::t;

const COUNT: u64 = 12;

/// The first has two reposts, the second a tag, a note and a doubt.
fn record(number: u64) -> StoredRecord {
    let mut stored = made::record(number);
    match number {
        0 => stored.marks.reposts = 2,
        1 => {
            stored.marks.tags = vec!["harbour".to_owned()];
            stored.marks.note = "ask again".to_owned();
            stored.marks.doubts = vec![Doubt::Date];
            stored.marks.read = true;
        }
        4 => stored.marks.changed = true,
        _ => {}
    }
    stored
}

/// These records.
struct MarkedRecords;

impl LoadedRecords for MarkedRecords {
    fn page(_filter: &RecordFilter, page: u64) -> Vec<StoredRecord> {
        (page * PAGE_ROWS..COUNT).map(record).collect()
    }

    fn count(_filter: &RecordFilter) -> u64 {
        COUNT
    }
}

fn show_with(change: impl FnOnce(&mut ResultsState)) -> Harness<'static, Stage<ResultsState>> {
    let mut state = ResultsState::default();
    change(&mut state);
    let filter = state.filter();
    let generation = state.pages.renew(&filter);
    state.pages.counted(generation, counted(COUNT));
    let mut harness = stage(made::world(), state, draw::<MarkedRecords>);
    harness.run();
    harness
}

fn show() -> Harness<'static, Stage<ResultsState>> {
    show_with(|_| ())
}

type Results = Harness<'static, Stage<ResultsState>>;

fn press(harness: &mut Results, name: &str) {
    harness.get_by_label(name).click();
    harness.run();
}

fn orders(harness: &Results) -> Vec<TextCommand> {
    let commands = harness.state().commands();
    let orders = commands.into_iter().filter_map(|command| match command {
        Command::Texts(order) => Some(order.clone()),
        _ => None,
    });
    orders.collect()
}

fn last_order(harness: &Results) -> TextCommand {
    orders(harness).pop().expect("an order about texts")
}

fn write(harness: &mut Results, name: &str, text: &str) {
    field(harness, name).focus();
    harness.run();
    field(harness, name).type_text(text);
    harness.run();
}

fn id(number: i64) -> RecordId {
    RecordId(number)
}

#[test]
fn a_cluster_unfolds_and_folds_and_a_later_pass_can_be_undone() {
    let mut harness = show();
    press(&mut harness, t!("app-results-fold"));
    assert!(harness.state().state.filter().only.folded);
    press(&mut harness, t!("app-results-unfold", count = 2));
    assert_eq!(harness.state().state.filter().only.unfolded, [id(0)]);
    press(&mut harness, t!("app-results-fold-these", count = 2));
    assert!(harness.state().state.filter().only.unfolded.is_empty());
    press(&mut harness, t!("app-results-more"));
    let undo = t!("app-results-fold-undo");
    assert!(harness.query_by_label(undo).is_none(), "nothing was found");
    harness.get_by_label(t!("app-record-add-site"));
    press(&mut harness, t!("app-results-fold-later"));
    assert_eq!(last_order(&harness), TextCommand::FoldLater);
    press(&mut harness, t!("app-results-more"));
    press(&mut harness, t!("app-results-fold-undo"));
    assert_eq!(last_order(&harness), TextCommand::UndoFold);
    press(&mut harness, t!("app-results-more"));
    press(&mut harness, t!("app-results-summarise", count = 3));
    let TextCommand::Summarise { length, .. } = last_order(&harness) else {
        panic!("{:?}", orders(&harness));
    };
    assert_eq!(length, SummaryLength::Sentences(3));
}

#[test]
fn what_is_selected_is_summarised_and_without_a_selection_what_is_shown() {
    let mut harness = show();
    let summarised = |harness: &mut Harness<'static, Stage<ResultsState>>| {
        press(harness, t!("app-results-more"));
        let ticked = harness.state().state.chosen.len();
        match ticked {
            0 => harness.get_by_label(t!("app-results-summarise-shown")),
            _ => harness.get_by_label(t!("app-results-summarise-ticked", count = 1)),
        };
        press(harness, t!("app-results-summarise", count = 3));
        match last_order(harness) {
            TextCommand::Summarise { filter, .. } => filter.part.picked,
            other => panic!("{other:?}"),
        }
    };
    assert!(summarised(&mut harness).is_empty());
    let chosen = made::record(2);
    harness
        .state_mut()
        .state
        .chosen
        .insert(chosen.id, chosen.clone());
    assert_eq!(summarised(&mut harness), [chosen.id]);
}

#[test]
fn a_record_that_changed_since_it_was_read_is_marked_and_can_be_filtered() {
    let mut harness = show();
    harness.get_by_label_contains(t!("app-mark-changed"));
    press(&mut harness, t!("app-results-changed"));
    assert!(harness.state().state.filter().only.changed);
    // To read it again is to know the change.
    press(&mut harness, "Article 4 文章");
    let read = TextCommand::Read {
        records: vec![id(4)],
        read: true,
    };
    assert!(orders(&harness).contains(&read), "{:?}", orders(&harness));
}

#[test]
fn a_search_is_kept_by_name_taken_up_and_removed() {
    let mut harness = show();
    write(&mut harness, t!("app-results-search"), "tram");
    press(&mut harness, t!("app-results-unread"));
    press(&mut harness, t!("app-results-searches"));
    harness.get_by_label(t!("app-results-searches-none"));
    write(&mut harness, t!("app-results-search-name"), "Trams");
    press(&mut harness, t!("app-results-search-keep"));
    let TextCommand::SaveSearch { name, filter } = last_order(&harness) else {
        panic!("{:?}", orders(&harness));
    };
    let filter = *filter.expect("the search itself");
    assert_eq!(
        (name.as_str(), filter.search.as_deref()),
        ("Trams", Some("tram"))
    );
    assert!(filter.only.unread);

    let mut harness = show_with(|state| state.beside.searches = vec![("Trams".to_owned(), filter)]);
    press(&mut harness, t!("app-results-searches"));
    press(&mut harness, "Trams");
    let shown = harness.state().state.filter();
    assert_eq!(shown.search.as_deref(), Some("tram"));
    assert!(shown.only.unread);
    press(&mut harness, t!("app-results-searches"));
    press(
        &mut harness,
        t!("app-results-search-remove", name = "Trams"),
    );
    let removed = TextCommand::SaveSearch {
        name: "Trams".to_owned(),
        filter: None,
    };
    assert_eq!(last_order(&harness), removed);
}

#[test]
fn columns_are_chosen() {
    let mut harness = show();
    let heads = |harness: &Results| {
        let nodes = harness.query_all_by_label(t!("app-column-date"));
        nodes
            .filter(|node| node.accesskit_node().role() != Role::CheckBox)
            .count()
    };
    let before = heads(&harness);
    assert!(before > 0);
    press(&mut harness, t!("app-results-columns"));
    let boxed = harness.get_by_role_and_label(Role::CheckBox, t!("app-column-date"));
    boxed.click();
    harness.run();
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(heads(&harness), before - 1);
    assert!(harness.state().state.table.hidden.contains("date"));
}

#[test]
fn chosen_records_are_tagged_read_kept_apart_and_copied_as_a_table() {
    let mut harness = show();
    let row = t!("app-results-choose", title = "Article 2 文章");
    let place = harness.get_by_label(row).rect();
    press(
        &mut harness,
        t!("app-results-choose", title = "Article 2 文章"),
    );
    press(
        &mut harness,
        t!("app-results-choose", title = "Article 4 文章"),
    );
    harness.get_by_label(t!("app-results-chosen", count = 2));
    let now = harness.get_by_label(row).rect();
    assert_eq!(now, place, "ticking moves no row");
    press(&mut harness, t!("app-results-mark-read"));
    let records = vec![id(2), id(4)];
    let read = TextCommand::Read {
        records: records.clone(),
        read: true,
    };
    assert_eq!(last_order(&harness), read);
    write(&mut harness, t!("app-results-tag"), "port");
    press(&mut harness, t!("app-results-tag-add"));
    let tag = TextCommand::Tag {
        records: records.clone(),
        tag: "port".to_owned(),
        on: true,
    };
    assert_eq!(last_order(&harness), tag);
    let further = t!("app-more-of", subject = t!("app-view-results"));
    press(&mut harness, further);
    press(&mut harness, t!("app-results-apart"));
    assert_eq!(last_order(&harness), TextCommand::KeepApart(records));
    press(&mut harness, t!("app-results-copy-tsv"));
    let copied = harness
        .state()
        .actions
        .iter()
        .rev()
        .find_map(|action| match action {
            Action::Copy(text) => Some(text.clone()),
            _ => None,
        });
    let copied = copied.expect("a copy");
    let lines: Vec<&str> = copied.lines().collect();
    assert_eq!(lines.len(), 3, "a head and a line for each: {copied}");
    let cells: Vec<Vec<&str>> = lines
        .iter()
        .map(|line| line.split('\t').collect())
        .collect();
    assert!(
        cells.iter().all(|line| line.len() == cells[0].len()),
        "{copied}"
    );
    let column = |name: &str| cells[0].iter().position(|head| *head == name).unwrap();
    assert_eq!(cells[1][column(t!("app-column-title"))], "Article 2 文章");
    assert_eq!(
        cells[2][column(t!("app-column-text"))],
        "First line. Second line."
    );
    assert_eq!(
        cells[2][column(t!("app-column-url"))],
        "http://127.0.0.1:1/4"
    );
    press(&mut harness, further);
    press(&mut harness, t!("app-results-choose-none"));
    assert!(
        harness
            .query_by_label(t!("app-results-chosen", count = 2))
            .is_none()
    );
}

#[test]
fn the_reader_keeps_tags_and_notes_and_says_what_is_doubtful() {
    let mut harness = show();
    press(&mut harness, "Article 1 文章");
    harness.get_by_label(t!("app-doubt-date"));
    press(&mut harness, t!("app-tag-remove", tag = "harbour"));
    let taken = TextCommand::Tag {
        records: vec![id(1)],
        tag: "harbour".to_owned(),
        on: false,
    };
    assert_eq!(last_order(&harness), taken);
    write(&mut harness, t!("app-tag-new"), "quay");
    harness.key_press(Key::Enter);
    harness.run();
    let given = TextCommand::Tag {
        records: vec![id(1)],
        tag: "quay".to_owned(),
        on: true,
    };
    assert_eq!(last_order(&harness), given);
    write(&mut harness, t!("app-record-note"), " tomorrow");
    harness.get_by_label(t!("app-results-search")).focus();
    harness.run();
    let TextCommand::Note { record, note } = last_order(&harness) else {
        panic!("{:?}", orders(&harness));
    };
    assert_eq!(record, id(1));
    assert!(
        note.contains("tomorrow") && note.contains("ask again"),
        "{note}"
    );
    // An unread one counts as read when it is looked at.
    press(&mut harness, "Article 3 文章");
    let read = TextCommand::Read {
        records: vec![id(3)],
        read: true,
    };
    assert_eq!(last_order(&harness), read);
}

#[test]
fn pictures_are_asked_for_by_choice_and_the_kept_page_is_one_press_away() {
    let mut harness = show();
    press(&mut harness, "Article 3 文章");
    let asks = |harness: &Results, wanted: RecordId| {
        orders(harness).contains(&TextCommand::Pictures(wanted))
    };
    assert!(!asks(&harness, id(3)), "nothing is loaded unasked");
    let kept = harness.get_by_label(t!("texts-kept-page"));
    assert!(kept.accesskit_node().is_disabled());
    let read = Read {
        kept: Some(made::at("2026-01-05T10:00:00Z")),
        proxy: Some("exit one".to_owned()),
        rule_version: Some(4),
        seen: Some(made::at("2026-08-05T10:00:00Z")),
        ..Read::default()
    };
    harness.state_mut().state.reader.show(id(3), read);
    harness.run();
    harness.get_by_label(t!("app-record-seen"));
    press(&mut harness, t!("app-provenance"));
    harness.get_by_label(t!("texts-provenance-proxy", proxy = "exit one"));
    harness.get_by_label(t!("app-provenance-rule", version = 4));
    press(&mut harness, t!("app-more-of", subject = "Article 3 文章"));
    press(&mut harness, t!("texts-pictures"));
    harness.run();
    assert!(asks(&harness, id(3)));
    harness.get_by_label(t!("texts-pictures-loading"));
    let picture = |url: &str, size| RecordPicture {
        url: url.to_owned(),
        alt: "The wheel".to_owned(),
        size,
        rgba: Arc::new(vec![200; 16 * 16 * 4]),
    };
    let pictures = [
        picture("http://127.0.0.1:1/a.png", Some([16, 16])),
        picture("http://127.0.0.1:1/gone.png", None),
    ];
    let ctx = harness.ctx.clone();
    let reader = &mut harness.state_mut().state.reader;
    reader.pictures.came(&ctx, id(3), &pictures);
    harness.run();
    assert!(harness.query_all_by_label("The wheel").count() >= 1);
    harness.get_by_label(t!(
        "texts-picture-failed",
        url = "http://127.0.0.1:1/gone.png"
    ));
    press(&mut harness, t!("texts-kept-page"));
    let opened = harness.state().actions.iter().any(
        |action| matches!(action, Action::OpenKept { url, .. } if url == "http://127.0.0.1:1/3"),
    );
    assert!(opened, "{:?}", harness.state().actions);
}
