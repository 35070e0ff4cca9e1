//! System locks on files. A lock that was just released may be held for an instant more by a process
//! that is being started: it has copies of this one's files until its own program is loaded.

use std::fs::{File, TryLockError};
use std::time::Duration;

/// How often a lock is tried, and the time between two tries: a tenth of a second in all.
const TRIES: u32 = 10;
const BETWEEN: Duration = Duration::from_millis(10);

/// Locks `file` for this process alone.
///
/// # Errors
/// [`TryLockError::WouldBlock`] when another process keeps it.
pub(crate) fn lock(file: &File) -> Result<(), TryLockError> {
    let mut tries = 1;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if tries < TRIES => {
                tries += 1;
                std::thread::sleep(BETWEEN);
            }
            result => return result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_waited_for_for_an_instant_only() {
        let folder = tempfile::tempdir().unwrap();
        let open = || File::create(folder.path().join("lock")).unwrap();
        let first = open();
        lock(&first).unwrap();
        let second = open();
        assert!(matches!(lock(&second), Err(TryLockError::WouldBlock)));
        let releasing = std::thread::spawn(move || {
            std::thread::sleep(BETWEEN);
            drop(first);
        });
        lock(&second).unwrap();
        releasing.join().unwrap();
    }
}
