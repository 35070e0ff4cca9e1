//! Moves what is stored of a site to another origin. Input: a site that is served at another port than
//! before. Output: the same rows at the new addresses, so that nothing is collected twice.

use rusqlite::params;

use super::super::{Result, Store};
use bowerbird_logic::model::SiteId;

/// The columns with addresses of pages, of rows that name their site.
const COLUMNS: [(&str, &str); 11] = [
    ("request", "url"),
    ("record", "url"),
    ("deleted_record", "url"),
    ("deleted_record", "own"),
    ("snapshot", "asked"),
    ("snapshot", "url"),
    ("sample", "url"),
    ("site_resource", "url"),
    ("site_supervision", "url"),
    ("site_event", "url"),
    ("site_exception", "url"),
];
/// The columns with values that may hold such addresses.
const VALUES: [(&str, &str); 2] = [("request", "fields"), ("record", "fields")];

impl Store {
    /// Moves the stored addresses of a site that begin with `before` to `now`; both are addresses
    /// of a host with a closing slash. What is known at the new address already stays as it is.
    ///
    /// # Errors
    /// From SQLite.
    pub fn move_addresses(&self, site: SiteId, before: &str, now: &str) -> Result<()> {
        let (before, now) = (before.to_owned(), now.to_owned());
        self.write(move |tx| {
            for (table, column) in COLUMNS {
                tx.execute(
                    &format!(
                        "UPDATE OR IGNORE {table} SET {column} = ?3 || substr({column}, length(?2) + 1)
                         WHERE site = ?1 AND substr({column}, 1, length(?2)) = ?2"
                    ),
                    params![site.0, before, now],
                )?;
            }
            for (table, column) in VALUES {
                tx.execute(
                    &format!(
                        "UPDATE {table} SET {column} = replace({column}, ?2, ?3)
                         WHERE site = ?1 AND instr({column}, ?2) > 0"
                    ),
                    params![site.0, before, now],
                )?;
            }
            // Beside each value by hand stands what the page says.
            tx.execute(
                "UPDATE record_edit SET value = replace(value, ?2, ?3), page = replace(page, ?2, ?3),
                        known = replace(known, ?2, ?3)
                 WHERE record IN (SELECT id FROM record WHERE site = ?1)",
                params![site.0, before, now],
            )?;
            Ok(())
        })
    }
}
