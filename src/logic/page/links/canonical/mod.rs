//! The canonical address of a page among its many addresses. Input: an address parsed by the URL
//! standard (which lower-cases hosts, encodes them in ASCII and drops default ports). Output:
//! the address by which the page is requested, known and stored: without fragment and tracking or
//! session parameters, with normalised escapes. Pure, and idempotent without a rule's own rewrites.
//! Anything that might change the page (parameter order, names of index pages, upper case) is only
//! changed if a rule says so.

mod declared_canonical;
mod domain;
mod escapes;
mod parameters;

use regex::Regex;
use url::Url;

pub use declared_canonical::claim;
pub use domain::{is_public_suffix, registrable, same_site};
use escapes::in_one_form;
pub use parameters::Names;
use parameters::{is_session_like, parameter_names};

use super::MAX_ADDRESS_BYTES;
use crate::page::bounded_replacement::replaced;

/// One change may enable another, for example after a session before a dot is removed.
const MAX_PASSES: usize = 8;

/// How addresses of one site are normalised.
#[derive(Debug, Clone)]
pub struct Canonical {
    /// Whether tracking parameters are removed.
    pub tracking: bool,
    /// Whether session ids are removed.
    pub sessions: bool,
    /// Whether parameters are sorted by name.
    pub sort: bool,
    /// Further parameters to remove.
    pub strip: Names,
    /// Parameters that are always kept.
    pub keep: Names,
    /// File names that mean their folder, such as `index.html`.
    pub index: Vec<String>,
    /// Replacements in the whole address, including the fragment, applied first.
    pub rewrite: Vec<(Regex, String)>,
}

impl Default for Canonical {
    fn default() -> Self {
        Self {
            tracking: true,
            sessions: true,
            sort: false,
            strip: Names::default(),
            keep: Names::default(),
            index: Vec::new(),
            rewrite: Vec::new(),
        }
    }
}

impl Canonical {
    /// Only the URL standard, without fragment: for API addresses, whose parameters all count.
    pub fn bare() -> Self {
        Self {
            tracking: false,
            sessions: false,
            ..Self::default()
        }
    }

    /// The canonical form of `url`.
    pub fn of(&self, url: &Url) -> Url {
        if self.rewrite.is_empty() && self.index.is_empty() && is_plain(url.as_str()) {
            return url.clone();
        }
        let mut url = self.rewritten(url);
        url.set_fragment(None);
        for _ in 0..MAX_PASSES {
            if !self.tidy(&mut url) {
                break;
            }
        }
        url
    }

    /// The canonical form of an address as text; `None` if it is unchanged or not an address.
    pub fn other(&self, url: &str) -> Option<String> {
        if self.rewrite.is_empty() && self.index.is_empty() && is_plain(url) {
            return None;
        }
        let canonical = self.of(&Url::parse(url).ok()?);
        (canonical.as_str() != url).then(|| canonical.into())
    }

    fn rewritten(&self, url: &Url) -> Url {
        let mut now = url.clone();
        for (pattern, by) in &self.rewrite {
            if !pattern.is_match(now.as_str()) {
                continue;
            }
            // A result that is not an address, or too long, is discarded.
            if let Some(text) = replaced(
                pattern.captures_iter(now.as_str()),
                now.as_str(),
                by,
                MAX_ADDRESS_BYTES,
            ) && let Ok(new) = Url::parse(&text)
                && matches!(new.scheme(), "http" | "https")
            {
                now = new;
            }
        }
        now
    }

    /// Runs one pass; returns whether anything changed.
    fn tidy(&self, url: &mut Url) -> bool {
        let before = url.as_str().len();
        let mut changed = false;
        // A name may end with one dot, which is the root of all names; more are typing errors.
        let whole = url.host_str().unwrap_or_default();
        let host = whole.trim_end_matches('.').to_owned();
        if host.len() < whole.len() {
            changed |= !host.is_empty() && url.set_host(Some(&host)).is_ok();
        }
        if let Some(path) = self.path(url.path()) {
            let old = url.path().to_owned();
            url.set_path(&path);
            changed |= url.path() != old;
        }
        if let Some(query) = url.query() {
            let new = self.query(query);
            if new.as_deref() != Some(query) {
                url.set_query(new.as_deref());
                changed = true;
            }
        }
        changed || url.as_str().len() != before
    }

