//! Converts what was learned to a rule file: the first ways of each field become alternatives.

use super::learning_types::{Learned, LearnedField, Ranked};
use crate::rules::{Alternative, FieldRule, RecordRule, RuleFile};

/// The maximum number of alternatives of a field.
const MAX_ALTERNATIVES: usize = 3;
/// A further alternative runs on pages where the earlier ones found nothing; an unstable one would
/// find something wrong there.
const MIN_STABILITY: f64 = 0.55;

/// `base` with the fields and the record of `learned`; its other sections stay. Fields of `base`
/// that were not picked stay too.
pub fn to_rule(learned: &Learned, base: &RuleFile) -> RuleFile {
    let mut file = base.clone();
    if let Some(record) = &learned.record {
        let next = file.record.take().and_then(|record| record.next);
        file.record = Some(RecordRule {
            item: record.alternative.clone(),
            next,
        });
    }
    for field in &learned.fields {
        let rule = rule(field);
        match file.fields.iter_mut().find(|old| old.name == field.name) {
            Some(old) => *old = rule,
            None => file.fields.push(rule),
        }
    }
    file
}

fn rule(field: &LearnedField) -> FieldRule {
    FieldRule {
        name: field.name.clone(),
        select: alternatives(&field.ranked),
        required: field.required,
        many: field.many,
        kind: field.kind,
        transform: field.transform.clone(),
        ..FieldRule::default()
    }
}

fn alternatives(ranked: &[Ranked]) -> Vec<Alternative> {
    let further = ranked
        .iter()
        .skip(1)
        .filter(|one| one.stability >= MIN_STABILITY);
    let chosen = ranked.iter().take(1).chain(further);
    chosen
        .take(MAX_ALTERNATIVES)
        .map(|one| one.alternative.clone())
        .collect()
}
