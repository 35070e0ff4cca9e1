//! CEPR, content extraction via path ratios (Wu, Li, Hu and Xing, 2013, as the thesis describes it
//! in section 2.2.3), in its best form: extended ratios, smoothed by path similarity. Input:
//! node features. Output: the texts whose path has long, punctuated and varied text.

use std::collections::HashMap;

use super::stats::{deviation, kernel, mean, smoothed};
use crate::generic::features::{BodyTree, lines};

/// λ of the threshold τ = λσ(H′); the thesis finds the paper's value best.
const LAMBDA: f64 = 0.8;

/// α of formula 2-11, the weight of the distance; the thesis finds the paper's value best.
const ALPHA: i32 = 1;

/// Radius r of the smoothing; the thesis finds the paper's value best.
const RADIUS: f64 = 1.0;

/// Longer path distances are capped here: nesting is unbounded.
const MAX_DISTANCE: usize = 64;

/// The content of the page by CEPR.
pub(crate) fn extract(tree: &BodyTree<'_>) -> String {
    let leaves = leaves(tree);
    let ratios = extended_ratios(&leaves);
    let smooth = smoothed(&ratios, &kernel(RADIUS), |here, there| {
        match (leaves.get(here), leaves.get(there)) {
            (Some(a), Some(b)) if a.path == b.path => 1.0,
            (Some(a), Some(b)) => 1.0 / (distance(tree, a.at, b.at) as f64).powi(ALPHA),
            _ => 0.0,
        }
    });
    let threshold = LAMBDA * deviation(&smooth);
    let mut chosen = vec![false; tree.items.len()];
    for (leaf, ratio) in leaves.iter().zip(&smooth) {
        if *ratio > 0.0
            && *ratio >= threshold
            && let Some(mark) = chosen.get_mut(leaf.at)
        {
            *mark = true;
        }
    }
    let left_out = |at: usize| {
        tree.get(at).is_some_and(|item| item.element.is_none())
            && !chosen.get(at).copied().unwrap_or(false)
    };
    lines::join(&lines::lines(tree, 0, left_out))
}

/// A text with the inputs of formula 2-9.
struct Leaf {
    at: usize,
    path: usize,
    chars: f64,
    marks: f64,
}

/// The texts of the page; equal tag paths (definition 2.4) have equal numbers.
fn leaves(tree: &BodyTree<'_>) -> Vec<Leaf> {
    let mut numbers: HashMap<(usize, &str), usize> = HashMap::new();
    let mut paths: Vec<usize> = Vec::with_capacity(tree.items.len());
    let mut leaves = Vec::new();
    for (at, item) in tree.items.iter().enumerate() {
        let above = paths.get(item.parent).copied().unwrap_or(0);
        if item.element.is_some() {
            let fresh = numbers.len() + 1;
            let name = item.element.map_or("", |e| e.name());
            paths.push(*numbers.entry((above, name)).or_insert(fresh));
            continue;
        }
        paths.push(above);
        if item.chars > 0 {
            leaves.push(Leaf {
                at,
                path: above,
                chars: item.chars as f64,
                marks: item.text.chars().filter(|c| is_punctuation(*c)).count() as f64,
            });
        }
    }
    leaves
}

/// Formula 2-9 for every leaf. A path with a single text has no deviation, and its ratio would be 0
/// however long the text: its deviations count as 1.
fn extended_ratios(leaves: &[Leaf]) -> Vec<f64> {
    let mut by_path: HashMap<usize, (Vec<f64>, Vec<f64>)> = HashMap::new();
    for leaf in leaves {
        let (chars, marks) = by_path.entry(leaf.path).or_default();
        chars.push(leaf.chars);
        marks.push(leaf.marks);
    }
    let plain: HashMap<usize, f64> = by_path
        .iter()
        .map(|(path, (chars, _))| (*path, mean(chars)))
        .collect();
    let ratios: HashMap<usize, f64> = by_path
        .into_iter()
        .map(|(path, (chars, marks))| {
            let spread = if chars.len() == 1 {
                1.0
            } else {
                deviation(&chars) * deviation(&marks)
            };
            (path, mean(&chars) * mean(&marks) * spread)
        })
        .collect();
    let by_leaf = |ratios: &HashMap<usize, f64>| -> Vec<f64> {
        let ratio = |leaf: &Leaf| ratios.get(&leaf.path).copied().unwrap_or(0.0);
        leaves.iter().map(ratio).collect()
    };
    let extended = by_leaf(&ratios);
    if extended.iter().any(|ratio| *ratio > 0.0) {
        return extended;
    }
    // Without punctuation on the page this reduces to formula 2-8.
    by_leaf(&plain)
}

