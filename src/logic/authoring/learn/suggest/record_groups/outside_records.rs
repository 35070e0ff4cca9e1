//! Records outside their list's container: a featured first one, the other column, top stories
//! above more stories. Input: scored groups. Output: the same groups, some with the records
//! from outside, found by a selector that matches them all. It relies on headlines that link to
//! pages of the same kind and on the content of the boxes around them; sidebars, related and
//! popular stories, menus and footers stay out.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::page_boilerplate::{is_beside, is_further};
use super::super::tree::{At, Tree};
use super::first_post::kind_of_address;
use super::{Group, GroupSelector, paths, to_f64};
use crate::page::{Page, without_fragment};
use crate::select::generation::compound::{
    Compound, StepRelation, Steps, candidates, stable_classes, to_css,
};

/// The number of groups to which records from outside may be added.
const MAX_WHOLE: usize = 4;
/// The minimum number of records that show what a record of the list is.
const MIN_ITEMS: usize = 3;
/// The number of records compared.
const MAX_READ: usize = 40;
/// The number of elements read in one record.
const MAX_INSIDE: usize = 150;
/// The number of outside headlines inspected.
const MAX_HEADLINES: usize = 200;
/// The maximum number of levels between a headline and its record.
const MAX_LEVELS: usize = 8;
/// Levels above records searched for a common name.
const MAX_ABOVE: usize = 6;
/// The share of the records' common names and tags that an outside record must have.
const MIN_SHARE: f64 = 0.7;
/// Tags that indicate a part's role, in addition to headings.
const PARTS: [&str; 7] = ["a", "img", "time", "address", "abbr", "cite", "p"];

/// Adds the records from outside to the best groups that lack them.
pub fn add_outside(
    page: &Page,
    tree: &Tree<'_>,
    groups: &mut Vec<(Group, GroupSelector)>,
    most: usize,
) {
    let mut added = Vec::new();
    for (group, _) in groups.iter().take(MAX_WHOLE) {
        let is_list = group.companions == 0 && !group.beside && !group.css.is_empty();
        if !is_list || group.items.len() < MIN_ITEMS {
            continue;
        }
        let first = group.items.first().copied().unwrap_or(0);
        if is_further(tree, first, 0) {
            continue;
        }
        let Some(list) = List::of(page, tree, group) else {
            continue;
        };
        let outside = list.outside(group);
        if outside.is_empty() || outside.len() > 3 * group.items.len() {
            continue;
        }
        if let Some((items, own, css)) = all_of(tree, group, &outside) {
            let whole = Group {
                css: css.clone(),
                odd: BTreeSet::new(),
                outside: own,
                score: group.score * 1.04,
                items,
                head: None,
                ..*group
            };
            added.push((whole, GroupSelector::Class(css)));
        }
    }
    added.truncate(most);
    groups.extend(added);
}

/// The common features of a list's records.
struct List<'p, 't, 'a> {
    page: &'p Page,
    tree: &'t Tree<'a>,
    /// Whether their headlines are headings.
    headed: bool,
    /// Tags and classes that most contain.
    tags: BTreeSet<String>,
    classes: BTreeSet<String>,
    /// Kinds of address that they link to, if most are of one.
    kinds: BTreeSet<String>,
    host: Option<String>,
    /// Their link targets.
    known: BTreeSet<String>,
    /// The tag of a record and its paths.
    shape: (String, BTreeSet<u64>),
    /// The median text length.
    chars: usize,
    /// The start of the first, and the smallest common ancestor.
    start: At,
    around: At,
}

/// An outside record: the boxes that hold only it, the smallest first.
struct Outer {
    boxes: Vec<At>,
}

impl<'p, 't, 'a> List<'p, 't, 'a> {
    fn of(page: &'p Page, tree: &'t Tree<'a>, group: &Group) -> Option<Self> {
        let read: Vec<At> = group.items.iter().copied().take(MAX_READ).collect();
        let heads: Vec<(At, bool)> = read
            .iter()
            .filter_map(|item| headline(tree, *item))
            .collect();
        if heads.len() * 5 < read.len() * 4 {
            return None;
        }
        let headed = heads.iter().filter(|(_, headed)| *headed).count() * 5 >= heads.len() * 4;
        let urls: Vec<String> = heads
            .iter()
            .filter_map(|(at, _)| address(page, tree, *at))
            .collect();
        let known: BTreeSet<String> = urls.iter().cloned().collect();
        if known.len() * 10 < read.len() * 7 {
            return None;
        }
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        for url in &urls {
            *kinds.entry(kind_of_address(page, url)?).or_default() += 1;
        }
        let most = kinds.values().max().copied().unwrap_or(0);
        let (start, last) = (*group.items.first()?, *group.items.last()?);
        let around = tree.ancestors(start).find(|up| tree.end(*up) > last)?;
        let mut sizes: Vec<usize> = read.iter().map(|at| tree.chars(*at)).collect();
        sizes.sort_unstable();
        Some(Self {
            page,
            tree,
            headed,
            tags: common(read.iter().map(|at| tags(tree, *at)).collect()),
            classes: common(read.iter().map(|at| classes(tree, *at)).collect()),
            kinds: match most * 5 >= urls.len() * 4 {
                true => kinds.into_keys().collect(),
                false => BTreeSet::new(),
            },
            host: urls.first().and_then(|url| host(page, url)),
            known,
            shape: (tree.name(start).to_owned(), paths(tree, start, 0)),
            chars: sizes.get(sizes.len() / 2).copied().unwrap_or(0),
            start,
            around,
        })
    }

