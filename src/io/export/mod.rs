//! Exports: one format a file. Written aside, then renamed, so that a half-written export never
//! stands under the name asked for.

use std::path::{Path, PathBuf};

use crate::io::store::{RecordFilter, Store, StoreError};
use crate::logic::messages::{Explain, Message, english};

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// RFC 4180, UTF-8 with a byte order mark, formula guard.
    Csv,
    /// One JSON object a line.
    Jsonl,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 2] = [Self::Csv, Self::Jsonl];

    /// Its name on the command line, which is its file extension too.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
        }
    }
}

/// What to export.
#[derive(Clone, Debug, Default)]
pub struct ExportOptions {
    /// Which records.
    pub filter: RecordFilter,
    /// Which columns, in order; all when empty: `url,title,date,author,text`, the rules' fields,
    /// `site,fetched_at`.
    pub columns: Vec<String>,
}

/// What can go wrong.
#[derive(Debug)]
pub enum ExportError {
    /// The file cannot be written.
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// No such column.
    Column {
        /// Its name.
        name: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// The project cannot be read.
    Store(StoreError),
}

impl Explain for ExportError {
    fn explain(&self) -> Message {
        todo!()
    }
}

impl std::fmt::Display for ExportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for ExportError {}

/// Writes the export; returns how many records. `progress` is told the count now and then and
/// cancels by returning false (then the file asked for stays as it was).
///
/// # Errors
/// [`ExportError`].
pub fn export(
    _store: &Store,
    _format: Format,
    _options: &ExportOptions,
    _path: &Path,
    _progress: &mut dyn FnMut(u64) -> bool,
) -> Result<u64, ExportError> {
    todo!()
}
