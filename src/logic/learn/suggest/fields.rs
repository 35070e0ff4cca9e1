//! The fields of repeated records: parts that stand at the same place in most of them, with a
//! name, a type and a selector inside the record. Flows in: a group of records. Flows out: fields
//! whose selectors were run and found those parts.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::groups::{Group, companion, to_f64};
use super::naming::{self, Named, is_date};
use super::tree::{At, Tree};
use super::words::label;
use crate::logic::learn::compound::{
    Compound, Relation, Steps, candidates, nth_of_type, stable_classes, to_css, to_xpath,
};
use crate::logic::learn::induce::{LearnedField, Ranked};
use crate::logic::messages::Message;
use crate::logic::page::{ElementIndex, Page, inner_text, own_text};
use crate::logic::rules::{Alternative, FieldType, Labels};
use crate::logic::select::{Selector, SelectorKind, Take};

/// Most records that are read to find fields.
const MAX_READ: usize = 60;
/// Most elements of one record.
const MAX_INSIDE: usize = 300;
/// Most fields of a suggestion.
const MAX_FIELDS: usize = 10;
/// Most records on which a selector is tried.
const MAX_TRIED: usize = 12;
/// Most text that is read, in characters; at least three records are.
const MAX_CHARS: usize = 200_000;
/// Longest value that is shown as a sample, in characters.
const MAX_SAMPLE: usize = 200;

/// A part at one place of the records.
struct Part {
    /// The element in each record, where it has it: (record, root, element).
    found: Vec<(At, usize, At)>,
    take: &'static str,
    values: Vec<String>,
}

/// The fields of `group`, the most telling first, and whether they hold a link to a page of each
/// record.
pub fn fields(page: &Page, tree: &Tree<'_>, group: &Group) -> (Vec<LearnedField>, bool) {
    let needed = to_read(tree, group);
    let mut named: Vec<(Named, Part)> = Vec::new();
    for part in parts(page, tree, group) {
        if part.found.len() * 2 < needed || !varies(&part.values) {
            continue;
        }
        let found: Vec<At> = part.found.iter().map(|(_, _, at)| *at).collect();
        if let Some(name) = naming::name(tree, &found, part.take, &part.values) {
            named.push((name, part));
        }
    }
    named.sort_by_key(|(named, part)| {
        let length: usize = part.values.iter().map(|v| v.chars().count().min(300)).sum();
        let often = part.found.len() * 10 >= needed * 9;
        // The longest text says what there is to say; else what comes first comes first.
        let place = match (named.name.as_str(), part.found.first()) {
            ("summary", _) => (usize::MAX, 0, usize::MAX - length),
            (_, Some((item, root, at))) => (*root, at - item, 0),
            _ => (usize::MAX, 0, 0),
        };
        (named.rank, !often && named.name != "summary", place)
    });
    let mut taken = BTreeSet::new();
    let mut shown: BTreeSet<Vec<String>> = BTreeSet::new();
    let mut leads = false;
    let mut out = Vec::new();
    for (named, part) in named {
        if out.len() >= MAX_FIELDS || shown.contains(&part.values) {
            continue;
        }
        let Some(name) = free_name(&named, &taken) else {
            continue;
        };
        let Some(ranked) = select(page, tree, group, &part, &named) else {
            continue;
        };
        leads |= named.leads;
        shown.insert(part.values.clone());
        taken.insert(name.clone());
        out.push(LearnedField {
            required: name == "title" || (name == "link" && part.found.len() == needed),
            name,
            kind: named.kind,
            many: false,
            ranked: vec![ranked],
            transform: Vec::new(),
        });
    }
    (out, leads)
}

