//! The columns of the table: the key and the state of each record, then those of the export.

use crate::export::Nested;
use crate::export::columns::{Cell, Column, HeadedColumn};
use crate::export::formats::csv::text_of;
use bowerbird_logic::model::StoredRecord;

/// The column with the key: it says which record a row is.
pub(super) const KEY: &str = "record_key";
/// The column with the state: `present`, `gone` or `deleted`.
pub(super) const STATE: &str = "record_state";
/// Bytes of a name: PostgreSQL has 63, MySQL 64 characters.
pub(super) const MAX_NAME_BYTES: usize = 63;

/// What a column takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any text.
    Text,
    /// A number.
    Number,
    /// A time.
    Time,
}

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableColumn {
    /// Its name.
    pub(super) name: String,
    /// What it takes.
    pub(super) kind: Kind,
}

/// The columns of the export as columns of a table; the key and the state come before them.
#[derive(Clone, Debug)]
pub(super) struct TableColumns {
    chosen: Vec<HeadedColumn>,
    columns: Vec<TableColumn>,
}

impl TableColumns {
    /// The columns with names that every database takes.
    pub(super) fn of(chosen: Vec<HeadedColumn>) -> Self {
        let mut names = vec![KEY.to_owned(), STATE.to_owned()];
        let columns = chosen.iter().map(|column| {
            let name = free_name(&column.head, &names);
            names.push(name.clone());
            let kind = match column.column {
                Column::FetchedAt => Kind::Time,
                _ if column.is_number => Kind::Number,
                _ => Kind::Text,
            };
            TableColumn { name, kind }
        });
        let columns = columns.collect();
        Self { chosen, columns }
    }

    /// Those of the export.
    pub(super) fn columns(&self) -> &[TableColumn] {
        &self.columns
    }

    /// The names of all, the key and the state first.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let own = self.columns.iter().map(|column| column.name.as_str());
        [KEY, STATE].into_iter().chain(own)
    }

    /// What each takes, the key and the state first.
    pub(super) fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        let own = self.columns.iter().map(|column| column.kind);
        [Kind::Text, Kind::Text].into_iter().chain(own)
    }

    /// The same, where columns that the table has already take what they take.
    pub(super) fn as_in_table(&self, known: impl Fn(&str) -> Option<Kind>) -> Self {
        let columns = self.columns.iter().map(|column| TableColumn {
            kind: known(&column.name).unwrap_or(column.kind),
            ..column.clone()
        });
        Self {
            columns: columns.collect(),
            ..self.clone()
        }
    }

    /// The row of a record, and how many of its values are left out because they are no numbers.
    pub(super) fn row(
        &self,
        key: String,
        state: &str,
        record: &StoredRecord,
    ) -> (Vec<Option<String>>, u64) {
        let mut left_out = 0;
        let mut row = vec![Some(key), Some(state.to_owned())];
        for (chosen, column) in self.chosen.iter().zip(&self.columns) {
            let cell = chosen.cell(record);
            let text = match &cell {
                Cell::None => None,
                cell => Some(text_of(cell, Nested::Json).replace('\0', "")),
            };
            row.push(match (column.kind, text) {
                (Kind::Text, text) => text,
                (_, None) => None,
                (_, Some(text)) if text.trim().is_empty() => None,
                (Kind::Time, Some(text)) => Some(text),
                (Kind::Number, Some(text)) => {
                    let number = text.parse::<f64>().is_ok_and(f64::is_finite);
                    left_out += u64::from(!number);
                    number.then_some(text)
                }
            });
        }
        (row, left_out)
    }
}

/// A name that is none of `taken`, whatever the case, and not too long.
fn free_name(head: &str, taken: &[String]) -> String {
    let head = head.replace('\0', "");
    let head = match head.trim() {
        "" => "column",
        head => head,
    };
    let is_taken = |name: &str| {
        let name = name.to_lowercase();
        taken.iter().any(|other| other.to_lowercase() == name)
    };
    let mut number = 1;
    loop {
        let end = match number {
            1 => String::new(),
            number => format!("_{number}"),
        };
        let room = MAX_NAME_BYTES - end.len();
        let fits = (0..=room.min(head.len()))
            .rev()
            .find(|at| head.is_char_boundary(*at));
        let name = format!(
            "{}{end}",
            head.get(..fits.unwrap_or(0)).unwrap_or_default().trim_end()
        );
        if !is_taken(&name) {
            return name;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_and_differ() {
        let mut taken = vec![KEY.to_owned()];
        for (head, name) in [
            ("price", "price"),
            ("Price", "Price_2"),
            ("Record_Key", "Record_Key_2"),
            (" ", "column"),
        ] {
            let free = free_name(head, &taken);
            assert_eq!(free, name);
            taken.push(free);
        }
        let long = "标题".repeat(30);
        let first = free_name(&long, &taken);
        taken.push(first.clone());
        let second = free_name(&long, &taken);
        assert!(first.len() <= MAX_NAME_BYTES && second.len() <= MAX_NAME_BYTES);
        assert_ne!(first, second);
    }
}
