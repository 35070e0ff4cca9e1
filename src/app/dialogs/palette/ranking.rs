//! Ranks the entries that match the typed text. First comes what is called so, then what has it as
//! words of its name, then what is found by further words, then letters of a name in their order,
//! and last what only has it in a longer text. Words may be in any order.

use std::cmp::Reverse;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::Entry;
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;

/// Minimum number of letters to search in longer texts.
const LEAST_IN_TEXT: usize = 3;

/// A matching entry.
#[derive(Clone, PartialEq, Eq)]
pub struct Ranked {
    /// Its index in the list.
    pub entry: usize,
    /// The indexes of the matched characters in its text.
    pub letters: Vec<u32>,
    score: (Match, u32),
}

impl Ranked {
    /// Whether it has no typed word as one of its name or its further words.
    pub(super) fn is_weak(&self) -> bool {
        matches!(self.score.0, Match::Letters | Match::Text)
    }
}

/// How well an entry matches, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    /// The words are in a longer text about it.
    Text,
    /// The letters are in its name, in order.
    Letters,
    /// The words are among its further words.
    Further,
    /// The words are in its name.
    Name,
    /// Its name begins so.
    Beginning,
    /// It is called so.
    Whole,
}

/// The entries that match `words`, best first; all in their order when nothing was typed.
pub fn rank(entries: &[Entry], words: &str) -> Vec<Ranked> {
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(words, CaseMatching::Ignore, Normalization::Smart);
    let mut buffer = Vec::new();
    let typed = words.to_lowercase();
    let mut ranked: Vec<Ranked> = entries
        .iter()
        .enumerate()
        .filter_map(|(place, entry)| {
            let mut letters = Vec::new();
            let text = Utf32Str::new(&entry.text, &mut buffer);
            let score = pattern.indices(text, &mut matcher, &mut letters);
            let matched = match_of(entry, &typed, score.is_some())?;
            letters.sort_unstable();
            letters.dedup();
            if matches!(matched, Match::Text | Match::Further) {
                letters.clear();
            }
            Some(Ranked {
                entry: place,
                letters,
                score: (matched, score.unwrap_or_default()),
            })
        })
        .collect();
    if !words.is_empty() {
        // Stable: entries with equal scores keep their order.
        ranked.sort_by_key(|ranked| Reverse(ranked.score));
    }
    ranked
}

/// How an entry matches what was typed, in small letters; `has_letters`: its name has the letters.
fn match_of(entry: &Entry, typed: &str, has_letters: bool) -> Option<Match> {
    let name = entry.text.to_lowercase();
    let name = name.trim_end_matches('…').trim_end();
    let further = || format!("{} {}", entry.also, entry.detail).to_lowercase();
    if name == typed {
        Some(Match::Whole)
    } else if name.starts_with(typed) {
        Some(Match::Beginning)
    } else if has_words(name, typed) {
        Some(Match::Name)
    } else if has_words(&further(), typed) {
        Some(Match::Further)
    } else if has_letters {
        Some(Match::Letters)
    } else {
        let is_long = typed.chars().count() >= LEAST_IN_TEXT || !typed.is_ascii();
        (is_long && has_words(&entry.body, typed)).then_some(Match::Text)
    }
}

/// Whether a text has all typed words, each at the beginning of one of its words. Chinese has no
/// spaces: there, a word may begin anywhere.
fn has_words(text: &str, typed: &str) -> bool {
    typed.split_whitespace().all(|word| {
        let starts = word.starts_with(|sign: char| sign.is_ascii_alphanumeric());
        text.match_indices(word).any(|(at, _)| {
            let before = text.get(..at).and_then(|text| text.chars().next_back());
            !starts || before.is_none_or(|sign| !sign.is_alphanumeric() || !sign.is_ascii())
        })
    })
}

/// The entry that searches the records for `words`; `None` when it is empty.
pub(super) fn records_entry(
    look: &UiContext,
    world: &AppState,
    words: &str,
    asked: bool,
) -> Option<Entry> {
    world.project.as_ref()?;
    if words.is_empty() && !asked {
        return None;
    }
    Some(Entry {
        text: look.t1("app-palette-records", "words", words),
        detail: look.t("app-view-results"),
        keys: String::new(),
        also: String::new(),
        body: String::new(),
        action: Action::ShowRecords {
            site: None,
            search: words.to_owned(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shortcuts::View;

    fn entry(text: &str, also: &str) -> Entry {
        Entry {
            text: text.to_owned(),
            detail: String::new(),
            keys: String::new(),
            also: also.to_owned(),
            body: String::new(),
            action: Action::Show(View::Sites),
        }
    }

    #[track_caller]
    fn check(words: &str, expected: &[&str]) {
        let entries = [
            entry("Save the rule", ""),
            entry("Sites", ""),
            entry("导出规则…", "Export rule"),
            entry("每日新闻", "Daily"),
            entry("Export …", ""),
        ];
        let found: Vec<&str> = rank(&entries, words)
            .iter()
            .map(|ranked| entries[ranked.entry].text.as_str())
            .collect();
        assert_eq!(found, expected, "{words}");
    }

    #[test]
    fn letters_in_order_find_it_in_both_languages() {
        check("str", &["Save the rule"]);
        check("rule save", &["Save the rule"]);
        check("新闻", &["每日新闻"]);
        check("日闻", &["每日新闻"]);
        check("export", &["Export …", "导出规则…"]);
        check("no such", &[]);
        check(
            "",
            &[
                "Save the rule",
                "Sites",
                "导出规则…",
                "每日新闻",
                "Export …",
            ],
        );
    }

    #[test]
    fn words_come_before_letters_and_names_before_further_words() {
        let entries = [
            entry("Reset page zoom", ""),
            entry("After a redesign", "repair rule"),
            entry("Repair Daily", ""),
            entry("Export rules", ""),
            entry("Export…", "csv"),
        ];
        let found = |words: &str| {
            let ranked = rank(&entries, words).into_iter();
            let texts = ranked.map(|ranked| entries[ranked.entry].text.as_str());
            texts.collect::<Vec<_>>()
        };
        assert_eq!(found("repair"), ["Repair Daily", "After a redesign"]);
        assert_eq!(found("export"), ["Export…", "Export rules"]);
        assert_eq!(found("csv"), ["Export…"]);
        assert_eq!(found("sv"), [""; 0], "no word begins so");
    }

    #[test]
    fn the_letters_typed_are_known_by_place() {
        let ranked = rank(&[entry("每日新闻", "")], "新闻");
        assert_eq!(ranked[0].letters, [2, 3]);
    }
}
