//! Actions on several records, selected by their checkboxes: mark as read, tag, keep apart, copy.

use std::collections::BTreeMap;

use eframe::egui::{self, Align2, Ui};

use super::ResultsState;
use super::by_hand::arranging::{Arranging, MOST_MERGED};
use super::columns::cells::stored_cell;
use super::export::evidence::EvidenceForm;
use super::export::{hidden_ticks, ticks_query};
use crate::action::{Action, Notice};
use crate::background::MAX_CHOSEN;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::{ActionItem, more_ui};
use crate::widgets::fields;
use crate::widgets::table::{ColumnSpec, one_line};
use bowerbird_engine::types::{
    Message, RecordId, RuleOrigin, SiteId, StoredRecord, formula_guarded, watching_page,
};
use bowerbird_engine::{Command, SiteCommand, TextCommand};

/// Draws the actions on the ticked records. The line stays when none is ticked, so that ticking a
/// row does not move the table under the pointer.
pub fn bulk_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ResultsState,
    columns: &[ColumnSpec],
    actions: &mut Vec<Action>,
) {
    let some = state.pages.count().is_some_and(|count| count > 0);
    if !some && state.chosen.is_empty() {
        return;
    }
    actions.extend(ticks_query(state));
    let ids = ids_of(state.chosen.values());
    let in_archive = |record: &&StoredRecord| record.marks.archive.is_some();
    let archived = state.chosen.values().filter(in_archive).count();
    let none = state.chosen.is_empty().then_some("app-results-why-none");
    let fixed = none;
    let item = |id: &str, why: Option<&str>| ActionItem::new(look, id).unless(look, why);
    ui.horizontal_wrapped(|ui| {
        let count = u64::try_from(state.chosen.len()).unwrap_or(u64::MAX);
        let hidden = hidden_ticks(state);
        ui.label(match hidden {
            0 => look.t1("app-results-chosen", "count", count),
            _ => look.text(
                &Message::new("app-results-chosen-hidden")
                    .with("count", count)
                    .with("hidden", hidden),
            ),
        });
        let rows = state.pages.count().unwrap_or_default();
        if rows > MAX_CHOSEN && count >= MAX_CHOSEN {
            ui.label(look.hint(look.t1("app-results-chosen-most", "most", MAX_CHOSEN)));
        }
        if count < rows.min(MAX_CHOSEN) {
            let all = look.quiet(ui, look.t("app-pools-tick-all"));
            if all
                .on_hover_text(look.t("app-results-choose-all-tip"))
                .clicked()
            {
                state.choose_all(actions);
            }
        }
        if state.only.deleted {
            if item("app-results-restore", none).button_ui(ui) {
                actions.push(order(TextCommand::Restore(ids.clone())));
                state.chosen.clear();
            }
            if item("app-results-copy-tsv", none).button_ui(ui) {
                actions.push(Action::Copy(tsv(look, state.chosen.values(), columns)));
            }
            if item("app-results-choose-none", none).button_ui(ui) {
                state.chosen.clear();
            }
            return;
        }
        let read = |read| {
            let records = ids.clone();
            order(TextCommand::Read { records, read })
        };
        let tag = |tag: &str, on| {
            let (records, tag) = (ids.clone(), tag.to_owned());
            order(TextCommand::Tag { records, tag, on })
        };
        if item("app-results-mark-read", fixed).button_ui(ui) {
            actions.push(read(true));
        }
        let name = look.t("app-results-tag");
        let field = egui::TextEdit::singleline(&mut state.tag)
            .align(Align2::LEFT_CENTER)
            .hint_text(name.clone())
            .desired_width(110.0);
        let field = ui.add(field).accessible_name(name);
        let untyped = state.tag.trim().is_empty();
        let why = fixed.or(untyped.then_some("app-results-why-no-tag"));
        let entered = fields::entered(ui, &field) && why.is_none();
        if item("app-results-tag-add", why).button_ui(ui) || entered {
            actions.push(tag(&state.tag, true));
        }
        if item("app-results-copy-tsv", none).button_ui(ui) {
            actions.push(Action::Copy(tsv(look, state.chosen.values(), columns)));
        }
        more_ui(ui, look, &look.t("app-view-results"), |ui| {
            if item("app-results-mark-unread", fixed).entry_ui(ui, look) {
                actions.push(read(false));
            }
            if item("app-results-tag-take", why).entry_ui(ui, look) {
                actions.push(tag(&state.tag, false));
            }
            if item("app-results-watch", fixed).entry_ui(ui, look) {
                watch(world, state.chosen.values(), true, actions);
            }
            if item("app-results-watch-not", fixed).entry_ui(ui, look) {
                watch(world, state.chosen.values(), false, actions);
            }
            if item("app-results-apart", fixed).entry_ui(ui, look) {
                actions.push(order(TextCommand::KeepApart(ids.clone())));
            }
            ui.separator();
            let count = ids.len();
            let why = fixed
                .or((count < 2).then_some("app-merge-why-one"))
                .or((count > MOST_MERGED).then_some("app-merge-why-many"));
            if item("app-merge-open", why).entry_ui(ui, look) {
                let chosen = state.chosen.values().cloned();
                state.arranging = Arranging::merge(chosen.collect());
            }
            if item("app-move-open", fixed).entry_ui(ui, look) {
                let records = ids.clone();
                state.arranging = Some(Arranging::Move { records, to: None });
            }
            ui.separator();
            if item("app-evidence-open", fixed).entry_ui(ui, look) {
                state.evidence = Some(EvidenceForm::of(ids.clone()));
            }
            ui.separator();
            let removal = ActionItem::removal(look, "app-results-delete").unless(look, fixed);
            if removal.entry_ui(ui, look) {
                delete(state, ids.clone(), actions);
            }
            if item("app-results-choose-none", none).entry_ui(ui, look) {
                state.chosen.clear();
            }
        });
        if archived > 0 {
            ui.label(look.hint(look.t1("archive-chosen", "count", archived as u64)));
        }
    });
}

