//! The table of records with its filters.

use std::collections::BTreeMap;
use std::ops::Range;

use eframe::egui::{self, Align, Key, Layout, Modifiers, Ui};

use super::by_hand::arranging::arranging_ui;
use super::by_hand::editing::{adding_ui, edit_item};
use super::by_hand::replacing::replacing_ui;
use super::columns::cells::{marks_tip, stored_cell};
use super::columns::columns;
use super::detail::existence_ui;
use super::empty_results::empty_ui;
use super::search::{self, line};
use super::{Found, ResultsState, bulk_actions, detail, export, more_filters};
use crate::action::Action;
use crate::background::MAX_CHOSEN;
use crate::shortcuts::UiCommand;
use crate::state::app_state::AppState;
use crate::state::layout;
use crate::state::new_condition::condition_of_record;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::frames::{narrow, panel};
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::ActionItem;
use crate::widgets::fields;
use crate::widgets::table::{Cell, ColumnSpec, Rows, table_ui};
use crate::widgets::tour_targets::{self, TourTarget};
use bowerbird_engine::types::{RecordId, SiteId, StoredRecord};

/// Least height of table and record together, in points.
const LEAST_WITH_RECORD: f32 = 260.0;

/// Draws the table.
pub fn list_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) {
    title_ui(ui, look, state);
    filter_ui(ui, look, world, state, actions);
    search::problems_ui(ui, look, state);
    let columns = columns(look, world, state);
    if std::mem::replace(&mut state.shown_site, state.site) != state.site {
        state.table.show_first_column();
    }
    state.keep_one_form();
    more_filters::more_filters_ui(ui, look, state, &columns, actions);
    bulk_actions::bulk_ui(ui, look, world, state, &columns, actions);
    adding_ui(ui, look, state, actions);
    replacing_ui(ui, look, state, &columns, actions);
    arranging_ui(ui, look, world, state, actions);
    export::evidence::evidence_ui(ui, look, state, actions);
    if state.exporting {
        export::export_ui(ui, look, world, state, actions);
    }
    ui.add_space(4.0);
    match state.pages.count() {
        None => {
            ui.label(look.hint(look.t("app-loading")));
        }
        Some(0) => empty_ui(ui, look, world, state, actions),
        Some(count) => records_ui(ui, look, &columns, state, count, actions),
    }
}

fn title_ui(ui: &mut Ui, look: &UiContext, state: &mut ResultsState) {
    ui.horizontal(|ui| {
        look.view_title(ui, "app-view-results");
        if let Some(count) = state.pages.count() {
            let text = look.t1("app-results-count", "count", look.count(count));
            ui.label(look.hint(text));
            let archived = state.pages.archived();
            if archived > 0 {
                ui.label(look.hint(look.t1("archive-results", "count", look.count(archived))));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let some = state.pages.count().is_some_and(|count| count > 0);
            let tip = UiCommand::Export.tooltip(look, ui.ctx());
            // The open form has the primary button then.
            let text = look.t("app-command-export");
            let button = match state.exporting {
                true => ui.button(text),
                false => look.primary_if(ui, some, text),
            };
            tour_targets::mark(ui.ctx(), TourTarget::Export, button.rect);
            if button.on_hover_text(tip).clicked() {
                match state.exporting {
                    true => state.exporting = false,
                    false => state.open_export(),
                }
            }
        });
    });
}

fn filter_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        let searched = search::field_ui(ui, look, state, actions);
        let mut options: Vec<(Option<SiteId>, String)> =
            vec![(None, look.t("app-results-all-sites"))];
        options.extend(
            world
                .sites()
                .iter()
                .map(|site| (Some(site.id), site.name.clone())),
        );
        let chosen = fields::choice(
            ui,
            look,
            "app-results-site",
            &mut state.site,
            &options,
            180.0,
        );
        if searched || chosen {
            state.table.selected = None;
            // What was written is no longer what is shown.
            state.exported = None;
            state.ask(actions);
        }
    });
}

/// Whether a key is pressed while nobody types.
fn presses(ui: &Ui, key: Key) -> bool {
    !ui.ctx().text_edit_focused() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
}

