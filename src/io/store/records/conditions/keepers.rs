//! Filters that keep records, which win over those that skip; the stored records that a filter matches
//! as they are now; and what lists tell of pages.

use std::collections::HashSet;

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::condition_of;
use crate::store::file::convert::get_json;
use crate::store::records::{COLUMNS, JOINS, record_of};
use crate::store::requests::Listed;
use crate::store::requests::columns::QueuedKind::{Content, ContentAgain};
use crate::store::{Result, StoreReader};
use bowerbird_logic::model::{Record, RecordCondition, RecordId, SiteId};
use bowerbird_logic::policy::record_conditions::{CompiledCondition, arriving};

/// The filters that keep.
pub(super) struct Keepers(Vec<Keeper>);

/// A filter that keeps.
struct Keeper {
    filter: RecordCondition,
    compiled: CompiledCondition,
    sites: HashSet<i64>,
}

impl Keepers {
    /// Those that win over a filter that skips; none for any other condition.
    pub(super) fn of(
        connection: &Connection,
        condition: &RecordCondition,
    ) -> rusqlite::Result<Self> {
        if !condition.is_filter() || !condition.actions.skip {
            return Ok(Self(Vec::new()));
        }
        let all: Vec<Option<RecordCondition>> = connection
            .prepare_cached(
                "SELECT id, site, tag, enabled, terms, position FROM record_condition
                 WHERE enabled",
            )?
            .query_map([], |row| Ok(condition_of(row).ok()))?
            .collect::<rusqlite::Result<_>>()?;
        let mut keepers = Vec::new();
        for keeper in all.into_iter().flatten() {
            if !keeper.is_filter() || !keeper.actions.keep {
                continue;
            }
            let Ok(compiled) = CompiledCondition::new(&keeper) else {
                continue;
            };
            let sites = connection
                .prepare_cached(
                    "SELECT id FROM site WHERE (?1 IS NULL OR id = ?1)
                       AND (?2 IS NULL OR id IN (SELECT site FROM site_tag WHERE tag = ?2))",
                )?
                .query_map(params![keeper.site.map(|site| site.0), keeper.tag], |row| {
                    row.get(0)
                })?
                .collect::<rusqlite::Result<_>>()?;
            keepers.push(Keeper {
                filter: keeper,
                compiled,
                sites,
            });
        }
        Ok(Self(keepers))
    }

    /// Whether one of them keeps a record.
    pub(super) fn keep(&self, site: SiteId, record: &Record, at: Timestamp) -> bool {
        let reading = arriving(record, at);
        let mut keepers = self.0.iter();
        keepers.any(|keeper| {
            keeper.sites.contains(&site.0) && keeper.compiled.holds_of(&reading) == Some(true)
        })
    }
}

/// The number of requests of a site whose fields are looked at.
const LOOKED_AT: i64 = 50;

impl StoreReader {
    /// Whether a filter that skips records of one site is decided by what its lists say, so that pages
    /// are not fetched in vain: by the fields that they gave so far, or by addresses. A filter that
    /// keeps and needs the page has it fetched.
    ///
    /// # Errors
    /// From SQLite.
    pub fn saves_requests(&self, filter: &RecordCondition) -> Result<bool> {
        let Some(site) = filter.site.filter(|_| filter.actions.skip) else {
            return Ok(false);
        };
        self.read(|connection| {
            let listed = listed_fields(connection, site)?;
            let keepers = Keepers::of(connection, filter)?;
            let mut keepers = keepers.0.iter();
            let needs_page = keepers
                .any(|keeper| keeper.sites.contains(&site.0) && !keeper.filter.is_told_by(&listed));
            Ok(filter.is_told_by(&listed) && !needs_page)
        })
    }

    /// The stored records that a filter matches as they are now, newest first, at most so many; those
    /// that another filter keeps are not among the records of one that skips. Records of archives are
    /// left out.
    ///
    /// # Errors
    /// From SQLite.
    pub fn filter_matches(
        &self,
        condition: &RecordCondition,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<(RecordId, String)>> {
        let Ok(compiled) = CompiledCondition::new(condition) else {
            return Ok(Vec::new());
        };
        let (site, tag) = (condition.site.map(|site| site.0), condition.tag.clone());
        self.read(|connection| {
            let keepers = Keepers::of(connection, condition)?;
            let mut found = Vec::new();
            let mut statement = connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM record r {JOINS} WHERE (?1 IS NULL OR r.site = ?1)
                   AND (?2 IS NULL OR r.site IN (SELECT site FROM site_tag WHERE tag = ?2))
                 ORDER BY r.id DESC"
            ))?;
            let mut rows = statement.query(params![site, tag])?;
            while let Some(row) = rows.next()? {
                let stored = record_of(row)?;
                let record = &stored.record;
                let holds = compiled.holds_of(&arriving(record, now)) == Some(true);
                if !holds || keepers.keep(stored.site, record, now) {
                    continue;
                }
                let title = match record.title.trim() {
                    "" => record.url.clone(),
                    title => title.to_owned(),
                };
                found.push((stored.id, title));
                if found.len() >= limit {
                    break;
                }
            }
            Ok(found)
        })
    }
}

/// The fields that lists of a site gave of the pages that they name.
fn listed_fields(connection: &Connection, site: SiteId) -> rusqlite::Result<Vec<String>> {
    let rows: Vec<Listed> = connection
        .prepare_cached(&format!(
            "SELECT fields FROM request
             WHERE site = ?1 AND kind IN ({Content}, {ContentAgain}) AND fields IS NOT NULL
             ORDER BY id DESC LIMIT ?2"
        ))?
        .query_map(params![site.0, LOOKED_AT], |row| get_json(row, 0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut names: Vec<String> = Vec::new();
    for (name, _) in rows.into_iter().flat_map(|row| row.parts().0) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}
