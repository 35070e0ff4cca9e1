//! The project file: one SQLite database, one writer thread, many readers. Flows in: what runs
//! found, one transaction a batch. Flows out: plain types. Only this room opens SQLite.

mod error;
mod types;

use std::path::Path;

use jiff::Timestamp;

pub use error::StoreError;
pub use types::{
    NewRequest, PageOutcome, Queued, QueuedState, RecordFilter, RecordSort, RequestKind, Snapshot,
    SnapshotMeta, Verdicted,
};

use crate::logic::messages::Message;
use crate::logic::model::{
    Account, AccountId, LoginState, Proxy, ProxyHealth, ProxyId, RecordId, RequestId, Run, RunEnd,
    RunId, RunProgress, Site, SiteDraft, SiteId, SiteStatus, StoredRecord, Task, TaskDraft, TaskId,
};

type Result<T> = std::result::Result<T, StoreError>;

/// A project file. Cheap to clone; all methods block for the time of one small transaction and
/// may be called from any thread but the window's.
#[derive(Clone)]
pub struct Store {}

/// Opening.
impl Store {
    /// Makes a new project file and takes its lock.
    pub fn create(_path: &Path) -> Result<Self> {
        todo!()
    }
    /// Opens a project for reading and writing and takes its lock; migrates it with a backup first.
    pub fn open(_path: &Path) -> Result<Self> {
        todo!()
    }
    /// [`Self::open`], or [`Self::create`] where there is no file.
    pub fn open_or_create(_path: &Path) -> Result<Self> {
        todo!()
    }
    /// Opens a project for reading beside whoever owns it.
    pub fn open_read_only(_path: &Path) -> Result<Self> {
        todo!()
    }
    /// A project in a temporary folder, gone with the last clone.
    pub fn temporary() -> Result<Self> {
        todo!()
    }
    /// Where it lies.
    pub fn path(&self) -> &Path {
        todo!()
    }
    /// Whether it was opened for reading only.
    pub fn is_read_only(&self) -> bool {
        todo!()
    }
    /// A setting by name.
    pub fn setting(&self, _name: &str) -> Result<Option<String>> {
        todo!()
    }
    /// Keeps a setting.
    pub fn set_setting(&self, _name: &str, _value: &str) -> Result<()> {
        todo!()
    }
}

/// Sites.
impl Store {
    /// Adds a site; its name must be new.
    pub fn add_site(&self, _draft: &SiteDraft) -> Result<SiteId> {
        todo!()
    }
    /// Replaces rule, name, kind and start of a site.
    pub fn update_site(&self, _site: SiteId, _draft: &SiteDraft) -> Result<()> {
        todo!()
    }
    /// Removes a site with its records, requests, runs, tasks and accounts.
    pub fn remove_site(&self, _site: SiteId) -> Result<()> {
        todo!()
    }
    /// Enables or disables a site.
    pub fn set_site_enabled(&self, _site: SiteId, _enabled: bool) -> Result<()> {
        todo!()
    }
    /// Keeps how a site fares (`since` of the stored status stays while the state stays).
    pub fn set_site_status(&self, _site: SiteId, _status: &SiteStatus) -> Result<()> {
        todo!()
    }
    /// All sites by name.
    pub fn sites(&self) -> Result<Vec<Site>> {
        todo!()
    }
    /// One site.
    pub fn site(&self, _site: SiteId) -> Result<Option<Site>> {
        todo!()
    }
    /// One site by its exact name.
    pub fn site_by_name(&self, _name: &str) -> Result<Option<Site>> {
        todo!()
    }
}

/// Runs.
impl Store {
    /// Begins a run. When requests of an earlier run are still queued (it was stopped, limited,
    /// blocked or killed), leased ones become queued again and the run goes on with them
    /// (`resumed`); else the frontier of the site is seeded by the caller.
    pub fn start_run(&self, _site: SiteId, _now: Timestamp) -> Result<(RunId, bool)> {
        todo!()
    }
    /// Keeps the figures of a run.
    pub fn update_run(&self, _run: RunId, _progress: &RunProgress) -> Result<()> {
        todo!()
    }
    /// Ends a run.
    pub fn end_run(
        &self,
        _run: RunId,
        _end: RunEnd,
        _progress: &RunProgress,
        _message: Option<&Message>,
        _now: Timestamp,
    ) -> Result<()> {
        todo!()
    }
    /// The latest runs, newest first, of one site or all.
    pub fn runs(&self, _site: Option<SiteId>, _limit: usize) -> Result<Vec<Run>> {
        todo!()
    }
}

