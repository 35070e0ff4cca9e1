//! A run over workers stores what a run alone stores.

use std::process::Stdio;
use std::time::Duration;

use super::site::{Behaviour, Site};
use super::{Redis, done_by, is_there, records, until, with_workers};
use crate::command_line::Bench;

const ARTICLES: usize = 40;

fn site() -> Site {
    Site::start(Behaviour {
        articles: ARTICLES,
        delay: Duration::from_millis(30),
        refused_once: None,
    })
}

#[test]
fn a_run_over_workers_stores_the_records_of_a_run_alone() {
    if !is_there() {
        return;
    }
    let (site, redis) = (site(), Redis::start(&[]));
    let alone = Bench::new();
    alone.add(&[site.rule("0s", 6)]);
    alone.ok(&["run"]);
    let expected = records(&alone);
    assert_eq!(expected.len(), ARTICLES);
    // The cookie of the list went along: so did all that the articles say.
    assert!(
        site.asked()
            .iter()
            .filter(|one| one.path.starts_with("/a/"))
            .all(|one| one.known)
    );
    site.forget();

    let bench = Bench::new();
    bench.add(&[site.rule("0s", 6)]);
    let mut workers = with_workers(&bench, &redis, &["one", "two"]);
    // All that passes the queue is noted.
    let monitor = bench.path("monitor.txt");
    let mut watching = std::process::Command::new("redis-cli")
        .args(["-p", &redis.port.to_string(), "MONITOR"])
        .stdout(std::fs::File::create(&monitor).expect("a file"))
        .stderr(Stdio::null())
        .spawn()
        .expect("redis-cli starts");
    bench.ok(&["run"]);
    assert_eq!(records(&bench), expected);
    assert_eq!(site.hits(), ARTICLES, "each page once");
    assert!(
        site.asked()
            .iter()
            .filter(|one| one.path.starts_with("/a/"))
            .all(|one| one.known)
    );
    until("the workers say what they did", || {
        done_by(&bench, "one") + done_by(&bench, "two") >= ARTICLES as u64
    });
    assert!(
        done_by(&bench, "one") > 0 && done_by(&bench, "two") > 0,
        "both work"
    );
    watching.kill().expect("ended");
    watching.wait().expect("ended");
    let seen = std::fs::read(&monitor).expect("what was noted");
    assert!(seen.len() > 10_000);
    for word in ["Ship 7", "salt and timber", "visitor=7", "harbour"] {
        let found = seen.windows(word.len()).any(|part| part == word.as_bytes());
        assert!(!found, "in clear in the queue: {word}");
    }
    // Nothing stays behind.
    assert_eq!(redis.keys(), Vec::<String>::new());
    for worker in &mut workers {
        worker.signal("INT");
        assert!(
            worker.child.wait().expect("ended").success(),
            "{}",
            worker.words()
        );
    }
    until("the workers are gone", || {
        super::state_of(&bench, "one").as_deref() == Some("away")
    });
    assert_eq!(redis.ask(&["HLEN", "bowerbird:{workers}"]).trim(), "0");
}

#[test]
fn a_worker_that_is_paused_drained_or_bound_elsewhere_gets_nothing() {
    if !is_there() {
        return;
    }
    let (site, redis) = (site(), Redis::start(&[]));
    let bench = Bench::new();
    bench.add(&[site.rule("0s", 6)]);
    let _workers = with_workers(&bench, &redis, &["one", "two", "three", "four"]);
    bench.ok(&["workers", "pause", "one"]);
    bench.ok(&["workers", "drain", "two"]);
    bench.ok(&["workers", "bind", "three", "--site", "another"]);
    bench.ok(&["workers", "bind", "four", "--site", "harbour"]);
    bench.ok(&["run"]);
    assert_eq!(records(&bench).len(), ARTICLES);
    until("the fourth says what it did", || {
        done_by(&bench, "four") >= ARTICLES as u64
    });
    for name in ["one", "two", "three"] {
        assert_eq!(done_by(&bench, name), 0, "{name}");
    }
    let state = |name: &str| super::state_of(&bench, name).expect("listed");
    assert_eq!(
        (state("one").as_str(), state("two").as_str()),
        ("paused", "drained")
    );
    bench.ok(&["workers", "resume", "one"]);
    assert_eq!(state("one"), "ready");
}

#[test]
fn filters_hold_where_workers_read_the_pages() {
    if !is_there() {
        return;
    }
    let (site, redis) = (site(), Redis::start(&[]));
    let bench = Bench::new();
    bench.add(&[site.rule("0s", 6)]);
    // One that the list tells nothing about, and one that marks what it finds.
    bench.ok(&["filter", "add", "title matches [05] ", "--skip"]);
    bench.ok(&[
        "filter",
        "add",
        "title contains Ship 7",
        "--add-tag",
        "seven",
    ]);
    let _workers = with_workers(&bench, &redis, &["one", "two"]);
    bench.ok(&["run"]);
    until("the workers say what they did", || {
        done_by(&bench, "one") + done_by(&bench, "two") >= ARTICLES as u64
    });
    let skipped = |number: &usize| matches!(number % 10, 0 | 5);
    let expected = (0..ARTICLES).filter(|number| !skipped(number)).count();
    assert_eq!(records(&bench).len(), expected);
    let filters = bench.json(&["filter", "list"]);
    assert_eq!(filters[0]["skipped"], ARTICLES - expected, "{filters}");
    let tagged = bench.json(&["search", "tag:seven"]);
    assert_eq!(tagged.as_array().map(Vec::len), Some(1), "{tagged}");
}
