//! Lists: items, their links, and the fields read off them. Flows in: the ground. Flows out:
//! proposals for `list.item` and `list.link` together, since one means nothing without the other.

use std::collections::{HashMap, HashSet};

use url::Url;

use super::choose::{Expected, Search, Site};
use super::compare::{address_key, count, harmonic};
use super::cover::regions;
use super::field::Student;
use super::forms::{Form, forms};
use super::lens::{Lens, Zone};
use super::mend::{Case, Verdict, mend};
use super::pages::{Ground, Links, New};
use super::profile::mean;
use super::proof::{Reader, Trial, selector};
use super::record::joined;
use super::spots::Spot;
use super::{Change, Part, Proposal, Repair, THRESHOLD, apply};
use crate::logic::messages::Message;
use crate::logic::model::Value;
use crate::logic::page::ElementIndex;
use crate::logic::rules::{Alternative, FieldRule, ListRule, RuleFile};
use crate::logic::samples::PageKind;

/// Rightness from which a list works as it is.
const WORKS: f64 = 0.95;
/// Ways to find items that are tried with links.
const MAX_ITEMS: usize = 8;
/// Ways to find links that are tried with each of them.
const MAX_LINKS: usize = 10;

/// Repairs items and links, then the fields of the list.
pub(super) fn repair(ground: &Ground<'_>, file: &mut RuleFile, repair: &mut Repair) {
    let Some(list) = file.list.clone() else {
        return;
    };
    let news = ground.new_of(PageKind::List);
    let parts: Vec<Part> = (list.item.iter().map(|_| Part::ListItem))
        .chain([Part::ListLink])
        .collect();
    if news.is_empty() {
        for part in parts {
            repair.unknown(part, Message::new("repair-no-new-list"));
        }
        return;
    }
    let wanted: Vec<Wanted<'_, '_>> = news
        .iter()
        .map(|new| Wanted::of(&ground.links, new))
        .collect();
    let bench = Bench {
        ground,
        file,
        wanted,
    };
    let now = bench.rightness(&list);
    if mean(&now) >= WORKS {
        for part in parts {
            repair.works(part, news.len());
        }
    } else {
        bench.mend(&list, &now, repair);
        for proposal in &repair.proposals {
            apply::to_file(file, proposal);
        }
    }
    fields(ground, file, repair);
}

/// What a new list should yield.
struct Wanted<'g, 'a> {
    new: &'g New<'a>,
    /// Addresses in page order.
    keys: Vec<String>,
    /// Anchors of each, the best first.
    anchors: HashMap<String, Vec<ElementIndex>>,
    /// Every address that fits.
    fitting: HashSet<String>,
    /// How many are known from old lists.
    known: usize,
}

impl<'g, 'a> Wanted<'g, 'a> {
    fn of(links: &Links, new: &'g New<'a>) -> Self {
        let lens = &new.lens;
        let fitting: Vec<(ElementIndex, Url)> = links.on(lens);
        let key_of: Vec<(ElementIndex, String)> = fitting
            .iter()
            .map(|(e, url)| (*e, address_key(url)))
            .collect();
        let twin: HashSet<String> = (new.twin.iter())
            .flat_map(|t| t.items.iter().map(|item| address_key(&item.url)))
            .collect();
        let is_known = |key: &String| twin.contains(key) || links.known.contains(key);
        // Anchors at the same kind of place belong together.
        let mut groups: HashMap<String, Vec<&(ElementIndex, String)>> = HashMap::new();
        for entry in &key_of {
            groups.entry(place(lens, entry.0)).or_default().push(entry);
        }
        let weigh = |group: &Vec<&(ElementIndex, String)>| {
            let keys: HashSet<&String> = group.iter().map(|(_, key)| key).collect();
            let from_twin = keys.iter().filter(|k| twin.contains(**k)).count();
            let known = keys.iter().filter(|k| is_known(k)).count();
            let main = group
                .iter()
                .filter(|(e, _)| lens.zone(*e) == Zone::Main)
                .count();
            let letters: usize = group
                .iter()
                .map(|(e, _)| lens.squeezed(*e).len().min(60))
                .sum();
            let spoken = count(letters) / count(group.len());
            count(3 * from_twin + known + keys.len())
                * (0.3 + 0.7 * count(main) / count(group.len()))
                * (0.5 + spoken / 60.0)
        };
        let best = groups.values().max_by(|a, b| weigh(a).total_cmp(&weigh(b)));
        let mut chosen: HashSet<&String> = best
            .map(|group| group.iter().map(|(_, key)| key).collect())
            .unwrap_or_default();
        let here: HashSet<&String> = key_of
            .iter()
            .map(|(_, k)| k)
            .filter(|k| twin.contains(*k))
            .collect();
        if 2 * here.len() >= twin.len() && !here.is_empty() {
            // The twin says what belongs; what is new stands where most of that stands.
            chosen.extend(here.iter().copied());
            chosen.retain(|key| twin.contains(*key) || !links.known.contains(*key));
        }
        let mut keys: Vec<String> = Vec::new();
        let mut anchors: HashMap<String, Vec<ElementIndex>> = HashMap::new();
        for (element, key) in &key_of {
            if chosen.contains(key) {
                if !keys.contains(key) {
                    keys.push(key.clone());
                }
                anchors.entry(key.clone()).or_default().push(*element);
            }
        }
        for list in anchors.values_mut() {
            list.sort_by_key(|e| std::cmp::Reverse(prominence(lens, *e)));
        }
        Self {
            known: keys.iter().filter(|k| is_known(k)).count(),
            fitting: key_of.into_iter().map(|(_, key)| key).collect(),
            new,
            keys,
            anchors,
        }
    }

