//! The selected proxy: its data, and its results at each site.

use eframe::egui::{self, Button, Ui};
use jiff::Timestamp;

use super::status_marks::{detailed_status_mark, left, status_mark};
use super::{NewPassword, order};
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::disabled_because;
use crate::widgets::{fields, state_marks};
use bowerbird_engine::ProxyCommand;
use bowerbird_engine::types::{
    Message, Proxy, ProxyAtSite, ProxyStatus, Secret, percent, score_at,
};

/// Draws its name, its standing and the last test result.
pub(super) fn head_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    proxy: &Proxy,
    now: Timestamp,
) {
    ui.horizontal_wrapped(|ui| {
        ui.strong(&proxy.name);
        let (mark, colour, word) = detailed_status_mark(look, world, proxy, now);
        state_marks::whole_word_ui(ui, mark, colour, &word);
        let uses = Message::new("app-proxies-used")
            .with("good", proxy.uses_ok)
            .with("failed", proxy.uses_failed);
        ui.label(look.hint(look.text(&uses)));
        if let Some(address) = &proxy.exit_address {
            ui.label(look.hint(look.t1("app-proxies-exit", "address", address.as_str())));
        }
        if let Some(at) = proxy.good_at {
            ui.label(look.hint(look.t1("app-proxies-good-at", "time", look.time(at))));
        }
        if proxy.bytes > 0 {
            let bytes = look.bytes(proxy.bytes);
            ui.label(look.hint(look.t1("app-proxies-all-bytes", "bytes", bytes)));
        }
    });
    let test = world.proxy_tests.get(&proxy.id).map(|test| &test.message);
    if let Some(told) = test.or(proxy.fault.as_ref()) {
        ui.label(look.text(told));
    }
}

/// Draws its results at each site.
pub(super) fn sites_ui(ui: &mut Ui, look: &UiContext, proxy: &Proxy, now: Timestamp) {
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            if proxy.sites.is_empty() {
                ui.label(look.hint(look.t("app-proxies-no-sites")));
                return;
            }
            egui::Grid::new("proxy-sites")
                .num_columns(5)
                .spacing([18.0, 2.0])
                .show(ui, |ui| {
                    for at in &proxy.sites {
                        site_ui(ui, look, proxy, at, now);
                        ui.end_row();
                    }
                });
        });
}

/// Draws the form for a new password.
pub(super) fn password_ui(
    ui: &mut Ui,
    look: &UiContext,
    proxy: &Proxy,
    (new, actions): (&mut NewPassword, &mut Vec<Action>),
) {
    let Some(user) = &proxy.user else {
        return;
    };
    if new.proxy != Some(proxy.id) {
        *new = NewPassword {
            proxy: Some(proxy.id),
            typed: String::new(),
        };
    }
    ui.horizontal_wrapped(|ui| {
        let label = Message::new("app-proxies-new-password")
            .with("user", user.as_str())
            .with("proxy", proxy.name.as_str());
        let typed = &mut new.typed;
        let label = look.text(&label);
        let field = fields::labelled_by(ui, look, label, |ui| ui.add(fields::hidden(typed, 140.0)));
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        fields::beside(ui, |ui| {
            let button = Button::new(look.t("app-proxies-set-password"));
            let set = ui.add_enabled(!typed.is_empty(), button);
            let clicked = disabled_because(set, &look.t("app-accounts-needs-password")).clicked();
            if (clicked || entered) && !typed.is_empty() {
                actions.push(order(ProxyCommand::SetPassword {
                    proxy: proxy.id,
                    user: None,
                    password: Secret::new(std::mem::take(typed)),
                }));
            }
        });
    });
}

fn site_ui(ui: &mut Ui, look: &UiContext, proxy: &Proxy, at: &ProxyAtSite, now: Timestamp) {
    ui.label(&at.site_name);
    let (mark, colour, word) = match at.refused {
        Some(state) => state_marks::state_mark(look, Some(state)),
        None if at.uses_ok > 0 => status_mark(look, ProxyStatus::Good),
        None if at.uses_failed > 0 => status_mark(look, ProxyStatus::Faulty),
        None => status_mark(look, ProxyStatus::Untested),
    };
    state_marks::whole_word_ui(ui, mark, colour, &word);
    // A proxy that never worked has no score.
    ui.label(match proxy.uses_ok {
        0 => String::new(),
        _ => {
            let score = percent(score_at(proxy, Some(at), now));
            look.t1("app-proxies-score-n", "score", score)
        }
    });
    let uses = Message::new("app-proxies-used")
        .with("good", at.uses_ok)
        .with("failed", at.uses_failed);
    ui.label(look.hint(look.text(&uses)));
    match at.rest_until.filter(|until| *until > now) {
        Some(until) => {
            let words = left(look, until, now);
            ui.label(look.hint(look.t1("app-proxies-rests-here", "left", words)))
        }
        None => ui.label(""),
    };
}
