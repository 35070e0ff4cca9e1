//! Values in the formats of papers: identifiers, volume and issue, dates, names, lists of words.
//! Input: short texts. Output: the plain value, or nothing.

use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use regex::Regex;

use super::words::{is_nobody, is_particle};
use crate::dates::parse_date_in;
use crate::generic::words::kind_words::plain_words;

type Pattern = LazyLock<Option<Regex>>;

/// A pattern with the word boundaries of [`plain_words`].
fn ascii_ended(pattern: &str) -> Option<Regex> {
    Regex::new(&plain_words(pattern)).ok()
}

/// The first DOI in `text` (ISO 26324: `10.`, a registrant, a slash, a name).
pub(super) fn doi(text: &str) -> Option<String> {
    static DOI: Pattern = LazyLock::new(|| {
        Regex::new(r#"10\.[0-9]{4,9}(\.[0-9]+)*/[^\s"'<>，。；、）】\]|{}]+"#).ok()
    });
    let found = DOI.as_ref()?.find(text)?.as_str();
    let found = found.trim_end_matches(['.', ',', ';', ':', '?']);
    // A closing bracket belongs to the name if it was opened there.
    let opened = found.matches('(').count() >= found.matches(')').count();
    let found = if opened {
        found
    } else {
        found.trim_end_matches(')')
    };
    (found.len() < 200).then(|| found.to_owned())
}

/// Volume and issue in a line: "Vol. 14 No. 2", "volume 7, issue 1", "第38卷第4期", "2020, 38(4):
/// 41-47". Either may be missing.
pub(super) fn volume_issue(text: &str) -> (Option<String>, Option<String>) {
    static VOLUME: Pattern = LazyLock::new(|| {
        ascii_ended(
            r"(?i)(?:\bvol(?:ume)?s?\b\.?|\bv\.)\s*[:：]?\s*([0-9]{1,4}|[ivxlc]{1,7})\b|第?\s*([0-9]{1,4})\s*卷",
        )
    });
    static ISSUE: Pattern = LazyLock::new(|| {
        ascii_ended(
            r"(?i)(?:\bissues?|\biss\.|\bno\.|\bnos\.|\bnr\.|(?:^|[,;|/])\s*number|\bn[º°])\s*[:：]?\s*\(?\s*([0-9]{1,4}(?:\s*[-–/]\s*[0-9]{1,4})?|suppl[a-z.]*\s*[0-9]*)|第?\s*([0-9]{1,3}(?:[-–/][0-9]{1,3})?|增刊\s*[0-9]*)\s*期",
        )
    });
    static SHORT: Pattern = LazyLock::new(|| {
        Regex::new(r"(?:^|[^0-9.])([0-9]{1,4})\s*[(（]\s*([0-9]{1,3}(?:[-–/][0-9]{1,3})?|[Ss]uppl\.?\s*[0-9]*|增刊\s*[0-9]*)\s*[)）]").ok()
    });
    let group = |pattern: &Pattern| -> Option<String> {
        let found = pattern.as_ref()?.captures(text)?;
        let found = found.get(1).or_else(|| found.get(2))?;
        Some(
            found
                .as_str()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
        )
    };
    let (volume, issue) = (group(&VOLUME), group(&ISSUE));
    if volume.is_some() || issue.is_some() {
        let bracketed = || {
            let found = AFTER_VOLUME.as_ref()?.captures(text)?;
            Some(found.get(1)?.as_str().to_owned())
        };
        let issue = issue.or_else(|| volume.as_ref().and_then(|_| bracketed()));
        return (volume, issue);
    }
    let Some(found) = SHORT.as_ref().and_then(|short| short.captures(text)) else {
        return (None, None);
    };
    let part = |n: usize| found.get(n).map(|m| m.as_str().to_owned());
    // "第1999(4)" is a year with an issue, "2020(4)" too.
    let volume = part(1).filter(|volume| !is_year(volume));
    (volume, part(2).filter(|issue| !is_year(issue)))
}

/// "Volume 12 (3)": the issue in brackets after a labelled volume.
static AFTER_VOLUME: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)(?:vol(?:ume)?\.?\s*[0-9]{1,4}|[0-9]\s*卷)\s*[(（]\s*([0-9]{1,3})\s*[)）]")
        .ok()
});

