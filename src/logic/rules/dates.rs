//! Dates as pages write them.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Reads a date in many languages and forms; the result is ISO 8601: `2024-03-05`, or
/// `2024-03-05T10:20:00+08:00` when a time is known. `now` resolves relative forms, `zone` is
/// assumed where the text has none.
pub fn parse_date(_text: &str, _now: Timestamp, _zone: &TimeZone) -> Option<String> {
    todo!()
}
