//! Repairs fields: whether each still yields its values, and what would. Input: the ground and
//! the rule as repaired so far. Output: a proposal or a verdict for each field.
//!
//! Below: the `proposal` for one field, what the pages state of it, its profile and how that is built,
//! and columns without a rule. Where candidates for a field come from is in `../candidates/`.

pub(super) mod build_profile;
mod declared_values;
pub(super) mod generic_columns;
mod kept_alternatives;
pub(super) mod profile;
pub(super) mod proposal;

use super::candidates::trial_rule::{Trial, ValueReader};
use super::candidates::{Expected, FieldSearch, SearchScope};
use super::pages::RepairData;
use super::record::{self, RecordScope};
use super::{Repair, RulePart, apply};
use crate::authoring::samples::PageKind;
use crate::messages::Message;
use crate::model::Value;
use crate::rules::{FieldRule, RuleFile};
use build_profile::learn;
use declared_values::Statements;
use proposal::{FieldCase, FieldVerdict, repair_field};

/// Repairs every field of the content pages.
pub(super) fn repair(ground: &RepairData<'_>, file: &mut RuleFile, repair: &mut Repair) {
    let no_new = ground.new_of(PageKind::Content).is_empty();
    let scopes = record::scopes(ground, file);
    for place in 0..file.fields.len() {
        let Some(field) = file.fields.get(place).cloned() else {
            break;
        };
        let part = RulePart::Field(field.name.clone());
        if no_new {
            repair.unknown(part, Message::new("repair-no-new-content"));
            continue;
        }
        if field.item.is_some() {
            nested(ground, file, &scopes, &field, repair);
            continue;
        }
        let in_records = file.record.is_some() && !is_page_wide(ground, &field);
        let (profile, reader) = (
            learn(ground, &field, in_records),
            ValueReader::of(file, ground.now),
        );
        let sites = sites(ground, &scopes, &field, in_records);
        let search = FieldSearch::new(&profile, &reader, field.many, in_records, sites);
        let before = file.clone();
        let case = FieldCase {
            ground,
            part: &part,
            field: &field,
            search: &search,
            page_wide: file.record.is_some() && !in_records,
            run: &|changed| run(ground, &before, &scopes, changed, in_records),
            run_old: &|changed| run_old(ground, &before, changed),
        };
        let mut verdict = repair_field(&case);
        if !in_records && let Some(statements) = Statements::of(ground, &field) {
            verdict = statements.reviewed(&case, verdict);
        }
        match verdict {
            FieldVerdict::Works => repair.works(part, search.sites.len()),
            FieldVerdict::Unknown(why) => repair.unknown(part, why),
            FieldVerdict::Broken(why) => repair.broken(part, why),
            FieldVerdict::Proposed(proposal) => {
                apply::to_file(file, &proposal);
                repair.propose(*proposal);
            }
        }
    }
}

/// A list inside a record is not repaired; only what is still found is reported.
fn nested(
    ground: &RepairData<'_>,
    file: &RuleFile,
    scopes: &[RecordScope<'_, '_>],
    field: &FieldRule,
    repair: &mut Repair,
) {
    let part = RulePart::Field(field.name.clone());
    let found = run(ground, file, scopes, field, file.record.is_some());
    let filled = |value: &Option<Value>| value.as_ref().is_some_and(|v| !v.is_blank());
    let now = found.iter().filter(|value| filled(value)).count();
    let known = run_old(ground, file, field);
    if now > 0 {
        repair.works(part, now);
    } else if known.iter().any(|(expected, _)| filled(expected)) {
        repair.broken(part, Message::new("repair-nested"));
    } else {
        let why = Message::new("repair-never-found").with("part", part.name());
        repair.unknown(part, why);
    }
}

/// The values a changed field yields on every site.
fn run(
    ground: &RepairData<'_>,
    file: &RuleFile,
    scopes: &[RecordScope<'_, '_>],
    field: &FieldRule,
    in_records: bool,
) -> Vec<Option<Value>> {
    let Some(trial) = Trial::field(file, field) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (page, new) in ground.new.iter().enumerate() {
        let here = scopes.iter().filter(|s| s.page == page).count();
        if here == 0 {
            continue;
        }
        let values = trial.values(new.lens.page, &field.name, ground.now);
        if in_records {
            let mut values = values.into_iter();
            found.extend((0..here).map(|_| values.next().flatten()));
        } else {
            found.push(values.into_iter().next().flatten());
        }
    }
    found
}

/// The expected values of a field on old pages and those a changed field yields there.
fn run_old(
    ground: &RepairData<'_>,
    file: &RuleFile,
    field: &FieldRule,
) -> Vec<(Option<Value>, Option<Value>)> {
    let Some(trial) = Trial::field(file, field) else {
        return Vec::new();
    };
    let mut pairs = Vec::new();
    for old in ground.old_of(PageKind::Content) {
        let found = trial.values(old.lens.page, &field.name, ground.now);
        if found.len() != old.known.records.len() {
            continue;
        }
        for (record, found) in old.known.records.iter().zip(found) {
            let expected = record.iter().find(|(name, _)| *name == field.name);
            pairs.push((expected.map(|(_, v)| v.clone()), found));
        }
    }
    pairs
}

/// The sites of a field: records or whole pages.
fn sites<'g, 'a>(
    ground: &'g RepairData<'a>,
    scopes: &[RecordScope<'_, '_>],
    field: &FieldRule,
    in_records: bool,
) -> Vec<SearchScope<'g, 'a>> {
    let mut sites: Vec<SearchScope<'g, 'a>> = Vec::new();
    for scope in scopes {
        if !in_records && sites.iter().any(|s| s.page == scope.page) {
            continue;
        }
        let Some(new) = ground.new.get(scope.page) else {
            continue;
        };
        let value = |record: &[(String, Value)]| {
            let value = record.iter().find(|(name, _)| *name == field.name);
            match value.filter(|(_, v)| !v.is_blank()) {
                Some((_, value)) => Expected::Value(value.clone()),
                None => Expected::Absent,
            }
        };
        sites.push(SearchScope {
            lens: &new.lens,
            range: if in_records {
                scope.range.clone()
            } else {
                0..new.lens.len()
            },
            page: scope.page,
            expected: scope.record.map_or(Expected::Unknown, value),
        });
    }
    sites
}

/// Whether a field has the same value in all records of a page, such as a thread's title.
fn is_page_wide(ground: &RepairData<'_>, field: &FieldRule) -> bool {
    let mut told = false;
    for old in ground.old_of(PageKind::Content) {
        let values = old.known.records.iter().map(|record| {
            let value = record.iter().find(|(name, _)| *name == field.name);
            value.map(|(_, v)| v)
        });
        let mut values = values.collect::<Vec<_>>();
        values.dedup();
        if values.len() > 1 {
            return false;
        }
        told |= old.known.records.len() > 1;
    }
    let absolute =
        |a: &crate::rules::Alternative| a.xpath.as_deref().is_some_and(|x| x.starts_with('/'));
    told && field.select.iter().all(absolute)
}
