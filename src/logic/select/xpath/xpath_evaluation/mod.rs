//! Runs a [`XPathPlan`] on a flat page. Input: the plan, the page, the context node. Output:
//! the matches in document order, or [`Spent`] when the expression exceeds the step limit of one
//! evaluation. A step is one node visited or a short piece of text read; all work is counted. This
//! file holds the run itself and its results; axes, paths, values and functions have their own
//! files.
//!
//! Below: axes, location paths, sets of nodes, and the calls of functions.

pub(super) mod axes;
mod function_calls;
pub(super) mod node_sets;
pub(super) mod paths;

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

use super::xpath_plan::{Expr, Name, NameAt, Test, ValueType, XPathPlan};
use crate::page::{ElementIndex, Flat, FlatNode, NONE, NameId, Page, Space, count_visits};
use crate::select::Hit;

/// The step limit of one evaluation: a fraction of a second of work, and several hundred times what
/// hand-written expressions need on the largest pages. Tests, unoptimised, take less.
pub const MAX_STEPS: u64 = if cfg!(test) { 2_000_000 } else { 50_000_000 };

/// How many bytes of text one step reads.
const BYTES_A_STEP: usize = 32;

/// The steps of an evaluation are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent;

/// A node or an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XPathNode(u32);

/// Marks attributes: their numbers overlap with those of nodes.
const ATTRIBUTE: u32 = 1 << 31;

impl XPathNode {
    /// A node.
    pub fn node(node: FlatNode) -> Self {
        Self(node)
    }

    /// An attribute.
    pub fn attribute(at: u32) -> Self {
        Self(at | ATTRIBUTE)
    }

    /// The number of the attribute that it is.
    pub fn as_attribute(self) -> Option<u32> {
        (self.0 & ATTRIBUTE != 0).then_some(self.0 & !ATTRIBUTE)
    }

    /// The node that it is.
    pub fn as_node(self) -> Option<FlatNode> {
        (self.0 & ATTRIBUTE == 0).then_some(self.0)
    }
}

/// The context of an expression (XPath 1.0, section 1).
#[derive(Clone, Copy, Debug)]
pub struct XPathContext {
    /// The context node.
    pub spot: XPathNode,
    /// The context position, from 1.
    pub position: usize,
    /// The context size.
    pub size: usize,
}

impl XPathContext {
    /// `spot` alone.
    pub fn of(spot: XPathNode) -> Self {
        Self {
            spot,
            position: 1,
            size: 1,
        }
    }
}

/// A value.
#[derive(Clone, Debug)]
pub enum XPathValue<'r> {
    /// A node-set in document order.
    Nodes(Cow<'r, [XPathNode]>),
    /// A number.
    Number(f64),
    /// A string.
    Text(Cow<'r, str>),
    /// True or false.
    Truth(bool),
}

/// What a step accepts on this page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResolvedTest {
    /// Any node.
    Node,
    /// A text.
    Text,
    /// A comment.
    Comment,
    /// An element.
    Element,
    /// An element with this name.
    Named(NameId),
    /// An attribute.
    Attribute,
    /// An attribute with this name.
    AttributeNamed(NameId),
    /// An attribute in this namespace.
    AttributeIn(Space),
    /// Nothing on this page.
    Nothing,
}

/// One evaluation.
pub struct XPathEvaluation<'a> {
    /// The page.
    pub flat: &'a Flat,
    names: Vec<NameId>,
    kept: Vec<OnceCell<XPathValue<'static>>>,
    left: Cell<u64>,
}

impl<'a> XPathEvaluation<'a> {
    fn new(flat: &'a Flat, plan: &XPathPlan, steps: u64) -> Self {
        let names = plan.names.iter().map(|name| match name {
            Name::Element(name) => flat.element_name(name),
            Name::Attribute(space, name) => flat.attribute_name(*space, name),
        });
        Self {
            flat,
            names: names.map(|name| name.unwrap_or(NONE)).collect(),
            kept: vec![OnceCell::new(); plan.kept],
            left: Cell::new(steps),
        }
    }

    /// Counts `steps`.
    pub fn charge(&self, steps: usize) -> Result<(), Spent> {
        count_visits(steps);
        let left = self.left.get().checked_sub(steps as u64).ok_or(Spent)?;
        self.left.set(left);
        Ok(())
    }

    /// Charges the reading of `text`.
    pub fn charge_text(&self, text: &str) -> Result<(), Spent> {
        self.charge(1 + text.len() / BYTES_A_STEP)
    }

    /// The number of a name on this page; [`NONE`] if it does not occur.
    pub fn name(&self, at: NameAt) -> NameId {
        self.names.get(at).copied().unwrap_or(NONE)
    }

