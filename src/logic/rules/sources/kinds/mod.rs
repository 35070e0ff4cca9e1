//! The kinds of source, one file each: how a kind's section is read and checked, its documents, and
//! how else its rules differ from others. Input: the tables of a rule file, documents.
//! Output: sections as data and compiled, documents in the plain form.
//!
//! Below: the kinds, and what those with entries share.

mod api;
mod crawl;
mod entries;
mod feed;
mod list;
mod pages;
mod search;
mod sitemap;

use serde_json::Value as Json;
use url::Url;

use super::{CompiledCrawl, CompiledSearch};
use crate::model::SourceKind;
use crate::page::Page;
use crate::rules::check::reader::{Faults, Section};
use crate::rules::evaluate::compiled::List;
use crate::rules::{NextRule, RuleFile};

/// The specifics of one kind of source. The defaults are those of a kind whose lists are pages.
pub(crate) trait Source: Sync {
    /// Reads and checks its section, which becomes part of `file`. Every section of a file is read,
    /// regardless of the site's kind, so that all faults are found in one pass.
    fn read(
        &self,
        faults: &mut Faults<'_>,
        root: &Section<'_, '_>,
        file: &mut RuleFile,
    ) -> Compiled;

    /// Adds to `file` the section that a rule of this kind requires.
    fn begin(&self, _file: &mut RuleFile) {}

    /// Removes its section from a rule that changes to another kind.
    fn clear(&self, file: &mut RuleFile);

    /// The message for a rule without its section, if it is required.
    fn missing_section(&self) -> Option<&'static str> {
        None
    }

    /// Whether its lists are read by `[list]`.
    fn reads_list_section(&self) -> bool {
        false
    }

    /// Whether `[site] start` is required.
    fn start_addresses(&self, _root: &Section<'_, '_>) -> StartAddresses {
        StartAddresses::Required
    }

    /// Whether its lists may report changed articles.
    fn reports_changes(&self) -> bool {
        false
    }

    /// Whether it has lists that may be visited more or less often.
    fn has_lists(&self) -> bool {
        true
    }

    /// The rule's way to its next list.
    fn next<'f>(&self, _file: &'f RuleFile) -> Option<&'f NextRule> {
        None
    }

    /// The signal for an answer that is not a document of this kind; `None` if its lists are not
    /// documents for programs.
    fn missing_document(&self) -> Option<&'static str> {
        None
    }

    /// A document of this kind in the plain form.
    fn plain_document(&self, _source: &str) -> Option<Json> {
        None
    }

    /// Whether a prepared page is a document of this kind.
    fn is_document(&self, _page: &Page) -> bool {
        false
    }

    /// Which of the feeds and sitemaps that a page names are read instead of it.
    fn named_documents(&self, _feeds: Vec<Url>, _sitemaps: Vec<Url>) -> Vec<Url> {
        Vec::new()
    }

    /// Whether robots.txt names its documents.
    fn is_named_by_robots_txt(&self) -> bool {
        false
    }
}

/// Whether a rule has start addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartAddresses {
    /// They are required.
    Required,
    /// A file may provide them.
    Optional,
    /// They are generated from something else.
    Forbidden,
}

/// The compiled section of a source.
#[derive(Default)]
pub(crate) struct Compiled {
    /// How its lists are read.
    pub list: Option<List>,
    /// The keywords and engines.
    pub search: Option<CompiledSearch>,
    /// Which links are followed.
    pub scope: Option<CompiledCrawl>,
}

/// The specifics of sources of that kind.
pub(crate) fn source_of(kind: SourceKind) -> &'static dyn Source {
    match kind {
        SourceKind::List => &list::ListSource,
        SourceKind::Feed => &feed::FeedSource,
        SourceKind::Sitemap => &sitemap::SitemapSource,
        SourceKind::Search => &search::SearchSource,
        SourceKind::Api => &api::ApiSource,
        SourceKind::Pages => &pages::PagesSource,
        SourceKind::Crawl => &crawl::CrawlSource,
    }
}

/// Whether a rule of one kind uses the section of another, or its own.
pub(crate) fn takes_section(kind: SourceKind, section: SourceKind) -> bool {
    section == kind || (section == SourceKind::List && source_of(kind).reads_list_section())
}

impl RuleFile {
    /// Changes the rule to that kind: a required section is added, those of other kinds are
    /// removed.
    pub fn set_kind(&mut self, kind: SourceKind) {
        self.site.kind = kind;
        let others = SourceKind::ALL.into_iter().filter(|other| *other != kind);
        others.for_each(|other| source_of(other).clear(self));
        source_of(kind).begin(self);
    }

    /// Whether its lists are read by `[list]`.
    pub fn reads_list_section(&self) -> bool {
        source_of(self.site.kind).reads_list_section()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{parse, source_starter};

    #[test]
    fn a_rule_that_changes_its_kind_keeps_no_section_of_the_old_one() {
        let mut file = RuleFile::default();
        for kind in SourceKind::ALL {
            file.set_kind(kind);
            assert_eq!(file.site.kind, kind);
            assert_eq!(file.search.is_some(), kind == SourceKind::Search);
            assert_eq!(file.api.is_some(), kind == SourceKind::Api);
        }
        file.crawl = Some(Default::default());
        file.set_kind(SourceKind::default());
        assert_eq!(file, RuleFile::default());
    }

    #[test]
    fn kinds_that_need_no_section_have_a_rule_to_begin_with() {
        let starts = ["https://a.example/".to_owned()];
        let kinds = SourceKind::ALL.into_iter();
        for kind in kinds.filter(|kind| source_of(*kind).missing_section().is_none()) {
            let rule = parse(&source_starter(kind, "A", &starts));
            assert!(rule.is_ok(), "{kind:?}");
        }
    }
}
