//! Records: reading them by window, one by one, or as a stream.
//!
//! Below: conditions, orders and search over records, the user's marks on them, rewriting them
//! after a rule change, reposts, what changed in them, conditions over them, and what a person puts
//! right by hand.

pub(super) mod by_hand;
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
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

use super::error::TransactionError;
use super::file::convert::{bad_column, micros, unsigned};
use super::{KnownRecord, RecordFilter, RecordSort, Result, StoreReader};
use bowerbird_logic::model::{
    FETCHED_URL, ListPosition, Record, RecordId, RecordMarks, RunId, SiteId, StoredRecord, Value,
};
use by_hand::{count_deleted, deleted_records};
use order::ids;
use search::narrowing::Narrowing;

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
        if filter.only.deleted {
            return self.read(|c| deleted_records(c, filter, (offset, limit)));
        }
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

    /// Up to `limit` records of this file that match the filter, stored before `before`, newest first;
    /// with their marks. The order of the filter does not count, nor do its deleted ones. A page begins
    /// at a record and not at a count, so that what comes meanwhile neither repeats nor hides another.
    ///
    /// # Errors
    /// From SQLite.
    pub fn newest_first(
        &self,
        filter: &RecordFilter,
        before: Option<RecordId>,
        limit: usize,
    ) -> Result<Vec<StoredRecord>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let typed = filter.search.as_deref().map(str::trim).unwrap_or_default();
        let mut records: Vec<StoredRecord> = self.read(|connection| {
            let mut narrowing = Narrowing::of(filter);
            if let Some(before) = before {
                narrowing.add_with("r.id < ?", Sql::Integer(before.0));
            }
            if !typed.is_empty() {
                // The search knows which records match; the newest of them are read.
                let unsorted = RecordFilter {
                    sort: RecordSort::ListOrder,
                    ..filter.clone()
                };
                let mut found = ids(connection, &unsorted)?.as_ref().clone();
                found.retain(|id| before.is_none_or(|before| *id < before.0));
                found.sort_unstable_by(|one, other| other.cmp(one));
                found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
                narrowing = Narrowing::none();
                narrowing.add_with(
                    "r.id IN (SELECT value FROM json_each(?))",
                    Sql::Text(serde_json::to_string(&found)?),
                );
            }
            let sql = format!(
                "SELECT {COLUMNS} FROM record r NOT INDEXED {JOINS} WHERE {} ORDER BY r.id DESC
                 LIMIT {limit}",
                narrowing.condition()
            );
            let records = connection
                .prepare_cached(&sql)?
                .query_map(params_from_iter(narrowing.values()), record_of)?
                .collect::<rusqlite::Result<_>>()?;
            Ok(records)
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
        if filter.only.deleted {
            return self.read(|connection| count_deleted(connection, filter));
        }
        if filter.narrows() {
            let found = self.found(filter)?;
            if !found.newest_only {
                return Ok(found.ids.len() as u64);
            }
            return self.read(|connection| Ok(ids(connection, filter)?.len() as u64));
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

    /// The number of `urls` that are addresses of records of `site`, deleted ones too.
    ///
    /// # Errors
    /// From SQLite.
    pub fn known_records(&self, site: SiteId, urls: &[&str]) -> Result<usize> {
        self.read(|connection| {
            let mut known = connection.prepare_cached(
                "SELECT 1 FROM record WHERE url = ?1 AND site = ?2
                     UNION ALL SELECT 1 FROM deleted_record WHERE url = ?1 AND site = ?2",
            )?;
            let mut count = 0;
            for url in urls {
                count += usize::from(known.exists(rusqlite::params![url, site.0])?);
            }
            Ok(count)
        })
    }

    /// The number of `urls` that say nothing new: addresses of records of `site`, deleted ones too, and of what
    /// its filters left out.
    ///
    /// # Errors
    /// From SQLite.
    pub fn settled_records(&self, site: SiteId, urls: &[&str]) -> Result<usize> {
        self.read(|connection| {
            let mut settled = connection.prepare_cached(
                "SELECT 1 FROM record WHERE url = ?1 AND site = ?2
                 UNION ALL SELECT 1 FROM deleted_record WHERE url = ?1 AND site = ?2
                 UNION ALL SELECT 1 FROM skipped_record
                           WHERE url = ?1 AND site = ?2 AND is_kept = 0 AND is_settled",
            )?;
            let mut count = 0;
            for url in urls {
                count += usize::from(settled.exists(rusqlite::params![url, site.0])?);
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

    /// The stored records with each of `urls` at `site` as their pages say them, in their order.
    ///
    /// # Errors
    /// From SQLite.
    pub fn records_at(&self, site: SiteId, urls: &[&str]) -> Result<Vec<Option<KnownRecord>>> {
        self.read(|connection| {
            let mut known = connection.prepare_cached(
                // A page may say nothing where a person wrote a value.
                "SELECT iif(title.record IS NULL, r.title, coalesce(title.page ->> '$', '')),
                        substr(iif(text.record IS NULL, t.text, coalesce(text.page ->> '$', '')),
                               1, ?3),
                        json_extract(r.fields, '$.' || ?4)
                 FROM record r JOIN record_text t ON t.id = r.id
                 LEFT JOIN record_edit title ON title.record = r.id AND title.field = 'title'
                 LEFT JOIN record_edit text ON text.record = r.id AND text.field = 'text'
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

    /// One record, that is not deleted.
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
        if filter.only.deleted {
            for stored in deleted_records(connection, filter, (0, u64::MAX))? {
                if !each(stored) {
                    break;
                }
            }
            return Ok(());
        }
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
    let text = row.get_ref(column)?;
    fields_of_json(text.as_str().map_err(|e| bad_column(column, e))?, column)
}

/// Fields from JSON, which was read from a column.
pub(in crate::store) fn fields_of_json(
    text: &str,
    column: usize,
) -> rusqlite::Result<Vec<(String, Value)>> {
    let fields: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(object(text)).map_err(|e| bad_column(column, e))?;
    fields
        .into_iter()
        .map(|(name, value)| Ok((name, serde_json::from_value::<Value>(value)?)))
        .collect::<std::result::Result<_, serde_json::Error>>()
        .map_err(|e| bad_column(column, e))
}

/// JSON of an object; an empty one is stored as no text.
fn object(text: &str) -> &str {
    match text {
        "" => "{}",
        text => text,
    }
}

/// The record in a row of [`COLUMNS`].
pub(super) fn record_of(row: &Row<'_>) -> rusqlite::Result<StoredRecord> {
    let text = |index: usize| {
        row.get_ref(index)?
            .as_str()
            .map_err(|e| bad_column(index, e))
    };
    let numbers = [
        row.get(0)?,
        row.get(1)?,
        row.get(3)?,
        row.get(4)?,
        row.get(5)?,
    ];
    let mut stored = record_of_parts(numbers, row.get(6)?, [text(11)?, text(12)?])?;
    stored.site_name = row.get(2)?;
    let record = &mut stored.record;
    record.url = row.get(7)?;
    record.title = row.get(8)?;
    record.date = row.get(9)?;
    record.author = row.get(10)?;
    record.text = row.get(13)?;
    Ok(stored)
}

/// A record of its numbers (own, site, run, page, item), the time of its fetch, and its fields and
/// provenance as JSON.
fn record_of_parts(
    [id, site, run, page, item]: [i64; 5],
    fetched_at: i64,
    [fields, provenance]: [&str; 2],
) -> rusqlite::Result<StoredRecord> {
    let fields = fields_of_json(fields, 11)?;
    let place = |number: i64| u32::try_from(number).map_err(|e| bad_column(4, e));
    Ok(StoredRecord {
        id: RecordId(id),
        site: SiteId(site),
        site_name: String::new(),
        run: RunId(run),
        position: ListPosition {
            page: place(page)?,
            item: place(item)?,
        },
        fetched_at: Timestamp::from_microsecond(fetched_at).map_err(|e| bad_column(6, e))?,
        record: Record {
            fields,
            provenance: serde_json::from_str(object(provenance)).map_err(|e| bad_column(12, e))?,
            ..Record::default()
        },
        marks: RecordMarks::default(),
    })
}
