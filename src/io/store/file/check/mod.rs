//! Checks a project with its archives, and repairs faults. Input: the files. Output: a
//! [`StorageReport`]. A check only reads, also while another process owns the project; each part
//! reads one consistent state of the file. It reads tables row by row and keeps a few examples of
//! each fault, never a table.

mod archives;
mod figures;
mod ids;
mod packed_data;
mod related_rows;
mod repair;
mod repair_steps;
mod schema;
mod search;
mod sqlite;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use rusqlite::Connection;

use super::convert::unsigned;
use crate::store::error::TransactionError;
use crate::store::{Result, Store, StoreError, StoreReader};
use bowerbird_logic::model::{StorageFault, StorageFinding, StorageReport};
use bowerbird_logic::text::printable;

/// Maximum examples kept per fault.
const EXAMPLES: usize = 5;
/// Maximum characters of an example.
const EXAMPLE_CHARS: usize = 300;
/// How often `progress` is called with the progress of a check.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// Called with the rows checked and their total; cancels the work by returning false.
pub(super) type Progress<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// The progress of a check, shared with the requesting thread.
#[derive(Default)]
pub(super) struct Watch {
    done: AtomicU64,
    stopped: AtomicBool,
}

impl Watch {
    /// Counts a row; returns whether to continue.
    pub(super) fn step(&self) -> bool {
        self.done.fetch_add(1, Ordering::Relaxed);
        !self.stopped.load(Ordering::Relaxed)
    }

    /// Sets the number of rows done.
    pub(super) fn reach(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// Whether the caller cancelled it.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// The count of a fault, with a few examples.
#[derive(Default)]
struct Occurrences {
    count: u64,
    examples: Vec<String>,
}

impl Occurrences {
    fn add(&mut self, example: impl FnOnce() -> String) {
        self.count += 1;
        if self.examples.len() < EXAMPLES {
            let example = example();
            let shown = printable(&example);
            self.examples
                .push(shown.chars().take(EXAMPLE_CHARS).collect());
        }
    }
}

/// The findings in one file.
struct Found {
    file: String,
    findings: Vec<StorageFinding>,
}

impl Found {
    fn in_file(path: &Path) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str());
        Self {
            file: name.to_string_lossy().into_owned(),
            findings: Vec::new(),
        }
    }

    fn add(&mut self, fault: StorageFault, seen: Occurrences) {
        if seen.count == 0 {
            return;
        }
        self.findings.push(StorageFinding {
            fault,
            file: self.file.clone(),
            count: seen.count,
            examples: seen.examples,
            mended: false,
        });
    }

    /// Adds one fault with an example.
    fn add_one(&mut self, fault: StorageFault, example: String) {
        let mut seen = Occurrences::default();
        seen.add(|| example);
        self.add(fault, seen);
    }
}

/// A part of a check: reads one consistent state of one file.
type Part = fn(&Connection, &Watch, &mut Found) -> std::result::Result<(), TransactionError>;

/// The checks of every file.
const PARTS: [Part; 7] = [
    sqlite::check,
    schema::check,
    related_rows::check,
    related_rows::check_contents,
    figures::check,
    search::check,
    packed_data::check,
];

impl StoreReader {
    /// Checks the project with its archives and reports faults; `None` when `progress` stopped it.
    /// Reads all stored data: minutes for large projects.
    ///
    /// # Errors
    /// When a file cannot be read at all. Damage encountered is a finding.
    pub fn check_storage(
        &self,
        progress: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<Option<StorageReport>> {
        let watch = Watch::default();
        let looked = self.check_with_archives(&watch, progress);
        match looked {
            Err(_) if watch.stopped.load(Ordering::Relaxed) => Ok(None),
            Err(error) => Err(error),
            Ok(report) => Ok((!watch.stopped.load(Ordering::Relaxed)).then_some(report)),
        }
    }

    fn check_with_archives(&self, watch: &Watch, progress: Progress<'_>) -> Result<StorageReport> {
        let mut report = StorageReport::default();
        let beside = archives::beside(self)?;
        let mut of = rows_in(self)?;
        for (_, archive) in &beside.readable {
            of += rows_in(archive)?;
        }
        let mut progress = |done: u64| progress(done.min(of), of);
        self.check_file(watch, &mut progress, &mut report)?;
        for (_, archive) in &beside.readable {
            archive.check_file(watch, &mut progress, &mut report)?;
            report.archives += 1;
        }
        let mut found = Found::in_file(self.path());
        let own = beside_moving(self);
        let highest = archives::highest_numbers(&beside.readable);
        self.aside(watch, &mut progress, |connection, watch| {
            ids::check(connection, highest, &mut found)?;
            archives::check(connection, &beside.readable, own, watch, &mut found)
        })
        .or_else(|error| as_finding(error, watch, &mut found))?;
        report.findings.extend(found.findings);
        report.findings.extend(beside.findings);
        report.findings.sort_by_key(|finding| finding.fault);
        Ok(report)
    }

    /// Checks this one file.
    fn check_file(
        &self,
        watch: &Watch,
        progress: &mut dyn FnMut(u64) -> bool,
        report: &mut StorageReport,
    ) -> Result<()> {
        let mut found = Found::in_file(self.path());
        for part in PARTS {
            self.aside(watch, progress, |connection, watch| {
                part(connection, watch, &mut found)
            })
            .or_else(|error| as_finding(error, watch, &mut found))?;
        }
        let count = |sql: &'static str| {
            let counted = self.read(|c| Ok(c.query_row(sql, [], |row| row.get(0))?));
            counted.map_or(0, unsigned)
        };
        report.records += count("SELECT count(*) FROM record");
        report.pages += count("SELECT count(*) FROM snapshot");
        report.findings.append(&mut found.findings);
        Ok(())
    }

