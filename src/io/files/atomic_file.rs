//! A file that takes its name when it is complete: written beside its target, flushed to the disk,
//! then renamed. If dropped before that, it leaves nothing behind and the existing file unchanged.

use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::private_files;

/// Bytes buffered before they are written.
const BUFFER: usize = 256 * 1024;

/// A temporary path beside the target, written before it is renamed.
#[derive(Debug)]
pub(crate) struct StagedPath {
    part: PathBuf,
    target: PathBuf,
    /// Whether it is a folder.
    folder: bool,
}

impl StagedPath {
    /// Creates the regular file that will replace `path`; a symbolic link keeps pointing to it.
    pub(crate) fn file(path: &Path) -> io::Result<(Self, std::fs::File)> {
        let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let before = std::fs::metadata(&target).ok();
        if before.as_ref().is_some_and(|meta| !meta.is_file()) {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        let (part, file) = loop {
            let part = part_path(&target);
            let mut options = OpenOptions::new();
            // Never an existing file: a link with that name would be followed.
            match options.read(true).write(true).create_new(true).open(&part) {
                // Left by a killed process with this number, or placed there; the next name is
                // free.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                opened => break (part, opened?),
            }
        };
        let new = Self {
            part,
            target,
            folder: false,
        };
        if let Some(meta) = before {
            file.set_permissions(meta.permissions())?;
        }
        Ok((new, file))
    }

    /// Creates a folder beside `path`.
    pub(crate) fn folder(path: &Path) -> io::Result<Self> {
        let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if std::fs::metadata(&target).is_ok_and(|meta| !meta.is_dir()) {
            return Err(io::Error::from(io::ErrorKind::NotADirectory));
        }
        let part = part_path(&target);
        std::fs::create_dir(&part)?;
        Ok(Self {
            part,
            target,
            folder: true,
        })
    }

    /// Its temporary path.
    pub(crate) fn path(&self) -> &Path {
        &self.part
    }

    /// Its final path.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// Renames the file. Its content must be on the disk.
    pub(crate) fn rename(mut self) -> io::Result<()> {
        std::fs::rename(&self.part, &self.target)?;
        sync_folder_of(&self.target);
        self.part = PathBuf::new();
        Ok(())
    }
}

impl Drop for StagedPath {
    fn drop(&mut self) {
        if self.part.as_os_str().is_empty() {
            return;
        }
        // It may have been removed with its folder.
        let _ = if self.folder {
            std::fs::remove_dir_all(&self.part)
        } else {
            std::fs::remove_file(&self.part)
        };
    }
}

/// The new name must reach the disk as well; where folders cannot be opened, the system does that
/// on its own.
fn sync_folder_of(target: &Path) {
    #[cfg(unix)]
    if let Some(folder) = target.parent().filter(|f| !f.as_os_str().is_empty())
        && let Ok(folder) = std::fs::File::open(folder)
    {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = target;
}

/// A file being written.
pub(crate) struct File {
    writer: BufWriter<std::fs::File>,
    /// `None` when it is written in place.
    part: Option<StagedPath>,
}

impl File {
    /// Creates the file that will replace `path`. Anything but a regular file (a pipe, a terminal)
    /// cannot be replaced and is written to directly.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let special = std::fs::metadata(path).is_ok_and(|meta| !meta.is_file());
        let (file, part) = if special {
            (OpenOptions::new().write(true).open(path)?, None)
        } else {
            let (part, file) = StagedPath::file(path)?;
            (file, Some(part))
        };
        Ok(Self {
            writer: BufWriter::with_capacity(BUFFER, file),
            part,
        })
    }

    /// The same for a file that only its owner may read.
    pub(crate) fn create_private(path: &Path) -> io::Result<Self> {
        let file = Self::create(path)?;
        if let Some(part) = &file.part {
            private_files::tighten(part.path());
        }
        Ok(file)
    }

    /// The writer for its content.
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        &mut self.writer
    }

    /// Flushes all data to the disk, so that completing the file needs no more space.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        match self.part {
            Some(_) => self.writer.get_ref().sync_all(),
            None => Ok(()),
        }
    }

    /// Completes the file: all of it is on the disk before it is renamed.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        match self.part {
            Some(part) => {
                self.writer.get_ref().sync_all()?;
                part.rename()
            }
            None => Ok(()),
        }
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// A hidden path in the same folder (a rename does not cross file systems). Each one is unique,
/// because a process may write to the same target twice at a time.
fn part_path(target: &Path) -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let mut name = std::ffi::OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}-{number}.part", std::process::id()));
    target.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_that_are_written_to_one_place_do_not_mix() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out");
        let mut kept = File::create(&path).expect("begun");
        let mut dropped = File::create(&path).expect("begun");
        kept.write_all(b"kept").expect("written");
        dropped.write_all(b"dropped").expect("written");
        drop(dropped);
        kept.finish().expect("finished");
        assert_eq!(std::fs::read(&path).expect("the file"), b"kept");
        let left = std::fs::read_dir(folder.path())
            .expect("the folder")
            .count();
        assert_eq!(left, 1);
    }
}
