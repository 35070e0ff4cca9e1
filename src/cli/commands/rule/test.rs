//! `rule test`: a rule against its sample pages, counts per field, then every difference.

use jiff::Timestamp;
use serde_json::json;

use crate::args::TestArguments;
use crate::console::{Console, shorten};
use crate::failure::{Failure, Outcome};
use bowerbird_engine::single_page::{self, RuleTest, TestedSample};
use bowerbird_engine::types::{
    ChangeCounts, Comparison, Difference, Message, ValueChange, excerpts, value_text,
};

/// Maximum width of a value on a terminal.
const VALUE_WIDTH: usize = 60;

/// Runs the command.
pub fn run(console: &Console, arguments: &TestArguments) -> Outcome {
    let rule = single_page::load_rule(&arguments.file)?.1;
    if let Some(page) = arguments.page.as_deref().filter(|_| arguments.twice) {
        let source = (page, arguments.url.as_deref());
        let rule = (arguments.file.as_path(), &rule);
        return super::read_twice::run(console, rule, source, arguments.out.as_deref());
    }
    if let Some(page) = &arguments.page {
        return super::test_page::run(console, &rule, page, arguments.url.as_deref());
    }
    let now = Timestamp::now();
    let test = single_page::test_rule(&arguments.file, &rule, now)?;
    let equal = test.is_equal();
    if console.json {
        let file = arguments.file.display().to_string();
        console.print_json(&json_of(console, &file, &test));
    } else {
        show(console, &test);
    }
    if arguments.accept {
        let rewritten = single_page::accept_samples(&arguments.file, &rule, now)?;
        console.note(&Message::new("cli-test-accepted").with("samples", rewritten));
        return Ok(());
    }
    if equal { Ok(()) } else { Err(Failure::Told) }
}

fn show(console: &Console, test: &RuleTest) {
    counts_table(console, &test.total);
    for sample in &test.samples {
        match &sample.result {
            Ok(comparison) => {
                for difference in &comparison.differences {
                    show_difference(console, &sample.id, difference);
                }
            }
            Err(error) => {
                let text = console.text(&error.0);
                let broken = Message::new("cli-test-broken")
                    .with("id", sample.id.as_str())
                    .with("text", text);
                console.print_message(&broken);
            }
        }
    }
    if !test.total.not_compared.is_empty() {
        let fields = test.total.not_compared.join(", ");
        console.note(&Message::new("cli-test-not-compared").with("fields", fields));
    }
    let faulty = test.samples.iter().filter(|s| s.result.is_err()).count();
    let total = test.total.total();
    console.print_message(
        &Message::new("cli-test-summary")
            .with("samples", test.samples.len())
            .with("equal", total.equal)
            .with("changed", total.changed)
            .with("gained", total.gained)
            .with("lost", total.lost)
            .with("broken", faulty),
    );
}

/// Prints a table of counts per field.
pub(super) fn counts_table(console: &Console, comparison: &Comparison) {
    let row = |(field, counts): &(String, ChangeCounts)| {
        vec![
            field.clone(),
            counts.equal.to_string(),
            counts.changed.to_string(),
            counts.gained.to_string(),
            counts.lost.to_string(),
        ]
    };
    let rows: Vec<Vec<String>> = comparison.counts.iter().map(row).collect();
    console.table(
        &[
            "cli-head-field",
            "cli-head-equal",
            "cli-head-changed",
            "cli-head-gained",
            "cli-head-lost",
        ],
        &rows,
        "cli-test-nothing",
    );
}

/// Prints one difference: what, where, and before → after on separate lines.
pub(super) fn show_difference(console: &Console, place: &str, difference: &Difference) {
    let (before, after) = excerpts(
        &value_text(&difference.before),
        &value_text(&difference.after),
    );
    let id = match difference.change {
        ValueChange::Equal => return,
        ValueChange::Changed => "cli-diff-changed",
        ValueChange::Gained => "cli-diff-gained",
        ValueChange::Lost => "cli-diff-lost",
    };
    console.print_message(
        &Message::new(id)
            .with("field", difference.field.as_str())
            .with("place", place)
            .with("number", difference.number)
            .with("before", shorten(&before, VALUE_WIDTH))
            .with("after", shorten(&after, VALUE_WIDTH)),
    );
}

/// Counts by field as JSON.
pub(super) fn counts_json(comparison: &Comparison) -> serde_json::Value {
    let counts = comparison.counts.iter().map(|(field, c)| {
        let value = serde_json::to_value(c).unwrap_or_default();
        (field.clone(), value)
    });
    serde_json::Value::Object(counts.collect())
}

fn json_of(console: &Console, file: &str, test: &RuleTest) -> serde_json::Value {
    let sample = |sample: &TestedSample| {
        let mut entry = json!({
            "id": sample.id,
            "ok": sample.result.as_ref().is_ok_and(Comparison::is_equal),
            "url": sample.page.as_ref().map(|(url, _)| url.as_str()),
            "kind": sample.page.as_ref().map(|(_, kind)| kind),
        });
        if let Some(entry) = entry.as_object_mut() {
            match &sample.result {
                Ok(comparison) => {
                    entry.insert("fields".into(), counts_json(comparison));
                    entry.insert("differences".into(), json!(comparison.differences));
                    entry.insert("not_compared".into(), json!(comparison.not_compared));
                }
                Err(error) => {
                    entry.insert("error".into(), console.text(&error.0).into());
                }
            }
        }
        entry
    };
    json!({
        "file": file,
        "ok": test.is_equal(),
        "fields": counts_json(&test.total),
        "samples": test.samples.iter().map(sample).collect::<Vec<_>>(),
    })
}
