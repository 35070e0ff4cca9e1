//! The wording of a line: length, script, sentences, digits, the wording of notices and bylines.
//! Input: a line of text. Output: numbers, some of them for its neighbours too. Reads only
//! the text, never the page.

use super::super::noise;
use crate::generic::features::lines::TextLine;
use crate::generic::features::ratio;
use crate::generic::words::is_wide;

/// Longer lines are not labels, and matching them against label patterns would only cost time.
const LABEL_CHARS: usize = 120;

/// Counts of one line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WordCounts {
    /// Words; a Han or kana character counts as one, as for groups of four.
    pub tokens: usize,
    /// Han and kana characters.
    pub wide: usize,
    letters: usize,
    upper: usize,
    digits: usize,
    commas: usize,
    stops: usize,
    odd: usize,
    starts_upper: bool,
    starts_odd: bool,
    /// Whether it has a sentence end.
    pub ended: bool,
    colon: bool,
    open: bool,
    /// Wording of a label or notice.
    pub label: bool,
    /// Wording of place, date or byline.
    pub head: bool,
    /// Wording at the start of comments or small print.
    pub tail: bool,
    /// Wording of headings for further reading.
    pub links: bool,
    /// Wording of the margin.
    pub last: bool,
    /// The number of mentions of cookies or consent.
    pub cookies: usize,
}

/// Names of the [`WordCounts::values`].
pub(super) const NAMES: [&str; 24] = [
    "tokens",
    "token_length",
    "wide",
    "upper",
    "digits",
    "commas",
    "stops",
    "odd",
    "starts_upper",
    "starts_odd",
    "ended",
    "colon",
    "open",
    "label",
    "head",
    "tail",
    "links",
    "last",
    "link_share",
    "valid_share",
    "heading",
    "listed",
    "chars",
    "cookies",
];

impl WordCounts {
    /// Counts `line`.
    pub fn of(line: &TextLine) -> Self {
        let mut words = Self::default();
        words.scan(&line.text);
        words.cookies = noise::mentions_of_consent(&line.text);
        let text = line.text.trim();
        if line.chars <= 2 * LABEL_CHARS {
            let worded = noise::worded(text, line.chars <= LABEL_CHARS);
            words.label = worded.label;
            words.head = worded.head;
            words.tail = worded.tail;
            words.links = worded.links;
            words.last = worded.last;
        }
        words
    }

    fn scan(&mut self, text: &str) {
        let mut in_word = false;
        for c in text.chars() {
            if is_wide(c) {
                self.wide += 1;
                self.tokens += 1;
                self.letters += 1;
                in_word = false;
            } else if c.is_alphanumeric() || c == '_' {
                self.tokens += usize::from(!in_word);
                in_word = true;
                self.letters += 1;
                self.upper += usize::from(c.is_uppercase());
                self.digits += usize::from(c.is_numeric());
            } else {
                in_word = false;
                match c {
                    ',' | ';' | '，' | '、' | '；' | '：' | '،' => self.commas += 1,
                    '.' | '!' | '?' | '。' | '！' | '？' | '…' => self.stops += 1,
                    '|' | '>' | '<' | '»' | '«' | '©' | '@' | '#' | '/' | '·' | '•' | '›' | '→'
                    | '▶' | '+' | '*' | '~' | '_' | '=' | '【' | '】' | '[' | ']' => {
                        self.odd += 1
                    }
                    _ => {}
                }
            }
        }
        if let Some(first) = text.chars().next() {
            self.starts_upper = first.is_uppercase();
            self.starts_odd = !first.is_alphanumeric();
        }
        let end = text.trim_end_matches(['"', '”', '」', '』', '’', '\'', ')', '）', ' ']);
        self.ended = end.ends_with(['.', '。', '!', '！', '?', '？', '।', '؟', '۔']);
        self.colon = end.ends_with([':', '：']);
        self.open = end.ends_with(['…', ',', '，']) || end.ends_with("...") || end.ends_with("[…]");
    }

    /// The features of [`NAMES`].
    pub fn values(&self, line: &TextLine, out: &mut Vec<f32>) {
        let share = |part: usize| number(part) / number(self.letters.max(1));
        out.extend([
            log(self.tokens),
            number(self.letters) / number(self.tokens.max(1)),
            share(self.wide),
            share(self.upper),
            share(self.digits),
            number(self.commas) * 10.0 / number(self.tokens.max(10)),
            number(self.stops) * 10.0 / number(self.tokens.max(10)),
            number(self.odd).min(20.0),
            flag(self.starts_upper),
            flag(self.starts_odd),
            flag(self.ended),
            flag(self.colon),
            flag(self.open),
            flag(self.label),
            flag(self.head),
            flag(self.tail),
            flag(self.links),
            flag(self.last),
            part(line.link_chars, line.chars),
            part(line.valid, line.chars),
            flag(line.heading),
            flag(line.listed),
            log(line.chars),
            number(self.cookies),
        ]);
    }
}

/// The logarithm of `count` plus one.
pub(super) fn log(count: usize) -> f32 {
    (number(count) + 1.0).ln()
}

/// A count as a number.
#[allow(clippy::cast_precision_loss, reason = "counts of characters and lines")]
pub(super) fn number(count: usize) -> f32 {
    count as f32
}

/// 1 or 0.
pub(super) fn flag(on: bool) -> f32 {
    if on { 1.0 } else { 0.0 }
}

/// A quotient; 0 if the divisor is 0.
#[allow(
    clippy::cast_possible_truncation,
    reason = "a share needs no more digits"
)]
pub(super) fn part(part: usize, whole: usize) -> f32 {
    ratio(part, whole) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> WordCounts {
        WordCounts::of(&TextLine {
            text: text.to_owned(),
            chars: text.chars().filter(|c| !c.is_whitespace()).count(),
            ..TextLine::default()
        })
    }

    #[test]
    fn words_are_counted_in_any_script() {
        let found = words("The vat, kept at 40°, is warm.");
        assert_eq!((found.tokens, found.commas, found.digits), (7, 2, 2));
        assert!(found.ended && found.starts_upper && !found.head);
        let found = words("染缸要保持温暖。");
        assert_eq!((found.tokens, found.wide), (7, 7));
        assert!(words("").tokens == 0 && words("Leave a comment").tail);
    }

    #[test]
    fn every_number_has_its_name() {
        let mut out = Vec::new();
        words("Woad").values(&TextLine::default(), &mut out);
        assert_eq!(out.len(), NAMES.len());
        assert!(out.iter().all(|value| value.is_finite()));
    }
}
