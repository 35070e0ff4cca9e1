//! Fast CSS where possible, bounded CSS elsewhere. Selectors of names, classes, ids, attributes and
//! positions among siblings of one name, joined by ` ` and `>`, are equivalent to an XPath, and run
//! as one on the flat page; scraper runs all others. scraper counts no steps, so selectors that
//! could take too many are refused before they start. The meaning of a selector never changes.

use html5ever::LocalName;

use super::css::cost::Cost;
use super::xpath::{
    Axis, Ends, Expr, LocationPath, LocationStep, Name, NameAt, PathStart, Predicate, Test,
    XPathPlan,
};
use super::{Hit, SelectorFault, StepCount, TooExpensive, css, xpath};
use crate::page::{ElementIndex, Page, Space};

/// The maximum number of nodes that scraper may visit, by an estimate that is rarely too low.
const MAX_NODES: u64 = 50_000_000;

/// Attributes whose values HTML compares case-insensitively (WHATWG HTML, "Case-sensitivity of
/// selectors"); and similar ones, to be safe.
const FOLDED: [&str; 46] = [
    "accept",
    "accept-charset",
    "align",
    "alink",
    "axis",
    "bgcolor",
    "charset",
    "checked",
    "clear",
    "codetype",
    "color",
    "compact",
    "declare",
    "defer",
    "dir",
    "direction",
    "disabled",
    "enctype",
    "face",
    "frame",
    "hreflang",
    "http-equiv",
    "lang",
    "language",
    "link",
    "media",
    "method",
    "multiple",
    "nohref",
    "noresize",
    "noshade",
    "nowrap",
    "readonly",
    "rel",
    "rev",
    "rules",
    "scope",
    "scrolling",
    "selected",
    "shape",
    "target",
    "text",
    "type",
    "valign",
    "valuetype",
    "vlink",
];

/// A compiled CSS selector.
#[derive(Debug)]
pub struct QuickProgram {
    full: css::CssProgram,
    plan: Option<XPathPlan>,
    /// Whether no part inspects nodes above the matched element.
    is_simple: bool,
    cost: Cost,
}

/// Compiles `source`.
///
/// # Errors
/// A fault at the first character that cannot continue the selector.
pub fn compile(source: &str) -> Result<QuickProgram, SelectorFault> {
    let full = css::compile(source)?;
    let mut reader = Reader {
        chars: source.trim_matches(is_space).chars().collect(),
        at: 0,
        names: Vec::new(),
        is_simple: true,
    };
    let root = reader.list();
    Ok(QuickProgram {
        full,
        is_simple: reader.is_simple,
        plan: root.map(|root| XPathPlan {
            root,
            names: reader.names,
            kept: 0,
        }),
        cost: Cost::of(source),
    })
}

impl QuickProgram {
    /// Whether it searches the whole page, whatever the scope.
    pub fn searches_whole_page(&self) -> bool {
        matches!(self.full, css::CssProgram::Extended(_))
    }

    /// The matches in document order.
    ///
    /// # Errors
    /// [`TooExpensive`] when it takes, or could take, too many steps on this page.
    pub fn run(
        &self,
        page: &Page,
        scope: Option<ElementIndex>,
        steps: &StepCount,
    ) -> Result<Vec<Hit>, TooExpensive> {
        if let Some(plan) = self
            .plan
            .as_ref()
            .filter(|_| scope.is_none() || self.is_simple)
        {
            return xpath::run_plan(plan, page, scope, steps);
        }
        let cost = self.cost.on(page, scope);
        steps.add(cost);
        if cost > MAX_NODES {
            return Err(TooExpensive);
        }
        self.full.run(page, scope, steps)
    }
}

/// Parses the selectors that run as XPath; returns `None` for all others.
struct Reader {
    chars: Vec<char>,
    at: usize,
    names: Vec<Name>,
    is_simple: bool,
}

impl Reader {
    fn list(&mut self) -> Option<Expr> {
        let mut parts = vec![self.complex()?];
        while self.take(',') {
            self.skip_space();
            parts.push(self.complex()?);
        }
        if self.at < self.chars.len() {
            return None;
        }
        match parts.len() {
            1 => parts.pop(),
            _ => Some(Expr::Union(parts)),
        }
    }

    fn complex(&mut self) -> Option<Expr> {
        let mut steps = vec![self.compound(Axis::Descendant)?];
        loop {
            let spaced = self.skip_space();
            let axis = if self.take('>') {
                self.skip_space();
                Axis::Child
            } else if spaced && !matches!(self.peek(), None | Some(',')) {
                Axis::Descendant
            } else {
                return Some(Expr::Path(LocationPath {
                    start: PathStart::Context,
                    steps,
                }));
            };
            self.is_simple = false;
            steps.push(self.compound(axis)?);
        }
    }

