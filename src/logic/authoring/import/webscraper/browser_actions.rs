//! Keys of a selector that make the browser click or scroll, and keys that are not known. Input: a
//! selector. Output: what the import tells about them.

use super::graph::SelectorNode;
use crate::authoring::import::draft::{Draft, shown};
use crate::messages::Message;

/// Keys that every selector has and that are read elsewhere.
const COMMON: [&str; 6] = [
    "id",
    "type",
    "parentSelectors",
    "selector",
    "multiple",
    "delay",
];

/// Supported keys of specific types.
const SUPPORTED_KEYS: [&str; 6] = [
    "regex",
    "extractAttribute",
    "maxPages",
    "sitemapXmlUrls",
    "sitemapXmlUrlRegex",
    "uuid",
];

/// Keys that only control a browser.
const BROWSER: [&str; 15] = [
    "linkType",
    "paginationType",
    "clickElementSelector",
    "clickElementUniquenessType",
    "clickActionType",
    "clickType",
    "clickPopup",
    "discardInitialElements",
    "discardInitialElementsType",
    "scroll",
    "elementLimit",
    "columns",
    "tableHeaderRowSelector",
    "tableDataRowSelector",
    "verticalTable",
];

/// Notes unsupported keys, and those that need a browser.
pub(super) fn note_keys(draft: &mut Draft, node: &SelectorNode<'_>) {
    for key in node.at.other_keys(&COMMON) {
        let place = node.at.place_of(key);
        if SUPPORTED_KEYS.contains(&key) || BROWSER.contains(&key) {
            continue;
        }
        draft.dropped_key(&place, key);
    }
    if matches!(node.kind, "SelectorElementClick" | "SelectorElementScroll") {
        let message = Message::new("import-needs-browser").with("what", shown(node.id));
        draft.changed(&node.at.place_of("type"), message);
    }
    let clicks = ["clickMore", "clickOnce", "clickmore", "clickonce"];
    if node
        .at
        .text("paginationType")
        .is_some_and(|kind| clicks.contains(&kind))
        || matches!(node.at.text("linkType"), Some("linkFromScript" | "onclick"))
    {
        let message = Message::new("import-needs-browser").with("what", shown(node.id));
        draft.changed(&node.place(), message);
    }
}
