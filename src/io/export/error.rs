//! What can go wrong with an export.

use std::path::{Path, PathBuf};

use crate::io::store::StoreError;
use crate::logic::messages::{Explain, Message, english};

/// What can go wrong.
#[derive(Debug)]
pub enum ExportError {
    /// The file cannot be written.
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Its folder does not exist.
    NoFolder {
        /// The file.
        path: PathBuf,
    },
    /// The disk is full.
    DiskFull {
        /// The file.
        path: PathBuf,
    },
    /// It would replace the project itself, or a file that belongs to it.
    OverProject {
        /// The file.
        path: PathBuf,
    },
    /// No such column.
    Column {
        /// Its name.
        name: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// The person cancelled.
    Cancelled,
    /// The project cannot be read.
    Store(StoreError),
}

impl ExportError {
    /// The fault that the file system reports about the file `path`.
    pub(super) fn from_io(path: &Path, error: &std::io::Error) -> Self {
        use std::io::ErrorKind as Kind;
        let path = path.to_owned();
        match error.kind() {
            Kind::NotFound | Kind::NotADirectory => Self::NoFolder { path },
            Kind::StorageFull | Kind::QuotaExceeded => Self::DiskFull { path },
            _ => Self::Write {
                path,
                reason: error.to_string(),
            },
        }
    }
}

impl Explain for ExportError {
    fn explain(&self) -> Message {
        let about =
            |id: &str, path: &Path| Message::new(id).with("path", path.display().to_string());
        match self {
            Self::Write { path, reason } => {
                about("export-write", path).with("reason", reason.as_str())
            }
            Self::NoFolder { path } => about("export-no-folder", path),
            Self::DiskFull { path } => about("export-disk-full", path),
            Self::OverProject { path } => about("export-over-project", path),
            Self::Column { name, known } => Message::new("export-column")
                .with("name", name.as_str())
                .with("known", known.join(", ")),
            Self::Cancelled => Message::new("export-cancelled"),
            Self::Store(error) => error.explain(),
        }
    }
}

impl std::fmt::Display for ExportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for ExportError {}
