//! Runs over every kind of source: feeds, sitemaps, searches, interfaces, lists of addresses,
//! whole sites.

use std::io::Write;

use bowerbird::engine::types::{PageState, RunEnd, SourceKind, Store, Value, parse};
use bowerbird::engine::{Command, Event, PageCommand, PageTicket, SiteCommand, single_page};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::engine::article;
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};

/// The beginning of a rule, and how its articles are read.
fn rule(kind: &str, start: &str, more: &str) -> String {
    let start = match start {
        "" => String::new(),
        start => format!("start = [\"{start}\"]"),
    };
    format!(
        "[site]\nname = \"Test\"\nkind = \"{kind}\"\n{start}\n[politeness]\ndelay = \"0s\"\n{more}\n\
         [content]\ngeneric = false\nselect = [{{ css = \".text\" }}]\n"
    )
}

fn xml(body: String) -> Reply {
    Reply::status(200, body).with("content-type", "application/octet-stream")
}

fn json(body: &str) -> Reply {
    Reply::status(200, body).with("content-type", "application/json")
}

fn feed_of(numbers: &[u32], next: &str) -> Reply {
    let items: String = numbers
        .iter()
        .map(|n| {
            format!(
                "<item><title>Feed {n}</title><link>/a{n}</link><dc:creator>Ann</dc:creator>\
                 <pubDate>Mon, 05 Jan 2026 10:20:0{n} GMT</pubDate><category>Roads & bridges</category>\
                 <description>Teaser {n}</description></item>"
            )
        })
        .collect();
    let next = match next {
        "" => String::new(),
        next => format!("<atom:link rel='next' href='{next}'/>"),
    };
    xml(format!("<rss><channel><title>T</title>{next}{items}"))
}

fn field(bench: &Bench, id: bowerbird::engine::types::SiteId, name: &str) -> Vec<String> {
    let value = |record: &bowerbird::engine::types::StoredRecord| {
        let found = record.record.fields.iter().find(|(n, _)| n == name);
        found.map_or(String::new(), |(_, value)| value.joined())
    };
    bench.records(id).iter().map(value).collect()
}

#[test]
fn a_feed_found_on_a_page_is_read_over_its_pages() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => Reply::html(
            "<html><head><title>Front</title><link rel=alternate type=application/rss+xml href=/feed>\
             </head><body><p>Welcome</p></body></html>",
        ),
        "/feed" => feed_of(&[1, 2], "/feed?page=2"),
        "/feed?page=2" => feed_of(&[3], ""),
        path => article(path),
    });
    let bench = Bench::new();
    let more =
        "[feed]\n[[feed.field]]\nname = \"topic\"\nselect = [{ jsonpath = \"$.categories[0]\" }]";
    let id = bench.add(&rule("feed", &site.url("/"), more));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.titles(id), ["Feed 1", "Feed 2", "Feed 3"]);
    let first = &bench.records(id)[0].record;
    assert_eq!(first.url, site.url("/a1"));
    assert_eq!(first.author, "Ann");
    assert_eq!(first.date, "2026-01-05T10:20:01+00:00");
    assert!(
        first.text.starts_with("Text of article 1"),
        "{}",
        first.text
    );
    assert_eq!(field(&bench, id, "topic"), ["Roads & bridges"; 3]);
    // Nothing new: the pages behind are left alone.
    let again = bench.run(id);
    assert_eq!(
        (again.end, again.progress.records_new),
        (RunEnd::Finished, 0)
    );
    assert_eq!((site.asked("/feed"), site.asked("/feed?page=2")), (2, 1));
}

