//! Sample pages of rules: a page's source with the values that a rule must find on it. Input:
//! pages that the user has checked. Output: rows; the source only on request. They are removed
//! with their site, and runs do not touch them.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, params};

use super::found;
use crate::store::error::TransactionError;
use crate::store::file::convert::{bad_column, get_time, micros};
use crate::store::snapshots::unpack::{MAX_UNPACKED, unpack};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::{SampleId, SiteId};

/// zstd's default level.
const LEVEL: i32 = 3;
/// Maximum samples per site.
pub const MAX_SAMPLES: u32 = 200;

/// A stored sample.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleRow {
    /// Row id.
    pub id: SampleId,
    /// Address of the page.
    pub url: String,
    /// The role of the page for the rule, as a token.
    pub role: String,
    /// Title of the page.
    pub title: String,
    /// When it was made.
    pub taken_at: Timestamp,
    /// JSON of the sample: address, circumstances, expected values.
    pub expects: String,
}

/// Samples.
impl StoreReader {
    /// The samples of a site in the order they were made.
    ///
    /// # Errors
    /// From SQLite.
    pub fn samples(&self, site: SiteId) -> Result<Vec<SampleRow>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, url, role, title, taken_at, expects FROM sample
                 WHERE site = ?1 ORDER BY id LIMIT ?2",
            )?;
            let rows = statement.query_map(params![site.0, MAX_SAMPLES], row_of)?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// One sample with its source.
    ///
    /// # Errors
    /// From SQLite.
    pub fn sample(&self, site: SiteId, id: SampleId) -> Result<Option<(SampleRow, String)>> {
        self.read(|connection| {
            let packed = connection
                .prepare_cached(
                    "SELECT id, url, role, title, taken_at, expects, body FROM sample
                     WHERE site = ?1 AND id = ?2",
                )?
                .query_row(params![site.0, id.0], |row| {
                    Ok((row_of(row)?, row.get::<_, Vec<u8>>(6)?))
                })
                .optional()?;
            let Some((row, packed)) = packed else {
                return Ok(None);
            };
            let bytes = unpack(&packed, MAX_UNPACKED).map_err(|e| bad_column(6, e))?;
            let source = String::from_utf8(bytes).map_err(|e| bad_column(6, e))?;
            Ok(Some((row, source)))
        })
    }
}

impl Store {
    /// Stores a page as a sample, with its decoded source; its id in `row` is ignored.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`] when the site is gone; else from SQLite.
    pub fn add_sample(&self, site: SiteId, row: SampleRow, source: &str) -> Result<SampleId> {
        let packed = zstd::stream::encode_all(source.as_bytes(), LEVEL)
            .map_err(|e| rusqlite::Error::ToSqlConversionFailure(Box::new(e)))
            .map_err(|e| TransactionError::from(e).about(self.path()))?;
        self.write(move |tx| {
            found(tx.execute("UPDATE site SET name = name WHERE id = ?1", [site.0])?)?;
            tx.prepare_cached(
                "INSERT INTO sample (site, url, role, title, taken_at, expects, body)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                site.0,
                row.url,
                row.role,
                row.title,
                micros(row.taken_at),
                row.expects,
                packed,
            ])?;
            Ok(SampleId(tx.last_insert_rowid()))
        })
    }

    /// Changes the expected values of a sample.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`]; else from SQLite.
    pub fn set_sample(&self, site: SiteId, id: SampleId, expects: &str) -> Result<()> {
        let expects = expects.to_owned();
        self.write(move |tx| {
            found(tx.execute(
                "UPDATE sample SET expects = ?3 WHERE site = ?1 AND id = ?2",
                params![site.0, id.0, expects],
            )?)
        })
    }

    /// Removes a sample; a missing one is not an error.
    ///
    /// # Errors
    /// From SQLite.
    pub fn remove_sample(&self, site: SiteId, id: SampleId) -> Result<()> {
        self.write(move |tx| {
            tx.execute(
                "DELETE FROM sample WHERE site = ?1 AND id = ?2",
                params![site.0, id.0],
            )?;
            Ok(())
        })
    }
}

fn row_of(row: &Row<'_>) -> rusqlite::Result<SampleRow> {
    Ok(SampleRow {
        id: SampleId(row.get(0)?),
        url: row.get(1)?,
        role: row.get(2)?,
        title: row.get(3)?,
        taken_at: get_time(row, 4)?,
        expects: row.get(5)?,
    })
}
