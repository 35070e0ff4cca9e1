//! Sites that keep some visitors out in sly ways, and proxies that do not help: what is collected
//! in the end is whole, and the right one is blamed.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use bowerbird::engine::types::{PageState, ProxyHealth, RunEnd};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site, start_proxy};
use crate::engine::{article, list, list_rule};

const LISTS: usize = 3;

/// Lists of five articles each.
fn whole(ask: &Ask) -> Reply {
    let number = match ask.path.as_str() {
        "/" => Some(0),
        path => path.strip_prefix("/list").and_then(|n| n.parse().ok()),
    };
    match number {
        Some(n) => {
            let next = (n + 1 < LISTS).then(|| format!("/list{}", n + 1));
            list(n * 5, n * 5 + 5, next.as_deref())
        }
        None => article(&ask.path),
    }
}

#[test]
fn lists_that_were_the_front_page_are_read_through_the_next_exit() {
    let site = Site::start(|ask| match ask.through_proxy() {
        true => whole(ask),
        // Whoever is banned is sent the front page, whatever was asked for.
        false => list(0, 5, Some("/list1")),
    });
    let bench = Bench::new();
    bench.add_proxy("way out", &start_proxy());
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), LISTS * 5);
    assert_eq!(bench.status(id).state, PageState::Ok);
}

#[test]
fn a_list_that_ends_in_its_last_page_for_ever_ends() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 5, Some("/list1")),
        "/list1" => list(5, 10, Some("/list2")),
        path if path.starts_with("/list") => list(5, 10, Some("/list2")),
        path => article(path),
    });
    let bench = Bench::new();
    bench.add_proxy("way out", &start_proxy());
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.progress.pages_failed),
        (RunEnd::Finished, 0),
        "{ended:?}"
    );
    assert_eq!(bench.records(id).len(), 10);
    assert_eq!(bench.status(id).state, PageState::Ok);
}

/// A proxy that answers everything itself.
fn answering(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            while lines
                .next()
                .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
            {}
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    format!("http://{address}")
}

#[test]
fn proxies_that_answer_themselves_cost_no_page() {
    let site = Site::with_robots(Some("User-agent: *\nDisallow: /private"), |ask| {
        match ask.through_proxy() {
            true => whole(ask),
            false => Reply::status(403, "<h1>Your address is blocked</h1>"),
        }
    });
    let bench = Bench::new();
    bench.add_proxy(
        "gateway",
        &answering(
            "HTTP/1.1 504 Gateway Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        ),
    );
    bench.add_proxy(
        "portal",
        &answering(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 95\r\nConnection: close\r\n\r\n\
             <html><title>Hotel Wi-Fi</title><p>Please accept the terms and conditions of use</p>\n</html>   ",
        ),
    );
    bench.add_proxy("way out", &start_proxy());
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), LISTS * 5);
    assert_ne!(bench.proxy("gateway").health, ProxyHealth::Good);
    assert_ne!(bench.proxy("portal").health, ProxyHealth::Good);
}

#[test]
fn a_user_agent_that_is_refused_is_named() {
    let site = Site::start(|ask| match ask.header("user-agent").contains("python") {
        true => Reply::status(403, "<h1>Forbidden</h1>"),
        false => whole(ask),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let agent = format!("{rule}\n[network]\nuser_agent = \"python-requests/2.32\"\n");
    let id = bench.add(&agent);
    assert_eq!(bench.run(id).end, RunEnd::Blocked);
    let status = bench.status(id);
    assert_eq!(status.state, PageState::Blocked);
    assert_eq!(status.reason.id, "detect-blocked-agent");
    let named = status
        .evidence
        .iter()
        .any(|e| e.matched == "python-requests/2.32");
    assert!(named, "{:?}", status.evidence);
}
