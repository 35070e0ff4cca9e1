//! Keys of a selector that make the browser click or scroll, and keys that are not known. Input: a
//! selector. Output: what the import tells about them.

use super::graph::{SelectorNode, finds_link};
use crate::authoring::import::draft::{Draft, shown};
use crate::messages::Message;
use crate::rules::{PageStep, StepKind, StepPages};

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

/// How often a button for more is pressed, and a page scrolled, if the sitemap doesn't say.
const USUAL_REPEAT: u32 = 100;
/// How often a step is repeated at most.
const MAX_REPEAT: u64 = 1_000;

/// Notes unsupported keys, and links that only scripts open.
pub(super) fn note_keys(draft: &mut Draft, node: &SelectorNode<'_>) {
    for key in node.at.other_keys(&COMMON) {
        let place = node.at.place_of(key);
        if SUPPORTED_KEYS.contains(&key) || BROWSER.contains(&key) {
            continue;
        }
        draft.dropped_key(&place, key);
    }
    if matches!(node.at.text("linkType"), Some("linkFromScript" | "onclick")) {
        let message = Message::new("import-needs-browser").with("what", shown(node.id));
        draft.changed(&node.place(), message);
    }
    if node.kind == "SelectorPopupLink" {
        let message = Message::new("import-popup").with("what", shown(node.id));
        draft.changed(&node.at.place_of("type"), message);
    }
}

/// Adds the clicks and the scrolling of a selector as steps.
pub(super) fn add_steps(draft: &mut Draft, node: &SelectorNode<'_>, on: StepPages) {
    let (kind, css, place) = match node.kind {
        "SelectorElementClick" => {
            let css = node.at.text("clickElementSelector").unwrap_or_default();
            let place = node.at.place_of("clickElementSelector");
            (StepKind::Click, css, place)
        }
        "SelectorElementScroll" => (StepKind::Scroll, "", node.at.place_of("type")),
        _ if node.at.flag("scroll") => (StepKind::Scroll, "", node.at.place_of("scroll")),
        _ if node.is_load_more() => {
            let place = node.at.place_of("paginationType");
            (StepKind::Click, node.selector, place)
        }
        _ => return,
    };
    let css = css.trim();
    if kind == StepKind::Click && css.is_empty() {
        let message = Message::new("import-empty").with("what", shown(node.id));
        return draft.left_out(&place, message);
    }
    let is_once = kind == StepKind::Click && !node.is_clicked_often();
    // A link replaces the list, and its first part would never be read.
    if is_once && on == StepPages::Lists && finds_link(css) {
        return draft.left_out(&place, Message::new("import-browser-step"));
    }
    let most = node.at.number("maxPages").filter(|most| *most > 0);
    let most = most.and_then(|most| u32::try_from(most.min(MAX_REPEAT)).ok());
    let step = PageStep {
        kind,
        css: (!css.is_empty()).then(|| css.to_owned()),
        repeat: match is_once {
            true => None,
            false => Some(most.unwrap_or(USUAL_REPEAT)),
        },
        optional: true,
        on,
        ..PageStep::default()
    };
    if !draft.step(&place, node.id, step) {
        return;
    }
    if kind == StepKind::Click {
        let id = match is_once {
            true => "import-click-once",
            false => "import-click-more",
        };
        let message = Message::new(id).with("what", shown(node.id));
        draft.changed(&node.at.place_of("type"), message);
    }
    let discards = node.at.word("discardInitialElements");
    if discards.is_some_and(|word| word != "do-not-discard" && word != "false") {
        let key = "discardInitialElements";
        let message = Message::new("import-no-counterpart").with("what", key);
        draft.left_out(&node.at.place_of(key), message);
    }
}
