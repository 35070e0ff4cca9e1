//! The list of files of one backup, as JSON beside them. A backup may come from anywhere: the list
//! is validated and bounded, and can only name files in its own folder.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::backup_files::PrivateTempFile;
use super::error::BackupError;
use crate::files::local_file;

/// Version of the list's format.
const FORMAT: u32 = 1;
/// Maximum size of a list in bytes: a list of 10,000 archives is smaller.
const MAX_BYTES: u64 = 4 * 1024 * 1024;
/// Number of digits of a digest.
const DIGITS: usize = 64;
/// File extension of a list.
const ENDING: &str = "json";

/// What is in one backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// Version of this format.
    pub(super) format: u32,
    /// The program that wrote it.
    pub(super) program: String,
    /// The project's id.
    pub(super) project: String,
    /// Where the project was.
    pub(super) path: PathBuf,
    /// When it was taken.
    pub(super) taken_at: Timestamp,
    /// Records in all of its files.
    pub(super) records: u64,
    /// The project first, then its archives.
    pub(super) files: Vec<PackedFile>,
    /// Archives that the project knows but that were unavailable.
    #[serde(default)]
    pub(super) left_out: Vec<String>,
}

/// One file of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PackedFile {
    /// Its file name beside the project.
    pub(super) name: String,
    /// BLAKE2s-256 of its bytes; the packed file is named after it.
    pub(super) digest: String,
    /// Bytes.
    pub(super) size: u64,
    /// Bytes of the packed file.
    pub(super) packed: u64,
    /// Records in it.
    pub(super) records: u64,
    /// Identifies the state of an archive, to detect changes since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) stamp: Option<FileStamp>,
}

/// File metadata that shows whether a file was written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileStamp {
    /// Bytes.
    pub(super) size: u64,
    /// When it was last written.
    pub(super) modified: Timestamp,
}

impl PackedFile {
    /// Path of its packed file.
    pub(super) fn path_in(&self, folder: &Path) -> PathBuf {
        folder.join(packed_name(&self.digest))
    }
}

impl Manifest {
    /// An empty list.
    pub(super) fn new(project: String, path: PathBuf, taken_at: Timestamp) -> Self {
        Self {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            project,
            path,
            taken_at,
            records: 0,
            files: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Reads a list.
    ///
    /// # Errors
    /// [`BackupError::Damaged`] when it is invalid; from the file system.
    pub(super) fn read(path: &Path) -> Result<Self, BackupError> {
        let damaged = |reason: String| BackupError::damaged(path, reason);
        let bytes =
            local_file::read(path, MAX_BYTES).map_err(|error| damaged(error.to_string()))?;
        let manifest: Self =
            serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
        match manifest.fault() {
            None => Ok(manifest),
            Some(fault) => Err(damaged(fault.to_owned())),
        }
    }

    /// Writes the list into `folder` under a name not used by another backup.
    ///
    /// # Errors
    /// From the file system.
    pub(super) fn write(&self, folder: &Path) -> Result<PathBuf, BackupError> {
        let stem = self.taken_at.strftime("%Y%m%dT%H%M%SZ").to_string();
        let names = (1_u32..).map(|number| match number {
            1 => format!("{stem}.{ENDING}"),
            number => format!("{stem}-{number}.{ENDING}"),
        });
        let mut free = names.map(|name| folder.join(name));
        let path = free.find(|path| path.symlink_metadata().is_err());
        let path = path.unwrap_or_else(|| folder.join(&stem));
        let fault = |error: std::io::Error| BackupError::io(&path, &error);
        let mut part = PrivateTempFile::beside(&path).map_err(fault)?;
        let written = serde_json::to_writer_pretty(&mut part.file, self);
        written.map_err(|error| fault(error.into()))?;
        part.rename(&path).map_err(fault)?;
        Ok(path)
    }

    /// What is invalid about it.
    fn fault(&self) -> Option<&'static str> {
        let Some(project) = self.files.first() else {
            return Some("it names no file");
        };
        let archive = |file: &PackedFile| is_archive_of(&project.name, &file.name);
        let is_hex = |text: &str, digits: usize| {
            text.len() == digits && text.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
        };
        if self.format != FORMAT {
            Some("it is of a newer version of the program")
        } else if !is_hex(&self.project, 32) {
            Some("it has no project id")
        } else if !is_plain(&project.name) || !self.files.iter().skip(1).all(archive) {
            Some("it names files that are not of a project")
        } else if !self.files.iter().all(|file| is_hex(&file.digest, DIGITS)) {
            Some("it names files that are not of a backup")
        } else if !self.names_each_once() {
            Some("it names a file twice")
        } else {
            None
        }
    }
}

impl Manifest {
    /// Whether no two files share a name or the same bytes: a project and its archives never do.
    fn names_each_once(&self) -> bool {
        let mut seen = HashSet::new();
        let mut once = |text: &str| seen.insert(text.to_owned());
        self.files
            .iter()
            .all(|file| once(&file.name) && once(&file.digest))
    }
}

/// The lists in a folder, by name.
pub(super) fn lists_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut lists: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
        .collect();
    lists.sort_unstable();
    lists
}

