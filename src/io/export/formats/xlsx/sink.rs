//! The file under a package. A package that is dropped before its end still writes its directory, and
//! prints what went wrong with that: once a write failed, the rest is taken and let go of, for the
//! file is removed anyway.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

/// The file, buffered.
pub(super) struct Sink {
    file: BufWriter<File>,
    failed: bool,
    /// Where it is; goes on after a failure as if there was none, for the package counts on that.
    at: u64,
}

impl Sink {
    /// Writes into `file`, `buffer` bytes at once.
    pub(super) fn new(buffer: usize, file: File) -> Self {
        Self {
            file: BufWriter::with_capacity(buffer, file),
            failed: false,
            at: 0,
        }
    }

    /// Brings all of it to the disk.
    pub(super) fn finish(self) -> io::Result<()> {
        let file = self
            .file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        file.sync_all()
    }

    fn note<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        self.failed |= done.is_err();
        done
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self.failed {
            true => bytes.len(),
            false => {
                let done = self.file.write(bytes);
                self.note(done)?
            }
        };
        self.at += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.failed {
            return Ok(());
        }
        let done = self.file.flush();
        self.note(done)
    }
}

impl Seek for Sink {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = match (self.failed, to) {
            (false, _) => {
                let done = self.file.seek(to);
                self.note(done)?
            }
            (true, SeekFrom::Start(at)) => at,
            (true, SeekFrom::Current(by)) => self.at.saturating_add_signed(by),
            (true, SeekFrom::End(_)) => self.at,
        };
        Ok(self.at)
    }
}
