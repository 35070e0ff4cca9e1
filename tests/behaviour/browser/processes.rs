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
const KILLS: (&str, u64) = ("BOWERBIRD_TEST_BROWSER_KILLS", 8);

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

/// A browser that a person uses.
fn own_browser(folder: &Path) -> Child {
    Command::new(locate(None).unwrap().path)
        .args([
            "--headless",
            "--no-sandbox",
            "--remote-debugging-port=0",
            "about:blank",
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
    let mut own = own_browser(&bench.path("own"));
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
        std::thread::sleep(Duration::from_millis(100 + numbers.below(2400)));
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
