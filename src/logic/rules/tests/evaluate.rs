//! Applying rules to pages.

use jiff::Timestamp;
use url::Url;

use super::super::*;
use crate::model::{FROM_LIST, Value};
use crate::page::Page;

fn page(url: &str, html: &str) -> Page {
    Page::parse(html, &Url::parse(url).unwrap())
}

fn now() -> Timestamp {
    "2026-03-18T12:30:00Z".parse().unwrap()
}

fn rule(kind: &str, rest: &str) -> Rule {
    let text =
        format!("[site]\nname = \"A\"\nkind = \"{kind}\"\nstart = [\"http://a.example/\"]\n{rest}");
    parse(&text).unwrap_or_else(|errors| panic!("{errors}\n{text}"))
}

const LIST: &str = r##"<base href="/news/"><ul>
<li><h2><a href="a1-one.html">One</a></h2> <i>5 Jan 2026</i></li>
<li><h2><a href="/news/a2-two.html#top">Two</a></h2></li>
<li>an advertisement</li>
<li><h2><a href="a1-one.html">One again</a></h2></li>
<li><h2><a href="about.html">About</a></h2></li>
<li><h2><a href="a3-three.html?draft=1">Three</a></h2></li>
</ul><a class=next href="#">1</a> <a class=next href="?p=2">2</a>"##;

fn urls(list: &ListPage) -> Vec<&str> {
    list.items.iter().map(|item| item.url.as_str()).collect()
}

#[test]
fn a_list_yields_each_link_once_in_order() {
    let rule = rule(
        "list",
        r#"
[list]
item = { css = "li" }
link = { css = "h2 a" }
next = { css = "a.next", max_pages = 3 }
allow = ['/a\d+-']
deny = ['draft']
[[list.field]]
name = "date"
type = "date"
select = [{ css = "i" }]
[[list.field]]
name = "note"
select = [{ css = "b" }]
default = "none"
"#,
    );
    let list = rule.list_page(&page("http://a.example/news/", LIST), now());
    assert_eq!(
        urls(&list),
        [
            "http://a.example/news/a1-one.html",
            "http://a.example/news/a2-two.html"
        ]
    );
    assert_eq!(list.items_without_link, 1);
    assert_eq!(list.next.unwrap().as_str(), "http://a.example/news/?p=2");
    let value = |text: &str| Value::One(text.to_owned());
    assert_eq!(
        list.items[0].fields,
        [
            ("date".to_owned(), value("2026-01-05")),
            ("note".to_owned(), value("none")),
        ]
    );
}

#[test]
fn a_list_without_items_takes_every_link() {
    let rule = rule("list", "[list]\nlink = { xpath = \"//h2/a/@href\" }\n");
    let list = rule.list_page(&page("http://a.example/news/", LIST), now());
    assert_eq!(list.items.len(), 4);
    assert_eq!(list.next, None);
    assert_eq!(list.items_without_link, 0);
}

#[test]
fn an_item_may_be_the_link_itself() {
    let rule = rule(
        "list",
        "[list]\nitem = { css = \"a\" }\nlink = { css = \":scope\" }\n",
    );
    let html = "<a href=/x>x</a><a href='javascript:void(0)'>y</a>";
    let list = rule.list_page(&page("http://a.example/", html), now());
    assert_eq!(urls(&list), ["http://a.example/x"]);
    assert_eq!(list.items_without_link, 1);
}

const ARTICLE: &str = r#"<title>T</title><article><h1> A  headline </h1>
<p class=by>by <a href="/u/ann">Ann</a>, <a href="/u/ben">Ben</a></p>
<abbr class=published title="2026-08-31T06:53:00+00:00">yesterday</abbr>
<div class=body><p>First.</p><p>Second <b>bold</b>.</p></div>
<ul><li>red</li><li> </li><li>blue</li></ul><span class=price>1.299,50 €</span>
<img src="pic.png"></article>"#;