/// English and Chinese punctuation.
fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() || "，。、；：？！“”‘’（）《》〈〉【】『』「」…—～·﹏".contains(c)
}

/// The edit distance of two texts' tag paths, by tags as in the thesis; at least 1.
fn distance(tree: &BodyTree<'_>, a: usize, b: usize) -> usize {
    let (a, b) = (path_up(tree, a), path_up(tree, b));
    // Neighbours share most of their path from the body, which need not be compared.
    let shared = a.iter().rev().zip(b.iter().rev());
    let shared = shared.take_while(|(x, y)| x == y).count();
    let a = a.get(..a.len() - shared).unwrap_or_default();
    let b = b.get(..b.len() - shared).unwrap_or_default();
    let longest = a.len().max(b.len());
    if longest > MAX_DISTANCE {
        return MAX_DISTANCE;
    }
    edit_distance(a, b).max(1)
}

/// Names of the elements above `at`, innermost first.
fn path_up<'t>(tree: &'t BodyTree<'_>, mut at: usize) -> Vec<&'t str> {
    let mut names = Vec::new();
    while let Some(item) = tree.get(at)
        && item.parent != at
    {
        at = item.parent;
        names.push(tree.get(at).map_or("", |i| i.name()));
    }
    names
}

/// The Levenshtein distance between two sequences, row by row.
fn edit_distance(a: &[&str], b: &[&str]) -> usize {
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (row, x) in a.iter().enumerate() {
        let mut line = vec![row + 1];
        for (pair, y) in above.windows(2).zip(b) {
            let [diagonal, over] = pair else { continue };
            let left = line.last().copied().unwrap_or(0);
            let replaced = diagonal + usize::from(x != y);
            line.push(replaced.min(over + 1).min(left + 1));
        }
        above = line;
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    fn text(html: &str) -> String {
        let page = Page::parse(html, &Url::parse("http://example.com/").unwrap());
        extract(&BodyTree::of(&page))
    }

    #[test]
    fn paths_with_long_punctuated_text_are_content() {
        let menu = "<li><a href=/x>Dyes</a></li>".repeat(12);
        let html = format!(
            "<body><ul>{menu}</ul><div><p>The vat is kept warm for a week, and nobody may open it; not even the dyer.</p>\
             <p>Then it is opened.</p><p>The wool is laid in, turned with a <a href=/s>long stick</a>, and lifted out, until it is wet through.</p></div>\
             <ul>{menu}</ul>"
        );
        let found = text(&html);
        assert!(found.starts_with("The vat"), "{found}");
        assert!(found.contains("Then it is opened."));
        assert!(
            found.contains("long stick"),
            "a link inside a sentence stays: {found}"
        );
        assert!(!found.contains("Dyes"));
    }

    #[test]
    fn a_single_text_is_content() {
        let only = "One text, and no other: what is here, is all.";
        assert_eq!(text(&format!("<body><p>{only}</p>")), only);
        assert_eq!(text("<body>"), "");
    }

    #[test]
    fn distances_count_tags() {
        assert_eq!(edit_distance(&["p", "div"], &["p", "div"]), 0);
        assert_eq!(edit_distance(&["a", "p", "div"], &["p", "div"]), 1);
        assert_eq!(edit_distance(&["b"], &["li", "ul"]), 2);
        assert_eq!(edit_distance(&[], &["p"]), 1);
    }
}
