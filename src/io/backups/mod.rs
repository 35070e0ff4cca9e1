//! Backups of projects: compressed copies with their archives, in a folder outside of the project,
//! and the way back. Flows in: an open project, or the list of files of a backup. Flows out: files
//! that were read back and checked, and projects in their place. Where backups lie and how many are
//! kept is the user's decision and stands in the program's own folder, by the project's id: a project
//! file, which may come from anywhere, says nothing about it. No secret is part of a project, so
//! none is in a backup.

mod error;
mod folder;
mod manifest;
mod meter;
mod pack;
mod restore;
mod settings;
mod take;

pub use error::BackupError;
pub use folder::{BackupInfo, backup_at, backups_in, bytes_in};
pub use restore::{Restored, restore};
pub use settings::{BackupPlaces, BackupSettings, KnownProject};
pub use take::{FinishedBackup, take};

use std::path::Path;

/// The id in the project file at `path`, as far as it can be read of a damaged one.
pub fn project_id_in(path: &Path) -> Option<String> {
    crate::store::project_id_in(path).filter(|id| folder::is_id(id))
}

/// The place of a project behind links and relative paths, whether there is a file or not.
pub fn place_of(path: &Path) -> std::path::PathBuf {
    crate::store::real(path)
}
