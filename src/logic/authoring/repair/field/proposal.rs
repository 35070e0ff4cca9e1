//! Checks one field and searches for a replacement. Input: a search with its sites and functions
//! that run a changed field on new and old pages. Output: a verdict, and for a proposal the
//! ordered alternatives, the values and the confidence. Which of the old alternatives stay is decided in
//! `kept_alternatives`.

use std::collections::HashSet;

use super::profile::mean;
use crate::authoring::repair::candidates::places::raw;
use crate::authoring::repair::candidates::selector_forms::SelectorForm;
use crate::authoring::repair::candidates::thresholds::field_proposal::{
    MAX_PROVEN, WORKS, WORKS_UNKNOWN,
};
use crate::authoring::repair::candidates::trial_rule::selector;
use crate::authoring::repair::candidates::value_transforms::absolute;
use crate::authoring::repair::candidates::{Expected, FieldSearch, Tried};
use crate::authoring::repair::outcome_messages::quote;
use crate::authoring::repair::pages::RepairData;
use crate::authoring::repair::value_comparison::{count, squeeze, texts};
use crate::authoring::repair::{Proposal, RepairChange, RulePart, THRESHOLD};
use crate::messages::Message;
use crate::model::Value;
use crate::page::ElementIndex;
use crate::rules::{Alternative, FieldRule, FieldType, TransformStep};

/// A field to repair.
pub(crate) struct FieldCase<'c, 'g, 'a> {
    /// All pages.
    pub ground: &'c RepairData<'a>,
    /// The part.
    pub part: &'c RulePart,
    /// The current field.
    pub field: &'c FieldRule,
    /// Where and what to search for.
    pub search: &'c FieldSearch<'c, 'g, 'a>,
    /// Whether it is outside the records that it belongs to.
    pub page_wide: bool,
    /// Runs a changed field: a value for each site.
    pub run: &'c dyn Fn(&FieldRule) -> Vec<Option<Value>>,
    /// Runs it on old pages and returns expected and found values.
    pub run_old: &'c dyn Fn(&FieldRule) -> Vec<Pair>,
}

/// The expected and the actual value of an old page.
pub(super) type Pair = (Option<Value>, Option<Value>);

/// The result of a repair.
pub(crate) enum FieldVerdict {
    /// It works unchanged.
    Works,
    /// There is no evidence either way.
    Unknown(Message),
    /// It does not work, and no candidate is certain enough.
    Broken(Message),
    /// This change would work.
    Proposed(Box<Proposal>),
}

/// A field with the values it yields.
pub(super) struct Outcome {
    pub(super) field: FieldRule,
    pub(super) values: Vec<Option<Value>>,
    pub(super) right: Vec<f64>,
}

/// Checks a field and repairs it.
pub(crate) fn repair_field(case: &FieldCase<'_, '_, '_>) -> FieldVerdict {
    let sites = &case.search.sites;
    if sites.is_empty() {
        return FieldVerdict::Unknown(Message::new("repair-no-new-content"));
    }
    if case.search.profile.size == 0 {
        return FieldVerdict::Unknown(
            Message::new("repair-never-found").with("part", case.part.name()),
        );
    }
    let now = case.outcome(case.field.clone());
    if case.works(&now) {
        return FieldVerdict::Works;
    }
    if !case.field.fields.is_empty() {
        return FieldVerdict::Broken(case.not_found(&now));
    }
    let Some((tried, outcome)) = best_form(case, &|_| true) else {
        return FieldVerdict::Broken(case.not_found(&now));
    };
    let better = case.mean(&outcome.right) > case.mean(&now.right) + 0.03;
    let confidence = case.confidence(&outcome);
    if !better || confidence < THRESHOLD {
        if case.mean(&now.right) >= 0.75 {
            return FieldVerdict::Works;
        }
        return FieldVerdict::Broken(case.not_found(&now));
    }
    let (select, outcome) = case.ordered(tried.form.alternative.clone(), outcome);
    let transform =
        (outcome.field.transform != case.field.transform).then(|| outcome.field.transform.clone());
    FieldVerdict::Proposed(Box::new(Proposal {
        part: case.part.clone(),
        old: case.field.select.clone(),
        new: select,
        transform,
        strip: Vec::new(),
        pages: case.changes(&now, &outcome),
        confidence,
        doubtful: false,
        why: case.reasons(&now, &outcome),
    }))
}

