//! The text of an unknown page or record: what generic extraction finds, or the part of a container
//! with most of the words, without quotes if the rule strips them. Input: a new page, or a
//! container on it. Output: its likely text.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::Node;

use crate::authoring::repair::candidates::thresholds::record_text::MOST;
use crate::authoring::repair::candidates::trial_rule::selector;
use crate::authoring::repair::pages::RepairData;
use crate::authoring::repair::pages::index::ElementTexts;
use crate::authoring::repair::value_comparison::{count, squeeze};
use crate::authoring::samples::PageKind;
use crate::generic;
use crate::page::{ElementIndex, edges_without, inner_text};

/// The element for quotes.
const QUOTE: &str = "blockquote";

/// Whether the rule strips quotes from the text on the old pages.
pub(crate) fn leaves_quotes_out(ground: &RepairData<'_>) -> bool {
    let strip = &ground.rule.file().content.strip;
    strip.iter().filter_map(selector).any(|left_out| {
        ground.old_of(PageKind::Content).iter().any(|old| {
            let found = left_out.matching(old.lens.page, None);
            found.iter().any(|e| old.lens.tag(*e) == QUOTE)
        })
    })
}

/// The text that generic extraction finds on a page, without the headline, which rules extract
/// separately.
pub(crate) fn of_page(lens: &ElementTexts<'_>) -> String {
    let content = generic::extract(lens.page, generic::Method::Auto);
    let title = squeeze(&content.metadata.title);
    let is_body = |line: &&str| squeeze(line) != title;
    let lines = content.text.lines().filter(is_body);
    lines.collect::<Vec<_>>().join("\n")
}

/// The likely text of the record that `container` holds.
pub(crate) fn likely(
    lens: &ElementTexts<'_>,
    container: ElementIndex,
    without_quotes: bool,
) -> String {
    let mut element = container;
    loop {
        let enough = MOST * count(lens.span(element).len());
        let inner = lens
            .children(element)
            .find(|child| count(lens.span(*child).len()) > enough);
        match inner.filter(|e| !matches!(lens.tag(*e), QUOTE | "p")) {
            Some(inner) => element = inner,
            None => break,
        }
    }
    if without_quotes {
        unquoted(lens, element)
    } else {
        inner_text(lens.page, element)
    }
}

fn unquoted(lens: &ElementTexts<'_>, element: ElementIndex) -> String {
    let mut text = String::new();
    let Some(element) = lens.element(element) else {
        return text;
    };
    let quotes = |node: NodeRef<'_, Node>| {
        let element = node.value().as_element();
        element.is_some_and(|e| e.name() == QUOTE)
    };
    for edge in edges_without(*element, quotes) {
        if let Edge::Open(node) = edge
            && let Node::Text(part) = node.value()
        {
            text.push_str(part);
            text.push('\n');
        }
    }
    text
}
