//! The container of records: which are tried, which of them holds the known records.

use super::super::candidates::places::{ValuePlace, dates};
use super::super::candidates::selector_forms::{SelectorForm, forms};
use super::super::candidates::trial_rule::{ValueReader, selector};
use super::super::content::text_coverage::{TargetText, TextCover, regions};
use super::super::field::profile::mean;
use super::super::pages::index::{ElementTexts, Zone};
use super::super::pages::{New, RepairData};
use super::super::value_comparison::{count, harmonic, squeeze};
use super::super::{Proposal, Repair, RepairChange, RulePart, THRESHOLD, apply};
use crate::authoring::repair::candidates::thresholds::record::{MAX_EXAMPLES, SAME_RECORD};
use crate::authoring::samples::PageKind;
use crate::messages::Message;
use crate::model::{DefaultColumn, Value};
use crate::page::ElementIndex;
use crate::rules::{Alternative, RuleFile};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A range of a new page in which fields are searched.
pub(in crate::authoring::repair) struct RecordScope<'g, 'a> {
    /// The page's index in the ground.
    pub page: usize,
    /// Its index among the records of the page.
    pub place: usize,
    /// A container, or the whole page.
    pub range: Range<ElementIndex>,
    /// What it yielded before, if known.
    pub record: Option<&'a [(String, Value)]>,
    marker: std::marker::PhantomData<&'g ()>,
}

/// The records of all new content pages, or the pages themselves.
pub(in crate::authoring::repair) fn scopes<'g, 'a>(
    ground: &'g RepairData<'a>,
    file: &RuleFile,
) -> Vec<RecordScope<'g, 'a>> {
    let container = file.record.as_ref().and_then(|r| selector(&r.item));
    let mut scopes = Vec::new();
    for (page, new) in ground.new.iter().enumerate() {
        if new.kind != PageKind::Content {
            continue;
        }
        let first = scopes.len();
        let mut add = |range: Range<ElementIndex>, record: Option<&'a [(String, Value)]>| {
            scopes.push(RecordScope {
                page,
                place: 0,
                range,
                record,
                marker: std::marker::PhantomData,
            });
        };
        match &container {
            None => {
                let record = new.twin.and_then(|twin| twin.records.first());
                add(0..new.lens.len(), record.map(Vec::as_slice));
            }
            Some(container) => {
                let found = container.matching(new.lens.page, None);
                let same = same_records(new, &found);
                for (element, record) in found.into_iter().zip(same) {
                    let record = record.and_then(|r| new.twin?.records.get(r));
                    add(new.lens.within(element), record.map(Vec::as_slice));
                }
            }
        }
        for (place, scope) in scopes.iter_mut().skip(first).enumerate() {
            scope.place = place;
        }
    }
    scopes
}

pub(super) fn text_of(record: &[(String, Value)]) -> String {
    let text = record
        .iter()
        .find(|(name, _)| name == DefaultColumn::Text.token());
    text.map(|(_, value)| value.joined()).unwrap_or_default()
}

/// For each container, the record of the twin that it shows.
pub(super) fn same_records(new: &New<'_>, containers: &[ElementIndex]) -> Vec<Option<usize>> {
    let mut same = vec![None; containers.len()];
    let Some(twin) = new.twin else {
        return same;
    };
    let mut taken: HashSet<usize> = HashSet::new();
    for (number, record) in twin.records.iter().enumerate() {
        let text = text_of(record);
        let wanted = TargetText::of(&text);
        if wanted.is_empty() {
            continue;
        }
        let cover = TextCover::of(&new.lens, &wanted);
        let shown = |place: usize| {
            let element = containers.get(place).copied().unwrap_or_default();
            cover.shares(&[new.lens.span(element)]).0
        };
        let free = (0..containers.len()).filter(|p| !taken.contains(p));
        let best = free
            .map(|place| (shown(place), place))
            .fold(
                (0.0, 0),
                |best, next| {
                    if next.0 > best.0 { next } else { best }
                },
            );
        if best.0 >= SAME_RECORD {
            taken.insert(best.1);
            if let Some(slot) = same.get_mut(best.1) {
                *slot = Some(number);
            }
        }
    }
    same
}

