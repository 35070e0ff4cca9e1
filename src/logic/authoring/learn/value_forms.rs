//! Forms of the values of a part: dates, numbers, prices, page numbers, texts that begin alike.
//! Input: values. Output: whether they have the form.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::dates::parse_date;

/// Whether `text` is a date or time with little else.
pub fn is_date(text: &str) -> bool {
    day_of(text).is_some()
}

/// The date or time in `text`, with little else, in the notation of a rule.
pub fn day_of(text: &str) -> Option<String> {
    let chars = text.chars().count();
    let likely = (6..=60).contains(&chars) && text.contains(|c: char| c.is_numeric());
    // Any day works: only whether it is a date matters.
    let now = Timestamp::UNIX_EPOCH;
    likely.then(|| parse_date(text, now, &TimeZone::UTC))?
}

/// Whether `text` is a number with at most a few letters around it.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits > 0 && text.chars().count() <= digits + 12
}

/// Whether `text` has the sign of a currency.
pub(super) fn has_currency(text: &str) -> bool {
    text.contains(['$', '€', '£', '¥', '￥', '₽', '₩'])
}

/// Whether the values begin with the same words and then differ: "Continue reading …", "Find all
/// posts by …" tell what a link is for and are no titles.
pub(super) fn begin_alike(values: &[String]) -> bool {
    let opening = |value: &String| {
        let mut words = value.split_whitespace();
        Some((words.next()?.to_owned(), words.next()?.to_owned()))
    };
    let different: BTreeSet<&String> = values.iter().collect();
    let openings: BTreeSet<_> = values.iter().map(opening).collect();
    different.len() > 2 && openings.len() == 1 && !openings.contains(&None)
}

/// Whether the values are links to further pages of a record, such as "1, 2, 3".
pub(super) fn are_page_numbers(values: &[String]) -> bool {
    let counts = |value: &String| {
        let mut numbers = value
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty());
        (1_usize..)
            .map_while(|expected| {
                let next = numbers.next()?;
                Some(next.parse() == Ok(expected))
            })
            .try_fold(0, |count, is_next| is_next.then_some(count + 1))
    };
    let counted: Option<Vec<usize>> = values.iter().map(counts).collect();
    counted.is_some_and(|counts| {
        counts.iter().all(|count| *count > 0) && counts.iter().any(|count| *count > 1)
    })
}

/// The width of a text in columns; wide letters carry more meaning each.
pub(super) fn width(text: &str) -> usize {
    text.chars()
        .map(|c| if u32::from(c) >= 0x2E80 { 2 } else { 1 })
        .sum()
}
