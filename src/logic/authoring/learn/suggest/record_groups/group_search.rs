//! The search for repeated records: groups of alike elements, their score, their order.

use super::super::page_boilerplate;
use super::super::tree::{At, Tree};
use super::column_headings;
use super::column_headings::Head;
use super::first_post;
use super::group_refinement;
use super::nested_lists;
use super::outside_records;
use super::records_of_siblings;
use super::single_records;
use crate::page::Page;
use crate::select::generation::compound::{
    Compound, StepRelation, candidates, stable_classes, to_css,
};
use crate::select::generation::unique;
use crate::select::{Selector, SelectorKind};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The maximum number of members compared in a group.
pub(super) const MAX_COMPARED: usize = 40;

/// The maximum number of elements compared in a member.
pub(super) const MAX_INSIDE: usize = 120;

/// The maximum depth of a tag path.
pub(super) const MAX_PATH: usize = 6;

/// The maximum number of groups inspected closely.
pub(super) const MAX_GROUPS: usize = 400;

/// The maximum number of siblings read between two members.
pub(super) const MAX_BETWEEN: usize = 8;

/// Elements that resemble records of one list.
pub struct Group {
    /// Its members, in page order.
    pub items: Vec<At>,
    /// The selector that finds them all.
    pub css: String,
    /// The number of siblings after each member that belong to it.
    pub companions: usize,
    /// Their similarity, 0 to 1.
    pub likeness: f64,
    /// The share of the page's text in them, 0 to 1.
    pub coverage: f64,
    /// Those with a structure unlike most.
    pub odd: BTreeSet<At>,
    /// Those outside the others' container.
    pub outside: BTreeSet<At>,
    /// Whether they are outside the content.
    pub beside: bool,
    /// The words over its columns, if it has any.
    pub head: Option<Head>,
    /// The combined score.
    pub score: f64,
}

/// How a group was found.
#[derive(Clone)]
pub enum GroupSelector {
    /// By this selector.
    Class(String),
    /// By tag below this parent, with the end of a selector that distinguishes them.
    Parent(At, Option<String>),
}

/// The best groups of the page, best first, at most `most`.
pub fn groups(page: &Page, tree: &Tree<'_>, most: usize) -> Vec<Group> {
    let all = tree.chars(0).max(1);
    let mut found = raw(tree);
    // The work below is bounded: groups with the most text come first.
    found.sort_by_key(|(items, _)| {
        std::cmp::Reverse(items.iter().map(|at| tree.chars(*at)).sum::<usize>())
    });
    found.truncate(MAX_GROUPS);
    let mut seen = BTreeSet::new();
    let mut groups: Vec<(Group, GroupSelector)> = found
        .into_iter()
        .filter(|(items, _)| seen.insert(items.clone()))
        .map(|(items, how)| (score(tree, items, all), how))
        .filter(|(group, _)| group.score > 0.0)
        .collect();
    sort(&mut groups);
    for (group, how) in groups.iter_mut().take(2 * most) {
        if let Some((pruned, css)) = group_refinement::pruned(tree, group, how) {
            let old = group.score;
            *group = score(tree, pruned, all);
            *how = css;
            // Requiring a part is one more thing that may change.
            group.score = (0.9 * group.score).max(old);
        }
    }
    group_refinement::prefer_whole(tree, &mut groups);
    sort(&mut groups);
    for (group, how) in groups.iter_mut().take(most) {
        group.css = selector(page, tree, &group.items, how);
    }
    outside_records::add_outside(page, tree, &mut groups, most);
    first_post::add_firsts(page, tree, &mut groups, most);
    nested_lists::add_nested(page, tree, &mut groups);
    sort(&mut groups);
    let heads = column_headings::heads(tree);
    single_records::add_lone(page, tree, &heads, &mut groups);
    sort(&mut groups);
    groups.truncate(most);
    groups
        .into_iter()
        .map(|(mut group, how)| {
            if group.css.is_empty() {
                group.css = selector(page, tree, &group.items, &how);
            }
            let first = group.items.first().copied().unwrap_or(0);
            let head = heads.iter().find(|head| head.is_over(first));
            group.head = head.cloned();
            group
        })
        .collect()
}

pub(super) fn sort(groups: &mut [(Group, GroupSelector)]) {
    groups.sort_by(|a, b| {
        let by_score = b.0.score.total_cmp(&a.0.score);
        by_score.then_with(|| a.0.items.cmp(&b.0.items))
    });
}

