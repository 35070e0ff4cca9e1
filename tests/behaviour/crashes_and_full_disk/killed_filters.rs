//! `kill -9` at random moments while filters leave records out: none of them is stored, none is lost,
//! and each is counted and listed once. More kills: `BOWERBIRD_TEST_FILTER_KILLS=100 cargo test --test
//! behaviour killed_filters`.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bowerbird::engine::types::{Only, RecordFilter, Store};
use bowerbird::engine::{
    BackgroundJobKind, Command, Engine, Event, ExportCommand, ExportEvent,
};

use super::killed::{Numbers, SEED, asked, kill_after};
use super::killed_by_hand::filled;
use crate::command_line::{Bench, output_text};
use crate::engine::support::server::{Reply, Site};

const KILLS: (&str, u64) = ("BOWERBIRD_TEST_FILTER_KILLS", 8);
/// Records of the project to whose records a filter is applied.
const STORED: u64 = 4_000;
/// How many articles each reading has more.
const MORE: u32 = 12;

#[test]
fn kills_store_nothing_that_filters_leave_out_and_count_it_once() {
    let articles = Arc::new(AtomicU32::new(MORE));
    let answered = Arc::new(AtomicUsize::new(0));
    let (shown, answers) = (Arc::clone(&articles), Arc::clone(&answered));
    let site = Site::start(move |ask| {
        answers.fetch_add(1, Ordering::SeqCst);
        if ask.path != "/" {
            let number = ask.path.trim_start_matches("/a");
            return Reply::html(format!(
                "<title>A</title><h1>Title {number}</h1><div class='text'>The text of article \
                 {number} is long enough to be one.</div>"
            ));
        }
        let items = (1..=shown.load(Ordering::SeqCst)).map(|number| {
            let section = if number % 3 == 0 { "advert" } else { "news" };
            format!("<li><a href='/a{number}'>Title {number}</a><i>{section}</i></li>")
        });
        Reply::html(format!("<title>L</title><ul>{}</ul>", items.collect::<String>()))
    });
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = 'Paper'\nkind = 'list'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
         [list]\nitem = {{ css = 'li' }}\nlink = {{ css = 'a' }}\n\
         [[list.field]]\nname = 'section'\nselect = [{{ css = 'i' }}]\n\
         [[field]]\nname = 'title'\nselect = [{{ css = 'h1' }}]\n\
         [content]\ngeneric = false\nselect = [{{ css = '.text' }}]\n",
        site.url("/")
    );
    bench.add(&[("paper.toml".to_owned(), rule)]);
    bench.ok(&["filter", "add", "section equals advert", "--skip"]);
    bench.ok(&["filter", "add", "title matches [05]$", "--skip"]);
    let mut numbers = Numbers(asked(SEED));
    let (most, mut kills) = (asked(KILLS), 0);
    for reading in 0..most * 8 {
        if reading >= most && kills * 2 > most {
            break;
        }
        let before = answered.load(Ordering::SeqCst);
        let hits = || answered.load(Ordering::SeqCst) - before;
        let mut child = bench
            .command()
            .arg("run")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let after = Duration::from_millis(numbers.below(60));
        let wanted = numbers.below(6);
        kills += u64::from(kill_after(&mut child, &hits, wanted, after));
        child.wait().expect("it ends");
        let output = bench.run(&["run"]);
        assert!(output.status.success(), "{}", output_text(&output));

        let all = 1..=articles.load(Ordering::SeqCst);
        let by_list: BTreeSet<u32> = all.clone().filter(|number| number % 3 == 0).collect();
        let by_page = |number: &u32| number % 5 == 0 && !by_list.contains(number);
        let by_page: BTreeSet<u32> = all.clone().filter(by_page).collect();
        let stored = all.filter(|number| !by_list.contains(number) && !by_page.contains(number));
        let stored: BTreeSet<u32> = stored.collect();
        let found = bench.json(&["search", "title", "--limit", "999"]);
        let number = |url: &serde_json::Value| -> u32 {
            let url = url.as_str().expect("an address");
            let end = url.rsplit("/a").next().expect("an end");
            end.parse().expect("a number")
        };
        let found: Vec<u32> = found.as_array().expect("a list").iter().map(|one| number(&one["record"]["url"])).collect();
        assert_eq!(found.len(), stored.len(), "none twice, after {reading}");
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), stored);
        let listed = bench.json(&["filter", "skipped", "--limit", "999"]);
        let listed = listed.as_array().expect("a list");
        let skipped: BTreeSet<u32> = listed.iter().map(|one| number(&one["url"])).collect();
        assert_eq!(listed.len(), by_list.len() + by_page.len());
        assert_eq!(skipped, &by_list | &by_page, "after {reading}");
        let filters = bench.json(&["filter", "list"]);
        assert_eq!(filters[0]["skipped"], by_list.len(), "{filters}");
        assert_eq!(filters[1]["skipped"], by_page.len(), "{filters}");
        articles.fetch_add(MORE, Ordering::SeqCst);
    }
    assert!(kills * 2 > most, "{kills} of {most} came while it ran");
}

