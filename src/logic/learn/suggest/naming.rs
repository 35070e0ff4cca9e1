//! What a part of repeated records is called, and its type: by what the page calls it (a header
//! cell, a term, a label before it), by words of its markup, by what its values look like. Flows
//! in: a part's first element and its values. Flows out: a name, a type and a rank.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use scraper::ElementRef;

use super::groups::to_f64;
use super::tree::{At, Tree};
use crate::logic::learn::compound::stable_classes;
use crate::logic::page::collapse;
use crate::logic::rules::{FieldType, parse_date};

const NAMES: &str = include_str!("../../../../assets/learn/field-names.toml");
/// Longest label of a value, in characters.
const MAX_LABEL: usize = 30;
/// Most rows above a table's head, and siblings before a term's value.
const MAX_BEFORE: usize = 12;

static WORDS: LazyLock<BTreeMap<String, Vec<String>>> =
    LazyLock::new(|| toml::from_str(NAMES).unwrap_or_default());

/// What a part is called.
pub struct Named {
    /// Its place among the fields; low is early.
    pub rank: usize,
    /// The name; empty when nothing says it.
    pub name: String,
    /// The type.
    pub kind: FieldType,
    /// The label beside the value, where one stands there.
    pub label: Option<String>,
    /// Whether it is the link to the record's own page.
    pub leads: bool,
}

impl Named {
    fn new(rank: usize, name: &str, kind: FieldType) -> Self {
        Self {
            rank,
            name: name.to_owned(),
            kind,
            label: None,
            leads: false,
        }
    }
}

/// The name of the part whose first element is `at`; `take` is what is taken of it.
pub fn name(tree: &Tree<'_>, at: At, take: &str, values: &[String]) -> Option<Named> {
    let element = *tree.elements.get(at)?;
    let share = |test: &dyn Fn(&String) -> bool| {
        to_f64(values.iter().filter(|v| test(v)).count()) / to_f64(values.len().max(1))
    };
    let length = values.iter().map(|v| width(v)).sum::<usize>() / values.len().max(1);
    let said = said(tree, at);
    let known = said.as_deref();
    let in_heading = in_heading(tree, at);
    match take {
        "href" => return link(tree, at, known, in_heading, values),
        "src" | "data-src" | "data-original" => {
            return Some(Named::new(5, "image", FieldType::Image));
        }
        "datetime" | "title" => return Some(Named::new(3, "date", FieldType::Date)),
        _ => {}
    }
    let is_number = |v: &String| {
        let digits = v.chars().filter(char::is_ascii_digit).count();
        digits > 0 && v.chars().count() <= digits + 12
    };
    let numeric = share(&is_number) > 0.7;
    let dated = length <= 45 && share(&|v| is_date(v)) > 0.7;
    // "Acorn 8 Press" holds a number and is none.
    let counted = numeric && share(&|v| !v.starts_with(char::is_alphabetic)) > 0.7;
    let kind = match (dated, counted) {
        (true, _) => FieldType::Date,
        (_, true) => FieldType::Number,
        _ => FieldType::Text,
    };
    let beside = label(element);
    let called = beside
        .clone()
        .or_else(|| header(tree, at))
        .or_else(|| shared_label(values));
    if let Some(called) = called.filter(|_| !in_heading) {
        let name = word_of(&called).unwrap_or_else(|| slug(&called));
        let rank = if name == "title" { 1 } else { 4 };
        return Some(Named {
            label: beside,
            ..Named::new(rank, &name, kind)
        });
    }
    if dated {
        return Some(Named::new(4, "date", FieldType::Date));
    }
    if share(&|v| v.contains(['$', '€', '£', '¥', '￥', '₽', '₩'])) > 0.7 && length < 40 {
        return Some(Named::new(4, "price", FieldType::Number));
    }
    match known {
        Some(name @ ("rating" | "replies" | "views" | "likes" | "price")) if numeric => {
            return Some(Named::new(6, name, FieldType::Number));
        }
        Some("author") if length <= 40 => return Some(Named::new(4, "author", FieldType::Text)),
        Some("category") if length <= 40 && !in_heading => {
            return Some(Named::new(7, "category", FieldType::Text));
        }
        _ => {}
    }
    if in_heading || (known == Some("title") && length >= 4 && !numeric) {
        return Some(Named::new(0, "title", FieldType::Text));
    }
    let linked = std::iter::once(at).chain(tree.ancestors(at)).take(3);
    let linked = linked.into_iter().any(|up| tree.name(up) == "a");
    if linked && (8..200).contains(&length) && !numeric {
        return Some(Named::new(1, "title", FieldType::Text));
    }
    if length >= 60 || known == Some("summary") && length >= 30 {
        return Some(Named::new(4, "summary", FieldType::Text));
    }
    let class = stable_classes(element).first().map(|class| plain(class));
    Some(Named::new(8, &class.unwrap_or_default(), kind))
}

