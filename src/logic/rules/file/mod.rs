//! The rule file as data: one struct a section, defaults included. Durations are texts such as
//! `"2s"`, `"500ms"`, `"1m"`.
//!
//! Below: selectors and sources as data, fresh files, and changes that keep comments and order.

pub(super) mod edit;
pub(super) mod file_select;
pub(super) mod file_sources;
pub(super) mod starter;
pub(super) mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    Alternative, ApiRule, CrawlRule, FeedRule, Limits, NextRule, PagesRule, Revisit, SearchRule,
    SitemapRule, SuperviseRule, UrlsRule,
};
use crate::detect::SignalEntry;
use crate::model::SourceKind;
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
    /// `[validity]`: which records are marked as doubtful
    #[serde(default, skip_serializing_if = "Validity::is_empty")]
    pub validity: Validity,
    /// `[revisit]`
    #[serde(default, skip_serializing_if = "Revisit::is_empty")]
    pub revisit: Revisit,
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

/// `[site]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteSection {
    /// Name, unique in a project.
    pub name: String,
    /// What its lists are.
    pub kind: SourceKind,
    /// Start addresses; ranges such as `[1-100]` in them stand for many. A search has none, and
    /// pages from a file need none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start: Vec<String>,
    /// BCP 47 language of the content; helps dates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// IANA zone of dates without one; UTC when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// Words by which tasks take several sites together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

/// `[politeness]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Politeness {
    /// Least time between two requests to one host. A longer robots.txt crawl-delay wins.
    pub delay: String,
    /// Requests at once to one host.
    pub concurrency: u32,
    /// Whether robots.txt is obeyed.
    pub robots: bool,
    /// Retries of a failed request.
    pub retries: u32,
    /// Whether a site that answers slowly is asked less often.
    pub adaptive: bool,
    /// Times of day at which the site is not asked, such as `22:00-06:00`, in its time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<String>,
}

impl Default for Politeness {
    fn default() -> Self {
        Self {
            delay: "1s".to_owned(),
            concurrency: 1,
            robots: true,
            retries: 2,
            adaptive: true,
            quiet: None,
        }
    }
}

/// `[network]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Network {
    /// `none` (never a proxy), `pool` (a proxy of the pool when the site blocks us), `always` (a
    /// proxy of the pool from the first request on), `tag:NAME` and `tier:N` (the same, by those
    /// with this tag or of this country, or of this tier or cheaper), or a name.
    pub proxy: String,
    /// Address to send from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local_address: Option<String>,
    /// Whether links and redirects may lead from the web to this machine and into private networks,
    /// and the start's name to an address there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// User agent instead of Bowerbird's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<String>,
    /// Further request headers; none that identify a person.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
}

impl Default for Network {
    fn default() -> Self {
        Self {
            proxy: "pool".to_owned(),
            local_address: None,
            private: false,
            user_agent: None,
            headers: BTreeMap::new(),
        }
    }
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
    /// The way to the next list page.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "next_form")]
    pub next: Option<NextRule>,
    /// Regexes of which a link must match one, when there are any (searched in the whole URL).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<String>,
    /// Regexes of which a link must match none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deny: Vec<String>,
    /// Fields read off the list item; they fill what the content page does not yield.
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
    /// Alternatives, tried in order. Empty where `item` makes a list of small records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub select: Vec<Alternative>,
    /// Container of one small record; the nested fields are relative to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<Alternative>,
    /// A record without it is no record.
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
    /// `[[field.field]]`: fields of the small records; they hold no further ones.
    #[serde(default, rename = "field", skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldRule>,
}

fn is_text(kind: &FieldType) -> bool {
    *kind == FieldType::Text
}

/// One step of a transform chain as written: one key with its argument.
pub type TransformStep = BTreeMap<String, toml::Value>;

/// `[content]`: what goes to the column `text`.
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

/// `[page]`: what is done to a page's source before it is read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageSection {
    /// Literal replacements in the source, in order: what, and by what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replace: Vec<(String, String)>,
}

impl PageSection {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.replace.is_empty()
    }
}

/// `[schedule]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Cron expression; empty for a schedule that adapts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cron: String,
    /// As often as the site changes, inside these bounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adaptive: Option<super::Adaptive>,
    /// IANA name; the machine's zone when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// 0 to 9; 5 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<u8>,
}
