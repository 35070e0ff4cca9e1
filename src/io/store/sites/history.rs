//! The usual properties of a site's answers, as observed by its runs: rows of `site_history`. Input
//! and output: a bounded history.

use rusqlite::{OptionalExtension, params};

use crate::store::file::convert::{get_json, to_json};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::detect::History;
use bowerbird_logic::model::SiteId;

/// Histories.
impl StoreReader {
    /// The history of a site; an empty one before its first run.
    ///
    /// # Errors
    /// From SQLite.
    pub fn history(&self, site: SiteId) -> Result<History> {
        self.read(|connection| {
            let history = connection
                .prepare_cached("SELECT history FROM site_history WHERE site = ?1")?
                .query_row([site.0], |row| get_json(row, 0))
                .optional()?;
            Ok(history.unwrap_or_default())
        })
    }
}

impl Store {
    /// Stores the history of a site, unless the site no longer exists.
    ///
    /// # Errors
    /// From SQLite.
    pub fn set_history(&self, site: SiteId, history: &History) -> Result<()> {
        let json = to_json(history);
        self.write(move |tx| {
            tx.prepare_cached(
                "INSERT OR REPLACE INTO site_history (site, history)
                 SELECT id, ?2 FROM site WHERE id = ?1",
            )?
            .execute(params![site.0, json?])?;
            Ok(())
        })
    }
}
