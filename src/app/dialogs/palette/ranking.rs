//! Ranks the entries that match the typed text: letters in order, anywhere; words in any order. A
//! match in the displayed text scores higher than one in the further words.

use std::cmp::Reverse;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::Entry;
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;

/// A matching entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// Its index in the list.
    pub entry: usize,
    /// The indexes of the matched characters in its text.
    pub letters: Vec<u32>,
    score: u32,
}

/// The entries that match `words`, best first; all in their order when nothing was typed.
pub fn rank(entries: &[Entry], words: &str) -> Vec<Ranked> {
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(words, CaseMatching::Ignore, Normalization::Smart);
    let mut buffer = Vec::new();
    let mut ranked: Vec<Ranked> = entries
        .iter()
        .enumerate()
        .filter_map(|(place, entry)| {
            let mut letters = Vec::new();
            let text = Utf32Str::new(&entry.text, &mut buffer);
            if let Some(score) = pattern.indices(text, &mut matcher, &mut letters) {
                letters.sort_unstable();
                letters.dedup();
                return Some(Ranked {
                    entry: place,
                    letters,
                    score: score.saturating_mul(2),
                });
            }
            let further = [&entry.detail, &entry.also].into_iter();
            let score = further
                .filter_map(|text| pattern.score(Utf32Str::new(text, &mut buffer), &mut matcher))
                .max()?;
            Some(Ranked {
                entry: place,
                letters: Vec::new(),
                score,
            })
        })
        .collect();
    if !words.is_empty() {
        // Stable: entries with equal scores keep their order.
        ranked.sort_by_key(|ranked| Reverse(ranked.score));
    }
    ranked
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
    fn the_letters_typed_are_known_by_place() {
        let ranked = rank(&[entry("每日新闻", "")], "新闻");
        assert_eq!(ranked[0].letters, [2, 3]);
    }
}
