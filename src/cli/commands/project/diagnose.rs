//! `diagnose`: the file for a report of a fault.

use std::path::Path;

use crate::args::DiagnoseArguments;
use crate::console::Console;
use crate::failure::Outcome;
use bowerbird_engine::project;
use bowerbird_engine::project::diagnostic_file::{
    DiagnosticParts, diagnostic_text, write_diagnostic,
};
use bowerbird_engine::types::Message;

/// Runs the command. Without a project, the file still has the rest.
pub fn run(console: &Console, path: &Path, arguments: &DiagnoseArguments) -> Outcome {
    let store = project::read(path).ok();
    let parts = DiagnosticParts {
        names: arguments.with_addresses,
        full_log: arguments.with_log,
    };
    let text = diagnostic_text(store.as_ref(), parts);
    match &arguments.out {
        None => console.line(text.trim_end()),
        Some(file) => {
            write_diagnostic(file, &text)?;
            let done = Message::new("diagnostic-written").with("path", file.display().to_string());
            console.note(&done);
        }
    }
    Ok(())
}
