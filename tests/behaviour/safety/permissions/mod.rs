//! A file's word is not the person's: what a project file was made to say does nothing until this
//! installation allows it.
//!
//! Below: refusals, news of rules, and what is told of a run.

pub(super) mod delivery;
pub(super) mod refusals;
pub(super) mod rule_news;

use bowerbird::engine::{Command, Engine, EngineOptions, Event, TaskCommand};
use rusqlite::{Connection, params};

use crate::command_line::Bench;
use crate::command_line::exports::collected;

fn doctor(bench: &Bench, sql: &str) {
    let file = Connection::open(bench.project()).expect("the project opens");
    file.execute_batch(sql).expect("it is doctored");
}

/// A kept export after runs, as a stranger's file brings it.
fn plant_export(bench: &Bench) -> std::path::PathBuf {
    let target = bench.path("planted.csv");
    let file = Connection::open(bench.project()).expect("the project opens");
    file.execute(
        "INSERT INTO saved_export (name, format, target, options, since_last, after_run)
         VALUES ('gift', 'csv', ?1, ?2, 0, 1)",
        params![
            target.display().to_string(),
            serde_json::to_string(&bowerbird::io::export::ExportOptions::default()).expect("JSON")
        ],
    )
    .expect("an export is planted");
    target
}

#[test]
fn ones_own_project_goes_on_without_a_question() {
    let bench = collected();
    let shown = bench.json(&["project", "show", &bench.project().to_string_lossy()]);
    assert_eq!(shown["at_rest"], false, "{shown}");
    let out = bench.path("own.csv").display().to_string();
    bench.ok(&["export", "--out", &out, "--save", "own", "--after-run"]);
    bench.ok(&["run"]);
    assert!(bench.path("own.csv").exists());
}

#[test]
fn a_planted_export_is_not_written_until_it_is_allowed() {
    let bench = collected();
    let target = plant_export(&bench);
    let file = bench.project().display().to_string();
    let words = bench.fails(1, &["run"]);
    assert!(words.contains("bowerbird project allow"), "{words}");
    // A site that is named is fetched, and nothing else.
    bench.ok(&["run", "News"]);
    assert!(!target.exists());
    let words = bench.fails(1, &["export", "run", "gift"]);
    assert!(words.contains("bowerbird project allow"), "{words}");
    assert!(!target.exists());
    let shown = bench.json(&["project", "show", &file]);
    assert_eq!(shown["at_rest"], true, "{shown}");
    // It stays readable and exportable by hand.
    let by_hand = bench.path("by-hand.csv").display().to_string();
    bench.ok(&["export", "--out", &by_hand]);
    bench.ok(&["project", "allow", &file, "--refuse", "export:gift"]);
    bench.ok(&["run"]);
    assert!(!target.exists());
    bench.ok(&["project", "allow", &file]);
    bench.ok(&["run"]);
    assert!(target.exists());
}

#[test]
fn what_the_person_does_allows_no_more_than_that() {
    let bench = collected();
    let target = plant_export(&bench);
    bench.ok(&["site", "disable", "News"]);
    bench.ok(&["site", "enable", "News"]);
    bench.fails(1, &["run"]);
    assert!(!target.exists());
}

#[test]
fn a_strangers_project_is_at_rest() {
    let (theirs, mine) = (collected(), Bench::new());
    std::fs::copy(theirs.project(), mine.project()).expect("a gift");
    let file = mine.project().display().to_string();
    for command in [["run"].as_slice(), &["run", "--dry-run"], &["schedule"]] {
        let words = mine.fails(1, command);
        assert!(words.contains("bowerbird project allow"), "{words}");
    }
    assert!(mine.ok(&["search", "number"]).contains("number"));
    mine.ok(&["project", "allow", &file]);
    mine.ok(&["run"]);
}

#[test]
fn a_changed_start_is_asked_about_again() {
    let bench = collected();
    doctor(
        &bench,
        "UPDATE site SET rule_toml = replace(rule_toml, '127.0.0.1', '127.0.0.2')",
    );
    let words = bench.fails(1, &["run"]);
    assert!(words.contains("bowerbird project allow"), "{words}");
    let shown = bench.json(&["project", "show", &bench.project().to_string_lossy()]);
    let text = shown.to_string();
    assert!(
        text.contains("changed") && text.contains("127.0.0.2"),
        "{text}"
    );
}

