//! Order and initial widths of a table's columns. Pure: transforms specifications.

use super::ColumnSpec;
use crate::style::theme::GAP;

/// The keys of columns that keep their width, in every table: a truncated button is
/// incomprehensible, and truncated names or times are indistinguishable.
const KEPT: [&str; 4] = ["do", "name", "time", "when"];

/// Narrows wide columns (wider than a date column) to at least three fifths if all do not fit into
/// `room` points: a table that scrolls sideways by a few points hides its last words.
pub(super) fn fit(columns: &mut [ColumnSpec], room: f32) {
    let wide = |column: &ColumnSpec| column.width > 130.0 && !KEPT.contains(&column.key.as_str());
    let all: f32 = columns.iter().map(|column| column.width + 2.0 * GAP).sum();
    let flexible: f32 = columns.iter().filter(|c| wide(c)).map(|c| c.width).sum();
    if all <= room || flexible <= 0.0 {
        return;
    }
    let share = ((flexible - (all - room)) / flexible).clamp(0.6, 1.0);
    for column in columns.iter_mut().filter(|column| wide(column)) {
        column.width = (column.width * share).floor();
    }
}

/// The columns in the user's order; new ones after the one that they follow by default.
pub(super) fn ordered(columns: &[ColumnSpec], order: &mut Vec<String>) -> Vec<ColumnSpec> {
    order.retain(|key| columns.iter().any(|column| column.key == *key));
    let mut place = 0;
    for column in columns {
        match order.iter().position(|key| *key == column.key) {
            Some(known) => place = known + 1,
            None => {
                order.insert(place, column.key.clone());
                place += 1;
            }
        }
    }
    order
        .iter()
        .filter_map(|key| columns.iter().find(|column| column.key == *key))
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn widths(room: f32) -> Vec<f32> {
        let column = |key, width| ColumnSpec::new(key, String::new(), width);
        let mut columns = [column("a", 60.0), column("b", 200.0), column("c", 300.0)];
        fit(&mut columns, room);
        columns.iter().map(|column| column.width).collect()
    }

    #[test]
    fn wide_columns_give_way_and_small_ones_stay() {
        assert_eq!(widths(1_000.0), [60.0, 200.0, 300.0], "there is room");
        let fitted = widths(500.0);
        let sum: f32 = fitted.iter().map(|width| width + 2.0 * GAP).sum();
        assert!(fitted[0] == 60.0 && sum <= 500.0, "{fitted:?}");
        assert_eq!(widths(100.0), [60.0, 120.0, 180.0], "no narrower than that");
    }

    #[test]
    fn a_new_column_stands_where_it_does_by_default() {
        let columns = ["tick", "a", "b", "c"].map(|key| ColumnSpec::new(key, String::new(), 60.0));
        let mut order = ["c", "a"].map(str::to_owned).to_vec();
        ordered(&columns, &mut order);
        assert_eq!(order, ["tick", "c", "a", "b"]);
    }

    #[test]
    fn buttons_keep_their_words() {
        let column = |key, width| ColumnSpec::new(key, String::new(), width);
        let mut columns = [column("do", 150.0), column("a", 300.0)];
        fit(&mut columns, 300.0);
        assert_eq!(columns.map(|column| column.width), [150.0, 180.0]);
    }
}
