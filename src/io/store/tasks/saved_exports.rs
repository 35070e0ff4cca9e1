//! Exports saved in the project, and how far each got. Input: the user's settings. A process
//! that does not own the project may also leave a mark: a separate row that the owner only reads,
//! like a remote command.

use jiff::Timestamp;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use crate::store::error::TransactionError;
use crate::store::file::connection::open_foreign;
use crate::store::file::convert::{get_time, micros};
use crate::store::{RecordMark, Result, Store, StoreReader};
use bowerbird_logic::model::SiteId;

/// A saved export; `options` are the writer's own, as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedExportRow {
    /// Its name.
    pub name: String,
    /// Name of the format.
    pub format: String,
    /// File, folder or address.
    pub target: String,
    /// The options.
    pub options: String,
    /// Whether only records new since the last time are written.
    pub since_last: bool,
    /// Whether it is written after each run.
    pub after_run: bool,
}

impl StoreReader {
    /// The saved exports by name.
    ///
    /// # Errors
    /// From SQLite.
    pub fn saved_exports(&self) -> Result<Vec<SavedExportRow>> {
        self.read(|connection| {
            let rows = connection
                .prepare_cached(
                    "SELECT name, format, target, options, since_last, after_run
                     FROM saved_export ORDER BY name",
                )?
                .query_map([], |row| {
                    Ok(SavedExportRow {
                        name: row.get(0)?,
                        format: row.get(1)?,
                        target: row.get(2)?,
                        options: row.get(3)?,
                        since_last: row.get(4)?,
                        after_run: row.get(5)?,
                    })
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(rows)
        })
    }

    /// The files that exports of what is new were written to, with the date and time as placeholders,
    /// and the site of each; `None` for all sites.
    ///
    /// # Errors
    /// From SQLite.
    pub fn export_targets(&self) -> Result<Vec<(Option<SiteId>, String)>> {
        let keys: Vec<String> = self.read(|connection| {
            let keys = connection
                .prepare_cached("SELECT target FROM export_mark ORDER BY target")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(keys)
        })?;
        // Format and site stand before it (`engine::records::exports`).
        let target = |key: &String| {
            let mut parts = key.splitn(3, ':');
            let format = parts.next()?;
            let site: i64 = parts.next()?.parse().ok()?;
            let target = parts.next()?;
            let site = (site != 0).then_some(SiteId(site));
            (!matches!(format, "database" | "webhook")).then(|| (site, target.to_owned()))
        };
        Ok(keys.iter().filter_map(target).collect())
    }

    /// How far the last export to a target got.
    ///
    /// # Errors
    /// From SQLite.
    pub fn export_mark(&self, target: &str) -> Result<Option<RecordMark>> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached(
                    "SELECT record, fetched_at, change FROM export_mark WHERE target = ?1",
                )?
                .query_row([target], |row| {
                    Ok(RecordMark {
                        id: row.get(0)?,
                        fetched_at: get_time(row, 1)?,
                        change: row.get(2)?,
                    })
                })
                .optional()?)
        })
    }
}

impl Store {
    /// Stores an export, replacing one of the same name.
    ///
    /// # Errors
    /// From SQLite.
    pub fn save_export(&self, row: SavedExportRow) -> Result<()> {
        self.write(move |tx| {
            tx.execute(
                "INSERT INTO saved_export (name, format, target, options, since_last, after_run)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (name) DO UPDATE SET format = ?2, target = ?3, options = ?4,
                     since_last = ?5, after_run = ?6",
                params![
                    row.name,
                    row.format,
                    row.target,
                    row.options,
                    row.since_last,
                    row.after_run
                ],
            )?;
            Ok(())
        })
    }

    /// Removes a saved export; its files stay.
    ///
    /// # Errors
    /// [`crate::store::StoreError::NotFound`]; else from SQLite.
    pub fn remove_saved_export(&self, name: &str) -> Result<()> {
        let name = name.to_owned();
        self.write(move |tx| {
            let gone = tx.execute("DELETE FROM saved_export WHERE name = ?1", [&name])?;
            crate::store::sites::found_as(gone, "export")
        })
    }

    /// Stores how far an export to a target got.
    ///
    /// # Errors
    /// From SQLite.
    pub fn keep_export_mark(&self, target: &str, mark: RecordMark, now: Timestamp) -> Result<()> {
        let target = target.to_owned();
        if !self.is_read_only() {
            return self.write(move |tx| keep(tx, &target, mark, now));
        }
        let path = &self.inner.path;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        open_foreign(path, flags)
            .and_then(|connection| keep(&connection, &target, mark, now))
            .map_err(|fault| fault.about(path))
    }
}

fn keep(
    connection: &Connection,
    target: &str,
    mark: RecordMark,
    now: Timestamp,
) -> std::result::Result<(), TransactionError> {
    connection.execute(
        "INSERT OR REPLACE INTO export_mark (target, record, fetched_at, at, change)
         VALUES (?1, ?2, ?3, ?4, ?5)",
        params![
            target,
            mark.id,
            micros(mark.fetched_at),
            micros(now),
            mark.change
        ],
    )?;
    Ok(())
}
