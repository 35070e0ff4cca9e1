//! Compressed files, such as `sitemap.xml.gz`, whatever their headers say. Input: bytes.
//! Output: the bytes inside, up to a limit: a small file may unpack to a huge one.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::MultiGzDecoder;

/// The magic number of gzip.
const MAGIC: [u8; 3] = [0x1f, 0x8b, 0x08];
/// The maximum size of an unpacked file in bytes: twice the 50 MB of the sitemap protocol.
pub const MAX_UNPACKED: u64 = 100 * 1024 * 1024;

/// The content of `bytes`, unpacked if gzipped; at most `most` bytes of it. A damaged file yields
/// what can be read of it.
pub fn unpacked(bytes: &[u8], most: u64) -> Cow<'_, [u8]> {
    if !bytes.starts_with(&MAGIC) {
        return Cow::Borrowed(bytes);
    }
    let mut out = Vec::new();
    let mut reader = MultiGzDecoder::new(bytes).take(most);
    // What was read before a fault stays in `out`.
    let read = reader.read_to_end(&mut out);
    match read {
        Err(_) if out.is_empty() => Cow::Borrowed(bytes),
        _ => Cow::Owned(out),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn packed_files_are_unpacked_within_limits() {
        let zip = packed(b"<urlset/>");
        assert_eq!(&*unpacked(&zip, 100), b"<urlset/>");
        assert_eq!(&*unpacked(b"<urlset/>", 100), b"<urlset/>");
        let bomb = packed(&vec![b' '; 1_000_000]);
        assert_eq!(unpacked(&bomb, 5_000).len(), 5_000);
        let cut = packed("<url>0123456789</url>".repeat(2_000).as_bytes());
        let read = unpacked(&cut[..cut.len() / 2], 1_000_000);
        assert!(read.starts_with(b"<url>"), "what came is read");
        assert_eq!(&*unpacked(&MAGIC, 10), &MAGIC);
    }
}
