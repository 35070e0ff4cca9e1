//! The page's elements as a tree with open and closed branches, for the tree view, the line of
//! ancestors, and widening. Built once per page from the engine's lines; queries do not traverse
//! the page. Pure.
//!
//! Below: drawing its rows.

pub(super) mod view;

use std::collections::BTreeSet;
use std::sync::Arc;

use bowerbird_engine::types::{ElementIndex, TreeLine};

/// Branches down to this depth are open at first.
const OPEN_DEPTH: u16 = 2;

/// The tree.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    lines: Arc<Vec<TreeLine>>,
    /// By line: index of its parent, plus one.
    parents: Vec<u32>,
    /// By line: index after its last descendant.
    ends: Vec<u32>,
    open: BTreeSet<u32>,
    /// Indexes of the visible lines.
    rows: Vec<u32>,
}

impl Tree {
    /// The tree of `lines`, which are in page order with their depths.
    pub fn of(lines: Arc<Vec<TreeLine>>) -> Self {
        let mut parents = Vec::with_capacity(lines.len());
        let mut ends = vec![0; lines.len()];
        let mut above: Vec<u32> = Vec::new();
        let mut open = BTreeSet::new();
        for (place, line) in (0_u32..).zip(lines.iter()) {
            close_branches(&mut above, &lines, &mut ends, place, line.depth);
            parents.push(above.last().map_or(0, |parent| parent + 1));
            above.push(place);
            if line.depth < OPEN_DEPTH && line.tag != "head" {
                open.insert(place);
            }
        }
        let all = u32::try_from(lines.len()).unwrap_or(u32::MAX);
        for place in above {
            if let Some(end) = ends.get_mut(place as usize) {
                *end = all;
            }
        }
        let mut tree = Self {
            lines,
            parents,
            ends,
            open,
            rows: Vec::new(),
        };
        tree.lay_out();
        tree
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The number of visible lines.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The line of row number `row`.
    pub fn row(&self, row: usize) -> Option<&TreeLine> {
        self.lines.get(*self.rows.get(row)? as usize)
    }

    /// The row of `element`; `None` while it is inside a closed branch.
    pub fn row_of(&self, element: ElementIndex) -> Option<usize> {
        let place = u32::try_from(self.place(element)?).ok()?;
        self.rows.binary_search(&place).ok()
    }

    /// The line of `element`.
    pub fn line(&self, element: ElementIndex) -> Option<&TreeLine> {
        self.lines.get(self.place(element)?)
    }

    /// Such as `div#main.post`.
    pub fn label(&self, element: ElementIndex) -> Option<String> {
        let line = self.line(element)?;
        let mut label = line.tag.clone();
        if !line.id.is_empty() {
            label.push('#');
            label.push_str(&line.id);
        }
        for class in line.classes.split_whitespace().take(3) {
            label.push('.');
            label.push_str(class);
        }
        Some(label)
    }

    /// The parent of `element`.
    pub fn parent(&self, element: ElementIndex) -> Option<ElementIndex> {
        let parent = self.parents.get(self.place(element)?)?.checked_sub(1)?;
        Some(self.lines.get(parent as usize)?.element)
    }

    /// The first child of `element`.
    pub fn child(&self, element: ElementIndex) -> Option<ElementIndex> {
        let place = self.place(element)?;
        let next = self.lines.get(place + 1)?;
        (next.depth > self.lines.get(place)?.depth).then_some(next.element)
    }

    /// Whether the branch of `element` is open.
    pub fn is_open(&self, element: ElementIndex) -> bool {
        self.place(element)
            .and_then(|place| u32::try_from(place).ok())
            .is_some_and(|place| self.open.contains(&place))
    }

    /// Opens or closes the branch of `element`.
    pub fn set_open(&mut self, element: ElementIndex, open: bool) {
        let place = self.place(element).and_then(|p| u32::try_from(p).ok());
        let Some(place) = place else {
            return;
        };
        let changed = if open {
            self.open.insert(place)
        } else {
            self.open.remove(&place)
        };
        if changed {
            self.lay_out();
        }
    }

    /// Opens or closes `element` and every branch inside it.
    pub fn set_all_open(&mut self, element: ElementIndex, open: bool) {
        let Some(place) = self.place(element) else {
            return;
        };
        let end = self.ends.get(place).copied().unwrap_or_default();
        let Ok(place) = u32::try_from(place) else {
            return;
        };
        if open {
            self.open.extend(place..end);
        } else {
            self.open.retain(|branch| !(place..end).contains(branch));
        }
        self.lay_out();
    }

    /// Opens the ancestors of `element`, so that it has a row.
    pub fn reveal(&mut self, element: ElementIndex) {
        if self.row_of(element).is_some() {
            return;
        }
        let Some(mut place) = self.place(element) else {
            return;
        };
        while let Some(parent) = self.parents.get(place).and_then(|p| p.checked_sub(1)) {
            self.open.insert(parent);
            place = parent as usize;
        }
        self.lay_out();
    }

    fn lay_out(&mut self) {
        self.rows.clear();
        let mut place = 0_u32;
        while let Some(end) = self.ends.get(place as usize) {
            self.rows.push(place);
            place = if self.open.contains(&place) {
                place + 1
            } else {
                (*end).max(place + 1)
            };
        }
    }

    /// A line's index is usually its element's number; otherwise it is searched.
    fn place(&self, element: ElementIndex) -> Option<usize> {
        let place = element as usize;
        if self
            .lines
            .get(place)
            .is_some_and(|line| line.element == element)
        {
            return Some(place);
        }
        self.lines
            .binary_search_by_key(&element, |line| line.element)
            .ok()
    }
}

/// Ends the branches that do not contain a line of `depth`.
fn close_branches(
    above: &mut Vec<u32>,
    lines: &[TreeLine],
    ends: &mut [u32],
    place: u32,
    depth: u16,
) {
    while let Some(last) = above.last().copied() {
        let holds = lines
            .get(last as usize)
            .is_some_and(|line| line.depth < depth);
        if holds {
            return;
        }
        if let Some(end) = ends.get_mut(last as usize) {
            *end = place;
        }
        above.pop();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tree(depths: &[u16]) -> Tree {
        let lines = (0..)
            .zip(depths)
            .map(|(element, depth)| TreeLine {
                element,
                depth: *depth,
                tag: "div".to_owned(),
                id: if element == 2 { "main" } else { "" }.to_owned(),
                classes: "a b".to_owned(),
                text: String::new(),
                children: 0,
                link: None,
            })
            .collect();
        Tree::of(Arc::new(lines))
    }

    fn rows(tree: &Tree) -> Vec<u32> {
        (0..tree.len())
            .filter_map(|row| Some(tree.row(row)?.element))
            .collect()
    }

    #[test]
    fn branches_open_and_close() {
        // 0 ( 1 ( 2 ( 3 4 ( 5 ) ) 6 ) )
        let mut tree = tree(&[0, 1, 2, 3, 3, 4, 2]);
        assert_eq!(rows(&tree), [0, 1, 2, 6]);
        tree.set_open(2, true);
        assert_eq!(rows(&tree), [0, 1, 2, 3, 4, 6]);
        tree.set_open(1, false);
        assert_eq!(rows(&tree), [0, 1]);
        tree.reveal(5);
        assert_eq!(rows(&tree), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(tree.row_of(5), Some(5));
        tree.set_all_open(1, false);
        assert_eq!(rows(&tree), [0, 1]);
        tree.set_all_open(0, true);
        assert_eq!(tree.len(), 7);
        assert_eq!((tree.parent(5), tree.child(4)), (Some(4), Some(5)));
        assert_eq!((tree.parent(0), tree.child(5)), (None, None));
        assert_eq!(tree.parent(6), Some(1));
        assert_eq!(tree.label(2).as_deref(), Some("div#main.a.b"));
    }

    proptest! {
        #[test]
        fn any_depths_make_a_tree(depths in proptest::collection::vec(0_u16..6, 0..60), at in 0_u32..80) {
            let mut tree = tree(&depths);
            tree.reveal(at);
            prop_assert_eq!(tree.row_of(at).is_some(), (at as usize) < depths.len());
            tree.set_all_open(at, true);
            prop_assert!(rows(&tree).is_sorted());
            let mut steps = 0;
            let mut element = at;
            while let Some(parent) = tree.parent(element) {
                prop_assert!(parent < element);
                element = parent;
                steps += 1;
                prop_assert!(steps < 7);
            }
        }
    }
}
