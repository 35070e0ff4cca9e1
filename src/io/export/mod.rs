//! Exports: one file per format. Written to a temporary name, then renamed, so that a half-written
//! export never has the requested name. Input: records, one at a time, in the order of the
//! filter.

mod changes;
mod columns;
mod databases;
mod error;
mod formats;
mod numbers;
mod options;
mod overwrite;
mod screenshots;
#[cfg(test)]
mod tests;
mod written_files;

use std::io;
use std::path::Path;

use jiff::Timestamp;

pub use changes::{ChangesExport, ChangesFormat, export_changes};
pub use columns::column_names;
pub use databases::{DatabaseTarget, take_password};
pub use error::ExportError;
pub use formats::change_feed::uuid as stable_uuid;
pub use formats::csv::CsvOptions;
pub use formats::markdown::is_exported_article;
pub use formats::wacz::wacz;
pub use formats::warc::warc;
pub use formats::xml::escaped as escaped_xml;
pub use options::{ExportOptions, Exported, Format, Nested};
pub use overwrite::Overwrite;
pub use written_files::{LookedInto, look_into};

use crate::store::{RecordSort, StoreReader, is_project, real};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::StoredRecord;
use columns::{Cell, HeadedColumn};
use screenshots::ScreenshotFolder;

/// Records between two calls of `progress`.
const PROGRESS_EVERY: u64 = 256;

/// A format being written. If it is dropped before its end, it leaves nothing behind.
trait Rows {
    /// Writes a record.
    fn row(&mut self, record: &StoredRecord) -> io::Result<()>;
    /// Completes the file and renames it; returns notes for the user.
    fn end(self: Box<Self>) -> io::Result<Vec<Message>>;
}