fn is_year(text: &str) -> bool {
    text.len() == 4 && (text.starts_with("19") || text.starts_with("20"))
}

/// A year in `text`.
fn year(text: &str) -> Option<String> {
    static YEAR: Pattern =
        LazyLock::new(|| Regex::new(r"(?:^|[^0-9])((?:19|20)[0-9]{2})(?:[^0-9]|$)").ok());
    Some(YEAR.as_ref()?.captures(text)?.get(1)?.as_str().to_owned())
}

/// The first date in `text` as precisely as known: `2021-06-30`, `2021-06` or `2021`.
pub(super) fn date(text: &str) -> Option<String> {
    static NUMBERS: Pattern = LazyLock::new(|| {
        Regex::new(r"(?:^|[^0-9])((?:19|20)[0-9]{2})\s*[-/.年]\s*([0-9]{1,2})(?:\s*[-/.月]\s*([0-9]{1,2}))?(?:[^0-9]|$)").ok()
    });
    static WORDS: Pattern = LazyLock::new(|| {
        Regex::new(r"(?x)
            (?:(?:[0-9]{1,2}\s*[-–]\s*)?[0-9]{1,2}(?:st|nd|rd|th)?\.?[\s-]+(?:of\s+)?)?\p{L}{3,12}\.?,?[\s-]+(?:[0-9]{1,2}(?:st|nd|rd|th)?\s*,\s*)?(?:19|20)[0-9]{2}
            | (?:19|20)[0-9]{2}\s+\p{L}{3,12}\.?(?:\s+[0-9]{1,2}\b)?").ok()
    });
    let by_numbers = || {
        let found = NUMBERS.as_ref()?.captures(text)?;
        let number = |n: usize| found.get(n)?.as_str().parse::<i8>().ok();
        let year = found.get(1)?.as_str();
        let month = number(2).filter(|month| (1..=12).contains(month))?;
        let day = number(3).filter(|day| {
            jiff::civil::Date::new(year.parse().unwrap_or(2000), month, *day).is_ok()
        });
        Some(match day {
            Some(day) => format!("{year}-{month:02}-{day:02}"),
            None => format!("{year}-{month:02}"),
        })
    };
    let by_words = || {
        let found = WORDS.as_ref()?.find_iter(text);
        found.map(|found| found.as_str()).find_map(of_words)
    };
    by_numbers().or_else(by_words).or_else(|| year(text))
}

/// A date with the month name, with or without a day.
fn of_words(text: &str) -> Option<String> {
    let read = |text: &str| parse_date_in(text, Timestamp::UNIX_EPOCH, &TimeZone::UTC, Some("en"));
    let year = year(text)?;
    let digits = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty());
    let has_day = digits.clone().count() > 1;
    let month = text
        .split(|c: char| !c.is_alphabetic())
        .find(|part| part.len() >= 3 && !matches!(*part, "the"))?;
    if has_day {
        let day = digits.clone().find(|part| part.len() <= 2)?;
        let whole = read(&format!("{day} {month} {year}"))?;
        return whole
            .get(..10)
            .filter(|date| date.starts_with(&year))
            .map(str::to_owned);
    }
    let first = read(&format!("1 {month} {year}"))?;
    first
        .get(..7)
        .filter(|date| date.starts_with(&year))
        .map(str::to_owned)
}