#[test]
fn records_can_be_made_of_a_feed_alone() {
    let long = "Words of the whole article, told at length. ".repeat(30);
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/atom" => xml(format!(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>One</title><link href='/a1'/>\
             <content type='html'>&lt;p&gt;{long}&lt;/p&gt;</content></entry>\
             <entry><title>Two</title><link href='/a2'/><summary>Short</summary></entry></feed>"
        )),
        path => article(path),
    });
    let bench = Bench::new();
    let alone = bench.add(&rule("feed", &site.url("/atom"), "[feed]\npages = false"));
    assert_eq!(bench.run(alone).progress.records_new, 2);
    assert_eq!(bench.records(alone)[1].record.text, "Short");
    assert_eq!((site.asked("/a1"), site.asked("/a2")), (0, 0));

    let mixed =
        rule("feed", &site.url("/atom"), "[feed]\npages = \"auto\"").replace("Test", "Mixed");
    let mixed = bench.add(&mixed);
    assert_eq!(bench.run(mixed).progress.records_new, 2);
    assert_eq!((site.asked("/a1"), site.asked("/a2")), (0, 1));
    let records = bench.records(mixed);
    assert!(records[0].record.text.starts_with("Words of the whole"));
    assert!(records[1].record.text.starts_with("Text of article 2"));
}

#[test]
fn a_page_without_a_feed_says_so() {
    let words = "A harbour town by the sea, with a lighthouse and a market. ".repeat(20);
    let site = Site::start(move |_| {
        Reply::html(format!(
            "<html><title>Front</title><h1>Harbour</h1><p>{words}</p></html>"
        ))
    });
    let bench = Bench::new();
    let id = bench.add(&rule("feed", &site.url("/"), "retries = 0"));
    let ended = bench.run(id);
    let told = format!("{:?}", ended.message);
    assert!(told.contains("detect-cause-no-feed"), "{told}");
    assert_eq!(bench.status(id).state, PageState::Incomplete);
}

#[test]
fn a_damaged_sitemap_says_so() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/map.xml.gz" => Reply::status(200, b"\x1f\x8b\x08\xff garbage \x00\x01".repeat(9))
            .with("content-type", "application/gzip"),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&rule("sitemap", &site.url("/map.xml.gz"), "retries = 0"));
    let told = format!("{:?}", bench.run(id).message);
    assert!(told.contains("detect-cause-no-sitemap"), "{told}");
}

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn sitemaps_are_found_by_robots_and_read_through_indexes() {
    let site = Site::with_robots(Some("Sitemap: /maps/index.xml\n"), |ask| {
        let host = ask.header("host");
        let map = |path: &str| format!("<sitemap><loc>http://{host}{path}</loc></sitemap>");
        let url = |n: u32, more: &str| format!("<url><loc>http://{host}/a{n}</loc>{more}</url>");
        match ask.path.as_str() {
            // An index that names itself leads in no circle.
            "/maps/index.xml" => xml(format!(
                "<sitemapindex>{}{}{}{}</sitemapindex>",
                map("/maps/index.xml"),
                map("/maps/news.xml.gz"),
                map("/maps/list.txt"),
                map("/maps/pictures.xml")
            )),
            "/maps/news.xml.gz" => Reply::status(
                200,
                packed(&format!(
                    "<urlset>{}{}{}</urlset>",
                    url(1, "<lastmod>2026-01-05</lastmod><news:news><news:publication_date>2026-01-04</news:publication_date><news:title>News 1</news:title></news:news>"),
                    url(2, "<lastmod>2019-01-05</lastmod>"),
                    url(99, "")
                )),
            )
            .with("content-type", "application/x-gzip"),
            "/maps/list.txt" => Reply::status(200, format!("http://{host}/a3\nhttp://{host}/a1\n"))
                .with("content-type", "text/plain"),
            path => article(path),
        }
    });
    let bench = Bench::new();
    let more = "[sitemap]\nmaps = ['news|list|index']\ndeny = ['/a99$']\nsince = \"2025-01-01\"\n\
                [[field]]\nname = \"heading\"\nselect = [{ css = \"h1\" }]";
    let id = bench.add(&rule("sitemap", &site.url("/"), more));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(field(&bench, id, "heading"), ["Title 1", "Title 3"]);
    let first = &bench.records(id)[0].record;
    assert_eq!(
        (first.title.as_str(), first.date.as_str()),
        ("News 1", "2026-01-04")
    );
    assert_eq!(field(&bench, id, "lastmod"), ["2026-01-05", ""]);
    for path in ["/", "/maps/pictures.xml", "/a2", "/a99"] {
        assert_eq!(site.asked(path), 0, "{path}");
    }
    assert_eq!(site.asked("/maps/index.xml"), 1);
}