fn records_ui(
    ui: &mut Ui,
    look: &UiContext,
    columns: &[ColumnSpec],
    state: &mut ResultsState,
    count: u64,
    actions: &mut Vec<Action>,
) {
    // Beside an open export, a low window has room for the table alone.
    let fits = !narrow(ui) || ui.available_height() >= LEAST_WITH_RECORD;
    if let Some(record) = state.opened_record().filter(|_| fits) {
        let frame = panel(look).outer_margin(if narrow(ui) {
            egui::Margin {
                top: 8,
                ..egui::Margin::ZERO
            }
        } else {
            egui::Margin {
                left: 8,
                ..egui::Margin::ZERO
            }
        });
        let mut close = false;
        if presses(ui, Key::F2) {
            state.reader.edit(&record);
        }
        state.versions.follow(&record, actions);
        state.reader.follow(&record, actions);
        let (versions, reader) = (&mut state.versions, &mut state.reader);
        let found = &mut state.found;
        if narrow(ui) {
            let side = egui::Panel::bottom("record-detail")
                .frame(frame)
                .show_separator_line(false)
                .resizable(true);
            let range = 120.0..=(ui.available_height() - 120.0).max(121.0);
            layout::sized_panel(ui, "record-below", side, 220.0, range, false, |ui| {
                close = detail::detail_ui(ui, look, &record, versions, reader, found, actions)
            });
        } else {
            let side = egui::Panel::right("record-detail")
                .frame(frame)
                .show_separator_line(false)
                .resizable(true);
            let range = 260.0..=720.0;
            layout::sized_panel(ui, "record-beside", side, 400.0, range, true, |ui| {
                close = detail::detail_ui(ui, look, &record, versions, reader, found, actions)
            });
        }
        if close {
            state.table.selected = None;
        }
    }
    if state.table.remember(ui.ctx(), "results") {
        state.ask(actions);
    }
    let presses_all = !ui.ctx().text_edit_focused()
        && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::A));
    if presses(ui, Key::Delete) {
        bulk_actions::delete_chosen(state, actions);
    }
    let mut rows = RecordRows {
        look,
        state: &state.pages,
        chosen: &mut state.chosen,
        ticked_row: &mut state.ticked_row,
        range: None,
        all: presses_all,
        unfolded: &mut state.only.unfolded,
        found: &mut state.found,
        folds: state.only.folded,
        refold: false,
        edits: None,
        count,
        actions,
    };
    let name = look.t("app-results-table");
    let before = state.table.selected;
    let output = table_ui(ui, look, &name, columns, &mut state.table, &mut rows);
    let (refold, all, edits) = (rows.refold, rows.all, rows.edits);
    if let Some(range) = rows.range.or(output.range) {
        state.choose_rows(&range, actions);
    }
    if all {
        state.choose_all(actions);
    }
    if let Some(row) = edits
        && let Some(record) = state.pages.record(row)
    {
        state.reader.edit(record);
        state.table.selected = Some(row);
    }
    if state.table.selected != before {
        let chosen = state.table.selected.and_then(|row| state.pages.record(row));
        state.opened = chosen.map(|record| record.id);
        // The record opens below the table, whose last rows then have no room.
        if let Some(row) = state.table.selected {
            state.table.select(row);
            ui.ctx().request_repaint();
        }
    }
    let asks = state.pages.missing(&output.visible);
    actions.extend(asks.into_iter().map(Action::Query));
    if output.sorted || refold {
        state.ask(actions);
    }
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
    if let Some(record) = output.opened.and_then(|row| state.pages.record(row)) {
        actions.push(Action::OpenInWorkbench {
            url: record.record.url.clone(),
            site: Some(record.site),
        });
    }
}

struct RecordRows<'a> {
    look: &'a UiContext,
    state: &'a super::RecordPages,
    chosen: &'a mut BTreeMap<RecordId, StoredRecord>,
    unfolded: &'a mut Vec<RecordId>,
    found: &'a mut Found,
    folds: bool,
    /// The row whose checkbox was clicked last.
    ticked_row: &'a mut Option<usize>,
    /// The rows between two checkboxes, the second clicked with Shift.
    range: Option<Range<usize>>,
    /// Whether all records are to be selected.
    all: bool,
    /// Whether a cluster was folded or unfolded.
    refold: bool,
    /// The row whose values a person wants to write.
    edits: Option<usize>,
    count: u64,
    actions: &'a mut Vec<Action>,
}

