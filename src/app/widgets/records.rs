//! Records as cells of a table.

use std::borrow::Cow;

use super::table::Cell;
use crate::engine::types::Record;

/// Longest text taken for a time stamp, in bytes.
const LONGEST_STAMP: usize = 35;

/// A record's value by the name of its column.
pub fn record_cell(record: &Record, key: &str) -> Cell {
    match key {
        "url" => Cell::Code(record.url.clone()),
        "title" => Cell::of(&record.title),
        "date" => Cell::of(short_stamp(&record.date)),
        "author" => Cell::of(&record.author),
        "text" => Cell::of(&record.text),
        own => record
            .fields
            .iter()
            .find(|(name, _)| name == own)
            .map_or(Cell::Empty, |(_, value)| Cell::of(value.joined())),
    }
}

/// A time stamp to the minute and without its offset, as people read it; every other text as it
/// is. The details show a stamp in full.
pub fn short_stamp(text: &str) -> Cow<'_, str> {
    let stamp = text.len() <= LONGEST_STAMP && text.is_ascii();
    match text.split_once('T').filter(|_| stamp) {
        Some((day, time)) if is_day(day) && time.get(2..3) == Some(":") => {
            format!("{day} {}", time.get(..5).unwrap_or(time)).into()
        }
        _ => text.into(),
    }
}

/// Such as 2026-03-05.
fn is_day(text: &str) -> bool {
    let digits = |part: Option<&str>, count: usize| {
        part.is_some_and(|p| p.len() == count && p.bytes().all(|b| b.is_ascii_digit()))
    };
    let mut parts = text.split('-');
    digits(parts.next(), 4)
        && digits(parts.next(), 2)
        && digits(parts.next(), 2)
        && parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_shown_to_the_minute_and_nothing_else_is_touched() {
        for (text, shown) in [
            ("2026-03-05T10:20:30+08:00", "2026-03-05 10:20"),
            ("2026-03-05T10:20:30Z", "2026-03-05 10:20"),
            ("2026-03-05", "2026-03-05"),
            ("2026-03-05The day", "2026-03-05The day"),
            ("vorgesTern", "vorgesTern"),
            ("明天T10:20", "明天T10:20"),
            ("", ""),
        ] {
            assert_eq!(short_stamp(text), shown);
        }
    }
}
