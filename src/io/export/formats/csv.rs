//! CSV by RFC 4180: quotes where needed, CRLF, in UTF-8 with a byte order mark or in another
//! charset, whose missing characters are reported. Input: records. Output: bytes, one record
//! at a time.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;

use encoding_rs::{Encoder, EncoderResult, Encoding, ISO_2022_JP, REPLACEMENT, UTF_8};
use serde::{Deserialize, Serialize};

use crate::export::columns::{Cell, HeadedColumn};
use crate::export::{ExportError, ExportOptions, Nested, Rows};
use crate::files::atomic_file::File;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{StoredRecord, Value};
use bowerbird_logic::text::formula_guarded;

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// Maximum number of characters listed.
const LISTED: usize = 20;

/// How CSV is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CsvOptions {
    /// Label of the charset (WHATWG Encoding, §4.2): `utf-8`, `gb18030`, `gbk`, …
    pub charset: String,
    /// Whether UTF-8 begins with a byte order mark. Without it, spreadsheets read Chinese in the
    /// local code page.
    pub byte_order_mark: bool,
    /// The cell separator: an ASCII character other than a quote or a line end.
    pub separator: char,
    /// Whether lines end in LF alone instead of CRLF.
    pub line_feed: bool,
    /// Whether cells that a spreadsheet would execute get an apostrophe.
    pub formula_guard: bool,
}

impl CsvOptions {
    /// Charset of a CSV file for which none is chosen.
    pub const DEFAULT_CHARSET: &str = "utf-8";
    /// Separator of a CSV file for which none is chosen.
    pub const DEFAULT_SEPARATOR: char = ',';
}

impl Default for CsvOptions {
    fn default() -> Self {
        Self {
            charset: Self::DEFAULT_CHARSET.to_owned(),
            byte_order_mark: true,
            separator: Self::DEFAULT_SEPARATOR,
            line_feed: false,
            formula_guard: true,
        }
    }
}

/// A sheet being written.
pub(crate) struct Sheet {
    writer: csv::Writer<File>,
    columns: Vec<HeadedColumn>,
    guard: bool,
    nested: Nested,
    charset: Option<Charset>,
}

impl Sheet {
    /// Begins a sheet with its header. `options` were checked by [`check`].
    pub(crate) fn begin(
        mut file: File,
        columns: Vec<HeadedColumn>,
        options: &ExportOptions,
    ) -> io::Result<Self> {
        let csv = &options.csv;
        let encoding = Encoding::for_label(csv.charset.trim().as_bytes()).unwrap_or(UTF_8);
        if encoding == UTF_8 && csv.byte_order_mark {
            io::Write::write_all(&mut file, BYTE_ORDER_MARK)?;
        }
        let end = match csv.line_feed {
            true => csv::Terminator::Any(b'\n'),
            false => csv::Terminator::CRLF,
        };
        let writer = csv::WriterBuilder::new()
            .terminator(end)
            .delimiter(u8::try_from(csv.separator).unwrap_or(b','))
            .from_writer(file);
        let mut sheet = Self {
            writer,
            columns,
            guard: csv.formula_guard,
            nested: options.nested,
            charset: (encoding != UTF_8).then(|| Charset::of(encoding)),
        };
        let heads: Vec<String> = sheet.columns.iter().map(|c| c.head.clone()).collect();
        for head in heads {
            sheet.cell(Cow::Owned(head))?;
        }
        sheet.end_row()?;
        Ok(sheet)
    }

    fn cell(&mut self, text: Cow<'_, str>) -> io::Result<()> {
        let text = if self.guard { guarded(text) } else { text };
        match &mut self.charset {
            None => self.writer.write_field(text.as_bytes()).map_err(io_of),
            Some(charset) => self
                .writer
                .write_field(charset.encode(&text))
                .map_err(io_of),
        }
    }

    fn end_row(&mut self) -> io::Result<()> {
        self.writer.write_record(None::<&[u8]>).map_err(io_of)
    }
}

impl Rows for Sheet {
    fn row(&mut self, record: &StoredRecord) -> io::Result<()> {
        let columns = std::mem::take(&mut self.columns);
        let written = columns
            .iter()
            .try_for_each(|column| self.cell(text_of(&column.cell(record), self.nested)));
        self.columns = columns;
        written?;
        self.end_row()
    }

