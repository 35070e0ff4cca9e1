//! Stop words of many languages: whether a text may be part of a sentence. The lists are data in
//! `assets/generic/stopwords.txt`.

use super::hash::Quick;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Whether `text` contains a stop word of any language, and so may be part of a sentence (thesis,
/// section 2.3.2). A text in a script without a list counts from 40 letters.
pub(in crate::generic) fn has_stop_word(text: &str) -> bool {
    let lists = &*LISTS;
    let mut unknown_letters = 0;
    let mut lower = String::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        if lists.has_character(c) {
            return true;
        }
        if c.is_alphabetic() {
            if !is_listed_script(c) {
                unknown_letters += 1;
            }
            start = start.or(Some(at));
            continue;
        }
        if let Some(start) = start.take()
            && lists.has_word(text.get(start..at).unwrap_or_default(), &mut lower)
        {
            return true;
        }
    }
    let last = start
        .and_then(|start| text.get(start..))
        .unwrap_or_default();
    unknown_letters >= UNKNOWN_LETTERS || lists.has_word(last, &mut lower)
}

/// Letters that count as a sentence in a script without a list.
pub(super) const UNKNOWN_LETTERS: usize = 40;

pub(super) struct Lists {
    words: HashSet<&'static str, Quick>,
    /// Lengths of the words in bytes, by first byte: one bit each.
    lengths: [u64; 256],
    characters: HashSet<char, Quick>,
    /// The smallest first character: text below it needs no search.
    first: char,
    endings: Vec<&'static str>,
}

pub(super) static LISTS: LazyLock<Lists> =
    LazyLock::new(|| read(include_str!("../../../../assets/generic/stopwords.txt")));

pub(super) fn read(source: &'static str) -> Lists {
    let mut lists = Lists {
        words: HashSet::default(),
        lengths: [0; 256],
        characters: HashSet::default(),
        first: char::MAX,
        endings: Vec::new(),
    };
    for line in source.lines().filter(|l| !l.starts_with('#')) {
        let Some((language, words)) = line.split_once(':') else {
            continue;
        };
        let words = words.split_whitespace();
        match language {
            "zh" | "ja" => lists.characters.extend(words.flat_map(str::chars)),
            "ko" => lists.endings.extend(words),
            _ => lists.words.extend(words),
        }
    }
    lists.first = lists.characters.iter().min().copied().unwrap_or(char::MAX);
    for word in &lists.words {
        let first = word.bytes().next().map_or(0, usize::from);
        if let Some(lengths) = lists.lengths.get_mut(first) {
            *lengths |= length_bit(word);
        }
    }
    lists
}

/// The bit for the length of `word`; the last one for all long words.
pub(super) fn length_bit(word: &str) -> u64 {
    1 << word.len().min(63)
}

impl Lists {
    fn has_character(&self, c: char) -> bool {
        c >= self.first && self.characters.contains(&c)
    }

    /// Whether `word` is a stop word in any case; `lower` is a buffer for its lower-case form.
    fn has_word(&self, word: &str, lower: &mut String) -> bool {
        let Some(first) = word.chars().next() else {
            return false;
        };
        if word.is_ascii() {
            let byte = word.bytes().next().map_or(0, |b| b.to_ascii_lowercase());
            let lengths = self.lengths.get(usize::from(byte)).copied().unwrap_or(0);
            if lengths & length_bit(word) == 0 {
                return false;
            }
        }
        lower.clear();
        lower.extend(word.chars().flat_map(char::to_lowercase));
        self.words.contains(lower.as_str())
            || (is_hangul(first)
                && lower.chars().count() > 1
                && self.endings.iter().any(|e| lower.ends_with(e)))
    }
}

pub(super) fn is_hangul(c: char) -> bool {
    ('\u{AC00}'..='\u{D7A3}').contains(&c)
}

/// Latin, Greek, Cyrillic, Han, kana and hangul have lists.
pub(super) fn is_listed_script(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{52F}' | '\u{1E00}'..='\u{1FFF}' | '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
        || is_hangul(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_have_stop_words_and_menus_have_none() {
        for sentence in [
            "The vat is kept warm.",
            "Der Bottich bleibt warm",
            "染缸要保持温暖的水",
            "染桶を温める",
            "물은 따뜻하다",
            "Чан не должен остыть",
        ] {
            assert!(has_stop_word(sentence), "{sentence}");
        }
        for menu in [
            "Home",
            "Contact",
            "首页 新闻 体育",
            "Sport | Politik",
            "",
            "2024-03-05",
        ] {
            assert!(!has_stop_word(menu), "{menu}");
        }
    }

    #[test]
    fn scripts_without_a_list_count_by_length() {
        assert!(!has_stop_word("الصفحة الرئيسية"));
        assert!(has_stop_word(&"الصفحة الرئيسية ".repeat(5)));
    }

    #[test]
    fn every_language_has_its_line() {
        assert!(LISTS.words.len() > 300);
        assert!(LISTS.characters.len() > 30);
        assert!(!LISTS.endings.is_empty());
    }
}
