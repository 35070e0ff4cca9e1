//! `rule check`: every fault of rule files, with its position.

use std::path::PathBuf;

use crate::commands::rule::rule_text::{print_faults, read_rule};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use bowerbird_engine::types::{Message, parse, warnings};

/// Runs the command.
pub fn run(console: &Console, files: &[PathBuf]) -> Outcome {
    let mut faulty = false;
    let mut report = Vec::new();
    for file in files {
        let result = parse(&read_rule(file)?);
        let faults: Vec<serde_json::Value> = match &result {
            Ok(_) => Vec::new(),
            Err(errors) => errors
                .0
                .iter()
                .map(|fault| {
                    serde_json::json!({
                        "line": fault.line,
                        "column": fault.column,
                        "message": console.text(&fault.message),
                    })
                })
                .collect(),
        };
        let warned = result.as_ref().map(|rule| warnings(rule.file()));
        let warnings: Vec<String> = warned
            .iter()
            .flatten()
            .map(|warning| console.text(&warning.message))
            .collect();
        report.push(serde_json::json!({
            "file": file, "ok": result.is_ok(), "faults": faults, "warnings": warnings,
        }));
        faulty |= result.is_err();
        if console.json {
            continue;
        }
        match result {
            Ok(rule) => {
                let rule = rule.file();
                let listed = rule.list.as_ref().map_or(0, |list| list.fields.len());
                console.print_message(
                    &Message::new("cli-rule-good")
                        .with("file", file.display().to_string())
                        .with("name", rule.site.name.as_str())
                        .with("fields", rule.fields.len() + listed),
                );
                for warning in &warnings {
                    console.line(&format!("  {warning}"));
                }
            }
            Err(errors) => print_faults(console, file, &errors),
        }
    }
    if console.json {
        console.print_json(&report);
    }
    if faulty { Err(Failure::Told) } else { Ok(()) }
}
