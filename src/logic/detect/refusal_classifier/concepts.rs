//! Concepts in a text: what pages say when they refuse, and what other short pages say, in many
//! languages. Input: lower-case text. Output: which concepts are named where. The words are data in
//! `assets/signals/concepts.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use serde::Deserialize;

use super::features::Concept;

/// The shipped words; a test loads them, so they are never missing.
static WORDS: LazyLock<Option<Lexicon>> =
    LazyLock::new(|| Lexicon::read(include_str!("../../../../assets/signals/concepts.toml")).ok());

#[derive(Deserialize)]
struct Entry {
    words: Vec<String>,
}

/// A word: its concept, and what may stand around it.
#[derive(Clone, Copy, Debug)]
struct Word {
    concept: Concept,
    /// Whether nothing of a word may stand before it.
    begins: bool,
    /// Whether nothing of a word may follow.
    ends: bool,
}

/// All words, compiled.
struct Lexicon {
    finder: AhoCorasick,
    words: Vec<Word>,
}

/// A concept that is named in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    /// What is named.
    pub concept: Concept,
    /// By which word, a number.
    pub word: usize,
    /// Where it begins and ends, bytes.
    pub range: (usize, usize),
}

/// The concepts named in `text`, which is in lower case, in the order of their ends.
pub(crate) fn mentions(text: &str) -> Vec<Mention> {
    WORDS
        .as_ref()
        .map_or_else(Vec::new, |words| words.find(text))
}

impl Lexicon {
    fn read(toml: &str) -> Result<Self, String> {
        let read: BTreeMap<String, Entry> = toml::from_str(toml).map_err(|e| e.to_string())?;
        let (mut texts, mut words) = (Vec::new(), Vec::new());
        for (name, entry) in read {
            let concept = Concept::of(&name).ok_or_else(|| format!("no concept: {name}"))?;
            for word in entry.words {
                let text = word.strip_suffix('$').unwrap_or(&word);
                let spaced = text.chars().next().is_some_and(|c| !is_unspaced(c));
                words.push(Word {
                    concept,
                    begins: spaced,
                    ends: text.len() < word.len() && spaced,
                });
                texts.push(text.to_owned());
            }
        }
        let finder = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .build(&texts)
            .map_err(|e| e.to_string())?;
        Ok(Self { finder, words })
    }

    fn find(&self, text: &str) -> Vec<Mention> {
        let within = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let fits = |word: Word, start: usize, end: usize| {
            let before = || text.get(..start).and_then(|t| t.chars().next_back());
            let after = || text.get(end..).and_then(|t| t.chars().next());
            !(word.begins && within(before()) || word.ends && within(after()))
        };
        self.finder
            .find_overlapping_iter(text)
            .filter_map(|found| {
                let number = found.pattern().as_usize();
                let word = *self.words.get(number)?;
                fits(word, found.start(), found.end()).then_some(Mention {
                    concept: word.concept,
                    word: number,
                    range: (found.start(), found.end()),
                })
            })
            .collect()
    }
}

/// Whether words are written without spaces, or with articles before them, in the script of `c`:
/// Hebrew, Arabic, Thai, Chinese, Japanese and Korean.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{6ff}' | '\u{e00}'..='\u{e7f}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_words_load_and_each_concept_has_some() {
        let toml = include_str!("../../../../assets/signals/concepts.toml");
        let words = Lexicon::read(toml).unwrap();
        for concept in Concept::ALL {
            assert!(
                words.words.iter().any(|w| w.concept == concept),
                "{concept:?}"
            );
        }
    }

    #[test]
    fn words_are_found_where_they_begin_and_in_scripts_without_spaces() {
        let named = |text: &str, concept: Concept| {
            mentions(text).iter().any(|found| found.concept == concept)
        };
        assert!(named("access denied", Concept::Denied));
        assert!(named("your requests", Concept::Request));
        assert!(!named("an airbot", Concept::Automated));
        assert!(!named("botany", Concept::Automated));
        assert!(named("您的访问被拒绝", Concept::Denied));
        assert!(named(
            "ご利用の環境からのアクセスは拒否されました",
            Concept::Denied
        ));
        assert!(named("доступ запрещён", Concept::Access));
        assert!(!named("", Concept::Access));
    }
}
