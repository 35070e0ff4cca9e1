//! Files of a backup: one zstd frame (RFC 8878) each, named after the digest of its content, so
//! that unchanged content is stored once. Input: bytes. Output: a digest and sizes, or the
//! bytes.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use blake2::{Blake2s256, Digest};

use crate::files::{local_file, private_files};

/// Compression level: higher ones gain little on pages that are already packed.
const LEVEL: i32 = 3;
/// Bytes read at a time.
const CHUNK: usize = 512 * 1024;
/// The largest window that a frame may require, as a power of two: 8 MB. Level 3 uses 2 MB.
const WINDOW_LOG: u32 = 23;

/// The content of a packed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Content {
    /// BLAKE2s-256 of the bytes, hexadecimal (RFC 7693).
    pub(super) digest: String,
    /// Bytes.
    pub(super) size: u64,
}

/// Called with the number of further bytes; returns whether to continue.
pub(super) type ShouldContinue<'a> = &'a mut dyn FnMut(u64) -> bool;

/// A private file with an unpredictable name, removed on drop unless it was renamed.
pub(super) struct PrivateTempFile {
    path: PathBuf,
    pub(super) file: File,
}

impl PrivateTempFile {
    /// Creates one beside `target`.
    ///
    /// # Errors
    /// From the file system.
    pub(super) fn beside(target: &Path) -> io::Result<Self> {
        let (path, file) = private_files::create_part(target)?;
        Ok(Self { path, file })
    }

    /// Its temporary path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Renames it to `target` once all of it is on the disk.
    ///
    /// # Errors
    /// From the file system; then the file is removed.
    pub(super) fn rename(mut self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, target)?;
        self.path = PathBuf::new();
        Ok(())
    }
}

impl Drop for PrivateTempFile {
    fn drop(&mut self) {
        if !self.path.as_os_str().is_empty() {
            // It may have been removed with its folder.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Packs the file at `from` into `into`; `None` when it was stopped.
///
/// # Errors
/// From the file system.
pub(super) fn pack(
    from: &Path,
    into: &mut File,
    go_on: ShouldContinue<'_>,
) -> io::Result<Option<Content>> {
    let mut source = File::open(from)?;
    let size = source.metadata()?.len();
    let mut encoder = zstd::stream::Encoder::new(into, LEVEL)?;
    encoder.include_checksum(true)?;
    encoder.set_pledged_src_size(Some(size))?;
    let content = copy(&mut source, &mut encoder, size, go_on)?;
    if content.is_some() {
        encoder.finish()?.sync_all()?;
    }
    Ok(content)
}

/// Unpacks the file at `from` into `into`, at most `most` bytes; `None` when it was stopped.
///
/// # Errors
/// [`ErrorKind::InvalidData`] when it contains more; from zstd and the file system.
pub(super) fn unpack(
    from: &Path,
    into: &mut dyn Write,
    most: u64,
    go_on: ShouldContinue<'_>,
) -> io::Result<Option<Content>> {
    let file = local_file::open(from).map_err(|error| match error {
        local_file::LocalFileError::Io(error) => error,
        other => io::Error::new(ErrorKind::InvalidData, other.to_string()),
    })?;
    let mut decoder = zstd::stream::Decoder::new(file)?;
    decoder.window_log_max(WINDOW_LOG)?;
    copy(&mut decoder, into, most, go_on)
}

/// The digest of a file's raw bytes.
///
/// # Errors
/// From the file system.
pub(super) fn digest_of(path: &Path) -> io::Result<String> {
    let content = copy(
        &mut File::open(path)?,
        &mut io::sink(),
        u64::MAX,
        &mut |_| true,
    )?;
    Ok(content.map(|content| content.digest).unwrap_or_default())
}

fn copy(
    from: &mut dyn Read,
    into: &mut dyn Write,
    most: u64,
    go_on: ShouldContinue<'_>,
) -> io::Result<Option<Content>> {
    let mut hasher = Blake2s256::new();
    let mut chunk = vec![0; CHUNK];
    let mut size = 0_u64;
    loop {
        let read = match from.read(&mut chunk) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read?,
        };
        let bytes = chunk.get(..read).unwrap_or_default();
        if bytes.is_empty() {
            break;
        }
        let more = u64::try_from(read).unwrap_or(u64::MAX);
        size = size.saturating_add(more);
        if size > most {
            let text = format!("it holds more than {most} bytes");
            return Err(io::Error::new(ErrorKind::InvalidData, text));
        }
        hasher.update(bytes);
        into.write_all(bytes)?;
        if !go_on(more) {
            return Ok(None);
        }
    }
    let digest = hasher.finalize();
    Ok(Some(Content {
        digest: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        size,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back_and_no_more_than_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&from, vec![7; 3_000_000]).unwrap();
        let mut part = PrivateTempFile::beside(&to).unwrap();
        let content = pack(&from, &mut part.file, &mut |_| true).unwrap().unwrap();
        part.rename(&to).unwrap();
        assert!(to.metadata().unwrap().len() < 10_000);
        let mut bytes = Vec::new();
        let back = unpack(&to, &mut bytes, content.size, &mut |_| true).unwrap();
        assert_eq!((back, bytes.len()), (Some(content), 3_000_000));
        let error = unpack(&to, &mut io::sink(), 2_999_999, &mut |_| true).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData);
        assert_eq!(
            unpack(&to, &mut io::sink(), 3_000_000, &mut |_| false).unwrap(),
            None
        );
        // A changed byte is detected.
        let mut packed = fs::read(&to).unwrap();
        *packed.last_mut().unwrap() ^= 1;
        fs::write(&to, packed).unwrap();
        assert!(unpack(&to, &mut io::sink(), 3_000_000, &mut |_| true).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
