//! Numbers and days, as people type them in a query and as fields of records have them.

use jiff::civil::Date;

/// Where a number may begin in a value: behind a currency, not behind words.
const MAX_BEFORE_NUMBER: usize = 5;
/// A value of more characters is a text, whatever is in it.
const MAX_NUMBER_CHARS: usize = 40;

/// Days from the first on, up to but without the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DaySpan {
    /// The first day.
    pub from: Date,
    /// The day after the last.
    pub until: Date,
}

/// The first number in a value, without group separators; a value that a rule reads as a number has
/// a point and nothing else already.
pub fn first_number(value: &str) -> Option<f64> {
    let start = value.find(|c: char| c.is_ascii_digit())?;
    let (before, rest) = value.split_at(start);
    let end = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')));
    let digits = rest.get(..end.unwrap_or(rest.len()))?;
    let digits = digits.trim_end_matches(['.', ',']);
    let groups = |mark: char| {
        let mut parts = digits.split(mark).skip(1).peekable();
        parts.peek().is_some() && parts.all(|part| part.len() == 3)
    };
    // Of two marks the last one is the decimal.
    let decimal = match (digits.rfind('.'), digits.rfind(',')) {
        (Some(point), Some(comma)) if comma > point => ',',
        (None, Some(_)) if !groups(',') => ',',
        _ => '.',
    };
    let number: String = digits
        .chars()
        .filter(|c| c.is_ascii_digit() || *c == decimal)
        .map(|c| if c == ',' { '.' } else { c })
        .collect();
    let negative = before.ends_with(['-', '−']);
    let number: f64 = number.parse().ok()?;
    Some(if negative { -number } else { number })
}

/// The number that a value of a record is, with its unit or currency; a text that has one somewhere
/// is none.
pub(super) fn stored_number(value: &str) -> Option<f64> {
    let value = value.trim();
    let start = value.chars().position(|c| c.is_ascii_digit())?;
    if start > MAX_BEFORE_NUMBER || value.chars().count() > MAX_NUMBER_CHARS {
        return None;
    }
    first_number(value)
}

/// The day that a value of a record begins with.
pub fn stored_day(value: &str) -> Option<Date> {
    let value = value.trim();
    let end = value.find(['T', 't', ' ']).unwrap_or(value.len());
    let span = day_span(value.get(..end)?)?;
    // A year alone is a number.
    (value.chars().count() > 4).then_some(span.from)
}

/// A number as a person types it: `3`, `2.5`, `-7`, `1,200.50`, `€3`, `10%`.
pub(super) fn typed_number(text: &str) -> Option<f64> {
    let is_odd = |c: char| {
        !(c.is_ascii_digit()
            || matches!(c, '.' | ',' | '-' | '−' | '+' | '%' | '％')
            || matches!(c, '$' | '€' | '£' | '¥' | '￥' | '元'))
    };
    if text.contains(is_odd) || text.chars().skip(1).any(|c| matches!(c, '-' | '−' | '+')) {
        return None;
    }
    first_number(text)
}

/// A year, month or day: `2026`, `2026-11`, `2026-11-03`, `2026/11/3`, `2026年11月3日`.
pub(super) fn day_span(text: &str) -> Option<DaySpan> {
    // With one point it is a decimal number.
    if text.matches('.').count() == 1 {
        return None;
    }
    let plain = text.replace(['/', '.', '年', '月'], "-");
    let plain = plain.trim_end_matches('日').trim_end_matches('-');
    let mut parts = plain.split('-');
    let year = parts.next()?;
    if year.len() != 4 || !(year.starts_with('1') || year.starts_with('2')) {
        return None;
    }
    let number = |text: &str| -> Option<i8> {
        let digits = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten()
    };
    let year: i16 = year.parse().ok()?;
    let (month, day) = (parts.next(), parts.next());
    if parts.next().is_some() {
        return None;
    }
    let day_of = |month: i8, day: i8| Date::new(year, month, day).ok();
    let (from, until) = match (month, day) {
        (None, _) => (day_of(1, 1)?, Date::new(year + 1, 1, 1).ok()?),
        (Some(month), None) => {
            let first = day_of(number(month)?, 1)?;
            (first, first.last_of_month().tomorrow().ok()?)
        }
        (Some(month), Some(day)) => {
            let day = day_of(number(month)?, number(day)?)?;
            (day, day.tomorrow().ok()?)
        }
    };
    Some(DaySpan { from, until })
}

/// A day as a number that grows by one a day.
pub(super) fn day_number(day: Date) -> f64 {
    let epoch = Date::constant(1970, 1, 1);
    let days = day.since(epoch).map_or(0, |span| span.get_days());
    f64::from(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_no_month() {
        for text in ["1299.05", "2000.12 EUR", "1500.5"] {
            assert_eq!(stored_day(text), None, "{text}");
            assert!(stored_number(text).is_some(), "{text}");
        }
        for text in ["2026.11.03", "2026-11", "2026/11/3 10:00"] {
            assert!(stored_day(text).is_some(), "{text}");
        }
    }

    #[test]
    fn numbers_of_records_and_of_people() {
        for (text, number) in [
            ("2.50", Some(2.5)),
            ("€ 1,299.00", Some(1299.0)),
            ("USD 3", Some(3.0)),
            ("3.5 km", Some(3.5)),
            ("-4", Some(-4.0)),
            ("Galaxy Note 3", None),
            ("no number", None),
        ] {
            assert_eq!(stored_number(text), number, "{text}");
        }
        for (text, number) in [
            ("3", Some(3.0)),
            ("2,5", Some(2.5)),
            ("€3", Some(3.0)),
            ("-7", Some(-7.0)),
            ("3-4", None),
            ("cheap", None),
            ("3x", None),
        ] {
            assert_eq!(typed_number(text), number, "{text}");
        }
    }

    #[test]
    fn days_months_and_years() {
        let check = |text: &str, expected: Option<(&str, &str)>| {
            let span = day_span(text).map(|span| (span.from.to_string(), span.until.to_string()));
            let expected = expected.map(|(from, until)| (from.to_owned(), until.to_owned()));
            assert_eq!(span, expected, "{text}");
        };
        check("2026", Some(("2026-01-01", "2027-01-01")));
        check("2026-12", Some(("2026-12-01", "2027-01-01")));
        check("2026-11-3", Some(("2026-11-03", "2026-11-04")));
        check("2026/11/03", Some(("2026-11-03", "2026-11-04")));
        check("2026年11月3日", Some(("2026-11-03", "2026-11-04")));
        check("2026年11月", Some(("2026-11-01", "2026-12-01")));
        check("2026-13", None);
        check("2026-02-30", None);
        check("1.5", None);
        check("2026-11-03-04", None);
        assert_eq!(
            stored_day("2026-11-03T08:00:00Z"),
            Some(Date::constant(2026, 11, 3))
        );
        assert_eq!(stored_day("2026"), None);
        assert_eq!(day_number(Date::constant(1970, 1, 3)), 2.0);
    }
}
