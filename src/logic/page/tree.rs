//! The page tree with its element numbers.

use std::cell::OnceCell;
use std::fmt;

use ego_tree::NodeId;
use ego_tree::iter::Edge;
use encoding_rs::{Encoding, UTF_8};
use scraper::{ElementRef, Html};
use url::Url;

use super::access_counter::count_visits;
use super::flat::Flat;
use super::index::PageIndex;
use super::walk::edges;
use super::xml::CopyKey;
use super::{Decoded, collapse, links, parse};

/// Number of an element: preorder over the document, template contents excluded, from 0 (`html`).
pub type ElementIndex = u32;

/// A parsed page. It is [`Send`] but cannot be shared between threads: scraper caches ids and
/// classes inside the tree.
pub struct Page {
    html: Html,
    source: Box<str>,
    url: Url,
    base: Url,
    encoding: &'static Encoding,
    /// Tree nodes by element number.
    nodes: Vec<NodeId>,
    /// Element numbers by tree node, sorted.
    numbers: Vec<(NodeId, ElementIndex)>,
    index: OnceCell<PageIndex>,
    flat: OnceCell<Flat>,
    /// Which elements were removed, by number; empty if none.
    taken_out: Vec<bool>,
    is_whole: bool,
    is_cut: bool,
    pub(super) copy_key: CopyKey,
}

impl Page {
    /// Parses `source` as loaded from `url` (scripting off, so that `<noscript>` is markup).
    /// Elements nested deeper than 512 become siblings, as in browsers.
    pub fn parse(source: &str, url: &Url) -> Self {
        let (html, is_whole) = parse::parse_whole(source);
        let nodes = number(&html);
        let mut numbers: Vec<_> = nodes.iter().copied().zip(0..).collect();
        numbers.sort_unstable();
        let mut page = Self {
            html,
            source: source.into(),
            url: url.clone(),
            base: url.clone(),
            encoding: UTF_8,
            nodes,
            numbers,
            index: OnceCell::new(),
            flat: OnceCell::new(),
            taken_out: Vec::new(),
            is_whole,
            is_cut: false,
            copy_key: CopyKey::default(),
        };
        if let Some(base) = page.declared_base() {
            page.base = base;
        }
        page
    }

    /// As [`Page::parse`]; queries of links are then in the encoding of the page, as browsers send
    /// them.
    pub fn parse_decoded(decoded: &Decoded, url: &Url) -> Self {
        let mut page = Self::parse(&decoded.text, url);
        page.encoding = Encoding::for_label(decoded.encoding.as_bytes()).unwrap_or(UTF_8);
        page
    }

    /// The page without `elements` and their descendants. The others keep their numbers; a removed
    /// element keeps its own content. Selectors run on the whole page; this one is for reading text
    /// and HTML.
    pub fn without(&self, elements: &[ElementIndex]) -> Self {
        let mut html = self.html.clone();
        let mut taken_out = vec![false; self.len()];
        for id in elements.iter().filter_map(|index| self.node(*index)) {
            let inside = self.html.tree.get(id).into_iter();
            for node in inside.flat_map(|node| node.descendants()) {
                let number = self.numbers.binary_search_by_key(&node.id(), |(id, _)| *id);
                let number = number.ok().and_then(|at| self.numbers.get(at));
                let index = number.and_then(|(_, index)| usize::try_from(*index).ok());
                if let Some(out) = index.and_then(|index| taken_out.get_mut(index)) {
                    *out = true;
                }
            }
            if let Some(mut node) = html.tree.get_mut(id) {
                node.detach();
            }
        }
        Self {
            html,
            source: self.source.clone(),
            url: self.url.clone(),
            base: self.base.clone(),
            encoding: self.encoding,
            nodes: self.nodes.clone(),
            numbers: self.numbers.clone(),
            index: OnceCell::new(),
            flat: OnceCell::new(),
            taken_out,
            is_whole: self.is_whole,
            is_cut: self.is_cut,
            copy_key: CopyKey::default(),
        }
    }

    /// The number of nodes inside an element, itself included; of the whole page if `None`.
    pub(crate) fn nodes_inside(&self, scope: Option<ElementIndex>) -> u64 {
        let node = scope.and_then(|scope| self.flat().element(scope));
        let nodes = node.map(|node| self.flat().entry(node).end.saturating_sub(node));
        u64::from(nodes.unwrap_or(self.flat().len()))
    }

