//! Repeated structures of a page, for detecting its kind and for reading posts: teasers whose
//! headlines link elsewhere, posts with author and date. Input: node features and signs.
//! Output: the best group of each. Bounded work: every element is in two groups at most, and the
//! totals of a member come from prefix sums.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use super::node_signals::Signs;
use super::sidebars::is_aside;
use crate::generic::features::{BodyTree, Item, ratio};
use crate::generic::words::hash::{Fnv, QuickMap};

/// The minimum number of teasers in a list.
const MIN_TEASERS: usize = 3;
/// Valid characters before its headline from which a box is not a teaser.
const BEFORE_HEADLINE: usize = 60;
/// The minimum number of valid characters in a post.
const MIN_POST: usize = 12;
/// The maximum number of nodes between two adjacent members of a group.
const MAX_GAP: usize = 160;
/// Maximum length of a data row, and minimum number of rows.
const MAX_ROW: usize = 220;
/// See [`MAX_ROW`].
const MIN_ROWS: usize = 5;
/// Days, headings and headlines that a post may contain before it counts as a page column.
const MAX_CROWDED: f64 = 6.0;
/// Factor for the score of posts in a sidebar.
const ASIDE: f64 = 0.1;
/// The maximum number of post groups that are compared.
const MAX_POST_GROUPS: usize = 40;
/// The maximum number of groups that are scored.
const MAX_SCORED: usize = 4_000;

/// Members with the same structure.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemberGroup {
    /// The members in document order. One may be nested in another, as a reply in a post.
    pub members: Vec<usize>,
    /// One past each member's own part: it ends where a nested reply starts.
    pub ends: Vec<usize>,
    /// Characters in them.
    pub chars: usize,
    /// Valid characters in them.
    pub valid: usize,
    /// Shares of the members that have: a day, a name, post labels, a text.
    pub dated: f64,
    /// See [`MemberGroup::dated`].
    pub signed: f64,
    /// See [`MemberGroup::dated`].
    pub labelled: f64,
    /// See [`MemberGroup::dated`].
    pub texts: f64,
    /// Share that starts with a headline that links elsewhere, each to a page of its own.
    pub leading: f64,
    /// Share inside comments below a text.
    pub remarks: f64,
    /// Share with a price.
    pub priced: f64,
    /// Average number of days, headings and headlines that link elsewhere per member.
    pub crowded: f64,
    /// Whether the members share a class.
    pub named: bool,
    /// Its score for its purpose.
    pub score: f64,
}

impl MemberGroup {
    /// One past the own part of the member numbered `number`.
    pub fn end(&self, number: usize) -> usize {
        self.ends.get(number).copied().unwrap_or(0)
    }
}

/// The repeated structures of a page.
#[derive(Debug, Default)]
pub(crate) struct Repeated {
    /// The best group of teasers.
    pub teasers: MemberGroup,
    /// The best group of posts.
    pub posts: MemberGroup,
    /// Nodes in any short teaser, as marks by node.
    pub in_teasers: Vec<bool>,
    /// The best group of short data rows, which need no links.
    pub rows: MemberGroup,
}

/// Finds the repeated structures in `tree`.
pub(super) fn repeated(tree: &BodyTree<'_>, signs: &Signs) -> Repeated {
    let mut found = Repeated {
        in_teasers: vec![false; tree.items.len()],
        ..Repeated::default()
    };
    let total = tree.valid(0).max(1);
    let mut posts: Vec<MemberGroup> = Vec::new();
    for (members, any_depth) in candidates(tree, signs).into_iter().take(MAX_SCORED) {
        let group = scored_group(tree, signs, members);
        let mut score = posts_score(&group, total);
        if score > 0.0 && is_aside(tree, &group.members) {
            score *= ASIDE;
        }
        if score > 0.0 {
            posts.push(MemberGroup {
                score,
                ..group.clone()
            });
        }
        // Teasers and rows of a list all have the same depth.
        if any_depth {
            continue;
        }
        found.row_group(tree, signs, &group);
        if group.members.len() >= MIN_TEASERS && group.leading >= 0.6 {
            found.teaser_group(tree, signs, group);
        }
    }
    found.posts = best_posts(tree, posts);
    found
}

