//! The crawl without a project: pages read alike with and without a tree, and sites that try to
//! hold it for ever.

use std::collections::BTreeMap;
use std::time::Duration;

use bowerbird::engine::crawl::{CrawlOptions, CrawlReport, crawl_site};
use bowerbird::engine::types::{Selector, SelectorKind};
use serde_json::Value;

use crate::engine::support::server::{Ask, Reply, Site};

/// Crawls all of `site`; its records by path, and the figures.
fn crawl(
    site: &Site,
    fields: &[&str],
    max_depth: Option<u32>,
) -> (BTreeMap<String, Value>, CrawlReport) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.jsonl");
    let field = |css: &&str| {
        let selector = Selector::compile(SelectorKind::Css, css).unwrap();
        ((*css).to_owned(), selector)
    };
    let options = CrawlOptions {
        start: site.url("/"),
        out: out.clone(),
        concurrency: 8,
        delay: Duration::ZERO,
        robots: false,
        fields: fields.iter().map(field).collect(),
        allow: Vec::new(),
        deny: Vec::new(),
        max_pages: None,
        max_depth,
        ..CrawlOptions::default()
    };
    let report = crawl_site(options, &mut |_| true).unwrap();
    let text = std::fs::read_to_string(&out).unwrap();
    let records = text.lines().map(|line| {
        let record: Value = serde_json::from_str(line).unwrap();
        let url = record["url"].as_str().unwrap().replace(&site.url(""), "");
        (url, record)
    });
    (records.collect(), report)
}

fn odd_pages(ask: &Ask) -> Reply {
    let gbk = |text: &str| encoding_rs::GBK.encode(text).0.into_owned();
    match ask.path.as_str() {
        "/" => Reply::html(
            "<title>A &amp; B</title><h1>One <b>two</b></h1><p><a href=/mended>m<p>x</a>\
             <a href=gbk?a=1&amp;b=2>g</a><a href='based'>b</a><a href=\"sel\nect\">s</a>\
             <a href=mailto:x@y>mail</a><a href='http://['>broken</a><map><area href=/xml></map>",
        ),
        "/mended" => Reply::html(
            "<table><tr><td><h1>Cell<td><a href=/>x</table><div><a href=/based>1<div>2</a>3</div>",
        ),
        "/gbk?a=1&b=2" => Reply::status(
            200,
            gbk(&format!(
                "<meta charset=gb2312><title>新闻</title><h1>{}</h1><a href='/s?q=中文'>x</a>",
                "中国新闻网今天上午报道".repeat(9)
            )),
        )
        .with("content-type", "text/html"),
        "/based" => Reply::html("<a href=deep>x</a><base href=/sub/><h1>Based<h1>no</h1>"),
        "/select" => Reply::html("<select><option><a href=/sub/other>x</a></select><svg><title>no"),
        "/xml" => Reply::html(
            "<br/><hr/><img/>".repeat(3)
                + "<title>XML</title><a name='t'/><i/><b/><a href='/xml2'/>x<a href='/'/>",
        ),
        path => Reply::html(format!("<title>{path}</title>")),
    }
}

#[test]
fn errors_that_pass_are_tried_again_and_those_that_stay_fail_alone() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => Reply::html("<title>Front</title><a href=/once>1<a href=/ever>2<a href=/circle>3"),
        "/once" if ask.before == 0 => Reply::status(500, "<h1>Oops</h1>"),
        "/ever" => Reply::status(502, "<h1>Oops</h1>"),
        "/circle" => Reply::redirect("/circle"),
        path => Reply::html(format!("<title>{path}</title>")),
    });
    let (found, report) = crawl(&site, &[], None);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(report.progress.failed, 2);
    assert_eq!((site.asked("/once"), site.asked("/ever")), (2, 3));
    // What asking again cannot mend is asked for once: until the circle is seen.
    assert_eq!(site.asked("/circle"), 2);
}

#[test]
fn pages_read_alike_with_and_without_a_tree() {
    let site = Site::start(odd_pages);
    let (quick, _) = crawl(&site, &[], None);
    let (tree, _) = crawl(&site, &["nothing-such"], None);
    let paths: Vec<&str> = quick.keys().map(String::as_str).collect();
    assert_eq!(
        paths,
        [
            "/",
            "/based",
            "/gbk?a=1&b=2",
            "/mended",
            "/s?q=%D6%D0%CE%C4",
            "/select",
            "/sub/deep",
            "/sub/other",
            "/xml",
            "/xml2",
        ]
    );
    for (path, record) in &quick {
        for key in ["url", "title", "h1", "links"] {
            assert_eq!(record[key], tree[path][key], "{path} {key}");
        }
    }
    assert_eq!(quick.len(), tree.len());
    assert_eq!(quick["/"]["title"], "A & B");
    assert_eq!(quick["/"]["h1"], "One two");
    assert_eq!(quick["/gbk?a=1&b=2"]["title"], "新闻");
}

#[test]
fn loops_and_giants_are_counted_and_left() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => Reply::html(
            "<a href=/loop>l</a><a href=/ring1>r</a><a href=/giant>g</a><a href=/ok>o</a>",
        ),
        "/loop" => Reply::redirect("/loop"),
        "/ring1" => Reply::redirect("/ring2"),
        "/ring2" => Reply::redirect("/ring1"),
        "/giant" => Reply::html(vec![b' '; 33 * 1024 * 1024]),
        _ => Reply::html("<h1>Fine</h1>"),
    });
    let (records, report) = crawl(&site, &[], None);
    assert_eq!(records.keys().collect::<Vec<_>>(), ["/", "/ok"]);
    assert_eq!((report.progress.pages, report.progress.failed), (2, 3));
}

#[test]
fn depth_has_a_limit_that_is_asked_for() {
    let site = Site::start(|ask| {
        let next: u32 = ask.path.trim_start_matches('/').parse().unwrap_or(0) + 1;
        Reply::html(format!("<a href=/{next}>next</a>"))
    });
    let (records, report) = crawl(&site, &[], Some(3));
    assert_eq!(records.keys().collect::<Vec<_>>(), ["/", "/1", "/2", "/3"]);
    assert_eq!(report.progress.left, 1);
}

#[test]
fn a_calendar_without_end_ends() {
    let site = Site::start(|ask| {
        let month = ask
            .path
            .trim_start_matches("/calendar?month=")
            .parse()
            .unwrap_or(0_u32);
        match ask.path.as_str() {
            "/" => Reply::html("<h1>Home</h1><a href='/calendar?month=1'>c</a><a href=/a>a</a>"),
            "/a" => Reply::html("<h1>About</h1>"),
            _ => Reply::html(format!(
                "<h1>Month {month}</h1><p>No events.<a href='/calendar?month={}'>next</a>\
                 <a href='/x/y/x/y/x/{month}'>deeper</a>",
                month + 1
            )),
        }
    });
    let (records, report) = crawl(&site, &[], None);
    assert!(records.contains_key("/a"));
    assert!((20..60).contains(&records.len()), "{}", records.len());
    assert!(report.progress.left > 20);
}
