//! Parses the tokens of a checked expression into a [`XPathPlan`]. It accepts what sxd-xpath
//! accepts, with the same meaning (a predicate may follow `.`, for example), detects type
//! mismatches, which sxd reports only when it evaluates them, and leaves the namespace axis to sxd.
//! The limits of the preceding check bound its recursion.
//!
//! Below: an expression read before, and its words.

pub(super) mod syntax;
pub(super) mod words;

use super::functions::Function;
use html5ever::LocalName;

use super::names::is_name_start;
use super::xpath_plan::{
    Axis, Expr, LocationPath, LocationStep, Name, NameAt, NumberComparison, Operation, PathStart,
    Predicate, Test, ValueType, XPathPlan,
};
use crate::page::Space;
use syntax::Checked;

/// Most steps of one path: plans are walked recursively only where the check bounds them.
const MAX_STEPS: usize = 2_000;

/// The result of parsing an expression.
#[derive(Debug)]
pub enum Parsed {
    /// It runs fast.
    Plan(XPathPlan),
    /// It is left to sxd.
    Other,
    /// A string, number or boolean is used where only a node-set can be.
    WrongType,
}

/// The plan for `checked`, when the fast evaluator can run it.
pub fn parse(checked: &Checked) -> Parsed {
    let mut from = 0;
    let mut tokens = Vec::with_capacity(checked.tokens.len());
    for token in &checked.tokens {
        let text = checked.text.get(from..token.end).unwrap_or_default();
        tokens.push(text.trim());
        from = token.end;
    }
    let mut parser = Parser {
        tokens,
        at: 0,
        names: Vec::new(),
        kept: 0,
        wrong_type: false,
    };
    match parser.or() {
        Some(root) if parser.peek().is_none() => Parsed::Plan(XPathPlan {
            root,
            names: parser.names,
            kept: parser.kept,
        }),
        _ if parser.wrong_type => Parsed::WrongType,
        _ => Parsed::Other,
    }
}

