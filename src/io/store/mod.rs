//! The project file: one SQLite database, one writer thread, many readers. Flows in: what runs
//! found, one transaction a batch. Flows out: plain types. Only this room opens SQLite, and only
//! its writer thread writes; a failed write is rolled back alone and leaves all else as it was.

mod accounts;
mod alert_ways;
mod alerts;
mod anywhere;
mod archive_files;
mod archive_settling;
mod archives;
mod archiving;
mod check;
mod commit;
mod connection;
mod convert;
mod counters;
mod digests;
mod dry_run;
mod error;
mod exceptions;
mod far_reposts;
mod foreign;
mod health;
mod history;
mod identity;
mod kept_marks;
mod list_visits;
mod lock;
mod lost_reposts;
mod marks;
mod missing;
mod online_copy;
mod open;
mod order;
mod proxies;
mod record_part;
mod record_proxy;
mod records;
mod remote_command_watch;
mod remote_commands;
mod renewals;
mod reposts;
mod requests;
mod resources;
mod retention;
mod rewrite;
mod rewrite_undo;
mod run_pages;
mod runs;
mod samples;
mod saved_exports;
mod schema;
mod search;
mod sessions;
mod signals;
mod sites;
mod snapshots;
mod summaries;
mod supervision;
mod table_file;
mod tags;
mod tasks;
#[cfg(test)]
mod tests;
mod time_series;
mod turns;
mod types;
mod unpack;
mod url_claims;
mod validators;
mod versions;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use rusqlite::{Connection, Transaction};

pub use anywhere::CountedAnywhere;
pub use archives::Archive;
pub use archiving::Period;
pub use commit::Committed;
pub use digests::{Banded, Digest, TextsLeft, Undigested};
pub use error::StoreError;
pub use list_visits::Visit;
pub(crate) use online_copy::{ProjectLock, check_copy, project_id_in};
pub(crate) use open::real;
pub use proxies::NewProxy;
pub use record_part::{RecordMark, RecordPart, RecordState, Without};
pub use remote_command_watch::WishWatch;
pub use remote_commands::LeftWish;
pub use renewals::Refresh;
pub use reposts::{ComparedRecord, Repost};
pub use resources::{KeptResource, MAX_KEPT_BYTES};
pub use retention::{Retention, SnapshotCounts};
pub use rewrite::{Rewrite, Rewritten, StoredPage};
pub use rewrite_undo::{TakenBack, Undoable};
pub use runs::RunStart;
pub use samples::{MAX_SAMPLES, SampleRow};
pub use saved_exports::SavedExportRow;
pub use search::{Counted, MAX_RANKED};
pub use supervision::{MAX_SITE_HISTORY, SupervisionChange};
pub(crate) use table_file::TableFile;
pub use turns::{PartEnd, TakenTurn, TurnFilter};
pub use types::{
    DEFAULT_VERSIONS, KnownRecord, NewRequest, Only, PageOutcome, Queued, QueuedState,
    RecordFilter, RecordSort, RequestKind, Revisited, SiteCounts, Snapshot, SnapshotMeta,
    Validators, Verdicted,
};
pub use validators::{Confirmed, KeptAnswer};

use anywhere::OpenArchives;
use connection::{Readers, Writer};
use error::Fault;
use lock::{OwnerLock, TemporaryFolder};
use order::Orders;

type Result<T> = std::result::Result<T, StoreError>;

/// A project file. Cheap to clone; all methods block for the time of one small transaction and
/// may be called from any thread but the window's.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

/// Dropped in this order: readers close, the writer finishes and closes last (so that the log is
/// written back), then the lock is given up, then a temporary folder goes.
struct Inner {
    readers: Readers,
    writer: Option<Writer>,
    orders: Mutex<Orders>,
    archives: Mutex<OpenArchives>,
    path: PathBuf,
    /// Where the project lies that this one rehearses. In memory only: what a file says of other
    /// projects is no ground to open their secrets.
    home: OnceLock<PathBuf>,
    _lock: Option<OwnerLock>,
    _folder: Option<TemporaryFolder>,
}

impl Store {
    /// Runs `work` on the writer thread, in one transaction, and waits for it.
    fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> std::result::Result<T, Fault> + Send + 'static,
    ) -> Result<T> {
        let Some(writer) = &self.inner.writer else {
            return Err(StoreError::ReadOnly {
                path: self.inner.path.clone(),
            });
        };
        match writer.run(work) {
            Some(answer) => answer.map_err(|fault| fault.about(&self.inner.path)),
            None => Err(StoreError::Other {
                path: self.inner.path.clone(),
                reason: "the writer thread has ended".to_owned(),
            }),
        }
    }

    /// Runs a query on a reader.
    fn read<T>(
        &self,
        query: impl FnOnce(&Connection) -> std::result::Result<T, Fault>,
    ) -> Result<T> {
        self.inner
            .readers
            .run(query)
            .map_err(|fault| fault.about(&self.inner.path))
    }

    /// Test hook: lets the file grow by no more than `pages` pages (4,096 bytes each), so that
    /// writes fail as on a full disk; `None` lifts the limit.
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