/// The form, of those that are `allowed`, that is right on most sites, with what it yields.
fn best_form(
    case: &FieldCase<'_, '_, '_>,
    allowed: &dyn Fn(&SelectorForm) -> bool,
) -> Option<(Tried, Outcome)> {
    let mut best: Option<(f64, Tried, Outcome)> = None;
    let tried = case.search.best(MAX_PROVEN).into_iter();
    for tried in tried.filter(|tried| allowed(&tried.form)) {
        let Some(outcome) = case.prove(&tried) else {
            continue;
        };
        let score = case.mean(&outcome.right) + 0.12 * tried.form.stability;
        if best.as_ref().is_none_or(|(most, _, _)| score > *most) {
            best = Some((score, tried, outcome));
        }
    }
    best.map(|(_, tried, outcome)| (tried, outcome))
}

/// What the field yields now, and the alternatives with the best form that is `allowed` with what
/// they yield, if that is more.
pub(super) fn best_place(
    case: &FieldCase<'_, '_, '_>,
    allowed: &dyn Fn(&SelectorForm) -> bool,
) -> Option<(Outcome, Vec<Alternative>, Outcome)> {
    let now = case.outcome(case.field.clone());
    let (tried, outcome) = best_form(case, allowed)?;
    if case.mean(&outcome.right) <= case.mean(&now.right) + 0.03 {
        return None;
    }
    let (select, outcome) = case.ordered(tried.form.alternative, outcome);
    Some((now, select, outcome))
}

impl Outcome {
    /// The field.
    pub fn field(&self) -> &FieldRule {
        &self.field
    }

    /// The value of each site.
    pub fn values(&self) -> &[Option<Value>] {
        &self.values
    }
}

