//! The search for a field's selector: places that may hold the value give forms, and the form that
//! is right on all pages wins.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::places::{ValuePlace, date_likeness, known, likely, raw};
use super::selector_forms::{SelectorForm, forms};
use super::trial_rule::ValueReader;
use crate::authoring::repair::candidates::thresholds::field_search::{
    MAX_MATCHES, MAX_SEEDS, MAX_VISITS, SEEDS_PER_SITE,
};
use crate::authoring::repair::field::profile::{Profile, element_features, mean};
use crate::authoring::repair::pages::index::ElementTexts;
use crate::authoring::repair::value_comparison::{agreement, count, squeeze, texts};
use crate::model::Value;
use crate::page::ElementIndex;
use crate::rules::FieldType;

/// What is known of a value before the new page is read.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::authoring::repair) enum Expected {
    /// Nothing: the page has no twin.
    Unknown,
    /// The twin had no value.
    Absent,
    /// The twin had this value.
    Value(Value),
}

/// A page, or one record of it.
pub(in crate::authoring::repair) struct SearchScope<'g, 'a> {
    /// The page.
    pub lens: &'g ElementTexts<'a>,
    /// The part of it that selectors search.
    pub range: Range<ElementIndex>,
    /// The page's index in the ground.
    pub page: usize,
    /// The expected value.
    pub expected: Expected,
}

/// A search for one field.
pub(in crate::authoring::repair) struct FieldSearch<'s, 'g, 'a> {
    /// The profile of the field.
    pub profile: &'s Profile,
    /// Parses values.
    pub reader: &'s ValueReader,
    /// Whether it takes all matches.
    pub many: bool,
    /// Whether ranges are records, not pages.
    pub in_records: bool,
    /// Where to search.
    pub sites: Vec<SearchScope<'g, 'a>>,
    likeness: RefCell<HashMap<(usize, ValuePlace), f64>>,
}

/// A form with its score.
pub(in crate::authoring::repair) struct Tried {
    /// The form.
    pub form: SelectorForm,
    /// 0 to about 1.1, stability included.
    pub score: f64,
}

impl<'s, 'g, 'a> FieldSearch<'s, 'g, 'a> {
    /// A search over `sites`.
    pub fn new(
        profile: &'s Profile,
        reader: &'s ValueReader,
        many: bool,
        in_records: bool,
        sites: Vec<SearchScope<'g, 'a>>,
    ) -> Self {
        Self {
            profile,
            reader,
            many,
            in_records,
            sites,
            likeness: RefCell::default(),
        }
    }

    /// The highest-scoring forms, best first.
    pub fn best(&self, most: usize) -> Vec<Tried> {
        let mut seen = HashSet::new();
        let mut tried: Vec<Tried> = Vec::new();
        let elements: usize = self.sites.iter().map(|s| s.range.len()).sum();
        let mut tries = MAX_VISITS / elements.max(1);
        for (site, spot, _) in self.seeds() {
            let Some(site) = self.sites.get(site) else {
                continue;
            };
            let whole = 0..site.lens.len();
            let scope = if self.in_records { &site.range } else { &whole };
            for form in forms(site.lens, &spot, scope) {
                let key = (
                    form.alternative.css.clone(),
                    form.alternative.xpath.clone(),
                    spot.take.clone(),
                );
                if tries == 0 || !seen.insert(key) {
                    continue;
                }
                tries -= 1;
                let score = self.score(&form);
                if score > 0.0 {
                    tried.push(Tried { form, score });
                }
            }
        }
        tried.sort_by(|a, b| b.score.total_cmp(&a.score));
        tried.truncate(most);
        tried
    }

