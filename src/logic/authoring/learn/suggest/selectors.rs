//! The selector of a field inside a record: from the element's names to its position. Input: a
//! part of repeated records. Output: an alternative that was run and found the part in nearly
//! all records that have it, with sample values.

use super::field_naming::PartName;
use super::record_groups::{Group, companion, to_f64};
use super::record_parts::{PartCandidate, to_read};
use super::tree::{At, Tree};
use crate::authoring::learn::induce::Ranked;
use crate::messages::Message;
use crate::page::{ElementIndex, Page};
use crate::rules::{Alternative, FieldType, Labels};
use crate::select::generation::compound::{
    Compound, StepRelation, Steps, candidates, nth_of_type, numbered_id, to_css, to_xpath,
};
use crate::select::{Selector, SelectorKind, Take};

/// The number of records on which a selector is tried.
const MAX_TRIED: usize = 12;
/// The maximum length of a sample value, in characters.
const MAX_SAMPLE: usize = 200;

/// A selector inside the record that finds the part in all records that have it, and the number of
/// records from outside in which it finds nothing.
pub fn select(
    page: &Page,
    tree: &Tree<'_>,
    group: &Group,
    part: &PartCandidate,
    named: &PartName,
) -> Option<(Ranked, usize)> {
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
            let lacking = lacking(page, group, &alternative);
            return Some((ranked(alternative, 0.9 * share), lacking));
        }
    }
    let top = companion(tree, item, root)?;
    let element = *tree.elements.get(at)?;
    let mut own: Vec<Compound> = candidates(element)
        .into_iter()
        .filter(|c| c.id.is_none())
        .collect();
    if let Some(numbered) = numbered_id(element) {
        // Before the bare tag.
        own.insert(own.len().saturating_sub(1), numbered);
    }
    let single = own
        .iter()
        .map(|c| vec![(StepRelation::Descendant, c.clone())]);
    let mut forms: Vec<Steps> = single.collect();
    for up in tree.ancestors(at).take_while(|up| *up > top).take(4) {
        let Some(above) = tree.elements.get(up) else {
            continue;
        };
        for anchor in candidates(*above).into_iter().filter(|c| c.id.is_none()) {
            forms.extend(own.iter().map(|c| {
                vec![
                    (StepRelation::Descendant, anchor.clone()),
                    (StepRelation::Descendant, c.clone()),
                ]
            }));
        }
    }
    if !group.outside.is_empty() {
        // Different boxes may contain other elements of that tag first.
        forms.sort_by_key(is_unspecific);
    }
    forms.push(by_position(tree, top, at));
    let positional = forms.len() - 1;
    let take = (part.take != "text").then(|| part.take.to_owned());
    forms.truncate(60);
    let mut fits = forms.into_iter().enumerate().filter_map(|(n, steps)| {
        let alternative = written(&steps, root, top == at, n >= positional, take.clone());
        let share = hits(page, &alternative, part)?;
        let stability = if n >= positional { 0.5 } else { 0.9 } * share;
        (share >= 0.9).then(|| {
            let lacking = lacking(page, group, &alternative);
            (ranked(alternative, stability), lacking)
        })
    });
    if group.outside.is_empty() {
        return fits.next();
    }
    // Of equally good ones, the one that finds the part outside too.
    let mut best: Option<(Ranked, usize)> = None;
    for one in fits {
        if best.as_ref().is_none_or(|(_, least)| one.1 < *least) {
            let done = one.1 == 0;
            best = Some(one);
            if done {
                break;
            }
        }
    }
    best
}

/// Whether a selector relies only on tags that any part may have.
fn is_unspecific(steps: &Steps) -> bool {
    let tells = |compound: &Compound| {
        let tag = compound.tag.as_deref().unwrap_or_default();
        compound.is_specific()
            || matches!(tag, "h1" | "h2" | "h3" | "h4" | "h5" | "time" | "address")
    };
    !steps.iter().any(|(_, compound)| tells(compound))
}

/// The number of records from outside in which `alternative` finds nothing.
fn lacking(page: &Page, group: &Group, alternative: &Alternative) -> usize {
    if group.outside.is_empty() {
        return 0;
    }
    let Some((selector, take)) = compiled(alternative) else {
        return group.outside.len();
    };
    let finds = |item: &&At| {
        let scope = ElementIndex::try_from(**item).ok();
        let found = selector.select(page, scope, &take);
        found.iter().any(|hit| !hit.value.trim().is_empty())
    };
    group.outside.iter().filter(|item| !finds(item)).count()
}

/// The first match of `alternative` in each record.
pub fn read(
    page: &Page,
    tree: &Tree<'_>,
    group: &Group,
    alternative: &Alternative,
    kind: FieldType,
) -> Vec<String> {
    let Some((selector, take)) = compiled(alternative) else {
        return Vec::new();
    };
    let items = group.items.iter().take(to_read(tree, group));
    let first = |item: &At| {
        let scope = ElementIndex::try_from(*item).ok();
        let found = selector.select(page, scope, &take).into_iter().next();
        found.map(|hit| shown(page, hit.value.trim(), kind))
    };
    items.filter_map(first).collect()
}

fn samples(page: &Page, part: &PartCandidate, kind: FieldType) -> Vec<String> {
    let values = part.values.iter();
    values.map(|value| shown(page, value, kind)).collect()
}

/// A value as a sample: addresses in full, texts truncated.
fn shown(page: &Page, value: &str, kind: FieldType) -> String {
    match kind {
        FieldType::Image | FieldType::Url => page
            .join(value)
            .map_or(value.to_owned(), |url| url.to_string()),
        _ => value.chars().take(MAX_SAMPLE).collect(),
    }
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
                StepRelation::Child,
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

/// A compiled selector, and the value it selects.
fn compiled(alternative: &Alternative) -> Option<(Selector, Take)> {
    let selector = match (&alternative.css, &alternative.xpath, &alternative.label) {
        (Some(css), ..) => Selector::compile(SelectorKind::Css, css),
        (_, Some(xpath), _) => Selector::compile(SelectorKind::XPath, xpath),
        (.., Some(Labels::One(label))) => Selector::label(std::slice::from_ref(label)),
        _ => return None,
    };
    let take = match alternative.take.as_deref() {
        Some("own_text") => Take::OwnText,
        Some(name) => Take::Attribute(name.to_owned()),
        None => Take::Text,
    };
    Some((selector.ok()?, take))
}

/// The share of records in which the first match is the part.
fn hits(page: &Page, alternative: &Alternative, part: &PartCandidate) -> Option<f64> {
    let (selector, take) = compiled(alternative)?;
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
        // A selector that misses twice is rejected.
        if done + 1 - right >= 2 {
            return None;
        }
    }
    Some(to_f64(right) / to_f64(count.max(1)))
}
