//! Takes a backup: a consistent copy of the project, then its archives, each copied online,
//! checked, packed, and read back. The list of files is written last, so a backup without it does
//! not count. Then expired backups are removed (`rotate`). The project is copied before its archives: a record
//! that moves into an archive meanwhile is in both copies and counts once; in the other order it
//! would be in neither.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::backup_files::{Content, PrivateTempFile, pack, unpack};
use super::backup_progress::{ByteProgress, ReportProgress};
use super::error::BackupError;
use super::expired_backups::rotate;
use super::folder::{BackupInfo, info, lock, remove_parts};
use super::manifest::{FileStamp, Manifest, PackedFile, lists_in};
use crate::store::{StoreError, StoreReader, check_copy, real};
use bowerbird_logic::policy::backup_retention::BackupRetention;

/// Number of passes over the bytes of a file: copying, packing, reading back.
const STEPS: u64 = 3;

/// The result of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedBackup {
    /// The backup.
    pub backup: BackupInfo,
    /// Archives missing from it because they are unavailable or unreadable.
    pub left_out: Vec<String>,
    /// The number of older backups removed.
    pub removed: usize,
}

/// Backs the project up into `folder`, its own folder ([`super::BackupPlaces::ready_folder`]).
/// Returns `None` when `progress` stopped it. Then, and on an error, existing backups are
/// unchanged.
///
/// # Errors
/// [`BackupError`].
pub fn take(
    store: &StoreReader,
    folder: &Path,
    keep: BackupRetention,
    now: Timestamp,
    progress: ReportProgress<'_>,
) -> Result<Option<FinishedBackup>, BackupError> {
    let _alone = lock(folder)?;
    remove_parts(folder);
    let project = store.project_id()?;
    let path = real(store.path());
    let mut taking = Taking {
        folder,
        previous: newest_of(folder, &project),
        meter: ByteProgress::new(all_bytes(store)?.saturating_mul(STEPS), progress),
        manifest: Manifest::new(project, path, now),
    };
    if !taking.take_all(store)? {
        return Ok(None);
    }
    let manifest = taking.manifest;
    let list = manifest.write(folder)?;
    sync(folder);
    let removed = rotate(folder, &manifest, keep, now);
    Ok(Some(FinishedBackup {
        backup: info(&list, &manifest),
        left_out: manifest.left_out,
        removed,
    }))
}

struct Taking<'a> {
    folder: &'a Path,
    previous: Option<Manifest>,
    meter: ByteProgress<'a>,
    manifest: Manifest,
}

