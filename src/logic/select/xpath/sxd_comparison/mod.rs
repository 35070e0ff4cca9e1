//! Tests the fast evaluator against sxd-xpath: expressions of every kind, written and generated, on
//! written and generated pages, give the same matches in the same order in both.

use proptest::prelude::*;

use super::compile;
use crate::page::Page;
use crate::select::StepCount;
use crate::select::tests::page;

const SOURCE: &str = "<!--before--><html lang=en><head><title>t</title>\
    <meta property=og:title content=' T  u '></head><body class='x y'>\
    <h1 class='a b' id=h>H <i>i</i></h1><p id=one class=a>1<a href=x rel='n'>l1</a></p>\
    <div class=' a\tc ' id=two><p lang=zh-CN id=three>2 <a href=y>l2</a>3<br>4</p>\
    <!--c--><p></p><ul><li>1<li class=a>2<ul><li>3<li>4.5</ul><li> -6 </ul></div>\
    <svg xml:lang=fr viewBox='0 0'><use xlink:href='#i' href=z /></svg><o:p>odd</o:p>\
    <table><tr><th>N<td>1<tr><th>M<td>2</table><p class='b a' xml:lang=de data-n=7>end</body></html>";

#[track_caller]
fn check(page: &Page, source: &str) {
    let Ok(program) = compile(source) else {
        return;
    };
    let scopes = [None, Some(0), Some(5), Some(8), Some(9)];
    for scope in scopes {
        let expected = program.run_by_sxd(page, scope);
        let Ok(found) = program.run(page, scope, &StepCount::default()) else {
            // On pages this small, only what sxd runs is refused.
            assert!(program.plan.is_none(), "{source}");
            continue;
        };
        assert_eq!(found, expected, "{source} from {scope:?}");
    }
}

#[test]
fn written_expressions() {
    let page = page(SOURCE);
    for source in include_str!("same.txt").lines() {
        let program = compile(source).unwrap_or_else(|fault| panic!("{source}: {fault:?}"));
        assert!(program.plan.is_some(), "{source} is run by sxd");
        check(&page, source);
    }
}

#[test]
fn what_only_sxd_can_do_is_left_to_it() {
    let page = page(SOURCE);
    for source in ["count(//p/namespace::*)", "//p[namespace::xml]"] {
        let program = compile(source).unwrap();
        assert!(program.plan.is_none(), "{source}");
        check(&page, source);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn generated_expressions(source in expression(), html in markup()) {
        check(&page(SOURCE), &source);
        check(&page(&html), &source);
    }
}

fn markup() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "<p>",
        "<p class=a>",
        "<div class='a b'>",
        "</div>",
        "<ul><li>",
        "<li id=two>",
        "</ul>",
        "<a href=x>",
        "</a>",
        "1",
        "2 ",
        " x ",
        "<!--c-->",
        "<br>",
        "<table><tr><td>",
        "</table>",
        "<svg>",
        "<i lang=en>",
        "</i>",
        "<template><p>",
        "</template>",
        "中",
    ]);
    prop::collection::vec(part, 0..30).prop_map(|parts| parts.concat())
}

fn expression() -> impl Strategy<Value = String> {
    let test = || {
        prop::sample::select(vec![
            "p",
            "a",
            "li",
            "div",
            "*",
            "node()",
            "text()",
            "comment()",
            "ul",
            "h1",
            "none",
        ])
    };
    let axis = prop::sample::select(vec![
        "",
        "",
        "",
        "",
        "child::",
        "descendant::",
        "descendant-or-self::",
        "parent::",
        "ancestor::",
        "ancestor-or-self::",
        "following-sibling::",
        "preceding-sibling::",
        "following::",
        "preceding::",
        "self::",
        "@",
        "attribute::",
    ]);
    let attribute = prop::sample::select(vec!["class", "id", "href", "*", "lang", "node()"]);
    let name = (axis, test(), attribute).prop_map(|(axis, test, attribute)| {
        if axis.starts_with(['@']) || axis.starts_with("att") {
            format!("{axis}{attribute}")
        } else {
            format!("{axis}{test}")
        }
    });
    let step = prop_oneof![8 => name, 1 => Just(".".to_owned()), 1 => Just("..".to_owned())];
    let slash = prop::sample::select(vec!["/", "/", "//"]);
    let start = prop::sample::select(vec!["", "/", "//", "//", ".//"]);
    let leaf = prop::sample::select(vec![
        "1",
        "2",
        "last()",
        "position()=2",
        "position()>1",
        "last()-1",
        "@class",
        "@id='two'",
        "contains(@class,'a')",
        "contains(concat(' ',normalize-space(@class),' '),' a ')",
        "contains(concat(' ',@class,' '),' a ')",
        "text()",
        "string()",
        "position() mod 2",
        ".//a",
        "not(@class)",
        "starts-with(normalize-space(.),'1')",
        "'x'",
        "1.5",
        "0",
        "count(//li)>3",
        "lang('en')",
        "id('two')",
        "name()='p'",
        "number(.)",
        "string-length(normalize-space())>1",
    ])
    .prop_map(str::to_owned);
    let path = (start, prop::collection::vec((step, slash), 1..4)).prop_map(|(start, steps)| {
        let mut path = start.to_owned();
        for (at, (step, slash)) in steps.iter().enumerate() {
            if at > 0 {
                path.push_str(slash);
            }
            path.push_str(step);
        }
        path
    });
    let simple = prop_oneof![3 => leaf, 3 => path];
    simple.prop_recursive(4, 24, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        let operator = prop::sample::select(vec![
            "=", "!=", "<", ">=", "|", " and ", " or ", "+", "-", " div ",
        ]);
        let function = prop::sample::select(vec![
            "count(", "not(", "string(", "sum(", "boolean(", "name(", "normalize-space(", "id(",
            "string-length(", "floor(", "round(", "local-name(", "namespace-uri(",
        ]);
        prop_oneof![
            4 => (inner.clone(), inner.clone()).prop_map(|(path, inner)| format!("{path}[{inner}]")),
            2 => (two, operator).prop_map(|((one, two), operator)| format!("{one}{operator}{two}")),
            2 => (function, inner.clone()).prop_map(|(function, inner)| format!("{function}{inner})")),
            1 => inner.clone().prop_map(|inner| format!("({inner})[1]")),
            1 => inner.clone().prop_map(|inner| format!("({inner})[last()]/..")),
            1 => (inner.clone(), inner.clone()).prop_map(|(path, inner)| format!("{path}[{inner}][2]")),
            1 => inner.clone().prop_map(|inner| format!("({inner})//text()")),
            1 => (inner.clone(), inner.clone()).prop_map(|(one, two)| format!("contains({one},{two})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(one, two)| format!("substring({one},{two},2)")),
            1 => inner.prop_map(|inner| format!("translate({inner},'abl1','AB')")),
        ]
    })
}
