//! What the runs of a site found so far: from this follows how many requests the next ones cost.

use std::collections::HashMap;

use rusqlite::{Connection, params};

use super::columns::QueuedKind::{Content, ContentAgain, List};
use super::columns::RequestState::Dropped;
use crate::store::file::convert::{get_count, get_time, signed};
use crate::store::{Result, StoreReader};
use bowerbird_logic::model::SiteId;
use bowerbird_logic::rules::{RestlessField, SiteReadings};

/// The number of readings in each of which a field must have changed.
const READINGS: u64 = 4;

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
                restless: restless(connection, site)?,
            })
        })
    }
}

/// The fields that changed in each of the last readings, in at least half of the records.
fn restless(connection: &Connection, site: SiteId) -> rusqlite::Result<Vec<RestlessField>> {
    let fields: Vec<(String, i64)> = connection
        .prepare_cached(
            "WITH reading AS (SELECT id, started_at FROM run
                              WHERE site = ?1 AND ended_at IS NOT NULL ORDER BY id DESC LIMIT ?2),
                  changed AS (SELECT field, run, count(DISTINCT record) AS records, max(id) AS newest
                              FROM record_change
                              WHERE site = ?1 AND kind = 1 AND left_out = 0 AND field <> ''
                                AND at >= (SELECT min(started_at) FROM reading)
                                AND run IN (SELECT id FROM reading)
                              GROUP BY field, run)
             SELECT field, max(newest) FROM changed GROUP BY field
             HAVING count(*) = ?2
                AND 2 * min(records) >= (SELECT count(*) FROM record WHERE site = ?1)
             ORDER BY field",
        )?
        .query_map(params![site.0, signed(READINGS)], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    let mut example =
        connection.prepare_cached("SELECT before, after FROM record_change WHERE id = ?1")?;
    let fields = fields.into_iter().map(|(field, newest)| {
        Ok(RestlessField {
            field,
            readings: READINGS,
            example: example.query_row([newest], |row| Ok((row.get(0)?, row.get(1)?)))?,
        })
    });
    fields.collect()
}