    fn end(self: Box<Self>) -> io::Result<Vec<Message>> {
        let file = self.writer.into_inner().map_err(|e| e.into_error())?;
        file.finish()?;
        Ok(self
            .charset
            .and_then(|charset| charset.note())
            .into_iter()
            .collect())
    }
}

/// Checks whether CSV can be written with these options.
///
/// # Errors
/// [`ExportError::Charset`], [`ExportError::Separator`].
pub(crate) fn check(options: &CsvOptions) -> Result<(), ExportError> {
    let label = options.charset.trim();
    // UTF-16 has no encoder in the Encoding standard; ISO-2022-JP writes quotes inside characters.
    let usable = Encoding::for_label(label.as_bytes()).is_some_and(|encoding| {
        encoding.output_encoding() == encoding && encoding != ISO_2022_JP && encoding != REPLACEMENT
    });
    if !usable {
        return Err(ExportError::Charset {
            label: label.to_owned(),
        });
    }
    let separator = options.separator;
    let usable = separator.is_ascii()
        && (separator == '\t' || !separator.is_ascii_control())
        && !separator.is_ascii_alphanumeric()
        && !"\"'.+-".contains(separator);
    if usable {
        Ok(())
    } else {
        Err(ExportError::Separator { separator })
    }
}

/// The text of a cell as one string.
pub(in crate::export) fn text_of<'a>(cell: &Cell<'a>, nested: Nested) -> Cow<'a, str> {
    let value = match cell {
        Cell::One(text) => return text.clone(),
        Cell::Number(number) => return Cow::Borrowed(number.text),
        Cell::None => return Cow::Borrowed(""),
        Cell::Many(texts) => Value::Many(texts.to_vec()),
        Cell::Rows(rows) => Value::Rows(rows.to_vec()),
    };
    match nested {
        Nested::Joined => value.joined().into(),
        Nested::Json => value.to_json().to_string().into(),
    }
}

/// A charset with its missing characters so far.
struct Charset {
    encoding: &'static Encoding,
    encoder: Encoder,
    bytes: Vec<u8>,
    lacking: BTreeMap<char, u64>,
}

impl Charset {
    fn of(encoding: &'static Encoding) -> Self {
        Self {
            encoding,
            encoder: encoding.new_encoder(),
            bytes: Vec::new(),
            lacking: BTreeMap::new(),
        }
    }

    /// Encodes the text, with `?` for missing characters, as iconv and Python do.
    fn encode(&mut self, text: &str) -> &[u8] {
        self.bytes.clear();
        let mut rest = text;
        while !rest.is_empty() {
            let most = self
                .encoder
                .max_buffer_length_from_utf8_without_replacement(rest.len());
            self.bytes.reserve(most.unwrap_or(rest.len()));
            let (result, read) = self.encoder.encode_from_utf8_to_vec_without_replacement(
                rest,
                &mut self.bytes,
                false,
            );
            rest = rest.get(read..).unwrap_or_default();
            if let EncoderResult::Unmappable(lacking) = result {
                *self.lacking.entry(lacking).or_default() += 1;
                self.bytes.push(b'?');
            }
        }
        &self.bytes
    }

    fn note(self) -> Option<Message> {
        if self.lacking.is_empty() {
            return None;
        }
        let mut listed: Vec<(char, u64)> = self.lacking.iter().map(|(c, n)| (*c, *n)).collect();
        listed.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        let names: Vec<String> = listed
            .iter()
            .take(LISTED)
            .map(|(c, times)| format!("{c} (U+{:04X}) ×{times}", u32::from(*c)))
            .collect();
        Some(
            Message::new("export-unmappable")
                .with("charset", self.encoding.name())
                .with("count", self.lacking.values().sum::<u64>())
                .with("kinds", self.lacking.len())
                .with("characters", names.join(", ")),
        )
    }
}

/// The text with an apostrophe wherever a spreadsheet would execute it (a hostile page may contain
/// formulas).
fn guarded(text: Cow<'_, str>) -> Cow<'_, str> {
    match formula_guarded(&text) {
        Cow::Owned(safe) => Cow::Owned(safe),
        Cow::Borrowed(_) => text,
    }
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
        check("\t=1", "'\t'=1");
        check("\r=1", "'\r'=1");
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
