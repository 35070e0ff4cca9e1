//! The sections of a rule file that define where pages come from: `[feed]`, `[sitemap]`,
//! `[search]`, `[api]`, `[pages]`, `[crawl]`, as data. Input and output: TOML, by serde. Nothing is
//! validated here.

use serde::{Deserialize, Serialize};

use super::file_select::next_form;
use crate::rules::{Alternative, FieldRule, ListRule, NextRule};

/// Whether the pages behind the entries of a source are fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PagesChoice {
    /// `true`: they are; `false`: the records consist of the source's data only.
    Flag(bool),
    /// `"auto"`: only those whose full text the source lacks.
    Word(String),
}

/// `allow` and `deny` of a section: which addresses are accepted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LinkFilter {
    /// Regexes, one of which an address must match, if there are any (searched in the whole URL).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<String>,
    /// Regexes, none of which an address may match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deny: Vec<String>,
}

/// What a filter does with one address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterResult {
    /// It is taken.
    Taken,
    /// No pattern of `allow` matches.
    NotAllowed,
    /// This pattern of `deny` matches.
    Denied(String),
}

impl LinkFilter {
    /// What it does with `address`, for display beside it. Wrong patterns match nothing.
    pub fn result_for(&self, address: &str) -> FilterResult {
        let matches = |pattern: &String| {
            let regex = regex::Regex::new(pattern).ok();
            regex.is_some_and(|regex| regex.is_match(address))
        };
        if let Some(pattern) = self.deny.iter().find(|pattern| matches(pattern)) {
            return FilterResult::Denied(pattern.clone());
        }
        match self.allow.is_empty() || self.allow.iter().any(matches) {
            true => FilterResult::Taken,
            false => FilterResult::NotAllowed,
        }
    }
}

/// `[feed]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedRule {
    /// Whether the entries' pages are fetched; they are when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<PagesChoice>,
    /// The way to older entries; the feed's own link when absent.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "next_form")]
    pub next: Option<NextRule>,
    /// Which addresses are accepted.
    #[serde(flatten)]
    pub filter: LinkFilter,
    /// Entries before it are skipped: a date, or days before now such as `"30d"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Additional fields read from the entry.
    #[serde(default, rename = "field", skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldRule>,
}

/// `[sitemap]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SitemapRule {
    /// Whether the pages are fetched; they are when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<PagesChoice>,
    /// Regexes, one of which the address of a further sitemap must match, if there are any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maps: Vec<String>,
    /// Which addresses are accepted.
    #[serde(flatten)]
    pub filter: LinkFilter,
    /// Addresses and sitemaps last changed before it are skipped: a date, or days before now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Additional fields read from the entry.
    #[serde(default, rename = "field", skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldRule>,
}

/// `[search]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchRule {
    /// The keywords, each searched separately.
    pub keywords: Vec<String>,
    /// Address with `{query}` for the keyword. Not together with `engine`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Charset of the keywords; UTF-8 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Form body with `{query}`; the search is then sent by POST.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// JSON with `{query}` that is sent by POST; `{name}` in it is the address parameter of that
    /// name. Not together with `form`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Whether links through the engine's redirector are resolved; they are when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direct: Option<bool>,
    /// Whether a result that several engines find becomes one record that names them; each engine's
    /// is a record of its own when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub join: Option<bool>,
    /// Address with `{doi}` of results that have a field `doi`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doi: Option<String>,
    /// Whether the result pages are fetched; they are when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<PagesChoice>,
    /// Several engines, each queried for every keyword.
    #[serde(default, rename = "engine", skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineRule>,
}

/// `[[search.engine]]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineRule {
    /// Name, kept with each record.
    pub name: String,
    /// Address with `{query}`.
    pub url: String,
    /// Charset of keywords.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Form body with `{query}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// JSON with `{query}`, as for a search with one engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The engine's own result page; that of `[list]` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<ListRule>,
}

/// `[api]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiRule {
    /// The name of the JSON in a page that holds the items; they are the answer itself when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// JSONPath of the items.
    pub item: Alternative,
    /// JSONPath of an item's address, inside the item; items without one are records themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Alternative>,
    /// JSONPath of an item's key, inside the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Alternative>,
    /// The way to the next items.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "next_form")]
    pub next: Option<NextRule>,
    /// Parameter with `{id}` by which a run requests only items newer than earlier runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newer: Option<String>,
    /// JSON that is sent by POST; `{name}` in it is the address parameter of that name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Whether the linked pages are fetched; they are not when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<PagesChoice>,
    /// Which addresses are accepted.
    #[serde(flatten)]
    pub filter: LinkFilter,
    /// Fields read from the item.
    #[serde(default, rename = "field", skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldRule>,
}

/// `[pages]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PagesRule {
    /// A file of addresses: one per line, or CSV. Relative to the project file unless absolute.
    pub file: String,
    /// The column of CSV, by name or by number from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// Other columns, kept with the record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<String>,
}

/// `[crawl]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrawlRule {
    /// Which addresses are visited.
    #[serde(flatten)]
    pub filter: LinkFilter,
    /// Regexes of the pages that are records; any page may be one when absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<String>,
    /// `"all"` links, or only those `"needed"` to reach records. `"all"` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow: Option<String>,
    /// The bounds of the crawl: the `"host"`, the `"site"` with its other hosts, or the `"folder"`
    /// of the start addresses. `"host"` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stay: Option<String>,
    /// Path prefixes that it stays in; all when absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// Address endings that are visited, an empty one for none; all possible pages when absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub endings: Vec<String>,
    /// The maximum number of links from a start address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<u32>,
    /// The maximum number of pages in one run; the next run continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_pages: Option<u32>,
}
