//! The log: `tracing` events go to standard error (warnings, unless `BOWERBIRD_LOG` says otherwise)
//! and, as JSON lines, into files of the state folder that are bounded in size and number.
//! Input: events with their spans. Output: [`LogLine`]s, cleaned of secrets. A failure here never
//! affects the work being logged.

mod erasure;
mod files;
mod journal;
mod layer;
mod levels;
pub mod panics;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use directories::ProjectDirs;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use bowerbird_logic::text::printable;
pub use erasure::{LoggedMentions, erase_in_log, find_in_log};
use files::LogFiles;
pub use files::read;
use layer::Keep;
use levels::{KEPT, SHOWN, VARIABLE};

/// A listener for new lines.
type Wake = Arc<dyn Fn() + Send + Sync>;

static WAKE: Mutex<Option<Wake>> = Mutex::new(None);
/// Whether the next line wakes the listener: once per request.
static LISTENING: AtomicBool = AtomicBool::new(false);

/// Whether a line was written since the last call of [`heard`].
static WRITTEN: AtomicBool = AtomicBool::new(false);

/// The project that this process works on.
static PROJECT: RwLock<Option<String>> = RwLock::new(None);

/// Attributes lines from now on to the project at `path`: each project numbers its runs separately.
pub fn write_about(path: &Path) {
    let name = name_of(path);
    *PROJECT.write().unwrap_or_else(PoisonError::into_inner) = Some(name);
}

/// The name of the project at `path` in log lines.
pub fn name_of(path: &Path) -> String {
    super::store::real(path).display().to_string()
}

fn project() -> Option<String> {
    let project = PROJECT.read();
    project.unwrap_or_else(PoisonError::into_inner).clone()
}

/// Starts the log of this process. An invalid filter is ignored.
pub fn start() {
    let shown = EnvFilter::try_from_env(VARIABLE).unwrap_or_else(|_| EnvFilter::new(SHOWN));
    let lines = tracing_subscriber::fmt::layer().with_ansi(false);
    let lines = if journal::is_journal() {
        lines
            .with_writer(ToJournal)
            .without_time()
            .with_level(false)
            .boxed()
    } else {
        let shown = || Shown(std::io::stderr(), None);
        lines.with_writer(shown).boxed()
    };
    let shown = lines.with_filter(shown);
    let kept = Keep(LogFiles::new(folder())).with_filter(EnvFilter::new(KEPT));
    let started = tracing_subscriber::registry()
        .with(shown)
        .with(kept)
        .try_init();
    if let Err(error) = started {
        tracing::debug!(%error, "the log had been started before");
    }
}

/// Makes a writer for each line, which knows how grave it is.
struct ToJournal;

impl MakeWriter<'_> for ToJournal {
    type Writer = Shown;

    fn make_writer(&self) -> Shown {
        Shown(std::io::stderr(), None)
    }

    fn make_writer_for(&self, meta: &tracing::Metadata<'_>) -> Shown {
        Shown(std::io::stderr(), Some(journal::priority(*meta.level())))
    }
}

/// Standard error, which may be a terminal: page text in an event must not control it. Each line
/// begins with the given mark, if any.
struct Shown(std::io::Stderr, Option<&'static str>);

impl std::io::Write for Shown {
    /// Receives a whole line at a time.
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let line = format!("{}{}", self.1.unwrap_or_default(), printable(&text));
        self.0.write_all(line.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// The folder of the files, in the state folder.
pub fn folder() -> PathBuf {
    state_folder().join("log")
}

/// The state folder: `BOWERBIRD_STATE_DIR`, else beside the settings if `BOWERBIRD_CONFIG_DIR` is
/// set, else the platform's.
pub fn state_folder() -> PathBuf {
    let state = std::env::var_os("BOWERBIRD_STATE_DIR").map(PathBuf::from);
    let beside = || {
        let config = std::env::var_os("BOWERBIRD_CONFIG_DIR")?;
        Some(PathBuf::from(config).join("state"))
    };
    let usual = || {
        let folders = ProjectDirs::from("", "", "bowerbird")?;
        let state = folders.state_dir().unwrap_or(folders.data_local_dir());
        Some(state.to_owned())
    };
    state.or_else(beside).or_else(usual).unwrap_or_default()
}

/// Sets the listener for new lines: called at most once for each [`listen`].
pub fn wake_with(wake: impl Fn() + Send + Sync + 'static) {
    *WAKE.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(wake));
}

/// Requests to be woken by the next new line.
pub fn listen() {
    LISTENING.store(true, Ordering::Release);
}

/// Whether this process has written a line since the last call.
pub fn heard() -> bool {
    WRITTEN.swap(false, Ordering::AcqRel)
}

/// A line was written.
fn written() {
    WRITTEN.store(true, Ordering::Release);
    if LISTENING.swap(false, Ordering::AcqRel) {
        let wake = WAKE.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(wake) = wake {
            wake();
        }
    }
}
