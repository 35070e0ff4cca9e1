//! The processes of the browser: nothing of it outlives the program, whatever ends it, and nobody
//! else's browser is touched.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bowerbird::io::browser::{BrowserLimits, locate};
use bowerbird::io::fetch::FetchError;

use super::{browser, is_there, shown, source, visitor, with_runtime};
use crate::command_line::Bench;
use crate::crashes_and_full_disk::killed::{Numbers, SEED, asked};
use crate::servers::Pages;

/// Kills, unless the environment says otherwise.
const KILLS: (&str, u64) = ("BOWERBIRD_TEST_BROWSER_KILLS", 20);

/// Processes that descend from one, each with the time it started at, which tells it from another
/// process with the same number.
fn descendants(root: u32) -> Vec<(u32, String)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(process) = name.parse::<u32>() else {
            continue;
        };
        if let Some((parent, start)) = parent_and_start(process) {
            all.push((process, parent, start));
        }
    }
    let mut found = vec![root];
    let mut at = 0;
    while at < found.len() {
        let parent = found[at];
        found.extend(
            all.iter()
                .filter(|(_, p, _)| *p == parent)
                .map(|(id, ..)| *id),
        );
        at += 1;
    }
    let is_below = |id: &u32| found[1..].contains(id);
    all.into_iter()
        .filter(|(id, ..)| is_below(id))
        .map(|(id, _, start)| (id, start))
        .collect()
}

fn parent_and_start(process: u32) -> Option<(u32, String)> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    // A dead process that nobody has asked about yet is gone.
    if fields[0] == "Z" {
        return None;
    }
    Some((fields[1].parse().ok()?, fields[19].to_owned()))
}

fn alive(processes: &[(u32, String)]) -> Vec<u32> {
    let lives =
        |(id, start): &&(u32, String)| parent_and_start(*id).is_some_and(|(_, now)| now == *start);
    processes.iter().filter(lives).map(|(id, _)| *id).collect()
}

