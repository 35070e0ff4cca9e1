//! `run` with its options, and what `status` tells of runs, on the command line.

use std::time::Duration;

use bowerbird::engine::types::describe_cron;

use crate::command_line::{Bench, output_text};
use crate::servers::Pages;
use crate::texts::{fixed_part, t};

const COUNT: usize = 12;

fn site() -> Pages {
    let list: String = (0..COUNT)
        .map(|n| format!("<article><h2><a href='/a{n}'>Item {n}</a></h2></article>"))
        .collect();
    let mut pages = Pages::new().page("/", &format!("<title>List</title>{list}"));
    for n in 0..COUNT {
        let text = format!("<title>Item {n}</title><h1>Item {n}</h1><p>About item {n}.</p>");
        pages = pages.page(&format!("/a{n}"), &text);
    }
    pages.delay(Duration::from_millis(2)).start()
}

fn bench(pages: &Pages, limits: &str) -> Bench {
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = \"Items\"\nkind = \"list\"\nstart = [\"{}\"]\n[politeness]\ndelay = \"0s\"\n\
         {limits}\n[list]\nitem = {{ css = \"article\" }}\nlink = {{ css = \"a\", take = \"href\" }}\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\nrequired = true\n",
        pages.url("/")
    );
    bench.add(&[("items.toml".to_owned(), rule)]);
    bench
}

#[test]
fn a_dry_run_shows_what_would_be_stored_and_stores_nothing() {
    let pages = site();
    let bench = bench(&pages, "");
    let before = std::fs::read(bench.project()).expect("the project");
    let shown = bench.ok(&["run", "Items", "--dry-run", "--max-pages", "5"]);
    assert!(shown.contains("title: Item 3"), "{shown}");
    assert!(!shown.contains("title: Item 4"), "{shown}");
    assert!(shown.contains(t!("cli-dry-run-nothing")), "{shown}");
    let status = bench.json(&["status"]);
    assert_eq!(status["sites"][0]["records"], 0);
    assert_eq!(status["runs"].as_array().expect("runs").len(), 0);
    let after = std::fs::read(bench.project()).expect("the project");
    assert!(before == after, "the file is the same");

    // What is known is not shown again.
    bench.ok(&["run", "--max-pages", "9"]);
    let rest = bench.json(&["run", "--dry-run"]);
    let records = rest["records"].as_array().expect("records");
    assert_eq!(records.len(), COUNT - 8, "{rest}");
    assert_eq!(bench.json(&["status"])["sites"][0]["records"], 8);
}

#[test]
fn limits_and_ends_are_told_in_words() {
    let pages = site();
    let bench = bench(&pages, "[limits]\npages = 4\ntime = \"1h\"");
    let first = bench.ok(&["run"]);
    assert!(
        first.contains(t!("engine-limit-pages", most = 4)),
        "{first}"
    );
    let second = bench.ok(&["run", "--max-pages", "2"]);
    assert!(
        second.contains(t!("engine-limit-pages", most = 2)),
        "{second}"
    );
    let status = bench.ok(&["status"]);
    for words in [
        t!("cli-end-limited"),
        t!("cli-cause-resumed", cause = t!("cli-cause-by-hand")),
        t!("cli-limit-pages", most = 2),
        t!("cli-limit-time", most = "1:00:00"),
    ] {
        assert!(status.contains(words), "{words}: {status}");
    }
    let chinese = bench.ok(&["--lang", "zh-CN", "status"]);
    assert!(chinese.contains("达到上限"), "{chinese}");
    let runs = bench.json(&["status"])["runs"].clone();
    assert_eq!(runs[0]["limits"]["pages"], 2);
    assert_eq!(runs[0]["end"], "limited");
    assert_eq!(runs[0]["cause"], "by_hand");
    for wrong in [["--max-time", "soon"], ["--max-bytes", "7"]] {
        bench.fails(2, &["run", wrong[0], wrong[1]]);
    }
}

