//! The only walk over a page tree: opening and closing edges in document order, with optional
//! omissions. It does not know what is read on the way, and does not recurse.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::{Html, Node};

/// The edges of `html` without template contents: elements open in order of their numbers.
pub(crate) fn edges(html: &Html) -> impl Iterator<Item = Edge<'_, Node>> {
    edges_without(html.tree.root(), |node| node.value().is_fragment())
}

/// The edges of `top` and its descendants, without the nodes that `is_left_out` selects and their
/// descendants.
pub(crate) fn edges_without<'a>(
    top: NodeRef<'a, Node>,
    is_left_out: impl Fn(NodeRef<'a, Node>) -> bool,
) -> impl Iterator<Item = Edge<'a, Node>> {
    let mut skipping = None;
    top.traverse().filter(move |edge| match edge {
        Edge::Open(node) if skipping.is_none() => {
            skipping = is_left_out(*node).then(|| node.id());
            skipping.is_none()
        }
        Edge::Close(node) if skipping == Some(node.id()) => {
            skipping = None;
            false
        }
        Edge::Open(_) | Edge::Close(_) => skipping.is_none(),
    })
}
