//! Values and their conversions (XPath 1.0, sections 3.4, 3.5 and 4), as in sxd-xpath: `!=` is the
//! opposite of `=`, an ordering compares the numbers of the first nodes, numbers are parsed and
//! formatted like Rust's `f64`. Texts are borrowed from the page where possible.

use std::borrow::Cow;
use std::collections::HashSet;

use super::xpath_evaluation::{Spent, XPathContext, XPathEvaluation, XPathNode, XPathValue};
use super::xpath_plan::{Ends, Expr, NameAt, NumberComparison, Operation, ValueType};

impl XPathEvaluation<'_> {
    /// `expr` as a condition.
    pub fn truth(&self, expr: &Expr, context: XPathContext) -> Result<bool, Spent> {
        self.charge(1)?;
        match expr {
            Expr::Or(parts) => {
                for part in parts {
                    if self.truth(part, context)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Expr::And(parts) => {
                for part in parts {
                    if !self.truth(part, context)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Expr::Equal(sides, negated) => {
                let [left, right] = &**sides;
                Ok(self.equal(left, right, context)? != *negated)
            }
            Expr::Compare(order, sides) => {
                let [left, right] = &**sides;
                let (left, right) = (self.number(left, context)?, self.number(right, context)?);
                Ok(match order {
                    NumberComparison::Less => left < right,
                    NumberComparison::LessOrEqual => left <= right,
                    NumberComparison::Greater => left > right,
                    NumberComparison::GreaterOrEqual => left >= right,
                })
            }
            Expr::Word {
                attribute,
                word,
                ends,
            } => self.has_word(*attribute, word, *ends, context.spot),
            Expr::Kept(at, inner) => Ok(match self.kept(*at, inner)? {
                Some(XPathValue::Nodes(nodes)) => !nodes.is_empty(),
                Some(XPathValue::Number(number)) => is_true(*number),
                Some(XPathValue::Text(text)) => !text.is_empty(),
                Some(XPathValue::Truth(truth)) => *truth,
                None => false,
            }),
            Expr::Path(_) => self.any(expr, context, &mut |_| Ok(true)),
            Expr::Call(function, arguments) if expr.kind() == ValueType::Truth => {
                self.call_truth(*function, arguments, context)
            }
            _ => Ok(match expr.kind() {
                ValueType::Nodes => !self.nodes(expr, context)?.is_empty(),
                ValueType::Number => is_true(self.number(expr, context)?),
                // Booleans are handled above.
                ValueType::Text | ValueType::Truth => !self.text(expr, context)?.is_empty(),
            }),
        }
    }

    /// `expr` as a number.
    pub fn number(&self, expr: &Expr, context: XPathContext) -> Result<f64, Spent> {
        self.charge(1)?;
        match expr {
            Expr::Number(number) => Ok(*number),
            Expr::Math(operation, sides) => {
                let [left, right] = &**sides;
                let (left, right) = (self.number(left, context)?, self.number(right, context)?);
                Ok(match operation {
                    Operation::Add => left + right,
                    Operation::Subtract => left - right,
                    Operation::Multiply => left * right,
                    Operation::Divide => left / right,
                    Operation::Remainder => left % right,
                })
            }
            Expr::Negate(inner) => Ok(-self.number(inner, context)?),
            Expr::Kept(at, inner) => match self.kept(*at, inner)? {
                Some(XPathValue::Number(number)) => Ok(*number),
                Some(XPathValue::Truth(truth)) => Ok(f64::from(u8::from(*truth))),
                Some(value) => {
                    let text = to_text(self, value.clone());
                    self.charge_text(&text)?;
                    Ok(to_number(&text))
                }
                None => Ok(f64::NAN),
            },
            Expr::Call(function, arguments) if expr.kind() == ValueType::Number => {
                self.call_number(*function, arguments, context)
            }
            _ => match expr.kind() {
                ValueType::Truth => Ok(f64::from(u8::from(self.truth(expr, context)?))),
                _ => {
                    let text = self.text(expr, context)?;
                    self.charge_text(&text)?;
                    Ok(to_number(&text))
                }
            },
        }
    }

    /// `expr` as a string.
    pub fn text<'s>(
        &'s self,
        expr: &'s Expr,
        context: XPathContext,
    ) -> Result<Cow<'s, str>, Spent> {
        self.charge(1)?;
        match expr {
            Expr::Text(text) => Ok(Cow::Borrowed(text)),
            Expr::Kept(at, inner) => Ok(match self.kept(*at, inner)? {
                Some(XPathValue::Text(text)) => Cow::Borrowed(text),
                Some(value) => to_text(self, value.clone()),
                None => Cow::Borrowed(""),
            }),
            Expr::Call(function, arguments) if expr.kind() == ValueType::Text => {
                self.call_text(*function, arguments, context)
            }
            _ => match expr.kind() {
                ValueType::Nodes => {
                    let first = self.first(expr, context)?;
                    Ok(Cow::Borrowed(first.map_or("", |spot| self.text_of(spot))))
                }
                ValueType::Number => Ok(Cow::Owned(number_text(self.number(expr, context)?))),
                _ => Ok(Cow::Borrowed(truth_text(self.truth(expr, context)?))),
            },
        }
    }

    /// The string-value of a node (XPath 1.0, section 5).
    pub fn text_of(&self, spot: XPathNode) -> &str {
        if let Some(at) = spot.as_attribute() {
            return self.flat.attribute(at).map_or("", |a| self.flat.value(a));
        }
        spot.as_node().map_or("", |node| self.flat.text(node))
    }

    fn equal(&self, left: &Expr, right: &Expr, context: XPathContext) -> Result<bool, Spent> {
        let (nodes, other) = match (left.kind(), right.kind()) {
            (ValueType::Nodes, ValueType::Nodes) => return self.share_text(left, right, context),
            (ValueType::Truth, _) | (_, ValueType::Truth) => {
                return Ok(self.truth(left, context)? == self.truth(right, context)?);
            }
            (ValueType::Nodes, _) => (left, right),
            (_, ValueType::Nodes) => (right, left),
            (ValueType::Number, _) | (_, ValueType::Number) => {
                return Ok(self.number(left, context)? == self.number(right, context)?);
            }
            (ValueType::Text, ValueType::Text) => {
                let (left, right) = (self.text(left, context)?, self.text(right, context)?);
                self.charge_text(&left)?;
                return Ok(left == right);
            }
        };
        if other.kind() == ValueType::Number {
            let number = self.number(other, context)?;
            return self.any(nodes, context, &mut |spot| {
                let text = self.text_of(spot);
                self.charge_text(text)?;
                Ok(to_number(text) == number)
            });
        }
        let text = self.text(other, context)?;
        self.any(nodes, context, &mut |spot| {
            let found = self.text_of(spot);
            // Texts of other lengths are rejected at once.
            if found.len() == text.len() {
                self.charge_text(found)?;
            }
            Ok(found == text)
        })
    }

    /// Whether a node of one set has the text of one of the other.
    fn share_text(&self, left: &Expr, right: &Expr, context: XPathContext) -> Result<bool, Spent> {
        let (left, right) = (self.nodes(left, context)?, self.nodes(right, context)?);
        let (few, many) = if left.len() <= right.len() {
            (left, right)
        } else {
            (right, left)
        };
        let mut texts = HashSet::with_capacity(few.len());
        for spot in few.iter() {
            let text = self.text_of(*spot);
            self.charge_text(text)?;
            texts.insert(text);
        }
        if texts.is_empty() {
            return Ok(false);
        }
        for spot in many.iter() {
            let text = self.text_of(*spot);
            self.charge_text(text)?;
            if texts.contains(text) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn has_word(
        &self,
        attribute: NameAt,
        word: &str,
        ends: Ends,
        spot: XPathNode,
    ) -> Result<bool, Spent> {
        let value = spot
            .as_node()
            .and_then(|node| self.flat.value_named(node, self.name(attribute)));
        let Some(value) = value else {
            return Ok(false);
        };
        if value.len() <= word.len() {
            return Ok(value == word);
        }
        self.charge_text(value)?;
        Ok(match ends {
            Ends::Space => value.split(' ').any(|found| found == word),
            Ends::XmlSpace => value.split(super::is_space).any(|found| found == word),
            Ends::HtmlSpace => value.split_ascii_whitespace().any(|found| found == word),
        })
    }
}

/// A value as a string.
pub fn to_text<'r>(run: &'r XPathEvaluation<'_>, value: XPathValue<'r>) -> Cow<'r, str> {
    match value {
        XPathValue::Nodes(nodes) => {
            Cow::Borrowed(nodes.first().map_or("", |spot| run.text_of(*spot)))
        }
        XPathValue::Number(number) => Cow::Owned(number_text(number)),
        XPathValue::Text(text) => text,
        XPathValue::Truth(truth) => Cow::Borrowed(truth_text(truth)),
    }
}

/// A string as a number.
pub fn to_number(text: &str) -> f64 {
    text.trim().parse().unwrap_or(f64::NAN)
}

fn is_true(number: f64) -> bool {
    number != 0.0 && !number.is_nan()
}

fn truth_text(truth: bool) -> &'static str {
    if truth { "true" } else { "false" }
}

fn number_text(number: f64) -> String {
    if number.is_infinite() {
        let text = if number > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        };
        return text.to_owned();
    }
    number.to_string()
}