impl Rows for RecordRows<'_> {
    fn len(&self) -> usize {
        usize::try_from(self.count).unwrap_or(usize::MAX)
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        match self.state.record(row) {
            None => Cell::Pending,
            // A row shows one line of it, and a text may be a book.
            Some(stored) if key == "text" => Cell::of(line(&stored.record.text)),
            Some(stored) => stored_cell(self.look, stored, key),
        }
    }

    fn copied(&self, row: usize, key: &str) -> String {
        let stored = self.state.record(row);
        stored.map_or_else(String::new, |stored| {
            stored_cell(self.look, stored, key).copied().to_owned()
        })
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let Some(stored) = self.state.record(row) else {
            return false;
        };
        match key {
            "pick" => {
                let mut chosen = self.chosen.contains_key(&stored.id);
                let title = stored.record.title.as_str();
                let name = self.look.t1("app-results-choose", "title", title);
                let mark = ui.tick(&mut chosen, "").accessible_name(name);
                if mark.changed() {
                    let extends = ui.input(|input| input.modifiers.shift);
                    let anchor = self.ticked_row.replace(row).filter(|_| extends);
                    if let Some(anchor) = anchor {
                        self.range = Some(anchor.min(row)..anchor.max(row) + 1);
                    } else if chosen {
                        self.chosen.insert(stored.id, stored.clone());
                    } else {
                        self.chosen.remove(&stored.id);
                    }
                }
                true
            }
            "marks" if self.folds && stored.marks.reposts > 0 => {
                let id = stored.id;
                let open = self.unfolded.contains(&id);
                let message = match open {
                    true => "app-results-fold-these",
                    false => "app-results-unfold",
                };
                let unfold = ui.button(self.look.t1(message, "count", stored.marks.reposts));
                if unfold.on_hover_text(marks_tip(self.look, stored)).clicked() {
                    self.refold = true;
                    match open {
                        true => self.unfolded.retain(|other| *other != id),
                        false => self.unfolded.push(id),
                    }
                }
                true
            }
            "marks" => {
                let tip = marks_tip(self.look, stored);
                if tip.is_empty() {
                    return false;
                }
                let text = stored_cell(self.look, stored, key).copied().to_owned();
                ui.add(egui::Label::new(text).truncate().selectable(false))
                    .on_hover_text(tip);
                true
            }
            "title" | "text" => self.found.cell_ui(ui, self.look, stored, key),
            "date" | "site" | "url" | "fetched_at" => false,
            field => {
                let cell = stored_cell(self.look, stored, field);
                let value = (field, cell.copied());
                let marked = self.found.marked(ui, self.look, value, Some(Align::Center));
                let Some(marked) = marked else {
                    return false;
                };
                ui.add(egui::Label::new(marked).truncate().selectable(false));
                true
            }
        }
    }

    /// A record that is selected is open, and read.
    fn menu_selects(&self) -> bool {
        false
    }

    fn header_ui(&mut self, ui: &mut Ui, key: &str) -> bool {
        if key != "pick" {
            return false;
        }
        let none = self.chosen.is_empty();
        let mut on = !none && self.chosen.len() as u64 >= self.count.min(MAX_CHOSEN);
        let name = self.look.t("app-results-choose-all");
        let is_part = !none && !on;
        let mark = egui::Checkbox::new(&mut on, "").indeterminate(is_part);
        let mark = ui.add(mark).accessible_name(name);
        if mark
            .on_hover_text(self.look.t("app-results-choose-all-tip"))
            .changed()
        {
            match on {
                true => self.all = true,
                false => self.chosen.clear(),
            }
        }
        true
    }

    fn menu_ui(&mut self, ui: &mut Ui, row: usize) {
        let Some(stored) = self.state.record(row) else {
            return;
        };
        if ui.button(self.look.t("app-results-open")).clicked() {
            self.actions.push(Action::OpenInWorkbench {
                url: stored.record.url.clone(),
                site: Some(stored.site),
            });
        }
        if ui.button(self.look.t("app-results-copy-url")).clicked() {
            self.actions.push(Action::Copy(stored.record.url.clone()));
        }
        let tell = ActionItem::new(self.look, "condition-from-change");
        if tell.entry_ui(ui, self.look) {
            let condition = Box::new(condition_of_record(stored));
            self.actions.push(Action::EditCondition(condition));
        }
        let edit = edit_item(self.look, stored);
        if edit.entry_ui(ui, self.look) {
            self.edits = Some(row);
        }
        self.actions.extend(existence_ui(ui, self.look, stored));
    }
}
