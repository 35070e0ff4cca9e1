//! Combines two ways for picks in different markup: a separate item at the top and the list below
//! it. If only a bare tag finds all picks, and only as the first of several, a pair anchored on a
//! heading, a class or an attribute expresses the intent, and finds nothing once that is gone.
//! Input: judged ideas. Output: one way that was run with the selector of a rule.

use crate::authoring::learn::induce::check_candidates::{self, Judged, Tally, Unit, reads};
use crate::authoring::learn::induce::learning_types::Ranked;
use crate::authoring::learn::induce::locate::value_in_text::Cut;
use crate::authoring::learn::induce::path_confidence;
use crate::authoring::learn::induce::steps::indexed_page::View;
use crate::page::collapse;
use crate::rules::Alternative;
use crate::select::{Selector, SelectorKind, Take};

/// The number of ideas tried in pairs.
const MAX_TRIED: usize = 24;
/// The score of a pair relative to its weaker way.
const PAIR: f64 = 0.95;

/// A pair that is right on all picks, if it is more stable than `best`, and `best` is right only as
/// the first of several.
pub(crate) fn together(
    views: &[View<'_>],
    units: &[Unit<'_>],
    judged: &[Judged],
    best: &Judged,
) -> Option<Ranked> {
    let frail = path_confidence::is_bare(&best.idea.path) && best.tally.several > 0;
    if !frail || best.idea.cut != Cut::None || best.tally.known < 2 {
        return None;
    }
    let partial = judged.iter().filter(|one| {
        one.idea.taking == best.idea.taking
            && one.idea.cut == Cut::None
            && !one.idea.of_page
            && one.tally.right < best.tally.known
            && !path_confidence::is_bare(&one.idea.path)
    });
    // Sorted by what they rely on: each is expected to find only a part of the picks.
    let mut partial: Vec<(f64, &Judged)> = partial
        .map(|one| (path_confidence::prior(&one.idea), one))
        .collect();
    partial.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    partial.truncate(MAX_TRIED);
    let mut found: Option<Ranked> = None;
    for (number, (prior, one)) in partial.iter().enumerate() {
        for (other_prior, other) in partial.iter().skip(number + 1) {
            let least = found.as_ref().map_or(best.stability, |f| f.stability);
            let prior = prior.min(*other_prior) * PAIR;
            let all = |unit: &usize| {
                one.tally.right_in.contains(unit) || other.tally.right_in.contains(unit)
            };
            let covers = best.tally.right_in.iter().all(all);
            if prior > least && covers {
                let pair = pair(views, units, one, other, prior);
                found = pair.filter(|pair| pair.stability > least).or(found);
            }
        }
    }
    found
}

/// Both as one selector, measured.
fn pair(
    views: &[View<'_>],
    units: &[Unit<'_>],
    one: &Judged,
    other: &Judged,
    prior: f64,
) -> Option<Ranked> {
    let alternative = check_candidates::alternative(&one.idea, true);
    let css = format!(
        "{}, {}",
        alternative.css.as_ref()?,
        check_candidates::alternative(&other.idea, true).css?
    );
    let selector = Selector::compile(SelectorKind::Css, &css).ok()?;
    let take = match alternative.take.as_deref() {
        None => Take::Text,
        Some("own_text") => Take::OwnText,
        Some("html" | "url") => return None,
        Some(name) => Take::Attribute(name.to_owned()),
    };
    let mut tally = Tally::default();
    let mut values = vec![Vec::new(); views.len()];
    for unit in units {
        let view = views.get(unit.page)?;
        let scope = view.index(unit.scope?)?;
        let hits = selector.select(view.page, Some(scope), &take).into_iter();
        let hits: Vec<String> = hits
            .map(|hit| collapse(&hit.value))
            .filter(|value| !value.is_empty())
            .collect();
        let right = tally.count(unit, &hits, false, |pick, hit| reads(pick, hit));
        if right == Some(false) || tally.excluded > 0 {
            return None;
        }
        if let Some(own) = values.get_mut(unit.page) {
            own.extend(hits.into_iter().take(1));
        }
    }
    let mut why = path_confidence::measured_why(&tally);
    why.extend(
        path_confidence::why(&one.idea, &one.tally)
            .into_iter()
            .filter(|message| !why.iter().any(|known| known.id == message.id))
            .collect::<Vec<_>>(),
    );
    Some(Ranked {
        alternative: Alternative {
            css: Some(css),
            ..alternative
        },
        stability: path_confidence::measured(prior, &tally),
        why,
        values,
    })
}
