//! Tests that the fast evaluation finds what scraper finds, and what is refused.

use proptest::prelude::*;

use super::super::tests::page;
use super::super::{Selector, SelectorKind, Take};
use super::*;

const SOURCE: &str = "<body class='x y'><div id=a class=\"x\u{c}z\"><p class=x>1<p CLASS='X x'>2\
    <a href='' rel=n title=t>3</a></div><svg viewBox=1><linearGradient class=x id=b /></svg>\
    <ul><li><ul><li id=a>4</ul></ul><template><p class=x></template><title>t</title>";

#[track_caller]
fn check(page: &Page, source: &str) -> bool {
    let Ok(program) = compile(source) else {
        return false;
    };
    for scope in [None, Some(0), Some(2), Some(3), Some(9)] {
        let found = program.run(page, scope, &StepCount::default());
        assert_eq!(
            found,
            program.full.run(page, scope, &StepCount::default()),
            "{source} in {scope:?}"
        );
    }
    program.plan.is_some()
}

#[test]
fn the_common_ones_run_on_the_flat_page() {
    let page = page(SOURCE);
    for source in [
        "p",
        "*",
        ".x",
        "p.x",
        ".x.y",
        "#a",
        "li#a",
        "[href]",
        "a[href=\"\"]",
        "[title='t']",
        "[title=t]",
        "div p",
        "div > p",
        "ul ul li",
        "p , li",
        " p>a ",
        "*.z",
        "p\t.x",
        ".X",
        "body .x",
        "div.x > p.x a[href]",
        "svg *",
        "template",
        ".无",
        "title",
        "p:nth-of-type(2)",
        "p:nth-of-type( 1 )",
        "p:first-of-type",
        "p:NTH-OF-TYPE(2)",
        "p.X:nth-of-type(2)",
        "p:nth-of-type(1).X",
        "div > p:nth-of-type(2)",
        "div p:nth-of-type(2) a",
        "body > div:nth-of-type(1) > p:nth-of-type(2)",
        "ul li:nth-of-type(1)",
        "html:nth-of-type(1)",
        "p:nth-of-type(1), p:nth-of-type(2)",
        "p:nth-of-type(99)",
    ] {
        assert!(check(&page, source), "{source}");
    }
    for source in [
        "P",
        "lineargradient",
        "linearGradient",
        "[REL]",
        "[rel=N]",
        "[viewbox]",
        "p:first-child",
        "p + a",
        "p ~ p",
        "a[href^=x]",
        "a[title=t i]",
        ".\\31 x",
        "#-a",
        ":not(p)",
        "svg|p",
        "p:nth-of-type(0)",
        "p:nth-of-type(2n)",
        "p:nth-of-type(2)(",
        "p:nth-of-type(1):nth-of-type(1)",
        "*:nth-of-type(1)",
        ".x:nth-of-type(2)",
        "p:last-of-type",
    ] {
        check(&page, source);
    }
}

#[test]
fn what_could_take_too_many_steps_is_refused() {
    let wide = page(&"<p>x".repeat(40_000));
    for source in ["p:has(~ b)", "b ~ p", "b ~ p ~ p", "body:has(p ~ b)"] {
        let selector = Selector::compile(SelectorKind::Css, source).unwrap();
        let error = selector.try_select(&wide, None, &Take::Text).unwrap_err();
        assert!(error.to_string().contains("too many steps"), "{error}");
    }
    let deep = page(&"<div>".repeat(1_000));
    let selector = ":is(:is(:is(:is(b *) *) *) *)";
    let selector = Selector::compile(SelectorKind::Css, selector).unwrap();
    assert!(selector.try_select(&deep, None, &Take::Text).is_err());
    // Positions among very many siblings are counted once for all of them. The debug assertions of
    // the selectors crate count them again, in the square of the list: more would take minutes.
    let long = page(&"<p>x".repeat(8_000));
    for (source, expected) in [
        ("p:nth-of-type(7999)", 1),
        ("p:nth-child(2n)", 4_000),
        ("p:not(:nth-last-of-type(3n))", 5_334),
        // No element of the page searches siblings.
        ("p ~ b", 0),
    ] {
        let selector = Selector::compile(SelectorKind::Css, source).unwrap();
        let found = selector.try_select(&long, None, &Take::Text).unwrap();
        assert_eq!(found.len(), expected, "{source}");
    }
    // Of very many names each is counted through all.
    let names: String = (0..8_000).map(|n| format!("<x-{n}></x-{n}>")).collect();
    let selector = Selector::compile(SelectorKind::Css, "*:nth-of-type(2)").unwrap();
    assert!(
        selector
            .try_select(&page(&names), None, &Take::Text)
            .is_err()
    );
    let few = page(&"<p>x".repeat(1_000));
    let selector = Selector::compile(SelectorKind::Css, "p:has(+ p)").unwrap();
    assert_eq!(selector.matching(&few, None).len(), 999);
}

proptest! {
    #[test]
    fn generated_selectors_match_what_scraper_matches(
        source in "(p|div|li|a|\\*|svg)?(\\.x|\\.z|#a|\\[href\\]|\\[title=t\\]|\\[class='x'\\]|:nth-of-type\\([12]\\)){0,2}([ >,]{1,2}(p|li|a|\\.x|#a|\\[id\\]|(p|i|li):nth-of-type\\([12]\\))){0,3}",
        html in "(<(p|div class=x|ul><li|a href=x|svg|i id=a class='z x'|/div|/ul|/a|template)>|x){0,20}",
    ) {
        check(&page(SOURCE), &source);
        check(&page(&html), &source);
    }
}
