//! What the kinds of alternatives find, and which value is taken.

use jiff::Timestamp;
use url::Url;

use super::super::*;
use crate::model::{Record, Value};
use crate::page::Page;

const PAGE: &str = r##"<html><head><title>A shelf</title>
<script type="application/ld+json">{"author": {"name": "Ann Lee"}, "tags": ["x", "y"], "body": "<p>One<br>two</p>"}</script>
</head><body>
<h1>Book</h1>
<dl><dt>Publisher:</dt><dd>Sea Press</dd><dt>出版社</dt><dd>海洋出版社</dd></dl>
<p class=price>Price: 12,50 EUR (was 15,00 EUR)</p>
<p class=stock>yes</p><i class=new></i>
<figure><img src="data:image/gif;base64,AA" data-src="/c/1.jpg"></figure>
<table class=facts><tr><th>Year</th><th>Pages</th></tr><tr><td>2024</td><td>120</td></tr><tr><td>2025</td><td>130</td></tr></table>
<div class=comment id=c1><b>Ben</b><span>3 likes</span><p>Good.</p></div>
<div class=comment id=c2><b>Cy</b><p>Bad.</p></div>
<div class=comment><p>Anonymous.</p></div>
</body></html>"##;

fn now() -> Timestamp {
    "2026-03-18T12:30:00Z".parse().unwrap()
}

fn extract(fields: &str, html: &str) -> Record {
    let text = format!(
        "[site]\nname = \"A\"\nkind = \"pages\"\nlanguage = \"de\"\nstart = [\"http://a.example/\"]\n{fields}"
    );
    let rule = parse(&text).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    let page = Page::parse(html, &Url::parse("http://a.example/b/1?x#y").unwrap());
    rule.extract(&page, &[], now()).records.remove(0)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "reads better where it is called"
)]
fn check(field: &str, expected: Option<Value>) {
    let record = extract(&format!("[[field]]\nname = \"v\"\n{field}"), PAGE);
    let found = record.fields.into_iter().find(|(name, _)| name == "v");
    assert_eq!(found.map(|(_, value)| value), expected, "{field}");
}

fn one(text: &str) -> Option<Value> {
    Some(Value::One(text.to_owned()))
}

fn many(texts: &[&str]) -> Option<Value> {
    Some(Value::Many(texts.iter().map(|t| (*t).to_owned()).collect()))
}

fn rows(rows: &[&[(&str, &str)]]) -> Option<Value> {
    let row = |row: &&[(&str, &str)]| {
        row.iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect()
    };
    Some(Value::Rows(rows.iter().map(row).collect()))
}

#[test]
fn data_of_newer_kinds_is_searched_where_the_rest_holds_nothing() {
    let attribute = "<div data-page='{\"post\": {\"name\": \"Menu\", \"title\": \"One\", \"n\": 1, \"m\": 2, \"l\": 3}}'></div>";
    let html = PAGE.replace("<h1>", &format!("{attribute}<h1>"));
    for (path, expected) in [
        ("$..name", many(&["Ann Lee"])),
        ("$..title", many(&["One"])),
    ] {
        let field =
            format!("[[field]]\nname = \"v\"\nselect = [{{ jsonpath = '{path}' }}]\nmany = true");
        let record = extract(&field, &html);
        let found = record.fields.into_iter().find(|(name, _)| name == "v");
        assert_eq!(found.map(|(_, value)| value), expected, "{path}");
    }
}

