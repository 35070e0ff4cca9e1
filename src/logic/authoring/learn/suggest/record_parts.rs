//! The parts of repeated records: whatever is at one place in most of them. Input: a group of
//! records. Output: parts with their elements and values, not yet named. Its work is bounded for
//! any record.

use std::collections::{BTreeMap, HashMap};

use super::part_names::label;
use super::record_groups::{Group, companion};
use super::tree::{At, Tree};
use crate::authoring::learn::value_forms::is_date;
use crate::page::{ElementIndex, Page, inner_text, own_text};
use crate::rules::TransformStep;
use crate::select::generation::compound::{nth_of_type, numbered_id, stable_classes};

/// The maximum number of records read to find fields.
pub const MAX_READ: usize = 60;
/// The maximum number of elements of one record.
const MAX_INSIDE: usize = 300;
/// The maximum amount of text read, in characters; at least three records are read.
const MAX_CHARS: usize = 200_000;

/// A part at one place of the records.
pub struct PartCandidate {
    /// The element in each record that has it: (record, root, element).
    pub found: Vec<(At, usize, At)>,
    /// The value selected from it, as in a rule; `text` is the default.
    pub take: &'static str,
    /// The values after the steps.
    pub values: Vec<String>,
    /// Steps that cut the value from what is selected.
    pub steps: Vec<TransformStep>,
}

/// The number of records to read.
pub fn to_read(tree: &Tree<'_>, group: &Group) -> usize {
    let mut chars = 0;
    let within = |at: &&At| {
        chars += tree.chars(**at);
        chars <= MAX_CHARS
    };
    let read = group.items.iter().take(MAX_READ).take_while(within).count();
    read.max(group.items.len().min(3))
}

/// All parts by their place.
pub fn parts(page: &Page, tree: &Tree<'_>, group: &Group) -> Vec<PartCandidate> {
    let mut places: BTreeMap<(usize, String, &'static str), PartCandidate> = BTreeMap::new();
    for item in group.items.iter().take(to_read(tree, group)) {
        for root in 0..=group.companions {
            let Some(top) = companion(tree, *item, root) else {
                continue;
            };
            let mut seen: HashMap<String, usize> = HashMap::new();
            for at in (top..tree.end(top)).take(MAX_INSIDE) {
                let values = values_of(page, tree, at);
                if values.is_empty() {
                    continue;
                }
                let mut place = place(tree, top, at);
                let nth = seen.entry(place.clone()).or_default();
                *nth += 1;
                if *nth > 4 {
                    continue;
                }
                place.push_str(&format!("#{nth}"));
                for (take, value) in values {
                    let part = places
                        .entry((root, place.clone(), take))
                        .or_insert_with(|| PartCandidate {
                            found: Vec::new(),
                            take,
                            values: Vec::new(),
                            steps: Vec::new(),
                        });
                    part.found.push((*item, root, at));
                    part.values.push(value);
                }
            }
        }
    }
    places.into_values().collect()
}

/// Tags and first stable classes from the record down to the element.
fn place(tree: &Tree<'_>, top: At, at: At) -> String {
    let chain = std::iter::once(at).chain(tree.ancestors(at));
    let mut steps: Vec<String> = chain
        .take_while(|up| *up > top)
        .take(10)
        .filter_map(|up| {
            let element = tree.elements.get(up)?;
            let class = stable_classes(*element).first().copied();
            let numbered = || Some(numbered_id(*element)?.prefix?.1);
            let class = class
                .map(str::to_owned)
                .or_else(numbered)
                .unwrap_or_default();
            let name = element.value().name();
            // Cells are identified by their column, or by the text before them.
            let nth = match name {
                "td" | "th" => nth_of_type(*element).to_string(),
                _ => String::new(),
            };
            let label = match name {
                "td" | "dd" => label(*element).unwrap_or_default(),
                _ => String::new(),
            };
            Some(format!("{name}.{class}{nth}{label}"))
        })
        .collect();
    steps.reverse();
    steps.join(">")
}

/// Possible values of an element: its text, a date in an attribute, an address, a picture.
fn values_of(page: &Page, tree: &Tree<'_>, at: At) -> Vec<(&'static str, String)> {
    let Some(element) = tree.elements.get(at) else {
        return Vec::new();
    };
    let mut values = Vec::new();
    let name = element.value().name();
    if matches!(name, "script" | "style" | "template" | "noscript") {
        return values;
    }
    if name == "img" {
        let lazy = ["data-src", "data-original", "src"];
        let found = lazy.into_iter().find_map(|n| Some((n, element.attr(n)?)));
        if let Some((take, value)) = found.filter(|(_, v)| !v.starts_with("data:")) {
            values.push((take, value.to_owned()));
        }
        return values;
    }
    if name == "a"
        && let Some(url) = element.attr("href").and_then(|href| page.join(href))
    {
        values.push(("href", url.to_string()));
    }
    for attribute in ["datetime", "title"] {
        if let Some(value) = element.attr(attribute).filter(|v| is_date(v)) {
            values.push((attribute, value.to_owned()));
            return values;
        }
    }
    let own = element.children().any(|c| {
        c.value()
            .as_text()
            .is_some_and(|t| t.chars().any(char::is_alphanumeric))
    });
    let index = ElementIndex::try_from(at).unwrap_or(0);
    if own && tree.end(at) > at + 1 {
        let beside = own_text(page, index);
        if is_date(&beside) {
            // The other content consists of separate parts.
            values.push(("own_text", beside));
            return values;
        }
    }
    if own || holds_paragraphs(tree, at) {
        let text = inner_text(page, index);
        values.push(("text", text));
    }
    values
}

/// Whether the children of an element are the paragraphs of one text: it is the whole of which each
/// paragraph is a part. Quotes and list items belong to such a text and are none themselves.
pub fn holds_paragraphs(tree: &Tree<'_>, at: At) -> bool {
    if matches!(tree.name(at), "blockquote" | "li" | "figure" | "a") {
        return false;
    }
    let end = tree.end(at);
    let next = |child: &At| Some(tree.end(*child)).filter(|next| *next < end);
    let first = Some(at + 1).filter(|first| *first < end);
    let mut has_paragraph = false;
    for child in std::iter::successors(first, next).take(MAX_INSIDE) {
        match tree.name(child) {
            "p" => has_paragraph |= tree.chars(child) > tree.in_links(child),
            "ul" | "ol" | "dl" | "blockquote" | "pre" | "table" | "figure" | "hr" | "br"
            | "details" => {}
            // The headline of a record is a part of its own.
            "h2" | "h3" | "h4" | "h5" | "h6" if has_paragraph && tree.in_links(child) == 0 => {}
            _ if tree.chars(child) == 0 => {}
            _ => return false,
        }
    }
    has_paragraph
}
