//! A refused part of a plan acts nowhere: not in a run of all, not by name, not by a task, a restart
//! or a test. What is at rest asks no proxy, no service and no file either.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use bowerbird::engine::types::{Store, SummaryLength};
use bowerbird::engine::{
    Command, Engine, EngineOptions, Event, ExportCommand, TaskCommand, TextCommand,
};
use rusqlite::Connection;

use crate::command_line::{Bench, output_text};
use crate::servers::Pages;
use crate::texts::fixed_part;

/// A list of two articles.
fn site() -> Pages {
    let list = "<title>List</title><article><a href='/a.html'>A</a></article>\
                <article><a href='/b.html'>B</a></article>";
    let mut pages = Pages::new().page("/", list);
    for name in ["a", "b"] {
        let html = format!("<h1>Item {name}</h1><p>Some text about {name}.</p>");
        pages = pages.page(&format!("/{name}.html"), &html);
    }
    pages.start()
}

fn rule(starts: &str, more: &str) -> String {
    format!(
        "[site]\nname = \"News\"\nkind = \"list\"\nstart = [{starts}]\n[politeness]\ndelay = \"0s\"\n\
         {more}\n[list]\nlink = {{ css = \"article a\" }}\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n"
    )
}

fn bench_of(pages: &Pages, more: &str) -> Bench {
    let bench = Bench::new();
    let start = format!("\"{}\"", pages.url("/"));
    bench.add(&[("news.toml".to_owned(), rule(&start, more))]);
    bench
}

fn file(bench: &Bench) -> String {
    bench.project().display().to_string()
}

fn refuse(bench: &Bench, part: &str) {
    bench.ok(&["project", "allow", &file(bench), "--refuse", part]);
}

fn doctor(path: &Path, sql: &str) {
    let file = Connection::open(path).expect("the project opens");
    file.execute_batch(sql).expect("it is doctored");
}

fn part_state(bench: &Bench, part: &str) -> String {
    let shown = bench.json(&["project", "show", &file(bench)]);
    let parts = shown["parts"].as_array().expect("parts");
    let one = parts.iter().find(|one| one["part"] == part);
    one.map_or(String::new(), |one| {
        one["standing"].as_str().expect("a word").to_owned()
    })
}

/// The first failure that an engine tells after `command`; no run may begin before.
fn refused_by(engine: &Engine, command: Command) -> String {
    engine.send(command);
    while let Some(event) = engine.wait_event() {
        match event {
            Event::RunStarted { .. } => panic!("a run began"),
            Event::CommandFailed { message } => return message.id,
            _ => {}
        }
    }
    panic!("the engine ended");
}

fn watching() -> EngineOptions {
    EngineOptions {
        watch: true,
        windowed: true,
        ..EngineOptions::default()
    }
}

#[test]
fn a_refused_site_is_not_asked_not_even_by_name() {
    let pages = site();
    let bench = bench_of(&pages, "");
    for part in ["site:News", "private:News"] {
        bench.ok(&["project", "allow", &file(&bench)]);
        refuse(&bench, part);
        bench.ok(&["run"]);
        let words = bench.fails(1, &["run", "News"]);
        assert!(words.contains("refused"), "{words}");
        bench.fails(1, &["run", "--dry-run", "News"]);
        assert_eq!(part_state(&bench, part), "refused", "it stays so");
    }
    assert_eq!(pages.hits(), 0);
    bench.ok(&["project", "allow", &file(&bench)]);
    bench.ok(&["run", "News"]);
    assert!(pages.hits() > 0);
}

#[test]
fn a_refused_task_runs_neither_by_itself_nor_by_hand() {
    let pages = site();
    let bench = bench_of(&pages, "");
    bench.ok(&["schedule", "add", "News", "--every", "1h"]);
    refuse(&bench, "task:1");
    let words = bench.fails(1, &["schedule", "run", "1"]);
    assert!(words.contains("refused"), "{words}");
    doctor(&bench.project(), "UPDATE task SET next_at = 1000000");
    let until = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(2);
    bench.ok(&["schedule", "--until", &until.to_string()]);
    assert_eq!(pages.hits(), 0);
    bench.ok(&["run", "News"]);
    assert!(pages.hits() > 0, "the site itself was not refused");
}