impl FieldCase<'_, '_, '_> {
    /// What a changed field yields.
    pub(super) fn outcome(&self, field: FieldRule) -> Outcome {
        let mut values = (self.run)(&field);
        values.resize(self.search.sites.len(), None);
        let right = (0..values.len()).map(|site| {
            let value = values.get(site).and_then(Option::as_ref);
            let (element, take) = self.source(&field, site);
            self.search.rightness(site, value, element, take.as_deref())
        });
        Outcome {
            right: right.collect(),
            values: values.clone(),
            field,
        }
    }

    /// The source of a field's value on a site.
    pub(crate) fn source(
        &self,
        field: &FieldRule,
        site: usize,
    ) -> (Option<ElementIndex>, Option<String>) {
        let Some(site) = self.search.sites.get(site) else {
            return (None, None);
        };
        let scope = (self.search.in_records).then_some(site.range.start);
        let found = field.select.iter().find_map(|alternative| {
            let elements = selector(alternative)?.matching(site.lens.page, scope);
            let first = elements.into_iter().find(|e| {
                let text = raw(site.lens, *e, alternative.take.as_deref());
                text.is_some_and(|t| !t.trim().is_empty())
            })?;
            Some((first, alternative.take.clone()))
        });
        match found {
            Some((element, take)) => (Some(element), take),
            None => (None, None),
        }
    }

    fn weight(&self, site: usize) -> f64 {
        match self.search.sites.get(site).map(|s| &s.expected) {
            Some(Expected::Value(_)) => 1.0,
            Some(Expected::Unknown) => 0.6,
            _ => 0.5,
        }
    }

    pub(super) fn mean(&self, right: &[f64]) -> f64 {
        let weights: f64 = (0..right.len()).map(|s| self.weight(s)).sum();
        let sum: f64 = right
            .iter()
            .enumerate()
            .map(|(s, r)| self.weight(s) * r)
            .sum();
        if weights > 0.0 { sum / weights } else { 0.0 }
    }

    /// The rightness on the sites for which `wanted` holds.
    fn part_of(&self, right: &[f64], wanted: impl Fn(&Expected) -> bool) -> Vec<f64> {
        let sites = self.search.sites.iter().zip(right);
        let part = sites.filter(|(site, _)| wanted(&site.expected));
        part.map(|(_, right)| *right).collect()
    }

    fn works(&self, now: &Outcome) -> bool {
        let known = self.part_of(&now.right, |e| matches!(e, Expected::Value(_)));
        let unknown = self.part_of(&now.right, |e| matches!(e, Expected::Unknown));
        let absent = self.part_of(&now.right, |e| matches!(e, Expected::Absent));
        let good = |right: &[f64], least: f64| right.is_empty() || mean(right) >= least;
        good(&known, WORKS)
            && good(&unknown, WORKS_UNKNOWN)
            && good(&absent, 0.5)
            && !self.is_boilerplate(now)
    }

    fn is_boilerplate(&self, outcome: &Outcome) -> bool {
        let values = outcome.values.iter().flatten().map(Value::joined);
        let values: Vec<String> = values.collect();
        self.search.profile.varies && self.search.is_boilerplate(&values)
    }

    /// The best outcome of a form, with the rule's steps, without them, or with steps that strip
    /// the text around the value.
    fn prove(&self, tried: &Tried) -> Option<Outcome> {
        let mut alternative = tried.form.alternative.clone();
        if self.page_wide {
            alternative = absolute(alternative)?;
        }
        let mut steps = vec![self.field.transform.clone()];
        if !self.field.transform.is_empty() {
            steps.push(Vec::new());
        }
        let with = |transform: Vec<TransformStep>| FieldRule {
            select: vec![alternative.clone()],
            transform,
            ..self.field.clone()
        };
        let mut outcomes: Vec<Outcome> = steps.into_iter().map(|s| self.outcome(with(s))).collect();
        let exact = |o: &Outcome| self.mean(&o.right) > 0.97;
        if !outcomes.iter().any(exact)
            && self.search.profile.kind == FieldType::Text
            && let Some(steps) = self.cutting(tried)
        {
            outcomes.push(self.outcome(with(steps)));
        }
        // A label before the value costs little likeness, but no old value began with one.
        let told = self
            .search
            .sites
            .iter()
            .any(|s| matches!(s.expected, Expected::Value(_)));
        let better = |best: Outcome, next: Outcome| {
            let cut = !told && !next.field.transform.is_empty();
            let least = self.mean(&best.right) + if cut { -0.02 } else { 0.01 };
            if self.mean(&next.right) > least {
                next
            } else {
                best
            }
        };
        let best = outcomes.into_iter().reduce(better)?;
        (!self.is_boilerplate(&best)).then_some(best)
    }

    /// The confidence of the outcome.
    pub(super) fn confidence(&self, outcome: &Outcome) -> f64 {
        let known = self.part_of(&outcome.right, |e| matches!(e, Expected::Value(_)));
        let unknown = self.part_of(&outcome.right, |e| matches!(e, Expected::Unknown));
        let absent = self.part_of(&outcome.right, |e| matches!(e, Expected::Absent));
        let calm = if absent.is_empty() {
            1.0
        } else {
            0.7 + 0.3 * mean(&absent)
        };
        if known.is_empty() {
            // Every further page on which it is plausible makes coincidence less likely.
            let many = 1.0 - 0.5_f64.powf(count(unknown.len()) - 1.0);
            return mean(&unknown) * (0.75 + 0.25 * many) * calm;
        }
        let agreed = mean(&known);
        let pages = 1.0 - 0.45_f64.powf(count(known.len()));
        // One page on which it is wrong outweighs one on which it is right.
        let mut confidence = agreed.powf(1.5) * (0.62 + 0.38 * pages);
        let values = self.search.sites.iter().filter_map(|s| match &s.expected {
            Expected::Value(value) => Some(squeeze(&value.joined())),
            _ => None,
        });
        let values: HashSet<String> = values.collect();
        let telling = values.len() > 1 || values.iter().any(|v| v.chars().count() > 8);
        if !telling {
            // A short value may appear anywhere by coincidence.
            confidence *= 0.85;
        }
        if !unknown.is_empty() {
            confidence *= 0.75 + 0.25 * (mean(&unknown) / 0.7).min(1.0);
        }
        confidence * calm
    }

    /// The effect on each new page.
    pub(super) fn changes(&self, before: &Outcome, after: &Outcome) -> Vec<RepairChange> {
        let mut changes: Vec<RepairChange> = Vec::new();
        let of = |values: &[Option<Value>], site: usize| {
            let value = values.get(site).and_then(Option::as_ref);
            value.map(texts).unwrap_or_default()
        };
        for (number, site) in self.search.sites.iter().enumerate() {
            let Some(new) = self.ground.new.get(site.page) else {
                continue;
            };
            let expected = match &site.expected {
                Expected::Value(value) => texts(value),
                _ => Vec::new(),
            };
            let (old, now) = (of(&before.values, number), of(&after.values, number));
            match changes.last_mut().filter(|c| c.page == new.number) {
                Some(change) => {
                    change.expected.extend(expected);
                    change.before.extend(old);
                    change.after.extend(now);
                }
                None => changes.push(RepairChange {
                    page: new.number,
                    url: new.lens.page.url().to_string(),
                    expected,
                    before: old,
                    after: now,
                }),
            }
        }
        changes
    }

    fn reasons(&self, before: &Outcome, after: &Outcome) -> Vec<Message> {
        let mut why = vec![self.what_is_wrong(before)];
        let known = self.part_of(&after.right, |e| matches!(e, Expected::Value(_)));
        if !known.is_empty() {
            let same = known.iter().filter(|r| **r >= 0.9).count();
            why.push(
                Message::new("repair-same-values")
                    .with("same", same)
                    .with("all", known.len()),
            );
        }
        let unknown = self.part_of(&after.right, |e| matches!(e, Expected::Unknown));
        if !unknown.is_empty() {
            let sample = after.values.iter().flatten().next().map(Value::joined);
            why.push(
                Message::new("repair-looks-alike")
                    .with("pages", unknown.len())
                    .with("value", quote(&sample.unwrap_or_default())),
            );
        }
        why
    }

    /// What is wrong with what the field yields.
    pub(super) fn what_is_wrong(&self, before: &Outcome) -> Message {
        let found = before.values.iter().flatten().count();
        if found == 0 {
            return Message::new("repair-finds-nothing").with("pages", before.values.len());
        }
        if self.is_boilerplate(before) {
            let same = before.values.iter().flatten().next().map(Value::joined);
            return Message::new("repair-same-everywhere")
                .with("value", quote(&same.unwrap_or_default()));
        }
        let wrong = self
            .search
            .sites
            .iter()
            .zip(&before.values)
            .zip(&before.right);
        let mut wrong = wrong.filter(|(_, right)| **right < 0.9);
        let instance = wrong.find_map(|((site, value), _)| {
            let expected = match &site.expected {
                Expected::Value(value) => value.joined(),
                _ => String::new(),
            };
            value.as_ref().map(|value| (expected, value.joined()))
        });
        match instance {
            Some((expected, found)) if expected.is_empty() => {
                Message::new("repair-finds-unlike").with("found", quote(&found))
            }
            Some((expected, found)) => Message::new("repair-finds-wrong")
                .with("found", quote(&found))
                .with("expected", quote(&expected)),
            None => Message::new("repair-finds-too-little")
                .with("found", found)
                .with("pages", before.values.len()),
        }
    }

    fn not_found(&self, before: &Outcome) -> Message {
        let sample = self.search.sites.iter().find_map(|s| match &s.expected {
            Expected::Value(value) => Some(value.joined()),
            _ => None,
        });
        let sample = sample.unwrap_or_else(|| self.search.profile.sample.clone());
        Message::new("repair-not-found")
            .with("part", self.part.name())
            .with("value", quote(&sample))
            .with("wrong", self.what_is_wrong(before))
    }
}
