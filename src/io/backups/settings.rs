//! The user's backup settings for each project, and the place of its last backup: one private file
//! per project in the program's own folder, by project id. Several processes may write.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::error::BackupError;
use super::folder::{BackupInfo, backups_in, folder_of, is_id, unreadable_in};
use crate::files::{local_file, private_files};
use bowerbird_logic::policy::backup_retention::BackupRetention;

/// Maximum size of a file in bytes.
const MAX_BYTES: u64 = 64 * 1024;

/// How a project is backed up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BackupSettings {
    /// Whether it is backed up daily.
    pub on: bool,
    /// The folder chosen by the user; the program's own one when `None`.
    pub folder: Option<PathBuf>,
    /// How many backups are kept.
    pub keep: BackupRetention,
}

impl Default for BackupSettings {
    fn default() -> Self {
        Self {
            on: true,
            folder: None,
            keep: BackupRetention::default(),
        }
    }
}

/// A project with stored settings or backups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KnownProject {
    /// How it is backed up.
    pub settings: BackupSettings,
    /// Its path at the last backup.
    pub path: Option<PathBuf>,
    /// When it was last backed up.
    pub last_at: Option<Timestamp>,
}

/// The program's own backup folder.
#[derive(Clone, Debug)]
pub struct BackupPlaces {
    root: PathBuf,
}

impl BackupPlaces {
    /// Stores backups in `root` unless another folder is chosen.
    pub fn at(root: PathBuf) -> Self {
        Self { root }
    }

    /// Reads what is stored about a project.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged: then the user's settings are unknown.
    pub fn known(&self, id: &str) -> Result<KnownProject, BackupError> {
        let path = self.file(id);
        match local_file::read(&path, MAX_BYTES) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map_err(|error| BackupError::io(&path, &error.into())),
            Err(local_file::LocalFileError::Io(error))
                if error.kind() == std::io::ErrorKind::NotFound =>
            {
                Ok(KnownProject::default())
            }
            Err(error) => Err(BackupError::io(&path, &std::io::Error::other(error))),
        }
    }

    /// Changes what is stored about a project, under a lock between processes.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn change(
        &self,
        id: &str,
        change: impl FnOnce(&mut KnownProject),
    ) -> Result<KnownProject, BackupError> {
        let folder = self.settings_folder();
        let path = self.file(id);
        let fault = |error: std::io::Error| BackupError::io(&path, &error);
        private_files::own_folder(&self.root).map_err(fault)?;
        private_files::own_folder(&folder).map_err(fault)?;
        let lock = private_files::open_or_create(&folder.join("lock")).map_err(fault)?;
        lock.lock().map_err(fault)?;
        let mut known = self.known(id)?;
        change(&mut known);
        let bytes = serde_json::to_vec_pretty(&known).map_err(|e| fault(e.into()))?;
        private_files::replace(&path, &bytes).map_err(fault)?;
        Ok(known)
    }

    /// The folder of a project's backups. It is only created in the program's own folder: a missing
    /// folder chosen by the user (an unplugged drive) must not be created elsewhere.
    ///
    /// # Errors
    /// [`BackupError::FolderAway`]; from the file system.
    pub fn ready_folder(
        &self,
        chosen: Option<&Path>,
        id: &str,
        project: &Path,
    ) -> Result<PathBuf, BackupError> {
        match chosen {
            Some(chosen) if !chosen.is_dir() => {
                return Err(BackupError::FolderAway {
                    path: chosen.to_owned(),
                });
            }
            Some(_) => {}
            None => private_files::own_folder(&self.root)
                .map_err(|error| BackupError::io(&self.root, &error))?,
        }
        let folder = self.folder(chosen, id, project);
        private_files::own_folder(&folder).map_err(|error| BackupError::io(&folder, &error))?;
        Ok(folder)
    }

    /// The path of a project's backup folder, existing or not.
    pub fn folder(&self, chosen: Option<&Path>, id: &str, project: &Path) -> PathBuf {
        folder_of(chosen.unwrap_or(&self.root), id, project)
    }

    /// The folders with backups of a project: the usual one, and the one that is chosen.
    fn folders_of(&self, id: &str, project: &Path) -> Vec<PathBuf> {
        let chosen = self.known(id).ok().and_then(|known| known.settings.folder);
        let mut folders = vec![self.folder(None, id, project)];
        folders.extend(chosen.map(|chosen| self.folder(Some(&chosen), id, project)));
        folders.sort();
        folders.dedup();
        folders
    }

    /// The lists of backups of a project that cannot be read, and why.
    pub fn unreadable_lists(&self, id: &str, project: &Path) -> Vec<(PathBuf, BackupError)> {
        let folders = self.folders_of(id, project);
        folders
            .iter()
            .flat_map(|folder| unreadable_in(folder))
            .collect()
    }

    /// The backups of a project from all folders, newest first.
    pub fn backups_of(&self, id: &str, project: &Path) -> Vec<BackupInfo> {
        let folders = self.folders_of(id, project);
        let mut backups: Vec<BackupInfo> = folders
            .iter()
            .flat_map(|folder| backups_in(folder))
            .collect();
        backups.retain(|backup| backup.project == id);
        backups.sort_by(|a, b| (b.taken_at, &b.name).cmp(&(a.taken_at, &a.name)));
        backups
    }

    /// The ids of the projects that were at `path` at their last backup.
    pub fn ids_at(&self, path: &Path) -> Vec<String> {
        let entries = fs::read_dir(self.settings_folder()).into_iter().flatten();
        let names = entries.flatten().filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            Some(name.strip_suffix(".json")?.to_owned())
        });
        let was_there = |id: &String| {
            let known = self.known(id);
            known.is_ok_and(|known| known.path.as_deref() == Some(path))
        };
        let mut ids: Vec<String> = names.filter(|id| is_id(id)).filter(was_there).collect();
        ids.sort_unstable();
        ids
    }

    fn settings_folder(&self) -> PathBuf {
        self.root.join("settings")
    }

    fn file(&self, id: &str) -> PathBuf {
        self.settings_folder().join(format!("{id}.json"))
    }
}
