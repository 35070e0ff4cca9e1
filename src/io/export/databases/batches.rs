//! Rows collected into batches, each written in one transaction; one that a lost connection cut off is
//! written again, after a wait. Input: records. Output: batches at a database, and how many rows.

use std::time::{Duration, Instant};

use super::columns::TableColumns;
use super::states::{self, AbsentRecords};
use super::{Database, DatabaseTarget, Fault, Row, mysql, postgres, sqlite};
use crate::export::{ExportError, ExportOptions, table_name};
use crate::store::StoreReader;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::StoredRecord;

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

/// What is written, and where.
pub(super) struct BatchWriter<'a> {
    table: String,
    /// As they are in the table, once it is prepared.
    columns: TableColumns,
    options: &'a ExportOptions,
    target: DatabaseTarget,
    database: Option<Box<dyn Database>>,
    rows: Vec<Row>,
    bytes: usize,
    written: u64,
    /// Whether the database was ever reached.
    was_connected: bool,
    /// Values that are no numbers, in columns that only take these.
    not_numbers: u64,
}

impl<'a> BatchWriter<'a> {
    /// Nothing is connected or written yet.
    pub(super) fn new(
        columns: TableColumns,
        options: &'a ExportOptions,
        target: DatabaseTarget,
    ) -> Self {
        Self {
            table: table_name(options).to_owned(),
            columns,
            options,
            target,
            database: None,
            rows: Vec::new(),
            bytes: 0,
            written: 0,
            was_connected: false,
            not_numbers: 0,
        }
    }

    /// How many rows were written.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// How many values were no numbers, in columns that only take these.
    pub(super) fn not_numbers(&self) -> u64 {
        self.not_numbers
    }

    /// Adds a record to the batch.
    pub(super) fn add(&mut self, project: &str, absent: &AbsentRecords, record: &StoredRecord) {
        let key = states::key_of(project, record.id.0);
        let (row, not_numbers) = self.columns.row(key, absent.state_of(record.id.0), record);
        self.not_numbers += not_numbers;
        self.bytes += row.iter().flatten().map(String::len).sum::<usize>();
        self.rows.push(row);
    }

    /// Whether the batch is to be written.
    pub(super) fn is_full(&self) -> bool {
        self.rows.len() >= BATCH || self.bytes >= BATCH_BYTES
    }

    /// Writes the collected batch.
    pub(super) fn write(
        &mut self,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(), ExportError> {
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
    pub(super) fn set_states(
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
    pub(super) fn carry_out(
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
            // A server that restarts is waited for, one that never was there is not.
            if fault.refused && !self.was_connected {
                return Err(ExportError::NoDatabase {
                    place: self.target.place(),
                });
            }
            if fault.insecure {
                return Err(ExportError::Insecure {
                    place: self.target.place(),
                    reason: fault.reason,
                });
            }
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
            self.was_connected = true;
            self.columns = database.prepare(&self.columns)?;
            self.database = Some(database);
        }
        match &mut self.database {
            Some(database) => work(database.as_mut(), &self.columns),
            None => Ok(()),
        }
    }
}
