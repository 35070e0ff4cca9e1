//! Decides which files beside a project are its archives. An archive contains its project's id.
//! Files without it are never read, whatever the project says, and only files that contain it and
//! are named after this project file are written: a copy of a project reads the archives of the
//! original and leaves them unchanged. Archives from before version 25 contain no id: they are
//! adopted once, if the project knows all their records.

use std::fs::OpenOptions;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::key_of;
use crate::store::error::TransactionError;
use crate::store::file::connection::{open_foreign, open_readable, ready_to_write};
use crate::store::file::open::real;
use crate::store::file::owner_lock::{OwnerLock, beside};
use crate::store::schema::{FormatStatus, format_status, migrate};
use crate::store::{Result, Store, StoreError, StoreReader};

/// Setting of an archive: the id of the project that it belongs to.
pub(crate) const ARCHIVE_OF: &str = "archive.of";
/// The part of an archive's name between the project's name and the period.
const MIDDLE: &str = "-archive-";
/// Tables that have rows in a used project, and none in an archive.
const OF_PROJECTS: [&str; 10] = [
    "request",
    "run",
    "snapshot",
    "account",
    "proxy",
    "task",
    "wish",
    "saved_export",
    "archive",
    "archived",
];

/// What a file with the name of an archive is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ArchiveFileState {
    /// An archive of this project, by its id and its name.
    Ours,
    /// No file, or an empty one.
    Free,
    /// A possible archive without an id.
    Unbound,
    /// Anything else, with the reason.
    Foreign(String),
}

/// An archive opened for writing, with its own lock.
pub(crate) struct OwnArchive {
    pub(crate) connection: Connection,
    _lock: OwnerLock,
}

impl StoreReader {
    /// The state of a file in the table of archives. Read-only.
    pub(crate) fn place_of(&self, file: &str) -> ArchiveFileState {
        let foreign = |why: &str| ArchiveFileState::Foreign(why.to_owned());
        if !self.is_named_after_this(file) {
            return foreign("its name is not one of this project's archives");
        }
        let (Ok(path), Ok(id)) = (self.archive_path(file), self.project_id()) else {
            return foreign("the project has no id");
        };
        let meta = match std::fs::metadata(&path) {
            Ok(meta) => meta,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return match path.symlink_metadata() {
                    Ok(_) => foreign("a link that leads nowhere"),
                    Err(_) => ArchiveFileState::Free,
                };
            }
            Err(error) => return ArchiveFileState::Foreign(error.to_string()),
        };
        if !meta.is_file() {
            return foreign("not a regular file");
        }
        let linked = path.symlink_metadata().is_ok_and(|m| m.is_symlink());
        if meta.len() == 0 && !linked {
            return ArchiveFileState::Free;
        }
        match bound_to(&path, !linked && !self.is_read_only()) {
            Ok(Bound::To(other)) if other == id => ArchiveFileState::Ours,
            Ok(Bound::To(_)) => foreign("it is an archive of another project"),
            Ok(_) if linked => foreign("a link to a file without this project's id"),
            Ok(Bound::Empty) => ArchiveFileState::Free,
            Ok(Bound::No) => ArchiveFileState::Unbound,
            Err(fault) => ArchiveFileState::Foreign(fault.about(&path).to_string()),
        }
    }

    /// Opens an archive for reading; `None` if it is missing, or belongs to another project.
    pub(crate) fn archive_to_read(&self, file: &str) -> Option<StoreReader> {
        if !file.contains(MIDDLE) {
            return None;
        }
        let opened = self
            .archive_path(file)
            .and_then(|path| Ok((Store::open_read_only(&path)?, self.project_id()?)));
        match opened {
            Ok((store, id)) => {
                let of = store.setting(ARCHIVE_OF).ok().flatten();
                (of == Some(id)).then_some(store.reader)
            }
            Err(error) => {
                tracing::warn!(%error, file, "an archive is left out");
                None
            }
        }
    }

    /// Opens an archive for writing; `None` unless it certainly belongs to this project.
    ///
    /// # Errors
    /// [`StoreError::Locked`]; from SQLite.
    pub(crate) fn own_archive(&self, file: &str) -> Result<Option<OwnArchive>> {
        if self.is_read_only() || self.place_of(file) != ArchiveFileState::Ours {
            return Ok(None);
        }
        let path = self.archive_path(file)?;
        let id = self.project_id()?;
        let lock = OwnerLock::take(&real(&path))?;
        let open = || -> std::result::Result<Option<Connection>, TransactionError> {
            let connection = open_foreign(&path, for_writing())?;
            // The file may have been replaced since it was checked.
            if id_in(&connection)?.as_ref() != Some(&id) {
                return Ok(None);
            }
            ready_to_write(&connection)?;
            Ok(Some(connection))
        };
        let connection = open().map_err(|fault| fault.about(&path))?;
        Ok(connection.map(|connection| OwnArchive {
            connection,
            _lock: lock,
        }))
    }

    /// Whether the name consists of this file's name, `-archive-` and a period.
    fn is_named_after_this(&self, file: &str) -> bool {
        let own = beside(&self.inner.path, MIDDLE);
        let own = own.file_name().unwrap_or_default().to_string_lossy();
        file.strip_prefix(own.as_ref()).is_some_and(|period| {
            !period.is_empty() && period.bytes().all(|c| c.is_ascii_digit() || c == b'-')
        })
    }
}

