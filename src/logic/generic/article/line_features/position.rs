//! The position of a line: the names of the elements around it, their share of the page, the number
//! of similar ones. Input: the tree, its flags, the boxes found by rules. Output: numbers for
//! each position. One pass down the tree; never recurses.

use std::hash::Hash;

use super::super::noise::{self, Flags};
use super::wording::{flag, log, number, part};
use crate::generic::features::{BodyTree, Item};
use crate::generic::words::hash::QuickMap;
use crate::page::is_block;

/// The maximum number of elements above a line that are inspected.
const MAX_UP: usize = 40;

/// Data of every element and its ancestors.
pub(super) struct Places {
    places: Vec<Place>,
    paths: Vec<Group>,
    alike: Vec<Group>,
}

/// One per node: halving the size matters on long pages.
#[derive(Clone, Copy, Default)]
struct Place {
    /// Its own flags and those of all ancestors.
    flags: u32,
    depth: u32,
    /// The innermost element at or above it with a noise name, 0 if none.
    noise: u32,
    /// The same for content names.
    content: u32,
    /// Number of its tag path, classes included.
    path: u32,
    /// Number of the group of siblings with the same look.
    alike: u32,
    /// Articles above, articles opened before, and first headings opened before.
    articles: [u32; 3],
}

/// Totals over elements of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    members: usize,
    chars: usize,
    link_chars: usize,
    valid: usize,
}

impl Places {
    /// Reads `tree`.
    pub fn of(tree: &BodyTree<'_>, flags: &Flags) -> Self {
        let mut places: Vec<Place> = Vec::with_capacity(tree.items.len());
        let mut paths: QuickMap<(u32, u32), u32> = QuickMap::default();
        let mut kinds: QuickMap<(usize, u32), u32> = QuickMap::default();
        let mut by_path = Vec::new();
        let mut alike = Vec::new();
        let (mut articles, mut headings) = (0, 0);
        for (at, item) in tree.items.iter().enumerate() {
            let above = places.get(item.parent).copied().unwrap_or_default();
            let Some(element) = item.element else {
                places.push(above);
                continue;
            };
            let own = flags.get(at);
            let kind = flags.kind(at);
            let path = number_of(&mut paths, (above.path, kind));
            let kind = number_of(&mut kinds, (item.parent, kind));
            add(&mut by_path, path, item);
            add(&mut alike, kind, item);
            let is_article = own & noise::flag::ARTICLE != 0;
            articles += u32::from(is_article);
            headings += u32::from(element.name() == "h1");
            let here = u32::try_from(at).unwrap_or(0);
            let innermost = |bits: u32, old: u32| if own & bits != 0 { here } else { old };
            places.push(Place {
                flags: above.flags | own,
                depth: above.depth.saturating_add(1),
                noise: innermost(NOISE, above.noise),
                content: innermost(CONTENT, above.content),
                path,
                alike: kind,
                articles: [
                    above.articles[0] + u32::from(is_article),
                    articles,
                    headings,
                ],
            });
        }
        Self {
            places,
            paths: by_path,
            alike,
        }
    }

    /// The number of the tag path of element `at`.
    pub fn group(&self, at: usize) -> usize {
        self.get(at).path as usize
    }

    /// Totals of all elements with the tag path of `place`, and of all siblings with its look.
    fn groups(&self, place: Place) -> (Group, Group) {
        let path = self.paths.get(place.path as usize).copied();
        let alike = self.alike.get(place.alike as usize).copied();
        (path.unwrap_or_default(), alike.unwrap_or_default())
    }

    fn get(&self, at: usize) -> Place {
        self.places.get(at).copied().unwrap_or_default()
    }
}

/// The number of `key`; a new one if it is unknown.
fn number_of<K: Eq + Hash>(known: &mut QuickMap<K, u32>, key: K) -> u32 {
    let fresh = u32::try_from(known.len() + 1).unwrap_or(0);
    *known.entry(key).or_insert(fresh)
}

