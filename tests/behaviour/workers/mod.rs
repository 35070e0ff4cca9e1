//! Workers on other machines, over a real Redis: as processes of this machine, each with a folder of
//! its own. Run alone with `cargo test --test behaviour workers::`. Without a Redis server they are
//! skipped, with a word.

mod faults;
mod politeness;
mod queue_refusals;
mod same_records;
mod secure;
mod site;
mod trust;

use std::collections::BTreeMap;
use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::command_line::Bench;
use tempfile::TempDir;

/// Whether there is a Redis server. On a developer's machine without one the test ends here.
fn is_there() -> bool {
    let found = Command::new("redis-server").arg("--version").output();
    match found {
        Ok(_) => true,
        Err(error) => {
            let is_ci = std::env::var_os("CI").is_some();
            assert!(!is_ci, "tests/run installs redis-server: {error}");
            #[allow(clippy::print_stderr)]
            {
                eprintln!("skipped: redis-server: {error}");
            }
            false
        }
    }
}

/// A Redis server that keeps nothing on disk.
struct Redis {
    port: u16,
    options: Vec<String>,
    folder: TempDir,
    child: Option<Child>,
}

impl Redis {
    fn start(options: &[&str]) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let mut redis = Self {
            port,
            options: options.iter().map(ToString::to_string).collect(),
            folder: tempfile::tempdir().expect("a folder"),
            child: None,
        };
        redis.begin();
        redis
    }

    fn begin(&mut self) {
        let child = Command::new("redis-server")
            .args(["--port", &self.port.to_string(), "--bind", "127.0.0.1"])
            .args(["--save", "", "--appendonly", "no"])
            .args(&self.options)
            .current_dir(self.folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("redis-server starts");
        self.child = Some(child);
        until("Redis answers", || {
            self.ask(&["PING"]).contains("PONG") || self.ask(&["PING"]).contains("NOAUTH")
        });
    }

    /// Ends it at once, as `kill -9` does.
    fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("killed");
            child.wait().expect("ended");
        }
    }

    fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// What it answers to a command.
    fn ask(&self, command: &[&str]) -> String {
        let output = Command::new("redis-cli")
            .args(["-p", &self.port.to_string()])
            .args(command)
            .output()
            .expect("redis-cli starts");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The keys, but for the two lists of who is there.
    fn keys(&self) -> Vec<String> {
        let keys = self.ask(&["KEYS", "*"]);
        let keys = keys.lines().map(str::trim).filter(|key| !key.is_empty());
        keys.filter(|key| !key.ends_with("{workers}") && !key.ends_with("{owners}"))
            .map(str::to_owned)
            .collect()
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A worker, as a process.
struct Worker {
    child: Child,
    words: PathBuf,
}

impl Worker {
    /// Starts one; it keeps its key in the bench.
    fn start(bench: &Bench, redis: &Redis, name: &str, more: &[&str]) -> Self {
        let words = bench.path(&format!("{name}.txt"));
        let file = File::options()
            .create(true)
            .append(true)
            .open(&words)
            .expect("a file");
        let folder = bench.path(&format!("key-{name}"));
        let child = bench
            .command()
            .args(["worker", "--redis", &redis.url(), "--name", name])
            .args(["--jobs", "4", "--key-folder"])
            .arg(folder)
            .args(more)
            .stderr(file)
            .spawn()
            .expect("the worker starts");
        Self { child, words }
    }

    fn signal(&self, name: &str) {
        let done = Command::new("kill")
            .args([&format!("-{name}"), &self.child.id().to_string()])
            .status();
        assert!(done.expect("kill starts").success());
    }

    fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("ended");
    }

    /// What it said.
    fn words(&self) -> String {
        std::fs::read_to_string(&self.words).unwrap_or_default()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until something holds.
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Starts workers, and has the project of the bench accept them.
fn with_workers(bench: &Bench, redis: &Redis, names: &[&str]) -> Vec<Worker> {
    bench.ok(&["workers", "use", &redis.url()]);
    let workers: Vec<Worker> = names
        .iter()
        .map(|name| Worker::start(bench, redis, name, &[]))
        .collect();
    for name in names {
        until("the worker is listed", || state_of(bench, name).is_some());
        bench.ok(&["workers", "accept", name]);
    }
    workers
}

/// The line of a worker in the list.
fn line_of(bench: &Bench, name: &str) -> Option<serde_json::Value> {
    let list = bench.json(&["workers", "list"]);
    let lines = list["workers"].as_array().expect("workers").clone();
    lines.into_iter().find(|line| line["name"] == name)
}

/// What a worker does.
fn state_of(bench: &Bench, name: &str) -> Option<String> {
    let line = line_of(bench, name)?;
    line["state"].as_str().map(str::to_owned)
}

/// How many pages a worker has read.
fn done_by(bench: &Bench, name: &str) -> u64 {
    let line = line_of(bench, name);
    line.and_then(|line| line["done"].as_u64()).unwrap_or(0)
}

/// The records of the bench: all columns but the time of fetching, by address.
fn records(bench: &Bench) -> BTreeMap<String, Vec<String>> {
    let out = bench.path("records.csv");
    let _ = std::fs::remove_file(&out);
    bench.ok(&["export", "--format", "csv", "--out", &path_text(&out)]);
    let bytes = std::fs::read(out).expect("the CSV");
    let bytes = bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .expect("a byte order mark");
    let mut reader = csv::Reader::from_reader(bytes);
    let head = reader.headers().expect("a head").clone();
    let time = head.iter().position(|name| name == "fetched_at");
    let mut records = BTreeMap::new();
    for row in reader.records() {
        let row = row.expect("a row");
        let kept = row.iter().enumerate().filter(|(at, _)| Some(*at) != time);
        let kept: Vec<String> = kept.map(|(_, value)| value.to_owned()).collect();
        let before = records.insert(row[0].to_owned(), kept);
        assert!(before.is_none(), "twice: {}", &row[0]);
    }
    records
}

fn path_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
