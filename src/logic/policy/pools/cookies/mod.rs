//! Parses cookies exported from a browser. Input: a text. Output: cookies, and faults by
//! line. Formats: the Netscape and curl file (seven tab-separated fields, with `#HttpOnly_`), the
//! JSON of browser extensions and drivers, a plain JSON object of names and values, and the
//! `Cookie:` line from a browser's developer tools. Pure.

mod json;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::messages::Message;

/// More cookies than any browser keeps for a site (RFC 6265 §6.1 asks for 50).
const MOST: usize = 3000;

/// An imported cookie. Prints without its value.
#[derive(Clone, PartialEq, Eq)]
pub struct ImportedCookie {
    /// Name.
    pub name: String,
    /// Value: a secret.
    pub value: String,
    /// Host, without a leading dot.
    pub domain: String,
    /// Whether hosts below `domain` receive it too.
    pub subdomains: bool,
    /// Path, from `/`.
    pub path: String,
    /// Only over HTTPS.
    pub secure: bool,
    /// Hidden from scripts, as session cookies are.
    pub http_only: bool,
    /// When it expires; with the browser session when absent.
    pub expires: Option<Timestamp>,
}

impl std::fmt::Debug for ImportedCookie {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}=••• at {}{}", self.name, self.domain, self.path)
    }
}

/// A fault in one line, or one entry of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CookieFault {
    /// Number of the line or entry, from 1.
    pub place: usize,
    /// The fault; never contains a value.
    pub message: Message,
}

/// The result of parsing a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CookieList {
    /// The cookies in their order.
    pub cookies: Vec<ImportedCookie>,
    /// The lines that cannot be parsed.
    pub faults: Vec<CookieFault>,
}

impl CookieList {
    /// The cookies that a page at `host` would receive, and how many belong to other sites or have
    /// expired at `now`.
    pub fn for_host(self, host: &str, now: Timestamp) -> (Vec<ImportedCookie>, usize) {
        let all = self.cookies.len();
        let usable = |cookie: &ImportedCookie| {
            belongs(&cookie.domain, host) && cookie.expires.is_none_or(|end| end > now)
        };
        let kept: Vec<_> = self.cookies.into_iter().filter(usable).collect();
        let left = all - kept.len();
        (kept, left)
    }

    fn fault(&mut self, place: usize, message: Message) {
        self.faults.push(CookieFault { place, message });
    }

    fn take(&mut self, place: usize, cookie: Result<ImportedCookie, Message>) {
        match cookie.and_then(sound) {
            Ok(_) if self.cookies.len() >= MOST => {}
            Ok(cookie) => self.cookies.push(cookie),
            Err(message) => self.fault(place, message),
        }
    }
}

