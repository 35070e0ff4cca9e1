//! `versions`: earlier versions of a record, and what changed each time.

use std::path::Path;

use serde_json::json;

use crate::console::{Console, time_text};
use crate::failure::Outcome;
use bowerbird_engine::types::{DefaultColumn, Message, Record, record_changes, text_changes};
use bowerbird_engine::{EngineError, project};

/// Runs the command.
pub fn run(console: &Console, path: &Path, url: &str) -> Outcome {
    let store = project::read(path)?;
    let records = store.records_of_address(url)?;
    if records.is_empty() {
        return Err(EngineError(Message::new("cli-versions-unknown").with("url", url)).into());
    }
    let mut listed = Vec::new();
    for stored in records {
        let versions = store.record_versions(stored.id)?;
        if console.json {
            listed.push(json!({ "record": stored, "versions": versions }));
            continue;
        }
        console.line(&format!("{}  {}", stored.record.title, stored.site_name));
        let mut newer = (stored.fetched_at, &stored.record);
        for version in &versions {
            if version.is_withheld() {
                let time = time_text(version.fetched_at);
                let told = Message::new("cli-versions-withheld").with("time", time);
                console.line(&console.text(&told));
                show(console, &stored.record, &version.record);
                continue;
            }
            console.line(&time_text(newer.0));
            show(console, &version.record, newer.1);
            newer = (version.fetched_at, &version.record);
        }
        let first = Message::new("cli-versions-first").with("time", time_text(newer.0));
        console.line(&console.text(&first));
    }
    if console.json {
        console.print_json(&listed);
    }
    Ok(())
}

fn show(console: &Console, before: &Record, after: &Record) {
    for change in record_changes(before, after) {
        console.line(&format!("  {}", change.name));
        let lines = match DefaultColumn::from_token(&change.name) {
            Some(DefaultColumn::Text) => text_changes(&change.before, &change.after),
            _ => format!("-{}\n+{}", change.before, change.after),
        };
        for line in lines.lines() {
            console.line(&format!("    {line}"));
        }
    }
}
