//! `rule`: rule files, one file a command of it.

mod check;
mod duplicates;
mod history;
mod import;
pub mod learn;
pub(super) mod news;
mod repair;
mod rerun;
mod sample;
mod suggest;
mod test;
mod test_page;

use std::path::Path;

use crate::Outcome;
use crate::args::RuleCommand;
use crate::console::Console;

/// Runs the command; `project` is the project file of those that look into it.
pub fn run(console: &Console, project: &Path, command: RuleCommand) -> Outcome {
    match command {
        RuleCommand::Check { files } => check::run(console, &files),
        RuleCommand::Learn(arguments) => learn::run(console, &arguments),
        RuleCommand::Repair(arguments) => repair::run(console, arguments),
        RuleCommand::Test(arguments) => test::run(console, &arguments),
        RuleCommand::Sample(arguments) => sample::run(console, arguments),
        RuleCommand::Import(arguments) => import::run(console, &arguments),
        RuleCommand::History { site } => history::history(console, project, &site),
        RuleCommand::Diff { site, from, to } => history::diff(console, project, &site, from, to),
        RuleCommand::Restore { site, version, yes } => {
            history::restore(console, project, (&site, version), yes)
        }
        RuleCommand::Duplicates(arguments) => duplicates::run(console, project, &arguments),
        RuleCommand::Rerun(arguments) => rerun::run(console, project, &arguments),
    }
}
