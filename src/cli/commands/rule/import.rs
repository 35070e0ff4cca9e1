//! `rule import`: rule files of other programs, with what was imported and what was not.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::args::ImportArguments;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use bowerbird_engine::EngineError;
use bowerbird_engine::single_page::{ImportedFile, Written, import_file};
use bowerbird_engine::types::{Explain, ImportFormat, ImportResult, Message, Note};

/// Totals over all files.
#[derive(Default)]
struct Totals {
    files: usize,
    failed: usize,
    rules: usize,
    kept: usize,
    taken: usize,
    changed: usize,
    dropped: usize,
}

/// Runs the command.
pub fn run(console: &Console, arguments: &ImportArguments) -> Outcome {
    let format = match arguments.format.as_str() {
        "auto" => None,
        name => Some(ImportFormat::from_name(name).ok_or_else(|| unknown(name))?),
    };
    let mut totals = Totals::default();
    let mut used = BTreeSet::new();
    let mut report = Vec::new();
    for file in &arguments.files {
        totals.files += 1;
        let result = import_file(format, file, &arguments.out, arguments.force, &mut used);
        match &result {
            Ok(imported) => imported.rules.iter().for_each(|rule| totals.add(rule)),
            Err(_) => totals.failed += 1,
        }
        if console.json {
            report.push(json_of(console, file, &result));
        } else {
            show(console, file, &result);
        }
    }
    if console.json {
        console.print_json(&json!({"files": report, "totals": totals.json()}));
    } else {
        console.print_message(&totals.message(&arguments.out));
    }
    if totals.failed > 0 || totals.kept > 0 {
        return Err(Failure::Told);
    }
    Ok(())
}

fn unknown(name: &str) -> Failure {
    let known = ImportFormat::ALL.map(ImportFormat::name).join(", ");
    Failure::Usage(
        Message::new("cli-no-such-format")
            .with("name", name)
            .with("known", format!("{known}, auto")),
    )
}

impl Totals {
    fn add(&mut self, rule: &Written) {
        if rule.written {
            self.rules += 1;
        } else {
            self.kept += 1;
        }
        self.taken += count(&rule.notes, ImportResult::Taken);
        self.changed += count(&rule.notes, ImportResult::Changed);
        self.dropped += count(&rule.notes, ImportResult::Dropped);
    }

    fn message(&self, out: &Path) -> Message {
        Message::new("cli-import-totals")
            .with("rules", self.rules)
            .with("path", out.display().to_string())
            .with("files", self.files)
            .with("failed", self.failed)
            .with("kept", self.kept)
            .with("taken", self.taken)
            .with("changed", self.changed)
            .with("dropped", self.dropped)
    }

    fn json(&self) -> Value {
        json!({
            "files": self.files,
            "failed": self.failed,
            "rules": self.rules,
            "kept": self.kept,
            "taken": self.taken,
            "changed": self.changed,
            "dropped": self.dropped,
        })
    }
}

fn count(notes: &[Note], fate: ImportResult) -> usize {
    notes.iter().filter(|note| note.fate == fate).count()
}

/// Prints one file: its rules, then what was changed or dropped, one line each.
fn show(console: &Console, file: &Path, result: &Result<ImportedFile, EngineError>) {
    let imported = match result {
        Ok(imported) => imported,
        Err(error) => return console.error(error),
    };
    for rule in &imported.rules {
        let id = if rule.written {
            "cli-import-rule"
        } else {
            "cli-import-kept"
        };
        console.print_message(
            &Message::new(id)
                .with("file", file.display().to_string())
                .with("path", rule.path.display().to_string())
                .with("taken", count(&rule.notes, ImportResult::Taken))
                .with("changed", count(&rule.notes, ImportResult::Changed))
                .with("dropped", count(&rule.notes, ImportResult::Dropped)),
        );
        for note in &rule.notes {
            let id = match note.fate {
                ImportResult::Taken => continue,
                ImportResult::Changed => "cli-import-changed",
                ImportResult::Dropped => "cli-import-dropped",
            };
            console.print_message(
                &Message::new(id)
                    .with("place", note.place.explain())
                    .with("text", note.message.clone()),
            );
        }
    }
}

fn json_of(console: &Console, file: &Path, result: &Result<ImportedFile, EngineError>) -> Value {
    match result {
        Err(error) => json!({
            "file": file.display().to_string(),
            "ok": false,
            "error": console.text(&error.0),
            "rules": [],
        }),
        Ok(imported) => json!({
            "file": file.display().to_string(),
            "ok": true,
            "format": imported.format.name(),
            "rules": imported.rules.iter().map(|rule| rule_json(console, rule)).collect::<Vec<_>>(),
        }),
    }
}

fn rule_json(console: &Console, rule: &Written) -> Value {
    let notes: Vec<Value> = rule
        .notes
        .iter()
        .map(|note| {
            json!({
                "place": note.place,
                "fate": note.fate,
                "id": note.message.id,
                "text": console.text(&note.message),
            })
        })
        .collect();
    json!({
        "site": rule.site,
        "path": rule.path.display().to_string(),
        "written": rule.written,
        "runs": rule.runs,
        "taken": count(&rule.notes, ImportResult::Taken),
        "changed": count(&rule.notes, ImportResult::Changed),
        "dropped": count(&rule.notes, ImportResult::Dropped),
        "notes": notes,
    })
}
