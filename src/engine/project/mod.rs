//! Project locations, and opening projects for reading.

pub mod backups;
pub mod diagnostic_file;
pub(crate) mod finished_lists;
pub mod log;
pub(super) mod remote_commands;
pub(crate) mod saved_exports;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use self::finished_lists::forget_walk;
use super::EngineError;
use super::supervise::Change;
use bowerbird_io::secrets::{self, Secret, Secrets};
use bowerbird_io::store::{Store, StoreError, StoreReader};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{PageState, SchedulerState, SiteId, SiteStatus, Supervision};

/// The file name of a first project, of the window and of the command line.
pub const FIRST_PROJECT: &str = "project.bower";

/// The default project: the first one in the platform's data folder, or in the current one if the
/// platform has none. A `default.bower` of earlier versions of the command line stays the default.
pub fn default_path() -> PathBuf {
    first_of(&data_folder())
}

fn first_of(folder: &Path) -> PathBuf {
    let earlier = folder.join("default.bower");
    match earlier.exists() {
        true => earlier,
        false => folder.join(FIRST_PROJECT),
    }
}

/// The project that the window creates for the sample site.
pub fn sample_path() -> PathBuf {
    data_folder().join("sample.bower")
}

/// The folder with the permissions of projects.
pub(super) fn permissions_folder() -> PathBuf {
    data_folder().join("permissions")
}

/// The folder of backups and backup settings.
pub fn backups_folder() -> PathBuf {
    data_folder().join("backups")
}

fn data_folder() -> PathBuf {
    directories::ProjectDirs::from("", "", "bowerbird")
        .map_or_else(|| PathBuf::from("."), |dirs| dirs.data_dir().to_owned())
}

/// An error with the remedy, if there is no project at `path`.
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

/// Opens a project for reading, alongside the process that owns it.
///
/// # Errors
/// When there is none or it is damaged.
pub fn read(path: &Path) -> Result<StoreReader, EngineError> {
    Ok(unowned(path)?.into_reader())
}

/// The same for code that writes where possible: here every write fails with
/// [`StoreError::ReadOnly`].
///
/// # Errors
/// From the store.
pub fn unowned(path: &Path) -> Result<Store, EngineError> {
    Ok(Store::open_read_only(path)?)
}

/// The passphrase in the file that `BOWERBIRD_PASSPHRASE_FILE` names, if set.
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

/// Changes the passphrase of the secrets of the project at `path`. Deriving keys takes some tenths
/// of a second: not for the window's thread.
///
/// # Errors
/// When there is no encrypted file, or the old passphrase does not open it.
pub fn change_passphrase(path: &Path, old: &Secret, new: &Secret) -> Result<(), EngineError> {
    let home = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    secrets::change_passphrase(&home, old, new).map_err(|error| EngineError(error.explain()))
}

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
    Ok(Store::open(path)?)
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

/// Pauses a site that does not run: no runs or probes until it is resumed.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_project_of_the_window_is_the_default_of_the_command_line() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(first_of(folder.path()), folder.path().join(FIRST_PROJECT));
        let earlier = folder.path().join("default.bower");
        std::fs::write(&earlier, "").expect("written");
        assert_eq!(first_of(folder.path()), earlier);
    }
}
