//! Conditions over records, filters among them. Input: conditions, and the readings of runs. Output: the conditions with
//! what they have done, and matches that wait to be told. A reading is evaluated in the transaction
//! that stores it, so that a match is neither lost nor doubled when the program is killed.
//!
//! Below: the evaluation of a batch (`condition_watch`), what is known when one is saved (`base`), filters in it (`arrivals`), what they left out
//! (`skipped`), what they do to stored records (`application`), those that keep (`keepers`), matches and what becomes of them (`matches`), the past for a rehearsal (`past`).

mod application;
mod arrivals;
mod base;
mod condition_watch;
mod keepers;
mod matches;
mod past;
mod skipped;

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{get_count, get_json, get_opt_time, micros, to_json};
use crate::store::records::{COLUMNS, JOINS, record_of};
use crate::store::sites::found_as;
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::comparison::in_short;
use bowerbird_logic::model::{
    ANY_FIELD, RecordCondition, SiteId, StoredCondition, StoredRecord, WHOLE_RECORD,
};
use bowerbird_logic::policy::record_conditions::{is_same_in_a_file, value_of};

pub use application::FilterApplication;
pub(in crate::store) use arrivals::{Arrival, ArrivalPlace};
pub(in crate::store) use condition_watch::{ConditionWatch, ReadRecord};
pub use matches::WaitingMatches;
pub use skipped::KeptAfterAll;
pub(in crate::store) use skipped::skipped_content;
use skipped::unsettle;

/// The time over which it is told how often a condition counted.
const RECENT: SignedDuration = SignedDuration::from_hours(24 * 30);

/// Conditions.
impl StoreReader {
    /// All conditions with what they have done, in their order.
    ///
    /// # Errors
    /// From SQLite.
    pub fn record_conditions(&self, now: Timestamp) -> Result<Vec<StoredCondition>> {
        let since = micros(now.checked_sub(RECENT).unwrap_or(Timestamp::UNIX_EPOCH));
        self.read(|connection| {
            let mut conditions: Vec<StoredCondition> = connection
                .prepare_cached(
                    "SELECT c.id, c.site, c.tag, c.enabled, c.terms, c.position,
                            (SELECT count(*) FROM record_match m
                             WHERE m.condition = c.id AND m.at >= ?1)
                            + (SELECT count(*) FROM skipped_record k
                               WHERE k.condition = c.id AND k.at >= ?1),
                            (SELECT count(*) FROM record_match m INDEXED BY record_match_waits
                             WHERE m.waits <> 0 AND m.waits = 2 AND m.condition = c.id),
                            (SELECT count(*) FROM condition_skip k WHERE k.condition = c.id),
                            (SELECT max(m.at) FROM record_match m WHERE m.condition = c.id)
                     FROM record_condition c ORDER BY c.position, c.id",
                )?
                .query_map([since], |row| {
                    Ok(StoredCondition {
                        condition: condition_of(row)?,
                        recent: get_count(row, 6)?,
                        waiting: get_count(row, 7)?,
                        skipped: get_count(row, 8)?,
                        last_at: get_opt_time(row, 9)?,
                        value: None,
                    })
                })?
                .collect::<rusqlite::Result<_>>()?;
            for stored in &mut conditions {
                stored.value = watched_value(connection, &stored.condition)?;
            }
            Ok(conditions)
        })
    }

    /// The condition with this number.
    ///
    /// # Errors
    /// From SQLite.
    pub fn record_condition(&self, id: i64) -> Result<Option<RecordCondition>> {
        self.read(|connection| {
            let found = connection
                .prepare_cached(
                    "SELECT id, site, tag, enabled, terms, position FROM record_condition WHERE id = ?1",
                )?
                .query_row([id], condition_of)
                .optional()?;
            Ok(found)
        })
    }
}

/// Conditions of files.
impl StoreReader {
    /// How many of the conditions of a file a site does not have yet.
    ///
    /// # Errors
    /// From SQLite.
    pub fn count_new_conditions(&self, site: SiteId, came: &[RecordCondition]) -> Result<usize> {
        let known = self.read(|connection| Ok(conditions_of_site(connection, site)?))?;
        let is_new = |one: &&RecordCondition| !known.iter().any(|own| is_same_in_a_file(own, one));
        Ok(came.iter().filter(is_new).count())
    }
}

impl Store {
    /// Stores a condition, a new one if its number is 0, one that was removed under the number that it
    /// had; returns its number. If it asks for something else than before, what it knew of records is
    /// forgotten. What matches already is the base, unless the condition is about that, too: it counts
    /// for what changes from then on.
    ///
    /// # Errors
    /// From SQLite.
    pub fn set_record_condition(&self, condition: &RecordCondition, now: Timestamp) -> Result<i64> {
        let condition = condition.clone();
        self.write(move |tx| set(tx, &condition, now))
    }

