//! Changes: what changed over all sites, newest first, and the history of one record. Input: facts
//! from the loader. Output: queries, marks as read, fields that are left out of changes.

mod detail;
mod export;
mod history;
mod table;
mod versions;

use std::collections::BTreeSet;

use eframe::egui::{Align, Context, Key, Layout, Rect, Ui, UiBuilder, vec2};

use crate::action::Action;
use crate::background::DataQuery;
use crate::shortcuts::View;
use crate::state::app_state::AppState;
use crate::state::new_condition::condition_of_change;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use crate::widgets::records::comparison::number_words;
use crate::widgets::table::{TableState, table_ui};
use bowerbird_engine::types::{
    ChangeFilter, ChangeKind, RecordFact, RecordId, RecordVersion, StoredRecord,
};
use bowerbird_engine::{Command, PagesOfVersions, TextCommand, VersionPage};
use table::{ChangeRows, columns};

/// Facts loaded at once.
pub const FACTS: usize = 500;
/// Share of the height for the stream while a change is shown below it.
const UPPER: f32 = 0.45;
/// The same while two versions stand beside each other.
const UPPER_COMPARING: f32 = 0.3;

/// The state of the view.
#[derive(Debug, Default)]
pub struct ChangesState {
    /// Which changes are shown.
    pub filter: ChangeFilter,
    /// The filter as it was queried, and how many; `None` before the first query.
    asked: Option<(ChangeFilter, usize)>,
    /// The changes, newest first; `None` until loaded.
    pub facts: Option<Vec<RecordFact>>,
    /// The fields that have changes, of the chosen site.
    pub fields: Vec<String>,
    /// The history of the record of the selected change.
    pub history: Option<(RecordId, Vec<RecordFact>)>,
    /// The versions of that record.
    compared: versions::ComparedRecord,
    /// The table.
    pub table: TableState,
    /// How many are loaded.
    count: usize,
    /// Whether a run may have found more since the last query.
    stale: bool,
}

impl ChangesState {
    /// Handles loaded changes.
    pub fn came(&mut self, filter: &ChangeFilter, facts: Vec<RecordFact>, fields: Vec<String>) {
        if *filter != self.filter {
            return;
        }
        let old = self.facts.take().unwrap_or_default();
        self.table.follow(&old, &facts, |fact| fact.id);
        self.facts = Some(facts);
        self.fields = fields;
    }

    /// Handles the history of a record.
    pub fn history_came(&mut self, record: RecordId, facts: Vec<RecordFact>) {
        self.history = Some((record, facts));
    }

    /// Handles a record with its versions.
    pub fn versions_came(&mut self, stored: Box<StoredRecord>, versions: Vec<RecordVersion>) {
        self.compared.came(stored, versions);
    }

    /// Handles the drawn pages of two versions.
    pub fn pages_came(&mut self, ctx: &Context, of: &PagesOfVersions, pages: &[VersionPage; 2]) {
        self.compared.pages_came(ctx, of, pages);
    }

    /// A run has ended: there may be more.
    pub fn news(&mut self) {
        self.stale = true;
        self.compared.forget();
    }

    /// The selected change.
    fn selected(&self) -> Option<&RecordFact> {
        self.facts.as_ref()?.get(self.table.selected?)
    }

    fn ask_if_needed(&mut self, actions: &mut Vec<Action>) {
        self.count = self.count.max(FACTS);
        let wanted = (self.filter.clone(), self.count);
        let moved = self.asked.as_ref() != Some(&wanted);
        if !moved && !std::mem::take(&mut self.stale) {
            return;
        }
        if self
            .asked
            .as_ref()
            .is_some_and(|(old, _)| *old != self.filter)
        {
            self.count = FACTS;
        }
        self.asked = Some((self.filter.clone(), self.count));
        let query = DataQuery::Changes(Box::new(self.filter.clone()), self.count);
        actions.push(Action::Query(query));
    }

    fn mark(&mut self, rows: &[usize], read: bool, actions: &mut Vec<Action>) {
        let facts = self.facts.iter_mut().flatten().enumerate();
        let marked = facts.filter(|(row, fact)| rows.contains(row) && fact.unread == read);
        let ids = marked.map(|(_, fact)| {
            fact.unread = !read;
            fact.id
        });
        let facts: Vec<i64> = ids.collect();
        if !facts.is_empty() {
            let order = TextCommand::ChangesRead { facts, read };
            actions.push(Action::Send(Command::Texts(order)));
        }
    }
}

/// Draws the view.
pub fn changes_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ChangesState,
    actions: &mut Vec<Action>,
) {
    title_ui(ui, look, state, actions);
    filter_ui(ui, look, world, state);
    state.ask_if_needed(actions);
    ui.add_space(4.0);
    let Some(facts) = &state.facts else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    if facts.is_empty() {
        empty_ui(ui, look, state, actions);
        return;
    }
    let mut area = ui.available_rect_before_wrap();
    if state.selected().is_some() {
        let share = match state.compared.is_open() {
            true => UPPER_COMPARING,
            false => UPPER,
        };
        area = Rect::from_min_size(area.min, vec2(area.width(), area.height() * share));
    }
    let upper = UiBuilder::new().max_rect(area).id_salt("changes");
    ui.scope_builder(upper, |ui| stream_ui(ui, look, world, state, actions));
    if let Some(fact) = state.selected().cloned() {
        ui.add_space(6.0);
        detail::detail_ui(ui, look, &fact, state, actions);
    }
}

