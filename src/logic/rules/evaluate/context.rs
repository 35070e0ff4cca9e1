//! The input of a rule: a page with its context, and the parts of it that fields are relative to.
//! Input: a page, the current time, the site's language and zone.

use std::cell::OnceCell;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value as Json;

use super::budget::Budget;
use crate::dates::languages::writes_decimal_comma;
use crate::dates::parse_date_in;
use crate::generic::{self, Metadata};
use crate::page::{ElementIndex, Page};
use crate::select::{PageJson, page_json};

/// A page, and the context for normalising its values.
pub(crate) struct EvaluationContext<'a> {
    /// The page they come from.
    pub page: &'a Page,
    /// The page without the elements that the rule strips, if any.
    pub stripped: Option<&'a Page>,
    /// The current time, for relative dates.
    pub now: Timestamp,
    /// Zone of dates without one.
    pub zone: &'a TimeZone,
    /// Language of the content.
    pub language: Option<&'a str>,
    /// Whether that language writes decimals with a comma.
    pub decimal_comma: bool,
    /// The JSON of the page, parsed on first use.
    pub json: OnceCell<PageJson>,
    /// The page's own metadata, read on first use.
    pub metadata: OnceCell<Metadata>,
    /// Whether what the page declares replaces values that are never right: on pages with one
    /// record, where generic extraction may fill what the rule leaves open.
    pub trusts_page: bool,
    /// The work that is left.
    pub budget: Budget,
}

/// The part of a page that selectors search.
#[derive(Clone, Copy)]
pub(crate) enum SelectionScope<'a> {
    /// All of it.
    Whole,
    /// An element.
    Element(ElementIndex),
    /// A value of its JSON.
    Json(&'a Json),
}

impl SelectionScope<'_> {
    /// The element, if it is one.
    pub fn element(self) -> Option<ElementIndex> {
        match self {
            Self::Element(element) => Some(element),
            Self::Whole | Self::Json(_) => None,
        }
    }
}

impl<'a> EvaluationContext<'a> {
    /// A page, with its stripped form if the rule strips anything, at `now`, of a site with this
    /// zone and language.
    pub fn new(
        page: &'a Page,
        stripped: Option<&'a Page>,
        now: Timestamp,
        zone: &'a TimeZone,
        language: Option<&'a str>,
    ) -> Self {
        Self {
            page,
            stripped,
            now,
            zone,
            language,
            decimal_comma: language.is_some_and(writes_decimal_comma),
            json: OnceCell::new(),
            metadata: OnceCell::new(),
            trusts_page: false,
            budget: Budget::on(page),
        }
    }
}

impl EvaluationContext<'_> {
    /// `text` as an ISO 8601 date.
    pub fn date(&self, text: &str) -> Option<String> {
        parse_date_in(text, self.now, self.zone, self.language)
    }

    /// `text` as an absolute address.
    pub fn absolute(&self, text: &str) -> Option<String> {
        self.page.join(text.trim()).map(String::from)
    }

    /// The page's own metadata.
    pub fn metadata(&self) -> &Metadata {
        self.metadata.get_or_init(|| generic::metadata(self.page))
    }

    /// The JSON of the page itself, otherwise of its scripts.
    pub fn json(&self) -> &PageJson {
        self.json.get_or_init(|| page_json(self.page))
    }
}
