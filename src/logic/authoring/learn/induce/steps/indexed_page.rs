//! A page indexed for trying many selectors quickly: elements and texts in one preorder with their
//! neighbours, the page's text as one string of which every node is a range, and the elements by
//! tag, class and id. Built once per page; memory grows with the page only. The page index has no
//! texts, and the flat page also numbers blank texts and comments, so nodes have their own numbers
//! here.

use std::cell::OnceCell;
use std::collections::HashMap;

use ego_tree::iter::Edge;
use scraper::{ElementRef, Node as TreeNode};

use crate::page::{ElementIndex, Page, edges, is_block, is_cell};
use crate::select::generation::compound::{Compound, classes};

/// Number of a node in a [`View`]: elements and texts that are not blank, in document order.
pub(crate) type NodeNumber = u32;

/// No node.
const NONE: NodeNumber = NodeNumber::MAX;

/// The page with its indexes.
pub(crate) struct View<'a> {
    /// The page itself.
    pub page: &'a Page,
    nodes: Vec<Node>,
    by_element: Vec<NodeNumber>,
    text: String,
    tags: HashMap<&'a str, Vec<NodeNumber>>,
    classes: HashMap<&'a str, Vec<NodeNumber>>,
    ids: HashMap<&'a str, Vec<NodeNumber>>,
    /// By node, its position from 1 among siblings of the same name; computed on first use.
    places: OnceCell<Vec<usize>>,
}

struct Node {
    element: Option<ElementIndex>,
    parent: NodeNumber,
    prev: NodeNumber,
    next: NodeNumber,
    /// First node after the subtree.
    end: NodeNumber,
    from: usize,
    to: usize,
}

impl<'a> View<'a> {
    /// Indexes `page`.
    pub fn new(page: &'a Page) -> Self {
        let mut view = Self {
            page,
            nodes: Vec::new(),
            by_element: Vec::with_capacity(page.len()),
            text: String::new(),
            tags: HashMap::new(),
            classes: HashMap::new(),
            ids: HashMap::new(),
            places: OnceCell::new(),
        };
        view.lay_out();
        for (index, at) in (0..).zip(view.by_element.clone()) {
            let Some(element) = page.element(index) else {
                continue;
            };
            view.tags
                .entry(element.value().name())
                .or_default()
                .push(at);
            if let Some(id) = element.attr("id") {
                view.ids.entry(id).or_default().push(at);
            }
            for class in classes(element) {
                let entry = view.classes.entry(class).or_default();
                if entry.last() != Some(&at) {
                    entry.push(at);
                }
            }
        }
        view
    }

    fn lay_out(&mut self) {
        let mut open: Vec<(NodeNumber, NodeNumber)> = Vec::new(); // node, its last child so far
        let mut raw = 0_usize;
        let mut gap = false;
        for edge in edges(self.page.html()) {
            match edge {
                Edge::Open(node) => match node.value() {
                    TreeNode::Element(element) => {
                        let index = ElementIndex::try_from(self.by_element.len()).ok();
                        gap |= breaks(element.name());
                        raw += usize::from(is_raw(element.name()));
                        let at = self.push(&mut open, index);
                        self.by_element.push(at);
                        open.push((at, NONE));
                    }
                    TreeNode::Text(text) if raw == 0 && !is_blank(text) => {
                        let at = self.push(&mut open, None);
                        self.flow(text, &mut gap);
                        let to = self.text.len();
                        self.close(at, to);
                    }
                    TreeNode::Text(text) => gap |= raw == 0 && !text.is_empty(),
                    _ => {}
                },
                Edge::Close(node) => {
                    if let TreeNode::Element(element) = node.value()
                        && let Some((at, _)) = open.pop()
                    {
                        gap |= breaks(element.name());
                        raw = raw.saturating_sub(usize::from(is_raw(element.name())));
                        let to = self.text.len();
                        self.close(at, to);
                    }
                }
            }
        }
    }

    fn push(
        &mut self,
        open: &mut [(NodeNumber, NodeNumber)],
        element: Option<ElementIndex>,
    ) -> NodeNumber {
        let at = NodeNumber::try_from(self.nodes.len()).unwrap_or(NONE);
        let (mut parent, mut prev) = (NONE, NONE);
        if let Some((node, last)) = open.last_mut() {
            (parent, prev) = (*node, *last);
            *last = at;
        }
        if let Some(before) = self.node_mut(prev) {
            before.next = at;
        }
        let from = self.text.len();
        self.nodes.push(Node {
            element,
            parent,
            prev,
            next: NONE,
            end: at.saturating_add(1),
            from,
            to: from,
        });
        at
    }

    fn close(&mut self, at: NodeNumber, to: usize) {
        let end = NodeNumber::try_from(self.nodes.len()).unwrap_or(NONE);
        if let Some(node) = self.node_mut(at) {
            node.end = end;
            node.to = to;
        }
    }

    fn flow(&mut self, text: &str, gap: &mut bool) {
        for c in text.chars() {
            match c {
                '\u{200B}' | '\u{FEFF}' => {}
                c if c.is_whitespace() => *gap = true,
                c => {
                    if std::mem::take(gap) && !self.text.is_empty() {
                        self.text.push(' ');
                    }
                    self.text.push(c);
                }
            }
        }
    }

    fn node(&self, at: NodeNumber) -> Option<&Node> {
        self.nodes.get(usize::try_from(at).ok()?)
    }

