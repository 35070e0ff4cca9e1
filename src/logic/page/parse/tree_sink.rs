//! The tree sink with counters: the depth of the newest element, and the number of nodes.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use ego_tree::NodeId;
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, LocalName, QualName, tendril::StrTendril};
use scraper::{Html, HtmlTreeSink};

use super::{MAX_DEPTH, MAX_NODES};

/// Attributes that further tags may add to `html` and `body`.
const MAX_ADDED: usize = 256;

/// Scraper's sink, extended by the last inserted element and its depth.
pub(super) struct DepthSink {
    inner: HtmlTreeSink,
    newest: Cell<Option<NodeId>>,
    /// The newest node and some of its ancestors, each with its depth, the newest at the end:
    /// counting the ancestors of each element again would be a tenth of all the work.
    path: RefCell<Vec<(NodeId, usize)>>,
    /// The number of elements created.
    made: Cell<usize>,
    comments: Cell<usize>,
}

impl DepthSink {
    /// Creates a sink that fills `html`.
    pub(super) fn new(html: Html) -> Self {
        Self {
            inner: HtmlTreeSink::new(html),
            newest: Cell::new(None),
            path: RefCell::new(Vec::new()),
            made: Cell::new(0),
            comments: Cell::new(0),
        }
    }

    /// The number of elements created so far.
    pub(super) fn made(&self) -> usize {
        self.made.get()
    }

    /// Forgets the last inserted node.
    pub(super) fn forget_newest(&self) {
        self.newest.set(None);
    }

    /// Whether the tree has reached its maximum number of nodes.
    pub(super) fn is_full(&self) -> bool {
        self.made.get() + self.comments.get() > MAX_NODES
    }

    /// Whether the last inserted node is a `name` beyond the maximum depth.
    pub(super) fn newest_is_too_deep(&self, name: &LocalName) -> bool {
        let Some(newest) = self.newest.get() else {
            return false;
        };
        let too_deep = match self.path.borrow().last() {
            Some((node, depth)) if *node == newest => *depth >= MAX_DEPTH,
            _ => self.depth(newest) >= MAX_DEPTH,
        };
        too_deep && {
            let html = self.inner.0.borrow();
            let element = html.tree.get(newest).and_then(|n| n.value().as_element());
            element.is_some_and(|e| e.name.local == *name)
        }
    }

    /// The number of ancestors of `node`, counted no further than needed.
    fn depth(&self, node: NodeId) -> usize {
        let html = self.inner.0.borrow();
        let node = html.tree.get(node);
        node.map_or(0, |node| node.ancestors().take(MAX_DEPTH).count())
    }

    /// Records a node inserted below `parent`.
    fn watch(&self, parent: NodeId, child: &NodeOrText<NodeId>) {
        let NodeOrText::AppendNode(id) = child else {
            return;
        };
        self.newest.set(Some(*id));
        let mut path = self.path.borrow_mut();
        while path.last().is_some_and(|(node, _)| *node != parent) {
            path.pop();
        }
        if path.is_empty() {
            path.push((parent, self.depth(parent)));
        }
        let depth = path.last().map_or(0, |(_, depth)| *depth);
        path.push((*id, depth + 1));
    }

    /// Records a node at an unknown position, or nodes that move.
    fn invalidate_path(&self, child: Option<&NodeOrText<NodeId>>) {
        if let Some(NodeOrText::AppendNode(id)) = child {
            self.newest.set(Some(*id));
        }
        self.path.borrow_mut().clear();
    }
}

impl TreeSink for DepthSink {
    type Handle = NodeId;
    type Output = Html;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Html {
        self.inner.finish()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        self.inner.get_document()
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Ref<'a, QualName> {
        self.inner.elem_name(target)
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> NodeId {
        self.made.set(self.made.get() + 1);
        self.inner.create_element(name, attributes, flags)
    }

    fn create_comment(&self, text: StrTendril) -> NodeId {
        self.comments.set(self.comments.get() + 1);
        self.inner.create_comment(text)
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> NodeId {
        self.inner.create_pi(target, data)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        self.watch(*parent, &child);
        self.inner.append(parent, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &NodeId,
        previous: &NodeId,
        child: NodeOrText<NodeId>,
    ) {
        self.invalidate_path(Some(&child));
        self.inner
            .append_based_on_parent_node(element, previous, child);
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        self.inner.append_doctype_to_document(name, public, system);
    }

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        self.inner.get_template_contents(target)
    }

    fn same_node(&self, one: &NodeId, other: &NodeId) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.inner.set_quirks_mode(mode);
    }

    fn append_before_sibling(&self, sibling: &NodeId, node: NodeOrText<NodeId>) {
        self.invalidate_path(Some(&node));
        self.inner.append_before_sibling(sibling, node);
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attributes: Vec<Attribute>) {
        let has = {
            let html = self.inner.0.borrow();
            let element = html.tree.get(*target).and_then(|n| n.value().as_element());
            element.map_or(0, |element| element.attrs.len())
        };
        if has < MAX_ADDED {
            self.inner.add_attrs_if_missing(target, attributes);
        }
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.invalidate_path(None);
        self.inner.remove_from_parent(target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        self.invalidate_path(None);
        self.inner.reparent_children(node, new_parent);
    }
}
