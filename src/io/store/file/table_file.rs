//! A SQLite file with one table of texts, written by an export. It is not a project, and nobody
//! else opens it while it is written.

use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode, params_from_iter};

/// The file being written, in one transaction.
pub(crate) struct TableFile {
    connection: Connection,
    insert: String,
}

impl TableFile {
    /// Creates the table `table` with `columns` in the empty file `path`.
    pub(crate) fn begin(path: &Path, table: &str, columns: &[String]) -> std::io::Result<Self> {
        let begin = || {
            let connection = Connection::open(path)?;
            // A failed file is discarded: no journal, and the disk is synced only at the end.
            connection.pragma_update(None, "journal_mode", "OFF")?;
            connection.pragma_update(None, "synchronous", "OFF")?;
            connection.set_prepared_statement_cache_capacity(2);
            let list: Vec<String> = columns.iter().map(|name| quoted(name)).collect();
            let typed: Vec<String> = list.iter().map(|name| format!("{name} TEXT")).collect();
            connection.execute_batch(&format!(
                "BEGIN; CREATE TABLE {} ({}) STRICT",
                quoted(table),
                typed.join(", ")
            ))?;
            Ok((connection, list.join(", ")))
        };
        let (connection, list) = begin().map_err(io_of)?;
        let marks = vec!["?"; columns.len()].join(", ");
        Ok(Self {
            connection,
            insert: format!("INSERT INTO {} ({list}) VALUES ({marks})", quoted(table)),
        })
    }

    /// Writes a row.
    pub(crate) fn insert(&mut self, row: Vec<Option<String>>) -> std::io::Result<()> {
        let values = row
            .into_iter()
            .map(|cell| cell.map_or(Value::Null, Value::Text));
        self.connection
            .prepare_cached(&self.insert)
            .and_then(|mut statement| statement.execute(params_from_iter(values)))
            .map(|_| ())
            .map_err(io_of)
    }

    /// Completes the file; all of it is on the disk when this returns.
    pub(crate) fn finish(self) -> std::io::Result<()> {
        let end = || {
            self.connection.execute_batch("COMMIT")?;
            self.connection.pragma_update(None, "synchronous", "FULL")
        };
        end().map_err(io_of)?;
        self.connection.close().map_err(|(_, error)| io_of(error))
    }
}

/// A quoted name.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn io_of(error: rusqlite::Error) -> std::io::Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => std::io::Error::from(std::io::ErrorKind::StorageFull),
        _ => std::io::Error::other(error),
    }
}
