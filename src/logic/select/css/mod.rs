//! CSS selectors, by the `scraper` crate: matching in document order, and what a selector may
//! cost. Their faults are in `css_fault`.
//!
//! Below: what a selector may cost.

mod combinators;
pub(super) mod cost;

use scraper::ElementRef;

use super::css_fault::fault;
use super::{Hit, SelectorFault, StepCount, TooExpensive, css_extended};
use crate::messages::Message;
use crate::page::{ElementIndex, Page};

/// Longest selector, in characters: a path of positions down the deepest page fits.
const MAX_CHARS: usize = 10_000;

/// Most combinators: matching recurses over them, and a path down the deepest page has 512.
const MAX_COMBINATORS: usize = 700;

/// A compiled selector.
#[derive(Debug)]
pub enum CssProgram {
    /// A plain selector, compiled by scraper.
    Plain {
        selector: scraper::Selector,
        names_scope: bool,
    },
    /// A selector with text or position extensions.
    Extended(css_extended::Program),
}

/// Compiles `source`.
///
/// # Errors
/// A fault at the first character that cannot continue the selector.
pub fn compile(source: &str) -> Result<CssProgram, SelectorFault> {
    if source.trim().is_empty() {
        return Err(SelectorFault::whole(Message::new("select-empty")));
    }
    if source.chars().count() > MAX_CHARS {
        return Err(SelectorFault::whole(
            Message::new("select-long").with("limit", MAX_CHARS),
        ));
    }
    if combinators(source) > MAX_COMBINATORS {
        let reason = Message::new("select-deep").with("limit", MAX_COMBINATORS);
        return Err(SelectorFault::whole(reason));
    }
    // scraper ignores unknown selectors inside :is(), so it is not tried first.
    if css_extended::has_extension(source) {
        return css_extended::compile(source).map(CssProgram::Extended);
    }
    match scraper::Selector::parse(source) {
        Ok(selector) => Ok(CssProgram::Plain {
            selector,
            names_scope: source.contains(":scope"),
        }),
        Err(error) => Err(fault(source, &error)),
    }
}

impl CssProgram {
    /// The matches in document order.
    ///
    /// # Errors
    /// When a selector with extensions takes more steps than the limit of one evaluation.
    pub fn run(
        &self,
        page: &Page,
        scope: Option<ElementIndex>,
        steps: &StepCount,
    ) -> Result<Vec<Hit>, TooExpensive> {
        match self {
            Self::Plain {
                selector,
                names_scope,
            } => Ok(plain(selector, *names_scope, page, scope)),
            Self::Extended(program) => program.run(page, scope, steps),
        }
    }
}

fn plain(
    selector: &scraper::Selector,
    names_scope: bool,
    page: &Page,
    scope: Option<ElementIndex>,
) -> Vec<Hit> {
    let top = page.element(scope.unwrap_or(0));
    let Some(top) = top else {
        return Vec::new();
    };
    let own_scope = scope.map(|_| top);
    let mut found = Vec::new();
    if (scope.is_none() || names_scope) && selector.matches_with_scope(&top, own_scope) {
        found.push(top);
    }
    found.extend(top.select(selector));
    found
        .into_iter()
        .filter_map(|element: ElementRef<'_>| page.index_of(element))
        .map(Hit::Element)
        .collect()
}

/// An upper bound of the combinators in `source`; those in quotes and arguments count too.
fn combinators(source: &str) -> usize {
    let joins = |c: char| c.is_whitespace() || matches!(c, '>' | '+' | '~');
    let parts = source.split(joins).filter(|part| !part.is_empty());
    parts.count().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::super::fault::tests::check_fault;
    use super::super::tests::{page, values};
    use super::super::{Selector, SelectorKind, Take};

    const CSS: SelectorKind = SelectorKind::Css;

    #[test]
    fn matches_come_in_document_order() {
        let page = page("<p>1</p><table><tr><td><p>3</table><p>4</p>");
        assert_eq!(values(CSS, "p", &page), ["1", "3", "4"]);
        assert_eq!(
            values(CSS, "td p, body > p:last-of-type", &page),
            ["3", "4"]
        );
        assert_eq!(values(CSS, "html:has(td):root", &page), ["1\n3\n4"]);
    }

    #[test]
    fn scopes_hold() {
        let page = page("<div class=x><div><a>1</a></div></div><a>2</a>");
        let div = Selector::compile(CSS, ".x").unwrap().matching(&page, None)[0];
        let inside = |source: &str| {
            let selector = Selector::compile(CSS, source).unwrap();
            selector.select(&page, Some(div), &Take::Text).len()
        };
        assert_eq!(inside("a"), 1);
        assert_eq!(inside("div"), 1, "the scope itself is not inside it");
        assert_eq!(inside(":scope"), 1);
        assert_eq!(inside(":scope > a"), 0);
        assert_eq!(inside(":scope > div > a"), 1);
        let links = Selector::compile(CSS, "a").unwrap();
        assert!(links.matching(&page, Some(99)).is_empty());
    }

    #[test]
    fn faults_have_a_place_and_a_hint() {
        check_fault(CSS, "  ", None, "select-empty");
        check_fault(CSS, "div > > a", Some(6), "select-css-token");
        check_fault(CSS, "a, , b", Some(3), "select-css-token");
        check_fault(CSS, "a >", Some(3), "select-css-ends-early");
        check_fault(CSS, "#1st", Some(0), "select-css-token");
        check_fault(CSS, "标题 > a[=", Some(6), "select-css-token");
        check_fault(CSS, "h1::text", Some(2), "select-css-take");
        check_fault(CSS, "a:hover", Some(1), "select-css-pseudo");
        check_fault(CSS, "//h1", Some(0), "select-css-is-xpath");
        check_fault(CSS, &"a ".repeat(6_000), None, "select-long");
    }

    proptest::proptest! {
        #[test]
        fn anything_typed_is_answered(source in "([a-z*#.:>+~, ()\\[\\]=\"'|\\\\-]|:not\\(|:is\\(|nth-child\\(2n|中){0,20}") {
            match Selector::compile(CSS, &source) {
                Ok(selector) => {
                    selector.matching(&page("<p id=a class=b><a href=c>d</a>"), None);
                }
                Err(error) => proptest::prop_assert!(!error.to_string().contains("[select")),
            }
        }
    }

    #[test]
    fn long_selectors_do_not_exhaust_the_stack() {
        let deep = format!("{}a{}", ":not(".repeat(1_600), ")".repeat(1_600));
        let _ = Selector::compile(CSS, &deep);
        let wide = page(&"<a></a>".repeat(800));
        let chain = |length: usize| format!("{}a", "a+".repeat(length));
        let found = Selector::compile(CSS, &chain(700))
            .unwrap()
            .matching(&wide, None);
        assert_eq!(found.len(), 100);
        check_fault(CSS, &chain(701), None, "select-deep");
    }
}
