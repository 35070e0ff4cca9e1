//! The rectangle of every element on the page, with transforms applied, clipped by its clipping
//! ancestors. Invisible elements have no box, so they cannot be hit.

use std::collections::HashMap;

use blitz_dom::{Node, NodeId, local_name};
use peniko::kurbo::{Affine, Rect};
use style::computed_values::position::T as Position;
use style::computed_values::visibility::T as Visibility;

use super::super::ElementBox;
use super::document::Document;
use super::inline::inline_rects;

/// The height of the page, from 1 to `tallest`, and the boxes of all visible elements in page
/// order, for a page `width` wide; all in CSS pixels.
pub(super) fn measure(document: &Document, width: u32, tallest: u32) -> (u32, Vec<ElementBox>) {
    let most = Rect::new(0.0, 0.0, f64::from(width), f64::from(tallest.max(1)));
    let layouts = layout_rects(document);
    let surroundings = find_surroundings(document, &layouts, most);
    let mut rects = own_rects(&layouts, &surroundings);
    let height = page_height(document, &surroundings, &rects).clamp(1.0, most.y1);
    enclose_children(document, &surroundings, &mut rects);
    let page = Rect::new(0.0, 0.0, most.x1, height);
    let boxes = document
        .elements
        .iter()
        .zip(rects)
        .filter_map(|(placed, rect)| {
            let rect = visible_rect(rect?.intersect(page))?;
            Some(ElementBox {
                element: placed.element,
                tag: placed.tag.clone(),
                x: rect.x0 as f32,
                y: rect.y0 as f32,
                width: rect.width() as f32,
                height: rect.height() as f32,
            })
        })
        .collect();
    (height as u32, boxes)
}

/// The height down to the lowest visible box. The root's layout covers normal flow, but not
/// absolute boxes; boxes fixed to the viewport do not extend the page.
fn page_height(document: &Document, surroundings: &[Surroundings], rects: &[Option<Rect>]) -> f64 {
    let flow = document.base.try_root_element().map_or(0.0, |root| {
        let layout = root.final_layout();
        layout
            .size
            .height
            .max(layout.scrollable_overflow_rect.bottom)
    });
    let lowest = rects
        .iter()
        .zip(surroundings)
        .filter(|(_, here)| !here.fixed)
        .filter_map(|(rect, _)| Some(rect.as_ref()?.y1));
    // `max` ignores NaN.
    lowest.chain([f64::from(flow)]).fold(1.0, f64::max).ceil()
}

/// What an element inherits from the boxes around it and passes on.
#[derive(Clone, Copy)]
struct Surroundings {
    /// Whether it can be visible at all.
    shown: bool,
    /// Whether it stays in place while the viewport scrolls.
    fixed: bool,
    /// Its own `visibility`.
    visible: bool,
    /// Where it and its descendants are drawn, relative to their layout position.
    transform: Affine,
    /// The part of the page where it is visible.
    clip: Rect,
    /// The part where its descendants are visible.
    inner_clip: Rect,
}

/// The layout position of the elements, without transforms.
fn layout_rects(document: &Document) -> Vec<Option<Rect>> {
    let inline = inline_rects(&document.base);
    let of = |node: NodeId| {
        let has_no_box = document
            .base
            .get_node(node)?
            .inline_fragment_boxes()
            .is_some();
        let rect = if has_no_box {
            *inline.get(&node)?
        } else {
            let rect = document.base.get_client_bounding_rect(node)?;
            Rect::new(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height)
        };
        rect.is_finite().then_some(rect)
    };
    document.elements.iter().map(|p| of(p.node)).collect()
}

fn find_surroundings(
    document: &Document,
    layouts: &[Option<Rect>],
    page: Rect,
) -> Vec<Surroundings> {
    let places: HashMap<NodeId, usize> = document
        .elements
        .iter()
        .enumerate()
        .map(|(place, placed)| (placed.node, place))
        .collect();
    let outside = Surroundings {
        shown: true,
        fixed: false,
        visible: true,
        transform: Affine::IDENTITY,
        clip: page,
        inner_clip: page,
    };
    let mut found: Vec<Surroundings> = Vec::with_capacity(document.elements.len());
    for (placed, layout) in document.elements.iter().zip(layouts) {
        let parent = placed
            .parent
            .and_then(|place| found.get(place))
            .copied()
            .unwrap_or(outside);
        let Some(node) = document.base.get_node(placed.node) else {
            found.push(Surroundings {
                shown: false,
                ..outside
            });
            continue;
        };
        let around_it = match container(document, node, &places) {
            None => parent,
            Some(place) => place
                .and_then(|place| found.get(place))
                .copied()
                .unwrap_or(outside),
        };
        found.push(around(document, node, *layout, parent, around_it));
    }
    found
}

