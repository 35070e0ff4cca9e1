//! The sections of a rule file that say where pages come from: `[feed]`, `[sitemap]`, `[search]`,
//! `[api]`, `[pages]`, `[crawl]`, as data. Flows in and out: TOML, by serde. Nothing is checked
//! here.

use serde::{Deserialize, Serialize};

use super::file_select::next_form;
use crate::rules::{Alternative, FieldRule, ListRule, NextRule};

/// Whether the pages behind the entries of a source are fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PagesChoice {
    /// `true`: they are; `false`: the records are made of the source alone.
    Flag(bool),
    /// `"auto"`: those of which the source has no whole text.
    Word(String),
}

/// `allow` and `deny` of a section: which addresses are taken.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LinkFilter {
    /// Regexes of which an address must match one, when there are any (searched in the whole URL).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<String>,
    /// Regexes of which an address must match none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deny: Vec<String>,
}

/// `[feed]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedRule {
    /// Whether the entries' pages are fetched; they are when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<PagesChoice>,
    /// The way to older entries; what the feed itself says when absent.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "next_form")]
    pub next: Option<NextRule>,
    /// Which addresses are taken.
    #[serde(flatten)]
    pub filter: LinkFilter,
    /// Entries before it are left out: a date, or days from now such as `"30d"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Further fields read off the entry.
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
    /// Regexes of which the address of a further sitemap must match one, when there are any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maps: Vec<String>,
    /// Which addresses are taken.
    #[serde(flatten)]
    pub filter: LinkFilter,
    /// Addresses and sitemaps last changed before it are left out: a date, or days from now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Further fields read off the entry.
    #[serde(default, rename = "field", skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldRule>,
}

/// `[search]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchRule {
    /// What to search for, each on its own.
    pub keywords: Vec<String>,
    /// Address with `{query}` for the keyword. Not together with `engine`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Charset in which keywords are written; UTF-8 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Body of a form with `{query}`; the search is sent by POST then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// JSON with `{query}` that is sent by POST; `{name}` in it is the parameter of that name of the
    /// address. Not together with `form`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Whether links over the engine's own redirector are made direct; they are when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direct: Option<bool>,
    /// Whether the pages of the results are fetched; they are when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<PagesChoice>,
    /// Several engines, all asked for each keyword.
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
    /// Body of a form with `{query}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// JSON with `{query}`, as that of a search with one engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Its own result page; that of `[list]` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<ListRule>,
}

/// `[api]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiRule {
    /// JSONPath of the items.
    pub item: Alternative,
    /// JSONPath of an item's address, inside the item; items without one are their own records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Alternative>,
    /// JSONPath of what an item is known by, inside the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Alternative>,
    /// The way to the next items.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "next_form")]
    pub next: Option<NextRule>,
    /// Parameter with `{id}` by which a run asks only for what is newer than the runs before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newer: Option<String>,
    /// JSON that is sent by POST; `{name}` in it is the parameter of that name of the address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Whether the pages behind the links are fetched; they are not when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<PagesChoice>,
    /// Which addresses are taken.
    #[serde(flatten)]
    pub filter: LinkFilter,
    /// Fields read off the item.
    #[serde(default, rename = "field", skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldRule>,
}

/// `[pages]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PagesRule {
    /// A file of addresses: one a line, or CSV. Beside the project file unless its path is full.
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
    /// Regexes of the pages that are records; every page may be one when absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<String>,
    /// `"all"` links, or only those `"needed"` to reach records. `"all"` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow: Option<String>,
    /// How far it may go: the `"host"`, the `"site"` with its other hosts, or the `"folder"` of the
    /// start addresses. `"host"` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stay: Option<String>,
    /// Beginnings of paths that it stays in; all when absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// Endings of addresses that are visited, an empty one for none; all that may be pages when
    /// absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub endings: Vec<String>,
    /// Links from a start address at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<u32>,
    /// Pages of one run at most; the next run goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_pages: Option<u32>,
}
