//! Stop words. Flows in: a text. Flows out: whether it holds one. The lists are data in
//! `assets/generic/stopwords.txt`.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Whether `text` holds a stop word of any language, and so may be part of a sentence (thesis,
/// section 2.3.2). A text in a script without a list counts from 40 letters.
pub(super) fn has_stop_word(text: &str) -> bool {
    let lists = &*LISTS;
    let mut unknown_letters = 0;
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if lists.characters.contains(&c) {
            return true;
        }
        if c.is_alphabetic() {
            if !is_listed_script(c) {
                unknown_letters += 1;
            }
            word.extend(c.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            if is_stop_word(lists, &word) {
                return true;
            }
            word.clear();
        }
    }
    unknown_letters >= UNKNOWN_LETTERS
}

/// Letters that make a sentence in a script without a list.
const UNKNOWN_LETTERS: usize = 40;

struct Lists {
    words: HashSet<&'static str>,
    characters: HashSet<char>,
    endings: Vec<&'static str>,
}

static LISTS: LazyLock<Lists> =
    LazyLock::new(|| read(include_str!("../../../assets/generic/stopwords.txt")));

fn read(source: &'static str) -> Lists {
    let mut lists = Lists {
        words: HashSet::new(),
        characters: HashSet::new(),
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
    lists
}

fn is_stop_word(lists: &Lists, word: &str) -> bool {
    lists.words.contains(word)
        || (word.chars().next().is_some_and(is_hangul)
            && word.chars().count() > 1
            && lists.endings.iter().any(|e| word.ends_with(e)))
}

fn is_hangul(c: char) -> bool {
    ('\u{AC00}'..='\u{D7A3}').contains(&c)
}

/// Latin, Greek, Cyrillic, Han, kana and hangul have lists.
fn is_listed_script(c: char) -> bool {
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
