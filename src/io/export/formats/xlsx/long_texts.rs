//! Texts too long for a cell: how they are cut into pieces, and the rows of the sheet that holds what
//! follows, kept in a temporary file until they are written.

use std::fs::File as Disk;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::Path;

use super::cells::{bare_cell, cut};
use crate::files::atomic_file::StagedPath;

/// Maximum UTF-16 units per cell (Excel's limit).
const MAX_CELL: usize = 32_767;
/// Bytes of rows buffered before they are written.
const BUFFER: usize = 256 * 1024;
/// The name of the sheet of excess texts.
pub(super) const LONG_TEXTS: &str = "Long texts";
/// The heads of its columns.
pub(super) const HEADS: [&str; 4] = ["Sheet", "Cell", "Part", "Text"];

/// What of a text a cell holds, and the rest.
pub(super) fn first_piece(text: &str) -> (&str, &str) {
    cut(text, MAX_CELL)
}

/// The rows of the last sheet, kept in a temporary file until they are written.
pub(super) struct LongTexts {
    file: BufWriter<Disk>,
    part: StagedPath,
    rows: u64,
}

impl LongTexts {
    /// Begins the rows beside the workbook.
    pub(super) fn begin(workbook: &Path) -> io::Result<Self> {
        let mut name = workbook.file_name().unwrap_or_default().to_owned();
        name.push(".long");
        let (part, file) = StagedPath::file(&workbook.with_file_name(name))?;
        Ok(Self {
            file: BufWriter::with_capacity(BUFFER, file),
            part,
            rows: 0,
        })
    }

    /// Adds a row without its number and end; returns the number of characters left out.
    pub(super) fn add(
        &mut self,
        sheet: &str,
        cell: &str,
        number: u32,
        text: &str,
    ) -> io::Result<u64> {
        self.rows += 1;
        let mut line = String::with_capacity(text.len() + 256);
        // Cells without references follow one another (§18.3.1.4).
        let mut left_out = 0;
        for part in [sheet, cell] {
            left_out += bare_cell(&mut line, part);
        }
        line.push_str(&format!("<c><v>{number}</v></c>"));
        left_out += bare_cell(&mut line, text);
        line.push('\0');
        self.file.write_all(line.as_bytes())?;
        Ok(left_out)
    }

    /// Passes on every row, then removes the temporary file.
    pub(super) fn each_row(self, mut row: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let Self { file, part, .. } = self;
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        for line in BufReader::new(file).split(0) {
            row(&line?)?;
        }
        drop(part);
        Ok(())
    }
}
