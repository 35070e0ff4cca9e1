//! `supervise`

use std::path::PathBuf;

use clap::Subcommand;

/// `supervise …`
#[derive(Debug, Subcommand)]
pub enum SuperviseSubcommand {
    /// Show a site's phase and its cause, the next step, the timeline and remedies tried
    Show {
        /// Its name
        site: String,
        /// Maximum number of events and remedies
        #[arg(long, default_value_t = 20)]
        limit: u64,
    },
    /// Probe a site now, without waiting for the next probe
    Probe {
        /// Its name
        site: String,
    },
    /// Decide on the responses of a recorded run again and compare (see `run --record`)
    Replay {
        /// The recording
        file: PathBuf,
    },
}
