//! Compares both ways to an outline.

use proptest::prelude::*;

use super::*;

/// Asserts that both outlines agree, or that the fast one returns nothing.
#[track_caller]
fn agree(source: &str) -> bool {
    let html = parse::parse(source);
    let tree = of_tree(&html);
    match Outline::without_tree(source) {
        Some(quick) => {
            let key = |outline: &Outline<'_>| {
                let mut links: Vec<_> = outline
                    .links
                    .iter()
                    // Line ends are ignored in addresses.
                    .map(|link| (link.href.replace(['\r', '\n'], ""), link.is_anchor))
                    .collect();
                links.sort();
                (
                    outline.title.clone(),
                    outline.h1.clone(),
                    outline.base.clone().map(Cow::into_owned),
                    links,
                )
            };
            assert_eq!(key(&quick), key(&tree), "{source}");
            true
        }
        None => false,
    }
}

#[track_caller]
fn assert_agrees(source: &str) {
    assert!(agree(source), "not told: {source}");
}

#[test]
fn well_made_pages_are_told_without_a_tree() {
    assert_agrees(
        "<!doctype html><title> A &amp; B </title><h1>One <a href=#x>¶</a></h1><a href='/y?a=1&amp;b'>y",
    );
    assert_agrees(
        "<div><p>x<a href=1><b>y</b><img src=z></a></p><a href=2><div><h2>t</h2></div></a></div>",
    );
    assert_agrees(
        "<table><tr><td><a href=1>x</a></td></tr></table><h1>a<br>b<script>1</script></h1>",
    );
    assert_agrees(
        "<a href=1><svg><title>t</title><path d='M0'/><g><use href=#a /></g></svg> x</a><a name=q>",
    );
    assert_agrees(
        "<select><option>1<option selected>2</select><a href=1>x</a><map><area href=2></map>",
    );
    assert_agrees(
        "<h1><a href=3><span>x</a></span></h1><h1>second</h1><ul><li><a href=5>f</a><li>q</ul>",
    );
    assert_agrees("<script><!-- <script> <a href=1> </script> --></script><a href=2>x</a>");
    assert_agrees(
        "<a href=1><button>x</button></a><p>x<ul><li><a href=2><ul><li>a</li></ul></a></ul>",
    );
    assert_agrees(
        "<base href=/b/><base href=/c/><textarea><a href=1></textarea><!-- <a href=2> --!><a href=3>",
    );
    assert_agrees(
        "<noscript><a href=1>x</a></noscript><iframe><a href=2></iframe><style><a href=3></style>",
    );
    assert_agrees(
        "<A HREF=/x/>t</A><a href>u</a><a href=a href=b>v</a><a =href=1 href = 'q'>w</a>",
    );
}

#[test]
fn markup_that_is_mended_is_left_to_the_tree() {
    for source in [
        "<p><a href=1>x<p>y</a>",
        "<a href=1><div>x</a>y</div>",
        "<table><tr><td><a href=1>x</td><td>y</td></table>",
        "<a href=1><p>x</p><p>y<a href=2>z</a></p>",
        "<h1>x<table><tr><td>y</table></h1>",
        "<select><a href=1>x</a></select>",
        "<svg><a href=1>x</a></svg>",
        "<frameset><frame src=x></frameset>",
        "a\0<a href=1>",
    ] {
        assert!(!agree(source), "{source}");
    }
}

#[test]
fn pages_of_xml_tools_are_read_as_such() {
    let voids = "<br/><hr/><img/><meta x='y'/>".repeat(3);
    assert_agrees(&format!(
        "{voids}<a name='t'/><a href='1'/><title/><h1>x<span/>y</h1><a href='2'>z</a>"
    ));
    assert_agrees("<a href='1'/>x</a><title/>t</title><script/>1</script><a href=2>");
}

const NAMES: &str = "(a|a|a|h1|h2|p|div|b|span|li|ul|td|tr|table|button|object|svg|path|title|script|style|select|option|template|noscript|form|br|hr|base|area|nobr|em|dd|iframe|math|mi|textarea|body|head|html|pre)";

fn tag_soup() -> impl Strategy<Value = String> {
    let piece = format!(
        r#"(<{NAMES}>|<{NAMES}>|</{NAMES}>|</{NAMES}>|<a href="[a-c&;=]{{0,3}}">|</a>|<h1>|</h1>|x| |&amp;|<base href=1>|<p/>){{0,14}}"#
    );
    proptest::string::string_regex(&piece).unwrap()
}

proptest! {
    #[test]
    fn tags_in_any_order_are_told_right_or_not_at_all(
        source in tag_soup()
    ) {
        agree(&source);
    }

    #[test]
    fn any_characters_are_told_right_or_not_at_all(
        source in r#"(<|/|>|!|-|\?|"|'|=|a|href|h1|title|script|style| |\r|\n|中|&|amp;|#|<!--|-->|</|<a href=|<title>|<h1>|<script>|<!\[CDATA\[){0,24}"#
    ) {
        agree(&source);
    }
}
