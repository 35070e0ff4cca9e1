//! MiBAT, mining data records based on anchor trees (Song and others, WWW 2010, as the thesis
//! describes it in section 3.2): siblings whose times, with their adjacent elements, match are
//! records. Input: node features. Output: the posts' elements in document order.

use std::collections::HashSet;

use crate::generic::features::{BodyTree, tree_matching};
use crate::generic::kind::time_anchors;

/// Minimum similarity of two anchor trees. The thesis gives no value for its own run.
const ALIKE: f64 = 0.6;

/// The maximum number of siblings with times that are compared; a longer list is truncated.
const MAX_SIBLINGS: usize = 400;

/// The posts of the page by MiBAT: of all sets of similar siblings, the one with most text.
pub(crate) fn posts(tree: &BodyTree<'_>) -> Vec<usize> {
    let anchors = time_anchors::anchors(tree);
    let counts = time_anchors::counts(tree, &anchors);
    let holds = |at: usize| counts.get(at).is_some_and(|c| *c > 0);
    let mut best: (usize, Vec<usize>) = (0, Vec::new());
    let mut at = 0;
    while let Some(item) = tree.get(at) {
        if !holds(at) {
            at = item.end.max(at + 1);
            continue;
        }
        let children: Vec<usize> = tree
            .children(at)
            .filter(|c| holds(*c))
            .take(MAX_SIBLINGS)
            .collect();
        if children.len() > 1 {
            let records = anchor_trees(tree, &anchors, &children);
            let chars = records.iter().map(|r| plain_chars(tree, *r)).sum();
            if records.len() > 1 && chars > best.0 {
                best = (chars, records);
            }
        }
        at += 1;
    }
    best.1
}

/// The largest set of siblings similar to the first of them: each match adds its own times to the
/// search, until none is added.
fn anchor_trees(tree: &BodyTree<'_>, anchors: &[bool], children: &[usize]) -> Vec<usize> {
    let mut left: Vec<usize> = children.to_vec();
    let mut largest = Vec::new();
    while let Some(first) = left.first().copied() {
        let mut set = vec![first];
        left.retain(|c| *c != first);
        let mut next = 0;
        while let Some(model) = set.get(next).copied() {
            // A later record may match one that the first does not; one round of each is enough,
            // because similarity hardly reaches farther.
            let (joined, rest): (Vec<usize>, Vec<usize>) = left
                .iter()
                .partition(|other| likeness(tree, anchors, model, **other) >= ALIKE);
            left = rest;
            set.extend(joined);
            next += 1;
            if left.is_empty() || next >= MAX_MODELS {
                break;
            }
        }
        if set.len() > largest.len() {
            largest = set;
        }
        if left.len() <= largest.len() {
            break;
        }
    }
    largest.sort_unstable();
    largest
}

/// Members of a set that are used as models.
const MAX_MODELS: usize = 6;

/// TreeSim under the selection "pivot and siblings" (definitions 3.1 and 3.2).
fn likeness(tree: &BodyTree<'_>, anchors: &[bool], a: usize, b: usize) -> f64 {
    let (one, other) = (fragment(tree, anchors, a), fragment(tree, anchors, b));
    if one.is_empty() || other.is_empty() {
        return 0.0;
    }
    let both = tree_matching::pairs(tree, a, b)
        .into_iter()
        .filter(|(x, y)| one.contains(x) && other.contains(y))
        .count();
    both as f64 * 2.0 / (one.len() + other.len()) as f64
}

/// The first anchor inside `root` with its siblings.
fn fragment(tree: &BodyTree<'_>, anchors: &[bool], root: usize) -> HashSet<usize> {
    let end = tree.get(root).map_or(root, |item| item.end);
    let pivot = (root..end).find(|at| anchors.get(*at).copied().unwrap_or(false));
    let Some(pivot) = pivot else {
        return HashSet::new();
    };
    if pivot == root {
        return HashSet::from([root]);
    }
    let parent = tree.get(pivot).map_or(root, |item| item.parent);
    tree.children(parent)
        .filter(|c| tree.get(*c).is_some_and(|item| item.element.is_some()))
        .collect()
}

fn plain_chars(tree: &BodyTree<'_>, at: usize) -> usize {
    tree.get(at).map_or(0, |item| item.chars - item.link_chars)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generic::methods::ids_of;

    fn ids(html: &str) -> Vec<String> {
        ids_of(html, posts)
    }

    #[test]
    fn records_are_alike_around_their_times_whatever_people_wrote() {
        let post = |n: usize, body: &str| {
            format!(
                "<div id=p{n}><p><b>me</b><em>2014-05-0{n} 20:07</em><i>#{n}</i></p><div>{body}</div></div>"
            )
        };
        let html = format!(
            "<body><ul><li>2014-01-01</li><li>2014-01-02</li></ul><div>{}{}{}<p id=ad><s>2014-01-01</s></p></div>",
            post(1, "plain words of the first one who wrote"),
            post(2, "<ul><li>a<li>b</ul><img>words of the second"),
            post(3, "<table><tr><td>third</table>")
        );
        assert_eq!(ids(&html), ["p1", "p2", "p3"]);
    }

    #[test]
    fn pages_without_times_have_no_posts() {
        assert!(ids("<body><p>one</p><p>two</p>").is_empty());
        assert!(ids("").is_empty());
    }
}
