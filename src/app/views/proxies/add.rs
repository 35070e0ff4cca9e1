//! Adding to the pool: a form for one proxy, and one for lists.

use eframe::egui::{self, Button, Ui};

use super::{ProxiesState, order};
use crate::action::{Action, PathPurpose};
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::disabled_because;
use crate::widgets::{fields, pool_list};
use bowerbird_engine::types::{Message, ProxyChange, ProxyScheme, ProxyTraits, Secret, read_list};
use bowerbird_engine::{ImportedProxies, ProxyDraft, ProxyOrder, ProxySource};

/// Draws both.
pub(super) fn add_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ProxiesState,
    actions: &mut Vec<Action>,
) {
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        one_ui(ui, look, state, actions);
        if state.importing {
            ui.separator();
            list_ui(ui, look, state, actions);
        }
    });
}

fn one_ui(ui: &mut Ui, look: &UiContext, state: &mut ProxiesState, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        // The name is optional: the host serves as one.
        let (hint, name_hint) = ("socks5://host:1080", host_of(&state.url));
        let typed = [
            fields::code_field(ui, look, "app-proxies-url", &mut state.url, hint, 220.0),
            fields::text_field(ui, look, "app-proxies-user", &mut state.user, "", 110.0),
            fields::password_field(ui, look, "app-proxies-password", &mut state.password, 110.0),
            fields::text_field(
                ui,
                look,
                "app-form-name",
                &mut state.name,
                &name_hint,
                110.0,
            ),
        ];
        let entered = typed.iter().any(|field| fields::entered(ui, field));
        fields::beside(ui, |ui| {
            let usable = !state.url.trim().is_empty();
            let add = look.primary_if(ui, usable, look.t("app-proxies-add"));
            let add = disabled_because(add, &look.t("app-proxies-add-needs"));
            if add.clicked() || (entered && usable) {
                state.adding = true;
                actions.push(order(ProxyOrder::Add(draft(state))));
            }
            let import = look.t("app-proxies-import");
            if ui.selectable_label(state.importing, import).clicked() {
                state.importing = !state.importing;
                state.imported = None;
            }
        });
    });
}

/// The host in a typed address of a proxy; empty if there is none.
fn host_of(typed: &str) -> String {
    let list = read_list(typed, ProxyScheme::default());
    let first = list.entries.into_iter().next();
    first.map(|entry| entry.host).unwrap_or_default()
}

/// The new proxy.
fn draft(state: &ProxiesState) -> ProxyDraft {
    let user = state.user.trim();
    let name = match state.name.trim() {
        "" => host_of(&state.url),
        typed => typed.to_owned(),
    };
    ProxyDraft {
        name,
        url: state.url.trim().to_owned(),
        user: (!user.is_empty()).then(|| user.to_owned()),
        password: (!state.password.is_empty()).then(|| Secret::new(state.password.clone())),
        traits: ProxyTraits::default(),
    }
}

fn list_ui(ui: &mut Ui, look: &UiContext, state: &mut ProxiesState, actions: &mut Vec<Action>) {
    ui.label(look.hint(look.t("app-proxies-list-hint")));
    let name = look.t("app-proxies-list");
    let hint = "203.0.113.7:3128\nann:secret@203.0.113.8:8080\nsocks5://203.0.113.9:1080 tag=home";
    fields::code_area(ui, "proxy-list", name, &mut state.list, hint, (4, 110.0));
    ui.horizontal_wrapped(|ui| {
        ui.label(look.hint(look.t("app-proxies-scheme")));
        egui::ComboBox::from_id_salt("proxy-scheme")
            .selected_text(state.scheme.token())
            .show_ui(ui, |ui| {
                for scheme in ProxyScheme::ALL {
                    ui.selectable_value(&mut state.scheme, scheme, scheme.token());
                }
            })
            .response
            .accessible_name(look.t("app-proxies-scheme"));
        let typed = !state.list.trim().is_empty();
        let import_now = look.primary_if(ui, typed, look.t("app-proxies-import-now"));
        if disabled_because(import_now, &look.t("app-needs-list")).clicked() {
            let text = Secret::new(state.list.clone());
            actions.push(import(ProxySource::Text(text), state.scheme));
        }
        if ui.button(look.t("app-proxies-import-file")).clicked() {
            actions.push(Action::PickPath(PathPurpose::ProxyList));
        }
        if typed {
            ui.label(look.hint(preview(look, state)));
        }
        if ui.add(Button::new(look.t("app-close"))).clicked() {
            state.importing = false;
            state.list.clear();
            state.imported = None;
        }
    });
    if let Some(report) = &state.imported {
        report_ui(ui, look, report);
    }
}

/// Imports a list into the pool.
pub(super) fn import(source: ProxySource, scheme: ProxyScheme) -> Action {
    order(ProxyOrder::Import {
        source,
        scheme,
        change: ProxyChange::default(),
        dry_run: false,
    })
}

/// A summary of the list typed so far.
fn preview(look: &UiContext, state: &ProxiesState) -> String {
    let list = read_list(&state.list, state.scheme);
    let counts = (list.entries.len(), list.faults.len());
    let first = list.faults.first();
    let first = first.map(|fault| (fault.line, &fault.message));
    pool_list::preview(look, "app-proxies-list-has", counts, first)
}

fn report_ui(ui: &mut Ui, look: &UiContext, report: &ImportedProxies) {
    let done = Message::new("pools-list-done")
        .with("added", report.added.len())
        .with("known", report.known.len())
        .with("faults", report.faults.len());
    ui.label(look.text(&done));
    pool_list::faults_ui(ui, look, "proxy-list-faults", &report.faults, |ui| {
        for (line, first) in report.repeated.iter().take(pool_list::LINES) {
            let told = Message::new("pools-list-repeated").with("line", *line);
            ui.label(look.hint(look.text(&told.with("first", *first))));
        }
    });
}
