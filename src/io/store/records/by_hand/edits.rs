//! Values that a person writes into records. The row of a record has them in place of what its page
//! says, so that search, exports and tables follow; beside it stands what the page says. Every
//! reading of a stored record goes through [`keep_by_hand`]: that is the one place where what a
//! person wrote is kept from being overwritten.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{
    bad_column, get_json, get_opt_json, get_time, micros, opt_json, to_json,
};
use crate::store::file::counters::begin_change;
use crate::store::records::{COLUMNS, JOINS, record_of};
use crate::store::requests::prepared_record::keep_names;
use crate::store::requests::prepared_record::{PreparedRecord, RecordPlace};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::{
    HandValue, ListPosition, Record, RecordId, RunId, SiteId, StoredRecord, Value, ValueEdit,
};

/// The result of a step.
type Written<T> = std::result::Result<T, TransactionError>;

impl StoreReader {
    /// The values of a record that a person wrote, by field.
    ///
    /// # Errors
    /// From SQLite.
    pub fn values_by_hand(&self, record: RecordId) -> Result<Vec<HandValue>> {
        self.read(|connection| hand_values(connection, record))
    }
}

impl Store {
    /// Writes values into records, all in one transaction. Returns the orders that undo it, of the
    /// values that it changed: none for records that are gone, and for fields that say which record
    /// it is.
    ///
    /// # Errors
    /// From SQLite; then nothing is written.
    pub fn edit_values(&self, edits: Vec<ValueEdit>, now: Timestamp) -> Result<Vec<ValueEdit>> {
        self.write(move |tx| {
            let mut by_record: BTreeMap<RecordId, Vec<&ValueEdit>> = BTreeMap::new();
            for edit in &edits {
                by_record.entry(edit.record).or_default().push(edit);
            }
            begin_change(tx)?;
            let mut undo = Vec::new();
            for (record, edits) in by_record {
                edit_record(tx, record, &edits, micros(now), &mut undo)?;
            }
            Ok(undo)
        })
    }

    /// Adds a record that a person wrote: an address and values by hand. `None` if the address has a
    /// record, in the project or an archive, or one that was deleted.
    ///
    /// # Errors
    /// From SQLite; then nothing is added.
    pub fn add_record(
        &self,
        site: SiteId,
        url: &str,
        values: Vec<(String, Value)>,
        now: Timestamp,
    ) -> Result<Option<RecordId>> {
        let record = Record {
            url: url.to_owned(),
            ..Record::default()
        };
        let prepared = PreparedRecord::new(record).map_err(|fault| fault.about(self.path()))?;
        self.write(move |tx| {
            begin_change(tx)?;
            let run: i64 = tx
                .prepare_cached("SELECT coalesce(max(id), 0) FROM run WHERE site = ?1")?
                .query_row([site.0], |row| row.get(0))?;
            let place = RecordPlace {
                site,
                run: RunId(run),
                found_in: RunId(run),
                position: ListPosition::default(),
                part: 0,
                fetched_at: micros(now),
                proxy: None,
            };
            if !prepared.insert(tx, &place)? {
                return Ok(None);
            }
            let record = prepared.id_at(tx, site)?;
            tx.prepare_cached(
                "UPDATE site SET records = records + 1, alterations = alterations + 1 WHERE id = ?1",
            )?
            .execute([site.0])?;
            let edits = values.into_iter().map(|(field, value)| ValueEdit {
                record,
                field,
                value: Some(value),
            });
            let edits: Vec<ValueEdit> = edits.collect();
            let edits: Vec<&ValueEdit> = edits.iter().collect();
            edit_record(tx, record, &edits, micros(now), &mut Vec::new())?;
            Ok(Some(record))
        })
    }

    /// Notes that a person has seen what the page says of a field now, and keeps their value.
    ///
    /// # Errors
    /// From SQLite.
    pub fn keep_value_by_hand(&self, record: RecordId, field: &str) -> Result<()> {
        let field = field.to_owned();
        self.write(move |tx| {
            tx.prepare_cached(
                "UPDATE record_edit SET known = page WHERE record = ?1 AND field = ?2",
            )?
            .execute(params![record.0, field])?;
            Ok(())
        })
    }
}

