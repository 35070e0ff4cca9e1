//! Builds the profile of a field from what the old pages held: form, place, names and how often it was there.

use std::collections::HashSet;

use super::profile::{Profile, element_features};
use crate::authoring::field_words;
use crate::authoring::repair::candidates::places::{ValuePlace, known, raw};
use crate::authoring::repair::candidates::thresholds::field::MAX_EXAMPLES;
use crate::authoring::repair::candidates::trial_rule::{ValueReader, selector};
use crate::authoring::repair::pages::RepairData;
use crate::authoring::repair::pages::index::{ElementTexts, Zone};
use crate::authoring::repair::value_comparison::{agreement, count, squeeze, texts};
use crate::authoring::samples::PageKind;
use crate::model::{DefaultColumn, Value};
use crate::page::ElementIndex;
use crate::rules::{FieldRule, FieldType};

/// Learns a field's profile from the old pages.
pub(super) fn learn(ground: &RepairData<'_>, field: &FieldRule, in_records: bool) -> Profile {
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
pub(in crate::authoring::repair) struct ProfileBuilder<'f> {
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
        lens: &ElementTexts<'_>,
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
        lens: &ElementTexts<'_>,
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
