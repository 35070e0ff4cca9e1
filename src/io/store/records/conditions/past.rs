//! The past of records as a condition would have read it: from the facts of a time, taken back from
//! what is stored now. Long texts are known there in short only.

use std::collections::HashMap;

use jiff::Timestamp;
use rusqlite::params;

use super::keepers::Keepers;
use super::matches::shown_fields;
use crate::store::file::convert::{get_time, micros};
use crate::store::records::{COLUMNS, JOINS, record_of};
use crate::store::{Result, StoreReader};
use bowerbird_logic::comparison::record_name;
use bowerbird_logic::model::{
    ChangeKind, ConditionTiming, DefaultColumn, Record, RecordCondition, RecordMatch, StoredRecord,
    Value,
};
use bowerbird_logic::policy::record_conditions::{
    CompiledCondition, PastReading, ReadingEvent, rehearse,
};

/// The most records that are looked at, and facts of them.
const MAX_RECORDS: i64 = 50_000;
const MAX_FACTS: i64 = 500_000;
/// The most runs of a site whose readings are told apart.
const MAX_RUNS: i64 = 1_000;

/// A fact of the past: when, what, and the field with its value before.
type PastFact = (Timestamp, ChangeKind, String, String);

impl StoreReader {
    /// When a condition would have counted since a time, newest first.
    ///
    /// # Errors
    /// From SQLite.
    pub fn rehearse_condition(
        &self,
        condition: &RecordCondition,
        since: Timestamp,
    ) -> Result<Vec<RecordMatch>> {
        let Ok(compiled) = CompiledCondition::new(condition) else {
            return Ok(Vec::new());
        };
        let mut facts = self.past_facts(condition, since)?;
        let runs = match condition.timing {
            ConditionTiming::Always => self.past_runs(condition, since)?,
            _ => HashMap::new(),
        };
        let (site, tag) = (condition.site.map(|site| site.0), condition.tag.clone());
        let mut found = self.read(|connection| {
            let keepers = Keepers::of(connection, condition)?;
            let mut found = Vec::new();
            let mut statement = connection.prepare_cached(&format!(
                "SELECT {COLUMNS},
                        coalesce((SELECT started_at FROM run WHERE run.id = r.run), 0) AS first_at,
                        (SELECT key FROM record_presence p WHERE p.record = r.id) AS record_key
                 FROM record r {JOINS} WHERE (?1 IS NULL OR r.site = ?1)
                   AND (?2 IS NULL OR r.site IN (SELECT site FROM site_tag WHERE tag = ?2))
                 ORDER BY r.id DESC LIMIT ?3"
            ))?;
            let mut rows = statement.query(params![site, tag, MAX_RECORDS])?;
            while let Some(row) = rows.next()? {
                let stored = record_of(row)?;
                let key: Option<String> = row.get("record_key")?;
                let first: i64 = row.get("first_at")?;
                let first = Timestamp::from_microsecond(first).unwrap_or(since);
                if condition.is_filter() && first < since {
                    // It arrived before.
                    continue;
                }
                let facts = facts.remove(&stored.id.0).unwrap_or_default();
                let times = runs.get(&stored.site.0).map(Vec::as_slice);
                let readings =
                    readings(&stored, &facts, since.max(first), times.unwrap_or_default());
                let is_kept =
                    |first: &PastReading| keepers.keep(stored.site, &first.record, first.at);
                if readings.first().is_some_and(is_kept) {
                    continue;
                }
                for (at, counted) in rehearse(&compiled, &readings) {
                    let name = record_name(&stored.record, key.as_deref());
                    found.push(RecordMatch {
                        id: 0,
                        condition: condition.id,
                        site: stored.site,
                        site_name: stored.site_name.clone(),
                        record: Some(stored.id),
                        title: match name.is_empty() {
                            true => stored.record.url.clone(),
                            false => name,
                        },
                        url: stored.record.url.clone(),
                        at,
                        test: counted.test,
                        field: counted.field,
                        before: counted.before,
                        after: counted.after,
                        fields: shown_fields(&stored.record.fields),
                    });
                }
            }
            Ok(found)
        })?;
        found.sort_by_key(|one| std::cmp::Reverse(one.at));
        Ok(found)
    }

