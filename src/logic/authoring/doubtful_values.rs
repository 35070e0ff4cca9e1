//! Values that are there and yet unlikely to be right: a title that is the same on all pages, a date
//! of today everywhere, an author that is a date. Input: the values of several pages or entries.
//! Output: the columns in doubt, with the reason. That a value is missing is said elsewhere.

use jiff::Zoned;
use jiff::tz::TimeZone;

use crate::dates::parse_date;
use crate::messages::Message;
use crate::model::DefaultColumn;

/// The number of pages from which equal dates are no coincidence.
const SAME_DATES: usize = 3;
/// Longest name of an author, in characters; several authors included.
const LONGEST_AUTHOR: usize = 150;

/// What the values come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValuesOf {
    /// One value of each of several pages.
    Pages,
    /// One value of each entry of a list, which may well be of one day.
    Entries,
}

/// The columns of `columns` in doubt: each with its values in order, where it has some. `site` is the
/// name of the site, `now` the time here.
pub fn doubtful_values(
    columns: &[(&str, Vec<String>)],
    of: ValuesOf,
    site: &str,
    now: &Zoned,
) -> Vec<(String, Message)> {
    let mut doubts = Vec::new();
    for (name, values) in columns {
        let values: Vec<&str> = values.iter().map(|value| value.trim()).collect();
        let Some(first) = values.first().copied().filter(|first| !first.is_empty()) else {
            continue;
        };
        let same = values.iter().all(|value| *value == first);
        let id = match DefaultColumn::from_token(name) {
            Some(DefaultColumn::Title) if is_named(first, site) && same => "doubtful-site-name",
            Some(DefaultColumn::Title | DefaultColumn::Text) if same && values.len() > 1 => {
                "doubtful-same"
            }
            Some(DefaultColumn::Date) => match doubt_of_dates(&values, same, of, now) {
                Some(id) => id,
                None => continue,
            },
            Some(DefaultColumn::Author) => {
                match values.iter().find_map(|v| doubt_of_author(v, now)) {
                    Some(id) => id,
                    None => continue,
                }
            }
            _ => continue,
        };
        let short: String = first.chars().take(60).collect();
        doubts.push(((*name).to_owned(), Message::new(id).with("value", short)));
    }
    doubts
}

/// Whether a title is the name of the site.
fn is_named(title: &str, site: &str) -> bool {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let site = letters(site);
    !site.is_empty() && letters(title) == site
}

fn doubt_of_dates(values: &[&str], same: bool, of: ValuesOf, now: &Zoned) -> Option<&'static str> {
    let days = [
        now.date().to_string(),
        now.with_time_zone(TimeZone::UTC).date().to_string(),
    ];
    let is_today = |value: &&str| days.iter().any(|day| value.get(..10) == Some(day.as_str()));
    // Times that differ are those of the articles.
    let exact = values.iter().all(|value| value.len() > 10) && !same;
    if of == ValuesOf::Pages && values.len() > 1 && values.iter().all(is_today) && !exact {
        return Some("doubtful-today");
    }
    (of == ValuesOf::Pages && same && values.len() >= SAME_DATES).then_some("doubtful-same")
}

fn doubt_of_author(value: &str, now: &Zoned) -> Option<&'static str> {
    if value.chars().count() > LONGEST_AUTHOR {
        return Some("doubtful-long-author");
    }
    // A name may be that of a month; a date has digits.
    let digits = value.chars().any(|c| c.is_ascii_digit());
    (digits && parse_date(value, now.timestamp(), &TimeZone::UTC).is_some())
        .then_some("doubtful-author-date")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "2026-03-05T12:00:00Z";

    fn doubts(name: &str, values: &[&str], of: ValuesOf) -> Option<String> {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        let now: jiff::Timestamp = NOW.parse().expect("a time");
        let now = now.to_zoned(TimeZone::UTC);
        let found = doubtful_values(&[(name, values)], of, "The Harbour Review", &now);
        found.into_iter().next().map(|(_, why)| why.id)
    }

    #[test]
    fn what_no_article_has_alone_is_in_doubt() {
        let pages = |name: &str, values: &[&str]| doubts(name, values, ValuesOf::Pages);
        let said = |id: &str| Some(id.to_owned());
        let site = "the harbour  review";
        assert_eq!(pages("title", &[site, site]), said("doubtful-site-name"));
        assert_eq!(pages("title", &["News", "News"]), said("doubtful-same"));
        assert_eq!(pages("title", &["One", "Two"]), None);
        assert_eq!(pages("title", &["One"]), None);
        assert_eq!(pages("section", &["News", "News", "News"]), None);
        let today = "2026-03-05";
        assert_eq!(pages("date", &[today, today]), said("doubtful-today"));
        assert_eq!(pages("date", &[today, "2026-03-04"]), None);
        let times = ["2026-03-05T08:00:00Z", "2026-03-05T09:30:00Z"];
        assert_eq!(pages("date", &times), None, "the times differ");
        let old = "2020-01-01";
        assert_eq!(pages("date", &[old, old, old]), said("doubtful-same"));
        assert_eq!(pages("date", &[old, old]), None);
        let dated = ["Ann Lee", "March 3, 2026"];
        assert_eq!(pages("author", &dated), said("doubtful-author-date"));
        assert_eq!(pages("author", &["April May", "Ann Lee"]), None);
        let long = "All that was written about it. ".repeat(6);
        assert_eq!(pages("author", &[&long]), said("doubtful-long-author"));
    }

    #[test]
    fn entries_of_one_day_are_in_no_doubt() {
        let today = ["2026-03-05"; 4];
        assert_eq!(doubts("date", &today, ValuesOf::Entries), None);
        let same = ["Read more"; 4];
        let said = doubts("title", &same, ValuesOf::Entries);
        assert_eq!(said.as_deref(), Some("doubtful-same"));
    }
}