fn extract(rest: &str) -> Extraction {
    let rule = rule("pages", rest);
    rule.extract(&page("http://a.example/p/1#x", ARTICLE), &[], now())
}

#[test]
fn fields_fill_the_default_columns_and_their_own() {
    let found = extract(
        r#"
language = "de"
[[field]]
name = "title"
select = [{ css = "h1.none" }, { css = "h1" }]
required = true
[[field]]
name = "date"
select = [{ css = "abbr.published", take = "title" }]
[[field]]
name = "author"
select = [{ css = ".by a" }]
many = true
[[field]]
name = "links"
select = [{ css = ".by a", take = "url" }]
many = true
[[field]]
name = "colours"
select = [{ css = "li" }]
many = true
transform = [{ case = "upper" }]
[[field]]
name = "price"
type = "number"
select = [{ css = ".price" }]
[[field]]
name = "picture"
select = [{ css = "img", take = "url" }]
[[field]]
name = "colour"
select = [{ css = "li" }]
transform = [{ join = "+" }]
[content]
select = [{ css = ".missing" }, { css = ".body p" }]
"#,
    );
    assert_eq!(found.records.len(), 1);
    assert!(found.missing.is_empty() && found.content_found);
    let record = &found.records[0];
    assert_eq!(record.url, "http://a.example/p/1");
    assert_eq!(record.title, "A headline");
    assert_eq!(record.date, "2026-08-31T06:53:00+00:00");
    assert_eq!(record.author, "Ann, Ben");
    assert_eq!(record.text, "First.\nSecond bold.");
    let many = |texts: &[&str]| Value::Many(texts.iter().map(|t| (*t).to_owned()).collect());
    let one = |text: &str| Value::One(text.to_owned());
    let expected = [
        (
            "links",
            many(&["http://a.example/u/ann", "http://a.example/u/ben"]),
        ),
        ("colours", many(&["RED", "BLUE"])),
        ("price", one("1299.50")),
        ("picture", one("http://a.example/p/pic.png")),
        ("colour", one("red++blue")),
    ];
    assert_eq!(
        record.fields,
        expected.map(|(name, value)| (name.to_owned(), value))
    );
    assert_eq!(record.provenance["title"], 1);
    assert_eq!(record.provenance["date"], 0);
    assert_eq!(record.provenance["text"], 1);
}

#[test]
fn an_alternative_that_yields_no_value_of_the_type_passes_on() {
    let found = extract(
        r#"
[[field]]
name = "when"
type = "date"
select = [{ css = "h1" }, { regex = 'title="([^"]+)"' }]
"#,
    );
    assert_eq!(
        found.records[0].fields[0].1,
        Value::One("2026-08-31T06:53:00+00:00".to_owned())
    );
    assert_eq!(found.records[0].provenance["when"], 1);
    assert!(!found.content_found && found.records[0].text.is_empty());
}

#[test]
fn steps_run_in_order() {
    let check = |steps: &str, expected: Option<&str>| {
        let found = extract(&format!(
            "[[field]]\nname = \"x\"\nselect = [{{ css = \".by\", take = \"html\" }}]\ntype = \"html\"\ntransform = [{steps}]\n"
        ));
        let value = found.records[0]
            .fields
            .first()
            .map(|(_, value)| value.joined());
        assert_eq!(value.as_deref(), expected, "{steps}");
    };
    check("{strip_tags=true}", Some("by Ann, Ben"));
    check(
        "{strip_tags=true},{replace=['^by (\\w+).*','$1!']}",
        Some("Ann!"),
    );
    check(
        "{strip_tags=true},{split=','},{part=-1},{prefix='<'},{suffix='>'}",
        Some("<Ben>"),
    );
    check("{strip_tags=true},{split=','},{part=3}", None);
    check("{strip_tags=true},{part=2}", None);
    check("{strip_tags=true},{number=true}", None);
    check(
        "{strip_tags=true},{map={'by Ann, Ben'='both'}}",
        Some("both"),
    );
    check(
        "{strip_tags=true},{case='title'},{collapse=true},{trim=true}",
        Some("By Ann, Ben"),
    );
    check(
        "{replace=['(?s).*href=\"([^\"]*)\".*','$1']},{absolute_url=true}",
        Some("http://a.example/u/ben"),
    );
    check(
        "{replace=['(?s).*','05|01|2026']},{date='%d|%m|%Y'}",
        Some("2026-01-05"),
    );
}

