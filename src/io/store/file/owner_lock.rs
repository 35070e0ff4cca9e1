//! The lock that makes one process the owner of a project, and temporary folders.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::files::{file_lock, private_files};
use crate::store::StoreError;

/// Number of retries after a lock file was removed under its owner.
const TRIES: usize = 8;

/// Ownership of a project, released when dropped. It is a system file lock on a file beside the
/// project: the kernel releases it however the owner dies, so locks never become stale. The file
/// itself stays, because removing it while another process opens it would let two owners lock two
/// files of the same name. It is not the project file, because closing any handle of that would
/// drop SQLite's locks on it.
pub(crate) struct OwnerLock {
    _file: File,
}

impl OwnerLock {
    /// Whether a process holds the lock of the project at `path`.
    pub(super) fn is_held(path: &Path) -> bool {
        let file = File::open(beside(path, "-lock"));
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Takes the lock of the project at `path`. Its file is private: any process that can open a
    /// file, even read-only, can hold its lock.
    pub(crate) fn take(path: &Path) -> Result<Self, StoreError> {
        let lock_path = beside(path, "-lock");
        for _ in 0..TRIES {
            let file = match private_files::open_or_create(&lock_path) {
                Ok(file) => file,
                Err(error) => return Err(not_opened(path, &lock_path, &error)),
            };
            private_files::tighten(&lock_path);
            match file_lock::lock(&file) {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(held(path, &lock_path)),
                Err(TryLockError::Error(e)) => return Err(StoreError::from_io(path, &e)),
            }
            // The user may have removed it meanwhile; then the next owner would lock another file.
            let stays = private_files::is_at(&file, &lock_path);
            if stays.map_err(|e| StoreError::from_io(path, &e))? {
                return Ok(Self { _file: file });
            }
        }
        Err(held(path, &lock_path))
    }
}

/// Why the lock is unavailable while it is held.
fn held(path: &Path, lock: &Path) -> StoreError {
    match private_files::foreign_user_of(lock) {
        Some(user) => StoreError::ForeignLock {
            path: lock.to_owned(),
            user,
        },
        None => StoreError::Locked {
            path: path.to_owned(),
        },
    }
}

/// Why the lock file cannot be opened.
fn not_opened(path: &Path, lock: &Path, error: &std::io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::InvalidInput => StoreError::Other {
            path: lock.to_owned(),
            reason: error.to_string(),
        },
        ErrorKind::PermissionDenied => match private_files::foreign_user_of(lock) {
            Some(user) => StoreError::ForeignLock {
                path: lock.to_owned(),
                user,
            },
            None => StoreError::from_io(path, error),
        },
        _ => StoreError::from_io(path, error),
    }
}

/// The path of a file beside the project: its name with `suffix` appended.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// A folder that is removed with its content when dropped.
pub(crate) struct TemporaryFolder {
    path: PathBuf,
}

impl TemporaryFolder {
    /// Creates a new folder that other users of the computer cannot enter.
    pub(super) fn make() -> Result<Self, StoreError> {
        let root = std::env::temp_dir();
        let number = getrandom::u64().map_err(|e| StoreError::Other {
            path: root.clone(),
            reason: e.to_string(),
        })?;
        let path = root.join(format!("bowerbird-{number:016x}"));
        let mut builder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
            .create(&path)
            .map_err(|e| StoreError::from_io(&path, &e))?;
        Ok(Self { path })
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Anything that cannot be removed now is left to the system's own cleanup of its temporary
        // folder.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
