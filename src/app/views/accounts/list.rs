//! A list of users and passwords for the site that is chosen above.

use eframe::egui::{self, TextEdit, TextStyle, Ui};

use super::{AccountsState, order};
use crate::action::{Action, PathPurpose};
use crate::style::ui_context::UiContext;
use bowerbird_engine::AccountOrder;
use bowerbird_engine::types::{Message, Secret, read_accounts};

/// Lines with faults that are shown at most.
const FAULTS: usize = 50;

/// Draws it.
pub(super) fn list_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut AccountsState,
    actions: &mut Vec<Action>,
) {
    ui.label(look.hint(look.t("accounts-list-hint")));
    let name = look.t("accounts-list-text");
    egui::ScrollArea::vertical()
        .id_salt("account-list")
        .max_height(110.0)
        .show(ui, |ui| {
            let field = TextEdit::multiline(&mut state.list)
                .font(TextStyle::Monospace)
                .hint_text("ann:password\nben@example.org:password")
                .desired_rows(4)
                .desired_width(f32::INFINITY);
            ui.add(field).accessible_name(name);
        });
    ui.horizontal_wrapped(|ui| {
        let typed = !state.list.trim().is_empty();
        let usable = typed && state.site.is_some();
        let import = look.primary_if(ui, usable, look.t("accounts-list-import"));
        let import = import.on_disabled_hover_text(look.t("accounts-list-not-yet"));
        if import.clicked()
            && let Some(site) = state.site
        {
            actions.push(order(AccountOrder::Import {
                site,
                text: Secret::new(std::mem::take(&mut state.list)),
                dry_run: false,
            }));
        }
        if ui.button(look.t("accounts-list-choose")).clicked() {
            actions.push(Action::PickPath(PathPurpose::AccountList));
        }
        if typed {
            ui.label(look.hint(preview(look, &state.list)));
        }
        if ui.button(look.t("app-close")).clicked() {
            state.list_open = false;
            state.list.clear();
            state.imported = None;
        }
    });
    let Some(report) = &state.imported else {
        return;
    };
    ui.label(look.say(&report.message()));
    egui::ScrollArea::vertical()
        .id_salt("account-list-faults")
        .max_height(80.0)
        .show(ui, |ui| {
            for (line, reason) in report.faults.iter().take(FAULTS) {
                let text = look.say(&at_line(*line, reason));
                ui.label(look.coloured(text, look.tokens.bad));
            }
        });
}

/// What the typed list says so far.
fn preview(look: &UiContext, text: &str) -> String {
    let list = read_accounts(text);
    let count = Message::new("accounts-list-preview")
        .with("count", list.entries.len())
        .with("faults", list.faults.len());
    match list.faults.first() {
        Some((line, reason)) => {
            format!("{} {}", look.say(&count), look.say(&at_line(*line, reason)))
        }
        None => look.say(&count),
    }
}

fn at_line(line: usize, reason: &Message) -> Message {
    Message::new("pools-list-line")
        .with("line", line)
        .with("reason", reason.clone())
}
