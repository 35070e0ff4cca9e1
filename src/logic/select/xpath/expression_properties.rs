//! Properties of an expression that need no page: its type, whether it depends on its context, and
//! the attribute it requires. Input: parts of a plan. Output: the same parts, with
//! context-free ones marked and conditions in their cheapest form.

use super::functions::Function;
use super::xpath_plan::{
    Axis, Ends, Expr, LocationPath, NameAt, PathStart, Predicate, Test, ValueType,
};

impl Predicate {
    /// Whether it can be evaluated for a node alone.
    pub fn is_plain(&self) -> bool {
        matches!(self, Self::Plain(_))
    }

    /// The predicate with the condition `expr`; `kept` counts the parts computed once.
    pub fn new(expr: Expr, kept: &mut usize) -> Self {
        match expr {
            // The cast rounds towards zero and saturates, as in sxd-xpath.
            Expr::Number(number) => Self::Nth(number as usize),
            Expr::Call(Function::Last, _) => Self::Last,
            Expr::Equal(sides, false) if is_position_is_number(&sides).is_some() => {
                let number = is_position_is_number(&sides).unwrap_or_default();
                // `position()` is compared exactly.
                let exact = number >= 1.0 && number.fract() == 0.0;
                Self::Nth(if exact { number as usize } else { 0 })
            }
            expr if expr.kind() == ValueType::Number || expr.asks_position() => {
                Self::Positional(expr.kept(kept))
            }
            expr => Self::Plain(expr.kept(kept)),
        }
    }
}

/// `position() = 3`
fn is_position_is_number(sides: &[Expr; 2]) -> Option<f64> {
    match sides {
        [Expr::Call(Function::Position, _), Expr::Number(number)]
        | [Expr::Number(number), Expr::Call(Function::Position, _)] => Some(*number),
        _ => None,
    }
}

impl Expr {
    /// The type of its value.
    pub fn kind(&self) -> ValueType {
        match self {
            Self::Number(_) | Self::Math(..) | Self::Negate(_) => ValueType::Number,
            Self::Text(_) => ValueType::Text,
            Self::Or(_)
            | Self::And(_)
            | Self::Equal(..)
            | Self::Compare(..)
            | Self::Word { .. } => ValueType::Truth,
            Self::Path(_) | Self::Filter(..) | Self::Union(_) => ValueType::Nodes,
            Self::Call(function, _) => function.kind(),
            Self::Kept(_, inner) => inner.kind(),
        }
    }

    /// A call.
    pub fn call(function: Function, arguments: Vec<Self>) -> Self {
        if let (Function::Contains, [text, Self::Text(word)]) = (function, arguments.as_slice())
            && let Some(word) = word_test(text, word)
        {
            return word;
        }
        Self::Call(function, arguments)
    }

    /// The parts evaluated in the same context as the whole.
    fn parts(&self) -> &[Self] {
        match self {
            Self::Number(_) | Self::Text(_) | Self::Word { .. } => &[],
            Self::Or(parts) | Self::And(parts) | Self::Union(parts) | Self::Call(_, parts) => parts,
            Self::Equal(sides, _) | Self::Compare(_, sides) | Self::Math(_, sides) => &**sides,
            Self::Path(LocationPath {
                start: PathStart::Of(inner),
                ..
            })
            | Self::Negate(inner)
            | Self::Filter(inner, _)
            | Self::Kept(_, inner) => std::slice::from_ref(inner),
            Self::Path(_) => &[],
        }
    }

    fn parts_mut(&mut self) -> &mut [Self] {
        match self {
            Self::Number(_) | Self::Text(_) | Self::Word { .. } | Self::Kept(..) => &mut [],
            Self::Or(parts) | Self::And(parts) | Self::Union(parts) | Self::Call(_, parts) => parts,
            Self::Equal(sides, _) | Self::Compare(_, sides) | Self::Math(_, sides) => &mut **sides,
            Self::Path(LocationPath {
                start: PathStart::Of(inner),
                ..
            })
            | Self::Negate(inner)
            | Self::Filter(inner, _) => std::slice::from_mut(inner),
            Self::Path(_) => &mut [],
        }
    }

