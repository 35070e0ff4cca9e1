//! Rows for the table: values, and labels for empty or faulty ones. The context menu of a cell
//! copies, opens, excludes.

use eframe::egui::{Align, Label, Layout, Response, RichText, Sense, Ui};

use super::data_panel_rows::Sheet;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::short_address::short_address;
use crate::widgets::records::short_date;
use crate::widgets::state_marks::{MarkShape, mark_ui};
use crate::widgets::table::{Cell, NUMBER_GAP, Rows, one_line};
use bowerbird_engine::types::{CellSource, ReadCell, Value};

/// Key of the column of row numbers.
pub(super) const NUMBER: &str = "#";
/// Key of the column with the linked pages; no field can have this name.
pub(super) const LINK: &str = "#link";
/// Key of the column with the rows' pages.
pub(super) const FROM: &str = "#from";

/// Maximum text shown on hover, in characters.
const MAX_TIP_CHARS: usize = 600;

/// An action on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// It was clicked.
    Clicked,
    /// Copy its value.
    Copy,
    /// Copy its row.
    CopyRow,
    /// Copy all values of its column.
    CopyColumn,
    /// Copy the whole table.
    CopyAll,
    /// Open the page that its row links to.
    Open,
    /// Exclude it.
    Exclude,
    /// Make a condition of its value.
    Tell,
}

/// The rows, and the action on one of their cells.
pub struct ReadRows<'a> {
    look: &'a UiContext,
    sheet: &'a Sheet<'a>,
    /// Columns of dates.
    dates: &'a [String],
    /// Address of the open page.
    base: &'a str,
    /// Columns of numbers, which are right-aligned.
    pub numbers: Vec<String>,
    /// Whether its site is saved, so that a condition can be about it.
    pub is_saved: bool,
    /// Row, column and action.
    pub done: Option<(usize, String, Done)>,
}

/// The display of a cell: its text, a shape for faults, the tooltip.
struct Shown {
    text: RichText,
    mark: Option<MarkShape>,
    tip: String,
}

impl<'a> ReadRows<'a> {
    /// The rows of `sheet`; `base` is the address of the open page.
    pub fn new(
        look: &'a UiContext,
        sheet: &'a Sheet<'a>,
        dates: &'a [String],
        base: &'a str,
    ) -> Self {
        Self {
            look,
            sheet,
            dates,
            base,
            numbers: Vec::new(),
            is_saved: false,
            done: None,
        }
    }

    fn text(&self, row: usize, key: &str) -> Option<String> {
        match key {
            LINK => self.sheet.row(row)?.0.link.clone(),
            FROM => Some(self.from(row)),
            _ => self.sheet.cell(row, key)?.value.as_ref().map(Value::joined),
        }
    }

    /// The page of a row, as text.
    fn from(&self, row: usize) -> String {
        match self.sheet.other(row) {
            Some(other) => other.name.clone(),
            None => self.look.t("app-data-here"),
        }
    }

    fn shown(&self, row: usize, key: &str) -> Shown {
        let look = self.look;
        let cell = self
            .sheet
            .cell(row, key)
            .filter(|_| key != LINK && key != FROM);
        let fault = cell.and_then(|cell| cell.fault.as_ref());
        let Some(text) = self.text(row, key) else {
            let Some(fault) = fault else {
                return Shown {
                    text: look.hint(look.t("app-data-empty")).italics(),
                    mark: None,
                    tip: look.t("app-data-empty-tip"),
                };
            };
            return Shown {
                text: look
                    .coloured(look.t("app-data-missing"), look.tokens.warn)
                    .small(),
                mark: Some(MarkShape::Triangle),
                tip: look.text(fault),
            };
        };
        let mut tip: String = text.chars().take(MAX_TIP_CHARS).collect();
        let first = one_line(&text);
        if let Some(fault) = fault {
            let wrong = look.t1("app-data-wrong", "value", first);
            return Shown {
                text: look.coloured(wrong, look.tokens.warn),
                mark: Some(MarkShape::Cross),
                tip: format!("{}\n{tip}", look.text(fault)),
            };
        }
        if let Some(source) = self.source(cell) {
            tip = format!("{tip}\n{source}");
        }
        Shown {
            text: self.plain(&first, key),
            mark: None,
            tip,
        }
    }

    fn plain(&self, text: &str, key: &str) -> RichText {
        let look = self.look;
        if key == FROM {
            return look.hint(text);
        }
        if key == LINK || text.starts_with("http") {
            let short = short_address(text, self.base);
            return RichText::new(short)
                .monospace()
                .size(12.0)
                .color(look.tokens.text);
        }
        let date = short_date(text).filter(|_| self.dates.iter().any(|date| date == key));
        RichText::new(date.unwrap_or_else(|| text.to_owned())).color(look.tokens.text)
    }

    /// The alternative that yielded a value, if it was not the first.
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

    fn cell_menu(&mut self, response: &Response, row: usize, key: &str) {
        let link = self
            .sheet
            .row(row)
            .is_some_and(|(row, _)| row.link.is_some());
        let found = self.sheet.cell(row, key).is_some_and(|cell| {
            !cell.elements.is_empty() && matches!(cell.source, CellSource::Alternative(_))
        });
        let here = self.sheet.other(row).is_none();
        let has_value = self.sheet.cell(row, key).is_some_and(|c| c.value.is_some());
        let tells = self.is_saved && has_value && key != LINK && key != FROM;
        let mut done = None;
        response.context_menu(|ui| {
            for (id, usable, what) in [
                ("app-data-copy-cell", true, Done::Copy),
                ("app-table-copy-row", true, Done::CopyRow),
                ("app-data-copy-column", true, Done::CopyColumn),
                ("app-data-copy-all", true, Done::CopyAll),
                ("app-data-open", link, Done::Open),
                ("condition-from-change", tells, Done::Tell),
                ("app-data-exclude", found && here, Done::Exclude),
            ] {
                let button = eframe::egui::Button::new(self.look.t(id));
                if usable && ui.add(button).clicked() {
                    done = Some(what);
                    ui.close();
                }
            }
        });
        if let Some(done) = done {
            self.done = Some((row, key.to_owned(), done));
        }
    }
}

impl Rows for ReadRows<'_> {
    fn len(&self) -> usize {
        self.sheet.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        if key == NUMBER {
            let number = self.sheet.row(row).map_or(0, |(_, number)| number);
            return Cell::of(self.look.count(number as u64));
        }
        self.text(row, key).map_or(Cell::Empty, Cell::of)
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        if key == NUMBER {
            return false;
        }
        let shown = self.shown(row, key);
        let whole = ui.max_rect();
        if let Some(mark) = shown.mark {
            mark_ui(ui, mark, self.look.tokens.warn);
        }
        let label = Label::new(shown.text).truncate().selectable(false);
        match self.numbers.iter().any(|name| name == key) {
            true => {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.add_space(NUMBER_GAP);
                    ui.add(label);
                });
            }
            false => {
                ui.add(label);
            }
        }
        let id = ui.scope_id().with(("cell", row, key));
        let response = ui.interact(whole, id, Sense::CLICK);
        if response.clicked() {
            self.done = Some((row, key.to_owned(), Done::Clicked));
        }
        if response.double_clicked() {
            self.done = Some((row, key.to_owned(), Done::Open));
        }
        self.cell_menu(&response, row, key);
        response.on_hover_text(shown.tip);
        true
    }
}
