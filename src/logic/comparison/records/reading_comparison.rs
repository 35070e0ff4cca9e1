//! Whether the values of a field differ in what they say. Markup and white space say nothing, nor
//! does what changes by itself: times told from now on, dates of the day of reading, counts of
//! readers; nor what a rule leaves out. Input: two values with the times they were read at.

pub use crate::text::first_number as number;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use regex::{Regex, RegexBuilder};

use super::{RecordChange, record_changes};
use crate::dates::parse_date;
use crate::model::{CompareAs, FieldComparison, Record, VALUES_SEPARATOR};

/// The maximum size of a compiled pattern, in bytes.
const MAX_PATTERN: usize = 1 << 20;
/// The longest value that is looked at as a time, in characters.
const MAX_TIME: usize = 40;
/// How many days a date of the day of reading may be off: time zones.
const ZONES: i32 = 1;
/// Parts of the names of fields that count readers.
const COUNTS: [&str; 14] = [
    "views",
    "visits",
    "visitors",
    "hits",
    "clicks",
    "pageviews",
    "reads",
    "浏览",
    "阅读",
    "点击",
    "访问",
    "围观",
    "人气",
    "查看次数",
];

/// Times in seconds, three days from each other: in June and in November of one year.
const NOWS: [(i64, i64); 2] = [
    (1_623_758_400, 1_624_017_600),
    (1_635_854_400, 1_636_113_600),
];

/// How the fields of a site are compared.
#[derive(Debug, Default)]
pub struct ReadingComparison {
    fields: BTreeMap<String, Compiled>,
}

#[derive(Debug)]
struct Compiled {
    compare: CompareAs,
    tolerance: Option<Tolerance>,
    ignore: Vec<Regex>,
}

/// How far two numbers may differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tolerance {
    By(f64),
    Percent(f64),
}

impl Tolerance {
    /// Reads `0.5` or `2%`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (number, percent) = match text.strip_suffix('%') {
            Some(number) => (number.trim_end(), true),
            None => (text, false),
        };
        let number: f64 = number.parse().ok()?;
        let good = number.is_finite() && number >= 0.0;
        good.then_some(match percent {
            true => Self::Percent(number),
            false => Self::By(number),
        })
    }
}

/// Compiles a pattern of what is ignored.
pub(crate) fn compile(pattern: &str) -> Option<Regex> {
    let mut builder = RegexBuilder::new(pattern);
    builder.size_limit(MAX_PATTERN).build().ok()
}

impl ReadingComparison {
    /// The comparison by these terms; a pattern that does not compile is left out.
    pub fn new(fields: &BTreeMap<String, FieldComparison>) -> Self {
        let fields = fields.iter().map(|(name, field)| {
            let compiled = Compiled {
                compare: field.compare,
                tolerance: field.tolerance.as_deref().and_then(Tolerance::parse),
                ignore: field.ignore.iter().filter_map(|one| compile(one)).collect(),
            };
            (name.clone(), compiled)
        });
        Self {
            fields: fields.collect(),
        }
    }

    /// The columns in which two readings of a record differ in what they say, with the values as
    /// they were read. `times` are those of the two readings.
    pub fn changes(
        &self,
        (before, after): (&Record, &Record),
        times: (Timestamp, Timestamp),
    ) -> Vec<RecordChange> {
        let mut changes = record_changes(before, after);
        changes.retain(|change| {
            self.differs(&change.name, &change.before, &change.after)
                && !changes_by_itself(change, times)
        });
        changes
    }

    /// Whether two values of a field differ in what they say.
    pub fn differs(&self, name: &str, before: &str, after: &str) -> bool {
        let Some(field) = self.fields.get(name) else {
            return plain(before) != plain(after);
        };
        let (before, after) = (field.reduced(before), field.reduced(after));
        match field.compare {
            CompareAs::Never => false,
            CompareAs::Text => before != after,
            CompareAs::Set => parts(&before) != parts(&after),
            CompareAs::Number => match (number(&before), number(&after)) {
                (Some(before), Some(after)) => field.is_beyond(before, after),
                _ => before != after,
            },
        }
    }
}

