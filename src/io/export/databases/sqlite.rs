//! A file of SQLite that other programs may have open too.

use std::path::Path;

use super::columns::{KEY, Kind, STATE, TableColumns};
use super::{Database, Fault, Row};
use crate::store::{KeyedTable, TableValue};

/// An open file.
pub(super) struct Sqlite {
    file: KeyedTable,
    table: String,
}

impl Sqlite {
    /// Opens the file; makes it if there is none.
    pub(super) fn open(path: &Path, table: &str) -> Result<Self, Fault> {
        let file = KeyedTable::open(path, table, [KEY, STATE]).map_err(fault)?;
        Ok(Self {
            file,
            table: table.to_owned(),
        })
    }
}

impl Database for Sqlite {
    fn prepare(&mut self, columns: &TableColumns) -> Result<TableColumns, Fault> {
        let known = self.file.columns().map_err(fault)?;
        let has = |name: &str| known.iter().any(|known| known.eq_ignore_ascii_case(name));
        let is_ours = has(KEY) && has(STATE);
        if !known.is_empty() && !is_ours {
            return Err(Fault::other_table(&self.table));
        }
        let own = columns.columns().iter().filter(|column| !has(&column.name));
        let missing: Vec<(&str, bool)> = own
            .map(|column| (column.name.as_str(), column.kind == Kind::Number))
            .collect();
        self.file.add_columns(&missing).map_err(fault)?;
        // A column takes any value here: what is no number is kept as text.
        Ok(columns.as_in_table(|_| Some(Kind::Text)))
    }

    fn upsert(&mut self, columns: &TableColumns, rows: &[Row]) -> Result<(), Fault> {
        let names: Vec<&str> = columns.names().collect();
        let rows = rows.iter().map(|row| {
            let cells = row.iter().map(|cell| match cell {
                Some(text) => TableValue::Text(text.clone()),
                None => TableValue::None,
            });
            cells.collect()
        });
        self.file.upsert(&names, rows.collect()).map_err(fault)
    }

    fn absent(&mut self, prefix: &str) -> Result<Vec<(String, String)>, Fault> {
        self.file.absent(prefix).map_err(fault)
    }

    fn set_state(&mut self, keys: &[String], state: &str) -> Result<(), Fault> {
        self.file.set_state(keys, state).map_err(fault)
    }
}

fn fault(error: std::io::Error) -> Fault {
    Fault {
        // Another program writes just now.
        passes: error.kind() == std::io::ErrorKind::ResourceBusy,
        ..Fault::lasting(error)
    }
}
