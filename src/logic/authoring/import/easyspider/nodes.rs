//! The nodes of an EasySpider task: their operations, the unsupported ones, and the fields of an
//! extraction. Nodes and values that run code, scripts or commands are sorted out first.

use crate::authoring::import::draft::{Draft, shown};
use crate::authoring::import::json::JsonNode;
use crate::messages::Message;
use crate::rules::{Alternative, FieldRule, FieldType};
use crate::select::SelectorKind;

/// The maximum number of nodes in one task.
const MOST: usize = 1_000;

/// Keys that hold scripts.
const SCRIPTS: [&str; 6] = ["JS", "beforeJS", "afterJS", "code", "breakCode", "cmd"];

/// The operation of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// Runs its children.
    Sequence,
    /// Opens the start pages.
    Open,
    /// Clicks an element.
    Click,
    /// Extracts values.
    Extract,
    /// Types a text.
    Input,
    /// Runs code of any kind.
    Code,
    /// Chooses an option of a list.
    Choose,
    /// An operation that needs a browser.
    Browser,
    /// Repeats its children.
    Loop(Loop),
    /// Branches on a condition.
    Judge,
    /// Unknown.
    Unknown,
}

/// What a loop iterates over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loop {
    /// One element repeatedly: a link to the next page.
    Single,
    /// All elements of a path.
    List,
    /// Elements of several paths.
    Paths,
    /// Texts to type.
    Texts,
    /// Addresses to open.
    Addresses,
    /// Until code stops it.
    Code,
}

/// A node.
#[derive(Clone, Debug)]
pub(super) struct EasySpiderNode<'a> {
    /// Its operation.
    pub does: Does,
    /// Numbers of its child nodes.
    pub sequence: Vec<usize>,
    /// Its settings.
    pub settings: JsonNode<'a>,
}

/// The nodes of a task by their number.
pub(super) fn nodes<'a>(task: &JsonNode<'a>) -> Vec<EasySpiderNode<'a>> {
    task.list("graph")
        .into_iter()
        .take(MOST)
        .map(|at| {
            let settings = at.get("parameters").unwrap_or_else(|| at.clone());
            EasySpiderNode {
                does: does(&at, &settings),
                sequence: at
                    .list("sequence")
                    .iter()
                    .filter_map(|number| usize::try_from(number.value.as_u64()?).ok())
                    .collect(),
                settings,
            }
        })
        .collect()
}

fn does(at: &JsonNode<'_>, settings: &JsonNode<'_>) -> Does {
    match at.number("option") {
        Some(0) | Some(10) => Does::Sequence,
        Some(1) => Does::Open,
        Some(2) => Does::Click,
        Some(3) => Does::Extract,
        Some(4) => Does::Input,
        Some(5) => Does::Code,
        Some(6) => Does::Choose,
        Some(7) => Does::Browser,
        Some(8) => Does::Loop(match settings.number("loopType") {
            Some(0) => Loop::Single,
            Some(1) => Loop::List,
            Some(2) => Loop::Paths,
            Some(3) => Loop::Texts,
            Some(4) => Loop::Addresses,
            _ => Loop::Code,
        }),
        Some(9) => Does::Judge,
        _ => Does::Unknown,
    }
}

/// Notes the scripts of a node or value; they are dropped.
pub(super) fn note_scripts(draft: &mut Draft, at: &JsonNode<'_>) {
    for key in SCRIPTS {
        if at.text(key).is_some() {
            draft.dropped_code(&at.place_of(key), key);
        }
    }
}

/// The context of an extraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExtractionContext {
    /// In a loop: relative paths start at the loop's element.
    Loop,
    /// On the whole page.
    Page,
}

/// The fields of an extraction.
pub(super) fn extracted(
    draft: &mut Draft,
    node: &EasySpiderNode<'_>,
    inside: ExtractionContext,
) -> Vec<FieldRule> {
    note_scripts(draft, &node.settings);
    let mut values = node.settings.list("params");
    values.extend(node.settings.list("paras"));
    let fields = values.iter().filter_map(|at| field(draft, at, inside));
    fields.collect()
}

fn field(draft: &mut Draft, at: &JsonNode<'_>, inside: ExtractionContext) -> Option<FieldRule> {
    note_scripts(draft, at);
    let name = at.text("name").unwrap_or("field");
    let (take, kind) = match at.number("contentType").unwrap_or(0) {
        0 => by_node(at.number("nodeType").unwrap_or(0)),
        1 => (Some("own_text"), FieldType::Text),
        2 | 3 => (Some("html"), FieldType::Html),
        5 => return Some(fact(name, "url")),
        6 => return Some(fact(name, "title")),
        9 | 12.. => {
            draft.dropped_code(&at.place_of("contentType"), name);
            return None;
        }
        _ => {
            let message = Message::new("import-browser-value").with("what", shown(name));
            draft.dropped(&at.place_of("contentType"), message);
            return None;
        }
    };
    let mut select = Vec::new();
    let relative = at.flag("relative");
    let path = at.text("relativeXPath").unwrap_or("").trim();
    let place = at.place_of("relativeXPath");
    if relative && inside == ExtractionContext::Page {
        let message = Message::new("import-no-loop").with("what", shown(name));
        draft.dropped(&place, message);
    } else {
        let path = if relative {
            in_loop(path)
        } else {
            path.to_owned()
        };
        select.extend(draft.checked_alternative(&place, name, SelectorKind::XPath, &path, take));
    }
    if inside == ExtractionContext::Page || !relative {
        for (place, text) in at.texts("allXPaths") {
            let known = |way: &Alternative| way.xpath.as_deref() == Some(text.trim());
            if text.trim().is_empty() || select.iter().any(known) {
                continue;
            }
            select.extend(draft.checked_alternative(&place, name, SelectorKind::XPath, text, take));
        }
    }
    (!select.is_empty()).then(|| FieldRule {
        name: name.to_owned(),
        select,
        kind,
        default: at.word("default").filter(|d| !d.trim().is_empty()),
        ..FieldRule::default()
    })
}

/// The value and type by the kind of the clicked element.
fn by_node(kind: u64) -> (Option<&'static str>, FieldType) {
    match kind {
        2 => (Some("url"), FieldType::Url),
        3 => (Some("value"), FieldType::Text),
        4 => (None, FieldType::Image),
        _ => (None, FieldType::Text),
    }
}

/// A field that is a fact about the page.
fn fact(name: &str, fact: &str) -> FieldRule {
    FieldRule {
        name: name.to_owned(),
        select: vec![Alternative {
            page: Some(fact.to_owned()),
            ..Alternative::default()
        }],
        ..FieldRule::default()
    }
}

/// A path appended to the loop's, relative to its element.
pub(super) fn in_loop(path: &str) -> String {
    match path.trim() {
        "" => ".".to_owned(),
        path if path.starts_with('/') => format!(".{path}"),
        path => path.to_owned(),
    }
}