    /// How right a list of addresses is.
    fn rightness(&self, yielded: &[String], without_link: usize) -> f64 {
        if self.keys.is_empty() {
            return f64::from(u8::from(yielded.is_empty()));
        }
        let wanted: HashSet<&String> = self.keys.iter().collect();
        let hits = yielded.iter().filter(|k| wanted.contains(k)).count();
        let near = yielded
            .iter()
            .filter(|k| !wanted.contains(k) && self.fitting.contains(*k));
        let recall = count(hits) / count(wanted.len());
        let credit = count(hits) + 0.5 * count(near.count());
        let precision = credit / count(yielded.len().max(1));
        let all = yielded.len() + without_link;
        let idle = 0.1 * count(without_link) / count(all.max(1));
        let order: Vec<&String> = yielded.iter().filter(|k| wanted.contains(k)).collect();
        let in_order = order.iter().copied().eq(self.keys.iter());
        (harmonic(recall, precision) - idle).max(0.0) - if in_order { 0.0 } else { 0.01 }
    }
}

/// How much an anchor is the item's headline: in a heading, with a long text.
fn prominence(lens: &Lens<'_>, anchor: ElementIndex) -> usize {
    let heading = lens
        .around(anchor)
        .take(4)
        .any(|e| matches!(lens.tag(e), "h1" | "h2" | "h3" | "h4" | "h5" | "h6"));
    let main = lens.zone(anchor) == Zone::Main;
    200 * usize::from(heading) + 100 * usize::from(main) + lens.squeezed(anchor).len().min(90)
}

/// The kind of place an element stands at: tags from it up.
fn place(lens: &Lens<'_>, element: ElementIndex) -> String {
    let tags: Vec<&str> = lens.around(element).map(|e| lens.tag(e)).collect();
    tags.join("<")
}

struct Bench<'b, 'g, 'a> {
    ground: &'b Ground<'a>,
    file: &'b RuleFile,
    wanted: Vec<Wanted<'g, 'a>>,
}

impl Bench<'_, '_, '_> {
    fn trial(&self, list: &ListRule) -> Option<Trial> {
        let mut file = self.file.clone();
        file.list = Some(ListRule {
            fields: Vec::new(),
            next: None,
            ..list.clone()
        });
        Trial::frame(&file)
    }

    fn rightness(&self, list: &ListRule) -> Vec<f64> {
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

    fn yielded(&self, list: &ListRule) -> Vec<Vec<String>> {
        let Some(trial) = self.trial(list) else {
            return vec![Vec::new(); self.wanted.len()];
        };
        let each = self.wanted.iter().map(|wanted| {
            let found = trial.list(wanted.new.lens.page, self.ground.now);
            found.items.into_iter().map(|i| i.url.into()).collect()
        });
        each.collect()
    }

    fn mend(&self, list: &ListRule, now: &[f64], repair: &mut Repair) {
        let found: usize = self.wanted.iter().map(|w| w.keys.len()).sum();
        let best = self.best(list);
        let (score, changed) = match best {
            Some(best) if found > 0 => best,
            _ => {
                self.give_up(list, repair);
                return;
            }
        };
        let then = self.rightness(&changed);
        let known: usize = self.wanted.iter().map(|w| w.known).sum();
        let told = count(known) / count(found.max(1));
        let many = 1.0 - 0.6_f64.powf(count(found));
        let confidence = mean(&then) * (0.6 + 0.4 * told.max(0.5)) * (0.6 + 0.4 * many);
        if confidence < THRESHOLD || mean(&then) < mean(now) + 0.02 || score <= 0.0 {
            self.give_up(list, repair);
            return;
        }
        let changed = self.for_both(list, changed);
        let (before, after) = (self.yielded(list), self.yielded(&changed));
        let pages = self.wanted.iter().zip(before.into_iter().zip(after));
        let pages: Vec<Change> = pages
            .map(|(wanted, (before, after))| Change {
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
        let mut push = |part: Part, old: Vec<Alternative>, new: Alternative| {
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
                why: why.clone(),
            });
        };
        if let Some(item) = &changed.item {
            push(
                Part::ListItem,
                list.item.iter().cloned().collect(),
                item.clone(),
            );
        }
        push(
            Part::ListLink,
            vec![list.link.clone()],
            changed.link.clone(),
        );
    }

    fn give_up(&self, list: &ListRule, repair: &mut Repair) {
        let why = Message::new("repair-no-links").with("pages", self.wanted.len());
        if list.item.is_some() {
            repair.broken(Part::ListItem, why.clone());
        }
        repair.broken(Part::ListLink, why);
    }

    /// One rule for both layouts, where that changes nothing on the new pages.
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

    /// The list rule that does best, with its score.
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
            Some(Form {
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

    /// Forms of the items, those that hold one link each first.
    fn items(&self) -> Vec<Form> {
        let mut all: Vec<(f64, Form)> = Vec::new();
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
                    .filter(|c| anchors.iter().any(|a| lens.within(*c).contains(a)));
                for element in std::iter::once(*region).chain(inner.take(1)) {
                    let spot = Spot {
                        element,
                        take: None,
                    };
                    for form in forms(lens, &spot, &whole) {
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
            .take(MAX_ITEMS)
            .map(|(_, form)| form)
            .collect()
    }

    /// How well the matches of a form are items: each holds one wanted address, all are held.
    fn holds(&self, form: &Form) -> f64 {
        let each = self.wanted.iter().map(|wanted| {
            let lens = &wanted.new.lens;
            let found = form.selector.matching(lens.page, None);
            let mut held: HashSet<&String> = HashSet::new();
            let mut single = 0;
            for element in &found {
                let range = lens.within(*element);
                let inside: Vec<&String> = wanted
                    .anchors
                    .iter()
                    .filter(|(_, anchors)| anchors.iter().any(|a| range.contains(a)))
                    .map(|(key, _)| key)
                    .collect();
                if let [key] = inside.as_slice() {
                    single += usize::from(held.insert(key));
                }
            }
            let recall = count(held.len()) / count(wanted.keys.len().max(1));
            harmonic(recall, count(single) / count(found.len().max(1)))
        });
        mean(&each.collect::<Vec<f64>>())
    }

    /// Forms of the links inside items, best first.
    fn links(&self, item: Option<&Form>) -> Vec<(Form, f64)> {
        let mut all: Vec<(Form, f64)> = Vec::new();
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
                        match around.filter(|r| r.contains(anchor)).last() {
                            Some(scope) => scope,
                            None => continue,
                        }
                    }
                };
                if scope.start == *anchor {
                    all.extend(itself());
                    continue;
                }
                let spot = Spot {
                    element: *anchor,
                    take: None,
                };
                for form in forms(lens, &spot, &scope) {
                    if !all.iter().any(|(f, _)| f.alternative == form.alternative) {
                        let stability = form.stability;
                        all.push((form, stability));
                    }
                }
            }
        }
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        all.truncate(MAX_LINKS);
        all
    }
}

