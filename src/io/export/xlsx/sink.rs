//! The file under a package. A package that is dropped before its end still writes its directory, and
//! prints what went wrong with that: once a write failed, the rest is taken and let go of, for the
//! file is removed anyway.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

/// The file, buffered.
pub(super) struct Sink {
    file: BufWriter<File>,
    failed: bool,
}

impl Sink {
    /// Writes into `file`, `buffer` bytes at once.
    pub(super) fn new(buffer: usize, file: File) -> Self {
        Self {
            file: BufWriter::with_capacity(buffer, file),
            failed: false,
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
        if self.failed {
            return Ok(bytes.len());
        }
        let done = self.file.write(bytes);
        self.note(done)
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
        if self.failed {
            return Ok(0);
        }
        let done = self.file.seek(to);
        self.note(done)
    }
}
