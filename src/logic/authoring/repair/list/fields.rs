//! Fields read from list items: whether each still yields its values, and what would. Input: the
//! ground and the list as repaired. Output: proposals, as for the fields of content pages.

use std::collections::HashMap;

use url::Url;

use crate::authoring::repair::candidates::trial_rule::{Trial, ValueReader, selector};
use crate::authoring::repair::candidates::{Expected, FieldSearch, SearchScope};
use crate::authoring::repair::field::build_profile::ProfileBuilder;
use crate::authoring::repair::field::proposal::{FieldCase, FieldVerdict, repair_field};
use crate::authoring::repair::pages::RepairData;
use crate::authoring::repair::value_comparison::address_key;
use crate::authoring::repair::{Repair, RulePart, apply};
use crate::authoring::samples::PageKind;
use crate::model::Value;
use crate::page::ElementIndex;
use crate::rules::{FieldRule, RuleFile};

/// Repairs the fields read from the list.
pub(super) fn repair(ground: &RepairData<'_>, file: &mut RuleFile, repair: &mut Repair) {
    let Some(list) = file.list.clone() else {
        return;
    };
    for field in &list.fields {
        let part = RulePart::ListField(field.name.clone());
        let reader = ValueReader::of(file, ground.now);
        let profile = profile(ground, field);
        let places = item_places(ground, file);
        let sites: Vec<SearchScope<'_, '_>> = places
            .iter()
            .filter_map(|p| p.site(ground, field))
            .collect();
        let search = FieldSearch::new(&profile, &reader, field.many, true, sites);
        let before = file.clone();
        let case = FieldCase {
            ground,
            part: &part,
            field,
            search: &search,
            page_wide: false,
            run: &|changed| run(ground, &before, &places, changed),
            run_old: &|_| Vec::new(),
        };
        match repair_field(&case) {
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

/// An item on a new list.
struct ItemPlace {
    page: usize,
    element: ElementIndex,
    url: Url,
}

impl ItemPlace {
    fn site<'g, 'a>(
        &self,
        ground: &'g RepairData<'a>,
        field: &FieldRule,
    ) -> Option<SearchScope<'g, 'a>> {
        let new = ground.new.get(self.page)?;
        let key = address_key(&self.url);
        let olds = ground.old_of(PageKind::List);
        let items = olds.iter().flat_map(|o| &o.known.items);
        let old = items.into_iter().find(|item| address_key(&item.url) == key);
        let expected = old.map_or(Expected::Unknown, |item| {
            let value = item.fields.iter().find(|(name, _)| *name == field.name);
            match value.filter(|(_, v)| !v.is_blank()) {
                Some((_, value)) => Expected::Value(value.clone()),
                None => Expected::Absent,
            }
        });
        Some(SearchScope {
            lens: &new.lens,
            range: new.lens.within(self.element),
            page: self.page,
            expected,
        })
    }
}

fn item_places(ground: &RepairData<'_>, file: &RuleFile) -> Vec<ItemPlace> {
    let mut places = Vec::new();
    let item = file
        .list
        .as_ref()
        .and_then(|l| l.item.as_ref())
        .and_then(selector);
    let (Some(trial), Some(item)) = (Trial::frame(file), item) else {
        return places;
    };
    for (page, new) in ground.new.iter().enumerate() {
        if new.kind != PageKind::List {
            continue;
        }
        let found = trial.list(new.lens.page, ground.now);
        let elements = item.matching(new.lens.page, None);
        // Items without a link or with a duplicate link are not listed.
        if found.items.len() == elements.len() {
            let items = elements.into_iter().zip(found.items);
            places.extend(items.map(|(element, item)| ItemPlace {
                page,
                element,
                url: item.url,
            }));
        }
    }
    places
}

fn run(
    ground: &RepairData<'_>,
    file: &RuleFile,
    places: &[ItemPlace],
    field: &FieldRule,
) -> Vec<Option<Value>> {
    let mut file = file.clone();
    if let Some(list) = &mut file.list {
        list.fields = vec![FieldRule {
            default: None,
            required: false,
            ..field.clone()
        }];
    }
    let Some(trial) = Trial::listed(&file) else {
        return Vec::new();
    };
    let mut pages: HashMap<usize, Vec<crate::authoring::repair::OldItem>> = HashMap::new();
    let value = |place: &ItemPlace| {
        let items = pages.entry(place.page).or_insert_with(|| {
            let new = ground.new.get(place.page);
            let found = new
                .map(|n| trial.list(n.lens.page, ground.now))
                .unwrap_or_default();
            let items = found.items.into_iter();
            items
                .map(|i| crate::authoring::repair::OldItem {
                    url: i.url,
                    fields: i.fields,
                })
                .collect()
        });
        let item = items.iter().find(|i| i.url == place.url)?;
        item.fields.first().map(|(_, value)| value.clone())
    };
    places.iter().map(value).collect()
}

fn profile(
    ground: &RepairData<'_>,
    field: &FieldRule,
) -> crate::authoring::repair::field::profile::Profile {
    let reader = ValueReader::of(ground.rule.file(), ground.now);
    let item = ground
        .rule
        .file()
        .list
        .as_ref()
        .and_then(|l| l.item.as_ref());
    let item = item.and_then(selector);
    let mut student = ProfileBuilder::new(field);
    for old in ground.old_of(PageKind::List) {
        let elements = item.as_ref().map(|i| i.matching(old.lens.page, None));
        let elements = elements.filter(|e| e.len() == old.known.items.len());
        for (place, item) in old.known.items.iter().enumerate() {
            let element = elements.as_ref().and_then(|e| e.get(place));
            let range = element.map_or(0..old.lens.len(), |e| old.lens.within(*e));
            let value = item.fields.iter().find(|(name, _)| *name == field.name);
            let value = value.map(|(_, v)| v).filter(|v| !v.is_blank());
            student.take(&old.lens, &range, value, &reader);
        }
    }
    student.finish()
}
