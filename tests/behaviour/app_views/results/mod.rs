//! Results: a million rows, search, details, export.
//!
//! Below: which records are exported, what is kept beside records.

mod arranging;
mod choosing;
mod columns;
mod deleting;
mod editing;
mod export_scope;
mod loader;
pub(super) mod marks;
mod opened;
mod screenshot;
mod searching;

use bowerbird::app::background::PAGE_ROWS;
use bowerbird::app::views::results::ResultsState;
use bowerbird::engine::types::{
    Format, Message, Overwrite, RecordFilter, RecordId, RecordSort, RecordVersion, SiteId,
    StoredRecord,
};
use bowerbird::engine::{BackgroundJobKind, Command, ExportCommand, RunCommand};
use eframe::egui::{self, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::{Stage, made, stage};
use crate::texts::t;
use loader::{LoadedRecords, counted, draw};

const MILLION: u64 = 1_000_000;

/// A million records, of which a search finds one.
struct MillionRecords;

impl LoadedRecords for MillionRecords {
    fn page(_filter: &RecordFilter, page: u64) -> Vec<StoredRecord> {
        let first = page * PAGE_ROWS;
        (first..first + PAGE_ROWS).map(made::record).collect()
    }

    fn count(filter: &RecordFilter) -> u64 {
        if filter.search.is_some() { 1 } else { MILLION }
    }

    fn versions(record: RecordId) -> Option<Vec<RecordVersion>> {
        Some(match record.0 {
            5 => vec![earlier()],
            7 => vec![withheld()],
            _ => vec![],
        })
    }
}

/// What the sixth record said before.
fn earlier() -> RecordVersion {
    let mut record = made::record(5).record;
    record.text = "First line.\nAnother line.".to_owned();
    record.author = "Ann".to_owned();
    RecordVersion {
        number: 1,
        fetched_at: made::at("2026-01-02T10:00:00Z"),
        replaced_at: made::at("2026-01-05T10:00:00Z"),
        record,
    }
}

/// A later reading of the eighth record, which did not take its place.
fn withheld() -> RecordVersion {
    let at = made::at("2026-01-09T10:00:00Z");
    let mut record = made::record(7).record;
    record.text = "Only the first line.".to_owned();
    RecordVersion {
        number: 1,
        fetched_at: at,
        replaced_at: at,
        record,
    }
}

fn show() -> Harness<'static, Stage<ResultsState>> {
    let mut state = ResultsState::default();
    let generation = state.pages.renew(&RecordFilter::default());
    state.pages.counted(generation, counted(MILLION));
    let mut harness = stage(made::world(), state, draw::<MillionRecords>);
    harness.run();
    harness
}

#[test]
fn a_million_rows_draw_only_what_is_visible_and_scroll_to_the_end() {
    let mut harness = show();
    harness.get_by_label("Article 0 文章");
    let drawn = harness.query_all_by_label_contains("文章").count();
    // Each row has its box and its title.
    assert!(drawn < 2 * 40, "{drawn} parts of rows were drawn");
    harness
        .get_by_role_and_label(egui::accesskit::Role::Table, t!("app-results-table"))
        .focus();
    harness.run();
    harness.key_press(Key::End);
    harness.run();
    assert_eq!(harness.state().state.table.selected, Some(999_999));
    assert!(harness.query_all_by_label("Article 999999 文章").count() >= 1);
}

#[test]
fn a_row_opens_its_details() {
    let mut harness = show();
    harness.get_by_label("Article 3 文章").click();
    harness.run();
    harness.get_by_label("First line.");
    harness.get_by_label("Second line.");
    harness.get_by_label(t!("app-close")).click();
    harness.run();
    assert_eq!(harness.state().state.table.selected, None);
}

#[test]
fn a_record_of_an_archive_is_marked_and_can_be_changed() {
    let mut harness = show();
    let stage = harness.state_mut();
    stage.state.beside.archived = 5;
    let generation = stage.state.pages.renew(&RecordFilter::default());
    let mut archived = made::record(1);
    archived.marks.archive = Some("news.bower-archive-2024-05".to_owned());
    stage
        .state
        .pages
        .came(generation, 0, vec![archived, made::record(2)]);
    stage.state.pages.counted(
        generation,
        bowerbird::engine::types::CountedAnywhere {
            all: bowerbird::engine::types::Counted {
                records: 2,
                newest_only: false,
            },
            archived: 1,
            missing: vec!["news.bower-archive-2023".to_owned()],
        },
    );
    harness.run();
    harness.get_by_label(t!("archive-results", count = 1));
    harness.get_by_label(t!("archive-mark", period = "2024-05"));
    harness.get_by_label_contains(t!("archive-missing", file = "news.bower-archive-2023"));
    harness.get_by_label("Article 1 文章").click();
    harness.run();
    harness.get_by_label_contains(t!("archive-record", file = "news.bower-archive-2024-05"));
    harness.get_by_label(t!("app-record-note"));
    assert!(
        harness.state().commands().is_empty(),
        "it is not marked as read"
    );
    harness
        .get_by_label(t!("app-results-choose", title = "Article 1 文章"))
        .click();
    harness.run();
    harness.get_by_label(t!("archive-chosen", count = 1));
    harness.get_by_label(t!("app-results-mark-read")).click();
    harness.run();
    let commands = harness.state().commands();
    assert_eq!(
        commands.len(),
        1,
        "it is changed like any other: {commands:?}"
    );
    harness.get_by_label(t!("archive-with")).click();
    harness.run();
    assert!(harness.state().state.filter().skip_archives);
}