    /// Does `work` on its own connection and thread, in one consistent state of the file, and
    /// regularly asks `progress` whether to continue.
    pub(super) fn aside<T: Send>(
        &self,
        watch: &Watch,
        progress: &mut dyn FnMut(u64) -> bool,
        work: impl FnOnce(&Connection, &Watch) -> std::result::Result<T, TransactionError> + Send,
    ) -> Result<T> {
        let about = |fault: TransactionError| fault.about(self.path());
        let connection = self.inner.readers.another().map_err(about)?;
        let interrupt = connection.get_interrupt_handle();
        let answer = std::thread::scope(|scope| {
            let (reply, answer) = sync_channel(1);
            scope.spawn(move || {
                let worked = connection
                    .unchecked_transaction()
                    .map_err(TransactionError::from)
                    .and_then(|moment| work(&moment, watch));
                // The caller waits for it in any case.
                let _ = reply.send(worked);
            });
            loop {
                match answer.recv_timeout(REPORT_EVERY) {
                    Ok(worked) => {
                        if !progress(watch.done.load(Ordering::Relaxed)) {
                            watch.stopped.store(true, Ordering::Relaxed);
                        }
                        return Some(worked);
                    }
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if !progress(watch.done.load(Ordering::Relaxed)) {
                    watch.stopped.store(true, Ordering::Relaxed);
                }
                if watch.stopped.load(Ordering::Relaxed) {
                    // Repeatedly: it only interrupts the current statement, not the next one.
                    interrupt.interrupt();
                }
            }
        });
        match answer {
            Some(worked) => worked.map_err(about),
            None => Err(StoreError::Other {
                path: self.path().to_owned(),
                reason: "the check ended early".to_owned(),
            }),
        }
    }
}

/// Damage that stops a part is a finding; the other parts continue.
fn as_finding(error: StoreError, watch: &Watch, found: &mut Found) -> Result<()> {
    if watch.stopped.load(Ordering::Relaxed) {
        return Err(error);
    }
    match error {
        StoreError::Damaged { reason, .. } | StoreError::Other { reason, .. } => {
            let known = found.findings.iter_mut();
            let known = known
                .rev()
                .find(|finding| finding.fault == StorageFault::Damaged);
            match known {
                Some(finding) if finding.examples.contains(&reason) => {}
                Some(finding) => {
                    finding.count += 1;
                    finding.examples.push(reason);
                }
                None => found.add_one(StorageFault::Damaged, reason),
            }
            Ok(())
        }
        error => Err(error),
    }
}

/// Whether records may be being moved into an archive at this moment.
fn beside_moving(store: &StoreReader) -> bool {
    !store.is_read_only() || Store::is_owned(store.path())
}

/// The number of rows to check in a file.
fn rows_in(store: &StoreReader) -> Result<u64> {
    let rows = store.read(|connection| {
        Ok(connection.query_row(
            "SELECT (SELECT count(*) FROM record) + (SELECT count(*) FROM snapshot)
                  + (SELECT count(*) FROM resource)",
            [],
            |row| row.get(0),
        )?)
    });
    match rows {
        Ok(rows) => Ok(unsigned(rows)),
        // Its parts will report it.
        Err(StoreError::Damaged { .. } | StoreError::Other { .. }) => Ok(0),
        Err(error) => Err(error),
    }
}