#[test]
fn every_kind_of_alternative_finds_its_value() {
    check(r#"select = [{ label = "Publisher" }]"#, one("Sea Press"));
    check(
        r#"select = [{ label = ["Verlag", "出版社"] }]"#,
        one("海洋出版社"),
    );
    check(
        r#"select = [{ jsonpath = "$.author.name" }]"#,
        one("Ann Lee"),
    );
    check(
        "select = [{ jsonpath = '$.tags[*]' }]\nmany = true",
        many(&["x", "y"]),
    );
    check(
        r#"select = [{ jsonpath = "$.none" }, { constant = "c" }]"#,
        one("c"),
    );
    check(r#"select = [{ page = "title" }]"#, one("A shelf"));
    check(
        r#"select = [{ page = "url" }]"#,
        one("http://a.example/b/1?x#y"),
    );
    check(
        "select = [{ page = \"fetched_at\" }]\ntype = \"date\"",
        one("2026-03-18T12:30:00+00:00"),
    );
}

#[test]
fn a_pattern_searches_source_or_text_and_yields_the_wanted_group() {
    check(r"select = [{ regex = 'class=(\w+)' }]", one("price"));
    check(r"select = [{ regex = 'class=(\w+)', on = 'text' }]", None);
    let price = r"regex = '(?<now>[\d,]+) EUR \(was (?<was>[\d,]+)', on = 'text'";
    check(&format!("select = [{{ {price} }}]"), one("12,50"));
    check(
        &format!("select = [{{ {price}, group = 2 }}]"),
        one("15,00"),
    );
    check(
        &format!("select = [{{ {price}, group = 'was' }}]"),
        one("15,00"),
    );
    check(
        &format!("select = [{{ {price}, group = 0 }}]"),
        one("12,50 EUR (was 15,00"),
    );
}

#[test]
fn pictures_are_found_where_they_really_are() {
    check(
        "select = [{ css = 'img' }]\ntype = 'image'",
        one("http://a.example/c/1.jpg"),
    );
    check(
        "select = [{ css = 'figure' }]\ntype = 'image'",
        one("http://a.example/c/1.jpg"),
    );
    check(
        "select = [{ css = 'img', take = 'data-src' }]\ntype = 'image'",
        one("http://a.example/c/1.jpg"),
    );
    check("select = [{ css = 'p.price' }]\ntype = 'image'", None);
}

#[test]
fn yes_and_no_are_read_and_presence_is_yes() {
    check("select = [{ css = '.stock' }]\ntype = 'bool'", one("true"));
    check("select = [{ css = '.new' }]\ntype = 'bool'", one("true"));
    check(
        "select = [{ css = '.old' }]\ntype = 'bool'\ndefault = 'false'",
        one("false"),
    );
    check("select = [{ css = '.price' }]\ntype = 'bool'", None);
}

#[test]
fn a_table_yields_its_rows() {
    check(
        "select = [{ css = '.none' , take = 'table' }, { css = '.facts', take = 'table' }]",
        rows(&[
            &[("Year", "2024"), ("Pages", "120")],
            &[("Year", "2025"), ("Pages", "130")],
        ]),
    );
}

#[test]
fn a_nested_list_yields_small_records() {
    let record = extract(
        r#"
[[field]]
name = "comments"
item = { css = ".comment" }
[[field.field]]
name = "by"
select = [{ css = "b" }]
required = true
[[field.field]]
name = "likes"
select = [{ css = "span" }]
type = "number"
default = "0"
[[field.field]]
name = "text"
select = [{ css = "p" }]
"#,
        PAGE,
    );
    assert_eq!(
        record.fields.first().map(|(_, value)| value.clone()),
        rows(&[
            &[("by", "Ben"), ("likes", "3"), ("text", "Good.")],
            &[("by", "Cy"), ("likes", "0"), ("text", "Bad.")],
        ])
    );
    assert_eq!(record.provenance.get("comments"), Some(&0));
}

#[test]
fn a_json_answer_is_a_page_too() {
    let text = r#"
[site]
name = "A"
kind = "list"
start = ["http://a.example/api"]
[list]
item = { jsonpath = "$.items[*]" }
link = { jsonpath = "$.url" }
next = { jsonpath = "$.next" }
[[list.field]]
name = "rank"
select = [{ jsonpath = "$.rank" }]
type = "number"
[record]
item = { jsonpath = "$.items[*]" }
[[field]]
name = "title"
select = [{ jsonpath = "$.title" }]
required = true
[content]
select = [{ jsonpath = "$.html" }]
"#;
    let rule = parse(text).unwrap();
    let json = r#"{"next": "/api?p=2", "items": [
        {"url": "/a/1", "rank": 7, "title": "One", "html": "<p>First.</p><p>Next.</p>"},
        {"url": "/a/2", "rank": null, "title": "Two", "html": "plain < text"},
        {"note": "an advertisement"}]}"#;
    let page = Page::parse(json, &Url::parse("http://a.example/api").unwrap());
    let list = rule.list_page(&page, now());
    let urls: Vec<&str> = list.items.iter().map(|item| item.url.as_str()).collect();
    assert_eq!(urls, ["http://a.example/a/1", "http://a.example/a/2"]);
    assert_eq!(
        list.items[0].fields,
        [("rank".to_owned(), one("7").unwrap())]
    );
    assert_eq!(list.items[0].provenance.get("rank"), Some(&0));
    assert!(list.items[1].fields.is_empty());
    assert_eq!(list.items_without_link, 1);
    assert_eq!(list.next.unwrap().as_str(), "http://a.example/api?p=2");
    let records = rule.extract(&page, &[], now()).records;
    let texts: Vec<(&str, &str)> = records
        .iter()
        .map(|r| (r.title.as_str(), r.text.as_str()))
        .collect();
    assert_eq!(texts, [("One", "First.\nNext."), ("Two", "plain < text")]);
}