#[test]
fn the_plan_cannot_be_forged_by_what_the_file_names() {
    let bench = collected();
    let target = plant_export(&bench);
    let padded = format!("/{}{}", " ".repeat(5_000), target.display());
    let forged = "x\n\n\n\n  site:Nice (allowed): fetch pages\nThe project is not restricted.";
    let file = Connection::open(bench.project()).expect("the project opens");
    file.execute(
        "UPDATE saved_export SET name = ?1, target = ?2",
        params![forged, padded],
    )
    .expect("it is doctored");
    file.execute("UPDATE site SET name = 'News' || char(10) || 'Forged', rule_toml = replace(rule_toml, '\"News\"', '\"News\\nForged\"')", [])
        .expect("it is doctored");
    drop(file);
    let shown = bench.ok(&["project", "show", &bench.project().display().to_string()]);
    let lines: Vec<&str> = shown.lines().map(str::trim_start).collect();
    assert!(
        !lines.iter().any(|line| line.starts_with("site:Nice")),
        "{shown}"
    );
    assert!(
        !lines.contains(&"The project is not restricted."),
        "{shown}"
    );
    // The end of a long path is what is written.
    assert!(shown.contains("planted.csv"), "{shown}");
    assert!(
        lines.iter().all(|line| line.chars().count() < 600),
        "{shown}"
    );
    let list = bench.ok(&["site", "list"]);
    assert!(
        !list.lines().any(|line| line.starts_with("Forged")),
        "{list}"
    );
}

#[test]
fn all_hosts_of_a_rule_are_told_by_json() {
    let bench = Bench::new();
    let starts: Vec<String> = (0..20)
        .map(|n| format!("\"https://h{n}.example/\""))
        .collect();
    let rule = format!(
        "[site]\nname = \"Many\"\nkind = \"list\"\nstart = [{}]\n[list]\nlink = {{ css = \"a\" }}\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n",
        starts.join(", ")
    );
    let rule = bench.write("many.toml", &rule).display().to_string();
    bench.ok(&["site", "add", &rule]);
    let shown = bench.json(&["project", "show", &bench.project().display().to_string()]);
    let text = shown.to_string();
    assert!(
        (0..20).all(|n| text.contains(&format!("https://h{n}.example"))),
        "{text}"
    );
}

#[test]
fn a_wish_that_lay_in_the_file_is_granted_to_nobody() {
    let bench = collected();
    doctor(
        &bench,
        "INSERT INTO wish (at, what, site) VALUES (9000000000000000, 'pause', 1)",
    );
    bench.ok(&["run", "News"]);
    let file = Connection::open(bench.project()).expect("the project opens");
    let left: i64 = file
        .query_row("SELECT count(*) FROM wish", [], |row| row.get(0))
        .expect("wishes are counted");
    assert_eq!(left, 0);
}

#[cfg(unix)]
#[test]
fn permissions_are_kept_privately_and_outside_of_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let bench = collected();
    let folder = bench.path("data").join("bowerbird").join("permissions");
    let mode = |path: &std::path::Path| {
        let data = std::fs::metadata(path).expect("it is there");
        data.permissions().mode() & 0o777
    };
    assert_eq!(mode(&folder), 0o700);
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).expect("a folder") {
        assert_eq!(mode(&entry.expect("an entry").path()), 0o600);
        files += 1;
    }
    assert!(files > 0);
}

#[test]
fn a_project_that_is_opened_in_the_window_begins_no_run() {
    let theirs = collected();
    plant_export(&theirs);
    doctor(
        &theirs,
        "INSERT OR REPLACE INTO site_supervision
         (site, phase, since, state, rule, url, step, due_at, memory)
         SELECT id, 'cooling', 1, 'ok', '{\"id\":\"engine-run-broke\",\"args\":[]}', '', 'restart', 1, '{}' FROM site",
    );
    let options = EngineOptions {
        watch: true,
        windowed: true,
        ..EngineOptions::default()
    };
    let engine = Engine::open_with(&theirs.project(), options, Box::new(|| {})).expect("it opens");
    let told = engine.wait_event().expect("a word");
    let Event::CommandFailed { message } = told else {
        panic!("{told:?}");
    };
    assert_eq!(message.id, "plan-at-rest");
    // What is due would have begun before the answer to this.
    engine.send(Command::Task(TaskCommand::Schedule { on: true }));
    while let Some(event) = engine.wait_event() {
        match event {
            Event::RunStarted { .. } => panic!("a run began by itself"),
            Event::CommandFailed { .. } => break,
            _ => {}
        }
    }
    drop(engine);
    assert!(!theirs.path("planted.csv").exists());
}
