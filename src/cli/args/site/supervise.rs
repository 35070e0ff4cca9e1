//! `supervise`

use std::path::PathBuf;

use clap::Subcommand;

/// `supervise …`
#[derive(Debug, Subcommand)]
pub enum SuperviseSubcommand {
    /// The phase of a site with what moved it there, what happens next, its timeline and what was tried
    Show {
        /// Its name
        site: String,
        /// Moves, and actions, at most
        #[arg(long, default_value_t = 20)]
        limit: u64,
    },
    /// Ask a site now whether it answers again, without waiting for its turn
    Probe {
        /// Its name
        site: String,
    },
    /// Decide about the answers of a recorded run again and compare (see `run --record`)
    Replay {
        /// The recording
        file: PathBuf,
    },
}
