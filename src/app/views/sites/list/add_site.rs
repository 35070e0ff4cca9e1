//! The line that adds a site by its address, and what is said of one that is there.

use std::path::PathBuf;

use eframe::egui::{Button, Ui};

use crate::action::{Action, PathPurpose};
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::views::pasted_addresses::addresses;
use crate::views::sites::{SitesState, address_preview};
use crate::widgets::fields;
use bowerbird_engine::Command;
use bowerbird_engine::types::Site;

pub(super) fn add_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    // A site that was just submitted is not reported as existing.
    let known = world
        .beginning_at(&state.url)
        .filter(|_| state.adding.as_deref() != Some(state.url.trim()));
    ui.horizontal(|ui| {
        // What the buttons leave; most people type an address.
        let room = ui.available_width() - 610.0;
        let url_width = (room * 0.6).clamp(110.0, 420.0);
        let path_width = (room * 0.4).clamp(80.0, 420.0);
        let url = fields::code_field(
            ui,
            look,
            "app-sites-url",
            &mut state.url,
            &look.t("app-sites-url-hint"),
            url_width,
        );
        if std::mem::take(&mut state.focus_url) {
            url.request_focus();
        }
        let entered = fields::entered(ui, &url);
        fields::beside(ui, |ui| {
            let typed = state.url.trim().to_owned();
            // Nothing is saved before a person has seen what can be collected.
            let looks = ui
                .add_enabled(!typed.is_empty(), Button::new(look.t("app-sites-look")))
                .on_hover_text(look.t("app-sites-look-tip"));
            if (looks.clicked() || entered) && !typed.is_empty() {
                state.added = None;
                let pasted = addresses(&typed);
                match pasted.is_empty() {
                    true => actions.push(Action::Send(Command::Site(state.look.begin(typed)))),
                    false => state.look.pasted(typed, pasted),
                }
            }
            let search = ui.button(look.t("search-open"));
            if search.on_hover_text(look.t("search-open-tip")).clicked() {
                state.search.open = true;
            }
        });
        ui.separator();
        let path = fields::code_field(
            ui,
            look,
            "app-sites-rule-file",
            &mut state.rule_path,
            &look.t("app-sites-rule-file-hint"),
            path_width,
        );
        let entered = fields::entered(ui, &path);
        fields::beside(ui, |ui| {
            if ui.button(look.t("app-browse")).clicked() {
                actions.push(Action::PickPath(PathPurpose::RuleFile));
            }
            let typed = state.rule_path.trim().to_owned();
            let add = ui.add_enabled(!typed.is_empty(), Button::new(look.t("app-sites-add-file")));
            if (add.clicked() || entered) && !typed.is_empty() {
                actions.push(Action::OpenFiles {
                    paths: vec![PathBuf::from(&typed)],
                    format: None,
                });
                state.adding = Some(typed);
            }
        });
    });
    if let Some(site) = known {
        known_ui(ui, look, site, state, actions);
    }
    address_preview::look_ui(ui, look, world, state, actions);
    address_preview::added_ui(ui, look, world, state, actions);
}

/// The typed address is already the start of a site: two of them would collect the same twice.
fn known_ui(
    ui: &mut Ui,
    look: &UiContext,
    site: &Site,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        let text = look.t1("app-sites-known", "site", site.name.as_str());
        ui.label(look.coloured(text, look.tokens.warn));
        if ui.button(look.t("app-sites-known-show")).clicked() {
            state.url.clear();
            actions.push(Action::ShowSite(site.id));
        }
    });
}
