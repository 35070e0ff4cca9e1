//! The fields of repeated records: parts that stand at the same place in most of them, with a
//! name, a type and a selector inside the record. Flows in: a group of records. Flows out: fields
//! whose selectors were run and found those parts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::groups::{Group, companion, to_f64};
use super::tree::{At, Tree};
use crate::logic::learn::compound::{
    Compound, Relation, Steps, candidates, nth_of_type, stable_classes, to_css, to_xpath,
};
use crate::logic::learn::induce::{LearnedField, Ranked};
use crate::logic::messages::Message;
use crate::logic::page::{ElementIndex, Page};
use crate::logic::rules::{Alternative, FieldType, parse_date};
use crate::logic::select::{Selector, SelectorKind, Take};

const NAMES: &str = include_str!("../../../../assets/learn/field-names.toml");
/// Most records that are read to find fields.
const MAX_READ: usize = 60;
/// Most elements of one record.
const MAX_INSIDE: usize = 300;
/// Most fields of a suggestion.
const MAX_FIELDS: usize = 10;
/// Longest value that is shown as a sample, in characters.
const MAX_SAMPLE: usize = 200;

static WORDS: LazyLock<BTreeMap<String, Vec<String>>> =
    LazyLock::new(|| toml::from_str(NAMES).unwrap_or_default());

/// A part at one place of the records.
struct Part {
    /// The element in each record, where it has it: (record, root, element).
    found: Vec<(At, usize, At)>,
    take: &'static str,
    values: Vec<String>,
}

/// The fields of `group`, the most telling first.
pub fn fields(page: &Page, tree: &Tree<'_>, group: &Group) -> Vec<LearnedField> {
    let parts = parts(page, tree, group);
    let needed = group.items.len().min(MAX_READ);
    let mut named: Vec<(usize, String, FieldType, Part)> = Vec::new();
    for part in parts {
        if part.found.len() * 2 < needed || !varies(&part.values) {
            continue;
        }
        if let Some((rank, name, kind)) = name(tree, &part) {
            named.push((rank, name, kind, part));
        }
    }
    named.sort_by_key(|(rank, _, _, part)| {
        let length: usize = part.values.iter().map(|v| v.chars().count().min(300)).sum();
        (*rank, std::cmp::Reverse((part.found.len(), length)))
    });
    let mut taken = BTreeSet::new();
    let mut shown: BTreeSet<Vec<String>> = BTreeSet::new();
    let mut out = Vec::new();
    for (_, name, kind, part) in named {
        if out.len() >= MAX_FIELDS || taken.contains(&name) || !shown.insert(part.values.clone()) {
            continue;
        }
        let Some(ranked) = select(page, tree, group, &part, kind) else {
            continue;
        };
        taken.insert(name.clone());
        out.push(LearnedField {
            required: name == "title" || (name == "link" && part.found.len() == needed),
            name,
            kind,
            many: false,
            ranked: vec![ranked],
            transform: Vec::new(),
        });
    }
    out
}

/// A single record cannot tell what varies; constants such as "Reply" are no fields.
fn varies(values: &[String]) -> bool {
    let different: BTreeSet<&String> = values.iter().collect();
    different.len() > 1 && different.len() * 5 >= values.len()
}

