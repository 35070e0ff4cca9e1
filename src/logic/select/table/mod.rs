//! A table as rows of header and cell. Input: a table (or a definition list) of a page.
//! Output: one row per record. Headers are at the top (`th`, `thead`, a bold first row) or at the
//! left, where columns are the records; a column without a header is named by its number.
//!
//! Below: tables as rows and columns, spans resolved.

pub(super) mod grid;

use std::cell::Cell;

use scraper::ElementRef;

use crate::page::{ElementIndex, Page, collapse, inner_text};
use grid::{Grid, GridCell};

/// One row: header and cell, in order.
pub type TableRow = Vec<(String, String)>;

/// The maximum number of cells in all rows together.
const MAX_CELLS: usize = 100_000;
/// The maximum number of bytes of all texts and headers: a cell counts in each row and column it
/// covers.
pub const MAX_TABLE_BYTES: usize = 64 * 1024 * 1024;

/// The rows of the table at `element`, or of the first table inside it. Cells that cover several
/// rows or columns count in each. Rows without text are left out.
pub fn table(page: &Page, element: ElementIndex) -> Vec<TableRow> {
    table_within(page, element, MAX_TABLE_BYTES).0
}

/// As [`table`], with at most this many bytes of text; also returns whether text was left out
/// because of the limit, and the number of grid positions.
pub fn table_within(
    page: &Page,
    element: ElementIndex,
    bytes: usize,
) -> (Vec<TableRow>, bool, u64) {
    let (left, places) = (Cell::new(bytes), Cell::new(0));
    let rows = rows_of(page, element, &left, &places);
    (rows, left.get() == 0, places.get())
}

fn rows_of(
    page: &Page,
    element: ElementIndex,
    left: &Cell<usize>,
    places: &Cell<u64>,
) -> Vec<TableRow> {
    let Some(top) = page.element(element) else {
        return Vec::new();
    };
    let found = std::iter::once(top)
        .chain(top.descendent_elements())
        .find(|e| matches!(e.value().name(), "table" | "dl"));
    let Some((found, index)) = found.and_then(|e| Some((e, page.index_of(e)?))) else {
        return Vec::new();
    };
    if found.value().name() == "dl" {
        return definitions(page, found, left);
    }
    let grid = Grid::new(page, index);
    let widths = (0..grid.height()).map(|row| grid.width(row) as u64);
    places.set(widths.sum());
    let rows: Vec<usize> = (0..grid.height())
        .filter(|row| grid.cells_of(*row).iter().any(|cell| !cell.is_empty))
        .collect();
    let reader = Reader {
        page,
        grid: &grid,
        rows,
        left,
    };
    if reader.has_header() {
        reader.below_headers()
    } else if reader.is_paired() {
        reader.pairs()
    } else if reader.is_vertical() {
        reader.beside_headers()
    } else {
        reader.below_headers()
    }
}

/// A definition list is one record.
fn definitions(page: &Page, list: ElementRef<'_>, left: &Cell<usize>) -> Vec<TableRow> {
    let mut row = TableRow::new();
    let mut term = None;
    for element in list.descendent_elements().take(MAX_CELLS) {
        let text = || {
            page.index_of(element)
                .and_then(|e| cell_text(page, e, left))
        };
        match element.value().name() {
            "dt" => term = text().map(|text| header(&text)),
            "dd" => {
                if let (Some(term), Some(text)) = (&term, text()) {
                    row.push((term.clone(), text));
                }
            }
            _ => {}
        }
    }
    let names = unique(row.iter().map(|(name, _)| name.clone()).collect());
    let values = row.into_iter().map(|(_, value)| value);
    let row: TableRow = names.into_iter().zip(values).collect();
    if row.is_empty() {
        Vec::new()
    } else {
        vec![row]
    }
}

struct Reader<'a> {
    page: &'a Page,
    grid: &'a Grid,
    /// Rows with text.
    rows: Vec<usize>,
    /// Bytes still available.
    left: &'a Cell<usize>,
}

/// The text of an element, if it fits in the remaining bytes.
fn cell_text(page: &Page, element: ElementIndex, left: &Cell<usize>) -> Option<String> {
    if left.get() == 0 {
        return None;
    }
    let text = collapse(&inner_text(page, element));
    left.set(left.get().saturating_sub(text.len()));
    Some(text)
}

