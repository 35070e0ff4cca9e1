//! The id of a project, by which permissions, secrets and archives are bound to it.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::{Result, Store, StoreError};

/// The ids of the projects that this process made.
static MADE_HERE: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

/// The setting that holds the id; written once, when the schema is made.
const PROJECT_ID: &str = "project.id";
/// Hexadecimal digits of an id: 128 random bits.
const DIGITS: usize = 32;

impl Store {
    /// The project's id: 32 lower-case hexadecimal digits, random, never changed. A copy of the file
    /// has the same one.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] where a file has none, or one of another form; from SQLite.
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

    /// Remembers that this process made the project.
    pub(super) fn note_made_here(self) -> Result<Self> {
        let id = self.project_id()?;
        let mut all = MADE_HERE.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(id);
        drop(all);
        Ok(self)
    }

    /// Whether this process made the project of this id.
    pub fn was_made_here(&self) -> bool {
        let all = MADE_HERE.lock().unwrap_or_else(PoisonError::into_inner);
        self.project_id().is_ok_and(|id| all.contains(&id))
    }
}
