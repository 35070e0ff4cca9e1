//! Removes the expired backups of a project. Input: the folder, the newest backup, how many are kept.
//! Which ones expire is decided by [`bowerbird_logic::policy::backup_retention`].

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::folder::remove_unused;
use super::manifest::{Manifest, lists_in};
use bowerbird_logic::policy::backup_retention::{BackupRetention, outdated};

/// Removes this project's expired backups and returns their number. Another copy of the project has
/// the same id but its own backups; those of a path that the project was moved from are counted
/// with these.
pub(super) fn rotate(
    folder: &Path,
    taken: &Manifest,
    keep: BackupRetention,
    now: Timestamp,
) -> usize {
    let is_of_here = |manifest: &Manifest| {
        let was_moved = || {
            let folder = manifest.path.parent();
            !manifest.path.exists() && folder.is_some_and(Path::exists)
        };
        manifest.project == taken.project && (manifest.path == taken.path || was_moved())
    };
    let lists = lists_in(folder).into_iter().filter_map(|list| {
        let manifest = Manifest::read(&list).ok()?;
        is_of_here(&manifest).then_some((list, manifest.taken_at))
    });
    let (lists, times): (Vec<PathBuf>, Vec<Timestamp>) = lists.unzip();
    let mut removed = 0;
    for place in outdated(&times, now, keep) {
        let Some(list) = lists.get(place) else {
            continue;
        };
        match fs::remove_file(list) {
            Ok(()) => removed += 1,
            Err(error) => {
                tracing::warn!(%error, path = %list.display(), "an old backup stays");
            }
        }
    }
    // What stays is logged, and removed once the list is readable or gone.
    let _ = remove_unused(folder);
    removed
}
