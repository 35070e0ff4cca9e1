//! `rule test --page`: a rule's results on one page, by field, with the alternative that matched.

use std::path::Path;

use jiff::Timestamp;
use serde_json::{Value as Json, json};

use crate::commands::page::extract::parse_url;
use crate::console::{Console, shorten};
use crate::failure::{Failure, Outcome};
use bowerbird_engine::single_page::{self, PageTest, ShownValue, ValueSource};
use bowerbird_engine::types::{Message, Rule, value_text};

/// Maximum width of a value on a terminal.
const VALUE_WIDTH: usize = 90;
/// Maximum number of items and records shown on a terminal; JSON has all.
const SHOWN: usize = 20;

/// Runs the rule on `page`.
pub fn run(console: &Console, rule: &Rule, page: &str, url: Option<&str>) -> Outcome {
    let mut base = url.map(parse_url).transpose()?;
    let mut now = Timestamp::now();
    // A page from a folder of samples comes with its address and its time.
    if let Some(sample) = single_page::sample_of_page(Path::new(page)) {
        now = sample.fetched_at.unwrap_or(now);
        base = base.or(Some(sample.url));
    }
    let loaded = single_page::load_for(rule, page, base.as_ref())?;
    let test = single_page::test_page(rule, &loaded, now)?;
    if console.json {
        console.print_json(&json_of(&test));
    } else {
        show(console, &test);
    }
    if test.is_complete() {
        return Ok(());
    }
    if !test.missing.is_empty() {
        let fields = test.missing.join(", ");
        console.note(&Message::new("cli-extract-missing").with("fields", fields));
    }
    Err(Failure::Told)
}

fn show(console: &Console, test: &PageTest) {
    if !test.items.is_empty() {
        console.print_message(&Message::new("cli-page-list").with("count", test.items.len()));
        for item in test.items.iter().take(SHOWN) {
            show_values(console, item);
        }
        rest(console, test.items.len());
    }
    if !test.records.is_empty() {
        console.print_message(&Message::new("cli-page-content").with("count", test.records.len()));
        for record in test.records.iter().take(SHOWN) {
            show_values(console, record);
        }
        rest(console, test.records.len());
    }
    if let Some(next) = &test.next {
        console.print_message(&Message::new("cli-page-next").with("url", next.as_str()));
    }
    if test.items.is_empty() && test.records.is_empty() {
        console.print_message(&Message::new("cli-page-nothing"));
    }
}

fn rest(console: &Console, count: usize) {
    if let Some(more) = count.checked_sub(SHOWN).filter(|more| *more > 0) {
        console.print_message(&Message::new("cli-page-more").with("count", more));
    }
}

/// Prints one item or record, one field per line, each followed by its origin.
fn show_values(console: &Console, values: &[ShownValue]) {
    console.line("");
    for value in values {
        let text = value_text(&value.value);
        let text = if text.is_empty() {
            "—".to_owned()
        } else {
            shorten(&text, VALUE_WIDTH)
        };
        console.line(&format!("{}: {text}", value.field));
        match &value.fired {
            Some(ValueSource::Alternative { number, selector }) => console.print_message(
                &Message::new("cli-page-alternative")
                    .with("number", *number)
                    .with("selector", selector.as_str()),
            ),
            Some(ValueSource::Generic) => console.print_message(&Message::new("cli-page-generic")),
            None => {}
        }
        for step in &value.steps {
            let values: Vec<String> = step.values.iter().map(|v| shorten(v, 60)).collect();
            console.line(&format!("    {} → {}", step.step, values.join(" | ")));
        }
    }
}

fn json_of(test: &PageTest) -> Json {
    let row = |values: &Vec<ShownValue>| {
        let entries = values.iter().map(|value| {
            let fired = match &value.fired {
                Some(ValueSource::Alternative { number, selector }) => {
                    json!({"alternative": number, "selector": selector})
                }
                Some(ValueSource::Generic) => json!("generic"),
                None => Json::Null,
            };
            let entry = json!({"value": value.value, "from": fired, "steps": value.steps});
            (value.field.clone(), entry)
        });
        Json::Object(entries.collect())
    };
    json!({
        "items": test.items.iter().map(row).collect::<Vec<_>>(),
        "records": test.records.iter().map(row).collect::<Vec<_>>(),
        "next": test.next,
        "missing": test.missing,
    })
}
