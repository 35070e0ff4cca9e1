//! What a table keeps from one start to the next: the order, the widths and the sorting of its
//! columns, by the key its view gave it. Flows in and out through the layout.

use eframe::egui::{Context, Ui};

use super::{ColumnSpec, TableState};
use crate::state::layout::{self, TableLayout};

impl TableState {
    /// Lets the table be remembered as `key`, and takes up what was remembered the first time.
    /// True when that brought a sorting, so that the rows must be asked for again.
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

    /// Takes the width of `column` as it is in `ui` while the person drags it: while a button is
    /// down, and it is another one than in the frame before.
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

    /// Hands what is to be remembered to the layout.
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