    /// The canonical path, if it differs.
    fn path(&self, path: &str) -> Option<String> {
        let mut new = in_one_form(path);
        if self.sessions && path.contains([';', '(']) {
            let now = new.as_deref().unwrap_or(path);
            new = without_visits(now).or(new);
        }
        let now = new.as_deref().unwrap_or(path);
        if let Some((folder, file)) = now.rsplit_once('/')
            && self
                .index
                .iter()
                .any(|name| name.eq_ignore_ascii_case(file))
        {
            new = Some(format!("{folder}/"));
        }
        new
    }

    /// The canonical query; `None` if nothing of it is left.
    fn query(&self, query: &str) -> Option<String> {
        let formed = in_one_form(query);
        let query = formed.as_deref().unwrap_or(query);
        let mut pairs: Vec<&str> = query
            .split('&')
            .filter(|pair| !pair.is_empty() && !self.leaves_out(pair))
            .collect();
        if self.sort {
            pairs.sort_by_key(|pair| pair.split('=').next());
        }
        (!pairs.is_empty()).then(|| pairs.join("&"))
    }

    fn leaves_out(&self, pair: &str) -> bool {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        // An ampersand that was escaped twice.
        let name = name.strip_prefix("amp;").unwrap_or(name);
        let lower = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            std::borrow::Cow::Owned(name.to_ascii_lowercase())
        } else {
            std::borrow::Cow::Borrowed(name)
        };
        let name = lower.as_ref();
        if self.keep.contains(name) {
            return false;
        }
        let words = parameter_names();
        self.strip.contains(name)
            || (self.tracking && words.tracking.contains(name))
            || (self.sessions
                && (words.session.contains(name)
                    || (words.session_like.contains(name) && is_session_like(value))))
    }
}

/// Whether only a rule's own settings could change the address, as for most addresses.
fn is_plain(url: &str) -> bool {
    !url.bytes()
        .any(|b| matches!(b, b'%' | b'?' | b'#' | b';' | b'('))
        && !url.contains("./")
}

/// The path without session ids: `;jsessionid=…`, and folders such as `(S(…))`. `None` if there are
/// none.
fn without_visits(path: &str) -> Option<String> {
    let mut changed = false;
    let mut kept: Vec<String> = Vec::new();
    for part in path.split('/') {
        if is_visit_folder(part) {
            changed = true;
            continue;
        }
        let mut pieces = part.split(';');
        let mut whole = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let name = piece.split('=').next().unwrap_or_default();
            let visit = piece.contains('=')
                && parameter_names()
                    .in_path
                    .contains(&name.to_ascii_lowercase());
            if visit {
                changed = true;
            } else {
                whole.push(';');
                whole.push_str(piece);
            }
        }
        kept.push(whole);
    }
    changed.then(|| kept.join("/"))
}

/// `(S(…))`, `(A(…)S(…)F(…))`: cookieless sessions of ASP.NET.
fn is_visit_folder(part: &str) -> bool {
    let Some(inner) = part.strip_prefix('(').and_then(|p| p.strip_suffix("))")) else {
        return false;
    };
    let mut some = false;
    for piece in inner.split(')') {
        let number = piece
            .strip_prefix(['A', 'S', 'F', 'X'])
            .and_then(|piece| piece.strip_prefix('('));
        let is_number = |n: &str| {
            n.len() >= 16
                && n.bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        };
        if !number.is_some_and(is_number) {
            return false;
        }
        some = true;
    }
    some
}

#[cfg(test)]
mod tests;
