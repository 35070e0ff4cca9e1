//! Wishes of this process to the one that owns a project. Flows in: a wish. Flows out: whether the
//! owner took it.

use std::path::Path;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::super::EngineError;
use bowerbird_io::store::Store;
use bowerbird_logic::model::{RemoteCommand, RemoteCommandKind};

/// How often is looked whether the owner took a wish.
const LOOK: Duration = Duration::from_millis(50);
/// How long a window may take to hear that it is wanted. Owners without one never answer.
const WINDOW: Duration = Duration::from_secs(2);

/// Leaves a wish for the owner of the project at `path` and waits until it is taken. Whether it
/// was, within `patience`; one that was not is taken back.
///
/// # Errors
/// From the store.
pub fn leave_wish(
    path: &Path,
    wish: &RemoteCommand,
    patience: Duration,
) -> Result<bool, EngineError> {
    let left = Store::leave_wish(path, wish, Timestamp::now())?;
    let until = Instant::now() + patience;
    while !left.is_taken()? {
        if Instant::now() >= until {
            // It may be taken in this very moment; then all is well.
            return Ok(!left.take_back()?);
        }
        std::thread::sleep(LOOK);
    }
    Ok(true)
}

/// Asks a window that has the project at `path` open, here or without being seen, to come to the
/// front. Whether there is one.
pub fn show_elsewhere(path: &Path) -> bool {
    let wish = RemoteCommand {
        kind: RemoteCommandKind::Show,
        site: None,
        text: None,
    };
    // Whatever is the matter with the file is told where it is opened.
    let shown =
        path.exists() && Store::is_owned(path) && leave_wish(path, &wish, WINDOW).unwrap_or(false);
    if shown {
        tracing::info!(project = %path.display(), "the window that has the project comes forward");
    }
    shown
}
