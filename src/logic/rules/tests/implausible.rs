//! Values that title, author and date never have give way to what the page declares.

use jiff::Timestamp;
use url::Url;

use super::super::*;
use crate::model::{FROM_GENERIC, Record};
use crate::page::Page;

const DECLARED: &str = r#"<title>Wool and its dyes - The Loom</title>
<meta property="og:site_name" content="The Loom">
<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Wool and its dyes",
"datePublished": "2026-03-05T10:20:00+00:00", "author": {"@type": "Person", "name": "Ann Lee"}}</script>"#;

/// The record of a page with `head` and `body` by a rule with the three columns.
fn read(head: &str, body: &str, content: &str) -> Record {
    let text = format!(
        r#"
[site]
name = "A"
kind = "pages"
start = ["http://a.example/"]
[[field]]
name = "title"
select = [{{ css = "h1" }}]
[[field]]
name = "author"
required = true
select = [{{ css = ".by" }}, {{ css = ".writer" }}]
[[field]]
name = "date"
type = "date"
select = [{{ css = ".on" }}]
{content}"#
    );
    let rule = parse(&text).unwrap_or_else(|errors| panic!("{errors}"));
    let url = Url::parse("http://a.example/wool").unwrap();
    let now: Timestamp = "2026-03-18T12:30:00Z".parse().unwrap();
    let page = Page::parse(&format!("<head>{head}</head><body>{body}</body>"), &url);
    let extraction = rule.extract(&page, &[], now);
    assert_eq!(extraction.missing, Vec::<String>::new());
    extraction.records.into_iter().next().unwrap()
}

#[test]
fn an_author_that_names_nobody_gives_way_to_the_declared_one() {
    for nobody in [
        "The Loom",
        "Home",
        "https://a.example/people/ann",
        "首页",
        "Unknown",
    ] {
        let record = read(DECLARED, &format!("<p class=by>{nobody}</p>"), "");
        assert_eq!(record.author, "Ann Lee", "{nobody}");
        assert_eq!(record.provenance["author"], FROM_GENERIC, "{nobody}");
    }
    let other = read(DECLARED, "<p class=by>Bob Ray</p>", "");
    assert_eq!(
        (other.author.as_str(), other.provenance["author"]),
        ("Bob Ray", 0)
    );
}

#[test]
fn the_next_alternative_comes_before_the_declared_one() {
    let record = read(
        DECLARED,
        "<p class=by>Home</p><p class=writer>Cem Koç</p>",
        "",
    );
    assert_eq!(
        (record.author.as_str(), record.provenance["author"]),
        ("Cem Koç", 1)
    );
}

#[test]
fn nothing_is_taken_where_the_page_declares_nobody_or_the_rule_does_without() {
    let head = r#"<meta property="og:site_name" content="The Loom">"#;
    let shown = "<h1>Wool</h1><p>By Ann Lee</p><p class=by>The Loom</p>";
    assert_eq!(read(head, shown, "").author, "The Loom");
    let by_site =
        r#"<meta property="og:site_name" content="The Loom"><meta name=author content="The Loom">"#;
    assert_eq!(read(by_site, "<p class=by>Home</p>", "").author, "Home");
    let alone = "[content]\ngeneric = false\n";
    assert_eq!(read(DECLARED, "<p class=by>Home</p>", alone).author, "Home");
}

#[test]
fn a_date_counted_from_now_or_ahead_of_it_gives_way_to_the_declared_one() {
    for wrong in ["9 hours ago", "yesterday", "20 March 2026", "1 May"] {
        let body = format!("<p class=by>Ann Lee</p><p class=on>{wrong}</p>");
        let record = read(DECLARED, &body, "");
        assert_eq!(record.date, "2026-03-05T10:20:00+00:00", "{wrong}");
        assert_eq!(record.provenance["date"], FROM_GENERIC, "{wrong}");
    }
    // What is written out is the rule's, and so is what says the same day.
    for right in ["4 March 2026", "19 March 2026, 9:00"] {
        let body = format!("<p class=by>Ann Lee</p><p class=on>{right}</p>");
        assert_eq!(read(DECLARED, &body, "").provenance["date"], 0, "{right}");
    }
    let body = "<p class=by>Ann Lee</p><p class=on>13 days ago</p>";
    assert_eq!(read(DECLARED, body, "").provenance["date"], 0);
    // A date that is only shown says nothing against the rule's.
    let shown =
        "<h1>Wool</h1><p>5 March 2019</p><p class=by>Ann Lee</p><p class=on>9 hours ago</p>";
    assert_eq!(
        read("<title>Wool</title>", shown, "").date,
        "2026-03-18T03:30:00+00:00"
    );
}

#[test]
fn the_name_of_the_site_is_no_title() {
    let body = "<h1>The Loom</h1><h2>Wool and its dyes</h2><p class=by>Ann Lee</p>";
    let record = read(DECLARED, body, "");
    assert_eq!(record.title, "Wool and its dyes");
    assert_eq!(record.provenance["title"], FROM_GENERIC);
}
