//! CSV by RFC 4180: commas, quotes where needed, CRLF; in UTF-8 with a byte order mark, without
//! which spreadsheets take Chinese for the local code page.

use std::borrow::Cow;
use std::io;

use super::columns::Cell;
use super::{Column, Columns, Sink};
use crate::logic::model::{StoredRecord, Value};

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// First characters that make a spreadsheet take a cell for a formula, or cut them off to find one.
const FORMULA_STARTS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A sheet being written.
pub(super) struct Sheet<'a> {
    writer: csv::Writer<Sink<'a>>,
    columns: Columns<'a>,
}

impl<'a> Sheet<'a> {
    /// Begins a sheet with its head.
    pub(super) fn begin(sink: Sink<'a>, columns: Columns<'a>) -> io::Result<Self> {
        sink.write_all(BYTE_ORDER_MARK)?;
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .from_writer(sink);
        let head = columns.iter().map(|column| guarded(column.name().into()));
        write_row(&mut writer, head)?;
        Ok(Self { writer, columns })
    }

    /// Writes a record.
    pub(super) fn row(&mut self, record: &StoredRecord) -> io::Result<()> {
        let cells = self.columns.iter().map(|column| text_of(column, record));
        write_row(&mut self.writer, cells)
    }

    /// Hands on what is gathered.
    pub(super) fn end(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

fn text_of<'a>(column: &Column, record: &'a StoredRecord) -> Cow<'a, str> {
    match column.cell(record) {
        Cell::One(text) => guarded(text),
        Cell::Many(texts) => guarded(Value::Many(texts.to_vec()).joined().into()),
        Cell::Rows(rows) => guarded(Value::Rows(rows.to_vec()).joined().into()),
        Cell::None => Cow::Borrowed(""),
    }
}

fn write_row<'a>(
    writer: &mut csv::Writer<Sink<'_>>,
    cells: impl Iterator<Item = Cow<'a, str>>,
) -> io::Result<()> {
    for cell in cells {
        writer.write_field(cell.as_bytes()).map_err(io_of)?;
    }
    writer.write_record(None::<&[u8]>).map_err(io_of)
}

/// The text with an apostrophe before it when a spreadsheet would run it (a page may have been
/// written to be collected). Signed numbers are what they are.
fn guarded(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.starts_with(FORMULA_STARTS) && !is_number(&text) {
        return Cow::Owned(format!("'{text}"));
    }
    text
}

/// A sign, digits, and points or commas between digits; nothing that could call anything.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = digits.strip_suffix('%').unwrap_or(digits);
    let mut parts = digits.split(['.', ',']);
    parts.all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

fn io_of(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(guarded(text.into()), expected);
    }

    #[test]
    fn formulas_are_guarded_and_numbers_are_not() {
        check("=1+1", "'=1+1");
        check("@SUM(A1)", "'@SUM(A1)");
        check("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0");
        check("-2+3", "'-2+3");
        check("\t=1", "'\t=1");
        check("\r=1", "'\r=1");
        check("-", "'-");
        check("-5", "-5");
        check("+1,234.50", "+1,234.50");
        check("-3.5%", "-3.5%");
        check("-٣", "'-٣");
        check("a=b", "a=b");
        check("– 你好", "– 你好");
        check("", "");
    }
}
