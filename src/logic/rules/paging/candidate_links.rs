//! Candidate pagination links of a page: those with a label, a relation or a name that the word
//! file knows. Input: a page. Output: links on the same site with the texts and names on and
//! around them. Work is bounded per link for any page.

use scraper::ElementRef;
use url::Url;

use super::address::{ParsedAddress, UrlRelation};
use super::words::{
    Arrow, LabelMeaning, LinkLabel, MAX_LABEL_CHARS, is_next_name, pager_box_meaning,
};
use crate::page::{Page, collapse, without_fragment};

/// Levels above a link that are searched for its box.
const MAX_LEVELS: usize = 6;
/// The maximum number of elements in a pager entry.
const MAX_ENTRY: usize = 32;
/// The maximum number of text nodes read for one label.
const MAX_TEXTS: usize = 24;

/// A candidate pagination link.
#[derive(Clone, Debug)]
pub struct PagingLink<'a> {
    /// Its element: `a`, `area`, or `link` in the head.
    pub element: ElementRef<'a>,
    /// Its target.
    pub address: ParsedAddress,
    /// The relation of the target to the page itself.
    pub relation: UrlRelation,
    /// Its text.
    pub text: LinkLabel,
    /// Its title, accessible label or picture text.
    pub hint: LinkLabel,
    /// Relations it declares.
    pub rel: Rel,
    /// Whether its class or id, or that of its entry, means "next".
    pub named_next: bool,
    /// The box around it: a pager (`true`), other navigation (`false`), or neither.
    pub within: Option<bool>,
}

/// The declared relation of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rel {
    /// None that matters.
    None,
    /// `rel=next`
    Next,
    /// `rel=prev`, `first`, `last`, …
    Elsewhere,
}

impl PagingLink<'_> {
    /// The meaning of the link's words; a hint of another item or of the far end resolves an
    /// ambiguous text.
    pub fn meaning(&self) -> Option<LabelMeaning> {
        match (self.text.meaning, self.hint.meaning) {
            (
                Some(text),
                Some(hint @ (LabelMeaning::Item | LabelMeaning::Last | LabelMeaning::First)),
            ) if text != LabelMeaning::NextPage => Some(hint),
            (Some(text), _) => Some(text),
            (None, hint) => hint,
        }
    }

    /// The arrow of the text, if the text consists of nothing else.
    pub fn arrow(&self) -> Arrow {
        if self.text.words.is_empty() && self.text.number.is_none() {
            self.text.arrow
        } else {
            Arrow::None
        }
    }

    /// Whether it is in the head, where it cannot be clicked.
    pub fn in_head(&self) -> bool {
        self.element.value().name() == "link"
    }
}

/// The candidate links of `page`, in page order.
pub fn gather<'a>(page: &'a Page, own: &ParsedAddress) -> Vec<PagingLink<'a>> {
    page.elements()
        .filter(|e| matches!(e.value().name(), "a" | "area" | "link"))
        .filter_map(|element| link(page, own, element))
        .collect()
}

fn link<'a>(
    page: &'a Page,
    own: &ParsedAddress,
    element: ElementRef<'a>,
) -> Option<PagingLink<'a>> {
    let href = element.attr("href")?.trim();
    if href.is_empty() || href.starts_with('#') {
        return None;
    }
    let rel = rel(element);
    let in_head = element.value().name() == "link";
    if in_head && rel != Rel::Next {
        return None;
    }
    let text = LinkLabel::read(&label(element));
    let hint = hint(element);
    let named_next = named_next(element);
    let says = |label: &LinkLabel| {
        label.meaning.is_some() || label.number.is_some() || label.arrow != Arrow::None
    };
    if !(says(&text) || says(&hint) || named_next || rel == Rel::Next) {
        return None;
    }
    let target = without_fragment(&page.join(href)?);
    if !same_site(page.url(), &target) {
        return None;
    }
    let address = ParsedAddress::of(&target);
    let relation = own.relation(&address);
    Some(PagingLink {
        element,
        address,
        relation,
        text,
        hint,
        rel,
        named_next,
        within: around(element),
    })
}

/// Whether both are on one host, ignoring `www.`.
fn same_site(one: &Url, two: &Url) -> bool {
    let host = |url: &Url| {
        let host = url.host_str().unwrap_or_default();
        host.strip_prefix("www.").unwrap_or(host).to_owned()
    };
    host(one) == host(two) && one.port() == two.port()
}

/// The text of a link, collapsed and limited to the length of a label.
pub fn label(element: ElementRef<'_>) -> String {
    let mut text = String::new();
    let mut texts = 0;
    for piece in element.text() {
        text.push_str(piece);
        texts += 1;
        // White space does not count towards a label's length, but is limited.
        let long = text.len() > 16 * MAX_LABEL_CHARS;
        if texts > MAX_TEXTS || long {
            break;
        }
    }
    collapse(&text)
}

/// The text in attributes for users who do not see the link.
fn hint(element: ElementRef<'_>) -> LinkLabel {
    let own = ["aria-label", "title"];
    let own = own.into_iter().filter_map(|name| element.attr(name));
    let picture = || {
        element
            .descendent_elements()
            .take(MAX_ENTRY)
            .filter(|e| matches!(e.value().name(), "img" | "svg" | "i" | "span"))
            .filter_map(|e| {
                e.attr("alt")
                    .or_else(|| e.attr("title"))
                    .or_else(|| e.attr("aria-label"))
            })
    };
    own.chain(picture())
        .map(LinkLabel::read)
        .find(|label| label.meaning.is_some() || label.number.is_some())
        .unwrap_or_default()
}

fn rel(element: ElementRef<'_>) -> Rel {
    let mut found = Rel::None;
    for word in element.attr("rel").unwrap_or_default().split_whitespace() {
        match word.to_ascii_lowercase().as_str() {
            "next" => return Rel::Next,
            "prev" | "previous" | "first" | "last" | "start" | "tag" | "author" | "bookmark" => {
                found = Rel::Elsewhere;
            }
            _ => {}
        }
    }
    found
}

/// Names of an element: its classes, id and roles.
fn names(element: ElementRef<'_>) -> impl Iterator<Item = &str> {
    ["class", "id", "data-testid", "data-role"]
        .into_iter()
        .filter_map(move |name| element.attr(name))
        .flat_map(str::split_ascii_whitespace)
}

fn named_next(element: ElementRef<'_>) -> bool {
    let says = |e: ElementRef<'_>| names(e).any(is_next_name);
    let parent = element.parent().and_then(ElementRef::wrap);
    says(element) || parent.is_some_and(|p| is_entry(p) && says(p))
}

/// Whether an element contains little more than one link.
fn is_entry(element: ElementRef<'_>) -> bool {
    let mut links = 0;
    let mut all = 0;
    for inner in element.descendent_elements().take(MAX_ENTRY + 1) {
        all += 1;
        links += usize::from(inner.value().name() == "a");
    }
    links == 1 && all <= MAX_ENTRY
}

/// The meaning of the names around a link; the nearest word counts.
fn around(element: ElementRef<'_>) -> Option<bool> {
    let above = element.ancestors().filter_map(ElementRef::wrap);
    for e in std::iter::once(element).chain(above.take(MAX_LEVELS)) {
        if matches!(e.value().name(), "body" | "main" | "html") {
            return None;
        }
        let mut said = None;
        for name in names(e).chain(e.attr("role")).chain(e.attr("aria-label")) {
            match pager_box_meaning(name) {
                Some(false) => return Some(false),
                other => said = said.or(other),
            }
        }
        if said.is_some() {
            return said;
        }
    }
    None
}
