//! `storage check`: finds and repairs damage in a project and its archives.

use std::path::Path;

use jiff::Timestamp;
use serde_json::json;

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use bowerbird_engine::project;
use bowerbird_engine::types::{Message, StorageFinding, StorageReport};

/// Runs the command. Damage that remains at the end gives exit code 1.
pub fn run(console: &Console, path: &Path, repair: bool) -> Outcome {
    let progress = &mut |done: u64, of: u64| {
        let words = Message::new("check-progress")
            .with("done", done)
            .with("of", of);
        console.progress(&words, &json!({"done": done, "of": of}));
        true
    };
    let report = match repair {
        true => project::own(path)?.repair_storage(Timestamp::now(), progress)?,
        false => project::read(path)?.check_storage(progress)?,
    };
    let Some(report) = report else {
        return Err(Failure::Told);
    };
    match console.json {
        true => print(console, &report),
        false => print_report(console, &report, repair),
    }
    match report.is_clean() {
        true => Ok(()),
        false => Err(Failure::Told),
    }
}

fn print(console: &Console, report: &StorageReport) {
    let finding = |finding: &StorageFinding| {
        json!({
            "fault": finding.fault,
            "file": finding.file,
            "count": finding.count,
            "examples": finding.examples,
            "mendable": finding.fault.is_repairable(),
            "mended": finding.mended,
            "text": console.text(&finding.explain()),
            "remedy": console.text(&finding.remedy()),
        })
    };
    let findings: Vec<_> = report.findings.iter().map(finding).collect();
    console.print_json(&json!({
        "clean": report.is_clean(),
        "records": report.records,
        "pages": report.pages,
        "archives": report.archives,
        "findings": findings,
        "copies": report.copies,
    }));
}

fn print_report(console: &Console, report: &StorageReport, repair: bool) {
    for finding in &report.findings {
        console.print_message(&finding.explain());
        for example in &finding.examples {
            if !example.is_empty() {
                console.line(&format!("  {example}"));
            }
        }
        console.line(&format!("  {}", console.text(&finding.outcome(repair))));
    }
    for copy in &report.copies {
        let copy = copy.display().to_string();
        console.print_message(&Message::new("check-copy").with("path", copy));
    }
    console.print_message(&report.summary());
    if !repair && report.is_repairable() {
        console.print_message(&Message::new("check-cli-repair"));
    }
}
