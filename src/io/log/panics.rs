//! The last panic of the program, in one small file of the state folder: what broke, where, in which
//! version. Input: panics of any thread. Output: the record, for the next start and for a diagnostic
//! file. It has no addresses and no contents of pages, as a message of a panic may quote them.

use std::backtrace::Backtrace;
use std::io::Read as _;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::files::private_files;
use bowerbird_logic::mask_secrets::{without_contents, without_credentials};
use bowerbird_logic::text::printable;

/// The file in the state folder.
const FILE_NAME: &str = "last-panic.json";
/// Maximum characters of a message.
const MAX_MESSAGE: usize = 1_000;
/// Maximum characters of a backtrace.
const MAX_BACKTRACE: usize = 16_000;
/// Maximum bytes read.
const MAX_BYTES: u64 = 256 * 1024;

/// The commit, as the program names it at its start.
static COMMIT: OnceLock<&'static str> = OnceLock::new();
/// Whether a panic is being recorded: one while recording is left alone.
static RECORDING: AtomicBool = AtomicBool::new(false);

/// A panic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PanicRecord {
    /// When it happened.
    pub at: Timestamp,
    /// The version of the program.
    pub version: String,
    /// The commit that it was built from.
    pub commit: String,
    /// The name of the thread.
    pub thread: String,
    /// File, line and column of the source.
    pub place: String,
    /// What the program said, without addresses and quotations.
    pub message: String,
    /// The functions that were being called.
    pub backtrace: String,
    /// Whether the user was told.
    #[serde(default)]
    pub told: bool,
}

/// Records panics of this process from now on, of all threads; `commit` is what the program was
/// built from. What happened on a panic before happens too.
pub fn watch(commit: &'static str) {
    let _ = COMMIT.set(commit);
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !RECORDING.swap(true, Ordering::AcqRel) {
            // A full disk loses the record, nothing else.
            let _ = keep(&super::state_folder(), &record(info));
            RECORDING.store(false, Ordering::Release);
        }
        before(info);
    }));
}

/// The commit that the program was built from; `unknown` where nobody knows.
pub fn commit() -> &'static str {
    COMMIT.get().copied().unwrap_or("unknown")
}

/// The last panic recorded in the state folder `state`, if there was one.
pub fn last(state: &Path) -> Option<PanicRecord> {
    let file = std::fs::File::open(path(state)).ok()?;
    let mut text = String::new();
    file.take(MAX_BYTES).read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

/// The last panic, if the user was not told; from now on they are.
pub fn tell_once(state: &Path) -> Option<PanicRecord> {
    let found = last(state).filter(|found| !found.told)?;
    let told = PanicRecord {
        told: true,
        ..found.clone()
    };
    if let Err(error) = keep(state, &told) {
        tracing::warn!(%error, "the record of a panic cannot be written");
    }
    Some(found)
}

/// The file in the state folder `state`.
pub(super) fn path(state: &Path) -> PathBuf {
    state.join(FILE_NAME)
}

fn keep(state: &Path, record: &PanicRecord) -> std::io::Result<()> {
    let text = serde_json::to_vec_pretty(record)?;
    private_files::own_folder(state)?;
    private_files::replace(&path(state), &text)
}

fn record(info: &PanicHookInfo<'_>) -> PanicRecord {
    let thread = std::thread::current();
    let place = info.location().map(ToString::to_string);
    let message: String = info
        .payload_as_str()
        .unwrap_or_default()
        .chars()
        .take(MAX_MESSAGE)
        .collect();
    let backtrace = Backtrace::force_capture().to_string();
    PanicRecord {
        at: Timestamp::now(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: commit().to_owned(),
        thread: thread.name().unwrap_or_default().to_owned(),
        place: place.unwrap_or_default(),
        message: printable(&without_contents(&without_credentials(&message))).into_owned(),
        backtrace: backtrace.chars().take(MAX_BACKTRACE).collect(),
        told: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_once_and_a_damaged_record_never() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(tell_once(folder.path()), None);
        let record = PanicRecord {
            at: Timestamp::UNIX_EPOCH,
            version: "0".to_owned(),
            commit: "c".to_owned(),
            thread: "t".to_owned(),
            place: "a.rs:1:1".to_owned(),
            message: "m".to_owned(),
            backtrace: String::new(),
            told: false,
        };
        keep(folder.path(), &record).unwrap();
        assert_eq!(tell_once(folder.path()), Some(record));
        assert_eq!(tell_once(folder.path()), None);
        assert!(last(folder.path()).is_some_and(|found| found.told));
        std::fs::write(path(folder.path()), "{").unwrap();
        assert_eq!(last(folder.path()), None);
    }
}
