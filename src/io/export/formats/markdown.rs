//! One Markdown file per record, in a folder: all columns except the text as front matter (YAML),
//! then the title and the text. The files are written to a temporary folder and moved when
//! complete. Other files in the folder stay, and a record exported again replaces its own file.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use super::jsonl;
use crate::export::Rows;
use crate::export::columns::{Cell, Column, HeadedColumn};
use crate::files::atomic_file::StagedPath;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{DefaultColumn, StoredRecord};
use bowerbird_logic::text::printable_json;

/// Maximum number of characters of a title in a file name.
const NAME_CHARS: usize = 48;
/// Maximum number of bytes of it: systems allow 255 for the whole name.
const NAME_BYTES: usize = 160;

/// The folder being written.
pub(crate) struct Articles {
    part: StagedPath,
    columns: Vec<HeadedColumn>,
    names: BTreeSet<String>,
}

impl Articles {
    /// Begins the folder `path`.
    pub(crate) fn begin(path: &Path, columns: Vec<HeadedColumn>) -> io::Result<Self> {
        Ok(Self {
            part: StagedPath::folder(path)?,
            columns,
            names: BTreeSet::new(),
        })
    }
}

impl Rows for Articles {
    fn row(&mut self, record: &StoredRecord) -> io::Result<()> {
        let name = file_name(record);
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(self.part.path().join(&name))?;
        file.write_all(article(&self.columns, record).as_bytes())?;
        self.names.insert(name);
        Ok(())
    }

    fn end(self: Box<Self>) -> io::Result<Vec<Message>> {
        let target = self.part.target().to_owned();
        if !target.exists() {
            self.part.rename()?;
            return Ok(Vec::new());
        }
        for name in &self.names {
            fs::rename(self.part.path().join(name), target.join(name))?;
        }
        Ok(Vec::new())
    }
}

/// The record as a Markdown document.
fn article(columns: &[HeadedColumn], record: &StoredRecord) -> String {
    let mut out = String::with_capacity(record.record.text.len() + 512);
    out.push_str("---\n");
    let matter: Vec<HeadedColumn> = columns
        .iter()
        .filter(|c| {
            c.column != Column::Default(DefaultColumn::Text)
                && !matches!(c.cell(record), Cell::None)
        })
        .cloned()
        .collect();
    for (name, value) in jsonl::object(&matter, record) {
        // JSON texts and arrays are YAML too (YAML 1.2, §1.3).
        let line = format!("{}: {value}", serde_json::Value::from(name));
        let _ = writeln!(out, "{}", printable_json(&line));
    }
    out.push_str("---\n\n");
    let has = |wanted: Column| columns.iter().any(|c| c.column == wanted);
    if has(Column::Default(DefaultColumn::Title)) && !record.record.title.is_empty() {
        let title = record.record.title.replace(['\n', '\r'], " ");
        let _ = writeln!(out, "# {}\n", literal(&title));
    }
    if has(Column::Default(DefaultColumn::Text)) {
        for line in record.record.text.lines().filter(|l| !l.trim().is_empty()) {
            let _ = writeln!(out, "{}\n", literal(line.trim_end()));
        }
    }
    out
}

/// Escapes a line so that it renders as plain text (CommonMark, §2.4): adds backslashes before
/// characters that would begin a heading, a list, a quotation or code, and before inline markup.
fn literal(line: &str) -> String {
    let line = line.trim_start();
    // Control characters mean nothing in Markdown, and a terminal that shows the file would
    // interpret them.
    let line = line.replace(|c: char| c.is_control() && c != '\t', "\u{FFFD}");
    let mut out = String::with_capacity(line.len() + 8);
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    for (place, c) in line.chars().enumerate() {
        let begins = place == 0 && matches!(c, '#' | '-' | '+' | '>' | '=' | '~' | '|');
        let numbers = place == digits && digits > 0 && matches!(c, '.' | ')');
        if begins || numbers || matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// `DATE-TITLE-NUMBER.md`: readable, sorted by date, and the same in every export of the record.
fn file_name(record: &StoredRecord) -> String {
    let date: String = record.record.date.chars().take(10).collect();
    let is_date = date.len() == 10 && date.chars().all(|c| c.is_ascii_digit() || c == '-');
    let mut name = if is_date {
        format!("{date}-")
    } else {
        String::new()
    };
    let begin = name.len();
    let mut gap = false;
    for c in record.record.title.chars() {
        if !c.is_alphanumeric() {
            gap = name.len() > begin;
            continue;
        }
        let full = name.chars().count() >= NAME_CHARS + begin || name.len() >= NAME_BYTES;
        if full {
            break;
        }
        if std::mem::take(&mut gap) {
            name.push('-');
        }
        name.extend(c.to_lowercase());
    }
    let gap = if name.is_empty() || name.ends_with('-') {
        ""
    } else {
        "-"
    };
    format!("{name}{gap}{}.md", record.id.0)
}

/// Whether a file may be one that this export made: it is named like one, and begins like one.
pub fn is_exported_article(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(stem) = name.strip_suffix(".md") else {
        return false;
    };
    let number = stem.rsplit('-').next().unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit());
    let is_plain = |c: char| c == '-' || (c.is_alphanumeric() && !c.is_uppercase());
    if !is_number || !stem.chars().all(is_plain) {
        return false;
    }
    let mut head = [0; 4];
    let file = fs::symlink_metadata(path).is_ok_and(|about| about.is_file());
    let mut read = || fs::File::open(path)?.read_exact(&mut head);
    file && read().is_ok() && head == *b"---\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(literal("# no heading"), "\\# no heading");
        assert_eq!(literal("12. of May"), "12\\. of May");
        assert_eq!(literal("a_b *c* <d>"), "a\\_b \\*c\\* \\<d>");
        assert_eq!(literal("中文 plain. 3"), "中文 plain. 3");
        assert_eq!(literal("a\u{1b}b\u{9b}c"), "a\u{FFFD}b\u{FFFD}c");
    }
}
