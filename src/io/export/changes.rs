//! The history of records as a file: one row, or one entry of a feed, for each fact, newest first.
//! Input: a filter. Output: record, field, time, what happened, the value before and the value.

use std::io;
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::columns::{Column, HeadedColumn};
use super::formats::change_feed::{FeedHead, USUAL_LENGTH, write_atom, write_json};
use super::overwrite::FileKind;
use super::{
    ExportError, ExportOptions, Exported, Format, begin, holds_a_project, is_projects_own,
};
use crate::store::{ChangeCursor, StoreReader};
use bowerbird_logic::messages::{Language, Message, text_in};
use bowerbird_logic::model::{
    ChangeFilter, DefaultColumn, ListPosition, Record, RecordFact, RecordMarks, RunId,
    StoredRecord, Value,
};

/// The facts read at once.
const PAGE: usize = 1_000;
/// The columns that are not those of every record, by name.
const FIELDS: [&str; 5] = ["time", "kind", "field", "before", "value"];

/// A form in which changes are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChangesFormat {
    /// As records are: RFC 4180.
    #[default]
    Csv,
    /// A workbook.
    Xlsx,
    /// One JSON object a line.
    Jsonl,
    /// A feed by RFC 4287.
    Atom,
    /// A feed as JSON Feed 1.1.
    JsonFeed,
}

impl ChangesFormat {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 5] = [
        Self::Csv,
        Self::Xlsx,
        Self::Jsonl,
        Self::Atom,
        Self::JsonFeed,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::Jsonl => "jsonl",
            Self::Atom => "atom",
            Self::JsonFeed => "jsonfeed",
        }
    }

    /// The extension of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::JsonFeed => "json",
            other => other.name(),
        }
    }

    /// The format for a file, by its extension; CSV if it says nothing.
    ///
    /// # Errors
    /// [`ExportError::NotForChanges`] for one of the formats in which only records are written.
    pub fn of_path(path: &Path) -> Result<Self, ExportError> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let extension = extension.to_ascii_lowercase();
        let mut all = Self::ALL.into_iter();
        if let Some(found) = all.find(|format| format.extension() == extension) {
            return Ok(found);
        }
        match Format::of_path(path) {
            Format::Csv => Ok(Self::Csv),
            Format::Jsonl => Ok(Self::Jsonl),
            Format::Rss => Ok(Self::Atom),
            other => Err(ExportError::NotForChanges {
                format: other.name(),
            }),
        }
    }

    /// As the records of a table are written; `None` for feeds.
    fn of_rows(self) -> Option<Format> {
        match self {
            Self::Csv => Some(Format::Csv),
            Self::Xlsx => Some(Format::Xlsx),
            Self::Jsonl => Some(Format::Jsonl),
            Self::Atom | Self::JsonFeed => None,
        }
    }
}

/// What is written of changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangesExport {
    /// Which.
    pub filter: ChangeFilter,
    /// How.
    pub format: ChangesFormat,
    /// The language of a feed's words.
    pub language: Language,
    /// The title of a feed, what of existing files may be replaced, how CSV is written.
    pub options: ExportOptions,
}