    /// The similar records outside the group.
    fn outside(&self, group: &Group) -> Vec<Outer> {
        let tree = self.tree;
        let within = |at: At| {
            let place = group.items.partition_point(|item| *item <= at);
            let item = place.checked_sub(1).and_then(|n| group.items.get(n));
            item.is_some_and(|item| at < tree.end(*item))
        };
        let here = self.page.url();
        let own = without_fragment(here).to_string();
        let mut heads: Vec<(At, String)> = Vec::new();
        for at in 0..tree.elements.len() {
            if tree.name(at) != "a" || within(at) || tree.chars(at) < 4 {
                continue;
            }
            if self.headed && !is_headed(tree, at, 0) {
                continue;
            }
            let Some(url) = address(self.page, tree, at) else {
                continue;
            };
            if url == own || self.known.contains(&url) || !self.is_alike(&url) {
                continue;
            }
            heads.push((at, url));
            if heads.len() >= MAX_HEADLINES {
                break;
            }
        }
        let places: Vec<At> = heads.iter().map(|(at, _)| *at).collect();
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let mut found: Vec<Outer> = Vec::new();
        for (at, url) in heads {
            let Some(outer) = self.record(group, &places, at) else {
                continue;
            };
            if seen.insert(url) {
                found.push(outer);
            }
        }
        self.without_beside(found)
    }

    /// The boxes around a headline that hold no other and none of the records, if they have the
    /// structure of a record.
    fn record(&self, group: &Group, places: &[At], at: At) -> Option<Outer> {
        let tree = self.tree;
        let alone = |up: &At| {
            let range = *up..tree.end(*up);
            let holds = |all: &[At]| {
                let from = all.partition_point(|other| *other < range.start);
                let to = all.partition_point(|other| *other < range.end);
                to - from
            };
            !matches!(tree.name(*up), "body" | "html" | "main")
                && holds(&group.items) == 0
                && holds(places) == 1
        };
        let chain: Vec<At> = std::iter::once(at)
            .chain(tree.ancestors(at))
            .take_while(alone)
            .take(MAX_LEVELS)
            .collect();
        let largest = *chain.last()?;
        let fits = |up: At| {
            let (own_tags, own_classes) = (tags(tree, up), classes(tree, up));
            let by_tag = share(&self.tags, &own_tags);
            let by_class = share(&self.classes, &own_classes);
            let same = tree.name(up) == self.shape.0 && {
                let own = paths(tree, up, 0);
                let both = own.intersection(&self.shape.1).count();
                both * 5 >= own.union(&self.shape.1).count() * 4
            };
            let many = self.tags.len() >= 4 || (self.tags.len() >= 3 && !self.kinds.is_empty());
            let by_names = self.headed && self.classes.len() >= 2 && by_class >= MIN_SHARE;
            let by_tags = self.headed && many && by_tag >= 0.99;
            (same || by_tags || by_names && by_tag >= MIN_SHARE)
                .then(|| by_tag + by_class + f64::from(u8::from(same)))
        };
        fits(largest).or_else(|| chain.iter().find_map(|up| fits(*up)))?;
        let best = chain.iter().filter_map(|up| fits(*up)).fold(0.0, f64::max);
        let from = chain
            .iter()
            .position(|up| fits(*up).is_some_and(|worth| worth >= best - 1e-9))?;
        let boxes: Vec<At> = chain.into_iter().skip(from).collect();
        Some(Outer { boxes })
    }

