//! The plan of an expression for the fast evaluator: a typed tree with steps in their cheapest form
//! and constant parts marked, so that they are computed once per page. Input: parts from the
//! parser. Output: a [`XPathPlan`]. It never reads a page.

use html5ever::LocalName;

use super::functions::Function;
use crate::page::Space;

/// A whole expression.
#[derive(Debug)]
pub struct XPathPlan {
    /// The expression.
    pub root: Expr,
    /// The names it uses; a page maps them to numbers.
    pub names: Vec<Name>,
    /// How many parts of it are computed once.
    pub kept: usize,
}

/// A name in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// Of elements.
    Element(LocalName),
    /// Of attributes.
    Attribute(Space, LocalName),
}

/// Index of a name in [`XPathPlan::names`].
pub type NameAt = usize;

/// The type of a value (XPath 1.0, section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// A node-set.
    Nodes,
    /// A number.
    Number,
    /// A string.
    Text,
    /// True or false.
    Truth,
}

/// An expression.
#[derive(Debug)]
pub enum Expr {
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// `or`, from left to right.
    Or(Vec<Expr>),
    /// `and`, from left to right.
    And(Vec<Expr>),
    /// `=`, and `!=` as its opposite.
    Equal(Box<[Expr; 2]>, bool),
    /// `<`, `<=`, `>`, `>=`.
    Compare(NumberComparison, Box<[Expr; 2]>),
    /// `+`, `-`, `*`, `div`, `mod`.
    Math(Operation, Box<[Expr; 2]>),
    /// Unary `-`.
    Negate(Box<Expr>),
    /// A location path.
    Path(LocationPath),
    /// An expression in brackets with a predicate.
    Filter(Box<Expr>, Box<Predicate>),
    /// `|`.
    Union(Vec<Expr>),
    /// A function call.
    Call(Function, Vec<Expr>),
    /// Whether an attribute of the context node has this word.
    Word {
        attribute: NameAt,
        word: String,
        ends: Ends,
    },
    /// A part with the same value everywhere on a page.
    Kept(usize, Box<Expr>),
}

/// Where words end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// At spaces.
    Space,
    /// At what XML calls white space.
    XmlSpace,
    /// At what HTML calls white space.
    HtmlSpace,
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug)]
pub enum NumberComparison {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// Arithmetic.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `div`
    Divide,
    /// `mod`
    Remainder,
}

/// A location path.
#[derive(Debug)]
pub struct LocationPath {
    /// Where it starts.
    pub start: PathStart,
    /// Its steps.
    pub steps: Vec<LocationStep>,
}

/// Where a path starts.
#[derive(Debug)]
pub enum PathStart {
    /// At the context node.
    Context,
    /// At the document.
    Document,
    /// At the nodes of an expression.
    Of(Box<Expr>),
}

/// One step.
#[derive(Debug)]
pub struct LocationStep {
    /// Its axis.
    pub axis: Axis,
    /// Its node test.
    pub test: Test,
    /// Its predicates.
    pub predicates: Vec<Predicate>,
    /// An attribute without which a predicate cannot hold.
    pub needs: Option<NameAt>,
}

/// XPath 1.0, section 2.2, without `namespace`, and the expansions of `//`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The specification's names.
pub enum Axis {
    Ancestor,
    AncestorOrSelf,
    Attribute,
    Child,
    Descendant,
    DescendantOrSelf,
    Following,
    FollowingSibling,
    Parent,
    Preceding,
    PrecedingSibling,
    Itself,
    /// `//@x`: attributes of the context node and of all inside it.
    DescendantAttribute,
    /// `//x[1]`: the children of the context node and of all nodes inside it, counted for each
    /// parent.
    DescendantChild,
}

impl Axis {
    /// The axis called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "ancestor" => Self::Ancestor,
            "ancestor-or-self" => Self::AncestorOrSelf,
            "attribute" => Self::Attribute,
            "child" => Self::Child,
            "descendant" => Self::Descendant,
            "descendant-or-self" => Self::DescendantOrSelf,
            "following" => Self::Following,
            "following-sibling" => Self::FollowingSibling,
            "parent" => Self::Parent,
            "preceding" => Self::Preceding,
            "preceding-sibling" => Self::PrecedingSibling,
            "self" => Self::Itself,
            _ => return None,
        })
    }

    /// Whether the first node found is the first on the page.
    pub fn is_forward(self) -> bool {
        !matches!(
            self,
            Self::Ancestor | Self::AncestorOrSelf | Self::Preceding | Self::PrecedingSibling
        )
    }
}

/// What a step accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// `node()`
    Node,
    /// `text()`
    Text,
    /// `comment()`
    Comment,
    /// `*`
    Element,
    /// A name of elements.
    Named(NameAt),
    /// `@*`
    Attribute,
    /// A name of attributes.
    AttributeNamed(NameAt),
    /// `@xml:*`
    AttributeIn(Space),
    /// Matches no node here, such as a processing instruction.
    Nothing,
}

/// A condition in square brackets.
#[derive(Debug)]
pub enum Predicate {
    /// This position; 0 is none.
    Nth(usize),
    /// `[last()]`
    Last,
    /// A condition that depends on the position.
    Positional(Expr),
    /// Any other.
    Plain(Expr),
}

impl LocationStep {
    /// A step.
    pub fn new(axis: Axis, test: Test, predicates: Vec<Predicate>) -> Self {
        let needs = predicates.iter().find_map(|predicate| match predicate {
            Predicate::Plain(expr) => expr.needs(),
            _ => None,
        });
        Self {
            axis,
            test,
            predicates,
            needs,
        }
    }

    /// Whether none of its predicates depends on the position.
    pub fn is_plain(&self) -> bool {
        self.predicates.iter().all(Predicate::is_plain)
    }

    fn is_bare(&self, axis: Axis) -> bool {
        self.axis == axis && self.test == Test::Node && self.predicates.is_empty()
    }
}

impl LocationPath {
    /// A path, with its steps in their cheapest form.
    pub fn new(start: PathStart, steps: Vec<LocationStep>) -> Self {
        let mut short: Vec<LocationStep> = Vec::with_capacity(steps.len());
        let more = steps.len() > 1;
        for mut step in steps {
            if more && step.is_bare(Axis::Itself) {
                continue;
            }
            let after_all = short
                .last()
                .is_some_and(|last| last.is_bare(Axis::DescendantOrSelf));
            let joined = match step.axis {
                Axis::Child if step.is_plain() => Some(Axis::Descendant),
                Axis::Child => Some(Axis::DescendantChild),
                Axis::Attribute if step.is_plain() => Some(Axis::DescendantAttribute),
                _ => None,
            };
            if let (true, Some(axis)) = (after_all, joined) {
                short.pop();
                step.axis = axis;
            }
            short.push(step);
        }
        Self {
            start,
            steps: short,
        }
    }
}