/// The name, numbered where it is in use or nothing says one; a record has one title, link and
/// summary.
fn free_name(named: &Named, taken: &BTreeSet<String>) -> Option<String> {
    if named.name.is_empty() {
        let kind = match named.kind {
            FieldType::Number => "number",
            FieldType::Date => "date",
            _ => "text",
        };
        let free = (1..=MAX_FIELDS).map(|n| format!("{kind}_{n}"));
        return free.into_iter().find(|name| !taken.contains(name));
    }
    if !taken.contains(&named.name) {
        return Some(named.name.clone());
    }
    let once = ["title", "link", "summary", "permalink"].contains(&named.name.as_str());
    let free = (2..=3).map(|n| format!("{}_{n}", named.name));
    free.into_iter().find(|name| !once && !taken.contains(name))
}

/// A single record cannot tell what varies; constants such as "Reply" are no fields.
fn varies(values: &[String]) -> bool {
    let different: BTreeSet<&String> = values.iter().collect();
    different.len() > 1 && different.len() * 5 >= values.len()
}

/// How many records are read.
fn to_read(tree: &Tree<'_>, group: &Group) -> usize {
    let mut chars = 0;
    let within = |at: &&At| {
        chars += tree.chars(**at);
        chars <= MAX_CHARS
    };
    let read = group.items.iter().take(MAX_READ).take_while(within).count();
    read.max(group.items.len().min(3))
}

/// All parts by their place.
fn parts(page: &Page, tree: &Tree<'_>, group: &Group) -> Vec<Part> {
    let mut places: BTreeMap<(usize, String, &'static str), Part> = BTreeMap::new();
    for item in group.items.iter().take(to_read(tree, group)) {
        for root in 0..=group.companions {
            let Some(top) = companion(tree, *item, root) else {
                continue;
            };
            let mut seen: HashMap<String, usize> = HashMap::new();
            for at in (top..tree.end(top)).take(MAX_INSIDE) {
                let values = taken(page, tree, at);
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
                        .or_insert_with(|| Part {
                            found: Vec::new(),
                            take,
                            values: Vec::new(),
                        });
                    part.found.push((*item, root, at));
                    part.values.push(value);
                }
            }
        }
    }
    places.into_values().collect()
}

