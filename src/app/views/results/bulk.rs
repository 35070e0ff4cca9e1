//! Actions on several records, selected by their checkboxes: mark as read, tag, keep apart, copy.

use eframe::egui::{self, Align2, Ui};

use super::ResultsState;
use super::cells::stored_cell;
use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::widgets::table::{ColumnSpec, one_line};
use bowerbird_engine::types::{RecordId, StoredRecord};
use bowerbird_engine::{Command, TextOrder};

/// Draws the actions on the selected records; nothing when none is selected.
pub fn bulk_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ResultsState,
    columns: &[ColumnSpec],
    actions: &mut Vec<Action>,
) {
    if state.chosen.is_empty() {
        return;
    }
    // Archived records cannot be changed.
    let own = state.chosen.values().filter(|r| r.marks.archive.is_none());
    let ids: Vec<RecordId> = own.map(|stored| stored.id).collect();
    let archived = state.chosen.len() - ids.len();
    ui.horizontal_wrapped(|ui| {
        let count = u64::try_from(state.chosen.len()).unwrap_or(u64::MAX);
        ui.label(look.t1("app-results-chosen", "count", count));
        for (id, read) in [
            ("app-results-mark-read", true),
            ("app-results-mark-unread", false),
        ] {
            if ui.button(look.t(id)).clicked() {
                let records = ids.clone();
                actions.push(order(TextOrder::Read { records, read }));
            }
        }
        let name = look.t("app-results-tag");
        let field = egui::TextEdit::singleline(&mut state.tag)
            .align(Align2::LEFT_CENTER)
            .hint_text(name.clone())
            .desired_width(110.0);
        ui.add(field).accessible_name(name);
        let usable = !state.tag.trim().is_empty();
        for (id, on) in [
            ("app-results-tag-add", true),
            ("app-results-tag-take", false),
        ] {
            if ui
                .add_enabled(usable, egui::Button::new(look.t(id)))
                .clicked()
            {
                actions.push(order(TextOrder::Tag {
                    records: ids.clone(),
                    tag: state.tag.clone(),
                    on,
                }));
            }
        }
        if ui.button(look.t("app-results-apart")).clicked() {
            actions.push(order(TextOrder::KeepApart(ids.clone())));
        }
        if ui.button(look.t("app-results-copy-tsv")).clicked() {
            actions.push(Action::Copy(tsv(look, state.chosen.values(), columns)));
        }
        if look.quiet(ui, look.t("app-results-choose-none")).clicked() {
            state.chosen.clear();
        }
    });
    if archived > 0 {
        ui.label(look.hint(look.t1("archive-chosen", "count", archived as u64)));
    }
}

/// The records as tab-separated values, with a header line.
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
            match column.key.as_str() {
                // One line per record, with the full text.
                "text" => cell
                    .copied()
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" "),
                _ => one_line(cell.copied()),
            }
        });
        out.push_str(&cells.collect::<Vec<_>>().join("\t"));
    }
    out
}

fn order(order: TextOrder) -> Action {
    Action::Send(Command::Texts(order))
}
