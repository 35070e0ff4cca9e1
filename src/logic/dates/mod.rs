//! Dates as pages write them: absolute ("5 January 2026", "2024年3月5日 10:20", RFC 2822), without a
//! year, and relative ("3 hours ago", "昨天"). Input: text, the current time and a zone.
//! Output: ISO 8601. Never reads a clock.
//!
//! The words of each language (months, units, "yesterday") are in `assets/dates/words.toml`, zones in
//! `assets/dates/zones.toml`; `languages` reads them.

mod absolute;
mod clock;
mod epoch;
pub(crate) mod languages;
mod relative;
mod tokens;

use jiff::civil::{Date, DateTime, Time};
use jiff::fmt::strtime;
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};

use languages::{DateOrder, Dictionary, date_order, dictionary};

pub(super) use tokens::{DateToken, TokenKind, tokens};

/// A date is near the start of what a rule selects; longer texts are rejected.
const MAX_TEXT: usize = 2_000;

/// Parses a date in many languages and formats. Returns ISO 8601: `2024-03-05`, or
/// `2024-03-05T10:20:00+08:00` when a time is known. `now` resolves relative dates; `zone` applies
/// when the text has none.
pub fn parse_date(text: &str, now: Timestamp, zone: &TimeZone) -> Option<String> {
    parse_date_in(text, now, zone, None)
}

/// As [`parse_date`]; `language` (BCP 47) gives the order of 05/01/2026; day first if it is
/// unknown.
pub fn parse_date_in(
    text: &str,
    now: Timestamp,
    zone: &TimeZone,
    language: Option<&str>,
) -> Option<String> {
    let text: String = text.chars().take(MAX_TEXT).collect();
    let dictionary = dictionary();
    let reader = Reader {
        tokens: tokens(&text, dictionary),
        dictionary,
        order: language.map(date_order).unwrap_or_default(),
        now: now.to_zoned(zone.clone()).datetime(),
        zone,
    };
    reader.read()
}

/// Whether two dates in ISO 8601 agree as far as `other` goes, which is a whole day, and `own` says
/// more: the hour of that day.
pub fn is_more_exact(own: &str, other: &str) -> bool {
    let (own, other) = (own.trim(), other.trim());
    other.parse::<Date>().is_ok() && own.len() > other.len() && own.starts_with(other)
}

/// Parses `text` with a `strptime` format; a time without an offset is in `zone`.
pub(super) fn parse_date_as(text: &str, format: &str, zone: &TimeZone) -> Option<String> {
    let parts = strtime::parse(format, text.trim()).ok()?;
    let date = parts.to_date().ok()?;
    let Ok(time) = parts.to_time() else {
        return Some(date.to_string());
    };
    if parts.hour().is_none() {
        return Some(date.to_string());
    }
    Moment::at(date, time, parts.offset()).render(zone)
}

/// The text being parsed.
struct Reader<'a> {
    tokens: Vec<DateToken>,
    dictionary: &'static Dictionary,
    order: DateOrder,
    /// The current time on the site's clock.
    now: DateTime,
    zone: &'a TimeZone,
}

impl Reader<'_> {
    fn read(&self) -> Option<String> {
        let moment = self
            .epoch()
            .or_else(|| self.with_year())
            .or_else(|| self.duration_ago())
            .or_else(|| self.without_year())
            .or_else(|| self.named_day())
            .or_else(|| self.present())?;
        moment.render(self.zone)
    }
}

/// A date with an optional time.
#[derive(Clone, Copy, Debug)]
struct Moment {
    date: Date,
    time: Option<(Time, Option<Offset>)>,
}

impl Moment {
    fn day(date: Date) -> Self {
        Self { date, time: None }
    }

    fn at(date: Date, time: Time, offset: Option<Offset>) -> Self {
        Self {
            date,
            time: Some((time, offset)),
        }
    }

    fn render(self, zone: &TimeZone) -> Option<String> {
        // ISO 8601 allows other years only by agreement.
        if !(1..=9999).contains(&self.date.year()) {
            return None;
        }
        let Some((time, offset)) = self.time else {
            return Some(self.date.to_string());
        };
        let whole_seconds = time.with().subsec_nanosecond(0).build().ok()?;
        let local = self.date.to_datetime(whole_seconds);
        // In a daylight-saving gap the compatible instant has another wall-clock time.
        let (instant, offset) = match offset {
            Some(offset) => (offset.to_timestamp(local).ok()?, offset),
            None => {
                let instant = zone.to_ambiguous_timestamp(local).compatible().ok()?;
                (instant, zone.to_offset(instant))
            }
        };
        // Local mean time, before time zones, has offsets with seconds; ISO 8601 has none.
        let offset = Offset::from_seconds(offset.seconds() / 60 * 60).ok()?;
        let at = instant.to_zoned(offset.to_time_zone());
        Some(at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())
    }
}

/// `at` minus `seconds`; `None` outside the calendar.
fn before(at: DateTime, seconds: i64) -> Option<DateTime> {
    at.checked_sub(SignedDuration::from_secs(seconds)).ok()
}

#[cfg(test)]
mod tests;