    /// Drops records outside the content. A box there is kept as the list's lead if it holds a
    /// single record, before all others and as much text as they have.
    fn without_beside(&self, found: Vec<Outer>) -> Vec<Outer> {
        let tree = self.tree;
        let before = found
            .iter()
            .filter(|outer| outer.boxes.first().is_some_and(|at| *at < self.start))
            .count();
        let is_content = |outer: &Outer| {
            let Some(core) = outer.boxes.first().copied() else {
                return false;
            };
            if is_further(tree, core, self.top()) {
                return false;
            }
            let leads = before == 1
                && core < self.start
                && tree.chars(core) * 5 >= self.chars * 4
                && share(&self.tags, &tags(tree, core)) >= 0.99;
            leads || !is_beside(tree, core)
        };
        found.into_iter().filter(is_content).collect()
    }

    /// The element below which the names of boxes indicate where a record is.
    fn top(&self) -> At {
        let up = std::iter::once(self.around).chain(self.tree.ancestors(self.around));
        up.into_iter()
            .find(|up| matches!(self.tree.name(*up), "body" | "html"))
            .unwrap_or(0)
    }

    /// Whether an address is of the kind that the records link to.
    fn is_alike(&self, url: &str) -> bool {
        if host(self.page, url) != self.host {
            return false;
        }
        let is_root = self.page.join(url).is_none_or(|url| url.path() == "/");
        let kind = kind_of_address(self.page, url);
        !is_root && (self.kinds.is_empty() || kind.is_some_and(|kind| self.kinds.contains(&kind)))
    }
}

fn host(page: &Page, url: &str) -> Option<String> {
    page.join(url)?.host_str().map(str::to_owned)
}

/// The target of a link without its fragment.
fn address(page: &Page, tree: &Tree<'_>, at: At) -> Option<String> {
    let href = tree.elements.get(at)?.attr("href")?.trim();
    if href.starts_with('#') {
        return None;
    }
    let url = page.join(href)?;
    matches!(url.scheme(), "http" | "https").then(|| without_fragment(&url).to_string())
}

/// The link of a record's headline, and whether it is a heading: the first in or around a heading,
/// otherwise the longest.
fn headline(tree: &Tree<'_>, item: At) -> Option<(At, bool)> {
    let inside = (item..tree.end(item)).take(MAX_INSIDE);
    let links: Vec<At> = inside
        .filter(|at| tree.name(*at) == "a" && tree.chars(*at) >= 4)
        .collect();
    let headed = links.iter().find(|at| is_headed(tree, **at, item));
    if let Some(at) = headed {
        return Some((*at, true));
    }
    let longest = links.into_iter().max_by_key(|at| tree.chars(*at))?;
    Some((longest, false))
}