/// The best group of posts; if its boxes contain several posts each, the inner group.
fn best_posts(tree: &BodyTree<'_>, mut groups: Vec<MemberGroup>) -> MemberGroup {
    groups.sort_by(|a, b| b.score.total_cmp(&a.score));
    groups.truncate(MAX_POST_GROUPS);
    let mut best = 0;
    for _ in 0..4 {
        let Some(outer) = groups.get(best) else { break };
        let inner = groups.iter().position(|inner| {
            inner.members.len() >= outer.members.len()
                && inner.members.len() >= 3
                && inner.valid * 2 >= outer.valid
                && inner.signed + 0.2 >= outer.signed
                && inner.signed + inner.dated >= 1.2
                && inner.remarks <= outer.remarks + 0.5
                && share_inside(tree, outer, inner) >= 0.9
                && holds_several(tree, outer, inner)
        });
        match inner {
            Some(inner) if inner != best => best = inner,
            _ => break,
        }
    }
    // Nested replies have the same structure at any depth.
    if let Some(outer) = groups.get(best)
        && let Some(wider) = groups.iter().position(|wider| is_wider(outer, wider))
    {
        best = wider;
    }
    if best < groups.len() {
        groups.swap_remove(best)
    } else {
        MemberGroup::default()
    }
}

/// Whether `wider` has all members of `outer` and more, of similar quality.
fn is_wider(outer: &MemberGroup, wider: &MemberGroup) -> bool {
    wider.members.len() > outer.members.len()
        && wider.signed + 0.15 >= outer.signed
        && wider.dated + 0.15 >= outer.dated
        && wider.score >= 0.6 * outer.score
        && outer
            .members
            .iter()
            .all(|at| wider.members.binary_search(at).is_ok())
}

/// Whether most members of `inner` share their box of `outer` with another member.
fn holds_several(tree: &BodyTree<'_>, outer: &MemberGroup, inner: &MemberGroup) -> bool {
    let together: usize = outer
        .members
        .iter()
        .map(|start| {
            let end = tree.get(*start).map_or(*start, |item| item.end);
            let from = inner.members.partition_point(|at| at <= start);
            inner
                .members
                .partition_point(|at| *at < end)
                .saturating_sub(from)
        })
        .filter(|held| *held >= 2)
        .sum();
    together * 5 >= inner.members.len() * 4
}

/// The share of the members of `inner` inside members of `outer`.
fn share_inside(tree: &BodyTree<'_>, outer: &MemberGroup, inner: &MemberGroup) -> f64 {
    let is_inside = |at: &&usize| {
        let place = outer.members.partition_point(|start| start < *at);
        let start = place.checked_sub(1).and_then(|n| outer.members.get(n));
        start
            .and_then(|start| tree.get(*start))
            .is_some_and(|item| **at < item.end)
    };
    ratio(
        inner.members.iter().filter(is_inside).count(),
        inner.members.len(),
    )
}

impl Repeated {
    fn row_group(&mut self, tree: &BodyTree<'_>, signs: &Signs, group: &MemberGroup) {
        let count = group.members.len();
        let each = group.chars / count.max(1);
        let beside = |at: &&usize| signs.beside.get(**at).copied().unwrap_or(false);
        if count < MIN_ROWS
            || !(12..=MAX_ROW).contains(&each)
            || group.members.iter().filter(beside).count() * 2 > count
        {
            return;
        }
        let all = tree.get(0).map_or(1, |body| body.chars.max(1));
        let score =
            ratio(group.chars, all) * (0.4 + group.leading.max(group.priced).max(group.dated));
        if score > self.rows.score {
            self.rows = MemberGroup {
                score,
                ..group.clone()
            };
        }
    }

    fn teaser_group(&mut self, tree: &BodyTree<'_>, signs: &Signs, mut group: MemberGroup) {
        let beside = |at: &usize| signs.beside.get(*at).copied().unwrap_or(false);
        let within = group.members.iter().filter(|at| !beside(at)).count();
        for at in &group.members {
            let Some(item) = tree.get(*at) else { continue };
            // A member with most of the text is not a teaser among others, unless all are long.
            let large = item.valid * 2 > group.valid.max(1) && item.valid > 300;
            if large {
                continue;
            }
            for mark in self.in_teasers.get_mut(*at..item.end).unwrap_or_default() {
                *mark = true;
            }
        }
        if within < MIN_TEASERS {
            return;
        }
        let all = tree.get(0).map_or(1, |body| body.chars.max(1));
        group.score = ratio(group.chars, all)
            * group.leading
            * ratio(within, group.members.len())
            * ratio(group.members.len().min(12), 12).sqrt();
        if group.score > self.teasers.score {
            self.teasers = group;
        }
    }
}

