//! Sets of nodes: steps from many nodes at once, each part of the page searched once, and document
//! order.

use super::{ResolvedTest, Spent, XPathEvaluation, XPathNode};
use crate::page::{FlatNode, NONE};
use crate::select::xpath::xpath_plan::{Axis, LocationStep};

impl XPathEvaluation<'_> {
    /// Walks a step without positions from all `nodes`, which are in document order.
    pub(super) fn walk_all(
        &self,
        step: &LocationStep,
        nodes: &[XPathNode],
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        if let [only] = nodes {
            return self.walk_plain(step, *only, visit);
        }
        match step.axis {
            // The union of `following` is that of the node that ends first; the union of
            // `preceding` is that of the last one.
            Axis::Following => {
                let ends = nodes
                    .iter()
                    .map(|spot| self.flat.entry(self.owner(*spot)).end);
                let first = nodes.iter().zip(ends).min_by_key(|(_, end)| *end);
                first.map_or(Ok(false), |(from, _)| self.walk_plain(step, *from, visit))
            }
            Axis::Preceding => {
                let last = nodes.last();
                last.map_or(Ok(false), |from| self.walk_plain(step, *from, visit))
            }
            Axis::Ancestor | Axis::AncestorOrSelf => self.ancestors_of_all(step, nodes, visit),
            Axis::FollowingSibling => self.siblings_of_all(step, nodes.iter(), visit),
            Axis::PrecedingSibling => self.siblings_of_all(step, nodes.iter().rev(), visit),
            axis => {
                let mut searched = 0;
                for from in nodes {
                    if !self.is_searched(axis, *from, &mut searched)
                        && self.walk_plain(step, *from, visit)?
                    {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Whether `from` is in a subtree already searched, which ends at `searched`.
    pub(super) fn is_searched(&self, axis: Axis, from: XPathNode, searched: &mut FlatNode) -> bool {
        let down = matches!(
            axis,
            Axis::Descendant | Axis::DescendantOrSelf | Axis::DescendantAttribute
        );
        let Some(node) = from.as_node().filter(|_| down) else {
            return false;
        };
        if node < *searched {
            return true;
        }
        *searched = self.flat.entry(node).end;
        false
    }

    fn ancestors_of_all(
        &self,
        step: &LocationStep,
        nodes: &[XPathNode],
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        let test = self.found(step.test);
        let with_itself = step.axis == Axis::AncestorOrSelf;
        let mut seen = self.marks()?;
        for from in nodes {
            let mut above = match from.as_node() {
                Some(node) if with_itself => node,
                Some(node) => self.flat.entry(node).parent,
                None => {
                    let fits = with_itself && test == ResolvedTest::Node;
                    if fits && self.holds(&step.predicates, *from)? && visit(*from)? {
                        return Ok(true);
                    }
                    self.owner(*from)
                }
            };
            while above != NONE && seen.mark(above) {
                self.charge(1)?;
                let spot = XPathNode::node(above);
                if self.accepts(test, above) && self.holds(&step.predicates, spot)? && visit(spot)?
                {
                    return Ok(true);
                }
                above = self.flat.entry(above).parent;
            }
        }
        Ok(false)
    }

    /// Of siblings, only the first in `nodes` is walked from: it reaches all the others.
    fn siblings_of_all<'n>(
        &self,
        step: &LocationStep,
        nodes: impl Iterator<Item = &'n XPathNode>,
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        let mut parents = self.marks()?;
        for from in nodes {
            self.charge(1)?;
            let Some(node) = from.as_node() else {
                continue;
            };
            if parents.mark(self.flat.entry(node).parent) && self.walk_plain(step, *from, visit)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Sorts into document order and removes duplicates.
    pub(super) fn put_in_order(&self, nodes: &mut Vec<XPathNode>) -> Result<(), Spent> {
        self.charge(nodes.len())?;
        let rises = |pair: &[XPathNode]| match pair {
            [one, two] => self.order(*one) < self.order(*two),
            _ => true,
        };
        if !nodes.windows(2).all(rises) {
            nodes.sort_unstable_by_key(|spot| self.order(*spot));
            nodes.dedup();
        }
        Ok(())
    }

    /// The attributes of an element come after it, the last one first, as in sxd-xpath.
    fn order(&self, spot: XPathNode) -> (FlatNode, u32) {
        match spot.as_attribute() {
            Some(at) => (self.owner(spot), u32::MAX - at),
            None => (self.owner(spot), 0),
        }
    }

    /// The node itself, or the element that has the attribute.
    fn owner(&self, spot: XPathNode) -> FlatNode {
        let owner = |at| self.flat.attribute(at).map(|attribute| attribute.owner);
        let found = spot
            .as_node()
            .or_else(|| spot.as_attribute().and_then(owner));
        found.unwrap_or(NONE)
    }

    fn marks(&self) -> Result<Marks, Spent> {
        let words = self.flat.len() as usize / 64 + 1;
        self.charge(words / 8)?;
        Ok(Marks(vec![0; words]))
    }
}

/// A set of nodes.
struct Marks(Vec<u64>);

impl Marks {
    /// Marks `node`; returns `false` if it was already marked.
    fn mark(&mut self, node: FlatNode) -> bool {
        let bit = 1 << (node % 64);
        match self.0.get_mut(node as usize / 64) {
            Some(word) if *word & bit == 0 => {
                *word |= bit;
                true
            }
            _ => false,
        }
    }
}
