//! Lines with several values in one text: "By Ann Lee on 5 May", "5 May · Ann Lee", "作者：张三
//! 时间：2024-05-05". Input: the values of one part in all records. Output: the values inside
//! with their names, and the rule steps that cut out each of them. A pattern counts only if it fits
//! nearly all values.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use super::part_names::{slug, word_of};
use super::record_groups::to_f64;
use crate::authoring::learn::value_forms::{day_of, is_date};
use crate::rules::{FieldType, TransformStep};

const WORDS: &str = include_str!("../../../../../../assets/learn/bylines.toml");
/// The maximum median length of a line, in columns; wide letters count twice.
const MAX_WIDTH: usize = 110;
/// The maximum length of a date and of a name, in columns.
const MAX_DATE: usize = 34;
const MAX_NAME: usize = 40;
/// The maximum length of a label, in characters.
const MAX_LABEL: usize = 20;
/// The maximum number of labels in a line.
const MAX_LABELS: usize = 6;
/// The maximum number of values between separators.
const MAX_PIECES: usize = 4;
/// The share of values that a pattern must fit, in percent.
const NEARLY_ALL: usize = 80;
/// The separators between values.
const BETWEEN: &str = r"(?:\s*[|·•・‧∙]\s*|\s+[/\-–—]\s+|\s{3,}|\s*\n\s*)";

static LISTS: LazyLock<Lists> = LazyLock::new(|| toml::from_str(WORDS).unwrap_or_default());

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Lists {
    by: Vec<String>,
    on: Vec<String>,
    wide: Vec<String>,
    no_name: Vec<String>,
}

/// A value inside a line.
pub struct BylinePart {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: FieldType,
    /// The steps that cut it out.
    pub steps: Vec<TransformStep>,
    /// The values, line by line.
    pub values: Vec<String>,
}

/// Whether the label stands before the name of a person, such as "By" or "posted by".
pub fn introduces_person(label: &str) -> bool {
    let label = label.trim().to_lowercase();
    LISTS.by.contains(&label)
}

/// The values inside `lines`; empty if each line is one value. `by_person` tells whether the page
/// marks the line as an author.
pub fn pieces(lines: &[String], by_person: bool) -> Vec<BylinePart> {
    let width = lines.iter().map(|line| columns(line)).sum::<usize>() / lines.len().max(1);
    if lines.len() < 2 || !(4..=MAX_WIDTH).contains(&width) {
        return Vec::new();
    }
    let labelled = labelled(lines);
    if !labelled.is_empty() {
        return labelled;
    }
    let whole = fits(lines.iter(), is_only_date);
    if whole {
        return Vec::new();
    }
    let author = best(lines, &FIXED.names, is_byline_name).or_else(|| {
        let name = |text: &str| is_name(text) && (by_person || is_full_name(text));
        best(lines, &FIXED.places, name)
    });
    let counts = |line: &&String| line.contains(|c: char| c.is_numeric());
    let dated = lines.iter().filter(counts).count() * 100 >= lines.len() * NEARLY_ALL;
    let date = dated
        .then(|| best(lines, &FIXED.dates, is_only_date))
        .flatten();
    let mut found = Vec::new();
    match (author, date) {
        (Some(author), Some(date)) if author.pattern != date.pattern => {
            found.push(date.piece("date", FieldType::Date));
            found.push(author.piece("author", FieldType::Text));
        }
        (Some(author), None) if author.says => {
            found.push(author.piece("author", FieldType::Text));
        }
        // A date among other words that does not parse as one alone.
        (None, Some(date)) if !fits(lines.iter(), is_date) => {
            found.push(date.piece("date", FieldType::Date));
        }
        _ => {}
    }
    found
}

/// The patterns that are the same for all lines, compiled once.
static FIXED: LazyLock<Fixed> = LazyLock::new(|| Fixed {
    names: compiled(byline_patterns()),
    places: compiled(by_place()),
    dates: compiled(dates()),
});

