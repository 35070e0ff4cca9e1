//! The results of a rule on one page, with the source of each value: the command
//! `rule test --page`.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value as Json;

use super::test::prepared;
use crate::extract::extract_with_rule;
use crate::protocol::EngineError;
use crate::single_page::source::Loaded;
use bowerbird_io::fetch::FetchError;
use bowerbird_logic::authoring::samples::{item_row, record_row};
use bowerbird_logic::model::{DefaultColumn, FROM_GENERIC, Record};
use bowerbird_logic::rules::{Alternative, FieldSteps, Rule};

/// The results for a page, read both as a list and as content.
#[derive(Clone, Debug, Default)]
pub struct PageTest {
    /// Items of the list, one row each.
    pub items: Vec<Vec<ShownValue>>,
    /// Records, one row each.
    pub records: Vec<Vec<ShownValue>>,
    /// The next page.
    pub next: Option<String>,
    /// Required fields without a value.
    pub missing: Vec<String>,
}

impl PageTest {
    /// Whether the page is a list or a content page that the rule reads.
    pub fn is_complete(&self) -> bool {
        !self.items.is_empty() || (!self.records.is_empty() && self.missing.is_empty())
    }
}

/// A value and its source.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownValue {
    /// The field.
    pub field: String,
    /// The value; null when there is none.
    pub value: Json,
    /// Its source; `None` for defaults, addresses and missing values.
    pub fired: Option<ValueSource>,
    /// The values after each transform step.
    pub steps: Vec<ShownStep>,
}

/// The source of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// An alternative of the field.
    Alternative {
        /// Its number, from 1.
        number: u32,
        /// Its notation.
        selector: String,
    },
    /// Generic extraction.
    Generic,
}

/// The values after a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownStep {
    /// The step as written.
    pub step: String,
    /// The values.
    pub values: Vec<String>,
}

/// Runs `rule` on a loaded page. A list page's generic record is left out.
///
/// # Errors
/// [`FetchError::TooMuchWork`] if the rule causes more work than on any page people read.
pub fn test_page(rule: &Rule, loaded: &Loaded, now: Timestamp) -> Result<PageTest, EngineError> {
    let too_much = || FetchError::TooMuchWork {
        url: loaded.url.to_string(),
    };
    let page = prepared(rule, loaded);
    let list = rule.list_page(&page, now);
    if list.cut {
        return Err(too_much().into());
    }
    let content = extract_with_rule(rule, &page, &[], now);
    if content.cut {
        return Err(too_much().into());
    }
    let steps = rule.steps(&page, now);
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
        let aligned = steps.len() == content.records.len() && !content.stood_in;
        for (place, record) in content.records.iter().enumerate() {
            let steps = steps.get(place).filter(|_| aligned);
            test.records.push(shown_record(rule, record, steps));
        }
        test.missing = content.missing;
    }
    Ok(test)
}

fn has_own_value(records: &[Record]) -> bool {
    records
        .iter()
        .any(|record| record.provenance.values().any(|from| *from != FROM_GENERIC))
}

fn shown_record(rule: &Rule, record: &Record, steps: Option<&Vec<FieldSteps>>) -> Vec<ShownValue> {
    let file = rule.file();
    let mut row = record_row(record, &|_| true);
    for field in &file.fields {
        row.entry(field.name.clone()).or_insert(Json::Null);
    }
    let alternatives = |name: &str| -> &[Alternative] {
        let field = file.fields.iter().find(|field| field.name == name);
        match field {
            Some(field) => &field.select,
            None if name == DefaultColumn::Text.token() => &file.content.select,
            None => &[],
        }
    };
    row.into_iter()
        .map(|(field, value)| {
            let fired = record.provenance.get(&field).map(|from| match *from {
                FROM_GENERIC => ValueSource::Generic,
                place => ValueSource::Alternative {
                    number: place.saturating_add(1),
                    selector: usize::try_from(place)
                        .ok()
                        .and_then(|place| alternatives(&field).get(place))
                        .map(written)
                        .unwrap_or_default(),
                },
            });
            let steps = steps
                .and_then(|all| all.iter().find(|one| one.field == field))
                .map(|one| shown_steps(rule, one))
                .unwrap_or_default();
            ShownValue {
                field,
                value,
                fired,
                steps,
            }
        })
        .collect()
}

/// The extracted values, and the values after each step.
fn shown_steps(rule: &Rule, steps: &FieldSteps) -> Vec<ShownStep> {
    let field = rule.file().fields.iter().find(|f| f.name == steps.field);
    let written = field.map_or(&[][..], |field| field.transform.as_slice());
    let taken = ShownStep {
        step: "take".to_owned(),
        values: steps.taken.clone(),
    };
    let after = written.iter().zip(&steps.steps).map(|(step, values)| {
        let step = toml::Value::try_from(step).map(|step| step.to_string());
        ShownStep {
            step: step.unwrap_or_default(),
            values: values.clone(),
        }
    });
    std::iter::once(taken).chain(after).collect()
}

/// An alternative as written in a rule file.
fn written(alternative: &Alternative) -> String {
    toml::Value::try_from(alternative)
        .map(|value| value.to_string())
        .unwrap_or_default()
}
