//! Failed and odd answers: `runs N --page URL` shows them as they were received, and asks nobody.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::command_line::Bench;
use crate::engine::support::server::{Ask, Reply, Site};

#[test]
fn a_failed_page_of_a_run_is_shown_as_it_was_received() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => Reply::html("<ul><li><a href=/good>Good</a><li><a href=/bad>Bad</a></ul>"),
        "/good" => Reply::html("<h1>Good</h1><p>A text that is long enough to be one.</p>"),
        "/bad" => {
            count.fetch_add(1, Ordering::SeqCst);
            Reply::status(404, "<h1>Gone fishing</h1>").with("x-cause", "the boat left")
        }
        _ => Reply::status(404, ""),
    });
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = \"Boats\"\nkind = \"list\"\nstart = [\"{}\"]\n[politeness]\ndelay = \"0s\"\n\
         [list]\nitem = {{ css = \"li\" }}\nlink = {{ css = \"a\" }}\n",
        site.url("/")
    );
    bench.write("boats.toml", &rule);
    bench.ok(&["site", "add", "boats.toml"]);
    bench.run(&["run"]);
    let before = asked.load(Ordering::SeqCst);
    assert!(before > 0, "it was asked for");
    let bad = site.url("/bad");
    let told = bench.ok(&["runs", "1", "--page", &bad]);
    assert!(told.contains("404"), "{told}");
    assert!(told.contains("x-cause: the boat left"), "{told}");
    assert!(told.contains("<h1>Gone fishing</h1>"), "{told}");
    let json = bench.json(&["runs", "1", "--page", &bad]);
    assert_eq!(json["status"], 404);
    assert_eq!(json["is_evidence"], true);
    assert_eq!(json["source"], "<h1>Gone fishing</h1>");
    assert_eq!(
        asked.load(Ordering::SeqCst),
        before,
        "nobody is asked again"
    );
    let none = bench.run(&["runs", "1", "--page", &site.url("/never")]);
    assert!(!none.status.success());
}

/// Serves `/` with a link to `/half`, of which only the beginning comes.
fn half_a_page() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(stream.try_clone().expect("a handle")).lines();
            let asked = lines.next().and_then(Result::ok).unwrap_or_default();
            while lines.next().is_some_and(|l| l.is_ok_and(|l| !l.is_empty())) {}
            let (status, body, length) = match asked.split(' ').nth(1) {
                Some("/") => ("200 OK", "<ul><li><a href=/half>Half</a></ul>", 35),
                Some("/half") => ("200 OK", "<h1>Half</h1><p>It begins", 5_000),
                _ => ("404 Not Found", "", 0),
            };
            let _ = write!(
                stream,
                "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nX-Part: one\r\n\
                 Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
            );
        }
    });
    at
}

#[test]
fn what_came_of_half_a_page_is_kept() {
    let site = half_a_page();
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = \"Half\"\nkind = \"list\"\nstart = [\"{site}/\"]\n[politeness]\ndelay = \"0s\"\n\
         retries = 0\n[list]\nitem = {{ css = \"li\" }}\nlink = {{ css = \"a\" }}\n",
    );
    bench.write("half.toml", &rule);
    bench.ok(&["site", "add", "half.toml"]);
    let ran = bench.run(&["run"]);
    assert_eq!(ran.status.code(), Some(3), "the run is incomplete");
    let json = bench.json(&["runs", "1", "--page", &format!("{site}/half")]);
    assert_eq!(json["source"], "<h1>Half</h1><p>It begins");
    assert_eq!(json["is_evidence"], true);
    let told = bench.ok(&["runs", "1", "--page", &format!("{site}/half")]);
    assert!(told.contains("x-part: one"), "{told}");
}

/// Serves `/` with links to pages of which each comes in part, or cannot be unpacked where no length is
/// announced.
fn pages_that_are_not_whole(body: &'static [u8], announced: Option<usize>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = format!("http://{}", listener.local_addr().expect("an address"));
    let links: String = (0..30)
        .map(|n| format!("<li><a href=/{n}>Part {n}</a>"))
        .collect();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(stream.try_clone().expect("a handle")).lines();
            let asked = lines.next().and_then(Result::ok).unwrap_or_default();
            while lines.next().is_some_and(|l| l.is_ok_and(|l| !l.is_empty())) {}
            let (status, body, length) = match asked.split(' ').nth(1) {
                Some("/") => ("200 OK", links.as_bytes(), Some(links.len())),
                Some("/robots.txt") => ("404 Not Found", &b""[..], Some(0)),
                _ => ("200 OK", body, announced),
            };
            let length = length.map(|length| format!("Content-Length: {length}\r\n"));
            let head = length.unwrap_or_else(|| "Content-Encoding: gzip\r\n".to_owned());
            let head = format!("{status}\r\nContent-Type: text/html\r\n{head}");
            let _ = write!(stream, "HTTP/1.1 {head}Connection: close\r\n\r\n");
            let _ = stream.write_all(body);
        }
    });
    at
}

#[test]
fn what_came_of_pages_that_are_not_whole_counts_towards_the_limit() {
    let text = "word ".repeat(10_000).into_bytes().leak();
    let noise = [0, 255, 1, 254].repeat(12_500).leak();
    for (body, announced) in [(text, Some(60_000)), (noise, None)] {
        let site = pages_that_are_not_whole(body, announced);
        let bench = Bench::new();
        let rule = format!(
            "[site]\nname = \"Parts\"\nkind = \"list\"\nstart = [\"{site}/\"]\n[politeness]\n\
             delay = \"0s\"\nretries = 0\nconcurrency = 1\n[list]\nitem = {{ css = \"li\" }}\n\
             link = {{ css = \"a\" }}\n",
        );
        bench.write("parts.toml", &rule);
        bench.ok(&["site", "add", "parts.toml"]);
        let told = bench.run(&["run", "--max-bytes", "150KB"]);
        let told = String::from_utf8_lossy(&told.stdout).into_owned();
        let runs = bench.json(&["runs"]);
        assert_eq!(runs[0]["end"], "limited", "{announced:?} {runs} {told}");
    }
}

#[test]
fn pages_that_are_not_taken_are_no_outage_of_their_site() {
    let attributes: String = (0..60_000).map(|n| format!(" a{n}=1")).collect();
    let monster = format!("<div{attributes}>x</div>");
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => Reply::html(
            (0..10)
                .map(|n| format!("<li><a href=/{n}>Page {n}</a>"))
                .collect::<String>(),
        ),
        "/8" | "/9" => Reply::html("<h1>Good</h1><p>A text that is long enough to be one.</p>"),
        _ => Reply::html(monster.clone()),
    });
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = \"Odd\"\nkind = \"list\"\nstart = [\"{}\"]\n[politeness]\ndelay = \"0s\"\n\
         concurrency = 1\n[list]\nitem = {{ css = \"li\" }}\nlink = {{ css = \"a\" }}\n",
        site.url("/")
    );
    bench.add(&[("odd.toml".to_owned(), rule)]);
    bench.run(&["run"]);
    let status = bench.json(&["status"]);
    assert_eq!(status["sites"][0]["records"], 2, "{status}");
    assert_ne!(status["sites"][0]["state"], "outage", "{status}");
}
