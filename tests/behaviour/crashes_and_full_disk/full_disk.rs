//! A disk that fills: the program under a limit on the size of its files, which the system answers
//! as it answers a full disk. It says so, loses nothing, and goes on when there is room again.

use std::process::{Command, Output};

use crate::command_line::{Bench, output_text};
use crate::servers::Pages;
use crate::texts::fixed_part;

const ARTICLES: usize = 40;

/// A list of articles with much text that does not compress; one of them has `longest` words.
fn site(longest: usize) -> Pages {
    let items: String = (0..ARTICLES)
        .map(|n| format!("<li><a href='/a{n}.html'>Item {n}</a></li>"))
        .collect();
    let mut pages = Pages::new().page("/", &format!("<title>List</title>{items}"));
    let mut number = 1_u64;
    for n in 0..ARTICLES {
        let length = if n == ARTICLES / 2 { longest } else { 900 };
        let words: String = (0..length)
            .map(|_| {
                number = number
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(99);
                format!("{:x} ", number >> 20)
            })
            .collect();
        let html = format!("<title>Item {n}</title><h1>Item {n}</h1><p>{words}</p>");
        pages = pages.page(&format!("/a{n}.html"), &html);
    }
    pages.start()
}

/// The program with files of `kib` KiB at most. Without the trap the system would end it outright.
fn limited(bench: &Bench, kib: u32, arguments: &[&str]) -> Output {
    let own = bench.command();
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!("trap '' XFSZ; ulimit -f {}; exec \"$@\"", kib * 2))
        .arg("sh")
        .arg(own.get_program())
        .args(own.get_args())
        .args(arguments);
    for (name, value) in own.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
        .current_dir(own.get_current_dir().expect("a folder"))
        .output()
        .expect("the shell starts")
}

fn records(bench: &Bench) -> Vec<String> {
    let out = bench.path("records.jsonl");
    let path = out.to_string_lossy();
    bench.ok(&["export", "--format", "jsonl", "--out", &path]);
    let text = std::fs::read_to_string(&out).expect("records");
    text.lines()
        .map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).expect("a record");
            assert!(
                record["text"]
                    .as_str()
                    .is_some_and(|text| text.len() > 8_000)
            );
            record["title"].as_str().unwrap_or_default().to_owned()
        })
        .collect()
}

#[test]
fn a_run_stops_at_a_full_disk_and_goes_on_when_there_is_room() {
    let pages = site(900);
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = \"Full\"\nkind = \"list\"\nstart = [\"{}\"]\n[politeness]\ndelay = \"0s\"\n\
         concurrency = 4\n[list]\nlink = {{ css = \"a\" }}\n[[field]]\nname = \"title\"\n\
         select = [ {{ css = \"h1\" }} ]\n[content]\ngeneric = false\nselect = [ {{ css = \"p\" }} ]\n",
        pages.url("/")
    );
    bench.add(&[("full.toml".to_owned(), rule)]);
    let mut failed = 0;
    for kib in [700, 900, 1_100] {
        let output = limited(&bench, kib, &["run"]);
        let said = output_text(&output);
        if output.status.success() {
            break;
        }
        failed += 1;
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("The disk is full"), "{said}");
        assert!(said.contains("safe"), "{said}");
        // What was stored can be read, also while there is no room.
        let before = records(&bench);
        assert!(before.len() < ARTICLES, "{said}");
    }
    assert!(failed > 0, "the limit was never reached");
    bench.ok(&["run"]);
    let mut all = records(&bench);
    all.sort();
    let mut expected: Vec<String> = (0..ARTICLES).map(|n| format!("Item {n}")).collect();
    expected.sort();
    assert_eq!(all, expected);
    // An export that does not fit leaves what stood there.
    let out = bench.write("kept.jsonl", "before\n");
    let path = out.to_string_lossy();
    let output = limited(&bench, 60, &["export", "--format", "jsonl", "--out", &path]);
    assert_eq!(output.status.code(), Some(1), "{}", output_text(&output));
    assert_eq!(std::fs::read_to_string(&out).expect("the file"), "before\n");
}