/// Splits key words in `text` at semicolons if there are any, else at commas, bars or middle dots.
pub(super) fn keywords(text: &str) -> Vec<String> {
    let text = text.trim().trim_end_matches(['.', '。']);
    let separators: [&[char]; 5] = [
        &[';', '；'],
        &['|', '•', '·', '●', '\u{2022}'],
        &[',', '，'],
        &['、'],
        &['/'],
    ];
    let by = separators.iter().find(|set| text.contains(**set));
    let parts: Vec<&str> = match by {
        Some(set) => text.split(*set).collect(),
        // Chinese key words may be separated by spaces alone; English ones contain spaces.
        None if !text.is_ascii()
            && text.split_whitespace().count() > 1
            && text.split_whitespace().all(|w| !w.is_ascii()) =>
        {
            text.split_whitespace().collect()
        }
        None => vec![text],
    };
    let mut found: Vec<String> = Vec::new();
    for part in parts {
        let (part, translated) = before_translation(part.trim());
        let part = part.trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, ',' | '，' | '.' | '。' | ';' | '；')
        });
        let known = found.iter().any(|known| known == part);
        if !part.is_empty() && part.chars().count() <= MAX_KEYWORD && !known {
            found.push(part.to_owned());
        }
        if translated {
            break;
        }
    }
    found
}

const MAX_KEYWORD: usize = 100;

/// "迁移学习 Batik": the last Chinese word before the first of a translation, and whether there is one.
fn before_translation(part: &str) -> (&str, bool) {
    let cut = part.split_once(' ').filter(|(before, after)| {
        before.chars().all(is_han) && after.chars().all(|c| !is_han(c)) && after.chars().count() > 2
    });
    cut.map_or((part, false), |(before, _)| (before, true))
}

/// The names in `text`, as a paper lists its authors, without marks and affiliation numbers. `None`
/// if any part is not a name.
pub(super) fn names(text: &str) -> Option<Vec<String>> {
    let by_semicolon = text.contains([';', '；']);
    let text = text
        .replace(" and ", "\u{1}")
        .replace(" & ", "\u{1}")
        .replace(" et al.", "");
    let text = text.replace(
        ['，', '、', '；', ';', '&', '|', '·', '•', '／', '\t'],
        "\u{1}",
    );
    let text = if by_semicolon || is_inverted(&text) {
        text
    } else {
        text.replace(',', "\u{1}")
    };
    let mut names = Vec::new();
    for part in text.split('\u{1}') {
        let part = part.trim_start_matches("and ").trim_matches(is_mark).trim();
        if part.is_empty()
            || part == "and"
            || matches!(part, "Jr." | "Jr" | "Dr" | "PhD" | "MD" | "Ph.D." | "M.D.")
        {
            continue;
        }
        // Chinese names may be separated by spaces alone, those of two characters contain one.
        let pieces: Vec<&str> = part
            .split_whitespace()
            .map(|w| w.trim_matches(is_mark))
            .collect();
        if let Some(several) = han_names(&pieces) {
            names.extend(several);
            continue;
        }
        // "王 明" is one name padded with a space.
        let joined: String = pieces.concat();
        if is_han_name(&joined) {
            names.push(joined);
            continue;
        }
        names.push(latin_name(&name(part))?);
    }
    (!names.is_empty() && names.len() <= 500).then_some(names)
}

/// Whether a text is one inverted name, "Novák, Jana": the text after its only comma is not a name
/// by itself.
fn is_inverted(text: &str) -> bool {
    let mut parts = text.split(',').map(str::trim);
    let (Some(family), Some(given), None) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    !family.contains('\u{1}')
        && !given.contains('\u{1}')
        && !is_han(family.chars().next().unwrap_or(' '))
        && given.split_whitespace().count() == 1
        && given.chars().any(char::is_alphabetic)
}