#[test]
fn a_filter_that_was_being_applied_to_stored_records_goes_on_after_a_kill() {
    let bench = Bench::new();
    filled(&bench, STORED);
    bench.ok(&["filter", "add", "title matches [05]$", "--skip"]);
    let matching = usize::try_from(STORED / 5).expect("small");
    let begun = Instant::now();
    bench.ok(&["filter", "list"]);
    let start = u64::try_from(begun.elapsed().as_millis()).expect("short");
    let mut numbers = Numbers(asked(SEED));
    let mut cut = 0;
    for kill in 0..asked(KILLS) {
        let mut child = bench
            .command()
            .args(["filter", "apply", "1", "--yes"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(start + numbers.below(start * 2 + 1)));
        child.kill().expect("killed");
        child.wait().expect("it ends");
        let store = Store::open(&bench.project()).expect("the project");
        let waits = store.filter_application().expect("read").is_some();
        cut += u64::from(waits);
        // The next program that opens the project finishes it.
        let engine = Engine::start(store.clone(), Box::new(|| {})).expect("an engine");
        while waits {
            let event = engine.wait_event_timeout(Duration::from_secs(60)).expect("it ends");
            if let Event::Exports(ExportEvent::FilterApplied(done)) = event {
                assert!(done.is_whole);
                assert_eq!(done.deleted.len(), matching, "kill {kill}: all that it deleted");
                break;
            }
        }
        drop(engine);
        let deleted = RecordFilter {
            only: Only {
                deleted: true,
                ..Only::default()
            },
            ..RecordFilter::default()
        };
        let mut gone = Vec::new();
        store
            .each_record(&deleted, &mut |record| {
                assert!(record.record.title.ends_with(['0', '5']), "{}", record.record.title);
                gone.push(record.id);
                true
            })
            .expect("read");
        assert!(gone.len() == matching || gone.is_empty() && !waits, "kill {kill}: {}", gone.len());
        store.restore_records(gone).expect("restored");
    }
    assert!(cut > 0, "some kills came while it worked");
}

#[test]
fn what_is_stopped_stays_stopped() {
    let bench = Bench::new();
    filled(&bench, STORED);
    bench.ok(&["filter", "add", "title matches [05]$", "--skip"]);
    let store = Store::open(&bench.project()).expect("the project");
    let filter = store.record_condition(1).expect("read").expect("a filter");
    let engine = Engine::start(store.clone(), Box::new(|| {})).expect("an engine");
    engine.send(Command::Exports(ExportCommand::ApplyFilter(Box::new(filter))));
    let kind = BackgroundJobKind::Filter;
    engine.send(Command::Exports(ExportCommand::Cancel(kind)));
    let done = loop {
        let event = engine.wait_event_timeout(Duration::from_secs(60)).expect("it ends");
        if let Event::Exports(ExportEvent::FilterApplied(done)) = event {
            break done;
        }
    };
    assert_eq!(done.matched, done.deleted.len() as u64);
    assert!(!done.is_whole, "it was stopped at once");
    assert_eq!(store.filter_application().expect("read"), None);
}

#[test]
fn ctrl_c_ends_an_application_for_good() {
    let bench = Bench::new();
    filled(&bench, STORED * 3);
    bench.ok(&["filter", "add", "title matches [05]$", "--skip"]);
    let mut child = bench
        .command()
        .args(["--json", "--progress", "json", "filter", "apply", "1", "--yes"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut told = BufReader::new(child.stderr.take().expect("standard error"));
    let mut line = String::new();
    // The first progress: no record has been looked at.
    while line.trim() != "0" {
        line.clear();
        let length = told.read_line(&mut line).expect("a line");
        assert_ne!(length, 0, "it has begun");
    }
    let stopped = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(stopped.expect("kill runs").success());
    let _ = std::io::copy(&mut told, &mut std::io::sink());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", output_text(&output));
    let done: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(done["stopped"], true, "{done}");
    let store = Store::open(&bench.project()).expect("the project");
    assert_eq!(store.filter_application().expect("read"), None);
    let left = STORED * 3 - done["count"].as_u64().expect("a number");
    let counted = store.count_records(&RecordFilter::default());
    assert_eq!(counted.expect("counted"), left, "what was done stays");
}

#[test]
fn an_application_that_was_cut_off_is_completed_before_the_next() {
    let bench = Bench::new();
    filled(&bench, STORED / 4);
    bench.ok(&["filter", "add", "title matches [05]$", "--skip"]);
    bench.ok(&["filter", "add", "title matches 1$", "--add-tag", "one"]);
    let store = Store::open(&bench.project()).expect("the project");
    let first = store.record_condition(1).expect("read").expect("a filter");
    let now = jiff::Timestamp::now();
    store
        .begin_filter_application(first, now)
        .expect("begun, and cut off");
    drop(store);
    let done = bench.json(&["filter", "apply", "2", "--yes"]);
    assert_eq!(done["count"], STORED / 40, "{done}");
    let store = Store::open(&bench.project()).expect("the project");
    assert_eq!(store.filter_application().expect("read"), None);
    let counted = store.count_records(&RecordFilter::default());
    assert_eq!(counted.expect("counted"), STORED / 4 / 5 * 4);
}