/// Names of what lies in a folder.
fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn no_format_leaves_anything_half_written_at_a_full_disk() {
    let pages = site(9_000);
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = \"Full\"\nkind = \"list\"\nstart = [\"{}\"]\n[politeness]\ndelay = \"0s\"\n\
         concurrency = 8\n[list]\nlink = {{ css = \"a\" }}\n[[field]]\nname = \"title\"\n\
         select = [ {{ css = \"h1\" }} ]\n[content]\ngeneric = false\nselect = [ {{ css = \"p\" }} ]\n",
        pages.url("/")
    );
    bench.add(&[("full.toml".to_owned(), rule)]);
    bench.ok(&["run"]);
    let folder = bench.path("out");
    for (format, ending, kib) in [
        ("csv", "csv", 60),
        ("jsonl", "jsonl", 60),
        ("xlsx", "xlsx", 60),
        ("sqlite", "db", 60),
        ("rss", "xml", 60),
        ("postgres", "csv", 60),
        // Its files are small but for one.
        ("markdown", "", 60),
    ] {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder).expect("a folder");
        let out = match ending {
            "" => folder.join("records"),
            ending => folder.join(format!("records.{ending}")),
        };
        let kept = match ending {
            "" => {
                std::fs::create_dir(&out).expect("a folder");
                out.join("before.md")
            }
            _ => out.clone(),
        };
        std::fs::write(&kept, "before\n").expect("written");
        let statement = folder.join("records.csv.sql");
        if format == "postgres" {
            std::fs::write(&statement, "before\n").expect("written");
        }
        let before = names(&folder);
        let path = out.to_string_lossy();
        let arguments = ["export", "--format", format, "--out", &path, "--replace"];
        let output = limited(&bench, kib, &arguments);
        let said = output_text(&output);
        assert_eq!(output.status.code(), Some(1), "{format}: {said}");
        // SQLite tells a file at its limit from a full disk.
        let sqlite = format == "sqlite" && said.contains(fixed_part("export-write"));
        assert!(sqlite || said.contains("disk is full"), "{format}: {said}");
        assert!(!said.contains("panicked"), "{format}: {said}");
        assert_eq!(names(&folder), before, "{format}");
        assert_eq!(std::fs::read_to_string(&kept).expect("kept"), "before\n");
        if format == "postgres" {
            let statement = std::fs::read_to_string(&statement).expect("kept");
            assert_eq!(statement, "before\n");
        }
        if ending.is_empty() {
            assert_eq!(names(&out), ["before.md"]);
        }
        // With room it is written.
        bench.ok(&arguments);
        assert!(
            std::fs::metadata(&out).expect("written").len() > 7,
            "{format}"
        );
    }
}

#[test]
fn a_crawl_into_a_file_keeps_whole_lines_at_a_full_disk() {
    let pages = site(900);
    let bench = Bench::new();
    let out = bench.write("out.jsonl", "before\n");
    let arguments = [
        "crawl",
        &pages.url("/"),
        "--out",
        &out.to_string_lossy(),
        "--delay",
        "0",
        "--field",
        "text=p",
    ];
    let output = limited(&bench, 150, &arguments);
    let said = output_text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("The disk is full") && said.contains("out.jsonl.part"),
        "{said}"
    );
    assert_eq!(std::fs::read_to_string(&out).expect("the file"), "before\n");
    let part = std::fs::read_to_string(bench.path("out.jsonl.part")).expect("the part");
    assert!(
        part.ends_with('\n') && part.lines().count() > 3,
        "{}",
        part.len()
    );
    for line in part.lines() {
        let _: serde_json::Value = serde_json::from_str(line).expect("a whole line");
    }
    assert!(bench.run(&arguments).status.success());
    let text = std::fs::read_to_string(&out).expect("the file");
    assert_eq!(text.lines().count(), ARTICLES + 1);
}
