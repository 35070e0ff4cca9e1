//! Items, links and next pages with fallbacks: what is tried when the first way finds nothing.

use jiff::Timestamp;
use url::Url;

use super::super::*;
use crate::page::Page;

const HEAD: &str =
    "[site]\nname = \"A\"\nkind = \"list\"\nstart = [\"http://a.example/\"]\n[list]\n";

const LIST: &str = r#"
item = { css = "article", fallbacks = [{ css = "li.post" }, { xpath = "//li" }] }
link = { css = "h2 a", fallbacks = [{ css = "h3 a" }] }
next = { css = "a.next", fallbacks = [{ css = "a[rel=next]" }], max_pages = 4 }
"#;

fn read(rest: &str, html: &str) -> (Vec<String>, Option<String>) {
    let rule = parse(&format!("{HEAD}{rest}")).unwrap_or_else(|errors| panic!("{errors}"));
    let url = Url::parse("http://a.example/news/").unwrap();
    let now: Timestamp = "2026-03-18T12:30:00Z".parse().unwrap();
    let page = Page::parse(html, &url);
    let list = rule.list_page(&page, now);
    let located = rule.locate_list(&page, now);
    let found: Vec<String> = list.items.iter().map(|item| item.url.to_string()).collect();
    let shown = located.rows.iter().flat_map(|row| &row.link);
    assert_eq!(found, shown.map(Url::to_string).collect::<Vec<_>>());
    assert_eq!(list.next, located.next);
    assert_eq!(located.next.is_some(), !located.next_elements.is_empty());
    (found, list.next.map(String::from))
}

#[test]
fn what_finds_nothing_gives_way_to_the_next() {
    let first = r#"<article><h2><a href="/1">1</a></h2></article><li><h3><a href="/2">2</a></h3></li>
        <a class="next" href="?p=2">2</a><a rel="next" href="?p=9">9</a>"#;
    let (items, next) = read(LIST, first);
    assert_eq!(items, ["http://a.example/1"]);
    assert_eq!(next.as_deref(), Some("http://a.example/news/?p=2"));

    let after_a_redesign = r##"<ul><li class="post"><h2><a href="/1">1</a></h2></li>
        <li class="post"><h3><a href="/2">2</a></h3></li><li><h3><a href="/3">3</a></h3></li></ul>
        <a class="next" href="#">here</a><a rel="next" href="?p=2">2</a>"##;
    let (items, next) = read(LIST, after_a_redesign);
    assert_eq!(items, ["http://a.example/1", "http://a.example/2"]);
    assert_eq!(
        next.as_deref(),
        Some("http://a.example/news/?p=2"),
        "a link to the page itself leads on to nothing"
    );

    let plain = r#"<ul><li><h3><a href="/3">3</a></h3></li></ul>"#;
    let (items, next) = read(LIST, plain);
    assert_eq!(items, ["http://a.example/3"]);
    assert_eq!(next, None);
}

#[test]
fn fallbacks_stand_only_where_they_are_tried() {
    for (rest, id) in [
        (
            "link = { css = \"a\", fallbacks = [{ css = \"a[\" }] }",
            "rules-selector-css",
        ),
        (
            "link = { css = \"a\", fallbacks = [{ css = \"b\", fallbacks = [] }] }",
            "rules-unknown-key",
        ),
        (
            "link = { css = \"a\" }\nnext = { auto = true, fallbacks = [{ css = \"b\" }] }",
            "rules-next-fallbacks",
        ),
        (
            "item = { css = \"li\", fallbacks = [{ css = \"b\", take = \"text\" }] }\nlink = { css = \"a\" }",
            "rules-item-take",
        ),
        (
            "link = { css = \"a\" }\n[[field]]\nname = \"x\"\nselect = [{ css = \"a\", fallbacks = [] }]",
            "rules-unknown-key",
        ),
    ] {
        let faults = parse(&format!("{HEAD}{rest}")).expect_err(rest);
        let ids: Vec<&str> = faults
            .0
            .iter()
            .map(|fault| fault.message.id.as_str())
            .collect();
        assert_eq!(ids, [id], "{rest}");
    }
}

#[test]
fn fallbacks_are_written_inline_and_read_back() {
    let text = format!("{HEAD}# kept\nlink = {{ css = \"h2 a\" }}\n");
    let mut file = parse(&text).unwrap().file().clone();
    let list = file.list.as_mut().unwrap();
    list.link.fallbacks = vec![Alternative::of_kind(AlternativeKind::XPath, "//h3/a")];
    let changed = rewrite(&text, &file).unwrap();
    assert!(changed.contains("# kept"), "{changed}");
    let line = r#"link = { css = "h2 a", fallbacks = [{ xpath = "//h3/a" }] }"#;
    assert!(changed.contains(line), "{changed}");
    let back = rewrite(&changed, parse(&text).unwrap().file()).unwrap();
    assert_eq!(back, text, "as it was before");
    assert_eq!(parse(&changed).unwrap().file(), &file, "{changed}");
    let written = file.list.unwrap().link.written();
    assert_eq!(
        written,
        r#"{ css = "h2 a", fallbacks = [{ xpath = "//h3/a" }] }"#
    );
}