/// The item is the link itself.
fn itself() -> Option<(Form, f64)> {
    let alternative = Alternative {
        css: Some(":scope".to_owned()),
        ..Alternative::default()
    };
    let form = Form {
        selector: selector(&alternative)?,
        alternative,
        stability: 0.9,
    };
    Some((form, 0.9))
}

/// Repairs the fields read off the list.
fn fields(ground: &Ground<'_>, file: &mut RuleFile, repair: &mut Repair) {
    let Some(list) = file.list.clone() else {
        return;
    };
    for field in &list.fields {
        let part = Part::ListField(field.name.clone());
        let reader = Reader::of(file, ground.now);
        let profile = profile(ground, field);
        let places = item_places(ground, file);
        let sites: Vec<Site<'_, '_>> = places
            .iter()
            .filter_map(|p| p.site(ground, field))
            .collect();
        let search = Search::new(&profile, &reader, field.many, true, sites);
        let before = file.clone();
        let case = Case {
            ground,
            part: &part,
            field,
            search: &search,
            page_wide: false,
            run: &|changed| run(ground, &before, &places, changed),
            run_old: &|_| Vec::new(),
        };
        match mend(&case) {
            Verdict::Works => repair.works(part, search.sites.len()),
            Verdict::Unknown(why) => repair.unknown(part, why),
            Verdict::Broken(why) => repair.broken(part, why),
            Verdict::Proposed(proposal) => {
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
    fn site<'g, 'a>(&self, ground: &'g Ground<'a>, field: &FieldRule) -> Option<Site<'g, 'a>> {
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
        Some(Site {
            lens: &new.lens,
            range: new.lens.within(self.element),
            page: self.page,
            expected,
        })
    }
}

fn item_places(ground: &Ground<'_>, file: &RuleFile) -> Vec<ItemPlace> {
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
        // Items without a link or with one that came before are none.
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
    ground: &Ground<'_>,
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
    let mut pages: HashMap<usize, Vec<super::OldItem>> = HashMap::new();
    let value = |place: &ItemPlace| {
        let items = pages.entry(place.page).or_insert_with(|| {
            let new = ground.new.get(place.page);
            let found = new
                .map(|n| trial.list(n.lens.page, ground.now))
                .unwrap_or_default();
            let items = found.items.into_iter();
            items
                .map(|i| super::OldItem {
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

fn profile(ground: &Ground<'_>, field: &FieldRule) -> super::profile::Profile {
    let reader = Reader::of(ground.rule.file(), ground.now);
    let item = ground
        .rule
        .file()
        .list
        .as_ref()
        .and_then(|l| l.item.as_ref());
    let item = item.and_then(selector);
    let mut student = Student::new(field);
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
