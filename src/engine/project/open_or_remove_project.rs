//! Who owns a project, and what another process may do beside the owner.

use super::super::EngineError;
use super::super::supervise::Change;
use super::erasure::{self, ErasurePlaces};
use super::finished_lists::forget_walk;
use super::must_exist;
use bowerbird_io::store::{SiteChange, Store, StoreError, StoreReader};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{PageState, SchedulerState, SiteId, SiteStatus, Supervision};
use jiff::Timestamp;
use std::path::Path;

/// The owner of a project.
pub enum ProjectOwner {
    /// This process, from now on: there was no other owner.
    Here(Store),
    /// Another process.
    Elsewhere,
}

/// Takes ownership of the project at `path`, unless another process owns it.
///
/// # Errors
/// When there is none or it is damaged.
pub fn own_or_not(path: &Path) -> Result<ProjectOwner, EngineError> {
    match Store::open(path) {
        Ok(store) => Ok(ProjectOwner::Here(store)),
        Err(StoreError::Locked { .. }) => Ok(ProjectOwner::Elsewhere),
        Err(error) => Err(error.into()),
    }
}

/// The scheduler state of the process that owns the project; `None` when it is off, or no process
/// owns the project.
///
/// # Errors
/// From the store.
pub fn scheduler(store: &StoreReader, path: &Path) -> Result<Option<SchedulerState>, EngineError> {
    let state = store.scheduler()?.filter(|state| state.on);
    // A killed process could not report that it is off.
    Ok(state.filter(|_| Store::is_owned(path)))
}

/// Whether a process owns the project; if none does, runs that seem active were interrupted.
pub fn is_owned(path: &Path) -> bool {
    Store::is_owned(path)
}

/// Opens a project for writing.
///
/// # Errors
/// When there is none, it is damaged, or another process owns it.
pub fn own(path: &Path) -> Result<Store, EngineError> {
    must_exist(path)?;
    let store = Store::open(path)?;
    if let Err(error) = erasure::resume(&store, &ErasurePlaces::usual()) {
        // It is tried again by the next process, and by the next erasure.
        tracing::warn!(%error, "what was to be removed for good is not all removed yet");
    }
    Ok(store)
}

/// Drops the queue of a site while nothing runs; returns the number of requests. Its lists are read
/// to their end again.
///
/// # Errors
/// From the store.
pub fn drop_queue(store: &Store, site: SiteId) -> Result<u64, EngineError> {
    hold(store, site, false)?;
    drop_and_settle(store, site)
}

/// Drops the queue of a site and gives up its missing pages, which are then no longer missing;
/// returns the number of requests.
pub(crate) fn drop_and_settle(store: &Store, site: SiteId) -> Result<u64, EngineError> {
    forget_walk(store, site)?;
    let dropped = store.drop_queue(site)?;
    let status = store.site(site)?.and_then(|site| site.status);
    if let Some(status) = status.filter(|status| {
        matches!(
            status.state,
            PageState::Incomplete | PageState::NeedsBrowser
        )
    }) {
        let given_up = SiteStatus {
            state: PageState::Ok,
            since: Timestamp::now(),
            reason: Message::new("engine-reason-given-up"),
            next: None,
            evidence: Vec::new(),
            url: status.url,
        };
        store.set_site_status(site, &given_up)?;
    }
    Ok(dropped)
}

/// Pauses sites that do not run, all or none: no runs or probes until they are resumed.
///
/// # Errors
/// From the store.
pub fn pause(store: &Store, sites: &[SiteId]) -> Result<(), EngineError> {
    let mut changes = Vec::new();
    for site in sites {
        changes.push(SiteChange::PauseIdle(*site));
        changes.extend(held(store, *site, true)?);
    }
    Ok(store.change_sites(changes)?)
}

pub(super) fn hold(store: &Store, site: SiteId, on: bool) -> Result<(), EngineError> {
    match held(store, site, on)? {
        Some(change) => Ok(store.change_sites(vec![change])?),
        None => Ok(()),
    }
}

/// What holds a site, or releases it, unless that is so already.
fn held(store: &Store, site: SiteId, on: bool) -> Result<Option<SiteChange>, EngineError> {
    let known = store.supervision(site)?;
    let mut now = known.unwrap_or_else(|| Supervision::new(site, Timestamp::now()));
    if now.memory.held == on {
        return Ok(None);
    }
    now.memory.held = on;
    let change = Box::new(Change::default().with(now));
    Ok(Some(SiteChange::Supervision(change)))
}

/// Removes a project and the files beside it (journal, lock), so that a demo starts from scratch.
///
/// # Errors
/// When another process owns it or it cannot be removed.
pub fn remove(path: &Path) -> Result<(), EngineError> {
    if !path.exists() {
        return Ok(());
    }
    // Opening takes the lock: a project in use is never removed under its owner. A damaged one may
    // be removed.
    if let Err(error @ StoreError::Locked { .. }) = Store::open(path) {
        return Err(error.into());
    }
    for suffix in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        match std::fs::remove_file(&name) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(StoreError::Other {
                    path: path.to_owned(),
                    reason: error.to_string(),
                }
                .into());
            }
        }
    }
    Ok(())
}
