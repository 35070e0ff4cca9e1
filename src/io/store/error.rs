//! What can go wrong with a project file.

use std::path::PathBuf;

use crate::logic::messages::{Explain, Message, english};

/// A fault of the project file.
#[derive(Debug)]
pub enum StoreError {
    /// Another process owns the project.
    Locked {
        /// The project.
        path: PathBuf,
    },
    /// There is no such file.
    Missing {
        /// The project.
        path: PathBuf,
    },
    /// There is such a file already.
    Exists {
        /// The project.
        path: PathBuf,
    },
    /// The file is damaged, or no project.
    Damaged {
        /// The project.
        path: PathBuf,
        /// What SQLite says.
        reason: String,
    },
    /// It was made by a newer version of the program.
    TooNew {
        /// The project.
        path: PathBuf,
        /// Its schema version.
        version: i64,
    },
    /// The disk is full.
    DiskFull {
        /// The project.
        path: PathBuf,
    },
    /// It was opened for reading only.
    ReadOnly {
        /// The project.
        path: PathBuf,
    },
    /// A name is taken.
    NameTaken {
        /// The name.
        name: String,
    },
    /// Something referred to does not exist.
    NotFound {
        /// What.
        what: String,
    },
    /// Anything else from SQLite or the file system.
    Other {
        /// The project.
        path: PathBuf,
        /// What they say.
        reason: String,
    },
}

impl Explain for StoreError {
    fn explain(&self) -> Message {
        todo!()
    }
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for StoreError {}
