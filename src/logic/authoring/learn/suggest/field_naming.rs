//! Names and types the parts of repeated records: by the page's own name (a header cell, a term, a
//! label before it), by words of its markup, by the form of its values. Input: a part's first
//! element and its values. Output: a name, a type and a rank.

use std::collections::BTreeSet;

use super::bylines::introduces_person;
use super::part_names::{
    header, is_of_joining, is_of_pages, is_of_paging, label, meaningful_name, name_from_words,
    shared_label, slug, word_of,
};
use super::record_groups::to_f64;
use super::tree::{At, Tree};
use crate::authoring::learn::value_forms::{
    are_page_numbers, begin_alike, has_currency, is_date, is_number, width,
};
use crate::model::DefaultColumn;
use crate::rules::FieldType;

/// The maximum number of letters beside a part in its parent's own text: labels are shorter than
/// prose.
const MAX_BESIDE: usize = 30;

/// The minimum mean width of titles, in columns.
const MIN_TITLE: usize = 3;
/// The maximum length of an icon's name, in characters.
const MAX_ICON: usize = 24;

/// The name of a part.
pub struct PartName {
    /// Its rank among the fields; lower is earlier.
    pub rank: usize,
    /// The name; empty if unknown.
    pub name: String,
    /// The type.
    pub kind: FieldType,
    /// The label beside the value, if there is one.
    pub label: Option<String>,
    /// Whether it is the link to the record's own page.
    pub leads: bool,
}

impl PartName {
    /// Without a label.
    pub fn new(rank: usize, name: &str, kind: FieldType) -> Self {
        Self {
            rank,
            name: name.to_owned(),
            kind,
            label: None,
            leads: false,
        }
    }
}

/// The name of the part whose elements are `found`; `take` is the value selected from it.
pub fn name(tree: &Tree<'_>, found: &[At], take: &str, values: &[String]) -> Option<PartName> {
    let at = *found.first()?;
    let share = |test: &dyn Fn(&String) -> bool| {
        to_f64(values.iter().filter(|v| test(v)).count()) / to_f64(values.len().max(1))
    };
    let length = values.iter().map(|v| width(v)).sum::<usize>() / values.len().max(1);
    let said = name_from_words(tree, at);
    let known = said.as_deref();
    let in_heading = in_heading(tree, at);
    match take {
        _ if are_labels(tree, found, values) || is_of_pages(tree, at) => return None,
        "href" => return link(tree, at, known, in_heading, values),
        "src" | "data-src" | "data-original" => {
            return Some(PartName::new(5, "image", FieldType::Image));
        }
        "datetime" | "title" | "own_text" => {
            let rank = if is_of_joining(tree, at) { 7 } else { 3 };
            return Some(PartName::new(rank, "date", FieldType::Date));
        }
        _ => {}
    }
    if are_page_numbers(values) || is_icon(tree, at) {
        return None;
    }
    let numeric = share(&|v| is_number(v)) > 0.7;
    let dated = length <= 45 && share(&|v| is_date(v)) > 0.7;
    // "Acorn 8 Press" contains a number but is not one.
    let counted = numeric && share(&|v| !v.starts_with(char::is_alphabetic)) > 0.7;
    let kind = match (dated, counted) {
        (true, _) => FieldType::Date,
        (_, true) => FieldType::Number,
        _ => FieldType::Text,
    };
    let beside = shared(tree, found);
    let head = beside.is_none().then(|| header(tree, at)).flatten();
    let called = beside
        .clone()
        .or_else(|| head.clone())
        .or_else(|| shared_label(values).filter(|_| !dated));
    if called.as_deref().is_some_and(is_of_paging) && tree.in_links(at) > 0 {
        return None;
    }
    if let Some(called) = called.filter(|_| !in_heading) {
        let by = introduces_person(&called).then(|| "author".to_owned());
        // The head of a column is its name; only what fills a default column has another.
        let is_name = |known: &String| head.is_none() || DefaultColumn::from_token(known).is_some();
        let name = by
            .or_else(|| word_of(&called).filter(is_name))
            .unwrap_or_else(|| slug(&called));
        let rank = if name == DefaultColumn::Title.token() {
            1
        } else {
            4
        };
        return Some(PartName {
            label: beside,
            ..PartName::new(rank, &name, kind)
        });
    }
    if dated {
        // The day on which a person joined is not that of the post.
        let rank = if is_of_joining(tree, at) { 7 } else { 4 };
        return Some(PartName::new(rank, "date", FieldType::Date));
    }
    if share(&|v| has_currency(v)) > 0.7 && length < 40 {
        return Some(PartName::new(4, "price", FieldType::Number));
    }
    match known {
        Some(name @ ("rating" | "replies" | "views" | "likes" | "price")) if numeric => {
            return Some(PartName::new(6, name, FieldType::Number));
        }
        Some("author") if length <= 40 && !counted && share(&|v| v.contains('\n')) < 0.5 => {
            return Some(PartName::new(4, "author", FieldType::Text));
        }
        Some("category") if length <= 40 && !in_heading => {
            return Some(PartName::new(7, "category", FieldType::Text));
        }
        _ => {}
    }
    // A letter over a group of entries is an index of them.
    if in_heading && share(&|v| v.chars().count() <= 2) > 0.9 {
        return None;
    }
    let is_term = tree.name(at) == "dt";
    // Numbers and signs in a post's heading are links to others.
    if in_heading && length < MIN_TITLE {
        return None;
    }
    if in_heading || is_term || (known == Some("title") && length >= 4 && !numeric) {
        return Some(PartName::new(0, "title", FieldType::Text));
    }
    if is_linked(tree, at) && (8..200).contains(&length) && !numeric && !begin_alike(values) {
        return Some(PartName::new(1, "title", FieldType::Text));
    }
    if length >= 60 || known == Some("summary") && length >= 30 {
        return Some(PartName::new(4, "summary", FieldType::Text));
    }
    if is_in_prose(tree, at) {
        return None;
    }
    Some(PartName::new(8, &meaningful_name(tree, at), kind))
}

