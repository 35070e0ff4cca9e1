//! The selectors of a list's items and of their links: which are tried, which of them finds the
//! expected links best. Input: the list of the rule, the links expected on new pages. Output:
//! proposals for both together.

use std::collections::HashSet;

use super::super::candidates::places::ValuePlace;
use super::super::candidates::selector_forms::{SelectorForm, forms};
use super::super::value_comparison::{address_key, count, harmonic};

use super::super::candidates::trial_rule::{Trial, selector};
use super::super::content::text_coverage::regions;
use super::super::field::profile::mean;
use super::super::pages::RepairData;
use super::super::record::joined;
use super::super::{Proposal, Repair, RepairChange, RulePart, THRESHOLD};
use super::target_list::TargetList;
use crate::authoring::repair::candidates::thresholds::list::{MAX_ITEMS, MAX_LINKS, MAX_VISITS};
use crate::authoring::samples::PageKind;
use crate::messages::Message;
use crate::page::ElementIndex;
use crate::rules::{Alternative, ListRule, RuleFile};

/// A list of the rule with the pages that it is repaired on.
pub(super) struct ListRepair<'b, 'g, 'a> {
    pub ground: &'b RepairData<'a>,
    pub file: &'b RuleFile,
    pub wanted: Vec<TargetList<'g, 'a>>,
}