struct Fixed {
    names: Vec<(BylinePattern, Regex)>,
    places: Vec<(BylinePattern, Regex)>,
    dates: Vec<(BylinePattern, Regex)>,
}

fn compiled(ways: Vec<BylinePattern>) -> Vec<(BylinePattern, Regex)> {
    let regex = |way: BylinePattern| Regex::new(&way.pattern).ok().map(|regex| (way, regex));
    ways.into_iter().filter_map(regex).collect()
}

/// A pattern whose first group is a value.
struct BylinePattern {
    pattern: String,
    /// Whether words identify the value.
    says: bool,
}

/// A pattern that fits, with its matches.
struct Cut {
    pattern: String,
    values: Vec<String>,
    says: bool,
}

impl Cut {
    fn piece(self, name: &str, kind: FieldType) -> BylinePart {
        BylinePart {
            name: name.to_owned(),
            kind,
            steps: steps(&self.pattern),
            values: self.values,
        }
    }
}

/// The rule steps that keep the first group of `pattern`.
fn steps(pattern: &str) -> Vec<TransformStep> {
    let pair = [pattern, "$1"].map(|text| toml::Value::String(text.to_owned()));
    vec![TransformStep::from([(
        "replace".to_owned(),
        toml::Value::Array(pair.to_vec()),
    )])]
}

/// The first of `ways` with a good match in nearly all lines.
fn best(
    lines: &[String],
    ways: &[(BylinePattern, Regex)],
    good: impl Fn(&str) -> bool,
) -> Option<Cut> {
    ways.iter().find_map(|(way, regex)| {
        let found = lines.iter().filter_map(|line| {
            let group = regex.captures(line)?.get(1)?;
            Some(group.as_str()).filter(|text| good(text))
        });
        if found.count() * 100 < lines.len() * NEARLY_ALL {
            return None;
        }
        let values = lines
            .iter()
            .map(|line| regex.replace(line, "$1").trim().to_owned());
        Some(Cut {
            values: values.collect(),
            pattern: way.pattern.clone(),
            says: way.says,
        })
    })
}

/// Patterns for a name by the words around it.
fn byline_patterns() -> Vec<BylinePattern> {
    let list = |words: &[String]| {
        let mut words: Vec<String> = words.iter().map(|word| spaced(word)).collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        words.join("|")
    };
    let (by, on, wide) = (list(&LISTS.by), list(&LISTS.on), list(&LISTS.wide));
    // What ends a name: a word before a date, a separator, a comma, a date.
    let ends = [
        format!(r"(?:\s+(?:{on})\s.*|{BETWEEN}.*|\s*[,;，；(（].*)?"),
        r"\s+(?:\p{L}{3,9}\.?,?\s+)?\d.*".to_owned(),
        format!(r"(?:\s+(?:{on})\s.*|{BETWEEN}.*|\s*[,;，；(（].*)?"),
    ];
    let mut ways: Vec<BylinePattern> = Vec::new();
    for end in ends {
        ways.push(BylinePattern {
            pattern: format!(r"(?is)^(?:.*?[\s|·•,])?(?:{by})\s*:?\s+(\S.*?){end}\s*$"),
            says: true,
        });
    }
    ways.push(BylinePattern {
        pattern: format!(r"(?s)^\s*由?\s*(\S.*?)\s*(?:{wide})\s*.*$"),
        says: true,
    });
    ways.push(BylinePattern {
        pattern: format!(r"(?is)^\s*(\S.*?)\s+(?:{on})\s+.*\d.*$"),
        says: false,
    });
    ways
}

fn spaced(word: &str) -> String {
    regex::escape(word).replace(' ', r"\s+")
}

/// Patterns for values by their position between separators.
fn by_place() -> Vec<BylinePattern> {
    (0..MAX_PIECES)
        .map(|n| BylinePattern {
            pattern: format!(r"(?s)^\s*(?:.*?{BETWEEN}){{{n}}}(\S.*?)(?:{BETWEEN}.*)?\s*$"),
            says: false,
        })
        .collect()
}

