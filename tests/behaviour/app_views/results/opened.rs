//! Results while the filter changes: the record that is open, the ticked ones, and what an empty table
//! says.

use bowerbird::app::action::Action;
use bowerbird::app::background::DataQuery;
use bowerbird::app::background::export_facts::ExportAsk;
use bowerbird::app::views::results::{Replacing, ResultsState};
use bowerbird::engine::types::{ExportJob, RecordFilter, RecordId, StoredRecord};
use bowerbird::engine::{Command, TextCommand};
use eframe::egui::vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::loader::{LoadedRecords, draw};
use crate::app_views::{Stage, made, stage};
use crate::texts::t;

type Results = Harness<'static, Stage<ResultsState>>;

const COUNT: u64 = 12;

/// The records that a filter shows: every second one is doubtful, and none has a note.
fn shown(filter: &RecordFilter) -> Vec<StoredRecord> {
    let fits = |number: &u64| {
        let doubtful = !filter.only.doubtful || number % 2 == 1;
        doubtful && !filter.only.noted
    };
    (0..COUNT).filter(fits).map(made::record).collect()
}

/// The records that a filter shows.
struct FilteredRecords;

impl LoadedRecords for FilteredRecords {
    fn page(filter: &RecordFilter, _page: u64) -> Vec<StoredRecord> {
        shown(filter)
    }

    fn count(filter: &RecordFilter) -> u64 {
        u64::try_from(shown(filter).len()).unwrap()
    }

    fn ticked(job: &ExportJob) -> Option<u64> {
        let filter = &job.options.filter;
        let records = shown(filter).into_iter();
        let ticked = records.filter(|record| filter.part.picked.contains(&record.id));
        u64::try_from(ticked.count()).ok()
    }
}

fn show() -> Results {
    let mut harness = stage(
        made::world(),
        ResultsState::default(),
        draw::<FilteredRecords>,
    );
    let mut actions = Vec::new();
    harness.state_mut().state.ask(&mut actions);
    harness.state_mut().actions.extend(actions);
    harness.run();
    harness
}

fn press(harness: &mut Results, name: &str) {
    harness.get_by_label(name).click();
    harness.run();
}

/// The records that were marked as read, in order.
fn read(harness: &Results) -> Vec<RecordId> {
    let commands = harness.state().commands().into_iter();
    let orders = commands.filter_map(|command| match command {
        Command::Texts(TextCommand::Read { records, .. }) => Some(records.clone()),
        _ => None,
    });
    orders.flatten().collect()
}

fn select(harness: &mut Results, row: usize) {
    let title = format!("Article {row} 文章");
    let cells = harness.get_all_by_label(&title);
    cells.last().expect("its row").click();
    harness.run();
}

#[test]
fn another_filter_opens_no_other_record() {
    let mut harness = show();
    select(&mut harness, 0);
    assert_eq!(read(&harness), [RecordId(0)]);
    press(&mut harness, t!("app-results-doubtful"));
    assert_eq!(
        harness.state().state.table.selected,
        None,
        "it is not shown"
    );
    assert_eq!(read(&harness), [RecordId(0)]);
    select(&mut harness, 5);
    assert_eq!(read(&harness), [RecordId(0), RecordId(5)]);
    press(&mut harness, t!("app-results-doubtful"));
    assert_eq!(harness.state().state.table.selected, Some(5), "its new row");
    assert_eq!(read(&harness), [RecordId(0), RecordId(5)]);
}

#[test]
fn ticked_records_that_are_not_shown_are_told_and_not_exported_unasked() {
    let mut harness = show();
    for number in [0, 2, 3] {
        let title = format!("Article {number} 文章");
        press(
            &mut harness,
            t!("app-results-choose", title = title.as_str()),
        );
    }
    harness.get_by_label(t!("app-results-chosen", count = 3));
    press(&mut harness, t!("app-results-doubtful"));
    harness.get_by_label(t!("app-results-chosen-hidden", count = 3, hidden = 2));
    press(&mut harness, t!("app-command-export"));
    let asked = harness.state().actions.iter().rev();
    let mut jobs = asked.filter_map(|action| match action {
        Action::Query(DataQuery::Exports(ExportAsk::Count(job))) => Some(job.clone()),
        _ => None,
    });
    let job: ExportJob = *jobs.next().expect("a count");
    assert!(job.options.filter.only.doubtful && job.options.filter.part.picked.is_empty());
}

#[test]
fn an_empty_table_names_the_filters_that_are_on() {
    let mut harness = show();
    press(&mut harness, t!("app-results-noted"));
    let filters = t!("app-results-noted");
    harness.get_by_label(t!("app-results-none-by", filters = filters));
    press(&mut harness, t!("app-results-clear"));
    assert!(harness.query_by_label(t!("app-results-none")).is_none());
}

#[test]
fn a_chosen_row_stays_in_view_when_its_record_opens_below() {
    let mut harness = show();
    harness.set_size(vec2(820.0, 540.0));
    harness.run();
    let shown = |harness: &Results, row: u64| {
        let title = format!("Article {row} 文章");
        harness.query_all_by_label(&title).count()
    };
    let last = (0..COUNT).rev().find(|row| shown(&harness, *row) > 0);
    let last = last.expect("a row");
    select(&mut harness, 0);
    let with_row = shown(&harness, 0);
    assert_eq!(shown(&harness, last), 0, "the record covers it");
    harness.state_mut().state.table.selected = None;
    harness.run();
    select(&mut harness, usize::try_from(last).unwrap());
    assert_eq!(shown(&harness, last), with_row);
}

#[test]
fn opening_a_form_closes_the_one_before() {
    let mut harness = show();
    harness.state_mut().state.open_export();
    harness.run();
    harness.state_mut().state.replacing = Some(Replacing::default());
    harness.run();
    let state = &harness.state().state;
    assert!(!state.exporting && state.replacing.is_some());
    harness.state_mut().state.open_export();
    harness.run();
    let state = &harness.state().state;
    assert!(state.exporting && state.replacing.is_none());
}
