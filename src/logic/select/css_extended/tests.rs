//! Tests of the extensions, alone and joined with plain CSS, and that any typed text gets an
//! answer.

use super::super::fault::tests::check_fault;
use super::super::tests::page;
use super::super::{Selector, SelectorKind, Take};

const CSS: SelectorKind = SelectorKind::Css;
const HTML: &str = "<h2 id=h>News</h2><ul id=u><li id=a>One apple</li><li id=b class=x>Two \
    <b id=bb>Apples</b></li><li id=c class=x>Three<a id=l href=/n>next page</a></li><li id=d>苹果</li>\
    </ul><ul id=v><li id=e>One</li><li id=f>it's (two)</li></ul><script id=s>var apple=1</script>";

fn ids(source: &str, scope: Option<&str>) -> String {
    let page = page(HTML);
    let scope = scope.map(|css| Selector::compile(CSS, css).unwrap().matching(&page, None)[0]);
    let selector = Selector::compile(CSS, source).unwrap();
    let found = selector.select(&page, scope, &Take::Attribute("id".into()));
    let ids: Vec<String> = found.into_iter().map(|s| s.value).collect();
    ids.join(" ")
}

#[track_caller]
fn check(source: &str, expected: &str) {
    assert_eq!(ids(source, None), expected, "{source}");
}

#[test]
fn texts_match() {
    check("li:contains('One')", "a e");
    check("li:contains(One apple)", "a");
    check("li:icontains(\"APPLE\")", "a b");
    check("li:contains(苹果)", "d");
    check("li:contains(it's)", "f");
    check("li:contains((two))", "f");
    check("li:contains('Two Apples')", "b");
    check("li:contains('Three'):contains('page').x", "c");
    check("li:matches('^One$')", "e");
    check(r"li:matches(\w+ \(two)", "f");
    check("script:contains('var apple')", "s");
    check("ul:contains('var')", "");
    check("a:contains(next), h2:contains(News)", "h l");
}

#[test]
fn places_count_the_matches_up_to_there() {
    check("li:eq(1)", "b");
    check("li:eq(-1)", "f");
    check("li:first, li:last", "a f");
    check("li:lt(2)", "a b");
    check("li:gt(3)", "e f");
    check("li:even", "a c e");
    check("li:odd", "b d f");
    check("ul:eq(1) li", "e f");
    check("ul li.x:last", "c");
    check("li:eq(1).x", "b");
    check("li:eq(0).x", "");
    check("li.x:first > b", "bb");
    check("li:contains('One'):last", "e");
    check("li:first + li", "b");
    check("li:eq(1) ~ li", "c d");
    check("li:not(:first)", "b c d e f");
    check(
        "li:not(:eq(1), .x)".replace(":eq(1), ", "").as_str(),
        "a d e f",
    );
    check("li:eq(99)", "");
}

#[test]
fn extensions_nest_where_that_is_clear() {
    check("li:not(:contains('One'))", "b c d f");
    check("ul:has(li:contains('Two'))", "u");
    check("ul:has(> li > a:contains(next))", "u");
    check("h2:has(+ ul li:contains(One))", "h");
    check("li:is(.x:contains('Two'), :contains('苹果'))", "b d");
    check("li:not(.x):not(:contains(One))", "d f");
    check("h2:contains(News) + ul a", "l");
    check("h2:contains(News) ~ ul:last li:first", "e");
}

#[test]
fn scopes_hold() {
    assert_eq!(ids("li:first", Some("#v")), "e");
    assert_eq!(ids("li:contains(One)", Some("#v")), "e");
    assert_eq!(ids("ul:contains(One) li:first", Some("#v")), "e");
    assert_eq!(ids(":scope > li:last", Some("#v")), "f");
    assert_eq!(ids("ul:contains(One)", Some("#v")), "");
}

#[test]
fn faults_have_a_place_and_a_hint() {
    check_fault(CSS, "a b:header", Some(3), "select-css-jquery-header");
    check_fault(CSS, "div:visible", Some(3), "select-css-jquery-seen");
    check_fault(CSS, "li:eq(x)", Some(6), "select-css-number");
    check_fault(CSS, "li:eq", Some(2), "select-css-argument");
    check_fault(CSS, "li:first(1)", Some(2), "select-css-no-argument");
    check_fault(CSS, "li:contains()", Some(12), "select-css-text");
    check_fault(CSS, "li:contains('')", Some(12), "select-css-text");
    check_fault(CSS, "li:contains(a", Some(11), "select-css-unclosed");
    check_fault(CSS, "li:contains(a) > > b", Some(17), "select-css-token");
    check_fault(CSS, "li:contains(a), ", Some(16), "select-css-ends-early");
    check_fault(CSS, "li:contains(a) >", Some(16), "select-css-ends-early");
    check_fault(CSS, "li:first b[", Some(10), "select-css-unclosed");
    check_fault(
        CSS,
        "li:matches('a(b')",
        Some(13),
        "select-regex-group-open",
    );
    check_fault(CSS, "ul:has(li:first)", Some(7), "select-css-place-inside");
    check_fault(CSS, "li:is(:first, b)", Some(2), "select-css-place-inside");
    check_fault(
        CSS,
        "li:nth-child(1 of :contains(a))",
        Some(2),
        "select-css-inside",
    );
    let deep = format!("{}:first{}", ":not(".repeat(50), ")".repeat(50));
    check_fault(CSS, &deep, Some(45), "select-deep");
}

#[test]
fn plain_selectors_stay_with_scraper() {
    for source in [
        "a\\:first",
        "[title=':first']",
        "li:first-child",
        "li:nth-last-child(2)",
        ":not(a)",
    ] {
        assert!(!super::has_extension(source), "{source}");
    }
}

proptest::proptest! {
    #[test]
    fn anything_typed_is_answered(source in "(li|ul|[.#]x|:first|:not\\(|:has\\(|:contains\\(|:eq\\(|:matches\\(|1|One|\"|'|\\)|\\[|\\]|[ >+~,*:\\\\]|中){0,14}") {
        let page = page(HTML);
        match Selector::compile(CSS, &source) {
            Ok(selector) => {
                let found = selector.matching(&page, None);
                proptest::prop_assert!(found.iter().all(|e| page.element(*e).is_some()));
                proptest::prop_assert!(found.is_sorted());
                selector.matching(&page, Some(5));
            }
            Err(error) => proptest::prop_assert!(!error.to_string().contains("[select")),
        }
    }

    #[test]
    fn generated_selectors_agree_with_scraper(
        parts in proptest::collection::vec("(li|ul|b|\\*|\\.x|li\\.x|:first-child|:nth-child\\(2\\)|:not\\(\\.x\\))", 1..4),
        joins in proptest::collection::vec("( | > | \\+ | ~ )", 3),
    ) {
        // A condition that every element meets sends the selector through this evaluator.
        let join = |more: &str| {
            let mut all = String::new();
            for (part, join) in parts.iter().zip(&joins) {
                if !all.is_empty() {
                    all.push_str(join);
                }
                all.push_str(part);
                all.push_str(more);
            }
            all
        };
        let page = page(HTML);
        let find = |source: &str| Selector::compile(CSS, source).unwrap().matching(&page, None);
        proptest::prop_assert_eq!(find(&join(":not(:contains('nowhere'))")), find(&join("")));
    }
}