impl Taking<'_> {
    /// Backs up the project and its archives; returns false when stopped.
    fn take_all(&mut self, store: &StoreReader) -> Result<bool, BackupError> {
        let name = store.path().file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let Some(project) = self.take_file(store, name, None)? else {
            return Ok(false);
        };
        self.add(project);
        for archive in store.archives_beside()? {
            let before = self.before(&archive.file);
            let Some(open) = archive.store else {
                match before.filter(|file| self.is_sound(file)) {
                    // Files that cannot be read now stay in earlier backups.
                    Some(file) => self.add(file),
                    None => self.manifest.left_out.push(archive.file),
                }
                continue;
            };
            let stamp = stamp_of(&archive.path);
            let unchanged = before.filter(|file| stamp.is_some() && file.stamp == stamp);
            if let Some(file) = unchanged.filter(|file| self.is_sound(file)) {
                let passed = file.size.saturating_mul(STEPS - 1);
                self.add(file);
                if !self.meter.add(passed) {
                    return Ok(false);
                }
                continue;
            }
            let Some(file) = self.take_file(&open, archive.file, stamp)? else {
                return Ok(false);
            };
            self.add(file);
        }
        Ok(true)
    }

    fn add(&mut self, file: PackedFile) {
        self.manifest.records = self.manifest.records.saturating_add(file.records);
        self.manifest.files.push(file);
    }

    /// A file of the previous backup.
    fn before(&self, name: &str) -> Option<PackedFile> {
        let files = &self.previous.as_ref()?.files;
        files.iter().skip(1).find(|file| file.name == name).cloned()
    }

    /// Whether a packed file is intact. It is read again, because a disk may have damaged it.
    fn is_sound(&mut self, file: &PackedFile) -> bool {
        let path = file.path_in(self.folder);
        let go_on = &mut |bytes| {
            self.meter.add(bytes);
            true
        };
        let found = unpack(&path, &mut std::io::sink(), file.size, go_on);
        let expected = Content {
            digest: file.digest.clone(),
            size: file.size,
        };
        matches!(found, Ok(Some(found)) if found == expected)
    }

    /// Copies, checks and packs one file; returns `None` when stopped.
    fn take_file(
        &mut self,
        source: &StoreReader,
        name: String,
        stamp: Option<FileStamp>,
    ) -> Result<Option<PackedFile>, BackupError> {
        let place = self.folder.join("copy");
        let fault = |path: &Path, error: std::io::Error| BackupError::io(path, &error);
        let copy = PrivateTempFile::beside(&place).map_err(|error| fault(&place, error))?;
        let begun = self.meter.done();
        let meter = &mut self.meter;
        if !source.copy_online(copy.path(), &mut |bytes| meter.reach(begun + bytes))? {
            return Ok(None);
        }
        let copied = self.meter.done();
        let checked = check_copy(copy.path(), &mut |_| self.meter.reach(copied));
        let about = |reason: String| BackupError::DamagedProject {
            path: source.path().to_owned(),
            reason,
        };
        let checked = checked.map_err(|error| match error {
            StoreError::Damaged { reason, .. } => about(reason),
            StoreError::ForeignSchema { what, .. } => about(what),
            error => error.into(),
        })?;
        let Some(checked) = checked else {
            return Ok(None);
        };
        if checked.project != self.manifest.project {
            return Err(about("it has another project's id".to_owned()));
        }
        let mut packed = PrivateTempFile::beside(&place).map_err(|error| fault(&place, error))?;
        let mut go_on = |bytes| self.meter.add(bytes);
        let content = pack(copy.path(), &mut packed.file, &mut go_on);
        let content = content.map_err(|error| fault(packed.path(), error))?;
        drop(copy);
        let Some(content) = content else {
            return Ok(None);
        };
        let read = unpack(
            packed.path(),
            &mut std::io::sink(),
            content.size,
            &mut go_on,
        );
        let as_written = match read {
            Ok(None) => return Ok(None),
            Ok(Some(read)) => read == content,
            Err(_) => false,
        };
        if !as_written {
            return Err(BackupError::NotAsWritten {
                path: self.folder.to_owned(),
            });
        }
        let about = packed.file.metadata();
        let file = PackedFile {
            name,
            packed: about.map_err(|error| fault(packed.path(), error))?.len(),
            digest: content.digest,
            size: content.size,
            records: checked.records,
            stamp,
        };
        let path = file.path_in(self.folder);
        packed.rename(&path).map_err(|error| fault(&path, error))?;
        Ok(Some(file))
    }
}

/// Approximate size of the project and its archives in bytes.
fn all_bytes(store: &StoreReader) -> Result<u64, BackupError> {
    let mut bytes = store.database_bytes()?;
    for archive in store.archives_beside()? {
        let size = fs::metadata(&archive.path).map_or(0, |about| about.len());
        bytes = bytes.saturating_add(size);
    }
    Ok(bytes)
}

/// File metadata that shows whether a file was written to; `None` while changes are only in its
/// log.
pub(super) fn stamp_of(path: &Path) -> Option<FileStamp> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if fs::metadata(PathBuf::from(log)).is_ok_and(|about| about.len() > 0) {
        return None;
    }
    let about = fs::metadata(path).ok()?;
    let modified = Timestamp::try_from(about.modified().ok()?).ok()?;
    Some(FileStamp {
        size: about.len(),
        modified,
    })
}

fn newest_of(folder: &Path, project: &str) -> Option<Manifest> {
    let lists = lists_in(folder);
    let manifests = lists.iter().filter_map(|list| Manifest::read(list).ok());
    manifests
        .filter(|manifest| manifest.project == project)
        .max_by_key(|manifest| manifest.taken_at)
}

/// New names must reach the disk as well; where folders cannot be opened, the system does that on
/// its own.
pub(super) fn sync(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}
