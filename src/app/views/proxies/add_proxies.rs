//! Adding to the pool: a form for one proxy, and one for lists.

use eframe::egui::{self, Align2, Button, Response, TextEdit, TextStyle, Ui};

use super::{ProxiesState, order};
use crate::action::{Action, PathPurpose};
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::disabled_because;
use crate::widgets::fields;
use crate::widgets::pools::pool_list;
use bowerbird_engine::types::{
    Message, ProxyChange, ProxyEntry, ProxyScheme, ProxyTraits, Secret, read_list,
};
use bowerbird_engine::{ImportedProxies, ProxyCommand, ProxyDraft, ProxySource};

/// The proxies in a typed address, read again when it changes.
#[derive(Clone, Debug, Default)]
pub(super) struct TypedProxies {
    text: String,
    entries: Vec<ProxyEntry>,
    /// Whether all of the text is proxies.
    whole: bool,
}

impl TypedProxies {
    fn read(&mut self, text: &str) {
        if self.text == text {
            return;
        }
        let list = read_list(text, ProxyScheme::default());
        text.clone_into(&mut self.text);
        self.whole = list.faults.is_empty();
        self.entries = list.entries;
    }

    /// The proxy, if it is one.
    fn only(&self) -> Option<&ProxyEntry> {
        match self.entries.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The proxies, if they are several and nothing else stands there.
    fn several(&self) -> &[ProxyEntry] {
        match self.whole && self.entries.len() > 1 {
            true => &self.entries,
            false => &[],
        }
    }
}

/// Width of the address, in points: user, password, host and port.
const ADDRESS_WIDTH: f32 = 340.0;
/// Width of what is beside it, in points.
const AFTER_ADDRESS: f32 = 680.0;

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
        state.typed.read(&state.url);
        // The name is optional: host and port serve as one.
        let name_hint = state
            .typed
            .only()
            .map_or_else(String::new, ProxyEntry::authority);
        let typed = [
            address_ui(ui, look, state),
            fields::text_field(ui, look, "app-proxies-user", &mut state.user, "", 110.0),
            fields::password_field(ui, look, "app-proxies-password", &mut state.password, 110.0),
            fields::text_field(
                ui,
                look,
                "app-form-name",
                &mut state.name,
                &name_hint,
                140.0,
            ),
        ];
        let entered = typed.iter().any(|field| fields::entered(ui, field));
        fields::beside(ui, |ui| {
            let usable = !state.url.trim().is_empty();
            let several = state.typed.several().len();
            let label = match several {
                0 | 1 => look.t("app-proxies-add"),
                count => look.t1("app-proxies-add-several", "count", count),
            };
            let add = look.primary_if(ui, usable, label);
            let add = disabled_because(add, &look.t("app-proxies-add-needs"));
            if add.clicked() || (entered && usable) {
                state.adding = true;
                state.typed.read(&state.url);
                let several = state.typed.several();
                actions.push(match several.len() {
                    0 | 1 => order(ProxyCommand::Add(draft(state))),
                    _ => import(list_of(several, state), ProxyScheme::default()),
                });
            }
            let import = look.t("app-proxies-import");
            if ui.selectable_label(state.importing, import).clicked() {
                state.importing = !state.importing;
                state.imported = None;
            }
        });
    });
}

/// The field of the address. User and password typed into it move into their own fields when it
/// loses the keyboard; what cannot be read is hidden then, since it may hold a password.
fn address_ui(ui: &mut Ui, look: &UiContext, state: &mut ProxiesState) -> Response {
    let id = ui.make_persistent_id("proxy-address");
    let is_typed_into = ui.memory(|memory| memory.has_focus(id));
    let is_secret = !is_typed_into && state.url.contains('@');
    let field = TextEdit::singleline(&mut state.url)
        .id(id)
        .align(Align2::LEFT_CENTER)
        .font(TextStyle::Monospace)
        .hint_text("socks5://host:1080")
        .password(is_secret)
        // What the fields and buttons after it need stays free.
        .desired_width((ui.available_width() - AFTER_ADDRESS).clamp(150.0, ADDRESS_WIDTH));
    let field = fields::labelled(ui, look, "app-proxies-url", |ui| ui.add(field));
    if std::mem::take(&mut state.focus) {
        field.request_focus();
    }
    if field.lost_focus() {
        move_credentials(state);
    }
    field
}

/// Moves user and password of the typed address into their own fields.
fn move_credentials(state: &mut ProxiesState) {
    state.typed.read(&state.url);
    let Some(entry) = state.typed.only().cloned() else {
        return;
    };
    let Some(user) = &entry.user else {
        return;
    };
    state.user.clone_from(user);
    state.password = entry.password.clone().unwrap_or_default();
    state.url = match state.url.contains("://") {
        true => entry.url(),
        false => entry.authority(),
    };
}

/// Several proxies as a list in columns; those without a user have the typed one.
fn list_of(entries: &[ProxyEntry], state: &ProxiesState) -> ProxySource {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let lines = entries.iter().map(|entry| {
        let (user, password) = match &entry.user {
            Some(user) => (user.as_str(), entry.password.as_deref().unwrap_or_default()),
            None => (state.user.trim(), state.password.as_str()),
        };
        let (scheme, host, port) = (entry.scheme.token(), &entry.host, entry.port);
        let (user, password) = (quoted(user), quoted(password));
        format!("{scheme},{host},{port},{user},{password}\n")
    });
    ProxySource::Text(Secret::new(lines.collect::<String>()))
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
    let hint = "203.0.113.7:3128\nann:secret@203.0.113.8:8080\nsocks5://203.0.113.9:1080 tag=home";
    fields::code_area(ui, "proxy-list", name, &mut state.list, hint, (4, 110.0));
    ui.horizontal_wrapped(|ui| {
        ui.label(look.hint(look.t("app-proxies-scheme")));
        egui::ComboBox::from_id_salt("proxy-scheme")
            .selected_text(state.scheme.token())
            .show_list(ui, |ui| {
                for scheme in ProxyScheme::ALL {
                    ui.entry_value(&mut state.scheme, scheme, scheme.token());
                }
            })
            .response
            .accessible_name(look.t("app-proxies-scheme"));
        let typed = !state.list.trim().is_empty();
        let import_now = look.primary_if(ui, typed, look.t("app-proxies-import-now"));
        if disabled_because(import_now, &look.t("app-needs-list")).clicked() {
            state.list_sent = true;
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
    order(ProxyCommand::Import {
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