#[test]
fn a_run_that_goes_on_to_pages_that_are_gone_is_done() {
    let list = "<article><h2><a href='/a0'>Item 0</a></h2></article>\
                <article><h2><a href='/gone'>Gone</a></h2></article>";
    let article = "<title>Item 0</title><h1>Item 0</h1><p>About item 0.</p>";
    let pages = Pages::new()
        .page("/", &format!("<title>List</title>{list}"))
        .page("/a0", article)
        .start();
    let bench = bench(&pages, "concurrency = 1");
    bench.ok(&["run", "--max-pages", "2"]);
    let shown = bench.ok(&["run"]);
    assert!(!shown.contains(fixed_part("cli-run-failed")), "{shown}");
    let status = bench.json(&["status"]);
    assert_eq!(status["runs"][0]["end"], "finished", "{status}");
    assert_eq!(status["sites"][0]["records"], 1);
}

#[test]
fn progress_tells_rates_in_lines_and_in_json() {
    let pages = site();
    let bench = bench(&pages, "");
    let output = bench.run(&["run", "--progress", "json", "--max-pages", "6"]);
    let told = output_text(&output);
    let last = String::from_utf8_lossy(&output.stderr)
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .next_back()
        .unwrap_or_else(|| panic!("{told}"));
    let text = last.to_string();
    for name in [
        "rate_now",
        "rate_average",
        "seconds_left",
        "queued",
        "pages_blocked",
    ] {
        assert!(text.contains(name), "{name}: {text}");
    }
    let plain = bench.run(&["run", "--progress", "plain"]);
    let plain = String::from_utf8_lossy(&plain.stderr).into_owned();
    assert!(plain.contains(" blocked"), "{plain}");
}

#[test]
fn runs_are_listed_with_their_pages_and_a_queue_is_dropped_and_brought_back() {
    let pages = site();
    let bench = bench(&pages, "");
    bench.ok(&["run", "--max-pages", "4"]);
    let runs = bench.json(&["runs"]);
    assert_eq!(runs[0]["end"], "limited", "{runs}");
    let number = runs[0]["id"].to_string();
    let shown = bench.ok(&["runs", &number]);
    assert!(shown.contains("/a2") && shown.contains("read"), "{shown}");
    let wrong = bench.json(&["runs", &number, "--failed"]);
    assert_eq!(wrong["pages"].as_array().expect("pages").len(), 0);
    bench.fails(1, &["runs", "99"]);

    // Nobody sits at a terminal here.
    bench.fails(2, &["cancel", "Items"]);
    bench.ok(&["cancel", "Items", "--yes"]);
    assert_eq!(bench.json(&["runs"])[0]["end"], "cancelled");
    bench.ok(&["cancel", "Items", "--undo"]);
    assert_eq!(bench.json(&["runs"])[0]["end"], "stopped");
    let left = bench.json(&["status"])["sites"][0]["left"].clone();
    let left = left.as_u64().expect("a number");
    assert!(left > 0);
    let status = bench.ok(&["status"]);
    let told = t!("site-stopped-left", count = left);
    assert!(status.contains(told), "{status}");
    assert!(status.contains("bowerbird run Items"), "{status}");
    bench.ok(&["pause", "Items"]);
    assert_eq!(bench.json(&["status"])["sites"][0]["paused"], true);
    let resumed = bench.json(&["resume", "Items"]);
    assert_eq!(resumed[0]["end"], "finished", "{resumed}");
    assert_eq!(bench.json(&["status"])["sites"][0]["records"], COUNT);
    assert_eq!(bench.json(&["status"])["sites"][0]["left"], 0);
    // With nothing queued it is kept from running all the same.
    let is_paused = || bench.json(&["status"])["sites"][0]["paused"] == true;
    bench.ok(&["pause", "Items"]);
    assert!(is_paused());
    assert_eq!(bench.json(&["run"]), serde_json::json!([]));
    bench.ok(&["resume", "Items"]);
    assert!(!is_paused());
    assert!(bench.ok(&["stop"]).contains(t!("cli-control-none-runs")));
}

