//! Records written into a table of PostgreSQL, MySQL, MariaDB or SQLite: a row for each, found again by
//! its key, so that writing it twice changes nothing. Each batch is one transaction; one that a lost
//! connection cut off is written again. Never drops a table, a column or a row.
//!
//! Below: addresses (`target`), columns of the table (`columns`), the three kinds of databases.

mod columns;
mod mysql;
mod postgres;
mod sqlite;
mod states;
mod target;
mod tls;

use std::path::Path;
use std::time::{Duration, Instant};

use super::columns::chosen;
use super::{ExportError, ExportOptions, Exported, each_row, table_name};
use crate::store::StoreReader;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::StoredRecord;
use columns::{KEY, STATE, TableColumns};
use states::AbsentRecords;
pub use target::{DatabaseTarget, take_password};

/// Records of a batch, and bytes after which it ends.
const BATCH: usize = 500;
const BATCH_BYTES: usize = 1024 * 1024;
/// Waits before a lost connection is made again.
const WAITS: [Duration; 4] = [
    Duration::from_millis(200),
    Duration::from_secs(1),
    Duration::from_secs(3),
    Duration::from_secs(8),
];
/// Interval between checks for cancellation during a wait.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Keys of one statement that sets states.
const KEYS_AT_ONCE: usize = 500;

/// The values of a row, in the order of the table's columns.
type Row = Vec<Option<String>>;

/// Why a database does not do what it is told.
#[derive(Debug)]
struct Fault {
    /// Whether another try may help: the connection is lost, or another transaction was in the way.
    passes: bool,
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
/// [`ExportError::Database`] for an address that is none, [`ExportError::Refused`] by the database;
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
    let mut writer = Writer {
        table: table_name(options).to_owned(),
        columns: TableColumns::of(chosen),
        options,
        target,
        database: None,
        rows: Vec::new(),
        bytes: 0,
        written: 0,
        not_numbers: 0,
    };
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
    progress(writer.written);
    let note = Message::new("export-database-not-numbers").with("count", writer.not_numbers);
    Ok(Exported {
        rows: writer.written,
        notes: (writer.not_numbers > 0)
            .then_some(note)
            .into_iter()
            .collect(),
    })
}

/// What is written, and where.
struct Writer<'a> {
    table: String,
    /// As they are in the table, once it is prepared.
    columns: TableColumns,
    options: &'a ExportOptions,
    target: DatabaseTarget,
    database: Option<Box<dyn Database>>,
    rows: Vec<Row>,
    bytes: usize,
    written: u64,
    /// Values that are no numbers, in columns that only take these.
    not_numbers: u64,
}

impl Writer<'_> {
    fn add(&mut self, project: &str, absent: &AbsentRecords, record: &StoredRecord) {
        let key = states::key_of(project, record.id.0);
        let (row, not_numbers) = self.columns.row(key, absent.state_of(record.id.0), record);
        self.not_numbers += not_numbers;
        self.bytes += row.iter().flatten().map(String::len).sum::<usize>();
        self.rows.push(row);
    }

    fn is_full(&self) -> bool {
        self.rows.len() >= BATCH || self.bytes >= BATCH_BYTES
    }

    /// Writes the collected batch.
    fn write(&mut self, progress: &mut dyn FnMut(u64) -> bool) -> Result<(), ExportError> {
        let rows = std::mem::take(&mut self.rows);
        self.bytes = 0;
        if rows.is_empty() {
            return Ok(());
        }
        self.carry_out(progress, &mut |database, columns| {
            database.upsert(columns, &rows)
        })?;
        self.written += rows.len() as u64;
        Ok(())
    }

    /// Gives the rows of this project the states that their records have now.
    fn set_states(
        &mut self,
        store: &StoreReader,
        project: &str,
        absent: &AbsentRecords,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(), ExportError> {
        let prefix = states::prefix_of(project);
        let mut known = Vec::new();
        self.carry_out(progress, &mut |database, _| {
            known = database.absent(&prefix)?;
            Ok(())
        })?;
        let changes = absent.changes(store, project, &known);
        for (state, keys) in changes.map_err(ExportError::Store)? {
            for keys in keys.chunks(KEYS_AT_ONCE) {
                self.carry_out(progress, &mut |database, _| database.set_state(keys, state))?;
            }
        }
        Ok(())
    }

    /// Does `work` on the prepared table, again if it fails for a reason that passes.
    fn carry_out(
        &mut self,
        progress: &mut dyn FnMut(u64) -> bool,
        work: &mut dyn FnMut(&mut dyn Database, &TableColumns) -> Result<(), Fault>,
    ) -> Result<(), ExportError> {
        let mut waits = WAITS.into_iter();
        loop {
            let fault = match self.attempt(work) {
                Ok(()) => return Ok(()),
                Err(fault) => fault,
            };
            // What is left of the connection is in no known state.
            self.database = None;
            let Some(wait) = waits.next().filter(|_| fault.passes) else {
                return Err(ExportError::Refused {
                    host: self.target.name(),
                    reason: Message::new("export-database-reason").with("reason", fault.reason),
                    sent: self.written,
                });
            };
            tracing::info!(reason = fault.reason, "the database is tried again");
            let until = Instant::now() + wait;
            while Instant::now() < until {
                if !progress(self.written) {
                    return Err(ExportError::Cancelled);
                }
                std::thread::sleep(POLL_INTERVAL);
            }
        }
    }

    fn attempt(
        &mut self,
        work: &mut dyn FnMut(&mut dyn Database, &TableColumns) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        if self.database.is_none() {
            let password = self.options.secret.as_ref();
            let mut database: Box<dyn Database> = match &self.target {
                DatabaseTarget::Postgres(server) => {
                    Box::new(postgres::Postgres::open(server, password, &self.table)?)
                }
                DatabaseTarget::Mysql(server) => {
                    Box::new(mysql::Mysql::open(server, password, &self.table)?)
                }
                DatabaseTarget::Sqlite(path) => Box::new(sqlite::Sqlite::open(path, &self.table)?),
            };
            self.columns = database.prepare(&self.columns)?;
            self.database = Some(database);
        }
        match &mut self.database {
            Some(database) => work(database.as_mut(), &self.columns),
            None => Ok(()),
        }
    }
}

impl Fault {
    fn lasting(reason: impl std::fmt::Display) -> Self {
        Self {
            passes: false,
            reason: reason.to_string(),
        }
    }

    /// The table has no key of ours: another program made it.
    fn other_table(table: &str) -> Self {
        Self::lasting(format!(
            "the table {table} exists and has no columns {KEY} and {STATE}"
        ))
    }
}
