//! The context of a value on its line, as patterns: the words before it, the unit or the mark after
//! it. Input: a text and the range of the value in it. Output: whole patterns with the value
//! as their first group, each with a prior. Does not judge them.

use super::value_pattern::{ValueForm, is_sign};
use crate::authoring::learn::induce::locate::value_in_text::is_label;

/// Separators between parts of one line.
const MARKS: [char; 21] = [
    '|', '/', '·', '•', ';', ',', '，', '、', '。', '；', '»', '›', '>', '—', '–', '[', ']', '(',
    ')', '（', '）',
];
/// The maximum length of a word beside a value, in characters.
const MAX_WORD: usize = 24;
/// The maximum number of words in a label.
const MAX_WORDS: usize = 4;

/// A pattern whose first group is the value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pattern {
    /// The regular expression.
    pub regex: String,
    /// Its reliability before measurement, 0 to 1.
    pub prior: f64,
    /// What it relies on.
    pub by: By,
}

/// What a pattern relies on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// Words before the value.
    Before(String),
    /// Words after the value.
    Behind(String),
    /// Only the form of the value.
    Form,
    /// A name before it in the source.
    Key(String),
    /// What the page declares of itself.
    Page,
}

/// Patterns for the value at `start..end` of `text`, in bytes.
pub(super) fn patterns(
    text: &str,
    start: usize,
    end: usize,
    form: Option<&ValueForm>,
) -> Vec<Pattern> {
    let before = text.get(..start).unwrap_or_default();
    let before = before.rsplit(['\n', '\t']).next().unwrap_or_default();
    let after = text.get(end..).unwrap_or_default();
    let after = after.split(['\n', '\t']).next().unwrap_or_default();
    if before.trim().is_empty() && after.trim().is_empty() {
        return Vec::new();
    }
    let lefts = lefts(before);
    let right = right(after);
    let mut found = Vec::new();
    match form {
        Some(form) => shaped(&mut found, form, &lefts, right.as_ref()),
        None => open(&mut found, before, after, &lefts, right.as_ref()),
    }
    found
}

/// Words beside a value.
struct Beside {
    words: String,
    regex: String,
    /// Whether a colon or similar mark makes them a label.
    colon: bool,
}

/// Patterns for values of one form.
fn shaped(found: &mut Vec<Pattern>, form: &ValueForm, lefts: &[Beside], right: Option<&Beside>) {
    let value = format!("({})", form.pattern);
    for left in lefts {
        let prior = if left.colon { 0.8 } else { 0.76 };
        let by = By::Before(left.words.clone());
        found.push(Pattern {
            regex: format!("{}{value}", left.regex),
            prior,
            by: by.clone(),
        });
        if let Some(right) = right {
            found.push(Pattern {
                regex: format!("{}{value}{}", left.regex, right.regex),
                prior: prior * 0.97,
                by,
            });
        }
    }
    if let Some(right) = right {
        found.push(Pattern {
            regex: format!("{value}{}", right.regex),
            prior: 0.72,
            by: By::Behind(right.words.clone()),
        });
    }
    if form.telling {
        found.push(Pattern {
            regex: format!(r"\b{value}\b"),
            prior: 0.5,
            by: By::Form,
        });
    }
}

/// Patterns for values of any form: they end at the end of the line or part, or at the next words.
fn open(
    found: &mut Vec<Pattern>,
    before: &str,
    after: &str,
    lefts: &[Beside],
    right: Option<&Beside>,
) {
    let mut ends = Vec::new();
    if after.trim().is_empty() {
        ends.push(("(.+)".to_owned(), 1.0));
    } else if let Some(mark) = after.trim_start().chars().next() {
        let spaced = after.starts_with(char::is_whitespace);
        let escaped = regex::escape(mark.encode_utf8(&mut [0; 4]));
        if mark.is_alphanumeric() {
            ends.extend(right.map(|right| (format!("(.+?){}", right.regex), 0.95)));
        } else if spaced {
            ends.push((format!(r"(.+?)\s+{escaped}"), 0.98));
        } else {
            ends.push((format!(r"([^\n{escaped}]+)"), 0.98));
        }
    }
    for (end, share) in ends {
        for left in lefts {
            let prior = if left.colon { 0.78 } else { 0.6 };
            found.push(Pattern {
                regex: format!("{}{end}", left.regex),
                prior: prior * share,
                by: By::Before(left.words.clone()),
            });
        }
        if let (true, Some(right)) = (before.trim().is_empty(), right) {
            found.push(Pattern {
                regex: format!(r"(?m)^\s*(.+?){}", right.regex),
                prior: 0.6,
                by: By::Behind(right.words.clone()),
            });
        }
    }
}