    /// The facts since a time by record, oldest first.
    fn past_facts(
        &self,
        condition: &RecordCondition,
        since: Timestamp,
    ) -> Result<HashMap<i64, Vec<PastFact>>> {
        let (site, tag) = (condition.site.map(|site| site.0), condition.tag.clone());
        self.read(|connection| {
            let mut facts: HashMap<i64, Vec<PastFact>> = HashMap::new();
            let mut statement = connection.prepare_cached(
                "SELECT record, at, kind, field, before FROM record_change
                 WHERE at >= ?1 AND (?2 IS NULL OR site = ?2)
                   AND (?3 IS NULL OR site IN (SELECT site FROM site_tag WHERE tag = ?3))
                 ORDER BY at, id LIMIT ?4",
            )?;
            let mut rows = statement.query(params![micros(since), site, tag, MAX_FACTS])?;
            while let Some(row) = rows.next()? {
                let Some(kind) = ChangeKind::from_number(row.get(2)?) else {
                    continue;
                };
                let fact = (get_time(row, 1)?, kind, row.get(3)?, row.get(4)?);
                facts.entry(row.get(0)?).or_default().push(fact);
            }
            Ok(facts)
        })
    }

    /// The ends of runs since a time by site, oldest first.
    fn past_runs(
        &self,
        condition: &RecordCondition,
        since: Timestamp,
    ) -> Result<HashMap<i64, Vec<Timestamp>>> {
        let site = condition.site.map(|site| site.0);
        self.read(|connection| {
            let mut runs: HashMap<i64, Vec<Timestamp>> = HashMap::new();
            let mut statement = connection.prepare_cached(
                "SELECT site, ended_at FROM run
                 WHERE ended_at >= ?1 AND (?2 IS NULL OR site = ?2)
                 ORDER BY ended_at DESC LIMIT ?3",
            )?;
            let mut rows = statement.query(params![micros(since), site, MAX_RUNS])?;
            while let Some(row) = rows.next()? {
                runs.entry(row.get(0)?)
                    .or_default()
                    .insert(0, get_time(row, 1)?);
            }
            Ok(runs)
        })
    }
}

/// The readings of a record since a time, or since it is known: its values then, and what became of
/// them.
fn readings(
    stored: &StoredRecord,
    facts: &[PastFact],
    since: Timestamp,
    runs: &[Timestamp],
) -> Vec<PastReading> {
    // Backwards from what is stored now.
    let mut record = stored.record.clone();
    let mut steps: Vec<PastReading> = Vec::new();
    for (at, kind, field, before) in facts.iter().rev() {
        let event = match kind {
            ChangeKind::New => ReadingEvent::New,
            ChangeKind::Changed => ReadingEvent::Read,
            ChangeKind::Gone => ReadingEvent::Gone,
            ChangeKind::Back => ReadingEvent::Back,
        };
        match steps.last_mut().filter(|step| step.at == *at) {
            Some(step) => {
                if event != ReadingEvent::Read {
                    step.event = event;
                }
            }
            None => steps.push(PastReading {
                at: *at,
                event,
                record: record.clone(),
                changed: Vec::new(),
            }),
        }
        if *kind == ChangeKind::Changed {
            if let Some(step) = steps.last_mut() {
                step.changed.push(field.clone());
            }
            put(&mut record, field, before);
        }
    }
    let is_new = steps
        .last()
        .is_some_and(|step| step.event == ReadingEvent::New);
    if !is_new {
        steps.push(PastReading {
            at: match steps.last() {
                None => since,
                Some(step) => since.min(step.at),
            },
            event: ReadingEvent::Read,
            record,
            changed: Vec::new(),
        });
    }
    steps.reverse();
    if !runs.is_empty() {
        return with_runs(steps, runs);
    }
    steps
}

/// The readings, with one for each run that found nothing else.
fn with_runs(steps: Vec<PastReading>, runs: &[Timestamp]) -> Vec<PastReading> {
    let mut all: Vec<PastReading> = Vec::with_capacity(steps.len() + runs.len());
    let mut runs = runs.iter().copied().peekable();
    for step in steps {
        let before = |at: &Timestamp| *at < step.at;
        while let Some(at) = runs.next_if(before) {
            again(&mut all, at);
        }
        // The run that found it ends after it.
        runs.next();
        all.push(step);
    }
    for at in runs {
        again(&mut all, at);
    }
    all
}

fn again(all: &mut Vec<PastReading>, at: Timestamp) {
    let Some(last) = all.last().filter(|last| last.event != ReadingEvent::Gone) else {
        return;
    };
    all.push(PastReading {
        at,
        event: ReadingEvent::Read,
        record: last.record.clone(),
        changed: Vec::new(),
    });
}

fn put(record: &mut Record, field: &str, value: &str) {
    if let Some(column) = DefaultColumn::from_token(field) {
        value.clone_into(record.column_mut(column));
        return;
    }
    let value = Value::One(value.to_owned());
    match record.fields.iter_mut().find(|(name, _)| name == field) {
        Some((_, old)) => *old = value,
        None => record.fields.push((field.to_owned(), value)),
    }
}
