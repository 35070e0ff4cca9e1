//! The stream as a table: its columns, its cells, the menu of a row.

use eframe::egui::{Label, Ui};

use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::records::comparison::number_words;
use crate::widgets::state_marks::{self, MarkShape};
use crate::widgets::table::{Cell, ColumnSpec, Rows};
use bowerbird_engine::types::{ChangeKind, RecordFact, printable};

pub(super) fn columns(look: &UiContext) -> Vec<ColumnSpec> {
    let column = |key: &str, id: &str, width: f32| ColumnSpec::new(key, look.t(id), width);
    vec![
        column("when", "changes-when", 112.0),
        column("site", "app-tasks-site", 110.0),
        column("record", "changes-record", 170.0),
        column("what", "changes-what", 88.0),
        column("field", "changes-field", 74.0),
        column("difference", "changes-difference", 116.0).numeric(),
        column("before", "changes-before", 96.0),
        // The last one takes what is left of the width.
        column("after", "changes-after", 96.0),
    ]
}

/// Id of the word for what happened.
pub(super) fn kind_id(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::New => "change-new",
        ChangeKind::Changed => "change-changed",
        ChangeKind::Gone => "change-gone",
        ChangeKind::Back => "change-back",
    }
}

pub(super) struct ChangeRows<'a> {
    pub(super) look: &'a UiContext,
    pub(super) world: &'a AppState,
    pub(super) facts: &'a [RecordFact],
    /// The row that a person marked in its menu.
    pub(super) marked: Option<usize>,
    /// The row that a person makes a condition of.
    pub(super) watched: Option<usize>,
    /// The row whose field a person leaves out of changes.
    pub(super) left_out: Option<usize>,
}

impl Rows for ChangeRows<'_> {
    fn len(&self) -> usize {
        self.facts.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let Some(fact) = self.facts.get(row) else {
            return Cell::Empty;
        };
        match key {
            "when" => Cell::of(self.look.time(fact.at)),
            "site" => Cell::of(&fact.site_name),
            "record" => Cell::of(&fact.title),
            "what" => Cell::of(self.look.t(kind_id(fact.kind))),
            "field" => Cell::of(&fact.field),
            "before" => Cell::of(&fact.before),
            "after" => Cell::of(&fact.after),
            "difference" => Cell::of(number_words(&fact.before, &fact.after).unwrap_or_default()),
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let Some(fact) = self.facts.get(row) else {
            return false;
        };
        let look = self.look;
        if key == "record" && fact.unread {
            let word = look.t("changes-unread");
            state_marks::named_mark_ui(ui, MarkShape::Disc, look.tokens.accent, &word);
            // A click belongs to the row.
            let title = look.coloured(printable(&fact.title), look.tokens.text);
            ui.add(Label::new(title).selectable(false).truncate());
            return true;
        }
        if key != "what" {
            return false;
        }
        let tokens = look.tokens;
        let (mark, colour) = match fact.kind {
            ChangeKind::New => (MarkShape::Disc, tokens.ok),
            ChangeKind::Changed => (MarkShape::Diamond, tokens.accent),
            ChangeKind::Gone => (MarkShape::Cross, tokens.warn),
            ChangeKind::Back => (MarkShape::Ring, tokens.ok),
        };
        state_marks::word_ui(ui, mark, colour, &look.t(kind_id(fact.kind)));
        true
    }

    fn menu_ui(&mut self, ui: &mut Ui, row: usize) {
        let Some(fact) = self.facts.get(row) else {
            return;
        };
        let look = self.look;
        let mark = match fact.unread {
            true => "changes-mark-read",
            false => "changes-mark-unread",
        };
        if ui.button(look.t(mark)).clicked() {
            self.marked = Some(row);
            ui.close();
        }
        let watch = ui.button(look.t("condition-from-change"));
        if watch
            .on_hover_text(look.t("condition-from-change-tip"))
            .clicked()
        {
            self.watched = Some(row);
            ui.close();
        }
        let may = fact.kind == ChangeKind::Changed && self.world.site(fact.site).is_some();
        if may {
            let words = look.t1("changes-leave-out", "field", fact.field.as_str());
            let button = ui.button(words);
            if button
                .on_hover_text(look.t("changes-leave-out-tip"))
                .clicked()
            {
                self.left_out = Some(row);
                ui.close();
            }
        }
    }
}