/// Results for a keyword, on two pages.
fn results(ask: &Ask) -> Reply {
    let leads = |n: u32| {
        format!(
            "<li><a href='/go?u=http%3A%2F%2Flocalhost.example%2F{n}'>x</a><i>Teaser {n}</i></li>\
             <li><a href='/a{n}'>Own {n}</a><i>Teaser {n}</i></li>"
        )
    };
    match ask.path.as_str() {
        "/find?q=%D6%D0%CE%C4&n=2" => Reply::html(format!(
            "{}<a class=next href='/find?q=%D6%D0%CE%C4&p=2'>Next</a>",
            leads(1)
        )),
        "/find?q=%D6%D0%CE%C4&p=2" => Reply::html(leads(2)),
        "/find?q=two+words&n=2" => Reply::html(leads(3)),
        "/post" if ask.method == "POST" && ask.body == "kw=%E4%B8%AD%E6%96%87" => {
            Reply::html("<p><a class=hit href='/a4'>Four</a></p>")
        }
        "/post" => Reply::html("<p><a class=hit href='/a5'>Five</a></p>"),
        path => article(path),
    }
}

#[test]
fn a_search_asks_each_engine_for_each_keyword() {
    let site = Site::start(results);
    let bench = Bench::new();
    let more = format!(
        r#"[search]
keywords = ["中文", "two words"]
pages = false
[[search.engine]]
name = "First"
url = "{}"
encoding = "gbk"
[[search.engine]]
name = "Second"
url = "{}"
form = "kw={{query}}"
[search.engine.list]
link = {{ css = "a.hit" }}
[list]
item = {{ css = "li" }}
link = {{ css = "a" }}
next = {{ css = "a.next" }}
[[list.field]]
name = "title"
select = [{{ css = "i" }}]"#,
        site.url("/find?q={query}&n=2"),
        site.url("/post")
    );
    let id = bench.add(&rule("search", "", &more));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    let urls: Vec<String> = bench
        .records(id)
        .into_iter()
        .map(|r| r.record.url)
        .collect();
    let expected = [
        "http://localhost.example/1".to_owned(),
        site.url("/a1"),
        "http://localhost.example/2".to_owned(),
        site.url("/a2"),
        site.url("/a4"),
        "http://localhost.example/3".to_owned(),
        site.url("/a3"),
        site.url("/a5"),
    ];
    assert_eq!(urls, expected);
    let (zh, en) = ("中文", "two words");
    assert_eq!(
        field(&bench, id, "keyword"),
        [zh, zh, zh, zh, zh, en, en, en]
    );
    assert_eq!(field(&bench, id, "engine")[4], "Second");
    assert_eq!(bench.titles(id)[0], "Teaser 1");
}

#[test]
fn a_search_is_asked_by_json_page_by_page() {
    let site = Site::start(|ask: &Ask| match ask.path.as_str() {
        "/find?size=2" if ask.method == "POST" => {
            let asked: serde_json::Value = serde_json::from_str(&ask.body).unwrap_or_default();
            let first = match (asked["words"].as_str(), asked["page"].as_u64()) {
                (Some("\"new\" bridge"), Some(1)) => 1,
                (Some("\"new\" bridge"), Some(2)) => 3,
                (Some("大桥"), Some(1)) => 5,
                _ => return json("{\"hits\": []}"),
            };
            let hit = |n: u32| format!("{{\"url\": \"/a{n}\"}}");
            json(&format!(
                "{{\"hits\": [{}, {}]}}",
                hit(first),
                hit(first + 1)
            ))
        }
        path if path.starts_with("/find") => Reply::status(400, ask.body.clone()),
        path => article(path),
    });
    let bench = Bench::new();
    let more = format!(
        r#"[search]
keywords = ["\"new\" bridge", "大桥"]
url = "{}"
body = '{{"words": "{{query}}", "page": {{page}}}}'
[list]
item = {{ jsonpath = "$.hits[*]" }}
link = {{ jsonpath = "$.url" }}
next = {{ pages = "&page={{n}}" }}"#,
        site.url("/find?page=1&size=2")
    );
    let id = bench.add(&rule("search", "", &more));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    let words = field(&bench, id, "keyword");
    let expected = ["\"new\" bridge"; 4].into_iter().chain(["大桥"; 2]);
    assert_eq!(words, expected.collect::<Vec<_>>(), "{ended:?}");
    assert_eq!(ended.progress.pages_failed, 0, "{ended:?}");
}

