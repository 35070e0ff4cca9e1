//! `rule`: rule files, one file per subcommand.

mod check;
mod duplicates;
mod history;
mod import;
pub mod learn;
mod read_twice;
mod repair;
mod rerun;
pub(super) mod rule_additions;
pub(super) mod rule_text;
mod sample;
pub(super) mod suggest;
mod test;
mod test_page;

use std::path::Path;

use crate::args::RuleSubcommand;
use crate::console::Console;
use crate::failure::Outcome;

/// Runs the command. `project` is the project file, for the subcommands that read it.
pub fn run(console: &Console, project: &Path, command: RuleSubcommand) -> Outcome {
    match command {
        RuleSubcommand::Check { files } => check::run(console, &files),
        RuleSubcommand::Learn(arguments) => learn::run(console, &arguments),
        RuleSubcommand::Repair(arguments) => repair::run(console, arguments),
        RuleSubcommand::Test(arguments) => test::run(console, &arguments),
        RuleSubcommand::Sample(arguments) => sample::run(console, arguments),
        RuleSubcommand::Import(arguments) => import::run(console, &arguments),
        RuleSubcommand::History { site } => history::history(console, project, &site),
        RuleSubcommand::Diff { site, from, to } => history::diff(console, project, &site, from, to),
        RuleSubcommand::Restore { site, version, yes } => {
            history::restore(console, project, (&site, version), yes)
        }
        RuleSubcommand::Duplicates(arguments) => duplicates::run(console, project, &arguments),
        RuleSubcommand::Rerun(arguments) => rerun::run(console, project, &arguments),
    }
}