struct Parser<'a> {
    tokens: Vec<&'a str>,
    at: usize,
    names: Vec<Name>,
    kept: usize,
    wrong_type: bool,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.at).copied()
    }

    fn next(&mut self) -> Option<&'a str> {
        self.at += 1;
        self.tokens.get(self.at - 1).copied()
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    fn or(&mut self) -> Option<Expr> {
        let first = self.and()?;
        let mut parts = vec![first];
        while self.take("or") {
            parts.push(self.and()?);
        }
        one_or(parts, Expr::Or)
    }

    fn and(&mut self) -> Option<Expr> {
        let mut parts = vec![self.equality()?];
        while self.take("and") {
            parts.push(self.equality()?);
        }
        one_or(parts, Expr::And)
    }

    fn equality(&mut self) -> Option<Expr> {
        let mut left = self.relational()?;
        loop {
            let negated = match self.peek() {
                Some("=") => false,
                Some("!=") => true,
                _ => return Some(left),
            };
            self.at += 1;
            left = Expr::Equal(Box::new([left, self.relational()?]), negated);
        }
    }

    fn relational(&mut self) -> Option<Expr> {
        let mut left = self.additive()?;
        loop {
            let order = match self.peek() {
                Some("<") => NumberComparison::Less,
                Some("<=") => NumberComparison::LessOrEqual,
                Some(">") => NumberComparison::Greater,
                Some(">=") => NumberComparison::GreaterOrEqual,
                _ => return Some(left),
            };
            self.at += 1;
            left = Expr::Compare(order, Box::new([left, self.additive()?]));
        }
    }

    fn additive(&mut self) -> Option<Expr> {
        let mut left = self.multiplicative()?;
        loop {
            let operation = match self.peek() {
                Some("+") => Operation::Add,
                Some("-") => Operation::Subtract,
                _ => return Some(left),
            };
            self.at += 1;
            left = Expr::Math(operation, Box::new([left, self.multiplicative()?]));
        }
    }

    fn multiplicative(&mut self) -> Option<Expr> {
        let mut left = self.unary()?;
        loop {
            let operation = match self.peek() {
                Some("*") => Operation::Multiply,
                Some("div") => Operation::Divide,
                Some("mod") => Operation::Remainder,
                _ => return Some(left),
            };
            self.at += 1;
            left = Expr::Math(operation, Box::new([left, self.unary()?]));
        }
    }

    fn unary(&mut self) -> Option<Expr> {
        let mut signs = 0;
        while self.take("-") {
            signs += 1;
        }
        let mut expr = self.union()?;
        for _ in 0..signs {
            expr = Expr::Negate(Box::new(expr));
        }
        Some(expr)
    }

    fn union(&mut self) -> Option<Expr> {
        let mut parts = vec![self.path()?];
        while self.take("|") {
            parts.push(self.path()?);
        }
        if parts.len() > 1 {
            for part in &parts {
                self.must_be_nodes(part)?;
            }
        }
        one_or(parts, Expr::Union)
    }

    fn path(&mut self) -> Option<Expr> {
        match self.peek()? {
            "/" => {
                self.at += 1;
                if self.at_step() {
                    self.steps(PathStart::Document, Vec::new())
                } else {
                    Some(Expr::Path(LocationPath::new(
                        PathStart::Document,
                        Vec::new(),
                    )))
                }
            }
            "//" => {
                self.at += 1;
                self.steps(PathStart::Document, vec![all()])
            }
            _ if self.at_step() => self.steps(PathStart::Context, Vec::new()),
            _ => self.filter(),
        }
    }

    fn filter(&mut self) -> Option<Expr> {
        let mut expr = self.primary()?;
        while self.take("[") {
            let predicate = self.predicate()?;
            self.must_be_nodes(&expr)?;
            expr = Expr::Filter(Box::new(expr), Box::new(predicate));
        }
        let first = match self.peek() {
            Some("/") => Vec::new(),
            Some("//") => vec![all()],
            _ => return Some(expr),
        };
        self.at += 1;
        self.must_be_nodes(&expr)?;
        self.steps(PathStart::Of(Box::new(expr)), first)
    }

    fn primary(&mut self) -> Option<Expr> {
        let token = self.next()?;
        if token == "(" {
            let inner = self.or()?;
            return self.take(")").then_some(inner);
        }
        if let Some(quote) = token.chars().next().filter(|c| matches!(c, '"' | '\'')) {
            let text = token.strip_prefix(quote)?.strip_suffix(quote)?;
            return Some(Expr::Text(text.to_owned()));
        }
        if let Some(name) = token.strip_suffix('(') {
            let function = Function::named(name)?;
            return self.call(function);
        }
        token.parse().ok().map(Expr::Number)
    }

    fn call(&mut self, function: Function) -> Option<Expr> {
        let mut arguments = Vec::new();
        if !self.take(")") {
            loop {
                arguments.push(self.or()?);
                if self.take(")") {
                    break;
                }
                if !self.take(",") {
                    return None;
                }
            }
        }
        if function.requires_nodes() {
            for argument in &arguments {
                self.must_be_nodes(argument)?;
            }
        }
        Some(Expr::call(function, arguments))
    }

    fn must_be_nodes(&mut self, expr: &Expr) -> Option<()> {
        self.wrong_type |= expr.kind() != ValueType::Nodes;
        (!self.wrong_type).then_some(())
    }

    fn predicate(&mut self) -> Option<Predicate> {
        let expr = self.or()?;
        if !self.take("]") {
            return None;
        }
        Some(Predicate::new(expr, &mut self.kept))
    }

    /// Whether the next token starts a step.
    fn at_step(&self) -> bool {
        let Some(token) = self.peek() else {
            return false;
        };
        matches!(token, "." | ".." | "@" | "*")
            || token.starts_with(is_name_start) && !token.ends_with('(')
    }

    fn steps(&mut self, start: PathStart, mut steps: Vec<LocationStep>) -> Option<Expr> {
        loop {
            steps.push(self.step()?);
            if steps.len() > MAX_STEPS {
                return None;
            }
            match self.peek() {
                Some("/") => {}
                Some("//") => steps.push(all()),
                _ => return Some(Expr::Path(LocationPath::new(start, steps))),
            }
            self.at += 1;
        }
    }

    fn step(&mut self) -> Option<LocationStep> {
        if !self.at_step() {
            return None;
        }
        let (axis, test) = match self.next()? {
            "." => (Axis::Itself, Test::Node),
            ".." => (Axis::Parent, Test::Node),
            "@" => {
                let token = self.next()?;
                (Axis::Attribute, self.test(Axis::Attribute, token)?)
            }
            token => match token.strip_suffix("::") {
                Some(axis) => {
                    let axis = Axis::named(axis)?;
                    let token = self.next()?;
                    (axis, self.test(axis, token)?)
                }
                None => (Axis::Child, self.test(Axis::Child, token)?),
            },
        };
        let mut predicates = Vec::new();
        while self.take("[") {
            predicates.push(self.predicate()?);
        }
        Some(LocationStep::new(axis, test, predicates))
    }

    fn test(&mut self, axis: Axis, token: &str) -> Option<Test> {
        let of_attributes = axis == Axis::Attribute;
        if token.starts_with("processing-instruction(") {
            return Some(Test::Nothing);
        }
        Some(match token {
            "node()" if of_attributes => Test::Attribute,
            "node()" => Test::Node,
            "text()" | "comment()" if of_attributes => Test::Nothing,
            "text()" => Test::Text,
            "comment()" => Test::Comment,
            "*" if of_attributes => Test::Attribute,
            "*" => Test::Element,
            name if !name.starts_with(is_name_start) || name.ends_with([':', '(']) => return None,
            name => self.name_test(of_attributes, name),
        })
    }

    fn name_test(&mut self, of_attributes: bool, name: &str) -> Test {
        let (space, local) = match name.split_once(':') {
            Some(("xml", local)) => (Space::Xml, local),
            Some((_, local)) => (Space::Xlink, local),
            None => (Space::Plain, name),
        };
        match (of_attributes, space) {
            (true, space) if local == "*" => Test::AttributeIn(space),
            (true, space) => {
                let name = self.name(Name::Attribute(space, LocalName::from(local)));
                Test::AttributeNamed(name)
            }
            (false, Space::Plain) => Test::Named(self.name(Name::Element(LocalName::from(local)))),
            // The page's elements have no namespaces.
            (false, _) => Test::Nothing,
        }
    }

    fn name(&mut self, name: Name) -> NameAt {
        if let Some(at) = self.names.iter().position(|known| *known == name) {
            return at;
        }
        self.names.push(name);
        self.names.len() - 1
    }
}

fn one_or(mut parts: Vec<Expr>, many: fn(Vec<Expr>) -> Expr) -> Option<Expr> {
    if parts.len() > 1 {
        return Some(many(parts));
    }
    parts.pop()
}

/// What `//` stands for between two steps.
fn all() -> LocationStep {
    LocationStep::new(Axis::DescendantOrSelf, Test::Node, Vec::new())
}
