//! The command line as a person or a script uses it: the real program, real files, a real site.
//!
//! Below: single commands.

pub(super) mod alerts;
mod by_hand;
pub(super) mod changes;
pub(super) mod chinese;
pub(super) mod conditions;
pub(super) mod data_interface;
#[cfg(unix)]
mod databases;
pub mod diagnose;
mod encrypted_databases;
mod evidence;
pub(super) mod exports;
mod filters;
mod finding;
pub(super) mod forget;
pub(super) mod kept_answers;
mod many_sites;
pub(super) mod passphrase;
mod proposals;
pub(super) mod run_options;
mod search_engines;
mod serve;
#[cfg(unix)]
pub(super) mod service;
mod watching;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use bowerbird::engine::types::Language;
use bowerbird::io::sample::{ARTICLES, POSTS, SampleSite};
use tempfile::TempDir;

use crate::servers::Pages;
use crate::texts::{fixed_part, t};

/// A folder with a project in it, and the program to run on it.
pub struct Bench {
    folder: TempDir,
}

impl Bench {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn project(&self) -> PathBuf {
        self.path("test.bower")
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file is written");
        path
    }

    /// The program with this project and an English locale.
    pub fn command(&self) -> Command {
        self.command_on(&self.project())
    }

    /// The same with another project.
    pub fn command_on(&self, project: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bowerbird"));
        command
            .arg("--project")
            .arg(project)
            .env("LC_ALL", "C.UTF-8")
            .env("HOME", self.folder.path())
            .env("XDG_DATA_HOME", self.path("data"))
            .env_remove("BOWERBIRD_PASSPHRASE_FILE")
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command()
            .args(arguments)
            .output()
            .expect("the program starts")
    }

    /// Runs and expects success; returns standard output.
    pub fn ok(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            output_text(&output)
        );
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Runs and expects this exit code; returns standard error.
    pub fn fails(&self, code: i32, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(code), "{}", output_text(&output));
        String::from_utf8(output.stderr).expect("UTF-8")
    }

    pub fn json(&self, arguments: &[&str]) -> serde_json::Value {
        let mut all = vec!["--json"];
        all.extend(arguments);
        serde_json::from_str(&self.ok(&all)).expect("JSON")
    }

    pub fn add(&self, rules: &[(String, String)]) {
        for (name, text) in rules {
            let path = self.write(name, text);
            self.ok(&["site", "add", &path.to_string_lossy()]);
        }
    }
}

pub fn output_text(output: &Output) -> String {
    format!(
        "{}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn csv_rows(path: &Path) -> (Vec<String>, Vec<Vec<String>>) {
    let bytes = std::fs::read(path).expect("the CSV");
    let bytes = bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .expect("a byte order mark");
    let mut reader = csv::Reader::from_reader(bytes);
    let head = reader
        .headers()
        .expect("a head")
        .iter()
        .map(str::to_owned)
        .collect();
    let rows = reader
        .records()
        .map(|r| r.expect("a row").iter().map(str::to_owned).collect())
        .collect();
    (head, rows)
}

#[test]
fn demo_collects_the_sample_site_into_csv_files() {
    let bench = Bench::new();
    let out = bench.path("demo");
    let words = bench.ok(&["demo", "--out", &out.to_string_lossy()]);
    // The project is one file that can be copied.
    assert!(!out.join("demo.bower-wal").exists());
    assert!(
        words.contains(&format!("{ARTICLES} new records")),
        "{words}"
    );
    let (head, rows) = csv_rows(&out.join("harbour-gazette.csv"));
    assert_eq!(
        head,
        [
            "url",
            "title",
            "date",
            "author",
            "text",
            "tags",
            "site",
            "fetched_at"
        ]
    );
    assert_eq!(rows.len(), ARTICLES);
    assert_eq!(rows[0][1], "The morning ferry gets a second boat");
    assert_eq!(rows[0][2], "2026-03-30T08:15:00+00:00");
    assert_eq!(rows[1][1], "老茶庄修缮一年后重新开门");
    assert_eq!(rows[1][3], "林晚舟");
    assert!(rows[1][4].starts_with("停业整整一年的永和茶庄"));
    assert!(rows.iter().all(|r| r[4].lines().count() >= 3), "paragraphs");
    let (_, posts) = csv_rows(&out.join("harbour-forum.csv"));
    assert_eq!(posts.len(), POSTS);
    // Whoever opens the project later finds its site served again.
    let project = out.join("demo.bower");
    let again = bench
        .command_on(&project)
        .arg("run")
        .output()
        .expect("the program starts");
    assert!(again.status.success(), "{}", output_text(&again));
    // A second demo starts afresh and gives the same.
    bench.ok(&["demo", "--out", &out.to_string_lossy()]);
    assert_eq!(csv_rows(&out.join("harbour-gazette.csv")).1.len(), ARTICLES);
}

#[test]
fn sites_are_added_listed_shown_and_removed() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    bench.add(&site.rules());
    let list = bench.json(&["site", "list"]);
    let names: Vec<&str> = list
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|s| s["name"].as_str())
        .collect();
    assert_eq!(names, ["Harbour Forum", "Harbour Gazette"]);
    let shown = bench.ok(&["site", "show", "Harbour Gazette"]);
    assert!(
        shown.contains("# The news of the sample site"),
        "comments stay"
    );
    bench.ok(&["site", "disable", "Harbour Forum"]);
    assert!(bench.ok(&["site", "list"]).contains("disabled"));
    bench.ok(&["run"]);
    assert_eq!(bench.json(&["status"])["sites"][0]["records"], 0);
    bench.ok(&["site", "remove", "Harbour Forum"]);
    let error = bench.fails(1, &["site", "show", "Harbour Forum"]);
    assert!(error.contains("Harbour Gazette"), "{error}");
}

