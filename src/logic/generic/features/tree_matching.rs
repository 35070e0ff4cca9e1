//! Top-down matching of two subtrees (thesis, definitions 3.3 and 3.4, algorithm 3.1 after Yang's
//! simple tree matching). Input: two elements. Output: the size of their overlap.

use super::BodyTree;

/// The maximum number of elements of a subtree that are compared: posts differ in their first
/// levels, and the comparison is quadratic.
const MAX_ELEMENTS: usize = 600;

/// The maximum number of levels compared: each is a call, and nesting is unbounded.
const MAX_LEVELS: usize = 24;

/// The number of elements that can be matched between the subtrees at `a` and `b`, |M|.
pub(crate) fn matched(tree: &BodyTree<'_>, a: usize, b: usize) -> usize {
    let mut pairs = Vec::new();
    matching(&Shape::of(tree, a), 0, &Shape::of(tree, b), 0, &mut pairs)
}

/// The pairs of elements in a best matching of `a` and `b`.
pub(crate) fn pairs(tree: &BodyTree<'_>, a: usize, b: usize) -> Vec<(usize, usize)> {
    let (left, right) = (Shape::of(tree, a), Shape::of(tree, b));
    let mut pairs = Vec::new();
    matching(&left, 0, &right, 0, &mut pairs);
    pairs
        .into_iter()
        .filter_map(|(x, y)| Some((left.nodes.get(x)?.at, right.nodes.get(y)?.at)))
        .collect()
}

/// The elements of a subtree.
struct Shape<'t> {
    nodes: Vec<Node<'t>>,
}

struct Node<'t> {
    at: usize,
    name: &'t str,
    children: Vec<usize>,
    level: usize,
}

impl<'t> Shape<'t> {
    fn of(tree: &'t BodyTree<'_>, root: usize) -> Self {
        let mut nodes: Vec<Node<'t>> = Vec::new();
        // The positions in `nodes` of the elements that may have children, outermost first.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut at = root;
        let end = tree.get(root).map_or(root, |item| item.end);
        while at < end && nodes.len() < MAX_ELEMENTS {
            let Some(item) = tree.get(at) else { break };
            while open.last().is_some_and(|(end, _)| *end <= at) {
                open.pop();
            }
            let level = open.len();
            if let Some(element) = item.element {
                let number = nodes.len();
                if let Some((_, parent)) = open.last()
                    && let Some(parent) = nodes.get_mut(*parent)
                {
                    parent.children.push(number);
                }
                nodes.push(Node {
                    at,
                    name: element.name(),
                    children: Vec::new(),
                    level,
                });
                if level >= MAX_LEVELS {
                    at = item.end;
                    continue;
                }
                open.push((item.end, number));
            }
            at += 1;
        }
        Self { nodes }
    }
}

/// Algorithm 3.1 from `a` and `b` down, at most [`MAX_LEVELS`] deep; appends the pairs of the best
/// matching to `found`.
fn matching(
    left: &Shape<'_>,
    a: usize,
    right: &Shape<'_>,
    b: usize,
    found: &mut Vec<(usize, usize)>,
) -> usize {
    let (Some(x), Some(y)) = (left.nodes.get(a), right.nodes.get(b)) else {
        return 0;
    };
    if x.name != y.name || x.level > MAX_LEVELS {
        return 0;
    }
    found.push((a, b));
    let (m, n) = (x.children.len(), y.children.len());
    if m == 0 || n == 0 {
        return 1;
    }
    let width = n + 1;
    let mut best = vec![0; (m + 1) * width];
    let mut inner: Vec<(usize, Vec<(usize, usize)>)> = Vec::with_capacity(m * n);
    let cell = |best: &[usize], i: usize, j: usize| best.get(i * width + j).copied().unwrap_or(0);
    for (i, child) in x.children.iter().enumerate() {
        for (j, other) in y.children.iter().enumerate() {
            let mut pairs = Vec::new();
            let weight = matching(left, *child, right, *other, &mut pairs);
            inner.push((weight, pairs));
            let value = cell(&best, i + 1, j)
                .max(cell(&best, i, j + 1))
                .max(cell(&best, i, j) + weight);
            if let Some(slot) = best.get_mut((i + 1) * width + j + 1) {
                *slot = value;
            }
        }
    }
    // Backtracks through the table to collect the pairs of the best matching.
    let (mut i, mut j) = (m, n);
    while i > 0 && j > 0 {
        let here = cell(&best, i, j);
        if here == cell(&best, i - 1, j) {
            i -= 1;
        } else if here == cell(&best, i, j - 1) {
            j -= 1;
        } else {
            if let Some((_, pairs)) = inner.get_mut((i - 1) * n + j - 1) {
                found.append(pairs);
            }
            i -= 1;
            j -= 1;
        }
    }
    cell(&best, m, n) + 1
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    fn with_two(html: &str, check: impl Fn(&BodyTree<'_>, usize, usize)) {
        let page = Page::parse(html, &Url::parse("http://example.com/").unwrap());
        let tree = BodyTree::of(&page);
        let mut children = tree.children(0);
        let (a, b) = (children.next().unwrap(), children.next().unwrap());
        check(&tree, a, b);
    }

    #[test]
    fn what_coincides_is_counted_in_order() {
        let html = "<body><div><h3></h3><p><b></b></p><i></i></div><div><h3></h3><ul></ul><p></p><i></i></div>";
        with_two(html, |tree, a, b| {
            assert_eq!(matched(tree, a, b), 4);
            assert_eq!(pairs(tree, a, b).len(), 4);
            assert_eq!(matched(tree, a, a), 5);
        });
    }

    #[test]
    fn below_a_different_parent_nothing_matches() {
        with_two(
            "<body><div><p><b></b></p></div><div><h2><b></b></h2></div>",
            |tree, a, b| {
                assert_eq!(matched(tree, a, b), 1);
            },
        );
        with_two("<body><div></div><ul></ul>", |tree, a, b| {
            assert_eq!(matched(tree, a, b), 0);
        });
    }

    #[test]
    fn any_depth_and_any_width_end() {
        let deep = "<div>".repeat(300);
        let wide = "<b></b>".repeat(3_000);
        with_two(
            &format!("<body><p>{wide}</p><p>{wide}</p>{deep}"),
            |tree, a, b| {
                assert_eq!(matched(tree, a, b), MAX_ELEMENTS);
            },
        );
    }
}