/// Whether a link is in a heading, not above `top`, or contains one.
fn is_headed(tree: &Tree<'_>, at: At, top: At) -> bool {
    let mut around = tree.ancestors(at).take(3).take_while(|up| *up >= top);
    let mut inside = (at + 1..tree.end(at)).take(20);
    around.any(|up| is_heading(tree.name(up))) || inside.any(|inner| is_heading(tree.name(inner)))
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// The distinctive tags in a box; headings of any level count as one.
fn tags(tree: &Tree<'_>, at: At) -> BTreeSet<String> {
    let inside = (at..tree.end(at)).take(MAX_INSIDE);
    inside
        .filter_map(|inner| match tree.name(inner) {
            name if is_heading(name) => Some("h".to_owned()),
            name => PARTS.contains(&name).then(|| name.to_owned()),
        })
        .collect()
}

/// The stable classes in a box, without its own: those often describe its position.
fn classes(tree: &Tree<'_>, at: At) -> BTreeSet<String> {
    let inside = tree.elements.get(at + 1..tree.end(at)).unwrap_or_default();
    let inside = inside.iter().take(MAX_INSIDE);
    inside
        .flat_map(|e| stable_classes(*e).into_iter().take(4))
        .map(str::to_owned)
        .collect()
}

/// The elements that at least four fifths of `sets` contain.
fn common(sets: Vec<BTreeSet<String>>) -> BTreeSet<String> {
    let all = sets.len();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for one in sets.into_iter().flatten() {
        *counts.entry(one).or_default() += 1;
    }
    let most = counts.into_iter().filter(|(_, count)| count * 5 >= all * 4);
    most.map(|(one, _)| one).collect()
}

/// The share of `wanted` in `own`.
fn share(wanted: &BTreeSet<String>, own: &BTreeSet<String>) -> f64 {
    to_f64(wanted.intersection(own).count()) / to_f64(wanted.len().max(1))
}

/// Elements for all records of the group and those outside, which of them are outside, and a
/// selector that finds exactly them.
fn all_of(
    tree: &Tree<'_>,
    group: &Group,
    outside: &[Outer],
) -> Option<(Vec<At>, BTreeSet<At>, String)> {
    let inner: Vec<Vec<At>> = group.items.iter().map(|at| twins(tree, *at)).collect();
    let outer: Vec<Vec<At>> = outside.iter().map(|outer| outer.boxes.clone()).collect();
    let both: Vec<&Vec<At>> = inner.iter().chain(&outer).collect();
    let first = outside.first()?;
    let found = first.boxes.iter().find_map(|at| named(tree, *at, &both));
    if let Some((items, css)) = found {
        let own = |at: &At| outer.iter().any(|boxes| boxes.contains(at));
        let outside = items.iter().copied().filter(own).collect();
        return Some((items, outside, css));
    }
    let alone: Vec<&Vec<At>> = outer.iter().collect();
    let found = first.boxes.iter().find_map(|at| named(tree, *at, &alone));
    let (own, css) = found?;
    let items: BTreeSet<At> = group
        .items
        .iter()
        .copied()
        .chain(own.iter().copied())
        .collect();
    let css = match own.first() < group.items.first() {
        true => format!("{css}, {}", group.css),
        false => format!("{}, {css}", group.css),
    };
    Some((items.into_iter().collect(), own.into_iter().collect(), css))
}

/// A record, and elements with the same content: only children, and parents of it alone.
fn twins(tree: &Tree<'_>, at: At) -> Vec<At> {
    let mut all = vec![at];
    let mut down = at;
    while down + 1 < tree.end(down)
        && tree.end(down + 1) == tree.end(down)
        && tree.chars(down + 1) == tree.chars(down)
        && all.len() < 4
    {
        down += 1;
        all.push(down);
    }
    let mut up = at;
    while let Some(parent) = tree.parent(up) {
        let same = tree.end(parent) == tree.end(up) && parent + 1 == up;
        if !same || all.len() >= 8 || matches!(tree.name(parent), "body" | "main") {
            break;
        }
        up = parent;
        all.push(up);
    }
    all
}

/// A selector that finds one element of each of `sets` and nothing else, built from names of `at`.
fn named(tree: &Tree<'_>, at: At, sets: &[&Vec<At>]) -> Option<(Vec<At>, String)> {
    let mut owner: HashMap<At, usize> = HashMap::new();
    for (number, set) in sets.iter().enumerate() {
        owner.extend(set.iter().map(|at| (*at, number)));
    }
    let is_exact = |found: &[At]| {
        let mut hit: Vec<usize> = found
            .iter()
            .map_while(|at| owner.get(at).copied())
            .collect();
        hit.sort_unstable();
        hit.dedup();
        found.len() == sets.len() && hit.len() == sets.len()
    };
    let element = *tree.elements.get(at)?;
    let own: Vec<Compound> = candidates(element)
        .into_iter()
        .filter(|own| own.id.is_none())
        .collect();
    let steps = |steps: Steps| to_css(&steps);
    let found: Vec<(Compound, Vec<At>)> = own
        .into_iter()
        .map(|own| {
            let all = tree.elements.iter().enumerate();
            let fits: Vec<At> = all
                .filter(|(_, e)| own.fits(**e))
                .map(|(at, _)| at)
                .collect();
            (own, fits)
        })
        .filter(|(_, found)| found.len() >= sets.len())
        .collect();
    for (own, found) in &found {
        if is_exact(found) {
            return Some((
                found.clone(),
                steps(vec![(StepRelation::Descendant, own.clone())]),
            ));
        }
    }
    // A common ancestor distinguishes them from others.
    for (level, up) in tree.ancestors(at).take(MAX_ABOVE).enumerate() {
        let above = tree.elements.get(up).into_iter();
        for anchor in above.flat_map(|above| candidates(*above)) {
            for (own, all) in &found {
                for relation in [StepRelation::Child, StepRelation::Descendant] {
                    if relation == StepRelation::Child && level > 0 {
                        continue;
                    }
                    let inside = |at: &At| {
                        let mut around = tree.ancestors(*at).take(levels_of(relation));
                        around.any(|up| tree.elements.get(up).is_some_and(|e| anchor.fits(*e)))
                    };
                    let within: Vec<At> = all.iter().copied().filter(inside).collect();
                    if is_exact(&within) {
                        let css = steps(vec![
                            (StepRelation::Descendant, anchor.clone()),
                            (relation, own.clone()),
                        ]);
                        return Some((within, css));
                    }
                }
            }
        }
    }
    None
}

/// The number of levels up that a relation reaches.
fn levels_of(relation: StepRelation) -> usize {
    match relation {
        StepRelation::Child => 1,
        StepRelation::Descendant => usize::MAX,
    }
}
