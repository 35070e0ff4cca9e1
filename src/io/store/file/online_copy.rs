//! Copies of project files for backups: made while the project is in use, and checked. Input: a
//! store, or a file that may come from anywhere. Output: a consistent copy as a separate file,
//! and its content.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::check::Watch;
use super::connection::open_foreign;
use super::identity::PROJECT_ID;
use super::open::{quick_check, real};
use super::owner_lock::OwnerLock;
use crate::store::archives::files::ARCHIVE_OF;
use crate::store::error::TransactionError;
use crate::store::schema::{FormatStatus, format_status};
use crate::store::{Result, Store, StoreError, StoreReader};

/// Pages copied between two checks for cancellation: 1 MB at the usual page size.
const PAGES_AT_ONCE: i32 = 256;
/// Pause before a retry when the file is briefly locked.
const BUSY_PAUSE: Duration = Duration::from_millis(20);

/// Called with the number of bytes done; cancels the work by returning false.
pub(crate) type Bytes<'a> = &'a mut dyn FnMut(u64) -> bool;

/// The content of a checked copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CopiedFile {
    /// Id of the project, or of the project that the archive belongs to.
    pub(crate) project: String,
    /// Records in it.
    pub(crate) records: u64,
}

/// An archive beside its project.
pub(crate) struct ArchiveBeside {
    /// Name of its file.
    pub(crate) file: String,
    /// Its path.
    pub(crate) path: PathBuf,
    /// `None` when it is missing, damaged, or another project's.
    pub(crate) store: Option<StoreReader>,
}

/// Holds a project's lock while its files are replaced; released when dropped.
pub(crate) struct ProjectLock {
    _lock: OwnerLock,
}

impl ProjectLock {
    /// Takes the lock of the project at `path`, whether or not the file exists.
    ///
    /// # Errors
    /// [`StoreError::Locked`] while a process owns the project; from the file system.
    pub(crate) fn take(path: &Path) -> Result<Self> {
        Ok(Self {
            _lock: OwnerLock::take(&real(path))?,
        })
    }
}

impl StoreReader {
    /// The current size of the database in bytes, including data only in its log.
    ///
    /// # Errors
    /// From SQLite.
    pub(crate) fn database_bytes(&self) -> Result<u64> {
        self.read(|connection| Ok(bytes_of(connection)?))
    }

    /// Copies a consistent state of the file into `copy`, an existing empty file. The writer
    /// continues meanwhile: a reader's snapshot is copied (SQLite's online backup), and only new
    /// data stays in the log until the copy is done. Returns false when `progress` stopped it.
    ///
    /// # Errors
    /// From SQLite; [`StoreError::DiskFull`] about the copy.
    pub(crate) fn copy_online(&self, copy: &Path, progress: Bytes<'_>) -> Result<bool> {
        let watch = Watch::default();
        let copied = self.aside(&watch, progress, |source, watch| {
            let to = |error| match StoreError::from_sqlite(copy, &error) {
                full @ StoreError::DiskFull { .. } => TransactionError::Known(full),
                _ => TransactionError::Sql(error),
            };
            // The first read fixes the snapshot, which lasts as long as the surrounding
            // transaction.
            source.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let mut target = Connection::open_with_flags(copy, flags).map_err(to)?;
            // Only a complete copy on the disk counts; a partial one is discarded.
            target
                .execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
                .map_err(to)?;
            let backup = Backup::new(source, &mut target).map_err(to)?;
            let page = page_bytes(source)?;
            loop {
                let stepped = backup.step(PAGES_AT_ONCE).map_err(to)?;
                let progress = backup.progress();
                let done = progress.pagecount.saturating_sub(progress.remaining);
                watch.reach(u64::try_from(done).unwrap_or(0).saturating_mul(page));
                match stepped {
                    StepResult::Done => return Ok(()),
                    _ if watch.is_stopped() => return Ok(()),
                    StepResult::Busy | StepResult::Locked => std::thread::sleep(BUSY_PAUSE),
                    _ => {}
                }
            }
        });
        match copied {
            _ if watch.is_stopped() => Ok(false),
            copied => copied.map(|()| true),
        }
    }

    /// The archives that the project knows, with their files beside it.
    ///
    /// # Errors
    /// From SQLite.
    pub(crate) fn archives_beside(&self) -> Result<Vec<ArchiveBeside>> {
        let mut all = Vec::new();
        for archive in self.archives()? {
            let Ok(path) = self.archive_path(&archive.file) else {
                continue;
            };
            all.push(ArchiveBeside {
                store: self.archive_to_read(&archive.file),
                file: archive.file,
                path,
            });
        }
        Ok(all)
    }

    /// Whether it is removed when closed.
    pub fn is_temporary(&self) -> bool {
        self.inner._folder.is_some()
    }
}

/// Checks a file that nobody writes to: SQLite's quick check of every page, and the header and the
/// schema of a project of this version or an earlier one. `None` when `progress` stopped it.
///
/// # Errors
/// [`StoreError::Damaged`], [`StoreError::ForeignSchema`], [`StoreError::TooNew`]; from SQLite.
pub(crate) fn check_copy(copy: &Path, progress: Bytes<'_>) -> Result<Option<CopiedFile>> {
    let store = Store::assemble(copy, true, None, None, None);
    let watch = Watch::default();
    let checked = store.aside(&watch, progress, |connection, _| {
        if format_status(connection, copy)? == FormatStatus::Empty {
            return Err(TransactionError::Known(damaged(copy, "it is empty")));
        }
        quick_check(connection, copy)?;
        let sql = "SELECT count(*) FROM record";
        let records: i64 = connection.query_row(sql, [], |row| row.get(0))?;
        let id = |name: &str| {
            let sql = "SELECT (SELECT value FROM setting WHERE name = ?1)";
            connection.query_row(sql, [name], |row| row.get::<_, Option<String>>(0))
        };
        // An archive has its own id beside that of its project.
        let project = match id(ARCHIVE_OF)? {
            Some(project) => Some(project),
            None => id(PROJECT_ID)?,
        };
        let project = project.ok_or_else(|| damaged(copy, "it has no project id"))?;
        Ok(CopiedFile {
            project,
            records: u64::try_from(records).unwrap_or(0),
        })
    });
    match checked {
        _ if watch.is_stopped() => Ok(None),
        checked => checked.map(Some),
    }
}

/// Reads the id in a project file, as far as a damaged one can be read.
pub(crate) fn project_id_in(path: &Path) -> Option<String> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if !path.metadata().is_ok_and(|about| about.is_file()) {
        return None;
    }
    let connection = open_foreign(path, flags).ok()?;
    let sql = "SELECT value FROM setting WHERE name = ?1";
    connection
        .query_row(sql, [PROJECT_ID], |row| row.get(0))
        .ok()
}

fn damaged(path: &Path, reason: &str) -> StoreError {
    StoreError::Damaged {
        path: path.to_owned(),
        reason: reason.to_owned(),
    }
}

fn page_bytes(connection: &Connection) -> rusqlite::Result<u64> {
    let bytes: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
    Ok(u64::try_from(bytes).unwrap_or(0))
}

fn bytes_of(connection: &Connection) -> rusqlite::Result<u64> {
    let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
    Ok(u64::try_from(pages)
        .unwrap_or(0)
        .saturating_mul(page_bytes(connection)?))
}
