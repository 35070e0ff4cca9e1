//! `kill -9` at random moments: what a project holds in the end is what an undisturbed run leaves,
//! whichever moment of starting, seeding, fetching, storing or ending the process died in. More kills
//! from other seeds: `BOWERBIRD_TEST_KILLS=500 BOWERBIRD_TEST_SEED=7 cargo test --test behaviour killed`.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::command_line::{Bench, output_text};
use crate::engine::runs::complete::server::Site;
use crate::servers::Pages;

/// Kills in all, and the seed their moments are drawn from, unless the environment says otherwise.
const KILLS: (&str, u64) = ("BOWERBIRD_TEST_KILLS", 50);
pub const SEED: (&str, u64) = ("BOWERBIRD_TEST_SEED", 20_260_329);
const LISTS: usize = 6;
const PER_LIST: usize = 8;

/// A small generator of numbers that look random and are the same every time (`SplitMix64`).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}

pub fn asked((name, usual): (&str, u64)) -> u64 {
    let asked = std::env::var(name).ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Lists that lead to articles, one of which is missing; each article links to its neighbours.
fn site() -> Pages {
    let mut pages = Pages::new();
    for list in 0..LISTS {
        let first = list * PER_LIST;
        let items: String = (first..first + PER_LIST)
            .map(|n| format!("<article><h2><a href='/a{n}.html'>Item {n}</a></h2></article>"))
            .collect();
        let next = match list + 1 {
            LISTS => String::new(),
            next => format!("<a class=next href='/list{next}.html'>More</a>"),
        };
        let path = match list {
            0 => "/".to_owned(),
            list => format!("/list{list}.html"),
        };
        pages = pages.page(&path, &format!("<title>List {list}</title>{items}{next}"));
    }
    for n in (0..LISTS * PER_LIST).filter(|n| *n != 11) {
        // Words of its own: pages that say the same are a trap to a crawl.
        let words = "so ".repeat(n + 1);
        pages = pages.page(
            &format!("/a{n}.html"),
            &format!(
                "<title>Item {n}</title><h1>Item {n}</h1><p>The text of item {n}, which says \
                 {words}.</p><a href='/a{}.html'>on</a>",
                n + 1
            ),
        );
    }
    pages.delay(Duration::from_millis(4)).start()
}

fn rules(pages: &Pages) -> [String; 2] {
    let start = pages.url("/");
    let head = |name: &str, kind: &str| {
        format!(
            "[site]\nname = \"{name}\"\nkind = \"{kind}\"\nstart = [\"{start}\"]\n\
             [politeness]\ndelay = \"0s\"\nconcurrency = 3\nretries = 0\n\
             [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\nrequired = true\n\
             [content]\ngeneric = false\nselect = [ {{ css = \"p\" }} ]\n"
        )
    };
    [
        head("Lists", "list")
            + "[list]\nitem = { css = \"article\" }\nlink = { css = \"a\", take = \"href\" }\n\
               next = { css = \"a.next\", take = \"href\" }\n",
        head("Whole", "crawl") + "[crawl]\nrecords = ['/a\\d+']\n",
    ]
}

/// What a project holds, in list order, without the times. A whole site has no list order: which
/// of several pages led to an address first depends on who answers first.
pub fn held(bench: &Bench) -> Vec<String> {
    let out = bench.path("held.jsonl");
    bench.ok(&[
        "export",
        "--format",
        "jsonl",
        "--out",
        &out.to_string_lossy(),
    ]);
    let text = std::fs::read_to_string(&out).expect("the export");
    let mut records: Vec<String> = text
        .lines()
        .map(|line| {
            let mut record: serde_json::Value = serde_json::from_str(line).expect("JSON");
            record
                .as_object_mut()
                .expect("an object")
                .remove("fetched_at");
            record.to_string()
        })
        .collect();
    if text.contains("\"Whole\"") {
        records.sort_unstable();
    }
    records
}

fn start(bench: &Bench) -> Child {
    bench
        .command()
        .arg("run")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// Kills `child` when the site has answered `answers` more requests and `after` has gone by;
/// whether it still ran.
pub fn kill_after(
    child: &mut Child,
    hits: &dyn Fn() -> usize,
    answers: u64,
    after: Duration,
) -> bool {
    let target = hits() as u64 + answers;
    let begun = Instant::now();
    while (hits() as u64) < target && begun.elapsed() < Duration::from_secs(60) {
        if child.try_wait().expect("it can be asked").is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(after);
    let ran = child.try_wait().expect("it can be asked").is_none();
    // The standard library kills with SIGKILL.
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    ran
}

#[test]
fn fifty_kills_at_random_moments_lose_and_double_nothing() {
    let pages = site();
    let rules = rules(&pages);
    let undisturbed: Vec<Vec<String>> = rules
        .iter()
        .map(|rule| {
            let bench = Bench::new();
            bench.add(&[("a.toml".to_owned(), rule.clone())]);
            bench.ok(&["run"]);
            held(&bench)
        })
        .collect();
    assert_eq!(undisturbed[0].len(), LISTS * PER_LIST - 1);
    let most = asked(KILLS);
    let mut numbers = Numbers(asked(SEED));
    let (mut kills, mut round) = (0, 0);
    while kills < most {
        let kind = round % rules.len();
        let bench = Bench::new();
        bench.add(&[("a.toml".to_owned(), rules[kind].clone())]);
        let mut moments = Vec::new();
        for _ in 0..6 {
            if kills == most {
                break;
            }
            let (answers, after) = match numbers.below(4) {
                // While it starts: nothing asked for yet.
                0 => (0, numbers.below(150)),
                // While it fetches and stores.
                1 | 2 => (1 + numbers.below(14), numbers.below(40)),
                // Late, often after the last page.
                _ => (numbers.below(50), numbers.below(400)),
            };
            moments.push((answers, after));
            let mut child = start(&bench);
            kills += u64::from(kill_after(
                &mut child,
                &|| pages.hits(),
                answers,
                Duration::from_millis(after),
            ));
        }
        let output = bench.run(&["run"]);
        assert!(
            output.status.success(),
            "{moments:?}: {}",
            output_text(&output)
        );
        assert_eq!(
            held(&bench),
            undisturbed[kind],
            "round {round} (answers, milliseconds): {moments:?}"
        );
        let status = bench.json(&["status"]);
        let count = undisturbed[kind].len();
        assert_eq!(status["sites"][0]["records"], count, "{moments:?}");
        assert_eq!(status["runs"][0]["progress"]["queued"], 0, "{moments:?}");
        for run in status["runs"].as_array().expect("runs") {
            assert!(!run["end"].is_null(), "each run has an end: {run}");
        }
        round += 1;
        assert!(
            (round as u64) < 10 + most,
            "the runs end before they can be killed"
        );
    }
}

/// Runs until all that was promised is there.
fn run_to_the_end(bench: &Bench, moments: &[(u64, u64)]) {
    for _ in 0..12 {
        let output = bench.run(&["run", "Lists"]);
        if output.status.success() {
            return;
        }
        // 3: pages are missing; 1: the start page did not come.
        assert!(
            matches!(output.status.code(), Some(1 | 3)),
            "{}",
            output_text(&output)
        );
    }
    panic!("never whole: {moments:?} {:?}", bench.json(&["status"]));
}

#[test]
fn kills_over_a_site_that_answers_wrongly_lose_and_double_nothing() {
    let lists = (0..LISTS).map(|list| {
        let first = list * PER_LIST;
        let items: String = (first..first + PER_LIST)
            .map(|n| format!("<article><h2><a href='/a{n}'>Item {n}</a></h2></article>"))
            .collect();
        let next = match list + 1 {
            LISTS => String::new(),
            next => format!("<a class=next href='/list{next}'>More</a>"),
        };
        let path = match list {
            0 => "/".to_owned(),
            list => format!("/list{list}"),
        };
        let body =
            format!("<title>List {list}</title><h3>All the items of the house</h3>{items}{next}");
        (path, ("text/html", body))
    });
    let articles = (0..LISTS * PER_LIST).map(|n| {
        let words = "so ".repeat(n + 1);
        let body = format!("<title>Item {n}</title><h1>Item {n}</h1><p>The text of item {n}, which says {words}.</p>");
        (format!("/a{n}"), ("text/html", body))
    });
    let site = Site::start(lists.chain(articles)).flaky(9);
    let rule = format!(
        "[site]\nname = \"Lists\"\nkind = \"list\"\nstart = [\"{}\"]\n\
         [politeness]\ndelay = \"0s\"\nconcurrency = 3\nretries = 0\nrobots = false\n\
         [list]\nitem = {{ css = \"article\" }}\nlink = {{ css = \"a\", take = \"href\" }}\n\
         next = {{ css = \"a.next\", take = \"href\" }}\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\nrequired = true\n\
         [content]\ngeneric = false\nselect = [ {{ css = \"p\" }} ]\n",
        site.url("/")
    );
    let records = |bench: &Bench| {
        let mut records = held(bench);
        records.sort_unstable();
        records
    };
    let undisturbed = Bench::new();
    undisturbed.add(&[("a.toml".to_owned(), rule.clone())]);
    run_to_the_end(&undisturbed, &[]);
    let undisturbed = records(&undisturbed);
    assert_eq!(undisturbed.len(), LISTS * PER_LIST);
    let mut numbers = Numbers(asked(SEED));
    for _ in 0..3 {
        let bench = Bench::new();
        bench.add(&[("a.toml".to_owned(), rule.clone())]);
        let mut moments = Vec::new();
        for _ in 0..4 {
            let (answers, after) = (numbers.below(40), numbers.below(60));
            moments.push((answers, after));
            let mut child = start(&bench);
            kill_after(
                &mut child,
                &|| site.hits(),
                answers,
                Duration::from_millis(after),
            );
        }
        run_to_the_end(&bench, &moments);
        assert_eq!(records(&bench), undisturbed, "{moments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_process_that_is_suspended_goes_on_where_it_was() {
    let pages = site();
    let [rule, _] = rules(&pages);
    let bench = Bench::new();
    bench.add(&[("a.toml".to_owned(), rule)]);
    let mut child = start(&bench);
    let signal = |name: &str| {
        let sent = Command::new("kill")
            .args([name, &child.id().to_string()])
            .status();
        assert!(sent.expect("kill runs").success());
    };
    let begun = Instant::now();
    for stop_at in [1, 12, 30] {
        while pages.hits() < stop_at && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        signal("-STOP");
        // Long enough for what is under way to be noticed late.
        std::thread::sleep(Duration::from_millis(300));
        signal("-CONT");
    }
    assert!(child.wait().expect("it ends").success());
    assert_eq!(held(&bench).len(), LISTS * PER_LIST - 1);
}
