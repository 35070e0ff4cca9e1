//! CSV for PostgreSQL's COPY (PostgreSQL documentation, COPY, "CSV Format"): UTF-8 without a byte
//! order mark, an empty cell is NULL, and U+0000 is left out because its texts cannot contain it.
//! Beside it, `NAME.csv.sql` creates the table and loads the file.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::csv::text_of;
use crate::export::columns::{Cell, Column, HeadedColumn, distinct_heads};
use crate::export::{ExportOptions, Nested, Rows, table_name};
use crate::files::atomic_file::File;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::StoredRecord;

/// Maximum length of a name in bytes (NAMEDATALEN − 1); the server truncates longer ones too.
const MAX_NAME: usize = 63;

/// The two files being written.
pub(crate) struct Copy {
    file: File,
    path: PathBuf,
    columns: Vec<HeadedColumn>,
    heads: Vec<String>,
    table: String,
    /// For each column, whether every value so far was JSON.
    only_json: Vec<bool>,
    /// For each column, whether every value so far was a number.
    only_numbers: Vec<bool>,
    line: String,
}

impl Copy {
    /// Begins the file `path`.
    pub(crate) fn begin(
        path: &Path,
        columns: Vec<HeadedColumn>,
        options: &ExportOptions,
    ) -> io::Result<Self> {
        let mut copy = Self {
            file: File::create(path)?,
            path: path.to_owned(),
            heads: distinct_heads(&columns),
            table: table_name(options).to_owned(),
            only_json: vec![true; columns.len()],
            only_numbers: columns.iter().map(|column| column.is_number).collect(),
            columns,
            line: String::new(),
        };
        for (place, head) in copy.heads.iter().enumerate() {
            begin_cell(&mut copy.line, place);
            cell_into(&mut copy.line, head);
        }
        copy.end_line()?;
        Ok(copy)
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.line.push('\n');
        self.file.write_all(self.line.as_bytes())?;
        self.line.clear();
        Ok(())
    }

    fn statement(&self) -> String {
        let columns: Vec<String> = (self.heads.iter().zip(&self.columns))
            .zip(self.only_json.iter().zip(&self.only_numbers))
            .map(|((head, column), (only_json, only_numbers))| {
                let kind = match column.column {
                    Column::FetchedAt => "timestamptz",
                    Column::Field(_) if *only_numbers => "numeric",
                    Column::Field(_) if *only_json => "jsonb",
                    _ => "text",
                };
                format!("    {} {kind}", name(head))
            })
            .collect();
        let heads: Vec<String> = self.heads.iter().map(|head| name(head)).collect();
        let file = self.path.file_name().unwrap_or_default().to_string_lossy();
        format!(
            "CREATE TABLE IF NOT EXISTS {table} (\n{}\n);\n\n-- Run psql in the folder of the file:\n\
             \\copy {table} ({}) FROM '{}' WITH (FORMAT csv, HEADER true, ENCODING 'UTF8')\n",
            columns.join(",\n"),
            heads.join(", "),
            in_one_line(&file).replace('\'', "''"),
            table = name(&self.table),
        )
    }
}

impl Rows for Copy {
    fn row(&mut self, record: &StoredRecord) -> io::Result<()> {
        for (place, column) in self.columns.iter().enumerate() {
            begin_cell(&mut self.line, place);
            let cell = column.cell(record);
            if !matches!(cell, Cell::Number(_) | Cell::None)
                && let Some(only_numbers) = self.only_numbers.get_mut(place)
            {
                *only_numbers = false;
            }
            if matches!(cell, Cell::One(_) | Cell::Number(_))
                && let Some(only_json) = self.only_json.get_mut(place)
            {
                *only_json = false;
            }
            cell_into(&mut self.line, &text_of(&cell, Nested::Json));
        }
        self.end_line()
    }

    fn end(mut self: Box<Self>) -> io::Result<Vec<Message>> {
        // Appended to the whole name, because a statement of the user's own may be called
        // `NAME.sql`.
        let mut beside = self.path.clone().into_os_string();
        beside.push(".sql");
        let beside = PathBuf::from(beside);
        let mut statement = File::create(&beside)?;
        statement.write_all(self.statement().as_bytes())?;
        self.file.settle()?;
        // The statement comes first: alone it is harmless, and the file never exists without it.
        statement.finish()?;
        self.file.finish()?;
        Ok(vec![
            Message::new("export-statement").with("path", beside.display().to_string()),
        ])
    }
}

fn begin_cell(line: &mut String, place: usize) {
    if place > 0 {
        line.push(',');
    }
}

/// Appends a cell, in quotes where COPY would misread it: `\.` alone ends the data in servers
/// before 17.
fn cell_into(line: &mut String, text: &str) {
    let text: Cow<'_, str> = if text.contains('\0') {
        text.replace('\0', "").into()
    } else {
        text.into()
    };
    let plain = !text.contains(['"', ',', '\n', '\r', '\\'])
        && !text.starts_with(char::is_whitespace)
        && !text.ends_with(char::is_whitespace);
    if plain {
        line.push_str(&text);
        return;
    }
    line.push('"');
    line.push_str(&text.replace('"', "\"\""));
    line.push('"');
}

/// A quoted name, truncated to the server's limit, without characters that would end psql's line.
fn name(text: &str) -> String {
    let text = &in_one_line(text);
    let mut end = text.len().min(MAX_NAME);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = text.get(..end).unwrap_or(text);
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The text without control characters: a line feed ends `\copy`, and the rest could be a psql
/// command.
fn in_one_line(text: &str) -> String {
    text.replace(char::is_control, "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_the_command() {
        assert_eq!(name("a\n\\! id\r\"b"), "\"a_\\! id_\"\"b\"");
        assert_eq!(in_one_line("x\ny.csv"), "x_y.csv");
    }

    fn check(text: &str, expected: &str) {
        let mut line = String::new();
        cell_into(&mut line, text);
        assert_eq!(line, expected);
    }

    #[test]
    fn cells_are_quoted_where_copy_asks_for_it() {
        check("plain", "plain");
        check("", "");
        check("\\.", "\"\\.\"");
        check("a,\"b\"\n中", "\"a,\"\"b\"\"\n中\"");
        check("a\0b", "ab");
        check(" a", "\" a\"");
    }

    #[test]
    fn a_name_is_cut_between_characters() {
        assert_eq!(name(&"中".repeat(30)), format!("\"{}\"", "中".repeat(21)));
        assert_eq!(name("a\"b"), "\"a\"\"b\"");
    }
}
