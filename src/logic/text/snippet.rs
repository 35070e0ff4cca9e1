//! The line of a text that shows why it matched, and the ranges to mark in a text.

use std::ops::Range;

use serde::Serialize;

use super::search_query::index_tokens::{is_cjk, is_mark};
use super::{MarkedWords, Query};
use crate::page::collapse;

/// How far the start of a cut may move to reach a word boundary, in characters.
const WORD_SEARCH_CHARS: usize = 12;
/// The maximum number of marks in a text.
const MAX_MARKS: usize = 2_000;

/// A line of a text with the matched ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Snippet {
    /// The line.
    pub text: String,
    /// The byte ranges to mark in it, in order.
    pub marks: Vec<Range<usize>>,
}

/// A line of at most `chars` characters of `text` around the place with the most query words; the
/// beginning when none occurs. Cut ends show `…`.
pub fn snippet(text: &str, query: &Query, chars: usize) -> Snippet {
    snippet_in(text, query, "text", chars)
}

/// [`snippet`] for the text of a field.
pub fn snippet_in(text: &str, query: &Query, field: &str, chars: usize) -> Snippet {
    let query = &wanted_in(query, field);
    let collapsed = collapse(text);
    let letters: Vec<char> = collapsed.chars().collect();
    if letters.len() <= chars {
        return marked(collapsed.clone(), query);
    }
    let marks = places(&letters, query);
    // From there on the rest of the line fits behind the `…`.
    let last = letters.len() - chars.saturating_sub(1);
    let found = densest(&marks, chars.saturating_sub(chars / 3)).unwrap_or(0);
    // A third of the line precedes the match, for context.
    let start = word_start(&letters, found.saturating_sub(chars / 3).min(last), found);
    marked(cut(&letters, start, chars), query)
}

/// The byte ranges to mark in `text`, in order: the query's words and phrases, case-insensitively.
pub fn marks(text: &str, query: &Query) -> Vec<Range<usize>> {
    marks_in(text, query, "text")
}

/// [`marks`] for the text of a field.
pub fn marks_in(text: &str, query: &Query, field: &str) -> Vec<Range<usize>> {
    marks_of(text, &wanted_in(query, field))
}

/// Whether a phrase stands in a text, as the index would say.
pub(super) fn holds_phrase(text: &str, phrase: &str, prefix: bool) -> bool {
    !marks_of(text, &[(phrase.to_owned(), prefix)]).is_empty()
}

/// The words and phrases of a query that are looked for in a field.
fn wanted_in(query: &Query, field: &str) -> Vec<(String, bool)> {
    let of_field = |wanted: &&MarkedWords| {
        let own = wanted.field.as_deref();
        own.is_none_or(|own| own.to_lowercase() == field.to_lowercase())
    };
    let marked = query.marked.iter().filter(of_field);
    marked.map(|w| (w.text.clone(), w.prefix)).collect()
}

fn marks_of(text: &str, query: &[(String, bool)]) -> Vec<Range<usize>> {
    let letters: Vec<char> = text.chars().collect();
    let mut bytes: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    bytes.push(text.len());
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(text.len());
    let mut out: Vec<Range<usize>> = Vec::new();
    for (place, _) in places(&letters, query) {
        let range = byte(place.start)..byte(place.end);
        match out.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => out.push(range),
        }
    }
    out
}

fn marked(text: String, query: &[(String, bool)]) -> Snippet {
    let marks = marks_of(&text, query);
    Snippet { text, marks }
}

/// The matches of the query's parts, as character ranges in order, with the number of the part.
fn places(letters: &[char], query: &[(String, bool)]) -> Vec<(Range<usize>, usize)> {
    let tokens = tokens(letters);
    let mut out = Vec::new();
    for (number, (part, prefix)) in query.iter().enumerate() {
        let wanted: Vec<char> = part.chars().collect();
        let wanted: Vec<Vec<char>> = self::tokens(&wanted).into_iter().map(|t| t.0).collect();
        let Some((last, before)) = wanted.split_last() else {
            continue;
        };
        for window in tokens.windows(wanted.len()) {
            let (Some(begin), Some((end, same))) = (window.first(), window.split_last()) else {
                continue;
            };
            let same = same.iter().map(|t| &t.0).eq(before);
            let ends = if *prefix {
                end.0.starts_with(last)
            } else {
                end.0 == *last
            };
            if same && ends {
                out.push((begin.1.start..end.1.end, number));
            }
            if out.len() >= MAX_MARKS {
                break;
            }
        }
    }
    out.sort_by_key(|(range, _)| (range.start, range.end));
    out
}

