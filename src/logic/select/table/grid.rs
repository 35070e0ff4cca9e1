//! A table as rows and columns, spans resolved (WHATWG HTML, "Forming a table"). Input: a
//! `table` element. Output: the cell at each position, and the header cells of others. Nested
//! tables are not read, and the size is bounded whatever the spans say.

use std::collections::HashMap;

use scraper::ElementRef;

use crate::page::{ElementIndex, Page, inner_text, own_text};

/// The maximum number of grid positions of a table, and of columns one cell may cover (the
/// standard's limit).
const MAX_PLACES: usize = 200_000;
const MAX_COLSPAN: usize = 1_000;

/// A table's cells by place.
pub struct Grid {
    /// Numbers of cells by row and column; `None` where no cell is.
    rows: Vec<Vec<Option<usize>>>,
    cells: Vec<GridCell>,
    places: HashMap<ElementIndex, usize>,
    heads: Vec<bool>,
}

/// A cell.
pub struct GridCell {
    pub element: ElementIndex,
    /// Whether it is a `th`.
    pub is_head: bool,
    /// Whether it is in a `thead`.
    pub in_head: bool,
    /// Whether all its text is bold.
    pub is_bold: bool,
    pub is_empty: bool,
    /// Its classes, as written.
    pub class: String,
    pub row: usize,
    pub column: usize,
    pub columns: usize,
}

impl Grid {
    /// Reads the table `element`; empty if it is not a table.
    pub fn new(page: &Page, element: ElementIndex) -> Self {
        let mut grid = Self {
            rows: Vec::new(),
            cells: Vec::new(),
            places: HashMap::new(),
            heads: Vec::new(),
        };
        let rows = page.element(element).map(rows).unwrap_or_default();
        grid.rows.resize(rows.len(), Vec::new());
        let mut left = MAX_PLACES;
        for (number, (row, last, in_head)) in rows.iter().enumerate() {
            for cell in row.child_elements().filter(is_cell) {
                if left == 0 {
                    break;
                }
                left = grid.place(page, cell, number, *last, *in_head, left);
            }
        }
        grid.heads = grid.header_rows();
        grid
    }

    /// How many rows it has.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// How many columns `row` has.
    pub fn width(&self, row: usize) -> usize {
        self.rows.get(row).map_or(0, Vec::len)
    }

    /// The cell at a place.
    pub fn at(&self, row: usize, column: usize) -> Option<&GridCell> {
        let cell = (*self.rows.get(row)?.get(column)?)?;
        self.cells.get(cell)
    }

    /// Whether `row` names the columns.
    pub fn is_header_row(&self, row: usize) -> bool {
        self.heads.get(row).copied().unwrap_or(false)
    }

    /// The distinct cells of a row, left to right.
    pub fn cells_of(&self, row: usize) -> Vec<&GridCell> {
        let places = self.rows.get(row).into_iter().flatten().flatten();
        let mut numbers: Vec<usize> = places.copied().collect();
        numbers.dedup();
        numbers
            .into_iter()
            .filter_map(|n| self.cells.get(n))
            .collect()
    }

    /// The values of the label in cell `label`: right of it, or below it when its row names
    /// columns. `is_label` recognises label cells by their text.
    pub fn beside(
        &self,
        label: ElementIndex,
        is_label: &dyn Fn(ElementIndex) -> bool,
        is_empty: &dyn Fn(ElementIndex) -> bool,
    ) -> Vec<ElementIndex> {
        let Some(cell) = self.places.get(&label).and_then(|n| self.cells.get(*n)) else {
            return Vec::new();
        };
        if self.is_header_row(cell.row) {
            return self.below(cell, is_label, is_empty, true);
        }
        let right: Vec<&GridCell> = self
            .cells_of(cell.row)
            .into_iter()
            .filter(|other| other.column >= cell.column + cell.columns)
            .collect();
        if right.is_empty() {
            return self.below(cell, is_label, is_empty, cell.is_head);
        }
        let mut values = Vec::new();
        let mut first = None;
        for other in right {
            let alike = first.is_some_and(|first: &GridCell| {
                other.style() == cell.style() && first.style() != cell.style()
            });
            if (other.is_head && !(cell.is_head && self.all_heads(cell.row)))
                || is_label(other.element)
                || alike
            {
                break;
            }
            if !is_empty(other.element) {
                first = first.or(Some(other));
                values.push(other.element);
            }
        }
        values
    }

    fn below(
        &self,
        cell: &GridCell,
        is_label: &dyn Fn(ElementIndex) -> bool,
        is_empty: &dyn Fn(ElementIndex) -> bool,
        all: bool,
    ) -> Vec<ElementIndex> {
        let mut values = Vec::new();
        for row in cell.row + 1..self.rows.len() {
            if self.is_header_row(row) && self.is_header_row(cell.row) && values.is_empty() {
                continue;
            }
            let Some(other) = self.at(row, cell.column) else {
                continue;
            };
            if other.element == cell.element {
                continue;
            }
            let head = other.is_head && !self.is_header_row(cell.row);
            if self.is_header_row(row) || head || is_label(other.element) {
                break;
            }
            if !is_empty(other.element) && values.last() != Some(&other.element) {
                values.push(other.element);
            }
            if !all {
                break;
            }
        }
        values
    }

