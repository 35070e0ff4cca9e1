//! Restores a backup: all of its files are unpacked beside the project and checked before existing
//! files are touched. Then existing files are renamed, and the restored files take their places. A
//! backup may come from anywhere: like for any other project file, the user is asked to permit its
//! plan.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::backup_files::{Content, PrivateTempFile, digest_of, unpack};
use super::backup_progress::{ByteProgress, ReportProgress};
use super::error::BackupError;
use super::manifest::{Manifest, PackedFile};
use super::take_backup::{stamp_of, sync};
use crate::files::private_files;
use crate::store::{ProjectLock, StoreError, check_copy, real};
use crate::system::disk_and_memory::free_bytes;

/// Files that SQLite keeps beside a database and reads with it.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// The result of a restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The project.
    pub path: PathBuf,
    /// When the backup was taken.
    pub taken_at: Timestamp,
    /// Records in it, with its archives.
    pub records: u64,
    /// The new name of the previous project file.
    pub kept: Option<PathBuf>,
    /// Archives that are missing from the backup.
    pub left_out: Vec<String>,
}

/// Restores the backup with this list of files to `target`, with its archives beside it. When
/// restored under another file name, existing archives belong to the project of that name and stay.
/// Returns `None` when `progress` stopped it. Then, and on an error, existing files are unchanged.
///
/// # Errors
/// [`BackupError::Damaged`] when the backup cannot be used; [`StoreError::Locked`] while a process
/// owns the project; from the file system.
pub fn restore(
    manifest: &Path,
    target: &Path,
    now: Timestamp,
    progress: ReportProgress<'_>,
) -> Result<Option<Restored>, BackupError> {
    let read = Manifest::read(manifest)?;
    if let Some(folder) = target.parent().filter(|f| !f.as_os_str().is_empty()) {
        private_files::create_folders(folder).map_err(|e| BackupError::io(folder, &e))?;
    }
    let target = real(target);
    let _lock = ProjectLock::take(&target)?;
    let bytes = read.files.iter().map(|file| file.size);
    let mut restoring = Restoring {
        list: manifest,
        manifest: &read,
        meter: ByteProgress::new(bytes.fold(0, u64::saturating_add), progress),
    };
    let Some(ready) = restoring.unpack_all(&target)? else {
        return Ok(None);
    };
    let kept = put(ready, now).map_err(|error| BackupError::io(&target, &error))?;
    if let Some(folder) = target.parent() {
        sync(folder);
    }
    Ok(Some(Restored {
        path: target,
        taken_at: read.taken_at,
        records: read.records,
        kept,
        left_out: read.left_out,
    }))
}

struct Restoring<'a> {
    list: &'a Path,
    manifest: &'a Manifest,
    meter: ByteProgress<'a>,
}

