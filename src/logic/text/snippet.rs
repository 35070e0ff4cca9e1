//! The line of a text that shows why it was found.

use super::terms::units;
use crate::logic::page::collapse;

/// How far the start of a cut may move to stand between words, in characters.
const WORD_SEARCH_CHARS: usize = 12;

/// A line of at most `chars` characters of `text` around the first place where `query` occurs
/// (upper and lower case alike); the beginning when it does not occur. Cut ends show `…`.
pub fn snippet(text: &str, query: &str, chars: usize) -> String {
    let line: Vec<char> = collapse(text).chars().collect();
    if line.len() <= chars {
        return line.into_iter().collect();
    }
    let folded: Vec<char> = line.iter().copied().map(fold).collect();
    let found = first_place(&folded, query).unwrap_or(0);
    // From there on the rest of the line fits behind the `…`.
    let last = line.len() - chars.saturating_sub(1);
    // A third of the line stands before the find, for context.
    let start = found.saturating_sub(chars / 3);
    let start = word_start(&line, start.min(last), found);
    cut(&line, start, chars)
}

/// Where the first of the query's units occurs whole, or else the first of their words.
fn first_place(folded: &[char], query: &str) -> Option<usize> {
    let units = units(query);
    let earliest = |needles: &mut dyn Iterator<Item = String>| {
        needles.filter_map(|needle| find(folded, &needle)).min()
    };
    earliest(&mut units.iter().map(|u| collapse(&u.text))).or_else(|| {
        let words = units
            .iter()
            .flat_map(|u| u.text.split(|c: char| !c.is_alphanumeric()));
        earliest(&mut words.map(str::to_owned))
    })
}

fn find(folded: &[char], needle: &str) -> Option<usize> {
    let needle: Vec<char> = needle.chars().map(fold).collect();
    if needle.is_empty() {
        return None;
    }
    folded.windows(needle.len()).position(|w| w == needle)
}

/// One character for one character, so that positions stay.
fn fold(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// Moves `start` forward to the beginning of a word when one is near and before `found`.
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

    #[test]
    fn the_find_is_shown_with_its_surroundings() {
        assert_eq!(snippet(TEXT, "tram", 30), "…for a new Tram line to the h…");
        assert_eq!(snippet(TEXT, "the", 20), "The city council me…");
        assert_eq!(
            snippet(TEXT, "\"next year\"", 25),
            "…will build it next year."
        );
        assert_eq!(snippet(TEXT, "nothing", 12), "The city co…");
        assert_eq!(snippet("short\n text", "x", 40), "short text");
    }

    #[test]
    fn chinese_is_found_by_its_characters() {
        let text = "今天上午，北京市气象台发布大风蓝色预警信号，预计夜间有四级左右偏北风。";
        assert_eq!(snippet(text, "预警", 14), "…大风蓝色预警信号，预计夜…");
        assert_eq!(snippet(text, "没有 大风", 10), "…台发布大风蓝色预…");
    }

    #[test]
    fn prefixes_and_operators_are_no_obstacle() {
        assert!(snippet(TEXT, "harb*", 30).contains("harbour"));
        assert!(snippet(TEXT, "own-planners", 30).contains("own planners"));
    }

    proptest::proptest! {
        #[test]
        fn lines_keep_their_length(text in "\\PC{0,60}", query in "\\PC{0,8}", chars in 0_usize..40) {
            let line = snippet(&text, &query, chars);
            proptest::prop_assert!(line.chars().count() <= chars, "{}", line);
            proptest::prop_assert!(!line.contains('\n'));
        }
    }
}
