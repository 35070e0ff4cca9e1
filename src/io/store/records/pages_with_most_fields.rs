//! The stored pages of a site on which its rule found most. Input: the fields of the rule. Output:
//! pages with their records. Read-only; bounded by the number of pages examined.

use rusqlite::params;

use super::rewrite::{StoredPage, page_of, records_of};
use crate::store::error::TransactionError;
use crate::store::{Result, StoreReader};
use bowerbird_logic::model::{FROM_GENERIC, FROM_LIST, SiteId};

/// Newest pages that are examined.
const EXAMINED: u32 = 5_000;

impl StoreReader {
    /// The content pages of a site on which the rule found most of the fields `all`, the newest
    /// first among equals. Left out are those that lack a field of `required` which others have: a
    /// page that was read with a broken rule shows nothing that a page read with a good one does
    /// not.
    ///
    /// # Errors
    /// From SQLite.
    pub fn best_read_pages(
        &self,
        site: SiteId,
        all: &[&str],
        required: &[&str],
        limit: u32,
    ) -> Result<Vec<StoredPage>> {
        let names = |names: &[&str]| serde_json::Value::from(names.to_vec()).to_string();
        let (all, required) = (names(all), names(required));
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "WITH recent AS (
                     SELECT s.id, s.fetched_at, s.site FROM snapshot s
                     LEFT JOIN request q ON q.site = s.site AND q.url = s.asked
                     WHERE s.site = ?1 AND s.evidence = 0 AND q.kind IS NOT 0
                     ORDER BY s.fetched_at DESC, s.id DESC LIMIT ?5),
                 read AS (
                     SELECT s.id, r.id AS record,
                         sum(p.key IN (SELECT value FROM json_each(?3))) AS required,
                         count(*) AS found
                     FROM recent s
                     JOIN record r ON r.site = s.site AND r.fetched_at = s.fetched_at,
                         json_each(r.provenance) p
                     WHERE p.key IN (SELECT value FROM json_each(?2))
                       AND p.value NOT BETWEEN ?6 AND ?7
                     GROUP BY s.id, r.id),
                 ranked AS (
                     SELECT s.id, s.fetched_at, coalesce(max(read.required), 0) AS required,
                         coalesce(max(read.found), 0) AS found
                     FROM recent s LEFT JOIN read ON read.id = s.id GROUP BY s.id)
                 SELECT s.id, s.asked, s.meta, s.body, q.kind, q.found_in, q.page, q.item, q.fields
                 FROM ranked
                 JOIN snapshot s ON s.id = ranked.id
                 LEFT JOIN request q ON q.site = s.site AND q.url = s.asked
                 WHERE ranked.required = (SELECT max(required) FROM ranked)
                 ORDER BY ranked.found DESC, ranked.fetched_at DESC, ranked.id DESC LIMIT ?4",
            )?;
            let bounds = (FROM_GENERIC, FROM_LIST.saturating_sub(1));
            let pages = statement
                .query_map(
                    params![site.0, all, required, limit, EXAMINED, bounds.0, bounds.1],
                    page_of,
                )?
                .collect::<rusqlite::Result<Vec<_>>>()?;
            let with_records = pages.into_iter().map(|mut page| {
                page.records = records_of(connection, site, &page)?;
                Ok::<_, TransactionError>(page)
            });
            with_records.collect()
        })
    }
}
