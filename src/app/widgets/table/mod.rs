//! The one table of the window: virtual rows, resizable and movable columns, sorting, keyboard
//! selection, copying as TSV, a context menu. Input: rows behind a [`Rows`], a [`TableState`].
//! Output: a [`TableOutput`]. Only the visible rows are requested, so a million cost no more
//! than twenty. A table with a key keeps its columns' order, widths and sorting across restarts.

mod columns;
mod header;
mod keys;
mod stored_layout;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use eframe::egui::{
    self, Align, Color32, Id, Label, Layout, RichText, Sense, Stroke, Ui, UiBuilder,
};
use egui_extras::{Column, TableBuilder, TableRow};

use columns::{fit, ordered};
use header::{across, edge_ui, header_ui, sort};

use crate::shortcuts::begin_at_start;
use crate::style::fonts;
use crate::style::theme::{GAP, ROW_HEIGHT};
use crate::style::ui_context::UiContext;
use crate::widgets::state_marks::MarkShape;
use bowerbird_engine::types::printable;

/// The key under which the keyboard is offered to a table.
const KEYBOARD: &str = "keyboard-for-table";
/// Approximate maximum text of a cell, in bytes; no column is wider.
const MAX_CELL_CHARS: usize = 300;

/// Gap after a number, in points: it is right-aligned, and the next text is left-aligned.
pub const NUMBER_GAP: f32 = 8.0;
/// Minimum width of a column, in points.
const NARROWEST: f32 = 32.0;

/// A column.
#[derive(Clone, Debug)]
pub struct ColumnSpec {
    /// Its key for sorting and persistence.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Its initial width.
    pub width: f32,
    /// Whether it is right-aligned, for numbers.
    pub numeric: bool,
    /// Whether it can be sorted by.
    pub sortable: bool,
    /// Shape and colour before its title.
    pub mark: Option<(MarkShape, Color32)>,
}

impl ColumnSpec {
    /// A column of texts.
    pub fn new(key: &str, title: String, width: f32) -> Self {
        Self {
            key: key.to_owned(),
            title,
            width,
            numeric: false,
            sortable: false,
            mark: None,
        }
    }

    /// Returns the column with a shape in a colour before its title.
    #[must_use]
    pub fn marked(self, mark: MarkShape, colour: Color32) -> Self {
        Self {
            mark: Some((mark, colour)),
            ..self
        }
    }

    /// Returns the column with right-aligned numbers.
    #[must_use]
    pub fn numeric(self) -> Self {
        Self {
            numeric: true,
            ..self
        }
    }

    /// Returns the column as sortable.
    #[must_use]
    pub fn sortable(self) -> Self {
        Self {
            sortable: true,
            ..self
        }
    }
}

/// A cell as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A text.
    Text(String),
    /// A text in the monospace font: addresses, selectors.
    Code(String),
    /// Empty; shown dimmed.
    Empty,
    /// Not known yet; shown dimmed.
    Pending,
}

impl Cell {
    /// `text`, or empty.
    pub fn of(text: impl Into<String>) -> Self {
        let text = text.into();
        if text.trim().is_empty() {
            Self::Empty
        } else {
            Self::Text(text)
        }
    }

    /// The text to copy.
    pub fn copied(&self) -> &str {
        match self {
            Self::Text(text) | Self::Code(text) => text,
            Self::Empty | Self::Pending => "",
        }
    }
}

/// The rows behind a table.
pub trait Rows {
    /// The number of rows.
    fn len(&self) -> usize;

    /// The text to copy for a cell, if that is more than it shows.
    fn copied(&self, row: usize, key: &str) -> String {
        self.cell(row, key).copied().to_owned()
    }

    /// Whether there are no rows.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cell of `row` in the column `key`.
    fn cell(&self, row: usize, key: &str) -> Cell;

    /// Paints the cell itself and returns true, or leaves it to the table.
    fn cell_ui(&mut self, _ui: &mut Ui, _row: usize, _key: &str) -> bool {
        false
    }

    /// Fills the context menu of `row`; by default the table offers to copy.
    fn menu_ui(&mut self, _ui: &mut Ui, _row: usize) {}

