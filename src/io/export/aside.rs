//! A file that takes its name when it is complete: written beside the place, flushed to the disk,
//! then renamed. Dropped before that, it leaves nothing behind and what stood there as it was.

use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Bytes gathered before they are written.
const BUFFER: usize = 256 * 1024;

/// A file being written.
pub(in crate::io) struct File {
    writer: BufWriter<std::fs::File>,
    /// Where it is written and what it is to be called; `None` when it is written in place.
    rename: Option<(PathBuf, PathBuf)>,
}

impl File {
    /// Begins the file that is to be called `path`. What is no regular file (a pipe, a terminal)
    /// cannot be replaced and is written to directly; a symbolic link keeps pointing to the file.
    pub(in crate::io) fn create(path: &Path) -> io::Result<Self> {
        let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let before = std::fs::metadata(&target).ok();
        if before.as_ref().is_some_and(|meta| !meta.is_file()) {
            let file = OpenOptions::new().write(true).open(&target)?;
            return Ok(Self {
                writer: BufWriter::with_capacity(BUFFER, file),
                rename: None,
            });
        }
        let part = part_path(&target);
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(&part)?;
        let new = Self {
            writer: BufWriter::with_capacity(BUFFER, file),
            rename: Some((part, target)),
        };
        if let Some(meta) = before {
            new.writer.get_ref().set_permissions(meta.permissions())?;
        }
        Ok(new)
    }

    /// What to write to.
    pub(in crate::io) fn writer(&mut self) -> &mut dyn Write {
        &mut self.writer
    }

    /// Completes the file: all of it is on the disk before it takes the name.
    pub(in crate::io) fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        let Some((part, target)) = &self.rename else {
            return Ok(());
        };
        self.writer.get_ref().sync_all()?;
        std::fs::rename(part, target)?;
        // The new name must reach the disk as well; where folders cannot be opened it does so
        // on its own.
        #[cfg(unix)]
        if let Some(folder) = target.parent().filter(|f| !f.as_os_str().is_empty())
            && let Ok(folder) = std::fs::File::open(folder)
        {
            let _ = folder.sync_all();
        }
        self.rename = None;
        Ok(())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        if let Some((part, _)) = &self.rename {
            // It may be gone with its folder.
            let _ = std::fs::remove_file(part);
        }
    }
}

/// Hidden, in the same folder (a rename does not cross file systems), one a process.
fn part_path(target: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    target.with_file_name(name)
}