#[test]
fn what_was_allowed_at_one_time_is_not_allowed_by_opening_it_again() {
    let pages = site();
    let bench = bench_of(&pages, "");
    refuse(&bench, "site:News");
    bench.ok(&["site", "disable", "News"]);
    bench.ok(&["site", "enable", "News"]);
    assert_eq!(part_state(&bench, "site:News"), "refused");
}

#[test]
fn a_file_of_addresses_is_read_only_when_it_was_allowed() {
    let pages = site();
    let bench = Bench::new();
    bench.write("list.txt", &pages.url("/a.html"));
    let text = "[site]\nname = \"Listed\"\nkind = \"pages\"\n[politeness]\ndelay = \"0s\"\n\
                [pages]\nfile = \"list.txt\"\n[[field]]\nname = \"title\"\nselect = [ { css = \"h1\" } ]\n";
    bench.add(&[("listed.toml".to_owned(), text.to_owned())]);
    refuse(&bench, "file:Listed");
    assert!(bench.fails(1, &["run", "Listed"]).contains("refused"));
    // A stranger's: a name is a word for fetching that site, not for reading files.
    let other = Bench::new();
    std::fs::copy(bench.project(), other.project()).expect("a gift");
    other.write("list.txt", &pages.url("/a.html"));
    let words = other.fails(1, &["run", "Listed"]);
    assert!(words.contains("bowerbird project allow"), "{words}");
    assert_eq!(pages.hits(), 0);
    other.ok(&["project", "allow", &file(&other)]);
    other.ok(&["run", "Listed"]);
    assert!(pages.hits() > 0);
}

#[test]
fn no_request_goes_through_a_proxy_that_was_not_allowed() {
    let pages = site();
    let bench = bench_of(&pages, "[network]\nproxy = \"P\"");
    let listens = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listens.set_nonblocking(true).expect("it does not wait");
    let there = listens.local_addr().expect("an address");
    bench.ok(&["proxy", "add", "P", &format!("http://{there}")]);
    refuse(&bench, "proxy:P");
    bench.run(&["run", "News"]);
    let tested = bench.run(&["proxy", "test"]);
    assert!(listens.accept().is_err(), "{}", output_text(&tested));
    // In a stranger's file it is not used either.
    let other = Bench::new();
    std::fs::copy(bench.project(), other.project()).expect("a gift");
    other.run(&["run", "News"]);
    other.run(&["proxy", "test"]);
    assert!(listens.accept().is_err());
    assert_eq!(pages.hits(), 0, "nor is the site asked without it");
}

#[test]
fn a_refused_login_gets_no_password() {
    let form =
        "<form method=post action=/in><input name=user><input type=password name=word></form>";
    let pages = Pages::new()
        .page(
            "/",
            "<title>List</title><article><a href='/a.html'>A</a></article>",
        )
        .page("/a.html", "<h1>Item</h1>")
        .page("/login", form)
        .page("/in", "<title>In</title>welcome")
        .start();
    let login = format!(
        "[login]\nurl = \"{}\"\nalways = true\nsuccess_text = \"welcome\"\n",
        pages.url("/login")
    );
    let bench = bench_of(&pages, &login);
    let pass = bench.write("pass", "a passphrase of 77\n");
    let on = |arguments: &[&str]| {
        let mut child = bench
            .command()
            .args(arguments)
            .env("BOWERBIRD_PASSPHRASE_FILE", &pass)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut stdin = child.stdin.take().expect("standard input");
        let _ = writeln!(stdin, "secret-77");
        drop(stdin);
        output_text(&child.wait_with_output().expect("an end"))
    };
    on(&["account", "add", "News", "ann", "--secret-stdin"]);
    refuse(&bench, "login:News");
    let before = pages.hits();
    let words = on(&["account", "test", "News", "ann"]);
    assert!(words.contains("refused"), "{words}");
    assert_eq!(pages.hits(), before, "{words}");
    bench.ok(&["project", "allow", &file(&bench)]);
    let words = on(&["account", "test", "News", "ann"]);
    assert!(!words.contains(fixed_part("plan-login-refused")), "{words}");
}

