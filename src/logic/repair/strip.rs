//! What stands inside the content without being of it: headers, footers, advertisements. Flows in:
//! a way to take the content and the pages it is tried on. Flows out: ways that leave them out.

use super::content::{Target, Way, matches};
use super::mend::css_to_xpath;
use crate::logic::learn::{Compound, Relation, candidates, to_css, xpath_string};
use crate::logic::page::ElementIndex;
use crate::logic::rules::{Alternative, Content};

/// Share of covered words from which an element is content, and below which it is none.
const CONTENT_SHARE: f64 = 0.5;
const NOISE_SHARE: f64 = 0.2;
/// Things left out by one way at most.
const MAX_LEFT_OUT: usize = 6;

/// Adds to what a content leaves out.
pub(super) fn add(content: &mut Content, strip: &[Alternative]) {
    for alternative in strip {
        if !content.strip.contains(alternative) {
            content.strip.push(alternative.clone());
        }
    }
}

/// Ways like `way` that leave out what is no content, if there is any.
pub(super) fn without_noise(way: &Way, targets: &[Target<'_, '_>]) -> Vec<Way> {
    let mut noise: Vec<Compound> = Vec::new();
    let mut children_only = true;
    for target in targets {
        for container in matches(&way.select, target) {
            for (element, child) in noisy(target, container) {
                let Some(compound) = telling(target, container, element) else {
                    continue;
                };
                if !noise.contains(&compound) {
                    noise.push(compound);
                    children_only &= child;
                }
            }
        }
    }
    noise.retain(|compound| targets.iter().all(|t| is_noise(way, t, compound)));
    noise.truncate(MAX_LEFT_OUT);
    if noise.is_empty() {
        return Vec::new();
    }
    let mut ways = Vec::new();
    let in_records = targets.iter().any(|t| t.scope.range.start > 0);
    let path = way
        .select
        .xpath
        .clone()
        .or_else(|| css_to_xpath(way.select.css.as_deref()?));
    if let Some(path) = path.filter(|_| children_only && !in_records) {
        let tests: Vec<String> = noise.iter().map(test).collect();
        ways.push(Way {
            select: Alternative {
                css: None,
                xpath: Some(format!("{path}/*[not({})]", tests.join(" or "))),
                ..way.select.clone()
            },
            strip: Vec::new(),
            stability: way.stability - 0.1,
        });
    }
    if let Some(css) = &way.select.css {
        let strip = noise.iter().map(|compound| {
            let single = to_css(&vec![(Relation::Descendant, compound.clone())]);
            Alternative {
                css: Some(format!("{css} {single}")),
                ..Alternative::default()
            }
        });
        ways.push(Way {
            strip: strip.collect(),
            stability: way.stability - 0.12,
            ..way.clone()
        });
    }
    ways
}

/// The largest elements inside `container` that hold words but none of the text, each with
/// whether it is a child.
fn noisy(target: &Target<'_, '_>, container: ElementIndex) -> Vec<(ElementIndex, bool)> {
    let mut found = Vec::new();
    let mut next = container + 1;
    let end = target.lens.within(container).end;
    while next < end {
        let span = target.lens.span(next);
        let covered = target.cover.covered(&span);
        let share = super::compare::count(covered) / super::compare::count(span.len().max(1));
        if !span.is_empty() && share < NOISE_SHARE {
            found.push((next, target.lens.parent(next) == Some(container)));
            next = target.lens.within(next).end.max(next + 1);
        } else {
            next += 1;
        }
    }
    found
}

/// What tells a piece of noise from the content around it.
fn telling(
    target: &Target<'_, '_>,
    container: ElementIndex,
    element: ElementIndex,
) -> Option<Compound> {
    let node = target.lens.element(element)?;
    candidates(node)
        .into_iter()
        .find(|compound| !fits_content(target, container, compound))
}

/// Whether `compound` fits something that holds content.
fn fits_content(target: &Target<'_, '_>, container: ElementIndex, compound: &Compound) -> bool {
    target.lens.within(container).skip(1).any(|element| {
        let span = target.lens.span(element);
        let covered = super::compare::count(target.cover.covered(&span));
        covered > CONTENT_SHARE * super::compare::count(span.len())
            && target
                .lens
                .element(element)
                .is_some_and(|e| compound.fits(e))
    })
}

fn is_noise(way: &Way, target: &Target<'_, '_>, compound: &Compound) -> bool {
    let containers = matches(&way.select, target);
    !containers
        .into_iter()
        .any(|c| fits_content(target, c, compound))
}

/// A test of an XPath step that `compound` passes.
fn test(compound: &Compound) -> String {
    let mut tests: Vec<String> = Vec::new();
    if let Some(id) = &compound.id {
        tests.push(format!("@id={}", xpath_string(id)));
    }
    for class in &compound.classes {
        let wanted = xpath_string(&format!(" {class} "));
        tests.push(format!(
            "contains(concat(' ', normalize-space(@class), ' '), {wanted})"
        ));
    }
    if let Some((name, value)) = &compound.attribute {
        tests.push(format!("@{name}={}", xpath_string(value)));
    }
    if tests.is_empty()
        && let Some(tag) = &compound.tag
    {
        tests.push(format!("self::{tag}"));
    }
    if let [single] = tests.as_slice() {
        single.clone()
    } else {
        format!("({})", tests.join(" and "))
    }
}
