//! Rows of a reading for the table: values, and quiet words where there are none.

use eframe::egui::{Label, RichText, Sense, Ui};

use super::{LINK, NUMBER};
use crate::app::look::Look;
use crate::app::widgets::records::short_stamp;
use crate::app::widgets::table::{Cell, Rows};
use crate::engine::types::{CellSource, PageReading, ReadCell, Value};

/// Longest text of a cell, in characters.
const MAX_CELL_CHARS: usize = 300;
/// Longest text shown on hover, in characters.
const MAX_TIP_CHARS: usize = 600;

/// The rows of a reading, and the cell that was clicked.
pub struct ReadRows<'a> {
    look: &'a Look,
    reading: &'a PageReading,
    /// Row and column.
    pub clicked: Option<(usize, String)>,
}

impl<'a> ReadRows<'a> {
    /// The rows of `reading`.
    pub fn new(look: &'a Look, reading: &'a PageReading) -> Self {
        Self {
            look,
            reading,
            clicked: None,
        }
    }

    fn read(&self, row: usize, key: &str) -> Option<&'a ReadCell> {
        let reading: &'a PageReading = self.reading;
        let place = reading.columns.iter().position(|column| column == key)?;
        reading.rows.get(row)?.cells.get(place)
    }

    fn text(&self, row: usize, key: &str) -> Option<String> {
        if key == LINK {
            return self.reading.rows.get(row)?.link.clone();
        }
        self.read(row, key)?.value.as_ref().map(Value::joined)
    }

    /// The cell's text, and what is said on hover.
    fn shown(&self, row: usize, key: &str) -> (RichText, String) {
        let look = self.look;
        let cell = self.read(row, key);
        let fault = cell.and_then(|cell| cell.fault.as_ref());
        match (self.text(row, key), fault) {
            (None, Some(fault)) => {
                let text = look.coloured(look.t("app-data-missing"), look.tokens.warn);
                (text.small(), look.say(fault))
            }
            (None, None) => (
                look.hint(look.t("app-table-empty")),
                look.t("app-data-empty-tip"),
            ),
            (Some(text), fault) => {
                let first: String = text
                    .lines()
                    .next()
                    .unwrap_or_default()
                    .chars()
                    .take(MAX_CELL_CHARS)
                    .collect();
                let first = short_stamp(&first).into_owned();
                let code = key == LINK || text.starts_with("http");
                let mut rich = RichText::new(first).color(look.tokens.text);
                if code {
                    rich = rich.monospace().size(12.0);
                }
                let mut tip: String = text.chars().take(MAX_TIP_CHARS).collect();
                if let Some(fault) = fault {
                    rich = rich.color(look.tokens.warn);
                    tip = look.say(fault);
                } else if let Some(source) = self.source(cell) {
                    tip = format!("{tip}\n{source}");
                }
                (rich, tip)
            }
        }
    }

    /// Where a value comes from, when not from the rule's first way.
    fn source(&self, cell: Option<&ReadCell>) -> Option<String> {
        let id = match cell?.source {
            CellSource::Generic => "app-data-by-itself",
            CellSource::FromList => "app-data-from-list",
            CellSource::Default => "app-data-default",
            CellSource::Alternative(number) if number > 0 => {
                return Some(self.look.t1("app-data-other-way", "number", number + 1));
            }
            _ => return None,
        };
        Some(self.look.t(id))
    }
}

impl Rows for ReadRows<'_> {
    fn len(&self) -> usize {
        self.reading.rows.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        if key == NUMBER {
            return Cell::of(self.look.count(row as u64 + 1));
        }
        self.text(row, key).map_or(Cell::Empty, Cell::of)
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        if key == NUMBER {
            return false;
        }
        let (text, tip) = self.shown(row, key);
        let whole = ui.max_rect();
        ui.add(Label::new(text).truncate().selectable(false));
        let id = ui.scope_id().with(("cell", row, key));
        let response = ui.interact(whole, id, Sense::CLICK);
        if response.clicked() {
            self.clicked = Some((row, key.to_owned()));
        }
        response.on_hover_text(tip);
        true
    }
}
