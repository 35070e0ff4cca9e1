//! The copy of a page on which XPath runs: sxd-document's tree, built on first use and kept until
//! the page is dropped or another page on the same thread needs one. sxd's tree is full of raw
//! pointers and bound to its thread, hence one slot per thread instead of a field of the page.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use ego_tree::iter::Edge;
use html5ever::ns;
use scraper::node::Element as HtmlElement;
use scraper::{ElementRef, Node};
use sxd_document::dom::{Document, Element};
use sxd_document::{Package, QName};

use super::walk::edges;
use super::{ElementIndex, Page};

/// Namespace of `xml:` attributes.
pub const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";
/// Namespace of `xlink:` attributes.
pub const XLINK_NAMESPACE: &str = "http://www.w3.org/1999/xlink";

thread_local! {
    static SLOT: RefCell<Option<(Weak<()>, Rc<Package>)>> = const { RefCell::new(None) };
}

/// Identifies pages in the slot, and empties it when its page is dropped.
#[derive(Default)]
pub struct CopyKey(Arc<()>);

impl Drop for CopyKey {
    fn drop(&mut self) {
        // This fails while the thread itself ends, and then the slot is dropped with it.
        let _ = SLOT.try_with(|slot| {
            if let Ok(mut slot) = slot.try_borrow_mut()
                && slot.as_ref().is_some_and(|(owner, _)| self.owns(owner))
            {
                *slot = None;
            }
        });
    }
}

impl CopyKey {
    fn owns(&self, owner: &Weak<()>) -> bool {
        std::ptr::eq(Weak::as_ptr(owner), Arc::as_ptr(&self.0))
    }
}

impl Page {
    /// Calls `use_it` with the XML copy of this page: elements without namespaces (so that plain
    /// names match), no template contents, and the page's element numbers, readable with
    /// [`number_of`].
    pub fn with_xml<R>(&self, use_it: impl FnOnce(Document<'_>) -> R) -> R {
        let kept = SLOT.with_borrow(|slot| {
            slot.as_ref()
                .filter(|(owner, _)| self.copy_key.owns(owner))
                .map(|(_, package)| Rc::clone(package))
        });
        let package = kept.unwrap_or_else(|| {
            let package = Rc::new(copy(self));
            let entry = (Arc::downgrade(&self.copy_key.0), Rc::clone(&package));
            SLOT.set(Some(entry));
            package
        });
        use_it(package.as_document())
    }
}

/// The page's number of a copied element.
pub fn number_of(element: Element<'_>) -> Option<ElementIndex> {
    // An element without a namespace does not use its preferred prefix, so the copy stores the
    // number there: a map from sxd's elements to numbers could not be stored next to their tree.
    element.preferred_prefix()?.parse().ok()
}

fn copy(page: &Page) -> Package {
    let package = Package::new();
    let document = package.as_document();
    let mut open: Vec<Element<'_>> = Vec::new();
    for edge in edges(page.html()) {
        match edge {
            Edge::Open(node) => match node.value() {
                Node::Element(element) => {
                    let copied = document.create_element(element.name());
                    if let Some(index) = ElementRef::wrap(node).and_then(|e| page.index_of(e)) {
                        copied.set_preferred_prefix(Some(&index.to_string()));
                    }
                    copy_attributes(element, copied);
                    match open.last() {
                        Some(parent) => parent.append_child(copied),
                        None => document.root().append_child(copied),
                    }
                    open.push(copied);
                }
                Node::Text(text) => {
                    if let Some(parent) = open.last() {
                        parent.append_child(document.create_text(text));
                    }
                }
                Node::Comment(comment) => {
                    let comment = document.create_comment(comment);
                    match open.last() {
                        Some(parent) => parent.append_child(comment),
                        None => document.root().append_child(comment),
                    }
                }
                Node::Document
                | Node::Fragment
                | Node::Doctype(_)
                | Node::ProcessingInstruction(_) => {}
            },
            Edge::Close(node) if node.value().is_element() => drop(open.pop()),
            Edge::Close(_) => {}
        }
    }
    package
}

fn copy_attributes(element: &HtmlElement, copied: Element<'_>) {
    for (name, value) in &element.attrs {
        let local: &str = &name.local;
        // On HTML elements the parser keeps `xml:lang` as one name.
        let (namespace, local) = match local.split_once(':') {
            Some(("xml", rest)) => (Some(XML_NAMESPACE), rest),
            Some(("xlink", rest)) => (Some(XLINK_NAMESPACE), rest),
            _ if name.ns == ns!(xml) => (Some(XML_NAMESPACE), local),
            _ if name.ns == ns!(xlink) => (Some(XLINK_NAMESPACE), local),
            _ => (None, local),
        };
        copied.set_attribute_value(QName::with_namespace_uri(namespace, local), value);
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn page(source: &str) -> Page {
        Page::parse(source, &Url::parse("http://example.org/").unwrap())
    }

    fn slot_is_empty() -> bool {
        SLOT.with_borrow(Option::is_none)
    }

    #[test]
    fn the_copy_has_the_numbers_of_the_page() {
        let page = page("<!--c--><p id=a xml:lang=en>x<template><i>y</i></template><b>z</b>");
        page.with_xml(|document| {
            let mut stack = document.root().children();
            let mut seen = Vec::new();
            assert_eq!(stack.len(), 2, "the comment and html");
            while let Some(child) = stack.pop() {
                let Some(element) = child.element() else {
                    continue;
                };
                seen.push((number_of(element), element.name().local_part().to_owned()));
                stack.extend(
                    element
                        .children()
                        .into_iter()
                        .filter_map(|c| c.element().map(sxd_document::dom::ChildOfRoot::Element)),
                );
            }
            seen.sort();
            let expected = (0..).zip(page.elements());
            let expected: Vec<_> = expected
                .map(|(i, e)| (Some(i), e.value().name().to_owned()))
                .collect();
            assert_eq!(seen, expected);
        });
    }

    #[test]
    fn the_copy_goes_with_its_page() {
        let one = page("<p>1");
        one.with_xml(|_| ());
        assert!(!slot_is_empty());
        let two = page("<p>2");
        two.with_xml(|_| ());
        drop(one);
        assert!(!slot_is_empty(), "the copy of the other page stays");
        drop(two);
        assert!(slot_is_empty());
    }
}
