//! One form for all spellings of a text: compatibility forms (NFKC), small letters, plain hyphens and
//! apostrophes, no invisible characters. Accents stay: they tell names apart.

use unicode_normalization::UnicodeNormalization as _;

/// The folded text.
pub(super) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut result = String::with_capacity(text.len());
    for c in text.nfc() {
        push(c, &mut result);
    }
    result
}

/// The composed text, and for each byte of its folded form where that comes from in it.
pub(super) fn folded(text: &str) -> (String, Vec<usize>) {
    let composed: String = text.nfc().collect();
    let mut places = Vec::new();
    let mut result = String::new();
    for (at, c) in composed.char_indices() {
        push(c, &mut result);
        places.resize(result.len(), at);
    }
    (composed, places)
}

fn push(c: char, result: &mut String) {
    if c.is_ascii() {
        result.push(c.to_ascii_lowercase());
        return;
    }
    if is_invisible(c) {
        return;
    }
    for plain in std::iter::once(c).nfkc() {
        match plain {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => result.push('-'),
            '\u{2018}' | '\u{2019}' | '\u{02BC}' => result.push('\''),
            plain if is_invisible(plain) => {}
            plain => result.extend(plain.to_lowercase()),
        }
    }
}

/// Soft hyphens, joiners and marks of direction, which nobody sees.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{00AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}