    fn node_mut(&mut self, at: NodeNumber) -> Option<&mut Node> {
        self.nodes.get_mut(usize::try_from(at).ok()?)
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes in document order.
    pub fn all(&self) -> std::ops::Range<NodeNumber> {
        0..NodeNumber::try_from(self.nodes.len()).unwrap_or(NONE)
    }

    /// The node of an element.
    pub fn of(&self, element: ElementIndex) -> Option<NodeNumber> {
        self.by_element.get(usize::try_from(element).ok()?).copied()
    }

    /// The number of the element that a node is; `None` for a text.
    pub fn index(&self, at: NodeNumber) -> Option<ElementIndex> {
        self.node(at)?.element
    }

    /// The element that a node is.
    pub fn element(&self, at: NodeNumber) -> Option<ElementRef<'a>> {
        self.page.element(self.index(at)?)
    }

    /// Tag name; empty for a text.
    pub fn tag(&self, at: NodeNumber) -> &'a str {
        self.element(at).map_or("", |e| e.value().name())
    }

    /// The position of an element from 1 among its siblings of the same name; 0 for a text.
    pub fn nth_of_type(&self, at: NodeNumber) -> usize {
        let places = self.places.get_or_init(|| self.count_places());
        usize::try_from(at)
            .ok()
            .and_then(|at| places.get(at).copied())
            .unwrap_or(0)
    }

    /// Counts all siblings in one pass.
    fn count_places(&self) -> Vec<usize> {
        let mut counts = HashMap::new();
        let mut place = |at: NodeNumber| {
            let Some(element) = self.element(at) else {
                return 0;
            };
            let around = self.parent(at).unwrap_or(NONE);
            let count = counts
                .entry((around, &element.value().name))
                .or_insert(0_usize);
            *count += 1;
            *count
        };
        self.all().map(&mut place).collect()
    }

    /// The text of a node, white space collapsed.
    pub fn text(&self, at: NodeNumber) -> &str {
        let range = self.node(at).map(|node| node.from..node.to);
        range
            .and_then(|range| self.text.get(range))
            .unwrap_or_default()
            .trim()
    }

    /// The approximate length of a node's text, in bytes.
    pub fn text_len(&self, at: NodeNumber) -> usize {
        self.node(at).map_or(0, |node| node.to - node.from)
    }

    /// The byte range of a node's text in the page's text.
    pub fn range(&self, at: NodeNumber) -> (usize, usize) {
        self.node(at).map_or((0, 0), |node| (node.from, node.to))
    }

    /// The page's whole text.
    pub fn whole(&self) -> &str {
        &self.text
    }

    /// The parent element of a node.
    pub fn parent(&self, at: NodeNumber) -> Option<NodeNumber> {
        self.node(at).map(|n| n.parent).filter(|p| *p != NONE)
    }

    /// The node before it under the same parent.
    pub fn prev(&self, at: NodeNumber) -> Option<NodeNumber> {
        self.node(at).map(|n| n.prev).filter(|p| *p != NONE)
    }

    /// The node after it under the same parent.
    pub fn next(&self, at: NodeNumber) -> Option<NodeNumber> {
        self.node(at).map(|n| n.next).filter(|n| *n != NONE)
    }

    /// First node after everything inside `at`.
    pub fn end(&self, at: NodeNumber) -> NodeNumber {
        self.node(at).map_or(0, |node| node.end)
    }

    /// Whether `inner` is `outer` or a descendant of it.
    pub fn contains(&self, outer: NodeNumber, inner: NodeNumber) -> bool {
        outer <= inner && inner < self.end(outer)
    }

    /// The ancestors of `at`, nearest first.
    pub fn ancestors(&self, at: NodeNumber) -> impl Iterator<Item = NodeNumber> + '_ {
        std::iter::successors(self.parent(at), |at| self.parent(*at))
    }

    /// The children of `at`.
    pub fn children(&self, at: NodeNumber) -> impl Iterator<Item = NodeNumber> + '_ {
        let first = at.saturating_add(1);
        let first = (first < self.end(at)).then_some(first);
        std::iter::successors(first, |at| self.next(*at))
    }

    /// The smallest common ancestor of both.
    pub fn meeting(&self, a: NodeNumber, b: NodeNumber) -> Option<NodeNumber> {
        std::iter::once(a)
            .chain(self.ancestors(a))
            .find(|outer| self.contains(*outer, b))
    }

    /// The candidates for `compound`, from the narrowest index, in document order.
    pub fn candidates(&self, compound: &Compound) -> &[NodeNumber] {
        let found = if let Some(id) = &compound.id {
            self.ids.get(id.as_str())
        } else if let Some(class) = compound.classes.first() {
            self.classes.get(class.as_str())
        } else if let Some(tag) = &compound.tag {
            self.tags.get(tag.as_str())
        } else {
            return &self.by_element;
        };
        found.map_or(&[], Vec::as_slice)
    }
}

fn breaks(name: &str) -> bool {
    is_block(name) || is_cell(name)
}

fn is_raw(name: &str) -> bool {
    matches!(name, "script" | "style" | "noframes")
}

/// Whether a text is blank to XPath's `normalize-space`, which ignores the no-break space.
fn is_blank(text: &str) -> bool {
    text.chars().all(|c| matches!(c, ' ' | '\t' | '\n' | '\r'))
}