    fn compound(&mut self, axis: Axis) -> Option<LocationStep> {
        let from = self.at;
        let any = self.take('*') || matches!(self.peek(), Some('.' | '#' | '['));
        let test = if any {
            Test::Element
        } else {
            let name = self.lower_name()?;
            Test::Named(self.name(Name::Element(LocalName::from(name))))
        };
        let mut predicates = Vec::new();
        let mut nth = None;
        loop {
            let condition = match self.peek() {
                // scraper counts the siblings again for each element, which is quadratic.
                Some(':') if !any && nth.is_none() => {
                    self.at += 1;
                    nth = Some(self.nth_of_type()?);
                    continue;
                }
                Some('.') => {
                    self.at += 1;
                    let word = self.word()?;
                    let attribute = self.attribute_name("class");
                    Expr::Word {
                        attribute,
                        word,
                        ends: Ends::HtmlSpace,
                    }
                }
                Some('#') => {
                    self.at += 1;
                    let id = self.word()?;
                    let attribute = self.attribute_name("id");
                    equal(attribute, id)
                }
                Some('[') => {
                    self.at += 1;
                    self.attribute()?
                }
                _ => break,
            };
            predicates.push(Predicate::Plain(condition));
        }
        if let Some(nth) = nth {
            // It counts all elements of that name, regardless of other conditions.
            predicates.insert(0, Predicate::Nth(nth));
        }
        let axis = match (axis, nth) {
            (Axis::Descendant, Some(_)) => Axis::DescendantChild,
            (axis, _) => axis,
        };
        (self.at > from).then(|| LocationStep::new(axis, test, predicates))
    }

    /// Parses the rest of `:nth-of-type(3)` and `:first-of-type` after the colon.
    fn nth_of_type(&mut self) -> Option<usize> {
        let name = self.word()?.to_ascii_lowercase();
        if name == "first-of-type" {
            return Some(1);
        }
        if name != "nth-of-type" || !self.take('(') {
            return None;
        }
        self.skip_space();
        let digits = self.while_true(|c| c.is_ascii_digit());
        self.skip_space();
        let position = digits.parse().ok().filter(|position| *position > 0);
        position.filter(|_| self.take(')'))
    }

    fn attribute(&mut self) -> Option<Expr> {
        self.skip_space();
        let name = self.lower_name()?;
        self.skip_space();
        let attribute = self.attribute_name(&name);
        if self.take(']') {
            return Some(attribute_path(attribute));
        }
        if FOLDED.contains(&name.as_str()) || !self.take('=') {
            return None;
        }
        self.skip_space();
        let value = match self.peek()? {
            quote @ ('"' | '\'') => {
                self.at += 1;
                let value = self.while_true(|c| {
                    c != quote && !matches!(c, '\\' | '\n' | '\r' | '\u{c}' | '\0')
                });
                if !self.take(quote) {
                    return None;
                }
                value
            }
            _ => self.word()?,
        };
        self.skip_space();
        self.take(']').then(|| equal(attribute, value))
    }

    /// A name without escapes. Those with escapes are left to scraper.
    fn word(&mut self) -> Option<String> {
        let first = self.peek()?;
        if !(first.is_ascii_alphabetic() || first == '_' || !first.is_ascii()) {
            return None;
        }
        let word = self
            .while_true(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-') || !c.is_ascii());
        (self.peek() != Some('\\')).then_some(word)
    }

    /// A name that means the same in HTML, which folds case, and SVG, which does not.
    fn lower_name(&mut self) -> Option<String> {
        self.word()
            .filter(|name| !name.contains(|c: char| c.is_ascii_uppercase()))
    }

    fn attribute_name(&mut self, name: &str) -> NameAt {
        self.name(Name::Attribute(Space::Plain, LocalName::from(name)))
    }

    fn name(&mut self, name: Name) -> NameAt {
        if let Some(at) = self.names.iter().position(|known| *known == name) {
            return at;
        }
        self.names.push(name);
        self.names.len() - 1
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn skip_space(&mut self) -> bool {
        !self.while_true(is_space).is_empty()
    }

    fn while_true(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let from = self.at;
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
        self.chars
            .get(from..self.at)
            .unwrap_or_default()
            .iter()
            .collect()
    }
}

fn attribute_path(attribute: NameAt) -> Expr {
    let step = LocationStep::new(Axis::Attribute, Test::AttributeNamed(attribute), Vec::new());
    Expr::Path(LocationPath {
        start: PathStart::Context,
        steps: vec![step],
    })
}

fn equal(attribute: NameAt, value: String) -> Expr {
    let sides = [attribute_path(attribute), Expr::Text(value)];
    Expr::Equal(Box::new(sides), false)
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

#[cfg(test)]
mod tests;
