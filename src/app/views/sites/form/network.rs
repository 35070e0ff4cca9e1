//! The section of a rule's form about requests: the user agent, headers, the address to send from.
//! A header that identifies a person is never written into the rule: it is offered to an account,
//! whose secret is kept with the other secrets.

use eframe::egui::Ui;

use super::controls::labelled_rows::{self, Row};
use super::controls::pair_list::{self, Fields, Pair};
use super::controls::{FormContext, section};
use crate::action::Action;
use bowerbird_engine::types::{
    KeepRule, Login, LoginKind, Message, Network, RuleFile, Secret, is_secret_header,
};

/// The path of the headers.
const HEADERS: &str = "network.headers";

/// Draws it.
pub fn network_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    file: &mut RuleFile,
    actions: &mut Vec<Action>,
) -> bool {
    let title = title(cx, &file.network);
    section(ui, cx, "network", title, |ui| {
        let network = &mut file.network;
        let agent = Row::new("form-agent", "network.user_agent", "Mozilla/5.0 …");
        let mut changed = labelled_rows::optional(ui, cx, &agent, &mut network.user_agent);
        let fields = Fields {
            names: ["form-header", "form-header-value"],
            hints: ["accept-language", "zh-CN"],
        };
        let headers = Row::new("form-headers", HEADERS, "");
        let table = &mut network.headers;
        let (edited, secrets) =
            pair_list::table(ui, cx, &headers, &fields, table, is_secret_header);
        changed |= edited;
        for secret in secrets {
            changed |= secret_ui(ui, cx, file, &secret, actions);
        }
        let network = &mut file.network;
        let address = Row::short("form-local-address", "network.local_address", "192.0.2.7");
        changed |= labelled_rows::optional(ui, cx, &address, &mut network.local_address);
        let path = "network.private";
        changed |= labelled_rows::flag(ui, cx, "form-private", path, &mut network.private);
        changed | screenshot_ui(ui, cx, &mut file.keep)
    })
}

/// Whether pictures of pages are stored, and what that costs.
fn screenshot_ui(ui: &mut Ui, cx: &FormContext<'_>, keep: &mut KeepRule) -> bool {
    let path = "keep.screenshot";
    let changed = labelled_rows::flag(ui, cx, "form-screenshot", path, &mut keep.screenshot);
    ui.label(cx.look.hint(cx.t("form-screenshot-cost")));
    changed
}

fn title(cx: &FormContext<'_>, network: &Network) -> String {
    let count = network.headers.len();
    let agent = u32::from(network.user_agent.is_some());
    let title = Message::new("form-network")
        .with("count", count)
        .with("agent", agent);
    cx.look.text(&title)
}

/// What to do with a header that carries a secret.
fn secret_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    file: &mut RuleFile,
    (name, value): &Pair,
    actions: &mut Vec<Action>,
) -> bool {
    let other = file.login.as_ref().is_some_and(|login| {
        login.kind != LoginKind::Header || login.header.as_ref().is_some_and(|known| known != name)
    });
    cx.fault_ui(ui, &cx.look.t1("form-header-secret", "name", name.as_str()));
    if other {
        ui.label(cx.look.hint(cx.t("form-header-other-login")));
        return false;
    }
    let keep = ui.button(cx.look.t1("form-header-keep", "name", name.as_str()));
    if !keep.on_hover_text(cx.t("form-header-keep-tip")).clicked() {
        return false;
    }
    let login = file.login.get_or_insert_with(Login::default);
    login.kind = LoginKind::Header;
    login.header = Some(name.clone());
    file.network.headers.remove(name);
    pair_list::forget(ui, cx, HEADERS, name);
    if let Some(site) = cx.site {
        actions.push(Action::AddAccount {
            site,
            secret: Secret::new(value.clone()),
        });
    }
    true
}
