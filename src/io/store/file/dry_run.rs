//! A dry run's project: a project in a temporary folder with the data that a run of some sites
//! needs, so that a run in it does what a real one would do without changing the project. Input:
//! a project, read-only. Output: one that is removed with its last clone. Texts, snapshots,
//! samples and tasks are not copied.

use std::path::PathBuf;

use rusqlite::Transaction;

use crate::store::{Result, Store, StoreError, StoreReader};
use bowerbird_logic::model::SiteId;

/// The setting in which earlier versions stored the path of the original project. It is never read
/// or copied: otherwise a file could name the secrets of another project.
const FORMER_HOME: &str = "rehearsal.home";

/// Tables copied completely.
const WHOLE: [&str; 7] = [
    "setting",
    "site",
    "proxy",
    "proxy_site",
    "proxy_traffic",
    "account",
    "signal_file",
];
/// Tables copied for the requested sites.
const OF_SITE: [&str; 7] = [
    "site_field",
    "run",
    "request",
    "site_history",
    "site_exception",
    "deleted_record",
    "erased_address",
];

/// Records are identified by their addresses; nothing else of them is needed.
const RECORDS: &str = "
    INSERT INTO main.record (id, site, run, found_in, page, item, part, fetched_at,
                             url, title, date, author, fields, provenance)
    SELECT id, site, run, found_in, page, item, part, fetched_at, url, '', '', '', '{}', '{}'
    FROM source.record WHERE site = ?1";

impl StoreReader {
    /// The path of the project that paths and secrets belong to: its own, except for a dry run. Set
    /// by the creator of the dry run, never read from a file.
    pub fn home(&self) -> PathBuf {
        let home = self.inner.home.get();
        home.map_or_else(|| self.path().to_owned(), Clone::clone)
    }
}

impl StoreReader {
    /// Creates a dry-run project for `sites`.
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
            // Detached with the connection.
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
        // A dry run of a dry run belongs to the same project.
        let _ = rehearsal.inner.home.set(self.home());
        Ok(rehearsal)
    }
}

fn copy(table: &str) -> String {
    // Both files have this program's version, so their columns have the same order.
    format!("INSERT OR REPLACE INTO main.{table} SELECT * FROM source.{table}")
}

fn take_site(tx: &Transaction<'_>, site: SiteId) -> rusqlite::Result<()> {
    for table in OF_SITE {
        tx.execute(&format!("{} WHERE site = ?1", copy(table)), [site.0])?;
    }
    // Active runs of another process do not concern the dry run, and their requests may be fetched.
    tx.execute(
        "UPDATE main.run SET ended_at = started_at, ending = 'interrupted' WHERE ended_at IS NULL",
        [],
    )?;
    tx.execute(RECORDS, [site.0])?;
    Ok(())
}