/// A timeline of posts 1 to 25, newest first, ten at a time.
fn timeline(ask: &Ask, newest: u64) -> Reply {
    let url = url::Url::parse(&format!("http://x{}", ask.path)).unwrap();
    let number = |name: &str| {
        let found = url.query_pairs().find(|(n, _)| n == name);
        found.and_then(|(_, value)| value.parse::<u64>().ok())
    };
    let (since, max) = (
        number("since_id").unwrap_or(0),
        number("max_id").unwrap_or(u64::MAX),
    );
    // Ids too long for a number of JSON scripts.
    let base = 5_000_000_000_000_000_000_u64;
    let posts: Vec<String> = (1..=newest)
        .rev()
        .map(|n| base + n)
        .filter(|id| *id > since && *id <= max)
        .take(10)
        .map(|id| {
            format!(
                r#"{{"id":{id},"text":"Post {}","user":{{"name":"Ann"}}}}"#,
                id - base
            )
        })
        .collect();
    json(&format!(
        "callback({{\"statuses\":[{}]}});",
        posts.join(",")
    ))
}

const TIMELINE: &str = r#"[api]
item = { jsonpath = "$.statuses[*]" }
next = { older = "max_id={id}" }
newer = "since_id={id}"
[[api.field]]
name = "title"
select = [{ jsonpath = "$.text" }]
[[api.field]]
name = "author"
select = [{ jsonpath = "$.user.name" }]"#;

#[test]
fn a_timeline_is_read_back_and_then_only_what_is_newer() {
    let newest = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(25));
    let shared = std::sync::Arc::clone(&newest);
    let site =
        Site::start(move |ask| timeline(ask, shared.load(std::sync::atomic::Ordering::SeqCst)));
    let bench = Bench::new();
    let id = bench.add(&rule("api", &site.url("/t?count=10"), TIMELINE));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    let expected: Vec<String> = (1..=25).rev().map(|n| format!("Post {n}")).collect();
    assert_eq!(bench.titles(id), expected);
    assert_eq!(bench.records(id)[0].record.author, "Ann");
    newest.store(28, std::sync::atomic::Ordering::SeqCst);
    let again = bench.run(id);
    assert_eq!(
        (again.end, again.progress.records_new),
        (RunEnd::Finished, 3)
    );
    assert_eq!(
        site.asked("/t?count=10"),
        1,
        "the second run asks for what is newer"
    );
}

