//! Why a project is not backed up or restored.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::store::StoreError;
use bowerbird_logic::messages::{Explain, Message, english};

/// A fault of a backup.
#[derive(Debug)]
pub enum BackupError {
    /// An error of the project or its copy.
    Store(StoreError),
    /// The project is damaged. Nothing was written, and existing backups stay.
    DamagedProject {
        /// The project, or its archive.
        path: PathBuf,
        /// What SQLite says.
        reason: String,
    },
    /// The chosen folder does not exist.
    FolderAway {
        /// The folder.
        path: PathBuf,
    },
    /// Another process writes backups there, or restores one.
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The disk is full.
    DiskFull {
        /// What was being written.
        path: PathBuf,
    },
    /// The data read back differs from the data written.
    NotAsWritten {
        /// The file.
        path: PathBuf,
    },
    /// The backup is damaged, incomplete, or not a backup.
    Damaged {
        /// Its list of files.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// There is no such backup.
    NotFound {
        /// The name that was given.
        name: String,
    },
    /// Anything else from the file system.
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
}

impl BackupError {
    /// The error that the system reports for `path`.
    pub(super) fn io(path: &Path, error: &std::io::Error) -> Self {
        let path = path.to_owned();
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Self::DiskFull { path }
            }
            _ => Self::Io {
                path,
                reason: error.to_string(),
            },
        }
    }

    /// The error for an unusable backup with this list of files.
    pub(super) fn damaged(manifest: &Path, reason: impl Into<String>) -> Self {
        Self::Damaged {
            path: manifest.to_owned(),
            reason: reason.into(),
        }
    }

    /// Whether another backup may be usable.
    pub fn is_of_this_backup(&self) -> bool {
        matches!(self, Self::Damaged { .. } | Self::NotFound { .. })
    }
}

impl From<StoreError> for BackupError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::DiskFull { path } => Self::DiskFull { path },
            error => Self::Store(error),
        }
    }
}

impl Explain for BackupError {
    fn explain(&self) -> Message {
        let about =
            |id: &str, path: &Path| Message::new(id).with("path", path.display().to_string());
        match self {
            Self::Store(error) => error.explain(),
            Self::DamagedProject { path, reason } => {
                about("backup-damaged-project", path).with("reason", reason.as_str())
            }
            Self::FolderAway { path } => about("backup-folder-away", path),
            Self::Busy { path } => about("backup-busy", path),
            Self::DiskFull { path } => about("backup-disk-full", path),
            Self::NotAsWritten { path } => about("backup-not-as-written", path),
            Self::Damaged { path, reason } => {
                about("backup-damaged", path).with("reason", reason.as_str())
            }
            Self::NotFound { name } => Message::new("backup-not-found").with("name", name.as_str()),
            Self::Io { path, reason } => about("backup-io", path).with("reason", reason.as_str()),
        }
    }
}

impl std::fmt::Display for BackupError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for BackupError {}
