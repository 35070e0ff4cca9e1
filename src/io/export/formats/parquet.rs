//! Apache Parquet: a column of optional UTF-8 strings for each column, several values as JSON,
//! `fetched_at` as a time, fields that rules call numbers as numbers. Rows are collected into groups bounded in rows and bytes, so that memory
//! use stays constant.

use std::io;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{
    Compression, ConvertedType, LogicalType, Repetition, TimeUnit, Type, ZstdLevel,
};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type as SchemaType;

use super::csv::text_of;
use crate::export::columns::{Cell, Column, HeadedColumn, distinct_heads};
use crate::export::{Nested, Rows};
use crate::files::atomic_file::StagedPath;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::StoredRecord;

/// Maximum rows per group.
const GROUP_ROWS: usize = 50_000;
/// Maximum bytes of text per group.
const GROUP_BYTES: usize = 64 * 1024 * 1024;

/// The file being written.
pub(crate) struct Groups {
    writer: SerializedFileWriter<std::fs::File>,
    file: std::fs::File,
    part: StagedPath,
    columns: Vec<HeadedColumn>,
    gathered: Vec<ColumnValues>,
    rows: usize,
    bytes: usize,
}

/// The values of a column in the current group.
#[derive(Default)]
struct ColumnValues {
    texts: Vec<ByteArray>,
    times: Vec<i64>,
    numbers: Vec<f64>,
    /// 1 where there is a value, 0 where there is none.
    levels: Vec<i16>,
}

impl Groups {
    /// Begins the file `path`.
    pub(crate) fn begin(path: &Path, columns: Vec<HeadedColumn>) -> io::Result<Self> {
        let (part, file) = StagedPath::file(path)?;
        let fields = distinct_heads(&columns)
            .iter()
            .zip(&columns)
            .map(|(head, column)| field(head, column).map(Arc::new))
            .collect::<Result<Vec<_>, _>>()
            .map_err(io_of)?;
        let schema = SchemaType::group_type_builder("records")
            .with_fields(fields)
            .build()
            .map_err(io_of)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .build();
        let writer =
            SerializedFileWriter::new(file.try_clone()?, Arc::new(schema), Arc::new(properties))
                .map_err(io_of)?;
        let gathered = columns.iter().map(|_| ColumnValues::default()).collect();
        Ok(Self {
            writer,
            file,
            part,
            columns,
            gathered,
            rows: 0,
            bytes: 0,
        })
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        for (column, gathered) in self.columns.iter().zip(&mut self.gathered) {
            let Some(mut writer) = group.next_column()? else {
                break;
            };
            let gathered = std::mem::take(gathered);
            if column.column == Column::FetchedAt {
                writer.typed::<Int64Type>().write_batch(
                    &gathered.times,
                    Some(&gathered.levels),
                    None,
                )?;
            } else if column.is_number {
                writer.typed::<DoubleType>().write_batch(
                    &gathered.numbers,
                    Some(&gathered.levels),
                    None,
                )?;
            } else {
                writer.typed::<ByteArrayType>().write_batch(
                    &gathered.texts,
                    Some(&gathered.levels),
                    None,
                )?;
            }
            writer.close()?;
        }
        group.close()?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }
}

impl Rows for Groups {
    fn row(&mut self, record: &StoredRecord) -> io::Result<()> {
        for (column, gathered) in self.columns.iter().zip(&mut self.gathered) {
            if column.column == Column::FetchedAt {
                gathered.times.push(record.fetched_at.as_microsecond());
                gathered.levels.push(1);
                continue;
            }
            let cell = column.cell(record);
            if column.is_number {
                let number = match &cell {
                    Cell::Number(number) => number.real(),
                    _ => None,
                };
                gathered.levels.push(i16::from(number.is_some()));
                gathered.numbers.extend(number);
                self.bytes += size_of::<f64>();
                continue;
            }
            gathered.levels.push(i16::from(cell != Cell::None));
            if cell != Cell::None {
                let text = text_of(&cell, Nested::Json);
                self.bytes += text.len();
                gathered
                    .texts
                    .push(ByteArray::from(text.as_bytes().to_vec()));
            }
        }
        self.rows += 1;
        if self.rows >= GROUP_ROWS || self.bytes >= GROUP_BYTES {
            self.write_group().map_err(io_of)?;
        }
        Ok(())
    }

    fn end(mut self: Box<Self>) -> io::Result<Vec<Message>> {
        self.write_group().map_err(io_of)?;
        let Self {
            writer, file, part, ..
        } = *self;
        writer.close().map_err(io_of)?;
        file.sync_all()?;
        part.rename()?;
        Ok(Vec::new())
    }
}

fn field(head: &str, column: &HeadedColumn) -> Result<SchemaType, ParquetError> {
    let builder = if column.column == Column::FetchedAt {
        SchemaType::primitive_type_builder(head, Type::INT64)
            .with_logical_type(Some(LogicalType::timestamp(true, TimeUnit::MICROS)))
    } else if column.is_number {
        SchemaType::primitive_type_builder(head, Type::DOUBLE)
    } else {
        SchemaType::primitive_type_builder(head, Type::BYTE_ARRAY)
            .with_converted_type(ConvertedType::UTF8)
            .with_logical_type(Some(LogicalType::String))
    };
    builder.with_repetition(Repetition::OPTIONAL).build()
}

/// The cause reported by the file system, so that a full disk is reported as such.
fn io_of(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}
