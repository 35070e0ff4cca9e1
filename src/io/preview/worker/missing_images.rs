//! Missing images: Blitz draws nothing for them, browsers draw the `alt` text. They are replaced by
//! a box with that text, which keeps the image's element number.

use blitz_dom::{Attribute, DocumentMutator, NodeId, QualName, local_name, ns};

use super::document::Document;

/// Replaces missing images that have an `alt`; returns whether there were any, so that the page
/// must be laid out again.
pub(super) fn show_alternatives(document: &mut Document) -> bool {
    let missing: Vec<(usize, Alternative)> = document
        .elements
        .iter()
        .enumerate()
        .filter(|(_, placed)| placed.tag == "img")
        .filter_map(|(place, placed)| Some((place, alternative(document, placed.node)?)))
        .collect();
    let found = !missing.is_empty();
    let mut mutator = document.base.mutate();
    for (place, alternative) in missing {
        if let Some(placed) = document.elements.get_mut(place) {
            placed.node = replace(&mut mutator, placed.node, &alternative);
        }
    }
    found
}

/// The replacement of an image.
struct Alternative {
    text: String,
    style: String,
}

fn alternative(document: &Document, image: NodeId) -> Option<Alternative> {
    let node = document.base.get_node(image)?;
    let element = node.element_data()?;
    if element.image_data().is_some() || node.parent.is_none() {
        return None;
    }
    let text = element.attr(local_name!("alt"))?.trim();
    if text.is_empty() {
        return None;
    }
    let side = |name, property: &str| {
        let pixels: f32 = element.attr(name)?.trim().parse().ok()?;
        (pixels > 0.0 && pixels <= LARGEST).then(|| format!("{property}:{pixels}px;"))
    };
    let width = side(local_name!("width"), "width");
    let height = side(local_name!("height"), "height");
    let own = element.attr(local_name!("style")).unwrap_or_default();
    Some(Alternative {
        text: text.to_owned(),
        style: format!(
            "display:inline-block;overflow:hidden;max-width:100%;border:1px solid #ccc;{}{}{own}",
            width.unwrap_or_default(),
            height.unwrap_or_default(),
        ),
    })
}

/// Largest accepted side in CSS pixels: pages state 25,000,000 where their style sheet, also
/// missing, would have corrected it.
const LARGEST: f32 = 2_000.0;

fn replace(mutator: &mut DocumentMutator<'_>, image: NodeId, alternative: &Alternative) -> NodeId {
    let attribute = Attribute {
        name: QualName::new(None, ns!(), local_name!("style")),
        value: alternative.style.clone(),
    };
    let name = QualName::new(None, ns!(html), local_name!("span"));
    let node = mutator.create_element(name, vec![attribute]);
    let text = mutator.create_text_node(&alternative.text);
    mutator.append_children(node, &[text]);
    mutator.replace_node_with(image, &[node]);
    node
}
