//! What can go wrong with an export.

use std::path::{Path, PathBuf};

use crate::store::StoreError;
use bowerbird_logic::messages::{Explain, Message, english};

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
    /// It would replace the project itself or one of its files.
    OverProject {
        /// The file.
        path: PathBuf,
    },
    /// The file holds something that the format does not write.
    OtherKind {
        /// The file.
        path: PathBuf,
        /// The name of the export's format.
        format: &'static str,
    },
    /// The file exists, and the user has to confirm that it is replaced.
    Exists {
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
    /// Two columns would have the same name.
    Twice {
        /// The name.
        name: String,
    },
    /// The charset is unknown, or CSV cannot be written in it.
    Charset {
        /// Its label.
        label: String,
    },
    /// The character cannot separate cells.
    Separator {
        /// The character.
        separator: char,
    },
    /// This build cannot write the format.
    NotBuiltIn {
        /// Name of the format and of the build's feature.
        format: &'static str,
    },
    /// Pictures cannot be written beside what is no file.
    NoScreenshots,
    /// Changes are not written in this format.
    NotForChanges {
        /// Name of the format.
        format: &'static str,
    },
    /// The address cannot be sent to.
    Address {
        /// As it was given, without credentials.
        address: String,
    },
    /// The address is none of a database.
    Database {
        /// As it was given, without credentials.
        address: String,
    },
    /// Nothing listens where the database should be.
    NoDatabase {
        /// Its host and port.
        place: String,
    },
    /// The connection to a database would not be safe.
    Insecure {
        /// Its host and port.
        place: String,
        /// What is wrong with its certificate, or that it offers no encryption.
        reason: String,
    },
    /// The receiver rejected the records.
    Refused {
        /// The receiver's host.
        host: String,
        /// Why: a status or a fault.
        reason: Message,
        /// The number of records accepted before.
        sent: u64,
    },
    /// The user cancelled.
    Cancelled,
    /// The project cannot be read.
    Store(StoreError),
}

impl ExportError {
    /// The error that the file system reports for the file `path`.
    pub(super) fn from_io(path: &Path, error: &std::io::Error) -> Self {
        use std::io::ErrorKind as Kind;
        let path = path.to_owned();
        match error.kind() {
            Kind::NotFound | Kind::NotADirectory => Self::NoFolder { path },
            Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => Self::DiskFull { path },
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
            Self::OtherKind { path, format } => {
                about("export-other-kind", path).with("format", *format)
            }
            Self::Exists { path } => about("export-exists", path),
            Self::Column { name, known } => Message::new("export-column")
                .with("name", name.as_str())
                .with("known", known.join(", ")),
            Self::Twice { name } => Message::new("export-twice").with("name", name.as_str()),
            Self::Charset { label } => Message::new("export-charset").with("label", label.as_str()),
            Self::Separator { separator } => {
                Message::new("export-separator").with("separator", separator.to_string())
            }
            Self::NotBuiltIn { format } => {
                Message::new("export-not-built-in").with("format", *format)
            }
            Self::NoScreenshots => Message::new("screenshots-not-in"),
            Self::NotForChanges { format } => {
                Message::new("export-not-for-changes").with("format", *format)
            }
            Self::Address { address } => {
                Message::new("export-address").with("address", address.as_str())
            }
            Self::Database { address } => {
                Message::new("export-database").with("address", address.as_str())
            }
            Self::NoDatabase { place } => {
                Message::new("export-no-database").with("place", place.as_str())
            }
            Self::Insecure { place, reason } => Message::new("export-database-insecure")
                .with("place", place.as_str())
                .with("reason", reason.as_str()),
            Self::Refused { host, reason, sent } => Message::new("export-refused")
                .with("host", host.as_str())
                .with("reason", reason.clone())
                .with("sent", *sent),
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