impl Store {
    /// Creates a missing archive, and adopts one from before version 25.
    ///
    /// # Errors
    /// [`StoreError::Exists`] if another file is in its place; from SQLite and the file system.
    pub(super) fn make_archive(&self, file: &str) -> Result<()> {
        let path = self.archive_path(file)?;
        match self.place_of(file) {
            ArchiveFileState::Ours => Ok(()),
            ArchiveFileState::Free => self.bind(&path),
            ArchiveFileState::Unbound if self.adopt(file)? => Ok(()),
            ArchiveFileState::Unbound => Err(StoreError::Exists { path }),
            ArchiveFileState::Foreign(why) => {
                tracing::warn!(
                    why,
                    file,
                    "something else stands in the place of an archive"
                );
                Err(StoreError::Exists { path })
            }
        }
    }

    /// Adopts an archive from before version 25 if this project knows all its records; returns
    /// whether it did.
    ///
    /// # Errors
    /// From SQLite and the file system.
    pub(super) fn adopt(&self, file: &str) -> Result<bool> {
        let path = self.archive_path(file)?;
        let known = self.read(|working| knows_all(working, &path))?;
        if known {
            self.bind(&path)?;
        }
        Ok(known)
    }

    /// Writes this project's id into a new file, or one already checked.
    fn bind(&self, path: &Path) -> Result<()> {
        let id = self.project_id()?;
        let lock = OwnerLock::take(&real(path))?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(path) {
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(StoreError::from_io(path, &error)),
        }
        let bound = || -> std::result::Result<(), TransactionError> {
            let mut connection = open_foreign(path, for_writing())?;
            ready_to_write(&connection)?;
            migrate(&mut connection, path)?;
            connection.execute(
                "INSERT OR IGNORE INTO setting (name, value) VALUES (?1, ?2)",
                params![ARCHIVE_OF, id],
            )?;
            Ok(())
        };
        let bound = bound().map_err(|fault| fault.about(path));
        drop(lock);
        bound
    }
}

/// The project that a file claims to belong to.
enum Bound {
    To(String),
    No,
    /// A database without content.
    Empty,
}

/// If the program was killed while creating the file, SQLite first has to roll it back, which
/// requires a writable file.
fn bound_to(path: &Path, may_roll_back: bool) -> std::result::Result<Bound, TransactionError> {
    let looked_at = open_readable(path, false).and_then(|connection| bound_in(&connection, path));
    match looked_at {
        Err(TransactionError::Sql(error)) if may_roll_back && needs_rollback(&error) => {
            bound_in(&open_foreign(path, for_writing())?, path)
        }
        bound => bound,
    }
}

fn needs_rollback(error: &rusqlite::Error) -> bool {
    error
        .sqlite_error()
        .is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_READONLY_ROLLBACK)
}

fn bound_in(connection: &Connection, path: &Path) -> std::result::Result<Bound, TransactionError> {
    if format_status(connection, path)? == FormatStatus::Empty {
        return Ok(Bound::Empty);
    }
    Ok(id_in(connection)?.map_or(Bound::No, Bound::To))
}

fn id_in(connection: &Connection) -> rusqlite::Result<Option<String>> {
    connection
        .query_row(
            "SELECT value FROM setting WHERE name = ?1",
            [ARCHIVE_OF],
            |row| row.get(0),
        )
        .optional()
}

fn for_writing() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

/// Whether the file at `path` is an archive whose every record is known to the project as moved:
/// the right name alone is not enough.
fn knows_all(working: &Connection, path: &Path) -> std::result::Result<bool, TransactionError> {
    let archive = open_readable(path, false)?;
    for table in OF_PROJECTS {
        if archive
            .prepare(&format!("SELECT 1 FROM \"{table}\" LIMIT 1"))?
            .exists([])?
        {
            return Ok(false);
        }
    }
    let mut here = working.prepare("SELECT name, start FROM site WHERE id = ?1")?;
    let last: i64 = working
        .query_row(
            "SELECT seq FROM sqlite_sequence WHERE name = 'site'",
            [],
            |row| row.get(0),
        )
        .optional()?
        .unwrap_or(0);
    let mut sites = archive.prepare("SELECT id, name, start FROM site")?;
    let mut rows = sites.query([])?;
    while let Some(row) = rows.next()? {
        let (id, name, start): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let known: Option<(String, String)> = here
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let fits = match known {
            // The name or the rule may have changed meanwhile.
            Some((own, began)) => own == name || began == start,
            None => id <= last,
        };
        if !fits {
            return Ok(false);
        }
    }
    let mut moved = working.prepare("SELECT 1 FROM archived WHERE site = ?1 AND key = ?2")?;
    let mut stored = working.prepare("SELECT 1 FROM record WHERE url = ?2 AND site = ?1")?;
    let mut records = archive.prepare("SELECT site, url FROM record")?;
    let mut rows = records.query([])?;
    let (mut any, mut known) = (false, false);
    while let Some(row) = rows.next()? {
        let (site, url): (i64, String) = (row.get(0)?, row.get(1)?);
        any = true;
        // Nothing is known about a removed site any more.
        if here.exists([site])? {
            known =
                moved.exists(params![site, key_of(&url)])? || stored.exists(params![site, url])?;
            if !known {
                return Ok(false);
            }
        }
    }
    Ok(known || !any)
}
