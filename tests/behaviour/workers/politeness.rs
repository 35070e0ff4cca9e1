//! A host is asked over workers no faster than by one machine, as its own log shows.

use std::time::Duration;

use super::site::{Behaviour, Site};
use super::{Redis, done_by, is_there, records, until, with_workers};
use crate::command_line::Bench;

const ARTICLES: usize = 24;
const DELAY: Duration = Duration::from_millis(300);
/// What the network and the scheduler may take off between two requests.
const JITTER: Duration = Duration::from_millis(60);

#[test]
fn the_delay_of_a_host_and_its_retry_after_hold_over_all_workers() {
    if !is_there() {
        return;
    }
    let site = Site::start(Behaviour {
        articles: ARTICLES,
        delay: Duration::from_millis(400),
        refused_once: Some(9),
    });
    let redis = Redis::start(&[]);
    let bench = Bench::new();
    bench.add(&[site.rule("300ms", 4)]);
    let _workers = with_workers(&bench, &redis, &["one", "two"]);
    bench.ok(&["run"]);
    assert_eq!(records(&bench).len(), ARTICLES);
    until("the workers say what they did", || {
        done_by(&bench, "one") + done_by(&bench, "two") >= ARTICLES as u64
    });
    let asked = site.asked();
    let pages: Vec<_> = asked
        .iter()
        .filter(|one| one.path != "/robots.txt")
        .collect();
    for pair in pages.windows(2) {
        let gap = pair[1].at.duration_since(pair[0].at);
        assert!(
            gap + JITTER >= DELAY,
            "{gap:?} {} {}",
            pair[0].path,
            pair[1].path
        );
    }
    let robots = asked.iter().filter(|one| one.path == "/robots.txt").count();
    assert_eq!(robots, 1, "the owner alone asks for robots.txt");
    // After the refusal nothing is asked for two seconds; what was on its way is.
    let refused = pages
        .iter()
        .position(|one| one.path == "/a/9")
        .expect("asked");
    let answered = pages[refused].at + Duration::from_millis(400);
    let in_rest = pages.iter().filter(|one| {
        one.at > answered + Duration::from_millis(300)
            && one.at + JITTER < answered + Duration::from_secs(2)
    });
    assert_eq!(in_rest.count(), 0);
}
