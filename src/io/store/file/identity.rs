//! The id of a project, by which permissions, secrets and archives are bound to it.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::store::{Result, Store, StoreError, StoreReader};

/// The projects created by this process: id, and the identity of the file.
static MADE_HERE: LazyLock<Mutex<HashSet<(String, String)>>> = LazyLock::new(Mutex::default);

/// The setting that holds the id; written once, when the schema is made.
pub(super) const PROJECT_ID: &str = "project.id";
/// Number of hexadecimal digits of an id: 128 random bits.
const DIGITS: usize = 32;

impl StoreReader {
    /// The project's id: 32 lower-case hexadecimal digits, random, never changed. A copy of the
    /// file has the same one.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] where a file has none, or an invalid one; from SQLite.
    pub fn project_id(&self) -> Result<String> {
        let id = self.setting(PROJECT_ID)?.unwrap_or_default();
        let is_hex = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
        if id.len() == DIGITS && id.bytes().all(is_hex) {
            return Ok(id);
        }
        Err(StoreError::Damaged {
            path: self.path().to_owned(),
            reason: "it has no project id".to_owned(),
        })
    }

    /// Whether this process created this very file. A copy from elsewhere has the same id, but is
    /// another file, even at the same path.
    pub fn was_made_here(&self) -> bool {
        let Ok(id) = self.project_id() else {
            return false;
        };
        let all = MADE_HERE.lock().unwrap_or_else(PoisonError::into_inner);
        all.contains(&(id, self.file_known_by()))
    }

    /// Identifies this file: its path, and its inode number.
    fn file_known_by(&self) -> String {
        let path = self.path();
        let full = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        // An inode number is reused when its file is gone.
        let about = std::fs::metadata(path).and_then(|about| about.created());
        let made = about.map_or_else(|_| String::new(), |at| format!("{at:?}"));
        #[cfg(unix)]
        let number =
            std::fs::metadata(path).map_or(0, |about| std::os::unix::fs::MetadataExt::ino(&about));
        #[cfg(not(unix))]
        let number = 0;
        format!("{number} {made} {}", full.display())
    }
}

impl Store {
    /// Records that this process created the project.
    pub(super) fn note_made_here(self) -> Result<Self> {
        let made = (self.project_id()?, self.file_known_by());
        let mut all = MADE_HERE.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(made);
        drop(all);
        Ok(self)
    }
}
