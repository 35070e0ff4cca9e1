//! Decodes bytes into text. Input: a body and its `Content-Type`. Output: text and the source
//! of its charset. Declarations are trusted only if the bytes confirm them, because headers and
//! metas are often wrong; it never fails, malformed bytes become U+FFFD.
//!
//! Below: charsets as pages declare them.

use std::borrow::Cow;
use std::cell::OnceCell;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, DecoderResult, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8,
    UTF_16BE, UTF_16LE, WINDOWS_1252,
};

use declared::{header_charset, meta_charset};

pub(super) mod declared;
mod mixed_charsets;

/// The number of significant bytes that the detector reads; more would not change the result but
/// cost time: it scores each byte for every charset.
const DETECT_BYTES: usize = 6 * 1024;

/// The number of bytes it reads if none is above ASCII and only escapes are significant.
const DETECT_ESCAPES: usize = 256 * 1024;

/// The number of ASCII letters before a byte above ASCII that belong to its word, and of ASCII
/// bytes after which a new part begins.
const AROUND: usize = 12;

/// From this many bytes above ASCII on, the detector overrules a declaration that decodes cleanly.
/// Below that (some 100 Han characters) it is less reliable than the declaration.
const OVERRULE_BYTES: usize = 200;

/// With this many sequences of three bytes or more, a page with parts in another charset is UTF-8.
const MIXED_LONG: usize = 20;

/// The source of the charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharsetSource {
    /// Byte order mark.
    Bom,
    /// `Content-Type` header.
    Header,
    /// `<meta charset>` or an XML declaration.
    Meta,
    /// Detected from the bytes (also when header or meta are wrong).
    Detected,
}

/// Decoded text.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The text, with U+FFFD for malformed sequences.
    pub text: String,
    /// WHATWG name of the encoding, such as `GBK`.
    pub encoding: &'static str,
    /// The source of the encoding.
    pub source: CharsetSource,
}

/// Decodes `bytes`: BOM, then header, then meta, each checked against the bytes, then detection.
pub fn decode(bytes: &[u8], content_type: Option<&str>) -> Decoded {
    let (encoding, source) = encoding_of(bytes, content_type);
    decode_as(bytes, encoding, source)
}

/// As [`decode`]; UTF-8, which most pages are, is not copied.
pub fn decode_owned(bytes: Vec<u8>, content_type: Option<&str>) -> Decoded {
    let (encoding, source) = encoding_of(&bytes, content_type);
    if encoding != UTF_8 || source == CharsetSource::Bom {
        return decode_as(&bytes, encoding, source);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Decoded {
            text,
            encoding: encoding.name(),
            source,
        },
        Err(error) => decode_as(error.as_bytes(), encoding, source),
    }
}

fn encoding_of(bytes: &[u8], content_type: Option<&str>) -> (&'static Encoding, CharsetSource) {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return (encoding, CharsetSource::Bom);
    }
    if let Some(encoding) = utf16_without_bom(bytes) {
        return (encoding, CharsetSource::Detected);
    }
    let evidence = Evidence::of(bytes);
    let header = content_type.and_then(header_charset);
    if let Some(encoding) = header
        && evidence.bears_out(encoding)
    {
        return (encoding, CharsetSource::Header);
    }
    if let Some(encoding) = meta_charset(bytes)
        && evidence.bears_out(encoding)
    {
        return (encoding, CharsetSource::Meta);
    }
    (evidence.detected(), CharsetSource::Detected)
}

fn decode_as(bytes: &[u8], encoding: &'static Encoding, source: CharsetSource) -> Decoded {
    let (text, encoding, torn) = encoding.decode(bytes);
    if torn
        && encoding == UTF_8
        && let Some(text) = mixed_charsets::decode(bytes)
    {
        return Decoded {
            text,
            encoding: encoding.name(),
            source,
        };
    }
    Decoded {
        text: text.into_owned(),
        encoding: encoding.name(),
        source,
    }
}

