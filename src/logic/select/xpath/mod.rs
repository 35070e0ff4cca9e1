//! XPath 1.0. sxd-xpath defines what an expression means; nearly all of them run much faster on the
//! flat page, tested to give the same matches. Input: an expression, checked first, so that
//! faults have a position. Output: matches in document order, within a bounded number of steps.
//!
//! Below: `parse` makes a `xpath_plan` of an expression, `xpath_evaluation` runs it on the flat page, `functions` are
//! its calls, `sxd` is the reference, `sxd_comparison` the comparison of both.

mod expression_properties;
mod functions;
pub mod names;
mod parse;
mod sxd;
#[cfg(test)]
mod sxd_comparison;
mod value;
mod xpath_evaluation;
mod xpath_plan;

use std::sync::Arc;

use super::{Hit, SelectorFault, StepCount};
use crate::messages::Message;
use crate::page::{ElementIndex, Page};
use parse::Parsed;
use xpath_evaluation::MAX_STEPS;
pub use xpath_plan::{
    Axis, Ends, Expr, LocationPath, LocationStep, Name, NameAt, PathStart, Predicate, Test,
    XPathPlan,
};

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct XPathProgram {
    sxd: sxd::SxdProgram,
    plan: Option<Arc<XPathPlan>>,
}

/// Checks and compiles `source`.
///
/// # Errors
/// A fault, with its position if known.
pub fn compile(source: &str) -> Result<XPathProgram, SelectorFault> {
    let checked = parse::syntax::check(source)?;
    let sxd = sxd::compile(source, &checked)?;
    let plan = match parse::parse(&checked) {
        Parsed::Plan(plan) => Some(Arc::new(plan)),
        Parsed::Other => None,
        Parsed::WrongType => return Err(SelectorFault::whole(Message::new("select-xpath-type"))),
    };
    Ok(XPathProgram { sxd, plan })
}

impl XPathProgram {
    /// The matches in document order, with `scope` (else the document) as context node.
    ///
    /// # Errors
    /// [`super::TooExpensive`] when the expression takes too many steps on this page.
    pub fn run(
        &self,
        page: &Page,
        scope: Option<ElementIndex>,
        steps: &StepCount,
    ) -> Result<Vec<Hit>, super::TooExpensive> {
        match &self.plan {
            Some(plan) => run_plan(plan, page, scope, steps),
            None => self.sxd.run(page, scope, steps),
        }
    }

    /// As [`XPathProgram::run`], by sxd-xpath and without a bound.
    pub(in crate::select) fn run_by_sxd(
        &self,
        page: &Page,
        scope: Option<ElementIndex>,
    ) -> Vec<Hit> {
        self.sxd.evaluate(page, scope)
    }
}

/// The matches of `plan` in document order.
///
/// # Errors
/// [`super::TooExpensive`] when it takes too many steps on this page.
pub fn run_plan(
    plan: &XPathPlan,
    page: &Page,
    scope: Option<ElementIndex>,
    steps: &StepCount,
) -> Result<Vec<Hit>, super::TooExpensive> {
    let (hits, taken) = xpath_evaluation::run(plan, page, scope, MAX_STEPS);
    steps.add(taken);
    hits.map_err(|xpath_evaluation::Spent| super::TooExpensive)
}

