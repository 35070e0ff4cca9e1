//! The history of records as a file: one row for each fact, newest first. Input: a filter. Output:
//! record, field, time, what happened, the value before and the value.

use std::io;
use std::path::Path;

use super::columns::{Column, HeadedColumn};
use super::{
    ExportError, ExportOptions, Exported, Format, begin, holds_a_project, is_projects_own,
};
use crate::store::{ChangeCursor, StoreReader};
use bowerbird_logic::model::{
    ChangeFilter, DefaultColumn, ListPosition, Record, RecordFact, RecordMarks, RunId,
    StoredRecord, Value,
};

/// The facts read at once.
const PAGE: usize = 1_000;
/// The columns that are not those of every record, by name.
const FIELDS: [&str; 5] = ["time", "kind", "field", "before", "value"];

/// Writes the facts that match `filter` to the file `path`, as CSV, JSON Lines or a workbook.
/// `progress` regularly receives the count and cancels by returning false.
///
/// # Errors
/// [`ExportError`].
pub fn export_changes(
    store: &StoreReader,
    format: Format,
    (filter, options): (&ChangeFilter, &ExportOptions),
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, ExportError> {
    if !matches!(format, Format::Csv | Format::Jsonl | Format::Xlsx) {
        return Err(ExportError::NotForChanges {
            format: format.name(),
        });
    }
    if is_projects_own(store.path(), path) || holds_a_project(path) {
        return Err(ExportError::OverProject {
            path: path.to_owned(),
        });
    }
    options.overwrite.check(path, format)?;
    if format == Format::Csv {
        super::formats::csv::check(&options.csv)?;
    }
    let failed = |error: io::Error| ExportError::from_io(path, &error);
    let mut writer = begin(format, path, columns(), options)?;
    let mut rows = 0;
    let mut cursor = None;
    loop {
        let facts = store
            .changes(filter, cursor, PAGE)
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