#[test]
fn columns_that_a_table_leaves_empty_stand_behind_its_own() {
    let mut world = made::world();
    let mut sites = world.sites().to_vec();
    sites[0].rule_toml = "[site]\nname = 'T'\nkind = 'pages'\nstart = ['http://127.0.0.1:1/t']\n\
        [record]\nitem = { css = 'tr' }\n[[field]]\nname = 'price'\nselect = [{ css = 'td' }]\n"
        .to_owned();
    let site = sites[0].id;
    world.sites = Some(sites);
    let mut state = ResultsState::default();
    state.site = Some(site);
    // No record has an author.
    state.table.choose_column("author", true);
    let generation = state.pages.renew(&RecordFilter::default());
    state.pages.counted(
        generation,
        bowerbird::engine::types::Counted {
            records: 3,
            newest_only: false,
        },
    );
    let mut harness = stage(world, state, draw::<MillionRecords>);
    harness.set_size(egui::vec2(2_400.0, 700.0));
    harness.run();
    let left = |label: &str| {
        harness
            .get_all_by_label(label)
            .next()
            .unwrap()
            .rect()
            .left()
    };
    let own = left("price");
    // The rule reads no title: all rows have that of their page.
    assert!(own < left(t!("app-column-title")));
    for empty in [
        t!("app-column-date"),
        t!("app-column-author"),
        t!("app-column-text"),
    ] {
        assert!(own < left(empty), "{empty}");
    }
}

#[test]
fn a_shorter_reading_that_was_withheld_is_said_and_shown_beside_the_record() {
    let mut harness = show();
    harness.get_by_label("Article 7 文章").click();
    harness.run();
    let told = harness.state().look.t("app-record-shortened");
    let told = told.rsplit('.').nth(1).unwrap_or_default().to_owned();
    harness.get_by_label_contains(told.trim());
    let is_list = |node: &egui_kittest::Node<'_>| {
        node.accesskit_node().role() == egui::accesskit::Role::ComboBox
    };
    let list = harness
        .get_all_by_label(t!("app-record-versions-name"))
        .find(is_list);
    list.expect("the choice of a version").click();
    harness.run();
    let entry = harness.get_all_by_label_contains("2026-01-09").last();
    entry.expect("the shorter reading").click();
    harness.run();
    harness.get_by_label(t!("app-record-withheld-differs"));
    harness.get_by_label_contains("[+Only the first] line.");
}

#[test]
fn earlier_versions_are_shown_with_what_has_changed_since() {
    let mut harness = show();
    harness.get_by_label("Article 3 文章").click();
    harness.run();
    assert!(
        harness
            .query_by_label(t!("app-record-versions", count = 1))
            .is_none()
    );
    harness.get_by_label("Article 5 文章").click();
    harness.run();
    harness.get_by_label(t!("app-record-versions", count = 1));
    let is_list = |node: &egui_kittest::Node<'_>| {
        node.accesskit_node().role() == egui::accesskit::Role::ComboBox
    };
    let list = harness
        .get_all_by_label(t!("app-record-versions-name"))
        .find(is_list);
    list.expect("the choice of a version").click();
    harness.run();
    let entry = harness.get_all_by_label_contains("2026-01-02").last();
    entry.expect("the earlier version").click();
    harness.run();
    harness.get_by_label(t!("app-record-since"));
    harness.get_by_label("[−Another] [+Second] line.");
    harness.get_by_label_contains("[−Ann]");
    harness.get_by_label(t!("compare-beside")).click();
    harness.run();
    harness.get_by_label("[−Another] line.");
    harness.get_by_label("[+Second] line.");
    harness.get_by_label(t!("compare-in-full")).click();
    harness.run();
    assert_eq!(harness.get_all_by_label("First line.").count(), 3);
    let more = t!(
        "app-more-of",
        subject = made::record(5).record.title.as_str()
    );
    harness.get_by_label(more).click();
    harness.run();
    harness.get_by_label(t!("app-record-again")).click();
    harness.run();
    let commands = harness.state().commands();
    let Some(Command::Run(RunCommand::Start { sites, options })) = commands.last() else {
        panic!("{:?}", harness.state().actions);
    };
    assert_eq!(sites, &[made::record(5).site]);
    assert_eq!(options.only_pages, ["http://127.0.0.1:1/5"]);
}

