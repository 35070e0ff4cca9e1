//! The log: on standard error, for whoever looks into what went wrong. Messages for people go
//! through the console instead.

use tracing_subscriber::EnvFilter;

/// Variable that chooses what is logged, such as `debug` or `bowerbird::engine=trace`.
const VARIABLE: &str = "BOWERBIRD_LOG";

/// Starts the log of this process: warnings of our own unless `BOWERBIRD_LOG` says otherwise. An
/// invalid filter counts as none.
pub fn start() {
    let filter =
        EnvFilter::try_from_env(VARIABLE).unwrap_or_else(|_| EnvFilter::new("bowerbird=warn"));
    let started = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .try_init();
    if let Err(error) = started {
        tracing::debug!(%error, "the log had been started before");
    }
}