/// The packed file's name for this digest.
pub(super) fn packed_name(digest: &str) -> String {
    format!("{digest}.zst")
}

/// Whether a name belongs to a packed file.
pub(super) fn is_packed_name(name: &str) -> bool {
    name.strip_suffix(".zst").is_some_and(|digest| {
        digest.len() == DIGITS && digest.bytes().all(|c| c.is_ascii_hexdigit())
    })
}

/// Whether a name is a plain file name: not a path and not hidden.
fn is_plain(name: &str) -> bool {
    let is_one = Path::new(name).file_name().is_some_and(|own| own == name);
    // Rejects separators of every system, so that a list means the same everywhere.
    let parts = match cfg!(windows) {
        true => &['/', '\\', '\0', ':'][..],
        false => &['/', '\\', '\0'],
    };
    is_one && !name.starts_with('.') && !name.contains(parts)
}

fn is_archive_of(project: &str, name: &str) -> bool {
    let period = name.strip_prefix(project);
    let period = period.and_then(|rest| rest.strip_prefix("-archive-"));
    period.is_some_and(|period| {
        !period.is_empty() && period.bytes().all(|c| c.is_ascii_digit() || c == b'-')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(names: &[&str]) -> Manifest {
        let mut manifest = Manifest::new("a".repeat(32), "p".into(), Timestamp::UNIX_EPOCH);
        manifest.files = names
            .iter()
            .enumerate()
            .map(|(number, name)| PackedFile {
                name: (*name).to_owned(),
                digest: format!("{number:0>DIGITS$}"),
                size: 1,
                packed: 1,
                records: 0,
                stamp: None,
            })
            .collect();
        manifest
    }

    #[test]
    fn a_list_names_nothing_outside_of_a_project() {
        assert_eq!(
            manifest(&["p.bower", "p.bower-archive-2024-05"]).fault(),
            None
        );
        for names in [
            &[][..],
            &["../p.bower"],
            &["/etc/passwd"],
            &["a\\b"],
            &[".."],
            &[".ssh"],
            &[""],
            &["p.bower", "q.bower-archive-2024"],
            &["p.bower", "p.bower-archive-../../x"],
            &["p.bower", "p.bower-wal"],
            &["p.bower", "p.bower-archive-2024", "p.bower-archive-2024"],
        ] {
            assert!(manifest(names).fault().is_some(), "{names:?}");
        }
        let mut elsewhere = manifest(&["p.bower"]);
        elsewhere.files[0].digest = "../../../etc/passwd".to_owned();
        assert!(elsewhere.fault().is_some());
        let mut one_twice = manifest(&["p.bower", "p.bower-archive-2024"]);
        one_twice.files[1].digest = one_twice.files[0].digest.clone();
        assert!(one_twice.fault().is_some());
    }

    #[test]
    fn two_of_one_second_have_their_own_names() {
        let folder = tempfile::tempdir().unwrap();
        let one = manifest(&["p.bower"]).write(folder.path()).unwrap();
        let two = manifest(&["p.bower"]).write(folder.path()).unwrap();
        assert_eq!(lists_in(folder.path()), [two.clone(), one.clone()]);
        assert_eq!(Manifest::read(&two).unwrap(), manifest(&["p.bower"]));
    }
}