impl Compiled {
    /// The value without what is ignored.
    fn reduced(&self, value: &str) -> String {
        let mut value = value.to_owned();
        for pattern in &self.ignore {
            value = pattern.replace_all(&value, "").into_owned();
        }
        plain(&value)
    }

    fn is_beyond(&self, before: f64, after: f64) -> bool {
        let by = (after - before).abs();
        match self.tolerance {
            None => by > 0.0,
            Some(Tolerance::By(most)) => by > most,
            Some(Tolerance::Percent(most)) => by > before.abs() * most / 100.0,
        }
    }
}

/// A value without markup, and with one space where there is white space.
pub(super) fn plain(value: &str) -> String {
    let is_markup = value.contains("</") || value.contains("/>") || value.contains("<br");
    let text = match is_markup {
        true => without_tags(value),
        false => value.to_owned(),
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// The text between tags, each of which separates words.
fn without_tags(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' if inside => {
                inside = false;
                text.push(' ');
            }
            c if !inside => text.push(c),
            _ => {}
        }
    }
    text
}

/// The values of a field with several, in order of the alphabet.
fn parts(value: &str) -> Vec<&str> {
    let by = match value.contains(VALUES_SEPARATOR) {
        true => VALUES_SEPARATOR,
        false => ",",
    };
    let mut parts: Vec<&str> = value.split(by).map(str::trim).collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// Whether a field changes although nothing was said anew.
fn changes_by_itself(change: &RecordChange, times: (Timestamp, Timestamp)) -> bool {
    let (before, after) = (change.before.trim(), change.after.trim());
    let short = |text: &str| !text.is_empty() && text.chars().count() <= MAX_TIME;
    if !short(before) || !short(after) {
        return without_times_from_now(before) == without_times_from_now(after);
    }
    if counts_readers(&change.name) {
        let grows = number(before).zip(number(after));
        return grows.is_some_and(|(before, after)| after >= before);
    }
    (is_told_from_now(before) && is_told_from_now(after))
        || (is_day_of(before, times.0) && is_day_of(after, times.1))
}

/// Whether a field of this name counts readers.
pub fn counts_readers(name: &str) -> bool {
    let name = name.to_lowercase();
    COUNTS.iter().any(|count| name.contains(count))
}

/// A longer text without the times in it that are told from now on.
fn without_times_from_now(text: &str) -> String {
    match &*FROM_NOW {
        Some(times) => plain(&times.replace_all(text, "")),
        None => plain(text),
    }
}

/// Times told from now on, in the middle of a text.
static FROM_NOW: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let pattern = "(?i)\\b(?:\\d+|an?|one) (?:second|sec|minute|min|hour|hr|day|week|month|year)s? ago\\b|\\bjust now\\b\
                   |\\bvor \\d+ (?:Sekunde|Minute|Stunde|Tag|Woche|Monat|Jahr)e?n?\\b\
                   |(?:\\d+|[一二三四五六七八九十半]+) *(?:秒钟?|分钟|个?小时|天|周|个月|年)前|刚刚";
    compile(pattern)
});

/// Whether a time depends on when it is read: "5 minutes ago", "today".
fn is_told_from_now(text: &str) -> bool {
    let read = |at: &i64| {
        let at = Timestamp::from_second(*at).ok()?;
        parse_date(text, at, &TimeZone::UTC)
    };
    // Two pairs of days of one year: a day without a year between those of one pair would be
    // another date for them, but not for the other pair.
    NOWS.iter().all(|(one, other)| {
        let pair = read(one).zip(read(other));
        pair.is_some_and(|(one, other)| one != other)
    })
}