#[test]
fn interfaces_are_paged_by_cursor_header_and_number() {
    let site = Site::start(|ask| {
        let page = |from: u32, more: &str| {
            let items: Vec<String> = (from..from + 2)
                .map(|n| format!("{{\"id\":{n},\"name\":\"<b>{n}</b>\"}}"))
                .collect();
            json(&format!("{{\"items\":[{}]{more}}}", items.join(",")))
        };
        match ask.path.as_str() {
            "/c" => page(1, ",\"next\":\"a b\""),
            "/c?cursor=a+b" => page(3, ",\"next\":\"0\""),
            "/h" => page(1, "").with("link", "</h?p=2>; rel=\"next\""),
            "/h?p=2" => page(3, ""),
            "/n?offset=0" => page(1, ""),
            "/n?offset=2" => page(3, ""),
            "/n?offset=4" => json("{\"items\":[]}"),
            "/l" => Reply::status(
                200,
                "{\"id\":1,\"name\":\"1\"}\n{\"id\":2,\"name\":\"2\"}\n{\"id\"",
            )
            .with("content-type", "application/x-ndjson"),
            _ => Reply::status(404, ""),
        }
    });
    let bench = Bench::new();
    let check = |name: &str, path: &str, item: &str, next: &str, count: usize| {
        let more = format!(
            "[api]\nitem = {{ jsonpath = \"{item}\" }}\n{next}\n[[api.field]]\nname = \"title\"\n\
             select = [{{ jsonpath = \"$.name\" }}]"
        );
        let id = bench.add(&rule("api", &site.url(path), &more).replace("Test", name));
        let ended = bench.run(id);
        assert_eq!(ended.end, RunEnd::Finished, "{name} {ended:?}");
        assert_eq!(bench.records(id).len(), count, "{name}");
    };
    let items = "$.items[*]";
    check(
        "cursor",
        "/c",
        items,
        "next = { cursor = \"$.next\", put = \"cursor={cursor}\" }",
        4,
    );
    check("header", "/h", items, "next = \"auto\"", 4);
    check(
        "number",
        "/n?offset=0",
        items,
        "next = { pages = \"?offset={n}\", from = 2, step = 2 }",
        4,
    );
    check("lines", "/l", "$[*]", "", 2);
}

#[test]
fn an_interface_with_links_leads_to_pages() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/api" => json(r#"[{"url":"/a1","topic":"News"},{"url":"/a2"}]"#),
        path => article(path),
    });
    let bench = Bench::new();
    let more = "[api]\nitem = { jsonpath = \"$[*]\" }\nlink = { jsonpath = \"$.url\" }\npages = true\n\
        [[api.field]]\nname = \"topic\"\nselect = [{ jsonpath = \"$.topic\" }]\n\
        [[field]]\nname = \"title\"\nselect = [{ css = \"h1\" }]";
    let id = bench.add(&rule("api", &site.url("/api"), more));
    bench.run(id);
    assert_eq!(bench.titles(id), ["Title 1", "Title 2"]);
    assert_eq!(field(&bench, id, "topic"), ["News", ""]);
}

#[test]
fn a_limit_told_in_headers_is_waited_for() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/api" => json(r#"{"next":"/api?p=2","items":[{"id":1}]}"#)
            .with("x-ratelimit-remaining", "0")
            .with("x-ratelimit-reset", "1"),
        _ => json(r#"{"items":[{"id":2}]}"#),
    });
    let bench = Bench::new();
    let more = "[api]\nitem = { jsonpath = \"$.items[*]\" }\nnext = { jsonpath = \"$.next\" }\n\
        [[api.field]]\nname = \"title\"\nselect = [{ jsonpath = \"$.id\" }]";
    let id = bench.add(&rule("api", &site.url("/api"), more));
    let began = std::time::Instant::now();
    bench.run(id);
    assert!(began.elapsed() >= std::time::Duration::from_millis(900));
    assert_eq!(bench.titles(id), ["1", "2"]);
}

#[test]
fn addresses_come_out_of_a_file() {
    let site = Site::start(|ask| article(&ask.path));
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench::on(Store::create(&folder.path().join("p.bower")).unwrap());
    let more = "[pages]\nfile = \"list.csv\"\ncolumn = \"page\"\nkeep = [\"topic\"]\n\
        [[field]]\nname = \"title\"\nselect = [{ css = \"h1\" }]";
    let id = bench.add(&rule("pages", "", more));
    let missing = bench.run(id);
    assert_eq!(missing.end, RunEnd::Failed);
    assert!(format!("{:?}", missing.message).contains("engine-addresses-unreadable"));
    let lines = format!(
        "topic,page\nNews,{}\n,{}\n",
        site.url("/a1"),
        site.url("/a2")
    );
    std::fs::write(folder.path().join("list.csv"), lines).unwrap();
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.titles(id), ["Title 1", "Title 2"]);
    assert_eq!(field(&bench, id, "topic"), ["News", ""]);
}

