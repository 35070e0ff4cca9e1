//! Selectors: CSS, XPath 1.0, regular expressions, JSONPath, labels. Input: a compiled
//! [`Selector`] and a page (or JSON). Output: the matches in document order, by element number.

mod css;
mod css_extended;
mod css_fast;
mod css_fault;
mod evaluation;
mod fault;
pub(crate) mod generation;
mod jsonpath;
mod label;
mod regex;
mod step_count;
mod table;
mod value_beside_label;
mod xpath;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::messages::{Explain, Message};
use crate::page::{ElementIndex, Page, inner_text, own_text};
use evaluation::{Hit, selected};
use fault::SelectorFault;
use step_count::StepCount;
use value_beside_label::ElementPart;

pub(crate) use evaluation::Evaluation;
pub use jsonpath::scripts::{PageJson, embedded_json, json_of, page_json};
pub(crate) use regex::SizedRegex;
pub use regex::matches::{Matches, matches};
pub use table::{MAX_TABLE_BYTES, TableRow, table, table_within};

/// The language of a selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SelectorKind {
    /// CSS selectors, level 4 as far as the `scraper` crate goes.
    Css,
    /// XPath 1.0.
    XPath,
    /// Regular expressions over the page's source; group 1, else the whole match.
    Regex,
    /// JSONPath (RFC 9535).
    JsonPath,
    /// A label such as `Publisher`, or several joined by U+001F: the value next to it.
    Label,
}

impl SelectorKind {
    /// The most likely language of hand-typed text: a path is XPath, `$.` or `$[` starts JSONPath,
    /// all else is CSS. Regular expressions cannot be distinguished from CSS.
    pub fn guess(typed: &str) -> Self {
        let typed = typed.trim_start();
        let starts = |prefixes: &[&str]| prefixes.iter().any(|p| typed.starts_with(p));
        if starts(&["$.", "$["]) || typed == "$" {
            Self::JsonPath
        } else if starts(&["/", "./", "../", "(", "@", "id("]) || is_axis_step(typed) {
            Self::XPath
        } else {
            Self::Css
        }
    }
}

/// Whether `typed` starts with an axis that CSS has no pseudo-element for, such as `child::`.
fn is_axis_step(typed: &str) -> bool {
    typed
        .split_once("::")
        .is_some_and(|(axis, _)| xpath::names::AXES.contains(&axis))
}

/// What value is extracted from a matched element.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Take {
    /// Its text ([`crate::page::inner_text`]).
    #[default]
    Text,
    /// The text directly in it.
    OwnText,
    /// Its outer HTML.
    Html,
    /// An attribute's value.
    Attribute(String),
}

/// One match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selected {
    /// The element that matched or that owns what matched; `None` for regex and computed values.
    pub element: Option<ElementIndex>,
    /// The extracted value. A missing attribute gives no match at all.
    pub value: String,
}

/// A compiled selector; cheap to clone and shareable between threads.
#[derive(Clone, Debug)]
pub struct Selector {
    kind: SelectorKind,
    source: String,
    program: Program,
}

#[derive(Clone, Debug)]
enum Program {
    Css(Arc<css_fast::QuickProgram>),
    XPath(xpath::XPathProgram),
    Regex(regex::RegexProgram),
    JsonPath(Arc<jsonpath::JsonPathProgram>),
    Label(Arc<label::LabelProgram>),
}

/// An evaluation exceeds the step limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TooExpensive;

impl Selector {
    /// Compiles `source`.
    ///
    /// # Errors
    /// [`SelectError`] with position and hint when it does not parse.
    pub fn compile(kind: SelectorKind, source: &str) -> Result<Self, SelectError> {
        let program = match kind {
            SelectorKind::Css => css_fast::compile(source).map(|p| Program::Css(Arc::new(p))),
            SelectorKind::XPath => xpath::compile(source).map(Program::XPath),
            SelectorKind::Regex => regex::compile(source).map(Program::Regex),
            SelectorKind::JsonPath => {
                jsonpath::compile(source).map(|p| Program::JsonPath(Arc::new(p)))
            }
            SelectorKind::Label => label::compile(source).map(|p| Program::Label(Arc::new(p))),
        };
        match program {
            Ok(program) => Ok(Self {
                kind,
                source: source.to_owned(),
                program,
            }),
            Err(fault) => Err(fault.into_error(kind, source)),
        }
    }