#[test]
fn a_run_is_searched_exported_and_repeated() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    bench.add(&site.rules());
    let told = bench.ok(&["run", "Harbour Gazette"]);
    assert!(told.contains("34 new records"), "{told}");
    let again = bench.ok(&["run", "Harbour Gazette"]);
    assert!(again.contains("0 new records"), "{again}");

    let found = bench.json(&["search", "豆浆"]);
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found[0]["record"]["title"], "湾谷轮桥完成首次夜间检修");
    assert!(
        bench
            .ok(&["search", "lifeboat crew"])
            .contains("Warm rolls")
    );
    assert_eq!(
        bench.json(&["search", "\"no such thing\""]),
        serde_json::json!([])
    );

    let out = bench.path("some.csv");
    let out = out.to_string_lossy();
    let columns = ["--columns", "title,url"];
    bench.ok(&[&["export", "--format", "csv", "--out", &out][..], &columns].concat());
    for own in ["", "-wal", "-lock", "-secrets"] {
        let target = format!("{}{own}", bench.project().display());
        let error = bench.fails(1, &["export", "--format", "csv", "--out", &target]);
        assert!(error.contains(fixed_part("export-over-project")), "{error}");
    }
    let other = Bench::new();
    let rule = "[site]\nname = \"Odd\"\nkind = \"pages\"\nstart = [\"http://127.0.0.1:9/\"]\n";
    other.add(&[("odd.toml".to_owned(), rule.to_owned())]);
    let target = other.project().display().to_string();
    let before = std::fs::read(other.project()).expect("a project");
    for format in ["csv", "xlsx", "sqlite"] {
        let error = bench.fails(1, &["export", "--format", format, "--out", &target]);
        assert!(error.contains(fixed_part("export-over-project")), "{error}");
    }
    assert_eq!(std::fs::read(other.project()).expect("a project"), before);
    let (head, rows) = csv_rows(Path::new(&*out));
    assert_eq!(head, ["title", "url"]);
    assert_eq!(rows.len(), ARTICLES);
    let status = bench.json(&["status"]);
    assert_eq!(status["sites"][1]["state"], "ok", "{status}");
    let said = bench.ok(&["--lang", "zh-CN", "status"]);
    let word = t!(Language::Chinese; "app-state-ok");
    assert!(said.contains(word) && !said.contains(" ok "), "{said}");
}

