//! Backups of projects: compressed copies with their archives, in a folder outside of the project,
//! and restoring them. Input: an open project, or the list of files of a backup. Output:
//! files that were read back and checked, and projects in their place. The user decides where
//! backups are stored and how many are kept. This is stored in the program's own folder by project
//! id, because a project file may come from anywhere. A project contains no secrets, so neither
//! does a backup. When one is taken and which ones are kept is decided by
//! [`bowerbird_logic::policy::backup_retention`].

mod backup_files;
mod backup_progress;
mod erasure;
mod error;
mod expired_backups;
mod folder;
mod manifest;
mod restore;
mod settings;
mod take_backup;

pub use erasure::{BackupTraces, find_in_backups, remove_backups};
pub use error::BackupError;
pub use folder::{BackupInfo, backup_at, backups_in, bytes_in};
pub use restore::{Restored, restore};
pub use settings::{BackupPlaces, BackupSettings, KnownProject};
pub use take_backup::{FinishedBackup, take};

use std::path::Path;

/// Reads the id in the project file at `path`, as far as a damaged one can be read.
pub fn project_id_in(path: &Path) -> Option<String> {
    crate::store::project_id_in(path).filter(|id| folder::is_id(id))
}

/// Resolves links and relative paths of a project's path, whether or not the file exists.
pub fn place_of(path: &Path) -> std::path::PathBuf {
    crate::store::real(path)
}
