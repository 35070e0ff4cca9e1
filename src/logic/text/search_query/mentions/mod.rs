//! Finds every mention of a word, name or address in texts and bytes of any kind, however it is spelt
//! there: in capitals or not, in full or half width, with other separators, split by markup, or escaped
//! for an address, HTML or JSON. Input: the words, and a text. Output: whether and where it mentions one.
//! A search over the index must not stand in for it: erasing may miss nothing.
//!
//! Below: undoing escapes (`decoding`), one form for all spellings (`folding`).

mod decoding;
mod folding;
#[cfg(test)]
mod tests;

use std::io::Read as _;

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, ISO_8859_2, KOI8_R, SHIFT_JIS, UTF_16BE, UTF_16LE,
    WINDOWS_1251, WINDOWS_1252,
};
use regex::Regex;

use decoding::{decoded, without_tags};
use folding::{fold, folded};

/// Rounds of undoing escapes: an address in HTML in JSON takes three.
const ROUNDS: usize = 4;
/// Characters shown before and after a mention.
const AROUND: usize = 40;
/// Fewer letters and digits than this name nobody.
const MIN_CHARS: usize = 2;
/// Bytes that a packed file unpacks to at most.
const MAX_UNPACKED: u64 = 128 * 1024 * 1024;
/// Bytes looked at to tell UTF-16.
const HEAD: usize = 512;
/// What may stand between the parts of a name.
const BETWEEN: &str = r"[\s\-_+.,;/()·]{1,4}";
/// The same between Chinese characters.
const BETWEEN_CHINESE: &str = r"[\s\-_+.,;/()·]{0,4}";

/// Words to look for.
#[derive(Clone, Debug)]
pub struct Mentions {
    patterns: Vec<Regex>,
    parts: bool,
    /// Whether a word has letters beyond ASCII.
    is_beyond_ascii: bool,
}

impl Mentions {
    /// Looks for any of `words`, each a name, a word or an address; with `parts`, inside of longer words
    /// too. `None` when a word is too short to name anybody, or there is none.
    pub fn new<S: AsRef<str>>(words: &[S], parts: bool) -> Option<Self> {
        let patterns: Option<Vec<Regex>> = words
            .iter()
            .map(|word| word.as_ref().trim())
            .filter(|word| !word.is_empty())
            .map(pattern)
            .collect();
        let patterns = patterns.filter(|patterns| !patterns.is_empty())?;
        Some(Self {
            patterns,
            parts,
            is_beyond_ascii: words.iter().any(|word| !word.as_ref().is_ascii()),
        })
    }

    /// The text around the first mention in `text`, as it stands there without escapes; `None` when
    /// there is none.
    pub fn find(&self, text: &str) -> Option<String> {
        if let Some(found) = self.find_decoded(text) {
            return Some(found);
        }
        if !text.contains('<') {
            return None;
        }
        // A name may be split by markup, which divides words or does not.
        ["", " "]
            .iter()
            .find_map(|joint| self.find_decoded(&without_tags(text, joint)))
    }

    /// [`Self::find`] in bytes of unknown kind: text in any usual charset, or packed by gzip.
    pub fn find_in_bytes(&self, bytes: &[u8]) -> Option<String> {
        if bytes.starts_with(&[0x1F, 0x8B]) {
            let mut unpacked = Vec::new();
            let reader = flate2::read::MultiGzDecoder::new(bytes);
            // What can be read of a damaged file counts.
            let _ = reader.take(MAX_UNPACKED).read_to_end(&mut unpacked);
            if !unpacked.is_empty() && !unpacked.starts_with(&[0x1F, 0x8B]) {
                return self.find_in_bytes(&unpacked);
            }
        }
        let read = |encoding: &'static Encoding| encoding.decode_without_bom_handling(bytes).0;
        let head = bytes.get(..HEAD).unwrap_or(bytes);
        let marks: [&[u8]; 2] = [&[0xFF, 0xFE], &[0xFE, 0xFF]];
        let is_wide = head.contains(&0) || marks.iter().any(|mark| bytes.starts_with(mark));
        let mut all = Vec::new();
        if is_wide {
            all.extend([UTF_16LE, UTF_16BE]);
        }
        let found = match std::str::from_utf8(bytes) {
            Ok(text) => self.find(text),
            Err(_) => {
                // In these a letter before a name may look like a part of it.
                all.extend([GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR, WINDOWS_1252]);
                // Names of ASCII letters stand in these as in any other.
                if self.is_beyond_ascii {
                    all.extend([WINDOWS_1251, KOI8_R, ISO_8859_2]);
                }
                self.find(&String::from_utf8_lossy(bytes))
            }
        };
        let mut others = all.into_iter();
        found.or_else(|| others.find_map(|encoding| self.find(&read(encoding))))
    }

