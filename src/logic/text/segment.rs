//! Splits a text into words: Chinese by jieba's dictionary (the most probable path through known
//! words, and a hidden Markov model for unknown ones), all other scripts by the word boundaries of
//! Unicode (UAX #29). The dictionary is loaded once, on first use (some 100 ms).

use std::fmt::Write as _;
use std::sync::OnceLock;

use jieba_rs::Jieba;
use unicode_segmentation::UnicodeSegmentation;

/// jieba's words and frequencies, made by `tests/measures/chinese_words.py`, which says how they are
/// packed: half the size of the crate's own copy.
const WORDS: &[u8] = include_bytes!("../../../assets/words/chinese-words.bin");

fn dictionary() -> &'static Jieba {
    static DICTIONARY: OnceLock<Jieba> = OnceLock::new();
    DICTIONARY.get_or_init(|| {
        let words = unpacked(WORDS).unwrap_or_default();
        // Our own lines are well formed; without words, unknown ones are still cut by the model.
        Jieba::with_dict(&mut words.as_bytes()).unwrap_or_else(|_| Jieba::empty())
    })
}

/// The lines `word frequency` of a packed dictionary; `None` if it is incomplete.
fn unpacked(packed: &[u8]) -> Option<String> {
    let (count, rest) = packed.split_first_chunk()?;
    let (lengths, rest) = rest.split_at_checked(u32::from_le_bytes(*count) as usize)?;
    let new: usize = lengths.iter().map(|both| usize::from(both & 15)).sum();
    let (characters, frequencies) = rest.split_at_checked(2 * new)?;
    let mut characters = characters.as_chunks().0.iter();
    let mut frequencies = frequencies.iter();
    let mut lines = String::with_capacity(5 << 20);
    let mut word = Vec::new();
    for both in lengths {
        word.truncate(usize::from(both >> 4));
        for bytes in characters.by_ref().take(usize::from(both & 15)) {
            word.push(char::from_u32(u16::from_le_bytes(*bytes).into())?);
        }
        let mut frequency = 0_u32;
        for shift in (0..32).step_by(7) {
            let seven = *frequencies.next()?;
            frequency |= u32::from(seven & 0x7F) << shift;
            if seven & 0x80 == 0 {
                break;
            }
        }
        lines.extend(&word);
        let _ = writeln!(lines, " {frequency}");
    }
    Some(lines)
}

/// Calls `each` with every word of `text`, unchanged.
pub(super) fn each_word<'a>(text: &'a str, each: &mut dyn FnMut(&'a str)) {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let han = is_han(first);
        let end = rest
            .char_indices()
            .find(|(_, c)| is_han(*c) != han)
            .map_or(rest.len(), |(at, _)| at);
        let Some((run, after)) = rest.split_at_checked(end) else {
            return;
        };
        if han {
            for token in dictionary().cut(run, true) {
                each(token.word);
            }
        } else {
            for word in run.unicode_words() {
                each(word);
            }
        }
        rest = after;
    }
}

/// The number of words in `text`.
pub fn word_count(text: &str) -> usize {
    let mut count = 0;
    each_word(text, &mut |_| count += 1);
    count
}

/// The words of a run of Chinese, for a query: single characters are joined to the word before them
/// (or after, at the beginning), since alone they occur nearly everywhere.
pub(super) fn chinese_words(run: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut lone = String::new();
    each_word(run, &mut |word| {
        let single = word.chars().nth(1).is_none();
        match words.last_mut() {
            Some(last) if single => last.push_str(word),
            None if single => lone.push_str(word),
            _ => words.push(std::mem::take(&mut lone) + word),
        }
    });
    if words.is_empty() {
        words.push(run.to_owned());
    }
    words
}

/// Han characters, without kana and hangul.
pub(super) fn is_han(c: char) -> bool {
    matches!(c,
        '\u{3005}'..='\u{3007}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dictionary_is_whole() {
        let lines = unpacked(WORDS).expect("complete");
        let sum: usize = lines
            .lines()
            .filter_map(|line| line.split_once(' ')?.1.parse::<usize>().ok())
            .sum();
        // What the crate's own dictionary has.
        assert_eq!((lines.lines().count(), sum), (349_045, 60_101_964));
        assert!(lines.lines().any(|line| line == "北京大学 2053"));
        assert!(unpacked(WORDS.split_last().unwrap().1).is_none());
        assert!(unpacked(&[]).is_none());
    }

    #[test]
    fn both_kinds_of_script_are_cut_into_words() {
        let mut words = Vec::new();
        each_word("We met in 北京大学, didn't we?", &mut |word| {
            words.push(word)
        });
        assert_eq!(words, ["We", "met", "in", "北京大学", "didn't", "we"]);
        assert_eq!(word_count(""), 0);
    }

    #[test]
    fn words_of_a_query_are_no_single_characters() {
        assert_eq!(chinese_words("北京大风预警"), ["北京", "大风", "预警"]);
        assert!(
            chinese_words("我爱北京天安门")
                .iter()
                .all(|word| word.chars().count() > 1)
        );
    }
}