/// Writes the export to the file, folder or address `path`. `progress` regularly receives the count
/// and cancels by returning false (then existing files stay unchanged).
///
/// # Errors
/// [`ExportError`].
pub fn export(
    store: &StoreReader,
    format: Format,
    options: &ExportOptions,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, ExportError> {
    if matches!(format, Format::Webhook | Format::Database) && options.screenshots.is_some() {
        return Err(ExportError::NoScreenshots);
    }
    if format == Format::Webhook {
        return formats::webhook::push(store, options, &path.to_string_lossy(), progress);
    }
    if format == Format::Database {
        return databases::push(store, options, &path.to_string_lossy(), progress);
    }
    if is_projects_own(store.path(), path) || holds_a_project(path) {
        return Err(ExportError::OverProject {
            path: path.to_owned(),
        });
    }
    options.overwrite.check(path, format)?;
    if format == Format::Csv {
        formats::csv::check(&options.csv)?;
    }
    let mut options = options.clone();
    options.limit = options.limit_in(format);
    if format == Format::Rss {
        options.filter.sort = RecordSort::Column {
            name: "fetched_at".to_owned(),
            descending: true,
        };
    }
    let mut columns = columns::chosen(store, &options)?;
    if format == Format::Parquet {
        keep_numbers(store, &options, path, progress, &mut columns)?;
    }
    let failed = |error: io::Error| ExportError::from_io(path, &error);
    let folder = options.screenshots.as_deref();
    let folder = folder.map(|folder| ScreenshotFolder::open(store, folder, &columns));
    let mut folder = folder.transpose()?;
    columns.extend(folder.as_ref().map(ScreenshotFolder::column));
    let mut writer = begin(format, path, columns, &options)?;
    let rows = each_row(
        store,
        &options,
        path,
        progress,
        &mut |record| match &mut folder {
            Some(folder) => writer.row(&folder.add(record)?),
            None => writer.row(record),
        },
    )?;
    let mut notes = writer.end().map_err(failed)?;
    notes.extend(folder.as_ref().map(ScreenshotFolder::note));
    let left_out = store.archives_left_out(&options.filter);
    notes.extend(
        left_out
            .map_err(ExportError::Store)?
            .into_iter()
            .map(|archive| Message::new("archive-missing").with("file", archive.file)),
    );
    progress(rows);
    Ok(Exported { rows, notes })
}

/// Makes columns texts that have other values than numbers: all values of a column are of one kind,
/// and records may be older than the rule that calls them numbers.
fn keep_numbers(
    store: &StoreReader,
    options: &ExportOptions,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
    columns: &mut [HeadedColumn],
) -> Result<(), ExportError> {
    if !columns.iter().any(|column| column.is_number) {
        return Ok(());
    }
    each_row(store, options, path, &mut |_| progress(0), &mut |record| {
        for column in columns.iter_mut().filter(|column| column.is_number) {
            column.is_number = match column.cell(record) {
                Cell::Number(number) => number.real().is_some(),
                Cell::None => true,
                _ => false,
            };
        }
        Ok(())
    })?;
    Ok(())
}

/// Begins the file in its format.
fn begin(
    format: Format,
    path: &Path,
    columns: Vec<HeadedColumn>,
    options: &ExportOptions,
) -> Result<Box<dyn Rows>, ExportError> {
    let failed = |error: io::Error| ExportError::from_io(path, &error);
    let file = || crate::files::atomic_file::File::create(path).map_err(failed);
    Ok(match format {
        Format::Csv => {
            Box::new(formats::csv::Sheet::begin(file()?, columns, options).map_err(failed)?)
        }
        Format::Jsonl => Box::new(formats::jsonl::Lines::begin(file()?, columns)),
        Format::Json => Box::new(formats::jsonl::Array::begin(file()?, columns).map_err(failed)?),
        Format::Bibtex | Format::Ris | Format::Csl => {
            let references = formats::references::References::begin(file()?, columns, format);
            Box::new(references.map_err(failed)?)
        }
        Format::Xlsx => {
            Box::new(formats::xlsx::Workbook::begin(path, columns, options).map_err(failed)?)
        }
        Format::Sqlite => {
            Box::new(formats::sqlite::Database::begin(path, columns, options).map_err(failed)?)
        }
        Format::Markdown => {
            Box::new(formats::markdown::Articles::begin(path, columns).map_err(failed)?)
        }
        Format::Rss => {
            let feed = formats::rss::Feed::begin(file()?, columns, options, Timestamp::now());
            Box::new(feed.map_err(failed)?)
        }
        Format::Postgres => {
            Box::new(formats::postgres::Copy::begin(path, columns, options).map_err(failed)?)
        }
        #[cfg(feature = "parquet")]
        Format::Parquet => {
            Box::new(formats::parquet::Groups::begin(path, columns).map_err(failed)?)
        }
        other => {
            return Err(ExportError::NotBuiltIn {
                format: other.name(),
            });
        }
    })
}

/// The name of the table in a database.
fn table_name(options: &ExportOptions) -> &str {
    match options.title.trim() {
        "" => "records",
        title => title,
    }
}

/// Whether `path` is the project itself or one of its files (journal, lock, secrets): their names
/// begin with the project's name and a hyphen.
fn is_projects_own(project: &Path, path: &Path) -> bool {
    let (project, path) = (real(project), real(path));
    let (project, path) = (project.to_string_lossy(), path.to_string_lossy());
    path.strip_prefix(project.as_ref())
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Whether `path` is a project or an archive, of any owner.
fn holds_a_project(path: &Path) -> bool {
    let regular = std::fs::metadata(path).is_ok_and(|found| found.is_file());
    regular && is_project(path)
}

/// Passes every record to `write`; ends early when writing fails or the user cancels.
fn each_row(
    store: &StoreReader,
    options: &ExportOptions,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
    write: &mut dyn FnMut(&StoredRecord) -> io::Result<()>,
) -> Result<u64, ExportError> {
    let mut rows = 0;
    let mut fault = None;
    store
        .each_record_anywhere(&options.filter, &mut |record| {
            if options.limit == Some(0) {
                return false;
            }
            if let Err(error) = write(&record) {
                fault = Some(ExportError::from_io(path, &error));
                return false;
            }
            rows += 1;
            if options.limit.is_some_and(|limit| rows >= limit) {
                return false;
            }
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