/// Repairs `record.item`.
pub(in crate::authoring::repair) fn repair(
    ground: &RepairData<'_>,
    file: &mut RuleFile,
    repair: &mut Repair,
) {
    let Some(record) = file.record.clone() else {
        return;
    };
    let part = RulePart::RecordItem;
    let pages: Vec<LocatedRecord> = (ground.new.iter().enumerate())
        .filter(|(_, new)| new.kind == PageKind::Content)
        .map(|(page, new)| LocatedRecord::of(ground, page, new))
        .collect();
    if pages.is_empty() {
        repair.unknown(part, Message::new("repair-no-new-content"));
        return;
    }
    let old = selector(&record.item);
    let matches = |page: usize, form: &crate::select::Selector| {
        let new = ground.new.get(page);
        new.map(|new| form.matching(new.lens.page, None))
            .unwrap_or_default()
    };
    let right = |form: &crate::select::Selector| {
        let each = pages
            .iter()
            .map(|p| p.rightness(ground, &matches(p.page, form)));
        mean(&each.collect::<Vec<f64>>())
    };
    let before = old.as_ref().map_or(0.0, right);
    if before >= 0.9 {
        repair.works(part, pages.len());
        return;
    }
    let best = examples(ground, &pages)
        .into_iter()
        .map(|form| (right(&form.selector) + 0.1 * form.stability, form))
        .fold(None, |best: Option<(f64, SelectorForm)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        });
    let after = best.as_ref().map_or(0.0, |(_, form)| right(&form.selector));
    let known = pages.iter().filter(|p| p.known).count();
    let confidence = if known > 0 {
        after * (0.7 + 0.3 * (1.0 - 0.5_f64.powf(count(known))))
    } else {
        after * (0.5 + 0.25 * (1.0 - 0.5_f64.powf(count(pages.len()))))
    };
    let Some((_, form)) = best.filter(|_| confidence >= THRESHOLD && after > before + 0.05) else {
        repair.broken(part, Message::new("repair-no-records"));
        return;
    };
    let changes = pages.iter().filter_map(|p| {
        let new = ground.new.get(p.page)?;
        let shown = |elements: Vec<ElementIndex>| {
            let text = |e: &ElementIndex| {
                let text = crate::page::inner_text(new.lens.page, *e);
                super::super::outcome_messages::quote(&text)
            };
            elements.iter().take(20).map(text).collect::<Vec<String>>()
        };
        Some(RepairChange {
            page: new.number,
            url: new.lens.page.url().to_string(),
            expected: Vec::new(),
            before: shown(old.as_ref().map(|o| matches(p.page, o)).unwrap_or_default()),
            after: shown(matches(p.page, &form.selector)),
        })
    });
    let item = both(ground, &record.item, &form.alternative);
    let proposal = Proposal {
        part,
        old: vec![record.item.clone()],
        new: vec![item],
        transform: None,
        strip: Vec::new(),
        pages: changes.collect(),
        confidence,
        doubtful: false,
        why: vec![
            Message::new("repair-records-found")
                .with(
                    "records",
                    pages
                        .iter()
                        .map(|p| matches(p.page, &form.selector).len())
                        .sum::<usize>(),
                )
                .with("pages", pages.len()),
        ],
    };
    apply::to_file(file, &proposal);
    repair.propose(proposal);
}

/// One selector for both layouts, if the new one finds nothing on old pages.
pub(super) fn both(ground: &RepairData<'_>, old: &Alternative, new: &Alternative) -> Alternative {
    joined(old, new)
        .filter(|joint| {
            let same = |wanted: &Alternative, pages: Vec<&ElementTexts<'_>>| {
                pages.iter().all(|lens| {
                    let find = |a: &Alternative| selector(a).map(|s| s.matching(lens.page, None));
                    find(joint) == find(wanted)
                })
            };
            let olds = ground.old_of(PageKind::Content);
            let news = ground.new_of(PageKind::Content);
            same(old, olds.iter().map(|o| &o.lens).collect())
                && same(new, news.iter().map(|n| &n.lens).collect())
        })
        .unwrap_or_else(|| new.clone())
}

/// Combines two selectors of one language into one that finds what either finds.
pub(in crate::authoring::repair) fn joined(
    old: &Alternative,
    new: &Alternative,
) -> Option<Alternative> {
    if old.take != new.take {
        return None;
    }
    let (css, xpath) = match (&old.css, &new.css, &old.xpath, &new.xpath) {
        (Some(a), Some(b), _, _) => (Some(format!("{b}, {a}")), None),
        (_, _, Some(a), Some(b)) => (None, Some(format!("{b} | {a}"))),
        _ => return None,
    };
    Some(Alternative {
        css,
        xpath,
        ..new.clone()
    })
}

/// Where the records of a page are.
pub(super) struct LocatedRecord {
    /// The page's index in the ground.
    page: usize,
    /// An element of each record.
    elements: Vec<ElementIndex>,
    /// Whether they are known from before.
    known: bool,
}

