//! What can go wrong with a project file, and how the error codes of SQLite and the system map to
//! it. Input: their errors. Output: [`StoreError`], which determines the reaction.

use std::path::{Path, PathBuf};

use rusqlite::{ErrorCode, ffi};

use bowerbird_logic::messages::{Explain, Message, english};

/// An error of the project file.
#[derive(Debug)]
pub enum StoreError {
    /// Another process owns the project.
    Locked {
        /// The project.
        path: PathBuf,
    },
    /// Another user holds the project's lock, or owns its file.
    ForeignLock {
        /// The lock file.
        path: PathBuf,
        /// Name or number of the user.
        user: String,
    },
    /// The file does not exist.
    Missing {
        /// The project.
        path: PathBuf,
    },
    /// The file already exists.
    Exists {
        /// The project.
        path: PathBuf,
    },
    /// The file is damaged, or not a project.
    Damaged {
        /// The project.
        path: PathBuf,
        /// The error that SQLite reports.
        reason: String,
    },
    /// Its schema contains objects that this program does not create.
    ForeignSchema {
        /// The project.
        path: PathBuf,
        /// The first such object: its kind and name.
        what: String,
    },
    /// It was made by a newer version of the program.
    TooNew {
        /// The project.
        path: PathBuf,
        /// Its schema version.
        version: i64,
    },
    /// It was made by an older version and must first be opened for writing.
    TooOld {
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
    /// It was opened read-only, or may not be written.
    ReadOnly {
        /// The project.
        path: PathBuf,
    },
    /// A name is taken.
    NameTaken {
        /// The name.
        name: String,
    },
    /// A referenced object does not exist.
    NotFound {
        /// The type: `site`, `run`, `proxy`, `account` or `task` (a token, translated by the
        /// message catalogues).
        what: String,
    },
    /// Any other error from SQLite or the file system.
    Other {
        /// The project.
        path: PathBuf,
        /// The reported error.
        reason: String,
    },
}

impl StoreError {
    /// The error that the file system reports for `path`.
    pub(super) fn from_io(path: &Path, error: &std::io::Error) -> Self {
        use std::io::ErrorKind as Kind;
        let path = path.to_owned();
        match error.kind() {
            Kind::NotFound => Self::Missing { path },
            Kind::AlreadyExists => Self::Exists { path },
            Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => Self::DiskFull { path },
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => Self::ReadOnly { path },
            _ => Self::Other {
                path,
                reason: error.to_string(),
            },
        }
    }

    /// The error that SQLite reports for `path`.
    pub(super) fn from_sqlite(path: &Path, error: &rusqlite::Error) -> Self {
        let path = path.to_owned();
        let reason = error.to_string();
        let rusqlite::Error::SqliteFailure(code, _) = error else {
            return match error {
                // A column contains a value that this program cannot have written.
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::Utf8Error(..)
                | rusqlite::Error::IntegralValueOutOfRange(..) => Self::Damaged { path, reason },
                _ => Self::Other { path, reason },
            };
        };
        match code.code {
            ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt => Self::Damaged { path, reason },
            // Only our own step limit interrupts.
            ErrorCode::OperationInterrupted => Self::Damaged { path, reason },
            ErrorCode::DiskFull => Self::DiskFull { path },
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Locked { path },
            ErrorCode::ReadOnly | ErrorCode::PermissionDenied => Self::ReadOnly { path },
            // Quotas and the shared-memory file report a full disk with these two codes.
            ErrorCode::SystemIoFailure
                if matches!(
                    code.extended_code,
                    ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_SHMSIZE
                ) =>
            {
                Self::DiskFull { path }
            }
            _ => Self::Other { path, reason },
        }
    }
}

impl Explain for StoreError {
    fn explain(&self) -> Message {
        let about =
            |id: &str, path: &Path| Message::new(id).with("path", path.display().to_string());
        match self {
            Self::Locked { path } => about("store-locked", path),
            Self::ForeignLock { path, user } => {
                about("store-foreign-lock", path).with("user", user.as_str())
            }
            Self::Missing { path } => about("store-missing", path),
            Self::Exists { path } => about("store-exists", path),
            Self::Damaged { path, reason } => {
                about("store-damaged", path).with("reason", reason.as_str())
            }
            Self::ForeignSchema { path, what } => {
                about("store-foreign-schema", path).with("what", what.as_str())
            }
            Self::TooNew { path, version } => {
                about("store-too-new", path).with("version", *version)
            }
            Self::TooOld { path, version } => {
                about("store-too-old", path).with("version", *version)
            }
            Self::DiskFull { path } => about("store-disk-full", path),
            Self::ReadOnly { path } => about("store-read-only", path),
            Self::NameTaken { name } => {
                Message::new("store-name-taken").with("name", name.as_str())
            }
            Self::NotFound { what } => Message::new("store-not-found").with("what", what.as_str()),
            Self::Other { path, reason } => {
                about("store-other", path).with("reason", reason.as_str())
            }
        }
    }
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for StoreError {}

/// An error inside a transaction, before its file is known.
#[derive(Debug)]
pub(super) enum TransactionError {
    /// From SQLite.
    Sql(rusqlite::Error),
    /// A complete store error.
    Known(StoreError),
}

impl TransactionError {
    /// The error for a referenced object that does not exist.
    pub(super) fn not_found(what: &str) -> Self {
        Self::Known(StoreError::NotFound {
            what: what.to_owned(),
        })
    }

