//! The conditions over the records of one site during a batch. Input: readings of records. Output:
//! what is known of them from then on, matches, tags and marks, in the transaction of the batch.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};

use super::condition_of;
use crate::store::error::TransactionError;
use crate::store::file::convert::{get_json, get_time, to_json};
use crate::store::records::reposts::digests::stamp;
use crate::store::records::{COLUMNS, JOINS, record_of};
use bowerbird_logic::comparison::record_name;
use bowerbird_logic::model::{
    ConditionActions, Record, RecordCondition, RecordId, SiteId, StoredRecord,
};
use bowerbird_logic::policy::record_conditions::{
    CompiledCondition, Counted, ReadingEvent, RecordConditionState, RecordReading,
};

/// The result of a step.
pub(super) type Written<T> = Result<T, TransactionError>;

/// The most earlier values of a field that are looked at.
const EARLIER: i64 = 400;

/// The conditions over the records of a site.
pub(in crate::store) struct ConditionWatch {
    pub(super) site: SiteId,
    /// The run, and the first one of its chain.
    run: i64,
    chain: i64,
    conditions: Vec<Live>,
    /// Whether records of the site were left out.
    pub(super) has_skipped: bool,
}

/// A condition that is evaluated.
pub(super) struct Live {
    pub(super) condition: RecordCondition,
    pub(super) compiled: CompiledCondition,
}

/// A record as it was read.
#[derive(Clone, Copy)]
pub(in crate::store) struct ReadRecord<'a> {
    /// What it says of the record itself.
    pub(in crate::store) event: ReadingEvent,
    /// When, in microseconds.
    pub(in crate::store) at: i64,
    /// The record now, with what it is called; empty if it has nothing but an address.
    pub(in crate::store) record: &'a Record,
    pub(in crate::store) title: &'a str,
    /// As it was stored before.
    pub(in crate::store) before: Option<&'a Record>,
    /// The fields that differ.
    pub(in crate::store) changed: &'a [String],
}

impl ConditionWatch {
    /// The enabled conditions that are about this site. One that cannot be read, of a newer version,
    /// is left out.
    pub(in crate::store) fn begin(
        tx: &Transaction<'_>,
        site: SiteId,
        (run, chain): (i64, i64),
    ) -> Written<Self> {
        let mut statement = tx.prepare_cached(
            "SELECT id, site, tag, enabled, terms, position FROM record_condition
             WHERE enabled AND (site IS NULL OR site = ?1)
               AND (tag IS NULL OR EXISTS (SELECT 1 FROM site_tag t
                                           WHERE t.site = ?1 AND t.tag = record_condition.tag))
             ORDER BY position, id",
        )?;
        let rows = statement.query_map([site.0], |row| Ok(condition_of(row).ok()))?;
        let rows: Vec<Option<RecordCondition>> = rows.collect::<rusqlite::Result<_>>()?;
        let live = rows.into_iter().flatten().filter_map(|condition| {
            let compiled = CompiledCondition::new(&condition).ok()?;
            Some(Live {
                condition,
                compiled,
            })
        });
        let has_skipped = tx
            .prepare_cached("SELECT 1 FROM skipped_record WHERE site = ?1 LIMIT 1")?
            .exists([site.0])?;
        Ok(Self {
            site,
            run,
            chain,
            conditions: live.collect(),
            has_skipped,
        })
    }

    /// Whether there is nothing to evaluate.
    pub(in crate::store) fn is_idle(&self) -> bool {
        self.conditions.is_empty()
    }

    /// The filters, in their order.
    pub(super) fn filters(&self) -> impl Iterator<Item = &Live> {
        let live = self.conditions.iter();
        live.filter(|one| one.condition.is_filter())
    }

    /// Evaluates a reading of a stored record.
    pub(in crate::store) fn read(
        &self,
        tx: &Transaction<'_>,
        id: RecordId,
        read: &ReadRecord<'_>,
    ) -> Written<()> {
        for live in self
            .conditions
            .iter()
            .filter(|one| !one.condition.actions.skip)
        {
            let stored: Option<RecordConditionState> = tx
                .prepare_cached(
                    "SELECT state FROM condition_state WHERE condition = ?1 AND record = ?2",
                )?
                .query_row(params![live.condition.id, id.0], |row| get_json(row, 0))
                .optional()?;
            let before = stored.unwrap_or_default();
            let earlier = |field: &str| earlier_values(tx, id, field).unwrap_or_default();
            let mut state = before.clone();
            let counted = live
                .compiled
                .read(&mut state, &self.reading(read, &earlier));
            if state != before {
                keep(tx, (live.condition.id, id), &state)?;
            }
            if let Some(counted) = counted {
                self.act(tx, live, id, read, &counted)?;
            }
        }
        Ok(())
    }