    /// Whether opening the context menu of a row selects it; not where selecting opens something.
    fn menu_selects(&self) -> bool {
        true
    }

    /// Draws the header of a column as a widget; `false` draws its title.
    fn header_ui(&mut self, _ui: &mut Ui, _key: &str) -> bool {
        false
    }
}

/// The state of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableState {
    /// The selected row.
    pub selected: Option<usize>,
    /// The sort column, and whether descending.
    pub sort: Option<(String, bool)>,
    /// Keys of hidden columns.
    pub hidden: BTreeSet<String>,
    /// Keys of columns that a person chose; they are shown even if they are left out by default.
    chosen: BTreeSet<String>,
    /// Keys of columns left out by default.
    left_out: BTreeSet<String>,
    /// Keys of the columns, in the user's order.
    order: Vec<String>,
    /// Widths of the columns as they were dragged, in points.
    widths: BTreeMap<String, u16>,
    /// Its key in the layout; nothing is stored without one.
    key: Option<&'static str>,
    scroll_to: Option<usize>,
    /// Whether to scroll sideways to the first column.
    to_first_column: bool,
    /// The row where Shift with an arrow key began.
    anchor: Option<usize>,
}

impl TableState {
    /// Selects `row` and scrolls to it.
    pub fn select(&mut self, row: usize) {
        self.selected = Some(row);
        self.scroll_to = Some(row);
    }

    /// Scrolls sideways to the first column.
    pub fn show_first_column(&mut self) {
        self.to_first_column = true;
    }

    /// Maps the selection to other rows, such as those after filtering; if there is no such row,
    /// nothing is selected.
    pub fn turn(&mut self, row: impl Fn(usize) -> Option<usize>) {
        self.selected = self.selected.and_then(&row);
        self.scroll_to = self.scroll_to.and_then(&row);
    }

    /// Keeps the same item selected after the rows changed from `old` to `new`: row numbers shift
    /// when something is added above.
    pub fn follow<T, K: PartialEq>(&mut self, old: &[T], new: &[T], id: impl Fn(&T) -> K) {
        let chosen = self.selected.and_then(|row| old.get(row)).map(&id);
        self.selected = chosen.and_then(|chosen| new.iter().position(|row| id(row) == chosen));
    }
}

/// The user's input in a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableOutput {
    /// The row opened by double click or Enter.
    pub opened: Option<usize>,
    /// The rows of a Shift+click, or of Shift with an arrow key, from where that began.
    pub range: Option<Range<usize>>,
    /// The row that left the range, when an arrow key went back.
    pub left: Option<usize>,
    /// The row on which Space was pressed.
    pub toggled: Option<usize>,
    /// Whether another row was selected.
    pub selected: bool,
    /// Whether the order was changed.
    pub sorted: bool,
    /// Texts to copy.
    pub copied: Option<String>,
    /// The drawn rows.
    pub visible: Range<usize>,
}

/// Gives the keyboard to the first table that is drawn in the next frame, or takes that back.
pub fn offer_keyboard(ctx: &egui::Context, offers: bool) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(KEYBOARD), offers));
}

/// Offers it after a view was opened by its key, also to a table that comes later, such as one whose
/// rows are still read: until something has the keyboard, or anything is pressed.
pub fn offer_keyboard_by_key(ctx: &egui::Context, by_key: bool) {
    let id = Id::unique(KEYBOARD);
    // What had it in the view before is still named in the first frame of the new one.
    let focused = ctx.memory(|memory| memory.focused());
    let is_taken =
        focused.is_some_and(|id| ctx.viewport(|shown| shown.this_pass.widgets.contains(id)));
    let stands = ctx.data(|data| data.get_temp::<bool>(id)) == Some(true)
        && !is_taken
        && !ctx.input(|input| {
            let is_press = |event: &egui::Event| {
                matches!(
                    event,
                    egui::Event::Key { pressed: true, .. }
                        | egui::Event::PointerButton { pressed: true, .. }
                )
            };
            input.events.iter().any(is_press)
        });
    offer_keyboard(ctx, by_key || stands);
    if by_key {
        begin_at_start(ctx);
    }
}

