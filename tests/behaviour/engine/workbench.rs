//! Single pages through the engine, and the crawl without a project.

use std::time::Duration;

use bowerbird::engine::crawl::{CrawlOptions, crawl_site};
use bowerbird::engine::types::{Message, PageState, ProxyHealth, Selector, SelectorKind, Take};
use bowerbird::engine::{
    AuthoringCommand, Command, Event, OpenedPage, PageCommand, PageEgress, PageTicket,
    SelectorDraft,
};

use super::support::bench::Bench;
use super::support::server::{Reply, Site, dead_address, start_proxy};
use super::{article, list, list_rule};

#[test]
fn an_opened_page_is_picked_selected_and_tried_even_without_a_picture() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 5, Some("/2")),
        path => article(path),
    });
    let bench = Bench::new();
    let ticket = PageTicket(7);
    bench.send(Command::Page(PageCommand::Open {
        ticket,
        url: site.url("/").replace("http://", ""),
        site: None,
        egress: PageEgress::Usual,
        login: bowerbird::engine::PageLogin::Usual,
        width: 800,
        scale: 1.0,
    }));
    let page = bench.wait(|event| match event {
        Event::PageOpened { page, .. } => Some(page),
        Event::PageFailed { message, .. } => panic!("{message:?}"),
        _ => None,
    });
    assert_eq!((page.title.as_str(), page.status), ("List", 200));
    assert_eq!(page.verdict.state, PageState::Ok);
    // The bench has no worker to draw it.
    bench.wait(|event| matches!(event, Event::PageNotDrawn { .. }).then_some(()));

    let selector = |source: &str| {
        Command::Page(PageCommand::Select {
            ticket,
            selector: SelectorDraft {
                kind: SelectorKind::Css,
                source: source.to_owned(),
                take: Take::Text,
            },
        })
    };
    bench.send(selector("li a"));
    let result = bench.wait(|event| match event {
        Event::Selection { result, .. } => Some(result),
        _ => None,
    });
    assert_eq!((result.count, result.error), (5, None));
    let element = result.matches[0].element.unwrap();
    bench.send(Command::Page(PageCommand::Pick { ticket, element }));
    let picked = bench.wait(|event| match event {
        Event::Picked { picked, .. } => Some(picked),
        _ => None,
    });
    assert_eq!(
        (picked.tag.as_str(), picked.text.as_str()),
        ("a", "Article 0")
    );
    bench.send(selector("li >> a"));
    let broken = bench.wait(|event| match event {
        Event::Selection { result, .. } => Some(result),
        _ => None,
    });
    assert!(broken.error.is_some() && broken.count == 0);

    bench.send(Command::Authoring(AuthoringCommand::TryRule {
        ticket,
        rule_toml: list_rule(&site.url("/"), "delay = '0s'"),
    }));
    let (items, next) = bench.wait(|event| match event {
        Event::RuleTried { items, next, .. } => Some((items, next)),
        _ => None,
    });
    assert_eq!(items.len(), 5);
    assert_eq!(items[4].0, site.url("/a4"));
    assert_eq!(next, Some(site.url("/2")));
    bench.send(Command::Page(PageCommand::Close { ticket }));
}

fn open_by(bench: &Bench, number: u64, url: &str, egress: PageEgress) -> OpenedPage {
    let ticket = PageTicket(number);
    bench.send(Command::Page(PageCommand::Open {
        ticket,
        url: url.to_owned(),
        site: None,
        egress,
        login: bowerbird::engine::PageLogin::Usual,
        width: 800,
        scale: 1.0,
    }));
    bench.wait(|event| match event {
        Event::PageOpened { ticket: at, page } if at == ticket => Some(page),
        Event::PageFailed { message, .. } => panic!("{message:?}"),
        _ => None,
    })
}

#[test]
fn a_blocked_page_is_opened_through_the_pool_and_its_host_stays_there() {
    let site = Site::start(|ask| match ask.through_proxy() {
        true => article(&ask.path),
        false => Reply::status(403, "<title>Access denied</title><h1>Access denied</h1>"),
    });
    let bench = Bench::new();
    let url = site.url("/a1");
    let page = open_by(&bench, 1, &url, PageEgress::Usual);
    assert_eq!((page.verdict.state, page.proxy), (PageState::Blocked, None));
    // Without a proxy nothing changes.
    let page = open_by(&bench, 2, &url, PageEgress::Pool);
    assert_eq!((page.verdict.state, page.proxy), (PageState::Blocked, None));

    bench.add_proxy("dead", &dead_address());
    bench.add_proxy("way out", &start_proxy());
    // A direct request stays one until the person asks for the pool.
    let page = open_by(&bench, 3, &url, PageEgress::Usual);
    assert_eq!(page.proxy, None);
    let page = open_by(&bench, 4, &url, PageEgress::Pool);
    assert_eq!(page.verdict.state, PageState::Ok);
    assert_eq!(page.proxy.as_deref(), Some("way out"));
    let other = open_by(&bench, 5, &site.url("/a2"), PageEgress::Usual);
    assert_eq!(other.proxy.as_deref(), Some("way out"));

    let (good, dead) = (bench.proxy("way out"), bench.proxy("dead"));
    assert_eq!((good.health, good.uses_ok), (ProxyHealth::Good, 2));
    assert!(dead.health == ProxyHealth::Faulty && dead.fault.is_some());
}