fn empty_ui(ui: &mut Ui, look: &UiContext, state: &mut ChangesState, actions: &mut Vec<Action>) {
    if state.filter != ChangeFilter::default() {
        look.empty_state(ui, "changes-none", "changes-none-hint");
        ui.vertical_centered(|ui| {
            if ui.button(look.t("changes-show-all")).clicked() {
                state.filter = ChangeFilter::default();
            }
        });
        return;
    }
    look.empty_state(ui, "changes-empty", "changes-empty-hint");
    ui.vertical_centered(|ui| {
        if look.primary(ui, look.t("app-results-to-sites")).clicked() {
            actions.push(Action::Show(View::Sites));
        }
    });
}

fn title_ui(ui: &mut Ui, look: &UiContext, state: &mut ChangesState, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        look.view_title(ui, "app-view-changes");
        let facts = state.facts.as_deref().unwrap_or_default();
        let unread = facts.iter().filter(|fact| fact.unread).count();
        let is_empty = facts.is_empty();
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !is_empty {
                export::export_ui(ui, look, actions);
            }
            if unread == 0 {
                return;
            }
            let button = ui.button(look.t("changes-read-all"));
            if button
                .on_hover_text(look.t("changes-read-all-tip"))
                .clicked()
            {
                let facts = state.facts.as_deref().unwrap_or_default();
                let until = facts.first().map(|fact| fact.at);
                let filter = Box::new(state.filter.clone());
                if let Some(until) = until {
                    let order = TextCommand::AllChangesRead { filter, until };
                    actions.push(Action::Send(Command::Texts(order)));
                }
                state.stale = true;
            }
        });
    });
}

fn filter_ui(ui: &mut Ui, look: &UiContext, world: &AppState, state: &mut ChangesState) {
    let filter = &mut state.filter;
    let is_gone = |site| world.sites.is_some() && world.site(site).is_none();
    if filter.site.is_some_and(is_gone) {
        // Kept from an earlier start, and removed since.
        (filter.site, filter.field) = (None, None);
    }
    ui.horizontal_wrapped(|ui| {
        let mut sites = vec![(None, look.t("app-runs-all-sites"))];
        let known = world.sites().iter();
        sites.extend(known.map(|site| (Some(site.id), site.name.clone())));
        let filter = &mut state.filter;
        if fields::choice(ui, look, "app-tasks-site", &mut filter.site, &sites, 180.0) {
            filter.field = None;
        }
        let tags: BTreeSet<&String> = world.tags.iter().map(|(tag, ..)| tag).collect();
        if !tags.is_empty() || filter.tag.is_some() {
            let mut all = vec![(None, look.t("changes-all-tags"))];
            all.extend(tags.into_iter().map(|tag| (Some(tag.clone()), tag.clone())));
            fields::choice(ui, look, "changes-tag", &mut filter.tag, &all, 130.0);
        }
        let mut kinds = vec![(None, look.t("changes-all-kinds"))];
        kinds.extend(ChangeKind::ALL.map(|kind| (Some(kind), look.t(table::kind_id(kind)))));
        fields::choice(ui, look, "changes-kind", &mut filter.kind, &kinds, 130.0);
        let mut names = vec![(None, look.t("changes-all-fields"))];
        names.extend(
            state
                .fields
                .iter()
                .map(|name| (Some(name.clone()), name.clone())),
        );
        fields::choice(ui, look, "changes-field", &mut filter.field, &names, 130.0);
        let hint = look.t("changes-words-hint");
        fields::text_field(ui, look, "changes-words", &mut filter.words, &hint, 180.0);
        fields::beside(ui, |ui| {
            ui.tick(&mut filter.unread, look.t("changes-unread-only"));
        });
    });
}

fn stream_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ChangesState,
    actions: &mut Vec<Action>,
) {
    let facts = state.facts.take().unwrap_or_default();
    let full = facts.len() >= state.count;
    if full {
        ui.horizontal(|ui| {
            let count = facts.len() as u64;
            ui.label(look.hint(look.t1("changes-newest", "count", count)));
            if ui.link(look.t("changes-more")).clicked() {
                state.count += FACTS;
            }
        });
    }
    state.table.remember(ui.ctx(), "changes");
    let mut rows = ChangeRows {
        look,
        world,
        facts: &facts,
        marked: None,
        watched: None,
        left_out: None,
    };
    let name = look.t("changes-table");
    let output = table_ui(ui, look, &name, &columns(look), &mut state.table, &mut rows);
    let (marked, left_out) = (rows.marked.take(), rows.left_out.take());
    let watched = rows.watched.take().and_then(|row| facts.get(row));
    if let Some(fact) = watched {
        let is_number = number_words(&fact.before, &fact.after).is_some();
        let condition = Box::new(condition_of_change(fact, is_number));
        actions.push(Action::EditCondition(condition));
    }
    let selected = state.table.selected;
    let typing = ui.ctx().text_edit_focused();
    let key = !typing && ui.input(|input| input.key_pressed(Key::R) && input.modifiers.is_none());
    // After a click on a row nothing has the keyboard.
    let free = ui.memory(|memory| memory.focused().is_none());
    let enters = free && ui.input(|input| input.key_pressed(Key::Enter));
    let opened = output.opened.or(selected.filter(|_| enters));
    let record = opened.and_then(|row| facts.get(row));
    if let Some(fact) = record {
        actions.push(detail::show_record(fact));
    }
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
    state.facts = Some(facts);
    if let Some(row) = marked {
        let unread = state
            .facts
            .iter()
            .flatten()
            .nth(row)
            .is_some_and(|fact| fact.unread);
        state.mark(&[row], unread, actions);
    }
    if let Some(row) = selected.filter(|_| key) {
        state.mark(&[row], true, actions);
    }
    if let Some(fact) = left_out.and_then(|row| state.facts.iter().flatten().nth(row)) {
        detail::leave_out(world, fact, actions);
        state.stale = true;
    }
}
