//! Two ways as one, for picks that stand in different markup: an item set apart at the top beside
//! the list below it. Where nothing but a bare tag, by being the first of several, finds all picks,
//! what is anchored on a heading, a class or an attribute here and another such thing there says
//! what was meant, and finds nothing at all when it is gone. Flows in: judged ideas. Flows out: one
//! way that was run by the selector of a rule.

use crate::authoring::learn::induce::judge::{self, Judged, Tally, Unit, reads};
use crate::authoring::learn::induce::locate::cut::Cut;
use crate::authoring::learn::induce::pick::Ranked;
use crate::authoring::learn::induce::stability;
use crate::authoring::learn::induce::steps::view::View;
use crate::page::collapse;
use crate::rules::Alternative;
use crate::select::{Selector, SelectorKind, Take};

/// Ideas that are tried with each other.
const MAX_TRIED: usize = 24;
/// What two ways are worth beside one that is like the weaker of them.
const PAIR: f64 = 0.95;

/// A pair that is right wherever something was picked, when it is more stable than `best`, and
/// `best` is right by being the first of several only.
pub(crate) fn together(
    views: &[View<'_>],
    units: &[Unit<'_>],
    judged: &[Judged],
    best: &Judged,
) -> Option<Ranked> {
    let frail = stability::is_bare(&best.idea.path) && best.tally.several > 0;
    if !frail || best.idea.cut != Cut::None || best.tally.known < 2 {
        return None;
    }
    let partial = judged.iter().filter(|one| {
        one.idea.taking == best.idea.taking
            && one.idea.cut == Cut::None
            && !one.idea.of_page
            && one.tally.right < best.tally.known
            && !stability::is_bare(&one.idea.path)
    });
    // By what they rest on: that each finds a part of the picks only is the point.
    let mut partial: Vec<(f64, &Judged)> = partial
        .map(|one| (stability::prior(&one.idea), one))
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
    let alternative = judge::alternative(&one.idea, true);
    let css = format!(
        "{}, {}",
        alternative.css.as_ref()?,
        judge::alternative(&other.idea, true).css?
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
    let mut why = stability::measured_why(&tally);
    why.extend(
        stability::why(&one.idea, &one.tally)
            .into_iter()
            .filter(|message| !why.iter().any(|known| known.id == message.id))
            .collect::<Vec<_>>(),
    );
    Some(Ranked {
        alternative: Alternative {
            css: Some(css),
            ..alternative
        },
        stability: stability::measured(prior, &tally),
        why,
        values,
    })
}
