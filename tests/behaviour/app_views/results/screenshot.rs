//! The picture of a record's page in the reader: small, large in a dialog, by the keyboard; and nothing
//! where there is none.

use std::sync::Arc;

use bowerbird::app::background::Read;
use bowerbird::app::views::results::ResultsState;
use bowerbird::engine::types::{PagePictureFacts, RecordFilter, RecordId, StoredRecord};
use bowerbird::engine::{Command, RecordScreenshot, ScreenshotPart, TextCommand};
use eframe::egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::loader::{LoadedRecords, draw};
use crate::app_views::{Stage, made, stage};
use crate::texts::t;

/// Three records.
struct ThreeRecords;

impl LoadedRecords for ThreeRecords {
    fn page(_filter: &RecordFilter, _page: u64) -> Vec<StoredRecord> {
        (0..3).map(made::record).collect()
    }

    fn count(_filter: &RecordFilter) -> u64 {
        3
    }
}

/// The reader with the first record, whose page has a picture or none.
fn opened(screenshot: Option<PagePictureFacts>) -> Harness<'static, Stage<ResultsState>> {
    let mut harness = stage(made::world(), ResultsState::default(), draw::<ThreeRecords>);
    let mut actions = Vec::new();
    harness.state_mut().state.ask(&mut actions);
    harness.state_mut().actions.extend(actions);
    harness.run();
    let cells = harness.get_all_by_label("Article 0 文章");
    cells.last().expect("its row").click();
    harness.run();
    let read = Read {
        screenshot,
        ..Read::default()
    };
    harness.state_mut().state.reader.show(RecordId(0), read);
    harness.run();
    harness
}

fn asked(harness: &Harness<'static, Stage<ResultsState>>) -> Vec<RecordId> {
    let commands = harness.state().commands().into_iter();
    let orders = commands.filter_map(|command| match command {
        Command::Texts(TextCommand::Screenshot(record)) => Some(*record),
        _ => None,
    });
    orders.collect()
}

fn facts() -> PagePictureFacts {
    PagePictureFacts {
        taken_at: made::at("2026-01-05T10:20:00Z"),
        width: 400,
        height: 900,
        bytes: 1_000,
    }
}

fn part(height: u32) -> ScreenshotPart {
    let bytes = usize::try_from(400 * height * 4).unwrap();
    ScreenshotPart {
        width: 400,
        height,
        rgba: Arc::from(vec![120_u8; bytes]),
    }
}

#[test]
fn the_picture_of_a_page_is_small_in_the_reader_and_opens_large() {
    let mut harness = opened(Some(facts()));
    assert_eq!(asked(&harness), [RecordId(0)], "asked once");
    harness.get_by_label(t!("app-screenshot-loading"));
    // That of another record is not shown for this one.
    for record in [1, 0] {
        let came = RecordScreenshot {
            record: RecordId(record),
            parts: vec![part(600), part(300)],
        };
        harness.state_mut().state.reader.screenshot.came(came);
        harness.run();
        let open = harness.query_by_label(t!("app-screenshot-open"));
        assert_eq!(open.is_some(), record == 0);
    }
    harness.get_by_label(t!("app-screenshot-open")).click();
    harness.run();
    harness.get_by_label(t!("app-screenshot-hint"));
    harness.get_by_label(t!("app-screenshot-zoom", percent = 100));
    harness.key_press(Key::Plus);
    harness.run();
    harness.get_by_label(t!("app-screenshot-zoom", percent = 125));
    harness.get_by_label(t!("app-screenshot-smaller")).click();
    harness.run();
    harness.get_by_label(t!("app-screenshot-zoom", percent = 100));
    harness.key_press(Key::Minus);
    harness.run();
    harness.get_by_label(t!("app-screenshot-zoom", percent = 80));
    harness.key_press(Key::Num0);
    harness.run();
    harness.get_by_label(t!("app-screenshot-zoom", percent = 100));
    harness.key_press(Key::Escape);
    harness.run();
    assert!(harness.query_by_label(t!("app-screenshot-hint")).is_none());
    assert_eq!(asked(&harness), [RecordId(0)], "still once");
}

#[test]
fn a_record_without_a_picture_shows_nothing_and_a_damaged_one_says_so() {
    let harness = opened(None);
    assert!(asked(&harness).is_empty());
    for id in ["app-screenshot-loading", "app-screenshot-open"] {
        assert!(harness.query_by_label(t!(id)).is_none(), "{id}");
    }
    let mut harness = opened(Some(facts()));
    let came = RecordScreenshot {
        record: RecordId(0),
        parts: Vec::new(),
    };
    harness.state_mut().state.reader.screenshot.came(came);
    harness.run();
    harness.get_by_label(t!("app-screenshot-failed"));
}