/// Groups by a class anywhere, and by a tag under one parent.
pub(super) fn raw(tree: &Tree<'_>) -> Vec<(Vec<At>, GroupSelector)> {
    let mut by_class: BTreeMap<(&str, &str), Vec<At>> = BTreeMap::new();
    // Alternating rows have numbered or paired names: row1 and row2, odd and even.
    let mut by_stem: BTreeMap<(&str, &str), BTreeMap<&str, Vec<At>>> = BTreeMap::new();
    let mut by_parent: BTreeMap<(At, &str), Vec<At>> = BTreeMap::new();
    for (at, element) in tree.elements.iter().enumerate() {
        let name = tree.name(at);
        if tree.chars(at) == 0 || matches!(name, "html" | "body" | "head" | "br" | "option") {
            continue;
        }
        for class in stable_classes(*element).into_iter().take(6) {
            by_class.entry((name, class)).or_default().push(at);
            let stems = by_stem
                .entry((name, group_refinement::stem(class)))
                .or_default();
            stems.entry(class).or_default().push(at);
        }
        if let Some(parent) = tree.parent(at) {
            by_parent.entry((parent, name)).or_default().push(at);
        }
    }
    let css = |name: &str, class: &str| {
        let compound = Compound {
            tag: Some(name.to_owned()),
            classes: vec![class.to_owned()],
            ..Compound::default()
        };
        to_css(&vec![(StepRelation::Descendant, compound)])
    };
    let in_turn = by_stem
        .into_iter()
        .filter(|(_, classes)| (2..=3).contains(&classes.len()))
        .map(|((name, _), classes)| {
            let all: Vec<String> = classes.keys().map(|class| css(name, class)).collect();
            let items: BTreeSet<At> = classes.into_values().flatten().collect();
            (
                items.into_iter().collect(),
                GroupSelector::Class(all.join(", ")),
            )
        });
    let classes = by_class
        .iter()
        .map(|((name, class), items)| (items.clone(), GroupSelector::Class(css(name, class))));
    let parents = by_parent
        .into_iter()
        .map(|((parent, _), items)| (items, GroupSelector::Parent(parent, None)));
    classes
        .chain(in_turn)
        .chain(parents)
        .filter_map(|(items, how)| apart(tree, items, how))
        .chain(records_of_siblings::groups(tree))
        .filter(|(items, _)| items.len() >= 2)
        .collect()
}

/// The members that contain no other, if these are the majority.
pub(super) fn apart(
    tree: &Tree<'_>,
    items: Vec<At>,
    how: GroupSelector,
) -> Option<(Vec<At>, GroupSelector)> {
    if are_apart(tree, &items) {
        return Some((items, how));
    }
    let GroupSelector::Class(css) = how else {
        return None;
    };
    let holds = |pair: &[At]| matches!(pair, [a, b] if *b < tree.end(*a));
    let last = items.last().copied();
    let inner: Vec<At> = items
        .windows(2)
        .filter(|pair| !holds(pair))
        .filter_map(|pair| pair.first().copied())
        .chain(last)
        .collect();
    let few = inner.len() * 4 >= items.len() * 3 && inner.len() >= 4;
    let each = css
        .split(", ")
        .map(|one| format!("{one}:not(:has({css}))"))
        .collect::<Vec<_>>();
    few.then(|| (inner, GroupSelector::Class(each.join(", "))))
}

/// Whether no member is inside another.
pub(super) fn are_apart(tree: &Tree<'_>, items: &[At]) -> bool {
    items
        .windows(2)
        .all(|pair| matches!(pair, [a, b] if tree.end(*a) <= *b))
}

/// The group of `items` with its score; `all` is the text of the page.
pub fn score(tree: &Tree<'_>, items: Vec<At>, all: usize) -> Group {
    let companions = companions(tree, &items);
    score_with(tree, items, all, companions)
}

