//! Connections: one writer thread, and a few readers. Input: jobs over a transaction and
//! queries. A job runs alone, in one transaction, which is rolled back on failure; so a full disk
//! loses only that job, and the next job finds the file unchanged.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::files::private_files;
use crate::store::StoreError;
use crate::store::error::TransactionError;

/// Maximum jobs waiting for the writer; further callers wait, so that memory stays bounded.
const QUEUED_JOBS: usize = 32;
/// Readers kept open; more are opened on demand and closed after use.
const IDLE_READERS: usize = 4;
/// How long another program (a database browser, a backup) may lock the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Page cache of a reader, in KiB: enough for the upper levels of the indexes over a million
/// addresses, so that a lookup reads two pages and not five.
const READER_CACHE_KIB: i64 = 8_000;
/// Prepared statements cached per connection.
const PREPARED: usize = 64;

/// Steps of SQLite's virtual machine between two counts.
const STEPS_BETWEEN: i32 = 10_000_000;
/// Counts after which a job is aborted: some minutes. The longest one over a million records takes
/// a hundredth of that.
const MAX_STEPS: u32 = 2_000;

thread_local! {
    static STEPS_TAKEN: Cell<u32> = const { Cell::new(0) };
}

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// The only thread that writes.
pub(crate) struct Writer {
    jobs: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread on a connection made by [`open_writable`].
    pub(super) fn start(mut connection: Connection) -> std::io::Result<Self> {
        let (jobs, todo) = sync_channel::<Job>(QUEUED_JOBS);
        let thread = std::thread::Builder::new()
            .name("store writer".to_owned())
            .spawn(move || {
                for job in todo {
                    job(&mut connection);
                }
            })?;
        Ok(Self {
            jobs: Some(jobs),
            thread: Some(thread),
        })
    }

    /// Runs `work` in its own transaction and waits for it; `None` when the thread is gone.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, TransactionError> + Send + 'static,
    ) -> Option<Result<T, TransactionError>> {
        let (reply, answer) = sync_channel(1);
        let job: Job = Box::new(move |connection| {
            // Even if nobody waits any more, the work is done.
            let _ = reply.send(in_transaction(connection, work));
        });
        self.jobs.as_ref()?.send(job).ok()?;
        answer.recv().ok()
    }

    /// The same outside of a transaction, for what SQLite does in none.
    pub(crate) fn run_alone<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, TransactionError> + Send + 'static,
    ) -> Option<Result<T, TransactionError>> {
        let (reply, answer) = sync_channel(1);
        let job: Job = Box::new(move |connection| {
            begin_steps();
            let _ = reply.send(work(connection));
        });
        self.jobs.as_ref()?.send(job).ok()?;
        answer.recv().ok()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Without a sender, the thread ends after its queued jobs; its connection then closes,
        // which writes the log back into the file.
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn in_transaction<T>(
    connection: &mut Connection,
    work: impl FnOnce(&Transaction<'_>) -> Result<T, TransactionError>,
) -> Result<T, TransactionError> {
    begin_steps();
    // Immediate: the write lock is acquired before the job reads anything it relies on.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let value = work(&transaction)?;
    transaction.commit()?;
    Ok(value)
}

/// The idle readers.
pub(crate) struct Readers {
    path: PathBuf,
    immutable: bool,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    /// Readers of the project at `path`, opened on demand.
    pub(super) fn new(path: &Path, immutable: bool) -> Self {
        Self {
            path: path.to_owned(),
            immutable,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Runs a query on its own reader. The reads of one call are consistent if it opens a
    /// transaction.
    pub(crate) fn run<T>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, TransactionError>,
    ) -> Result<T, TransactionError> {
        let taken = self.idle().pop();
        let connection = match taken {
            Some(connection) => connection,
            None => open_readable(&self.path, self.immutable)?,
        };
        begin_steps();
        let answer = query(&connection);
        let mut idle = self.idle();
        // A reader still inside a transaction would read old data forever.
        if idle.len() < IDLE_READERS && connection.is_autocommit() {
            idle.push(connection);
        }
        answer
    }

    /// A connection for the exclusive use of the caller.
    pub(super) fn another(&self) -> Result<Connection, TransactionError> {
        open_readable(&self.path, self.immutable)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens the file for writing; creates it if it does not exist. [`ready_to_write`] must follow.
pub(super) fn open_writable(path: &Path) -> Result<Connection, TransactionError> {
    // SQLite would create the file with the umask's permissions. Its journals and shared memory get
    // the file's mode.
    private_files::ensure(path)
        .map_err(|e| TransactionError::Known(StoreError::from_io(path, &e)))?;
    private_files::tighten(path);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    prepare(&mut connection)?;
    Ok(connection)
}

/// Configures a connection for writing. Changes the file: it gets a log.
pub(crate) fn ready_to_write(connection: &Connection) -> Result<(), TransactionError> {
    // WAL lets readers read while the writer writes. With synchronous = NORMAL the system has a
    // commit when it returns: it survives the death of this process at any time (kill -9); a power
    // failure may lose the last seconds, but never the file. FULL would wait for the disk at each
    // batch.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "journal_size_limit", 64 * 1024 * 1024)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

/// Opens the file for reading. `immutable` disables all locking and the log, for read-only media
/// that nobody else writes to.
pub(crate) fn open_readable(path: &Path, immutable: bool) -> Result<Connection, TransactionError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = if immutable {
        let uri = format!("file:{}?immutable=1", uri_path(path));
        Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)?
    } else {
        Connection::open_with_flags(path, flags)?
    };
    prepare(&mut connection)?;
    connection.pragma_update(None, "cache_size", -READER_CACHE_KIB)?;
    Ok(connection)
}

/// Opens the file while another process owns it, to leave a command; neither creates the file nor
/// changes its mode.
pub(crate) fn open_foreign(path: &Path, flags: OpenFlags) -> Result<Connection, TransactionError> {
    let mut connection = Connection::open_with_flags(path, flags)?;
    prepare(&mut connection)?;
    Ok(connection)
}

fn prepare(connection: &mut Connection) -> Result<(), TransactionError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(PREPARED);
    // Project files are shared: nothing in an untrusted schema may call functions, and damage
    // inside a page is detected when the page is read.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    // Only SQLite itself writes the schema or the tables behind the search index.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    // Damaged pages may form cycles.
    connection.progress_handler(STEPS_BETWEEN, Some(is_endless))?;
    Ok(())
}

/// Whether the current job has taken more steps than any legitimate one.
fn is_endless() -> bool {
    STEPS_TAKEN.with(|taken| {
        taken.set(taken.get().saturating_add(1));
        taken.get() > MAX_STEPS
    })
}

/// Begins a job of this thread.
fn begin_steps() {
    STEPS_TAKEN.with(|taken| taken.set(0));
}

/// The path with special URI characters escaped.
fn uri_path(path: &Path) -> String {
    path.to_string_lossy()
        .replace('%', "%25")
        .replace('?', "%3f")
        .replace('#', "%23")
}

impl From<StoreError> for TransactionError {
    fn from(error: StoreError) -> Self {
        Self::Known(error)
    }
}
