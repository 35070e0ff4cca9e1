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

/// A value of a row.
pub(crate) enum TableValue {
    /// Nothing.
    None,
    /// A text.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A number with a fraction.
    Real(f64),
}

impl TableFile {
    /// Creates the table `table` with `columns` in the empty file `path`; of each column, whether it
    /// may have numbers beside texts.
    pub(crate) fn begin(
        path: &Path,
        table: &str,
        columns: &[(String, bool)],
    ) -> std::io::Result<Self> {
        let begin = || {
            let connection = Connection::open(path)?;
            // A failed file is discarded: no journal, and the disk is synced only at the end.
            connection.pragma_update(None, "journal_mode", "OFF")?;
            connection.pragma_update(None, "synchronous", "OFF")?;
            connection.set_prepared_statement_cache_capacity(2);
            let list: Vec<String> = columns.iter().map(|(name, _)| quoted(name)).collect();
            let kinds = columns
                .iter()
                .map(|(_, mixed)| if *mixed { "ANY" } else { "TEXT" });
            let typed = list.iter().zip(kinds);
            let typed: Vec<String> = typed.map(|(name, kind)| format!("{name} {kind}")).collect();
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
    pub(crate) fn insert(&mut self, row: Vec<TableValue>) -> std::io::Result<()> {
        let values = row.into_iter().map(|cell| match cell {
            TableValue::None => Value::Null,
            TableValue::Text(text) => Value::Text(text),
            TableValue::Whole(whole) => Value::Integer(whole),
            TableValue::Real(real) => Value::Real(real),
        });
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