/// The name of a link: the one to the record's page, or a lasting address of a post.
fn link(
    tree: &Tree<'_>,
    at: At,
    known: Option<&str>,
    in_heading: bool,
    values: &[String],
) -> Option<Named> {
    if known == Some("author") || known == Some("category") && !in_heading {
        return None;
    }
    let anchors = values.iter().filter(|v| v.contains('#')).count();
    if anchors * 2 > values.len() {
        return Some(Named::new(7, "permalink", FieldType::Url));
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
    Some(Named {
        leads,
        ..Named::new(rank, "link", FieldType::Url)
    })
}

fn in_heading(tree: &Tree<'_>, at: At) -> bool {
    let up = std::iter::once(at).chain(tree.ancestors(at)).take(3);
    up.into_iter().any(|up| is_heading(tree.name(up)))
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5")
}

/// Whether `text` is a day or a time, with little else.
pub fn is_date(text: &str) -> bool {
    let chars = text.chars().count();
    // Any day will do: only whether it is a date matters.
    let now = Timestamp::UNIX_EPOCH;
    (6..=60).contains(&chars)
        && text.contains(|c: char| c.is_numeric())
        && parse_date(text, now, &TimeZone::UTC).is_some()
}

/// Columns of a text: what is written in wide letters says more in fewer of them.
fn width(text: &str) -> usize {
    text.chars()
        .map(|c| if u32::from(c) >= 0x2E80 { 2 } else { 1 })
        .sum()
}

/// The label that stands before `element`: its term, the head of its row, or a text that ends
/// with a colon.
pub fn label(element: ElementRef<'_>) -> Option<String> {
    let mut before = element.prev_siblings().filter_map(ElementRef::wrap);
    let name = element.value().name();
    let found = match name {
        "dd" => before
            .take(MAX_BEFORE)
            .find(|e| e.value().name() == "dt")
            .map(text)?,
        "td" => before
            .next()
            .filter(|e| e.value().name() == "th")
            .map(text)?,
        _ => {
            let text = text(before.next()?);
            text.ends_with([':', '：']).then_some(text)?
        }
    };
    let found = found.trim_end_matches([':', '：', ' ']).to_owned();
    is_label(&found).then_some(found)
}

fn is_label(text: &str) -> bool {
    text.chars().count() <= MAX_LABEL && text.chars().any(char::is_alphabetic)
}

/// The text of `element`, at most a label's worth and a little.
fn text(element: ElementRef<'_>) -> String {
    let mut text = String::new();
    for part in element.text().take(8) {
        text.push_str(part);
        if text.len() > 8 * MAX_LABEL {
            break;
        }
    }
    collapse(&text)
}

/// The label with which every value begins: "Units: 3".
fn shared_label(values: &[String]) -> Option<String> {
    let own = |value: &String| {
        let (label, rest) = value.split_once([':', '：'])?;
        (!rest.trim().is_empty() && is_label(label) && !rest.starts_with("//"))
            .then(|| label.trim().to_owned())
    };
    let first = own(values.first()?)?;
    let same = values.iter().all(|v| own(v).as_ref() == Some(&first));
    (same && values.len() > 2).then_some(first)
}

/// The head of the table's column in which `at` stands.
fn header(tree: &Tree<'_>, at: At) -> Option<String> {
    let mut up = std::iter::once(at).chain(tree.ancestors(at)).take(6);
    let cell = up.find(|up| matches!(tree.name(*up), "td" | "th"))?;
    let row = tree.parent(cell).filter(|row| tree.name(*row) == "tr")?;
    let table = tree
        .ancestors(row)
        .take(3)
        .find(|up| tree.name(*up) == "table")?;
    let column: usize = before(tree, cell).map(span).sum();
    let head = (table..row)
        .take(20 * MAX_BEFORE)
        .filter(|at| tree.name(*at) == "tr")
        .find(|at| {
            cells(tree, *at)
                .filter(|e| e.value().name() == "th")
                .take(2)
                .count()
                == 2
        })?;
    let mut at = 0;
    for cell in cells(tree, head) {
        let next = at + span(cell);
        if (at..next).contains(&column) {
            let found = text(cell);
            return is_label(&found).then_some(found);
        }
        at = next;
    }
    None
}

fn cells<'a>(tree: &Tree<'a>, row: At) -> impl Iterator<Item = ElementRef<'a>> {
    let row = tree.elements.get(row).copied();
    row.into_iter()
        .flat_map(|row| row.children().filter_map(ElementRef::wrap))
        .filter(|e| matches!(e.value().name(), "td" | "th"))
        .take(100)
}