/// Writes changes to the file `path`. `progress` regularly receives the count and cancels by
/// returning false.
///
/// # Errors
/// [`ExportError`].
pub fn export_changes(
    store: &StoreReader,
    what: &ChangesExport,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, ExportError> {
    if is_projects_own(store.path(), path) || holds_a_project(path) {
        return Err(ExportError::OverProject {
            path: path.to_owned(),
        });
    }
    let overwrite = what.options.overwrite;
    match what.format.of_rows() {
        Some(format) => {
            overwrite.check(path, format)?;
            export_rows(store, format, what, path, progress)
        }
        None => {
            let kind = match what.format {
                ChangesFormat::Atom => FileKind::Xml,
                _ => FileKind::JsonLines,
            };
            overwrite.check_kind(path, Some(kind), what.format.name())?;
            export_feed(store, what, path, progress)
        }
    }
}

fn export_feed(
    store: &StoreReader,
    what: &ChangesExport,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, ExportError> {
    let failed = |error: io::Error| ExportError::from_io(path, &error);
    let limit = what.options.limit.map_or(USUAL_LENGTH, |limit| {
        usize::try_from(limit).unwrap_or(usize::MAX)
    });
    let facts = store
        .changes(&what.filter, None, limit)
        .map_err(ExportError::Store)?;
    let project = store.project_id().map_err(ExportError::Store)?;
    // What is unread or how many entries there are makes no other feed.
    let of = ChangeFilter {
        unread: false,
        since: None,
        ..what.filter.clone()
    };
    let title = match what.options.title.trim() {
        "" => text_in(what.language, &Message::new("app-view-changes")),
        title => title.to_owned(),
    };
    let head = FeedHead {
        title: &title,
        project: &project,
        of: &serde_json::to_string(&of).unwrap_or_default(),
        language: what.language,
        now: Timestamp::now(),
    };
    let file = crate::files::atomic_file::File::create(path).map_err(failed)?;
    let left_out = match what.format {
        ChangesFormat::Atom => write_atom(file, &head, &facts),
        _ => write_json(file, &head, &facts),
    };
    let left_out = left_out.map_err(failed)?;
    progress(facts.len() as u64);
    let note = Message::new("export-left-out").with("count", left_out);
    Ok(Exported {
        rows: facts.len() as u64,
        notes: (left_out > 0).then_some(note).into_iter().collect(),
    })
}

fn export_rows(
    store: &StoreReader,
    format: Format,
    what: &ChangesExport,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, ExportError> {
    let options = &what.options;
    if format == Format::Csv {
        super::formats::csv::check(&options.csv)?;
    }
    let failed = |error: io::Error| ExportError::from_io(path, &error);
    let mut writer = begin(format, path, columns(), options)?;
    let mut rows = 0;
    let mut cursor = None;
    loop {
        let facts = store
            .changes(&what.filter, cursor, PAGE)
            .map_err(ExportError::Store)?;
        let Some(last) = facts.last() else {
            break;
        };
        cursor = Some(ChangeCursor::behind(last));
        for fact in facts {
            writer.row(&row_of(fact)).map_err(failed)?;
            rows += 1;
        }
        if !progress(rows) {
            return Err(ExportError::Cancelled);
        }
    }
    let notes = writer.end().map_err(failed)?;
    Ok(Exported { rows, notes })
}

fn columns() -> Vec<HeadedColumn> {
    let headed = |column: Column, head: &str| HeadedColumn {
        column,
        head: head.to_owned(),
        is_number: false,
    };
    let first = [
        headed(Column::Site, "site"),
        headed(Column::Default(DefaultColumn::Title), "record"),
        headed(Column::Default(DefaultColumn::Url), "url"),
    ];
    let fields = FIELDS.map(|name| HeadedColumn {
        // Values that are numbers are written so, as those of the records are.
        is_number: matches!(name, "before" | "value"),
        ..headed(Column::Field(name.to_owned()), name)
    });
    first.into_iter().chain(fields).collect()
}

/// A fact in the form in which the formats take rows.
fn row_of(fact: RecordFact) -> StoredRecord {
    let time = fact
        .at
        .round(jiff::Unit::Second)
        .unwrap_or(fact.at)
        .to_string();
    let values = [
        time,
        fact.kind.token().to_owned(),
        fact.field,
        fact.before,
        fact.after,
    ];
    let fields = FIELDS.into_iter().zip(values);
    StoredRecord {
        id: fact.record,
        site: fact.site,
        site_name: fact.site_name,
        run: fact.run.unwrap_or(RunId(0)),
        position: ListPosition::default(),
        fetched_at: fact.at,
        record: Record {
            url: fact.url,
            title: fact.title,
            fields: fields
                .map(|(name, value)| (name.to_owned(), Value::One(value)))
                .collect(),
            ..Record::default()
        },
        marks: RecordMarks::default(),
    }
}
