//! Tags of sites: those from their rules, and those that the user set in this project.

use rusqlite::{Transaction, params};

use crate::store::error::TransactionError;
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::SiteId;

/// Tags.
impl StoreReader {
    /// All tags with the sites that have them, by tag and name of the site, and whether each comes
    /// from the rule.
    ///
    /// # Errors
    /// From SQLite.
    pub fn site_tags(&self) -> Result<Vec<(String, SiteId, bool)>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT tag, site, from_rule FROM site_tag JOIN site ON site.id = site_tag.site
                 ORDER BY tag, site.name, from_rule DESC",
            )?;
            let tags = statement
                .query_map([], |row| {
                    Ok((row.get(0)?, SiteId(row.get(1)?), row.get(2)?))
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(tags)
        })
    }
}

impl Store {
    /// Replaces the tags of a site that come from its rule (`from_rule`), or those set by the user.
    ///
    /// # Errors
    /// From SQLite; also for an unknown site.
    pub fn set_site_tags(&self, site: SiteId, tags: &[String], from_rule: bool) -> Result<()> {
        let tags = tags.to_vec();
        self.write(move |tx| set_tags(tx, site, &tags, from_rule))
    }
}

pub(in crate::store) fn set_tags(
    tx: &Transaction<'_>,
    site: SiteId,
    tags: &[String],
    from_rule: bool,
) -> std::result::Result<(), TransactionError> {
    tx.execute(
        "DELETE FROM site_tag WHERE site = ?1 AND from_rule = ?2",
        params![site.0, from_rule],
    )?;
    let mut insert = tx.prepare_cached(
        "INSERT OR IGNORE INTO site_tag (site, tag, from_rule) VALUES (?1, ?2, ?3)",
    )?;
    for tag in tags {
        insert.execute(params![site.0, tag, from_rule])?;
    }
    Ok(())
}