    /// Adds conditions that came with a site's rule, all or none; returns the number of those that it
    /// did not have yet.
    ///
    /// # Errors
    /// From SQLite.
    pub fn add_site_conditions(
        &self,
        site: SiteId,
        conditions: Vec<RecordCondition>,
        now: Timestamp,
    ) -> Result<usize> {
        self.write(move |tx| {
            let known = conditions_of_site(tx, site)?;
            let mut added = 0;
            for condition in conditions {
                if known.iter().any(|own| is_same_in_a_file(own, &condition)) {
                    continue;
                }
                let condition = RecordCondition {
                    id: 0,
                    position: 0,
                    site: Some(site),
                    tag: None,
                    ..condition
                };
                set(tx, &condition, now)?;
                added += 1;
            }
            Ok(added)
        })
    }

    /// Moves a filter one place up or down among the filters.
    ///
    /// # Errors
    /// From SQLite.
    pub fn move_filter(&self, id: i64, up: bool) -> Result<()> {
        self.write(move |tx| {
            let order = match up {
                true => "o.position < c.position ORDER BY o.position DESC",
                false => "o.position > c.position ORDER BY o.position",
            };
            let beside: Option<(i64, i64, i64)> = tx
                .prepare_cached(&format!(
                    "SELECT o.id, o.position, c.position FROM record_condition c
                     JOIN record_condition o ON json_extract(o.terms, '$.timing') = 'arrival'
                     WHERE c.id = ?1 AND {order} LIMIT 1"
                ))?
                .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                .optional()?;
            let Some((other, theirs, own)) = beside else {
                return Ok(());
            };
            let mut put =
                tx.prepare_cached("UPDATE record_condition SET position = ?2 WHERE id = ?1")?;
            put.execute([id, theirs])?;
            put.execute([other, own])?;
            Ok(())
        })
    }

    /// Removes a condition with all that it knew.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`] if there is none of this number; else from SQLite.
    pub fn remove_record_condition(&self, id: i64) -> Result<()> {
        self.write(move |tx| {
            unsettle(tx)?;
            let gone = tx.execute("DELETE FROM record_condition WHERE id = ?1", [id])?;
            found_as(gone, "condition")
        })
    }
}

/// The conditions of one site.
fn conditions_of_site(
    connection: &Connection,
    site: SiteId,
) -> rusqlite::Result<Vec<RecordCondition>> {
    connection
        .prepare_cached(
            "SELECT id, site, tag, enabled, terms, position FROM record_condition WHERE site = ?1",
        )?
        .query_map([site.0], condition_of)?
        .collect()
}

/// The value that a condition about one site watches now, with the record's title where it has several.
fn watched_value(
    connection: &Connection,
    condition: &RecordCondition,
) -> rusqlite::Result<Option<String>> {
    let named = |field: &&str| !matches!(*field, WHOLE_RECORD | ANY_FIELD);
    let fields = condition.clauses.iter().map(|clause| clause.field.as_str());
    let site = condition.site.filter(|_| !condition.is_filter());
    let (Some(site), Some(field)) = (site, fields.clone().find(named)) else {
        return Ok(None);
    };
    let stored: Option<StoredRecord> = connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM record r {JOINS}
             WHERE r.id = coalesce((SELECT m.record FROM record_match m
                                    WHERE m.condition = ?1 AND m.record IS NOT NULL
                                    ORDER BY m.at DESC, m.id DESC LIMIT 1),
                                   (SELECT max(id) FROM record WHERE site = ?2))"
        ))?
        .query_row(params![condition.id, site.0], record_of)
        .optional()?;
    let value = stored.map(|stored| value_of(&stored.record, field));
    let value = value.map(|value| in_short(value.trim(), "").0);
    let is_one = connection
        .prepare_cached("SELECT count(*) < 2 FROM (SELECT 1 FROM record WHERE site = ?1 LIMIT 2)")?
        .query_row([site.0], |row| row.get::<_, bool>(0))?;
    if is_one {
        return Ok(value);
    }
    // Of several records a value alone says nothing.
    let title: Option<String> = connection
        .prepare_cached(
            "SELECT title FROM record_match WHERE condition = ?1 AND record IS NOT NULL
             ORDER BY at DESC, id DESC LIMIT 1",
        )?
        .query_row([condition.id], |row| row.get(0))
        .optional()?;
    let title = title.filter(|title| !title.is_empty());
    Ok(title
        .zip(value)
        .map(|(title, value)| format!("{title}: {value}")))
}

