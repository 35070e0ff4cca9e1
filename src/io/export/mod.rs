//! Exports: one format a file. Written aside, then renamed, so that a half-written export never
//! stands under the name asked for. Flows in: records, one at a time, in the order of the filter.

pub(in crate::io) mod aside;
mod columns;
mod csv;
mod error;
mod jsonl;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::Path;

pub use error::ExportError;

use crate::io::store::{RecordFilter, Store, real};
use crate::logic::model::StoredRecord;
use columns::Column;

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

    /// The format of a name or file extension, in any case of letters.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(name))
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

/// Records between two calls of `progress`.
const PROGRESS_EVERY: u64 = 256;

/// Writes the export; returns how many records. `progress` is told the count now and then and
/// cancels by returning false (then the file asked for stays as it was).
///
/// # Errors
/// [`ExportError`].
pub fn export(
    store: &Store,
    format: Format,
    options: &ExportOptions,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<u64, ExportError> {
    if is_projects_own(store.path(), path) {
        return Err(ExportError::OverProject {
            path: path.to_owned(),
        });
    }
    let columns = columns::chosen(store, options)?;
    let failed = |error: std::io::Error| ExportError::from_io(path, &error);
    let mut file = aside::File::create(path).map_err(failed)?;
    let rows = match format {
        Format::Csv => {
            let mut sheet = csv::Sheet::begin(file.writer(), &columns).map_err(failed)?;
            let rows = each_row(store, options, path, progress, &mut |record| {
                sheet.row(record)
            })?;
            sheet.end().map_err(failed)?;
            rows
        }
        Format::Jsonl => {
            let mut lines = jsonl::Lines::new(file.writer(), &columns);
            each_row(store, options, path, progress, &mut |record| {
                lines.row(record)
            })?
        }
    };
    file.finish().map_err(failed)?;
    progress(rows);
    Ok(rows)
}

/// Whether `path` is the project itself or one of the files that belong to it (journal, lock,
/// secrets): those begin with its name and a hyphen.
fn is_projects_own(project: &Path, path: &Path) -> bool {
    let (project, path) = (real(project), real(path));
    let (project, path) = (project.to_string_lossy(), path.to_string_lossy());
    path.strip_prefix(project.as_ref())
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Hands every record to `write`; ends early when writing fails or the person cancels.
fn each_row(
    store: &Store,
    options: &ExportOptions,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
    write: &mut dyn FnMut(&StoredRecord) -> std::io::Result<()>,
) -> Result<u64, ExportError> {
    let mut rows = 0;
    let mut fault = None;
    store
        .each_record(&options.filter, &mut |record| {
            if let Err(error) = write(&record) {
                fault = Some(ExportError::from_io(path, &error));
                return false;
            }
            rows += 1;
            if rows % PROGRESS_EVERY == 0 && !progress(rows) {
                fault = Some(ExportError::Cancelled);
                return false;
            }
            true
        })
        .map_err(ExportError::Store)?;
    match fault {
        Some(error) => Err(error),
        None => Ok(rows),
    }
}

/// What a format writes to.
type Sink<'a> = &'a mut dyn Write;
/// The columns of an export.
type Columns<'a> = &'a [Column];
