//! The arguments of `rule …`. Names are a promise to users; a command with more than a few
//! arguments has a struct of its own here.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `rule …`
#[derive(Debug, Subcommand)]
pub enum RuleCommand {
    /// Check rule files
    Check {
        /// Rule files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Propose what would make a rule work on a redesigned site
    Repair(RepairArguments),
}

/// `rule repair`
#[derive(Debug, Args)]
pub struct RepairArguments {
    /// Rule file
    pub file: PathBuf,
    /// Pages from before the redesign: files (.gz too) or addresses
    #[arg(long, required = true, num_args = 1.., value_name = "P")]
    pub old: Vec<String>,
    /// What the old pages yielded, JSON lines {page, field: value …}; without it the rule is run
    #[arg(long, value_name = "V.jsonl")]
    pub values: Option<PathBuf>,
    /// Pages of the site as it is now: files (.gz too) or addresses
    #[arg(long, required = true, num_args = 1.., value_name = "P")]
    pub new: Vec<String>,
    /// File to write the repaired rule to
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}
