//! `[login]`: how an account of the pool logs in. Input: the section. Output: plain values,
//! and faults with their places.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use toml::de::DeValue;
use url::Url;

use super::network::headers::header_fault_of_login;
use super::site::read_login_url;
use crate::messages::Message;
use crate::model::{EvidencePlace, PageState, Verdict};
use crate::page::{Page, visible_text};
use crate::rules::Rule;
use crate::rules::check::reader::{Faults, Section, SpannedString, note_type, text};
use crate::rules::check::select::compile;
use crate::select::{Selector, SelectorKind, Take};

/// The login method of a site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoginKind {
    /// A form on a page, or two: first the user, then the password.
    #[default]
    Form,
    /// `Authorization: Basic` (RFC 7617) with user and password.
    Basic,
    /// `Authorization: Bearer` (RFC 6750) with the password as the token.
    Bearer,
    /// A custom header with the password as its value.
    Header,
    /// Cookies that a person copies from a browser; never a password.
    Cookies,
}

impl LoginKind {
    const ALL: [(&'static str, Self); 5] = [
        ("form", Self::Form),
        ("basic", Self::Basic),
        ("bearer", Self::Bearer),
        ("header", Self::Header),
        ("cookies", Self::Cookies),
    ];

    fn is_form(&self) -> bool {
        *self == Self::Form
    }
}

impl Rule {
    /// The page with the login form, if the rule names one.
    pub fn login_page(&self) -> Option<Url> {
        let login = self.file.login.as_ref()?;
        if login.kind != LoginKind::Form || login.url.is_empty() {
            return None;
        }
        self.start().next()?.join(&login.url).ok()
    }

    /// The verdict on a request to `asked` that was redirected to `ended`, whatever the page says: a
    /// redirect to the rule's login page is itself a login request.
    pub fn login_redirect(&self, asked: &str, ended: &str) -> Option<Verdict> {
        let login = self.login_page()?;
        let same = |a: &Url, b: &Url| a.origin() == b.origin() && a.path() == b.path();
        let (asked, at) = (Url::parse(asked).ok()?, Url::parse(ended).ok()?);
        (same(&at, &login) && !same(&asked, &login)).then(|| {
            Verdict::by_signal(
                PageState::LoginRequired,
                "url-login",
                EvidencePlace::Url,
                ended,
            )
        })
    }
}

impl Login {
    /// Whether `page` shows the members-only sign; `None` if the rule names none that appears on
    /// pages.
    pub fn is_shown(&self, page: &Page) -> Option<bool> {
        let css = self.success.as_deref().map(|css| {
            let selector = Selector::compile(SelectorKind::Css, css);
            selector.is_ok_and(|selector| !selector.select(page, None, &Take::Text).is_empty())
        });
        let text = self.success_text.as_deref().map(|wanted| {
            let text = visible_text(page).to_lowercase();
            text.contains(&wanted.trim().to_lowercase())
        });
        match (css, text) {
            (None, None) => None,
            (css, text) => Some(css.unwrap_or(true) && text.unwrap_or(true)),
        }
    }
}

/// `[login]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The method.
    #[serde(default, skip_serializing_if = "LoginKind::is_form")]
    pub kind: LoginKind,
    /// Address of the page with the form; for the other kinds a members-only page, or the start if
    /// empty. Secret headers are sent only to its scheme, host and port.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub url: String,
    /// CSS of the form; the form with a password field when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// Name of the user field; guessed when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_field: Option<String>,
    /// Name of the password field; guessed when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_field: Option<String>,
    /// Name of the header, with kind `header`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// The prefix of the secret in that header, such as `Token `.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// CSS that matches only when logged in, such as a logout link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success: Option<String>,
    /// Text that appears only on members' pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success_text: Option<String>,
    /// Name of a cookie that only members have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success_cookie: Option<String>,
    /// Status of the last answer of a successful login.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success_status: Option<u16>,
    /// CSS that matches only if user or password are wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Text that appears only if user or password are wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure_text: Option<String>,
    /// Log in before the first request (`true`), or only when a page requires it (`false`).
    #[serde(default)]
    pub always: bool,
    /// Additional fields of the form; those of the page are kept automatically.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
}

const KEYS: [&str; 15] = [
    "kind",
    "url",
    "form",
    "user_field",
    "password_field",
    "header",
    "prefix",
    "success",
    "success_text",
    "success_cookie",
    "success_status",
    "failure",
    "failure_text",
    "always",
    "fields",
];
/// Keys that only forms have.
const OF_FORMS: [&str; 6] = [
    "form",
    "user_field",
    "password_field",
    "failure",
    "failure_text",
    "fields",
];

