//! How sites are asked: unchanged lists, fresh ones, quiet hours, files that are no pages.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bowerbird::engine::types::{RunEnd, RunOptions};
use bowerbird::engine::{Command, Event, RunCommand};
use jiff::{SignedDuration, Timestamp};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};
use crate::engine::{article, list, list_rule};

const DATE: &str = "Sun, 01 Mar 2026 11:00:00 GMT";

fn now() -> RunOptions {
    RunOptions {
        now: true,
        ..RunOptions::default()
    }
}

/// `page` with an `ETag`, or 304 for those who have it.
fn tagged(ask: &Ask, tag: &str, page: Reply) -> Reply {
    match ask.header("if-none-match") == tag {
        true => Reply::status(304, "").with("etag", tag),
        false => page.with("etag", tag).with("last-modified", DATE),
    }
}

#[test]
fn an_unchanged_list_costs_a_304_and_its_next_pages_are_walked_as_before() {
    // The second page gets a new article after the first run; the first stays as it is, but one of
    // its articles comes only in the second run.
    let gone = Arc::new(AtomicBool::new(true));
    let is_gone = Arc::clone(&gone);
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/" => tagged(ask, "\"one\"", list(1, 4, Some("/?page=2"))),
        "/?page=2" if ask.before == 0 => tagged(ask, "\"two\"", list(4, 7, None)),
        "/?page=2" => tagged(ask, "\"three\"", list(4, 8, None)),
        "/a2" if is_gone.load(Ordering::SeqCst) => article("/gone"),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nretries = 0"));
    let first = bench.run(id);
    assert_eq!(first.end, RunEnd::Finished, "{first:?}");
    assert_eq!(
        (first.progress.records_new, first.progress.unchanged),
        (5, 0)
    );
    gone.store(false, Ordering::SeqCst);
    let second = bench.run(id);
    assert_eq!(second.end, RunEnd::Finished, "{second:?}");
    // The list that did not change led to the page that had failed, and to its next page.
    assert_eq!(
        (second.progress.records_new, second.progress.unchanged),
        (2, 1)
    );
    assert_eq!((site.asked("/"), site.asked("/?page=2")), (2, 2));
    assert_eq!(bench.records(id).len(), 7);
    let third = bench.run(id);
    assert_eq!(
        (third.progress.records_new, third.progress.unchanged),
        (0, 1)
    );
}

#[test]
fn a_blocked_answer_leaves_no_validator() {
    let blocking = Arc::new(AtomicBool::new(true));
    let blocks = Arc::clone(&blocking);
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/" if blocks.load(Ordering::SeqCst) => {
            Reply::status(403, "<title>Access denied</title>Access denied")
                .with("content-type", "text/html")
                .with("etag", "\"blocked\"")
        }
        "/" if !ask.header("if-none-match").is_empty() => Reply::status(304, ""),
        "/" => list(1, 3, None),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nretries = 0"));
    assert_eq!(bench.run(id).end, RunEnd::Blocked);
    blocking.store(false, Ordering::SeqCst);
    assert_eq!(bench.run(id).progress.records_new, 2);
}

#[test]
fn a_fresh_list_is_not_asked_for_unless_it_is_wanted_now() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(1, 3, None).with("cache-control", "max-age=600"),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    assert_eq!(bench.run(id).progress.records_new, 2);
    let again = bench.run(id);
    assert_eq!((again.end, again.progress.unchanged), (RunEnd::Finished, 1));
    assert_eq!(site.asked("/"), 1);
    bench.run_with(id, now());
    assert_eq!(site.asked("/"), 2);
}

/// Quiet hours around this moment, in UTC.
pub(super) fn quiet_now() -> String {
    let clock = |hours: i64| {
        let at = Timestamp::now() + SignedDuration::from_hours(hours);
        at.strftime("%H:%M").to_string()
    };
    format!("delay = '0s'\nquiet = '{}-{}'", clock(-2), clock(2))
}

#[test]
fn quiet_hours_are_waited_for_with_a_word_and_now_ignores_them() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(1, 3, None),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), &quiet_now()));
    bench.send(Command::Run(RunCommand::Start {
        sites: vec![id],
        options: RunOptions::default(),
    }));
    let until = bench.wait(|event| match event {
        Event::RunProgress { progress, .. } => {
            let waiting = progress.waiting?;
            (waiting.id == "engine-waiting-quiet").then_some(progress.next_at)
        }
        _ => None,
    });
    assert!(until.is_some_and(|until| until > Timestamp::now()));
    assert_eq!(site.asked("/"), 0);
    bench.send(Command::Run(RunCommand::Stop { site: id }));
    assert_eq!(bench.ended().end, RunEnd::Stopped);
    let ended = bench.run_with(id, now());
    assert_eq!(
        (ended.end, ended.progress.records_new),
        (RunEnd::Finished, 2)
    );
}

#[test]
fn the_next_request_is_told_with_its_reason() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(1, 3, None),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '1h'"));
    bench.send(Command::Run(RunCommand::Start {
        sites: vec![id],
        options: RunOptions::default(),
    }));
    let (waiting, next_at) = bench.wait(|event| match event {
        Event::RunProgress { progress, .. } => Some((progress.waiting?, progress.next_at?)),
        _ => None,
    });
    assert_eq!(waiting.id, "engine-waiting-delay");
    assert!(next_at > Timestamp::now() + SignedDuration::from_mins(50));
    bench.send(Command::Run(RunCommand::Stop { site: id }));
    assert_eq!(bench.ended().end, RunEnd::Stopped);
}

#[test]
fn a_film_behind_an_article_link_is_left_at_its_headers_and_counted() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(1, 4, None),
        "/a2" => Reply::status(200, vec![0; 3_000_000]).with("content-type", "video/mp4"),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(
        (ended.progress.records_new, ended.progress.no_pages),
        (2, 1)
    );
    assert!(ended.progress.bytes < 100_000, "{}", ended.progress.bytes);
    // Once is enough.
    bench.run(id);
    assert_eq!(site.asked("/a2"), 1);
}

#[test]
fn what_asking_again_cannot_mend_is_not_asked_again() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(1, 4, None),
        "/a2" => Reply::redirect("/a2"),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'\nretries = 5"));
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.progress.pages_failed),
        (RunEnd::Finished, 1)
    );
    // Once, and once more because a redirect may set a cookie and come back.
    assert_eq!(site.asked("/a2"), 2);
    assert_eq!(bench.records(id).len(), 2);
}
