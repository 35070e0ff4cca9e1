//! Writes the pages of a crawl as they arrive, into a temporary file that is renamed at the end: a
//! crawl without results leaves an existing file unchanged.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json};

use super::page::CrawledPage;
use crate::protocol::EngineError;
use crate::protocol::file_error;
use bowerbird_logic::messages::Message;

/// Bytes buffered before a write.
const BUFFER: usize = 64 * 1024;
/// Lines that end this many bytes before the end are on the disk.
const SURE: u64 = 256 * 1024;

/// The file of a crawl.
pub(super) struct Writer {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
    /// The total bytes of all lines, and the ends of lines that may not be on the disk yet.
    written: u64,
    ends: VecDeque<u64>,
}

/// The output format of pages.
pub(super) struct Format {
    is_csv: bool,
    fields: Vec<String>,
}

impl Format {
    /// The format for the file's name; `fields` are names of further columns.
    pub(super) fn of(path: &Path, fields: Vec<String>) -> Self {
        let extension = path.extension();
        Self {
            is_csv: extension.is_some_and(|e| e.eq_ignore_ascii_case("csv")),
            fields,
        }
    }

    /// The line of one page.
    pub(super) fn line(&self, page: &CrawledPage) -> Vec<u8> {
        if !self.is_csv {
            return json_line(page, &self.fields);
        }
        let links = page.links.to_string();
        let head = [&page.url, &page.title, &page.h1, &links];
        let cells = head.into_iter().chain(&page.fields);
        csv_line(cells.map(|cell| guarded(cell)))
    }

    fn head(&self) -> Vec<u8> {
        if !self.is_csv {
            return Vec::new();
        }
        let names = ["url", "title", "h1", "links"].map(str::to_owned);
        csv_line(names.into_iter().chain(self.fields.iter().cloned()))
    }
}

fn csv_line(cells: impl Iterator<Item = String>) -> Vec<u8> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    // Writing into memory cannot fail.
    let _ = csv.write_record(cells);
    csv.into_inner().unwrap_or_default()
}

impl Writer {
    /// Creates the file to be named `path`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn create(path: &Path, format: &Format) -> Result<Self, EngineError> {
        let mut part = path.as_os_str().to_owned();
        // A pipe or a device cannot be replaced: it is written to directly.
        if std::fs::metadata(path).map_or(true, |meta| meta.is_file()) {
            part.push(".part");
        }
        let part = PathBuf::from(part);
        let file = match part == path {
            true => File::create(&part),
            false => new_part(&part),
        };
        let file = file.map_err(|error| file_error("engine-cannot-write", path, &error))?;
        let mut writer = Self {
            path: path.to_owned(),
            part,
            file: BufWriter::with_capacity(BUFFER, file),
            written: 0,
            ends: VecDeque::new(),
        };
        writer.write(&format.head())?;
        Ok(writer)
    }

    /// Writes one line.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn write(&mut self, line: &[u8]) -> Result<(), EngineError> {
        self.written += u64::try_from(line.len()).unwrap_or(u64::MAX);
        self.ends.push_back(self.written);
        while self
            .ends
            .front()
            .is_some_and(|end| end + SURE < self.written)
            && self.ends.len() > 2
        {
            self.ends.pop_front();
        }
        self.file
            .write_all(line)
            .map_err(|error| self.fault(&error))
    }

    /// Why the file could not be written. When the disk is full, earlier lines are not lost.
    fn fault(&self, error: &std::io::Error) -> EngineError {
        use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        let full = matches!(error.kind(), FileTooLarge | QuotaExceeded | StorageFull);
        if !full || self.part == self.path {
            return file_error("engine-cannot-write", &self.path, error);
        }
        EngineError(
            Message::new("engine-crawl-disk-full")
                .with("path", self.path.display().to_string())
                .with("part", self.part.display().to_string()),
        )
    }

    /// Keeps the complete lines that are on the disk, in the temporary file.
    pub(super) fn rescue(self) {
        let (part, path, ends) = (self.part, self.path, self.ends);
        // Without retrying the write that does not fit.
        let (file, _) = self.file.into_parts();
        if part == path {
            return;
        }
        let kept = file.metadata().and_then(|meta| {
            let last = ends.iter().rev().find(|end| **end <= meta.len());
            last.map_or(Ok(()), |end| file.set_len(*end))
        });
        if let Err(error) = kept {
            tracing::warn!(%error, path = %part.display(), "the last line may be torn");
        }
    }

    /// Writes the buffer.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn flush(&mut self) -> Result<(), EngineError> {
        self.file.flush().map_err(|error| self.fault(&error))
    }

    /// Completes the file: renames it.
    ///
    /// # Errors
    /// When the file cannot be written or renamed.
    pub(super) fn finish(mut self) -> Result<(), EngineError> {
        if let Err(error) = self.flush() {
            self.rescue();
            return Err(error);
        }
        if self.part == self.path {
            return Ok(());
        }
        std::fs::rename(&self.part, &self.path)
            .map_err(|error| file_error("engine-cannot-write", &self.path, &error))
    }

    /// Leaves an existing file unchanged.
    pub(super) fn discard(self) {
        if self.part == self.path {
            return;
        }
        if let Err(error) = std::fs::remove_file(&self.part) {
            tracing::warn!(%error, path = %self.part.display(), "an unfinished file stays");
        }
    }
}

fn json_line(page: &CrawledPage, fields: &[String]) -> Vec<u8> {
    let mut line = Map::new();
    line.insert("url".to_owned(), Json::from(page.url.as_str()));
    line.insert("title".to_owned(), Json::from(page.title.as_str()));
    line.insert("h1".to_owned(), Json::from(page.h1.as_str()));
    line.insert("links".to_owned(), Json::from(page.links));
    for (name, value) in fields.iter().zip(&page.fields) {
        line.insert(name.clone(), Json::from(value.as_str()));
    }
    let mut line = Json::Object(line).to_string().into_bytes();
    line.push(b'\n');
    line
}

/// A new file at `part`. The remains of an earlier crawl are removed; a link of that name is
/// removed and never followed, since in a shared folder somebody else may have created it.
fn new_part(part: &Path) -> std::io::Result<File> {
    match std::fs::remove_file(part) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    File::create_new(part)
}

/// Spreadsheets run cells that begin like a formula; an apostrophe keeps them text.
fn guarded(cell: &str) -> String {
    bowerbird_logic::text::formula_guarded(cell).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> CrawledPage {
        CrawledPage {
            url: "http://h/".to_owned(),
            title: "标题, with \"quotes\"".to_owned(),
            h1: "=1+1".to_owned(),
            links: 3,
            fields: vec!["7".to_owned()],
        }
    }

    fn written(name: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let format = Format::of(&path, vec!["price".to_owned()]);
        let mut writer = Writer::create(&path, &format).unwrap();
        writer.write(&format.line(&page())).unwrap();
        assert!(!path.exists());
        writer.finish().unwrap();
        std::fs::read_to_string(&path).unwrap()
    }

    #[test]
    fn the_name_says_the_format() {
        assert_eq!(
            written("a.jsonl"),
            "{\"url\":\"http://h/\",\"title\":\"标题, with \\\"quotes\\\"\",\"h1\":\"=1+1\",\"links\":3,\"price\":\"7\"}\n"
        );
        assert_eq!(
            written("a.csv"),
            "url,title,h1,links,price\nhttp://h/,\"标题, with \"\"quotes\"\"\",'=1+1,3,7\n"
        );
    }
}