#[test]
fn what_the_page_lacks_comes_from_the_list_then_from_the_default() {
    let rule = rule(
        "pages",
        r#"
[[field]]
name = "title"
select = [{ css = "h9" }]
required = true
[[field]]
name = "kind"
select = [{ css = "h9" }]
default = "news"
[[field]]
name = "date"
select = [{ css = "h9" }]
required = true
"#,
    );
    let one = |text: &str| Value::One(text.to_owned());
    let listed = [
        ("title".to_owned(), one("From the list")),
        ("rank".to_owned(), one("7")),
    ];
    let found = rule.extract(&page("http://a.example/p/1", ARTICLE), &listed, now());
    // Values from the list do not count as found on the page.
    assert_eq!(found.missing, ["title", "date"]);
    let record = &found.records[0];
    assert_eq!(record.title, "From the list");
    let expected = [("kind", one("news")), ("rank", one("7"))];
    assert_eq!(
        record.fields,
        expected.map(|(name, value)| (name.to_owned(), value))
    );
    assert_eq!(record.provenance.get("title"), Some(&FROM_LIST));
}

const THREAD: &str = r##"<h1>Thread</h1>
<div class=post id=p11><b>ann</b><p>First post.</p></div>
<div class=post><i>an advertisement</i></div>
<div class=post id=p12><b>ben</b><p>Second post.</p></div>
<div class=post><b>cyd</b><p>Third post.</p><a class=here href="?post=13">13</a></div>
<div class=post id=p12><b>dee</b><p>Fourth post.</p></div>
<a rel=next href="?page=2">2</a>"##;

const RECORDS: &str = r##"
[record]
item = { css = ".post" }
next = { css = "a[rel=next]" }
[[field]]
name = "title"
select = [{ xpath = "//h1" }]
[[field]]
name = "author"
select = [{ css = "b" }]
required = true
"##;

#[test]
fn a_page_may_hold_several_records() {
    let found = rule("pages", RECORDS).extract(&page("http://a.example/t/1", THREAD), &[], now());
    let urls: Vec<&str> = found.records.iter().map(|r| r.url.as_str()).collect();
    assert_eq!(
        urls,
        [
            "http://a.example/t/1#p11",
            "http://a.example/t/1#p12",
            "http://a.example/t/1#record-3",
            "http://a.example/t/1#record-4",
        ]
    );
    assert_eq!(found.records[2].author, "cyd");
    assert!(found.records.iter().all(|record| record.title == "Thread"));
    assert!(found.records[1].text.contains("Second post."));
    assert!(found.missing.is_empty() && found.content_found);
    assert_eq!(found.next.unwrap().as_str(), "http://a.example/t/1?page=2");
}

#[test]
fn a_record_may_name_its_own_address() {
    let text = format!(
        "{RECORDS}[[field]]\nname = \"url\"\nselect = [{{ css = \"a.here\", take = \"url\" }}]\n[content]\nselect = [{{ css = \"p\" }}]\n"
    );
    let found = rule("pages", &text).extract(&page("http://a.example/t/1", THREAD), &[], now());
    assert_eq!(found.records[2].url, "http://a.example/t/1?post=13");
    assert_eq!(found.records[0].text, "First post.");
}

