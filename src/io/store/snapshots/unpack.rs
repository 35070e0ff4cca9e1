//! Unpacks stored data. A project file may come from anywhere, and a few kB of zstd can expand to
//! gigabytes: at most the largest size that this program ever packs is unpacked.

use std::io::{self, ErrorKind, Read as _};

/// Maximum size of packed data: a feed or sitemap that arrived packed itself (100 MB); pages and
/// records are smaller.
pub(crate) const MAX_UNPACKED: usize = 128 * 1024 * 1024;

/// Unpacks `packed` to at most `most` bytes.
///
/// # Errors
/// [`ErrorKind::InvalidData`] when there are more; from zstd for an invalid or truncated frame.
pub(crate) fn unpack(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    zstd::stream::Decoder::new(packed)?
        .take(limit)
        .read_to_end(&mut bytes)?;
    if bytes.len() > most {
        let text = format!("it unpacks to more than {} MB", most / (1024 * 1024));
        return Err(io::Error::new(ErrorKind::InvalidData, text));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_unpacked_than_may_be() {
        let packed = zstd::stream::encode_all(io::repeat(b'a').take(3_000_000), 3).unwrap();
        assert_eq!(unpack(&packed, 3_000_000).unwrap().len(), 3_000_000);
        let error = unpack(&packed, 2_999_999).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData);
        assert!(unpack(packed.get(..20).unwrap(), 3_000_000).is_err());
        assert!(unpack(b"no frame", 100).is_err());
    }
}