/// Statistics of the bytes.
struct Evidence<'a> {
    bytes: &'a [u8],
    /// Bytes above ASCII.
    high_bytes: usize,
    /// Well-formed UTF-8 sequences of two bytes, and of three or four.
    utf8_short: usize,
    utf8_long: usize,
    /// Malformed sequences as UTF-8; one truncated at the very end does not count.
    utf8_malformed: usize,
    /// The detector's guess; computed on demand because it is slow and most pages never need it.
    guess: OnceCell<&'static Encoding>,
}

impl<'a> Evidence<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        let mut evidence = Self {
            bytes,
            high_bytes: count_from(bytes, 0x80),
            utf8_short: 0,
            utf8_long: 0,
            utf8_malformed: 0,
            guess: OnceCell::new(),
        };
        if evidence.high_bytes > 0 {
            evidence.count_utf8();
        }
        evidence
    }

    /// The detector's guess with UTF-8 excluded.
    fn guess(&self) -> &'static Encoding {
        self.guess.get_or_init(|| {
            // ISO-2022-JP is the only encoding here that consists of ASCII bytes.
            if self.high_bytes > 0 || self.bytes.contains(&0x1B) {
                guess(self.bytes)
            } else {
                WINDOWS_1252
            }
        })
    }

    fn count_utf8(&mut self) {
        let bytes = self.bytes;
        // Well-formed UTF-8, the usual case, needs no inspection of its parts.
        if std::str::from_utf8(bytes).is_ok() {
            self.count_sequences(bytes);
            return;
        }
        let mut seen = 0;
        for chunk in bytes.utf8_chunks() {
            self.count_sequences(chunk.valid().as_bytes());
            seen += chunk.valid().len() + chunk.invalid().len();
            let cut_off_at_end = seen == bytes.len() && is_utf8_prefix(chunk.invalid());
            if !chunk.invalid().is_empty() && !cut_off_at_end {
                self.utf8_malformed += 1;
            }
        }
    }

    /// Counts the sequences of `valid` UTF-8 by first byte.
    fn count_sequences(&mut self, valid: &[u8]) {
        let long = count_from(valid, 0xE0);
        self.utf8_long += long;
        self.utf8_short += count_from(valid, 0xC0) - long;
    }

    /// Whether the bytes confirm a declaration of `encoding`.
    fn bears_out(&self, encoding: &'static Encoding) -> bool {
        if encoding == UTF_8 {
            return self.mostly_utf8();
        }
        if self.high_bytes == 0 {
            // Pure ASCII decodes the same in every encoding but the one written in ASCII.
            return encoding == ISO_2022_JP || self.guess() != ISO_2022_JP;
        }
        if self.surely_utf8(encoding) || encoding == UTF_16LE || encoding == UTF_16BE {
            return false;
        }
        let overruled = self.high_bytes >= OVERRULE_BYTES
            && self.could_be_other(encoding)
            && is_cjk(self.guess())
            && family(self.guess()) != family(encoding)
            && malformed(self.bytes, self.guess()) == 0;
        // A few torn characters are common where templates truncate strings by bytes.
        !overruled && malformed(self.bytes, encoding) * 100 <= self.high_bytes
    }

    /// Whether the bytes are well-formed in an East Asian encoding of another family: this is rare,
    /// and much faster to check than the detector's guess.
    fn could_be_other(&self, declared: &'static Encoding) -> bool {
        CJK.iter().any(|other| {
            family(other) != family(declared)
                // Each family is checked once, not under both names.
                && family(other) == *other
                && is_well_formed(self.bytes, other)
        })
    }

    fn detected(&self) -> &'static Encoding {
        if self.high_bytes > 0 && self.mostly_utf8() {
            UTF_8
        } else if self.high_bytes > 0 || self.guess() == ISO_2022_JP {
            self.guess()
        } else {
            UTF_8
        }
    }

    /// Well-formed except for a few torn characters or parts in another charset: three-byte
    /// sequences are hardly ever well-formed by chance, in GBK some 2 in 100 characters.
    fn mostly_utf8(&self) -> bool {
        self.utf8_malformed * 50 <= self.utf8_short + self.utf8_long
            || (self.utf8_long >= MIXED_LONG && self.utf8_malformed <= self.utf8_long)
    }

    /// Well-formed in a way that text in `declared` is not by chance: two-byte sequences alone also
    /// occur in short GBK texts, but hardly ever in single-byte ones.
    fn surely_utf8(&self, declared: &'static Encoding) -> bool {
        let chance = if is_cjk(declared) { 4 } else { 1 };
        self.mostly_utf8() && (self.utf8_long > 0 || self.utf8_short >= chance)
    }
}

