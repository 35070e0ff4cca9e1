//! The features used by every method, from one pass over the tree. Input: a page. Output: its
//! body's nodes in document order with text, link and valid-character counts. Iterative: nesting is
//! unbounded. The page's index is not suitable: an element whose content is left out here ends
//! elsewhere there, and texts, which most methods score, have no number in it.
//!
//! Below: the lines of a page, similarity of subtrees, and pages sent in parts.

pub(super) mod lines;
pub(super) mod source_lines;
pub(super) mod streamed_pages;
pub(super) mod tree_matching;

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use html5ever::ns;
use scraper::Node;
use scraper::node::Element;

use super::words;
use crate::page::{Page, edges_without, is_permalink_sign};

/// The body's nodes in document order; the first is the body itself.
pub(crate) struct BodyTree<'a> {
    pub items: Vec<Item<'a>>,
}

/// One element or text with the totals of its content.
#[derive(Clone)]
pub(crate) struct Item<'a> {
    /// The element; `None` for a text.
    pub element: Option<&'a Element>,
    /// The tag's name; empty for a text.
    tag: &'a str,
    /// Which of the frequently queried attributes it has, one bit each.
    has: u16,
    /// The text of a text node, else empty.
    pub text: &'a str,
    /// Number of the parent; the body is its own.
    pub parent: usize,
    /// One past the last descendant.
    pub end: usize,
    /// Whether it is inside a link.
    pub in_link: bool,
    /// Characters without spaces.
    pub chars: usize,
    /// Those of them in links.
    pub link_chars: usize,
    /// Valid characters (thesis, definition 2.6): outside links, in a text with a stop word.
    pub valid: usize,
}

impl Item<'_> {
    /// The tag's name; empty for a text.
    pub fn name(&self) -> &str {
        self.tag
    }

    /// The value of attribute `name`.
    #[inline]
    pub fn attr(&self, name: &str) -> Option<&str> {
        let bit = bit_of(name);
        if bit != 0 && self.has & bit == 0 {
            return None;
        }
        self.element.and_then(|e| attr(e, name))
    }
}

/// The bit for a frequently queried attribute in [`Item::has`]; 0 for others.
#[inline]
fn bit_of(name: &str) -> u16 {
    match name {
        "class" => 1,
        "id" => 1 << 1,
        "rel" => 1 << 2,
        "itemprop" => 1 << 3,
        "role" => 1 << 4,
        "style" => 1 << 5,
        "hidden" => 1 << 6,
        "href" => 1 << 7,
        "datetime" => 1 << 8,
        _ => 0,
    }
}

/// The value of attribute `name` of `element`. Elements have few attributes: a linear search costs
/// a tenth of [`Element::attr`], which interns the name and hashes it.
pub(super) fn attr<'e>(element: &'e Element, name: &str) -> Option<&'e str> {
    element
        .attrs
        .iter()
        .find(|(known, _)| &*known.local == name && known.ns == ns!())
        .map(|(_, value)| &**value)
}

impl<'a> BodyTree<'a> {
    /// Reads `page`. Excludes scripts, styles and comments, as the thesis does in its first step
    /// (section 2.3.2), and everything else that browsers do not show.
    ///
    /// `<noscript>` is excluded as in a browser, unless there is next to nothing else: some forums
    /// serve their whole text to clients without scripts that way.
    pub fn of(page: &'a Page) -> Self {
        let tree = Self::read(page, false);
        if tree.valid(0) >= SHOWN_CHARS || !page.source().contains("<noscript") {
            return tree;
        }
        let with_noscript = Self::read(page, true);
        if with_noscript.valid(0) > 2 * tree.valid(0) {
            with_noscript
        } else {
            tree
        }
    }

    fn read(page: &'a Page, noscript: bool) -> Self {
        let root = page.html().tree.root();
        let body = root
            .descendants()
            .find(|n| n.value().as_element().is_some_and(|e| e.name() == "body"))
            .unwrap_or(root);
        let mut reader = Reader {
            items: Vec::with_capacity(page.html().tree.nodes().len()),
            open: Vec::new(),
        };
        let is_none = |node| is_left_out(node, noscript) || is_permalink_sign(node);
        for edge in edges_without(body, is_none) {
            match edge {
                Edge::Open(node) => reader.open(node),
                Edge::Close(_) => reader.close(),
            }
        }
        Self {
            items: reader.items,
        }
    }

    /// Numbers of the children of `of`.
    pub fn children(&self, of: usize) -> impl Iterator<Item = usize> {
        let end = self.items.get(of).map_or(0, |item| item.end);
        let mut next = of + 1;
        std::iter::from_fn(move || {
            let child = next;
            (child < end).then(|| {
                next = self.items.get(child).map_or(end, |item| item.end);
                child
            })
        })
    }

