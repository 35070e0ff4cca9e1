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
        self.chosen = kept.chosen;
        if self.sort.is_none() {
            self.sort = kept.sort.map(|column| (column, kept.descending));
        }
        self.sort.is_some()
    }

    /// Whether a column is shown.
    pub fn shows(&self, key: &str) -> bool {
        if self.hidden.contains(key) {
            return false;
        }
        let is_sorted = self.sort.as_ref().is_some_and(|(sorted, _)| sorted == key);
        is_sorted || self.chosen.contains(key) || !self.left_out.contains(key)
    }

    /// Shows or hides a column as a person chose, whatever is the default.
    pub fn choose_column(&mut self, key: &str, shown: bool) {
        let (into, from) = match shown {
            true => (&mut self.chosen, &mut self.hidden),
            false => (&mut self.hidden, &mut self.chosen),
        };
        into.insert(key.to_owned());
        from.remove(key);
    }

    /// Leaves these columns out, unless a person chose them.
    pub fn leave_out(&mut self, keys: Vec<String>) {
        self.left_out = keys.into_iter().collect();
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
            chosen: self.chosen.clone(),
            sort,
            descending,
        };
        layout::keep_table(ctx, key, &now);
    }
}
