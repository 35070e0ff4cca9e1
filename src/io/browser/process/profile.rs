//! Temporary profiles: one folder a start, which only the user can read. A lock tells whose guard
//! still lives; what a dead one left is removed at the next start.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use crate::files::file_lock;
use crate::files::private_files::{create_new, own_folder};

/// The lock inside of a profile, held by its guard.
const LOCK: &str = "bowerbird.lock";
/// The browser's error output inside of a profile.
pub(super) const ERRORS: &str = "bowerbird.errors";

/// The folder of all profiles. A browser in a snap reads no hidden folder of the user, only its own.
pub(super) fn folder_of_profiles(program: &Path) -> io::Result<PathBuf> {
    let missing = || io::Error::new(io::ErrorKind::NotFound, "no folder for caches");
    if program.starts_with("/snap") {
        let user = directories::BaseDirs::new().ok_or_else(missing)?;
        return Ok(user.home_dir().join("snap/chromium/common/bowerbird"));
    }
    let folders = ProjectDirs::from("", "", "bowerbird").ok_or_else(missing)?;
    Ok(folders.cache_dir().join("browser"))
}

/// Creates a new profile in `folder`, after the ones that nobody uses any more were removed.
pub(super) fn create(folder: &Path) -> io::Result<PathBuf> {
    own_folder(folder)?;
    remove_abandoned(folder);
    let number = getrandom::u64().map_err(|error| io::Error::other(error.to_string()))?;
    let profile = folder.join(format!("{number:016x}"));
    own_folder(&profile)?;
    Ok(profile)
}

/// Takes the lock of a profile; it is released when the file is dropped or the process ends.
pub(super) fn take(profile: &Path) -> io::Result<File> {
    let file = create_new(&profile.join(LOCK))?;
    file_lock::lock(&file).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(file)
}

/// Removes a profile. Its processes may still write for an instant, so it is tried again.
pub(super) fn remove(profile: &Path) {
    for _ in 0..20 {
        match fs::remove_dir_all(profile) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
            _ => return,
        }
    }
}

/// Removes the profiles whose guard is dead. One without a lock is just being created, unless it
/// is old.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let profile = entry.path();
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let abandoned = match File::open(profile.join(LOCK)) {
            Ok(lock) => lock.try_lock().is_ok(),
            Err(_) => entry
                .metadata()
                .and_then(|found| found.modified())
                .is_ok_and(|at| at.elapsed().is_ok_and(|age| age.as_secs() > 60)),
        };
        if abandoned {
            remove(&profile);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_of_the_dead_are_removed_and_those_of_the_living_stay() {
        let folder = tempfile::tempdir().unwrap();
        let living = create(folder.path()).unwrap();
        let lock = take(&living).unwrap();
        let dead = create(folder.path()).unwrap();
        drop(take(&dead).unwrap());
        let beginning = create(folder.path()).unwrap();
        assert!(living.exists() && !dead.exists() && beginning.exists());
        drop(lock);
        create(folder.path()).unwrap();
        assert!(!living.exists() && beginning.exists());
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_a_profile() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let profile = create(&folder.path().join("browser")).unwrap();
        let mode = fs::metadata(profile).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
}
