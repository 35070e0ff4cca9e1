//! The page tree with its element numbers.

use scraper::{ElementRef, Html};
use url::Url;

/// Number of an element: preorder over the document, template contents excluded, from 0 (`html`).
pub type ElementIndex = u32;

/// A parsed page.
pub struct Page {
    html: Html,
    url: Url,
}

impl Page {
    /// Parses `source` (scripting off, so that `<noscript>` is markup), as loaded from `url`.
    pub fn parse(_source: &str, _url: &Url) -> Self {
        todo!()
    }

    /// The address it was loaded from.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// What relative links join to (`<base href>`, else the address).
    pub fn base(&self) -> &Url {
        todo!()
    }

    /// The source text it was parsed from (regex selectors work on it).
    pub fn source(&self) -> &str {
        todo!()
    }

    /// The tree itself.
    pub fn html(&self) -> &Html {
        &self.html
    }

    /// How many elements it has.
    pub fn len(&self) -> usize {
        todo!()
    }

    /// Whether it has no element (never so after parsing).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element numbered `index`.
    pub fn element(&self, _index: ElementIndex) -> Option<ElementRef<'_>> {
        todo!()
    }

    /// The number of `element`; `None` inside a template.
    pub fn index_of(&self, _element: ElementRef<'_>) -> Option<ElementIndex> {
        todo!()
    }

    /// Text of `<title>`, collapsed.
    pub fn title(&self) -> String {
        todo!()
    }

    /// Joined addresses of all `a[href]` and `area[href]` in page order, duplicates kept.
    pub fn links(&self) -> Vec<Url> {
        todo!()
    }
}