    fn all_heads(&self, row: usize) -> bool {
        self.cells_of(row).iter().all(|c| c.is_head)
    }

    fn place(
        &mut self,
        page: &Page,
        cell: ElementRef<'_>,
        row: usize,
        last_row: usize,
        in_head: bool,
        left: usize,
    ) -> usize {
        let Some(element) = page.index_of(cell) else {
            return left;
        };
        let taken = self.rows.get(row);
        let column = taken
            .and_then(|taken| taken.iter().position(Option::is_none))
            .unwrap_or_else(|| taken.map_or(0, Vec::len));
        let columns = span(cell, "colspan").clamp(1, MAX_COLSPAN);
        let most_rows = last_row + 1 - row;
        let rows = match span(cell, "rowspan") {
            0 => most_rows,
            rows => rows.min(most_rows),
        };
        let number = self.cells.len();
        let text = inner_text(page, element);
        self.cells.push(GridCell {
            element,
            is_head: cell.value().name() == "th",
            in_head,
            is_bold: !text.is_empty() && is_bold(page, cell, &text),
            is_empty: text.is_empty(),
            class: cell.attr("class").unwrap_or("").trim().to_owned(),
            row,
            column,
            columns,
        });
        self.places.insert(element, number);
        let mut left = left;
        for line in self.rows.iter_mut().skip(row).take(rows) {
            if line.len() < column {
                line.resize(column, None);
            }
            for at in column..column + columns {
                if left == 0 {
                    return 0;
                }
                left -= 1;
                match line.get_mut(at) {
                    Some(place) => *place = place.or(Some(number)),
                    None => line.push(Some(number)),
                }
            }
        }
        left
    }

    /// Which rows name columns: those of `thead`, rows of only `th` above data, and a first row
    /// that is the only bold one.
    fn header_rows(&self) -> Vec<bool> {
        let count = self.rows.len();
        let filled = |row: usize| {
            let mut cells = self.cells_of(row);
            cells.retain(|c| !c.is_empty);
            cells
        };
        let data = |row: usize| filled(row).iter().any(|c| !c.is_head);
        let last_data = (0..count).rev().find(|row| data(*row)).unwrap_or(0);
        let mut heads: Vec<bool> = (0..count)
            .map(|row| {
                let cells = filled(row);
                let all_heads = !cells.is_empty() && cells.iter().all(|c| c.is_head);
                let in_head = !cells.is_empty() && cells.iter().all(|c| c.in_head);
                row < last_data && (in_head || (all_heads && cells.len() > 1))
            })
            .collect();
        if !heads.contains(&true)
            && let Some(first) = (0..count).find(|row| !filled(*row).is_empty())
            && filled(first).len() > 1
            && filled(first).iter().all(|c| c.is_bold || c.is_head)
            && (first + 1..count).any(data)
            && !(first + 1..count).any(|row| filled(row).iter().any(|c| c.is_bold || c.is_head))
            && let Some(head) = heads.get_mut(first)
        {
            *head = true;
        }
        heads
    }
}

impl GridCell {
    /// The visual style that distinguishes labels from values.
    fn style(&self) -> (bool, bool, &str) {
        (self.is_head, self.is_bold, &self.class)
    }
}

/// Rows in order, each with the last row of its group (a span ends there) and whether that is a
/// `thead`.
fn rows(table: ElementRef<'_>) -> Vec<(ElementRef<'_>, usize, bool)> {
    let mut rows: Vec<(ElementRef<'_>, usize, bool)> = Vec::new();
    for child in table.child_elements() {
        let name = child.value().name();
        if !matches!(name, "thead" | "tbody" | "tfoot") {
            continue;
        }
        let own: Vec<_> = child
            .child_elements()
            .filter(|e| e.value().name() == "tr")
            .collect();
        let last = (rows.len() + own.len()).saturating_sub(1);
        rows.extend(own.into_iter().map(|row| (row, last, name == "thead")));
    }
    rows
}

fn is_cell(element: &ElementRef<'_>) -> bool {
    matches!(element.value().name(), "td" | "th")
}

fn span(cell: ElementRef<'_>, name: &str) -> usize {
    let value = cell.attr(name).and_then(|v| v.trim().parse().ok());
    value.unwrap_or(1)
}

/// Whether one bold element holds all the text of `cell`.
fn is_bold(page: &Page, cell: ElementRef<'_>, text: &str) -> bool {
    const MAX_WRAPPERS: usize = 8;
    let mut around = cell;
    for _ in 0..MAX_WRAPPERS {
        let Some(only) = around
            .child_elements()
            .find(|e| e.text().any(|t| !t.trim().is_empty()))
        else {
            return false;
        };
        let Some(index) = page.index_of(only) else {
            return false;
        };
        if matches!(only.value().name(), "b" | "strong") {
            return inner_text(page, index) == text;
        }
        if page
            .index_of(around)
            .is_none_or(|e| !own_text(page, e).is_empty())
        {
            return false;
        }
        around = only;
    }
    false
}