/// The same, with the number of siblings after each member that belong to it.
pub(super) fn score_with(tree: &Tree<'_>, items: Vec<At>, all: usize, companions: usize) -> Group {
    let chars: usize = items
        .iter()
        .map(|at| with_companions(tree, *at, companions).1)
        .sum();
    let (likeness, odd) = likeness(tree, &items, companions);
    let coverage = to_f64(chars) / to_f64(all);
    let beside = items
        .first()
        .is_some_and(|at| page_boilerplate::is_beside(tree, *at));
    let count = to_f64(items.len());
    let parts = richness(tree, &items, companions);
    let few = match items.len() {
        1 => 0.5,
        2 if companions == 0 => 0.5,
        _ => 1.0,
    };
    let links: usize = items.iter().map(|at| tree.in_links(*at)).sum();
    // Rows of bare links are menus more often than lists of content.
    let menu = match links * 10 > chars * 9 {
        true if chars < 15 * items.len() => 0.4,
        true => 0.7,
        false => 1.0,
    };
    // Authored text counts more than links.
    let weight = (to_f64(chars) - 0.65 * to_f64(links.min(chars))) / to_f64(all);
    let own = to_f64(chars.saturating_sub(links)) / count.max(1.0);
    let prose = 1.0 + (own / 400.0).min(1.0);
    let regular = 1.0 - to_f64(odd.len()) / count.max(1.0);
    let score = weight.max(0.0).sqrt()
        * prose
        * regular.powi(2)
        * likeness.powi(2)
        * (1.0 + count).ln()
        * (parts.min(6.0) + 0.5)
        * few
        * menu
        * if beside { 0.25 } else { 1.0 };
    Group {
        css: String::new(),
        companions,
        likeness,
        coverage,
        odd,
        outside: BTreeSet::new(),
        beside,
        head: None,
        score,
        items,
    }
}

/// The number of siblings between consecutive members, if it is the same for nearly all and larger
/// for the others.
pub(super) fn companions(tree: &Tree<'_>, items: &[At]) -> usize {
    let gaps: Option<Vec<Vec<&str>>> = items
        .windows(2)
        .take(MAX_COMPARED)
        .map(|pair| {
            let [one, two] = pair else { return None };
            if tree.parent(*one) != tree.parent(*two) {
                return None;
            }
            let mut between = Vec::new();
            let mut at = tree.end(*one);
            while at < *two && between.len() < MAX_BETWEEN {
                between.push(tree.name(at));
                at = tree.end(at);
            }
            (at == *two).then_some(between)
        })
        .collect();
    let Some(gaps) = gaps else { return 0 };
    let Some(least) = gaps.iter().min_by_key(|gap| gap.len()) else {
        return 0;
    };
    let same = gaps.iter().filter(|gap| *gap == least).count();
    let fits = same * 5 >= gaps.len() * 4 && gaps.iter().all(|gap| gap.starts_with(least));
    // Spacer elements without text are not part of a record.
    let count = if fits
        && least.len() <= 3
        && records_of_siblings::continues_in_siblings(tree, items, least.len())
    {
        least.len()
    } else {
        0
    };
    (0..=count)
        .rev()
        .find(|n| {
            *n == 0
                || items
                    .iter()
                    .take(3)
                    .any(|at| companion(tree, *at, *n).is_some_and(|c| tree.chars(c) > 0))
        })
        .unwrap_or(0)
}

/// The `n`th sibling after `at`, from 1.
pub fn companion(tree: &Tree<'_>, at: At, n: usize) -> Option<At> {
    let mut next = at;
    for _ in 0..n {
        next = tree.end(next);
    }
    (next < tree.elements.len() && tree.parent(next) == tree.parent(at)).then_some(next)
}

/// The members of `group`, each with the siblings that belong to it.
pub fn roots<'a>(tree: &'a Tree<'_>, group: &'a Group) -> impl Iterator<Item = At> + 'a {
    let items = group.items.iter();
    items.flat_map(|at| (0..=group.companions).filter_map(|n| companion(tree, *at, n)))
}

/// The end of a record (exclusive), and its number of characters.
pub(super) fn with_companions(tree: &Tree<'_>, at: At, companions: usize) -> (At, usize) {
    let mut end = tree.end(at);
    let mut chars = tree.chars(at);
    for n in 1..=companions {
        if let Some(next) = companion(tree, at, n) {
            chars += tree.chars(next);
            end = tree.end(next);
        }
    }
    (end, chars)
}