fn before<'a>(tree: &Tree<'a>, cell: At) -> impl Iterator<Item = ElementRef<'a>> {
    let cell = tree.elements.get(cell).copied();
    cell.into_iter()
        .flat_map(|cell| cell.prev_siblings().filter_map(ElementRef::wrap))
        .filter(|e| matches!(e.value().name(), "td" | "th"))
        .take(100)
}

fn span(cell: ElementRef<'_>) -> usize {
    let own = cell.attr("colspan").and_then(|n| n.trim().parse().ok());
    own.unwrap_or(1).clamp(1, 100)
}

/// The known name that a label says.
fn word_of(label: &str) -> Option<String> {
    let label = label.to_lowercase();
    let words: Vec<&str> = label
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect();
    // A label of many words says something of its own.
    (words.len() <= 2).then_some(())?;
    let fits = |list: &Vec<String>| words.iter().any(|w| list.iter().any(|known| known == w));
    ORDER
        .into_iter()
        .find(|name| WORDS.get(*name).is_some_and(fits))
        .map(str::to_owned)
}

/// A label as a field's name.
fn slug(label: &str) -> String {
    let label = label.to_lowercase();
    let words = label.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|w| !w.is_empty()).take(4).collect();
    words.join("_")
}

/// A class as a field's name: the last part of a compound one, without what is too short to say
/// anything; empty when nothing is left.
fn plain(class: &str) -> String {
    let (block, part) = class.rsplit_once("__").unwrap_or(("", class));
    let part = part.split("--").next().unwrap_or(part);
    let mixed = part.len() <= 6
        && part.chars().any(|c| c.is_ascii_lowercase())
        && part.chars().any(|c| c.is_ascii_uppercase());
    let part = if mixed { block } else { part };
    let mut spaced = String::new();
    for c in part.chars() {
        if c.is_ascii_uppercase() {
            spaced.push('_');
        }
        spaced.push(c.to_ascii_lowercase());
    }
    let words = spaced.split(|c: char| !c.is_ascii_alphabetic());
    let words: Vec<&str> = words.filter(|w| w.len() > 2).take(3).collect();
    words.join("_")
}

/// Names by how surely their words say them.
const ORDER: [&str; 10] = [
    "date", "author", "price", "rating", "replies", "views", "likes", "title", "category",
    "summary",
];

/// The name that words on the element, its parents or its address give.
fn said(tree: &Tree<'_>, at: At) -> Option<String> {
    let levels = std::iter::once(at).chain(tree.ancestors(at)).take(3);
    levels.enumerate().find_map(|(level, up)| {
        let element = tree.elements.get(up)?;
        let names = ["itemprop", "class", "id", "rel"];
        let texts = names.into_iter().filter_map(|n| element.attr(n));
        let words = words(texts.flat_map(|t| t.split(|c: char| !c.is_alphabetic())));
        let path = element
            .attr("href")
            .filter(|_| level == 0)
            .unwrap_or_default();
        let path = words_of_path(path);
        ORDER
            .into_iter()
            .find(|name| {
                let list = WORDS.get(*name);
                let by_path = matches!(*name, "author" | "category");
                list.is_some_and(|list| {
                    words.iter().any(|w| list.contains(w))
                        || by_path && path.iter().any(|w| list.contains(w))
                })
            })
            .map(str::to_owned)
    })
}

fn words<'a>(parts: impl Iterator<Item = &'a str>) -> Vec<String> {
    parts
        .filter(|p| !p.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The words of an address that name what it leads to: all but the last, which is a name.
fn words_of_path(href: &str) -> Vec<String> {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let path = path.trim_end_matches('/');
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    words(folders.split(|c: char| !c.is_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_name_has_words() {
        for name in ORDER {
            assert!(WORDS.get(name).is_some_and(|w| !w.is_empty()), "{name}");
        }
    }

    #[test]
    fn classes_and_labels_become_names() {
        for (class, name) in [
            ("course-item__units", "units"),
            ("productTitle", "product_title"),
            ("u-txt-sm", "txt"),
            ("submenuItems__nboYq", "submenu_items"),
            ("c1", ""),
        ] {
            assert_eq!(plain(class), name, "{class}");
        }
        assert_eq!(word_of("Published").as_deref(), Some("date"));
        assert_eq!(word_of("作者").as_deref(), Some("author"));
        assert_eq!(word_of("ISBN"), None);
        assert_eq!(slug("No. of pages"), "no_of_pages");
        assert_eq!(slug("出版社"), "出版社");
    }
}
