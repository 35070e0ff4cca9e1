//! What a rule yields on one page, with where each value comes from: what `rule test --page`
//! shows.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value as Json;

use super::source::Loaded;
use crate::engine::extract::{extract_with_rule, prepared};
use crate::logic::model::{FROM_GENERIC, Record};
use crate::logic::rules::{Alternative, Rule};
use crate::logic::samples::{item_row, record_row};

/// What a page yields, read both as a list and as content.
#[derive(Clone, Debug, Default)]
pub struct PageTest {
    /// Items of the list, a row each.
    pub items: Vec<Vec<ShownValue>>,
    /// Records, a row each.
    pub records: Vec<Vec<ShownValue>>,
    /// The next page.
    pub next: Option<String>,
    /// Required fields that yielded nothing.
    pub missing: Vec<String>,
}

impl PageTest {
    /// Whether the page is a list or a content page that the rule reads.
    pub fn is_good(&self) -> bool {
        !self.items.is_empty() || (!self.records.is_empty() && self.missing.is_empty())
    }
}

/// A value and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownValue {
    /// The field.
    pub field: String,
    /// The value; null when there is none.
    pub value: Json,
    /// What yielded it; `None` for defaults, addresses and missing values.
    pub fired: Option<Fired>,
    /// What the transform steps made of what the alternative took.
    pub steps: Vec<ShownStep>,
}

/// What yielded a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fired {
    /// An alternative of the field.
    Alternative {
        /// Its number, from 1.
        number: u32,
        /// How it is written.
        selector: String,
    },
    /// Generic extraction.
    Generic,
}

/// The values after a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownStep {
    /// The step as it is written.
    pub step: String,
    /// The values.
    pub values: Vec<String>,
}

/// Runs `rule` on a loaded page. A list page's generic record is left out.
pub fn test_page(rule: &Rule, loaded: &Loaded, now: Timestamp) -> PageTest {
    let prepared = prepared(rule, &loaded.page);
    let page = prepared.as_ref().unwrap_or(&loaded.page);
    let list = rule.list_page(page, now);
    let content = extract_with_rule(rule, page, &[], now);
    let is_list = !list.items.is_empty();
    let fits = content.missing.is_empty() && !content.stood_in && has_own_value(&content.records);
    let mut test = PageTest {
        next: list.next.or(content.next).map(String::from),
        ..PageTest::default()
    };
    for item in &list.items {
        let row = item_row(item.url.as_str(), &item.fields);
        let values = row.into_iter().map(|(field, value)| ShownValue {
            field,
            value,
            fired: None,
            steps: Vec::new(),
        });
        test.items.push(values.collect());
    }
    if !is_list || fits {
        let shown = content.records.iter().map(|r| shown_record(rule, r));
        test.records = shown.collect();
        test.missing = content.missing;
    }
    test
}

fn has_own_value(records: &[Record]) -> bool {
    records
        .iter()
        .any(|record| record.provenance.values().any(|from| *from != FROM_GENERIC))
}

fn shown_record(rule: &Rule, record: &Record) -> Vec<ShownValue> {
    let file = rule.file();
    let mut row = record_row(record, &|_| true);
    for field in &file.fields {
        row.entry(field.name.clone()).or_insert(Json::Null);
    }
    let alternatives = |name: &str| -> &[Alternative] {
        let field = file.fields.iter().find(|field| field.name == name);
        match field {
            Some(field) => &field.select,
            None if name == "text" => &file.content.select,
            None => &[],
        }
    };
    row.into_iter()
        .map(|(field, value)| {
            let fired = record.provenance.get(&field).map(|from| match *from {
                FROM_GENERIC => Fired::Generic,
                place => Fired::Alternative {
                    number: place.saturating_add(1),
                    selector: usize::try_from(place)
                        .ok()
                        .and_then(|place| alternatives(&field).get(place))
                        .map(written)
                        .unwrap_or_default(),
                },
            });
            ShownValue {
                field,
                value,
                fired,
                steps: Vec::new(),
            }
        })
        .collect()
}

/// An alternative as it stands in a rule file.
fn written(alternative: &Alternative) -> String {
    toml::Value::try_from(alternative)
        .map(|value| value.to_string())
        .unwrap_or_default()
}
