//! What a page repeats, for telling its kind and for reading posts: teasers whose headlines lead
//! elsewhere, posts with who wrote them and when. Flows in: node features and signs. Flows out:
//! the best group of each. Bounded work: every element is in two groups at most, and what a member
//! holds is known from sums.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use super::node_signals::Signs;
use crate::generic::features::{BodyTree, Item, ratio};
use crate::generic::thread::post_boxes::is_aside;
use crate::generic::words::hash::{Fnv, QuickMap};

/// Fewest teasers of a list.
const MIN_TEASERS: usize = 3;
/// Valid characters before its headline from which a box is no teaser.
const BEFORE_HEADLINE: usize = 60;
/// Valid characters that a post says at least.
const MIN_POST: usize = 12;
/// Nodes between two members of a group that still are neighbours.
const MAX_GAP: usize = 160;
/// Longest row of data, and fewest of them.
const MAX_ROW: usize = 220;
/// See [`MAX_ROW`].
const MIN_ROWS: usize = 5;
/// Days, headings and headlines that a post may hold without being taken for a column of a page.
const MAX_CROWDED: f64 = 6.0;
/// What is left of the score of posts in a sidebar.
const ASIDE: f64 = 0.1;
/// Groups of posts that are compared.
const MAX_POST_GROUPS: usize = 40;
/// Groups that are weighed.
const MAX_SCORED: usize = 4_000;

/// Members that are built alike.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemberGroup {
    /// The members in document order. One may lie in another, as answers lie in what they answer.
    pub members: Vec<usize>,
    /// One past what is a member's own, by member: it ends where an answer inside it begins.
    pub ends: Vec<usize>,
    /// Characters in them.
    pub chars: usize,
    /// Valid characters in them.
    pub valid: usize,
    /// Shares of the members that have: a day, somebody's name, labels of posts, a text.
    pub dated: f64,
    /// See [`MemberGroup::dated`].
    pub signed: f64,
    /// See [`MemberGroup::dated`].
    pub labelled: f64,
    /// See [`MemberGroup::dated`].
    pub texts: f64,
    /// Share that begins with a headline that leads elsewhere, each to a page of its own.
    pub leading: f64,
    /// Share that stands among remarks under a text.
    pub remarks: f64,
    /// Share with a price.
    pub priced: f64,
    /// Days, headings and headlines that lead elsewhere in each member, on average.
    pub crowded: f64,
    /// Whether the members share a class.
    pub named: bool,
    /// How good it is as what it was chosen for.
    pub score: f64,
}

impl MemberGroup {
    /// One past what is the own part of the member numbered `number`.
    pub fn end(&self, number: usize) -> usize {
        self.ends.get(number).copied().unwrap_or(0)
    }
}

/// The repeated parts of a page.
#[derive(Debug, Default)]
pub(crate) struct Repeated {
    /// The best group of teasers.
    pub teasers: MemberGroup,
    /// The best group of posts.
    pub posts: MemberGroup,
    /// Nodes that lie in any teaser that is short: marks by node.
    pub in_teasers: Vec<bool>,
    /// The best group of short rows of data, which need not lead anywhere.
    pub rows: MemberGroup,
}

/// What `tree` repeats.
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
        // Teasers and rows of a list all lie equally deep.
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

/// The best group of posts; of boxes that each hold several posts, these.
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
    // Answers inside answers are alike at any depth.
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

/// Whether `wider` has all members of `outer` and more, as good as these.
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

/// Whether most members of `inner` share their box of `outer` with another.
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

/// The share of the members of `inner` that lie in members of `outer`.
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
            // What holds most of the text is no teaser among others, unless all are long.
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

/// How good a group is as the posts of a thread: they hold the text, and say who and when.
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
    // Of boxes in boxes the inner ones have less around the same text.
    let dense = 0.8 + 0.2 * ratio(group.valid, group.chars);
    // Columns of a page beside each other hold much more than posts do.
    let alone = (MAX_CROWDED / group.crowded.max(0.1)).min(1.0);
    let named = if group.named { 1.0 } else { 0.75 };
    ratio(group.valid, total) * told * group.texts * dense * alone * named
}

/// Groups of elements that are built alike: by tag, first class and depth over the whole page, by
/// tag among siblings; and, marked, by tag and first class at any depth, for answers in answers.
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
    // A map has no order of its own: by first member and size there is one.
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

/// Whether members lie at several depths.
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

/// What may be a record by itself.
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

/// Where what belongs to a member but stands before it begins: at the end of the one before; for
/// the first as far up as between the first two.
pub(crate) fn gap(tree: &BodyTree<'_>, members: &[usize], number: usize) -> usize {
    let end = |n: usize| {
        members
            .get(n)
            .and_then(|at| tree.get(*at))
            .map(|item| item.end)
    };
    let at = members.get(number).copied().unwrap_or(0);
    match number.checked_sub(1).and_then(end) {
        // What stands far apart are no neighbours.
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
        // Who and when may stand right before the text, in a row of its own.
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
