//! The signals used for verdicts: the built-in ones, and the user's own.

use crate::protocol::EngineError;
use bowerbird_logic::detect::Signals;

/// The shipped signals, as an engine error when they are damaged.
pub(crate) fn shipped_signals() -> Result<Signals, EngineError> {
    Ok(Signals::shipped()?)
}

/// The shipped signals with those of `files` (name and TOML text).
///
/// # Errors
/// When a file is invalid, in words.
pub fn own_signals(files: &[(String, String)]) -> Result<Signals, EngineError> {
    with_own(&shipped_signals()?, files)
}

/// `signals` with those of `files`.
pub(crate) fn with_own(
    signals: &Signals,
    files: &[(String, String)],
) -> Result<Signals, EngineError> {
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    Ok(signals.with_files(&files)?)
}