/// Requests: the rows behind the frontier. `(site, url)` is unique.
impl Store {
    /// Adds requests that are new; list requests known from an earlier run are queued again.
    /// Returns how many were queued.
    pub fn add_requests(&self, _site: SiteId, _run: RunId, _new: &[NewRequest]) -> Result<usize> {
        todo!()
    }
    /// All addresses of a site known so far (fills the Bloom filter).
    pub fn each_known_url(&self, _site: SiteId, _each: &mut dyn FnMut(&str)) -> Result<()> {
        todo!()
    }
    /// Queued requests due at `now`, lists first, then by position; marks them leased.
    pub fn lease_requests(
        &self,
        _site: SiteId,
        _now: Timestamp,
        _limit: usize,
    ) -> Result<Vec<Queued>> {
        todo!()
    }
    /// Gives leased requests back unchanged (a run was stopped).
    pub fn release_requests(&self, _requests: &[RequestId]) -> Result<()> {
        todo!()
    }
    /// How many are queued (leased ones included) and when the earliest is due.
    pub fn queue_length(&self, _site: SiteId) -> Result<(u64, Option<Timestamp>)> {
        todo!()
    }
    /// Everything that a batch of pages led to, in one transaction: records, new requests,
    /// request states, snapshots, verdicts. Returns for each outcome how many of its records
    /// were new and how many of its new requests were queued.
    pub fn commit(
        &self,
        _site: SiteId,
        _run: RunId,
        _batch: Vec<PageOutcome>,
    ) -> Result<Vec<(u64, u64)>> {
        todo!()
    }
    /// Failed requests of a site with state, reason and address, newest first.
    pub fn failures(&self, _site: SiteId, _limit: usize) -> Result<Vec<Verdicted>> {
        todo!()
    }
}

/// Records.
impl Store {
    /// Records that pass the filter, in its order.
    pub fn records(
        &self,
        _filter: &RecordFilter,
        _offset: u64,
        _limit: u64,
    ) -> Result<Vec<StoredRecord>> {
        todo!()
    }
    /// How many records pass the filter.
    pub fn count_records(&self, _filter: &RecordFilter) -> Result<u64> {
        todo!()
    }
    /// One record.
    pub fn record(&self, _record: RecordId) -> Result<Option<StoredRecord>> {
        todo!()
    }
    /// Streams the records that pass the filter; stops when `each` returns false.
    pub fn each_record(
        &self,
        _filter: &RecordFilter,
        _each: &mut dyn FnMut(StoredRecord) -> bool,
    ) -> Result<()> {
        todo!()
    }
    /// The snapshot a record was made from (or of any address of a site), newest first.
    pub fn snapshot(&self, _site: SiteId, _url: &str) -> Result<Option<Snapshot>> {
        todo!()
    }
}

/// Proxies, accounts, tasks.
impl Store {
    /// Adds a proxy; its name must be new.
    pub fn add_proxy(&self, _name: &str, _url: &str, _user: Option<&str>) -> Result<ProxyId> {
        todo!()
    }
    /// Removes a proxy.
    pub fn remove_proxy(&self, _proxy: ProxyId) -> Result<()> {
        todo!()
    }
    /// All proxies by name.
    pub fn proxies(&self) -> Result<Vec<Proxy>> {
        todo!()
    }
    /// Enables or disables a proxy.
    pub fn set_proxy_enabled(&self, _proxy: ProxyId, _enabled: bool) -> Result<()> {
        todo!()
    }
    /// Keeps how a use of a proxy went (counts it).
    pub fn set_proxy_health(
        &self,
        _proxy: ProxyId,
        _health: ProxyHealth,
        _rest_until: Option<Timestamp>,
        _fault: Option<&Message>,
    ) -> Result<()> {
        todo!()
    }
    /// Adds an account to a site.
    pub fn add_account(&self, _site: SiteId, _user: &str) -> Result<AccountId> {
        todo!()
    }
    /// Removes an account.
    pub fn remove_account(&self, _account: AccountId) -> Result<()> {
        todo!()
    }
    /// All accounts by site and user.
    pub fn accounts(&self) -> Result<Vec<Account>> {
        todo!()
    }
    /// Keeps how a login went.
    pub fn set_account_state(
        &self,
        _account: AccountId,
        _state: LoginState,
        _rest_until: Option<Timestamp>,
        _fault: Option<&Message>,
    ) -> Result<()> {
        todo!()
    }
    /// Adds a task with its first turn.
    pub fn add_task(&self, _draft: &TaskDraft, _next_at: Option<Timestamp>) -> Result<TaskId> {
        todo!()
    }
    /// Removes a task.
    pub fn remove_task(&self, _task: TaskId) -> Result<()> {
        todo!()
    }
    /// Pauses or resumes a task.
    pub fn set_task_paused(&self, _task: TaskId, _paused: bool) -> Result<()> {
        todo!()
    }
    /// Keeps a turn taken (or left out) and the next one.
    pub fn set_task_turn(
        &self,
        _task: TaskId,
        _last_at: Option<Timestamp>,
        _next_at: Option<Timestamp>,
        _missed_turns: u64,
    ) -> Result<()> {
        todo!()
    }
    /// All tasks by next turn.
    pub fn tasks(&self) -> Result<Vec<Task>> {
        todo!()
    }
}
