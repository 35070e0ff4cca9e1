//! The options of an engine.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bowerbird_io::secrets::{Secret, Secrets};
use bowerbird_io::system::clock::{Clock, SystemClock};

/// The options of an engine.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// The program that is started as `worker preview-worker` to draw pages: this program itself.
    pub worker: PathBuf,
    /// The number of sites run at once.
    pub sites_at_once: usize,
    /// Whether sites that do not answer as they should are probed when due, also while the
    /// scheduler is off.
    pub watch: bool,
    /// Whether it has a window, which can come to the front.
    pub windowed: bool,
    /// How long runs wait for a person where only a person can answer the site, unless their rule or
    /// their options say otherwise; zero: not at all.
    pub person_wait: Duration,
    /// The program's own backup folder, if the project is backed up each day while it is open in a
    /// window or its scheduler is on; else there are no backups.
    pub backups: Option<PathBuf>,
    /// The folder with the browsers that may send pages, while a window is open; else none may.
    pub paired_browsers: Option<PathBuf>,
    /// Passphrase of the encrypted secrets file, if known.
    pub passphrase: Option<Secret>,
    /// The clock of the scheduler.
    pub clock: Arc<dyn Clock>,
}

impl Default for EngineOptions {
    /// This program as the worker, four sites at once, the passphrase from the environment, the
    /// system clock. Errors in the environment are reported when the engine starts.
    fn default() -> Self {
        Self {
            worker: std::env::current_exe().unwrap_or_else(|_| PathBuf::from("bowerbird")),
            sites_at_once: 4,
            watch: false,
            windowed: false,
            person_wait: Duration::ZERO,
            backups: None,
            paired_browsers: None,
            passphrase: Secrets::passphrase_from_environment().ok().flatten(),
            clock: Arc::new(SystemClock),
        }
    }
}