/// Patterns for a date.
fn dates() -> Vec<BylinePattern> {
    let way = |pattern: String| BylinePattern {
        pattern,
        says: false,
    };
    let number =
        r"\d{4}\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}日?(?:[T\s]+\d{1,2}:\d{2}(?::\d{2})?)?";
    let mut words: Vec<String> = LISTS.on.iter().map(|word| spaced(word)).collect();
    words.extend(LISTS.wide.iter().map(|word| spaced(word)));
    let words = words.join("|");
    let mut ways = by_place();
    ways.push(way(format!(
        r"(?is)^.*(?:^|\s)(?:{words})\s+(\S*\d.*?|\p{{L}}+\.?\s\S*\d.*?)(?:{BETWEEN}.*)?\s*$"
    )));
    ways.push(way(format!(r"(?s)^.*?({number}).*$")));
    let month = r"\p{L}{3,9}\.?";
    ways.push(way(format!(
        r"(?s)^.*?((?:{month}\s+\d{{1,2}}(?:st|nd|rd|th)?,?|\d{{1,2}}\.?\s+{month})\s+\d{{4}}).*$"
    )));
    ways
}

/// The values after labels that nearly all lines have.
fn labelled(lines: &[String]) -> Vec<BylinePart> {
    let mut labels: Vec<String> = Vec::new();
    for line in lines.iter().take(3) {
        for label in labels_in(line) {
            let known = labels.contains(&label);
            let has = |line: &&String| labels_in(line).contains(&label);
            let often = lines.iter().filter(has).count() * 100 >= lines.len() * NEARLY_ALL;
            if !known && often && labels.len() < MAX_LABELS {
                labels.push(label);
            }
        }
        if !labels.is_empty() {
            break;
        }
    }
    // "Author Ann Published" ends in "Published": the label that is always present is kept.
    let longer = labels.clone();
    labels.retain(|label| {
        let inner = |other: &&String| *other != label && other.ends_with(&format!(" {label}"));
        !longer.iter().any(|other| inner(&other))
    });
    let mut found: Vec<BylinePart> = Vec::new();
    for (number, label) in labels.iter().enumerate() {
        let end = labels
            .get(number + 1)
            .map(|next| format!(r"(?:\s*[,;，；|·•/\-–—]?\s*{}\s*[:：].*)?", spaced(next)));
        let end = end.unwrap_or_else(|| format!("(?:{BETWEEN}.*)?"));
        let way = BylinePattern {
            pattern: format!(r"(?s)^.*?{}\s*[:：]\s*(\S.*?){end}\s*$", spaced(label)),
            says: true,
        };
        let says = |text: &str| !text.is_empty() && columns(text) <= MAX_WIDTH;
        if let Some(cut) = best(lines, &compiled(vec![way]), says) {
            let (name, kind) = called(label, &cut.values);
            if !name.is_empty() {
                found.push(cut.piece(&name, kind));
            }
        }
    }
    if let Some(first) = labels.first().filter(|_| !found.is_empty()) {
        let before = BylinePattern {
            pattern: format!(
                r"(?s)^\s*(\S.*?)[\s|·•/,，;；\-–—]*{}\s*[:：].*$",
                spaced(first)
            ),
            says: false,
        };
        let before = compiled(vec![before]);
        let has = |name: &str| found.iter().any(|piece| piece.name == name);
        let (dated, signed) = (has("date"), has("author"));
        let date = best(lines, &before, is_only_date).filter(|_| !dated);
        let author = best(lines, &before, is_full_name).filter(|_| !signed);
        found.extend(date.map(|cut| cut.piece("date", FieldType::Date)));
        found.extend(author.map(|cut| cut.piece("author", FieldType::Text)));
    }
    found
}

/// The name and type of a label's values.
fn called(label: &str, values: &[String]) -> (String, FieldType) {
    let dated = fits(values.iter(), is_date);
    let number = |value: &str| {
        let digits = value.chars().filter(char::is_ascii_digit).count();
        digits > 0 && value.chars().count() <= digits + 6
    };
    let name = match (word_of(label), dated) {
        (Some(name), _) => name,
        (None, true) => "date".to_owned(),
        (None, false) if introduces_person(label) => "author".to_owned(),
        (None, false) => slug(label),
    };
    let kind = match name.as_str() {
        _ if dated => FieldType::Date,
        "author" => FieldType::Text,
        _ if fits(values.iter(), |value| number(value)) => FieldType::Number,
        _ => FieldType::Text,
    };
    (name, kind)
}

