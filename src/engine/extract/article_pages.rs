//! An article put together from its pages: which page is wanted next, and how each one's text
//! joins the record of the first. Flows in: what was extracted from each page, in the order the
//! pages are wanted. Flows out: one record. Never fetches: a run asks the site, `rerun` the store.

use std::collections::HashSet;

use url::Url;

use super::Extracted;
use bowerbird_logic::generic::{TextFormat, without_repeated};
use bowerbird_logic::model::Record;
use bowerbird_logic::page::without_fragment;
use bowerbird_logic::rules::Rule;

/// Pages of one article at most, unless the rule says so.
const MAX_PARTS: u32 = 200;

/// An article while it is read.
pub(crate) struct Whole {
    record: Record,
    /// Addresses read or asked for.
    seen: HashSet<Url>,
    /// The text of the first page.
    first: String,
    /// Texts of its pages.
    texts: HashSet<String>,
    single_page: Option<Url>,
    next: Option<Url>,
    parts: u32,
    most: u32,
    /// What stands between the texts of two pages.
    between: &'static str,
}

/// A page that is wanted.
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

    /// Whether it is one page of several.
    pub fn is_part(&self) -> bool {
        matches!(self, Self::Part(_))
    }
}

/// A further page that was read.
pub(crate) struct Further {
    /// Its record.
    pub record: Record,
    /// Whether the rule found all that it needs.
    pub complete: bool,
    /// Its address after redirects.
    pub url: String,
    /// The page after it.
    pub next: Option<Url>,
}

impl Further {
    /// Of what `url` yielded; `None` where that is no page of an article.
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
    /// An article whose first page yielded `record`, with the ways on that it names. `addresses`
    /// are those of the first page.
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

    /// The page to read next; `None` when the article is whole.
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

    /// The page may come another time.
    pub fn put_back(&mut self, wanted: ArticlePageRequest) {
        match wanted {
            ArticlePageRequest::Single(url) => self.single_page = Some(url),
            ArticlePageRequest::Part(url) => {
                self.seen.remove(&url);
                self.next = Some(url);
            }
        }
    }

    /// Takes a page that was wanted; whether it became a part of the article. One that repeats
    /// another ends it.
    pub fn take(&mut self, wanted: &ArticlePageRequest, further: Further) -> bool {
        match wanted {
            ArticlePageRequest::Single(_) => self.replace(further),
            ArticlePageRequest::Part(_) => self.add(further),
        }
    }

    /// The record of the article as far as it was read.
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
        // In other forms lines are no parts of their own.
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

    /// Takes the article as it stands on one page, when that is all of it and more.
    fn replace(&mut self, mut single: Further) -> bool {
        let length = |record: &Record| text_of(record).map_or(0, |text| text.chars().count());
        if !single.complete || length(&single.record) < length(&self.record) {
            return false;
        }
        self.next = None;
        // It is known by the address that the list has.
        single.record.url.clone_from(&self.record.url);
        self.record = single.record;
        self.first.clone_from(&self.record.text);
        true
    }
}

fn text_of(record: &Record) -> Option<String> {
    (!record.text.trim().is_empty()).then(|| record.text.clone())
}
