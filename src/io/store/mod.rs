//! The project file: one SQLite database, one writer thread, many readers. Input: results of
//! runs, one transaction per batch. Output: plain types. Only this module opens SQLite, and only
//! its writer thread writes; a failed write is rolled back alone and leaves everything else
//! unchanged.

mod archives;
mod error;
mod file;
mod pools;
mod records;
mod requests;
mod runs;
mod schema;
mod sites;
mod snapshots;
mod supervision;
mod tasks;
#[cfg(test)]
mod tests;
mod types;

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use rusqlite::{Connection, Transaction};

pub use archives::Archive;
pub use archives::archiving::Period;
pub use archives::search_all_files::CountedAnywhere;
pub use error::StoreError;
pub use file::erasure::EraseProgress;
pub(crate) use file::erasure::mention_in_database;
pub(crate) use file::keyed_table::KeyedTable;
pub(crate) use file::online_copy::{ProjectLock, check_copy, project_id_in};
pub use file::open::real;
pub(crate) use file::table_file::{TableFile, TableValue};
pub use pools::proxies::NewProxy;
pub use records::changes::{ChangeCursor, ReadingEnd};
pub use records::conditions::{FilterApplication, KeptAfterAll, WaitingMatches};
pub use records::export_conditions::{RecordMark, RecordPart, RecordState, Without};
pub use records::reposts::digests::{Digest, RecordBands, RecordToDigest, TextsLeft};
pub use records::reposts::{ComparedRecord, Repost};
pub use records::rewrite::{Rewrite, Rewritten, StoredPage};
pub use records::rewrite_undo::{RevertedRecords, Undoable};
pub use records::search::{Counted, MAX_RANKED, Suggested, SuggestionsOf};
pub(crate) use requests::Known;
pub(crate) use requests::columns::QueuedKind;
pub use requests::commit::CommitCounts;
pub use requests::list_visits::Visit;
pub use requests::renewals::Refresh;
pub use requests::sent_page::SentPageCounts;
pub use requests::validators::{Confirmed, KeptAnswer};
pub use runs::RunStart;
pub use schema::is_project;
pub use sites::samples::{MAX_SAMPLES, SampleRow};
pub use snapshots::pictures::PictureTime;
pub use snapshots::resources::{KeptResource, MAX_KEPT_BYTES, SeenResource};
pub use snapshots::retention::{Retention, SnapshotCounts};
pub use supervision::site_batch::SiteChange;
pub use supervision::{MAX_SITE_HISTORY, SupervisionChange};
pub use tasks::remote_command_watch::RemoteCommandWatch;
pub use tasks::remote_commands::{ClaimedCommand, LeftCommand, RemoteAnswer};
pub use tasks::saved_exports::SavedExportRow;
pub use tasks::turns::{ClaimedTurn, PartEnd, TurnFilter};
pub use types::{
    JudgedAnswer, KnownRecord, NewRequest, NoScreenshot, Only, PageOutcome, PageYield, Queued,
    QueuedState, RecordFilter, RecordSort, RequestKind, RequestVerdict, Revisited, Screenshot,
    SiteCounts, Snapshot, SnapshotMeta, Validators,
};

use archives::search_all_files::OpenArchives;
use error::TransactionError;
use file::connection::{Readers, Writer};
use file::owner_lock::{OwnerLock, TemporaryFolder};
use records::order::Orders;

type Result<T> = std::result::Result<T, StoreError>;

/// A project file for reading and writing. Cheap to clone; all methods block for one small
/// transaction and may be called from any thread except the window's.
#[derive(Clone)]
pub struct Store {
    reader: StoreReader,
}

/// A read-only project file, for front ends. Cheap to clone; see [`Store`].
#[derive(Clone)]
pub struct StoreReader {
    inner: Arc<Inner>,
}

impl Store {
    /// Returns a read-only handle.
    pub fn into_reader(self) -> StoreReader {
        self.reader
    }
}

impl Deref for Store {
    type Target = StoreReader;

    fn deref(&self) -> &StoreReader {
        &self.reader
    }
}

/// Dropped in this order: readers close, the writer finishes and closes last (so that the log is
/// written back), then the lock is released, then a temporary folder is removed.
struct Inner {
    readers: Readers,
    writer: Option<Writer>,
    orders: Mutex<Orders>,
    archives: Mutex<OpenArchives>,
    /// Held while records move into archives or back: one move at a time.
    moves: Mutex<()>,
    path: PathBuf,
    /// The path of the project that this one rehearses. In memory only: a file's statement about
    /// other projects must not open their secrets.
    home: OnceLock<PathBuf>,
    _lock: Option<OwnerLock>,
    _folder: Option<TemporaryFolder>,
}

impl StoreReader {
    /// Runs a query on a reader.
    fn read<T>(
        &self,
        query: impl FnOnce(&Connection) -> std::result::Result<T, TransactionError>,
    ) -> Result<T> {
        self.inner
            .readers
            .run(query)
            .map_err(|fault| fault.about(&self.inner.path))
    }
}

impl Store {
    /// Runs `work` on the writer thread, in one transaction, and waits for it.
    fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> std::result::Result<T, TransactionError> + Send + 'static,
    ) -> Result<T> {
        self.answered(self.writer()?.run(work))
    }

    /// The same outside of a transaction.
    fn write_alone<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> std::result::Result<T, TransactionError> + Send + 'static,
    ) -> Result<T> {
        self.answered(self.writer()?.run_alone(work))
    }

    fn writer(&self) -> Result<&Writer> {
        self.inner
            .writer
            .as_ref()
            .ok_or_else(|| StoreError::ReadOnly {
                path: self.inner.path.clone(),
            })
    }

    fn answered<T>(&self, answer: Option<std::result::Result<T, TransactionError>>) -> Result<T> {
        match answer {
            Some(answer) => answer.map_err(|fault| fault.about(&self.inner.path)),
            None => Err(StoreError::Other {
                path: self.inner.path.clone(),
                reason: "the writer thread has ended".to_owned(),
            }),
        }
    }

    /// Test hook: limits the file's growth to `pages` pages (4,096 bytes each), so that writes fail
    /// as on a full disk; `None` lifts the limit.
    ///
    /// # Errors
    /// From SQLite.
    #[doc(hidden)]
    pub fn limit_growth(&self, pages: Option<u32>) -> Result<()> {
        self.write(move |tx| {
            let now: i64 = tx.pragma_query_value(None, "page_count", |row| row.get(0))?;
            let most = pages.map_or(i64::from(u32::MAX - 1), |more| now + i64::from(more));
            tx.query_row(&format!("PRAGMA max_page_count = {most}"), [], |_| Ok(()))?;
            Ok(())
        })
    }
}
