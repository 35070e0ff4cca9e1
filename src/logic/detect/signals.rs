//! The signal files.

/// The compiled signals.
pub struct Signals {}

/// A signal file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("signal file {file}: {reason}")]
pub struct SignalError {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub reason: String,
}

impl Signals {
    /// The signals that ship with the program.
    ///
    /// # Errors
    /// Never with the shipped files (a test loads them).
    pub fn shipped() -> Result<Self, SignalError> {
        todo!()
    }
}