fn take_keyboard(ctx: &egui::Context) -> bool {
    let id = Id::unique(KEYBOARD);
    ctx.data_mut(|data| data.remove_temp::<bool>(id).unwrap_or_default())
}

/// Draws a table that fills the rest of `ui`; `name` is its accessible name.
pub fn table_ui(
    ui: &mut Ui,
    look: &UiContext,
    name: &str,
    columns: &[ColumnSpec],
    state: &mut TableState,
    rows: &mut dyn Rows,
) -> TableOutput {
    let mut output = TableOutput::default();
    state.selected = state.selected.filter(|row| *row < rows.len());
    let mut columns = ordered(columns, &mut state.order);
    columns.retain(|column| state.shows(&column.key));
    for column in &mut columns {
        if let Some(width) = state.widths.get(&column.key) {
            column.width = f32::from(*width);
        }
    }

    let area = ui.available_rect_before_wrap();
    if state.widths.is_empty() {
        fit(&mut columns, area.width() - 16.0);
    }
    ui.painter().rect(
        area,
        6.0,
        look.tokens.panel,
        Stroke::new(1.0, look.tokens.line),
        egui::StrokeKind::Inside,
    );
    let id = ui.make_persistent_id(("table", name));
    let focus = ui.interact(area, id, Sense::focusable_noninteractive());
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_role(egui::accesskit::Role::Table);
        node.set_label(name);
    });
    // The key that brought the keyboard here, such as Enter on a button, is not for the table.
    let had_focus = focus.has_focus();
    if take_keyboard(ui.ctx()) {
        focus.request_focus();
    }
    if had_focus {
        keys::keys(ui, id, state, rows, &columns, area.height(), &mut output);
    }

    let inside = area.shrink2(egui::vec2(8.0, 1.0));
    ui.advance_cursor_after_rect(area);
    let inside = UiBuilder::new().max_rect(inside).id_salt(id);
    ui.scope_builder(inside, |ui| {
        // A hovered row is less prominent than a selected one.
        ui.visuals_mut().widgets.hovered.bg_fill = look.tokens.ground;
        // Column headers are enough to separate columns; full-height lines would look like boxes.
        ui.visuals_mut().widgets.noninteractive.bg_stroke = Stroke::NONE;
        ui.spacing_mut().item_spacing = egui::vec2(2.0 * GAP, 0.0);
        // Controls in cells are lower than a row, so that all texts are aligned.
        ui.spacing_mut().interact_size.y = ROW_HEIGHT - 4.0;
        ui.spacing_mut().button_padding.x = GAP;
        let body_height = (area.height() - ROW_HEIGHT).max(2.0 * ROW_HEIGHT);
        let mut sideways = egui::ScrollArea::horizontal();
        if std::mem::take(&mut state.to_first_column) {
            sideways = sideways.horizontal_scroll_offset(0.0);
        }
        sideways.show(ui, |ui| {
            let mut builder = TableBuilder::new(ui)
                // A table with reordered columns is laid out again, each with its own width.
                .id_salt(&state.order)
                .sense(Sense::CLICK)
                // Its own handles would each be a stop of the Tab key.
                .resizable(false)
                .auto_shrink(false)
                .max_scroll_height(body_height)
                .min_scrolled_height(body_height.min(120.0))
                .cell_layout(Layout::left_to_right(Align::Center));
            // The last column takes the remaining width.
            let (last, others) = match columns.split_last() {
                Some((last, others)) => (last.width, others),
                None => (8.0, columns.as_slice()),
            };
            for column in others {
                builder = builder.column(Column::exact(column.width.max(NARROWEST)).clip(true));
            }
            let rest = Column::remainder().at_least(last).clip(true);
            builder = builder.column(rest);
            if let Some(row) = state.scroll_to.take() {
                builder = builder.scroll_to_row(row, None);
            }
            builder
                .header(ROW_HEIGHT, |mut header| {
                    for (place, column) in columns.iter().enumerate() {
                        let (_, cell) = header.col(|ui| {
                            if place + 1 < columns.len() {
                                edge_ui(ui, look, column, &columns, state);
                            }
                            let layout = if column.numeric {
                                Layout::right_to_left(Align::Center)
                            } else {
                                Layout::left_to_right(Align::Center)
                            };
                            ui.with_layout(layout, |ui| {
                                if column.numeric {
                                    ui.add_space(NUMBER_GAP);
                                }
                                if !rows.header_ui(ui, &column.key) {
                                    header_ui(ui, look, column, &columns, state, &mut output);
                                }
                            });
                        });
                        // Beside its word, too.
                        if cell.clicked() {
                            sort(column, state, &mut output);
                        }
                    }
                })
                .body(|body| {
                    body.rows(ROW_HEIGHT, rows.len(), |row| {
                        row_ui(row, look, &columns, state, rows, id, &mut output);
                    });
                });
        });
    });
    if focus.has_focus() {
        let ring = Stroke::new(1.5, look.tokens.accent);
        ui.painter()
            .rect_stroke(area, 6.0, ring, egui::StrokeKind::Inside);
    }
    state.keep(ui.ctx());
    output
}

