//! Matches many patterns against many short texts, such as the lines of a page. Input: patterns
//! and a text. Output: which of them match. Hardly any line matches any pattern, so each pattern
//! declares the characters with which a match must start, and a set of which one must be in it;
//! texts without them are never matched. One automaton for all patterns would have too many states:
//! counted repetitions of any character of any script.

use std::collections::BTreeSet;

use aho_corasick::AhoCorasick;
use regex::{Regex, RegexBuilder};
use regex_syntax::hir::literal::Extractor;
use regex_syntax::hir::{Class, Hir, HirKind, Look};

mod trimmed_patterns;

use trimmed_patterns::Core;

/// A larger set of characters does not help: most texts have one of them.
const MAX_CHARS: u32 = 400;
/// Maximum number of words of which a match contains one: more are not worth searching for.
const MAX_WORDS: usize = 160;
/// A shorter word, in bytes, is no better than its characters.
const SHORTEST_WORD: usize = 2;

/// Patterns in their given order.
#[derive(Debug, Default)]
pub(crate) struct Wording {
    patterns: Vec<Guarded>,
    /// Which of the first 128 patterns may match, one bit each, by the first character of a text
    /// ([`place_of`]): most patterns start with few characters.
    by_first: Vec<u128>,
}

/// Slots for first characters: those of ASCII, then shared ones for all others.
const PLACES: usize = 256;

/// The slot of a first character.
fn place_of(first: char) -> usize {
    match first as usize {
        code @ 0..128 => code,
        code => 128 + (code & 127),
    }
}

#[derive(Debug)]
struct Guarded {
    regex: Regex,
    /// The pattern without the leading and trailing characters that it allows.
    core: Option<Core>,
    /// The characters that may start a match at the start of a text; `None` if any may.
    first: Option<Chars>,
    /// Every match contains one of each of these.
    needs: Vec<Chars>,
    /// Every match contains one of these words; `None` if unknown.
    words: Option<AhoCorasick>,
}

impl Wording {
    /// Compiles `patterns`, ignoring case.
    ///
    /// # Errors
    /// The fault of the first invalid pattern.
    pub fn of<S: AsRef<str>>(patterns: impl IntoIterator<Item = S>) -> Result<Self, String> {
        let patterns = patterns.into_iter().map(|p| Guarded::of(p.as_ref()));
        let patterns: Vec<Guarded> = patterns.collect::<Result<_, _>>()?;
        let mut by_first = vec![0; PLACES];
        for (bit, pattern) in patterns.iter().enumerate().take(128) {
            for (place, may) in by_first.iter_mut().enumerate() {
                let begins = |chars: &Chars| chars.may_begin(place);
                *may |= u128::from(pattern.first.as_ref().is_none_or(begins)) << bit;
            }
        }
        Ok(Self { patterns, by_first })
    }

    /// Whether any pattern matches.
    pub fn is_match(&self, text: &str) -> bool {
        self.fits(&ScannedText::of(text))
    }

    /// The same for a text that is matched by several sets.
    pub fn fits(&self, seen: &ScannedText<'_>) -> bool {
        let Some(first) = seen.first else {
            return self.patterns.iter().any(|pattern| pattern.fits(seen));
        };
        let mut may = self.by_first.get(place_of(first)).copied().unwrap_or(0);
        while may != 0 {
            let pattern = self.patterns.get(may.trailing_zeros() as usize);
            if pattern.is_some_and(|pattern| pattern.fits(seen)) {
                return true;
            }
            may &= may - 1;
        }
        let rest = self.patterns.get(128..).unwrap_or_default();
        rest.iter().any(|pattern| pattern.fits(seen))
    }
}

impl Guarded {
    fn of(pattern: &str) -> Result<Self, String> {
        let regex = RegexBuilder::new(pattern)
            .case_insensitive(true)
            .build()
            .map_err(|error| error.to_string())?;
        let hir = regex_syntax::ParserBuilder::new()
            .case_insensitive(true)
            .utf8(false)
            .build()
            .parse(pattern)
            .map_err(|error| error.to_string())?;
        let anchored = hir.properties().look_set_prefix().contains(Look::Start);
        // An empty match may precede anything.
        let first = first_of(&hir).filter(|first| anchored && !first.empty);
        Ok(Self {
            core: Core::of(&hir),
            regex,
            first: first.map(|first| first.chars),
            needs: needs_of(&hir),
            words: words_of(&hir),
        })
    }

    fn fits(&self, seen: &ScannedText<'_>) -> bool {
        let begins = |chars: &Chars| seen.first.is_some_and(|first| chars.has(first));
        self.first.as_ref().is_none_or(begins)
            && self.needs.iter().all(|chars| chars.occur_in(seen))
            && self
                .words
                .as_ref()
                .is_none_or(|words| words.is_match(seen.text))
            && self.matches(seen.text)
    }

