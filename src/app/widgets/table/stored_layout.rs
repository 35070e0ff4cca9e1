//! The persistent state of a table: the order, the widths and the sorting of its columns, by the
//! key set by its view. Stored in the layout.

use eframe::egui::Context;

use super::TableState;
use crate::state::layout::{self, TableLayout};

impl TableState {
    /// Stores the table's layout as `key`, and loads it the first time. Returns true when that set
    /// a sort order, so that the rows must be queried again.
    pub fn remember(&mut self, ctx: &Context, key: &'static str) -> bool {
        if self.key.is_some() {
            return false;
        }
        self.key = Some(key);
        let Some(kept) = layout::table(ctx, key) else {
            return false;
        };
        self.order = kept.order;
        self.widths = kept.widths;
        self.hidden = kept.hidden;
        if self.sort.is_none() {
            self.sort = kept.sort.map(|column| (column, kept.descending));
        }
        self.sort.is_some()
    }

    /// Passes the persistent state to the layout.
    pub(super) fn keep(&self, ctx: &Context) {
        let Some(key) = self.key else {
            return;
        };
        let (sort, descending) = match &self.sort {
            Some((column, descending)) => (Some(column.clone()), *descending),
            None => (None, false),
        };
        let now = TableLayout {
            order: self.order.clone(),
            widths: self.widths.clone(),
            hidden: self.hidden.clone(),
            sort,
            descending,
        };
        layout::keep_table(ctx, key, &now);
    }
}
