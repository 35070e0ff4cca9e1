//! Assembles an article from its pages: which page is needed next, and how each one's text is
//! appended to the record of the first. Input: the extraction of each page, in the order
//! requested. Output: one record. Never fetches: a run requests pages from the site, `rerun`
//! from the store.

use std::collections::HashSet;

use url::Url;

use super::Extracted;
use bowerbird_logic::generic::{TextFormat, without_repeated};
use bowerbird_logic::model::Record;
use bowerbird_logic::page::without_fragment;
use bowerbird_logic::rules::Rule;

/// The maximum number of pages of an article, unless the rule sets one.
const MAX_PARTS: u32 = 200;

/// An article being read.
pub(crate) struct Whole {
    record: Record,
    /// Addresses read or requested.
    seen: HashSet<Url>,
    /// The text of the first page.
    first: String,
    /// Texts of its pages.
    texts: HashSet<String>,
    single_page: Option<Url>,
    next: Option<Url>,
    parts: u32,
    most: u32,
    /// The separator between the texts of two pages.
    between: &'static str,
}

/// A requested page.
#[derive(Clone, Debug)]
pub(crate) enum ArticlePageRequest {
    /// The whole article on one page.
    Single(Url),
    /// The next page of it.
    Part(Url),
}

impl ArticlePageRequest {
    /// Its address.
    pub fn url(&self) -> &Url {
        match self {
            Self::Single(url) | Self::Part(url) => url,
        }
    }

    /// Whether it is one of several pages.
    pub fn is_part(&self) -> bool {
        matches!(self, Self::Part(_))
    }
}

/// A further page that was read.
pub(crate) struct Further {
    /// Its record.
    pub record: Record,
    /// Whether the rule found everything it requires.
    pub complete: bool,
    /// Its address after redirects.
    pub url: String,
    /// The next page.
    pub next: Option<Url>,
}

impl Further {
    /// The result for `url`; `None` if it is not a page of an article.
    pub fn of(extracted: Extracted, url: &Url) -> Option<Self> {
        Some(Self {
            complete: extracted.missing.is_empty() && !extracted.stood_in,
            record: extracted.records.into_iter().next()?,
            url: url.to_string(),
            next: extracted.next_part,
        })
    }
}

impl Whole {
    /// Starts an article whose first page yielded `record`, with the page links it contains.
    /// `addresses` are those of the first page.
    pub fn begin(
        rule: &Rule,
        record: Record,
        addresses: &[&str],
        single_page: Option<Url>,
        next: Option<Url>,
    ) -> Self {
        let seen = addresses.iter().filter_map(|url| Url::parse(url).ok());
        let limit = rule.file().content.next.as_ref();
        Self {
            seen: seen.map(|url| without_fragment(&url)).collect(),
            texts: text_of(&record).into_iter().collect(),
            first: record.text.clone(),
            record,
            single_page,
            next,
            parts: 1,
            between: match rule.content_format() {
                TextFormat::Text => "\n",
                TextFormat::Markdown | TextFormat::Html => "\n\n",
            },
            most: limit.and_then(|next| next.max_pages).unwrap_or(MAX_PARTS),
        }
    }

    /// The page to read next; `None` when the article is complete.
    pub fn next_request(&mut self) -> Option<ArticlePageRequest> {
        if let Some(url) = self.single_page.take() {
            return Some(ArticlePageRequest::Single(url));
        }
        let url = without_fragment(&self.next.take()?);
        if self.parts >= self.most || !self.seen.insert(url.clone()) {
            return None;
        }
        Some(ArticlePageRequest::Part(url))
    }

    /// Requeues a page that may be available later.
    pub fn put_back(&mut self, wanted: ArticlePageRequest) {
        match wanted {
            ArticlePageRequest::Single(url) => self.single_page = Some(url),
            ArticlePageRequest::Part(url) => {
                self.seen.remove(&url);
                self.next = Some(url);
            }
        }
    }

    /// Adds a requested page; returns whether it became part of the article. A page that repeats
    /// another one ends it.
    pub fn take(&mut self, wanted: &ArticlePageRequest, further: Further) -> bool {
        match wanted {
            ArticlePageRequest::Single(_) => self.replace(further),
            ArticlePageRequest::Part(_) => self.add(further),
        }
    }

    /// The record of the article, as far as it was read.
    pub fn into_record(self) -> Record {
        self.record
    }

    fn add(&mut self, further: Further) -> bool {
        let text = text_of(&further.record);
        let Some(text) = text.filter(|text| self.texts.insert(text.clone())) else {
            return false;
        };
        self.parts = self.parts.saturating_add(1);
        self.next = further.next;
        if let Ok(url) = Url::parse(&further.url) {
            self.seen.insert(without_fragment(&url));
        }
        let (record, further) = (&mut self.record, further.record);
        // In other formats lines are not separate parts.
        let rest = if self.between == "\n" {
            without_repeated(&self.first, &text)
        } else {
            text.as_str()
        };
        if !record.text.is_empty() && !rest.is_empty() {
            record.text.push_str(self.between);
        }
        record.text.push_str(rest);
        for (name, value) in further.fields {
            let known = record.fields.iter().any(|(other, _)| *other == name);
            if !known {
                if let Some(source) = further.provenance.get(&name) {
                    record.provenance.insert(name.clone(), *source);
                }
                record.fields.push((name, value));
            }
        }
        true
    }

    /// Replaces the text by that of the single-page view, if it is complete and longer.
    fn replace(&mut self, mut single: Further) -> bool {
        let length = |record: &Record| text_of(record).map_or(0, |text| text.chars().count());
        if !single.complete || length(&single.record) < length(&self.record) {
            return false;
        }
        self.next = None;
        // Its identity is the address on the list.
        single.record.url.clone_from(&self.record.url);
        self.record = single.record;
        self.first.clone_from(&self.record.text);
        true
    }
}

fn text_of(record: &Record) -> Option<String> {
    (!record.text.trim().is_empty()).then(|| record.text.clone())
}