fn set(
    tx: &Transaction<'_>,
    condition: &RecordCondition,
    now: Timestamp,
) -> std::result::Result<i64, TransactionError> {
    if condition.is_filter() {
        unsettle(tx)?;
    }
    let terms = to_json(&condition)?;
    let skips = condition.actions.skip;
    let site = condition.site.map(|site| site.0);
    let known = tx
        .prepare_cached("SELECT 1 FROM record_condition WHERE id = ?1")?
        .exists([condition.id])?;
    if !known {
        tx.prepare_cached(
            "INSERT INTO record_condition (id, site, tag, enabled, skips, terms, created_at,
                                           position)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,
                     coalesce(?8, (SELECT 1 + coalesce(max(position), 0)
                                   FROM record_condition)))",
        )?
        .execute(params![
            (condition.id != 0).then_some(condition.id),
            site,
            condition.tag,
            condition.enabled,
            skips,
            terms,
            micros(now),
            (condition.position != 0).then_some(condition.position)
        ])?;
        let condition = RecordCondition {
            id: tx.last_insert_rowid(),
            ..condition.clone()
        };
        base::take(tx, &condition, now)?;
        return Ok(condition.id);
    }
    let before = tx
        .prepare_cached(
            "SELECT id, site, tag, enabled, terms, position FROM record_condition WHERE id = ?1",
        )?
        .query_row([condition.id], condition_of)
        .optional()?;
    let asks = |one: &RecordCondition| {
        let asked = (one.join, one.clauses.clone(), one.timing);
        (asked, one.counts_present)
    };
    let scope = |one: &RecordCondition| (one.site, one.tag.clone());
    let before = before.as_ref();
    let begins_anew = before.is_some_and(|before| asks(before) != asks(condition));
    if begins_anew {
        tx.prepare_cached("DELETE FROM condition_state WHERE condition = ?1")?
            .execute([condition.id])?;
    }
    if begins_anew || before.is_some_and(|before| scope(before) != scope(condition)) {
        base::take(tx, condition, now)?;
    }
    let changed = tx
        .prepare_cached(
            "UPDATE record_condition SET site = ?2, tag = ?3, enabled = ?4, skips = ?5,
                    terms = ?6 WHERE id = ?1",
        )?
        .execute(params![
            condition.id,
            site,
            condition.tag,
            condition.enabled,
            skips,
            terms
        ])?;
    found_as(changed, "condition")?;
    Ok(condition.id)
}

/// A condition of the first six columns. Number, place and scope are those of the row.
fn condition_of(row: &Row<'_>) -> rusqlite::Result<RecordCondition> {
    let terms: RecordCondition = get_json(row, 4)?;
    Ok(RecordCondition {
        id: row.get(0)?,
        position: row.get(5)?,
        site: row.get::<_, Option<i64>>(1)?.map(SiteId),
        tag: row.get(2)?,
        enabled: row.get(3)?,
        ..terms
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::{at, project};
    use bowerbird_logic::model::{
        AlertChannel, ClauseTest, ConditionActions, ConditionClause, ConditionTiming, TaskId,
    };
    use bowerbird_logic::policy::record_conditions::{conditions_from_json, conditions_to_json};

    #[test]
    fn a_file_that_comes_back_to_its_own_project_doubles_nothing() {
        let (store, site) = project();
        let own = RecordCondition {
            site: Some(site),
            enabled: true,
            timing: ConditionTiming::Again,
            clauses: vec![ConditionClause {
                field: "title".to_owned(),
                test: ClauseTest::Contains,
                value: "storm".to_owned(),
            }],
            actions: ConditionActions {
                tell: true,
                channels: vec![AlertChannel::Service(2)],
                task: Some(TaskId(9)),
                ..ConditionActions::default()
            },
            ..RecordCondition::default()
        };
        store.set_record_condition(&own, at(0)).expect("stored");
        let text = conditions_to_json(&[own]).expect("a file");
        let back = || conditions_from_json(&text).expect("read");
        assert_eq!(store.count_new_conditions(site, &back()).expect("read"), 0);
        let added = store.add_site_conditions(site, back(), at(1));
        assert_eq!(added.expect("added"), 0);
        let mut edited = back();
        edited[0].clauses[0].value = "flood".to_owned();
        assert_eq!(store.count_new_conditions(site, &edited).expect("read"), 1);
        let added = store.add_site_conditions(site, edited, at(1));
        assert_eq!(added.expect("added"), 1, "it may be another one");
        let all = store.record_conditions(at(2)).expect("read");
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].condition.actions.task, Some(TaskId(9)), "as it was");
    }
}