/// The values of a record that a person wrote.
pub(in crate::store) fn hand_values(
    connection: &Connection,
    record: RecordId,
) -> Written<Vec<HandValue>> {
    let values = connection
        .prepare_cached(
            "SELECT field, value, page, known, edited_at FROM record_edit
             WHERE record = ?1 ORDER BY field",
        )?
        .query_map([record.0], |row| {
            Ok(HandValue {
                field: row.get(0)?,
                value: get_json(row, 1)?,
                page: get_opt_json(row, 2)?,
                known: get_opt_json(row, 3)?,
                edited_at: get_time(row, 4)?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(values)
}

/// Turns a stored record into what its page says; returns it as it is shown, if a person wrote any of
/// its values.
pub(in crate::store) fn as_page_says(
    connection: &Connection,
    stored: &mut StoredRecord,
) -> Written<Option<Record>> {
    let values = hand_values(connection, stored.id)?;
    if values.is_empty() {
        return Ok(None);
    }
    let shown = stored.record.clone();
    for value in values {
        stored.record.set_value(&value.field, value.page);
    }
    Ok(Some(shown))
}

/// What a person wrote into a record, over a new reading of it; `None` if they wrote nothing.
pub(in crate::store) fn with_hand_values(
    connection: &Connection,
    id: RecordId,
    reading: &Record,
) -> Written<Option<Record>> {
    let values = hand_values(connection, id)?;
    if values.is_empty() {
        return Ok(None);
    }
    let mut record = reading.clone();
    for value in values {
        record.set_value(&value.field, Some(value.value));
    }
    Ok(Some(record))
}

/// Notes what a reading says of the values that a person wrote; returns the reading with their values
/// in place, or `None` if they wrote nothing.
pub(in crate::store) fn keep_by_hand(
    tx: &Transaction<'_>,
    id: RecordId,
    reading: &Record,
) -> Written<Option<PreparedRecord>> {
    let Some(record) = with_hand_values(tx, id, reading)? else {
        return Ok(None);
    };
    for value in hand_values(tx, id)? {
        tx.prepare_cached("UPDATE record_edit SET page = ?3 WHERE record = ?1 AND field = ?2")?
            .execute(params![
                id.0,
                value.field,
                opt_json(reading.value(&value.field).as_ref())?
            ])?;
    }
    Ok(Some(PreparedRecord::new(record)?))
}

/// Whether a person wrote any value of a record.
pub(in crate::store) fn has_hand_values(tx: &Transaction<'_>, id: RecordId) -> Written<bool> {
    Ok(tx
        .prepare_cached("SELECT 1 FROM record_edit WHERE record = ?1")?
        .exists([id.0])?)
}

/// Whether the record of an address was added by hand, and no page was read for it yet.
pub(in crate::store) fn awaits_reading(
    tx: &Transaction<'_>,
    site: SiteId,
    url: &str,
) -> Written<bool> {
    Ok(tx
        .prepare_cached(
            "SELECT 1 FROM record r JOIN record_edit e ON e.record = r.id
             WHERE r.url = ?1 AND r.site = ?2 AND r.provenance = '{}' LIMIT 1",
        )?
        .exists(params![url, site.0])?)
}

/// Writes values into one record, and the orders that undo it into `undo`.
pub(super) fn edit_record(
    tx: &Transaction<'_>,
    id: RecordId,
    edits: &[&ValueEdit],
    now: i64,
    undo: &mut Vec<ValueEdit>,
) -> Written<()> {
    let stored = tx
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM record r {JOINS} WHERE r.id = ?1"
        ))?
        .query_row([id.0], record_of)
        .optional()?;
    let Some(mut stored) = stored else {
        return Ok(());
    };
    let mut known = hand_values(tx, id)?;
    let before = undo.len();
    for edit in edits.iter().filter(|edit| Record::is_editable(&edit.field)) {
        let record = &mut stored.record;
        let place = known.iter().position(|value| value.field == edit.field);
        let by_hand = place.and_then(|place| known.get(place)).cloned();
        let page = match &by_hand {
            Some(value) => value.page.clone(),
            None => record.value(&edit.field),
        };
        // What the page says anyway needs nobody to say it.
        let value = edit
            .value
            .clone()
            .filter(|value| !is_same(value, page.as_ref()));
        if value == by_hand.as_ref().map(|by_hand| by_hand.value.clone()) {
            continue;
        }
        undo.push(ValueEdit {
            record: id,
            field: edit.field.clone(),
            value: by_hand.map(|by_hand| by_hand.value),
        });
        if let Some(place) = place {
            known.remove(place);
        }
        record.set_value(&edit.field, value.clone().or_else(|| page.clone()));
        let Some(value) = value else {
            tx.prepare_cached("DELETE FROM record_edit WHERE record = ?1 AND field = ?2")?
                .execute(params![id.0, edit.field])?;
            continue;
        };
        tx.prepare_cached(
            "INSERT OR REPLACE INTO record_edit (record, field, value, page, known, edited_at)
             VALUES (?1, ?2, ?3, ?4, ?4, ?5)",
        )?
        .execute(params![
            id.0,
            edit.field,
            to_json(&value)?,
            opt_json(page.as_ref())?,
            now
        ])?;
        let edited_at = Timestamp::from_microsecond(now).map_err(|e| bad_column(0, e))?;
        known.push(HandValue {
            field: edit.field.clone(),
            value,
            known: page.clone(),
            page,
            edited_at,
        });
    }
    if undo.len() == before {
        return Ok(());
    }
    write(tx, stored.site, id, stored.record)
}

/// Writes a record as a person wants it.
fn write(tx: &Transaction<'_>, site: SiteId, id: RecordId, record: Record) -> Written<()> {
    let names: Vec<String> = record.fields.iter().map(|(name, _)| name.clone()).collect();
    PreparedRecord::new(record)?.write_over(tx, site, id)?;
    keep_names(tx, site, &names)?;
    tx.prepare_cached("UPDATE site SET alterations = alterations + 1 WHERE id = ?1")?
        .execute([site.0])?;
    Ok(())
}

/// Whether a value is what the page says.
fn is_same(value: &Value, page: Option<&Value>) -> bool {
    match page {
        Some(page) => value == page,
        None => value.is_blank(),
    }
}
