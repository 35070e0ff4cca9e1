//! A rule applied to a page.

use jiff::Timestamp;
use url::Url;

use super::Rule;
use crate::logic::model::{Record, Value};
use crate::logic::page::Page;

/// One item of a list page.
#[derive(Clone, Debug, PartialEq)]
pub struct ListItem {
    /// Its content page.
    pub url: Url,
    /// Fields read off the list.
    pub fields: Vec<(String, Value)>,
}

/// What a list page holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListPage {
    /// Items in page order, each address once.
    pub items: Vec<ListItem>,
    /// Items that matched the container but had no usable link.
    pub items_without_link: usize,
    /// The next list page.
    pub next: Option<Url>,
}

/// What a content page yields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extraction {
    /// The records: one, or one a container where the rule has `[record]`.
    pub records: Vec<Record>,
    /// Required fields that yielded nothing (on any record).
    pub missing: Vec<String>,
    /// Whether the rule's `content.select` yielded the text (or a field named `text` did).
    pub content_found: bool,
    /// The next page of the same content.
    pub next: Option<Url>,
}

impl Rule {
    /// Reads a list page.
    pub fn list_page(&self, _page: &Page, _now: Timestamp) -> ListPage {
        todo!()
    }

    /// Reads a content page; `list_fields` fill what the page does not yield. `now` resolves
    /// relative dates ("3 hours ago").
    pub fn extract(
        &self,
        _page: &Page,
        _list_fields: &[(String, Value)],
        _now: Timestamp,
    ) -> Extraction {
        todo!()
    }
}
