//! Rules that cover the same pages, or read them the same way.

use std::collections::BTreeSet;

use url::Url;

use super::normal_form::{normal, same};
use crate::messages::Message;
use crate::rules::{Alternative, FieldRule, Rule};

/// The number of start addresses compared per rule; ranges may expand to very many.
const MAX_STARTS: usize = 5_000;

/// Why two rules are duplicates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Both start at this address.
    SameStart {
        /// The address.
        url: String,
    },
    /// Both follow the same links on pages of this host.
    SameLinks {
        /// The host.
        host: String,
    },
    /// All their selectors are the same.
    SameSelectors,
}

impl Reason {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Self::SameStart { url } => {
                Message::new("duplicates-same-start").with("url", url.as_str())
            }
            Self::SameLinks { host } => {
                Message::new("duplicates-same-links").with("host", host.as_str())
            }
            Self::SameSelectors => Message::new("duplicates-same-selectors"),
        }
    }
}

/// Two duplicate rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// Index of the first among the given rules.
    pub first: usize,
    /// Index of the other.
    pub second: usize,
    /// The reasons, strongest first.
    pub reasons: Vec<Reason>,
}

impl Overlap {
    /// Whether both would collect the same pages. Two sections of one host follow links in the same
    /// way, but link to different pages.
    pub fn same_pages(&self) -> bool {
        let start = |reason: &Reason| matches!(reason, Reason::SameStart { .. });
        self.reasons.iter().any(start)
    }
}

/// The duplicate pairs among `rules`.
pub fn across(rules: &[&Rule]) -> Vec<Overlap> {
    let starts: Vec<BTreeSet<String>> = rules.iter().map(|rule| starts(rule)).collect();
    let mut found = Vec::new();
    for (second, rule) in rules.iter().enumerate() {
        for (first, other) in rules.iter().enumerate().take(second) {
            let mut reasons = Vec::new();
            if let (Some(a), Some(b)) = (starts.get(first), starts.get(second))
                && let Some(url) = a.intersection(b).next()
            {
                reasons.push(Reason::SameStart { url: url.clone() });
            }
            reasons.extend(same_links(other, rule));
            if same_selectors(other, rule) {
                reasons.push(Reason::SameSelectors);
            }
            if !reasons.is_empty() {
                found.push(Overlap {
                    first,
                    second,
                    reasons,
                });
            }
        }
    }
    found
}

/// Start addresses without the parts that do not distinguish pages: scheme, `www.`, trailing slash.
fn starts(rule: &Rule) -> BTreeSet<String> {
    let plain = |url: Url| {
        let host = url.host_str().unwrap_or_default();
        let host = host.strip_prefix("www.").unwrap_or(host);
        let port = url
            .port()
            .map(|port| format!(":{port}"))
            .unwrap_or_default();
        let path = url.path().trim_end_matches('/');
        let query = url.query().map(|q| format!("?{q}")).unwrap_or_default();
        format!("{host}{port}{path}{query}")
    };
    rule.start().take(MAX_STARTS).map(plain).collect()
}

fn hosts(rule: &Rule) -> BTreeSet<String> {
    let host = |url: Url| {
        let host = url.host_str()?;
        let host = host.strip_prefix("www.").unwrap_or(host);
        Some(match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        })
    };
    rule.start().take(MAX_STARTS).filter_map(host).collect()
}

/// Lists of one host whose items, links and patterns overlap.
fn same_links(a: &Rule, b: &Rule) -> Option<Reason> {
    let (list, other) = (a.file().list.as_ref()?, b.file().list.as_ref()?);
    let host = hosts(a).intersection(&hosts(b)).next().cloned()?;
    let items = match (&list.item, &other.item) {
        (Some(item), Some(other)) => same(item, other, "text"),
        (None, None) => true,
        _ => false,
    };
    let (allow, others) = (&list.filter.allow, &other.filter.allow);
    let patterns = allow.is_empty()
        || others.is_empty()
        || allow.iter().any(|pattern| others.contains(pattern));
    let fits = items && patterns && same(&list.link, &other.link, "href");
    fits.then_some(Reason::SameLinks { host })
}

/// Whether both find fields, content, list and records in the same way. Rules with almost no
/// selectors are never considered the same.
fn same_selectors(a: &Rule, b: &Rule) -> bool {
    let (a, b) = (a.file(), b.file());
    if a.fields.len() + a.content.select.len() < 2 {
        return false;
    }
    let item = |item: Option<&Alternative>| item.map(|item| normal(item, "text"));
    let lists = match (&a.list, &b.list) {
        (Some(a), Some(b)) => {
            same(&a.link, &b.link, "href")
                && item(a.item.as_ref()) == item(b.item.as_ref())
                && fields(&a.fields) == fields(&b.fields)
        }
        (None, None) => true,
        _ => false,
    };
    let records =
        item(a.record.as_ref().map(|r| &r.item)) == item(b.record.as_ref().map(|r| &r.item));
    let content = |select: &[Alternative]| -> Vec<Alternative> {
        select.iter().map(|one| normal(one, "text")).collect()
    };
    lists
        && records
        && fields(&a.fields) == fields(&b.fields)
        && content(&a.content.select) == content(&b.content.select)
}

/// Fields by name, with normalised alternatives.
fn fields(fields: &[FieldRule]) -> Vec<FieldRule> {
    let mut fields: Vec<FieldRule> = fields.to_vec();
    for field in &mut fields {
        field.select = field.select.iter().map(|one| normal(one, "text")).collect();
    }
    fields.sort_by(|a, b| a.name.cmp(&b.name));
    fields
}
