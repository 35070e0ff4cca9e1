//! The table of further pages: their verdicts, and which fields have a value or lack one. A click
//! on a page opens it.

use eframe::egui::{Button, Color32, Ui};

use super::pages::{Tested, Verdict};
use super::{RuleMaintenance, name_word};
use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::Authoring;
use crate::widgets::state_marks::{self, MarkShape};
use crate::widgets::table::{Cell, ColumnSpec, Rows, table_ui};

/// Draws the panel.
pub fn pages_ui(
    ui: &mut Ui,
    look: &UiContext,
    maintenance: &mut RuleMaintenance,
    author: &Authoring,
    actions: &mut Vec<Action>,
) {
    ui.take_available_height();
    head_ui(ui, look, maintenance, author, actions);
    if maintenance.pages.rows().is_empty() {
        let id = if maintenance.pages.waiting(author) == 0 {
            "app-pages-no-list"
        } else {
            "app-pages-none"
        };
        ui.label(look.hint(look.t(id)));
        return;
    }
    let columns = [
        ColumnSpec::new("verdict", look.t("app-pages-verdict"), 150.0),
        ColumnSpec::new("page", look.t("app-pages-page"), 330.0),
        ColumnSpec::new("found", look.t("app-pages-found"), 210.0),
        ColumnSpec::new("missing", look.t("app-pages-missing"), 170.0),
        ColumnSpec::new("ms", look.t("app-pages-ms"), 84.0).numeric(),
    ];
    let mut table = std::mem::take(&mut maintenance.pages.table);
    table.remember(ui.ctx(), "tested-pages");
    let mut rows = PageRows {
        look,
        rows: maintenance.pages.rows(),
        clicked: None,
    };
    let name = look.t("app-pages-table");
    let output = table_ui(ui, look, &name, &columns, &mut table, &mut rows);
    let wanted = rows.clicked.or(output.opened);
    if let Some(row) = wanted.and_then(|row| maintenance.pages.rows().get(row)) {
        actions.push(Action::OpenInWorkbench {
            url: row.url.clone(),
            site: author.site,
        });
    }
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
    maintenance.pages.table = table;
}

fn head_ui(
    ui: &mut Ui,
    look: &UiContext,
    maintenance: &mut RuleMaintenance,
    author: &Authoring,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        let usable = author.rule.is_some() && maintenance.pages.waiting(author) > 0;
        let test = Button::new(look.t("app-pages-test"));
        let tip = look.t("app-pages-test-tip");
        if ui.add_enabled(usable, test).on_hover_text(tip).clicked() {
            maintenance.pages.test(author, actions);
        }
        if maintenance.pages.running() {
            if ui.button(look.t("app-pages-stop")).clicked() {
                maintenance.pages.stop(author, actions);
            }
        } else if !maintenance.pages.rows().is_empty()
            && ui.button(look.t("app-pages-again")).clicked()
        {
            maintenance.pages.again(author, actions);
        }
        if maintenance.pages.outdated(author) {
            let text = look.t("app-pages-outdated");
            state_marks::word_ui(ui, MarkShape::Triangle, look.tokens.warn, &text);
        }
    });
}

struct PageRows<'a> {
    look: &'a UiContext,
    rows: &'a [Tested],
    clicked: Option<usize>,
}

impl PageRows<'_> {
    fn names_cell(&self, names: &[&str]) -> Cell {
        let words: Vec<String> = names
            .iter()
            .map(|name| name_word(self.look, name))
            .collect();
        Cell::of(self.look.list(&words))
    }
}

impl Rows for PageRows<'_> {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let Some(tested) = self.rows.get(row) else {
            return Cell::Empty;
        };
        match key {
            "verdict" => Cell::of(verdict_mark(self.look, tested).2),
            "page" => Cell::Code(tested.url.clone()),
            "found" => match &tested.result {
                Some(Err(message)) => Cell::of(self.look.text(message)),
                _ => self.names_cell(&tested.fields().0),
            },
            "missing" => self.names_cell(&tested.fields().1),
            "ms" if tested.result.is_some() => Cell::of(self.look.count(tested.ms)),
            "ms" => Cell::Pending,
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let Some(tested) = self.rows.get(row) else {
            return false;
        };
        match key {
            "verdict" => {
                let (mark, colour, word) = verdict_mark(self.look, tested);
                state_marks::word_ui(ui, mark, colour, &word);
            }
            "page" => {
                let name = self
                    .look
                    .t1("app-pages-open-one", "page", tested.url.as_str());
                let link = self.look.quiet(ui, &tested.url).accessible_name(name);
                if link.on_hover_text(&tested.url).clicked() {
                    self.clicked = Some(row);
                }
            }
            _ => return false,
        }
        true
    }
}

fn verdict_mark(look: &UiContext, tested: &Tested) -> (MarkShape, Color32, String) {
    let tokens = look.tokens;
    let (mark, colour, id) = match tested.verdict() {
        Verdict::Waiting => (MarkShape::Ring, tokens.dim, "app-pages-waiting"),
        Verdict::Full => (MarkShape::Disc, tokens.ok, "app-pages-full"),
        Verdict::Lacking => (MarkShape::Triangle, tokens.warn, "app-pages-lacking"),
        Verdict::Faulty => (MarkShape::Diamond, tokens.bad, "app-pages-faulty"),
        Verdict::Nothing => (MarkShape::Frame, tokens.bad, "app-pages-nothing"),
        Verdict::Failed(_) => (MarkShape::Cross, tokens.bad, "app-pages-failed"),
    };
    (mark, colour, look.t(id))
}
