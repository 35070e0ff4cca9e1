//! Locates a piece of evidence in the received text. Input: the matched text, and the page's
//! text or source. Output: the byte range to mark. The match comes from a text with collapsed
//! white space and resolved character references, sometimes without tags, in any letter case; the
//! search allows for all of these. Pure.

use std::ops::Range;

/// Character references used by block pages (HTML Standard, 13.5), with their characters.
const REFERENCES: [(&str, char); 21] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", ' '),
    ("hellip", '…'),
    ("mdash", '—'),
    ("ndash", '–'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("middot", '·'),
    ("bull", '•'),
    ("times", '×'),
];
/// The maximum length of a character reference in bytes, from `&` to `;`.
const MAX_REFERENCE: usize = 12;

/// The byte range of the first occurrence of `matched` in `text`, ignoring case and white space
/// differences. `None` if it is empty or not found.
pub fn find_in_text(text: &str, matched: &str) -> Option<Range<usize>> {
    find(&Letters::of_text(text), matched)
}

/// The byte range of `matched` in the HTML `source`: verbatim, else with character references
/// resolved, else also across tags.
pub fn find_in_source(source: &str, matched: &str) -> Option<Range<usize>> {
    find(&Letters::of_text(source), matched)
        .or_else(|| find(&Letters::of_source(source, false), matched))
        .or_else(|| find(&Letters::of_source(source, true), matched))
}

/// Normalised characters, each with its original byte range.
#[derive(Default)]
struct Letters {
    letters: Vec<char>,
    places: Vec<(usize, usize)>,
    /// Whether a space may stand for a tag, which need not separate words.
    has_tags: bool,
}

impl Letters {
    fn of_text(text: &str) -> Self {
        let mut letters = Self::default();
        for (at, letter) in text.char_indices() {
            letters.push(letter, at, at + letter.len_utf8());
        }
        letters
    }

    fn of_source(source: &str, without_tags: bool) -> Self {
        let mut letters = Self {
            has_tags: without_tags,
            ..Self::default()
        };
        // No tag ends after the last `>`, so the rest is not searched again and again.
        let last_end = source.rfind('>').unwrap_or(0);
        let mut rest = source.char_indices();
        while let Some((at, letter)) = rest.next() {
            let tail = source.get(at..).unwrap_or_default();
            let (read, length) = match letter {
                '&' => reference(tail).unwrap_or(('&', 1)),
                '<' if without_tags && at < last_end && is_tag(tail) => match tail.find('>') {
                    Some(end) => {
                        letters.push(' ', at, at + end + 1);
                        skip(&mut rest, end);
                        continue;
                    }
                    None => ('<', 1),
                },
                letter => (letter, letter.len_utf8()),
            };
            letters.push(read, at, at + length);
            if length > letter.len_utf8() {
                skip(&mut rest, length - letter.len_utf8());
            }
        }
        letters
    }

    /// Adds a character; collapses white space and skips invisible characters.
    fn push(&mut self, letter: char, from: usize, to: usize) {
        if matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{feff}') {
            return;
        }
        if letter.is_whitespace() {
            match self.letters.last() {
                Some(' ') => {
                    if let Some(place) = self.places.last_mut() {
                        place.1 = to;
                    }
                }
                _ => {
                    self.letters.push(' ');
                    self.places.push((from, to));
                }
            }
            return;
        }
        for lower in letter.to_lowercase() {
            self.letters.push(lower);
            self.places.push((from, to));
        }
    }
}

fn is_tag(text: &str) -> bool {
    let next = text.chars().nth(1);
    next.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
}

/// Advances by `bytes`.
fn skip(rest: &mut std::str::CharIndices<'_>, bytes: usize) {
    let end = rest.offset() + bytes;
    while rest.offset() < end && rest.next().is_some() {}
}