/// The score of a group as the posts of a thread: they contain the text, author and date.
fn posts_score(group: &MemberGroup, total: usize) -> f64 {
    let count = group.members.len();
    let said = group.signed.max(group.dated);
    if count < 2 || group.texts < 0.6 || said < 0.6 || group.leading > 0.5 {
        return 0.0;
    }
    if count < 4 && (group.signed < 0.7 || group.dated < 0.5) {
        return 0.0;
    }
    let told = 0.2 + 0.5 * group.signed + 0.5 * group.dated + 0.2 * group.labelled;
    // Of nested boxes the inner ones have less around the same text.
    let dense = 0.8 + 0.2 * ratio(group.valid, group.chars);
    // Adjacent page columns contain much more than posts do.
    let alone = (MAX_CROWDED / group.crowded.max(0.1)).min(1.0);
    let named = if group.named { 1.0 } else { 0.75 };
    ratio(group.valid, total) * told * group.texts * dense * alone * named
}

/// Groups of elements with the same structure: by tag, first class and depth over the whole page,
/// by tag among siblings; and, marked, by tag and first class at any depth, for nested replies.
fn candidates(tree: &BodyTree<'_>, signs: &Signs) -> Vec<(Vec<usize>, bool)> {
    let mut by_name: QuickMap<u64, Vec<usize>> = QuickMap::default();
    let mut by_class: QuickMap<u64, Vec<usize>> = QuickMap::default();
    let mut by_place: QuickMap<u64, Vec<usize>> = QuickMap::default();
    for (at, item) in tree.items.iter().enumerate().skip(1) {
        if !is_box(item) || item.chars < 8 {
            continue;
        }
        let own = first_class(item);
        let parent = tree.get(item.parent);
        let depth = signs.depth.get(at).copied().unwrap_or(0);
        if own.is_empty() {
            let key = hash(&(item.name(), item.parent));
            by_place.entry(key).or_default().push(at);
            let above = parent.map_or("", first_class);
            if !above.is_empty() {
                let key = hash(&(item.name(), above, depth, 1_u8));
                by_name.entry(key).or_default().push(at);
            }
            continue;
        }
        by_name
            .entry(hash(&(item.name(), own, depth)))
            .or_default()
            .push(at);
        by_class
            .entry(hash(&(item.name(), own)))
            .or_default()
            .push(at);
        by_place
            .entry(hash(&(item.name(), item.parent)))
            .or_default()
            .push(at);
    }
    // A hash map is unordered: sorting by first member and size is deterministic.
    let mut seen: BTreeSet<(usize, usize, usize)> = BTreeSet::new();
    let alike = by_name.into_values().chain(by_place.into_values());
    let nested = by_class
        .into_values()
        .filter(|members| differ_in_depth(signs, members));
    let mut groups: Vec<(Vec<usize>, bool)> = alike
        .map(|members| (members, false))
        .chain(nested.map(|members| (members, true)))
        .filter(|(members, _)| members.len() >= 2)
        .collect();
    groups.sort_by_key(|(members, any_depth)| {
        let first = members.first().copied().unwrap_or(0);
        (
            first,
            std::cmp::Reverse(members.len()),
            members.last().copied(),
            *any_depth,
        )
    });
    groups.retain(|(members, _)| {
        let ends = (members.first(), members.last());
        let (Some(first), Some(last)) = ends else {
            return false;
        };
        seen.insert((*first, *last, members.len()))
    });
    groups
}