/// A site of sections, articles and a calendar without end.
fn whole(ask: &Ask) -> Reply {
    let path = ask.path.as_str();
    let links = |links: &[&str]| -> String {
        links
            .iter()
            .map(|link| format!("<a href='{link}'>x</a> "))
            .collect()
    };
    match path {
        "/" => Reply::html(links(&[
            "/s1",
            "/s2",
            "/cal?d=0",
            "/pic.png",
            "http://other.example/",
        ])),
        "/s1" => Reply::html(links(&["/a1", "/a2", "/"])),
        "/s2" => Reply::html(links(&["/a3", "/s2/s2/s2/s2"])),
        _ => match path
            .strip_prefix("/cal?d=")
            .map(|d| d.parse::<u32>().unwrap())
        {
            Some(day) => Reply::html(format!(
                "<h2>Day {day}</h2><p>No events on this day</p><a href='/cal?d={}'>Next day</a>",
                day + 1
            )),
            None => article(path),
        },
    }
}

#[test]
fn a_site_is_crawled_without_falling_into_traps() {
    let site = Site::start(whole);
    let bench = Bench::new();
    let more = "[crawl]\nrecords = ['/a\\d+$']\nmax_depth = 1000\n\
        [[field]]\nname = \"title\"\nselect = [{ css = \"h1\" }]\nrequired = true";
    let id = bench.add(&rule("crawl", &site.url("/"), more));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    let mut titles = bench.titles(id);
    titles.sort();
    assert_eq!(titles, ["Title 1", "Title 2", "Title 3"]);
    assert!(ended.progress.pages_ok < 60, "{}", ended.progress.pages_ok);
    assert_eq!(site.asked("/pic.png") + site.asked("/s2/s2/s2/s2"), 0);
    // Only the start page is asked again for what is new.
    let again = bench.run(id);
    assert_eq!(
        (again.progress.pages_ok, again.progress.records_new),
        (1, 0)
    );
}

#[test]
fn a_crawl_keeps_to_its_limits() {
    let site = Site::start(whole);
    let bench = Bench::new();
    let needed = "[crawl]\nrecords = ['/a\\d+$']\nallow = ['/s1$']\nfollow = \"needed\"\n\
        [[field]]\nname = \"title\"\nselect = [{ css = \"h1\" }]";
    let id = bench.add(&rule("crawl", &site.url("/"), needed));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.titles(id), ["Title 1", "Title 2"]);
    assert_eq!(site.asked("/s2") + site.asked("/cal?d=0"), 0);

    let few = rule("crawl", &site.url("/"), "[crawl]\nmax_pages = 2").replace("Test", "Few");
    let id = bench.add(&few);
    let ended = bench.run(id);
    assert_eq!((ended.end, ended.progress.pages_ok), (RunEnd::Limited, 2));
}

#[test]
fn lists_keep_their_fields_over_many_starts() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/list1" => {
            Reply::html("<li><a href=/a2>x</a><i>B</i></li><li><a href=/a1>x</a><i>A</i></li>")
        }
        "/list2" => Reply::html("<li><a href=/a3>x</a><i>C</i></li>"),
        path => article(path),
    });
    let bench = Bench::new();
    let more = "[list]\nitem = { css = \"li\" }\nlink = { css = \"a\" }\n[[list.field]]\nname = \"mark\"\n\
        select = [{ css = \"i\" }]\n[[field]]\nname = \"title\"\nselect = [{ css = \"h1\" }]";
    let id = bench.add(&rule("list", &site.url("/list[1-2]"), more));
    bench.run(id);
    assert_eq!(bench.titles(id), ["Title 2", "Title 1", "Title 3"]);
    assert_eq!(field(&bench, id, "mark"), ["B", "A", "C"]);
    let value = &bench.records(id)[0].record.fields[0].1;
    assert_eq!(*value, Value::One("B".to_owned()));
}

