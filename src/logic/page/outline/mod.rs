//! Title, first heading and links of a page without its tree, in a quarter of the time. Input:
//! decoded source. Output: exactly the result of the tree, or nothing if only the tree can
//! decide (links duplicated by markup errors, headings cut short by a table); [`Outline::read`]
//! then uses the tree. Never guesses: tests compare both ways on arbitrary markup.

mod content_hash;
mod names;
mod open_elements;
mod references;
mod svg_and_math;
mod tags;
#[cfg(test)]
mod tests;
mod walk;

use std::borrow::Cow;
use std::sync::LazyLock;

use html5ever::ns;
use scraper::{ElementRef, Selector};
use url::Url;

use super::{Page, links, parse};
use content_hash::ContentHash;

/// The parts of a page that a crawl needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline<'a> {
    /// Text of the first `<title>`, trimmed.
    pub title: String,
    /// Text of the first `<h1>`, trimmed.
    pub h1: String,
    /// Value of the first `<base href>`.
    pub base: Option<Cow<'a, str>>,
    /// Links in order.
    pub links: Vec<Link<'a>>,
    /// A hash of its text without digits and spaces; it may differ between the two ways.
    pub said: u64,
}

/// One link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link<'a> {
    /// The address as written.
    pub href: Cow<'a, str>,
    /// Whether it is an `<a>` (else an `<area>`).
    pub is_anchor: bool,
}

impl<'a> Outline<'a> {
    /// Reads `source`; builds the tree only if necessary.
    pub fn read(source: &'a str) -> Self {
        Self::without_tree(source).unwrap_or_else(|| of_tree(&parse::parse(source)).owned())
    }

    /// Reads `source` without the tree; `None` if the result could differ.
    pub fn without_tree(source: &'a str) -> Option<Self> {
        walk::walk(source)
    }

    /// The outline of a page that has a tree.
    pub fn of_page(page: &'a Page) -> Self {
        of_tree(page.html())
    }

    /// The base of its links when loaded from `url`.
    pub fn base_url(&self, url: &Url) -> Url {
        let declared = self.base.as_deref();
        let declared = declared.and_then(|href| links::join(url, href));
        declared.unwrap_or_else(|| url.clone())
    }

    /// The same with owned texts.
    fn owned<'o>(self) -> Outline<'o> {
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Outline {
            title: self.title,
            h1: self.h1,
            base: self.base.map(own),
            said: self.said,
            links: self
                .links
                .into_iter()
                .map(|link| Link {
                    href: own(link.href),
                    is_anchor: link.is_anchor,
                })
                .collect(),
        }
    }
}

fn of_tree(html: &scraper::Html) -> Outline<'_> {
    static LINKS: LazyLock<Option<Selector>> =
        LazyLock::new(|| Selector::parse("a[href], area[href]").ok());
    let elements = || html.tree.nodes().filter_map(ElementRef::wrap);
    let text = |name: &str| {
        let is_it = |e: &ElementRef<'_>| e.value().name() == name && e.value().name.ns == ns!(html);
        let text = elements().find(is_it).map(|e| e.text().collect::<String>());
        text.map(|text| text.trim().to_owned()).unwrap_or_default()
    };
    let links = LINKS.iter().flat_map(|selector| html.select(selector));
    let is_base = |e: &ElementRef<'_>| e.value().name() == "base";
    Outline {
        said: text_hash(html),
        title: text("title"),
        h1: text("h1"),
        base: elements()
            .filter(is_base)
            .find_map(|e| e.attr("href"))
            .map(Cow::Borrowed),
        links: links
            .filter_map(|e| {
                Some(Link {
                    href: Cow::Borrowed(e.attr("href")?),
                    is_anchor: e.value().name() == "a",
                })
            })
            .collect(),
    }
}

fn text_hash(html: &scraper::Html) -> u64 {
    let mut said = ContentHash::nothing();
    for node in html.tree.nodes() {
        let is_hidden = |parent: ego_tree::NodeRef<'_, scraper::Node>| {
            let element = parent.value().as_element();
            element.is_some_and(|e| matches!(e.name(), "script" | "style"))
        };
        if let Some(text) = node.value().as_text()
            && !node.parent().is_some_and(is_hidden)
        {
            said.take(text);
        }
    }
    said.number()
}
