//! The initial rule of a site of which only the address is known.

use toml_edit::Value;
use url::Url;

use super::RuleFile;
use super::new_rule_text::write;
use crate::model::SourceKind;
use crate::rules::SiteSection;

const TEMPLATE: &str = include_str!("../../../../assets/rules/starter.toml");

/// An initial rule file for a site of which only the address is known: collects the page's links
/// that look like articles, with content by generic extraction.
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

/// The rule of a source that needs no selectors: a feed, a sitemap, pages, a whole site. `kind` is
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

/// A string in TOML notation.
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
