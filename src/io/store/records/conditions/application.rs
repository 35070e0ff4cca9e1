//! A filter that is applied to stored records. It works in batches. The transaction of each batch also stores
//! the progress, so that a program that was killed continues after the last finished batch.

use jiff::Timestamp;
use rusqlite::{Connection, Transaction, params};
use serde::{Deserialize, Serialize};

use super::keepers::Keepers;
use crate::store::error::TransactionError;
use crate::store::file::convert::{get_count, micros, to_json};
use crate::store::records::by_hand::delete;
use crate::store::records::user_marks::{mark_read, tag_records};
use crate::store::records::{COLUMNS, JOINS, record_of};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::{RecordCondition, RecordId};
use bowerbird_logic::policy::record_conditions::{CompiledCondition, arriving};

/// The setting with the application in progress.
const IN_PROGRESS: &str = "filter.application";
/// Records that are looked at in one transaction.
const BATCH: u32 = 500;

/// How far a filter has been applied to stored records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilterApplication {
    /// The filter as it was when that began.
    pub filter: RecordCondition,
    /// When that was, in microseconds; what it deletes is deleted at this time.
    at: i64,
    /// Records with a lower number are still to be looked at.
    below: i64,
    /// The records looked at.
    pub examined: u64,
    /// All that are to be.
    pub of: u64,
    /// Those that the filter matched.
    pub matched: u64,
}

impl StoreReader {
    /// The application in progress.
    ///
    /// # Errors
    /// From SQLite.
    pub fn filter_application(&self) -> Result<Option<FilterApplication>> {
        let kept = self.setting(IN_PROGRESS)?;
        Ok(kept.and_then(|json| serde_json::from_str(&json).ok()))
    }

    /// The records that an application deleted and nobody restored.
    ///
    /// # Errors
    /// From SQLite.
    pub fn deleted_by_application(&self, of: &FilterApplication) -> Result<Vec<RecordId>> {
        self.read(|connection| {
            let deleted = connection
                .prepare_cached("SELECT id FROM deleted_record WHERE deleted_at = ?1")?
                .query_map([of.at], |row| Ok(RecordId(row.get(0)?)))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(deleted)
        })
    }
}

impl Store {
    /// Begins to apply a filter to the stored records; those of archives are left out.
    ///
    /// # Errors
    /// From SQLite.
    pub fn begin_filter_application(
        &self,
        filter: RecordCondition,
        now: Timestamp,
    ) -> Result<FilterApplication> {
        self.write(move |tx| {
            let of: u64 = tx.query_row(
                "SELECT coalesce(sum(records), 0) FROM site WHERE (?1 IS NULL OR id = ?1)
                   AND (?2 IS NULL OR id IN (SELECT site FROM site_tag WHERE tag = ?2))",
                params![filter.site.map(|site| site.0), filter.tag],
                |row| get_count(row, 0),
            )?;
            let begun = FilterApplication {
                filter,
                at: micros(now),
                below: i64::MAX,
                examined: 0,
                of,
                matched: 0,
            };
            keep(tx, Some(&begun))?;
            Ok(begun)
        })
    }

    /// Applies it to the next records; returns how far it has got, and whether that is all.
    ///
    /// # Errors
    /// From SQLite; then this batch is left as it was.
    pub fn continue_filter_application(
        &self,
        so_far: &FilterApplication,
    ) -> Result<(FilterApplication, bool)> {
        let mut next = so_far.clone();
        self.write(move |tx| {
            let (found, looked_at) = matches(tx, &mut next)?;
            let actions = next.filter.actions.clone();
            if actions.skip {
                for id in &found {
                    delete(tx, *id, next.at)?;
                }
            }
            let records: Vec<RecordId> = found.into_iter().map(RecordId).collect();
            if let Some(tag) = &actions.tag {
                tag_records(tx, &records, tag, true)?;
            }
            if actions.mark_read {
                mark_read(tx, &records, Some(next.at))?;
            }
            next.matched += records.len() as u64;
            next.examined += u64::from(looked_at);
            let is_all = looked_at < BATCH;
            keep(tx, (!is_all).then_some(&next))?;
            Ok((next, is_all))
        })
    }

    /// Ends it where it is; what was done stays.
    ///
    /// # Errors
    /// From SQLite.
    pub fn end_filter_application(&self) -> Result<()> {
        self.write(|tx| keep(tx, None))
    }
}

/// The records of the next batch that the filter matches, and how many were looked at.
fn matches(
    connection: &Connection,
    next: &mut FilterApplication,
) -> std::result::Result<(Vec<i64>, u32), TransactionError> {
    let filter = &next.filter;
    let Ok(compiled) = CompiledCondition::new(filter) else {
        return Ok((Vec::new(), 0));
    };
    let now = Timestamp::from_microsecond(next.at).unwrap_or(Timestamp::UNIX_EPOCH);
    let keepers = Keepers::of(connection, filter)?;
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM record r {JOINS} WHERE r.id < ?3 AND (?1 IS NULL OR r.site = ?1)
           AND (?2 IS NULL OR r.site IN (SELECT site FROM site_tag WHERE tag = ?2))
         ORDER BY r.id DESC LIMIT {BATCH}"
    ))?;
    let site = filter.site.map(|site| site.0);
    let mut rows = statement.query(params![site, filter.tag, next.below])?;
    let (mut found, mut looked_at) = (Vec::new(), 0);
    let mut below = next.below;
    while let Some(row) = rows.next()? {
        let stored = record_of(row)?;
        looked_at += 1;
        below = stored.id.0;
        let record = &stored.record;
        let holds = compiled.holds_of(&arriving(record, now)) == Some(true);
        if holds && !keepers.keep(stored.site, record, now) {
            found.push(stored.id.0);
        }
    }
    next.below = below;
    Ok((found, looked_at))
}

fn keep(
    tx: &Transaction<'_>,
    so_far: Option<&FilterApplication>,
) -> std::result::Result<(), TransactionError> {
    match so_far {
        Some(so_far) => tx
            .prepare_cached("INSERT OR REPLACE INTO setting (name, value) VALUES (?1, ?2)")?
            .execute(params![IN_PROGRESS, to_json(so_far)?])?,
        None => tx
            .prepare_cached("DELETE FROM setting WHERE name = ?1")?
            .execute([IN_PROGRESS])?,
    };
    Ok(())
}
