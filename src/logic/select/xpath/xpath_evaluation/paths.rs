//! Location paths: steps from one set of nodes to the next, predicates, and the shortcuts that keep
//! them cheap. A node inside another one of the set is not searched twice, a step without positions
//! lists only what it keeps, and a walk ends early where one node is enough.

use crate::select::xpath::functions::Function;
use std::borrow::Cow;

use super::{ResolvedTest, Spent, XPathContext, XPathEvaluation, XPathNode, XPathValue};
use crate::page::{FlatNode, NONE};
use crate::select::xpath::xpath_plan::{
    Axis, Expr, LocationPath, LocationStep, PathStart, Predicate, ValueType,
};

impl XPathEvaluation<'_> {
    /// The nodes of `expr` in document order, each once. Empty if it is not a node-set.
    pub fn nodes(&self, expr: &Expr, context: XPathContext) -> Result<Cow<'_, [XPathNode]>, Spent> {
        self.nodes_up_to(expr, context, usize::MAX)
    }

    /// At least the first `enough` of [`XPathEvaluation::nodes`].
    fn nodes_up_to(
        &self,
        expr: &Expr,
        context: XPathContext,
        enough: usize,
    ) -> Result<Cow<'_, [XPathNode]>, Spent> {
        match expr {
            Expr::Path(path) => self.path(path, context, enough).map(Cow::Owned),
            Expr::Filter(inner, predicate) => {
                let enough = match &**predicate {
                    Predicate::Nth(position) => *position,
                    _ => usize::MAX,
                };
                let mut nodes = self.nodes_up_to(inner, context, enough)?.into_owned();
                self.filter(&mut nodes, predicate)?;
                Ok(Cow::Owned(nodes))
            }
            Expr::Union(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend_from_slice(&self.nodes(part, context)?);
                }
                self.put_in_order(&mut all)?;
                Ok(Cow::Owned(all))
            }
            Expr::Call(Function::Id, arguments) => self.by_ids(arguments, context).map(Cow::Owned),
            Expr::Kept(at, inner) => match self.kept(*at, inner)? {
                Some(XPathValue::Nodes(nodes)) => Ok(Cow::Borrowed(nodes)),
                _ => Ok(Cow::Owned(Vec::new())),
            },
            _ => Ok(Cow::Owned(Vec::new())),
        }
    }

    fn start(
        &self,
        path: &LocationPath,
        context: XPathContext,
    ) -> Result<Cow<'_, [XPathNode]>, Spent> {
        match &path.start {
            PathStart::Context => Ok(Cow::Owned(vec![context.spot])),
            PathStart::Document => Ok(Cow::Owned(vec![XPathNode::node(0)])),
            PathStart::Of(inner) => self.nodes(inner, context),
        }
    }

    fn path(
        &self,
        path: &LocationPath,
        context: XPathContext,
        enough: usize,
    ) -> Result<Vec<XPathNode>, Spent> {
        let mut nodes = self.start(path, context)?;
        for (at, step) in path.steps.iter().enumerate() {
            let is_last = at + 1 == path.steps.len();
            let enough = if is_last { enough } else { usize::MAX };
            nodes = Cow::Owned(self.step(step, &nodes, enough)?);
            if nodes.is_empty() {
                break;
            }
        }
        Ok(nodes.into_owned())
    }

    /// Calls `visit` with nodes of `expr`, in any order and perhaps twice, until it returns `true`.
    pub fn any(
        &self,
        expr: &Expr,
        context: XPathContext,
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        if let Expr::Path(path) = expr
            && let Some((last, before)) = path.steps.split_last()
            && last.is_plain()
            && last.axis != Axis::DescendantChild
        {
            // One context node is the usual case, and needs no list of nodes.
            if before.is_empty() && !matches!(path.start, PathStart::Of(_)) {
                let from = match path.start {
                    PathStart::Context => context.spot,
                    _ => XPathNode::node(0),
                };
                return self.walk_plain(last, from, visit);
            }
            let mut nodes = self.start(path, context)?;
            for step in before {
                nodes = Cow::Owned(self.step(step, &nodes, usize::MAX)?);
            }
            let mut searched = 0;
            for from in nodes.iter() {
                if !self.is_searched(last.axis, *from, &mut searched)
                    && self.walk_plain(last, *from, visit)?
                {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        for spot in self.nodes(expr, context)?.iter() {
            if visit(*spot)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The first node of `expr` in document order.
    pub fn first(&self, expr: &Expr, context: XPathContext) -> Result<Option<XPathNode>, Spent> {
        if let Expr::Path(path) = expr
            && let ([step], PathStart::Context) = (path.steps.as_slice(), &path.start)
            && step.is_plain()
            && step.axis.is_forward()
            && self.is_walked_in_order(step)
        {
            let mut first = None;
            self.walk_plain(step, context.spot, &mut |spot| {
                first = Some(spot);
                Ok(true)
            })?;
            return Ok(first);
        }
        Ok(self.nodes_up_to(expr, context, 1)?.first().copied())
    }

    /// Attributes count in source order, but are stored in reverse.
    pub(super) fn is_walked_in_order(&self, step: &LocationStep) -> bool {
        step.axis != Axis::DescendantChild
            && !matches!(
                self.found(step.test),
                ResolvedTest::Attribute | ResolvedTest::AttributeIn(_)
            )
    }

    /// Walks a step without positions.
    pub(super) fn walk_plain(
        &self,
        step: &LocationStep,
        from: XPathNode,
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        let test = self.found(step.test);
        let mut checked = |spot: XPathNode| Ok(self.holds(&step.predicates, spot)? && visit(spot)?);
        if let (Some(needed), Axis::Descendant, Some(node)) =
            (step.needs, step.axis, from.as_node())
        {
            return self.walk_needing(node, test, self.name(needed), &mut checked);
        }
        self.walk(step.axis, test, from, &mut checked)
    }

    /// Walks down to nodes that need the attribute `needed`: along those attributes, or along the
    /// accepted nodes, whichever are fewer.
    fn walk_needing(
        &self,
        node: FlatNode,
        test: ResolvedTest,
        needed: u32,
        visit: &mut impl FnMut(XPathNode) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        if needed == NONE || test == ResolvedTest::Nothing {
            return self.charge(1).map(|()| false);
        }
        let end = self.flat.entry(node).end;
        let named = match test {
            ResolvedTest::Named(name) => self.flat.named_between(name, node + 1, end).len(),
            _ => usize::MAX,
        };
        if named < 8 {
            return self.walk(Axis::Descendant, test, XPathNode::node(node), visit);
        }
        let attributes = self.flat.attributes_between(needed, node + 1, end);
        if named <= attributes.len() {
            return self.walk(Axis::Descendant, test, XPathNode::node(node), visit);
        }
        self.charge(1)?;
        for at in attributes {
            self.charge(1)?;
            let owner = self.flat.attribute(*at).map_or(NONE, |a| a.owner);
            if self.accepts(test, owner) && visit(XPathNode::node(owner))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn holds(&self, predicates: &[Predicate], spot: XPathNode) -> Result<bool, Spent> {
        for predicate in predicates {
            if let Predicate::Plain(condition) = predicate
                && !self.truth(condition, XPathContext::of(spot))?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// At least the first `enough` nodes that `step` reaches from `nodes`, in document order.
    fn step(
        &self,
        step: &LocationStep,
        nodes: &[XPathNode],
        enough: usize,
    ) -> Result<Vec<XPathNode>, Spent> {
        let mut found = Vec::new();
        if step.axis == Axis::DescendantChild {
            self.children_inside(step, nodes, &mut found)?;
        } else if !step.is_plain() {
            for from in nodes {
                self.counted(step, *from, &mut found)?;
            }
        } else {
            // Walking down from one node, the first found are the first on the page.
            let in_order = step.axis == Axis::Descendant || nodes.len() == 1;
            let in_order = in_order && step.axis.is_forward() && self.is_walked_in_order(step);
            let mut collect = |spot| {
                found.push(spot);
                Ok(in_order && found.len() >= enough)
            };
            self.walk_all(step, nodes, &mut collect)?;
        }
        self.put_in_order(&mut found)?;
        Ok(found)
    }

    /// A step whose predicates count, from one node.
    fn counted(
        &self,
        step: &LocationStep,
        from: XPathNode,
        found: &mut Vec<XPathNode>,
    ) -> Result<(), Spent> {
        let test = self.found(step.test);
        let enough = match step.predicates.first() {
            Some(Predicate::Nth(position)) => *position,
            _ => usize::MAX,
        };
        let mut list = Vec::new();
        self.walk(step.axis, test, from, &mut |spot| {
            list.push(spot);
            Ok(list.len() >= enough)
        })?;
        for predicate in &step.predicates {
            self.filter(&mut list, predicate)?;
        }
        found.append(&mut list);
        Ok(())
    }

    /// `//x[2]`: the matches of `//x`, counted among the children of each parent.
    fn children_inside(
        &self,
        step: &LocationStep,
        nodes: &[XPathNode],
        found: &mut Vec<XPathNode>,
    ) -> Result<(), Spent> {
        let test = self.found(step.test);
        let plain = step.predicates.iter().take_while(|p| p.is_plain()).count();
        let (plain, counted) = step
            .predicates
            .split_at_checked(plain)
            .unwrap_or((&[], &step.predicates));
        let mut list: Vec<(FlatNode, XPathNode)> = Vec::new();
        let mut searched = 0;
        for from in nodes {
            if self.is_searched(Axis::Descendant, *from, &mut searched) {
                continue;
            }
            self.walk(Axis::Descendant, test, *from, &mut |spot| {
                if self.holds(plain, spot)? {
                    let parent = spot.as_node().map_or(NONE, |n| self.flat.entry(n).parent);
                    list.push((parent, spot));
                }
                Ok(false)
            })?;
        }
        list.sort_by_key(|(parent, _)| *parent);
        self.charge(list.len())?;
        for group in list.chunk_by(|a, b| a.0 == b.0) {
            let mut children: Vec<_> = group.iter().map(|(_, spot)| *spot).collect();
            for predicate in counted {
                self.filter(&mut children, predicate)?;
            }
            found.append(&mut children);
        }
        Ok(())
    }

    /// Keeps those of `nodes` for which `predicate` holds, counted in this order.
    fn filter(&self, nodes: &mut Vec<XPathNode>, predicate: &Predicate) -> Result<(), Spent> {
        let condition = match predicate {
            Predicate::Nth(position) => {
                let only = position
                    .checked_sub(1)
                    .and_then(|at| nodes.get(at).copied());
                nodes.clear();
                nodes.extend(only);
                return Ok(());
            }
            Predicate::Last => {
                let before = nodes.len().saturating_sub(1);
                nodes.drain(..before);
                return Ok(());
            }
            Predicate::Positional(condition) | Predicate::Plain(condition) => condition,
        };
        let size = nodes.len();
        let is_number = condition.kind() == ValueType::Number;
        let mut kept = Vec::new();
        for (position, spot) in (1..).zip(nodes.iter().copied()) {
            let context = XPathContext {
                spot,
                position,
                size,
            };
            let holds = if is_number {
                // Cast as in sxd-xpath.
                self.number(condition, context)? as usize == position
            } else {
                self.truth(condition, context)?
            };
            if holds {
                kept.push(spot);
            }
        }
        *nodes = kept;
        Ok(())
    }
}
