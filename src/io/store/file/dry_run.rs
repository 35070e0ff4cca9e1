//! A rehearsal: a project in a temporary folder that knows what a run of some sites must know, so
//! that a run in it does what a real one would do and leaves the project alone. Flows in: a
//! project, read only. Flows out: one that goes with its last clone. Texts, snapshots, samples and
//! tasks are not taken along.

use std::path::PathBuf;

use rusqlite::Transaction;

use crate::store::{Result, Store, StoreError, StoreReader};
use bowerbird_logic::model::SiteId;

/// The setting in which earlier versions kept where the rehearsed project lies. It is never read and
/// never copied: it would let a file name the secrets of another project.
const FORMER_HOME: &str = "rehearsal.home";

/// What is copied as it is.
const WHOLE: [&str; 7] = [
    "setting",
    "site",
    "proxy",
    "proxy_site",
    "proxy_traffic",
    "account",
    "signal_file",
];
/// What is copied of the sites that are wanted.
const OF_SITE: [&str; 5] = [
    "site_field",
    "run",
    "request",
    "site_history",
    "site_exception",
];

/// Records are known by their addresses; nothing else of them is needed.
const RECORDS: &str = "
    INSERT INTO main.record (id, site, run, found_in, page, item, part, fetched_at,
                             url, title, date, author, fields, provenance)
    SELECT id, site, run, found_in, page, item, part, fetched_at, url, '', '', '', '{}', '{}'
    FROM source.record WHERE site = ?1";

impl StoreReader {
    /// Where the project lies that paths and secrets belong to: this one's own place, but for a
    /// rehearsal. Known to the one who made the rehearsal, never read from a file.
    pub fn home(&self) -> PathBuf {
        let home = self.inner.home.get();
        home.map_or_else(|| self.path().to_owned(), Clone::clone)
    }
}

impl StoreReader {
    /// A rehearsal of `sites`.
    ///
    /// # Errors
    /// When the temporary project cannot be made, or from SQLite.
    pub fn rehearsal(&self, sites: &[SiteId]) -> Result<Store> {
        let rehearsal = Store::temporary()?;
        let home = self.path().to_owned();
        let Some(source) = home.to_str().map(str::to_owned) else {
            return Err(StoreError::Other {
                path: home,
                reason: "its path is not Unicode".to_owned(),
            });
        };
        let sites = sites.to_vec();
        rehearsal.write(move |tx| {
            // It goes with the connection.
            tx.execute("ATTACH DATABASE ?1 AS source", [&source])?;
            for table in WHOLE {
                tx.execute_batch(&copy(table))?;
            }
            for site in &sites {
                take_site(tx, *site)?;
            }
            tx.execute("DELETE FROM main.setting WHERE name = ?1", [FORMER_HOME])?;
            Ok(())
        })?;
        // A rehearsal of a rehearsal belongs to the same project.
        let _ = rehearsal.inner.home.set(self.home());
        Ok(rehearsal)
    }
}

fn copy(table: &str) -> String {
    // Both files are of this program's version, so the columns are the same in the same order.
    format!("INSERT OR REPLACE INTO main.{table} SELECT * FROM source.{table}")
}

fn take_site(tx: &Transaction<'_>, site: SiteId) -> rusqlite::Result<()> {
    for table in OF_SITE {
        tx.execute(&format!("{} WHERE site = ?1", copy(table)), [site.0])?;
    }
    // What another process has under way is no business of the rehearsal, and may be asked for.
    tx.execute(
        "UPDATE main.run SET ended_at = started_at, ending = 'interrupted' WHERE ended_at IS NULL",
        [],
    )?;
    tx.execute(RECORDS, [site.0])?;
    Ok(())
}