/// Adds the counts of `item` to group `number`.
fn add(groups: &mut Vec<Group>, number: u32, item: &Item<'_>) {
    let number = number as usize;
    if groups.len() <= number {
        groups.resize(number + 1, Group::default());
    }
    if let Some(group) = groups.get_mut(number) {
        group.members += 1;
        group.chars += item.chars;
        group.link_chars += item.link_chars;
        group.valid += item.valid;
    }
}

const NOISE: u32 = noise::flag::NOISE
    | noise::flag::ROLE
    | noise::flag::NAV
    | noise::flag::ASIDE
    | noise::flag::FOOTER
    | noise::flag::HIDDEN
    | noise::flag::CONSENT;
const CONTENT: u32 =
    noise::flag::CONTENT | noise::flag::ARTICLE | noise::flag::MAIN | noise::flag::BODY;

/// Names of the features from [`values`] after the flags.
pub(super) const NAMES: [&str; 39] = [
    "depth",
    "noise_share",
    "noise_up",
    "content_share",
    "content_up",
    "path_members",
    "path_valid",
    "path_share",
    "path_links",
    "leaf_alike",
    "leaf_alike_valid",
    "up_alike",
    "up_alike_level",
    "up_alike_valid",
    "up_alike_share",
    "leaf_chars",
    "leaf_links",
    "box1_share",
    "box1_links",
    "box1_chars",
    "box1_up",
    "box2_share",
    "box2_links",
    "box2_chars",
    "box3_share",
    "box3_links",
    "paragraphs",
    "tag",
    "rough_up",
    "rough_down",
    "cevc_up",
    "cevc_down",
    "cetd_up",
    "cetd_down",
    "inline",
    "articles_up",
    "articles_before",
    "h1_before",
    "consent_up",
];

/// Boxes that rules choose as the text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Boxes {
    /// Of [`super::super::default_method::rough`].
    pub rough: usize,
    /// Of CEVC.
    pub cevc: usize,
    /// Of CETD.
    pub cetd: usize,
}

/// The element that directly contains the line of a text.
pub(super) fn leaf_of(tree: &BodyTree<'_>, flags: &Flags, text: usize) -> usize {
    let mut at = tree.get(text).map_or(0, |item| item.parent);
    for _ in 0..MAX_UP {
        let Some(item) = tree.get(at) else { break };
        if at == 0
            || is_block(item.name())
            || matches!(item.name(), "td" | "th")
            || noise::is_apart(tree, flags, at)
        {
            break;
        }
        at = item.parent;
    }
    at
}

/// The nearest ancestor that contains more than `at` does.
pub(super) fn larger(tree: &BodyTree<'_>, at: usize) -> usize {
    let chars = tree.get(at).map_or(0, |item| item.chars);
    let mut above = at;
    for _ in 0..MAX_UP {
        let Some(item) = tree.get(above) else { break };
        if above == 0 || item.chars > chars {
            break;
        }
        above = item.parent;
    }
    above
}

