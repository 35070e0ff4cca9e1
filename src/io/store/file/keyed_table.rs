//! A table of a SQLite file that an export goes on writing: rows by key, with a state. It is not a
//! project; other programs may read it meanwhile.

use std::path::Path;
use std::time::Duration;

use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode, params, params_from_iter};

use super::table_file::TableValue;

/// Patience with another program that writes.
const BUSY_TIME: Duration = Duration::from_secs(5);

/// An open file with its table.
pub(crate) struct KeyedTable {
    connection: Connection,
    table: String,
    key: String,
    state: String,
}

impl KeyedTable {
    /// Opens the file; makes it if there is none. The table is made with its first columns.
    pub(crate) fn open(path: &Path, table: &str, names: [&str; 2]) -> std::io::Result<Self> {
        let open = || {
            let connection = Connection::open(path)?;
            connection.busy_timeout(BUSY_TIME)?;
            Ok(connection)
        };
        let [key, state] = names.map(quoted);
        Ok(Self {
            connection: open().map_err(io_of)?,
            table: table.to_owned(),
            key,
            state,
        })
    }

    /// The names of the table's columns; none if there is no such table.
    pub(crate) fn columns(&self) -> std::io::Result<Vec<String>> {
        let read = || {
            let mut names = self
                .connection
                .prepare("SELECT name FROM pragma_table_info(?1)")?;
            names
                .query_map([&self.table], |row| row.get(0))?
                .collect::<rusqlite::Result<Vec<String>>>()
        };
        read().map_err(io_of)
    }

    /// Makes the table if it is missing, and adds columns; of each, whether it may have numbers.
    pub(crate) fn add_columns(&mut self, columns: &[(&str, bool)]) -> std::io::Result<()> {
        let (table, key, state) = (quoted(&self.table), &self.key, &self.state);
        let mut add = || {
            let change = self.connection.transaction()?;
            change.execute_batch(&format!(
                "CREATE TABLE IF NOT EXISTS {table} ({key} TEXT PRIMARY KEY NOT NULL, {state} TEXT NOT NULL)"
            ))?;
            for (name, is_number) in columns {
                let kind = if *is_number { "NUMERIC" } else { "TEXT" };
                let name = quoted(name);
                change.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN {name} {kind}"))?;
            }
            change.commit()
        };
        add().map_err(io_of)
    }

    /// Writes rows, all or none; the first name is the key's.
    pub(crate) fn upsert(
        &mut self,
        names: &[&str],
        rows: Vec<Vec<TableValue>>,
    ) -> std::io::Result<()> {
        let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
        let set = names
            .iter()
            .skip(1)
            .map(|name| format!("{name} = excluded.{name}"));
        let sql = format!(
            "INSERT INTO {} ({}) VALUES ({}) ON CONFLICT ({}) DO UPDATE SET {}",
            quoted(&self.table),
            names.join(", "),
            vec!["?"; names.len()].join(", "),
            self.key,
            set.collect::<Vec<String>>().join(", ")
        );
        let write = || {
            let change = self.connection.transaction()?;
            {
                let mut statement = change.prepare_cached(&sql)?;
                for row in rows {
                    let values = row.into_iter().map(|cell| match cell {
                        TableValue::None => Value::Null,
                        TableValue::Text(text) => Value::Text(text),
                        TableValue::Whole(whole) => Value::Integer(whole),
                        TableValue::Real(real) => Value::Real(real),
                    });
                    statement.execute(params_from_iter(values))?;
                }
            }
            change.commit()
        };
        write().map_err(io_of)
    }

    /// Keys that begin with `prefix` and their states, where that is not `present`.
    pub(crate) fn absent(&self, prefix: &str) -> std::io::Result<Vec<(String, String)>> {
        let read = || {
            let mut pairs = self.connection.prepare(&format!(
                "SELECT {0}, {1} FROM {2} WHERE {1} <> 'present' AND substr({0}, 1, length(?1)) = ?1",
                self.key,
                self.state,
                quoted(&self.table)
            ))?;
            let pair = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
            pairs
                .query_map([prefix], pair)?
                .collect::<rusqlite::Result<Vec<(String, String)>>>()
        };
        read().map_err(io_of)
    }

    /// Gives rows another state.
    pub(crate) fn set_state(&mut self, keys: &[String], state: &str) -> std::io::Result<()> {
        let sql = format!(
            "UPDATE {} SET {} = ?1 WHERE {} = ?2",
            quoted(&self.table),
            self.state,
            self.key
        );
        let mut write = || {
            let change = self.connection.transaction()?;
            for key in keys {
                change.prepare_cached(&sql)?.execute(params![state, key])?;
            }
            change.commit()
        };
        write().map_err(io_of)
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn io_of(error: rusqlite::Error) -> std::io::Error {
    use std::io::ErrorKind as Kind;
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => std::io::Error::from(Kind::StorageFull),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            std::io::Error::new(Kind::ResourceBusy, error)
        }
        _ => std::io::Error::other(error),
    }
}
