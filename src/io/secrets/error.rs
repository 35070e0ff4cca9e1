//! Errors with secrets. Their texts name places but never a secret.

use std::path::{Path, PathBuf};

use bowerbird_logic::messages::{Explain, Message, english};

/// The encrypted file exists, and its passphrase is not known.
const UNKNOWN: &str = "secrets-no-passphrase";
/// There is no encrypted file yet, so a passphrase is to be chosen.
const UNCHOSEN: &str = "secrets-no-passphrase-yet";
/// The passphrase is wrong.
const WRONG: &str = "secrets-wrong-passphrase";

/// Whether a passphrase helps against this failure: it is unknown, wrong, or not chosen yet.
pub fn asks_passphrase(failure: &Message) -> bool {
    [UNKNOWN, UNCHOSEN, WRONG].contains(&failure.id.as_str())
}

/// Whether a passphrase is to be chosen, because the project has none yet.
pub fn asks_first_passphrase(failure: &Message) -> bool {
    failure.id == UNCHOSEN
}

/// The same failure as one for want of a passphrase, where a wrong one was entered before.
pub fn unknown_passphrase(failure: &Message) -> Message {
    let mut unknown = failure.clone();
    if failure.id == WRONG {
        unknown.id = UNKNOWN.into();
    }
    unknown
}

/// An error with secrets.
#[derive(Debug)]
pub enum SecretError {
    /// The project was not allowed to act.
    AtRest {
        /// The project.
        path: PathBuf,
    },
    /// No keychain responds and no passphrase is known.
    NoPassphrase {
        /// The encrypted file.
        path: PathBuf,
        /// Whether the file exists: its passphrase is to be entered. Else one is to be chosen.
        exists: bool,
    },
    /// There is no encrypted file.
    NoFile {
        /// Its expected path.
        path: PathBuf,
    },
    /// The passphrase is wrong.
    WrongPassphrase {
        /// The encrypted file.
        path: PathBuf,
    },
    /// The file that should hold the passphrase is empty.
    EmptyPassphrase {
        /// That file.
        path: PathBuf,
    },
    /// The encrypted file is damaged or of a later version.
    Damaged {
        /// The encrypted file.
        path: PathBuf,
    },
    /// The file cannot be read or written.
    File {
        /// The encrypted file, or the one with the passphrase.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The keychain exists but refuses.
    Keychain {
        /// Why.
        reason: String,
    },
}

impl SecretError {
    /// A disk failure at `path`.
    pub(super) fn file(path: &Path, reason: &std::io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
}

impl Explain for SecretError {
    fn explain(&self) -> Message {
        let at = |id: &str, path: &Path| Message::new(id).with("path", path.display().to_string());
        match self {
            Self::AtRest { path } => at("plan-at-rest", path),
            Self::NoPassphrase { path, exists: true } => at(UNKNOWN, path),
            Self::NoPassphrase {
                path,
                exists: false,
            } => at(UNCHOSEN, path),
            Self::NoFile { path } => at("secrets-no-file", path),
            Self::WrongPassphrase { path } => at(WRONG, path),
            Self::EmptyPassphrase { path } => at("secrets-empty-passphrase", path),
            Self::Damaged { path } => at("secrets-damaged", path),
            Self::File { path, reason } => at("secrets-file", path).with("reason", reason.as_str()),
            Self::Keychain { reason } => {
                Message::new("secrets-keychain").with("reason", reason.as_str())
            }
        }
    }
}

impl std::fmt::Display for SecretError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for SecretError {}