/// The flags and the features of [`NAMES`] for a line whose element is `leaf`.
pub(super) fn values(
    tree: &BodyTree<'_>,
    places: &Places,
    boxes: Boxes,
    leaf: usize,
    out: &mut Vec<f32>,
) {
    let place = places.get(leaf);
    for bit in 0..noise::flag::COUNT {
        out.push(flag(place.flags >> bit & 1 == 1));
    }
    let total = tree.valid(0);
    let depth_of = |at: usize| places.get(at).depth;
    let up_to = |at: usize| {
        if at == 0 {
            99.0
        } else {
            number(place.depth.saturating_sub(depth_of(at)) as usize)
        }
    };
    let share_of = |at: usize| {
        if at == 0 {
            -1.0
        } else {
            part(tree.valid(at), total)
        }
    };
    let (noise, content) = (place.noise as usize, place.content as usize);
    let (path, leaf_alike) = places.groups(place);
    let (up, level) = most_alike(tree, places, leaf);
    let (first, second, third) = boxes_of(tree, leaf);
    let links = |at: usize| {
        tree.get(at)
            .map_or(0.0, |item| part(item.link_chars, item.chars))
    };
    let chars = |at: usize| tree.get(at).map_or(0, |item| item.chars);
    let name = tree.get(leaf).map_or("", |item| item.name());
    out.extend([
        number(place.depth as usize),
        share_of(noise),
        up_to(noise),
        share_of(content),
        up_to(content),
        log(path.members),
        log(path.valid),
        part(path.valid, total),
        part(path.link_chars, path.chars),
        log(leaf_alike.members),
        log(leaf_alike.valid / leaf_alike.members.max(1)),
        log(up.members),
        number(level),
        log(up.valid / up.members.max(1)),
        part(up.valid, total),
        log(chars(leaf)),
        links(leaf),
        part(tree.valid(first), total),
        links(first),
        log(chars(first)),
        number((place.depth - depth_of(first).min(place.depth)) as usize),
        part(tree.valid(second), total),
        links(second),
        log(chars(second)),
        part(tree.valid(third), total),
        links(third),
        log(paragraphs(tree, first)),
        tag(name),
    ]);
    for target in [boxes.rough, boxes.cevc, boxes.cetd] {
        let (up, down) = levels_between(tree, places, leaf, target);
        out.extend([up, down]);
    }
    let [above, begun, headings] = place.articles.map(|count| count as usize);
    out.extend([
        flag(!is_block(name)),
        number(above.min(9)),
        number((begun - above.min(begun)).min(30)),
        number(headings.min(9)),
        flag(place.flags & noise::flag::CONSENT != 0),
    ]);
}

fn boxes_of(tree: &BodyTree<'_>, leaf: usize) -> (usize, usize, usize) {
    let first = larger(tree, leaf);
    let second = larger(tree, first);
    (first, second, larger(tree, second))
}

/// Numbers line tags so that neighbours are similar.
fn tag(name: &str) -> f32 {
    match name {
        "a" => 0.0,
        "li" => 1.0,
        "dd" | "dt" => 2.0,
        "td" | "th" | "tr" => 3.0,
        "span" | "button" | "label" => 4.0,
        "div" | "section" | "article" | "main" => 5.0,
        "br" | "body" | "center" => 6.0,
        "p" => 7.0,
        "blockquote" => 8.0,
        "pre" => 9.0,
        "h1" => 10.0,
        "h2" => 11.0,
        "h3" => 12.0,
        "h4" | "h5" | "h6" => 13.0,
        "figcaption" | "caption" | "figure" => 14.0,
        _ => 4.5,
    }
}

/// The number of paragraphs among the children of a box.
fn paragraphs(tree: &BodyTree<'_>, at: usize) -> usize {
    let children = tree.children(at).take(200);
    children
        .filter(|child| {
            tree.get(*child)
                .is_some_and(|item| item.name() == "p" && item.chars > 0)
        })
        .count()
}

/// The largest group of similar siblings that contains `leaf`, and how many levels up; lists and
/// paragraphs themselves do not count.
fn most_alike(tree: &BodyTree<'_>, places: &Places, leaf: usize) -> (Group, usize) {
    let mut best = (Group::default(), 0);
    let mut at = tree.get(leaf).map_or(0, |item| item.parent);
    for level in 1..=12 {
        let Some(item) = tree.get(at) else { break };
        if at == 0 {
            break;
        }
        let (_, group) = places.groups(places.get(at));
        if group.members > best.0.members && item.name() != "p" {
            best = (group, level);
        }
        at = item.parent;
    }
    best
}

/// Levels up from `leaf` to the common ancestor with `target`, and down from there to `target`.
fn levels_between(tree: &BodyTree<'_>, places: &Places, leaf: usize, target: usize) -> (f32, f32) {
    let mut at = leaf;
    let mut up = 0;
    for _ in 0..MAX_UP {
        let Some(item) = tree.get(at) else { break };
        if at <= target && target < item.end {
            break;
        }
        at = item.parent;
        up += 1;
    }
    // Inside the box the distance is zero.
    let inside = tree
        .get(target)
        .is_some_and(|item| target <= leaf && leaf < item.end);
    if inside {
        return (0.0, 0.0);
    }
    let down = places
        .get(target)
        .depth
        .saturating_sub(places.get(at).depth);
    (number(up), number(down as usize))
}
