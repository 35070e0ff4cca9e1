//! Reads rule files, and writes their faults and versions as lines.

use std::path::Path;

use crate::console::{Console, time_text};
use bowerbird_engine::types::{Message, RuleErrors, RuleOrigin, RuleVersion};
use bowerbird_engine::{EngineError, single_page};

/// Reads a rule file.
///
/// # Errors
/// When it cannot be read, is too large or not UTF-8.
pub fn read_rule(file: &Path) -> Result<String, EngineError> {
    single_page::read_text(file)
}

/// Prints the faults of a rule file, one per line: `file:line:column: what`.
pub fn print_faults(console: &Console, file: &Path, errors: &RuleErrors) {
    for fault in &errors.0 {
        console.note(
            &Message::new("cli-rule-fault")
                .with("file", file.display().to_string())
                .with("line", fault.line)
                .with("column", fault.column)
                .with("text", fault.message.clone()),
        );
    }
}

/// One version as a line: number, time and origin.
pub fn version_line(console: &Console, version: &RuleVersion) -> Message {
    Message::new("cli-version")
        .with("number", version.number)
        .with("time", time_text(version.saved_at))
        .with("origin", origin_name(console, version.origin))
}

/// The origin of a version as text.
pub fn origin_name(console: &Console, origin: RuleOrigin) -> String {
    console.catalogue.get(match origin {
        RuleOrigin::Added => "cli-origin-added",
        RuleOrigin::Edited => "cli-origin-edited",
        RuleOrigin::Imported => "cli-origin-imported",
        RuleOrigin::Repaired => "cli-origin-repaired",
        RuleOrigin::Restored => "cli-origin-restored",
    })
}
