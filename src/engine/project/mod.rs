//! Where projects lie, and opening them for reading.

pub mod backups;
pub mod log;
pub(super) mod remote_commands;
pub(crate) mod saved_exports;
pub(crate) mod walked;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use self::walked::forget_walk;
use super::EngineError;
use super::supervise::Change;
use bowerbird_io::secrets::{self, Secret, Secrets};
use bowerbird_io::store::{Store, StoreError, StoreReader};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{PageState, SchedulerState, SiteId, SiteStatus, Supervision};

/// The project that is used when none is named: `default.bower` in the platform's data folder, or
/// in the current one where the platform names none.
pub fn default_path() -> PathBuf {
    data_folder().join("default.bower")
}

/// The project that the window makes for the sample site.
pub fn sample_path() -> PathBuf {
    data_folder().join("sample.bower")
}

/// Where it is kept what projects may do by themselves.
pub(super) fn permissions_folder() -> PathBuf {
    data_folder().join("permissions")
}

/// Where backups go, and where it is kept how each project is backed up.
pub fn backups_folder() -> PathBuf {
    data_folder().join("backups")
}

fn data_folder() -> PathBuf {
    directories::ProjectDirs::from("", "", "bowerbird")
        .map_or_else(|| PathBuf::from("."), |dirs| dirs.data_dir().to_owned())
}

/// Says what to do when there is no project at `path`.
///
/// # Errors
/// When there is none.
pub fn must_exist(path: &Path) -> Result<(), EngineError> {
    if path.exists() {
        Ok(())
    } else {
        Err(StoreError::Missing {
            path: path.to_owned(),
        }
        .into())
    }
}

/// Opens a project for reading, beside the process that owns it.
///
/// # Errors
/// When there is none or it is damaged.
pub fn read(path: &Path) -> Result<StoreReader, EngineError> {
    Ok(unowned(path)?.into_reader())
}

/// The same for what writes where it may: on this one every write fails with
/// [`StoreError::ReadOnly`].
///
/// # Errors
/// From the store.
pub fn unowned(path: &Path) -> Result<Store, EngineError> {
    Ok(Store::open_read_only(path)?)
}

/// The passphrase in the file that `BOWERBIRD_PASSPHRASE_FILE` names, when it is set.
///
/// # Errors
/// When that file cannot be read, or is empty.
pub fn known_passphrase() -> Result<Option<Secret>, EngineError> {
    Secrets::passphrase_from_environment().map_err(|error| EngineError(error.explain()))
}

/// The passphrase in a file.
///
/// # Errors
/// When it cannot be read, or is empty.
pub fn passphrase_in(path: &Path) -> Result<Secret, EngineError> {
    secrets::passphrase_in(path).map_err(|error| EngineError(error.explain()))
}

/// Puts the secrets of the project at `path` under another passphrase. Deriving keys takes some tenths
/// of a second: not for the window's thread.
///
/// # Errors
/// When there is no encrypted file, or the old passphrase does not open it.
pub fn change_passphrase(path: &Path, old: &Secret, new: &Secret) -> Result<(), EngineError> {
    let home = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    secrets::change_passphrase(&home, old, new).map_err(|error| EngineError(error.explain()))
}

/// Who owns a project.
pub enum Owned {
    /// This process, from now on: no other one did.
    Here(Store),
    /// Another process.
    Elsewhere,
}

/// Takes the project at `path` over, unless another process owns it.
///
/// # Errors
/// When there is none or it is damaged.
pub fn own_or_not(path: &Path) -> Result<Owned, EngineError> {
    match Store::open(path) {
        Ok(store) => Ok(Owned::Here(store)),
        Err(StoreError::Locked { .. }) => Ok(Owned::Elsewhere),
        Err(error) => Err(error.into()),
    }
}

/// What the scheduler of the process that owns the project does; `None` when it is off, or no
/// process owns the project.
///
/// # Errors
/// From the store.
pub fn scheduler(store: &StoreReader, path: &Path) -> Result<Option<SchedulerState>, EngineError> {
    let state = store.scheduler()?.filter(|state| state.on);
    // One that was killed could not say that it is off.
    Ok(state.filter(|_| Store::is_owned(path)))
}

/// Whether a process owns the project; what seems to run where none does was interrupted.
pub fn is_owned(path: &Path) -> bool {
    Store::is_owned(path)
}

/// Opens a project for writing.
///
/// # Errors
/// When there is none, it is damaged, or another process owns it.
pub fn own(path: &Path) -> Result<Store, EngineError> {
    must_exist(path)?;
    Ok(Store::open(path)?)
}

/// Drops what a site has queued while nothing runs; how many requests. Its lists are read to
/// their end again.
///
/// # Errors
/// From the store.
pub fn drop_queue(store: &Store, site: SiteId) -> Result<u64, EngineError> {
    hold(store, site, false)?;
    drop_and_settle(store, site)
}

/// Drops the queue of a site and gives up what is missing of it, which is missing no more then; how
/// many requests.
pub(super) fn drop_and_settle(store: &Store, site: SiteId) -> Result<u64, EngineError> {
    forget_walk(store, site)?;
    let dropped = store.drop_queue(site)?;
    let status = store.site(site)?.and_then(|site| site.status);
    if let Some(status) = status.filter(|status| status.state == PageState::Incomplete) {
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

/// Pauses a site that does not run: neither runs nor probes ask it until it is resumed.
///
/// # Errors
/// From the store.
pub fn pause(store: &Store, site: SiteId) -> Result<(), EngineError> {
    store.pause_idle(site)?;
    hold(store, site, true)
}

fn hold(store: &Store, site: SiteId, held: bool) -> Result<(), EngineError> {
    let known = store.supervision(site)?;
    let mut now = known.unwrap_or_else(|| Supervision::new(site, Timestamp::now()));
    if now.memory.held != held {
        now.memory.held = held;
        store.keep_supervision(&Change::default().with(now))?;
    }
    Ok(())
}

/// Removes a project and what lies beside it (journal, lock), so that a demo starts afresh.
///
/// # Errors
/// When another process owns it or it cannot be removed.
pub fn remove(path: &Path) -> Result<(), EngineError> {
    if !path.exists() {
        return Ok(());
    }
    // Opening takes the lock: a project in use is never pulled away under its owner. A damaged
    // one may go.
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