#[test]
fn an_address_is_enough_for_a_source() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => Reply::html(
            "<head><title>Front</title><link rel=alternate type=application/atom+xml href=/feed></head>",
        ),
        "/feed" => feed_of(&[1], ""),
        "/map" => xml("<urlset><url><loc>http://a.example/</loc></url></urlset>".to_owned()),
        _ => Reply::html("<p>Neither</p>"),
    });
    let kind = |path: &str| {
        let text = single_page::rule_for_address(&site.url(path)).ok()?;
        let rule = parse(&text.rule_toml).expect("a rule");
        Some((rule.file().site.kind, rule.file().site.name.clone()))
    };
    let known = |kind: SourceKind, name: &str| Some((kind, name.to_owned()));
    assert_eq!(kind("/"), known(SourceKind::Feed, "Front"));
    assert_eq!(kind("/feed"), known(SourceKind::Feed, "T"));
    assert_eq!(kind("/map"), known(SourceKind::Sitemap, "127.0.0.1"));
    assert_eq!(kind("/other"), None);
}

#[test]
fn visited_pages_become_a_site() {
    let site = Site::start(|ask| article(&ask.path));
    let bench = Bench::new();
    bench.send(Command::Site(SiteCommand::AddSource {
        kind: SourceKind::Pages,
        title: "Two\u{7} pages ".to_owned(),
        urls: vec![site.url("/a2"), site.url("/a1")],
    }));
    bench.wait(|event| matches!(event, Event::SitesChanged).then_some(()));
    let added = bench.engine.query().sites().unwrap().remove(0);
    assert_eq!(added.name, "Two pages");
    let id = added.id;
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    let urls: Vec<String> = bench
        .records(id)
        .into_iter()
        .map(|r| r.record.url)
        .collect();
    assert_eq!(urls, [site.url("/a2"), site.url("/a1")]);
}

#[test]
fn an_interface_is_asked_by_post_with_its_pages_in_the_body() {
    let site = Site::start(|ask| {
        assert_eq!(
            (ask.method.as_str(), ask.path.as_str()),
            ("POST", "/graph?k=1")
        );
        assert_eq!(ask.header("content-type"), "application/json");
        assert_eq!(ask.header("x-client"), "reader");
        match ask.body.as_str() {
            r#"{"q": "loans of 1", "page": 1}"# => {
                json(r#"{"items":[{"id":1,"t":"One"},{"id":2,"t":"Two"}]}"#)
            }
            r#"{"q": "loans of 2", "page": 2}"# => json(r#"{"items":[{"id":3,"t":"Three"}]}"#),
            r#"{"q": "loans of 3", "page": 3}"# => json(r#"{"items":[]}"#),
            body => panic!("{body}"),
        }
    });
    let api = r#"[network]
headers = { X-Client = "reader" }
[api]
item = { jsonpath = "$.items[*]" }
body = '{"q": "loans of {page}", "page": {page}}'
next = { pages = "?k=1&page={n}", max_pages = 5 }
[[api.field]]
name = "title"
select = [{ jsonpath = "$.t" }]"#;
    let bench = Bench::new();
    let id = bench.add(&rule("api", &site.url("/graph?k=1&page=1"), api));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.titles(id), ["One", "Two", "Three"]);
    assert_eq!(site.asked("/graph?k=1"), 3);

    // The workbench asks as a run does, and keeps the address by which it asked.
    let second = site.url("/graph?k=1&page=2");
    bench.send(Command::Page(PageCommand::Open {
        ticket: PageTicket(1),
        url: second.clone(),
        site: Some(id),
        egress: bowerbird::engine::PageEgress::Usual,
        login: bowerbird::engine::PageLogin::Usual,
        width: 800,
        scale: 1.0,
    }));
    let page = bench.wait(|event| match event {
        Event::PageOpened { page, .. } => Some(Ok(page)),
        Event::PageFailed { message, .. } => Some(Err(message)),
        _ => None,
    });
    let page = page.expect("an answer");
    assert_eq!((page.status, page.url), (200, second));
    assert_eq!(site.asked("/graph?k=1"), 4);
}
