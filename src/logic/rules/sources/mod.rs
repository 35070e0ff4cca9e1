//! The sources of a rule at run time: where a run starts, how documents other than pages are
//! converted to the plain form, the bounds of a crawl. Input: a rule, documents, links.
//! Output: start addresses with their fields, documents as text, links worth following.
//!
//! Below: the kinds of source, source settings, ranges of start addresses, entries of sources and
//! the first day of which they are accepted.

pub(super) mod compiled_source;
pub(super) mod items;
pub(super) mod joined_results;
pub(super) mod kinds;
pub(super) mod since;
pub(super) mod start_ranges;

use regex::Regex;
use serde_json::Value as Json;
use url::Url;

use super::Rule;
use super::evaluate::budget::MAX_LINKS;
use super::evaluate::compiled::List;
use crate::model::{KEYWORD, SourceKind, Value};
use crate::page::{ActionLinks, Page, without_fragment};
use crate::policy::scope::{LinkCandidate, Within};
use crate::rules::paging::next_page;
use crate::select::{Selector, SelectorKind};
use crate::sources::{QueryTemplate, address_and_body, named_document, with_parameters};
use compiled_source::Details;
use kinds::{Source, source_of};
use start_ranges::MAX_SEARCHED;

/// Names of the fields that a search stores.
pub(super) const ENGINE: &str = "engine";
/// The start of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct StartPoint {
    /// The address. For a search by POST its fragment is the form body.
    pub url: Url,
    /// Fields of everything found from here: the keyword of a search.
    pub fields: Vec<(String, Value)>,
}

/// A compiled `[search]`.
pub(super) struct CompiledSearch {
    /// The keywords.
    pub keywords: Vec<String>,
    /// The engines to query.
    pub engines: Vec<Engine>,
    /// The handling of the results.
    pub details: Details,
    /// Whether links through redirectors are resolved.
    pub direct: bool,
    /// Whether a result that several engines find becomes one record.
    pub join: bool,
    /// Address of results with a DOI.
    pub doi: Option<String>,
}

/// One engine of a search.
pub(super) struct Engine {
    /// Its name, if the rule has several.
    pub name: Option<String>,
    /// Its addresses.
    pub template: QueryTemplate,
    /// Its own result page.
    pub list: Option<List>,
}

impl CompiledSearch {
    fn starts(&self) -> impl Iterator<Item = StartPoint> + '_ {
        self.keywords.iter().flat_map(move |keyword| {
            self.engines.iter().filter_map(move |engine| {
                let mut fields = vec![(KEYWORD.to_owned(), Value::One(keyword.clone()))];
                let name = engine.name.clone().map(Value::One);
                fields.extend(name.map(|name| (ENGINE.to_owned(), name)));
                let url = engine.template.address_of(keyword.trim())?;
                Some(StartPoint { url, fields })
            })
        })
    }
}

/// The request for a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Sending {
    /// Only the address.
    #[default]
    Get,
    /// A body in JSON, by POST.
    Json {
        /// The target address: without the parameters that are in the body.
        address: Url,
        /// The body.
        body: String,
    },
    /// The fields of a form, by POST.
    Form(String),
}

/// A compiled `[crawl]`.
pub(super) struct CompiledCrawl {
    /// Which links are followed.
    pub links: crate::policy::scope::Scope,
    /// The bounds relative to the start addresses.
    pub within: Within,
    /// Patterns of records.
    pub records: Vec<Regex>,
    /// Whether only links to records are followed, or to pages that the rule names.
    pub needed: bool,
    /// Whether the rule names pages to visit.
    pub names_pages: bool,
    /// The text of what names links, lower case: links that do something are followed only if it
    /// has their word.
    pub named: String,
}

impl CompiledCrawl {
    fn is_record(&self, url: &Url) -> bool {
        let is_match = |pattern: &Regex| pattern.is_match(url.as_str());
        self.records.is_empty() || self.records.iter().any(is_match)
    }
}

