//! `[urls]`: how the site's addresses are normalised to canonical addresses. Input: the section.
//! Output: it as data, and the normaliser; addresses in, addresses out.

use regex::Regex;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::messages::Message;
use crate::page::{Canonical, Names};
use crate::rules::check::reader::{Faults, Section, note_type, text};
use crate::rules::{Rule, step_values, with_step_values};
use toml::de::DeValue;

/// `[urls]`. Absent values have their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UrlsRule {
    /// Whether tracking parameters are removed; they are when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tracking: Option<bool>,
    /// Whether session ids are removed; they are when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sessions: Option<bool>,
    /// Whether a page's own declared address (`rel=canonical`) counts; it does when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<bool>,
    /// Whether parameters are sorted by name; they are not when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort: Option<bool>,
    /// Additional parameters to remove.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strip: Vec<String>,
    /// Parameters to keep in any case.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<String>,
    /// File names equivalent to their folder.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub index: Vec<String>,
    /// Replacements in the whole address: a pattern and its replacement.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rewrite: Vec<(String, String)>,
}

impl UrlsRule {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The canonical form of one address by this section, for display beside it; `None` if it is no
    /// address. Replacements with a wrong pattern are left out.
    pub fn canonical_form(&self, address: &str) -> Option<String> {
        let url = Url::parse(address.trim()).ok()?;
        let rewrite = self.rewrite.iter().filter_map(|(pattern, by)| {
            let pattern = Regex::new(pattern).ok()?;
            Some((pattern, by.clone()))
        });
        let canonical = self.canonical(rewrite.collect());
        Some(canonical.of(&url).to_string())
    }

    /// The normaliser, with its compiled replacements.
    fn canonical(&self, rewrite: Vec<(Regex, String)>) -> Canonical {
        Canonical {
            tracking: self.tracking.unwrap_or(true),
            sessions: self.sessions.unwrap_or(true),
            sort: self.sort.unwrap_or(false),
            strip: Names::new(&self.strip),
            keep: Names::new(&self.keep),
            index: self.index.clone(),
            rewrite,
        }
    }
}

impl Rule {
    /// The canonical address of a content page.
    pub fn address(&self, url: &Url) -> Url {
        keeping_values(url, |url| self.urls.of(url))
    }

    /// The same for a list page. Parameters of interfaces and searches all count.
    pub fn list_address(&self, url: &Url) -> Url {
        match self.reads_documents() || self.search.is_some() {
            true => Canonical::bare().of(url),
            false => keeping_values(url, |url| self.urls.of(url)),
        }
    }

    /// Normalises addresses of content pages.
    pub fn urls(&self) -> &Canonical {
        &self.urls
    }

    /// Whether a page's own declared address counts.
    pub fn believes_claims(&self) -> bool {
        self.file.urls.canonical.unwrap_or(true)
    }
}

/// The address that `change` makes, with the values of steps that the fragment holds.
fn keeping_values(url: &Url, change: impl Fn(&Url) -> Url) -> Url {
    let (plain, values) = step_values(url);
    let values: Vec<(&str, &str)> = values
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    with_step_values(&change(&plain), &values)
}

pub(crate) fn read_urls(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> (UrlsRule, Canonical) {
    let keys = [
        "tracking",
        "sessions",
        "canonical",
        "sort",
        "strip",
        "keep",
        "index",
        "rewrite",
    ];
    let section = root.section(faults, "urls", &keys);
    let Some(section) = section else {
        return (UrlsRule::default(), Canonical::default());
    };
    let mut texts = |key: &str| -> Vec<String> {
        let texts = section.texts(faults, key).into_iter();
        texts.map(|text| text.value).collect()
    };
    let (strip, keep, index) = (texts("strip"), texts("keep"), texts("index"));
    let mut flag = |key: &str| section.flag(faults, key);
    let (tracking, sessions) = (flag("tracking"), flag("sessions"));
    let (canonical, sort) = (flag("canonical"), flag("sort"));
    let (rewrite, compiled) = read_rewrite(faults, &section);
    let file = UrlsRule {
        tracking,
        sessions,
        canonical,
        sort,
        strip,
        keep,
        index,
        rewrite,
    };
    let how = file.canonical(compiled);
    (file, how)
}

type Rewriting = (Vec<(String, String)>, Vec<(Regex, String)>);

/// `rewrite = [['pattern', 'by'], …]`.
fn read_rewrite(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> Rewriting {
    let (mut file, mut compiled) = (Vec::new(), Vec::new());
    for node in section.nodes(faults, "rewrite", "rules-type-texts") {
        let DeValue::Array(pair) = node.get_ref() else {
            note_type(faults, "rewrite", "rules-type-texts", node);
            continue;
        };
        let texts: Vec<_> = pair
            .iter()
            .filter_map(|item| text(faults, "rewrite", item))
            .collect();
        let [pattern, by] = texts.as_slice() else {
            if texts.len() == pair.len() {
                faults.add(node.span().start, Message::new("rules-urls-rewrite"));
            }
            continue;
        };
        let read = crate::rules::value_steps::read_pattern(faults, pattern);
        compiled.extend(read.map(|read| (read.regex, by.value.clone())));
        file.push((pattern.value.clone(), by.value.clone()));
    }
    (file, compiled)
}
