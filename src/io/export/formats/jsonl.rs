//! JSON Lines, and one JSON array: one object per record, with the columns in order as its keys. Multiple values are an
//! array, numbers of fields that rules call numbers are numbers. A missing field is null, so that every
//! object has the same keys.

use std::io::{self, Write};

use serde_json::{Map, Value as Json};

use crate::export::Rows;
use crate::export::columns::{Cell, HeadedColumn};
use crate::export::numbers::{Number, NumberValue};
use crate::files::atomic_file::File;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{StoredRecord, Value};

/// Lines being written.
pub(crate) struct Lines {
    file: File,
    columns: Vec<HeadedColumn>,
}

impl Lines {
    /// Begins.
    pub(crate) fn begin(file: File, columns: Vec<HeadedColumn>) -> Self {
        Self { file, columns }
    }
}

impl Rows for Lines {
    fn row(&mut self, record: &StoredRecord) -> io::Result<()> {
        serde_json::to_writer(&mut self.file, &object(&self.columns, record))?;
        self.file.write_all(b"\n")
    }

    fn end(self: Box<Self>) -> io::Result<Vec<Message>> {
        self.file.finish()?;
        Ok(Vec::new())
    }
}

/// An array being written.
pub(crate) struct Array {
    file: File,
    columns: Vec<HeadedColumn>,
    any: bool,
}

impl Array {
    /// Begins.
    pub(crate) fn begin(mut file: File, columns: Vec<HeadedColumn>) -> io::Result<Self> {
        file.write_all(b"[\n")?;
        Ok(Self {
            file,
            columns,
            any: false,
        })
    }
}

impl Rows for Array {
    fn row(&mut self, record: &StoredRecord) -> io::Result<()> {
        if std::mem::replace(&mut self.any, true) {
            self.file.write_all(b",\n")?;
        }
        serde_json::to_writer(&mut self.file, &object(&self.columns, record))?;
        Ok(())
    }

    fn end(mut self: Box<Self>) -> io::Result<Vec<Message>> {
        self.file.write_all(b"\n]\n")?;
        self.file.finish()?;
        Ok(Vec::new())
    }
}

/// The record as an object.
pub(super) fn object(columns: &[HeadedColumn], record: &StoredRecord) -> Map<String, Json> {
    columns
        .iter()
        .map(|column| {
            let value = match column.cell(record) {
                Cell::One(text) => text.into(),
                Cell::Number(number) => json_of(number),
                Cell::Many(texts) if column.is_number => texts
                    .iter()
                    .map(|text| Number::of(text).map_or_else(|| text.as_str().into(), json_of))
                    .collect(),
                Cell::Many(texts) => texts.into(),
                Cell::Rows(rows) => Value::Rows(rows.to_vec()).to_json(),
                Cell::None => Json::Null,
            };
            (column.head.clone(), value)
        })
        .collect()
}

fn json_of(number: Number<'_>) -> Json {
    match number.value {
        NumberValue::Whole(whole) => whole.into(),
        NumberValue::Real(real) => real.into(),
    }
}