impl Rule {
    /// The start points of a run, in order.
    pub fn starts(&self) -> Box<dyn Iterator<Item = StartPoint> + '_> {
        match &self.search {
            Some(search) => Box::new(search.starts()),
            None => Box::new(self.start.iter().flat_map(|start| {
                let starts = start.urls().map(|url| StartPoint {
                    url,
                    fields: Vec::new(),
                });
                starts.flat_map(|start| self.for_each_value(start))
            })),
        }
    }

    /// Whether its start pages are lists of any kind.
    pub fn has_list(&self) -> bool {
        self.list.is_some() || self.search.is_some()
    }

    /// Whether its start pages hold several records each, as a table does: such a page changes while
    /// its address stays, so every run reads it.
    pub fn has_records_on_starts(&self) -> bool {
        self.file.record.is_some() && !self.has_list() && !self.is_crawl()
    }

    /// Whether it crawls a whole site.
    pub fn is_crawl(&self) -> bool {
        self.scope.is_some()
    }

    fn source(&self) -> &'static dyn Source {
        source_of(self.file.site.kind)
    }

    /// Whether its lists are documents for programs (feeds, sitemaps, JSON).
    pub fn reads_documents(&self) -> bool {
        self.missing_document().is_some()
    }

    /// The signal for an answer that is not a document of the rule's kind; `None` if its lists are
    /// pages.
    pub fn missing_document(&self) -> Option<&'static str> {
        self.source().missing_document()
    }

    /// Which of the feeds and sitemaps that a page names are read instead of it.
    pub fn named_documents(&self, feeds: Vec<Url>, sitemaps: Vec<Url>) -> Vec<Url> {
        self.source().named_documents(feeds, sitemaps)
    }

    /// Whether robots.txt names its documents.
    pub fn is_named_by_robots_txt(&self) -> bool {
        self.source().is_named_by_robots_txt()
    }

    /// The target and JSON body of the POST for a list found with `fields`: of an interface or of a
    /// search; `None` for other requests.
    pub fn body_for(&self, url: &Url, fields: &[(String, Value)]) -> Option<(Url, String)> {
        if let Some(api) = &self.file.api {
            return Some(address_and_body(url, api.body.as_ref()?));
        }
        let engine = self.engine_of(fields)?;
        let keyword = fields.iter().find(|(name, _)| name == KEYWORD);
        let keyword = keyword.map(|(_, value)| value.joined()).unwrap_or_default();
        engine.template.json_for(url, keyword.trim())
    }

    /// The request for `url` when a person opens it: the same as in a run if it is a start address
    /// or one that follows it.
    pub fn sending(&self, url: &Url) -> Sending {
        let place = |url: &Url| {
            let host = url.host_str().map(str::to_owned);
            (host, url.port_or_known_default(), url.path().to_owned())
        };
        let wanted = place(url);
        // Keywords may share an address: the intended one, otherwise the first.
        let starts = || self.starts().take(MAX_SEARCHED);
        let here = || starts().find(|start| place(&start.url) == wanted);
        let Some(start) = starts().find(|start| start.url == *url).or_else(here) else {
            return Sending::Get;
        };
        if let Some((address, body)) = self.body_for(url, &start.fields) {
            return Sending::Json { address, body };
        }
        match url.fragment().filter(|_| self.posts(&start.fields)) {
            Some(form) => Sending::Form(form.to_owned()),
            None => Sending::Get,
        }
    }

    /// Whether items of its lists may be records themselves.
    pub fn makes_records_of_lists(&self) -> bool {
        let own = self.list.iter().map(|list| list.ways.details);
        let search = self.search.iter().map(|search| search.details);
        own.chain(search).any(|details| details != Details::Always)
            || self.file.site.kind == SourceKind::Feed
    }

    /// Whether `url` is requested by POST, with its fragment as the body.
    pub fn posts(&self, fields: &[(String, Value)]) -> bool {
        self.engine_of(fields)
            .is_some_and(|engine| engine.template.is_form())
    }

    /// The maximum number of list pages, including the first.
    pub fn most_lists(&self, fields: &[(String, Value)]) -> Option<u32> {
        let file = &self.file;
        let engine = self.engine_of(fields).and_then(|engine| {
            let engines = file.search.as_ref().map(|search| &search.engines)?;
            let found = engines
                .iter()
                .find(|e| engine.name.as_ref() == Some(&e.name))?;
            found.list.as_ref()
        });
        let next = match engine {
            Some(list) => list.next.as_ref(),
            None => self.source().next(file),
        };
        next.and_then(|next| next.max_pages)
    }

    /// The start address that requests only items newer than `id`; unchanged if the rule has no
    /// such parameter.
    pub fn newer_than(&self, start: &Url, id: &str) -> Url {
        let newer = self.list.as_ref().and_then(|list| list.ways.newer.as_ref());
        newer.map_or_else(
            || start.clone(),
            |put| with_parameters(start, put, "id", id),
        )
    }

    /// Whether runs request only items newer than earlier runs.
    pub fn asks_newer(&self) -> bool {
        let ways = self.list.as_ref().map(|list| &list.ways);
        ways.is_some_and(|ways| ways.newer.is_some())
    }

    /// The list rule for a page requested with `fields`: that of its engine, or the rule's own.
    pub(super) fn list_for(&self, fields: &[(String, Value)]) -> Option<&List> {
        let engine = self.engine_of(fields);
        engine
            .and_then(|engine| engine.list.as_ref())
            .or(self.list.as_ref())
    }

    /// Whether the pages of a list requested with `fields` are counted up, or requested as older
    /// than the last item, so that only reaching the end shows how many there are.
    pub fn counts_lists(&self, fields: &[(String, Value)]) -> bool {
        let next = self.list_for(fields).and_then(|list| list.next.as_ref());
        next.is_some_and(|next| next.is_counted())
    }

    /// The same for the pages of a thread.
    pub fn counts_parts(&self) -> bool {
        let next = self.record.as_ref().and_then(|record| record.next.as_ref());
        next.is_some_and(|next| next.is_counted())
    }

    fn engine_of(&self, fields: &[(String, Value)]) -> Option<&Engine> {
        let search = self.search.as_ref()?;
        let named = fields.iter().find(|(name, _)| name == ENGINE);
        let named = named.map(|(_, value)| value.joined());
        let mut engines = search.engines.iter();
        engines.find(|engine| engine.name == named)
    }

    /// A document in the plain form, as text; `None` if it is not of the rule's kind.
    pub(super) fn plain_document(&self, source: &str) -> Option<String> {
        let found = match self.page_data() {
            Some((name, item)) => embedded_list(source, name, item)?,
            None => self.source().plain_document(source)?,
        };
        // Without `<`, so that a page of this text has no elements.
        Some(found.to_string().replace('<', "\\u003c"))
    }

    /// The JSON in its pages that holds its items, and where they are.
    fn page_data(&self) -> Option<(&str, &str)> {
        let api = self.file.api.as_ref()?;
        let name = api.data.as_deref()?;
        (self.file.site.kind == SourceKind::Api).then_some((name, api.item.jsonpath.as_deref()?))
    }

    /// Whether its lists are read from JSON in pages.
    pub fn reads_page_data(&self) -> bool {
        self.page_data().is_some()
    }

    /// Whether a prepared page is a document of the rule's kind.
    pub fn is_document(&self, page: &Page) -> bool {
        self.source().is_document(page)
    }

    /// Whether a page of a crawl may be a record.
    pub fn is_record_page(&self, url: &Url) -> bool {
        self.scope.as_ref().is_none_or(|scope| scope.is_record(url))
    }

    /// The maximum number of pages in one run of a crawl.
    pub fn most_pages(&self) -> Option<u64> {
        let crawl = self.file.crawl.as_ref();
        crawl.and_then(|crawl| crawl.max_pages).map(u64::from)
    }

    /// The links of a page, `depth` links from a start address, that a crawl follows, each once, in
    /// page order.
    pub fn crawl_links(&self, page: &Page, depth: u32) -> Vec<Url> {
        let Some(scope) = self.scope.as_ref() else {
            return Vec::new();
        };
        let here = without_fragment(page.url());
        // A record links to nothing that is needed, except its own further pages.
        if scope.needed && scope.is_record(&here) {
            return Vec::new();
        }
        let next = scope.needed.then(|| next_page(page)).flatten();
        let here = self.address(&here);
        let next = next.map(|next| self.address(&next.target));
        let actions = ActionLinks::of(page);
        let mut seen = std::collections::HashSet::new();
        page.links()
            .into_iter()
            .map(|url| self.address(&url))
            .filter(|url| *url != here && seen.insert(url.clone()))
            .filter(|url| {
                let wanted = !scope.needed
                    || scope.is_record(url)
                    || scope.names_pages
                    || next.as_ref() == Some(url);
                let depth = depth.saturating_add(1);
                wanted
                    && scope.links.admits(LinkCandidate { url, depth })
                    && !actions.holds(url, &scope.named)
            })
            // A page with more links is a trap.
            .take(MAX_LINKS)
            .collect()
    }
}

/// The JSON of that name in a page, if there is a list where the items are, even an empty one: other
/// pages of the site carry JSON of that name too.
fn embedded_list(source: &str, name: &str, item: &str) -> Option<Json> {
    let list = item.strip_suffix("[*]").unwrap_or(item);
    let list = Selector::compile(SelectorKind::JsonPath, list).ok()?;
    named_document(source, name).find(|json| !list.select_json(json).is_empty())
}