#[test]
fn broken_json_finds_nothing() {
    for json in [
        "{",
        "[1, 2",
        "{\"a\": }",
        &format!("{}1", "[".repeat(5_000)),
    ] {
        let record = extract(
            "[[field]]\nname = \"v\"\nselect = [{ jsonpath = \"$..a\" }]",
            json,
        );
        assert!(record.fields.is_empty());
    }
}

#[test]
fn what_is_stripped_is_in_no_text_and_changes_no_number() {
    let rest = r##"
[[field]]
name = "author"
select = [{ css = ".by b" }]
[[field]]
name = "third"
select = [{ xpath = "//p[3]" }]
[[field]]
name = "html"
type = "html"
select = [{ css = "#a", take = "html" }]
[[field]]
name = "whole"
select = [{ regex = '(?s).*', on = "text" }]
[content]
select = [{ css = "#a, .by" }]
strip = [{ css = ".by, .ad" }, { xpath = "//em" }]
"##;
    let html = "<body><div id=a><p>One.<p class=ad>Buy!<p>Two <em>x</em>.\
        <div class=by>By <b>Ann</b></div></div>";
    let record = extract(rest, html);
    assert_eq!(record.text, "One.\nTwo .");
    assert_eq!(
        record.author, "Ann",
        "fields may point into what is stripped"
    );
    let value = |name: &str| {
        let found = record.fields.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.joined()).unwrap_or_default()
    };
    assert_eq!(value("third"), "Two .");
    assert_eq!(value("html"), "<div id=\"a\"><p>One.</p><p>Two .</p></div>");
    assert_eq!(value("whole"), "One. Two .");
}

#[test]
fn the_source_is_prepared_before_it_is_parsed() {
    let rule = parse(
        "[site]\nname = \"A\"\nkind = \"pages\"\nstart = [\"http://a.example/\"]\n\
         [page]\nreplace = [[\"<!--\", \"\"], [\"-->\", \"\"], [\"a\", \"aa\"]]",
    )
    .unwrap();
    assert_eq!(rule.prepare("<!--<p>a-->").source, "<p>aa");
    assert_eq!(rule.prepare("x").source, "x");
    let long = "a".repeat(2_000_000);
    let grown = rule.prepare(&long).source.len();
    assert!(grown <= long.len() * 4, "{grown}");
}