/// Names of two or more pieces: "马 骏 钱文娟" are two.
fn han_names(pieces: &[&str]) -> Option<Vec<String>> {
    if pieces.len() < 3 && !pieces.iter().all(|piece| piece.chars().count() > 1) || pieces.len() < 2
    {
        return None;
    }
    let mut names = Vec::new();
    let mut rest = pieces.iter();
    while let Some(piece) = rest.next() {
        let whole = match piece.chars().count() {
            1 => format!(
                "{piece}{}",
                rest.next().filter(|next| next.chars().count() == 1)?
            ),
            _ => (*piece).to_owned(),
        };
        names.push(whole);
    }
    names.iter().all(|name| is_han_name(name)).then_some(names)
}

/// A declared name, "Alvarez, Maria", in reading order.
pub(super) fn name(text: &str) -> String {
    let text = text.trim().trim_matches(is_mark);
    match text.split_once(',') {
        Some((family, given)) if !given.contains(',') && !given.trim().is_empty() => {
            format!("{} {}", given.trim(), family.trim())
        }
        _ => text.to_owned(),
    }
}

/// Whether a character is a mark around a name rather than a part of it.
fn is_mark(c: char) -> bool {
    c.is_whitespace()
        || c.is_ascii_digit()
        || matches!(c, '*' | '†' | '‡' | '§' | '¶' | '#' | ',' | '，' | ':' | '：' | '(' | ')' | '（' | '）' | '[' | ']' | '✉' | '✝' | '∗' | '—' | '–' | '-' | '⁎' | '+' | '①'..='⑳' | '¹' | '²' | '³' | '⁴'..='⁹')
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

fn is_han_name(text: &str) -> bool {
    let chars = text.chars().count();
    let plain = text.chars().all(|c| is_han(c) || c == '·' || c == '•');
    plain && (2..=5).contains(&chars) && !is_nobody(text)
}

fn latin_name(text: &str) -> Option<String> {
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|w| w.trim_matches(|c: char| is_mark(c) && c != '-'))
        .filter(|w| !w.is_empty())
        .collect();
    let capital = |word: &&str| word.chars().next().is_some_and(char::is_uppercase);
    let good = (2..=6).contains(&words.len())
        && words
            .iter()
            .all(|word| capital(word) && !is_nobody(word) || is_particle(word))
        && words.iter().all(|word| {
            word.chars().all(|c| {
                c.is_alphabetic() && !is_han(c) || matches!(c, '.' | '-' | '\'' | '’' | '‐')
            })
        })
        && words
            .iter()
            .any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1 && capital(word));
    good.then(|| words.join(" "))
}

/// A reference without its number and trailing links.
pub(super) fn reference(text: &str) -> String {
    static NUMBER: Pattern = LazyLock::new(|| {
        Regex::new(
            r"^\s*(?:[\[［(（]\s*[0-9]{1,3}\s*[\]］)）]\s*[.．、]?|[0-9]{1,3}\s*[.．、)]\s)\s*",
        )
        .ok()
    });
    let text = match NUMBER.as_ref() {
        Some(number) => number.replace(text, ""),
        None => text.into(),
    };
    let mut text = text.trim();
    while let Some(shorter) = without_link(text) {
        text = shorter;
    }
    text.to_owned()
}

/// `text` without a trailing link word.
fn without_link(text: &str) -> Option<&str> {
    let text = text.trim_end_matches([' ', '[', ']', '|', '(', ')']);
    for words in 1..=3 {
        let mut cut = text.len();
        for _ in 0..words {
            cut = text.get(..cut)?.trim_end().rfind(' ')?;
        }
        let (before, after) = text.split_at_checked(cut)?;
        let after = after.trim_matches([' ', '[', ']', '|', '(', ')']);
        if super::words::is_link(after) && before.ends_with(['.', ']', ')', '。', '/', '|', ' '])
            || super::words::is_link(after) && before.chars().count() > 30
        {
            return Some(before.trim_end());
        }
    }
    None
}

