//! Opening a project: lock, header, migration, check; and its settings.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use rusqlite::{Connection, OptionalExtension, params};

use super::connection::{Readers, Writer, open_readable, open_writable, ready_to_write};
use super::owner_lock::{OwnerLock, TemporaryFolder, beside};
use crate::files::private_files;
use crate::store::error::TransactionError;
use crate::store::records::order::Orders;
use crate::store::schema::{FormatStatus, format_status, migrate};
use crate::store::{Inner, Result, Store, StoreError, StoreReader};

/// Opening.
impl StoreReader {
    /// Its path.
    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    /// Whether it was opened read-only.
    pub fn is_read_only(&self) -> bool {
        self.inner.writer.is_none()
    }

    /// Reads the whole file and checks it (`PRAGMA quick_check`): seconds for large projects.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] with the first fault found.
    pub fn check(&self) -> Result<()> {
        let path = self.path().to_owned();
        self.read(|connection| quick_check(connection, &path))
    }
}

impl Store {
    /// Whether a process owns the project at `path`.
    pub fn is_owned(path: &Path) -> bool {
        OwnerLock::is_held(&real(path))
    }

    /// Creates a new project file (with its parent folders) and takes its lock.
    ///
    /// # Errors
    /// [`StoreError::Exists`] when the file exists; else as for [`Self::open`].
    pub fn create(path: &Path) -> Result<Self> {
        if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
            private_files::create_folders(folder).map_err(|e| StoreError::from_io(path, &e))?;
        }
        let path = &real(path);
        let lock = OwnerLock::take(path)?;
        if path.exists() {
            return Err(StoreError::Exists {
                path: path.to_owned(),
            });
        }
        Self::own(path, lock, None)?.note_made_here()
    }

    /// Opens a project for reading and writing and takes its lock; migrates it with a backup first.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Locked`], [`StoreError::Damaged`],
    /// [`StoreError::TooNew`], [`StoreError::ReadOnly`], [`StoreError::DiskFull`].
    pub fn open(path: &Path) -> Result<Self> {
        must_be_file(path)?;
        let path = &real(path);
        let lock = OwnerLock::take(path)?;
        Self::own(path, lock, None)
    }

    /// [`Self::open`], or [`Self::create`] if there is no file.
    ///
    /// # Errors
    /// As for those two.
    pub fn open_or_create(path: &Path) -> Result<Self> {
        if path.exists() {
            return Self::open(path);
        }
        match Self::create(path) {
            // Another process was faster.
            Err(StoreError::Exists { .. }) => Self::open(path),
            other => other,
        }
    }

    /// Opens a project for reading while another process may own it.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Damaged`], [`StoreError::TooNew`],
    /// [`StoreError::TooOld`].
    pub fn open_read_only(path: &Path) -> Result<Self> {
        must_be_file(path)?;
        let path = &real(path);
        let look =
            |immutable: bool| open_readable(path, immutable).and_then(|c| format_status(&c, path));
        let (found, immutable) = match look(false) {
            // A reader needs the log's index file beside the project. If it cannot be created and
            // there is no log, nobody can be writing: read without either.
            Err(TransactionError::Sql(rusqlite::Error::SqliteFailure(code, _)))
                if matches!(
                    code.code,
                    rusqlite::ErrorCode::CannotOpen | rusqlite::ErrorCode::ReadOnly
                ) && !beside(path, "-wal").exists() =>
            {
                (look(true), true)
            }
            other => (other, false),
        };
        match found.map_err(|fault| fault.about(path))? {
            FormatStatus::Current => {}
            FormatStatus::Empty => {
                return Err(StoreError::TooOld {
                    path: path.to_owned(),
                    version: 0,
                });
            }
            FormatStatus::Older(version) => {
                return Err(StoreError::TooOld {
                    path: path.to_owned(),
                    version,
                });
            }
        }
        Ok(Self::assemble(path, immutable, None, None, None))
    }

    /// A project in a temporary folder, removed with the last clone.
    ///
    /// # Errors
    /// When the folder or the file cannot be made.
    pub fn temporary() -> Result<Self> {
        let folder = TemporaryFolder::make()?;
        let path = folder.path().join("project.bowerbird");
        let lock = OwnerLock::take(&path)?;
        Self::own(&path, lock, Some(folder))?.note_made_here()
    }

    fn own(path: &Path, lock: OwnerLock, folder: Option<TemporaryFolder>) -> Result<Self> {
        private_files::tighten_with_companions(path);
        let connection = ready_connection(path).map_err(|fault| fault.about(path))?;
        let writer = Writer::start(connection).map_err(|e| StoreError::from_io(path, &e))?;
        let store = Self::assemble(path, false, Some(writer), Some(lock), folder);
        if let Err(error) = store.settle_archives() {
            // Records in two files still count once.
            tracing::warn!(%error, "archives were left as they are");
        }
        if let Err(error) = store.renew_former_searches() {
            tracing::warn!(%error, "saved searches were left as they are");
        }
        Ok(store)
    }

    pub(super) fn assemble(
        path: &Path,
        immutable: bool,
        writer: Option<Writer>,
        lock: Option<OwnerLock>,
        folder: Option<TemporaryFolder>,
    ) -> Self {
        let reader = StoreReader {
            inner: Arc::new(Inner {
                readers: Readers::new(path, immutable),
                writer,
                orders: Mutex::new(Orders::default()),
                archives: Mutex::default(),
                moves: Mutex::default(),
                path: path.to_owned(),
                home: OnceLock::new(),
                _lock: lock,
                _folder: folder,
            }),
        };
        Self { reader }
    }
}

