//! Shared code of the tables of proxies and accounts: a filter, ticks, a selection that follows its
//! row, and keys. Input: the pool's entries. Output: the displayed entries in order, and the
//! selected ones.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use eframe::egui::{self, Align2, Color32, Key, Modifiers, TextEdit, Ui};

use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::style::ui_context::UiContext;
use crate::widgets::state_marks::{self, MarkShape};
use crate::widgets::table::{ColumnSpec, Rows, TableOutput, TableState, table_ui};

/// The state of a pool's table; `Id` is the id of an entry, `Status` its standing.
#[derive(Clone, Debug)]
pub struct PoolTable<Id, Status> {
    /// The table; the selected row follows from the selected entry.
    table: TableState,
    /// Words that an entry must contain.
    pub filter: String,
    /// The standing of the displayed entries.
    pub only: Option<Status>,
    /// The entries for actions on several.
    pub ticked: BTreeSet<Id>,
    /// The selected one.
    selected: Option<Id>,
    /// The rows of the last frame.
    shown: Vec<Id>,
}

impl<Id, Status> Default for PoolTable<Id, Status> {
    fn default() -> Self {
        Self {
            table: TableState::default(),
            filter: String::new(),
            only: None,
            ticked: BTreeSet::new(),
            selected: None,
            shown: Vec::new(),
        }
    }
}

impl<Id: Copy + Ord, Status: Copy + Ord> PoolTable<Id, Status> {
    /// The entries of `all` that match the filter, in the order chosen by the user. `text` returns
    /// the text searched by the filter, `compare` compares by the column with a key.
    pub fn filtered<'a, T>(
        &self,
        all: &'a [T],
        standing: impl Fn(&T) -> Status,
        text: impl Fn(&T) -> String,
        compare: impl Fn(&str, &T, &T) -> Ordering,
    ) -> Vec<&'a T> {
        let words: Vec<String> = self
            .filter
            .split_whitespace()
            .map(str::to_lowercase)
            .collect();
        let mut shown: Vec<&T> = all
            .iter()
            .filter(|entry| self.only.is_none_or(|only| standing(entry) == only))
            .filter(|entry| {
                let text = text(entry).to_lowercase();
                words.iter().all(|word| text.contains(word.as_str()))
            })
            .collect();
        if let Some((key, largest_first)) = &self.table.sort {
            shown.sort_by(|a, b| {
                let order = compare(key, a, b);
                if *largest_first {
                    order.reverse()
                } else {
                    order
                }
            });
        }
        shown
    }

    /// Sets the rows of this frame; the selected entry stays selected while it is shown.
    pub fn show(&mut self, shown: Vec<Id>) {
        self.selected = self.selected.filter(|id| shown.contains(id));
        self.shown = shown;
    }

    /// Selects an entry.
    pub fn select(&mut self, id: Id) {
        self.selected = Some(id);
    }

    /// The selected entry.
    pub fn selected(&self) -> Option<Id> {
        self.selected
    }

    /// The entries for an action: the ticked ones, else the selected one.
    pub fn chosen(&self) -> Vec<Id> {
        if self.ticked.is_empty() {
            return self.selected.into_iter().collect();
        }
        self.ticked.iter().copied().collect()
    }

    fn tick_all(&mut self) {
        self.ticked = self.shown.iter().copied().collect();
    }

    /// Ctrl+A ticks all displayed entries; returns those that Delete should remove. Does nothing
    /// during text input.
    pub fn keys(&mut self, ui: &Ui) -> Vec<Id> {
        if ui.ctx().text_edit_focused() {
            return Vec::new();
        }
        let (delete, all) = ui.input_mut(|input| {
            (
                input.consume_key(Modifiers::NONE, Key::Delete),
                input.consume_key(Modifiers::COMMAND, Key::A),
            )
        });
        if all {
            self.tick_all();
        }
        if delete { self.chosen() } else { Vec::new() }
    }

    /// The filter fields and the control that ticks all. `names` are the messages of the filter and
    /// of the standing choice; `word` returns the name of a standing.
    pub fn filter_ui(
        &mut self,
        ui: &mut Ui,
        look: &UiContext,
        names: (&str, &str),
        standings: &[Status],
        word: impl Fn(Status) -> String,
    ) {
        let name = look.t(names.0);
        let field = TextEdit::singleline(&mut self.filter)
            .align(Align2::LEFT_CENTER)
            .hint_text(name.clone())
            .desired_width(150.0);
        let field = ui.add(field).accessible_name(name);
        look.edged(ui, field);
        let all = look.t("app-proxies-all");
        let shown = self.only.map_or_else(|| all.clone(), &word);
        egui::ComboBox::from_id_salt(names)
            .selected_text(shown)
            .width(110.0)
            .show_list(ui, |ui| {
                ui.entry_value(&mut self.only, None, all);
                for standing in standings {
                    ui.entry_value(&mut self.only, Some(*standing), word(*standing));
                }
            })
            .response
            .accessible_name(look.t(names.1));
        let all = look.quiet(ui, look.t("app-pools-tick-all"));
        if all
            .on_hover_text(look.t("app-pools-tick-all-tip"))
            .clicked()
        {
            self.tick_all();
        }
    }

    /// The button that removes all ticks, with the message `name`, if there are any.
    pub fn untick_ui(&mut self, ui: &mut Ui, look: &UiContext, name: &str) {
        if !self.ticked.is_empty() && look.quiet(ui, look.t(name)).clicked() {
            self.ticked.clear();
        }
    }

    /// Draws the table of the displayed entries; the layout stores its columns by `key`.
    pub fn table_ui(
        &mut self,
        ui: &mut Ui,
        look: &UiContext,
        (key, name): (&'static str, &str),
        columns: &[ColumnSpec],
        rows: &mut dyn Rows,
    ) -> TableOutput {
        self.table.remember(ui.ctx(), key);
        let row = |id: Id| self.shown.iter().position(|shown| *shown == id);
        self.table.selected = self.selected.and_then(row);
        let output = table_ui(ui, look, name, columns, &mut self.table, rows);
        let selected = self.table.selected.and_then(|row| self.shown.get(row));
        self.selected = selected.copied();
        output
    }
}

/// Toggles the tick of `id`.
pub fn toggle<Id: Ord>(ticked: &mut BTreeSet<Id>, id: Id) {
    if !ticked.remove(&id) {
        ticked.insert(id);
    }
}

/// The tick of an entry; `name` is its accessible name.
pub fn tick_ui<Id: Copy + Ord>(ui: &mut Ui, ticked: &mut BTreeSet<Id>, id: Id, name: String) {
    let mut on = ticked.contains(&id);
    if ui.tick(&mut on, "").accessible_name(name).changed() {
        toggle(ticked, id);
    }
}

/// The number of entries per standing: `all` are their standings, `words` returns the shape, colour
/// and word of one.
pub fn summary_ui<Status: Copy + Ord>(
    ui: &mut Ui,
    look: &UiContext,
    standings: &[Status],
    all: impl Iterator<Item = Status>,
    words: impl Fn(Status) -> (MarkShape, Color32, String),
) {
    let mut counts: BTreeMap<Status, u64> = BTreeMap::new();
    for standing in all {
        *counts.entry(standing).or_default() += 1;
    }
    for standing in standings {
        if let Some(count) = counts.get(standing) {
            let (mark, colour, word) = words(*standing);
            ui.add_space(6.0);
            state_marks::whole_word_ui(ui, mark, colour, &format!("{} {word}", look.count(*count)));
        }
    }
}
