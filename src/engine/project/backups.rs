//! Backups of projects for the front ends: listing, creating and restoring them. Their locations
//! are stored outside projects (`io::backups`).

use std::path::{Path, PathBuf};

use jiff::Timestamp;

pub use bowerbird_io::backups::{
    BackupError, BackupInfo, BackupPlaces, BackupSettings, FinishedBackup, KnownProject, Restored,
};
pub use bowerbird_logic::policy::backup_retention::BackupRetention;

use super::super::{EngineError, project};
use bowerbird_io::backups::{backup_at, bytes_in, place_of, project_id_in, restore, take};
use bowerbird_io::files::private_files;
use bowerbird_io::store::StoreReader;
use bowerbird_logic::messages::Message;
use bowerbird_logic::policy::backup_retention::MOST;

/// Called with the bytes done and the total; stops the work by returning false.
pub type BackupProgress<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// The backup information of a project for the front ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackupFacts {
    /// The backup settings of the project.
    pub settings: BackupSettings,
    /// The folder of its backups.
    pub folder: PathBuf,
    /// Its backups, newest first.
    pub backups: Vec<BackupInfo>,
    /// Their total size in bytes.
    pub bytes: u64,
}

/// The program's default backup location.
pub fn places() -> BackupPlaces {
    BackupPlaces::at(project::backups_folder())
}

/// The backup information of the project in `store`.
///
/// # Errors
/// From the store, and when the backup data cannot be read.
pub fn facts(store: &StoreReader, places: &BackupPlaces) -> Result<BackupFacts, EngineError> {
    let id = store.project_id()?;
    let home = store.home();
    let settings = places.known(&id)?.settings;
    let folder = places.folder(settings.folder.as_deref(), &id, &home);
    let backups = places.backups_of(&id, &home);
    let folders: std::collections::BTreeSet<&Path> = backups
        .iter()
        .filter_map(|backup| backup.manifest.parent())
        .collect();
    let bytes = folders.into_iter().map(bytes_in).sum();
    Ok(BackupFacts {
        settings,
        folder,
        backups,
        bytes,
    })
}

/// Stores the backup settings of the project in `store`. A newly chosen folder is created if it
/// does not exist.
///
/// # Errors
/// When numbers are invalid, the folder cannot be created, or the settings cannot be stored.
pub fn settle(
    store: &StoreReader,
    places: &BackupPlaces,
    settings: BackupSettings,
) -> Result<(), EngineError> {
    let keep = settings.keep;
    if keep.days == 0 || keep.days > MOST || keep.weeks > MOST {
        let message = Message::new("backup-bad-retention").with("most", u64::from(MOST));
        return Err(EngineError(message));
    }
    let id = store.project_id()?;
    let before = places.known(&id)?.settings.folder;
    // A missing folder that was chosen earlier is not recreated elsewhere.
    if let Some(folder) = settings
        .folder
        .as_ref()
        .filter(|_| settings.folder != before)
    {
        if !folder.is_absolute() {
            let path = folder.display().to_string();
            return Err(EngineError(
                Message::new("backup-folder-relative").with("path", path),
            ));
        }
        private_files::create_folders(folder).map_err(|error| {
            EngineError(
                Message::new("backup-io")
                    .with("path", folder.display().to_string())
                    .with("reason", error.to_string()),
            )
        })?;
    }
    places.change(&id, |known| known.settings = settings)?;
    Ok(())
}

/// Backs up the project in `store`, into `to` if given, else into the folder of its settings.
/// `None` when `progress` stopped it.
///
/// # Errors
/// [`BackupError`]; from the store.
pub fn back_up(
    store: &StoreReader,
    places: &BackupPlaces,
    to: Option<&Path>,
    now: Timestamp,
    progress: BackupProgress<'_>,
) -> Result<Option<FinishedBackup>, EngineError> {
    let id = store.project_id()?;
    let home = store.home();
    let settings = places.known(&id)?.settings;
    let chosen = to.or(settings.folder.as_deref());
    let folder = places.ready_folder(chosen, &id, &home)?;
    let taken = take(store, &folder, settings.keep, now, progress)?;
    // A backup written elsewhere does not count as the daily one.
    if taken.is_some() && to.is_none_or(|to| settings.folder.as_deref() == Some(to)) {
        let path = place_of(&home);
        places.change(&id, |known| {
            known.path = Some(path);
            known.last_at = Some(now);
        })?;
    }
    Ok(taken)
}

/// The backups of the project at `path`, newest first, also if the project is damaged or missing:
/// by its id if readable, and by its path at the last backup. Those of a copy elsewhere are left
/// out if it has its own backups.
pub fn backups_of(path: &Path, places: &BackupPlaces) -> Vec<BackupInfo> {
    let place = place_of(path);
    let mut ids = places.ids_at(&place);
    ids.extend(project_id_in(&place));
    ids.sort_unstable();
    ids.dedup();
    let mut all: Vec<BackupInfo> = ids
        .iter()
        .flat_map(|id| places.backups_of(id, &place))
        .collect();
    if all.iter().any(|backup| backup.path == place) {
        all.retain(|backup| backup.path == place);
    }
    all.sort_by(|a, b| (b.taken_at, &b.name).cmp(&(a.taken_at, &a.name)));
    all
}

/// The backup of the project at `path` called `name` in [`backups_of`], the newest one for
/// `latest`; or the one whose file list is `name`.
///
/// # Errors
/// When there is none.
pub fn find(path: &Path, places: &BackupPlaces, name: &str) -> Result<BackupInfo, EngineError> {
    let file = Path::new(name);
    if file.extension().is_some_and(|ending| ending == "json") && file.is_file() {
        return Ok(backup_at(file)?);
    }
    let mut all = backups_of(path, places).into_iter();
    let found = match name {
        "latest" => all.find(|backup| backup.is_complete),
        name => all.find(|backup| backup.name == name),
    };
    found.ok_or_else(|| {
        BackupError::NotFound {
            name: name.to_owned(),
        }
        .into()
    })
}

/// Restores a backup to `target`; an existing file is kept under another name. `None` when
/// `progress` stopped it. Slow: not for the window's thread.
///
/// # Errors
/// [`BackupError`].
pub fn put_back(
    backup: &BackupInfo,
    target: &Path,
    progress: BackupProgress<'_>,
) -> Result<Option<Restored>, BackupError> {
    restore(&backup.manifest, target, Timestamp::now(), progress)
}