    fn matches(&self, text: &str) -> bool {
        let said = self.core.as_ref().and_then(|core| core.is_match(text));
        said.unwrap_or_else(|| self.regex.is_match(text))
    }
}

/// A text with its precomputed properties.
pub(crate) struct ScannedText<'a> {
    text: &'a str,
    first: Option<char>,
    /// Its ASCII characters, one bit each.
    ascii: u128,
    /// Those beyond ASCII, one bit for all that share it.
    others: u128,
}

/// The bit of a character beyond ASCII: adjacent ones in a script have different bits.
fn bit_of(c: char) -> u128 {
    1 << (u32::from(c) & 127)
}

impl<'a> ScannedText<'a> {
    /// Scans `text` once.
    pub fn of(text: &'a str) -> Self {
        let mut ascii = 0_u128;
        let mut others = 0_u128;
        for c in text.chars() {
            match u32::from(c) {
                code @ 0..128 => ascii |= 1 << code,
                _ => others |= bit_of(c),
            }
        }
        Self {
            text,
            first: text.chars().next(),
            ascii,
            others,
        }
    }
}

/// A small set of characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Chars {
    ascii: u128,
    /// Those beyond ASCII, in order.
    others: BTreeSet<char>,
    /// Their bits: a text with none of these bits contains none of the characters.
    bits: u128,
}

impl Chars {
    fn has(&self, c: char) -> bool {
        match u32::from(c) {
            code @ 0..128 => self.ascii >> code & 1 == 1,
            _ => self.others.contains(&c),
        }
    }

    /// Whether one of them may have a slot ([`place_of`]) among first characters.
    fn may_begin(&self, place: usize) -> bool {
        match place {
            0..128 => self.ascii >> place & 1 == 1,
            _ => self.bits >> (place & 127) & 1 == 1,
        }
    }

    /// Whether a text contains one of them.
    fn occur_in(&self, seen: &ScannedText<'_>) -> bool {
        if self.ascii & seen.ascii != 0 {
            return true;
        }
        self.bits & seen.others != 0
            && seen
                .text
                .chars()
                .any(|c| self.bits & bit_of(c) != 0 && self.others.contains(&c))
    }

    fn add(&mut self, from: char, to: char) -> bool {
        if u32::from(to) - u32::from(from) > MAX_CHARS {
            return false;
        }
        for c in from..=to {
            match u32::from(c) {
                code @ 0..128 => self.ascii |= 1 << code,
                _ => {
                    self.others.insert(c);
                    self.bits |= bit_of(c);
                }
            }
        }
        self.len() <= MAX_CHARS
    }

    fn join(&mut self, other: Self) -> bool {
        self.ascii |= other.ascii;
        self.others.extend(other.others);
        self.bits |= other.bits;
        self.len() <= MAX_CHARS
    }

    fn len(&self) -> u32 {
        self.ascii.count_ones() + u32::try_from(self.others.len()).unwrap_or(u32::MAX)
    }
}

/// The characters that may start a match of a part.
struct First {
    chars: Chars,
    /// Whether the part may match nothing, so that the next part counts too.
    empty: bool,
}

/// The characters that may start a match of `hir`; `None` if any may.
fn first_of(hir: &Hir) -> Option<First> {
    let some = |chars: Option<Chars>| {
        chars.map(|chars| First {
            chars,
            empty: false,
        })
    };
    match hir.kind() {
        // Look-around consumes no character.
        HirKind::Empty | HirKind::Look(_) => Some(First {
            chars: Chars::default(),
            empty: true,
        }),
        HirKind::Literal(literal) => some(beginning(&literal.0)),
        HirKind::Class(class) => some(chars_of(class)),
        HirKind::Repetition(repetition) => {
            let inner = first_of(&repetition.sub)?;
            Some(First {
                empty: inner.empty || repetition.min == 0,
                ..inner
            })
        }
        HirKind::Capture(capture) => first_of(&capture.sub),
        HirKind::Alternation(parts) => {
            let mut all = First {
                chars: Chars::default(),
                empty: false,
            };
            for part in parts {
                let first = first_of(part)?;
                all.empty |= first.empty;
                if !all.chars.join(first.chars) {
                    return None;
                }
            }
            Some(all)
        }
        HirKind::Concat(parts) => {
            let mut chars = Chars::default();
            for part in parts {
                let first = first_of(part)?;
                if !chars.join(first.chars) {
                    return None;
                }
                if !first.empty {
                    return some(Some(chars));
                }
            }
            Some(First { chars, empty: true })
        }
    }
}

/// The parts of `hir` that are in every match.
fn parts_of(hir: &Hir) -> &[Hir] {
    match hir.kind() {
        HirKind::Concat(parts) => parts,
        HirKind::Capture(capture) => parts_of(&capture.sub),
        _ => std::slice::from_ref(hir),
    }
}