    /// Places to start from, the most certain of each site first.
    pub fn seeds(&self) -> Vec<(usize, ValuePlace, f64)> {
        let mut by_rank: Vec<Vec<(usize, ValuePlace, f64)>> = vec![Vec::new(); SEEDS_PER_SITE];
        for (number, site) in self.sites.iter().enumerate() {
            let mut spots = self.spots(number, site);
            spots.sort_by(|a, b| b.1.total_cmp(&a.1));
            for (rank, (spot, score)) in spots.into_iter().take(SEEDS_PER_SITE).enumerate() {
                if let Some(list) = by_rank.get_mut(rank) {
                    list.push((number, spot, score));
                }
            }
        }
        for list in &mut by_rank {
            list.sort_by(|a, b| b.2.total_cmp(&a.2));
        }
        // Most pages agree with each other, so a few of each rank suffice.
        let share = MAX_SEEDS / 4;
        let mut seeds: Vec<(usize, ValuePlace, f64)> = Vec::new();
        for list in by_rank {
            let room = share.min(MAX_SEEDS - seeds.len().min(MAX_SEEDS));
            seeds.extend(list.into_iter().take(room));
        }
        seeds
    }

    fn spots(&self, number: usize, site: &SearchScope<'g, 'a>) -> Vec<(ValuePlace, f64)> {
        match &site.expected {
            Expected::Absent => Vec::new(),
            Expected::Unknown => likely(site.lens, &site.range, self.profile, self.reader),
            Expected::Value(value) => {
                let all = texts(value);
                let wanted = all.iter().take(if self.many { 3 } else { 1 });
                let found = wanted.flat_map(|text| {
                    known(site.lens, &site.range, self.profile.kind, text, self.reader)
                });
                found
                    .map(|(spot, agreement)| {
                        let likeness = self.likeness(number, site, &spot, "");
                        (spot, 0.65 * agreement + 0.35 * likeness)
                    })
                    .collect()
            }
        }
    }

    fn likeness(
        &self,
        number: usize,
        site: &SearchScope<'g, 'a>,
        spot: &ValuePlace,
        text: &str,
    ) -> f64 {
        let key = (number, spot.clone());
        if text.is_empty()
            && let Some(known) = self.likeness.borrow().get(&key)
        {
            return *known;
        }
        let as_it_stands = text.is_empty();
        let seen = element_features(site.lens, spot.element);
        let text = if text.is_empty() {
            spot.raw(site.lens).unwrap_or_default()
        } else {
            text.to_owned()
        };
        let likeness = if self.profile.kind == FieldType::Date {
            date_likeness(self.profile, &seen, &text)
        } else if matches!(site.expected, Expected::Unknown)
            && !self.profile.is_announced(&seen, &text)
        {
            0.0
        } else {
            self.profile.likeness(&seen, &text)
        };
        if as_it_stands {
            self.likeness.borrow_mut().insert(key, likeness);
        }
        likeness
    }

    /// The score of a form over all sites.
    fn score(&self, form: &SelectorForm) -> f64 {
        let mut by_page: HashMap<usize, Vec<ElementIndex>> = HashMap::new();
        let mut sum = 0.0;
        let mut weights = 0.0;
        let mut values: Vec<String> = Vec::new();
        let mut crowded = 0;
        for (number, site) in self.sites.iter().enumerate() {
            let relative = form.alternative.xpath.is_some() && self.in_records;
            let inside: Vec<ElementIndex> = if relative {
                form.selector
                    .matching(site.lens.page, Some(site.range.start))
            } else {
                let all = by_page
                    .entry(site.page)
                    .or_insert_with(|| form.selector.matching(site.lens.page, None));
                all.iter()
                    .copied()
                    .filter(|e| site.range.contains(e))
                    .collect()
            };
            let weight = match site.expected {
                Expected::Value(_) => 1.0,
                Expected::Unknown => 0.6,
                Expected::Absent => 0.5,
            };
            let (right, value) =
                self.judge(number, site, &inside, form.alternative.take.as_deref());
            crowded += usize::from(!self.many && inside.len() > 1);
            sum += weight * right;
            weights += weight;
            values.extend(value);
            // A form that fails on the first pages is not tried on the others.
            if number == 2 && sum == 0.0 {
                return 0.0;
            }
        }
        if weights == 0.0 {
            return 0.0;
        }
        let crowd = count(crowded) / count(self.sites.len());
        let mut right = sum / weights;
        if self.profile.varies && self.is_boilerplate(&values) {
            right *= 0.3;
        }
        right + 0.12 * form.stability - 0.05 * crowd
    }