    /// [`Self::find`] in the raw bytes of a file with its own format: only what stands there as UTF-8.
    pub fn find_in_raw(&self, bytes: &[u8]) -> Option<String> {
        self.find_folded(&String::from_utf8_lossy(bytes))
    }

    fn find_decoded(&self, text: &str) -> Option<String> {
        if let Some(found) = self.find_folded(text) {
            return Some(found);
        }
        let mut now = decoded(text)?;
        for _ in 1..ROUNDS {
            if let Some(found) = self.find_folded(&now) {
                return Some(found);
            }
            match decoded(&now) {
                Some(next) => now = next,
                None => return None,
            }
        }
        self.find_folded(&now)
    }

    fn find_folded(&self, text: &str) -> Option<String> {
        if text.is_ascii() {
            let (from, to) = self.span(text)?;
            return Some(excerpt(text, from, to));
        }
        let (from, to) = self.span(&fold(text))?;
        let (composed, places) = folded(text);
        let at = |place: usize| places.get(place).copied().unwrap_or(composed.len());
        Some(excerpt(&composed, at(from), at(to)))
    }

    /// Where the first mention is in a folded text.
    fn span(&self, text: &str) -> Option<(usize, usize)> {
        self.patterns
            .iter()
            .filter_map(|pattern| self.first(pattern, text))
            .min()
    }

    fn first(&self, pattern: &Regex, text: &str) -> Option<(usize, usize)> {
        let mut from = 0;
        while let Some(found) = pattern.find_at(text, from) {
            if self.parts || is_whole(text, found.start(), found.end()) {
                return Some((found.start(), found.end()));
            }
            let first = found.as_str().chars().next().map_or(1, char::len_utf8);
            from = found.start() + first;
        }
        None
    }
}

/// The pattern of a word; `None` for one that is too short.
fn pattern(word: &str) -> Option<Regex> {
    let word = fold(word);
    let signs = word.chars().filter(|c| c.is_alphanumeric()).count();
    if signs < MIN_CHARS {
        return None;
    }
    let mut text = String::from("(?i)");
    let mut before: Option<char> = None;
    for part in word.split_whitespace() {
        if let Some(last) = before {
            let chinese = is_unspaced(last) && part.chars().next().is_some_and(is_unspaced);
            text.push_str(if chinese { BETWEEN_CHINESE } else { BETWEEN });
        }
        text.push_str(&regex::escape(part));
        before = part.chars().next_back();
    }
    Regex::new(&text).ok()
}

/// Whether no letter or digit goes on before or after a span, in scripts that divide words.
fn is_whole(text: &str, from: usize, to: usize) -> bool {
    let sides = |inner: Option<char>, outer: Option<char>| match (inner, outer) {
        (Some(inner), Some(outer)) => goes_on(inner, outer),
        _ => false,
    };
    let (before, found, after) = (text.get(..from), text.get(from..to), text.get(to..));
    let found = found.unwrap_or_default();
    let before = before.unwrap_or_default().chars().next_back();
    let after = after.unwrap_or_default().chars().next();
    !sides(found.chars().next(), before) && !sides(found.chars().next_back(), after)
}

fn goes_on(inner: char, outer: char) -> bool {
    let is_of_word = |c: char| c.is_alphanumeric() && !is_unspaced(c);
    is_of_word(inner) && is_of_word(outer)
}

/// Whether a script has no spaces between words.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0E00}'..='\u{0EFF}' | '\u{2E80}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

fn excerpt(text: &str, from: usize, to: usize) -> String {
    let before = text.get(..from).unwrap_or_default();
    let after = text.get(to..).unwrap_or_default();
    let head: Vec<char> = before.chars().rev().take(AROUND).collect();
    let head: String = head.into_iter().rev().collect();
    let tail: String = after.chars().take(AROUND).collect();
    let shown = format!("{head}{}{tail}", text.get(from..to).unwrap_or_default());
    let words: Vec<&str> = shown.split_whitespace().collect();
    crate::text::printable(&words.join(" ")).into_owned()
}
