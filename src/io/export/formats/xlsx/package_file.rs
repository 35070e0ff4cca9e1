//! The file under a package. A package dropped before its end still writes its directory and prints
//! errors from that. So after a failed write, further data is accepted and discarded; the file is
//! removed anyway.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

/// The file, buffered.
pub(super) struct Sink {
    file: BufWriter<File>,
    failed: bool,
    /// The position; it continues after a failure as if there were none, because the package relies
    /// on it.
    at: u64,
}

impl Sink {
    /// A sink into `file` with a buffer of `buffer` bytes.
    pub(super) fn new(buffer: usize, file: File) -> Self {
        Self {
            file: BufWriter::with_capacity(buffer, file),
            failed: false,
            at: 0,
        }
    }

    /// Flushes everything to the disk.
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