    /// What `test` accepts on this page.
    pub fn found(&self, test: Test) -> ResolvedTest {
        match test {
            Test::Node => ResolvedTest::Node,
            Test::Text => ResolvedTest::Text,
            Test::Comment => ResolvedTest::Comment,
            Test::Element => ResolvedTest::Element,
            Test::Attribute => ResolvedTest::Attribute,
            Test::AttributeIn(space) => ResolvedTest::AttributeIn(space),
            Test::Nothing => ResolvedTest::Nothing,
            Test::Named(at) => match self.name(at) {
                NONE => ResolvedTest::Nothing,
                name => ResolvedTest::Named(name),
            },
            Test::AttributeNamed(at) => match self.name(at) {
                NONE => ResolvedTest::Nothing,
                name => ResolvedTest::AttributeNamed(name),
            },
        }
    }

    /// The value of a context-free part, computed on first use.
    pub fn kept(&self, at: usize, inner: &Expr) -> Result<Option<&XPathValue<'static>>, Spent> {
        let Some(cell) = self.kept.get(at) else {
            return Ok(None);
        };
        if cell.get().is_none() {
            // Its value does not depend on the context: any node works, here the document.
            let value = self.value(inner, XPathContext::of(XPathNode::node(0)))?;
            // A part never contains itself, so the cell is still empty.
            let _ = cell.set(match value {
                XPathValue::Nodes(nodes) => XPathValue::Nodes(Cow::Owned(nodes.into_owned())),
                XPathValue::Text(text) => XPathValue::Text(Cow::Owned(text.into_owned())),
                XPathValue::Number(number) => XPathValue::Number(number),
                XPathValue::Truth(truth) => XPathValue::Truth(truth),
            });
        }
        Ok(cell.get())
    }

    /// The value of `expr`, in its own type.
    pub fn value<'s>(
        &'s self,
        expr: &'s Expr,
        context: XPathContext,
    ) -> Result<XPathValue<'s>, Spent> {
        Ok(match expr.kind() {
            ValueType::Nodes => XPathValue::Nodes(self.nodes(expr, context)?),
            ValueType::Number => XPathValue::Number(self.number(expr, context)?),
            ValueType::Text => XPathValue::Text(self.text(expr, context)?),
            ValueType::Truth => XPathValue::Truth(self.truth(expr, context)?),
        })
    }

    fn hit(&self, spot: XPathNode) -> Option<Hit> {
        let owned = |owner: FlatNode, text: &str| {
            let number = self.flat.entry(owner).number;
            Hit::Value((number != NONE).then_some(number), text.to_owned())
        };
        if let Some(at) = spot.as_attribute() {
            let attribute = self.flat.attribute(at)?;
            return Some(owned(attribute.owner, self.flat.value(attribute)));
        }
        let node = spot.as_node()?;
        let entry = self.flat.entry(node);
        if entry.is_document() {
            return Some(Hit::Element(0));
        }
        if entry.is_element() {
            return Some(Hit::Element(entry.number));
        }
        Some(owned(entry.parent, self.flat.text(node)))
    }
}

/// The matches of `plan` on `page` in document order, with `scope` (else the document) as context
/// node, or [`Spent`] above `most` steps; and the steps taken.
pub fn run(
    plan: &XPathPlan,
    page: &Page,
    scope: Option<ElementIndex>,
    most: u64,
) -> (Result<Vec<Hit>, Spent>, u64) {
    let flat = page.flat();
    let start = match scope {
        None => Some(0),
        Some(index) => flat.element(index),
    };
    let Some(start) = start else {
        return (Ok(Vec::new()), 0);
    };
    let run = XPathEvaluation::new(flat, plan, most);
    let hits = hits(&run, plan, start);
    (hits, most.saturating_sub(run.left.get()))
}

fn hits(run: &XPathEvaluation<'_>, plan: &XPathPlan, start: FlatNode) -> Result<Vec<Hit>, Spent> {
    let hits = match run.value(&plan.root, XPathContext::of(XPathNode::node(start)))? {
        XPathValue::Nodes(nodes) => nodes.iter().filter_map(|spot| run.hit(*spot)).collect(),
        // NaN and an empty string are not matches.
        XPathValue::Number(number) if number.is_nan() => Vec::new(),
        value => {
            let text = super::value::to_text(run, value);
            let text = Some(text.into_owned()).filter(|text| !text.is_empty());
            text.map(|text| Hit::Value(None, text))
                .into_iter()
                .collect()
        }
    };
    Ok(hits)
}