fn row_ui(
    mut row: TableRow<'_, '_>,
    look: &UiContext,
    columns: &[ColumnSpec],
    state: &mut TableState,
    rows: &mut dyn Rows,
    table: Id,
    output: &mut TableOutput,
) {
    let index = row.index();
    output.visible = if output.visible.is_empty() {
        index..index + 1
    } else {
        output.visible.start.min(index)..output.visible.end.max(index + 1)
    };
    row.set_selected(state.selected == Some(index));
    for column in columns {
        row.col(|ui| {
            // One line through all columns, across the gaps between them.
            let rect = ui.max_rect().expand2(egui::vec2(GAP, 0.0));
            let line = Stroke::new(1.0, look.tokens.line);
            across(ui).hline(rect.x_range(), rect.bottom() - 0.5, line);
            if !rows.cell_ui(ui, index, &column.key) {
                cell_ui(ui, look, column, &rows.cell(index, &column.key));
            }
        });
    }
    let response = row.response();
    let extends = response.clicked() && response.ctx.input(|input| input.modifiers.shift);
    if extends {
        let anchor = state.selected.unwrap_or(index);
        output.range = Some(anchor.min(index)..anchor.max(index) + 1);
        response
            .ctx
            .memory_mut(|memory| memory.request_focus(table));
    } else if response.clicked() || response.secondary_clicked() && rows.menu_selects() {
        output.selected |= state.selected != Some(index);
        state.selected = Some(index);
        response
            .ctx
            .memory_mut(|memory| memory.request_focus(table));
    }
    if response.double_clicked() {
        output.opened = Some(index);
    }
    response.context_menu(|ui| {
        rows.menu_ui(ui, index);
        if ui.button(look.t("app-table-copy-row")).clicked() {
            output.copied = Some(keys::tsv(rows, index, columns));
        }
    });
}

/// Paints a plain cell.
pub fn cell_ui(ui: &mut Ui, look: &UiContext, column: &ColumnSpec, cell: &Cell) {
    let text = match cell {
        Cell::Text(text) => {
            let line = one_line(text);
            match fonts::family_of_text(&line) {
                Some(family) => RichText::new(line).family(family),
                None => RichText::new(line),
            }
        }
        Cell::Code(text) => RichText::new(one_line(text)).monospace().size(12.0),
        Cell::Empty => look.hint(look.t("app-table-empty")),
        Cell::Pending => look.hint("…"),
    };
    let label = Label::new(text).truncate().selectable(false);
    if column.numeric {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(NUMBER_GAP);
            ui.add(label)
        });
    } else {
        ui.add(label);
    }
}

/// The text that fits into a row; a record's text may be a megabyte. Its lines are joined:
/// otherwise a short first line would look like the whole text.
pub fn one_line(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().take(MAX_CELL_CHARS));
        if line.len() >= MAX_CELL_CHARS {
            break;
        }
    }
    // Untrusted text: bidirectional control characters are shown, not applied.
    printable(&line).into_owned()
}
