//! Compares records with each other. Input: records with their sketches. Output: the cosine
//! of two that are the same article. Two records of one site must share more than what the site
//! repeats on its pages.

use url::Url;

use bowerbird_io::store::ComparedRecord;
use bowerbird_logic::model::{RecordId, SiteId};
use bowerbird_logic::text::{SitePage, TextSketch, is_same_article};

/// A record prepared for comparison.
#[derive(Debug)]
pub(super) struct Compared {
    site: SiteId,
    host: Option<String>,
    title: String,
    /// The sketch of its text.
    pub sketch: TextSketch,
    /// The record it is marked as a repost of, unless a person set that.
    pub repost_of: Option<RecordId>,
}

impl Compared {
    /// A record with the sketch of its text.
    pub fn new(site: SiteId, url: &str, title: &str, sketch: TextSketch) -> Self {
        let url = Url::parse(url).ok();
        Self {
            site,
            host: url.and_then(|url| url.host_str().map(str::to_owned)),
            title: title.to_owned(),
            sketch,
            repost_of: None,
        }
    }

    /// A stored record.
    pub fn of(record: &ComparedRecord) -> Self {
        Self {
            repost_of: record.repost_of,
            ..Self::new(
                record.site,
                &record.url,
                &record.title,
                TextSketch::of(&record.text),
            )
        }
    }

    /// Whether two records come from one site: under one rule, or from one host.
    pub fn is_neighbour(&self, other: &Self) -> bool {
        self.site == other.site || (self.host.is_some() && self.host == other.host)
    }

    /// Whether both are the same article, using `others` to find what their site repeats; `others`
    /// may contain the two themselves, and records of other sites.
    pub fn is_same<'a>(&'a self, other: &Self, others: impl Iterator<Item = &'a Self>) -> bool {
        if !self.is_neighbour(other) {
            return true;
        }
        let others = others.filter(|page| {
            !std::ptr::eq(*page, self) && !std::ptr::eq(*page, other) && page.is_neighbour(self)
        });
        let pages: Vec<SitePage<'_>> = others.map(Self::page).collect();
        is_same_article(self.page(), other.page(), &pages)
    }

    fn page(&self) -> SitePage<'_> {
        SitePage {
            title: &self.title,
            text: &self.sketch,
        }
    }
}
