//! `rule`: rule files, one file a command of it.

mod check;
mod repair;

use std::path::Path;

use crate::cli::Outcome;
use crate::cli::args::RuleCommand;
use crate::cli::console::Console;

/// Runs the command; `project` is the project file of those that look into it.
pub fn run(console: &Console, _project: &Path, command: RuleCommand) -> Outcome {
    match command {
        RuleCommand::Check { files } => check::run(console, &files),
        RuleCommand::Repair(arguments) => repair::run(console, arguments),
    }
}