    /// Returns the same error, or [`StoreError::NameTaken`] when a unique key was violated.
    pub(super) fn or_name_taken(error: rusqlite::Error, name: &str) -> Self {
        match &error {
            rusqlite::Error::SqliteFailure(code, _)
                if code.extended_code == ffi::SQLITE_CONSTRAINT_UNIQUE =>
            {
                Self::Known(StoreError::NameTaken {
                    name: name.to_owned(),
                })
            }
            _ => Self::or_not_found(error, "site"),
        }
    }

    /// Returns the same error, or [`StoreError::NotFound`] when a foreign key was violated.
    pub(super) fn or_not_found(error: rusqlite::Error, what: &str) -> Self {
        match &error {
            rusqlite::Error::SqliteFailure(code, _)
                if code.extended_code == ffi::SQLITE_CONSTRAINT_FOREIGNKEY =>
            {
                Self::not_found(what)
            }
            _ => Self::Sql(error),
        }
    }

    /// Converts it to an error about the project at `path`.
    pub(super) fn about(self, path: &Path) -> StoreError {
        match self {
            Self::Sql(error) => StoreError::from_sqlite(path, &error),
            Self::Known(error) => error,
        }
    }
}

impl From<rusqlite::Error> for TransactionError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}

impl From<serde_json::Error> for TransactionError {
    fn from(error: serde_json::Error) -> Self {
        Self::Sql(rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::messages::{Catalogue, Language};

    fn all() -> Vec<StoreError> {
        let path = PathBuf::from("news.bowerbird");
        let reason = "database disk image is malformed".to_owned();
        vec![
            StoreError::Locked { path: path.clone() },
            StoreError::Missing { path: path.clone() },
            StoreError::Exists { path: path.clone() },
            StoreError::Damaged {
                path: path.clone(),
                reason: reason.clone(),
            },
            StoreError::TooNew {
                path: path.clone(),
                version: 99,
            },
            StoreError::TooOld {
                path: path.clone(),
                version: 1,
            },
            StoreError::DiskFull { path: path.clone() },
            StoreError::ReadOnly { path: path.clone() },
            StoreError::NameTaken {
                name: "News".into(),
            },
            StoreError::NotFound {
                what: "site".into(),
            },
            StoreError::Other { path, reason },
        ]
    }

    #[test]
    fn every_fault_is_explained_in_every_language() {
        for language in Language::ALL {
            let catalogue = Catalogue::new(language);
            for error in all() {
                let message = error.explain();
                let text = catalogue.text(&message);
                assert!(!text.starts_with('['), "{text}");
                assert!(!text.contains('{'), "{text}");
                for (name, arg) in &message.args {
                    if let bowerbird_logic::messages::Arg::Text(arg) = arg
                        && name != "what"
                    {
                        assert!(text.contains(arg.as_str()), "{text} lacks {name}");
                    }
                }
            }
        }
    }

    #[test]
    fn codes_of_sqlite_become_what_a_person_can_act_on() {
        let path = Path::new("p");
        let map = |code: i32| {
            StoreError::from_sqlite(
                path,
                &rusqlite::Error::SqliteFailure(ffi::Error::new(code), None),
            )
        };
        assert!(matches!(map(ffi::SQLITE_FULL), StoreError::DiskFull { .. }));
        assert!(matches!(
            map(ffi::SQLITE_IOERR_WRITE),
            StoreError::DiskFull { .. }
        ));
        assert!(matches!(
            map(ffi::SQLITE_IOERR_READ),
            StoreError::Other { .. }
        ));
        assert!(matches!(
            map(ffi::SQLITE_NOTADB),
            StoreError::Damaged { .. }
        ));
        assert!(matches!(
            map(ffi::SQLITE_CORRUPT_VTAB),
            StoreError::Damaged { .. }
        ));
        assert!(matches!(map(ffi::SQLITE_BUSY), StoreError::Locked { .. }));
        assert!(matches!(
            map(ffi::SQLITE_READONLY),
            StoreError::ReadOnly { .. }
        ));
    }

    #[test]
    fn a_full_disk_is_told_whoever_reports_it() {
        let error = std::io::Error::from(std::io::ErrorKind::StorageFull);
        assert!(matches!(
            StoreError::from_io(Path::new("p"), &error),
            StoreError::DiskFull { .. }
        ));
    }
}
