//! The element tree of a page by number: two arrays that answer every question of containment.
//! Built on first use, once per page, for all code that scores elements by position; related data
//! (texts, words, names) is kept by number elsewhere. Contains only elements and no text;
//! [`Flat`](super::Flat) lays out all nodes, for selectors.

use std::ops::Range;

use ego_tree::NodeId;
use scraper::Html;

use super::ElementIndex;

/// The parent of an element that has none.
const NONE: ElementIndex = ElementIndex::MAX;

/// The elements of a page as a tree of numbers. A number that the page does not have is isolated
/// and contains nothing. Elements removed from a page have no parent.
#[derive(Debug, Default)]
pub struct PageIndex {
    parents: Vec<ElementIndex>,
    /// One past the last descendant.
    ends: Vec<ElementIndex>,
}

impl PageIndex {
    /// Indexes the elements `nodes` of `html`, which are in preorder.
    pub(super) fn new(html: &Html, nodes: &[NodeId]) -> Self {
        let mut index = Self {
            parents: Vec::with_capacity(nodes.len()),
            ends: (1..).take(nodes.len()).collect(),
        };
        let mut open: Vec<(ElementIndex, NodeId)> = Vec::new();
        for (number, id) in (0..).zip(nodes) {
            let parent = html.tree.get(*id).and_then(|node| node.parent());
            // A removed element has no parent; the next one may be inside the enclosing elements.
            if let Some(parent) = &parent {
                while open.pop_if(|(_, id)| *id != parent.id()).is_some() {}
            }
            let around = parent.and(open.last());
            index
                .parents
                .push(around.map_or(NONE, |(number, _)| *number));
            open.push((number, *id));
        }
        for (number, parent) in index.parents.iter().enumerate().rev() {
            let end = index.ends.get(number).copied().unwrap_or_default();
            if let Some(around) = index.ends.get_mut(at(*parent)) {
                *around = end.max(*around);
            }
        }
        index
    }

    /// The parent of `element`; `None` for the root.
    pub fn parent(&self, element: ElementIndex) -> Option<ElementIndex> {
        let parent = *self.parents.get(at(element))?;
        (parent != NONE).then_some(parent)
    }

    /// `element` and its ancestors, nearest first.
    pub fn around(&self, element: ElementIndex) -> impl Iterator<Item = ElementIndex> {
        std::iter::successors(Some(element), |element| self.parent(*element))
    }

    /// `element` and its descendants.
    pub fn within(&self, element: ElementIndex) -> Range<ElementIndex> {
        element..self.ends.get(at(element)).copied().unwrap_or(element)
    }

    /// The children of `element`.
    pub fn children(&self, element: ElementIndex) -> impl Iterator<Item = ElementIndex> {
        let end = self.within(element).end;
        let in_it = move |child: &ElementIndex| *child < end;
        let first = element.checked_add(1).filter(in_it);
        std::iter::successors(first, move |child| {
            Some(self.within(*child).end).filter(in_it)
        })
    }

    /// The previous sibling of `element`. For all elements of a page the total time is linear in
    /// the page's size; for a single one, in the depth of the page.
    pub fn previous(&self, element: ElementIndex) -> Option<ElementIndex> {
        let parent = self.parent(element)?;
        let before = element.checked_sub(1).filter(|before| *before != parent)?;
        self.around(before)
            .find(|sibling| self.parent(*sibling) == Some(parent))
    }
}

fn at(element: ElementIndex) -> usize {
    usize::try_from(element).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scraper::ElementRef;
    use url::Url;

    use crate::page::{ElementIndex, Page};

    fn page(source: &str) -> Page {
        Page::parse(source, &Url::parse("http://example.org/").unwrap())
    }

    fn number(page: &Page, element: Option<ElementRef<'_>>) -> Option<ElementIndex> {
        page.index_of(element?)
    }

    /// Asserts that the index agrees with the tree.
    fn check(page: &Page) {
        let index = page.index();
        for (at, element) in (0..).zip(page.elements()) {
            let parent = element.parent().and_then(ElementRef::wrap);
            assert_eq!(index.parent(at), number(page, parent));
            let previous = element.prev_siblings().find_map(ElementRef::wrap);
            assert_eq!(index.previous(at), number(page, previous));
            let children = element.child_elements();
            let children: Vec<_> = children.filter_map(|e| page.index_of(e)).collect();
            assert_eq!(index.children(at).collect::<Vec<_>>(), children);
            let inside = element.descendants().filter_map(ElementRef::wrap);
            let inside: Vec<_> = inside.filter_map(|e| page.index_of(e)).collect();
            assert_eq!(index.within(at).collect::<Vec<_>>(), inside);
            let around = element.ancestors().filter_map(ElementRef::wrap);
            let around: Vec<_> = around.filter_map(|e| page.index_of(e)).collect();
            assert_eq!(index.around(at).skip(1).collect::<Vec<_>>(), around);
        }
    }

    #[test]
    fn numbers_that_are_none_stand_alone() {
        let page = page("<p>a");
        let index = page.index();
        for none in [4, ElementIndex::MAX] {
            assert_eq!(index.parent(none), None);
            assert_eq!(index.previous(none), None);
            assert_eq!(index.children(none).count(), 0);
            assert!(index.within(none).is_empty());
        }
    }

    #[test]
    fn what_is_taken_out_stands_in_nothing() {
        let less = page("<div><p>a<b>b</b></p><i>c</i></div><u>d</u>").without(&[4]);
        // html head body div p b i u
        let index = less.index();
        let parents: Vec<_> = (0..8).map(|element| index.parent(element)).collect();
        let expected = [
            None,
            Some(0),
            Some(0),
            Some(2),
            None,
            Some(4),
            Some(3),
            Some(2),
        ];
        assert_eq!(parents, expected);
        assert_eq!(index.within(3), 3..7);
    }

    #[test]
    fn templates_hold_nothing() {
        check(&page(
            "<!--c--><p>a<template><i>b</i></template><b>c</b></p><svg><g/></svg>",
        ));
    }

    proptest! {
        #[test]
        fn the_index_follows_the_tree(source in "(</?(p|div|b|table|td|template|a)>|x){0,60}") {
            check(&page(&source));
        }
    }
}