/// All parts by their place.
fn parts(page: &Page, tree: &Tree<'_>, group: &Group) -> Vec<Part> {
    let mut places: BTreeMap<(usize, String, &'static str), Part> = BTreeMap::new();
    for item in group.items.iter().take(MAX_READ) {
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
            let nth = if matches!(element.value().name(), "td" | "th") {
                nth_of_type(*element)
            } else {
                0
            };
            Some(format!("{}.{class}{nth}", element.value().name()))
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
    if own {
        let text = crate::logic::page::inner_text(page, ElementIndex::try_from(at).unwrap_or(0));
        values.push(("text", text));
    }
    values
}

fn is_date(text: &str) -> bool {
    let chars = text.chars().count();
    // Any day will do: only whether it is a date matters.
    let now = Timestamp::UNIX_EPOCH;
    (6..=60).contains(&chars)
        && text.contains(|c: char| c.is_numeric())
        && parse_date(text, now, &TimeZone::UTC).is_some()
}

/// The rank among fields, the name and the type of a part.
fn name(tree: &Tree<'_>, part: &Part) -> Option<(usize, String, FieldType)> {
    let (_, _, at) = part.found.first()?;
    let element = tree.elements.get(*at)?;
    let share = |test: &dyn Fn(&String) -> bool| {
        to_f64(part.values.iter().filter(|v| test(v)).count()) / to_f64(part.values.len().max(1))
    };
    let length =
        part.values.iter().map(|v| v.chars().count()).sum::<usize>() / part.values.len().max(1);
    let heading = std::iter::once(*at).chain(tree.ancestors(*at)).take(3);
    let in_heading = heading
        .into_iter()
        .any(|up| matches!(tree.name(up), "h1" | "h2" | "h3" | "h4"));
    let said = said(tree, *at);
    let known = said.as_deref();
    let some = |rank, name: &str, kind| Some((rank, name.to_owned(), kind));
    match part.take {
        "href" => {
            let text = tree.chars(*at);
            let person = known == Some("author");
            let rank = if in_heading || known == Some("title") {
                0
            } else {
                2
            };
            return (!person && text > 0).then(|| (rank, "link".to_owned(), FieldType::Url));
        }
        "src" | "data-src" | "data-original" => return some(5, "image", FieldType::Image),
        "datetime" | "title" => return some(3, "date", FieldType::Date),
        _ => {}
    }
    if length < 60 && share(&|v| is_date(v)) > 0.7 {
        return some(4, "date", FieldType::Date);
    }
    let is_number = |v: &String| {
        let digits = v.chars().filter(char::is_ascii_digit).count();
        digits > 0 && v.chars().count() <= digits + 12
    };
    let numeric = share(&is_number) > 0.7;
    if share(&|v| v.contains(['$', '€', '£', '¥', '￥', '₽', '₩'])) > 0.7 && length < 30 {
        return some(4, "price", FieldType::Number);
    }
    match known {
        Some(name @ ("rating" | "replies" | "views" | "likes" | "price")) if numeric => {
            return some(6, name, FieldType::Number);
        }
        Some("author") if length <= 40 => return some(4, "author", FieldType::Text),
        Some("category") if length <= 40 => return some(7, "category", FieldType::Text),
        _ => {}
    }
    if in_heading || (known == Some("title") && length >= 4) {
        return some(0, "title", FieldType::Text);
    }
    if length >= 60 || known == Some("summary") && length >= 30 {
        return some(4, "summary", FieldType::Text);
    }
    if element.value().name() == "a" && length >= 8 {
        return some(1, "title", FieldType::Text);
    }
    let kind = if numeric {
        FieldType::Number
    } else {
        FieldType::Text
    };
    let class = stable_classes(*element)
        .first()
        .map(|class| plain(class))
        .filter(|c| c.len() > 2);
    Some((
        8,
        class.unwrap_or_else(|| format!("field_{}", at % 1000)),
        kind,
    ))
}

fn plain(class: &str) -> String {
    let parts = class
        .split(|c: char| !c.is_ascii_alphabetic())
        .filter(|p| !p.is_empty());
    parts
        .map(str::to_ascii_lowercase)
        .collect::<Vec<_>>()
        .join("_")
}

/// The name that words on the element, its parents or its address give.
fn said(tree: &Tree<'_>, at: At) -> Option<String> {
    let mut levels = std::iter::once(at).chain(tree.ancestors(at)).take(3);
    levels.find_map(|up| {
        let element = tree.elements.get(up)?;
        let names = ["itemprop", "class", "id", "rel", "href"];
        let texts = names.into_iter().filter_map(|n| element.attr(n));
        let words: Vec<String> = texts
            .flat_map(|text| text.split(|c: char| !c.is_alphabetic()))
            .map(str::to_lowercase)
            .collect();
        let order = [
            "date", "author", "price", "rating", "replies", "views", "likes", "category", "title",
            "summary",
        ];
        order
            .into_iter()
            .find(|name| {
                WORDS
                    .get(*name)
                    .is_some_and(|list| words.iter().any(|w| list.contains(w)))
            })
            .map(str::to_owned)
    })
}

/// A selector inside the record that finds the part in all records that have it.
fn select(
    page: &Page,
    tree: &Tree<'_>,
    group: &Group,
    part: &Part,
    kind: FieldType,
) -> Option<Ranked> {
    let (item, root, at) = *part.found.first()?;
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
        (share >= 0.9).then(|| Ranked {
            stability: if n >= positional { 0.5 } else { 0.9 } * share,
            why: vec![
                Message::new("suggest-why-field")
                    .with("found", part.found.len())
                    .with("count", group.items.len().min(MAX_READ)),
            ],
            values: vec![samples(page, part, kind)],
            alternative,
        })
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
    let (kind, source) = match (&alternative.css, &alternative.xpath) {
        (Some(css), _) => (SelectorKind::Css, css),
        (_, Some(xpath)) => (SelectorKind::XPath, xpath),
        _ => return None,
    };
    let selector = Selector::compile(kind, source).ok()?;
    let take = match alternative.take.as_deref() {
        Some(name) => Take::Attribute(name.to_owned()),
        None => Take::Text,
    };
    let read = part.found.iter().take(12);
    let count = read.len();
    let right = read
        .filter(|(item, _, at)| {
            let scope = ElementIndex::try_from(*item).ok();
            let found = selector.select(page, scope, &take);
            found.first().and_then(|s| s.element) == ElementIndex::try_from(*at).ok()
        })
        .count();
    Some(to_f64(right) / to_f64(count.max(1)))
}
