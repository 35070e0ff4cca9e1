//! JSON Lines: one object a record, the columns in order as its names. Several values are an
//! array; a field that a record does not have is null, so that every line has the same names.

use std::io;

use super::columns::Cell;
use super::{Columns, Sink};
use crate::logic::model::{StoredRecord, Value};

/// Lines being written.
pub(super) struct Lines<'a> {
    sink: Sink<'a>,
    columns: Columns<'a>,
}

impl<'a> Lines<'a> {
    /// Begins.
    pub(super) fn new(sink: Sink<'a>, columns: Columns<'a>) -> Self {
        Self { sink, columns }
    }

    /// Writes a record.
    pub(super) fn row(&mut self, record: &StoredRecord) -> io::Result<()> {
        let object: serde_json::Map<String, serde_json::Value> = self
            .columns
            .iter()
            .map(|column| {
                let value = match column.cell(record) {
                    Cell::One(text) => text.into(),
                    Cell::Many(texts) => texts.into(),
                    Cell::Rows(rows) => Value::Rows(rows.to_vec()).to_json(),
                    Cell::None => serde_json::Value::Null,
                };
                (column.name().to_owned(), value)
            })
            .collect();
        serde_json::to_writer(&mut self.sink, &object)?;
        self.sink.write_all(b"\n")
    }
}
