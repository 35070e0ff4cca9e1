//! robots.txt as served by sites.

use super::super::{ProxyRoute, RobotsVerdict};
use super::*;
use bowerbird_logic::model::ProxyId;

fn asks(fetcher: &Fetcher, server: &Server, path: &str) -> RobotsVerdict {
    run(fetcher.robots(&session(), &server.url(path)))
}

fn serving(bytes: Vec<u8>) -> Server {
    Server::new(move |_| bytes.clone())
}

#[test]
fn a_file_is_asked_for_once_and_obeyed() {
    let file = "User-agent: *\nDisallow: /\n\nUser-agent: BOWERBIRD\nDisallow: /private\nCrawl-delay: 2.5\nSitemap: http://a.example/s.xml\n";
    let server = serving(answer("200 OK", file));
    let fetcher = Fetcher::new(short());
    assert!(asks(&fetcher, &server, "/open?x").allowed);
    let refused = asks(&fetcher, &server, "/private/1");
    assert!(!refused.allowed && !refused.unreachable);
    assert_eq!(refused.rule.as_deref(), Some("Disallow: /private"));
    assert_eq!(refused.crawl_delay, Some(Duration::from_millis(2500)));
    let sitemaps = run(fetcher.sitemaps(&session(), &server.url("/")));
    assert_eq!(sitemaps, ["http://a.example/s.xml"]);
    assert_eq!(server.requests().len(), 1);
    assert_eq!(server.requests()[0].target, "/robots.txt");
}

#[test]
fn no_file_allows_and_a_failing_site_forbids() {
    let check = |server: &Server, allowed: bool, unreachable: bool, status: Option<u16>| {
        let fetcher = Fetcher::new(short());
        let verdict = asks(&fetcher, server, "/x");
        let found = (verdict.allowed, verdict.unreachable, verdict.status);
        assert_eq!(found, (allowed, unreachable, status));
        assert_eq!(asks(&fetcher, server, "/y"), verdict);
        assert_eq!(server.requests().len(), 1, "the answer is kept");
        verdict
    };
    check(
        &serving(answer("404 Not Found", "<h1>no</h1>")),
        true,
        false,
        Some(404),
    );
    check(
        &serving(answer("403 Forbidden", "")),
        true,
        false,
        Some(403),
    );
    check(&serving(answer("503 Busy", "")), false, true, Some(503));
    let dropped = check(&Server::raw(|_, _| false), false, true, None);
    assert!(matches!(dropped.fault, Some(FetchError::Dropped { .. })));
}

#[test]
fn what_the_file_said_last_counts_while_it_cannot_be_had() {
    let server = Server::new(|request| match request.header("user-agent") {
        Some("second") => answer("503 Busy", ""),
        _ => answer("200 OK", "User-agent: *\nDisallow: /x"),
    });
    let fetcher = Fetcher::new(short());
    assert!(!asks(&fetcher, &server, "/x").allowed);
    run(fetcher.inner.robots.expire(&server.url("/")));
    let second = Session::new(None, None, Some("second".to_owned())).reaching(HERE);
    let later = |path: &str| run(fetcher.robots(&second, &server.url(path)));
    let verdict = later("/x");
    assert!(!verdict.allowed && !verdict.unreachable, "{verdict:?}");
    assert!(later("/y").allowed);
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn redirects_are_followed_up_to_five() {
    let server = Server::new(|request| match request.target.as_str() {
        "/r5" => answer("200 OK", "User-agent: *\nDisallow: /x"),
        "/robots.txt" => redirect("/r1"),
        path => {
            let step: u8 = path.trim_start_matches("/r").parse().unwrap();
            redirect(&format!("/r{}", step + 1))
        }
    });
    assert!(!asks(&Fetcher::new(short()), &server, "/x").allowed);
    assert_eq!(server.requests().len(), 6);
    let endless = Server::new(|request| redirect(&format!("{}x", request.target)));
    assert!(asks(&Fetcher::new(short()), &endless, "/x").allowed);
    assert_eq!(endless.requests().len(), 6);
}

#[test]
fn long_files_count_up_to_the_limit() {
    let mut file = "User-agent: *\nDisallow: /early\n".to_owned();
    file.push_str(&"#".repeat(600 * 1024));
    file.push_str("\nDisallow: /late\n");
    let server = serving(answer("200 OK", file));
    let fetcher = Fetcher::new(short());
    assert!(!asks(&fetcher, &server, "/early").allowed);
    assert!(asks(&fetcher, &server, "/late").allowed);
}

#[test]
fn tasks_that_ask_together_send_one_request() {
    let server = serving(answer("200 OK", "User-agent: *\nDisallow: /x"));
    let fetcher = Fetcher::new(short());
    let (session, url) = (session(), server.url("/x"));
    let asked = (0..8).map(|_| fetcher.robots(&session, &url));
    let verdicts = run(futures_util::future::join_all(asked));
    assert!(verdicts.iter().all(|v| !v.allowed));
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_portal_in_place_of_the_file_counts_for_its_proxy_alone() {
    let site = serving(answer("200 OK", "User-agent: *\nDisallow: /"));
    let portal = serving(answer(
        "200 OK",
        "<html><title>Wi-Fi</title>Accept the terms",
    ));
    let fetcher = Fetcher::new(short());
    let route = ProxyRoute::new(ProxyId(1), portal.url(""), None);
    let through = Session::new(Some(route), None, None).reaching(HERE);
    assert!(run(fetcher.robots(&through, &site.url("/x"))).allowed);
    assert!(!run(fetcher.robots(&session(), &site.url("/x"))).allowed);
}
