//! The scheduler as a service: seen and asked by other processes, stopped by SIGTERM, gone on with by
//! the next start; one task is never run by two.

use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::engine::support::server::{Ask, Reply, Site};
use crate::texts::{fixed_part, t};

const PAGES: usize = 12;
/// The pages that come at once; the others are held back while the site is slow.
const QUICK: usize = 3;
const PATIENCE: Duration = Duration::from_secs(60);

fn slow(ask: &Ask, held_back: &AtomicBool) -> Reply {
    match ask.path.as_str() {
        "/" => {
            let links = (0..PAGES).map(|n| format!("<li><a href='/a{n}'>Page {n}</a></li>"));
            Reply::html(format!(
                "<title>List</title><ul>{}</ul>",
                links.collect::<String>()
            ))
        }
        path => {
            let number = path.trim_start_matches("/a").parse().unwrap_or(0);
            let begin = Instant::now();
            while number >= QUICK
                && held_back.load(Ordering::Relaxed)
                && begin.elapsed() < Duration::from_secs(2)
            {
                std::thread::sleep(Duration::from_millis(10));
            }
            Reply::html(format!("<title>{path}</title><h1>Page {path}</h1><p>Text."))
        }
    }
}

struct Bench {
    folder: tempfile::TempDir,
    site: Site,
    held_back: Arc<AtomicBool>,
}

impl Bench {
    /// A project with one slow site and a task for it that is due.
    fn new() -> Self {
        let held_back = Arc::new(AtomicBool::new(true));
        let of_site = Arc::clone(&held_back);
        let bench = Self {
            folder: tempfile::tempdir().unwrap(),
            site: Site::start(move |ask| slow(ask, &of_site)),
            held_back,
        };
        let rule = format!(
            "[site]\nname = \"Slow\"\nkind = \"list\"\nstart = [\"{}\"]\n\
             [politeness]\ndelay = \"0s\"\nconcurrency = 1\n\
             [list]\nitem = {{ css = \"li\" }}\nlink = {{ css = \"a\", take = \"href\" }}\n\
             [[field]]\nname = \"title\"\nselect = [{{ css = \"h1\" }}]\n",
            bench.site.url("/")
        );
        let file = bench.folder.path().join("slow.toml");
        std::fs::write(&file, rule).unwrap();
        bench.does(&["site", "add", file.to_str().unwrap()]);
        bench.does(&["schedule", "add", "Slow", "--now"]);
        bench
    }

    fn project(&self) -> PathBuf {
        self.folder.path().join("p.bower")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bowerbird"));
        command
            .arg("--project")
            .arg(self.project())
            .args(arguments)
            .env("BOWERBIRD_CONFIG_DIR", self.folder.path())
            .env("LC_ALL", "C");
        command
    }

