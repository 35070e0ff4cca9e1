//! Names of months, units and days by language, and number formats: the data files under
//! `assets/dates`, loaded once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::dates::{DateToken, TokenKind, tokens};

/// The order of day, month and year in numeric dates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum DateOrder {
    /// 31/12/2026
    #[default]
    Dmy,
    /// 12/31/2026
    Mdy,
    /// 2026/12/31
    Ymd,
}

/// Units of durations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DurationUnit {
    Second,
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Year,
}

/// What a word can mean in a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DateWord {
    /// A month, from 1.
    Month(i8),
    /// A unit of time.
    Unit(DurationUnit),
    /// The adjacent duration lies in the past.
    Ago,
    /// The number one.
    One,
    /// Offset from today in days.
    Days(i32),
    /// The present.
    Now,
    /// May separate parts of a date.
    Joiner,
    /// A weekday name.
    Weekday,
    /// Before noon.
    Am,
    /// After noon.
    Pm,
    /// A time by name: its hour.
    Hour(i8),
    /// Marks the adjacent number as a time.
    Clock,
}

/// All words of all languages.
pub(crate) struct Dictionary {
    /// Entries by first word, longest first.
    entries: HashMap<String, Vec<Entry>>,
    /// Words of scripts without spaces, for segmentation.
    unspaced: HashSet<String>,
    /// Offsets of zone names, in minutes.
    zones: HashMap<String, i32>,
}

struct Entry {
    rest: Vec<TokenKind>,
    meaning: DateWord,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct Language {
    order: Option<DateOrder>,
    decimal_comma: bool,
    months: Vec<String>,
    weekdays: String,
    units: BTreeMap<UnitName, String>,
    ago: String,
    one: String,
    days: BTreeMap<String, i32>,
    now: String,
    joiners: String,
    am: String,
    pm: String,
    noon: String,
    midnight: String,
    clock: String,
}

type UnitName = DurationUnit;

static LANGUAGES: LazyLock<BTreeMap<String, Language>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../assets/dates/words.toml")).unwrap_or_default()
});

static DICTIONARY: LazyLock<Dictionary> = LazyLock::new(Dictionary::load);

/// The words of all languages.
pub(super) fn dictionary() -> &'static Dictionary {
    &DICTIONARY
}

/// The order in which the language `tag` (BCP 47) writes numeric dates; day first if unknown.
pub(super) fn date_order(tag: &str) -> DateOrder {
    of(tag, |language| language.order).unwrap_or_default()
}

/// Whether the language `tag` (BCP 47) writes 1,5 for one and a half.
pub(crate) fn writes_decimal_comma(tag: &str) -> bool {
    of(tag, |language| Some(language.decimal_comma)).unwrap_or(false)
}

/// The value of the region's table, else the language's.
fn of<T>(tag: &str, get: impl Fn(&Language) -> Option<T>) -> Option<T> {
    let tag = tag.to_ascii_lowercase().replace('_', "-");
    let primary = tag.split('-').next().unwrap_or("");
    let region = LANGUAGES.get(&tag).and_then(&get);
    region.or_else(|| LANGUAGES.get(primary).and_then(&get))
}

