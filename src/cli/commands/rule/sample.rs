//! `rule sample`: saves a page with the rule's results on it.

use std::io::{IsTerminal, Write};
use std::path::Path;

use jiff::Timestamp;

use crate::args::SampleArguments;
use crate::commands::page::extract::parse_url;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use bowerbird_engine::EngineError;
use bowerbird_engine::single_page::{self, SaveSample, SavedSample};
use bowerbird_engine::types::{Message, PageKind, Rule, Sample};

/// Runs the command.
pub fn run(console: &Console, arguments: SampleArguments) -> Outcome {
    let rule = single_page::load_rule(&arguments.file)?.1;
    let base = arguments.url.as_deref().map(parse_url).transpose()?;
    let loaded = single_page::load_for(&rule, &arguments.page, base.as_ref())?;
    let now = Timestamp::now();
    let mut wanted = SaveSample {
        id: arguments.id,
        kind: arguments.kind.map(PageKind::from),
        replace: arguments.force,
    };
    let mut saved = single_page::save_sample(&arguments.file, &rule, &loaded, &wanted, now)?;
    if let SavedSample::Taken { id, url } = &saved {
        let taken = Message::new("samples-taken")
            .with("id", id.as_str())
            .with("url", url.as_ref().map_or("?", |url| url.as_str()));
        if !may_replace(console, id) {
            return Err(Failure::Failed(EngineError(taken)));
        }
        wanted.id = Some(id.clone());
        wanted.replace = true;
        saved = single_page::save_sample(&arguments.file, &rule, &loaded, &wanted, now)?;
    }
    if let SavedSample::Saved { id, sample } = &saved {
        print_sample(console, &arguments.file, id, sample);
        let missing = missing(&rule, sample);
        if !missing.is_empty() {
            console.note(&Message::new("cli-extract-missing").with("fields", missing));
        }
    }
    Ok(())
}

/// Required fields missing from all records of a content page: the page may not belong to this
/// rule.
fn missing<'r>(rule: &'r Rule, sample: &Sample) -> Vec<&'r str> {
    let records = serde_json::to_value(&sample.records).unwrap_or_default();
    let Some(records) = records.as_array() else {
        return Vec::new();
    };
    let required = rule.file().fields.iter().filter(|field| field.required);
    let blank = |name: &&str| {
        records
            .iter()
            .all(|r| r.get(*name).is_none_or(|v| v.is_null()))
    };
    required
        .map(|field| field.name.as_str())
        .filter(blank)
        .collect()
}

fn print_sample(console: &Console, file: &Path, id: &str, sample: &Sample) {
    if console.json {
        let mut value = serde_json::to_value(sample).unwrap_or_default();
        if let Some(value) = value.as_object_mut() {
            value.insert("id".to_owned(), id.into());
        }
        console.print_json(&value);
        return;
    }
    let message = match sample.kind {
        PageKind::Content => Message::new("cli-sample-content")
            .with("count", sample.records.as_ref().map_or(0, Vec::len)),
        PageKind::List => {
            Message::new("cli-sample-list").with("count", sample.items.as_ref().map_or(0, Vec::len))
        }
    };
    console.print_message(
        &message
            .with("id", id)
            .with("file", file.display().to_string()),
    );
}

/// Asks on a terminal; elsewhere nobody can answer.
fn may_replace(console: &Console, id: &str) -> bool {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return false;
    }
    let question = console.text(&Message::new("cli-sample-replace").with("id", id));
    let mut err = std::io::stderr().lock();
    let _ = write!(err, "{question}");
    let _ = err.flush();
    let mut answer = String::new();
    let read = std::io::stdin().read_line(&mut answer).is_ok();
    let answer = answer.trim().to_lowercase();
    read && ["y", "yes", "是", "好"].contains(&answer.as_str())
}
