//! Walks the axes of XPath 1.0, section 2.2, from one node, in the axis's own order. As in
//! sxd-xpath, `following` of an attribute starts after its element.

use super::{ResolvedTest, Spent, XPathEvaluation, XPathNode};
use crate::page::{Entry, FlatNode, NONE};
use crate::select::xpath::xpath_plan::Axis;

impl XPathEvaluation<'_> {
    /// Calls `visit` with each node on `axis` of `from` that `test` accepts, in the order of the
    /// axis, until it returns `true`; then the walk returns `true` too.
    pub fn walk(
        &self,
        axis: Axis,
        test: ResolvedTest,
        from: XPathNode,
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        if test == ResolvedTest::Nothing {
            return self.charge(1).map(|()| false);
        }
        let Some(node) = from.as_node() else {
            return self.walk_from_attribute(axis, test, from, visit);
        };
        let entry = self.flat.entry(node);
        match axis {
            Axis::Child => self.siblings(node + 1, entry.end, test, visit),
            Axis::Descendant => self.between(node + 1, entry.end, test, visit),
            Axis::DescendantOrSelf => self.between(node, entry.end, test, visit),
            Axis::Following => self.between(entry.end, self.flat.len(), test, visit),
            Axis::FollowingSibling => {
                let end = self.flat.entry(entry.parent).end;
                self.siblings(entry.end, end, test, visit)
            }
            Axis::PrecedingSibling => self.chain(entry.previous, |e| e.previous, test, visit),
            Axis::Parent => {
                self.charge(1)?;
                Ok(self.accepts(test, entry.parent) && visit(XPathNode::node(entry.parent))?)
            }
            Axis::Ancestor => self.chain(entry.parent, |e| e.parent, test, visit),
            Axis::AncestorOrSelf => self.chain(node, |e| e.parent, test, visit),
            Axis::Preceding => self.preceding(node, test, visit),
            Axis::Itself => {
                self.charge(1)?;
                Ok(self.accepts(test, node) && visit(from)?)
            }
            Axis::Attribute => self.attributes(node, test, visit),
            Axis::DescendantAttribute => self.attributes_inside(node, test, visit),
            // Counted for each parent, so never walked as one.
            Axis::DescendantChild => Ok(false),
        }
    }

    fn walk_from_attribute(
        &self,
        axis: Axis,
        test: ResolvedTest,
        from: XPathNode,
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        self.charge(1)?;
        let attribute = from.as_attribute().and_then(|at| self.flat.attribute(at));
        let Some(attribute) = attribute else {
            return Ok(false);
        };
        let with_itself = matches!(
            axis,
            Axis::Itself | Axis::AncestorOrSelf | Axis::DescendantOrSelf
        );
        if with_itself && test == ResolvedTest::Node && visit(from)? {
            return Ok(true);
        }
        let owner = attribute.owner;
        match axis {
            Axis::Parent => Ok(self.accepts(test, owner) && visit(XPathNode::node(owner))?),
            Axis::Ancestor | Axis::AncestorOrSelf => self.chain(owner, |e| e.parent, test, visit),
            Axis::Following | Axis::Preceding => {
                self.walk(axis, test, XPathNode::node(owner), visit)
            }
            _ => Ok(false),
        }
    }

    /// Whether `test` accepts `node`, which is not an attribute.
    pub fn accepts(&self, test: ResolvedTest, node: FlatNode) -> bool {
        let entry = self.flat.entry(node);
        match test {
            ResolvedTest::Node => node < self.flat.len(),
            ResolvedTest::Text => entry.is_text(),
            ResolvedTest::Comment => entry.is_comment(),
            ResolvedTest::Element => entry.is_element(),
            ResolvedTest::Named(name) => entry.is_named(name),
            _ => false,
        }
    }

    /// Siblings from `first` up to `end`.
    fn siblings(
        &self,
        first: FlatNode,
        end: FlatNode,
        test: ResolvedTest,
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        let mut node = first;
        while node < end {
            self.charge(1)?;
            let next = self.flat.entry(node).end;
            if self.accepts(test, node) && visit(XPathNode::node(node))? {
                return Ok(true);
            }
            // Always advances: a subtree has at least its own node.
            node = next.max(node + 1);
        }
        Ok(false)
    }

    /// All nodes from `first` up to `end`.
    fn between(
        &self,
        first: FlatNode,
        end: FlatNode,
        test: ResolvedTest,
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        let listed = match test {
            ResolvedTest::Named(name) => self.flat.named_between(name, first, end),
            ResolvedTest::Element => self.flat.elements_between(first, end),
            _ => {
                self.charge(1)?;
                for node in first..end {
                    self.charge(1)?;
                    if self.accepts(test, node) && visit(XPathNode::node(node))? {
                        return Ok(true);
                    }
                }
                return Ok(false);
            }
        };
        self.charge(1)?;
        for node in listed {
            self.charge(1)?;
            if visit(XPathNode::node(*node))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn chain(
        &self,
        first: FlatNode,
        next: impl Fn(Entry) -> FlatNode,
        test: ResolvedTest,
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        let mut node = first;
        while node != NONE {
            self.charge(1)?;
            if self.accepts(test, node) && visit(XPathNode::node(node))? {
                return Ok(true);
            }
            node = next(self.flat.entry(node));
        }
        Ok(false)
    }

    fn preceding(
        &self,
        node: FlatNode,
        test: ResolvedTest,
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        for before in (1..node).rev() {
            self.charge(1)?;
            let is_ancestor = self.flat.entry(before).end > node;
            if !is_ancestor && self.accepts(test, before) && visit(XPathNode::node(before))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn attributes(
        &self,
        node: FlatNode,
        test: ResolvedTest,
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        self.charge(1)?;
        if let ResolvedTest::AttributeNamed(name) = test {
            let found = self.flat.attribute_named(node, name);
            return found.map_or(Ok(false), |at| visit(XPathNode::attribute(at)));
        }
        for at in self.flat.attributes_of(node) {
            self.charge(1)?;
            if self.accepts_attribute(test, at) && visit(XPathNode::attribute(at))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The attributes of `node` and of all elements inside it.
    fn attributes_inside(
        &self,
        node: FlatNode,
        test: ResolvedTest,
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        let end = self.flat.entry(node).end;
        if let ResolvedTest::AttributeNamed(name) = test {
            for at in self.flat.attributes_between(name, node, end) {
                self.charge(1)?;
                if visit(XPathNode::attribute(*at))? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        for node in self.flat.elements_between(node, end) {
            if self.attributes(*node, test, visit)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn accepts_attribute(&self, test: ResolvedTest, at: u32) -> bool {
        match test {
            ResolvedTest::Attribute => true,
            ResolvedTest::AttributeIn(space) => self
                .flat
                .attribute(at)
                .is_some_and(|attribute| self.flat.attribute_name_of(attribute.name).0 == space),
            _ => false,
        }
    }
}