/// The character of the reference that `text` starts with, and its length in bytes.
fn reference(text: &str) -> Option<(char, usize)> {
    let end = text
        .bytes()
        .take(MAX_REFERENCE)
        .position(|byte| byte == b';')?;
    let name = text.get(1..end)?;
    let letter = match name.strip_prefix('#') {
        Some(number) => {
            let hex = number.strip_prefix(['x', 'X']);
            let code = match hex {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
        None => REFERENCES.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((letter, end + 1))
}

fn find(hay: &Letters, matched: &str) -> Option<Range<usize>> {
    // A match longer than what is stored ends with an ellipsis.
    let matched = matched.trim().trim_end_matches('…').trim_end();
    let needle = Letters::of_text(matched).letters;
    let first = needle.first()?;
    let mut starts = hay.letters.iter().enumerate();
    starts.find_map(|(at, letter)| {
        if letter != first {
            return None;
        }
        let length = matches_at(hay.letters.get(at..)?, &needle, hay.has_tags)?;
        let (from, _) = hay.places.get(at)?;
        let (_, to) = hay.places.get(at + length - 1)?;
        Some(*from..*to)
    })
}

/// The number of characters of `hay` that match `needle` at its start; with `loose`, a space of the
/// hay may be missing in the needle.
fn matches_at(hay: &[char], needle: &[char], loose: bool) -> Option<usize> {
    let mut at = 0;
    for letter in needle {
        let mut here = hay.get(at)?;
        if loose && here != letter && *here == ' ' {
            at += 1;
            here = hay.get(at)?;
        }
        if here != letter {
            return None;
        }
        at += 1;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn in_source<'s>(source: &'s str, matched: &str) -> Option<&'s str> {
        find_in_source(source, matched).and_then(|range| source.get(range))
    }

    #[test]
    fn white_space_and_case_do_not_hide_it() {
        let text = "Sorry:\n\n  ACCESS\u{a0}\tDenied\n for you";
        let found = find_in_text(text, "access denied for").unwrap();
        assert_eq!(text.get(found), Some("ACCESS\u{a0}\tDenied\n for"));
        assert_eq!(find_in_text(text, "granted"), None);
        assert_eq!(find_in_text(text, "  "), None, "nothing is nowhere");
        let long = "Checking your browser before accessing…";
        assert!(find_in_text("checking your browser before accessing the site", long).is_some());
    }

    #[test]
    fn references_and_tags_do_not_hide_it() {
        for (source, matched, expected) in [
            (
                "<p>It&#39;s a block</p>",
                "It's a block",
                "It&#39;s a block",
            ),
            ("<p>a&nbsp;&amp; b</p>", "a & b", "a&nbsp;&amp; b"),
            (
                "<p>Access <b>Denied</b>!</p>",
                "Access Denied!",
                "Access <b>Denied</b>!",
            ),
            (
                "<p>请输<em>入验</em>证码</p>",
                "请输入验证码",
                "请输<em>入验</em>证码",
            ),
            ("x &#x9a8c;&#x8bc1; y", "验证", "&#x9a8c;&#x8bc1;"),
            ("<div id=\"cf-x\">", "id=\"cf-x\"", "id=\"cf-x\""),
        ] {
            assert_eq!(in_source(source, matched), Some(expected), "{source}");
        }
        assert_eq!(in_source("a < b & c", "b & c"), Some("b & c"));
        assert_eq!(in_source("<p>Acc</p>", "Denied"), None);
    }

    proptest! {
        #[test]
        fn what_stands_there_is_found_at_letters_boundaries(
            before in "[a-z <>&;#é长]{0,40}",
            words in "[a-zé长][a-zé长 ]{0,20}[a-z长]",
            after in "[a-z <>&;#é长]{0,40}",
        ) {
            let text = format!("{before}{words}{after}");
            let found = find_in_source(&text, &words).unwrap();
            prop_assert!(text.get(found.clone()).is_some());
            prop_assert!(found.start <= before.len());
        }

        #[test]
        fn no_text_makes_it_fail(text in ".{0,80}", matched in ".{0,12}") {
            if let Some(found) = find_in_source(&text, &matched) {
                prop_assert!(text.get(found).is_some());
            }
        }
    }
}