impl Reader<'_> {
    fn has_header(&self) -> bool {
        self.rows.iter().any(|row| self.grid.is_header_row(*row))
    }

    fn text(&self, cell: &GridCell) -> String {
        cell_text(self.page, cell.element, self.left).unwrap_or_default()
    }

    /// The value of a column; `None` if it does not fit with its name.
    fn named(&self, name: &str, cell: &GridCell) -> Option<(String, String)> {
        let text = cell_text(self.page, cell.element, self.left)?;
        self.left.set(self.left.get().saturating_sub(name.len()));
        Some((name.to_owned(), text))
    }

    fn width(&self) -> usize {
        let widths = self.rows.iter().map(|row| self.grid.width(*row));
        widths.max().unwrap_or(0)
    }

    /// Whether one cell covers the whole row: a title, or the name of a section.
    fn is_title(&self, row: usize) -> bool {
        self.width() > 1
            && matches!(self.grid.cells_of(row).as_slice(), [only] if only.is_head || self.grid.is_header_row(row))
    }

    /// Records are rows.
    fn below_headers(&self) -> Vec<TableRow> {
        let width = self.width();
        let mut names = vec![String::new(); width];
        let mut records: Vec<TableRow> = Vec::new();
        let mut shown = Vec::new();
        let mut left = MAX_CELLS;
        for &row in &self.rows {
            if self.is_title(row) {
                continue;
            }
            if self.grid.is_header_row(row) {
                // Header rows above the data name columns together; those among the data repeat.
                if records.is_empty() {
                    self.add_names(&mut names, row);
                }
                continue;
            }
            if shown.is_empty() {
                shown = numbered(&names);
            }
            if self.repeats(&names, row) {
                continue;
            }
            let record: TableRow = shown
                .iter()
                .zip(0..)
                .filter_map(|(name, column)| {
                    let cell = self.grid.at(row, column)?;
                    self.named(name, cell)
                })
                .collect();
            left = left.saturating_sub(record.len());
            if left == 0 {
                break;
            }
            records.push(record);
        }
        records
    }

    /// Whether `row` repeats the headers.
    fn repeats(&self, names: &[String], row: usize) -> bool {
        let mut cells = names.iter().zip(0..);
        self.grid.cells_of(row).iter().all(|cell| cell.is_head)
            && cells.all(|(name, column)| {
                let cell = self.grid.at(row, column);
                cell.is_some_and(|cell| header(&self.text(cell)) == *name)
            })
    }

    fn add_names(&self, names: &mut [String], row: usize) {
        for (column, name) in names.iter_mut().enumerate() {
            let Some(cell) = self.grid.at(row, column).filter(|c| c.row == row) else {
                continue;
            };
            let more = header(&self.text(cell));
            if !more.is_empty() && *name != more {
                if !name.is_empty() {
                    name.push(' ');
                }
                name.push_str(&more);
            }
        }
    }

    /// Whether labels and values alternate within rows: `th td th td`.
    fn is_paired(&self) -> bool {
        let mut paired = false;
        for &row in self.rows.iter().filter(|row| !self.is_title(**row)) {
            let cells = self.grid.cells_of(row);
            if cells.len() % 2 == 1 {
                return false;
            }
            for pair in cells.chunks(2) {
                match pair {
                    [label, value] if self.is_label(label) && !self.is_label(value) => {}
                    [label, value] if label.is_empty && value.is_empty => {}
                    _ => return false,
                }
            }
            paired |= cells.len() > 2;
        }
        paired
    }

    /// Whether every row begins with a label.
    fn is_vertical(&self) -> bool {
        let mut any = false;
        for &row in self.rows.iter().filter(|row| !self.is_title(**row)) {
            let cells = self.grid.cells_of(row);
            let Some((first, rest)) = cells.split_first() else {
                continue;
            };
            if !self.is_label(first) || rest.is_empty() || rest.iter().any(|c| c.is_head) {
                return false;
            }
            any = true;
        }
        any
    }

    fn is_label(&self, cell: &GridCell) -> bool {
        cell.is_head || cell.is_bold || self.text(cell).ends_with([':', '：'])
    }

    /// One record of all pairs.
    fn pairs(&self) -> Vec<TableRow> {
        let mut names = Vec::new();
        let mut values = Vec::new();
        for &row in self.rows.iter().filter(|row| !self.is_title(**row)) {
            for pair in self.grid.cells_of(row).chunks(2) {
                if let [label, value] = pair
                    && !label.is_empty
                {
                    names.push(header(&self.text(label)));
                    values.push(self.text(value));
                }
            }
        }
        vec![unique(names).into_iter().zip(values).collect()]
    }

    /// Records are columns.
    fn beside_headers(&self) -> Vec<TableRow> {
        let rows: Vec<usize> = self
            .rows
            .iter()
            .copied()
            .filter(|row| !self.is_title(*row))
            .collect();
        let name = |row: &usize| {
            let first = self.grid.at(*row, 0);
            first.map_or_else(String::new, |cell| header(&self.text(cell)))
        };
        let names = numbered(&rows.iter().map(name).collect::<Vec<_>>());
        let width = self.width();
        let most = MAX_CELLS / rows.len().max(1);
        (1..width)
            .take(most)
            .map(|column| {
                let cells = rows.iter().zip(&names);
                cells
                    .filter_map(|(row, name)| {
                        let cell = self.grid.at(*row, column)?;
                        self.named(name, cell)
                    })
                    .collect::<TableRow>()
            })
            .filter(|record| record.iter().any(|(_, value)| !value.is_empty()))
            .collect()
    }
}