impl Dictionary {
    /// Every meaning of the words at `at`, each with the number of tokens it spans.
    pub fn meanings<'a>(
        &'a self,
        tokens: &'a [DateToken],
        at: usize,
    ) -> impl Iterator<Item = (DateWord, usize)> + 'a {
        let entries = match tokens.get(at).map(|token| &token.kind) {
            Some(TokenKind::Word(word)) => self.entries.get(word.as_str()),
            _ => None,
        };
        let fits = move |entry: &&Entry| {
            let rest = tokens.get(at + 1..).unwrap_or_default().iter();
            rest.map(|token| &token.kind)
                .take(entry.rest.len())
                .eq(entry.rest.iter())
        };
        entries
            .into_iter()
            .flatten()
            .filter(fits)
            .map(|entry| (entry.meaning, 1 + entry.rest.len()))
    }

    /// Whether `word`, in a script without spaces, is in the dictionary.
    pub fn has_unspaced(&self, word: &str) -> bool {
        self.unspaced.contains(word)
    }

    /// The offset of the zone `name`, in minutes.
    pub fn zone(&self, name: &str) -> Option<i32> {
        self.zones.get(name).copied()
    }

    fn load() -> Self {
        let zones = include_str!("../../../assets/dates/zones.toml");
        let mut dictionary = Self {
            entries: HashMap::new(),
            unspaced: HashSet::new(),
            zones: toml::from_str(zones).unwrap_or_default(),
        };
        // Segmentation needs the words, so they are collected before any phrase is tokenised.
        let all: Vec<(String, DateWord)> = LANGUAGES.values().flat_map(Language::words).collect();
        for (word, _) in &all {
            if word.chars().any(|c| !c.is_alphabetic() || c > '\u{2fff}') {
                dictionary.unspaced.insert(word.clone());
            }
        }
        for (word, meaning) in all {
            dictionary.add(&word, meaning);
        }
        for entries in dictionary.entries.values_mut() {
            entries.sort_by_key(|entry| std::cmp::Reverse(entry.rest.len()));
        }
        dictionary
    }

    fn add(&mut self, word: &str, meaning: DateWord) {
        let mut parts = tokens(&word.replace('_', " "), self).into_iter();
        let Some(TokenKind::Word(first)) = parts.next().map(|token| token.kind) else {
            return;
        };
        let rest = parts.map(|token| token.kind).collect();
        let entries = self.entries.entry(first).or_default();
        entries.push(Entry { rest, meaning });
    }
}

impl Language {
    fn words(&self) -> Vec<(String, DateWord)> {
        let mut words = Vec::new();
        let mut add = |text: &str, meaning: DateWord| {
            words.extend(
                text.split_whitespace()
                    .map(|word| (word.to_owned(), meaning)),
            );
        };
        for (number, names) in (1_i8..).zip(&self.months) {
            add(names, DateWord::Month(number));
        }
        for (unit, names) in &self.units {
            add(names, DateWord::Unit(*unit));
        }
        for (name, days) in &self.days {
            add(name, DateWord::Days(*days));
        }
        add(&self.weekdays, DateWord::Weekday);
        add(&self.ago, DateWord::Ago);
        add(&self.one, DateWord::One);
        add(&self.now, DateWord::Now);
        add(&self.joiners, DateWord::Joiner);
        add(&self.am, DateWord::Am);
        add(&self.pm, DateWord::Pm);
        add(&self.noon, DateWord::Hour(12));
        add(&self.midnight, DateWord::Hour(0));
        add(&self.clock, DateWord::Clock);
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_files_load() {
        let words = include_str!("../../../assets/dates/words.toml");
        let languages: BTreeMap<String, Language> = toml::from_str(words).unwrap();
        for (tag, language) in &languages {
            let months = language.months.len();
            assert!(months == 0 || months == 12, "{tag} has {months} months");
            for word in language.words() {
                assert_eq!(word.0, word.0.to_lowercase(), "{tag}");
            }
        }
        let zones = include_str!("../../../assets/dates/zones.toml");
        let zones: HashMap<String, i32> = toml::from_str(zones).unwrap();
        assert_eq!(zones.get("cest"), Some(&120));
    }

    #[test]
    fn regions_may_differ_from_their_language() {
        assert_eq!(date_order("en"), DateOrder::Mdy);
        assert_eq!(date_order("en-US"), DateOrder::Mdy);
        assert_eq!(date_order("en_GB"), DateOrder::Dmy);
        assert_eq!(date_order("zh-CN"), DateOrder::Ymd);
        assert_eq!(date_order("xx"), DateOrder::Dmy);
        assert!(writes_decimal_comma("de-AT") && !writes_decimal_comma("en"));
    }
}