    /// Compiles labels, any of which may appear beside the value, such as `出版社` and `Publisher`.
    ///
    /// # Errors
    /// [`SelectError`] when there is none, or one is too long to be a label.
    pub fn label(labels: &[String]) -> Result<Self, SelectError> {
        let joined = labels.join(&label::SEPARATOR.to_string());
        Self::compile(SelectorKind::Label, &joined)
    }

    /// Compiles a regular expression that searches the visible text when `on_text`, else the
    /// source, and whose value is `group`: a number (0 is the whole match) or a name.
    ///
    /// # Errors
    /// [`SelectError`] when it does not parse or has no such group.
    pub fn regex(source: &str, on_text: bool, group: Option<&str>) -> Result<Self, SelectError> {
        match regex::compile(source).and_then(|program| program.with(on_text, group)) {
            Ok(program) => Ok(Self {
                kind: SelectorKind::Regex,
                source: source.to_owned(),
                program: Program::Regex(program),
            }),
            Err(fault) => Err(fault.into_error(SelectorKind::Regex, source)),
        }
    }

    /// Its language.
    pub fn kind(&self) -> SelectorKind {
        self.kind
    }

    /// Its text.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether it searches the whole page even when asked for matches inside an element.
    pub(crate) fn searches_whole_page(&self) -> bool {
        match &self.program {
            Program::Css(program) => program.searches_whole_page(),
            Program::XPath(_) => self.source.trim_start().starts_with(['/', '(']),
            Program::Label(_) => true,
            Program::Regex(_) | Program::JsonPath(_) => false,
        }
    }

    /// All matches on `page`, inside `scope` when given (the scope itself included for CSS when it
    /// matches `:scope`; XPath starts there as context node). JSONPath finds nothing here. `take`
    /// applies to element matches; an XPath that yields attributes or text keeps those values, and
    /// one that yields an empty string or NaN has no match. Beside a label the text is the value
    /// alone, and an attribute that of the first element in it. Returns nothing when the evaluation
    /// is too expensive; [`Selector::try_select`] reports that.
    pub fn select(&self, page: &Page, scope: Option<ElementIndex>, take: &Take) -> Vec<Selected> {
        self.try_select(page, scope, take).unwrap_or_default()
    }

    /// As [`Selector::select`].
    ///
    /// # Errors
    /// [`SelectError`] when the selector exceeds the step limit of one evaluation on this page; the
    /// limit is the same on every machine.
    pub fn try_select(
        &self,
        page: &Page,
        scope: Option<ElementIndex>,
        take: &Take,
    ) -> Result<Vec<Selected>, SelectError> {
        let matches = self.evaluate(page, scope)?;
        Ok(matches.values(page, take).collect())
    }

    /// As [`Selector::select`], but XPath runs on sxd-xpath, the reference implementation, without
    /// a bound. For measurements that compare the fast evaluator with it.
    #[doc(hidden)]
    pub fn select_by_definition(
        &self,
        page: &Page,
        scope: Option<ElementIndex>,
        take: &Take,
    ) -> Vec<Selected> {
        match &self.program {
            Program::XPath(program) => {
                let hits = program.run_by_sxd(page, scope);
                selected(page, take, hits).collect()
            }
            _ => self.select(page, scope, take),
        }
    }

    /// The elements that match, or that own what matches, in document order, each once. Cheaper
    /// than [`Selector::select`] where no value is needed.
    pub fn matching(&self, page: &Page, scope: Option<ElementIndex>) -> Vec<ElementIndex> {
        self.try_matching(page, scope).unwrap_or_default()
    }