/// A header without its colon.
fn header(text: &str) -> String {
    text.trim_end_matches([':', '：', ' ']).to_owned()
}

/// Empty names become numbers, from 1; all become unique.
fn numbered(names: &[String]) -> Vec<String> {
    let names = (1..).zip(names).map(|(number, name)| {
        if name.is_empty() {
            number.to_string()
        } else {
            name.clone()
        }
    });
    unique(names.collect())
}

/// The second `Name` becomes `Name 2`.
fn unique(names: Vec<String>) -> Vec<String> {
    let mut used = std::collections::HashSet::new();
    let mut next: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    names
        .into_iter()
        .map(|name| {
            let mut shown = name.clone();
            while !used.insert(shown.clone()) {
                let number = next.entry(name.clone()).or_insert(1);
                *number += 1;
                shown = format!("{name} {number}");
            }
            shown
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::page;
    use super::*;

    #[track_caller]
    fn check(html: &str, expected: &str) {
        let page = page(html);
        let rows = table(&page, 0);
        let row = |row: &TableRow| {
            let cells: Vec<String> = row.iter().map(|(n, v)| format!("{n}: {v}")).collect();
            cells.join("; ")
        };
        let shown: Vec<String> = rows.iter().map(row).collect();
        assert_eq!(shown.join(" | "), expected, "{html}");
    }

    #[test]
    fn headers_stand_above() {
        let rows = "<tr><td>Dune<td>1965<tr><td>Ubik<td>1969";
        let expected = "T: Dune; Y: 1965 | T: Ubik; Y: 1969";
        check(&format!("<table><tr><th>T<th>Y{rows}</table>"), expected);
        check(
            &format!("<table><thead><tr><td>T:<td>Y</thead>{rows}</table>"),
            expected,
        );
        check(
            &format!("<table><tr><td><b>T</b><td><strong>Y</strong>{rows}</table>"),
            expected,
        );
        check(
            &format!("<table><tr><th colspan=2>All<tr><th>T<th>Y{rows}<tr><th>T<th>Y</table>"),
            expected,
        );
        check(
            &format!("<table>{rows}</table>"),
            "1: Dune; 2: 1965 | 1: Ubik; 2: 1969",
        );
        check(
            "<table><tr><th>T<th>T<th><tr><td>a<td>b<td>c</table>",
            "T: a; T 2: b; 3: c",
        );
    }

    #[test]
    fn headers_stand_at_the_left() {
        check(
            "<table><tr><th>T<td>Dune<td>Ubik<tr><th>Y<td>1965<td>1969</table>",
            "T: Dune; Y: 1965 | T: Ubik; Y: 1969",
        );
        check(
            "<table><tr><td>T:<td>Dune<tr><td>Y:<td>1965</table>",
            "T: Dune; Y: 1965",
        );
        check(
            "<table><tr><th colspan=2>Book<tr><th>T<td>Dune<tr><th>Y<td>1965</table>",
            "T: Dune; Y: 1965",
        );
        check(
            "<table><tr><th>A<td>1<th>B<td>2<tr><th>C<td>3<th>D<td>4</table>",
            "A: 1; B: 2; C: 3; D: 4",
        );
        check("<dl><dt>A<dd>1<dd>2<dt>B:<dd>3</dl>", "A: 1; A 2: 2; B: 3");
    }

    #[test]
    fn spans_and_nested_tables_hold() {
        check(
            "<table><tr><th>A<th>B<tr><td rowspan=2>x<td>1<tr><td>2<tr><td colspan=2>y</table>",
            "A: x; B: 1 | A: x; B: 2 | A: y; B: y",
        );
        check(
            "<table><tr><th rowspan=2>A<th colspan=2>G<tr><th>B<th>C<tr><td>1<td>2<td>3</table>",
            "A: 1; G B: 2; G C: 3",
        );
        check(
            "<table><tr><th>A<th>B<tr><td>1<td><table><tr><td>n<tr><td>m</table></table>",
            "A: 1; B: n m",
        );
        check("<p>no table</p>", "");
        check("<table><tr><td></table>", "");
    }

    #[test]
    fn huge_spans_stay_bounded() {
        let wide = "<tr><td colspan=1000 rowspan=65534>x".repeat(2_000);
        let rows = table(&page(&format!("<table>{wide}</table>")), 0);
        assert!(rows.iter().map(Vec::len).sum::<usize>() <= MAX_CELLS);
    }
}
