//! The kinds of source, one file each: how the section of a kind is read and checked, what its
//! documents are, and in what else its rules differ from others. Flows in: the tables of a rule
//! file, documents. Flows out: sections as data and compiled, documents in the plain form.
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

/// What is particular to one kind of source. What a kind does not say is what holds where its lists
/// are pages.
pub(crate) trait Source: Sync {
    /// Reads and checks its section, which becomes part of `file`. Every section of a file is read,
    /// whatever the kind of its site, so that all faults are found at once.
    fn read(
        &self,
        faults: &mut Faults<'_>,
        root: &Section<'_, '_>,
        file: &mut RuleFile,
    ) -> Compiled;

    /// Puts into `file` the section that a rule of this kind cannot do without.
    fn begin(&self, _file: &mut RuleFile) {}

    /// Takes its section out of a rule that becomes one of another kind.
    fn clear(&self, file: &mut RuleFile);

    /// The message about a rule without its section, where the rule needs one.
    fn missing_section(&self) -> Option<&'static str> {
        None
    }

    /// Whether its lists are read as `[list]` says.
    fn reads_list_section(&self) -> bool {
        false
    }

    /// Whether `[site] start` must be there.
    fn start_addresses(&self, _root: &Section<'_, '_>) -> StartAddresses {
        StartAddresses::Required
    }

    /// Whether its lists may say when an article changed.
    fn reports_changes(&self) -> bool {
        false
    }

    /// Whether it has lists that may be visited more or less often.
    fn has_lists(&self) -> bool {
        true
    }

    /// What the rule says of the way to its next list.
    fn next<'f>(&self, _file: &'f RuleFile) -> Option<&'f NextRule> {
        None
    }

    /// The signal of an answer that is no document of this kind; `None` where its lists are no
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

    /// Which of the feeds and sitemaps that a page names are read in its place.
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
    /// It must.
    Required,
    /// A file may bring them.
    Optional,
    /// They are made of something else.
    Forbidden,
}

/// What the section of a source compiles to.
#[derive(Default)]
pub(crate) struct Compiled {
    /// How its lists are read.
    pub list: Option<List>,
    /// What is searched for, and where.
    pub search: Option<CompiledSearch>,
    /// Which links are followed.
    pub scope: Option<CompiledCrawl>,
}

/// What is particular to sources of that kind.
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

/// Whether a rule of that kind has a use for the section of another, or of its own.
pub(crate) fn takes_section(kind: SourceKind, section: SourceKind) -> bool {
    section == kind || (section == SourceKind::List && source_of(kind).reads_list_section())
}

impl RuleFile {
    /// Makes it a rule of that kind: the section is begun where there must be one, those of other
    /// kinds go.
    pub fn set_kind(&mut self, kind: SourceKind) {
        self.site.kind = kind;
        let others = SourceKind::ALL.into_iter().filter(|other| *other != kind);
        others.for_each(|other| source_of(other).clear(self));
        source_of(kind).begin(self);
    }

    /// Whether its lists are read as `[list]` says.
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