#[test]
fn one_page_is_selected_extracted_judged_and_drawn() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    let url = format!("{}articles/dengta-shou.html", site.url());
    assert_eq!(
        bench.ok(&["select", "--css", "h1", &url]).trim(),
        "灯塔看守人退休，灯照常亮"
    );
    let titles = bench.json(&["select", "--xpath", "//article/h2/a/@href", &site.url()]);
    assert_eq!(titles.as_array().map(Vec::len), Some(12));
    bench.fails(1, &["select", "--css", ".nothing-like-it", &url]);
    let bad = bench.fails(1, &["select", "--css", "h1[", &url]);
    assert!(bad.contains("h1["), "{bad}");

    let generic = bench.json(&["extract", &url]);
    assert_eq!(generic[0]["title"], "灯塔看守人退休，灯照常亮");
    assert!(
        generic[0]["text"]
            .as_str()
            .is_some_and(|t| t.contains("写错的字不许改")),
        "{generic}"
    );
    let written = |format: &str| bench.ok(&["extract", &url, "--format", format]);
    let markdown = written("markdown");
    assert!(
        markdown.starts_with("# 灯塔看守人退休，灯照常亮\n\n"),
        "{markdown}"
    );
    assert!(written("html").starts_with("<h1>灯塔看守人退休，灯照常亮</h1>"));
    let whole: serde_json::Value =
        serde_json::from_str(&written("json")).expect("the record as JSON");
    assert!(
        whole[0]["fields"].to_string().contains("language"),
        "{whole}"
    );
    let rule = bench.write("rule.toml", &site.rules()[0].1);
    let ruled = bench.json(&["extract", &url, "--rule", &rule.to_string_lossy()]);
    assert_eq!(ruled[0]["author"], "周启明");

    let page = bench.write(
        "blocked.html",
        "<title>Just a moment...</title><p>Checking</p>",
    );
    let page = page.to_string_lossy();
    let verdict = bench.json(&[
        "detect",
        &page,
        "--status",
        "503",
        "--header",
        "Server: cloudflare",
    ]);
    assert_eq!(verdict["state"], "challenge", "{verdict}");

    let png = bench.path("page.png");
    let boxes = bench.path("boxes.json");
    bench.ok(&[
        "preview",
        &url,
        "--out",
        &png.to_string_lossy(),
        "--boxes",
        &boxes.to_string_lossy(),
    ]);
    assert!(
        std::fs::read(&png)
            .expect("a picture")
            .starts_with(b"\x89PNG")
    );
    let boxes: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&boxes).expect("boxes")).expect("JSON");
    assert!(boxes.to_string().contains("\"h1\""));
}

#[test]
fn a_whole_site_is_crawled_once_each() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    let out = bench.path("site.jsonl");
    bench.ok(&[
        "crawl",
        &site.url(),
        "--out",
        &out.to_string_lossy(),
        "--delay",
        "0s",
        "--concurrency",
        "8",
        "--field",
        "day=time",
    ]);
    let text = std::fs::read_to_string(&out).expect("records");
    let records: Vec<serde_json::Value> = text
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    let mut urls: Vec<&str> = records.iter().filter_map(|r| r["url"].as_str()).collect();
    // 34 articles, three list pages (the first under one address), two forum pages.
    assert_eq!(urls.len(), ARTICLES + 3 + 2, "{urls:#?}");
    urls.sort_unstable();
    urls.dedup();
    assert_eq!(urls.len(), records.len(), "each once");
    let article = records
        .iter()
        .find(|r| {
            r["url"]
                .as_str()
                .is_some_and(|u| u.ends_with("dengta-shou.html"))
        })
        .expect("the article");
    assert_eq!(article["h1"], "灯塔看守人退休，灯照常亮");
    assert_eq!(article["day"], "2026年3月21日");
    assert_eq!(article["links"], 4);
}

