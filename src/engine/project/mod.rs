//! Project locations, and opening projects for reading.

pub mod backups;
pub mod diagnostic_file;
pub mod erasure;
pub(crate) mod finished_lists;
pub mod log;
mod open_or_remove_project;
mod project_paths;
pub(super) mod remote_commands;
pub(crate) mod saved_exports;

use std::path::Path;

pub(super) use open_or_remove_project::drop_and_settle;
pub use open_or_remove_project::{
    ProjectOwner, drop_queue, is_owned, own, own_or_not, pause, remove, scheduler,
};
pub use project_paths::{
    FIRST_PROJECT, backups_folder, default_path, extension_folder, paired_browsers_folder,
    sample_path,
};
pub(super) use project_paths::{permissions_folder, workers_folder};

use super::EngineError;
use bowerbird_io::secrets::{self, Secret, Secrets};
use bowerbird_io::store::{Store, StoreError, StoreReader};
use bowerbird_logic::messages::Explain;

/// An error with the remedy, if there is no project at `path`.
///
/// # Errors
/// When there is none.
pub fn must_exist(path: &Path) -> Result<(), EngineError> {
    if path.exists() {
        Ok(())
    } else {
        Err(StoreError::Missing {
            path: path.to_owned(),
        }
        .into())
    }
}

/// Opens a project for reading, alongside the process that owns it.
///
/// # Errors
/// When there is none or it is damaged.
pub fn read(path: &Path) -> Result<StoreReader, EngineError> {
    Ok(unowned(path)?.into_reader())
}

/// The same for code that writes where possible: here every write fails with
/// [`StoreError::ReadOnly`].
///
/// # Errors
/// From the store.
pub fn unowned(path: &Path) -> Result<Store, EngineError> {
    Ok(Store::open_read_only(path)?)
}

/// The passphrase in the file that `BOWERBIRD_PASSPHRASE_FILE` names, if set.
///
/// # Errors
/// When that file cannot be read, or is empty.
pub fn known_passphrase() -> Result<Option<Secret>, EngineError> {
    Secrets::passphrase_from_environment().map_err(|error| EngineError(error.explain()))
}

/// The passphrase in a file.
///
/// # Errors
/// When it cannot be read, or is empty.
pub fn passphrase_in(path: &Path) -> Result<Secret, EngineError> {
    secrets::passphrase_in(path).map_err(|error| EngineError(error.explain()))
}

/// Changes the passphrase of the secrets of the project at `path`. Deriving keys takes some tenths
/// of a second: not for the window's thread.
///
/// # Errors
/// When there is no encrypted file, or the old passphrase does not open it.
pub fn change_passphrase(path: &Path, old: &Secret, new: &Secret) -> Result<(), EngineError> {
    let home = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    secrets::change_passphrase(&home, old, new).map_err(|error| EngineError(error.explain()))
}
