//! The user's marks on a record, saved before the record is removed and restored when it returns
//! under another id.

use rusqlite::{OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};

use bowerbird_logic::model::RecordId;

/// Read state, note, tags.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct KeptMarks {
    read_at: Option<i64>,
    note: String,
    tags: Vec<String>,
}

impl KeptMarks {
    /// The marks of a record.
    pub(super) fn of(tx: &Transaction<'_>, record: RecordId) -> rusqlite::Result<Self> {
        let mark = tx
            .prepare_cached("SELECT read_at, note FROM record_mark WHERE id = ?1")?
            .query_row([record.0], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let (read_at, note) = mark.unwrap_or_default();
        let tags = tx
            .prepare_cached("SELECT tag FROM record_tag WHERE id = ?1 ORDER BY tag")?
            .query_map([record.0], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(Self {
            read_at,
            note,
            tags,
        })
    }

    /// Restores them to a record without marks.
    pub(super) fn restore_to(
        &self,
        tx: &Transaction<'_>,
        record: RecordId,
    ) -> rusqlite::Result<()> {
        if self.read_at.is_some() || !self.note.is_empty() {
            tx.prepare_cached(
                "INSERT OR IGNORE INTO record_mark (id, read_at, note) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![record.0, self.read_at, self.note])?;
        }
        for tag in &self.tags {
            tx.prepare_cached("INSERT OR IGNORE INTO record_tag (tag, id) VALUES (?1, ?2)")?
                .execute(params![tag, record.0])?;
        }
        Ok(())
    }
}