#[test]
fn wrong_usage_and_bad_rule_files_say_what_to_do() {
    let bench = Bench::new();
    bench.fails(2, &["no-such-command"]);
    bench.fails(
        2,
        &[
            "crawl",
            "http://127.0.0.1:1/",
            "--out",
            "x",
            "--delay",
            "soon",
        ],
    );
    let missing = bench.fails(1, &["run"]);
    assert!(missing.contains("test.bower"), "{missing}");
    let rule = bench.write(
        "bad.toml",
        "[site]\nname = \"Bad\"\nkind = \"list\"\nstart = [\"http://127.0.0.1/\"]\n[list]\nlink = { css = \"h2 a[\" }\n",
    );
    let error = bench.fails(1, &["site", "add", &rule.to_string_lossy()]);
    assert!(error.contains("bad.toml:6:"), "{error}");
    assert!(
        !bench.project().exists(),
        "a bad rule leaves no project behind"
    );
    bench.fails(1, &["rule", "check", &rule.to_string_lossy()]);
    let scheme = bench.fails(1, &["extract", "ftp://example.org/x"]);
    assert!(
        scheme.contains(t!(
            "engine-bad-scheme",
            url = "ftp://example.org/x",
            scheme = "ftp"
        )),
        "{scheme}"
    );
    let kept = bench.write("kept.jsonl", "an older crawl\n");
    bench.fails(
        1,
        &[
            "crawl",
            "http://127.0.0.1:1/",
            "--out",
            &kept.to_string_lossy(),
        ],
    );
    assert!(std::fs::read_to_string(&kept).is_ok_and(|text| text == "an older crawl\n"));
    let dead = bench.fails(1, &["extract", "http://127.0.0.1:1/"]);
    assert!(dead.contains("127.0.0.1:1"), "{dead}");
}

#[test]
fn damaged_and_locked_projects_are_left_alone() {
    let bench = Bench::new();
    bench.write(
        "test.bower",
        "this is no database, and somebody may still want it",
    );
    let error = bench.fails(1, &["status"]);
    assert!(error.contains("test.bower"), "{error}");
    bench.fails(1, &["run"]);
    assert!(
        std::fs::read_to_string(bench.project()).is_ok_and(|t| t.starts_with("this is no")),
        "the file stays"
    );

    let bench = Bench::new();
    let _owner = bowerbird::io::store::Store::create(&bench.project()).expect("a project");
    let rule = bench.write(
        "s.toml",
        &bowerbird::logic::rules::starter("S", "http://127.0.0.1:1/"),
    );
    let locked = bench.fails(1, &["site", "add", &rule.to_string_lossy()]);
    assert!(locked.contains("test.bower"), "{locked}");
    // Another name of the same file is the same project.
    let link = bench.path("link.bower");
    std::os::unix::fs::symlink(bench.project(), &link).expect("a link");
    let output = bench
        .command_on(&link)
        .arg("run")
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", output_text(&output));
    assert!(
        output_text(&output).contains("test.bower"),
        "{}",
        output_text(&output)
    );
    // Reading beside the owner is fine.
    bench.ok(&["status"]);
}

#[test]
fn a_missing_list_page_and_a_dead_host_are_named() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    let rule = site.rules()[0].1.replace("/\"]", "/no-such-list/\"]");
    bench.add(&[("lost.toml".to_owned(), rule)]);
    let output = bench.run(&["run"]);
    assert_eq!(output.status.code(), Some(1), "{}", output_text(&output));
    assert!(
        output_text(&output).contains("404"),
        "{}",
        output_text(&output)
    );

    let bench = Bench::new();
    let rule = site.rules()[0]
        .1
        .replace(&site.address().to_string(), "127.0.0.1:1");
    bench.add(&[("dead.toml".to_owned(), rule)]);
    let output = bench.run(&["run"]);
    assert_eq!(output.status.code(), Some(1), "{}", output_text(&output));
    assert!(
        output_text(&output).contains("127.0.0.1"),
        "{}",
        output_text(&output)
    );
}

/// A site of `count` articles that answers slowly enough to be interrupted.
fn slow_site(count: usize) -> Pages {
    let list: String = (0..count)
        .map(|n| format!("<article><h2><a href='/a{n}'>Item {n}</a></h2></article>"))
        .collect();
    let mut pages = Pages::new().page("/", &format!("<title>List</title>{list}"));
    for n in 0..count {
        pages = pages.page(
            &format!("/a{n}"),
            &format!("<title>Item {n}</title><h1>Item {n}</h1><p>The text of item {n}, which says a little.</p>"),
        );
    }
    pages.delay(Duration::from_millis(30)).start()
}

fn slow_rule(url: &str) -> String {
    format!(
        "[site]\nname = \"Slow\"\nkind = \"list\"\nstart = [\"{url}\"]\n[politeness]\ndelay = \"0s\"\n[list]\nitem = {{ css = \"article\" }}\nlink = {{ css = \"a\", take = \"href\" }}\n[[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\nrequired = true\n"
    )
}

