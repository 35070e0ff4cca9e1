//! The position of text and inline elements, computed in one pass over all lines of the page. Blitz
//! computes it for one element at a time, walking all lines of the paragraph for each, which takes
//! minutes for a program listing with thousands of coloured words.

use std::collections::HashMap;

use blitz_dom::{BaseDocument, Node, NodeId};
use parley::PositionedLayoutItem;
use peniko::kurbo::Rect;

/// The rectangles around the fragments of every inline element, in CSS pixels of the page before
/// any transform. Boxes with their own layout may be included.
pub(super) fn inline_rects(document: &BaseDocument) -> HashMap<NodeId, Rect> {
    let mut rects = HashMap::new();
    for (id, root) in document.tree().iter() {
        if root
            .element_data()
            .is_some_and(|e| e.inline_layout_data.is_some())
            && let Some(at) = document.get_client_bounding_rect(id)
        {
            add_lines(document, root, (at.x, at.y), &mut rects);
        }
    }
    rects
}

fn add_lines(
    document: &BaseDocument,
    root: &Node,
    (x, y): (f64, f64),
    rects: &mut HashMap<NodeId, Rect>,
) {
    let Some(text) = root
        .element_data()
        .and_then(|e| e.inline_layout_data.as_ref())
    else {
        return;
    };
    let scale = text.layout.scale();
    let inset = root.unrounded_layout().padding + root.unrounded_layout().border;
    let left = x + f64::from(inset.left);
    let top = y + f64::from(inset.top + text.block_offset);
    // Converts a run of one line from device pixels of the text to a rectangle of the page.
    let on_page = |x0: f32, y0: f32, x1: f32, y1: f32| {
        Rect::new(
            left + f64::from(x0 / scale),
            top + f64::from(y0 / scale),
            left + f64::from(x1 / scale),
            top + f64::from(y1 / scale),
        )
    };
    for line in text.layout.lines() {
        let (line_top, line_bottom) = {
            let metrics = line.metrics();
            (metrics.block_min_coord, metrics.block_max_coord)
        };
        for item in line.items() {
            let (node, rect) = match item {
                PositionedLayoutItem::GlyphRun(run) => {
                    let start = run.offset();
                    let end = start + run.advance();
                    let node = run.style().brush.id;
                    (node, on_page(start, line_top, end, line_bottom))
                }
                PositionedLayoutItem::InlineBox(item) => {
                    let (right, bottom) = (item.x + item.width, item.y + item.height);
                    let node = NodeId::from_u64(item.id);
                    (node, on_page(item.x, item.y, right, bottom))
                }
            };
            add_upwards(document, node, root.id, rect, rects);
        }
    }
}

/// Adds a fragment to its element and to the inline elements around that.
fn add_upwards(
    document: &BaseDocument,
    node: NodeId,
    root: NodeId,
    rect: Rect,
    rects: &mut HashMap<NodeId, Rect>,
) {
    let mut current = Some(node).filter(|id| *id != root);
    while let Some(id) = current {
        rects
            .entry(id)
            .and_modify(|sofar| *sofar = sofar.union(rect))
            .or_insert(rect);
        current = document
            .get_node(id)
            .and_then(|node| node.parent)
            .filter(|parent| *parent != root);
    }
}