/// The share of each record's structure that most others have too, and the records that have little
/// of the common structure.
pub(super) fn likeness(tree: &Tree<'_>, items: &[At], companions: usize) -> (f64, BTreeSet<At>) {
    let sets: Vec<BTreeSet<u64>> = items
        .iter()
        .take(MAX_COMPARED)
        .map(|at| paths(tree, *at, companions))
        .collect();
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for path in sets.iter().flatten() {
        *counts.entry(*path).or_default() += 1;
    }
    let is_common = |path: &u64| counts.get(path).is_some_and(|c| c * 2 > sets.len());
    let width = counts.values().filter(|c| **c * 2 > sets.len()).count();
    let odd: BTreeSet<At> = items
        .iter()
        .zip(&sets)
        .filter(|(at, set)| {
            let has = set.iter().filter(|path| is_common(path)).count();
            // Heads and ends of a table or list differ less.
            let is_end = items.first() == Some(*at) || items.last() == Some(*at);
            has * 2 < width || (is_end && sets.len() > 3 && has * 3 < width * 2)
        })
        .map(|(at, _)| *at)
        .collect();
    let common: usize = counts.values().filter(|c| **c * 2 > sets.len()).sum();
    let all: usize = counts.values().sum();
    (to_f64(common) / to_f64(all.max(1)), odd)
}

/// The tag paths inside a record, as hashes.
pub fn paths(tree: &Tree<'_>, at: At, companions: usize) -> BTreeSet<u64> {
    let (end, _) = with_companions(tree, at, companions);
    let mut found = BTreeSet::new();
    let mut again: HashMap<u64, u8> = HashMap::new();
    for inner in (at..end).take(MAX_INSIDE) {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let up = std::iter::once(inner).chain(tree.ancestors(inner));
        for level in up.take_while(|up| *up >= at).take(MAX_PATH) {
            for byte in tree.name(level).bytes().chain([b'/']) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        // Rows and cells count; the number of lines in a text means nothing.
        if matches!(tree.name(inner), "tr" | "td" | "th") {
            let nth = again.entry(hash).or_default();
            *nth = nth.saturating_add(1).min(9);
            hash = hash.wrapping_add(u64::from(*nth));
        }
        found.insert(hash);
    }
    found
}

/// The median number of parts with their own text or pictures in a member.
pub(super) fn richness(tree: &Tree<'_>, items: &[At], companions: usize) -> f64 {
    let mut counts: Vec<usize> = items
        .iter()
        .take(MAX_COMPARED)
        .map(|at| {
            let (end, _) = with_companions(tree, *at, companions);
            (*at..end)
                .take(MAX_INSIDE)
                .filter(|inner| {
                    let leaf = tree.end(*inner) == *inner + 1 && tree.chars(*inner) > 0;
                    leaf || tree.name(*inner) == "img"
                })
                .count()
        })
        .collect();
    counts.sort_unstable();
    to_f64(counts.get(counts.len() / 2).copied().unwrap_or(0))
}

/// A selector that finds exactly the members.
pub(super) fn selector(page: &Page, tree: &Tree<'_>, items: &[At], how: &GroupSelector) -> String {
    let (parent, part) = match how {
        GroupSelector::Class(css) => return css.clone(),
        GroupSelector::Parent(parent, part) => (*parent, part),
    };
    let (Some(parent), Some(child)) = (
        tree.elements.get(parent),
        items.first().and_then(|at| tree.elements.get(*at)),
    ) else {
        return String::new();
    };
    let child = Compound::tag(*child);
    let short = candidates(*parent)
        .into_iter()
        .filter(Compound::is_specific)
        .find(|own| {
            let others = page.elements().filter(|e| {
                child.fits(*e)
                    && e.parent()
                        .and_then(scraper::ElementRef::wrap)
                        .is_some_and(|p| own.fits(p))
            });
            let count = others.take(items.len() + 40).count();
            count == items.len() || (part.is_some() && count >= items.len() && own.id.is_some())
        });
    let mut steps = match short {
        Some(own) => vec![(StepRelation::Descendant, own)],
        None => unique::steps(page, *parent),
    };
    steps.push((StepRelation::Child, child));
    let css = to_css(&steps);
    format!("{css}{}", part.as_deref().unwrap_or_default())
}

/// Whether `css` finds exactly `items` on the page.
pub(in crate::authoring::learn::suggest) fn finds(page: &Page, css: &str, items: &[At]) -> bool {
    let found = Selector::compile(SelectorKind::Css, css).map(|s| s.matching(page, None));
    let found = found.unwrap_or_default().into_iter();
    let found = found.filter_map(|at| At::try_from(at).ok());
    found.eq(items.iter().copied())
}

/// Exact: counts are far below 2^52.
#[allow(clippy::cast_precision_loss)]
pub fn to_f64(count: usize) -> f64 {
    count as f64
}
