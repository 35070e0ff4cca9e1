//! Commands from this process to the one that owns a project. Input: a command. Output: the
//! owner's answer.

use std::path::Path;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::super::EngineError;
use bowerbird_io::store::{RemoteAnswer, Store};
use bowerbird_logic::model::{RemoteCommand, RemoteCommandKind};

/// How often the answer is polled.
const POLL: Duration = Duration::from_millis(50);
/// The additional time for a command that the owner has started.
const CARRIED_OUT: Duration = Duration::from_secs(20);
/// The time limit for a window to answer. Owners without one never answer.
const WINDOW: Duration = Duration::from_secs(2);

/// Leaves a command for the owner of the project at `path` and waits until it is done. Returns
/// whether the owner took it within `patience`; a command not taken is withdrawn.
///
/// # Errors
/// Why the owner refused it; else from the store.
pub fn send_command(
    path: &Path,
    command: &RemoteCommand,
    patience: Duration,
) -> Result<bool, EngineError> {
    let left = Store::leave_command(path, command, Timestamp::now())?;
    let until = Instant::now() + patience;
    loop {
        match left.answer()? {
            RemoteAnswer::Done => return Ok(true),
            RemoteAnswer::Refused(why) => {
                left.withdraw()?;
                return Err(EngineError(why));
            }
            RemoteAnswer::Waiting if Instant::now() >= until => {
                // It may have been done at this very moment; then all is well.
                return Ok(!left.withdraw()?);
            }
            // It is being executed: the process that took it answers, unless it was killed.
            RemoteAnswer::Taken if Instant::now() >= until + CARRIED_OUT => {
                left.withdraw()?;
                return Ok(false);
            }
            RemoteAnswer::Waiting | RemoteAnswer::Taken => std::thread::sleep(POLL),
        }
    }
}

/// Asks a window with the project at `path` open, visible or not, to come to the front. Returns
/// whether there is one.
pub fn show_elsewhere(path: &Path) -> bool {
    let command = RemoteCommand {
        kind: RemoteCommandKind::Show,
        site: None,
        text: None,
    };
    // Faults of the file are reported when it is opened.
    let shown = path.exists()
        && Store::is_owned(path)
        && send_command(path, &command, WINDOW).unwrap_or(false);
    if shown {
        tracing::info!(project = %path.display(), "the window that has the project comes forward");
    }
    shown
}
