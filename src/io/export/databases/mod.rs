//! Records written into a table of PostgreSQL, MySQL, MariaDB or SQLite: a row for each, found again by
//! its key, so that writing it twice changes nothing. Each batch is one transaction; one that a lost
//! connection cut off is written again. Never drops a table, a column or a row.
//!
//! Below: batches and what a lost connection leads to (`batches`), addresses (`target`), columns of the table
//! (`columns`), the three kinds of databases.

mod batches;
mod columns;
mod mysql;
mod postgres;
mod sqlite;
mod states;
mod target;
mod tls;

use std::path::Path;

use super::columns::chosen;
use super::{ExportError, ExportOptions, Exported, each_row};
use crate::store::StoreReader;
use batches::BatchWriter;
use bowerbird_logic::messages::Message;
use columns::{KEY, STATE, TableColumns};
use states::AbsentRecords;
pub use target::{DatabaseTarget, take_password};

/// The values of a row, in the order of the table's columns.
type Row = Vec<Option<String>>;

/// Why a database does not do what it is told.
#[derive(Debug)]
struct Fault {
    /// Whether another try may help: the connection is lost, or another transaction was in the way.
    passes: bool,
    /// Whether the connection was refused: nothing listens there.
    refused: bool,
    /// Whether the server's certificate cannot be trusted, or it has no encryption to offer.
    insecure: bool,
    reason: String,
}

/// A connection to a database, with the table that is written.
trait Database {
    /// Makes the table and the columns that are missing; returns the table's columns as they are.
    fn prepare(&mut self, columns: &TableColumns) -> Result<TableColumns, Fault>;
    /// Writes rows, new or known ones, all or none.
    fn upsert(&mut self, columns: &TableColumns, rows: &[Row]) -> Result<(), Fault>;
    /// Keys that begin with `prefix` and their states, where that is not `present`.
    fn absent(&mut self, prefix: &str) -> Result<Vec<(String, String)>, Fault>;
    /// Gives rows another state; keys without a row do not count.
    fn set_state(&mut self, keys: &[String], state: &str) -> Result<(), Fault>;
}

/// Writes the records; returns how many.
///
/// # Errors
/// [`ExportError::Database`] for an address that is none, [`ExportError::NoDatabase`] if nothing
/// listens there, [`ExportError::Refused`] by the database;
/// errors from reading.
pub(super) fn push(
    store: &StoreReader,
    options: &ExportOptions,
    address: &str,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, ExportError> {
    let target = DatabaseTarget::parse(address)?;
    if let DatabaseTarget::Sqlite(path) = &target
        && (super::is_projects_own(store.path(), path) || super::holds_a_project(path))
    {
        return Err(ExportError::OverProject { path: path.clone() });
    }
    let project = store.project_id().map_err(ExportError::Store)?;
    let absent = AbsentRecords::of(store).map_err(ExportError::Store)?;
    let chosen = chosen(store, options)?;
    let table = TableColumns::of(chosen);
    let mut writer = BatchWriter::new(table, options, target);
    writer.carry_out(progress, &mut |_, _| Ok(()))?;
    let mut stopped = None;
    // Called between two records and between two tries, never at the same time.
    let progress = std::cell::RefCell::new(progress);
    let read = each_row(
        store,
        options,
        Path::new(address),
        &mut |rows| (progress.borrow_mut())(rows),
        &mut |record| {
            writer.add(&project, &absent, record);
            if !writer.is_full() {
                return Ok(());
            }
            let done = writer.write(&mut |rows| (progress.borrow_mut())(rows));
            done.map_err(|error| {
                stopped = Some(error);
                std::io::Error::other("stopped")
            })
        },
    );
    if let Some(error) = stopped {
        return Err(error);
    }
    read?;
    let mut progress = |rows| (progress.borrow_mut())(rows);
    writer.write(&mut progress)?;
    writer.set_states(store, &project, &absent, &mut progress)?;
    progress(writer.written());
    let not_numbers = writer.not_numbers();
    let note = Message::new("export-database-not-numbers").with("count", not_numbers);
    Ok(Exported {
        rows: writer.written(),
        notes: (not_numbers > 0).then_some(note).into_iter().collect(),
    })
}

impl Fault {
    fn lasting(reason: impl std::fmt::Display) -> Self {
        Self {
            passes: false,
            refused: false,
            insecure: false,
            reason: reason.to_string(),
        }
    }

    /// The connection would not be safe.
    fn insecure(reason: String) -> Self {
        Self {
            insecure: true,
            ..Self::lasting(reason)
        }
    }

    /// No answer came in time.
    fn no_answer() -> Self {
        Self {
            passes: true,
            ..Self::lasting("no answer in time")
        }
    }

    /// The table has no key of ours: another program made it.
    fn other_table(table: &str) -> Self {
        Self::lasting(format!(
            "the table {table} exists and has no columns {KEY} and {STATE}"
        ))
    }
}
