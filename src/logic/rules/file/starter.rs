//! The rule that a site begins with when nothing but its address is known.

use toml_edit::Value;
use url::Url;

use super::write::write;
use super::{RuleFile, SiteSection};
use crate::model::SourceKind;

const TEMPLATE: &str = include_str!("../../../../assets/rules/starter.toml");

/// A rule file to begin with for a site known only by its address: collects the links of the
/// page that look like articles, content by generic extraction.
pub fn starter(name: &str, start: &str) -> String {
    let allow = match Url::parse(start) {
        Ok(url) if url.has_host() => format!("allow = [{}]", literal(&same_host(&url))),
        _ => "allow = []".to_owned(),
    };
    TEMPLATE
        .replace("allow = []", &allow)
        .replace("\"START\"", &literal(start))
        .replace("\"NAME\"", &literal(name))
}

/// The rule of a source that says all by itself: a feed, a sitemap, pages, a whole site. `kind` is
/// its kind, `starts` its addresses.
pub fn source_starter(kind: SourceKind, name: &str, starts: &[String]) -> String {
    let mut file = RuleFile {
        site: SiteSection {
            name: name.to_owned(),
            start: starts.to_vec(),
            ..SiteSection::default()
        },
        ..RuleFile::default()
    };
    file.set_kind(kind);
    write(&file)
}

/// A string as TOML writes it.
fn literal(text: &str) -> String {
    Value::from(text).to_string()
}

/// A pattern for the addresses of the same host, with and without `www.`.
fn same_host(url: &Url) -> String {
    let host = url.host_str().unwrap_or("");
    let host = regex::escape(host.strip_prefix("www.").unwrap_or(host));
    match url.port() {
        Some(port) => format!("^https?://(www\\.)?{host}:{port}/"),
        None => format!("^https?://(www\\.)?{host}/"),
    }
}
