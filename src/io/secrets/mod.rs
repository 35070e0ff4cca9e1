//! Secrets: passwords of proxies and accounts, session cookies. Kept in the system's keychain, or
//! in a file beside the project encrypted under a passphrase. Never in SQLite, logs or exports.

use std::path::PathBuf;

use crate::logic::messages::{Explain, Message, english};

/// A secret text: prints as `•••`, is wiped by nobody but leaves this room only into a request.
#[derive(Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Wraps a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself, for a request.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("•••")
    }
}

/// What can go wrong.
#[derive(Debug)]
pub enum SecretError {
    /// No keychain answers and no passphrase is known.
    NoPassphrase {
        /// The encrypted file.
        path: PathBuf,
    },
    /// The passphrase does not fit.
    WrongPassphrase {
        /// The encrypted file.
        path: PathBuf,
    },
    /// The file cannot be read or written.
    File {
        /// The encrypted file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

impl Explain for SecretError {
    fn explain(&self) -> Message {
        todo!()
    }
}

impl std::fmt::Display for SecretError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for SecretError {}

/// The secrets of one project. Names: `proxy:NAME`, `account:SITE:USER`, `cookies:SITE:USER`.
pub struct Secrets {}

impl Secrets {
    /// The secrets of the project at `project`. A passphrase (from the file named by
    /// `BOWERBIRD_PASSPHRASE_FILE`, or typed) selects the encrypted file; without one the keychain
    /// is tried.
    pub fn open(_project: &std::path::Path, _passphrase: Option<Secret>) -> Self {
        todo!()
    }

    /// The passphrase in the file that `BOWERBIRD_PASSPHRASE_FILE` names, when it is set.
    ///
    /// # Errors
    /// When that file cannot be read.
    pub fn passphrase_from_environment() -> Result<Option<Secret>, SecretError> {
        todo!()
    }

    /// Looks a secret up.
    ///
    /// # Errors
    /// [`SecretError`].
    pub fn get(&self, _name: &str) -> Result<Option<Secret>, SecretError> {
        todo!()
    }

    /// Keeps a secret.
    ///
    /// # Errors
    /// [`SecretError`].
    pub fn set(&self, _name: &str, _secret: &Secret) -> Result<(), SecretError> {
        todo!()
    }

    /// Forgets a secret.
    ///
    /// # Errors
    /// [`SecretError`].
    pub fn remove(&self, _name: &str) -> Result<(), SecretError> {
        todo!()
    }
}