    /// Evaluates that a stored record is gone, or there again without being read: only conditions
    /// about records that come and go ask for that.
    pub(in crate::store) fn came_or_went(
        &self,
        tx: &Transaction<'_>,
        id: RecordId,
        (event, at): (ReadingEvent, i64),
    ) -> Written<()> {
        if !self
            .conditions
            .iter()
            .any(|one| one.compiled.is_of_whole_records())
        {
            return Ok(());
        }
        let stored: Option<StoredRecord> = tx
            .prepare_cached(&format!(
                "SELECT {COLUMNS} FROM record r {JOINS} WHERE r.id = ?1"
            ))?
            .query_row([id.0], record_of)
            .optional()?;
        let Some(stored) = stored else {
            return Ok(());
        };
        let key: Option<String> = tx
            .prepare_cached("SELECT key FROM record_presence WHERE record = ?1")?
            .query_row([id.0], |row| row.get(0))
            .optional()?
            .flatten();
        let title = record_name(&stored.record, key.as_deref());
        let read = ReadRecord {
            event,
            at,
            record: &stored.record,
            title: &title,
            before: Some(&stored.record),
            changed: &[],
        };
        self.read(tx, id, &read)
    }

    pub(super) fn reading<'a>(
        &self,
        read: &ReadRecord<'a>,
        earlier: &'a dyn Fn(&str) -> Vec<(Timestamp, String)>,
    ) -> RecordReading<'a> {
        RecordReading {
            at: Timestamp::from_microsecond(read.at).unwrap_or(Timestamp::UNIX_EPOCH),
            chain: self.chain,
            event: read.event,
            record: read.record,
            before: read.before,
            changed: read.changed,
            earlier,
        }
    }

    /// Does what the condition asks for, and notes that it counted.
    fn act(
        &self,
        tx: &Transaction<'_>,
        live: &Live,
        id: RecordId,
        read: &ReadRecord<'_>,
        counted: &Counted,
    ) -> Written<()> {
        let actions = &live.condition.actions;
        let waits = match (actions.tell, actions.digest) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        let title = match read.title.trim() {
            "" => read.record.url.as_str(),
            title => title,
        };
        tx.prepare_cached(
            "INSERT INTO record_match (condition, site, record, run, at, test, field, before, after,
                                       title, url, waits, task)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        )?
        .execute(params![
            live.condition.id,
            self.site.0,
            id.0,
            self.run,
            read.at,
            counted.test.token(),
            counted.field,
            counted.before,
            counted.after,
            title,
            read.record.url,
            waits,
            actions.task.map(|task| task.0),
        ])?;
        mark(tx, id, actions, read.at)
    }
}

/// Tags a record, and marks it and its changes as read.
fn mark(tx: &Transaction<'_>, id: RecordId, actions: &ConditionActions, at: i64) -> Written<()> {
    if let Some(tag) = &actions.tag {
        tx.prepare_cached("INSERT OR IGNORE INTO record_tag (tag, id) VALUES (?1, ?2)")?
            .execute(params![tag.trim(), id.0])?;
    }
    if actions.mark_read {
        tx.prepare_cached(
            "INSERT INTO record_mark (id, read_at) VALUES (?1, ?2)
             ON CONFLICT (id) DO UPDATE SET read_at = excluded.read_at",
        )?
        .execute(params![id.0, at])?;
        tx.prepare_cached("UPDATE record_change SET unread = 0 WHERE record = ?1 AND at = ?2")?
            .execute(params![id.0, at])?;
    }
    match actions.tag.is_some() || actions.mark_read {
        true => stamp(tx),
        false => Ok(()),
    }
}

pub(super) fn keep(
    tx: &Transaction<'_>,
    (condition, record): (i64, RecordId),
    state: &RecordConditionState,
) -> Written<()> {
    if *state == RecordConditionState::default() {
        tx.prepare_cached("DELETE FROM condition_state WHERE condition = ?1 AND record = ?2")?
            .execute(params![condition, record.0])?;
        return Ok(());
    }
    tx.prepare_cached(
        "INSERT OR REPLACE INTO condition_state (condition, record, state) VALUES (?1, ?2, ?3)",
    )?
    .execute(params![condition, record.0, to_json(state)?])?;
    Ok(())
}

/// The earlier values of a field as facts tell them, each with the time until which it held.
pub(super) fn earlier_values(
    tx: &Transaction<'_>,
    record: RecordId,
    field: &str,
) -> rusqlite::Result<Vec<(Timestamp, String)>> {
    let mut values: Vec<(Timestamp, String)> = tx
        .prepare_cached(
            "SELECT at, before FROM record_change
             WHERE record = ?1 AND kind = 1 AND field = ?2 ORDER BY at DESC LIMIT ?3",
        )?
        .query_map(params![record.0, field, EARLIER], |row| {
            Ok((get_time(row, 0)?, row.get(1)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    values.reverse();
    Ok(values)
}
