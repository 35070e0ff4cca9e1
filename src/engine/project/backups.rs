//! Backups of projects for the two faces: what is known of them, taking one, restoring one. Where they
//! lie is kept outside of projects (`io::backups`).

use std::path::{Path, PathBuf};

use jiff::Timestamp;

pub use bowerbird_io::backups::{
    BackupError, BackupInfo, BackupPlaces, BackupSettings, FinishedBackup, KnownProject, Restored,
};
pub use bowerbird_logic::backups::BackupRetention;

use super::super::{EngineError, project};
use bowerbird_io::backups::{backup_at, bytes_in, place_of, project_id_in, restore, take};
use bowerbird_io::files::private_files;
use bowerbird_io::store::StoreReader;
use bowerbird_logic::backups::MOST;
use bowerbird_logic::messages::Message;

/// Called with the bytes that are done, and of how many; ends the work by returning false.
pub type BackupProgress<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// What the faces show of a project's backups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackupFacts {
    /// How the project is backed up.
    pub settings: BackupSettings,
    /// The folder of its backups.
    pub folder: PathBuf,
    /// Its backups, the newest first.
    pub backups: Vec<BackupInfo>,
    /// Bytes that they take.
    pub bytes: u64,
}

/// The program's own place of backups.
pub fn places() -> BackupPlaces {
    BackupPlaces::at(project::backups_folder())
}

/// What is known of the backups of the project in `store`.
///
/// # Errors
/// From the store, and when what is kept about it cannot be read.
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

/// Keeps how the project in `store` is backed up. A folder that is newly chosen is made where it is not
/// there.
///
/// # Errors
/// When numbers make no sense, the folder cannot be made, or it cannot be kept.
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
    // One that was chosen earlier and is away is not made again somewhere else.
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

/// Backs the project in `store` up, into `to` where one is named, else where its settings say. `None`
/// when `progress` stopped it.
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
    // One that went elsewhere is not the daily one.
    if taken.is_some() && to.is_none_or(|to| settings.folder.as_deref() == Some(to)) {
        let path = place_of(&home);
        places.change(&id, |known| {
            known.path = Some(path);
            known.last_at = Some(now);
        })?;
    }
    Ok(taken)
}

/// The backups of the project at `path`, the newest first, also when the project is damaged or missing:
/// by its id as far as that can be read, and by where it was when it was backed up last. Those of a copy
/// elsewhere are left out where it has backups of its own.
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

/// The backup of the project at `path` that is called `name` in [`backups_of`], the newest one for
/// `latest`; or the one whose list of files `name` is.
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

/// Puts a backup at `target`; what is there is kept under another name. `None` when `progress` stopped
/// it. Takes its time: not for the window's thread.
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
