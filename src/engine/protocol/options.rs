//! How an engine is set up.

use std::path::PathBuf;
use std::sync::Arc;

use bowerbird_io::secrets::{Secret, Secrets};
use bowerbird_io::system::clock::{Clock, SystemClock};

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// The program that is started as `worker preview-worker` to draw pages: this program itself.
    pub worker: PathBuf,
    /// Sites run at once.
    pub sites_at_once: usize,
    /// Whether sites that do not answer as they should are probed when that is due, also while the
    /// scheduler is off.
    pub watch: bool,
    /// Whether a window belongs to it, which can come to the front.
    pub windowed: bool,
    /// The program's own folder of backups, when the project is backed up each day while it is open in a
    /// window or its scheduler is on; else it is not.
    pub backups: Option<PathBuf>,
    /// Passphrase of the encrypted secrets file, when it is known.
    pub passphrase: Option<Secret>,
    /// The clock that the scheduler goes by.
    pub clock: Arc<dyn Clock>,
}

impl Default for EngineOptions {
    /// This program as the worker, four sites at once, the passphrase of the environment, the system's
    /// clock. What is wrong with the environment's is said when the engine starts.
    fn default() -> Self {
        Self {
            worker: std::env::current_exe().unwrap_or_else(|_| PathBuf::from("bowerbird")),
            sites_at_once: 4,
            watch: false,
            windowed: false,
            backups: None,
            passphrase: Secrets::passphrase_from_environment().ok().flatten(),
            clock: Arc::new(SystemClock),
        }
    }
}
