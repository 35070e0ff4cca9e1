//! Strips what is inside the content but not part of it: headers, footers, advertisements.
//! Input: a way to select the content and the pages it is tried on. Output: ways that strip these
//! elements.

use super::{ContentSelection, Target};
use crate::authoring::learn::{Compound, StepRelation, candidates, to_css, xpath_string};
use crate::authoring::repair::candidates::thresholds::strip::{
    CONTENT_SHARE, MAX_LEFT_OUT, MAX_NOISY, NOISE_SHARE,
};
use crate::authoring::repair::candidates::value_transforms::css_to_xpath;
use crate::page::ElementIndex;
use crate::rules::{Alternative, Content};

/// The matches of an alternative in a target, without those nested in others.
pub(super) fn matches(alternative: &Alternative, target: &Target<'_, '_>) -> Vec<ElementIndex> {
    let Some(selector) = crate::authoring::repair::candidates::trial_rule::selector(alternative)
    else {
        return Vec::new();
    };
    let in_records = target.scope.range.start > 0;
    let scope = in_records.then_some(target.scope.range.start);
    let mut kept: Vec<ElementIndex> = Vec::new();
    for element in selector.matching(target.lens.page, scope) {
        let inside = kept
            .last()
            .is_some_and(|last| target.lens.within(*last).contains(&element));
        if target.scope.range.contains(&element) && !inside {
            kept.push(element);
        }
    }
    kept
}

/// Adds to the strip list of a content.
pub(crate) fn add(content: &mut Content, strip: &[Alternative]) {
    for alternative in strip {
        if !content.strip.contains(alternative) {
            content.strip.push(alternative.clone());
        }
    }
}

/// Variants of `way` that strip noise, if there is any.
pub(super) fn without_noise(
    way: &ContentSelection,
    targets: &[Target<'_, '_>],
) -> Vec<ContentSelection> {
    let mut ways = Vec::new();
    let sure = gather(way, targets, false);
    let all = gather(way, targets, true);
    if all.0 != sure.0 {
        ways.extend(leaving_out(way, targets, &all));
    }
    ways.extend(leaving_out(way, targets, &sure));
    ways
}

/// What to strip, and whether all of it are children of the container; with `heads` also headers
/// and headlines, whose words the text may repeat.
fn gather(
    way: &ContentSelection,
    targets: &[Target<'_, '_>],
    heads: bool,
) -> (Vec<Compound>, bool) {
    let mut noise: Vec<Compound> = Vec::new();
    let mut children_only = true;
    for target in targets {
        for container in matches(&way.select, target) {
            for (element, child) in noisy(target, container, heads) {
                let Some(compound) = distinguishing(target, container, element, heads) else {
                    continue;
                };
                if !noise.contains(&compound) {
                    noise.push(compound);
                    children_only &= child;
                }
            }
        }
    }
    noise.retain(|compound| targets.iter().all(|t| is_noise(way, t, compound, heads)));
    noise.truncate(MAX_LEFT_OUT);
    (noise, children_only)
}

fn leaving_out(
    way: &ContentSelection,
    targets: &[Target<'_, '_>],
    (noise, children_only): &(Vec<Compound>, bool),
) -> Vec<ContentSelection> {
    let mut ways = Vec::new();
    if noise.is_empty() {
        return ways;
    }
    let in_records = targets.iter().any(|t| t.scope.range.start > 0);
    let path = (way.select.xpath.clone()).or_else(|| css_to_xpath(way.select.css.as_deref()?));
    if let Some(path) = path.filter(|_| *children_only && !in_records) {
        let tests: Vec<String> = noise.iter().map(test).collect();
        ways.push(ContentSelection {
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
            let single = to_css(&vec![(StepRelation::Descendant, compound.clone())]);
            Alternative {
                css: Some(format!("{css} {single}")),
                ..Alternative::default()
            }
        });
        ways.push(ContentSelection {
            strip: strip.collect(),
            stability: way.stability - 0.12,
            ..way.clone()
        });
    }
    ways
}

/// Whether an element is a header or headline that is small relative to its container.
fn is_head(target: &Target<'_, '_>, container: ElementIndex, element: ElementIndex) -> bool {
    let all = target.lens.span(container).len();
    let own = target.lens.span(element).len();
    let head = matches!(
        target.lens.tag(element),
        "header" | "hgroup" | "footer" | "h1" | "h2"
    );
    head && own > 0 && 5 * own <= all && target.lens.parent(element) == Some(container)
}

/// The largest elements inside `container` that hold words but none of the text, each with whether
/// it is a child.
fn noisy(
    target: &Target<'_, '_>,
    container: ElementIndex,
    heads: bool,
) -> Vec<(ElementIndex, bool)> {
    let mut found = Vec::new();
    let mut next = container + 1;
    let end = target.lens.within(container).end;
    while next < end && found.len() < MAX_NOISY {
        let span = target.lens.span(next);
        let covered = target.cover.covered(&span);
        let share = crate::authoring::repair::value_comparison::count(covered)
            / crate::authoring::repair::value_comparison::count(span.len().max(1));
        let head = heads && is_head(target, container, next);
        if !span.is_empty() && (share < NOISE_SHARE || head) {
            found.push((next, target.lens.parent(next) == Some(container)));
            next = target.lens.within(next).end.max(next + 1);
        } else {
            next += 1;
        }
    }
    found
}

/// What distinguishes a noise element from the content around it.
fn distinguishing(
    target: &Target<'_, '_>,
    container: ElementIndex,
    element: ElementIndex,
    heads: bool,
) -> Option<Compound> {
    let node = target.lens.element(element)?;
    candidates(node)
        .into_iter()
        .find(|compound| !fits_content(target, container, compound, heads))
}

/// Whether `compound` matches an element that holds content.
fn fits_content(
    target: &Target<'_, '_>,
    container: ElementIndex,
    compound: &Compound,
    heads: bool,
) -> bool {
    target.lens.within(container).skip(1).any(|element| {
        let span = target.lens.span(element);
        let covered =
            crate::authoring::repair::value_comparison::count(target.cover.covered(&span));
        covered > CONTENT_SHARE * crate::authoring::repair::value_comparison::count(span.len())
            && !(heads && is_head(target, container, element))
            && target
                .lens
                .element(element)
                .is_some_and(|e| compound.fits(e))
    })
}

fn is_noise(
    way: &ContentSelection,
    target: &Target<'_, '_>,
    compound: &Compound,
    heads: bool,
) -> bool {
    let containers = matches(&way.select, target);
    !containers
        .into_iter()
        .any(|c| fits_content(target, c, compound, heads))
}

/// An XPath predicate that `compound` satisfies.
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