#[test]
fn a_page_that_only_scripts_fill_is_no_good_answer() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/app" => Reply::html(
            "<html><head><title>App</title><script src=/app.js></script></head><body>\
             <noscript>You need to enable JavaScript to run this app.</noscript>\
             <div id=root></div></body></html>",
        ),
        path => article(path),
    });
    let bench = Bench::new();
    let page = open_by(&bench, 1, &site.url("/app"), PageEgress::Usual);
    assert_eq!(page.verdict.state, PageState::NeedsBrowser);
    assert_eq!(page.verdict.evidence[0].signal, "script-shell");
    let page = open_by(&bench, 2, &site.url("/a1"), PageEgress::Usual);
    assert_eq!(page.verdict.state, PageState::Ok);
}

/// Why an address cannot be opened, and what it is told to be.
fn refused(bench: &Bench, url: &str) -> Message {
    bench.send(Command::Page(PageCommand::Open {
        ticket: PageTicket(1),
        url: url.to_owned(),
        site: None,
        egress: PageEgress::Usual,
        login: bowerbird::engine::PageLogin::Usual,
        width: 800,
        scale: 1.0,
    }));
    bench.wait(|event| match event {
        Event::PageFailed { message, .. } => Some(message),
        Event::PageOpened { .. } => panic!("{url} was opened"),
        _ => None,
    })
}

#[test]
fn an_address_that_cannot_be_opened_says_why() {
    let bench = Bench::new();
    assert_eq!(
        refused(&bench, "ftp://example.org/").id,
        "engine-bad-scheme"
    );
}

#[test]
fn a_picture_or_a_pdf_is_named_instead_of_being_read_as_text() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/a.png" => Reply::status(200, &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..]),
        _ => Reply::status(200, "%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj"),
    });
    let bench = Bench::new();
    for (path, kind) in [("/a.png", "engine-kind-picture"), ("/a", "engine-kind-pdf")] {
        let message = refused(&bench, &site.url(path));
        assert_eq!(message.id, "engine-no-page");
        assert!(format!("{message:?}").contains(kind), "{message:?}");
    }
}

#[test]
fn a_whole_site_is_crawled_each_page_once_and_inside_its_scope() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => Reply::html(
            "<title> Home </title><h1>Welcome</h1><a href='/a1#top'>1</a><a href='/a1'>1</a>\
             <a href='/moved'>m</a><a href='/file.pdf'>pdf</a><a href='/gone'>x</a>\
             <a href='mailto:a@b.c'>mail</a><a href='http://127.0.0.1:9/'>out</a>\
             <a href='/private/1'>p</a>",
        ),
        "/moved" => Reply::redirect("/a2"),
        "/a2" => Reply::html("<title>Two</title><a href='/'>home</a><a href='/a1'>1</a>"),
        "/file.pdf" => Reply::status(200, "%PDF-1.4").with("content-type", "application/pdf"),
        path => article(path),
    });
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.jsonl");
    let options = CrawlOptions {
        start: site.url("/"),
        out: out.clone(),
        concurrency: 4,
        delay: Duration::ZERO,
        robots: true,
        fields: vec![(
            "text".to_owned(),
            Selector::compile(SelectorKind::Css, ".text").unwrap(),
        )],
        allow: Vec::new(),
        deny: vec!["/private/".to_owned()],
        max_pages: None,
        max_depth: None,
        ..CrawlOptions::default()
    };
    let report = crawl_site(options, &mut |_| true).unwrap();
    assert_eq!(
        (report.progress.pages, report.progress.failed),
        (3, 1),
        "{report:?}"
    );
    let text = std::fs::read_to_string(&out).unwrap();
    let mut lines: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    lines.sort_by_key(|line| line["url"].to_string());
    let urls: Vec<&str> = lines.iter().map(|l| l["url"].as_str().unwrap()).collect();
    assert_eq!(urls, [site.url("/"), site.url("/a1"), site.url("/a2")]);
    assert_eq!(lines[0]["title"], "Home");
    assert_eq!(
        (&lines[0]["h1"], &lines[0]["links"]),
        (&"Welcome".into(), &8.into())
    );
    assert_eq!(lines[1]["h1"], "Title 1");
    assert!(
        lines[1]["text"]
            .as_str()
            .unwrap()
            .starts_with("Text of article 1")
    );
    assert_eq!((site.asked("/a1"), site.asked("/private/1")), (1, 0));
}

#[test]
fn blank_and_missing_pages_hold_nothing_to_collect() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/blank" => Reply::html("<html><head><title>A name</title></head><body></body></html>"),
        path => article(path),
    });
    let bench = Bench::new();
    let has_content = |number: u64, path: &str| {
        open_by(&bench, number, &site.url(path), PageEgress::Usual).has_content()
    };
    assert!(has_content(1, "/a1"));
    assert!(!has_content(2, "/blank"));
    assert!(!has_content(3, "/none"));

    let addresses = ["/a1", "/blank"].map(|path| format!("{:?}", site.url(path)));
    let id = bench.add(&format!(
        "[site]\nname = \"Pages\"\nkind = \"pages\"\nstart = [{}]\n[politeness]\ndelay = '0s'\n",
        addresses.join(", ")
    ));
    bench.run(id);
    let records = bench.records(id);
    let urls: Vec<&str> = records
        .iter()
        .map(|kept| kept.record.url.as_str())
        .collect();
    assert_eq!(urls, [site.url("/a1")], "no empty article is stored");
}