#[test]
fn typing_filters_and_a_header_sorts() {
    let mut harness = show();
    harness.get_by_label(t!("app-results-search")).focus();
    harness.run();
    harness
        .get_by_label(t!("app-results-search"))
        .type_text("文章");
    harness.run();
    assert_eq!(
        harness.state().state.filter().search.as_deref(),
        Some("文章")
    );
    harness.get_by_label(t!("app-results-count", count = 1));
    harness.get_by_label(t!("app-column-date")).click();
    harness.run();
    let sort = RecordSort::Column {
        name: "date".to_owned(),
        descending: false,
    };
    assert_eq!(harness.state().state.filter().sort, sort);
}

#[test]
fn an_export_goes_to_a_typed_path() {
    let mut harness = show();
    harness.get_by_label(t!("app-command-export")).click();
    harness.run();
    harness.get_by_label(t!("app-export-path")).focus();
    harness.run();
    harness
        .get_by_label(t!("app-export-path"))
        .type_text("/nowhere/out.jsonl");
    harness.run();
    harness.get_by_label(t!("app-export-write")).click();
    harness.run();
    let [Command::Exports(ExportCommand::Write { job, .. })] = harness.state().commands()[..]
    else {
        panic!("{:?}", harness.state().actions);
    };
    assert_eq!(job.format, Format::Jsonl);
    assert_eq!(job.target, "/nowhere/out.jsonl");
    harness.get_by_label(t!("app-export-running"));
    harness.get_by_label(t!("export-app-cancel")).click();
    harness.run();
    let last = harness.state().commands().pop();
    let cancel = Command::Exports(ExportCommand::Cancel(BackgroundJobKind::Export));
    assert_eq!(last, Some(&cancel));
}

#[test]
fn an_existing_file_is_replaced_only_after_a_question() {
    let mut harness = show();
    harness.get_by_label(t!("app-command-export")).click();
    harness.run();
    harness.state_mut().state.export_path = "/nowhere/out.csv".to_owned();
    harness.run();
    harness.get_by_label(t!("app-export-write")).click();
    harness.run();
    let overwrites = |harness: &Harness<'static, Stage<ResultsState>>| {
        let commands = harness.state().commands();
        let jobs = commands.into_iter().filter_map(|command| match command {
            Command::Exports(ExportCommand::Write { job, .. }) => Some(job.options.overwrite),
            _ => None,
        });
        jobs.collect::<Vec<_>>()
    };
    assert_eq!(overwrites(&harness), [Overwrite::Nothing]);
    // The engine found a file there.
    let state = &mut harness.state_mut().state;
    state.export_runs = false;
    let exists = Message::new("export-exists").with("path", "/nowhere/out.csv");
    assert!(state.export.asks(&exists));
    assert!(!state.export.asks(&Message::new("export-disk-full")));
    harness.run();
    harness.get_by_label(t!("export-app-replace")).click();
    harness.run();
    assert_eq!(
        overwrites(&harness),
        [Overwrite::Nothing, Overwrite::Anything]
    );

    // The form wrote it: the same choice replaces it, another one asks again.
    let mut write_again = |site: Option<SiteId>| {
        let state = &mut harness.state_mut().state;
        let (target, filter) = state.export.sent.clone();
        state.export.written.insert(target, filter);
        state.export_runs = false;
        state.site = site;
        harness.run();
        harness.get_by_label(t!("app-export-write")).click();
        harness.run();
        overwrites(&harness).pop()
    };
    assert_eq!(write_again(None), Some(Overwrite::SameKind));
    assert_eq!(write_again(Some(SiteId(2))), Some(Overwrite::Nothing));
}

#[test]
fn pages_of_chosen_records_are_saved_as_evidence_from_the_menu() {
    let mut harness = show();
    let stage = harness.state_mut();
    let generation = stage.state.pages.renew(&RecordFilter::default());
    stage
        .state
        .pages
        .came(generation, 0, vec![made::record(1), made::record(2)]);
    harness.run();
    for title in ["Article 1 文章", "Article 2 文章"] {
        harness
            .get_by_label(t!("app-results-choose", title = title))
            .click();
        harness.run();
    }
    let subject = t!("app-view-results");
    harness
        .get_by_label(t!("app-more-of", subject = subject))
        .click();
    harness.run();
    harness.get_by_label(t!("app-evidence-open")).click();
    harness.run();
    harness.get_by_label(t!("app-evidence-title", count = 2));
    let form = harness.state_mut().state.evidence.as_mut().expect("open");
    form.path = "case.wacz".to_owned();
    harness.run();
    harness.get_by_label(t!("app-evidence-save")).click();
    harness.run();
    let stage = harness.state();
    let sent = stage
        .commands()
        .into_iter()
        .find_map(|command| match command {
            Command::Exports(ExportCommand::WriteEvidence {
                records, replaces, ..
            }) => Some((records.len(), *replaces)),
            _ => None,
        });
    assert_eq!(sent, Some((2, false)));
    harness.key_press(Key::Escape);
    harness.run();
    assert!(
        harness.state().state.evidence.is_some(),
        "it is being written"
    );
    harness.get_by_label(t!("export-app-cancel")).click();
    harness.run();
    let cancel = ExportCommand::Cancel(BackgroundJobKind::Evidence);
    let stage = harness.state();
    assert!(stage.commands().contains(&&Command::Exports(cancel)));
}