/// For an out-of-flow box: its containing element, `Some(None)` for the page itself. For all others
/// `None`.
fn container(
    document: &Document,
    node: &Node,
    places: &HashMap<NodeId, usize>,
) -> Option<Option<usize>> {
    let position = node.primary_styles()?.clone_position();
    if !matches!(position, Position::Absolute | Position::Fixed) {
        return None;
    }
    let block = node.containing_block()?;
    let element = document.base.nearest_non_anonymous_ancestor(block)?;
    Some(places.get(&element).copied())
}

fn around(
    document: &Document,
    node: &Node,
    layout: Option<Rect>,
    parent: Surroundings,
    container: Surroundings,
) -> Surroundings {
    let hidden = Surroundings {
        shown: false,
        ..parent
    };
    let Some(styles) = node.primary_styles() else {
        return hidden;
    };
    let shown = parent.shown && !styles.clone_display().is_none() && styles.clone_opacity() > 0.0;
    if !shown {
        return hidden;
    }
    let mut here = Surroundings {
        shown,
        fixed: container.fixed || styles.clone_position() == Position::Fixed,
        visible: styles.clone_visibility() == Visibility::Visible,
        transform: container.transform,
        clip: container.inner_clip,
        inner_clip: container.inner_clip,
    };
    let transform = css_transform(document, node);
    let clips =
        styles.clone_overflow_x().is_scrollable() || styles.clone_overflow_y().is_scrollable();
    // The overflow of the root and of the body applies to the viewport, which shows the whole page.
    let is_canvas = [local_name!("html"), local_name!("body")]
        .iter()
        .any(|tag| node.data.is_element_with_tag_name(tag));
    if transform.is_some() || (clips && !is_canvas) {
        let Some(layout) = layout else {
            return here;
        };
        if let Some(transform) = transform {
            let origin = layout.origin().to_vec2();
            here.transform =
                here.transform * Affine::translate(origin) * transform * Affine::translate(-origin);
        }
        if clips && !is_canvas {
            let drawn = here.transform.transform_rect_bbox(layout);
            here.inner_clip = here.inner_clip.intersect(drawn);
        }
    }
    here
}

/// The `transform` of the element in CSS pixels, about its top left.
fn css_transform(document: &Document, node: &Node) -> Option<Affine> {
    let [a, b, c, d, x, y] = (**node.transform().as_ref()?).as_coeffs();
    let scale = document.base.viewport().scale_f64();
    Some(Affine::new([a, b, c, d, x / scale, y / scale]))
}

fn own_rects(layouts: &[Option<Rect>], surroundings: &[Surroundings]) -> Vec<Option<Rect>> {
    layouts
        .iter()
        .zip(surroundings)
        .map(|(layout, here)| {
            if !here.shown || !here.visible {
                return None;
            }
            let drawn = here.transform.transform_rect_bbox((*layout)?);
            visible_rect(drawn.intersect(here.clip))
        })
        .collect()
}

/// Elements without their own box (a link around a floating image, `display: contents`) get the
/// bounding box of their children.
fn enclose_children(
    document: &Document,
    surroundings: &[Surroundings],
    rects: &mut [Option<Rect>],
) {
    let boxless: Vec<bool> = rects
        .iter()
        .zip(surroundings)
        .map(|(rect, here)| rect.is_none() && here.shown && here.visible)
        .collect();
    // In reverse, so that children are handled before their parent.
    for place in (0..rects.len()).rev() {
        let Some(Some(rect)) = rects.get(place).copied() else {
            continue;
        };
        let parent = document.elements.get(place).and_then(|p| p.parent);
        if let Some(parent) = parent
            && boxless.get(parent) == Some(&true)
            && let Some(slot) = rects.get_mut(parent)
        {
            *slot = Some(slot.map_or(rect, |sofar| sofar.union(rect)));
        }
    }
}

fn visible_rect(rect: Rect) -> Option<Rect> {
    (rect.is_finite() && rect.width() > 0.0 && rect.height() > 0.0).then_some(rect)
}
