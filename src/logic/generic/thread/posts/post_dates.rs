//! Dates and times of posts as ISO 8601. Input: posts with dates as written, the page's
//! language, and the current time if known. Output: the same posts with parsed dates. All posts
//! of a thread are read alike: all of them together determine whether day or month comes first.
//! Never reads a clock; a date that cannot be resolved without the current time stays as it is.

use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};
use regex::Regex;

use crate::dates::parse_date_in;
use crate::generic::thread::posts::Post;

/// Plausible years of posts.
const YEARS: std::ops::RangeInclusive<i32> = 1985..=2100;

/// Parses the dates of `posts` on a page in `language` (BCP 47, empty if unknown).
pub(crate) fn date_posts(posts: &mut [Post], language: &str, now: Option<Timestamp>) {
    let language = language_of(posts, language);
    let reader = Reader {
        order: order(posts),
        zone: zone(&language),
        language,
        now,
    };
    for post in posts.iter_mut() {
        if let Some(date) = reader.read(&post.date) {
            post.date = date;
        }
    }
}

/// The declared language, or the posts' language if none is declared.
fn language_of(posts: &[Post], declared: &str) -> String {
    if !declared.trim().is_empty() {
        return declared.trim().to_ascii_lowercase();
    }
    let texts = posts.iter().map(|post| post.whole.as_str());
    let letters = texts
        .flat_map(str::chars)
        .filter(|c| c.is_alphabetic())
        .take(2_000);
    let (mut kana, mut han, mut all) = (0_u32, 0_u32, 0_u32);
    for c in letters {
        all += 1;
        kana += u32::from(('\u{3040}'..='\u{30FF}').contains(&c));
        han += u32::from(('\u{4E00}'..='\u{9FFF}').contains(&c));
    }
    let language = if kana * 5 > all {
        "ja"
    } else if han * 3 > all {
        "zh"
    } else {
        ""
    };
    language.to_owned()
}

/// A language with one zone implies that zone.
fn zone(language: &str) -> TimeZone {
    let hours = match language.get(..2) {
        Some("zh") => 8,
        Some("ja" | "ko") => 9,
        _ => 0,
    };
    TimeZone::fixed(Offset::from_hours(hours).unwrap_or(Offset::UTC))
}

struct Reader {
    zone: TimeZone,
    language: String,
    /// The order of numeric dates, as a language that uses it.
    order: Option<&'static str>,
    now: Option<Timestamp>,
}

impl Reader {
    fn read(&self, text: &str) -> Option<String> {
        let dated = YEAR.as_ref()?.is_match(text) || FIGURES.as_ref()?.is_match(text);
        let now = if dated {
            self.now.unwrap_or(Timestamp::UNIX_EPOCH)
        } else {
            self.now?
        };
        let own = (!self.language.is_empty()).then_some(self.language.as_str());
        let in_figures = FIGURES.as_ref()?.is_match(text);
        let language = self.order.filter(|_| in_figures).or(own);
        let date = parse_date_in(text, now, &self.zone, language)?;
        let year: i32 = date.get(..4)?.parse().ok()?;
        YEARS.contains(&year).then_some(date)
    }
}

static YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("(19|20)[0-9]{2}").ok());

/// A numeric date with the year last, after two numbers.
static FIGURES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[^0-9/-])([0-9]{1,2})[/-]([0-9]{1,2})[/-]((?:19|20)?[0-9]{2})(?:[^0-9/-]|$)")
        .ok()
});

/// Whether the dates of all posts are day first or month first, as a language that uses it: a
/// number that cannot be a month is a day, and threads are in chronological order.
fn order(posts: &[Post]) -> Option<&'static str> {
    let figures = FIGURES.as_ref()?;
    let days: Vec<(u32, u32, u32)> = posts
        .iter()
        .filter_map(|post| {
            let found = figures.captures(&post.date)?;
            let part = |n: usize| found.get(n)?.as_str().parse::<u32>().ok();
            Some((part(1)?, part(2)?, part(3)?))
        })
        .collect();
    let first = days.iter().any(|(a, _, _)| *a > 12);
    let second = days.iter().any(|(_, b, _)| *b > 12);
    match (first, second) {
        (true, false) => return Some(DAY_FIRST),
        (false, true) => return Some(MONTH_FIRST),
        (true, true) => return None,
        (false, false) => {}
    }
    let by_day = forward(days.iter().map(|(a, b, year)| (*year, *b, *a)));
    let by_month = forward(days.iter().map(|(a, b, year)| (*year, *a, *b)));
    match by_day.cmp(&by_month) {
        std::cmp::Ordering::Greater => Some(DAY_FIRST),
        std::cmp::Ordering::Less => Some(MONTH_FIRST),
        std::cmp::Ordering::Equal => None,
    }
}

/// The number of dates no earlier than the previous one; dates as year, month, day.
fn forward(days: impl Iterator<Item = (u32, u32, u32)> + Clone) -> usize {
    let pairs = days.clone().zip(days.skip(1));
    pairs.filter(|(before, after)| before <= after).count()
}

/// A language with day-first numeric dates.
const DAY_FIRST: &str = "en-GB";
/// See [`DAY_FIRST`].
const MONTH_FIRST: &str = "en-US";

#[cfg(test)]
mod tests {
    use super::*;

    fn dated(dates: &[&str], language: &str, now: Option<&str>) -> Vec<String> {
        let mut posts: Vec<Post> = dates
            .iter()
            .map(|date| Post {
                date: (*date).to_owned(),
                ..Post::default()
            })
            .collect();
        date_posts(&mut posts, language, now.map(|now| now.parse().unwrap()));
        posts.into_iter().map(|post| post.date).collect()
    }

    #[test]
    fn days_become_iso() {
        let found = dated(
            &[
                "Posted 5 May 2024 10:20",
                "6. Mai 2024, 18:02",
                "2024-05-07T10:00:00Z",
            ],
            "de",
            None,
        );
        assert_eq!(
            found,
            [
                "2024-05-05T10:20:00+00:00",
                "2024-05-06T18:02:00+00:00",
                "2024-05-07T10:00:00Z"
            ]
            .map(|date| date.replace('Z', "+00:00"))
        );
        let found = dated(&["发表于 2024-5-6 10:00"], "zh-CN", None);
        assert_eq!(found, ["2024-05-06T10:00:00+08:00"]);
    }

    #[test]
    fn the_thread_tells_the_order_of_day_and_month() {
        let found = dated(&["03/04/2024", "05/04/2024", "01/05/2024"], "en", None);
        assert_eq!(found, ["2024-04-03", "2024-04-05", "2024-05-01"]);
        let found = dated(&["03/04/2024", "03/15/2024"], "en-GB", None);
        assert_eq!(found, ["2024-03-04", "2024-03-15"]);
    }

    #[test]
    fn without_the_present_relative_days_stay() {
        let now = Some("2024-05-06T12:00:00Z");
        assert_eq!(dated(&["3 hours ago"], "en", None), ["3 hours ago"]);
        assert_eq!(dated(&["昨天 12:30"], "zh", None), ["昨天 12:30"]);
        assert!(dated(&["3 hours ago"], "en", now)[0].starts_with("2024-05-06"));
        assert!(dated(&["昨天 12:30"], "zh", now)[0].starts_with("2024-05-05T12:30"));
        assert_eq!(dated(&["", "never"], "", now), ["", "never"]);
    }
}