/// Starts a run, ends it with `signal` once some records are there, and runs again.
fn check_interrupted_run_resumes(signal: &str) {
    const COUNT: usize = 40;
    let bench = Bench::new();
    let pages = slow_site(COUNT);
    bench.add(&[("slow.toml".to_owned(), slow_rule(&pages.url("/")))]);
    let mut child = bench
        .command()
        .arg("run")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while pages.hits() < COUNT / 3 && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let killed = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(killed.success());
    let status = child.wait().expect("it ends");
    if signal == "-INT" {
        assert_eq!(status.code(), Some(0), "a clean stop");
    }
    let before = bench.json(&["status"])["sites"][0]["records"]
        .as_u64()
        .expect("a number");
    assert!(before < COUNT as u64, "it was interrupted");
    bench.ok(&["run"]);
    let out = bench.path("all.csv");
    bench.ok(&["export", "--format", "csv", "--out", &out.to_string_lossy()]);
    let titles: Vec<String> = csv_rows(&out).1.into_iter().map(|r| r[1].clone()).collect();
    let expected: Vec<String> = (0..COUNT).map(|n| format!("Item {n}")).collect();
    assert_eq!(
        titles, expected,
        "nothing lost, nothing doubled, in list order"
    );
}

#[test]
fn ctrl_c_stops_cleanly_and_the_next_run_goes_on() {
    check_interrupted_run_resumes("-INT");
}

#[test]
fn a_killed_run_loses_nothing() {
    check_interrupted_run_resumes("-KILL");
}

#[test]
fn proxies_and_accounts_keep_their_secrets() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    bench.add(&site.rules());
    let passphrase = bench.write("passphrase", "correct horse\n");
    let with_secret = |arguments: &[&str]| {
        use std::io::Write;
        let mut child = bench
            .command()
            .args(arguments)
            .env("BOWERBIRD_PASSPHRASE_FILE", &passphrase)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        child
            .stdin
            .take()
            .expect("stdin")
            .write_all(b"hunter2-hunter2\n")
            .expect("written");
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", output_text(&output));
    };
    with_secret(&[
        "proxy",
        "add",
        "office",
        "http://127.0.0.1:3128",
        "--user",
        "me",
        "--secret-stdin",
    ]);
    with_secret(&[
        "account",
        "add",
        "Harbour Forum",
        "reader",
        "--secret-stdin",
    ]);
    assert_eq!(bench.json(&["proxy", "list"])[0]["user"], "me");
    assert_eq!(bench.json(&["account", "list"])[0]["user"], "reader");
    for entry in std::fs::read_dir(bench.folder.path()).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            let bytes = std::fs::read(&path).expect("a file");
            assert!(
                !bytes.windows(15).any(|w| w == b"hunter2-hunter2"),
                "{} holds the password",
                path.display()
            );
        }
    }
    bench.fails(
        2,
        &["proxy", "add", "b", "http://127.0.0.1:1", "--user", "me"],
    );
    bench.ok(&["proxy", "remove", "office"]);
    bench.ok(&["account", "remove", "Harbour Forum", "reader"]);
}

#[test]
fn tasks_are_listed_and_the_scheduler_stops_at_its_time() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    let rule = format!(
        "{}\n[schedule]\ncron = \"* * * * * *\"\ntimezone = \"Asia/Shanghai\"\npriority = 7\n",
        site.rules()[1].1
    );
    bench.add(&[("often.toml".to_owned(), rule)]);
    let tasks = bench.json(&["schedule", "list"]);
    assert_eq!(tasks[0]["priority"], 7, "{tasks}");
    let until = (jiff::Timestamp::now() + jiff::SignedDuration::from_secs(4)).to_string();
    bench.ok(&["schedule", "--until", &until]);
    let status = bench.json(&["status"]);
    assert_eq!(status["sites"][0]["records"], POSTS as u64, "{status}");
}

#[test]
fn the_other_language_speaks() {
    let bench = Bench::new();
    bench.write("test.bower", "no database");
    let output = bench
        .command()
        .args(["--lang", "zh-CN", "status"])
        .output()
        .expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.chars().any(|c| ('\u{4e00}'..'\u{9fff}').contains(&c)),
        "{error}"
    );
}
