//! The section of a rule's form about how accounts log in, and by which signs a login is known to
//! have worked. The accounts with their passwords belong to the project, never to the rule.

use eframe::egui::Ui;

use super::controls::labelled_rows::{self, Row};
use super::controls::pair_list::{self, Fields};
use super::controls::{FormContext, section};
use crate::widgets::login_kinds::LOGIN_KINDS;
use bowerbird_engine::types::{Login, LoginKind, Message, RuleFile};

/// Draws it.
pub fn login_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    let title = title(cx, file.login.as_ref());
    section(ui, cx, "login", title, |ui| {
        let mut is_needed = file.login.is_some();
        let mut changed = labelled_rows::flag(ui, cx, "form-login-needed", "", &mut is_needed);
        if changed {
            file.login = is_needed.then(Login::default);
        }
        let Some(login) = &mut file.login else {
            return changed;
        };
        changed |= way_in_ui(ui, cx, login);
        changed |= signs_ui(ui, cx, login);
        changed
            | labelled_rows::flag(
                ui,
                cx,
                "form-login-always",
                "login.always",
                &mut login.always,
            )
    })
}

fn title(cx: &FormContext<'_>, login: Option<&Login>) -> String {
    let Some(login) = login else {
        return cx.t("form-login-none");
    };
    let kind = LOGIN_KINDS.iter().find(|(kind, _)| *kind == login.kind);
    let title = Message::new("form-login")
        .with("kind", kind.map_or_else(String::new, |(_, id)| cx.t(id)))
        .with("signs", signs(login));
    cx.look.text(&title)
}

/// The number of signs that the rule names.
fn signs(login: &Login) -> usize {
    let texts = [
        &login.success,
        &login.success_text,
        &login.success_cookie,
        &login.failure,
        &login.failure_text,
    ];
    texts.into_iter().flatten().count() + usize::from(login.success_status.is_some())
}

/// How an account gets in: the fields of the kind only.
fn way_in_ui(ui: &mut Ui, cx: &FormContext<'_>, login: &mut Login) -> bool {
    let options = LOGIN_KINDS.map(|(kind, id)| (kind, cx.t(id)));
    let kind = Row::new("account-recipe-kind", "login.kind", "");
    let mut changed = labelled_rows::choice(ui, cx, &kind, (&mut login.kind, ""), &options);
    if changed {
        leave_out_others(login);
    }
    let (label, hint) = match login.kind {
        LoginKind::Form => ("form-login-page", "https://forum.example/login/"),
        _ => ("form-login-members", "https://data.example/v1/me"),
    };
    changed |= labelled_rows::text(ui, cx, &Row::new(label, "login.url", hint), &mut login.url);
    match login.kind {
        LoginKind::Header => {
            let header = Row::short("account-recipe-header", "login.header", "X-Api-Key");
            changed |= labelled_rows::optional(ui, cx, &header, &mut login.header);
            // White space between prefix and secret counts.
            let prefix = Row::short("account-recipe-prefix", "login.prefix", "token:");
            changed |= labelled_rows::optional(ui, cx, &prefix, &mut login.prefix);
        }
        LoginKind::Form => {
            let form = Row::new("form-login-form", "login.form", "form#login");
            changed |= labelled_rows::optional(ui, cx, &form, &mut login.form);
            let user = Row::short("form-login-user", "login.user_field", "username");
            changed |= labelled_rows::optional(ui, cx, &user, &mut login.user_field);
            let password = Row::short("form-login-password", "login.password_field", "password");
            changed |= labelled_rows::optional(ui, cx, &password, &mut login.password_field);
            let fields = Fields {
                names: ["form-login-field", "form-login-field-value"],
                hints: ["realm", "staff"],
            };
            let further = Row::new("form-login-fields", "login.fields", "");
            let table = &mut login.fields;
            changed |= pair_list::table(ui, cx, &further, &fields, table, |_| false).0;
        }
        LoginKind::Basic | LoginKind::Bearer | LoginKind::Cookies => {}
    }
    changed
}

/// Leaves out what only another kind of login has.
fn leave_out_others(login: &mut Login) {
    if login.kind != LoginKind::Header {
        (login.header, login.prefix) = (None, None);
    }
    if login.kind != LoginKind::Form {
        (login.form, login.user_field, login.password_field) = (None, None, None);
        (login.failure, login.failure_text) = (None, None);
        login.fields.clear();
    }
}

/// By which signs a login is known to have worked, or not.
fn signs_ui(ui: &mut Ui, cx: &FormContext<'_>, login: &mut Login) -> bool {
    let css = Row::new("form-login-success", "login.success", "a[href='/logout/']");
    let mut changed = labelled_rows::optional(ui, cx, &css, &mut login.success);
    let example = cx.t("form-example-log-out");
    let text = Row::new("form-login-success-text", "login.success_text", &example);
    changed |= labelled_rows::optional(ui, cx, &text, &mut login.success_text);
    let cookie = Row::short("form-login-cookie", "login.success_cookie", "member");
    changed |= labelled_rows::optional(ui, cx, &cookie, &mut login.success_cookie);
    let status = Row::short("form-login-status", "login.success_status", "");
    let mut number = login.success_status.map(u32::from);
    if labelled_rows::most(ui, cx, &status, &mut number) {
        login.success_status = number.and_then(|number| u16::try_from(number).ok());
        changed = true;
    }
    if login.kind == LoginKind::Form {
        let css = Row::new("form-login-failure", "login.failure", ".error");
        changed |= labelled_rows::optional(ui, cx, &css, &mut login.failure);
        let example = cx.t("form-example-wrong-password");
        let text = Row::new("form-login-failure-text", "login.failure_text", &example);
        changed |= labelled_rows::optional(ui, cx, &text, &mut login.failure_text);
    }
    changed
}