/// Whether members have different depths.
fn differ_in_depth(signs: &Signs, members: &[usize]) -> bool {
    let depth = |at: &usize| signs.depth.get(*at).copied();
    let first = members.first().and_then(depth);
    members.iter().any(|at| depth(at) != first)
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = Fnv::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Whether an element may be a record by itself.
fn is_box(item: &Item<'_>) -> bool {
    let name = item.name();
    matches!(
        name,
        "div"
            | "li"
            | "article"
            | "section"
            | "tr"
            | "table"
            | "tbody"
            | "dl"
            | "dd"
            | "dt"
            | "ul"
            | "ol"
            | "blockquote"
            | "td"
            | "form"
            | "a"
            | "h2"
            | "h3"
            | "h4"
            | "figure"
            | "details"
            | "fieldset"
    ) || name.contains('-')
}

/// The first class that is neither a number nor a state.
fn first_class<'i>(item: &'i Item<'_>) -> &'i str {
    item.attr("class")
        .unwrap_or_default()
        .split_whitespace()
        .find(|class| {
            !class.bytes().any(|b| b.is_ascii_digit())
                && !matches!(
                    *class,
                    "odd" | "even" | "first" | "last" | "active" | "clearfix" | "alt" | "cf"
                )
        })
        .unwrap_or_default()
}

/// The start of what precedes a member but belongs to it: the end of the previous one; for the
/// first member as far up as between the first two.
pub(crate) fn gap(tree: &BodyTree<'_>, members: &[usize], number: usize) -> usize {
    let end = |n: usize| {
        members
            .get(n)
            .and_then(|at| tree.get(*at))
            .map(|item| item.end)
    };
    let at = members.get(number).copied().unwrap_or(0);
    match number.checked_sub(1).and_then(end) {
        // Distant members are not adjacent.
        Some(end) if at.saturating_sub(end) <= MAX_GAP => end,
        Some(_) => at,
        None => {
            let second = members.get(1).copied().unwrap_or(at);
            let between = second.saturating_sub(end(0).unwrap_or(second));
            if between > MAX_GAP {
                at
            } else {
                at.saturating_sub(between)
            }
        }
    }
}

fn scored_group(tree: &BodyTree<'_>, signs: &Signs, members: Vec<usize>) -> MemberGroup {
    let mut group = MemberGroup::default();
    let mut crowd = 0_usize;
    let (mut dated, mut signed, mut labelled, mut texts, mut remarks, mut priced) =
        (0, 0, 0, 0, 0, 0);
    let mut targets: BTreeSet<u32> = BTreeSet::new();
    for (number, at) in members.iter().enumerate() {
        let Some(item) = tree.get(*at) else { continue };
        let next = members.get(number + 1).copied().unwrap_or(item.end);
        let end = item.end.min(next);
        group.ends.push(end);
        let held = signs.between(*at, end);
        let (chars, valid) = if end < item.end {
            (held.chars, held.valid)
        } else {
            (item.chars, item.valid)
        };
        group.chars += chars;
        group.valid += valid;
        crowd += (held.dates + held.headings + held.far) as usize;
        // Author and date may be right before the text, in a row of their own.
        let before = signs.between(gap(tree, &members, number), *at);
        let (whole, part) = (5, 3);
        dated += if held.dates > 0 {
            whole
        } else {
            part * usize::from(before.dates > 0)
        };
        signed += if held.authors > 0 {
            whole
        } else {
            part * usize::from(before.authors > 0)
        };
        labelled += usize::from(held.labels > 0);
        priced += usize::from(held.prices > 0);
        texts += usize::from(valid >= MIN_POST);
        remarks += usize::from(signs.remark.get(*at).copied().unwrap_or(false));
        if let Some((far, target)) = signs.first_far(*at, end)
            && signs.between(*at, far).valid <= BEFORE_HEADLINE
        {
            targets.insert(target);
        }
    }
    let count = members.len();
    group.dated = ratio(dated, 5 * count);
    group.signed = ratio(signed, 5 * count);
    group.labelled = ratio(labelled, count);
    group.texts = ratio(texts, count);
    group.remarks = ratio(remarks, count);
    group.priced = ratio(priced, count);
    group.leading = ratio(targets.len(), count);
    group.crowded = ratio(crowd, count);
    let class = |at: &usize| tree.get(*at).map_or("", first_class);
    let first = members.first().map_or("", class);
    group.named = !first.is_empty() && members.iter().all(|at| class(at) == first);
    group.members = members;
    group
}
