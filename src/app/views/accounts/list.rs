//! A list of users and passwords for the selected site.

use eframe::egui::Ui;

use super::{AccountsState, order};
use crate::action::{Action, PathPurpose};
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use crate::widgets::pools::pool_list;
use bowerbird_engine::AccountCommand;
use bowerbird_engine::types::{Secret, read_accounts};

/// Draws it.
pub(super) fn list_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut AccountsState,
    actions: &mut Vec<Action>,
) {
    ui.label(look.hint(look.t("accounts-list-hint")));
    let name = look.t("accounts-list-text");
    let hint = "ann:password\nben@example.org:password";
    let list = &mut state.list;
    fields::code_area(ui, "account-list", name, list, hint, (4, 110.0));
    ui.horizontal_wrapped(|ui| {
        let typed = !state.list.trim().is_empty();
        let usable = typed && state.site.is_some();
        let import = look.primary_if(ui, usable, look.t("accounts-list-import"));
        let import = import.on_disabled_hover_text(look.t("accounts-list-not-yet"));
        if import.clicked()
            && let Some(site) = state.site
        {
            actions.push(order(AccountCommand::Import {
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
    ui.label(look.text(&report.message()));
    pool_list::faults_ui(ui, look, "account-list-faults", &report.faults, |_| {});
}

/// A summary of the list typed so far.
fn preview(look: &UiContext, text: &str) -> String {
    let list = read_accounts(text);
    let counts = (list.entries.len(), list.faults.len());
    let first = list.faults.first().map(|(line, reason)| (*line, reason));
    pool_list::preview(look, "accounts-list-preview", counts, first)
}
