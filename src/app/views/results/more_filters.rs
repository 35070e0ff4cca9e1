//! The second line of filters: data beside the records, named searches, columns.

use eframe::egui::{self, Align2, Ui};

use super::{Replacing, ResultsState, export};
use crate::action::Action;
use crate::shortcuts::View;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::ActionItem;
use crate::widgets::table::ColumnSpec;
use bowerbird_engine::types::{Only, RecordFilter, RecordSort, SummaryLength};
use bowerbird_engine::{Command, TextCommand};

/// Draws the line.
pub fn more_filters_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ResultsState,
    columns: &[ColumnSpec],
    actions: &mut Vec<Action>,
) {
    let before = (state.only.clone(), state.skip_archives);
    ui.horizontal_wrapped(|ui| {
        if state.only.deleted {
            deleted_ui(ui, look, state);
            tags_ui(ui, look, state);
            columns_ui(ui, look, state, columns);
            return;
        }
        ui.tick(&mut state.only.folded, look.t("app-results-fold"))
            .on_hover_text(look.t("app-results-fold-tip"));
        ui.tick(&mut state.only.reposts, look.t("app-results-reposts"))
            .on_hover_text(look.t("app-results-reposts-tip"));
        ui.tick(&mut state.only.unread, look.t("app-results-unread"))
            .on_hover_text(look.t("app-results-unread-tip"));
        ui.tick(&mut state.only.changed, look.t("app-results-changed"))
            .on_hover_text(look.t("app-results-changed-tip"));
        gone_ui(ui, look, state);
        ui.tick(&mut state.only.doubtful, look.t("app-results-doubtful"));
        ui.tick(&mut state.only.noted, look.t("app-results-noted"));
        archives_ui(ui, look, state);
        deleted_ui(ui, look, state);
        tags_ui(ui, look, state);
        searches_ui(ui, look, state, actions);
        columns_ui(ui, look, state, columns);
        more_ui(ui, look, state, actions);
    });
    if (&state.only, state.skip_archives) != (&before.0, before.1) {
        state.ask(actions);
    }
    notes_ui(ui, look, state);
}

/// Whether records are shown that their site no longer has; nothing if there are none.
fn gone_ui(ui: &mut Ui, look: &UiContext, state: &mut ResultsState) {
    if state.beside.gone == 0 && !state.only.gone && !state.only.present {
        return;
    }
    let gone = ui.tick(&mut state.only.gone, look.t("app-results-gone"));
    if gone.on_hover_text(look.t("app-results-gone-tip")).clicked() {
        state.only.present = false;
    }
    let present = ui.tick(&mut state.only.present, look.t("app-results-present"));
    if present
        .on_hover_text(look.t("app-results-present-tip"))
        .clicked()
    {
        state.only.gone = false;
    }
}

/// Whether the deleted records are shown in place of the others; nothing if there are none.
/// Few other filters are for them.
fn deleted_ui(ui: &mut Ui, look: &UiContext, state: &mut ResultsState) {
    let count = state.beside.deleted;
    if count == 0 && !state.only.deleted {
        return;
    }
    let mut deleted = state.only.deleted;
    let text = look.t1("app-results-deleted", "count", look.count(count));
    let tick = ui.tick(&mut deleted, text);
    if tick
        .on_hover_text(look.t("app-results-deleted-tip"))
        .changed()
    {
        state.only = Only {
            deleted,
            ..Only::default()
        };
        state.chosen.clear();
        state.table.selected = None;
    }
}

/// Whether archives are searched too; nothing if there are none.
fn archives_ui(ui: &mut Ui, look: &UiContext, state: &mut ResultsState) {
    if state.beside.archived == 0 && !state.skip_archives {
        return;
    }
    let mut with = !state.skip_archives;
    ui.tick(&mut with, look.t("archive-with"))
        .on_hover_text(look.t("archive-with-tip"));
    state.skip_archives = !with;
}

fn tags_ui(ui: &mut Ui, look: &UiContext, state: &mut ResultsState) {
    if state.beside.tags.is_empty() && state.only.tag.is_none() {
        return;
    }
    let shown = match &state.only.tag {
        Some(tag) => tag.clone(),
        None => look.t("app-results-any-tag"),
    };
    let mut chosen = state.only.tag.clone();
    let combo = egui::ComboBox::from_id_salt("results-tag")
        .selected_text(shown)
        .show_list(ui, |ui| {
            ui.entry_value(&mut chosen, None, look.t("app-results-any-tag"));
            for (tag, count) in &state.beside.tags {
                let label = format!("{tag} ({count})");
                ui.entry_value(&mut chosen, Some(tag.clone()), label);
            }
        });
    combo.response.accessible_name(look.t("app-results-tag"));
    state.only.tag = chosen;
}

