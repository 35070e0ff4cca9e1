//! Recognises binary files served in place of a page: pictures, documents, archives and others.
//! Input: the first bytes. Output: the kind, or nothing for anything that may be text. A page
//! with some NULs, or in UTF-16, is a page.

/// The kind of a file that is not a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// PNG, JPEG, GIF, WebP, BMP, ICO.
    Picture,
    /// PDF or PostScript.
    Pdf,
    /// ZIP (and formats based on it, such as office documents), gzip, 7z, RAR, xz, zstd, tar.
    Archive,
    /// Audio or video.
    Media,
    /// An executable.
    Program,
    /// A font.
    Font,
    /// An SQLite database.
    Database,
    /// Unknown, but not text.
    Binary,
}

/// Magic numbers at the start of a file.
const MAGIC: [(&[u8], Foreign); 33] = [
    (b"\x89PNG\r\n\x1a\n", Foreign::Picture),
    (b"\xff\xd8\xff", Foreign::Picture),
    (b"GIF87a", Foreign::Picture),
    (b"GIF89a", Foreign::Picture),
    (b"\0\0\x01\0", Foreign::Picture),
    (b"II*\0", Foreign::Picture),
    (b"MM\0*", Foreign::Picture),
    (b"8BPS", Foreign::Picture),
    (b"%PDF-", Foreign::Pdf),
    (b"%!PS", Foreign::Pdf),
    (b"PK\x03\x04", Foreign::Archive),
    (b"PK\x05\x06", Foreign::Archive),
    (b"\x1f\x8b\x08", Foreign::Archive),
    (b"7z\xbc\xaf\x27\x1c", Foreign::Archive),
    (b"Rar!\x1a\x07", Foreign::Archive),
    (b"\xfd7zXZ\0", Foreign::Archive),
    (b"\x28\xb5\x2f\xfd", Foreign::Archive),
    (b"BZh9", Foreign::Archive),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Foreign::Archive),
    (b"ID3", Foreign::Media),
    (b"OggS", Foreign::Media),
    (b"fLaC", Foreign::Media),
    (b"FLV\x01", Foreign::Media),
    (b"\x1aE\xdf\xa3", Foreign::Media),
    (b"\x7fELF", Foreign::Program),
    (b"MZ\x90\0", Foreign::Program),
    (b"\0asm", Foreign::Program),
    (b"\xca\xfe\xba\xbe", Foreign::Program),
    (b"\xcf\xfa\xed\xfe", Foreign::Program),
    (b"wOFF", Foreign::Font),
    (b"wOF2", Foreign::Font),
    (b"\0\x01\0\0\0", Foreign::Font),
    (b"SQLite format 3\0", Foreign::Database),
];

/// The number of bytes checked for control characters.
const SAMPLED_BYTES: usize = 4_096;

/// The kind of `bytes`, if they are not text.
pub fn foreign(bytes: &[u8]) -> Option<Foreign> {
    let start = bytes
        .iter()
        .position(|b| !b.is_ascii_whitespace())
        .unwrap_or(0);
    let trimmed = bytes.get(start..).unwrap_or_default();
    let known = MAGIC
        .iter()
        .find(|(magic, _)| bytes.starts_with(magic) || trimmed.starts_with(magic));
    if let Some((_, kind)) = known {
        return Some(*kind);
    }
    match (bytes.get(..4), bytes.get(4..8), bytes.get(8..12)) {
        (Some(b"RIFF"), _, Some(b"WEBP")) => return Some(Foreign::Picture),
        (Some(b"RIFF"), _, Some(b"WAVE" | b"AVI ")) => return Some(Foreign::Media),
        (_, Some(b"ftyp"), Some(b"avif" | b"heic")) => return Some(Foreign::Picture),
        (_, Some(b"ftyp"), _) => return Some(Foreign::Media),
        _ => {}
    }
    if bytes.get(257..262) == Some(b"ustar") {
        return Some(Foreign::Archive);
    }
    is_binary(bytes).then_some(Foreign::Binary)
}

/// Whether more than a tenth of the beginning is control characters that do not occur in text.
fn is_binary(bytes: &[u8]) -> bool {
    let head = bytes.get(..SAMPLED_BYTES).unwrap_or(bytes);
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") || is_utf16(head) {
        return false;
    }
    let odd = |b: &&u8| matches!(**b, 0..=8 | 0x0e..=0x1a | 0x1c..=0x1f | 0x7f);
    head.iter().filter(odd).count() * 10 > head.len()
}

/// Whether exactly every second byte is NUL: Latin text in UTF-16.
fn is_utf16(head: &[u8]) -> bool {
    let nuls = |first: usize| {
        let bytes = head.iter().skip(first).step_by(2);
        (bytes.clone().filter(|b| **b == 0).count(), bytes.count())
    };
    let ((even, of_even), (odd, of_odd)) = (nuls(0), nuls(1));
    let most = |nuls: usize, of: usize| of > 0 && nuls * 10 > of * 6;
    let few = |nuls: usize, of: usize| nuls * 10 < of;
    (most(even, of_even) && few(odd, of_odd)) || (most(odd, of_odd) && few(even, of_even))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_files_are_told() {
        assert_eq!(foreign(b"\x89PNG\r\n\x1a\n\0\0"), Some(Foreign::Picture));
        assert_eq!(foreign(b"\n%PDF-1.7\n"), Some(Foreign::Pdf));
        assert_eq!(foreign(b"PK\x03\x04\x14\0"), Some(Foreign::Archive));
        assert_eq!(
            foreign(b"RIFF\x01\x02\x03\x04WEBPVP8 "),
            Some(Foreign::Picture)
        );
        assert_eq!(foreign(b"\0\0\0 ftypisom"), Some(Foreign::Media));
        assert_eq!(foreign(&[0; 500]), Some(Foreign::Binary));
        let mixed: Vec<u8> = (0..2_000_u32).map(|n| (n * 7 % 251) as u8).collect();
        assert_eq!(foreign(&mixed), Some(Foreign::Binary));
    }

    #[test]
    fn text_is_none_of_them() {
        let utf16: Vec<u8> = "<p>hello world</p>"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(foreign(&utf16), None);
        assert_eq!(foreign(&[b"\xff\xfe".as_slice(), &utf16].concat()), None);
        assert_eq!(foreign(b"<p>a\0b</p> and some more text here"), None);
        assert_eq!(foreign("<p>标题</p>".as_bytes()), None);
        assert_eq!(foreign(b"\xd6\xd0\xb9\xfa\xc8\xcb"), None);
        assert_eq!(foreign(b""), None);
        assert_eq!(foreign(b"{\"a\": 1}"), None);
        assert_eq!(foreign(b"plain text\x0c"), None);
    }
}
