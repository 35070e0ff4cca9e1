//! The folder with the backups of one project: `NAME-ID` in the folder chosen by the user, private,
//! with a lock. Output: its contents.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::error::BackupError;
use super::manifest::{Manifest, is_packed_name, lists_in};
use crate::files::{file_lock, private_files};

/// Number of digits of a project's id in its folder name.
const ID_DIGITS: usize = 12;
/// Maximum number of characters of a project's name in it.
const NAME_CHARS: usize = 40;

/// A backup, as lists show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupInfo {
    /// Its name: when it was taken, such as `20260502T080000Z`.
    pub name: String,
    /// Its list of files.
    pub manifest: PathBuf,
    /// When it was taken.
    pub taken_at: Timestamp,
    /// The project's id.
    pub project: String,
    /// Where the project was.
    pub path: PathBuf,
    /// Records in it, with its archives.
    pub records: u64,
    /// Archives in it.
    pub archives: usize,
    /// Size in bytes, unpacked.
    pub size: u64,
    /// Size of its packed files in bytes. Data unchanged between two backups is stored once.
    pub packed: u64,
    /// Whether all of its files exist with their original sizes.
    pub is_complete: bool,
}

/// Reads the backup with this list of files.
///
/// # Errors
/// [`BackupError::Damaged`] when it is not a valid list.
pub fn backup_at(manifest: &Path) -> Result<BackupInfo, BackupError> {
    let read = Manifest::read(manifest)?;
    Ok(info(manifest, &read))
}

/// The backups in a folder, newest first. Invalid lists are skipped.
pub fn backups_in(folder: &Path) -> Vec<BackupInfo> {
    let lists = lists_in(folder).into_iter();
    let mut backups: Vec<BackupInfo> = lists.filter_map(|list| backup_at(&list).ok()).collect();
    backups.sort_by(|a, b| (b.taken_at, &b.name).cmp(&(a.taken_at, &a.name)));
    backups
}

/// The lists in a folder that cannot be read, and why.
pub(super) fn unreadable_in(folder: &Path) -> Vec<(PathBuf, BackupError)> {
    let read = |list: PathBuf| Manifest::read(&list).err().map(|error| (list, error));
    lists_in(folder).into_iter().filter_map(read).collect()
}

/// Total size of a backup folder in bytes.
pub fn bytes_in(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.filter_map(|entry| entry.metadata().ok());
    sizes
        .filter(fs::Metadata::is_file)
        .map(|about| about.len())
        .sum()
}

pub(super) fn info(path: &Path, manifest: &Manifest) -> BackupInfo {
    let folder = path.parent().unwrap_or(Path::new("."));
    let files = manifest.files.iter();
    let is_there = |file: &super::manifest::PackedFile| {
        let about = file.path_in(folder).symlink_metadata();
        about.is_ok_and(|about| about.is_file() && about.len() == file.packed)
    };
    BackupInfo {
        name: path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        manifest: path.to_owned(),
        taken_at: manifest.taken_at,
        project: manifest.project.clone(),
        path: manifest.path.clone(),
        records: manifest.records,
        archives: manifest.files.len().saturating_sub(1),
        size: files
            .clone()
            .map(|file| file.size)
            .fold(0, u64::saturating_add),
        packed: files
            .clone()
            .map(|file| file.packed)
            .fold(0, u64::saturating_add),
        is_complete: manifest.files.iter().all(is_there),
    }
}

/// Whether a text is a project's id.
pub(super) fn is_id(id: &str) -> bool {
    id.len() == 32 && id.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
}

/// The folder of a project in `base`: an existing one, whatever the project's name was at the time,
/// or else one named after it.
pub(super) fn folder_of(base: &Path, id: &str, project: &Path) -> PathBuf {
    let ending = format!("-{}", id.get(..ID_DIGITS).unwrap_or(id));
    let entries = fs::read_dir(base).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let named = folders.map(|entry| entry.path());
    let mut own: Vec<PathBuf> = named
        .filter(|path| {
            let name = path.file_name().unwrap_or_default();
            name.to_string_lossy().ends_with(&ending)
        })
        .collect();
    own.sort_unstable();
    own.into_iter().next().unwrap_or_else(|| {
        let name = project.file_stem().unwrap_or_default().to_string_lossy();
        let plain = |c: char| {
            if c.is_alphanumeric() || c == '_' {
                c
            } else {
                '-'
            }
        };
        let name: String = name.chars().take(NAME_CHARS).map(plain).collect();
        base.join(format!("{name}{ending}"))
    })
}

/// Locks a folder for this process.
pub(super) fn lock(folder: &Path) -> Result<File, BackupError> {
    let path = folder.join("lock");
    let file = private_files::open_or_create(&path).map_err(|e| BackupError::io(&path, &e))?;
    match file_lock::lock(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(BackupError::Busy {
            path: folder.to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(BackupError::io(&path, &error)),
    }
}

/// Removes files left half-written by a killed process; the caller holds the folder's lock.
pub(super) fn remove_parts(folder: &Path) {
    remove_files(folder, |name| name.ends_with(".part"));
}

/// Removes packed files that no backup refers to. Removes nothing if a list cannot be read, because
/// its references are unknown; returns those lists.
pub(super) fn remove_unused(folder: &Path) -> Vec<(PathBuf, BackupError)> {
    let unreadable = unreadable_in(folder);
    if !unreadable.is_empty() {
        for (_, error) in &unreadable {
            tracing::warn!(%error, "old files of backups are not removed");
        }
        return unreadable;
    }
    let mut used = Vec::new();
    for list in lists_in(folder) {
        match Manifest::read(&list) {
            Ok(manifest) => used.extend(manifest.files.into_iter().map(|file| file.digest)),
            Err(error) => return vec![(list, error)],
        }
    }
    let is_used = |name: &str| used.iter().any(|digest| name.starts_with(digest.as_str()));
    remove_files(folder, |name| is_packed_name(name) && !is_used(name));
    Vec::new()
}

fn remove_files(folder: &Path, gone: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_gone = entry.file_name().to_str().is_some_and(&gone);
        if is_gone && let Err(error) = fs::remove_file(entry.path()) {
            tracing::warn!(%error, path = %entry.path().display(), "a file of backups stays");
        }
    }
}