    /// As [`Selector::matching`].
    ///
    /// # Errors
    /// As [`Selector::try_select`].
    pub fn try_matching(
        &self,
        page: &Page,
        scope: Option<ElementIndex>,
    ) -> Result<Vec<ElementIndex>, SelectError> {
        Ok(self.evaluate(page, scope)?.elements())
    }

    /// The matches before values are extracted, and the steps taken.
    ///
    /// # Errors
    /// As [`Selector::try_select`].
    pub(crate) fn evaluate(
        &self,
        page: &Page,
        scope: Option<ElementIndex>,
    ) -> Result<Evaluation, SelectError> {
        let steps = StepCount::default();
        let hits = self.hits(page, scope, &steps);
        let hits = hits.map_err(|TooExpensive| self.too_expensive(page))?;
        Ok(Evaluation {
            hits,
            steps: steps.count(),
        })
    }

    fn too_expensive(&self, page: &Page) -> SelectError {
        let reason = match self.kind {
            SelectorKind::Regex => Message::new("select-regex-expensive"),
            _ => Message::new("select-expensive").with("elements", page.len()),
        };
        SelectorFault::whole(reason).into_error(self.kind, &self.source)
    }

    fn hits(
        &self,
        page: &Page,
        scope: Option<ElementIndex>,
        steps: &StepCount,
    ) -> Result<Vec<Hit>, TooExpensive> {
        match &self.program {
            Program::Css(program) => program.run(page, scope, steps),
            Program::XPath(program) => program.run(page, scope, steps),
            Program::Regex(program) => program.run(page, scope),
            Program::JsonPath(_) => Ok(Vec::new()),
            Program::Label(program) => program.run(page, scope, steps),
        }
    }

    /// All matches in a JSON document; only JSONPath finds anything, and nothing if it would take
    /// too many steps.
    pub fn select_json<'a>(&self, json: &'a serde_json::Value) -> Vec<&'a serde_json::Value> {
        self.try_select_json(json).unwrap_or_default()
    }

    /// As [`Selector::select_json`].
    ///
    /// # Errors
    /// [`SelectError`] when the path exceeds the step limit of one evaluation on this document.
    pub fn try_select_json<'a>(
        &self,
        json: &'a serde_json::Value,
    ) -> Result<Vec<&'a serde_json::Value>, SelectError> {
        Ok(self.evaluate_json(json)?.0)
    }

    /// The same, with the steps taken.
    ///
    /// # Errors
    /// As [`Selector::try_select_json`].
    pub(crate) fn evaluate_json<'a>(
        &self,
        json: &'a serde_json::Value,
    ) -> Result<(Vec<&'a serde_json::Value>, u64), SelectError> {
        let Program::JsonPath(program) = &self.program else {
            return Ok((Vec::new(), 0));
        };
        let steps = StepCount::default();
        let found = program.run(json, &steps);
        let found = found.map_err(|TooExpensive| {
            let reason = Message::new("select-jsonpath-expensive");
            SelectorFault::whole(reason).into_error(self.kind, &self.source)
        })?;
        Ok((found, steps.count()))
    }
}

/// The value `take` extracts from element `index`; `None` when it lacks that attribute or does not
/// exist.
pub fn extract(page: &Page, index: ElementIndex, take: &Take) -> Option<String> {
    let element = page.element(index)?;
    match take {
        Take::Text => Some(inner_text(page, index)),
        Take::OwnText => Some(own_text(page, index)),
        Take::Html => Some(element.html()),
        Take::Attribute(name) => {
            let value = element
                .attr(name)
                .or_else(|| element.attr(&name.to_ascii_lowercase()))
                .or_else(|| foreign_attribute(element.value(), name))?;
            Some(value.to_owned())
        }
    }
}