#[test]
fn a_kept_export_that_was_refused_is_not_written_by_name() {
    let pages = site();
    let bench = bench_of(&pages, "");
    let out = bench.path("own.csv");
    let target = out.display().to_string();
    bench.ok(&["export", "--out", &target, "--save", "own"]);
    refuse(&bench, "export:own");
    let words = bench.fails(1, &["export", "run", "own"]);
    assert!(words.contains("refused"), "{words}");
    assert!(!out.exists());
    bench.ok(&["project", "allow", &file(&bench)]);
    bench.ok(&["export", "run", "own"]);
    assert!(out.exists());
}

#[test]
fn a_strangers_project_writes_sends_and_restarts_nothing_in_a_window() {
    let (pages, service) = (site(), Pages::new().page("/", "x").start());
    let bench = bench_of(&pages, "");
    bench.ok(&["run"]);
    let hits = pages.hits();
    let out = bench.path("planted.csv");
    let target = out.display().to_string();
    bench.ok(&["export", "--out", &target, "--save", "gift"]);
    let setting = format!(
        "INSERT INTO setting VALUES ('summary.service', '{}')",
        service.url("/")
    );
    doctor(&bench.project(), &setting);
    let engine = Engine::open_with(&bench.project(), watching(), Box::new(|| {})).expect("open");
    let name = "gift".to_owned();
    let orders = [
        Command::Exports(ExportCommand::WriteSaved { name }),
        Command::Texts(TextCommand::Summarise {
            filter: Box::default(),
            length: SummaryLength::Sentences(1),
        }),
        Command::Task(TaskCommand::Schedule { on: true }),
    ];
    // The first word is that it rests.
    while !matches!(engine.wait_event(), Some(Event::CommandFailed { .. })) {}
    for order in orders {
        assert_eq!(refused_by(&engine, order), "plan-at-rest");
    }
    drop(engine);
    assert!(!out.exists());
    assert_eq!((pages.hits(), service.hits()), (hits, 0));
}

#[test]
fn all_start_addresses_count_and_the_first_are_shown() {
    let bench = Bench::new();
    let starts: Vec<String> = (0..1_200)
        .map(|n| format!("\"https://s{n:04}.example.com/\""))
        .collect();
    bench.add(&[("many.toml".to_owned(), rule(&starts.join(", "), ""))]);
    let shown = bench.ok(&["project", "show", &file(&bench)]);
    assert!(shown.contains("s0000.example.com"), "{shown}");
    assert!(shown.contains("and 1192 more"), "{shown}");
    assert_eq!(part_state(&bench, "site:News"), "allowed");
    doctor(
        &bench.project(),
        "UPDATE site SET rule_toml = replace(rule_toml, 's1199.example.com', 'other.example.net')",
    );
    assert_eq!(part_state(&bench, "site:News"), "changed");
}

#[test]
fn another_file_in_the_place_of_one_that_was_made_here_is_a_strangers() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.bower");
    let own = Store::create(&path).expect("it is made");
    let id = own.project_id().expect("an id");
    drop(own);
    let pages = site();
    let gift = bench_of(&pages, "");
    doctor(
        &gift.project(),
        &format!("UPDATE setting SET value = '{id}' WHERE name = 'project.id'"),
    );
    std::fs::remove_file(&path).expect("it goes");
    std::fs::copy(gift.project(), &path).expect("a gift");
    let engine = Engine::open_with(&path, watching(), Box::new(|| {})).expect("it opens");
    let scheduled = refused_by(&engine, Command::Task(TaskCommand::Schedule { on: true }));
    assert_eq!(scheduled, "plan-at-rest");
}