/// Whether the part says what is beside it, such as "Joined:" or a link called "[source]".
fn are_labels(tree: &Tree<'_>, found: &[At], values: &[String]) -> bool {
    let bracketed = |at: &At| {
        let element = tree.elements.get(*at).filter(|_| tree.name(*at) == "a");
        let text: String = element.into_iter().flat_map(|e| e.text()).collect();
        let text = text.trim();
        text.starts_with('[') && text.find(']') == Some(text.len().saturating_sub(1))
    };
    let ended = |value: &String| value.ends_with([':', '：']);
    values.iter().all(ended) || found.iter().filter(|at| bracketed(at)).count() * 2 > found.len()
}

/// Whether the part is a link or in one.
fn is_linked(tree: &Tree<'_>, at: At) -> bool {
    let mut around = std::iter::once(at).chain(tree.ancestors(at)).take(3);
    around.any(|up| tree.name(up) == "a")
}

/// Whether the text of a part is the name of an icon, drawn by a font.
fn is_icon(tree: &Tree<'_>, at: At) -> bool {
    let element = tree.elements.get(at).filter(|_| tree.chars(at) <= MAX_ICON);
    let classes = element.and_then(|e| e.attr("class")).unwrap_or_default();
    let mut words = classes.split(|c: char| !c.is_ascii_alphabetic());
    words.any(|word| matches!(word, "icon" | "icons"))
}

/// Whether the part is inline markup in a longer text, such as the name of a command.
fn is_in_prose(tree: &Tree<'_>, at: At) -> bool {
    let around = tree.parent(at).and_then(|up| tree.elements.get(up));
    let beside = around.into_iter().flat_map(|e| e.children());
    let texts = beside.filter_map(|node| node.value().as_text());
    let chars = texts.map(|text| text.chars().filter(|c| c.is_alphanumeric()).count());
    chars.sum::<usize>() > MAX_BESIDE
}

/// The label before the part in all records.
fn shared(tree: &Tree<'_>, found: &[At]) -> Option<String> {
    let of = |at: &At| tree.elements.get(*at).and_then(|e| label(*e));
    let first = of(found.first()?)?;
    let others = [found.get(found.len() / 2), found.last()];
    let same = |at: &At| of(at).as_ref() == Some(&first);
    others.into_iter().flatten().all(same).then_some(first)
}

/// The name of a link: the one to the record's page, or the permalink of a post.
fn link(
    tree: &Tree<'_>,
    at: At,
    known: Option<&str>,
    in_heading: bool,
    values: &[String],
) -> Option<PartName> {
    if known == Some("author") || known == Some("category") && !in_heading {
        return None;
    }
    let anchors = values.iter().filter(|v| v.contains('#')).count();
    let documents: BTreeSet<&str> = values
        .iter()
        .filter_map(|v| v.split(['?', '#']).next())
        .collect();
    // Anchors of one page are posts; of as many pages, the pages are meant.
    if anchors * 2 > values.len() && documents.len() * 10 < values.len() * 7 {
        return Some(PartName::new(7, "permalink", FieldType::Url));
    }
    let holds_heading = (at..tree.end(at))
        .take(40)
        .any(|inner| is_heading(tree.name(inner)));
    let telling = in_heading || holds_heading || known == Some("title");
    let different: BTreeSet<&String> = values.iter().collect();
    let leads = (telling || tree.chars(at) >= 6) && different.len() * 10 >= values.len() * 7;
    let rank = match (leads, telling) {
        (true, true) => 0,
        (true, false) => 2,
        _ => 6,
    };
    Some(PartName {
        leads,
        ..PartName::new(rank, "link", FieldType::Url)
    })
}

/// Whether the part is a heading or inside one.
pub fn is_headline(tree: &Tree<'_>, at: At) -> bool {
    in_heading(tree, at) || tree.name(at) == "a"
}

fn in_heading(tree: &Tree<'_>, at: At) -> bool {
    let up = std::iter::once(at).chain(tree.ancestors(at)).take(3);
    up.into_iter().any(|up| is_heading(tree.name(up)))
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5")
}
