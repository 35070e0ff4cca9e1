//! UTF-8 pages with parts in another charset, such as an advertisement that a template included as
//! raw bytes. Input: bytes that are not entirely UTF-8. Output: text in which the other parts
//! are decoded with their common charset. Never guesses from single torn characters.

use encoding_rs::Encoding;

use super::{guess, is_cjk, malformed};

/// Bytes above ASCII that the foreign parts need before their charset is guessed.
const MIN_BYTES: usize = 16;

/// The decoded text; `None` unless a part is certainly in another charset.
pub(super) fn decode(bytes: &[u8]) -> Option<String> {
    let parts: Vec<&[u8]> = split(bytes).collect();
    let foreign: Vec<bool> = parts.iter().map(|part| is_foreign(part)).collect();
    let mut together = Vec::new();
    for (part, _) in parts.iter().zip(&foreign).filter(|(_, foreign)| **foreign) {
        together.extend_from_slice(part);
        together.push(b'\n');
    }
    if together.iter().filter(|byte| **byte >= 0x80).count() < MIN_BYTES {
        return None;
    }
    let encoding: &'static Encoding = guess(&together);
    if !is_cjk(encoding) || malformed(&together, encoding) > 0 {
        return None;
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 4);
    for (part, foreign) in parts.iter().zip(&foreign) {
        if *foreign {
            text.push_str(&encoding.decode_without_bom_handling(part).0);
        } else {
            text.push_str(&String::from_utf8_lossy(part));
        }
    }
    Some(text)
}

/// Splits after `<`, `>` and line ends, which no charset uses inside other characters.
fn split(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| matches!(byte, b'<' | b'>' | b'\n'))
}

/// Whether a part has more malformed UTF-8 than well-formed.
fn is_foreign(part: &[u8]) -> bool {
    let (mut torn, mut long) = (0_usize, 0_usize);
    for chunk in part.utf8_chunks() {
        torn += usize::from(!chunk.invalid().is_empty());
        long += chunk.valid().bytes().filter(|byte| *byte >= 0xE0).count();
    }
    torn > long
}
