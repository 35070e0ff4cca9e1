//! Records: reading them by window, one by one, or as a stream.
//!
//! Below: conditions, orders and search over records, the user's marks on them, rewriting them
//! after a rule change, reposts, what changed in them, and conditions over them.

pub(super) mod changes;
pub(super) mod conditions;
pub(super) mod export_conditions;
pub(super) mod marks_of_removed_records;
pub(super) mod names;
pub(super) mod order;
pub(super) mod pages_with_most_fields;
pub(super) mod proxy;
pub(super) mod reposts;
pub(super) mod rewrite;
pub(super) mod rewrite_undo;
pub(super) mod search;
pub(super) mod user_marks;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

use super::error::TransactionError;
use super::file::convert::{bad_column, get_json, get_time, micros, unsigned};
use super::{KnownRecord, RecordFilter, RecordSort, Result, StoreReader};
use bowerbird_logic::model::{
    FETCHED_URL, ListPosition, Record, RecordId, RecordMarks, RunId, SiteId, StoredRecord, Value,
};
use order::{Narrowing, ids};

pub(super) const COLUMNS: &str = "r.id, r.site, s.name, r.run, r.page, r.item, r.fetched_at, r.url, r.title, \
                       r.date, r.author, r.fields, r.provenance, t.text";
pub(super) const JOINS: &str =
    "CROSS JOIN record_text t ON t.id = r.id CROSS JOIN site s ON s.id = r.site";

