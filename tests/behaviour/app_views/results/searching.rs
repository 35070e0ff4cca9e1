//! The search field: fields and values while it is typed, and mistakes.

use bowerbird::app::action::Action;
use bowerbird::app::background::{DataQuery, PAGE_ROWS};
use bowerbird::app::views::results::ResultsState;
use bowerbird::engine::types::{RecordFilter, StoredRecord, Suggested, SuggestionsOf, Value};
use eframe::egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::loader::{LoadedRecords, counted, draw};
use crate::app_views::{Stage, made, stage};
use crate::texts::t;

const COUNT: u64 = 3;

/// Records with a company.
struct Companies;

impl LoadedRecords for Companies {
    fn page(_filter: &RecordFilter, page: u64) -> Vec<StoredRecord> {
        let company = |number| {
            let mut stored = made::record(number);
            let value = Value::One(format!("Acme {number}"));
            stored.record.fields = vec![("company".to_owned(), value)];
            stored
        };
        (page * PAGE_ROWS..COUNT).map(company).collect()
    }

    fn count(filter: &RecordFilter) -> u64 {
        let search = filter.search.as_deref().unwrap_or_default();
        if search.contains("compny") { 0 } else { COUNT }
    }
}

fn suggested(text: &str, count: u64) -> Suggested {
    Suggested {
        text: text.to_owned(),
        count,
        is_more: false,
    }
}

fn show() -> Harness<'static, Stage<ResultsState>> {
    let mut state = ResultsState::default();
    state.beside.fields = Some(vec![suggested("company", 3), suggested("unit price", 2)]);
    let filter = state.filter();
    let generation = state.pages.renew(&filter);
    state.pages.counted(generation, counted(COUNT));
    let mut harness = stage(made::world(), state, draw::<Companies>);
    harness.run();
    harness.get_by_label(t!("app-results-search")).focus();
    harness.run();
    harness
}

fn typed(harness: &mut Harness<'static, Stage<ResultsState>>, text: &str) {
    harness
        .get_by_label(t!("app-results-search"))
        .type_text(text);
    harness.run();
}

#[test]
fn fields_and_values_are_taken_by_keys_and_by_mouse() {
    let mut harness = show();
    typed(&mut harness, "tram comp");
    let line = format!("company {}", t!("query-suggested-records", count = "3"));
    harness.get_by_label(&line);
    harness.key_press(Key::ArrowDown);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().state.search, "tram company:");
    let of = SuggestionsOf::Values {
        field: "company".to_owned(),
        text: String::new(),
    };
    let asks = |action: &Action| matches!(action, Action::Query(DataQuery::Suggestions(asked)) if *asked == of);
    assert!(harness.state().actions.iter().any(asks));
    let values = vec![suggested("Acme Corp", 7), suggested("Bolt", 1)];
    harness.state_mut().state.suggestions.came(&of, values);
    harness.run();
    // What is typed goes on where the name ended.
    typed(&mut harness, "A");
    assert_eq!(harness.state().state.search, "tram company:A");
    harness.get_by_label("Acme Corp 7").click();
    harness.run();
    assert_eq!(
        harness.state().state.filter().search.as_deref(),
        Some("tram company:\"Acme Corp\"")
    );
    typed(&mut harness, "uni");
    harness.key_press(Key::ArrowDown);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert!(harness.state().state.search.ends_with("\"unit price\":"));
}

#[test]
fn a_mistake_is_told_with_its_place_and_what_to_do() {
    let mut harness = show();
    typed(&mut harness, "compny:acme");
    harness.get_by_label(t!(
        "query-unknown-field-near",
        field = "compny",
        place = 1,
        near = "company",
        value = "acme"
    ));
    harness.get_by_label(t!("app-results-mistake"));
    let mut harness = show();
    typed(&mut harness, "tram \"open");
    harness.get_by_label(t!("query-unclosed-quote", place = 6));
    harness.get_by_label("Article 1 文章");
}