/// The words before a value: its label, and the last word of that.
fn lefts(before: &str) -> Vec<Beside> {
    let words = before.trim_end_matches(|c: char| !c.is_alphanumeric());
    let tail = before.get(words.len()..).unwrap_or_default();
    let part = words.rsplit(MARKS).next().unwrap_or_default().trim();
    let last = last_word(part);
    let mut found: Vec<Beside> = Vec::new();
    for words in [part, last] {
        let known = part == words && !found.is_empty();
        let short =
            words.split_whitespace().count() <= MAX_WORDS && words.chars().count() <= MAX_WORD;
        let plain = is_label(words) && !words.contains(|c: char| c.is_ascii_digit());
        // Letters that touch the value belong to it.
        let joined = tail.is_empty() && !words.ends_with(is_sign);
        if known || !short || !plain || joined {
            continue;
        }
        let at = before.len() - tail.len() - words.len();
        let earlier = before.get(..at).and_then(|text| text.chars().next_back());
        let edge = begins_word(words) && !earlier.is_some_and(char::is_alphanumeric);
        let colon = tail.contains([':', '：']);
        found.push(Beside {
            regex: format!(
                "{}{}{}",
                if edge { r"\b" } else { "" },
                spaced(words),
                gap(tail, words.ends_with(is_sign))
            ),
            words: shown(words, tail),
            colon,
        });
    }
    found
}

/// The word after a value.
fn right(after: &str) -> Option<Beside> {
    let rest = after.trim_start_matches(|c: char| !c.is_alphanumeric());
    let lead = after.get(..after.len() - rest.len())?;
    if lead.contains(MARKS) {
        return None;
    }
    let first = rest.chars().next()?;
    let run = |test: fn(char) -> bool| rest.find(|c| !test(c)).unwrap_or(rest.len());
    let (word, edge) = if is_sign(first) {
        // Units are usually one character: 条, 个, 页, 元.
        (rest.get(..first.len_utf8())?, "")
    } else if first.is_alphabetic() {
        let word = rest.get(..run(|c| c.is_alphabetic() && !is_sign(c)))?;
        let follows = rest.get(word.len()..)?.starts_with(char::is_alphanumeric);
        (word, if follows { "" } else { r"\b" })
    } else {
        return None;
    };
    (word.chars().count() <= MAX_WORD).then(|| Beside {
        words: word.to_owned(),
        regex: format!(
            "{}{}{edge}",
            gap(lead, edge.is_empty()),
            regex::escape(word)
        ),
        colon: false,
    })
}

fn last_word(text: &str) -> &str {
    let signs = text.trim_end_matches(is_sign);
    if signs.len() < text.len() {
        return text.get(signs.len()..).unwrap_or_default();
    }
    text.rsplit(char::is_whitespace).next().unwrap_or_default()
}

fn begins_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() && !is_sign(c))
}

/// The words as shown to a person.
fn shown(words: &str, tail: &str) -> String {
    let colon = tail.trim_start().chars().next();
    let colon = colon.filter(|c| matches!(c, ':' | '：'));
    let mut shown = words.to_owned();
    shown.extend(colon);
    shown
}

/// Words with flexible white space.
fn spaced(words: &str) -> String {
    let words: Vec<String> = words.split_whitespace().map(regex::escape).collect();
    words.join(r"\s+")
}

/// The text between words and a value: either colon, and any white space; if there is nothing else,
/// it may be missing only when `loose`.
fn gap(text: &str, loose: bool) -> String {
    if !text.is_empty() && text.trim().is_empty() {
        return if loose { r"\s*" } else { r"\s+" }.to_owned();
    }
    let mut out = String::new();
    let mut spaces = false;
    for c in text.chars() {
        if c.is_whitespace() {
            spaces = true;
            continue;
        }
        if std::mem::take(&mut spaces) {
            out.push_str(r"\s*");
        }
        if matches!(c, ':' | '：') {
            out.push_str(r"\s*[:：]\s*");
        } else {
            out.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
        }
    }
    if spaces {
        out.push_str(r"\s*");
    }
    while out.contains(r"\s*\s*") {
        out = out.replace(r"\s*\s*", r"\s*");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::value_pattern;
    use super::*;

    fn all(text: &str, value: &str) -> Vec<String> {
        let start = text.find(value).unwrap();
        let found = patterns(
            text,
            start,
            start + value.len(),
            value_pattern::of(&[value]).as_ref(),
        );
        for pattern in &found {
            let regex = regex::Regex::new(&pattern.regex).unwrap();
            let group = regex.captures(text).and_then(|c| c.get(1));
            let hit = group.map(|g| g.as_str().trim());
            assert_eq!(hit, Some(value), "{} in {text:?}", pattern.regex);
        }
        found.into_iter().map(|pattern| pattern.regex).collect()
    }

    #[test]
    fn words_around_a_value_make_patterns() {
        assert_eq!(
            all("ISBN: 9780000000001", "9780000000001"),
            [r"\bISBN\s*[:：]\s*(\d{13})", r"\b(\d{13})\b"]
        );
        assert_eq!(
            all("共 123 条", "123"),
            [r"共\s*(\d+)", r"共\s*(\d+)\s*条", r"(\d+)\s*条"]
        );
        assert_eq!(
            all("Home\nby Ann Lee | 2 replies", "Ann Lee"),
            [r"\bby\s+(.+?)\s+\|"]
        );
        assert_eq!(
            all("Verlag: Acorn, 2008", "Acorn"),
            [r"\bVerlag\s*[:：]\s*([^\n,]+)"]
        );
        assert_eq!(all("Ann wrote this", "Ann"), [r"(?m)^\s*(.+?)\s+wrote\b"]);
        assert!(all("a\nalone\nb", "alone").is_empty());
    }
}
