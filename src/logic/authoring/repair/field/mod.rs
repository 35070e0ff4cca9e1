//! Repairs fields: whether each still yields its values, and what would. Input: the ground and
//! the rule as repaired so far. Output: a proposal or a verdict for each field.
//!
//! Below: the `proposal` for one field, what the pages state of it, its profile, and columns without
//! a rule. Where candidates for a field come from is in `../candidates/`.

mod declared_values;
pub(super) mod generic_columns;
mod kept_alternatives;
pub(super) mod profile;
pub(super) mod proposal;

use std::collections::HashSet;

use super::candidates::places::{ValuePlace, known, raw};
use super::candidates::trial_rule::{Trial, ValueReader, selector};
use super::candidates::{Expected, FieldSearch, SearchScope};
use super::pages::RepairData;
use super::pages::index::Zone;
use super::record::{self, RecordScope};
use super::value_comparison::{agreement, count, squeeze, texts};
use profile::{Profile, element_features};

use super::{Repair, RulePart, apply};
use crate::authoring::field_words;
use crate::authoring::repair::thresholds::field::MAX_EXAMPLES;
use crate::authoring::samples::PageKind;
use crate::messages::Message;
use crate::model::{DefaultColumn, Value};
use crate::page::ElementIndex;
use crate::rules::{FieldRule, FieldType, RuleFile};

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

/// Learns a field's profile from the old pages.
fn learn(ground: &RepairData<'_>, field: &FieldRule, in_records: bool) -> Profile {
    let reader = ValueReader::of(ground.rule.file(), ground.now);
    let container = ground.rule.file().record.as_ref();
    let container = container
        .filter(|_| in_records)
        .and_then(|r| selector(&r.item));
    let mut student = ProfileBuilder::new(field);
    for old in ground.old_of(PageKind::Content) {
        let containers = container.as_ref().map(|c| c.matching(old.lens.page, None));
        for (place, record) in old.known.records.iter().enumerate() {
            let range = match &containers {
                Some(all) if all.len() == old.known.records.len() => {
                    all.get(place).map(|c| old.lens.within(*c))
                }
                _ => None,
            };
            let range = range.unwrap_or(0..old.lens.len());
            let value = record.iter().find(|(name, _)| *name == field.name);
            let value = value.map(|(_, v)| v).filter(|v| !v.is_blank());
            student.take(&old.lens, &range, value, &reader);
        }
    }
    student.finish()
}

/// Builds a profile.
pub(super) struct ProfileBuilder<'f> {
    field: &'f FieldRule,
    profile: Profile,
    asked: usize,
    main: usize,
    located: usize,
    headlines: usize,
    wholes: HashSet<String>,
}

impl<'f> ProfileBuilder<'f> {
    /// Starts with what the field's name means.
    pub fn new(field: &'f FieldRule) -> Self {
        let kind = if field.name == DefaultColumn::Date.token() {
            FieldType::Date
        } else {
            field.kind
        };
        let mut wanted = field_words::of_name(&field.name);
        if wanted.is_empty() && kind == FieldType::Date {
            wanted = field_words::meaning("published");
        }
        Self {
            field,
            profile: Profile {
                kind,
                meanings: wanted,
                names: field_words::meaningful_words(&field.name)
                    .into_iter()
                    .collect(),
                chars: (usize::MAX, 0),
                ..Profile::default()
            },
            asked: 0,
            main: 0,
            located: 0,
            headlines: 0,
            wholes: HashSet::new(),
        }
    }

    /// Adds one old value with its place.
    pub fn take(
        &mut self,
        lens: &super::pages::index::ElementTexts<'_>,
        range: &std::ops::Range<ElementIndex>,
        value: Option<&Value>,
        reader: &ValueReader,
    ) {
        self.asked += 1;
        let Some(value) = value else {
            return;
        };
        if self.profile.size >= MAX_EXAMPLES {
            return;
        }
        self.profile.size += 1;
        if self.profile.sample.is_empty() {
            self.profile.sample = value.joined();
        }
        let title = &lens.title;
        self.wholes.insert(squeeze(&value.joined()));
        for text in texts(value) {
            let chars = text.chars().count();
            self.profile.chars.0 = self.profile.chars.0.min(chars);
            self.profile.chars.1 = self.profile.chars.1.max(chars);
            self.profile.announced |= field_words::announcing(&text).is_some();
            let letters = squeeze(&text);
            let headline = letters.chars().count() > 3 && title.contains(&letters);
            self.headlines += usize::from(
                headline && !self.field.many && self.field.name == DefaultColumn::Title.token(),
            );
            self.profile.seen.insert(letters);
        }
        let Some(spot) = self.place(lens, range, value, reader) else {
            return;
        };
        let seen = element_features(lens, spot.element);
        self.located += 1;
        self.main += usize::from(seen.zone == Zone::Main);
        // The first two suffice for all; the others would only repeat or blur them.
        if self.located <= 6 {
            self.profile.meanings = if self.profile.meanings.is_empty() {
                seen.meanings
            } else {
                self.profile.meanings
            };
            self.profile.names.extend(seen.names);
            self.profile.tags.insert(seen.tag);
            self.profile.shapes.extend(seen.shape);
            if !seen.label.is_empty() {
                self.profile.labels.insert(seen.label);
            }
        }
    }

    /// The place where the old rule found the value, otherwise where it appears.
    fn place(
        &self,
        lens: &super::pages::index::ElementTexts<'_>,
        range: &std::ops::Range<ElementIndex>,
        value: &Value,
        reader: &ValueReader,
    ) -> Option<ValuePlace> {
        let kind = self.profile.kind;
        for alternative in &self.field.select {
            let Some(selector) = selector(alternative) else {
                continue;
            };
            let take = alternative.take.clone();
            let elements = selector.matching(lens.page, (range.start > 0).then_some(range.start));
            for element in elements.into_iter().filter(|e| range.contains(e)).take(8) {
                let found = raw(lens, element, take.as_deref())
                    .and_then(|raw| reader.value(lens.page, kind, &raw));
                let found = found.map(Value::One);
                if found.is_some_and(|found| agreement(kind, value, &found) > 0.2) {
                    return Some(ValuePlace { element, take });
                }
            }
        }
        let text = texts(value).into_iter().next()?;
        let places = known(lens, range, kind, &text, reader).into_iter();
        places
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(spot, _)| spot)
    }

    /// The profile.
    pub fn finish(self) -> Profile {
        let mut profile = self.profile;
        if profile.chars.0 == usize::MAX {
            profile.chars.0 = 0;
        }
        profile.varies = self.wholes.len() > 1;
        profile.in_main = 2 * self.main >= self.located && self.located > 0;
        profile.headline = 2 * self.headlines > profile.size;
        // A headline links to its own page, each to a different one.
        if profile.headline || profile.shapes.len() > 4 {
            profile.shapes.clear();
        }
        profile.filled = count(profile.size) / count(self.asked.max(1));
        profile
    }
}
