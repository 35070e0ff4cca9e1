//! The rule file as data: one struct per section, defaults included. Durations are texts such as
//! `"2s"`, `"500ms"`, `"1m"`.
//!
//! Below: selectors and sources as data, new files, and edits that keep comments and order.

pub(super) mod alternative_kind;
pub(super) mod edit;
pub(super) mod file_select;
pub(super) mod file_sources;
pub(super) mod new_rule_text;
pub(super) mod starter;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    Alternative, ApiRule, CrawlRule, FeedRule, IdentityRule, KeepRule, Limits, LinkFilter, Network,
    NextRule, PagesRule, Politeness, Revisit, Schedule, SearchRule, SiteSection, SitemapRule,
    SuperviseRule, UrlsRule,
};
use crate::detect::SignalEntry;
use crate::model::CompareAs;
use crate::rules::page_steps::PageStep;
use crate::text::Validity;
use file_select::next_form;

/// A whole rule file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// `[site]`
    pub site: SiteSection,
    /// `[politeness]`
    #[serde(default)]
    pub politeness: Politeness,
    /// `[limits]`
    #[serde(default, skip_serializing_if = "Limits::is_empty")]
    pub limits: Limits,
    /// `[urls]`
    #[serde(default, skip_serializing_if = "UrlsRule::is_empty")]
    pub urls: UrlsRule,
    /// `[network]`
    #[serde(default)]
    pub network: Network,
    /// `[login]`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub login: Option<super::Login>,
    /// `[list]`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<ListRule>,
    /// `[feed]`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feed: Option<FeedRule>,
    /// `[sitemap]`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sitemap: Option<SitemapRule>,
    /// `[search]`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchRule>,
    /// `[api]`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api: Option<ApiRule>,
    /// `[pages]`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<PagesRule>,
    /// `[crawl]`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crawl: Option<CrawlRule>,
    /// `[[step]]`: what is done on pages in the browser before they are read
    #[serde(default, rename = "step", skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<PageStep>,
    /// `[record]`: several records on one content page (forum posts)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordRule>,
    /// `[[field]]`
    #[serde(default, rename = "field", skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldRule>,
    /// `[content]`
    #[serde(default)]
    pub content: Content,
    /// `[page]`
    #[serde(default, skip_serializing_if = "PageSection::is_empty")]
    pub page: PageSection,
    /// `[keep]`: what is stored of a page beside its records
    #[serde(default, skip_serializing_if = "KeepRule::is_empty")]
    pub keep: KeepRule,
    /// `[validity]`: which records are marked as doubtful
    #[serde(default, skip_serializing_if = "Validity::is_empty")]
    pub validity: Validity,
    /// `[revisit]`
    #[serde(default, skip_serializing_if = "Revisit::is_empty")]
    pub revisit: Revisit,
    /// `[identity]`: which record it is, and when one is gone
    #[serde(default, skip_serializing_if = "IdentityRule::is_empty")]
    pub identity: IdentityRule,
    /// `[supervise]`
    #[serde(default, skip_serializing_if = "SuperviseRule::is_empty")]
    pub supervise: SuperviseRule,
    /// `[[signal]]`: what block pages of this site look like
    #[serde(default, rename = "signal", skip_serializing_if = "Vec::is_empty")]
    pub signals: Vec<SignalEntry>,
    /// `[schedule]`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Schedule>,
}

/// `[list]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListRule {
    /// Container of one item; the whole page when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<Alternative>,
    /// Link to the content page, relative to the item.
    pub link: Alternative,
    /// What differs, relative to the item, when its page has changed: a number of replies, the
    /// link to the last post. The page is then fetched again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<Alternative>,
    /// The way to the next list page.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "next_form")]
    pub next: Option<NextRule>,
    /// Which links are accepted.
    #[serde(flatten)]
    pub filter: LinkFilter,
    /// Whether the rule takes a small part of the alike entries on purpose.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Fields read from the list item; they fill values missing on the content page.
    #[serde(default, rename = "field", skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldRule>,
}

/// `[record]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordRule {
    /// Container of one record on the content page; fields are relative to it.
    pub item: Alternative,
    /// The way to the next page of the same content (a thread's page 2), followed like a list's.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "next_form")]
    pub next: Option<NextRule>,
}

/// Types a field's value is normalised to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldType {
    /// Collapsed text.
    #[default]
    Text,
    /// A number, with a point and without group separators.
    Number,
    /// ISO 8601 date or date-time.
    Date,
    /// Absolute address.
    Url,
    /// HTML, as it is.
    Html,
    /// Absolute address of a picture.
    Image,
    /// `true` or `false`.
    Bool,
}

/// `[[field]]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldRule {
    /// Name; `title`, `date`, `author`, `text` fill the default columns.
    pub name: String,
    /// Alternatives, tried in order. Empty if `item` makes a list of small records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub select: Vec<Alternative>,
    /// Container of one small record; the nested fields are relative to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<Alternative>,
    /// Whether records without it are skipped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
    /// Take all matches, not the first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub many: bool,
    /// Value when nothing is found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Type.
    #[serde(default, rename = "type", skip_serializing_if = "is_text")]
    pub kind: FieldType,
    /// Steps, in order: `{ trim = true }`, `{ replace = ['regex', 'by'] }`, `{ prefix = "…" }`, …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transform: Vec<TransformStep>,
    /// How two readings of it are compared.
    #[serde(default, skip_serializing_if = "is_compared_as_text")]
    pub compare: CompareAs,
    /// How far two numbers may differ and still be the same: `0.5`, `2%`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<String>,
    /// Patterns of what says nothing when two readings are compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignore: Vec<String>,
    /// `[[field.field]]`: fields of the small records; they hold no further ones.
    #[serde(default, rename = "field", skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldRule>,
}

impl FieldRule {
    /// Whether it must find a value: one with a default always has one.
    pub fn needs_value(&self) -> bool {
        self.required && self.default.is_none()
    }
}

fn is_compared_as_text(compare: &CompareAs) -> bool {
    *compare == CompareAs::Text
}

fn is_text(kind: &FieldType) -> bool {
    *kind == FieldType::Text
}

/// One step of a transform chain as written: one key with its argument.
pub type TransformStep = BTreeMap<String, toml::Value>;

/// `[content]`: the source of the column `text`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Content {
    /// `"auto"`, a method's name, or `false`. Absent means `"auto"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generic: Option<toml::Value>,
    /// `"text"`, `"markdown"` or `"html"`. Absent means `"text"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Tried first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub select: Vec<Alternative>,
    /// Whether what is selected counts only where it holds the text that generic extraction finds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub check: bool,
    /// Whether the records of a page have their fields only: neither the text of the whole record nor the
    /// page's title fills the default columns.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fields_only: bool,
    /// Elements that are removed before text is read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strip: Vec<Alternative>,
    /// The way to further pages of one article, whose text joins its record.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "next_form")]
    pub next: Option<NextRule>,
    /// Link to the whole article on one page, which is read instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub single_page: Option<Alternative>,
}

/// `[page]`: changes to a page's source before it is parsed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageSection {
    /// Literal replacements in the source, in order: the text and its replacement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replace: Vec<(String, String)>,
}

impl PageSection {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.replace.is_empty()
    }
}
