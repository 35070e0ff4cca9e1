//! A workbook as it is written: its sheets, one after another, then the rest of its package.

use std::io::{self, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::cells::{date_cell, is_plain_number, letters, number_cell, serial_of, text_cell};
use super::long_texts::{HEADS, LONG_TEXTS, LongTexts, first_piece};
use super::package::{self, MAIN};
use super::package_file::Sink;
use crate::export::columns::{Cell, Column, HeadedColumn};
use crate::export::formats::csv::text_of;
use crate::export::{ExportOptions, Nested, Rows};
use crate::files::atomic_file::StagedPath;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::StoredRecord;

/// Maximum rows per sheet, including the header (Excel's limit).
const MAX_ROWS: u64 = 1_048_576;
/// Maximum columns per sheet (Excel's limit).
const MAX_COLUMNS: usize = 16_384;
/// Size of a sheet in bytes after which another begins: entries over 4 GB need a format that other
/// programs do not read.
const MAX_BYTES: u64 = 2 * 1024 * 1024 * 1024;
/// Bytes of rows buffered before they are written.
const BUFFER: usize = 256 * 1024;
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

/// A workbook being written.
pub(crate) struct Workbook {
    zip: ZipWriter<Sink>,
    part: StagedPath,
    columns: Vec<HeadedColumn>,
    nested: Nested,
    max_rows: u64,
    /// Names of the sheets begun so far.
    sheets: Vec<String>,
    /// Rows in the current sheet, including the header.
    rows: u64,
    /// Bytes in it.
    bytes: u64,
    line: String,
    left_out: u64,
    rest: Option<LongTexts>,
    dropped_columns: usize,
}

impl Workbook {
    /// Begins the workbook `path`.
    pub(crate) fn begin(
        path: &Path,
        columns: Vec<HeadedColumn>,
        options: &ExportOptions,
    ) -> io::Result<Self> {
        Self::begin_with(path, columns, options, MAX_ROWS)
    }

    /// [`Self::begin`] with sheets of `max_rows` rows.
    pub(crate) fn begin_with(
        path: &Path,
        mut columns: Vec<HeadedColumn>,
        options: &ExportOptions,
        max_rows: u64,
    ) -> io::Result<Self> {
        let dropped_columns = columns.len().saturating_sub(MAX_COLUMNS);
        columns.truncate(MAX_COLUMNS);
        let (part, file) = StagedPath::file(path)?;
        let mut workbook = Self {
            zip: ZipWriter::new(Sink::new(BUFFER, file)),
            part,
            columns,
            nested: options.nested,
            max_rows,
            sheets: Vec::new(),
            rows: 0,
            bytes: 0,
            line: String::new(),
            left_out: 0,
            rest: None,
            dropped_columns,
        };
        workbook.begin_records()?;
        Ok(workbook)
    }

    fn entry(&mut self, name: &str) -> io::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(4))
            // LibreOffice cannot read 64-bit sizes in front of an entry.
            .large_file(false);
        self.zip.start_file(name, options).map_err(io_of)
    }

    fn begin_sheet(&mut self, name: String, heads: &[String]) -> io::Result<()> {
        self.sheets.push(name);
        self.entry(&format!("xl/worksheets/sheet{}.xml", self.sheets.len()))?;
        self.line.clear();
        self.line.push_str(HEAD);
        // Freezes the first row.
        self.line.push_str(&format!(
            "<worksheet xmlns=\"{MAIN}\"><sheetViews><sheetView workbookViewId=\"0\">\
             <pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>\
             </sheetView></sheetViews>"
        ));
        self.line.push_str(&widths(heads));
        self.line.push_str("<sheetData><row r=\"1\">");
        for (place, head) in heads.iter().enumerate() {
            self.left_out += text_cell(&mut self.line, place, 1, head, " s=\"1\"");
        }
        self.line.push_str("</row>");
        self.rows = 1;
        self.bytes = 0;
        self.write_line()
    }

    fn is_full(&self) -> bool {
        self.rows >= self.max_rows || self.bytes >= MAX_BYTES
    }

    fn begin_records(&mut self) -> io::Result<()> {
        let heads: Vec<String> = self.columns.iter().map(|c| c.head.clone()).collect();
        let name = match self.sheets.len() {
            0 => "Records".to_owned(),
            before => format!("Records {}", before + 1),
        };
        self.begin_sheet(name, &heads)
    }

    fn end_sheet(&mut self) -> io::Result<()> {
        self.zip.write_all(b"</sheetData></worksheet>")
    }

    fn write_line(&mut self) -> io::Result<()> {
        self.zip.write_all(self.line.as_bytes())?;
        self.bytes += self.line.len() as u64;
        self.line.clear();
        Ok(())
    }

    /// Writes a cell; excess text goes to the last sheet.
    fn cell(&mut self, place: usize, row: u64, text: &str) -> io::Result<()> {
        let (begin, mut rest) = first_piece(text);
        self.left_out += text_cell(&mut self.line, place, row, begin, "");
        let mut number = 2_u32;
        while !rest.is_empty() {
            let (piece, further) = first_piece(rest);
            let sheet = self.sheets.last().cloned().unwrap_or_default();
            let cell = format!("{}{row}", letters(place));
            let long = match &mut self.rest {
                Some(long) => long,
                none => none.insert(LongTexts::begin(self.part.target())?),
            };
            self.left_out += long.add(&sheet, &cell, number, piece)?;
            number += 1;
            rest = further;
        }
        Ok(())
    }

    /// Writes the sheet of excess texts, split into as many sheets as needed.
    fn write_long_texts(&mut self, long: LongTexts) -> io::Result<()> {
        let heads = HEADS.map(str::to_owned);
        self.begin_sheet(LONG_TEXTS.to_owned(), &heads)?;
        long.each_row(|line| {
            if self.is_full() {
                self.end_sheet()?;
                let name = format!("{LONG_TEXTS} {}", self.sheets.len());
                self.begin_sheet(name, &heads)?;
            }
            self.rows += 1;
            self.bytes += line.len() as u64;
            let row = format!("<row r=\"{}\">", self.rows);
            self.zip.write_all(row.as_bytes())?;
            self.zip.write_all(line)?;
            self.zip.write_all(b"</row>")
        })?;
        self.end_sheet()
    }

    fn write_rest_of_package(&mut self) -> io::Result<()> {
        for (name, text) in package::files(&self.sheets) {
            self.entry(name)?;
            self.zip.write_all(HEAD.as_bytes())?;
            self.zip.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    fn notes(&self) -> Vec<Message> {
        let mut notes = Vec::new();
        let records = self.sheets.iter().filter(|n| n.starts_with("Records"));
        let records = records.count();
        if records > 1 {
            notes.push(Message::new("export-sheets").with("sheets", records));
        }
        if self.sheets.iter().any(|name| name.starts_with(LONG_TEXTS)) {
            notes.push(Message::new("export-long-texts").with("sheet", LONG_TEXTS));
        }
        if self.left_out > 0 {
            notes.push(Message::new("export-left-out").with("count", self.left_out));
        }
        if self.dropped_columns > 0 {
            notes.push(Message::new("export-columns-dropped").with("count", self.dropped_columns));
        }
        notes
    }
}

impl Rows for Workbook {
    fn row(&mut self, record: &StoredRecord) -> io::Result<()> {
        if self.is_full() {
            self.end_sheet()?;
            self.begin_records()?;
        }
        self.rows += 1;
        let row = self.rows;
        self.line.push_str(&format!("<row r=\"{row}\">"));
        let columns = std::mem::take(&mut self.columns);
        let written = columns.iter().enumerate().try_for_each(|(place, column)| {
            let cell = column.cell(record);
            let text = text_of(&cell, self.nested);
            let is_field = matches!(column.column, Column::Field(_));
            let is_number = match &cell {
                Cell::Number(number) => number.real().is_some(),
                _ => is_field && is_plain_number(&text),
            };
            if is_number {
                number_cell(&mut self.line, place, row, &text);
                return Ok(());
            }
            if let Some(serial) = serial_of(&text) {
                date_cell(&mut self.line, place, row, serial);
                return Ok(());
            }
            self.cell(place, row, &text)
        });
        self.columns = columns;
        written?;
        self.line.push_str("</row>");
        self.write_line()
    }

    fn end(mut self: Box<Self>) -> io::Result<Vec<Message>> {
        self.end_sheet()?;
        if let Some(long) = self.rest.take() {
            self.write_long_texts(long)?;
        }
        self.write_rest_of_package()?;
        let notes = self.notes();
        let Self { zip, part, .. } = *self;
        zip.finish().map_err(io_of)?.finish()?;
        part.rename()?;
        Ok(notes)
    }
}

/// The widths of the columns, in characters: longer for what is usually long.
fn widths(heads: &[String]) -> String {
    let columns: String = heads
        .iter()
        .zip(1_usize..)
        .map(|(head, n)| {
            let width = match head.as_str() {
                "text" | "title" | "Text" => 60,
                "url" | "link" => 40,
                "date" | "fetched_at" => 20,
                other => other.chars().count().clamp(8, 30) + 6,
            };
            format!("<col min=\"{n}\" max=\"{n}\" width=\"{width}\" customWidth=\"1\"/>")
        })
        .collect();
    format!("<cols>{columns}</cols>")
}

fn io_of(error: zip::result::ZipError) -> io::Error {
    match error {
        zip::result::ZipError::Io(error) => error,
        other => io::Error::other(other),
    }
}