/// Settings.
impl StoreReader {
    /// A setting by name.
    ///
    /// # Errors
    /// From SQLite.
    pub fn setting(&self, name: &str) -> Result<Option<String>> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached("SELECT value FROM setting WHERE name = ?1")?
                .query_row([name], |row| row.get(0))
                .optional()?)
        })
    }
}

impl Store {
    /// Stores a setting.
    ///
    /// # Errors
    /// From SQLite.
    pub fn set_setting(&self, name: &str, value: &str) -> Result<()> {
        let (name, value) = (name.to_owned(), value.to_owned());
        self.write(move |tx| {
            tx.prepare_cached("INSERT OR REPLACE INTO setting (name, value) VALUES (?1, ?2)")?
                .execute(params![name, value])?;
            Ok(())
        })
    }
}

/// A folder or device with that name is not a project; SQLite would only report "unable to open".
fn must_be_file(path: &Path) -> Result<()> {
    let meta = std::fs::metadata(path).map_err(|e| StoreError::from_io(path, &e))?;
    if meta.is_file() {
        return Ok(());
    }
    Err(StoreError::Damaged {
        path: path.to_owned(),
        reason: "not a regular file".to_owned(),
    })
}

fn ready_connection(path: &Path) -> std::result::Result<Connection, TransactionError> {
    // Cheap by design: the header and the schema are read, which also finds files that are not
    // databases or are truncated. A fault deeper inside is reported when its page is read; `check`
    // reads everything.
    let mut connection = open_writable(path)?;
    // A rejected file stays unchanged.
    format_status(&connection, path)?;
    ready_to_write(&connection)?;
    if let Some(copy) = migrate(&mut connection, path)? {
        tracing::info!(copy = %copy.display(), "project file brought to this version, copy kept");
    }
    Ok(connection)
}

pub(super) fn quick_check(
    connection: &Connection,
    path: &Path,
) -> std::result::Result<(), TransactionError> {
    let answer: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if answer == "ok" {
        return Ok(());
    }
    Err(TransactionError::Known(StoreError::Damaged {
        path: path.to_owned(),
        reason: answer,
    }))
}

/// Resolves links and relative paths of a project: its lock, journal and secrets are beside the
/// file itself, so that two names of one project never have two owners.
pub fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        match (std::fs::canonicalize(folder), path.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => path.to_owned(),
        }
    })
}