#[test]
fn a_record_whose_text_is_a_field_has_no_other_text() {
    let text = format!("{RECORDS}[[field]]\nname = \"text\"\nselect = [{{ css = \"p.none\" }}]\n");
    let found = rule("pages", &text).extract(&page("http://a.example/t/1", THREAD), &[], now());
    assert_eq!(found.records[2].author, "cyd");
    assert!(found.records.iter().all(|record| record.text.is_empty()));
}

#[test]
fn a_page_without_its_records_says_what_is_missing() {
    let found = rule("pages", RECORDS).extract(&page("http://a.example/t/1", ARTICLE), &[], now());
    assert!(found.records.is_empty());
    assert_eq!(found.missing, ["author"]);
}

#[test]
fn a_starter_finds_articles_and_leaves_menus_out() {
    let starter = |html: &str| {
        let rule = parse(&starter("A", "http://a.example/news")).unwrap();
        let list = rule.list_page(&page("http://a.example/news", html), now());
        list.items
            .iter()
            .map(|item| item.url.path().to_owned())
            .collect::<Vec<_>>()
    };
    let menu = r#"<header><h1><a href="/">A site</a></h1><nav><a href="/page-with-a-long-name">A page with a long name</a></nav></header>"#;
    let headings = r#"<article><h2><a href="/one">One</a></h2><a href="/one#comments">3 comments on this</a></article>
        <article><h2><a href="/two">Two</a></h2></article><a href="/three"><h3>Three</h3></a>
        <h2><a href="/tag/x">A tag</a></h2><h2><a href="http://b.example/">Elsewhere</a></h2>"#;
    assert_eq!(
        starter(&format!("{menu}{headings}")),
        ["/one", "/two", "/three"]
    );
    let plain = r#"<ul><li><a href="/n/1.html">关于开展二〇二六年度工作的通知</a></li>
        <li><a href="/n/2.html">A second headline</a> <a href="/n/2.html">more</a></li>
        <li><a href="/more">more</a></li></ul>"#;
    assert_eq!(
        starter(&format!("{menu}{plain}")),
        ["/n/1.html", "/n/2.html"]
    );
}

#[test]
fn a_starter_reads_the_next_page_and_the_headline() {
    let rule = parse(&starter("A", "http://a.example/news")).unwrap();
    let check = |link: &str| {
        let html = format!("<a href='?p=1'>1</a> {link}");
        let list = rule.list_page(&page("http://a.example/news?p=2", &html), now());
        let next = list.next.map(|next| next.query().map(str::to_owned));
        assert_eq!(next, Some(Some("p=3".to_owned())), "{link}");
    };
    check("<a rel=next href='?p=3'>3</a>");
    check("<li class='page next'><a href='?p=3'>3</a></li>");
    check("<a href='?p=3'>Next page</a>");
    check("<a href='?p=3'> 下一页 </a>");
    check("<a href='?p=1'>‹</a><a href='?p=3'>›</a><a href='?p=9'>»</a>");
    let html = r#"<title>A site - Great news</title><h1><a href="/">A site</a></h1>
        <h2>Great news</h2><h2>More news</h2><p class=author>By Ann Lee</p>"#;
    let found = rule.extract(&page("http://a.example/1", html), &[], now());
    assert_eq!(found.records[0].title, "Great news");
    assert_eq!(found.records[0].author, "Ann Lee");
}

#[test]
fn a_starter_keeps_the_time_of_a_date() {
    let rule = parse(&starter("A", "http://a.example/news")).unwrap();
    let check = |html: &str, expected: &str| {
        let html = format!("<title>News</title><h1>News</h1>{html}");
        let found = rule.extract(&page("http://a.example/1", &html), &[], now());
        assert_eq!(found.records[0].date, expected, "{html}");
    };
    let time = "2026-08-19T05:45:00+00:00";
    let abbr = format!("<abbr class=published title='{time}'>Wed 19 August 2026</abbr>");
    check(&abbr, time);
    let day = "<meta property='article:published_time' content='2026-08-19'>";
    check(day, "2026-08-19");
    let data =
        format!("<script type='application/ld+json'>{{\"datePublished\": \"{time}\"}}</script>");
    check(&format!("{day}{data}"), time);
    let item = format!("<time itemprop=datePublished datetime='{time}'>19 August</time>");
    check(&format!("{day}{item}"), time);
    // The time of something else on the page says nothing about a declared day.
    let other = "<p class=comment><time datetime='2026-08-21T10:00:00+00:00'>later</time></p>";
    check(&format!("{day}{other}"), "2026-08-19");
}

