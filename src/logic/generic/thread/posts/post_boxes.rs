//! The text boxes of the posts in a group: those with one name that contain most of the text.
//! Input: node features and a group. Output: boxes by member. Never leaves a member's own part.

use std::collections::HashMap;

use super::post_text::{is_around, is_remark};
use crate::generic::features::{BodyTree, Item, ratio};
use crate::generic::kind::repeated_structures::MemberGroup;
use crate::generic::words::kind_words::WORDS;

/// The minimum share of posts with a text box of their own.
const COMMON: f64 = 0.75;
/// The minimum share of the posts' text in these boxes.
const MOST: f64 = 0.6;
/// From here on a larger share is no evidence: names and buttons have stop words too.
const ENOUGH: f64 = 0.75;
/// The same for boxes with the name of a text box.
const MIN_NAMED: f64 = 0.35;

/// The text box of each post, if most have one of the same name.
pub(super) fn bodies(
    tree: &BodyTree<'_>,
    group: &MemberGroup,
) -> Option<HashMap<usize, Vec<usize>>> {
    #[derive(Default)]
    struct Boxes {
        valid: usize,
        chars: usize,
        members: usize,
        last: usize,
    }
    let mut by_name: HashMap<(&str, &str), Boxes> = HashMap::new();
    let plain = group.remarks < 0.5;
    let mut all = group.valid;
    for (number, member) in group.members.iter().enumerate() {
        let end = group.end(number);
        let mut past = HashMap::new();
        let mut open: Vec<((&str, &str), usize)> = Vec::new();
        let mut around = 0;
        for at in member + 1..end {
            let Some(item) = tree
                .get(at)
                .filter(|item| item.element.is_some() && item.chars > 0)
            else {
                continue;
            };
            if at < around {
                continue;
            }
            if is_around(tree, item) || is_remark(tree, item, *member, plain) {
                around = item.end;
                // Signatures are text too, but their boxes are not text boxes.
                all = all.saturating_sub(item.valid);
                for (key, _) in open.iter().filter(|(_, end)| *end > at) {
                    if let Some(boxes) = by_name.get_mut(key) {
                        boxes.valid = boxes.valid.saturating_sub(item.valid);
                        boxes.chars = boxes.chars.saturating_sub(item.chars);
                    }
                }
                continue;
            }
            let Some(key) = key(item) else { continue };
            // Nested boxes of the same name count once.
            if past.get(&key).is_some_and(|end| at < *end) {
                continue;
            }
            past.insert(key, item.end);
            if item.end <= end {
                open.push((key, item.end));
            }
            let boxes = by_name.entry(key).or_default();
            // For a box around replies only the part before them counts.
            if item.end <= end {
                boxes.valid += item.valid;
                boxes.chars += item.chars;
            }
            if boxes.last != number + 1 {
                boxes.last = number + 1;
                boxes.members += 1;
            }
        }
    }
    let count = group.members.len();
    let said = |key: &(&str, &str)| {
        WORDS
            .as_ref()
            .is_some_and(|words| words.is_body(&key.1.to_ascii_lowercase()))
    };
    let score = |(key, boxes): &(&(&str, &str), &Boxes)| {
        let named = if said(key) { 0.35 } else { 0.0 };
        ratio(boxes.valid, all).min(ENOUGH) + 0.9 * ratio(boxes.valid, boxes.chars) + named
    };
    let best = by_name
        .iter()
        .filter(|(key, b)| {
            let least = if said(key) { MIN_NAMED } else { MOST };
            ratio(b.members, count) >= COMMON && ratio(b.valid, all) >= least
        })
        .max_by(|a, b| score(a).total_cmp(&score(b)).then(b.0.cmp(a.0)))
        .map(|(key, _)| *key)?;
    let mut found = HashMap::new();
    for (number, member) in group.members.iter().enumerate() {
        let end = group.end(number);
        let mut list = Vec::new();
        let mut at = member + 1;
        while at < end {
            let Some(item) = tree.get(at) else { break };
            if item.element.is_some() && item.chars > 0 && key(item) == Some(best) {
                list.push(at);
                at = item.end;
            } else if item.element.is_some()
                && (is_around(tree, item) || is_remark(tree, item, *member, plain))
            {
                at = item.end;
            } else {
                at += 1;
            }
        }
        if !list.is_empty() {
            found.insert(*member, list);
        }
    }
    Some(found)
}

/// The common key of boxes with the same role: the tag and a class, or a microdata role.
fn key<'i>(item: &'i Item<'_>) -> Option<(&'i str, &'i str)> {
    let name = item.name();
    if matches!(
        name,
        "p" | "a" | "span" | "b" | "i" | "br" | "img" | "strong" | "em"
    ) {
        return None;
    }
    let class = item
        .attr("itemprop")
        .or_else(|| {
            item.attr("class")?
                .split_whitespace()
                .find(|class| !class.bytes().any(|b| b.is_ascii_digit()))
        })
        .unwrap_or_default();
    (!class.is_empty() || matches!(name, "td" | "dd" | "blockquote" | "article" | "section"))
        .then_some((name, class))
}