impl Restoring<'_> {
    /// Unpacks and checks missing files; returns each with its path, the project last.
    fn unpack_all(
        &mut self,
        target: &Path,
    ) -> Result<Option<Vec<(PrivateTempFile, PathBuf)>>, BackupError> {
        let mut wanted = Vec::new();
        let manifest = self.manifest;
        let mut files = manifest.files.iter();
        let project = files.next();
        let own_name = project.is_some_and(|file| {
            target
                .file_name()
                .is_some_and(|name| name.to_string_lossy() == file.name)
        });
        for file in files {
            let place = target.with_file_name(&file.name);
            let is_there = place.symlink_metadata().is_ok();
            if is_there && (!own_name || holds(&place, file)) {
                continue;
            }
            wanted.push((file, place));
        }
        wanted.extend(project.map(|file| (file, target.to_owned())));
        // The sizes in the list are compared with the free space before anything is written.
        let sizes = wanted.iter().map(|(file, _)| file.size);
        let all = sizes.fold(0_u64, u64::saturating_add);
        let folder = target.parent().unwrap_or(Path::new("."));
        if free_bytes(folder).is_some_and(|free| free < all) {
            return Err(BackupError::DiskFull {
                path: target.to_owned(),
            });
        }
        let mut ready = Vec::new();
        for (file, place) in wanted {
            let Some(part) = self.unpack(file, &place)? else {
                return Ok(None);
            };
            ready.push((part, place));
        }
        Ok(Some(ready))
    }

    fn unpack(
        &mut self,
        file: &PackedFile,
        place: &Path,
    ) -> Result<Option<PrivateTempFile>, BackupError> {
        let damaged = |reason: String| BackupError::damaged(self.list, reason);
        let folder = self.list.parent().unwrap_or(Path::new("."));
        let mut part = PrivateTempFile::beside(place).map_err(|e| BackupError::io(place, &e))?;
        let from = file.path_in(folder);
        let found = unpack(&from, &mut part.file, file.size, &mut |bytes| {
            self.meter.add(bytes)
        });
        let found = found.map_err(|error| match BackupError::io(place, &error) {
            full @ BackupError::DiskFull { .. } => full,
            _ => damaged(format!("{}: {error}", file.name)),
        })?;
        let Some(found) = found else {
            return Ok(None);
        };
        let expected = Content {
            digest: file.digest.clone(),
            size: file.size,
        };
        if found != expected {
            return Err(damaged(format!("{}: not what was written", file.name)));
        }
        let done = self.meter.done();
        let checked = check_copy(part.path(), &mut |_| self.meter.reach(done));
        let checked = checked.map_err(|error| match error {
            StoreError::Damaged { reason, .. } => damaged(format!("{}: {reason}", file.name)),
            StoreError::ForeignSchema { what, .. } => damaged(format!("{}: {what}", file.name)),
            error => error.into(),
        })?;
        match checked {
            None => Ok(None),
            Some(checked) if checked.project != self.manifest.project => {
                Err(damaged(format!("{}: of another project", file.name)))
            }
            Some(_) => Ok(Some(part)),
        }
    }
}

/// Whether the file at `place` equals the one in the backup: by its bytes, or because it is intact
/// and was not written to since.
fn holds(place: &Path, file: &PackedFile) -> bool {
    let has_log = fs::metadata(with(place, "-wal")).is_ok_and(|about| about.len() > 0);
    let about = fs::symlink_metadata(place);
    let Some(about) = about.ok().filter(|about| about.is_file() && !has_log) else {
        return false;
    };
    let is_same = about.len() == file.size && digest_of(place).is_ok_and(|it| it == file.digest);
    let is_unchanged = file.stamp.is_some() && stamp_of(place) == file.stamp;
    is_same || (is_unchanged && check_copy(place, &mut |_| true).is_ok())
}

/// Moves all files into place, the project last; existing files are renamed. Reverts everything on
/// an error. Returns the new name of the previous project file.
fn put(ready: Vec<(PrivateTempFile, PathBuf)>, now: Timestamp) -> io::Result<Option<PathBuf>> {
    let mut moved: Vec<(PathBuf, PathBuf)> = Vec::new();
    let mut kept = None;
    for (part, place) in ready {
        let put = keep_aside(&place, now, &mut moved).and_then(|aside| {
            kept = aside;
            part.rename(&place)
        });
        if let Err(error) = put {
            for (from, to) in moved.iter().rev() {
                // Even if that fails, the file still exists under its other name.
                let _ = fs::rename(to, from);
            }
            return Err(error);
        }
    }
    Ok(kept)
}

/// Moves the file at `place` aside together with SQLite's files beside it: a log left behind would
/// be applied to the restored file.
fn keep_aside(
    place: &Path,
    now: Timestamp,
    moved: &mut Vec<(PathBuf, PathBuf)>,
) -> io::Result<Option<PathBuf>> {
    let stem = format!(".before-restore-{}", now.strftime("%Y%m%dT%H%M%SZ"));
    let names = (1_u32..).map(|number| match number {
        1 => with(place, &stem),
        number => with(place, &format!("{stem}-{number}")),
    });
    let is_free = |aside: &PathBuf| {
        let mut names = [""].into_iter().chain(BESIDE);
        names.all(|ending| with(aside, ending).symlink_metadata().is_err())
    };
    let aside = names.into_iter().find(is_free);
    let aside = aside.ok_or_else(|| io::Error::from(ErrorKind::AlreadyExists))?;
    for ending in BESIDE.into_iter().chain([""]) {
        let (from, to) = (with(place, ending), with(&aside, ending));
        match fs::rename(&from, &to) {
            Ok(()) => moved.push((from, to)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    let is_kept = moved.last().is_some_and(|(from, _)| from == place);
    Ok(is_kept.then_some(aside))
}

fn with(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
