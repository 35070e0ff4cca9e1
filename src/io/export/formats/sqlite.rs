//! A SQLite file with one table: a text column for each column, multiple values as JSON, NULL for
//! missing values. The numbers of fields that rules call numbers are numbers.

use std::io;
use std::path::Path;

use super::csv::text_of;
use crate::export::columns::{Cell, HeadedColumn, distinct_heads};
use crate::export::numbers::NumberValue;
use crate::export::{ExportOptions, Nested, Rows, table_name};
use crate::files::atomic_file::StagedPath;
use crate::store::{TableFile, TableValue};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::StoredRecord;

/// The file being written.
pub(crate) struct Database {
    table: TableFile,
    file: std::fs::File,
    part: StagedPath,
    columns: Vec<HeadedColumn>,
}

impl Database {
    /// Begins the file `path`.
    pub(crate) fn begin(
        path: &Path,
        columns: Vec<HeadedColumn>,
        options: &ExportOptions,
    ) -> io::Result<Self> {
        let (part, file) = StagedPath::file(path)?;
        let heads = distinct_heads(&columns).into_iter();
        let heads: Vec<(String, bool)> = heads
            .zip(&columns)
            .map(|(head, column)| (head, column.is_number))
            .collect();
        let table = TableFile::begin(part.path(), table_name(options), &heads)?;
        Ok(Self {
            table,
            file,
            part,
            columns,
        })
    }
}

impl Rows for Database {
    fn row(&mut self, record: &StoredRecord) -> io::Result<()> {
        let cells = self.columns.iter().map(|column| match column.cell(record) {
            Cell::None => TableValue::None,
            Cell::Number(number) => match number.value {
                NumberValue::Whole(whole) => TableValue::Whole(whole),
                NumberValue::Real(real) => TableValue::Real(real),
            },
            cell => TableValue::Text(text_of(&cell, Nested::Json).into_owned()),
        });
        self.table.insert(cells.collect())
    }

    fn end(self: Box<Self>) -> io::Result<Vec<Message>> {
        self.table.finish()?;
        self.file.sync_all()?;
        self.part.rename()?;
        Ok(Vec::new())
    }
}
