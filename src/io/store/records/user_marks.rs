//! The user's marks on records: read state, tags, notes; and named searches. Input: changes to
//! marks. Output: the marks of the records on screen.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{get_opt_time, micros, to_json, unsigned};
use crate::store::records::by_hand::hand_values;
use crate::store::records::reposts::digests::stamp;
use crate::store::sites::found_as;
use crate::store::{RecordFilter, Result, Store, StoreReader};
use bowerbird_logic::model::{Doubt, RecordId, RecordMarks};

/// Maximum characters of a tag.
const TAG_CHARS: usize = 60;

impl StoreReader {
    /// The marks of records, in their order.
    ///
    /// # Errors
    /// From SQLite.
    pub fn marks_of(&self, records: &[RecordId]) -> Result<Vec<RecordMarks>> {
        self.read(|connection| {
            let mut digest = connection.prepare_cached(
                "SELECT g.doubts, g.repost_of, g.likeness, g.language,
                        (SELECT count(*) FROM record_digest o WHERE o.repost_of = g.id),
                        m.read_at IS NOT NULL, coalesce(m.note, ''),
                        EXISTS (SELECT 1 FROM record_version v WHERE v.record = g.id
                                AND v.replaced_at > max(v.fetched_at, coalesce(m.read_at, 0))),
                        (SELECT p.gone_at FROM record_presence p WHERE p.record = g.id)
                 FROM record_digest g LEFT JOIN record_mark m ON m.id = g.id WHERE g.id = ?1",
            )?;
            let mut tags = connection
                .prepare_cached("SELECT tag FROM record_tag WHERE id = ?1 ORDER BY tag")?;
            let mut out = Vec::with_capacity(records.len());
            for record in records {
                let marks = digest
                    .query_row([record.0], |row| {
                        let likeness: Option<f64> = row.get(2)?;
                        Ok(RecordMarks {
                            doubts: Doubt::of_bits(row.get(0)?),
                            repost_of: row.get::<_, Option<i64>>(1)?.map(RecordId),
                            likeness_percent: likeness.map(percent),
                            language: row.get(3)?,
                            reposts: unsigned(row.get(4)?),
                            read: row.get(5)?,
                            note: row.get(6)?,
                            changed: row.get(7)?,
                            gone_at: get_opt_time(row, 8)?,
                            tags: Vec::new(),
                            ..RecordMarks::default()
                        })
                    })
                    .optional()?;
                let mut marks = marks.unwrap_or_default();
                marks.by_hand = hand_values(connection, *record)?;
                marks.tags = tags
                    .query_map([record.0], |row| row.get(0))?
                    .collect::<rusqlite::Result<_>>()?;
                out.push(marks);
            }
            Ok(out)
        })
    }

    /// All tags with their number of records.
    ///
    /// # Errors
    /// From SQLite.
    pub fn tags(&self) -> Result<Vec<(String, u64)>> {
        self.read(|connection| {
            let tags = connection
                .prepare_cached("SELECT tag, count(*) FROM record_tag GROUP BY tag ORDER BY tag")?
                .query_map([], |row| Ok((row.get(0)?, unsigned(row.get(1)?))))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(tags)
        })
    }

    /// The named searches.
    ///
    /// # Errors
    /// From SQLite.
    pub fn saved_searches(&self) -> Result<Vec<(String, RecordFilter)>> {
        self.read(|connection| {
            let rows: Vec<(String, String)> = connection
                .prepare_cached(
                    "SELECT name, filter FROM saved_search ORDER BY name COLLATE NOCASE",
                )?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            // A search that another version wrote in an unknown form is left out.
            let read =
                |(name, json): (String, String)| Some((name, serde_json::from_str(&json).ok()?));
            Ok(rows.into_iter().filter_map(read).collect())
        })
    }
}

impl Store {
    /// Marks records as read, or as unread.
    ///
    /// # Errors
    /// From SQLite.
    pub fn set_read(&self, records: Vec<RecordId>, read: bool, now: Timestamp) -> Result<()> {
        let at = read.then(|| micros(now));
        self.write(move |tx| mark_read(tx, &records, at))
    }

    /// Adds a tag to records, or removes it.
    ///
    /// # Errors
    /// From SQLite.
    pub fn set_tag(&self, records: Vec<RecordId>, tag: &str, on: bool) -> Result<()> {
        let tag = tag.to_owned();
        self.write(move |tx| tag_records(tx, &records, &tag, on))
    }

    /// Stores a note about a record; a blank one removes it.
    ///
    /// # Errors
    /// From SQLite.
    pub fn set_note(&self, record: RecordId, note: &str) -> Result<()> {
        let note = note.trim_end().to_owned();
        self.write(move |tx| {
            tx.prepare_cached(
                "INSERT INTO record_mark (id, note) SELECT id, ?2 FROM record WHERE id = ?1
                 ON CONFLICT (id) DO UPDATE SET note = excluded.note",
            )?
            .execute(params![record.0, note])?;
            stamp(tx)
        })
    }

    /// Stores a search under a name, or removes the one with that name.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`] when the one to remove does not exist; else from
    /// SQLite.
    pub fn save_search(&self, name: &str, filter: Option<&RecordFilter>) -> Result<()> {
        let name = name.trim().to_owned();
        let filter = filter.cloned();
        self.write(move |tx| match &filter {
            Some(filter) => {
                tx.prepare_cached(
                    "INSERT OR REPLACE INTO saved_search (name, filter) VALUES (?1, ?2)",
                )?
                .execute(params![name, to_json(filter)?])?;
                Ok(())
            }
            None => {
                let gone = tx.execute("DELETE FROM saved_search WHERE name = ?1", [&name])?;
                found_as(gone, "saved search")
            }
        })
    }
}

/// A cosine in percent, for people.
fn percent(likeness: f64) -> u8 {
    let percent = (likeness * 100.0).clamp(0.0, 100.0).floor();
    (0..=100_u8)
        .rev()
        .find(|p| f64::from(*p) <= percent)
        .unwrap_or(0)
}

/// Marks records as read at a time, or as unread.
pub(super) fn mark_read(
    tx: &Transaction<'_>,
    records: &[RecordId],
    at: Option<i64>,
) -> std::result::Result<(), TransactionError> {
    for record in records {
        tx.prepare_cached(
            "INSERT INTO record_mark (id, read_at)
             SELECT id, ?2 FROM record WHERE id = ?1
             ON CONFLICT (id) DO UPDATE SET read_at = excluded.read_at",
        )?
        .execute(params![record.0, at])?;
    }
    stamp(tx)
}

/// Adds a tag to records, or removes it.
pub(super) fn tag_records(
    tx: &Transaction<'_>,
    records: &[RecordId],
    tag: &str,
    on: bool,
) -> std::result::Result<(), TransactionError> {
    let tag: String = tag.trim().chars().take(TAG_CHARS).collect();
    if tag.is_empty() {
        return Ok(());
    }
    let sql = match on {
        true => {
            "INSERT OR IGNORE INTO record_tag (tag, id) SELECT ?1, id FROM record WHERE id = ?2"
        }
        false => "DELETE FROM record_tag WHERE tag = ?1 AND id = ?2",
    };
    for record in records {
        tx.prepare_cached(sql)?.execute(params![tag, record.0])?;
    }
    stamp(tx)
}
