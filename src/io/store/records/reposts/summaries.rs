//! Summaries of records, stored so that each is computed once per length.

use rusqlite::{OptionalExtension, params};

use crate::store::file::convert::{bad_column, to_json};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::RecordId;
use bowerbird_logic::text::{Summary, SummaryLength};

/// Setting: the address of the summary service.
const SERVICE: &str = "summary.service";

impl StoreReader {
    /// The address of the summary service; empty if this program computes summaries.
    ///
    /// # Errors
    /// From SQLite.
    pub fn summary_service(&self) -> Result<String> {
        Ok(self.setting(SERVICE)?.unwrap_or_default())
    }

    /// The stored summary of a record, with its length setting.
    ///
    /// # Errors
    /// From SQLite.
    pub fn summary(&self, record: RecordId) -> Result<Option<(SummaryLength, Summary)>> {
        self.read(|connection| {
            let kept = connection
                .prepare_cached("SELECT length, text, keywords FROM record_summary WHERE id = ?1")?
                .query_row([record.0], |row| {
                    let length: String = row.get(0)?;
                    let keywords: String = row.get(2)?;
                    let length = serde_json::from_str(&length).map_err(|e| bad_column(0, e))?;
                    let summary = Summary {
                        text: row.get(1)?,
                        keywords: serde_json::from_str(&keywords).map_err(|e| bad_column(2, e))?,
                    };
                    Ok((length, summary))
                })
                .optional()?;
            Ok(kept)
        })
    }
}

impl Store {
    /// Stores the address of the summary service.
    ///
    /// # Errors
    /// From SQLite.
    pub fn set_summary_service(&self, address: &str) -> Result<()> {
        self.set_setting(SERVICE, address)
    }

    /// Stores summaries of existing records.
    ///
    /// # Errors
    /// From SQLite.
    pub fn keep_summaries(
        &self,
        length: SummaryLength,
        summaries: Vec<(RecordId, Summary)>,
    ) -> Result<()> {
        self.write(move |tx| {
            let length = to_json(&length)?;
            for (id, summary) in &summaries {
                tx.prepare_cached(
                    "INSERT OR REPLACE INTO record_summary (id, length, text, keywords)
                     SELECT id, ?2, ?3, ?4 FROM record WHERE id = ?1",
                )?
                .execute(params![
                    id.0,
                    length,
                    summary.text,
                    to_json(&summary.keywords)?
                ])?;
            }
            Ok(())
        })
    }
}
