//! Cookies in JSON: a list of cookies, an object that holds one under `cookies`, or an object of
//! names and values. Keys differ by program; all usual names of each are tried.

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::{CookieList, ImportedCookie, moment, plain};
use crate::messages::Message;

/// Reads `text` into `list`.
pub(super) fn read(text: &str, host: &str, list: &mut CookieList) {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            list.fault(error.line(), Message::new("cookies-json"));
            return;
        }
    };
    match value {
        Value::Array(entries) => entries_of(&entries, host, list),
        Value::Object(object) => match object.get("cookies") {
            Some(Value::Array(entries)) => entries_of(entries, host, list),
            _ if text_of(&object, NAME).is_some() => list.take(1, cookie(&object, host)),
            _ => pairs(&object, host, list),
        },
        _ => list.fault(1, Message::new("cookies-json")),
    }
}

const NAME: &[&str] = &["name", "Name", "Name raw"];
const VALUE: &[&str] = &["value", "Value", "Content raw"];
const DOMAIN: &[&str] = &["domain", "Domain", "host", "Host raw"];
const PATH: &[&str] = &["path", "Path", "Path raw"];
const EXPIRES: &[&str] = &[
    "expirationDate",
    "expires",
    "expiry",
    "Expires",
    "Expires raw",
];
const SECURE: &[&str] = &["secure", "isSecure", "Secure", "Send for raw"];
const HTTP_ONLY: &[&str] = &["httpOnly", "isHttpOnly", "HttpOnly", "HTTP only raw"];
const HOST_ONLY: &[&str] = &["hostOnly", "This domain only raw"];

fn entries_of(entries: &[Value], host: &str, list: &mut CookieList) {
    for (at, entry) in entries.iter().enumerate() {
        let found = match entry {
            Value::Object(object) => cookie(object, host),
            _ => Err(Message::new("cookies-entry")),
        };
        list.take(at + 1, found);
    }
}

fn cookie(object: &Map<String, Value>, host: &str) -> Result<ImportedCookie, Message> {
    let name = text_of(object, NAME).ok_or_else(|| Message::new("cookies-no-name"))?;
    let value = text_of(object, VALUE).unwrap_or_default();
    let domain = text_of(object, DOMAIN).unwrap_or_else(|| host.to_owned());
    // One export format gives the domain as an address.
    let bare = domain
        .split_once("://")
        .map_or(domain.as_str(), |(_, rest)| rest);
    let bare = bare.trim_end_matches('/');
    let dotted = bare.starts_with('.');
    Ok(ImportedCookie {
        name,
        value,
        domain: bare.trim_start_matches('.').to_owned(),
        subdomains: match flag(object, HOST_ONLY) {
            Some(host_only) => !host_only,
            None => dotted,
        },
        path: text_of(object, PATH).unwrap_or_else(|| "/".to_owned()),
        secure: flag(object, SECURE).unwrap_or(false),
        http_only: flag(object, HTTP_ONLY).unwrap_or(false),
        expires: match flag(object, &["session"]) {
            Some(true) => None,
            _ => end(object)?,
        },
    })
}

fn pairs(object: &Map<String, Value>, host: &str, list: &mut CookieList) {
    for (at, (name, value)) in object.iter().enumerate() {
        let value = value.as_str().ok_or_else(|| Message::new("cookies-entry"));
        list.take(at + 1, value.map(|value| plain(name, value, host)));
    }
}

fn first<'v>(object: &'v Map<String, Value>, keys: &[&str]) -> Option<&'v Value> {
    keys.iter().find_map(|key| object.get(*key))
}

fn text_of(object: &Map<String, Value>, keys: &[&str]) -> Option<String> {
    first(object, keys)?.as_str().map(str::to_owned)
}

fn flag(object: &Map<String, Value>, keys: &[&str]) -> Option<bool> {
    match first(object, keys)? {
        Value::Bool(on) => Some(*on),
        Value::Number(number) => Some(number.as_f64() != Some(0.0)),
        Value::String(text) => Some(matches!(text.as_str(), "true" | "1" | "TRUE" | "https://")),
        _ => None,
    }
}

/// Seconds, a text of seconds, or a date of ISO 8601 or RFC 2822.
fn end(object: &Map<String, Value>) -> Result<Option<Timestamp>, Message> {
    match first(object, EXPIRES) {
        Some(Value::Number(number)) => moment(number.as_f64().unwrap_or(0.0)),
        Some(Value::String(text)) => {
            let text = text.trim();
            if let Ok(seconds) = text.parse::<f64>() {
                return moment(seconds);
            }
            if text.is_empty() || text.eq_ignore_ascii_case("session") {
                return Ok(None);
            }
            let date = text.parse::<Timestamp>().ok();
            let date = date.or_else(|| {
                let zoned = jiff::fmt::rfc2822::parse(text).ok()?;
                Some(zoned.timestamp())
            });
            date.map(Some).ok_or_else(|| Message::new("cookies-time"))
        }
        _ => Ok(None),
    }
}
