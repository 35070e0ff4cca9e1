//! Backups that mention something. Each file of a backup is unpacked, searched and dropped again; a
//! backup that has a mention in one of its files is removed as a whole. Input: the folders of a project's
//! backups. Output: the backups, with the text around the first mention.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::backup_files::{PrivateTempFile, unpack};
use super::error::BackupError;
use super::folder::{BackupInfo, lock, remove_parts, remove_unused};
use super::manifest::Manifest;
use crate::store::mention_in_database;
use bowerbird_logic::model::{SiteId, TraceExample};
use bowerbird_logic::text::Mentions;

/// What a search of backups found.
#[derive(Debug, Default)]
pub struct BackupTraces {
    /// Backups that mention something.
    pub found: Vec<(BackupInfo, TraceExample)>,
    /// Backups that cannot be read, and why.
    pub unread: Vec<(BackupInfo, BackupError)>,
}

/// Searches backups of one project; `None` when `progress` stopped it.
///
/// # Errors
/// [`BackupError::Busy`] while another process writes backups there; from the file system.
pub fn find_in_backups(
    backups: &[BackupInfo],
    (mentions, site): (&Mentions, Option<SiteId>),
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Option<BackupTraces>, BackupError> {
    let mut traces = BackupTraces::default();
    // Files are shared between backups.
    let mut known: BTreeMap<(String, String), Option<TraceExample>> = BTreeMap::new();
    for (folder, backups) in by_folder(backups) {
        let _alone = lock(folder)?;
        remove_parts(folder);
        for backup in backups {
            let mut first = None;
            let manifest = match Manifest::read(&backup.manifest) {
                Ok(manifest) => manifest,
                Err(error) => {
                    traces.unread.push((backup.clone(), error));
                    continue;
                }
            };
            for file in &manifest.files {
                let key = (folder.display().to_string(), file.digest.clone());
                let found = match known.get(&key) {
                    Some(found) => found.clone(),
                    None => {
                        let path = file.path_in(folder);
                        let looked =
                            mention_in_packed(&path, (mentions, site), file.size, progress);
                        match looked {
                            Ok(Looked::Stopped) => return Ok(None),
                            Ok(Looked::Done(found)) => {
                                known.insert(key, found.clone());
                                found
                            }
                            Err(error) => {
                                traces.unread.push((backup.clone(), error));
                                None
                            }
                        }
                    }
                };
                if found.is_some() {
                    first = found;
                    break;
                }
            }
            if let Some(example) = first {
                let name = backup.name.clone();
                traces
                    .found
                    .push((backup.clone(), TraceExample { name, ..example }));
            }
        }
    }
    Ok(Some(traces))
}

/// Removes backups, and the files that no other backup has. Returns the lists that cannot be read:
/// because of them the data of the removed backups stays.
///
/// # Errors
/// [`BackupError::Busy`] while another process writes backups there; from the file system.
pub fn remove_backups(backups: &[BackupInfo]) -> Result<Vec<(PathBuf, BackupError)>, BackupError> {
    let mut unreadable = Vec::new();
    for (folder, backups) in by_folder(backups) {
        let _alone = lock(folder)?;
        remove_parts(folder);
        for backup in backups {
            match std::fs::remove_file(&backup.manifest) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(BackupError::io(&backup.manifest, &error));
                }
                _ => {}
            }
        }
        unreadable.extend(remove_unused(folder));
    }
    Ok(unreadable)
}

enum Looked {
    Done(Option<TraceExample>),
    Stopped,
}

fn by_folder(backups: &[BackupInfo]) -> BTreeMap<&Path, Vec<&BackupInfo>> {
    let mut folders: BTreeMap<&Path, Vec<&BackupInfo>> = BTreeMap::new();
    for backup in backups {
        if let Some(folder) = backup.manifest.parent() {
            folders.entry(folder).or_default().push(backup);
        }
    }
    folders
}

fn mention_in_packed(
    path: &Path,
    sought: (&Mentions, Option<SiteId>),
    size: u64,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Looked, BackupError> {
    let fault = |error: std::io::Error| BackupError::io(path, &error);
    let mut part = PrivateTempFile::beside(&path.with_file_name("copy")).map_err(fault)?;
    let unpacked = unpack(path, &mut part.file, size, &mut |_| progress(0)).map_err(fault)?;
    if unpacked.is_none() {
        return Ok(Looked::Stopped);
    }
    let mut stopped = false;
    let step = &mut || {
        stopped = stopped || !progress(0);
        !stopped
    };
    let (mentions, site) = (sought.0, sought.1.map(|site| site.0));
    let found = mention_in_database(part.path(), (mentions, site), step).map_err(fault)?;
    match stopped {
        true => Ok(Looked::Stopped),
        false => Ok(Looked::Done(found)),
    }
}
