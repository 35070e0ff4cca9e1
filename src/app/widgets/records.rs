//! Records as cells of a table.

use super::table::Cell;
use crate::engine::types::Record;

/// A record's value by the name of its column.
pub fn record_cell(record: &Record, key: &str) -> Cell {
    match key {
        "url" => Cell::Code(record.url.clone()),
        "title" => Cell::of(&record.title),
        "date" => Cell::of(&record.date),
        "author" => Cell::of(&record.author),
        "text" => Cell::of(&record.text),
        own => record
            .fields
            .iter()
            .find(|(name, _)| name == own)
            .map_or(Cell::Empty, |(_, value)| Cell::of(value.joined())),
    }
}