fn searches_ui(ui: &mut Ui, look: &UiContext, state: &mut ResultsState, actions: &mut Vec<Action>) {
    ui.menu_button(look.t("app-results-searches"), |ui| {
        ui.set_min_width(240.0);
        let mut taken: Option<RecordFilter> = None;
        for (name, filter) in &state.beside.searches {
            ui.horizontal(|ui| {
                if ui.button(name).clicked() {
                    taken = Some(filter.clone());
                }
                let remove = look.quiet(
                    ui,
                    look.t1("app-results-search-remove", "name", name.as_str()),
                );
                if remove.clicked() {
                    actions.push(order(TextCommand::SaveSearch {
                        name: name.clone(),
                        filter: None,
                    }));
                }
            });
        }
        if state.beside.searches.is_empty() {
            ui.label(look.hint(look.t("app-results-searches-none")));
        }
        ui.separator();
        ui.horizontal(|ui| {
            let name = look.t("app-results-search-name");
            let field = egui::TextEdit::singleline(&mut state.search_name)
                .align(Align2::LEFT_CENTER)
                .hint_text(name.clone())
                .desired_width(150.0);
            ui.add(field).accessible_name(name);
            let usable = !state.search_name.trim().is_empty();
            let keep = egui::Button::new(look.t("app-results-search-keep"));
            if ui.add_enabled(usable, keep).clicked() {
                actions.push(order(TextCommand::SaveSearch {
                    name: std::mem::take(&mut state.search_name),
                    filter: Some(Box::new(state.filter())),
                }));
                ui.close();
            }
        });
        if let Some(filter) = taken {
            state.apply_filter(filter);
            state.ask(actions);
            ui.close();
        }
    });
}

fn columns_ui(ui: &mut Ui, look: &UiContext, state: &mut ResultsState, columns: &[ColumnSpec]) {
    ui.menu_button(look.t("app-results-columns"), |ui| {
        egui::ScrollArea::vertical()
            .max_height(320.0)
            .show(ui, |ui| {
                // Checkboxes and titles select and identify a row, so they are always shown.
                let fixed = |key: &str| matches!(key, "title" | "pick");
                for column in columns.iter().filter(|column| !fixed(&column.key)) {
                    let mut shown = state.table.shows(&column.key);
                    if ui.tick(&mut shown, &column.title).changed() {
                        state.table.choose_column(&column.key, shown);
                    }
                }
            });
    });
}

fn more_ui(ui: &mut Ui, look: &UiContext, state: &mut ResultsState, actions: &mut Vec<Action>) {
    ui.menu_button(look.t("app-results-more"), |ui| {
        let add = ActionItem::new(look, "app-record-add").tip(look, "app-record-add-tip");
        let why = state.site.is_none().then_some("app-record-add-site");
        if add.unless(look, why).entry_ui(ui, look) {
            state.adding.get_or_insert_default();
        }
        if let Some(why) = why {
            ui.label(look.hint(look.t(why)));
        }
        let replace = ui.button(look.t("app-replace-open"));
        if replace
            .on_hover_text(look.t("app-replace-open-tip"))
            .clicked()
        {
            state.replacing.get_or_insert_with(Replacing::default);
            ui.close();
        }
        ui.separator();
        let pass = ui.button(look.t("app-results-fold-later"));
        if pass
            .on_hover_text(look.t("app-results-fold-later-tip"))
            .clicked()
        {
            actions.push(order(TextCommand::FoldLater));
            state.searched_reposts = true;
            ui.close();
        }
        let can_undo = state.beside.can_unfold || state.searched_reposts;
        if can_undo && ui.button(look.t("app-results-fold-undo")).clicked() {
            actions.push(order(TextCommand::UndoFold));
            ui.close();
        }
        ui.separator();
        let ticked = u64::try_from(state.chosen.len()).unwrap_or(u64::MAX);
        let whose = match ticked {
            0 => look.t("app-results-summarise-shown"),
            ticked => look.t1("app-results-summarise-ticked", "count", ticked),
        };
        ui.label(look.hint(whose));
        for count in SummaryLength::SENTENCE_CHOICES {
            let label = look.t1("app-results-summarise", "count", count as u64);
            if ui.button(label).clicked() {
                actions.push(summary_order(state, SummaryLength::Sentences(count)));
                ui.close();
            }
        }
    });
}

fn summary_order(state: &ResultsState, length: SummaryLength) -> Action {
    order(TextCommand::Summarise {
        filter: Box::new(to_summarise(state)),
        length,
    })
}

impl ResultsState {
    /// Summarises the ticked records, or without ticks those that are shown, and shows them.
    pub fn summarise(&self, length: SummaryLength) -> [Action; 2] {
        [summary_order(self, length), Action::Show(View::Results)]
    }
}

/// The records that an action is for: the ticked ones, or without ticks those that are shown.
pub(super) fn to_summarise(state: &ResultsState) -> RecordFilter {
    match state.chosen.is_empty() {
        true => state.filter(),
        false => export::ticked(state),
    }
}

/// Notes about the content of the table.
fn notes_ui(ui: &mut Ui, look: &UiContext, state: &ResultsState) {
    if state.pages.newest_only() {
        let most = bowerbird_engine::types::MAX_RANKED as u64;
        ui.label(look.hint(look.t1("texts-newest-only", "count", look.count(most))));
    }
    for file in state.pages.missing_archives() {
        let text = look.t1("archive-missing", "file", file.as_str());
        ui.label(look.coloured(text, look.tokens.warn));
    }
    let left = state.beside.left;
    if left.unindexed > 0 {
        ui.label(look.hint(look.t1("texts-indexing", "count", left.unindexed)));
    }
}

impl ResultsState {
    /// Shows the results of a named search.
    fn apply_filter(&mut self, filter: RecordFilter) {
        self.search = filter.search.unwrap_or_default();
        self.site = filter.site;
        self.skip_archives = filter.skip_archives;
        self.only = Only {
            unfolded: Vec::new(),
            ..filter.only
        };
        self.table.sort = match filter.sort {
            RecordSort::ListOrder => None,
            RecordSort::Column { name, descending } => Some((name, descending)),
        };
        self.table.selected = None;
    }
}

fn order(order: TextCommand) -> Action {
    Action::Send(Command::Texts(order))
}
