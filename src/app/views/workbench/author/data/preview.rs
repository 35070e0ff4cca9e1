//! A preview of an offer: its first rows.

use eframe::egui::Ui;

use crate::style::ui_context::UiContext;
use crate::views::workbench::author::next_step_bar::next_step::Step;
use crate::views::workbench::author::state::Authoring;
use crate::widgets::records::column_word;
use crate::widgets::records::short_stamp;
use crate::widgets::table::{Cell, ColumnSpec, Rows, TableState, table_ui};
use bowerbird_engine::types::{Message, Offer};

/// Maximum number of titles that are shown of what a built-in rule finds.
const TITLES: usize = 3;

/// Draws the first rows of the displayed offer; returns false when there is none.
pub fn preview_ui(ui: &mut Ui, look: &UiContext, state: &Authoring) -> bool {
    let Some(offer) = state.previewed_offer() else {
        return false;
    };
    let Some(offer) = state.offers().get(offer).cloned() else {
        return false;
    };
    if let (Step::Ready, Some(ready)) = (state.next_step(), state.ready()) {
        // What is collected is on other pages; the rows are what this page itself lists.
        let what = look.text(&ready.label);
        ui.label(look.t1("app-data-preview-ready", "what", what));
        for title in ready.titles.iter().take(TITLES) {
            ui.label(look.hint(format!("• {title}")));
        }
        ui.label(look.hint(look.t("app-data-preview-own")));
    } else {
        let text = Message::new("app-data-preview")
            .with("shown", offer.first_rows.len())
            .with("count", offer.count);
        ui.label(look.hint(look.text(&text)));
    }
    let columns: Vec<ColumnSpec> = offer
        .columns
        .iter()
        .map(|column| {
            let width = if column.starts_with("date") {
                120.0
            } else {
                200.0
            };
            ColumnSpec::new(column, column_word(look, column), width)
        })
        .collect();
    let name = look.t("app-data-table");
    // Its columns differ from the rule's, so their layout is not stored.
    let mut table = TableState::default();
    table_ui(ui, look, &name, &columns, &mut table, &mut Offered(&offer));
    true
}

struct Offered<'a>(&'a Offer);

impl Rows for Offered<'_> {
    fn len(&self) -> usize {
        self.0.first_rows.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let place = self.0.columns.iter().position(|column| column == key);
        let cell = place.and_then(|place| self.0.first_rows.get(row)?.get(place));
        cell.map_or(Cell::Empty, |text| Cell::of(short_stamp(text)))
    }
}