fn ids_of<'a>(records: impl Iterator<Item = &'a StoredRecord>) -> Vec<RecordId> {
    records.map(|stored| stored.id).collect()
}

/// Deletes the ticked records, else the one of the selected row; nothing among deleted ones.
pub(super) fn delete_chosen(state: &mut ResultsState, actions: &mut Vec<Action>) {
    if state.only.deleted {
        return;
    }
    let row = state.table.selected.and_then(|row| state.pages.record(row));
    let records = match state.chosen.is_empty() {
        true => ids_of(row.into_iter()),
        false => ids_of(state.chosen.values()),
    };
    delete(state, records, actions);
}

fn delete(state: &mut ResultsState, records: Vec<RecordId>, actions: &mut Vec<Action>) {
    if !records.is_empty() {
        state.chosen.retain(|id, _| !records.contains(id));
        actions.push(order(TextCommand::Delete(records)));
    }
}

/// Has every run read the pages of these records again, or no longer: their rules say so.
fn watch<'a>(
    world: &AppState,
    records: impl Iterator<Item = &'a StoredRecord>,
    on: bool,
    actions: &mut Vec<Action>,
) {
    let mut by_site = BTreeMap::<SiteId, Vec<&str>>::new();
    let mut pages = 0usize;
    for record in records {
        let pages_of = by_site.entry(record.site).or_default();
        pages_of.push(record.record.url.as_str());
        pages += 1;
    }
    for (site, urls) in by_site {
        let Some(site) = world.site(site) else {
            continue;
        };
        let rule_toml = urls.iter().try_fold(site.rule_toml.clone(), |rule, url| {
            watching_page(&rule, url, on)
        });
        if let Some(rule_toml) = rule_toml.filter(|rule| *rule != site.rule_toml) {
            actions.push(Action::Send(Command::Site(SiteCommand::Update {
                site: site.id,
                rule_toml,
                origin: RuleOrigin::Edited,
            })));
        }
    }
    let said = match on {
        true => "app-results-watching",
        false => "app-results-watching-not",
    };
    let said = Message::new(said).with("count", pages);
    actions.push(Action::Notify(Notice::info(said)));
}

/// The records as tab-separated values, with a header line. They are pasted into spreadsheets, which
/// must not run what a page wrote as a formula.
fn tsv<'a>(
    look: &UiContext,
    records: impl Iterator<Item = &'a StoredRecord>,
    columns: &[ColumnSpec],
) -> String {
    let columns: Vec<&ColumnSpec> = columns.iter().filter(|c| c.key != "pick").collect();
    let heads: Vec<&str> = columns.iter().map(|c| c.title.as_str()).collect();
    let mut out = heads.join("\t");
    for record in records {
        out.push('\n');
        let cells = columns.iter().map(|column| {
            let cell = stored_cell(look, record, &column.key);
            let line = match column.key.as_str() {
                // One line per record, with the full text.
                "text" => cell
                    .copied()
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" "),
                _ => one_line(cell.copied()),
            };
            formula_guarded(&line).into_owned()
        });
        out.push_str(&cells.collect::<Vec<_>>().join("\t"));
    }
    out
}

fn order(order: TextCommand) -> Action {
    Action::Send(Command::Texts(order))
}
