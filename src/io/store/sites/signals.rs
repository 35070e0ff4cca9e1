//! The signal files of a project: rows of `signal_file`. Input: validated TOML. Output: the
//! same, by name.

use rusqlite::params;

use super::found_as;
use crate::store::{Result, Store, StoreReader};

/// Signal files.
impl StoreReader {
    /// The project's signal files sorted by name: name and TOML text.
    ///
    /// # Errors
    /// From SQLite.
    pub fn signal_files(&self) -> Result<Vec<(String, String)>> {
        self.read(|connection| {
            let files = connection
                .prepare_cached("SELECT name, text FROM signal_file ORDER BY name")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(files)
        })
    }
}

impl Store {
    /// Stores a signal file, replacing one of the same name; removes it if there is no text.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`] when the one to remove does not exist; else from
    /// SQLite.
    pub fn set_signal_file(&self, name: &str, text: Option<&str>) -> Result<()> {
        let (name, text) = (name.to_owned(), text.map(str::to_owned));
        self.write(move |tx| match text {
            Some(text) => {
                let sql = "INSERT OR REPLACE INTO signal_file (name, text) VALUES (?1, ?2)";
                tx.execute(sql, params![name, text])?;
                Ok(())
            }
            None => {
                let gone = tx.execute("DELETE FROM signal_file WHERE name = ?1", [name])?;
                found_as(gone, "signal file")
            }
        })
    }
}