    /// Whether element `index` was removed, by itself or inside another.
    pub fn is_removed(&self, index: ElementIndex) -> bool {
        usize::try_from(index).is_ok_and(|at| self.taken_out.get(at) == Some(&true))
    }

    /// Whether the whole source is in the tree; it is not beyond [`MAX_NODES`](super::MAX_NODES).
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The page with [`Self::is_cut`] set to `is_cut`.
    #[must_use]
    pub(crate) fn cut(mut self, is_cut: bool) -> Self {
        self.is_cut = is_cut;
        self
    }

    /// Whether its rule's changes to the source were truncated because they would take too long.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The address it was loaded from.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The base of relative links (`<base href>`, else the address).
    pub fn base(&self) -> &Url {
        &self.base
    }

    /// The source text it was parsed from, for regex selectors.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The tree.
    pub fn html(&self) -> &Html {
        &self.html
    }

    /// The tree of element numbers, built on first use.
    pub fn index(&self) -> &PageIndex {
        self.index
            .get_or_init(|| PageIndex::new(&self.html, &self.nodes))
    }

    /// The page as flat arrays, built on first use.
    pub(crate) fn flat(&self) -> &Flat {
        self.flat
            .get_or_init(|| Flat::new(&self.html, &self.taken_out))
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has no element (never so after parsing).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element numbered `index`.
    pub fn element(&self, index: ElementIndex) -> Option<ElementRef<'_>> {
        count_visits(1);
        ElementRef::wrap(self.html.tree.get(self.node(index)?)?)
    }

    fn node(&self, index: ElementIndex) -> Option<NodeId> {
        self.nodes.get(usize::try_from(index).ok()?).copied()
    }

    /// All elements in order of number, except removed ones.
    pub fn elements(&self) -> impl Iterator<Item = ElementRef<'_>> {
        let taken_out = |at: usize| self.taken_out.get(at).copied().unwrap_or(false);
        self.nodes
            .iter()
            .enumerate()
            .filter(move |(at, _)| !taken_out(*at))
            .inspect(|_| count_visits(1))
            .filter_map(|(_, id)| ElementRef::wrap(self.html.tree.get(*id)?))
    }

    /// The number of `element`; `None` inside a template.
    pub fn index_of(&self, element: ElementRef<'_>) -> Option<ElementIndex> {
        let at = self
            .numbers
            .binary_search_by_key(&element.id(), |(id, _)| *id)
            .ok()?;
        self.numbers.get(at).map(|(_, index)| *index)
    }

    /// Text of `<title>` with collapsed white space.
    pub fn title(&self) -> String {
        // An SVG picture may have a title too.
        self.elements()
            .find(|e| e.value().name() == "title" && e.value().name.ns == html5ever::ns!(html))
            .map(|e| collapse(&e.text().collect::<String>()))
            .unwrap_or_default()
    }

    /// Joins `href` to the base in the page's encoding; `None` if it is not http(s).
    pub fn join(&self, href: &str) -> Option<Url> {
        links::join_encoded(&self.base, href, self.encoding)
    }

    /// Joined addresses of all `a[href]` and `area[href]` in page order, duplicates kept.
    pub fn links(&self) -> Vec<Url> {
        self.elements()
            .filter(|e| matches!(e.value().name(), "a" | "area"))
            .filter_map(|e| self.join(e.attr("href")?))
            .collect()
    }

    fn declared_base(&self) -> Option<Url> {
        let base = self
            .elements()
            .find(|e| e.value().name() == "base" && e.attr("href").is_some())?;
        links::join(&self.url, base.attr("href")?)
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page")
            .field("url", &self.url.as_str())
            .field("elements", &self.nodes.len())
            .finish_non_exhaustive()
    }
}