/// Whether a text starts with the number of a reference.
pub(super) fn is_numbered(text: &str) -> bool {
    static NUMBER: Pattern = LazyLock::new(|| {
        Regex::new(r"^\s*(?:[\[［(（]\s*[0-9]{1,3}\s*[\]］)）]|[0-9]{1,3}\s*[.．、)]\s)").ok()
    });
    NUMBER.as_ref().is_some_and(|number| number.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers() {
        assert_eq!(
            doi("https://doi.org/10.1000/a.b(1)2.").as_deref(),
            Some("10.1000/a.b(1)2")
        );
        assert_eq!(doi("(doi:10.1000/xyz)").as_deref(), Some("10.1000/xyz"));
        assert_eq!(doi("version 10.5/3"), None);
    }

    #[test]
    fn volumes_and_issues() {
        for (text, volume, issue) in [
            ("Vol. 14 No. 2 (2021)", "14", "2"),
            (
                "Heritage Optics volume 7, Article number: 17 (2019)",
                "7",
                "",
            ),
            ("2020, Vol. 38 ›› Issue (4): 41-47", "38", "4"),
            ("第38卷 第4期", "38", "4"),
            ("染料学报, 2020, 38(4): 41-47.", "38", "4"),
            ("Volume 12 (3), pp. 1-9", "12", "3"),
            ("2020年第4期", "", "4"),
            ("2021, 9 (Suppl. 1)", "9", "Suppl. 1"),
            ("the volume of the vat", "", ""),
            ("染料学报 2020(4)", "", "4"),
        ] {
            let (v, i) = volume_issue(text);
            assert_eq!(
                (v.as_deref().unwrap_or(""), i.as_deref().unwrap_or("")),
                (volume, issue),
                "{text}"
            );
        }
    }

    #[test]
    fn dates_as_far_as_they_are_known() {
        for (text, expected) in [
            ("2021/06/30", "2021-06-30"),
            ("2022/7", "2022-07"),
            ("pp. 211-230, December 1998", "1998-12"),
            ("05 March 2019", "2019-03-05"),
            ("Submitted on 2 Mar 2022 (v1)", "2022-03-02"),
            ("March 5, 2019", "2019-03-05"),
            ("2020年7月15日", "2020-07-15"),
            ("2019-03-05T00:00:00Z", "2019-03-05"),
            ("2020, Vol. 38", "2020"),
            ("2015 Jan 12", "2015-01-12"),
            ("41-47", ""),
        ] {
            assert_eq!(date(text).unwrap_or_default(), expected, "{text}");
        }
    }

    #[test]
    fn names_and_what_is_none() {
        assert_eq!(
            names("Aiko Tanaka1, Lars Ek2 & Grace O'Neill1,2").unwrap(),
            ["Aiko Tanaka", "Lars Ek", "Grace O'Neill"]
        );
        assert_eq!(
            names("王晓明1, 李 静1,2, 赵国强*").unwrap(),
            ["王晓明", "李静", "赵国强"]
        );
        assert_eq!(names("王晓明 李静").unwrap(), ["王晓明", "李静"]);
        assert_eq!(names("Peter van den Berg").unwrap(), ["Peter van den Berg"]);
        for none in [
            "University of the Vale",
            "View PDF",
            "The vat is kept warm",
            "江南大学",
            "",
            "2019",
        ] {
            assert_eq!(names(none), None, "{none}");
        }
        assert_eq!(name("Alvarez, Maria"), "Maria Alvarez");
    }

    #[test]
    fn lists_of_words_and_references() {
        assert_eq!(
            keywords("carminic acid; aluminium, lakes; tin"),
            ["carminic acid", "aluminium, lakes", "tin"]
        );
        assert_eq!(keywords("靛蓝 染色 电位"), ["靛蓝", "染色", "电位"]);
        assert_eq!(
            reference("[12] J. Dimroth, Ber. 42 (1909). Google Scholar"),
            "J. Dimroth, Ber. 42 (1909)."
        );
        assert_eq!(
            reference("3. Crews P. Fading. 1987. [CrossRef] [PubMed]"),
            "Crews P. Fading. 1987."
        );
    }
}