/// Tags and first lasting classes from the record down to the element.
fn place(tree: &Tree<'_>, top: At, at: At) -> String {
    let chain = std::iter::once(at).chain(tree.ancestors(at));
    let mut steps: Vec<String> = chain
        .take_while(|up| *up > top)
        .take(10)
        .filter_map(|up| {
            let element = tree.elements.get(up)?;
            let class = stable_classes(*element)
                .first()
                .copied()
                .unwrap_or_default();
            let name = element.value().name();
            // Cells go by their column, or by what is written before them.
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

/// What an element may hold: its text, a date in an attribute, an address, a picture.
fn taken(page: &Page, tree: &Tree<'_>, at: At) -> Vec<(&'static str, String)> {
    let Some(element) = tree.elements.get(at) else {
        return Vec::new();
    };
    let mut values = Vec::new();
    let name = element.value().name();
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
            values.push(("own_text", beside));
        }
    }
    if own {
        let text = inner_text(page, index);
        values.push(("text", text));
    }
    values
}

/// A selector inside the record that finds the part in all records that have it.
fn select(
    page: &Page,
    tree: &Tree<'_>,
    group: &Group,
    part: &Part,
    named: &Named,
) -> Option<Ranked> {
    let (item, root, at) = *part.found.first()?;
    let ranked = |alternative: Alternative, stability: f64| Ranked {
        stability,
        why: vec![
            Message::new("suggest-why-field")
                .with("found", part.found.len())
                .with("count", to_read(tree, group)),
        ],
        values: vec![samples(page, part, named.kind)],
        alternative,
    };
    if let Some(label) = named.label.clone().filter(|_| root == 0) {
        let alternative = Alternative {
            label: Some(Labels::One(label)),
            ..Alternative::default()
        };
        if let Some(share) = hits(page, &alternative, part).filter(|share| *share >= 0.9) {
            return Some(ranked(alternative, 0.9 * share));
        }
    }
    let top = companion(tree, item, root)?;
    let element = *tree.elements.get(at)?;
    let own: Vec<Compound> = candidates(element)
        .into_iter()
        .filter(|c| c.id.is_none())
        .collect();
    let single = own.iter().map(|c| vec![(Relation::Descendant, c.clone())]);
    let mut forms: Vec<Steps> = single.collect();
    for up in tree.ancestors(at).take_while(|up| *up > top).take(4) {
        let Some(above) = tree.elements.get(up) else {
            continue;
        };
        for anchor in candidates(*above).into_iter().filter(|c| c.id.is_none()) {
            forms.extend(own.iter().map(|c| {
                vec![
                    (Relation::Descendant, anchor.clone()),
                    (Relation::Descendant, c.clone()),
                ]
            }));
        }
    }
    forms.push(by_position(tree, top, at));
    let positional = forms.len() - 1;
    let take = (part.take != "text").then(|| part.take.to_owned());
    forms.truncate(60);
    forms.into_iter().enumerate().find_map(|(n, steps)| {
        let alternative = written(&steps, root, top == at, n >= positional, take.clone());
        let share = hits(page, &alternative, part)?;
        let stability = if n >= positional { 0.5 } else { 0.9 } * share;
        (share >= 0.9).then(|| ranked(alternative, stability))
    })
}

fn samples(page: &Page, part: &Part, kind: FieldType) -> Vec<String> {
    let shown = part.values.iter().map(|value| match kind {
        FieldType::Image | FieldType::Url => {
            page.join(value).map_or(value.clone(), |u| u.to_string())
        }
        _ => value.chars().take(MAX_SAMPLE).collect(),
    });
    shown.collect()
}

fn by_position(tree: &Tree<'_>, top: At, at: At) -> Steps {
    let chain = std::iter::once(at)
        .chain(tree.ancestors(at))
        .take_while(|up| *up > top);
    let mut steps: Steps = chain
        .filter_map(|up| {
            let element = *tree.elements.get(up)?;
            let nth = Some(nth_of_type(element));
            Some((
                Relation::Child,
                Compound {
                    nth,
                    ..Compound::tag(element)
                },
            ))
        })
        .collect();
    steps.reverse();
    steps
}

fn written(
    steps: &Steps,
    root: usize,
    is_top: bool,
    positional: bool,
    take: Option<String>,
) -> Alternative {
    let mut out = Alternative {
        take,
        ..Alternative::default()
    };
    if root > 0 {
        let inside = if is_top {
            String::new()
        } else {
            to_xpath(steps)
        };
        out.xpath = Some(format!("./following-sibling::*[{root}]{inside}"));
    } else if is_top {
        out.css = Some(":scope".to_owned());
    } else if positional {
        out.css = Some(format!(":scope > {}", to_css(steps)));
    } else {
        out.css = Some(to_css(steps));
    }
    out
}

/// The share of records in which the first match is the part.
fn hits(page: &Page, alternative: &Alternative, part: &Part) -> Option<f64> {
    let selector = match (&alternative.css, &alternative.xpath, &alternative.label) {
        (Some(css), ..) => Selector::compile(SelectorKind::Css, css),
        (_, Some(xpath), _) => Selector::compile(SelectorKind::XPath, xpath),
        (.., Some(Labels::One(label))) => Selector::label(std::slice::from_ref(label)),
        _ => return None,
    };
    let selector = selector.ok()?;
    let take = match alternative.take.as_deref() {
        Some("own_text") => Take::OwnText,
        Some(name) => Take::Attribute(name.to_owned()),
        None => Take::Text,
    };
    let is_label = alternative.label.is_some();
    let count = part.found.len().min(MAX_TRIED);
    let mut right = 0;
    for (done, (item, _, at)) in part.found.iter().take(count).enumerate() {
        let scope = ElementIndex::try_from(*item).ok();
        let first = if is_label {
            let found = selector.select(page, scope, &take);
            found.first().and_then(|s| s.element)
        } else {
            selector.matching(page, scope).first().copied()
        };
        right += usize::from(first == ElementIndex::try_from(*at).ok());
        // What misses twice is not what is looked for.
        if done + 1 - right >= 2 {
            return None;
        }
    }
    Some(to_f64(right) / to_f64(count.max(1)))
}
