//! Splits a text into numbers, words and marks. Scripts without spaces are segmented by the
//! dictionary; Chinese numerals become numbers; letters become lower case.

use crate::dates::languages::Dictionary;

/// The longest dictionary word of a script without spaces, in characters.
const MAX_UNSPACED: usize = 8;

/// A token of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DateToken {
    /// Its kind.
    pub kind: TokenKind,
    /// Whether it follows the previous token without white space.
    pub glued: bool,
}

/// The kind of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A number.
    Number {
        /// Its value.
        value: u64,
        /// The number of digits it is written with; 0 for Chinese numerals.
        digits: usize,
    },
    /// A word in lower case.
    Word(String),
    /// Any other character.
    Mark(char),
}

/// Splits `text` into tokens.
pub(crate) fn tokens(text: &str, dictionary: &Dictionary) -> Vec<DateToken> {
    let chars: Vec<char> = text
        .chars()
        .map(plain)
        .flat_map(char::to_lowercase)
        .collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut glued = false;
    while let Some(c) = chars.get(at).copied() {
        if c.is_whitespace() || is_ignored(c) {
            glued = glued && !c.is_whitespace();
            at += 1;
            continue;
        }
        let rest = chars.get(at..).unwrap_or_default();
        let (kind, length) = next(rest, c, dictionary);
        tokens.push(DateToken { kind, glued });
        glued = true;
        at += length.max(1);
    }
    tokens
}

fn next(rest: &[char], first: char, dictionary: &Dictionary) -> (TokenKind, usize) {
    if first.is_ascii_digit() {
        return number(rest);
    }
    if is_unspaced(first) {
        return unspaced(rest, dictionary);
    }
    if first.is_alphabetic() || first == 'º' || first == 'ª' {
        let length = run(rest, |c| is_letter(c) && !is_unspaced(c));
        return (TokenKind::Word(first_chars(rest, length)), length.max(1));
    }
    (TokenKind::Mark(first), 1)
}

fn number(rest: &[char]) -> (TokenKind, usize) {
    let digits = run(rest, |c| c.is_ascii_digit());
    // A number with more digits than any date is an identifier; its value does not matter.
    let value = first_chars(rest, digits).parse().unwrap_or(u64::MAX);
    (TokenKind::Number { value, digits }, digits)
}

/// The longest dictionary word, else a Chinese numeral, else the single character.
fn unspaced(rest: &[char], dictionary: &Dictionary) -> (TokenKind, usize) {
    for length in (1..=MAX_UNSPACED.min(rest.len())).rev() {
        let word = first_chars(rest, length);
        if dictionary.has_unspaced(&word) {
            return (TokenKind::Word(word), length);
        }
    }
    let length = run(rest, |c| numeral(c).is_some());
    if let Some(value) = numeral_value(rest.get(..length).unwrap_or_default()) {
        return (TokenKind::Number { value, digits: 0 }, length);
    }
    (TokenKind::Word(first_chars(rest, 1)), 1)
}

/// `二〇二四` by digits, `二十五` by tens.
fn numeral_value(numeral_chars: &[char]) -> Option<u64> {
    let digits: Vec<u64> = numeral_chars.iter().filter_map(|c| numeral(*c)).collect();
    if digits.is_empty() || digits.len() > 8 {
        return None;
    }
    let Some(ten) = digits.iter().position(|digit| *digit == 10) else {
        return Some(digits.iter().fold(0, |value, digit| value * 10 + digit));
    };
    let (tens, units) = digits.split_at(ten);
    let tens = match tens {
        [] => 1,
        [tens] => *tens,
        _ => return None,
    };
    match units {
        [_] => Some(tens * 10),
        [_, unit] if *unit < 10 => Some(tens * 10 + unit),
        _ => None,
    }
}

fn numeral(c: char) -> Option<u64> {
    let digit = "〇一二三四五六七八九十".chars().position(|d| d == c);
    match c {
        '零' | '○' => Some(0),
        '两' | '兩' => Some(2),
        _ => digit.and_then(|digit| u64::try_from(digit).ok()),
    }
}

/// Maps full-width forms to their plain ones.
fn plain(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '−' | '–' | '‐' | '‑' => '-',
        other => other,
    }
}

/// Marks inside words or without meaning, such as directional marks.
fn is_ignored(c: char) -> bool {
    matches!(c, '\'' | '’' | '`' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{feff}' | '\u{ad}')
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '○' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}')
}

fn is_letter(c: char) -> bool {
    // Combining marks belong to the preceding letter (Turkish İ becomes i and a combining dot).
    c.is_alphabetic() || matches!(c, 'º' | 'ª' | '\u{300}'..='\u{36f}')
}

fn run(chars: &[char], belongs: impl Fn(char) -> bool) -> usize {
    chars.iter().take_while(|c| belongs(**c)).count()
}

fn first_chars(chars: &[char], length: usize) -> String {
    chars.iter().take(length).collect()
}