    fn runs(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// What a command that goes well says.
    fn does(&self, arguments: &[&str]) -> String {
        let output = self.runs(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, arguments: &[&str]) -> serde_json::Value {
        let all: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        serde_json::from_str(&self.does(&all)).unwrap()
    }

    fn serve(&self) -> Child {
        self.command(&["schedule"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    fn asked(&self) -> usize {
        (0..PAGES).map(|n| self.site.asked(&format!("/a{n}"))).sum()
    }
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Asks a process to end, as a service manager does.
fn terminate(mut service: Child) {
    let kill = Command::new("kill").arg(service.id().to_string()).status();
    assert!(kill.unwrap().success());
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = service.try_wait().unwrap() {
            break status;
        }
        assert!(begin.elapsed() < Duration::from_secs(15), "it does not end");
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(status.success(), "{status:?}");
}

#[test]
fn a_service_is_seen_stopped_and_gone_on_with_and_no_other_takes_its_tasks() {
    let bench = Bench::new();
    let service = bench.serve();
    until("it runs", || bench.asked() > 1);

    let seen = bench.json(&["status"]);
    assert_eq!(seen["scheduler"]["on"], true);
    assert_eq!(seen["scheduler"]["process"], service.id());
    assert_eq!(seen["scheduler"]["running"], 1);
    // Neither a second service nor a run by hand takes the project.
    for taking in [&["schedule"][..], &["run", "Slow"]] {
        let refused = bench.runs(taking);
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(said.contains(fixed_part("store-locked")), "{said}");
    }
    // What another process wishes is done by the one that has it.
    bench.does(&["schedule", "add", "Slow", "--every", "5h"]);
    assert_eq!(
        bench.json(&["schedule", "list"]).as_array().unwrap().len(),
        2
    );

    terminate(service);
    let read = bench.asked();
    assert!(read < PAGES, "on the way: {read}");
    assert!(bench.json(&["status"])["scheduler"].is_null());
    let history = bench.does(&["schedule", "history"]);
    assert!(
        history.contains(t!("task-outcome-interrupted")),
        "{history}"
    );

    bench.held_back.store(false, Ordering::Relaxed);
    let again = bench.serve();
    let outcome = || bench.json(&["schedule", "history"])[0]["outcome"].clone();
    until("its turn is done", || outcome() == "done");
    terminate(again);
    let turns = bench.json(&["schedule", "history"]);
    assert_eq!(turns.as_array().unwrap().len(), 1, "one turn: {turns}");
    let records = bench.json(&["status"])["sites"][0]["records"].clone();
    assert_eq!(records, PAGES);
    let twice = (0..PAGES).filter(|n| bench.site.asked(&format!("/a{n}")) > 1);
    assert!(
        twice.count() <= 1,
        "but for the page under way, each was asked for once"
    );
}

/// A socket in the place of systemd's: what the service tells it, in order.
#[cfg(target_os = "linux")]
#[test]
fn a_service_manager_hears_that_it_is_ready_that_it_lives_and_that_it_stops() {
    use std::os::unix::fs::MetadataExt as _;
    use std::os::unix::net::UnixDatagram;

    let bench = Bench::new();
    let name = bench.folder.path().join("notify");
    let manager = UnixDatagram::bind(&name).unwrap();
    manager.set_read_timeout(Some(PATIENCE)).unwrap();
    let hears = || {
        let mut bytes = [0; 64];
        let length = manager.recv(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    let journal = bench.folder.path().join("journal");
    let stream = std::fs::File::create(&journal).unwrap();
    let known = stream.metadata().unwrap();
    let service = bench
        .command(&["schedule"])
        .env("NOTIFY_SOCKET", &name)
        .env("WATCHDOG_USEC", "300000")
        .env("JOURNAL_STREAM", format!("{}:{}", known.dev(), known.ino()))
        .env("BOWERBIRD_LOG", "info")
        .stdout(Stdio::null())
        .stderr(stream)
        .spawn()
        .unwrap();
    assert_eq!(hears(), "READY=1");
    let ready = Instant::now();
    assert_eq!([hears(), hears()], ["WATCHDOG=1", "WATCHDOG=1"]);
    assert!(ready.elapsed() > Duration::from_millis(250), "not at once");
    // The journal notes the time itself, and takes the priority from the line.
    until("a run is in the journal", || {
        let lines = std::fs::read_to_string(&journal).unwrap();
        lines.lines().any(|line| line.starts_with("<6>run{site="))
    });
    terminate(service);
    until("it says that it stops", || match hears().as_str() {
        "WATCHDOG=1" => false,
        said => {
            assert_eq!(said, "STOPPING=1");
            true
        }
    });
}

/// Two engines may see the same turn only if the lock fails; then the project still gives it out once.
#[test]
fn a_turn_is_given_out_once_however_many_ask() {
    use bowerbird::engine::types::{Store, TaskDraft, Timing};
    use bowerbird::io::store::ClaimedTurn;
    use bowerbird::logic::model::{SiteDraft, SourceKind, TurnCause};
    use jiff::Timestamp;

    let store = Store::temporary().unwrap();
    let draft = SiteDraft {
        name: "Test".to_owned(),
        kind: SourceKind::List,
        start: "http://127.0.0.1:9/".to_owned(),
        rule_toml: String::new(),
    };
    let site = store.add_site(&draft).unwrap();
    let now = Timestamp::now();
    let task = TaskDraft::of_site(site, Timing::Once { at: now });
    store.add_task(&task, Some(now)).unwrap();
    let task = store.tasks().unwrap().remove(0);
    let turn = ClaimedTurn {
        task,
        cause: TurnCause::Due,
        due_at: now,
        runs: 1,
        missed: None,
        next_at: None,
    };
    let first = store.take_turns(vec![turn.clone()], now).unwrap();
    let second = store.take_turns(vec![turn], now).unwrap();
    assert_eq!((first.len(), second.len()), (1, 0));
}