    /// Whether its value depends on the context position or size.
    fn asks_position(&self) -> bool {
        matches!(self, Self::Call(Function::Last | Function::Position, _))
            || self.parts().iter().any(Self::asks_position)
    }

    /// Whether its value depends on the context at all.
    fn asks_context(&self) -> bool {
        match self {
            Self::Word { .. } => true,
            Self::Path(path) if matches!(path.start, PathStart::Context) => true,
            Self::Call(function, arguments) if function.asks_context(arguments.len()) => true,
            other => other.parts().iter().any(Self::asks_context),
        }
    }

    /// Whether it reads the page.
    fn asks_page(&self) -> bool {
        matches!(self, Self::Path(_) | Self::Call(Function::Id, _))
            || self.parts().iter().any(Self::asks_page)
    }

    /// Marks every part that is the same in each context.
    fn kept(mut self, kept: &mut usize) -> Self {
        if matches!(self, Self::Kept(..)) || !self.asks_page() {
            return self;
        }
        if !self.asks_context() {
            *kept += 1;
            return Self::Kept(*kept - 1, Box::new(self));
        }
        for part in self.parts_mut() {
            let whole = std::mem::replace(part, Self::Number(0.0));
            *part = whole.kept(kept);
        }
        self
    }

    /// The attribute of the context node that this expression reads, if that is all it does.
    fn as_attribute(&self) -> Option<NameAt> {
        let Self::Path(path) = self else {
            return None;
        };
        match (&path.start, path.steps.as_slice()) {
            (PathStart::Context, [step]) if step.predicates.is_empty() => match step.test {
                Test::AttributeNamed(name) if step.axis == Axis::Attribute => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    /// The attribute without which its string is empty.
    fn attribute_of_text(&self) -> Option<NameAt> {
        match self {
            Self::Call(
                Function::NormalizeSpace
                | Function::String
                | Function::Substring
                | Function::SubstringAfter
                | Function::SubstringBefore
                | Function::Translate,
                arguments,
            ) => arguments.first()?.attribute_of_text(),
            other => other.as_attribute(),
        }
    }

    /// The attribute without which it is false.
    pub fn needs(&self) -> Option<NameAt> {
        match self {
            Self::Word { attribute, .. } => Some(*attribute),
            Self::And(parts) => parts.iter().find_map(Self::needs),
            Self::Equal(sides, false) => match &**sides {
                [side, Self::Text(text)] | [Self::Text(text), side] if !text.is_empty() => {
                    side.attribute_of_text()
                }
                [side, Self::Text(_) | Self::Number(_)] => side.as_attribute(),
                _ => None,
            },
            Self::Call(Function::Contains | Function::StartsWith, arguments) => {
                match arguments.as_slice() {
                    [side, Self::Text(text)] if !text.is_empty() => side.attribute_of_text(),
                    _ => None,
                }
            }
            other => other.as_attribute(),
        }
    }
}

/// `contains(concat(' ', @class, ' '), ' word ')`, with or without `normalize-space`.
fn word_test(text: &Expr, spaced: &str) -> Option<Expr> {
    let word = spaced.strip_prefix(' ')?.strip_suffix(' ')?;
    if word.is_empty() || word.contains(super::is_space) {
        return None;
    }
    let Expr::Call(Function::Concat, parts) = text else {
        return None;
    };
    let [Expr::Text(before), middle, Expr::Text(behind)] = parts.as_slice() else {
        return None;
    };
    if before != " " || behind != " " {
        return None;
    }
    let (attribute, ends) = match middle {
        Expr::Call(Function::NormalizeSpace, inner) => {
            (inner.first()?.as_attribute()?, Ends::XmlSpace)
        }
        other => (other.as_attribute()?, Ends::Space),
    };
    Some(Expr::Word {
        attribute,
        word: word.to_owned(),
        ends,
    })
}