/// The words before each colon of a line: the last one, the last two, the last three.
fn labels_in(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let parts: Vec<&str> = line.split([':', '：']).collect();
    for pair in parts.windows(2) {
        let [before, after] = pair else { continue };
        if after.starts_with("//") || after.trim().is_empty() && parts.len() == 2 {
            continue;
        }
        let words: Vec<&str> = before.split_whitespace().collect();
        for count in (1..=3).rev().filter(|count| *count <= words.len()) {
            let words = words.get(words.len() - count..).unwrap_or_default();
            let label = words.join(" ");
            let label = label.trim_start_matches(['|', '·', '•', ' ', '/', '(', '（', ',', '，']);
            let chars = label.chars().count();
            let is_label = (2..=MAX_LABEL).contains(&chars)
                && label
                    .chars()
                    .all(|c| c.is_alphabetic() || c == ' ' || c == '-');
            if is_label {
                found.push(label.to_owned());
            }
        }
    }
    found
}

/// Whether nearly all of `values` are good.
fn fits<'v>(values: impl Iterator<Item = &'v String>, good: impl Fn(&str) -> bool) -> bool {
    let (mut all, mut right) = (0, 0);
    for value in values {
        all += 1;
        right += usize::from(good(value));
    }
    all > 0 && right * 100 >= all * NEARLY_ALL
}

/// A date with at most one optional word, such as a weekday.
fn is_only_date(text: &str) -> bool {
    if columns(text) > MAX_DATE || text.contains(['|', '·', '•', '\n']) {
        return false;
    }
    let Some(day) = day_of(text) else {
        return false;
    };
    let words = text.split(|c: char| !c.is_alphabetic());
    let words = words.filter(|word| word.chars().count() > 1).take(8);
    let needless = |word: &&str| day_of(&text.replacen(word, " ", 1)).as_ref() == Some(&day);
    words.filter(needless).count() <= 1
}

/// Whether a text may be a person's name.
pub fn is_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let lower = text.to_lowercase();
    let mut parts = lower.split(|c: char| !c.is_alphanumeric());
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (2..=MAX_NAME).contains(&columns(text))
        && words.len() <= 6
        && digits * 3 <= text.chars().count()
        && text.chars().any(char::is_alphabetic)
        && !text.contains(['|', '·', '•', '\n', ':', '：', '。', '?', '!', '？', '！'])
        && !parts.any(|word| LISTS.no_name.iter().any(|known| known == word))
        && !LISTS
            .no_name
            .iter()
            .any(|known| !known.is_ascii() && lower.contains(known.as_str()))
        && !is_date(text)
}

/// Whether the text after "by" is a name: a lower-case one has a single word.
fn is_byline_name(text: &str) -> bool {
    let small = text.starts_with(char::is_lowercase);
    is_name(text) && !(small && text.contains(char::is_whitespace))
}

/// Whether a text alone looks like a name: two to four capitalised words.
fn is_full_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let capital = |word: &&&str| word.starts_with(char::is_uppercase);
    (2..=4).contains(&words.len())
        && words.iter().filter(capital).count() >= 2
        && !text.chars().any(char::is_numeric)
        && is_name(text)
}

/// The width of a text in columns; wide letters take two.
fn columns(text: &str) -> usize {
    let wide = |c: char| if u32::from(c) >= 0x2E80 { 2 } else { 1 };
    text.chars().map(wide).sum()
}

/// The share of `values` that contain a name, 0 to 1.
pub fn names_share(values: &[String]) -> f64 {
    to_f64(values.iter().filter(|v| is_name(v)).count()) / to_f64(values.len().max(1))
}

#[cfg(test)]
mod tests;