/// Words, and single CJK characters, folded as in the index, with their places.
fn tokens(letters: &[char]) -> Vec<(Vec<char>, Range<usize>)> {
    let mut out: Vec<(Vec<char>, Range<usize>)> = Vec::new();
    let mut open = false;
    for (at, c) in letters.iter().copied().enumerate() {
        let cjk = is_cjk(c);
        if is_mark(c) {
            if let Some((_, range)) = out.last_mut()
                && range.end == at
            {
                range.end = at + 1;
            }
        } else if cjk || c.is_alphanumeric() {
            match out.last_mut() {
                Some((word, range)) if open && !cjk && range.end == at => {
                    word.push(fold(c));
                    range.end = at + 1;
                }
                _ => out.push((vec![fold(c)], at..at + 1)),
            }
            open = !cjk;
        } else {
            open = false;
        }
    }
    out
}

/// Lower case without the diacritics that the index drops too (those of Latin letters), one
/// character for one, so that positions stay the same.
fn fold(c: char) -> char {
    let c = c.to_lowercase().next().unwrap_or(c);
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' => 'd',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => 'e',
        'ğ' => 'g',
        'ì'..='ï' | 'ī' | 'į' => 'i',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ō' | 'ő' => 'o',
        'ř' => 'r',
        'ś' | 'ş' | 'š' | 'ș' => 's',
        'ť' | 'ț' | 'ţ' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        c => c,
    }
}

/// The first place from which `chars` characters contain the most different parts.
fn densest(marks: &[(Range<usize>, usize)], chars: usize) -> Option<usize> {
    let mut best: Option<(usize, usize)> = None;
    for (at, (range, _)) in marks.iter().enumerate() {
        let near = marks.iter().skip(at);
        let near = near.take_while(|(other, _)| other.end <= range.start + chars);
        let mut parts: Vec<usize> = near.map(|(_, part)| *part).collect();
        parts.sort_unstable();
        parts.dedup();
        if best.is_none_or(|(most, _)| parts.len() > most) {
            best = Some((parts.len(), range.start));
        }
    }
    best.map(|(_, start)| start)
}

/// Moves `start` forward to the beginning of a word if one is near and before `found`.
fn word_start(line: &[char], start: usize, found: usize) -> usize {
    if start == 0 {
        return 0;
    }
    let last = found.min(start + WORD_SEARCH_CHARS);
    (start..=last)
        .find(|at| line.get(at.saturating_sub(1)) == Some(&' '))
        .unwrap_or(start)
}

fn cut(line: &[char], start: usize, chars: usize) -> String {
    let before = usize::from(start > 0);
    let room = chars.saturating_sub(before);
    let after = usize::from(line.len() - start > room);
    let mut out = String::new();
    if before > 0 && chars > 0 {
        out.push('…');
    }
    let shown: String = line
        .iter()
        .skip(start)
        .take(room.saturating_sub(after))
        .collect();
    out.push_str(shown.trim_end());
    if after > 0 && room > 0 {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "The city council met on Monday.\nIt voted for a new Tram line to the harbour, \
        against the advice of its own planners, and will build it next year.";

    fn check(text: &str, typed: &str, chars: usize, expected: &str) {
        let shown = snippet(text, &Query::parse(typed), chars);
        let mut out = shown.text.clone();
        for mark in shown.marks.iter().rev() {
            out.insert(mark.end, ']');
            out.insert(mark.start, '[');
        }
        assert_eq!(out, expected, "{typed}");
    }

    #[test]
    fn the_find_is_shown_and_marked() {
        check(TEXT, "tram", 30, "…for a new [Tram] line to the h…");
        check(TEXT, "\"next year\"", 25, "…will build it [next year].");
        check(TEXT, "nothing", 12, "The city co…");
        check("short\n text", "x", 40, "short text");
        check(TEXT, "harb*", 20, "…the [harbour], again…");
        check("Café Noir", "cafe", 20, "[Café] Noir");
        check("a tram -line", "tram NOT line", 20, "a [tram] -line");
    }

    #[test]
    fn where_most_words_stand_together_is_shown() {
        let text = "year one. A long way off, the tram line opened in the year two.";
        let shown = snippet(text, &Query::parse("tram year"), 50);
        assert_eq!(shown.marks.len(), 2, "{shown:?}");
    }

    #[test]
    fn chinese_is_marked_in_the_original_text() {
        let text = "今天上午，北京市气象台发布大风蓝色预警信号，预计夜间有四级左右偏北风。";
        check(text, "预警", 14, "…大风蓝色[预警]信号，预计夜…");
        check(text, "没有 大风", 10, "…台发布[大风]蓝色预…");
        check("北京大风预警", "大风", 20, "北京[大风]预警");
    }

    proptest::proptest! {
        #[test]
        fn lines_keep_their_length(text in "\\PC{0,60}", query in "\\PC{0,8}", chars in 0_usize..40) {
            let line = snippet(&text, &Query::parse(&query), chars);
            proptest::prop_assert!(line.text.chars().count() <= chars, "{:?}", line);
            for mark in &line.marks {
                proptest::prop_assert!(line.text.get(mark.clone()).is_some());
            }
        }
    }
}