fn profiles(home: &Path) -> usize {
    let folder = home.join(".cache/bowerbird/browser");
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

/// A browser that a person uses, on a page that asks for something again and again while it lives.
fn own_browser(folder: &Path, page: &str) -> Child {
    Command::new(locate(None).unwrap().path)
        .args([
            "--headless",
            "--no-sandbox",
            "--remote-debugging-port=0",
            page,
        ])
        .arg(format!("--user-data-dir={}", folder.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_program_leaves_no_browser_and_no_profile() {
    if !is_there() {
        return;
    }
    let site = Pages::new()
        .page(
            "/never",
            "<p>x</p><script>setInterval(() => document.body.append('y'), 5)</script>",
        )
        .page(
            "/fine",
            "<p>fine, and long enough to be a page of its own</p>",
        )
        .start();
    let bench = Bench::new();
    let person = Pages::new()
        .page(
            "/",
            "<script>setInterval(() => fetch('/lives'), 50)</script>",
        )
        .page("/lives", "yes")
        .start();
    let mut own = own_browser(&bench.path("own"), &person.url("/"));
    let lives = |until: usize| {
        let deadline = Instant::now() + Duration::from_secs(20);
        while person.hits() < until && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(20));
        }
        person.hits() >= until
    };
    assert!(lives(3), "the person's browser is there");
    let tabs = descendants(own.id());
    let mut numbers = Numbers(asked(SEED));
    let mut killed_with_browser = 0;
    for _ in 0..asked(KILLS) {
        let mut program = bench
            .command()
            .env_remove("XDG_CACHE_HOME")
            .args(["extract", &site.url("/never"), "--fetch", "browser"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(100 + numbers.below(1900)));
        let below = descendants(program.id());
        killed_with_browser += usize::from(below.len() > 2);
        program.kill().unwrap();
        program.wait().unwrap();
        let until = Instant::now() + Duration::from_secs(2);
        while !alive(&below).is_empty() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(
            alive(&below),
            Vec::<u32>::new(),
            "what the program started is gone"
        );
        let asked = person.hits();
        assert!(lives(asked + 3), "the person's page goes on");
    }
    assert!(killed_with_browser > 0);
    // The next start finds what was left, and leaves nothing itself.
    let shown = bench
        .command()
        .env_remove("XDG_CACHE_HOME")
        .args(["extract", &site.url("/fine"), "--fetch", "browser"])
        .output()
        .unwrap();
    assert!(
        shown.status.success(),
        "{}",
        String::from_utf8_lossy(&shown.stderr)
    );
    let until = Instant::now() + Duration::from_secs(3);
    while profiles(&bench.path(".")) > 0 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(profiles(&bench.path(".")), 0);
    assert!(
        own.try_wait().unwrap().is_none(),
        "the person's browser still runs"
    );
    let now = descendants(own.id());
    assert!(
        tabs.iter().all(|process| now.contains(process)),
        "all processes of the person's browser still run"
    );
    assert!(
        bench.path("own").join("Default").is_dir()
            || bench.path("own").join("Local State").exists(),
        "its profile is still there"
    );
    // Debian's command is a script that waits for the browser.
    for (process, _) in descendants(own.id()) {
        let _ = Command::new("kill")
            .args(["-9", &process.to_string()])
            .status();
    }
    own.kill().unwrap();
    own.wait().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_browser_that_dies_is_replaced_and_one_that_is_no_browser_is_named() {
    if !is_there() {
        return;
    }
    let site = Pages::new()
        .page(
            "/never",
            "<p>x</p><script>setInterval(() => document.body.append('y'), 5)</script>",
        )
        .page("/fine", "<p>fine</p>")
        .start();
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        let session = visitor(&site);
        shown(&browser, &session, &site.url("/fine")).await.unwrap();
        for guard_dies in [false, true] {
            let (guard, process) = browser.process_ids().await.unwrap();
            let below = descendants(guard);
            let showing = {
                let (browser, session, url) =
                    (browser.clone(), session.clone(), site.url("/never"));
                tokio::spawn(async move { shown(&browser, &session, &url).await })
            };
            tokio::time::sleep(Duration::from_millis(700)).await;
            let victim = if guard_dies { guard } else { process };
            let killed = Command::new("kill")
                .args(["-9", &victim.to_string()])
                .status();
            assert!(killed.unwrap().success());
            let died = showing.await.unwrap();
            assert!(matches!(died, Err(FetchError::Browser { .. })), "{died:?}");
            let fine = shown(&browser, &session, &site.url("/fine")).await.unwrap();
            assert!(source(&fine).contains("fine"));
            assert_eq!(alive(&below), Vec::<u32>::new(), "{guard_dies}");
        }
        browser.close().await;
        browser.use_program(Some("/bin/true".into()));
        let none = shown(&browser, &session, &site.url("/fine"))
            .await
            .unwrap_err();
        assert!(none.to_string().contains("/bin/true"), "{none}");
    });
}

/// Pages shown one after the other, unless the environment says otherwise. How much memory grows
/// over a thousand is measured on a quiet machine by `tests/measures/browser.py`; here no tab, frame
/// or process of a page may stay.
const SHOWN: (&str, u64) = ("BOWERBIRD_TEST_BROWSER_PAGES", 100);

#[cfg(target_os = "linux")]
#[test]
fn nothing_of_a_page_stays_in_the_browser() {
    if !is_there() {
        return;
    }
    let site = Pages::new()
        .page(
            "/page",
            "<div id=a></div><script>for (let i = 0; i < 2000; i++) { \
            const p = document.createElement('p'); p.textContent = 'Row ' + i; a.append(p) } \
            window.kept = new Array(1e5).fill('x')</script>",
        )
        .start();
    let pages = asked(SHOWN);
    with_runtime(async {
        let limits = BrowserLimits {
            quiet: Duration::from_millis(60),
            ..BrowserLimits::default()
        };
        let browser = browser(limits);
        let session = visitor(&site);
        let mut weighed = Vec::new();
        for number in 1..=pages {
            let page = shown(&browser, &session, &site.url("/page")).await.unwrap();
            assert!(source(&page).contains("Row 1999"), "{number}");
            let (guard, _) = browser.process_ids().await.unwrap();
            let below = descendants(guard);
            let memory = below.iter().map(|(id, _)| memory_of(*id)).sum::<u64>();
            weighed.push((below.len(), memory));
        }
        // Processes and memory come and go with what is being tidied up, and fall when a used tab
        // gives way to a new one: the least of each half counts, over every page, as each half
        // holds such a change wherever it falls. Ten tabs that stayed would be ten processes more.
        let (early, late) = weighed.split_at(weighed.len() / 2);
        let fewest = |part: &[(usize, u64)]| part.iter().map(|(count, _)| *count).min();
        let least = |part: &[(usize, u64)]| part.iter().map(|(_, memory)| *memory).min();
        assert!(
            fewest(early) > Some(0) && least(early) > Some(0),
            "{weighed:?}"
        );
        assert!(
            fewest(late) <= fewest(early).map(|count| count + 2),
            "{weighed:?}"
        );
        assert!(
            least(late) <= least(early).map(|memory| memory * 3 / 2),
            "{weighed:?}"
        );
        browser.close().await;
    });
}

/// Memory that only this process has, in kilobytes: other browsers may run beside it.
fn memory_of(process: u32) -> u64 {
    let told = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup"));
    let told = told.unwrap_or_default();
    let lines = told
        .lines()
        .filter_map(|line| line.strip_prefix("Private_"));
    let number = |line: &str| line.split_whitespace().nth(1)?.parse::<u64>().ok();
    lines.filter_map(number).sum()
}
