//! The versions of the record of the selected change, any two beside each other. Input: the record
//! with its versions. Output: the query for them.

use eframe::egui::{Context, Key, Label, Ui};

use super::ChangesState;
use crate::action::Action;
use crate::background::DataQuery;
use crate::style::ui_context::UiContext;
use crate::widgets::records::comparison::{Comparison, all_versions, comparison_ui, pair_ui};
use bowerbird_engine::types::{RecordFact, RecordId, RecordVersion, StoredRecord};
use bowerbird_engine::{PagesOfVersions, VersionPage};

/// The versions of a record, and which two are compared.
#[derive(Debug, Default)]
pub struct ComparedRecord {
    /// Whether they are shown.
    is_open: bool,
    /// The record that was asked for, and the change they were chosen for.
    of: Option<(RecordId, i64)>,
    /// The record with its versions, once known.
    known: Option<(Box<StoredRecord>, Vec<RecordVersion>)>,
    /// Whether the pair of the change was chosen.
    is_chosen: bool,
    comparison: Comparison,
}

impl ComparedRecord {
    /// Handles the answer.
    pub(super) fn came(&mut self, stored: Box<StoredRecord>, versions: Vec<RecordVersion>) {
        if self.of.is_some_and(|(record, _)| record == stored.id) {
            self.known = Some((stored, versions));
            self.is_chosen = false;
        }
    }

    /// Handles the drawn pages of two versions.
    pub(super) fn pages_came(
        &mut self,
        ctx: &Context,
        of: &PagesOfVersions,
        pages: &[VersionPage; 2],
    ) {
        self.comparison.pages.came(ctx, of, pages);
    }

    /// Whether they are shown.
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// A run has ended: there may be other versions.
    pub(super) fn forget(&mut self) {
        self.of = None;
    }

    fn follow(&mut self, fact: &RecordFact, actions: &mut Vec<Action>) {
        let wanted = (fact.record, fact.id);
        if self.of == Some(wanted) {
            return;
        }
        if self.of.is_none_or(|(record, _)| record != fact.record) {
            self.known = None;
            actions.push(Action::Query(DataQuery::RecordWithVersions(fact.record)));
        }
        self.of = Some(wanted);
        self.is_chosen = false;
    }
}

/// Draws the heading that opens them, and below it the two versions.
pub(super) fn versions_ui(
    ui: &mut Ui,
    look: &UiContext,
    fact: &RecordFact,
    state: &mut ChangesState,
    actions: &mut Vec<Action>,
) {
    let typing = ui.ctx().text_edit_focused();
    let key = !typing && ui.input(|input| input.key_pressed(Key::V) && input.modifiers.is_none());
    let state = &mut state.compared;
    let button = ui.selectable_label(state.is_open, look.t("changes-versions"));
    if button
        .on_hover_text(look.t("changes-versions-tip"))
        .clicked()
        || key
    {
        state.is_open = !state.is_open;
    }
    if !state.is_open {
        return;
    }
    state.follow(fact, actions);
    let Some((stored, versions)) = &state.known else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    let all = all_versions(stored, versions);
    if all.len() < 2 {
        ui.add(Label::new(look.hint(look.t("changes-versions-none"))).wrap());
        return;
    }
    if !state.is_chosen {
        state.is_chosen = true;
        if !state.comparison.choose_at(fact.at, &all) {
            // That version was thinned out: the newest change is shown.
            let before = all.iter().skip(1).find(|one| !one.is_withheld);
            state.comparison.pair = (before.and_then(|one| one.number), None);
        }
    }
    pair_ui(ui, look, &all, &mut state.comparison);
    let of = (stored.id, Some(fact.field.as_str()));
    comparison_ui(ui, look, of, &all, &mut state.comparison, actions);
    ui.add_space(6.0);
}