/// Sets of characters; every match of `hir` contains one of each.
fn needs_of(hir: &Hir) -> Vec<Chars> {
    let mut needs: Vec<Chars> = parts_of(hir).iter().filter_map(needed_by).collect();
    needs.sort_by_key(Chars::len);
    needs.dedup();
    needs
}

/// Words of which every match of `hir` contains one: those of the part with the fewest.
fn words_of(hir: &Hir) -> Option<AhoCorasick> {
    let words = parts_of(hir).iter().filter_map(|part| {
        let found = Extractor::new().limit_total(MAX_WORDS).extract(part);
        let words = found.literals()?;
        let long = words.iter().all(|word| word.len() >= SHORTEST_WORD);
        (long && !words.is_empty()).then(|| words.to_vec())
    });
    let words = words.min_by_key(Vec::len)?;
    AhoCorasick::new(words.iter().map(|word| word.as_bytes())).ok()
}

/// Characters of which every match of `hir` contains one, if there are few; the smallest of several
/// such sets.
fn needed_by(hir: &Hir) -> Option<Chars> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => None,
        HirKind::Literal(literal) => beginning(&literal.0),
        HirKind::Class(class) => chars_of(class),
        HirKind::Repetition(repetition) if repetition.min == 0 => None,
        HirKind::Repetition(repetition) => needed_by(&repetition.sub),
        HirKind::Capture(capture) => needed_by(&capture.sub),
        HirKind::Alternation(parts) => {
            let mut all = Chars::default();
            for part in parts {
                if !all.join(needed_by(part)?) {
                    return None;
                }
            }
            Some(all)
        }
        HirKind::Concat(parts) => parts.iter().filter_map(needed_by).min_by_key(Chars::len),
    }
}

/// The first character of a literal.
fn beginning(literal: &[u8]) -> Option<Chars> {
    let first = std::str::from_utf8(literal).ok()?.chars().next()?;
    let mut chars = Chars::default();
    chars.add(first, first).then_some(chars)
}

fn chars_of(class: &Class) -> Option<Chars> {
    let Class::Unicode(class) = class else {
        return None;
    };
    let mut chars = Chars::default();
    class
        .iter()
        .all(|range| chars.add(range.start(), range.end()))
        .then_some(chars)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use regex::{RegexSet, RegexSetBuilder};

    use super::*;

    const PATTERNS: [&str; 11] = [
        r"^(share|tweet|comments?)\W*$",
        r"^.{0,80}(已有|共有?)\s?\d+\s?(条|件)(评论|回复)\W{0,3}$",
        r"^(相关(阅读|新闻).{0,4}|上一(篇|页).{0,60})$",
        r"(未经|未經).{0,24}(授权|许可).{0,60}$",
        r"^.{0,30}\S\s*(>|›|»|→|/)+\s*\S.{0,60}$",
        r"^[\[【(（]?\s*(来源|作者)\s*[:：].{0,90}$",
        r"^(?-u:\b)(by|von)(?-u:\b).{0,8}$",
        r"^.{0,3}(von|有?[0-9]).{0,2}$",
        r"(tweet|-[a-z]).{0,3}$",
        r"^_+$",
        r"^x?$",
    ];

    // Compiled once, because each of the many texts below uses both.
    static WORDING: LazyLock<Wording> = LazyLock::new(|| Wording::of(PATTERNS).unwrap());
    static TOGETHER: LazyLock<RegexSet> = LazyLock::new(|| {
        let set = RegexSetBuilder::new(PATTERNS)
            .case_insensitive(true)
            .build();
        set.unwrap()
    });

    #[test]
    fn most_patterns_say_what_they_need() {
        let wording = &*WORDING;
        let guarded = wording
            .patterns
            .iter()
            .filter(|p| p.first.is_some() || !p.needs.is_empty());
        assert_eq!(
            guarded.count(),
            PATTERNS.len() - 1,
            "all but the one for nothing"
        );
        assert!(
            wording.is_match("SHARE…") && wording.is_match("") && !wording.is_match("Shares fell")
        );
        assert!(wording.is_match("本页 共有3条评论") && wording.is_match("【来源：报"));
    }

    #[test]
    fn a_broken_pattern_is_named() {
        assert!(Wording::of(["(open"]).is_err());
    }

    proptest! {
        #[test]
        fn nothing_is_missed_or_added(
            text in "([Ssſ]hare|tweet|COMMENT|[已共]有?[0-9]{0,2}|[条件]评论|相关|阅读|上一页|未经|授权|[>›/a-z -]|[【(]|来源|作者|[:：]|By |von|_|\n){0,6}"
        ) {
            prop_assert_eq!(WORDING.is_match(&text), TOGETHER.is_match(&text), "{:?}", text);
        }
    }
}