/// XML white space, as XPath defines it.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::page::MAX_DEPTH;
    use crate::select::fault::tests::check_fault;
    use crate::select::tests::{page, values};
    use crate::select::{Selector, SelectorKind, Take};

    const XPATH: SelectorKind = SelectorKind::XPath;
    const SOURCE: &str = "<html lang=en><title>t</title><body><h1 class='a b'>H</h1>\
        <p>1<a href=x>l1</a></p><p lang=zh-CN id=two>2 <a href=y>l2</a>3</p>\
        <svg><use xlink:href='#i'/></svg><!--c--><o:p>odd</o:p>";

    #[track_caller]
    fn check(source: &str, expected: &[&str]) {
        assert_eq!(values(XPATH, source, &page(SOURCE)), expected, "{source}");
    }

    #[test]
    fn elements_match_by_plain_and_prefixed_names() {
        check("//h1", &["H"]);
        check("//h:h1 | //html:title", &["t", "H"]);
        check("/html/body/p[2]/a", &["l2"]);
        check("//p[last()]//text()", &["2 ", "l2", "3"]);
        check("//*[contains(concat(' ', @class, ' '), ' b ')]", &["H"]);
        check("//*[name()='o:p']", &["odd"]);
        check("//svg/use/@xlink:href", &["#i"]);
        check("//none", &[]);
    }

    #[test]
    fn attributes_text_and_computed_values_are_the_values() {
        check("//a/@href", &["x", "y"]);
        check("//p/text()", &["1", "2 ", "3"]);
        check("//comment()", &["c"]);
        check("count(//a)", &["2"]);
        check("string(//a[2]/@none)", &[]);
        check("number(//h1)", &[]);
        check("boolean(//h1)", &["true"]);
        check("concat(//h1, '-', //title)", &["H-t"]);
        let page = page(SOURCE);
        let found = Selector::compile(XPATH, "//a/@href")
            .unwrap()
            .select(&page, None, &Take::Html);
        let owners = Selector::compile(SelectorKind::Css, "a")
            .unwrap()
            .matching(&page, None);
        let elements: Vec<_> = found.iter().filter_map(|s| s.element).collect();
        assert_eq!(elements, owners);
    }

    #[test]
    fn id_and_lang_are_there() {
        check("id('two')/a", &["l2"]);
        check("id('one two')/@id", &["two"]);
        check("//p[lang('zh')]/@id", &["two"]);
        check("//h1[lang('en')]", &["H"]);
        check("//p[lang('z')]", &[]);
        check("//@lang[lang('zh-cn')]", &["zh-CN"]);
    }

    #[test]
    fn scopes_are_context_nodes() {
        let page = page(SOURCE);
        let paragraphs = Selector::compile(XPATH, "//p")
            .unwrap()
            .matching(&page, None);
        let inside = |source: &str, scope| {
            let selector = Selector::compile(XPATH, source).unwrap();
            let found = selector.select(&page, Some(scope), &Take::Text);
            found.into_iter().map(|s| s.value).collect::<Vec<_>>()
        };
        assert_eq!(inside("a", paragraphs[1]), ["l2"]);
        assert_eq!(inside("./a/@href", paragraphs[0]), ["x"]);
        assert_eq!(inside("preceding-sibling::h1", paragraphs[1]), ["H"]);
        assert_eq!(inside("self::p/@id", paragraphs[1]), ["two"]);
        assert_eq!(inside("//h1", paragraphs[0]), ["H"]);
        assert!(inside(".", 999).is_empty());
        for (index, element) in (0..).zip(page.elements()) {
            assert_eq!(inside("local-name()", index), [element.value().name()]);
        }
    }

    #[test]
    fn faults_that_only_the_grammar_tells_have_a_place() {
        check_fault(XPATH, "//a/", Some(4), "select-xpath-ends-early");
        check_fault(XPATH, "//a[]", Some(3), "select-xpath-syntax");
        check_fault(XPATH, "//a/@/b", Some(3), "select-xpath-syntax");
        check_fault(XPATH, "//a[1 +]", Some(6), "select-xpath-syntax");
        check_fault(XPATH, "count('a')", None, "select-xpath-type");
        check_fault(XPATH, "'a'/b", None, "select-xpath-type");
        check_fault(XPATH, "//p[count('x')]", None, "select-xpath-type");
        check_fault(
            XPATH,
            "//p[@a or @b | @c = 1 | 2]",
            None,
            "select-xpath-type",
        );
    }

    #[test]
    fn deep_and_wide_pages_are_searched() {
        let deep = page(&"<div>".repeat(2_000));
        let count = |source: &str, page: &_| values(XPATH, source, page).len();
        assert_eq!(count("//div", &deep), 2_000);
        assert_eq!(count("string(/)", &deep), 0);
        assert_eq!(
            count("//div[ancestor::div][last()]/..", &deep),
            MAX_DEPTH - 3
        );
        let wide = page(&"<p>x".repeat(5_000));
        assert_eq!(count("//p[position() > 1]", &wide), 4_999);
    }

    #[test]
    fn what_takes_too_many_steps_says_so() {
        let long = page(&"<p>x".repeat(20_000));
        let deep = page(&"<div>".repeat(20_000));
        for (page, source) in [
            (&long, "//p[count(preceding::p[. = following::p]) > 1]"),
            (
                &long,
                "//p[preceding-sibling::p[preceding-sibling::p = 'y']]",
            ),
            (&deep, "//*[count(.//*[count(.//*) > 1]) > 1]"),
            (&long, "//p/namespace::*[//*]"),
        ] {
            let selector = Selector::compile(XPATH, source).unwrap();
            let error = selector.try_select(page, None, &Take::Text).unwrap_err();
            assert!(error.to_string().contains("too many steps"), "{error}");
            assert!(selector.matching(page, None).is_empty());
        }
        // Expressions that look expensive but need not be.
        let all = values(XPATH, "//*[count(//*[count(//*) > 0]) > 0]", &long);
        assert_eq!(all.len(), 20_003);
        assert_eq!(
            values(XPATH, "//p[//p = 'y' or . = //p]", &long).len(),
            20_000
        );
    }

    proptest! {
        #[test]
        fn anything_typed_is_answered(source in expression()) {
            if let Ok(selector) = Selector::compile(XPATH, &source) {
                selector.select(&page(SOURCE), None, &Take::Text);
            }
        }
    }

    fn expression() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            Just("//"),
            Just("/"),
            Just("a"),
            Just("*"),
            Just("p"),
            Just("@"),
            Just("href"),
            Just("["),
            Just("]"),
            Just("("),
            Just(")"),
            Just("1"),
            Just("."),
            Just(".."),
            Just("'x'"),
            Just(" and "),
            Just(" or "),
            Just("="),
            Just("!="),
            Just("<"),
            Just("|"),
            Just("-"),
            Just("+"),
            Just("text()"),
            Just("node()"),
            Just("last()"),
            Just("position()"),
            Just("count("),
            Just("not("),
            Just("id("),
            Just("string("),
            Just("ancestor::"),
            Just("following::"),
            Just("preceding::"),
            Just("namespace::"),
            Just("self::"),
            Just("h:p"),
            Just(","),
            Just("contains("),
            Just("sum("),
            Just("substring("),
            Just("name("),
            Just("\u{300}"),
            Just("中"),
            Just(":"),
            Just("xml:lang"),
            Just("\""),
            Just("1.5.")
        ];
        prop::collection::vec(part, 1..14).prop_map(|parts| parts.concat())
    }
}
