//! Dates of picks: the same day in another format, as text or in an attribute. Never reads a clock:
//! relative dates ("today, 10:20") are resolved as if the page were from about the picked day.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

use super::{PickPlace, Taking, attributes};
use crate::authoring::learn::induce::steps::indexed_page::View;
use crate::dates::parse_date;

/// The maximum length of a text tried as a date, in bytes.
const MAX_BYTES: usize = 90;
/// The maximum length of a pick that is read as a date directly, in characters.
const MAX_PICKED_CHARS: usize = 40;
/// The maximum number of texts tried on one page.
const MAX_TRIES: usize = 20_000;

/// A day, with the time if known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Day {
    date: Date,
    time: Option<Time>,
    fine: Fine,
}

/// The precision of a time in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Fine {
    #[default]
    Day,
    Minute,
    Second,
}

impl Fine {
    /// The precision of a text that was read as a date.
    fn of(text: &str) -> Self {
        let colon = text.split_once(':').map(|(_, rest)| rest);
        let Some(rest) = colon.filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) else {
            let digits = text.trim();
            let stamp = digits.len() >= 9 && digits.bytes().all(|b| b.is_ascii_digit());
            return if stamp { Self::Second } else { Self::Day };
        };
        let second = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let second = second.strip_prefix(':').unwrap_or_default();
        if second.starts_with(|c: char| c.is_ascii_digit()) && rest.find(':') <= Some(2) {
            Self::Second
        } else {
            Self::Minute
        }
    }
}

impl Day {
    /// Whether both may be the same moment: the same day, and the same minute if both have one.
    pub fn is(&self, other: &Self) -> bool {
        let minute = |time: Time| (time.hour(), time.minute());
        self.date == other.date
            && match (self.time, other.time) {
                (Some(a), Some(b)) => minute(a) == minute(b),
                _ => true,
            }
    }

    /// Whether the day is more precise than `text`.
    pub fn is_finer_than(&self, text: &str) -> bool {
        self.fine > Fine::of(text)
    }
}

/// `text` as a day; `None` if it is not exactly one date.
pub(crate) fn read(text: &str) -> Option<Day> {
    as_of(text, Timestamp::UNIX_EPOCH)
}

fn as_of(text: &str, now: Timestamp) -> Option<Day> {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    if text.len() > MAX_BYTES || digits == 0 {
        return None;
    }
    let iso = parse_date(text, now, &TimeZone::UTC)?;
    let date = iso.get(..10)?.parse().ok()?;
    let time = iso.get(11..19).and_then(|time| time.parse().ok());
    let fine = Fine::of(text);
    Some(Day { date, time, fine })
}

/// Whether `text` is a date at all, including relative ones.
pub(crate) fn is_one(text: &str) -> bool {
    text.len() <= MAX_BYTES && parse_date(text, Timestamp::UNIX_EPOCH, &TimeZone::UTC).is_some()
}

/// Whether a picked `text` is a date rather than a sentence that contains one.
pub(crate) fn is_likely(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits >= 3 && text.chars().count() <= MAX_PICKED_CHARS && is_one(text)
}

/// Whether `text` denotes `day` in some format.
pub(crate) fn matches_day(text: &str, day: &Day) -> bool {
    if text.len() > MAX_BYTES {
        return false;
    }
    if read(text).is_some_and(|found| found.is(day)) {
        return true;
    }
    // Without a year, or relative to the day itself or the next one.
    (0..2).any(|later| {
        let present = day.date.checked_add(Span::new().days(later));
        let present = present.and_then(|date| {
            let last_minute = date.at(23, 59, 0, 0);
            last_minute.to_zoned(TimeZone::UTC).map(|at| at.timestamp())
        });
        present.is_ok_and(|now| as_of(text, now).is_some_and(|found| found.is(day)))
    })
}

/// The places whose value is `day`.
pub(super) fn places(view: &View<'_>, day: &Day) -> Vec<PickPlace> {
    let short = view.all().filter(|at| {
        let text = view.text(*at);
        text.len() <= MAX_BYTES && text.contains(|c: char| c.is_ascii_digit())
    });
    let said = short
        .take(MAX_TRIES)
        .filter(|at| matches_day(view.text(*at), day));
    let mut places: Vec<PickPlace> = said
        .map(|at| PickPlace {
            at,
            taking: Taking::Text,
            part: false,
        })
        .collect();
    places.extend(attributes(view, |name, value| {
        let told = matches!(name, "datetime" | "title" | "content") || name.starts_with("data-");
        let likely = told && value.contains(|c: char| c.is_ascii_digit());
        (likely && matches_day(value, day)).then(|| Taking::Attribute(name.to_owned()))
    }));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_told_more_or_less_exactly() {
        let picked = read("2024-03-05T10:20:31").unwrap();
        for less in ["5 March 2024", "5 March 2024, 10:20", "2024-03-05"] {
            assert!(picked.is_finer_than(less), "{less}");
        }
        for same in [
            "2024-03-05T10:20:31+01:00",
            "1709634031",
            "5 March 2024 10:20:31",
        ] {
            assert!(!picked.is_finer_than(same), "{same}");
        }
        let minute = read("2024-03-05 10:20").unwrap();
        assert!(!minute.is_finer_than("10:20, 5 March 2024"));
        assert!(!read("2024-03-05").unwrap().is_finer_than("5 March 2024"));
    }

    #[test]
    fn one_day_has_many_forms() {
        let day = read("2019-09-29 10:46:47").unwrap();
        for same in [
            "Sep 29, 2019 10:46",
            "29.09.2019",
            "2019-09-29T10:46:47+00:00",
            "Today, 10:46",
            "Heute, 10:46",
            "2019年9月29日 10:46",
        ] {
            assert!(matches_day(same, &day), "{same}");
        }
        for other in [
            "Sep 28, 2019",
            "29.09.2019 11:46",
            "Yesterday, 11:46",
            "12",
            "",
        ] {
            assert!(!matches_day(other, &day), "{other}");
        }
    }
}