    /// Whether values are the same on all pages and differ from every earlier value.
    pub fn is_boilerplate(&self, values: &[String]) -> bool {
        let pages: HashSet<usize> = self.sites.iter().map(|s| s.page).collect();
        let different: HashSet<String> = values.iter().map(|v| squeeze(v)).collect();
        let known = self
            .sites
            .iter()
            .any(|s| matches!(s.expected, Expected::Value(_)));
        let seen = |value: &String| {
            value
                .split(" | ")
                .any(|part| self.profile.seen.contains(&squeeze(part)))
        };
        pages.len() > 1
            && values.len() > 1
            && different.len() == 1
            && !known
            && !values.iter().any(seen)
    }

    /// Scores the matches on one site and returns the value they yield.
    fn judge(
        &self,
        number: usize,
        site: &SearchScope<'g, 'a>,
        matches: &[ElementIndex],
        take: Option<&str>,
    ) -> (f64, Option<String>) {
        let mut found: Vec<(ValuePlace, String)> = Vec::new();
        for element in matches.iter().take(MAX_MATCHES) {
            let value = raw(site.lens, *element, take)
                .and_then(|raw| self.reader.value(site.lens.page, self.profile.kind, &raw));
            if let Some(value) = value {
                let take = take.map(str::to_owned);
                let element = *element;
                found.push((ValuePlace { element, take }, value));
                if !self.many {
                    break;
                }
            }
        }
        let first = found.first().map(|(_, value)| value.clone());
        let alike = || {
            let each = found.iter().take(6);
            let each = each.map(|(spot, _)| self.likeness(number, site, spot, ""));
            mean(&each.collect::<Vec<f64>>())
        };
        let right = match (&site.expected, first.is_some()) {
            (Expected::Value(_), false) => 0.0,
            (Expected::Absent, false) => 1.0,
            (Expected::Absent, true) => 0.25,
            (Expected::Unknown, false) => 0.8 * (1.0 - self.profile.filled),
            (Expected::Unknown, true) => alike(),
            (Expected::Value(expected), true) => {
                let values = found.iter().map(|(_, value)| value.clone());
                let value = if self.many {
                    Value::Many(values.collect())
                } else {
                    Value::One(first.clone().unwrap_or_default())
                };
                let agrees = agreement(self.profile.kind, expected, &value);
                if agrees > 0.0 {
                    agrees * (0.85 + 0.15 * alike())
                } else {
                    0.0
                }
            }
        };
        let whole: Vec<String> = found.into_iter().map(|(_, value)| value).collect();
        (right, (!whole.is_empty()).then(|| whole.join(" | ")))
    }

    /// Scores a finished value on a site; `element` is its source, if known.
    pub fn rightness(
        &self,
        number: usize,
        value: Option<&Value>,
        element: Option<ElementIndex>,
        take: Option<&str>,
    ) -> f64 {
        let Some(site) = self.sites.get(number) else {
            return 0.0;
        };
        let value = value.filter(|v| !v.is_blank());
        match (&site.expected, value) {
            (Expected::Value(expected), Some(value)) => {
                agreement(self.profile.kind, expected, value)
            }
            (Expected::Value(_), None) => 0.0,
            (Expected::Absent, None) => 1.0,
            (Expected::Absent, Some(_)) => 0.25,
            (Expected::Unknown, None) => 0.8 * (1.0 - self.profile.filled),
            (Expected::Unknown, Some(value)) => element.map_or(0.5, |element| {
                let take = take.map(str::to_owned);
                // A date is judged by the line that contains it.
                let text = match self.profile.kind {
                    FieldType::Date => String::new(),
                    _ => value.joined(),
                };
                self.likeness(number, site, &ValuePlace { element, take }, &text)
            }),
        }
    }
}
