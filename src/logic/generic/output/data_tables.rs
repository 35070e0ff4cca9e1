//! Whether a table holds data or only places things on the page. Input: node features.

use super::super::features::BodyTree;

/// The purpose of a table.
pub(super) struct Table {
    /// Whether it shows data rather than serving layout.
    pub is_data: bool,
}

/// A cell with more characters and several blocks contains an article, not a datum.
const LONG_CELL: usize = 600;

impl Table {
    /// Classifies the table `at`.
    pub fn of(tree: &BodyTree<'_>, at: usize) -> Self {
        let Some(table) = tree.get(at) else {
            return Self { is_data: false };
        };
        let (mut rows, mut cells, mut widest, mut headed) = (0, 0, 0, false);
        let placed = matches!(table.attr("role"), Some("presentation" | "none"));
        for (number, item) in (at..table.end).filter_map(|n| tree.get(n)).enumerate() {
            match item.name() {
                "table" | "pre" | "form" | "textarea" if number > 0 => {
                    return Self { is_data: false };
                }
                "tr" => {
                    rows += 1;
                    cells = 0;
                }
                "td" | "th" => {
                    headed |= item.name() == "th";
                    cells += usize::from(item.chars > 0);
                    widest = widest.max(cells);
                    if item.chars > LONG_CELL && item.name() == "td" {
                        return Self { is_data: false };
                    }
                }
                _ => {}
            }
        }
        Self {
            is_data: !placed && rows >= 2 && widest >= 2
                || headed && rows >= 1 && widest >= 2 && !placed,
        }
    }
}
