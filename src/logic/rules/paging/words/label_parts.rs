//! Splits a label into words, numbers and signs. Input: a short text. Output: its parts. It
//! is independent of the language.

use super::Arrow;

/// A split label.
pub(super) struct LabelParts {
    /// Letters in lower case.
    pub words: Vec<String>,
    /// Runs of digits.
    pub numbers: Vec<u32>,
    /// Whether it has a slash.
    pub slash: bool,
    /// Whether it has a dash.
    pub dash: bool,
}

impl LabelParts {
    /// Splits `text`.
    pub fn of(text: &str) -> Self {
        let mut parts = Self {
            words: Vec::new(),
            numbers: Vec::new(),
            slash: false,
            dash: false,
        };
        let mut word = String::new();
        let mut number = String::new();
        for c in text.chars().map(narrow).chain([' ']) {
            if !c.is_ascii_digit() && !number.is_empty() {
                // A number too large for a page becomes 0, which no page has.
                parts.numbers.push(number.parse().unwrap_or(0));
                number.clear();
            }
            if c.is_ascii_digit() {
                number.push(c);
            }
            let in_word = c.is_alphabetic() || is_mark(c);
            if !in_word && !word.is_empty() {
                parts.words.push(std::mem::take(&mut word));
            }
            if in_word {
                word.extend(c.to_lowercase());
            }
            parts.slash |= c == '/';
            parts.dash |= matches!(c, '-' | '–' | '—' | '~' | '〜');
        }
        parts
    }
}

/// Full-width forms as their plain ones.
fn narrow(c: char) -> char {
    match c {
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{3000}' => ' ',
        c => c,
    }
}

/// Marks of Indic, Thai and other scripts, and the long-vowel mark, which belong to the word.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{97f}' | '\u{e31}'..='\u{e4e}' | 'ー' | '々')
}

/// Whether a text is in a script without spaces between words, or with optional ones (Korean).
pub(super) fn is_unspaced(text: &str) -> bool {
    text.chars().any(|c| {
        matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
    })
}

/// The arrow in `text`.
pub(super) fn arrow(text: &str) -> Arrow {
    let mut right = 0;
    let mut left = 0;
    let mut bar = false;
    for c in text.chars().map(narrow) {
        match c {
            '→' | '»' | '›' | '⟩' | '>' | '▶' | '►' | '▸' | '❯' | '〉' | '⇒' | '➔' | '➜' | '➡'
            | '⯈' | '⟶' | '▷' | '▹' | '⮕' | '➤' | '⌃' => right += 1,
            '≫' | '⟫' | '》' | '⏩' | '⇥' | '⏭' => right += 2,
            '←' | '«' | '‹' | '⟨' | '<' | '◀' | '◄' | '◂' | '❮' | '〈' | '⇐' | '⬅' | '≪' | '⟪'
            | '《' | '⏪' | '⏮' | '⟵' | '◁' | '⇤' => left += 1,
            '|' | '｜' => bar = true,
            _ => {}
        }
    }
    match (right, left) {
        (0, 0) => Arrow::None,
        (_, 1..) => Arrow::Left,
        (1, _) if !bar => Arrow::Right,
        _ => Arrow::FarRight,
    }
}
