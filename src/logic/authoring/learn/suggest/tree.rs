//! The page's elements with text lengths, so that groups of elements can be scored without walking
//! the tree repeatedly. Input: a page with its index. Output: parents, ends of subtrees, and
//! text lengths.

use ego_tree::NodeRef;
use scraper::{ElementRef, Node};

use crate::page::{ElementIndex, Page, PageIndex};

/// An element's number in the page.
pub type At = usize;

/// The arrays, one entry per element.
pub struct Tree<'a> {
    /// The elements.
    pub elements: Vec<ElementRef<'a>>,
    index: &'a PageIndex,
    chars: Vec<usize>,
    in_links: Vec<usize>,
}

impl<'a> Tree<'a> {
    /// Reads `page` once.
    pub fn of(page: &'a Page) -> Self {
        let elements: Vec<_> = page.elements().collect();
        let count = elements.len();
        let mut tree = Self {
            chars: elements.iter().map(|e| own_chars(*e)).collect(),
            in_links: vec![0; count],
            index: page.index(),
            elements,
        };
        for at in (0..count).rev() {
            if tree.name(at) == "a" {
                let all = tree.chars(at);
                if let Some(own) = tree.in_links.get_mut(at) {
                    *own = all;
                }
            }
            let (chars, linked) = (tree.chars(at), tree.in_links(at));
            if let Some(parent) = tree.parent(at) {
                if let Some(c) = tree.chars.get_mut(parent) {
                    *c += chars;
                }
                if let Some(l) = tree.in_links.get_mut(parent) {
                    *l += linked;
                }
            }
        }
        tree
    }

    /// Tag name.
    pub fn name(&self, at: At) -> &'a str {
        self.elements.get(at).map_or("", |e| e.value().name())
    }

    /// The parent.
    pub fn parent(&self, at: At) -> Option<At> {
        let parent = self.index.parent(ElementIndex::try_from(at).ok()?)?;
        At::try_from(parent).ok()
    }

    /// One past the last element inside.
    pub fn end(&self, at: At) -> At {
        let inside = ElementIndex::try_from(at).map(|at| self.index.within(at));
        let end = inside.ok().and_then(|inside| At::try_from(inside.end).ok());
        end.unwrap_or_default().max(at + 1)
    }

    /// The number of characters of text inside, without white space.
    pub fn chars(&self, at: At) -> usize {
        self.chars.get(at).copied().unwrap_or(0)
    }

    /// The number of these characters inside links.
    pub fn in_links(&self, at: At) -> usize {
        self.in_links.get(at).copied().unwrap_or(0)
    }

    /// Ancestors, nearest first.
    pub fn ancestors(&self, at: At) -> impl Iterator<Item = At> + '_ {
        std::iter::successors(self.parent(at), |at| self.parent(*at))
    }
}

fn own_chars(element: ElementRef<'_>) -> usize {
    if matches!(
        element.value().name(),
        "script" | "style" | "template" | "head" | "option"
    ) {
        return 0;
    }
    let chars = |node: NodeRef<'_, Node>| match node.value() {
        Node::Text(text) => text.chars().filter(|c| !c.is_whitespace()).count(),
        _ => 0,
    };
    element.children().map(chars).sum()
}