/// Whether a value is a date on the day of reading.
fn is_day_of(text: &str, at: Timestamp) -> bool {
    let Some(date) = parse_date(text, at, &TimeZone::UTC) else {
        return false;
    };
    let day = date
        .get(..10)
        .and_then(|day| day.parse::<jiff::civil::Date>().ok());
    let read = at.to_zoned(TimeZone::UTC).date();
    day.and_then(|day| day.until(read).ok())
        .is_some_and(|span| span.get_days().abs() <= ZONES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;

    fn by(compare: CompareAs, tolerance: Option<&str>, ignore: &[&str]) -> ReadingComparison {
        let field = FieldComparison {
            compare,
            tolerance: tolerance.map(str::to_owned),
            ignore: ignore.iter().map(|one| (*one).to_owned()).collect(),
        };
        ReadingComparison::new(&BTreeMap::from([("f".to_owned(), field)]))
    }

    #[test]
    fn white_space_and_markup_say_nothing() {
        let usual = ReadingComparison::default();
        assert!(!usual.differs("f", "Wheat  flour\n", " Wheat flour"));
        assert!(!usual.differs("f", "<p class=a>One</p>", "<p class='b'>One</p>"));
        assert!(usual.differs("f", "<p>One</p>", "<p>Two</p>"));
        assert!(usual.differs("f", "a < b", "a < c"));
    }

    #[test]
    fn values_are_compared_as_the_rule_says() {
        let number = by(CompareAs::Number, Some("0.5"), &[]);
        assert!(!number.differs("f", "1,200.0", "1200.4 EUR"));
        assert!(!number.differs("f", "1.200,0", "1200.4 EUR"));
        assert!(number.differs("f", "1200", "1201"));
        let percent = by(CompareAs::Number, Some("2%"), &[]);
        assert!(!percent.differs("f", "100", "102"));
        assert!(percent.differs("f", "100", "102.1"));
        assert!(percent.differs("f", "100", "sold out"));
        let set = by(CompareAs::Set, None, &[]);
        assert!(!set.differs("f", "red | blue", "blue | red"));
        assert!(set.differs("f", "red | blue", "blue | green"));
        let without = by(CompareAs::Text, None, &["\\(\\d+ left\\)"]);
        assert!(!without.differs("f", "Wheat (3 left)", "Wheat (2 left)"));
        assert!(!by(CompareAs::Never, None, &[]).differs("f", "1", "2"));
    }

    #[test]
    fn what_changes_by_itself_is_no_change() {
        let at = |text: &str| text.parse::<Timestamp>().expect("a time");
        let times = (at("2026-03-30T08:00:00Z"), at("2026-03-31T09:00:00Z"));
        let changed = |name: &str, before: &str, after: &str| {
            let record = |value: &str| Record {
                fields: vec![(name.to_owned(), Value::One(value.to_owned()))],
                ..Record::default()
            };
            let pair = (&record(before), &record(after));
            !ReadingComparison::default().changes(pair, times).is_empty()
        };
        assert!(!changed("posted", "5 minutes ago", "2 hours ago"));
        assert!(!changed("发布", "3分钟前", "1小时前"));
        assert!(!changed("as of", "2026-03-30", "2026-03-31"));
        assert!(!changed("views", "1200", "1210"));
        assert!(changed("views", "1210", "12"));
        assert!(changed("deadline", "2026-04-01", "2026-05-01"));
        // In the middle of a longer text too.
        let text = |ago: &str, price: &str| {
            format!("Wheat {price} checked {ago}, rye 2.80 checked 刚刚 at the market")
        };
        assert!(!changed(
            "text",
            &text("5 minutes ago", "3.20"),
            &text("an hour ago", "3.20")
        ));
        assert!(!changed(
            "text",
            &text("3分钟前", "3.20"),
            &text("2 小时前", "3.20")
        ));
        assert!(changed(
            "text",
            &text("5 minutes ago", "3.20"),
            &text("6 minutes ago", "3.10")
        ));
        assert!(changed("price", "3.20", "3.10"));
        assert!(changed("price", "5", "6"));
        assert!(changed("status", "open", "closed"));
        assert!(changed("count", "12 May", "13 May"));
    }
}
