//! Brings a file to this program's version. A used file is copied first; the steps then run in one
//! transaction, so it is never left between two versions.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::file_version::{FormatStatus, format_status};
use super::steps::{STEPS, take_steps};
use crate::files::private_files;
use crate::store::StoreError;
use crate::store::error::TransactionError;
use crate::store::file::owner_lock::beside;

/// Migrates the file to this program's version; returns the copy made before, if any.
pub(in crate::store) fn migrate(
    connection: &mut Connection,
    path: &Path,
) -> Result<Option<PathBuf>, TransactionError> {
    match format_status(connection, path)? {
        FormatStatus::Current => Ok(None),
        FormatStatus::Empty => {
            take_steps(connection, 0, &STEPS)?;
            Ok(None)
        }
        FormatStatus::Older(version) => {
            let copy = back_up(connection, path, version)?;
            take_steps(connection, version, &STEPS)?;
            Ok(Some(copy))
        }
    }
}

/// Copies the project to `PROJECT.version-N`, completely or not at all.
pub(super) fn back_up(
    connection: &Connection,
    path: &Path,
    version: i64,
) -> Result<PathBuf, TransactionError> {
    let copy = beside(path, &format!(".version-{version}"));
    copy_aside(connection, path, &copy)?;
    Ok(copy)
}

/// Copies the project at `path` to `copy`, completely or not at all.
pub(in crate::store) fn copy_aside(
    connection: &Connection,
    path: &Path,
    copy: &Path,
) -> Result<(), TransactionError> {
    let aside = beside(copy, ".part");
    let io = |e: std::io::Error| TransactionError::Known(StoreError::from_io(path, &e));
    // Any existing file or link is removed, and the file that SQLite fills is private from the
    // start.
    match std::fs::remove_file(&aside) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(io(error)),
        _ => {}
    }
    private_files::create_new(&aside).map_err(io)?;
    connection.backup(
        rusqlite::MAIN_DB,
        &aside,
        None::<fn(rusqlite::backup::Progress)>,
    )?;
    std::fs::File::open(&aside)
        .and_then(|file| file.sync_all())
        .map_err(io)?;
    std::fs::rename(&aside, copy).map_err(io)?;
    Ok(())
}