const WOAD: &str = r##"<html lang=en><title>Woad | Loom</title><meta property=og:site_name content=Loom>
<meta property="article:modified_time" content="2024-03-06"><meta name=keywords content="blue, dyes">
<body><nav><a href=/>All that is on this site</a></nav><article><h1>Woad</h1>
<p>The vat is kept warm for a week, and <a href=/n>nobody</a> may open it before the blue has come.</p>
<ul><li>two kilos of wool in all<li>one of woad</ul>
<p>Then the wool is laid in, and it is turned with a long stick until it is wet through.</p><i class=ad>Buy it</i></article>"##;

const AS_MARKDOWN: &str = "The vat is kept warm for a week, and [nobody](http://a.example/n) may open it before the blue has come.

- two kilos of wool in all
- one of woad

Then the wool is laid in, and it is turned with a long stick until it is wet through.";

/// A page's metadata, and values found on it without a rule, fill fields by name.
#[test]
fn fields_of_what_a_page_says() {
    let field = |name: &str, fact: &str, more: &str| {
        format!("[[field]]\nname = \"{name}\"\nselect = [{{ page = \"{fact}\" }}]\n{more}")
    };
    let rule = rule(
        "pages",
        &[
            field("changed", "modified", "type = \"date\"\n"),
            field("source", "site", ""),
            field("tags", "tags", "many = true\n"),
            field("headline", "headline", ""),
            field("none", "image", ""),
            field("body", "markdown", ""),
        ]
        .concat(),
    );
    let found = rule.extract(&page("http://a.example/a", WOAD), &[], now());
    let fields = &found.records[0].fields;
    let one = |text: &str| Value::One(text.to_owned());
    assert_eq!(
        fields[..4],
        [
            ("changed".to_owned(), one("2024-03-06")),
            ("source".to_owned(), one("Loom")),
            (
                "tags".to_owned(),
                Value::Many(vec!["blue".to_owned(), "dyes".to_owned()])
            ),
            ("headline".to_owned(), one("Woad")),
        ]
    );
    assert_eq!(fields[4].0, "body", "a fact that is not known has no value");
    let Value::One(body) = &fields[4].1 else {
        panic!("{fields:?}")
    };
    assert!(body.starts_with(AS_MARKDOWN), "{body}");
}

#[test]
fn content_and_fields_keep_their_form() {
    let rule = rule(
        "pages",
        "[content]\nformat = \"markdown\"\nselect = [{ css = \"article p, article ul\" }]\n\
         [[field]]\nname = \"list\"\nselect = [{ css = \"ul\", take = \"clean_html\" }]\n\
         [[field]]\nname = \"flat\"\nselect = [{ css = \"ul\", take = \"markdown\" }]\ntransform = [{ collapse = true }]\n",
    );
    let page = page("http://a.example/a", WOAD);
    let found = rule.extract(&page, &[], now());
    let record = &found.records[0];
    assert_eq!(record.text, AS_MARKDOWN);
    assert_eq!(
        record.fields[0].1,
        Value::One(
            "<ul>\n<li>two kilos of wool in all</li>\n<li>one of woad</li>\n</ul>".to_owned()
        )
    );
    assert_eq!(
        record.fields[1].1,
        Value::One("- two kilos of wool in all - one of woad".to_owned())
    );
}
