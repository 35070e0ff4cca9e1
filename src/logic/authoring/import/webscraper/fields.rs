//! Converts one selector of a webscraper.io sitemap to a field, or to the two columns of a link.

use super::browser_actions::note_keys;
use super::graph::{Graph, SelectorNode};
use crate::authoring::import::draft::{Draft, shown};
use crate::authoring::import::selectors::{css, inside, keep_match};
use crate::messages::Message;
use crate::rules::{FieldRule, FieldType};
use crate::select::SelectorKind;

/// The fields of a selector; `within` is the CSS of a single container around it.
pub(super) fn fields(
    draft: &mut Draft,
    node: &SelectorNode<'_>,
    within: Option<&str>,
) -> Vec<FieldRule> {
    note_keys(draft, node);
    let name = node.id.to_owned();
    let made = match node.kind {
        "SelectorText" => one(draft, node, within, None, FieldType::Text).map(|mut field| {
            if let Some(pattern) = node.at.text("regex") {
                match keep_match(pattern, 0) {
                    Some(step) => field.transform.push(step),
                    None => draft.dropped(
                        &node.at.place_of("regex"),
                        Message::new("import-bad-pattern").with("what", shown(node.id)),
                    ),
                }
            }
            field
        }),
        "SelectorHTML" => one(draft, node, within, Some("html"), FieldType::Html),
        "SelectorElementAttribute" => attribute(draft, node, within),
        "SelectorImage" => {
            one(draft, node, within, None, FieldType::Image).map(|field| FieldRule {
                name: format!("{name}-src"),
                ..field
            })
        }
        "SelectorTable" => table(draft, node, within),
        "SelectorGroup" => {
            let take = node.at.text("extractAttribute");
            one(draft, node, within, take, FieldType::Text).map(|field| FieldRule {
                many: true,
                ..field
            })
        }
        "SelectorLink" | "SelectorPopupLink" => return link(draft, node, within),
        other => {
            let message = Message::new("import-unknown-type")
                .with("what", shown(node.id))
                .with("type", shown(other));
            draft.dropped(&node.at.place_of("type"), message);
            None
        }
    };
    made.into_iter().collect()
}

/// The small records of a container: its children become the fields of each.
pub(super) fn nested(
    draft: &mut Draft,
    graph: &Graph<'_>,
    node: &SelectorNode<'_>,
) -> Vec<FieldRule> {
    note_keys(draft, node);
    let inner = graph.children(node.id);
    if !node.multiple {
        // A single container only narrows the scope of its children.
        let outer = css(node.selector);
        let narrow = inner
            .iter()
            .all(|child| !child.is_container() && inside(&outer, child.selector).is_some());
        if narrow {
            draft.note_imported(&node.place(), node.id, "css");
            return inner
                .into_iter()
                .flat_map(|child| fields(draft, child, Some(&outer)))
                .collect();
        }
    }
    let Some(item) = draft.checked_alternative(
        &node.at.place_of("selector"),
        node.id,
        SelectorKind::Css,
        &css(node.selector),
        None,
    ) else {
        return Vec::new();
    };
    let mut made: Vec<FieldRule> = Vec::new();
    for child in inner {
        if child.is_container() {
            let message = Message::new("import-too-nested").with("what", shown(child.id));
            draft.dropped(&child.place(), message);
            continue;
        }
        for mut field in fields(draft, child, None) {
            let taken: Vec<&str> = made.iter().map(|f| f.name.as_str()).collect();
            field.name = crate::authoring::import::names::field_name(&field.name, true, &taken);
            made.push(field);
        }
    }
    if made.is_empty() {
        let message = Message::new("import-empty").with("what", shown(node.id));
        draft.dropped(&node.place(), message);
        return Vec::new();
    }
    vec![FieldRule {
        name: node.id.to_owned(),
        item: Some(item),
        fields: made,
        ..FieldRule::default()
    }]
}

fn one(
    draft: &mut Draft,
    node: &SelectorNode<'_>,
    within: Option<&str>,
    take: Option<&str>,
    kind: FieldType,
) -> Option<FieldRule> {
    let selector = match within {
        Some(outer) => inside(outer, node.selector)?,
        None => css(node.selector),
    };
    let place = node.at.place_of("selector");
    let way = draft.checked_alternative(&place, node.id, SelectorKind::Css, &selector, take)?;
    Some(FieldRule {
        name: node.id.to_owned(),
        select: vec![way],
        many: node.multiple,
        kind,
        ..FieldRule::default()
    })
}

fn attribute(
    draft: &mut Draft,
    node: &SelectorNode<'_>,
    within: Option<&str>,
) -> Option<FieldRule> {
    let name = node.at.text("extractAttribute").unwrap_or("").trim();
    if !crate::authoring::import::crawl4ai::is_attribute(name) {
        let message = Message::new("import-empty").with("what", "extractAttribute");
        draft.dropped(&node.at.place_of("extractAttribute"), message);
        return None;
    }
    one(draft, node, within, Some(name), FieldType::Text)
}

/// A table: all its columns are extracted, named after its header.
fn table(draft: &mut Draft, node: &SelectorNode<'_>, within: Option<&str>) -> Option<FieldRule> {
    if node.at.get("columns").is_some() {
        let message = Message::new("import-table").with("what", shown(node.id));
        draft.changed(&node.at.place_of("columns"), message);
    }
    let field = one(draft, node, within, Some("table"), FieldType::Text)?;
    Some(FieldRule {
        many: false,
        ..field
    })
}

/// A link without pages of its own: its text and its target.
fn link(draft: &mut Draft, node: &SelectorNode<'_>, within: Option<&str>) -> Vec<FieldRule> {
    let text = one(draft, node, within, None, FieldType::Text);
    let Some(text) = text else {
        return Vec::new();
    };
    let address = one(draft, node, within, Some("url"), FieldType::Url).map(|field| FieldRule {
        name: format!("{}-href", node.id),
        ..field
    });
    std::iter::once(text).chain(address).collect()
}