#[test]
fn a_site_runs_as_often_as_it_changes_and_says_so() {
    let pages = site();
    let bench = bench(&pages, "");
    let said = bench.ok(&["schedule", "adapt", "Items", "--min", "15m", "--max", "6h"]);
    assert!(
        said.contains(t!(
            "schedule-adaptive",
            min = t!("schedule-span-minutes", count = 15),
            max = t!("schedule-span-hours", count = 6)
        )),
        "{said}"
    );
    let list = bench.ok(&["schedule", "list"]);
    assert!(
        list.contains(t!(
            "schedule-adaptive",
            min = t!("schedule-span-minutes", count = 15),
            max = t!("schedule-span-hours", count = 6)
        )),
        "{list}"
    );
    let status = bench.ok(&["status"]);
    assert!(status.contains(t!("schedule-next-now")), "{status}");
    assert!(status.contains(t!("cli-scheduler-off")), "{status}");
    // Another interval takes the place of the first.
    bench.ok(&["schedule", "adapt", "Items", "--min", "1h"]);
    let tasks = bench.json(&["schedule", "list"]);
    assert_eq!(tasks.as_array().expect("tasks").len(), 1, "{tasks}");
    assert_eq!(tasks[0]["timing"]["type"], "adaptive");
    bench.fails(1, &["schedule", "adapt", "Items", "--min", "soon"]);
    bench.fails(
        1,
        &["schedule", "adapt", "Items", "--min", "2d", "--max", "1d"],
    );

    bench.ok(&["run", "--max-pages", "5"]);
    let again = bench.json(&["run", "--refresh"]);
    assert_eq!(again[0]["progress"]["records_updated"], 0, "{again}");
    let young = bench.json(&["run", "--refresh=7d"]);
    assert_eq!(
        young[0]["progress"]["pages_ok"], 1,
        "the list alone: {young}"
    );
    let one = bench.json(&["run", "Items", "--page", &pages.url("/a3")]);
    assert_eq!(one[0]["progress"]["pages_ok"], 1, "{one}");
    let versions = bench.ok(&["versions", &pages.url("/a3")]);
    assert!(
        versions.contains(fixed_part("cli-versions-first")),
        "{versions}"
    );
    bench.fails(1, &["versions", &pages.url("/nowhere")]);
}

#[test]
fn status_says_once_why_a_site_could_not_be_read() {
    let pages = Pages::new().page("/other", "<h1>Other</h1>").start();
    let bench = bench(&pages, "");
    bench.run(&["run"]);
    let sites = bench.json(&["status"])["sites"].clone();
    let reason = sites[0]["reason"].as_str().expect("a reason").to_owned();
    let said = bench.ok(&["status"]);
    let sites = said.split("\n\n").next().expect("the sites");
    assert_eq!(sites.matches(&reason).count(), 1, "{said}");
}

#[test]
fn what_is_logged_of_a_page_is_about_its_site_and_run() {
    let pages = Pages::new().page("/other", "<h1>Other</h1>").start();
    let bench = bench(&pages, "");
    bench.run(&["run"]);
    let lines = bench.ok(&["log", "--site", "Items", "--run", "1"]);
    assert!(lines.contains("Unexpected response"), "{lines}");
}

