//! Titles that begin or end with their date: "Nov 3 – Title", "Title (2025-11-03)". Input: the texts
//! of links. Output: the date and the title as values of their own, with the steps that cut them
//! out. A form counts only if it fits nearly all texts and its dates are dates.

use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use regex::Regex;

use crate::authoring::learn::suggest::bylines::BylinePart;
use crate::dates::parse_date;
use crate::rules::{FieldType, TransformStep};

/// The share of texts that a form must fit, in percent.
const NEARLY_ALL: usize = 90;
/// The minimum number of texts.
const MIN_TEXTS: usize = 3;
/// The notations of dates.
const DATES: [&str; 4] = [
    r"\d{4}\s?[-./年]\s?\d{1,2}\s?[-./月]\s?\d{1,2}日?",
    r"\d{1,2}[-./]\d{1,2}[-./]\d{2,4}",
    r"\p{L}{3,9}\.?\s\d{1,2}(?:st|nd|rd|th)?(?:,?\s\d{4})?",
    r"\d{1,2}\.?\s(?:de\s)?\p{L}{3,9}\.?(?:,?\s(?:de\s)?\d{4})?",
];
/// What stands between a date and the title.
const BETWEEN: &str = r"(?:\s*[-–—:：|·»]\s*|\s+)";

/// The forms, those with the date first before the others.
static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let first = DATES.iter().map(|date| {
        Form::new(
            format!(r"(?s)^\s*[\[(]?({date})[\])]?{BETWEEN}\S.*$"),
            format!(r"(?s)^\s*[\[(]?(?:{date})[\])]?{BETWEEN}(\S.*)$"),
        )
    });
    let last = DATES.iter().map(|date| {
        Form::new(
            format!(r"(?s)^.*\S{BETWEEN}[\[(]?({date})[\])]?\s*$"),
            format!(r"(?s)^(.*?\S){BETWEEN}[\[(]?(?:{date})[\])]?\s*$"),
        )
    });
    first.chain(last).flatten().collect()
});

/// The patterns whose first groups are the date and the title.
struct Form {
    date: (String, Regex),
    title: (String, Regex),
}

impl Form {
    fn new(date: String, title: String) -> Option<Self> {
        let compiled = |pattern: String| Some((pattern.clone(), Regex::new(&pattern).ok()?));
        Some(Self {
            date: compiled(date)?,
            title: compiled(title)?,
        })
    }
}

/// The date and the title in `texts`; empty if they are no such titles.
pub fn pieces(texts: &[String]) -> Vec<BylinePart> {
    if texts.len() < MIN_TEXTS {
        return Vec::new();
    }
    let fits = |form: &&Form| {
        let fitting = texts.iter().filter(|text| {
            let date = form.date.1.captures(text).and_then(|found| found.get(1));
            let title = form.title.1.captures(text).and_then(|found| found.get(1));
            let is_title = title.is_some_and(|title| {
                let letters = title.as_str().chars().filter(|c| c.is_alphabetic());
                letters.take(2).count() == 2
            });
            is_title && date.is_some_and(|date| is_day(date.as_str()))
        });
        fitting.count() * 100 >= texts.len() * NEARLY_ALL
    };
    let Some(form) = FORMS.iter().find(fits) else {
        return Vec::new();
    };
    let piece = |name: &str, kind: FieldType, (pattern, regex): &(String, Regex)| {
        let pair = [pattern.as_str(), "$1"].map(|text| toml::Value::String(text.to_owned()));
        let step = ("replace".to_owned(), toml::Value::Array(pair.to_vec()));
        let values = texts.iter().map(|text| regex.replace(text, "$1"));
        BylinePart {
            name: name.to_owned(),
            kind,
            steps: vec![TransformStep::from([step])],
            values: values.map(|value| value.trim().to_owned()).collect(),
        }
    };
    vec![
        piece("title", FieldType::Text, &form.title),
        piece("date", FieldType::Date, &form.date),
    ]
}

/// Whether a text is a day; one without a year is that of some year.
fn is_day(text: &str) -> bool {
    let parsed = |text: &str| parse_date(text, Timestamp::UNIX_EPOCH, &TimeZone::UTC).is_some();
    parsed(text) || parsed(&format!("{text} 2024"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(texts: [&str; 4], date: &str, title: &str) {
        let found = pieces(&texts.map(str::to_owned));
        let first: Vec<&str> = found.iter().map(|piece| piece.values[0].as_str()).collect();
        assert_eq!(first, [title, date]);
    }

    #[test]
    fn dates_are_cut_from_titles() {
        let texts = [
            "Nov 3 – One of them",
            "June 24 – Two in 3 days",
            "May 1 – X y",
            "May 9 – Z a",
        ];
        check(texts, "Nov 3", "One of them");
        let texts = [
            "2025-11-03: One",
            "2025-10-01: Two",
            "2025-09-30: Three",
            "2025-01-02: Four",
        ];
        check(texts, "2025-11-03", "One");
        let texts = [
            "One (3 Nov 2025)",
            "Two (4 Nov 2025)",
            "Three (5 May 2025)",
            "So (1 June 2025)",
        ];
        check(texts, "3 Nov 2025", "One");
        let texts = [
            "[2025年11月3日] 茶馆关门",
            "[2025年11月2日] 气象站",
            "[2025年1月1日] 读书札记",
            "[2025年1月2日] 海的书",
        ];
        check(texts, "2025年11月3日", "茶馆关门");
    }

    #[test]
    fn titles_with_numbers_stay_whole() {
        for texts in [
            [
                "Part 3 - One",
                "Part 4 - Two",
                "Part 5 - Three",
                "Part 6 - Four",
            ],
            [
                "May 6 - One",
                "Two of them",
                "Three of them",
                "Four of them",
            ],
            ["2025-11-03", "2025-11-04", "2025-11-05", "2025-11-06"],
        ] {
            let texts = texts.map(str::to_owned);
            assert!(pieces(&texts).is_empty(), "{texts:?}");
        }
    }
}