/// Records.
impl StoreReader {
    /// Records that match the filter, in its order. Fast at any offset: the order is computed once
    /// and kept until records change (a large one a little longer, so that a table can be scrolled
    /// while a run adds to it).
    ///
    /// # Errors
    /// From SQLite.
    pub fn records(
        &self,
        filter: &RecordFilter,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<StoredRecord>> {
        let found = match self.beginning(filter, offset.saturating_add(limit))? {
            Some(beginning) => beginning,
            None => self.found(filter)?,
        };
        let ids = self.unfolded(filter, &found.ids)?;
        let from = usize::try_from(offset).unwrap_or(usize::MAX).min(ids.len());
        let to = from
            .saturating_add(usize::try_from(limit).unwrap_or(usize::MAX))
            .min(ids.len());
        let mut records = Vec::with_capacity(to - from);
        self.each_by_id(ids.get(from..to).unwrap_or_default(), &mut |record| {
            records.push(record);
            true
        })?;
        let listed: Vec<RecordId> = records.iter().map(|record| record.id).collect();
        for (record, marks) in records.iter_mut().zip(self.marks_of(&listed)?) {
            record.marks = marks;
        }
        Ok(records)
    }

    /// The number of records that match the filter.
    ///
    /// # Errors
    /// From SQLite.
    pub fn count_records(&self, filter: &RecordFilter) -> Result<u64> {
        if filter.narrows() {
            return Ok(self.found(filter)?.ids.len() as u64);
        }
        self.read(|connection| {
            let count: i64 = connection
                .prepare_cached(
                    "SELECT coalesce(sum(records), 0) FROM site WHERE ?1 IS NULL OR id = ?1",
                )?
                .query_row([filter.site.map(|s| s.0)], |row| row.get(0))?;
            Ok(unsigned(count))
        })
    }

    /// The number of `urls` that are addresses of records of `site`.
    ///
    /// # Errors
    /// From SQLite.
    pub fn known_records(&self, site: SiteId, urls: &[&str]) -> Result<usize> {
        self.read(|connection| {
            let mut known =
                connection.prepare_cached("SELECT 1 FROM record WHERE url = ?1 AND site = ?2")?;
            let mut count = 0;
            for url in urls {
                count += usize::from(known.exists(rusqlite::params![url, site.0])?);
            }
            Ok(count)
        })
    }

    /// The addresses of the newest `limit` records of `site`.
    ///
    /// # Errors
    /// From SQLite.
    pub fn record_addresses(&self, site: SiteId, limit: u32) -> Result<Vec<String>> {
        self.read(|connection| {
            let addresses = connection
                .prepare_cached("SELECT url FROM record WHERE site = ?1 ORDER BY id DESC LIMIT ?2")?
                .query_map(rusqlite::params![site.0, limit], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(addresses)
        })
    }

    /// The most recently found records of `site` that were fetched since `since`; at most `limit`.
    ///
    /// # Errors
    /// From SQLite.
    pub fn latest_records(
        &self,
        site: SiteId,
        since: Timestamp,
        limit: u32,
    ) -> Result<Vec<StoredRecord>> {
        self.read(|connection| {
            let records = connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM record r {JOINS}
                     WHERE r.site = ?1 AND r.fetched_at >= ?2
                     ORDER BY r.found_in DESC LIMIT ?3"
                ))?
                .query_map(rusqlite::params![site.0, micros(since), limit], record_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(records)
        })
    }

    /// The stored records with each of `urls` at `site`, in their order.
    ///
    /// # Errors
    /// From SQLite.
    pub fn records_at(&self, site: SiteId, urls: &[&str]) -> Result<Vec<Option<KnownRecord>>> {
        self.read(|connection| {
            let mut known = connection.prepare_cached(
                "SELECT r.title, substr(t.text, 1, ?3), json_extract(r.fields, '$.' || ?4)
                 FROM record r JOIN record_text t ON t.id = r.id
                 WHERE r.url = ?1 AND r.site = ?2",
            )?;
            let limit = i64::try_from(KnownRecord::BEGINNING_CHARS).unwrap_or(i64::MAX);
            let found = urls.iter().map(|url| {
                known
                    .query_row(rusqlite::params![url, site.0, limit, FETCHED_URL], |row| {
                        Ok(KnownRecord {
                            title: row.get(0)?,
                            beginning: row.get(1)?,
                            // If a rule has a field of that name, it may have any type.
                            fetched_url: row.get::<_, Option<String>>(2).ok().flatten(),
                        })
                    })
                    .optional()
            });
            Ok(found.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// One record.
    ///
    /// # Errors
    /// From SQLite.
    pub fn record(&self, record: RecordId) -> Result<Option<StoredRecord>> {
        let mut found = None;
        self.each_by_id(&[record.0], &mut |record| {
            found = Some(record);
            true
        })?;
        if let Some(found) = &mut found {
            found.marks = self.marks_of(&[record])?.pop().unwrap_or_default();
        }
        Ok(found)
    }

    /// Streams the records that match the filter; stops when `each` returns false. The read is
    /// consistent. In list order only one record is held at a time; in other orders also all row
    /// ids (8 bytes per record).
    ///
    /// # Errors
    /// From SQLite.
    pub fn each_record(
        &self,
        filter: &RecordFilter,
        each: &mut dyn FnMut(StoredRecord) -> bool,
    ) -> Result<()> {
        self.read(|connection| {
            let moment = connection.unchecked_transaction()?;
            Self::each_on(&moment, filter, each)
        })
    }

    /// [`Self::each_record`] inside a transaction.
    pub(super) fn each_on(
        connection: &Connection,
        filter: &RecordFilter,
        each: &mut dyn FnMut(StoredRecord) -> bool,
    ) -> std::result::Result<(), TransactionError> {
        let searched = filter.search.as_ref().is_some_and(|s| !s.trim().is_empty());
        if searched || filter.sort != RecordSort::ListOrder {
            return each_of(connection, &ids(connection, filter)?, each);
        }
        let narrowing = Narrowing::of(filter);
        let mut statement = connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM record r INDEXED BY record_list_order {JOINS}
             WHERE {} ORDER BY r.site, r.found_in, r.page, r.item, r.fetched_at, r.part, r.id",
            narrowing.condition()
        ))?;
        let mut rows = statement.query(params_from_iter(narrowing.values()))?;
        while let Some(row) = rows.next()? {
            if !each(record_of(row)?) {
                break;
            }
        }
        Ok(())
    }

    fn each_by_id(&self, ids: &[i64], each: &mut dyn FnMut(StoredRecord) -> bool) -> Result<()> {
        self.read(|connection| each_of(connection, ids, each))
    }
}

/// The records with these numbers, in their order; missing ones are left out.
fn each_of(
    connection: &Connection,
    ids: &[i64],
    each: &mut dyn FnMut(StoredRecord) -> bool,
) -> std::result::Result<(), TransactionError> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM record r {JOINS} WHERE r.id = ?1"
    ))?;
    for id in ids {
        let record = statement.query_row([id], record_of).optional()?;
        if record.is_some_and(|record| !each(record)) {
            break;
        }
    }
    Ok(())
}

/// The fields of a record, from the column that holds them.
pub(super) fn fields_of(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<(String, Value)>> {
    let fields: serde_json::Map<String, serde_json::Value> = get_json(row, column)?;
    fields
        .into_iter()
        .map(|(name, value)| Ok((name, serde_json::from_value::<Value>(value)?)))
        .collect::<std::result::Result<_, serde_json::Error>>()
        .map_err(|e| bad_column(column, e))
}

/// The record in a row of [`COLUMNS`].
pub(super) fn record_of(row: &Row<'_>) -> rusqlite::Result<StoredRecord> {
    let fields = fields_of(row, 11)?;
    Ok(StoredRecord {
        id: RecordId(row.get(0)?),
        site: SiteId(row.get(1)?),
        site_name: row.get(2)?,
        run: RunId(row.get(3)?),
        position: ListPosition {
            page: row.get(4)?,
            item: row.get(5)?,
        },
        fetched_at: get_time(row, 6)?,
        record: Record {
            url: row.get(7)?,
            title: row.get(8)?,
            date: row.get(9)?,
            author: row.get(10)?,
            text: row.get(13)?,
            fields,
            provenance: get_json(row, 12)?,
            ..Record::default()
        },
        marks: RecordMarks::default(),
    })
}