/// The number of `bytes` that are at least `least`. Many one-byte sums, updated by one vector
/// instruction, are much faster than one large sum.
fn count_from(bytes: &[u8], least: u8) -> usize {
    let parts = bytes.chunks(usize::from(u8::MAX));
    parts
        .map(|part| {
            let sum = part.iter().fold(0_u8, |sum, b| sum + u8::from(*b >= least));
            usize::from(sum)
        })
        .sum()
}

/// Whether `bytes` start a UTF-8 sequence without ending it.
fn is_utf8_prefix(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|e| e.valid_up_to() == 0 && e.error_len().is_none())
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    // Not the end: the last part may be truncated within a character.
    detector.feed(&distinctive_parts(bytes), false);
    detector.guess(None, Utf8Detection::Deny)
}

/// The parts of `bytes` that distinguish charsets: those around bytes above ASCII, separated by
/// blanks. Markup is ASCII in all charsets. Without bytes above ASCII, everything (for escapes).
fn distinctive_parts(bytes: &[u8]) -> Cow<'_, [u8]> {
    let is_high = |byte: &u8| *byte >= 0x80;
    let mut parts: Vec<u8> = Vec::new();
    let mut past = 0;
    while let Some(rest) = bytes.get(past..)
        && let Some(high) = rest.iter().position(is_high)
        && parts.len() < DETECT_BYTES
    {
        let letters = rest.get(..high).unwrap_or_default().iter().rev();
        let letters = letters
            .take(AROUND)
            .take_while(|b| b.is_ascii_alphabetic())
            .count();
        let mut end = high + 1;
        while let Some(more) = rest.get(end..)
            && let Some(next) = more.iter().take(AROUND).position(is_high)
            && end - high < DETECT_BYTES
        {
            end += next + 1;
        }
        end = (end + AROUND).min(rest.len());
        parts.push(b' ');
        parts.extend_from_slice(rest.get(high - letters..end).unwrap_or_default());
        past += end;
    }
    if past == 0 {
        return Cow::Borrowed(bytes.get(..DETECT_ESCAPES).unwrap_or(bytes));
    }
    Cow::Owned(parts)
}

/// The number of malformed sequences in `bytes` decoded as `encoding`.
fn malformed(bytes: &[u8], encoding: &'static Encoding) -> usize {
    if is_well_formed(bytes, encoding) {
        return 0;
    }
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    // A sequence truncated in its last character does not count.
    let whole = text.strip_suffix('\u{FFFD}').unwrap_or(&text);
    whole.chars().filter(|c| *c == '\u{FFFD}').count()
}

/// Whether `bytes` are well-formed as `encoding`; a truncated last sequence is allowed.
fn is_well_formed(bytes: &[u8], encoding: &'static Encoding) -> bool {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut rest = bytes;
    // The text itself is discarded.
    let mut text = [0; DECODED_AT_ONCE];
    loop {
        let (result, read, _) = decoder.decode_to_utf8_without_replacement(rest, &mut text, false);
        rest = rest.get(read..).unwrap_or_default();
        match result {
            DecoderResult::InputEmpty => return true,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => return false,
        }
    }
}

/// Buffer size for text that is discarded.
const DECODED_AT_ONCE: usize = 4 * 1024;

static CJK: [&Encoding; 7] = [GBK, GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR, ISO_2022_JP];

fn is_cjk(encoding: &'static Encoding) -> bool {
    CJK.contains(&encoding)
}

/// GB18030 extends GBK: a declaration of one and a guess of the other do not contradict.
fn family(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == GB18030 { GBK } else { encoding }
}

/// UTF-16 markup or JSON without a BOM: the first characters alternate with NUL.
fn utf16_without_bom(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<' | b'{' | b'[', 0, second, 0, ..] if *second != 0 => Some(UTF_16LE),
        [0, b'<' | b'{' | b'[', 0, second, ..] if *second != 0 => Some(UTF_16BE),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
