//! Why a command failed, the exit code of that, and how it is said.

use super::console::Console;
use super::exit_codes::{FAILED, INCOMPLETE, USAGE};
use bowerbird_engine::EngineError;
use bowerbird_engine::types::Message;

/// Why a command failed.
pub enum Failure {
    /// The arguments contradict each other: [`USAGE`].
    Usage(Message),
    /// The command failed: [`FAILED`].
    Failed(EngineError),
    /// The command finished with a bad result, already reported: [`FAILED`].
    Told,
    /// The command finished, but promised pages are missing, already
    /// reported: [`INCOMPLETE`].
    Incomplete,
}

impl<E: Into<EngineError>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// What a command returns.
pub type Outcome = Result<(), Failure>;

impl Failure {
    /// Its exit code.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => USAGE,
            Self::Failed(_) | Self::Told => FAILED,
            Self::Incomplete => INCOMPLETE,
        }
    }

    /// Says what went wrong, unless that was said already.
    pub(crate) fn report(self, console: &Console) {
        match self {
            Self::Failed(error) => console.error(&error),
            Self::Usage(message) => console.error(&EngineError(message)),
            Self::Told | Self::Incomplete => {}
        }
    }
}
