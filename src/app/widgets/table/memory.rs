//! The persistent state of a table: the order, the widths and the sorting of its columns, by the
//! key set by its view. Stored in the layout.

use eframe::egui::{Context, Ui};

use super::{ColumnSpec, TableState};
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

    /// Stores the width of `column` in `ui` while the user drags it: while a button is down, and it
    /// differs from the previous frame.
    pub(super) fn measured(&mut self, ui: &Ui, column: &ColumnSpec) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped first"
        )]
        let width = ui.max_rect().width().round().clamp(0.0, 10_000.0) as u16;
        let before = self.seen.insert(column.key.clone(), width);
        let drags = ui.input(|input| input.pointer.any_down());
        if drags && before.is_some_and(|before| before != width) {
            self.widths.insert(column.key.clone(), width);
        }
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
