//! robots.txt for every address that is asked for: behind redirects, on other hosts, for pictures; and a
//! robots.txt that cannot be had for a while.

use std::sync::Arc;
use std::time::Duration;

use bowerbird::engine::crawl::{CrawlOptions, crawl_site};
use bowerbird::engine::types::{PageState, RunEnd};
use bowerbird::engine::{Command, Event, PageCommand, PageTicket, TextCommand, single_page};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};
use crate::engine::{article, list, list_rule};

const HERE: &str = "127.0.0.1:0";
const THERE: &str = "127.0.0.2:0";

fn text(text: &str) -> Reply {
    Reply::status(200, text).with("content-type", "text/plain")
}

/// A site that forbids all of itself.
fn closed() -> Site {
    Site::whole(THERE, |ask| match ask.path.as_str() {
        "/robots.txt" => text("User-agent: *\nDisallow: /\n"),
        _ => article("/a9"),
    })
}

/// Of five articles, one leads to what this site forbids and two to what another one does.
fn leading_away(other: &Site) -> Site {
    let other = other.url("/a9");
    Site::whole(HERE, move |ask| match ask.path.as_str() {
        "/robots.txt" => text("User-agent: *\nDisallow: /private\n"),
        "/" => list(0, 5, None),
        "/a1" => Reply::redirect("/private/a1"),
        "/a2" | "/a3" => Reply::redirect(&other),
        path => article(path),
    })
}

#[test]
fn no_redirect_leads_a_run_past_robots_txt() {
    let other = closed();
    let site = leading_away(&other);
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.progress.pages_failed),
        (RunEnd::Finished, 3),
        "{ended:?}"
    );
    assert_eq!(bench.records(id).len(), 2);
    assert_eq!((site.asked("/private/a1"), other.asked("/a9")), (0, 0));
    let files = (site.asked("/robots.txt"), other.asked("/robots.txt"));
    assert_eq!(files, (1, 1), "each file is asked for once");
    assert_eq!(bench.status(id).state, PageState::Ok, "the site answers");

    let rule = list_rule(&site.url("/"), "delay = '0s'\nrobots = false").replace("Test", "Free");
    let free = bench.add(&rule);
    bench.run(free);
    let asked = (site.asked("/private/a1"), other.asked("/a9"));
    assert!(asked.0 > 0 && asked.1 > 0, "{asked:?}");
}

#[test]
fn a_crawl_and_an_extraction_heed_robots_txt_behind_redirects() {
    let other = closed();
    let site = leading_away(&other);
    let folder = tempfile::tempdir().unwrap();
    let options = |robots| CrawlOptions {
        start: site.url("/"),
        out: folder.path().join("out.jsonl"),
        concurrency: 1,
        delay: Duration::ZERO,
        robots,
        ..CrawlOptions::default()
    };
    let report = crawl_site(options(true), &mut |_| true).unwrap();
    assert_eq!(
        (report.progress.pages, report.progress.failed),
        (3, 0),
        "{report:?}"
    );
    assert_eq!((site.asked("/private/a1"), other.asked("/a9")), (0, 0));
    assert_eq!(other.asked("/robots.txt"), 1);

    for (path, says) in [
        ("/a1", "/private"),
        ("/a2", "Disallow: /"),
        ("/private/a1", "/private"),
    ] {
        let refused = single_page::load_collected(&site.url(path), None, true);
        let said = refused.err().expect(path).to_string();
        assert!(said.contains(says) && said.contains("robots.txt"), "{said}");
    }
    assert_eq!((site.asked("/private/a1"), other.asked("/a9")), (0, 0));
    let page = single_page::load_collected(&site.url("/a1"), None, false).unwrap();
    assert_eq!(page.status, 404, "asked for all the same");
}