    /// The item numbered `at`.
    pub fn get(&self, at: usize) -> Option<&Item<'a>> {
        self.items.get(at)
    }

    /// Valid characters inside `at`.
    pub fn valid(&self, at: usize) -> usize {
        self.items.get(at).map_or(0, |item| item.valid)
    }
}

/// A page that shows fewer valid characters may have its text in `<noscript>`.
const SHOWN_CHARS: usize = 600;

struct Reader<'a> {
    items: Vec<Item<'a>>,
    /// Open nodes, outermost first.
    open: Vec<usize>,
}

impl<'a> Reader<'a> {
    fn open(&mut self, node: NodeRef<'a, Node>) {
        let parent = self.open.last().copied().unwrap_or(0);
        let inside = self.items.get(parent).is_some_and(|p| p.in_link);
        let at = self.items.len();
        let element = node.value().as_element();
        let names = element.into_iter().flat_map(|e| e.attrs.keys());
        let mut item = Item {
            element,
            tag: element.map_or("", Element::name),
            has: names.fold(0, |has, name| has | bit_of(&name.local)),
            text: "",
            parent,
            end: at + 1,
            in_link: inside || is_link(node.value()),
            chars: 0,
            link_chars: 0,
            valid: 0,
        };
        if let Node::Text(text) = node.value() {
            item.text = text;
            item.chars = letters(text);
            if item.in_link {
                item.link_chars = item.chars;
            } else if item.chars > 0 && words::has_stop_word(text) {
                item.valid = item.chars;
            }
        }
        self.items.push(item);
        self.open.push(at);
    }

    /// Algorithm 2.1 without recursion: a node adds its counts to its parent when it closes.
    fn close(&mut self) {
        let Some(at) = self.open.pop() else { return };
        let end = self.items.len();
        let Some(item) = self.items.get_mut(at) else {
            return;
        };
        item.end = end;
        let (parent, chars, link_chars, valid) =
            (item.parent, item.chars, item.link_chars, item.valid);
        if parent != at
            && let Some(parent) = self.items.get_mut(parent)
        {
            parent.chars += chars;
            parent.link_chars += link_chars;
            parent.valid += valid;
        }
    }
}

/// Characters without spaces.
pub(super) fn letters(text: &str) -> usize {
    if text.is_ascii() {
        // A vertical tab is also white space, though not in HTML.
        let space = |b: &u8| matches!(b, b' ' | b'\t'..=b'\r');
        return text.len() - text.bytes().filter(|b| space(b)).count();
    }
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// A quotient that is 0 if the divisor is 0.
#[allow(clippy::cast_precision_loss, reason = "counts of characters")]
pub(super) fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

/// The tag `a` of definition 2.6; without an address it is an anchor rather than a link, and old
/// pages often do not close it.
fn is_link(node: &Node) -> bool {
    node.as_element()
        .is_some_and(|e| e.name() == "a" && e.attr("href").is_some())
}

fn is_left_out(node: NodeRef<'_, Node>, noscript: bool) -> bool {
    match node.value() {
        Node::Text(_) => false,
        Node::Element(element) if element.name() == "noscript" => !noscript,
        Node::Element(element) => matches!(
            element.name(),
            "script"
                | "style"
                | "template"
                | "noframes"
                | "iframe"
                | "object"
                | "svg"
                | "canvas"
                | "select"
                | "datalist"
                | "head"
        ),
        Node::Fragment | Node::Document => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    #[test]
    fn attributes_are_found_as_the_tree_has_them() {
        let html = "<body><p CLASS=a hidden data-x=1>it</p><math><mi xlink:href=/y id=b>";
        let page = Page::parse(html, &Url::parse("http://example.com/").unwrap());
        let tree = BodyTree::of(&page);
        for item in &tree.items {
            for name in [
                "class",
                "id",
                "hidden",
                "data-x",
                "href",
                "xlink:href",
                "style",
            ] {
                let expected = item.element.and_then(|e| e.attr(name));
                assert_eq!(item.attr(name), expected, "{name} of {}", item.name());
            }
        }
        assert!(
            tree.items
                .iter()
                .any(|item| item.attr("class") == Some("a"))
        );
    }

    #[test]
    fn letters_are_all_but_white_space() {
        for text in [
            "",
            " a\tb\r\n",
            "\u{b}x\u{c}y",
            "染 坊\u{3000}开",
            "\u{1c}é",
        ] {
            let expected = text.chars().filter(|c| !c.is_whitespace()).count();
            assert_eq!(letters(text), expected, "{text:?}");
        }
    }
}