/// An attribute of SVG or MathML by its name with prefix, such as `xlink:href`.
fn foreign_attribute<'a>(element: &'a scraper::node::Element, name: &str) -> Option<&'a str> {
    let (prefix, local) = name.split_once(':')?;
    let found = element.attrs.iter().find(|(key, _)| {
        key.prefix.as_ref().is_some_and(|p| **p == *prefix) && &*key.local == local
    });
    found.map(|(_, value)| &**value)
}

/// A selector that cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectError {
    /// Its language.
    pub kind: SelectorKind,
    /// The selector.
    pub selector: String,
    /// Character position of the fault, from 0, where known.
    pub position: Option<usize>,
    /// What is wrong and how to fix it.
    pub message: Message,
}

impl Explain for SelectError {
    fn explain(&self) -> Message {
        self.message.clone()
    }
}

impl std::fmt::Display for SelectError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::messages::english(&self.message))
    }
}

impl std::error::Error for SelectError {}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    pub(super) fn page(html: &str) -> Page {
        Page::parse(html, &Url::parse("http://example.org/").unwrap())
    }

    pub(super) fn values(kind: SelectorKind, source: &str, page: &Page) -> Vec<String> {
        let selector = Selector::compile(kind, source).unwrap();
        selector
            .select(page, None, &Take::Text)
            .into_iter()
            .map(|s| s.value)
            .collect()
    }

    #[test]
    fn selectors_are_shared_by_threads() {
        fn assert_shared<T: Send + Sync + Clone + std::fmt::Debug>() {}
        assert_shared::<Selector>();
    }

    #[test]
    fn typed_selectors_are_told_apart() {
        for (typed, kind) in [
            ("h1.title > a", SelectorKind::Css),
            ("a::text", SelectorKind::Css),
            (":is(a, b)", SelectorKind::Css),
            (" //h1", SelectorKind::XPath),
            ("(//a)[1]", SelectorKind::XPath),
            ("descendant::a", SelectorKind::XPath),
            ("./a", SelectorKind::XPath),
            ("$.items[*]", SelectorKind::JsonPath),
            ("", SelectorKind::Css),
        ] {
            assert_eq!(SelectorKind::guess(typed), kind, "{typed}");
        }
    }

    #[test]
    fn each_take_takes_its_part() {
        let page = page("<p Data-A=1>a<b>b</b></p><svg><use xlink:href='#i'/></svg>");
        let take = |take: Take| {
            let selector = Selector::compile(SelectorKind::Css, "p, use").unwrap();
            let found = selector.select(&page, None, &take);
            found.into_iter().map(|s| s.value).collect::<Vec<_>>()
        };
        assert_eq!(take(Take::Text), ["ab", ""]);
        assert_eq!(take(Take::OwnText), ["a", ""]);
        assert_eq!(take(Take::Attribute("data-A".into())), ["1"]);
        assert_eq!(take(Take::Attribute("xlink:href".into())), ["#i"]);
        let html = take(Take::Html);
        assert_eq!(html[0], "<p data-a=\"1\">a<b>b</b></p>");
    }

    #[test]
    fn css_xpath_and_the_page_speak_of_the_same_elements() {
        let page = page("<ul><li>1<template><li>t</template><li>2</ul><ol><li>3</ol>");
        let css = Selector::compile(SelectorKind::Css, "li").unwrap();
        let xpath = Selector::compile(SelectorKind::XPath, "//li").unwrap();
        let elements = css.matching(&page, None);
        assert_eq!(elements.len(), 3);
        assert_eq!(xpath.matching(&page, None), elements);
        let scope = css.matching(&page, None).first().map(|li| li - 1);
        assert_eq!(css.matching(&page, scope).len(), 2);
        let inside = Selector::compile(SelectorKind::XPath, ".//li").unwrap();
        assert_eq!(inside.matching(&page, scope).len(), 2);
        assert_eq!(
            xpath.matching(&page, scope),
            elements,
            "// starts at the root"
        );
    }
}