/// The elements of `html` in preorder, without those inside templates.
fn number(html: &Html) -> Vec<NodeId> {
    let elements = edges(html).filter_map(|edge| match edge {
        Edge::Open(node) if node.value().is_element() => Some(node.id()),
        Edge::Open(_) | Edge::Close(_) => None,
    });
    elements.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(source: &str) -> Page {
        Page::parse(source, &Url::parse("http://example.org/a/b?c").unwrap())
    }

    fn names(page: &Page) -> Vec<&str> {
        page.elements().map(|e| e.value().name()).collect()
    }

    #[test]
    fn elements_are_numbered_in_preorder_without_templates() {
        let page = page("<p>a<b>c</b><template><i>x</i></template><u>y</u>");
        assert_eq!(
            names(&page),
            ["html", "head", "body", "p", "b", "template", "u"]
        );
        assert_eq!(page.len(), 7);
        for (index, element) in (0..).zip(page.elements()) {
            assert_eq!(page.index_of(element), Some(index));
            assert_eq!(page.element(index), Some(element));
        }
        let hidden = page.html().tree.nodes().filter_map(ElementRef::wrap);
        let hidden = hidden
            .into_iter()
            .find(|e| e.value().name() == "i")
            .unwrap();
        assert_eq!(page.index_of(hidden), None);
        assert!(page.element(7).is_none());
    }

    #[test]
    fn numbers_follow_the_tree_where_the_parser_moved_things() {
        // The parser moves the text and the b before the table although they are written inside it.
        let page = page("<table><tr><td>1</td></tr><b>x</b></table>");
        assert_eq!(
            names(&page),
            ["html", "head", "body", "b", "table", "tbody", "tr", "td"]
        );
    }

    #[test]
    fn attributes_keep_the_order_of_the_source() {
        let page = page("<p title=1 class=2 id=3 data-a=4>");
        let attributes: Vec<_> = page.element(3).unwrap().value().attrs().collect();
        assert_eq!(
            attributes,
            [("title", "1"), ("class", "2"), ("id", "3"), ("data-a", "4")]
        );
    }

    #[test]
    fn links_join_to_the_base() {
        let source = "<a href=1>x</a><a href='javascript:x'>y</a><a name=n>z</a>\
            <map><area href='#top'></map><a href=1>again</a>";
        let urls = |p: &Page| p.links().iter().map(Url::to_string).collect::<Vec<_>>();
        assert_eq!(
            urls(&page(source)),
            [
                "http://example.org/a/1",
                "http://example.org/a/b?c#top",
                "http://example.org/a/1"
            ]
        );
        let based = page(&format!(
            "<base target=x><base href='/z/'><base href='/no/'>{source}"
        ));
        assert_eq!(based.base().as_str(), "http://example.org/z/");
        assert_eq!(urls(&based)[0], "http://example.org/z/1");
        assert_eq!(page("<base href='data:,x'>").base(), based.url());
    }

    #[test]
    fn queries_follow_the_encoding_of_the_page() {
        let decoded = super::super::decode(
            b"<meta charset=gbk><a href='?q=\xD6\xD0'>\xD6\xD0</a>",
            None,
        );
        let page = Page::parse_decoded(&decoded, &Url::parse("http://example.org/").unwrap());
        assert_eq!(page.links()[0].as_str(), "http://example.org/?q=%D6%D0");
    }

    #[test]
    fn titles_are_those_of_the_page() {
        assert_eq!(page("<title> a \n b </title>").title(), "a b");
        assert_eq!(page("<svg><title>no</title></svg>").title(), "");
    }

    #[test]
    fn pages_travel_between_threads() {
        fn assert_send<T: Send>() {}
        assert_send::<Page>();
    }

    #[test]
    fn what_is_taken_out_changes_no_number() {
        let whole = page("<div><p>a<b>b</b></p><i>c</i></div><u>d</u>");
        // html head body div p b i u
        let less = whole.without(&[4, 4, 5, 99]);
        assert_eq!(names(&less), ["html", "head", "body", "div", "i", "u"]);
        let text = |page: &Page, index| super::super::inner_text(page, index);
        assert_eq!(text(&whole, 3), "ab\nc");
        assert_eq!(text(&less, 3), "c");
        assert_eq!(
            text(&less, 4),
            "a",
            "what was taken out keeps its own content"
        );
        assert_eq!(text(&less, 7), "d");
        assert_eq!(less.element(6).unwrap().html(), "<i>c</i>");
        assert_eq!(less.index_of(less.element(7).unwrap()), Some(7));
        let flat = less.flat();
        assert_eq!(flat.text(0), "cd");
        assert_eq!(flat.element(7).map(|node| flat.text(node)), Some("d"));
        assert_eq!(flat.element(5), None);
    }

    #[test]
    fn odd_input_parses() {
        for source in [
            "",
            "\0",
            "\u{FEFF}",
            "<",
            "plain",
            "\u{1}\u{2}<p\0a=\0>\0x",
            "PNG\r\n\u{1a}",
        ] {
            assert_eq!(
                names(&page(source))[..3],
                ["html", "head", "body"],
                "{source:?}"
            );
        }
    }
}
