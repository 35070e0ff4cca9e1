//! Determines how much of the page around a text belongs to it. The elements around a picked text
//! often contain nothing else in the picked record, but a signature, a quote's header or buttons in
//! others. Input: the ways to find the main field. Output: the same, starting with the
//! narrowest that still holds nearly all of the text everywhere.

use super::{LocatedPick, similar_text};
use crate::authoring::learn::induce::check_candidates::Judged;
use crate::authoring::learn::induce::steps::indexed_page::{NodeNumber, View};

/// The share of all records' text that the inner element must hold, in percent.
const MIN_SHARE: usize = 70;
/// The share of the best way's score that the narrower way must have.
const MIN_STABILITY: f64 = 0.6;
/// How much lower the inner element's agreement may be for a pick that differs from both.
const LESS_ALIKE: f64 = 0.03;

/// Puts the narrowest good way first. `pages` has the page of each unit, `pick` is the picked text.
pub(crate) fn narrowed(
    views: &[View<'_>],
    pages: &[usize],
    pick: &LocatedPick,
    mut judged: Vec<Judged>,
) -> Vec<Judged> {
    let Some(widest) = judged.first() else {
        return judged;
    };
    let whole = length(views, pages, &widest.firsts);
    let mut best = (0, whole);
    for (place, one) in judged.iter().enumerate().skip(1) {
        let good = one.stability >= widest.stability * MIN_STABILITY
            && one.idea.cut == widest.idea.cut
            && one.idea.taking == widest.idea.taking
            && one.tally.filled >= widest.tally.filled
            && one.tally.several <= widest.tally.several
            && is_element(one)
            && inside(views, pages, widest, one);
        if !good {
            continue;
        }
        let length = length(views, pages, &one.firsts);
        let enough = length.saturating_mul(100) >= whole.saturating_mul(MIN_SHARE);
        if enough && length < best.1 && as_alike(views, pages, pick, widest, one) {
            best = (place, length);
        }
    }
    if best.0 < judged.len() {
        let narrow = judged.remove(best.0);
        judged.insert(0, narrow);
    }
    judged
}

fn is_element(one: &Judged) -> bool {
    one.idea.path.last().is_none_or(|step| !step.is_text())
}

/// Whether all matches of `inner` are inside those of `outer`.
fn inside(views: &[View<'_>], pages: &[usize], outer: &Judged, inner: &Judged) -> bool {
    let firsts = outer.firsts.iter().zip(&inner.firsts);
    pages.iter().zip(firsts).all(|(page, pair)| match pair {
        (Some(outer), Some(inner)) => views
            .get(*page)
            .is_some_and(|view| view.contains(*outer, *inner)),
        (outer, inner) => outer.is_none() && inner.is_none(),
    })
}

/// The total text length of all first matches, in bytes.
fn length(views: &[View<'_>], pages: &[usize], firsts: &[Option<NodeNumber>]) -> usize {
    let found = pages.iter().zip(firsts);
    let lengths = found.filter_map(|(page, at)| Some(views.get(*page)?.text_len((*at)?)));
    lengths.sum()
}

/// Whether the inner element agrees with the pick as well as the outer one, if neither equals it.
fn as_alike(
    views: &[View<'_>],
    pages: &[usize],
    pick: &LocatedPick,
    outer: &Judged,
    inner: &Judged,
) -> bool {
    if !pick.near {
        return true;
    }
    let agreement = |one: &Judged| {
        let known = *one.tally.right_in.first()?;
        let view = views.get(*pages.get(known)?)?;
        let at = one.firsts.get(known).copied().flatten()?;
        Some(similar_text::agreement(&pick.value, view.text(at)))
    };
    match (agreement(outer), agreement(inner)) {
        (Some(outer), Some(inner)) => inner + LESS_ALIKE >= outer,
        _ => false,
    }
}
