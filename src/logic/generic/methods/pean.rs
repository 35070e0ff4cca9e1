//! PEAN, post extraction via anchor nodes (thesis, section 3.3): the list of posts is where times
//! are dense and evenly spread; its children that are similar enough to the one with most times are
//! posts. Input: node features. Output: the posts' elements in document order.

use crate::generic::features::{BodyTree, tree_matching};
use crate::generic::kind::time_anchors;

/// α of algorithm 3.2, the relative mean deviation below which times are evenly spread. The thesis
/// gives no value; its example stops at 0.29.
const MAX_DEVIATION: f64 = 0.6;

/// β of algorithm 3.2, the share of the heaviest child below which descending would lose posts. The
/// thesis gives no value; its example stops at 0.14, and a thread of two posts needs more than 0.5.
const MAX_SHARE: f64 = 0.8;

/// The posts of the page by PEAN; none if its times are inconclusive.
pub(crate) fn posts(tree: &BodyTree<'_>) -> Vec<usize> {
    let anchors = time_anchors::anchors(tree);
    let counts = time_anchors::counts(tree, &anchors);
    let count = |at: usize| counts.get(at).copied().unwrap_or(0);
    let mut at = 0;
    loop {
        let children: Vec<usize> = tree.children(at).filter(|c| count(*c) > 0).collect();
        // The first on a tie, as with the algorithm's strict comparison.
        let Some(heaviest) = children.iter().copied().reduce(|best, next| {
            if count(next) > count(best) {
                next
            } else {
                best
            }
        }) else {
            return Vec::new();
        };
        let pivots: Vec<f64> = children.iter().map(|c| count(*c) as f64).collect();
        let share = count(heaviest) as f64 / pivots.iter().sum::<f64>().max(1.0);
        if pivots.len() > 1 && relative_deviation(&pivots) < MAX_DEVIATION && share < MAX_SHARE {
            return chosen(tree, heaviest, &children);
        }
        at = heaviest;
    }
}

/// RMD, formula 3-2.
fn relative_deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    let off = values.iter().map(|v| (v - mean).abs()).sum::<f64>() / values.len().max(1) as f64;
    if mean > 0.0 { off / mean } else { 0.0 }
}

/// Algorithm 3.3: in order of similarity to `model`, until one is less than half as similar as the
/// one before.
fn chosen(tree: &BodyTree<'_>, model: usize, children: &[usize]) -> Vec<usize> {
    let others = children.iter().copied().filter(|c| *c != model);
    let mut alike: Vec<(usize, usize)> = others
        .map(|other| (tree_matching::matched(tree, other, model), other))
        .collect();
    alike.sort_by_key(|(coinciding, _)| std::cmp::Reverse(*coinciding));
    let mut posts = vec![model];
    let mut last = 0;
    for (coinciding, other) in alike {
        if coinciding * 2 < last || coinciding == 0 {
            break;
        }
        last = coinciding;
        posts.push(other);
    }
    posts.sort_unstable();
    posts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generic::methods::ids_of;

    fn ids(html: &str) -> Vec<String> {
        ids_of(html, posts)
    }

    fn post(number: usize) -> String {
        format!(
            "<div id=p{number}><h3>me</h3><em>2014-05-{number:02} 20:07:23</em><div>{}</div><p>sign</p></div>",
            "<p>text</p>".repeat(number)
        )
    }

    #[test]
    fn children_that_coincide_with_the_model_are_posts() {
        let html = format!(
            "<body><div><b>2020-01-01</b></div><div id=list>{}{}<p id=ad><i>2014-01-01</i></p>{}<div id=fast>now</div></div>",
            post(1),
            post(2),
            post(3)
        );
        assert_eq!(ids(&html), ["p1", "p2", "p3"]);
    }

    #[test]
    fn pages_without_times_have_no_posts() {
        assert!(ids("<body><p>one</p><p>two</p>").is_empty());
        assert!(ids("<body><p>2014-01-01</p>").is_empty());
        assert!(ids("").is_empty());
    }

    #[test]
    fn even_counts_have_no_deviation() {
        assert!(relative_deviation(&[2.0, 2.0, 2.0]) < 1e-9);
        assert!((relative_deviation(&[1.0, 3.0]) - 0.5).abs() < 1e-9);
    }
}
