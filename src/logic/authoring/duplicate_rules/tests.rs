//! Finding and merging duplicates, on small rules.

use jiff::Timestamp;
use url::Url;

use super::*;
use crate::page::Page;
use crate::rules::{Rule, parse};

const ONE: &str = r#"# The first.
[site]
name = "One"
kind = "list"
start = ["https://www.a.example/news/"]
[politeness]
delay = "2s"
[list]
item = { css = "article" }
link = { css = "h2 > a" }     # a remark
[[field]]
name = "title"
select = [ { css = "h1.t" }, { css = "h1.t", take = "text" } ]
required = true
[[field]]
name = "date"
select = [ { css = "time" } ]
"#;

fn rule(text: &str) -> Rule {
    parse(text).expect("a rule")
}

fn reasons(a: &str, b: &str) -> Vec<String> {
    let (a, b) = (rule(a), rule(b));
    let found = across(&[&a, &b]);
    let reasons = found.iter().flat_map(|overlap| &overlap.reasons);
    reasons.map(|r| r.message().id.to_string()).collect()
}

#[test]
fn rules_that_cover_the_same_pages_are_found() {
    let other = ONE.replace("https://www.a.example/news/", "http://a.example/news");
    assert_eq!(
        reasons(ONE, &other),
        [
            "duplicates-same-start",
            "duplicates-same-links",
            "duplicates-same-selectors"
        ]
    );
    let section = other
        .replace("/news", "/sport")
        .replace("h2 > a", "h2>a")
        .replace("\"time\"", "\".day\"");
    assert_eq!(reasons(ONE, &section), ["duplicates-same-links"]);
    let same_pages = |other: &str| across(&[&rule(ONE), &rule(other)])[0].same_pages();
    assert!(same_pages(&other) && !same_pages(&section));
    let apart = section
        .replace("[list]", "[list]\nallow = ['/sport/']")
        .replace("h2>a", "h3 a");
    assert_eq!(reasons(ONE, &apart), Vec::<String>::new());
    let elsewhere = ONE.replace("a.example", "b.example");
    assert_eq!(reasons(ONE, &elsewhere), ["duplicates-same-selectors"]);
    let ranged = ONE.replace("https://www.a.example/news/", "https://a.example/p/[1-9]");
    let single = ONE
        .replace("https://www.a.example/news/", "https://a.example/p/7")
        .replace("article", "li");
    assert!(reasons(&ranged, &single).contains(&"duplicates-same-start".to_owned()));
}

#[test]
fn alternatives_that_add_nothing_are_found_and_go() {
    let file = rule(ONE);
    let found = redundant_as_written(file.file());
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].first, found[0].later), (1, 2));
    let left = without(file.file(), &found);
    assert_eq!(left.fields[0].select.len(), 1);
    assert!(redundant_as_written(&left).is_empty());

    let text = ONE.replace(
        "{ css = \"h1.t\", take = \"text\" }",
        "{ xpath = \"//h1\" }, { css = \"h2\" }",
    );
    let rule = rule(&text);
    let url = Url::parse("https://a.example/1").expect("a URL");
    let pages = [
        Page::parse("<h1 class=t>A</h1>", &url),
        Page::parse("<h1 class=t>B</h1><h2>C</h2>", &url),
    ];
    let found = redundant_on(&rule, &pages, Timestamp::UNIX_EPOCH);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].first, found[0].later, found[0].pages), (1, 2, 2));
    // A page on which they differ distinguishes them.
    let more = [Page::parse("<h1>A</h1>", &url)];
    assert!(redundant_on(&rule, &more, Timestamp::UNIX_EPOCH).is_empty());
}

#[test]
fn merging_keeps_all_alternatives_and_the_first_comments() {
    let second = r#"
[site]
name = "Two"
kind = "list"
start = ["https://a.example/sport"]
[politeness]
delay = "5s"
[list]
item = { css = "li.item" }
link = { css = "h2>a" }
[[field]]
name = "title"
select = [ { css = "h1.t" }, { xpath = "//h1" } ]
required = true
[[field]]
name = "author"
select = [ { css = ".by" } ]
required = true
"#;
    let (a, b) = (rule(ONE), rule(second));
    let merged = merge(ONE, &[a.file(), b.file()]).expect("merged");
    let file = rule(&merged.text);
    let file = file.file();
    assert_eq!(file.site.name, "One");
    assert_eq!(file.site.start.len(), 2);
    assert_eq!(file.politeness.delay, "5s");
    let list = file.list.as_ref().expect("a list");
    let item = list.item.as_ref().and_then(|item| item.css.as_deref());
    assert_eq!(item, Some("article, li.item"));
    assert_eq!(file.fields[0].select.len(), 2, "each alternative once");
    assert!(file.fields[0].required);
    assert_eq!(file.fields[2].name, "author");
    assert!(!file.fields[2].required, "only one of them needs it");
    assert!(merged.text.contains("# The first."));
    assert!(merged.text.contains("# a remark"));
    // A merged rule duplicates both.
    assert!(!across(&[&rule(&merged.text), &a]).is_empty());

    let pages = "[site]\nname = \"P\"\nkind = \"pages\"\nstart = [\"https://a.example/\"]\n";
    let pages = rule(pages);
    assert!(matches!(
        merge(ONE, &[a.file(), pages.file()]),
        Err(MergeError::Kinds { .. })
    ));
}