#[test]
fn pictures_for_the_reader_heed_the_robots_txt_of_their_host() {
    let other = closed();
    let picture = other.url("/wheel.png");
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => list(0, 1, None),
        _ => Reply::html(format!(
            "<html><h1>The old mill</h1><div class=text><p>The old mill was opened again on Sunday \
             after three years of work.</p><figure><img src='{picture}' alt='The wheel'></figure>\
             <p>Its wheel turns from May to October.</p></div>"
        )),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    bench.run(id);
    let of = bench.records(id)[0].id;
    bench.send(Command::Texts(TextCommand::Pictures(of)));
    let came = bench.wait(|event| match event {
        Event::Pictures { record, pictures } if record == of => Some(pictures),
        _ => None,
    });
    assert_eq!((came.len(), came[0].size), (1, None), "{came:?}");
    assert_eq!(
        (other.asked("/wheel.png"), other.asked("/robots.txt")),
        (0, 1)
    );
}

#[test]
fn a_person_may_look_at_a_page_that_robots_txt_forbids_and_is_told() {
    let other = closed();
    let site = leading_away(&other);
    let bench = Bench::new();
    let open = |number: u64, path: &str| {
        bench.send(Command::Page(PageCommand::Open {
            ticket: PageTicket(number),
            url: site.url(path),
            site: None,
            egress: bowerbird::engine::PageEgress::Usual,
            login: bowerbird::engine::PageLogin::Usual,
            width: 800,
            scale: 1.0,
        }));
        bench.wait(|event| match event {
            Event::PageOpened { page, .. } => Some(page),
            Event::PageFailed { message, .. } => panic!("{message:?}"),
            _ => None,
        })
    };
    assert_eq!(open(1, "/a0").robots, None);
    let page = open(2, "/a2");
    assert_eq!(page.status, 200);
    assert_eq!(page.robots.unwrap().id, "engine-bench-robots-open");
}

#[test]
fn a_robots_txt_that_comes_after_all_is_no_outage() {
    for (status, bad) in [(404, 2), (200, 1)] {
        let site = Site::whole(HERE, move |ask| match ask.path.as_str() {
            "/robots.txt" if ask.before < bad => Reply::status(503, "busy"),
            "/robots.txt" => Reply::status(status, "User-agent: *\nDisallow: /a3\n"),
            "/" => list(0, 5, None),
            path => article(path),
        });
        let bench = Bench::new();
        let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
        let ended = bench.run(id);
        assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
        let expected = if status == 404 { 5 } else { 4 };
        assert_eq!(bench.records(id).len(), expected);
        assert_eq!(bench.status(id).state, PageState::Ok);
        assert_eq!(site.asked("/robots.txt"), bad + 1);
    }
}

#[test]
fn how_long_a_robots_txt_in_trouble_asks_to_wait_is_kept_and_said_once() {
    let site = Site::whole(HERE, |ask| match ask.path.as_str() {
        "/robots.txt" => Reply::status(503, "busy").with("retry-after", "2592000"),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nretries = 0"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Failed, "{ended:?}");
    let status = bench.status(id);
    let english = bowerbird::logic::messages::english;
    let (reason, next) = (english(&status.reason), english(&status.next.unwrap()));
    assert!(
        reason.contains("robots.txt") && reason.contains("503"),
        "{reason}"
    );
    assert!(
        !reason.contains("wait") && next.contains("30 days"),
        "{reason} {next}"
    );
    bench.run(id);
    assert_eq!(site.asked("/robots.txt"), 1, "not before that");
}

#[test]
fn a_login_page_that_robots_txt_forbids_is_still_a_login() {
    let site = Arc::new(Site::whole(HERE, |ask| match ask.path.as_str() {
        "/robots.txt" => text("User-agent: *\nDisallow: /login\n"),
        "/" => list(0, 3, None),
        path => Reply::redirect(&format!("/login?next={path}")),
    }));
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Blocked, "{ended:?}");
    assert_eq!(bench.status(id).state, PageState::LoginRequired);
}
