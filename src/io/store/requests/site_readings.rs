//! What the runs of a site found so far: from this follows how many requests the next ones cost.

use std::collections::HashMap;

use super::columns::QueuedKind::{Content, ContentAgain, List};
use super::columns::RequestState::Dropped;
use crate::store::file::convert::{get_count, get_time};
use crate::store::{Result, StoreReader};
use bowerbird_logic::model::SiteId;
use bowerbird_logic::rules::SiteReadings;

impl StoreReader {
    /// What the runs of a site found so far.
    ///
    /// # Errors
    /// From SQLite.
    pub fn site_readings(&self, site: SiteId) -> Result<SiteReadings> {
        self.read(|connection| {
            let (starts, lists, pages) = connection
                .prepare_cached(&format!(
                    "SELECT coalesce(sum(depth = 0), 0), coalesce(sum(kind = {List}), 0),
                            coalesce(sum(kind IN ({Content}, {ContentAgain})), 0)
                     FROM request WHERE site = ?1 AND state <> {Dropped}"
                ))?
                .query_row([site.0], |row| {
                    Ok((get_count(row, 0)?, get_count(row, 1)?, get_count(row, 2)?))
                })?;
            // In one pass each: no index leads from a run to its pages.
            let mut by_run: HashMap<i64, u64> = connection
                .prepare_cached(&format!(
                    "SELECT found_in, count(*) FROM request
                     WHERE site = ?1 AND state <> {Dropped} AND kind IN ({Content}, {ContentAgain})
                     GROUP BY found_in"
                ))?
                .query_map([site.0], |row| Ok((row.get(0)?, get_count(row, 1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            let found = connection
                .prepare_cached(
                    "SELECT id, started_at FROM run
                     WHERE site = ?1 AND ended_at IS NOT NULL ORDER BY id",
                )?
                .query_map([site.0], |row| {
                    let run: i64 = row.get(0)?;
                    Ok((get_time(row, 1)?, by_run.remove(&run).unwrap_or_default()))
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(SiteReadings {
                starts,
                lists,
                pages,
                found,
            })
        })
    }
}
