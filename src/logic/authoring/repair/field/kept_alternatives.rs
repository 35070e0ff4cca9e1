//! Which of a field's old alternatives stay beside a new one, and in which order: those that are harmless on
//! the new pages, in the order that is right on old pages too.

use super::proposal::{FieldCase, Outcome};
use crate::authoring::repair::value_comparison::agreement;
use crate::rules::{Alternative, FieldRule};

impl FieldCase<'_, '_, '_> {
    /// The new alternative with the harmless old ones, in the order in which both layouts work.
    pub(super) fn ordered(
        &self,
        alternative: Alternative,
        alone: Outcome,
    ) -> (Vec<Alternative>, Outcome) {
        let own = alone.field.select.first().cloned().unwrap_or(alternative);
        let kept: Vec<Alternative> = (self.field.select.iter())
            .filter(|old| **old != own && self.is_harmless(old, &alone))
            .cloned()
            .collect();
        let with = |select: Vec<Alternative>| FieldRule {
            select,
            ..alone.field.clone()
        };
        let new_first: Vec<Alternative> = std::iter::once(own.clone())
            .chain(kept.iter().cloned())
            .collect();
        let old_first: Vec<Alternative> = kept
            .iter()
            .cloned()
            .chain(std::iter::once(own.clone()))
            .collect();
        let on_old = |select: &[Alternative]| {
            let pairs = (self.run_old)(&with(select.to_vec()));
            let wrong = pairs
                .iter()
                .filter(|(expected, found)| match (expected, found) {
                    (Some(e), Some(f)) => agreement(self.search.profile.kind, e, f) < 0.8,
                    (Some(_), None) => true,
                    (None, found) => found.is_some(),
                });
            wrong.count()
        };
        let mut order = vec![new_first];
        if !kept.is_empty() && on_old(&old_first) < order.first().map_or(0, |new| on_old(new)) {
            order.insert(0, old_first);
        }
        order.push(vec![own]);
        let least = self.mean(&alone.right) - 0.01;
        for select in order {
            let outcome = self.outcome(with(select));
            if self.mean(&outcome.right) >= least {
                return (outcome.field.select.clone(), outcome);
            }
        }
        (alone.field.select.clone(), alone)
    }

    /// Whether an old alternative, alone, yields nothing wrong on the new pages.
    fn is_harmless(&self, old: &Alternative, new: &Outcome) -> bool {
        let values = (self.run)(&FieldRule {
            select: vec![old.clone()],
            ..new.field.clone()
        });
        values
            .iter()
            .zip(&new.values)
            .all(|(old, new)| match (old, new) {
                (None, _) => true,
                (Some(old), Some(new)) => agreement(self.search.profile.kind, new, old) > 0.9,
                (Some(_), None) => false,
            })
    }
}
