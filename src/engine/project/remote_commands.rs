//! Commands of this process to the one that owns a project. Flows in: a command. Flows out: what the
//! owner says to it.

use std::path::Path;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::super::EngineError;
use bowerbird_io::store::{RemoteAnswer, Store};
use bowerbird_logic::model::{RemoteCommand, RemoteCommandKind};

/// How often is looked whether the owner has answered.
const POLL: Duration = Duration::from_millis(50);
/// How much longer the owner may take for what it has begun.
const CARRIED_OUT: Duration = Duration::from_secs(20);
/// How long a window may take to hear that it is wanted. Owners without one never answer.
const WINDOW: Duration = Duration::from_secs(2);

/// Leaves a command for the owner of the project at `path` and waits until it is done. Whether the owner
/// took it within `patience`; a command that nobody took is taken back.
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
                // It may be done in this very moment; then all is well.
                return Ok(!left.withdraw()?);
            }
            // It is being carried out: the process that took it answers, unless it was killed.
            RemoteAnswer::Taken if Instant::now() >= until + CARRIED_OUT => {
                left.withdraw()?;
                return Ok(false);
            }
            RemoteAnswer::Waiting | RemoteAnswer::Taken => std::thread::sleep(POLL),
        }
    }
}

/// Asks a window that has the project at `path` open, here or without being seen, to come to the
/// front. Whether there is one.
pub fn show_elsewhere(path: &Path) -> bool {
    let command = RemoteCommand {
        kind: RemoteCommandKind::Show,
        site: None,
        text: None,
    };
    // Faults of the file are reported where it is opened.
    let shown = path.exists()
        && Store::is_owned(path)
        && send_command(path, &command, WINDOW).unwrap_or(false);
    if shown {
        tracing::info!(project = %path.display(), "the window that has the project comes forward");
    }
    shown
}
