//! Connections: one writer thread, and a few readers. Flows in: jobs over a transaction and
//! queries. A job runs alone, in one transaction, which is rolled back when it fails; so a full
//! disk loses that job and nothing before it, and the next job finds the file as it was.

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

/// Jobs waiting for the writer; callers that bring more wait, so that memory stays bounded.
const QUEUED_JOBS: usize = 32;
/// Readers kept open; more are opened when needed and closed after use.
const IDLE_READERS: usize = 4;
/// How long a foreign program (a database browser, a backup) may hold the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Memory that a reader keeps pages of the file in, KiB: enough for the upper levels of the
/// indexes over a million addresses, so that asking for one reads two pages and not five.
const READER_CACHE_KIB: i64 = 8_000;
/// Statements kept prepared for each connection.
const PREPARED: usize = 64;

/// Steps of SQLite's machine between two counts.
const STEPS_BETWEEN: i32 = 10_000_000;
/// Counts after which a job is broken off: some minutes. The longest over a million records takes a
/// hundredth of that.
const MAX_STEPS: u32 = 2_000;

thread_local! {
    static STEPS_TAKEN: Cell<u32> = const { Cell::new(0) };
}

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// The thread that alone writes.
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

    /// Runs `work` in a transaction of its own and waits for it; `None` when the thread is gone.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, TransactionError> + Send + 'static,
    ) -> Option<Result<T, TransactionError>> {
        let (reply, answer) = sync_channel(1);
        let job: Job = Box::new(move |connection| {
            // Nobody may be waiting any more; then the work is done all the same.
            let _ = reply.send(in_transaction(connection, work));
        });
        self.jobs.as_ref()?.send(job).ok()?;
        answer.recv().ok()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Without a sender the thread ends after the jobs it has; its connection then closes,
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
    // Immediate: the write lock is taken before anything is read that the job relies on.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let value = work(&transaction)?;
    transaction.commit()?;
    Ok(value)
}

/// The readers not in use.
pub(crate) struct Readers {
    path: PathBuf,
    immutable: bool,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    /// Readers of the project at `path`, opened when first needed.
    pub(super) fn new(path: &Path, immutable: bool) -> Self {
        Self {
            path: path.to_owned(),
            immutable,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Runs a query on a reader of its own. All that one call reads is of one moment when it
    /// opens a transaction.
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
        // A reader still inside a transaction would read old data for ever.
        if idle.len() < IDLE_READERS && connection.is_autocommit() {
            idle.push(connection);
        }
        answer
    }

    /// A connection for the caller alone.
    pub(super) fn another(&self) -> Result<Connection, TransactionError> {
        open_readable(&self.path, self.immutable)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens the file for writing; makes it where there is none. [`ready_to_write`] is to follow.
pub(super) fn open_writable(path: &Path) -> Result<Connection, TransactionError> {
    // SQLite would make the file as open as the umask lets it. Its journals and its shared memory
    // take the mode of the file.
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

/// Settles how a connection writes. Changes the file: it gets a log.
pub(crate) fn ready_to_write(connection: &Connection) -> Result<(), TransactionError> {
    // WAL lets readers read while the writer writes. With synchronous = NORMAL a commit is in
    // the system's care when it returns: it survives the death of this process at any instant
    // (kill -9); a power cut may cost the last seconds, never the file. FULL would wait for the
    // disk at each batch.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "journal_size_limit", 64 * 1024 * 1024)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

/// Opens the file for reading. `immutable` leaves out all locking and the log, for files on media
/// where nothing can be written and nobody else writes.
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

/// Opens the file beside its owner, for a word to it; neither makes the file nor changes its mode.
pub(crate) fn open_foreign(path: &Path, flags: OpenFlags) -> Result<Connection, TransactionError> {
    let mut connection = Connection::open_with_flags(path, flags)?;
    prepare(&mut connection)?;
    Ok(connection)
}

fn prepare(connection: &mut Connection) -> Result<(), TransactionError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(PREPARED);
    // Project files are passed around: nothing in a stranger's schema may call functions, and
    // damage inside a page is noticed when the page is read.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    // Nothing but SQLite itself writes the schema or the tables behind the search index.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    // Pages may be damaged so that they lead around in circles.
    connection.progress_handler(STEPS_BETWEEN, Some(is_endless))?;
    Ok(())
}

/// Whether the current job has taken more steps than any good one.
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

/// The path with what means something in a URI escaped.
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