/// Whether a cookie of `domain` applies to `host`: the same, one above it, or one below it (the
/// login may be at `login.` of the same site).
fn belongs(domain: &str, host: &str) -> bool {
    let below = |low: &str, high: &str| {
        low.strip_suffix(high)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    let (domain, host) = (domain.to_ascii_lowercase(), host.to_ascii_lowercase());
    // A single label, such as `com`, is not a site.
    below(&host, &domain) && (domain.contains('.') || domain == host) || below(&domain, &host)
}

/// Parses `text`; cookies without a host are for `host`.
pub fn read_cookies(text: &str, host: &str) -> CookieList {
    let text = text.trim_start_matches('\u{feff}').trim();
    let mut list = CookieList::default();
    if text.starts_with(['[', '{']) {
        json::read(text, host, &mut list);
    } else if text.contains('\t') || text.starts_with('#') {
        netscape(text, &mut list);
    } else if let Some(line) = header_line(text) {
        header(line, host, &mut list);
    } else {
        netscape(text, &mut list);
    }
    if list.cookies.is_empty() && list.faults.is_empty() {
        list.fault(1, Message::new("cookies-none"));
    }
    list
}

/// The text after `Cookie:`, if it is such a line.
fn header_line(text: &str) -> Option<&str> {
    let line = match text.get(..7) {
        Some(start) if start.eq_ignore_ascii_case("cookie:") => text.get(7..)?.trim(),
        _ => text,
    };
    (!line.contains('\n') && line.contains('=')).then_some(line)
}

fn header(line: &str, host: &str, list: &mut CookieList) {
    for (at, pair) in line.split(';').enumerate() {
        if pair.trim().is_empty() {
            continue;
        }
        let cookie = pair
            .split_once('=')
            .map(|(name, value)| plain(name.trim(), value.trim(), host))
            .ok_or_else(|| Message::new("cookies-no-name"));
        list.take(at + 1, cookie);
    }
}

/// A cookie with only a name and a value.
fn plain(name: &str, value: &str, host: &str) -> ImportedCookie {
    ImportedCookie {
        name: name.to_owned(),
        value: value.to_owned(),
        domain: host.to_owned(),
        subdomains: false,
        path: "/".to_owned(),
        secure: false,
        http_only: false,
        expires: None,
    }
}

/// <https://curl.se/docs/http-cookies.html>: domain, subdomains, path, secure, expires, name, value.
fn netscape(text: &str, list: &mut CookieList) {
    for (at, line) in text.lines().enumerate() {
        let line = line.trim_end_matches('\r');
        let (http_only, line) = match line.strip_prefix("#HttpOnly_") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        list.take(at + 1, netscape_line(line, http_only));
    }
}

fn netscape_line(line: &str, http_only: bool) -> Result<ImportedCookie, Message> {
    // Tabs often become spaces in mails and forms.
    let fields: Vec<&str> = match line.contains('\t') {
        true => line.splitn(7, '\t').collect(),
        false => line.split_whitespace().collect(),
    };
    let (domain, subdomains, path, secure, expires, name, value) = match fields.as_slice() {
        [domain, sub, path, secure, expires, name, value] => {
            (*domain, *sub, *path, *secure, *expires, *name, *value)
        }
        // An empty value whose tab was trimmed.
        [domain, sub, path, secure, expires, name] => {
            (*domain, *sub, *path, *secure, *expires, *name, "")
        }
        _ => return Err(Message::new("cookies-fields").with("count", fields.len())),
    };
    let flag = |text: &str| match text.trim().to_ascii_uppercase().as_str() {
        "TRUE" | "1" => Ok(true),
        "FALSE" | "0" => Ok(false),
        _ => Err(Message::new("cookies-flag")),
    };
    let seconds: f64 = expires
        .trim()
        .parse()
        .map_err(|_| Message::new("cookies-time"))?;
    Ok(ImportedCookie {
        name: name.to_owned(),
        value: value.to_owned(),
        domain: domain.trim().trim_start_matches('.').to_owned(),
        subdomains: flag(subdomains)? || domain.trim().starts_with('.'),
        path: path.trim().to_owned(),
        secure: flag(secure)?,
        http_only,
        expires: moment(seconds)?,
    })
}

/// Seconds since 1970; 0 and less is a session cookie. Some programs write milliseconds or
/// microseconds: no cookie lives to the year 5138.
fn moment(seconds: f64) -> Result<Option<Timestamp>, Message> {
    if !seconds.is_finite() {
        return Err(Message::new("cookies-time"));
    }
    let mut seconds = seconds;
    while seconds > 1e11 {
        seconds /= 1000.0;
    }
    if seconds <= 0.0 {
        return Ok(None);
    }
    let duration = jiff::SignedDuration::try_from_secs_f64(seconds)
        .map_err(|_| Message::new("cookies-time"))?;
    let at = Timestamp::from_duration(duration).map_err(|_| Message::new("cookies-time"))?;
    Ok(Some(at))
}

/// Checks what can appear in a `Cookie` line (RFC 6265 §5.2 accepts nearly everything except what
/// would end the line or the cookie).
fn sound(mut cookie: ImportedCookie) -> Result<ImportedCookie, Message> {
    let breaks = |text: &str| text.chars().any(|c| c.is_control() || c == ';');
    if cookie.name.is_empty() || breaks(&cookie.name) || cookie.name.contains('=') {
        return Err(Message::new("cookies-no-name"));
    }
    if breaks(&cookie.value) {
        return Err(Message::new("cookies-value").with("name", cookie.name.as_str()));
    }
    let host = |c: char| c.is_alphanumeric() || ".-_:[]".contains(c);
    if cookie.domain.is_empty() || !cookie.domain.chars().all(host) {
        return Err(Message::new("cookies-domain").with("name", cookie.name.as_str()));
    }
    if !cookie.path.starts_with('/') || breaks(&cookie.path) {
        cookie.path = "/".to_owned();
    }
    Ok(cookie)
}

#[cfg(test)]
mod tests;
