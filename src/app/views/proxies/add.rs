//! What adds to the pool: a form for one proxy, and one for lists.

use eframe::egui::{self, Button, TextEdit, TextStyle, Ui};

use super::{ProxiesState, order};
use crate::action::{Action, PathPurpose};
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::{Message, ProxyChange, ProxyScheme, ProxyTraits, Secret, read_list};
use bowerbird_engine::{ImportedProxies, ProxyDraft, ProxyOrder, ProxySource};

/// Lines with faults that are shown at most.
const FAULTS: usize = 50;

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
        fields::text_field(ui, look, "app-form-name", &mut state.name, "", 110.0);
        let hint = "socks5://host:1080";
        fields::code_field(ui, look, "app-proxies-url", &mut state.url, hint, 220.0);
        fields::text_field(ui, look, "app-proxies-user", &mut state.user, "", 110.0);
        fields::password_field(ui, look, "app-proxies-password", &mut state.password, 110.0);
        fields::beside(ui, |ui| {
            let usable = !state.name.trim().is_empty() && !state.url.trim().is_empty();
            if look
                .primary_if(ui, usable, look.t("app-proxies-add"))
                .clicked()
            {
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

/// The new proxy.
fn draft(state: &ProxiesState) -> ProxyDraft {
    let user = state.user.trim();
    ProxyDraft {
        name: state.name.trim().to_owned(),
        url: state.url.trim().to_owned(),
        user: (!user.is_empty()).then(|| user.to_owned()),
        password: (!state.password.is_empty()).then(|| Secret::new(state.password.clone())),
        traits: ProxyTraits::default(),
    }
}

fn list_ui(ui: &mut Ui, look: &UiContext, state: &mut ProxiesState, actions: &mut Vec<Action>) {
    ui.label(look.hint(look.t("app-proxies-list-hint")));
    let name = look.t("app-proxies-list");
    egui::ScrollArea::vertical()
        .id_salt("proxy-list")
        .max_height(110.0)
        .show(ui, |ui| {
            let field = TextEdit::multiline(&mut state.list)
                .font(TextStyle::Monospace)
                .hint_text("203.0.113.7:3128\nann:secret@203.0.113.8:8080\nsocks5://203.0.113.9:1080 tag=home")
                .desired_rows(4)
                .desired_width(f32::INFINITY);
            ui.add(field).accessible_name(name);
        });
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
        if look
            .primary_if(ui, typed, look.t("app-proxies-import-now"))
            .clicked()
        {
            let text = Secret::new(std::mem::take(&mut state.list));
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

/// Reads a list into the pool.
pub(super) fn import(source: ProxySource, scheme: ProxyScheme) -> Action {
    order(ProxyOrder::Import {
        source,
        scheme,
        change: ProxyChange::default(),
        dry_run: false,
    })
}

/// What the typed list says so far.
fn preview(look: &UiContext, state: &ProxiesState) -> String {
    let list = read_list(&state.list, state.scheme);
    let count = look.say(
        &Message::new("app-proxies-list-has")
            .with("count", list.entries.len())
            .with("faults", list.faults.len()),
    );
    match list.faults.first() {
        Some(fault) => format!("{count} {}", look.say(&at_line(fault.line, &fault.message))),
        None => count,
    }
}

fn at_line(line: usize, reason: &Message) -> Message {
    Message::new("pools-list-line")
        .with("line", line)
        .with("reason", reason.clone())
}

fn report_ui(ui: &mut Ui, look: &UiContext, report: &ImportedProxies) {
    let done = Message::new("pools-list-done")
        .with("added", report.added.len())
        .with("known", report.known.len())
        .with("faults", report.faults.len());
    ui.label(look.say(&done));
    egui::ScrollArea::vertical()
        .id_salt("proxy-list-faults")
        .max_height(80.0)
        .show(ui, |ui| {
            for (line, reason) in report.faults.iter().take(FAULTS) {
                let text = look.say(&at_line(*line, reason));
                ui.label(look.coloured(text, look.tokens.bad));
            }
            for (line, first) in report.repeated.iter().take(FAULTS) {
                let told = Message::new("pools-list-repeated").with("line", *line);
                ui.label(look.hint(look.say(&told.with("first", *first))));
            }
        });
}
