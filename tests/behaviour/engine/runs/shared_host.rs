//! Runs of several sites on one host: they share its delay.

use std::sync::{Arc, Mutex};

use bowerbird::engine::types::RunOptions;
use bowerbird::engine::{Command, RunCommand};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Site};
use crate::engine::{article, list, list_rule};

/// Articles of each of the two sites.
const ARTICLES: usize = 12;

/// Runs two sites of one host together, with these delays, and returns whose article was requested
/// when: `A` or `B`.
fn order_of(delays: [&str; 2], concurrency: u32) -> String {
    let asked = Arc::new(Mutex::new(String::new()));
    let note = Arc::clone(&asked);
    let host = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => list(0, ARTICLES, None),
        "/other" => list(ARTICLES, 2 * ARTICLES, None),
        path => {
            let number: Option<usize> = path.strip_prefix("/a").and_then(|n| n.parse().ok());
            if let Some(number) = number {
                let site = if number < ARTICLES { 'A' } else { 'B' };
                note.lock().unwrap().push(site);
            }
            article(path)
        }
    });
    let bench = Bench::new();
    let sites = [("/", "First"), ("/other", "Second")]
        .into_iter()
        .zip(delays)
        .map(|((start, name), delay)| {
            let politeness = format!("delay = '{delay}'\nconcurrency = {concurrency}");
            let rule = list_rule(&host.url(start), &politeness);
            bench.add(&rule.replace("\"Test\"", &format!("\"{name}\"")))
        })
        .collect();
    bench.send(Command::Run(RunCommand::Start {
        sites,
        options: RunOptions::default(),
    }));
    bench.ended();
    let asked = asked.lock().unwrap().clone();
    assert_eq!(asked.len(), 2 * ARTICLES, "{asked}");
    asked
}

/// The most requests in a row that one site had while the other had some left.
fn longest_in_a_row(order: &str) -> usize {
    // The first letters are of the site whose list was read first, the last ones of the site that
    // ends alone; both must have had turns in between.
    let first = order.chars().next().unwrap_or_default();
    let last = order.chars().next_back().unwrap_or_default();
    let shared = order.trim_start_matches(first).trim_end_matches(last);
    assert!(shared.len() >= ARTICLES, "{order}");
    let runs = shared.chars().fold((' ', 0, 0), |(before, now, most), c| {
        let now = if c == before { now + 1 } else { 1 };
        (c, now, most.max(now))
    });
    runs.2
}

#[test]
fn sites_of_one_host_take_turns() {
    let order = order_of(["60ms", "60ms"], 1);
    assert!(longest_in_a_row(&order) <= 2, "{order}");
}

#[test]
fn a_site_with_many_requests_at_once_leaves_turns_to_the_other() {
    let order = order_of(["30ms", "30ms"], 4);
    assert!(longest_in_a_row(&order) <= 2, "{order}");
}

#[test]
fn a_site_with_a_longer_delay_gets_its_turns() {
    let order = order_of(["40ms", "120ms"], 1);
    let first_of_second = order.find('B');
    assert!(first_of_second.is_some_and(|at| at < 8), "{order}");
}
