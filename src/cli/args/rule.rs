//! The arguments of `rule …`. Names are a promise to users; a command with more than a few
//! arguments has a struct of its own here.

use std::path::PathBuf;

use clap::Subcommand;

/// `rule …`
#[derive(Debug, Subcommand)]
pub enum RuleCommand {
    /// Check rule files
    Check {
        /// Rule files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}
