//! Records as cells of a table.

use super::table::Cell;
use crate::engine::types::Record;

/// A record's value by the name of its column.
pub fn record_cell(record: &Record, key: &str) -> Cell {
    match key {
        "url" => Cell::Code(record.url.clone()),
        "title" => Cell::of(&record.title),
        "date" => Cell::of(short_date(&record.date)),
        "author" => Cell::of(&record.author),
        "text" => Cell::of(&record.text),
        own => record
            .fields
            .iter()
            .find(|(name, _)| name == own)
            .map_or(Cell::Empty, |(_, value)| Cell::of(value.joined())),
    }
}

/// A date to the minute, without its offset; the record's details show it in full.
fn short_date(date: &str) -> String {
    match date.split_once('T') {
        Some((day, time)) => format!("{day} {}", time.chars().take(5).collect::<String>()),
        None => date.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_shown_to_the_minute() {
        assert_eq!(short_date("2026-03-05T10:20:30+08:00"), "2026-03-05 10:20");
        assert_eq!(short_date("2026-03-05"), "2026-03-05");
        assert_eq!(short_date("vorgestern"), "vorgestern");
    }
}