#[test]
fn tasks_are_added_changed_paused_run_and_removed_by_number() {
    let pages = site();
    let bench = bench(&pages, "");
    let added = bench.ok(&[
        "schedule",
        "add",
        "Items",
        "--cron",
        "*/20 8-20 * * 1-5",
        "--timezone",
        "Asia/Shanghai",
        "--window",
        "mon-fri 9:00-17:00",
        "--missed",
        "all",
        "--missed-at-most",
        "3",
        "--max-pages",
        "7",
        "--priority",
        "8",
    ]);
    assert!(added.contains("Added task 1: Items"), "{added}");
    let list = bench.ok(&["schedule", "list"]);
    assert!(
        list.contains(t!(
            "schedule-cron-in-zone",
            words = describe_cron("*/20 8-20 * * 1-5").expect("words"),
            zone = "Asia/Shanghai"
        )),
        "{list}"
    );
    bench.ok(&[
        "schedule",
        "set",
        "1",
        "--grace",
        "5m",
        "--name",
        "Office hours",
    ]);
    let tasks = bench.json(&["schedule", "list"]);
    assert_eq!(tasks[0]["title"], "Office hours", "{tasks}");
    assert_eq!(tasks[0]["terms"]["grace_seconds"], 300, "{tasks}");
    assert_eq!(tasks[0]["terms"]["missed"], "run_all", "{tasks}");
    assert_eq!(tasks[0]["terms"]["timezone"], "Asia/Shanghai", "{tasks}");

    bench.ok(&["schedule", "tag", "Items", "press"]);
    bench.ok(&["schedule", "add", "--tag", "press", "--after", "1"]);
    let refused = bench.fails(1, &["schedule", "set", "1", "--after", "2"]);
    assert!(
        refused.contains(fixed_part("engine-task-circle")),
        "{refused}"
    );
    for wrong in [
        ["--cron", "0 0 31 2 *"],
        ["--every", "10s"],
        ["--at", "tomorrow"],
        ["--after", "99"],
    ] {
        bench.fails(1, &["schedule", "add", "Items", wrong[0], wrong[1]]);
    }
    bench.fails(2, &["schedule", "add", "Items"]);
    bench.ok(&["schedule", "pause", "1"]);
    assert_eq!(bench.json(&["schedule", "list"])[0]["paused"], true);
    bench.ok(&["schedule", "resume", "1"]);
    bench.ok(&["schedule", "run", "1"]);
    let history = bench.json(&["schedule", "history"]);
    let one = history
        .as_array()
        .expect("turns")
        .iter()
        .find(|turn| turn["task"] == 1);
    let one = one.expect("the turn");
    assert_eq!(
        (&one["cause"], &one["outcome"]),
        (&"by_hand".into(), &"partly".into()),
        "{one}"
    );
    assert_eq!(one["pages"], 7, "{one}");
    bench.ok(&["schedule", "remove", "1", "2"]);
    assert_eq!(bench.json(&["schedule", "list"]), serde_json::json!([]));
}

#[test]
fn a_cron_expression_is_said_in_words_with_its_next_turns() {
    let pages = site();
    let bench = bench(&pages, "");
    let said = bench.json(&[
        "schedule",
        "next",
        "0 8 * * 1-5",
        "--timezone",
        "Asia/Shanghai",
    ]);
    assert_eq!(said["words"], "at 08:00, Monday to Friday");
    assert_eq!(said["turns"].as_array().expect("turns").len(), 10);
    let error = bench.fails(1, &["schedule", "next", "0 0 31 2 *"]);
    assert!(
        error.contains("character 5") && error.contains("29 days"),
        "{error}"
    );
    bench.fails(
        1,
        &["schedule", "next", "0 0 * * *", "--timezone", "Mars/Base"],
    );
}

#[test]
fn a_run_of_another_process_is_paused_and_both_say_so() {
    let list: String = (0..40)
        .map(|n| format!("<article><h2><a href='/a{n}'>Item {n}</a></h2></article>"))
        .collect();
    let mut pages = Pages::new().page("/", &format!("<title>List</title>{list}"));
    for n in 0..40 {
        let text = format!("<title>Item {n}</title><h1>Item {n}</h1><p>About item {n}.</p>");
        pages = pages.page(&format!("/a{n}"), &text);
    }
    let pages = pages.delay(Duration::from_millis(400)).start();
    let bench = bench(&pages, "concurrency = 1");
    let run = bench
        .command()
        .arg("run")
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    while pages.hits() < 3 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let said = bench.ok(&["pause", "Items"]);
    assert!(said.contains("paused"), "{said}");
    let ended = run.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(0));
    assert_eq!(bench.json(&["status"])["runs"][0]["end"], "paused");
}
