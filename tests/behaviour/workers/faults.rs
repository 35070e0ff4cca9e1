//! Workers, owners and the queue killed, paused and away: the records are those of an undisturbed run.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::site::{Behaviour, Site};
use super::{Redis, done_by, is_there, records, state_of, until, with_workers};
use crate::command_line::Bench;

const ARTICLES: usize = 60;

fn site() -> Site {
    Site::start(Behaviour {
        articles: ARTICLES,
        delay: Duration::from_millis(200),
        refused_once: None,
    })
}

/// The most often that one article was asked for, and how many more than once.
fn repeats(site: &Site) -> (usize, usize) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for one in site.asked() {
        if one.path.starts_with("/a/") {
            *counts.entry(one.path).or_default() += 1;
        }
    }
    let most = counts.values().copied().max().unwrap_or(0);
    (most, counts.values().filter(|count| **count > 1).count())
}

/// The records of an undisturbed run alone, without the port.
fn check(bench: &Bench, site: &Site) {
    check_by(bench, site, &str::to_owned);
}

/// The same, of each value what `kept` leaves.
fn check_by(bench: &Bench, site: &Site, kept: &dyn Fn(&str) -> String) {
    let of = |bench: &Bench| -> Vec<Vec<String>> {
        let all = records(bench).into_values();
        all.map(|row| row.iter().map(|value| kept(value)).collect())
            .collect()
    };
    let found = of(bench);
    assert_eq!(found.len(), ARTICLES);
    let alone = Bench::new();
    alone.add(&[site.rule("0s", 8)]);
    alone.ok(&["run"]);
    assert_eq!(found, of(&alone));
}

#[test]
fn a_killed_worker_gives_its_requests_to_others() {
    if !is_there() {
        return;
    }
    let (site, redis) = (site(), Redis::start(&[]));
    let bench = Bench::new();
    bench.add(&[site.rule("0s", 8)]);
    let mut workers = with_workers(&bench, &redis, &["one", "two"]);
    let mut run = bench.command().arg("run").spawn().expect("the run starts");
    until("both work", || site.hits() > 12);
    workers[0].kill();
    assert!(run.wait().expect("ended").success());
    let (most, repeated) = repeats(&site);
    assert!(most <= 2 && repeated <= 4, "{most} {repeated}");
    check(&bench, &site);
}

#[test]
fn a_stopped_worker_is_given_up_and_what_it_says_late_is_dropped() {
    if !is_there() {
        return;
    }
    let (site, redis) = (site(), Redis::start(&[]));
    let bench = Bench::new();
    bench.add(&[site.rule("0s", 8)]);
    let workers = with_workers(&bench, &redis, &["one", "two"]);
    let mut run = bench.command().arg("run").spawn().expect("the run starts");
    until("both work", || site.hits() > 12);
    workers[0].signal("STOP");
    until("the other one does the rest", || site.hits() >= ARTICLES);
    std::thread::sleep(Duration::from_secs(3));
    workers[0].signal("CONT");
    assert!(run.wait().expect("ended").success());
    let (most, repeated) = repeats(&site);
    assert!(most <= 2 && repeated <= 4, "{most} {repeated}");
    check(&bench, &site);
}

#[test]
fn without_the_queue_the_owner_goes_on_and_with_it_again_the_workers_do() {
    if !is_there() {
        return;
    }
    let (site, mut redis) = (site(), Redis::start(&[]));
    let bench = Bench::new();
    bench.add(&[site.rule("100ms", 4)]);
    let _workers = with_workers(&bench, &redis, &["one", "two"]);
    let mut run = bench.command().arg("run").spawn().expect("the run starts");
    until("the workers work", || site.hits() > 8);
    // Killed, and there again with nothing.
    redis.kill();
    std::thread::sleep(Duration::from_secs(1));
    redis.begin();
    until("it goes on", || site.hits() > 30);
    // Gone for good.
    redis.kill();
    let begun = Instant::now();
    assert!(run.wait().expect("ended").success());
    assert!(begun.elapsed() < Duration::from_secs(60));
    let (most, repeated) = repeats(&site);
    assert!(most <= 3 && repeated <= 12, "{most} {repeated}");
    check(&bench, &site);
}

#[test]
fn a_killed_owner_resumes_and_the_workers_serve_it_again() {
    if !is_there() {
        return;
    }
    let (site, redis) = (site(), Redis::start(&[]));
    let bench = Bench::new();
    bench.add(&[site.rule("0s", 8)]);
    let _workers = with_workers(&bench, &redis, &["one", "two"]);
    let mut run = bench.command().arg("run").spawn().expect("the run starts");
    until("the workers work", || site.hits() > 20);
    run.kill().expect("killed");
    run.wait().expect("ended");
    let before = done_by(&bench, "one") + done_by(&bench, "two");
    bench.ok(&["run"]);
    until("the workers worked again", || {
        done_by(&bench, "one") + done_by(&bench, "two") > before
    });
    assert!(repeats(&site).0 <= 2);
    // A visitor that is killed comes back as another one, also without workers.
    check_by(&bench, &site, &|value| {
        let text = value.split("Read by").next();
        text.unwrap_or_default().to_owned()
    });
}

#[test]
fn without_any_worker_the_owner_does_all_by_itself() {
    if !is_there() {
        return;
    }
    let (site, redis) = (site(), Redis::start(&[]));
    let bench = Bench::new();
    bench.add(&[site.rule("0s", 8)]);
    let mut workers = with_workers(&bench, &redis, &["one"]);
    workers[0].kill();
    bench.ok(&["run"]);
    until("it is away", || {
        state_of(&bench, "one").as_deref() == Some("away")
    });
    assert_eq!(site.hits(), ARTICLES);
    check(&bench, &site);
}