impl ListRepair<'_, '_, '_> {
    fn trial(&self, list: &ListRule) -> Option<Trial> {
        let mut file = self.file.clone();
        file.list = Some(ListRule {
            fields: Vec::new(),
            next: None,
            ..list.clone()
        });
        Trial::frame(&file)
    }

    /// How right the list is on each new page, 0 to 1.
    pub(super) fn rightness(&self, list: &ListRule) -> Vec<f64> {
        let Some(trial) = self.trial(list) else {
            return vec![0.0; self.wanted.len()];
        };
        let each = self.wanted.iter().map(|wanted| {
            let found = trial.list(wanted.new.lens.page, self.ground.now);
            let keys: Vec<String> = found.items.iter().map(|i| address_key(&i.url)).collect();
            wanted.rightness(&keys, found.items_without_link)
        });
        each.collect()
    }

    /// What the list yields on each new page.
    pub(super) fn yielded(&self, list: &ListRule) -> Vec<Vec<String>> {
        let Some(trial) = self.trial(list) else {
            return vec![Vec::new(); self.wanted.len()];
        };
        let each = self.wanted.iter().map(|wanted| {
            let found = trial.list(wanted.new.lens.page, self.ground.now);
            found.items.into_iter().map(|i| i.url.into()).collect()
        });
        each.collect()
    }

    /// Proposes selectors of items and links, or says why there are none.
    pub(super) fn repair_list(&self, list: &ListRule, now: &[f64], repair: &mut Repair) {
        let found: usize = self.wanted.iter().map(|w| w.keys.len()).sum();
        let best = self.best(list);
        let (score, changed) = match best {
            Some(best) if found > 0 => best,
            _ => {
                self.mark_broken(list, repair);
                return;
            }
        };
        let changed = self.widened(&changed);
        let then = self.rightness(&changed);
        let known: usize = self.wanted.iter().map(|w| w.known).sum();
        let told = count(known) / count(found.max(1));
        let many = 1.0 - 0.6_f64.powf(count(found));
        let confidence = mean(&then) * (0.6 + 0.4 * told.max(0.5)) * (0.6 + 0.4 * many);
        if confidence < THRESHOLD || mean(&then) < mean(now) + 0.02 || score <= 0.0 {
            self.mark_broken(list, repair);
            return;
        }
        let changed = self.for_both(list, changed);
        let (before, after) = (self.yielded(list), self.yielded(&changed));
        let pages = self.wanted.iter().zip(before.into_iter().zip(after));
        let pages: Vec<RepairChange> = pages
            .map(|(wanted, (before, after))| RepairChange {
                page: wanted.new.number,
                url: wanted.new.lens.page.url().to_string(),
                expected: wanted
                    .new
                    .twin
                    .iter()
                    .flat_map(|t| t.items.iter().map(|i| i.url.to_string()))
                    .collect(),
                before,
                after,
            })
            .collect();
        let why = vec![
            Message::new("repair-links-found")
                .with("links", found)
                .with("known", known)
                .with("pages", pages.len()),
        ];
        let mut push = |part: RulePart, old: Vec<Alternative>, new: Alternative| {
            if old.first() == Some(&new) {
                repair.works(part, pages.len());
                return;
            }
            repair.propose(Proposal {
                part,
                old,
                new: vec![new],
                transform: None,
                strip: Vec::new(),
                pages: pages.clone(),
                confidence,
                doubtful: false,
                why: why.clone(),
            });
        };
        if let Some(item) = &changed.item {
            push(
                RulePart::ListItem,
                list.item.iter().cloned().collect(),
                item.clone(),
            );
        }
        push(
            RulePart::ListLink,
            vec![list.link.clone()],
            changed.link.clone(),
        );
    }

    /// Says that items and links are broken, and why.
    pub(super) fn mark_broken(&self, list: &ListRule, repair: &mut Repair) {
        let mut refused = self.wanted.iter();
        let refused = refused.find_map(|w| self.ground.links.refused(&w.new.lens));
        let why = match refused {
            Some(url) => Message::new("repair-refused-links").with("url", url.as_str()),
            None => Message::new("repair-no-links").with("pages", self.wanted.len()),
        };
        if list.item.is_some() {
            repair.broken(RulePart::ListItem, why.clone());
        }
        repair.broken(RulePart::ListLink, why);
    }

    /// One rule for both layouts, if that changes nothing on the new pages.
    fn for_both(&self, old: &ListRule, new: ListRule) -> ListRule {
        let mut joint = new.clone();
        if let (Some(a), Some(b)) = (&old.item, &new.item)
            && a != b
        {
            let Some(item) = joined(a, b) else {
                return new;
            };
            joint.item = Some(item);
        }
        if old.link != new.link {
            let Some(link) = joined(&old.link, &new.link) else {
                return new;
            };
            joint.link = link;
        }
        let on_old = |list: &ListRule| {
            let trial = self.trial(list);
            let olds = self.ground.old_of(PageKind::List);
            let same = olds.iter().filter(|o| {
                let found = trial.as_ref().map(|t| t.list(o.lens.page, self.ground.now));
                let found = found.unwrap_or_default().items;
                found
                    .iter()
                    .map(|i| &i.url)
                    .eq(o.known.items.iter().map(|i| &i.url))
            });
            same.count()
        };
        let same = self.yielded(&joint) == self.yielded(&new);
        if same && on_old(&joint) > on_old(&new) {
            joint
        } else {
            new
        }
    }

    /// The best list rule with its score.
    fn best(&self, list: &ListRule) -> Option<(f64, ListRule)> {
        let mut best: Option<(f64, ListRule)> = None;
        let mut offer = |changed: ListRule, stability: f64| {
            let score = mean(&self.rightness(&changed)) + 0.05 * stability;
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, changed));
            }
        };
        if list.item.is_none() {
            for (form, _) in self.links(None) {
                let link = form.alternative.clone();
                offer(
                    ListRule {
                        link,
                        ..list.clone()
                    },
                    form.stability,
                );
            }
            return best;
        }
        let old = list.item.clone().and_then(|alternative| {
            Some(SelectorForm {
                selector: selector(&alternative)?,
                alternative,
                stability: 1.5,
            })
        });
        for item in old.into_iter().chain(self.items()) {
            for (form, _) in self.links(Some(&item)) {
                let changed = ListRule {
                    item: Some(item.alternative.clone()),
                    link: form.alternative.clone(),
                    ..list.clone()
                };
                offer(changed, 0.6 * item.stability + 0.4 * form.stability);
            }
        }
        best
    }

    /// The list with a second alternative for what the first misses, if one helps: a headline
    /// article is often separate from the others.
    fn widened(&self, list: &ListRule) -> ListRule {
        let mut best = (mean(&self.rightness(list)), list.clone());
        for (wanted, found) in self.wanted.iter().zip(self.yielded(list)) {
            let found: HashSet<String> = (found.iter())
                .filter_map(|url| Some(address_key(&url::Url::parse(url).ok()?)))
                .collect();
            let missed = wanted.keys.iter().find(|key| !found.contains(*key));
            let first = |key: &String| wanted.anchors.get(key)?.first().copied();
            let Some(anchor) = missed.and_then(first) else {
                continue;
            };
            let anchors: Vec<ElementIndex> = wanted.keys.iter().filter_map(first).collect();
            let lens = &wanted.new.lens;
            let region = regions(lens, &anchors)
                .into_iter()
                .find(|region| lens.within(*region).contains(&anchor));
            let whole = 0..lens.len();
            let Some(region) = region.filter(|_| list.item.is_some()) else {
                for form in forms(lens, &ValuePlace::text(anchor), &whole)
                    .into_iter()
                    .take(self.most(MAX_LINKS))
                {
                    let link = joined(&list.link, &form.alternative);
                    self.keep_better(&mut best, list.item.clone(), link, list);
                }
                continue;
            };
            for item in forms(lens, &ValuePlace::text(region), &whole)
                .into_iter()
                .take(self.most(MAX_ITEMS))
            {
                let both = list
                    .item
                    .as_ref()
                    .and_then(|i| joined(i, &item.alternative));
                self.keep_better(&mut best, both.clone(), Some(list.link.clone()), list);
                let links = forms(lens, &ValuePlace::text(anchor), &lens.within(region));
                for link in links.into_iter().take(self.most(MAX_LINKS)) {
                    let link = joined(&list.link, &link.alternative);
                    self.keep_better(&mut best, both.clone(), link, list);
                }
            }
        }
        best.1
    }

    fn keep_better(
        &self,
        best: &mut (f64, ListRule),
        item: Option<Alternative>,
        link: Option<Alternative>,
        list: &ListRule,
    ) {
        let Some(link) = link.filter(|_| item.is_some() == list.item.is_some()) else {
            return;
        };
        let changed = ListRule {
            item,
            link,
            ..list.clone()
        };
        let score = mean(&self.rightness(&changed));
        if score > best.0 + 0.001 {
            *best = (score, changed);
        }
    }

    /// Selectors of the items, those with exactly one link each first.
    fn items(&self) -> Vec<SelectorForm> {
        let mut all: Vec<(f64, SelectorForm)> = Vec::new();
        for wanted in self.wanted.iter().take(3) {
            let lens = &wanted.new.lens;
            let whole = 0..lens.len();
            let anchors: Vec<ElementIndex> = (wanted.keys.iter())
                .filter_map(|key| wanted.anchors.get(key)?.first().copied())
                .collect();
            if anchors.len() < 2 {
                continue;
            }
            let regions = regions(lens, &anchors);
            let middle = regions.len() / 2;
            let examples = [regions.get(middle), regions.first(), regions.last()];
            for region in examples.into_iter().flatten() {
                let inner = lens
                    .children(*region)
                    .filter(|c| !wanted.inside(&lens.within(*c)).is_empty());
                for element in std::iter::once(*region).chain(inner.take(1)) {
                    for mut form in forms(lens, &ValuePlace::text(element), &whole) {
                        // The element HTML defines for items also holds for items not seen here.
                        if form.alternative.css.as_deref() == Some("article") {
                            form.stability = 1.0;
                        }
                        if all.iter().any(|(_, f)| f.alternative == form.alternative) {
                            continue;
                        }
                        let score = self.holds(&form) + 0.1 * form.stability;
                        all.push((score, form));
                    }
                }
            }
        }
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all.into_iter()
            .take(self.most(MAX_ITEMS))
            .map(|(_, form)| form)
            .collect()
    }

    /// How well a form's matches are items: each holds one wanted address, and all are held.
    fn holds(&self, form: &SelectorForm) -> f64 {
        let each = self.wanted.iter().map(|wanted| {
            let lens = &wanted.new.lens;
            let found = form.selector.matching(lens.page, None);
            let mut held: HashSet<&String> = HashSet::new();
            let mut single = 0;
            for element in &found {
                let mut inside = wanted.inside(&lens.within(*element)).iter();
                if let Some((_, key)) = inside.next()
                    && inside.all(|(_, other)| other == key)
                {
                    single += usize::from(held.insert(key));
                }
            }
            let recall = count(held.len()) / count(wanted.keys.len().max(1));
            harmonic(recall, count(single) / count(found.len().max(1)))
        });
        mean(&each.collect::<Vec<f64>>())
    }

    /// Selectors of the links inside items, best first.
    fn links(&self, item: Option<&SelectorForm>) -> Vec<(SelectorForm, f64)> {
        let mut all: Vec<(SelectorForm, f64)> = Vec::new();
        for wanted in self.wanted.iter().take(3) {
            let lens = &wanted.new.lens;
            let items = item.map(|i| i.selector.matching(lens.page, None));
            for key in wanted.keys.iter().take(2).chain(wanted.keys.last()) {
                let Some(anchor) = wanted.anchors.get(key).and_then(|a| a.first()) else {
                    continue;
                };
                let scope = match &items {
                    None => 0..lens.len(),
                    Some(items) => {
                        let around = items.iter().map(|i| lens.within(*i));
                        match around.rev().find(|r| r.contains(anchor)) {
                            Some(scope) => scope,
                            None => continue,
                        }
                    }
                };
                if scope.start == *anchor {
                    all.extend(itself());
                    continue;
                }
                for mut form in forms(lens, &ValuePlace::text(*anchor), &scope) {
                    if is_headline(&form.alternative) {
                        form.stability = 1.0;
                    }
                    if !all.iter().any(|(f, _)| f.alternative == form.alternative) {
                        let stability = form.stability;
                        all.push((form, stability));
                    }
                }
            }
        }
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        all.truncate(self.most(MAX_LINKS));
        all
    }

    /// How many selectors to try: fewer on lists so long that each is expensive.
    fn most(&self, usual: usize) -> usize {
        let elements: u32 = self.wanted.iter().map(|w| w.new.lens.len()).sum();
        let room = MAX_VISITS / usize::try_from(elements.max(1)).unwrap_or(usize::MAX);
        usual.min(room.max(3))
    }
}

/// Whether a selector means "the link of the heading" and nothing else: separate items have one
/// too, though without its classes.
fn is_headline(link: &Alternative) -> bool {
    let css = link.css.as_deref().and_then(|css| css.strip_suffix(" a"));
    matches!(css, Some("h1" | "h2" | "h3" | "h4" | "h5" | "h6"))
}

/// The item itself as the link.
fn itself() -> Option<(SelectorForm, f64)> {
    let alternative = Alternative {
        css: Some(":scope".to_owned()),
        ..Alternative::default()
    };
    let form = SelectorForm {
        selector: selector(&alternative)?,
        alternative,
        stability: 0.9,
    };
    Some((form, 0.9))
}