pub(crate) fn read_login(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Option<Login> {
    let section = root.section(faults, "login", &KEYS)?;
    let kind = read_kind(faults, &section);
    note_misplaced(faults, &section, kind);
    let url = match kind {
        LoginKind::Form => section.required_text(faults, "url"),
        _ => section.text(faults, "url"),
    };
    if let Some(url) = &url {
        read_login_url(faults, url);
    }
    let css = |faults: &mut Faults<'_>, key: &str| {
        let text = section.text(faults, key)?;
        compile(faults, SelectorKind::Css, &text);
        Some(text.value)
    };
    let (form, success, failure) = (
        css(faults, "form"),
        css(faults, "success"),
        css(faults, "failure"),
    );
    let filled = |faults: &mut Faults<'_>, key: &str| {
        let text = section.text(faults, key)?;
        if text.value.trim().is_empty() {
            faults.add(
                text.span.start,
                Message::new("rules-login-empty").with("key", key),
            );
        }
        Some(text.value)
    };
    let user_field = filled(faults, "user_field");
    let password_field = filled(faults, "password_field");
    let success_text = filled(faults, "success_text");
    let success_cookie = filled(faults, "success_cookie");
    let failure_text = filled(faults, "failure_text");
    let always = section.flag(faults, "always");
    let fields = read_fields(faults, &section);
    let header = read_header(faults, &section, kind);
    let prefix = section.text(faults, "prefix");
    if let Some(prefix) = &prefix
        && !prefix.value.chars().all(|c| matches!(c, ' '..='~'))
    {
        let message = Message::new("rules-header-value").with("name", "prefix");
        faults.add(prefix.span.start, message);
    }
    let success_status = section.number(faults, "success_status", 200..=599);
    if kind.is_form() && url.is_none() {
        return None;
    }
    Some(Login {
        kind,
        url: url.map(|text| text.value).unwrap_or_default(),
        form,
        user_field,
        password_field,
        header: header.map(|text| text.value),
        prefix: prefix.map(|text| text.value),
        success,
        success_text,
        success_cookie,
        success_status: success_status.and_then(|status| u16::try_from(status).ok()),
        failure,
        failure_text,
        always: always.unwrap_or(false),
        fields,
    })
}

fn read_kind(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> LoginKind {
    let Some(text) = section.text(faults, "kind") else {
        return LoginKind::Form;
    };
    let known = LoginKind::ALL.iter().find(|(name, _)| *name == text.value);
    known.map(|(_, kind)| *kind).unwrap_or_else(|| {
        let message = Message::new("rules-login-kind").with("text", text.value.as_str());
        faults.add(text.span.start, message);
        LoginKind::Form
    })
}

/// Reports keys without effect for this kind: the author expects them to have one.
fn note_misplaced(faults: &mut Faults<'_>, section: &Section<'_, '_>, kind: LoginKind) {
    let name = LoginKind::ALL.iter().find(|(_, known)| *known == kind);
    let name = name.map_or("form", |(name, _)| name);
    let mut note = |key: &str| {
        if section.node(key).is_some() {
            let message = Message::new("rules-login-misplaced")
                .with("key", key)
                .with("kind", name);
            faults.add(section.key_start(key), message);
        }
    };
    if kind != LoginKind::Form {
        OF_FORMS.iter().for_each(|key| note(key));
    }
    if kind != LoginKind::Header {
        ["header", "prefix"].iter().for_each(|key| note(key));
    }
}

fn read_header(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    kind: LoginKind,
) -> Option<SpannedString> {
    let header = match kind {
        LoginKind::Header => section.required_text(faults, "header"),
        _ => section.text(faults, "header"),
    }?;
    if let Some(id) = header_fault_of_login(&header.value) {
        let message = Message::new(id).with("name", header.value.as_str());
        faults.add(header.span.start, message);
    }
    Some(header)
}

/// A rule must not contain secrets: the password field is filled from the account.
fn read_fields(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> BTreeMap<String, String> {
    let mut fields = BTreeMap::new();
    let Some(node) = section.node("fields") else {
        return fields;
    };
    let DeValue::Table(table) = node.get_ref() else {
        note_type(faults, "fields", "rules-type-table", node);
        return fields;
    };
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        if let Some(value) = text(faults, name, value) {
            fields.insert(name.to_owned(), value.value);
        }
    }
    fields
}
