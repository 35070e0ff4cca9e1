//! `headers` of `[network]`: which headers a rule may set, and which only the program or nobody
//! may. Input: the key. Output: names and values.

use std::collections::BTreeMap;

use toml::de::DeValue;

use crate::messages::Message;
use crate::rules::check::reader::{Faults, Section, note_type, text};

/// Words in the names of secret headers.
const SECRET_HEADERS: [&str; 14] = [
    "cookie",
    "cookie2",
    "authorization",
    "auth",
    "authentication",
    "token",
    "key",
    "apikey",
    "secret",
    "password",
    "passwd",
    "session",
    "csrf",
    "xsrf",
];

/// Headers that only the program itself may set.
const OWN_HEADERS: [&str; 15] = [
    "host",
    "connection",
    "content-length",
    "content-type",
    "transfer-encoding",
    "te",
    "trailer",
    "upgrade",
    "expect",
    "keep-alive",
    "accept-encoding",
    "user-agent",
    "range",
    "if-none-match",
    "if-modified-since",
];

/// Additional request headers: none that identify a person, and none that only the program may set.
pub(super) fn read_headers(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
) -> BTreeMap<String, String> {
    let mut headers = BTreeMap::new();
    let Some(node) = section.node("headers") else {
        return headers;
    };
    let DeValue::Table(table) = node.get_ref() else {
        note_type(faults, "headers", "rules-type-headers", node);
        return headers;
    };
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let Some(value) = text(faults, name, value) else {
            continue;
        };
        let fault = header_fault(name, &value.value);
        if let Some(id) = fault {
            let message = Message::new(id).with("name", name);
            faults.add(key.span().start, message);
        }
        headers.insert(name.to_owned(), value.value);
    }
    headers
}

/// Whether the name of a header says that it identifies a person: a rule never holds its value.
pub fn is_secret_header(name: &str) -> bool {
    header_fault(name, "x") == Some("rules-header-secret")
}

/// Why a header may not be sent.
fn header_fault(name: &str, value: &str) -> Option<&'static str> {
    let token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    if name.is_empty() || !name.chars().all(token) {
        return Some("rules-header-name");
    }
    let lower = name.to_ascii_lowercase();
    let parts: Vec<&str> = lower.split(['-', '_']).collect();
    if parts.iter().any(|part| SECRET_HEADERS.contains(part)) {
        return Some("rules-header-secret");
    }
    if OWN_HEADERS.contains(&lower.as_str()) || lower.starts_with("proxy-") {
        return Some("rules-header-own");
    }
    let plain = value.chars().all(|c| matches!(c, ' '..='~'));
    (!plain || value.trim().is_empty()).then_some("rules-header-value")
}

/// Why a header cannot carry an account's secret.
pub(crate) fn header_fault_of_login(name: &str) -> Option<&'static str> {
    match header_fault(name, "x") {
        // This header is meant for secrets.
        Some("rules-header-secret") | None => None,
        fault => fault,
    }
}
