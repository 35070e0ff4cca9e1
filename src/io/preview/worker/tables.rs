//! Lets tables grow with their content. CSS treats the height of a table, a row or a cell as a
//! minimum (CSS 2.2, 17.5.3); Blitz treats it as fixed and draws the excess over the next row. Old
//! pages set such heights everywhere.

use blitz_dom::{NodeId, QualName, local_name, ns};
use style::values::computed::Size;

use super::document::Document;

/// Turns fixed heights inside tables into minimum heights; returns whether there were any, so that
/// the page must be laid out again.
pub(super) fn let_grow(document: &mut Document) -> bool {
    let fixed: Vec<(NodeId, String)> = document
        .elements
        .iter()
        .filter(|placed| TAGS.contains(&placed.tag.as_str()))
        .filter_map(|placed| Some((placed.node, growing_style(document, placed.node)?)))
        .collect();
    let found = !fixed.is_empty();
    let mut mutator = document.base.mutate();
    for (node, style) in fixed {
        let name = QualName::new(None, ns!(), local_name!("style"));
        mutator.set_attribute(node, name, &style);
    }
    found
}

const TAGS: [&str; 7] = ["table", "thead", "tbody", "tfoot", "tr", "td", "th"];

/// The style attribute that lets the element grow; `None` when it already does.
fn growing_style(document: &Document, node: NodeId) -> Option<String> {
    let node = document.base.get_node(node)?;
    let Size::LengthPercentage(height) = node.primary_styles()?.clone_height() else {
        return None;
    };
    let pixels = height.0.to_length()?.px();
    let own = node
        .element_data()?
        .attr(local_name!("style"))
        .unwrap_or_default();
    Some(format!(
        "{own};height:auto!important;min-height:{pixels}px!important"
    ))
}
