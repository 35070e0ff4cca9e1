//! The rows of the data panel: first of this page, then of the samples and tested pages. Input:
//! readings. Output: rows by index, with their page.

use std::sync::Arc;

use bowerbird_engine::types::{ElementIndex, PageReading, ReadCell, ReadRow, SampleId};

/// A page other than the open one, with the rule's results.
#[derive(Clone, Debug)]
pub struct Other {
    /// Its title or address.
    pub name: String,
    /// How to open it.
    pub open: PageTarget,
    /// The rule's results.
    pub reading: Arc<PageReading>,
}

/// How to open another page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageTarget {
    /// As a sample, without a request.
    Sample(SampleId),
    /// By its address.
    Page(String),
}

/// A clicked cell of another page: the page is opened and the element highlighted there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRequest {
    /// The page.
    pub open: PageTarget,
    /// Its elements.
    pub elements: Vec<ElementIndex>,
}

/// All rows.
pub struct Sheet<'a> {
    here: &'a PageReading,
    others: Vec<&'a Other>,
    /// Columns in order: those of the open page, then additional ones of others.
    pub columns: Vec<String>,
    /// Source and row of each line: source 0 is the open page.
    lines: Vec<(usize, usize)>,
}

impl<'a> Sheet<'a> {
    /// The rows of the open page, and of other pages with the same role.
    pub fn new(here: &'a PageReading, others: &'a [Other]) -> Self {
        let others: Vec<&Other> = others
            .iter()
            .filter(|other| other.reading.role == here.role)
            .collect();
        let mut columns = here.columns.clone();
        for name in others.iter().flat_map(|other| &other.reading.columns) {
            if !columns.contains(name) {
                columns.push(name.clone());
            }
        }
        let readings = others.iter().map(|other| other.reading.as_ref());
        let lines = std::iter::once(here).chain(readings).enumerate();
        let lines = lines
            .flat_map(|(source, reading)| (0..reading.rows.len()).map(move |row| (source, row)))
            .collect();
        Self {
            here,
            others,
            columns,
            lines,
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether it contains rows of other pages.
    pub fn has_others(&self) -> bool {
        !self.others.is_empty()
    }

    fn reading(&self, source: usize) -> Option<&'a PageReading> {
        match source.checked_sub(1) {
            None => Some(self.here),
            Some(other) => self.others.get(other).map(|other| other.reading.as_ref()),
        }
    }

    /// The other page of a row; `None` for the open one.
    pub fn other(&self, line: usize) -> Option<&'a Other> {
        let (source, _) = self.lines.get(line)?;
        self.others.get(source.checked_sub(1)?).copied()
    }

    /// A row, and its number on its page, from 1.
    pub fn row(&self, line: usize) -> Option<(&'a ReadRow, usize)> {
        let (source, row) = self.lines.get(line)?;
        Some((self.reading(*source)?.rows.get(*row)?, row + 1))
    }

    /// A cell; `None` if its page does not have the column.
    pub fn cell(&self, line: usize, column: &str) -> Option<&'a ReadCell> {
        let (source, row) = self.lines.get(line)?;
        let reading = self.reading(*source)?;
        let place = reading.columns.iter().position(|known| known == column)?;
        reading.rows.get(*row)?.cells.get(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::{PageRole, Value};

    fn reading(role: PageRole, column: &str, values: &[&str]) -> PageReading {
        let row = |value: &&str| ReadRow {
            cells: vec![ReadCell {
                value: Some(Value::One((*value).to_owned())),
                ..ReadCell::default()
            }],
            ..ReadRow::default()
        };
        PageReading {
            role,
            columns: vec![column.to_owned()],
            rows: values.iter().map(row).collect(),
            ..PageReading::default()
        }
    }

    #[test]
    fn rows_of_pages_read_alike_stand_below_those_of_the_open_one() {
        let here = reading(PageRole::Article, "title", &["a"]);
        let other = |id, reading| Other {
            name: format!("sample {id}"),
            open: PageTarget::Sample(SampleId(id)),
            reading: Arc::new(reading),
        };
        let others = [
            other(1, reading(PageRole::List, "title", &["x", "y"])),
            other(2, reading(PageRole::Article, "price", &["1", "2"])),
        ];
        let sheet = Sheet::new(&here, &others);
        assert_eq!(sheet.len(), 3);
        assert_eq!(sheet.columns, ["title", "price"]);
        assert!(sheet.other(0).is_none());
        let from: Vec<&str> = (1..3)
            .filter_map(|l| Some(sheet.other(l)?.name.as_str()))
            .collect();
        assert_eq!(from, ["sample 2", "sample 2"]);
        assert!(sheet.cell(2, "title").is_none());
        let value = sheet.cell(2, "price").and_then(|cell| cell.value.clone());
        assert_eq!(value, Some(Value::One("2".to_owned())));
        assert_eq!(sheet.row(2).map(|(_, number)| number), Some(2));
        assert!(sheet.row(3).is_none());
    }
}