impl LocatedRecord {
    fn of(ground: &RepairData<'_>, page: usize, new: &New<'_>) -> Self {
        let whole = 0..new.lens.len();
        if let Some(twin) = new.twin {
            let texts = twin.records.iter().map(|r| TargetText::of(&text_of(r)));
            let places = texts.filter(|w| !w.is_empty()).filter_map(|wanted| {
                let (element, fit) = TextCover::of(&new.lens, &wanted).best(&new.lens, &whole)?;
                (fit >= 0.5).then_some(element)
            });
            let mut elements: Vec<ElementIndex> = places.collect();
            elements.sort_unstable();
            elements.dedup();
            return Self {
                page,
                elements,
                known: true,
            };
        }
        Self {
            page,
            elements: repeated_dates(ground, &new.lens),
            known: false,
        }
    }

    /// Scores containers: each holds one located element, and all are held.
    fn rightness(&self, ground: &RepairData<'_>, containers: &[ElementIndex]) -> f64 {
        let Some(new) = ground.new.get(self.page) else {
            return 0.0;
        };
        if containers.is_empty() || self.elements.is_empty() {
            return f64::from(u8::from(containers.is_empty() && self.elements.is_empty()));
        }
        let held = |container: &ElementIndex| {
            let range = new.lens.within(*container);
            let inside = self.elements.iter().filter(|e| range.contains(e));
            inside.count()
        };
        let single = containers.iter().filter(|c| held(c) == 1).count();
        let nested = containers
            .windows(2)
            .filter(|w| matches!(w, [a, b] if new.lens.within(*a).contains(b)));
        let good = single.saturating_sub(nested.count());
        let room = self.room(&new.lens, containers);
        let recall = count(good.min(self.elements.len())) / count(self.elements.len());
        // An advertisement between the posts does no harm.
        let precision = 0.5 + 0.5 * count(good) / count(containers.len());
        harmonic(recall, precision) * room
    }

    /// Whether the containers are as large as possible: the text alone has no author.
    fn room(&self, lens: &ElementTexts<'_>, containers: &[ElementIndex]) -> f64 {
        if self.elements.len() < 2 {
            return 1.0;
        }
        let all: usize = regions(lens, &self.elements)
            .iter()
            .map(|r| lens.span(*r).len())
            .sum();
        let own: usize = containers.iter().map(|c| lens.span(*c).len()).sum();
        0.6 + 0.4 * (count(own) / count(all.max(1))).min(1.0)
    }
}

/// Dates that repeat at the same kind of place.
pub(super) fn repeated_dates(
    ground: &RepairData<'_>,
    lens: &ElementTexts<'_>,
) -> Vec<ElementIndex> {
    let reader = ValueReader::of(ground.rule.file(), ground.now);
    let mut groups: HashMap<String, Vec<ElementIndex>> = HashMap::new();
    for (spot, _) in dates(lens, &(0..lens.len()), &reader) {
        if lens.zone(spot.element) != Zone::Main
            || squeeze(&spot.raw(lens).unwrap_or_default()).is_empty()
        {
            continue;
        }
        let path: Vec<&str> = lens
            .around(spot.element)
            .take(8)
            .map(|e| lens.tag(e))
            .collect();
        let group = groups.entry(path.join("<")).or_default();
        if group.last() != Some(&spot.element) {
            group.push(spot.element);
        }
    }
    let most = groups
        .into_values()
        .max_by_key(|g| (g.len(), std::cmp::Reverse(g.first().copied())));
    most.filter(|g| g.len() > 1).unwrap_or_default()
}

/// Selectors of the containers.
pub(super) fn examples(ground: &RepairData<'_>, pages: &[LocatedRecord]) -> Vec<SelectorForm> {
    let mut all: Vec<SelectorForm> = Vec::new();
    for located in pages.iter().filter(|p| p.elements.len() > 1).take(4) {
        let Some(new) = ground.new.get(located.page) else {
            continue;
        };
        let whole = 0..new.lens.len();
        // The first is often separate.
        let regions = regions(&new.lens, &located.elements);
        for region in regions.into_iter().rev().take(MAX_EXAMPLES) {
            for inner in new
                .lens
                .around(region)
                .take(1)
                .chain(new.lens.children(region).take(2))
            {
                let spot = ValuePlace {
                    element: inner,
                    take: None,
                };
                for form in forms(&new.lens, &spot, &whole) {
                    let known = |f: &SelectorForm| f.alternative == form.alternative;
                    if !all.iter().any(known) {
                        all.push(form);
                    }
                }
            }
        }
    }
    all
}
