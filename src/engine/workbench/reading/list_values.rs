//! The values that a list has of its pages, in the reading of one of them: as in a run, they come
//! before what is detected without a rule, and fill what the rule does not find.

use crate::protocol::authoring::{CellSource, PageReading, ReadCell, ReadRow};
use bowerbird_logic::model::{DefaultColumn, Value};

impl PageReading {
    /// This reading of a page with the values of the item that links to it; `list` is the reading of
    /// its list. `None` if the list does not link to `url`, or changes nothing.
    #[must_use]
    pub fn with_list_values(&self, list: &Self, url: &str) -> Option<Self> {
        let links_here = |row: &&ReadRow| row.link.as_deref() == Some(url);
        let item = list.rows.iter().find(links_here)?;
        let mut joined = self.clone();
        let cells = list.columns.iter().zip(&item.cells);
        for (name, cell) in cells {
            let value = cell.value.as_ref().filter(|value| !value.is_blank());
            let Some(value) = value else { continue };
            let known = joined.columns.iter().position(|column| column == name);
            let Some(place) = known.or_else(|| joined.added(name)) else {
                continue;
            };
            let cells = joined.rows.iter_mut();
            for cell in cells.filter_map(|row| row.cells.get_mut(place)) {
                if gives_way(cell) {
                    *cell = ReadCell {
                        value: Some(value.clone()),
                        source: CellSource::FromList,
                        ..ReadCell::default()
                    };
                }
            }
        }
        (joined != *self).then_some(joined)
    }

    /// The place of a new column that every record has.
    fn added(&mut self, name: &str) -> Option<usize> {
        let column = DefaultColumn::from_token(name)?;
        DefaultColumn::EXTRACTED.contains(&column).then(|| {
            self.columns.push(name.to_owned());
            for row in &mut self.rows {
                row.cells.push(ReadCell::default());
            }
            self.columns.len().saturating_sub(1)
        })
    }
}

/// Whether the list's value is stored in place of this one. A fault is left to be seen.
fn gives_way(cell: &ReadCell) -> bool {
    let is_open = cell.value.as_ref().is_none_or(Value::is_blank);
    let by_rule = matches!(cell.source, CellSource::Alternative(_) | CellSource::Whole);
    cell.fault.is_none() && (is_open || !by_rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str, source: CellSource) -> ReadCell {
        ReadCell {
            value: (!text.is_empty()).then(|| Value::One(text.to_owned())),
            source,
            ..ReadCell::default()
        }
    }

    fn reading(columns: &[&str], link: Option<&str>, cells: Vec<ReadCell>) -> PageReading {
        PageReading {
            columns: columns.iter().map(|name| (*name).to_owned()).collect(),
            rows: vec![ReadRow {
                link: link.map(str::to_owned),
                cells,
                ..ReadRow::default()
            }],
            ..PageReading::default()
        }
    }

    #[test]
    fn what_the_list_says_comes_before_what_is_detected() {
        let by_rule = CellSource::Alternative(0);
        let list = reading(
            &["title", "author", "date", "views"],
            Some("http://a.example/1"),
            vec![
                cell("How to feed", by_rule),
                cell("Ann", by_rule),
                cell("2026-01-02", by_rule),
                cell("53", by_rule),
            ],
        );
        let page = reading(
            &["author", "title", "text"],
            None,
            vec![
                cell("Ben", by_rule),
                cell("The Forum", CellSource::Generic),
                cell("Words", CellSource::Whole),
            ],
        );
        let joined = page.with_list_values(&list, "http://a.example/1").unwrap();
        assert_eq!(joined.columns, ["author", "title", "text", "date"]);
        let values: Vec<String> = joined.rows[0]
            .cells
            .iter()
            .map(|cell| cell.value.as_ref().map(Value::joined).unwrap_or_default())
            .collect();
        assert_eq!(values, ["Ben", "How to feed", "Words", "2026-01-02"]);
        assert_eq!(joined.rows[0].cells[1].source, CellSource::FromList);
        assert_eq!(page.with_list_values(&list, "http://a.example/2"), None);
    }
}
