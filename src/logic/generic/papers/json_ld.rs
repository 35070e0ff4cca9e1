//! A paper in JSON-LD (schema.org ScholarlyArticle). Input: a page. Output: its declared
//! paper. Walks without recursion.

use serde_json::Value;

use super::{Paper, paper_values};
use crate::page::{Page, collapse};
use crate::sources::read_json;

/// The maximum number of things read in one page's data.
const MAX_THINGS: usize = 2_000;

/// The first paper that the page declares.
pub(super) fn paper(page: &Page) -> Option<Paper> {
    page.elements()
        .filter(|e| e.value().name() == "script")
        .filter(|e| {
            e.attr("type")
                .is_some_and(|kind| kind.to_ascii_lowercase().contains("ld+json"))
        })
        .find_map(|e| in_source(&e.text().collect::<String>()))
}

fn in_source(source: &str) -> Option<Paper> {
    // Raw line breaks inside strings are a common mistake that strict JSON forbids.
    let clean: String = source
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let value: Value = read_json(clean.trim().trim_end_matches(';'))?;
    let mut waiting = vec![&value];
    for _ in 0..MAX_THINGS {
        let value = waiting.pop()?;
        match value {
            Value::Array(values) => waiting.extend(values.iter().rev()),
            Value::Object(fields) => {
                if is_paper(value) {
                    return Some(read(value));
                }
                let inner = ["mainEntity", "mainEntityOfPage", "@graph"];
                waiting.extend(inner.iter().filter_map(|name| fields.get(*name)));
            }
            _ => {}
        }
    }
    None
}

fn is_paper(value: &Value) -> bool {
    let kinds = match value.get("@type") {
        Some(Value::Array(kinds)) => kinds.as_slice(),
        Some(kind) => std::slice::from_ref(kind),
        None => &[],
    };
    kinds
        .iter()
        .filter_map(Value::as_str)
        .any(super::is_paper_type)
}

fn read(value: &Value) -> Paper {
    let text = |name: &str| {
        value
            .get(name)
            .and_then(Value::as_str)
            .map(collapse)
            .unwrap_or_default()
    };
    let either = |a: &str, b: &str| {
        Some(text(a))
            .filter(|t| !t.is_empty())
            .unwrap_or_else(|| text(b))
    };
    let mut paper = Paper {
        title: either("headline", "name"),
        summary: either("abstract", "description"),
        authors: people(value.get("author").or_else(|| value.get("creator"))),
        keywords: words(value.get("keywords")),
        date: paper_values::date(&either("datePublished", "dateCreated")).unwrap_or_default(),
        pages: either("pagination", "pageStart"),
        references: several(value.get("citation")),
        ..Paper::default()
    };
    let identifiers = ["sameAs", "identifier", "doi", "@id", "url"];
    let known = identifiers
        .iter()
        .flat_map(|name| several(value.get(*name)));
    paper.doi = known
        .filter_map(|text| paper_values::doi(&text))
        .next()
        .unwrap_or_default();
    part_of(value, &mut paper);
    paper
}

/// Journal, volume and issue: an issue is part of a volume, a volume of a journal.
fn part_of(value: &Value, paper: &mut Paper) {
    let mut waiting: Vec<&Value> = value.get("isPartOf").into_iter().collect();
    for _ in 0..20 {
        let Some(next) = waiting.pop() else { break };
        if let Value::Array(values) = next {
            waiting.extend(values.iter().rev());
            continue;
        }
        let number = |name: &str| match next.get(name) {
            Some(Value::String(text)) => text.trim().to_owned(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let mut fill = |slot: fn(&mut Paper) -> &mut String, value: String| {
            let slot = slot(paper);
            if slot.is_empty() {
                *slot = value;
            }
        };
        fill(|p| &mut p.volume, number("volumeNumber"));
        fill(|p| &mut p.issue, number("issueNumber"));
        fill(|p| &mut p.journal, number("name"));
        waiting.extend(next.get("isPartOf"));
    }
}

/// The names of one or several things.
fn people(value: Option<&Value>) -> Vec<String> {
    several(value)
        .iter()
        .map(|name| paper_values::name(name))
        .filter(|name| !name.is_empty())
        .collect()
}

/// The texts of one or several values; for a thing its name or value.
fn several(value: Option<&Value>) -> Vec<String> {
    let all = match value {
        Some(Value::Array(values)) => values.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    let text = |value: &Value| {
        let inner = ["name", "value", "headline", "text"]
            .iter()
            .find_map(|name| value.get(*name));
        value.as_str().or_else(|| inner?.as_str()).map(collapse)
    };
    all.iter()
        .filter_map(text)
        .filter(|text| !text.is_empty())
        .collect()
}

fn words(value: Option<&Value>) -> Vec<String> {
    let found = several(value);
    match found.as_slice() {
        [one] => paper_values::keywords(one),
        _ => found,
    }
}
