//! The text of a page in one piece, with the range of each element: one search covers all elements.
//! White space is collapsed; line breaks become spaces too.

use ego_tree::iter::Edge;
use scraper::{ElementRef, Node};

use crate::page::{ElementIndex, Page, is_block, is_cell};

/// The text of a page.
pub struct Text {
    text: String,
    /// The byte range of `text` that each element covers.
    spans: Vec<(usize, usize)>,
}

impl Text {
    /// The text of `page`, in lower case when `lower`.
    pub fn new(page: &Page, lower: bool) -> Self {
        let mut made = Self {
            text: String::new(),
            spans: vec![(0, 0); page.len()],
        };
        let mut gap = false;
        let mut templates = 0_usize;
        for edge in page.html().tree.root().traverse() {
            let (node, opens) = match edge {
                Edge::Open(node) => (node, true),
                Edge::Close(node) => (node, false),
            };
            match node.value() {
                Node::Element(element) => {
                    gap |= is_block(element.name()) || is_cell(element.name());
                    let index = ElementRef::wrap(node).and_then(|e| page.index_of(e));
                    let place = index.and_then(|i| made.spans.get_mut(usize::try_from(i).ok()?));
                    if let Some(place) = place {
                        if opens {
                            place.0 = made.text.len();
                        } else {
                            place.1 = made.text.len();
                        }
                    }
                }
                Node::Fragment if opens => templates += 1,
                Node::Fragment => templates = templates.saturating_sub(1),
                Node::Text(text) if opens && templates == 0 && is_shown(node) => {
                    push(&mut made.text, &mut gap, text, lower);
                }
                _ => {}
            }
        }
        made
    }

    /// The text of `element`.
    pub fn of(&self, element: ElementIndex) -> &str {
        let span = usize::try_from(element)
            .ok()
            .and_then(|i| self.spans.get(i));
        let (from, to) = span.copied().unwrap_or_default();
        self.text.get(from..to).unwrap_or_default().trim()
    }

    /// The start positions of `wanted`, in order. Matches may overlap.
    pub fn places(&self, wanted: &str) -> Vec<usize> {
        let step = wanted.chars().next().map_or(1, char::len_utf8);
        let mut places = Vec::new();
        let mut from = 0;
        while let Some(at) = self.text.get(from..).and_then(|rest| rest.find(wanted)) {
            places.push(from + at);
            from += at + step;
        }
        places
    }

    /// Whether one of `places` of a text of `length` bytes lies inside `element`.
    pub fn holds(&self, element: ElementIndex, places: &[usize], length: usize) -> bool {
        let span = usize::try_from(element)
            .ok()
            .and_then(|i| self.spans.get(i));
        let (from, to) = span.copied().unwrap_or_default();
        let first = places.partition_point(|place| *place < from);
        places.get(first).is_some_and(|place| place + length <= to)
    }
}

/// Collapses white space as it is rendered, on the page and in `wanted` texts alike.
pub fn push(out: &mut String, gap: &mut bool, text: &str, lower: bool) {
    for c in text.chars() {
        match c {
            '\u{200B}' | '\u{FEFF}' => {}
            c if c.is_whitespace() => *gap = true,
            c => {
                if std::mem::take(gap) && !out.is_empty() {
                    out.push(' ');
                }
                if lower {
                    out.extend(c.to_lowercase());
                } else {
                    out.push(c);
                }
            }
        }
    }
}

/// Whether `node` is visible text: not in styles or templates. Data in a script counts, so that
/// `script:contains("x")` matches it, but not the elements around it.
fn is_shown(node: ego_tree::NodeRef<'_, Node>) -> bool {
    let parent = node.parent().and_then(|p| p.value().as_element());
    parent.is_some_and(|p| !matches!(p.name(), "style" | "noframes" | "script"))
}
