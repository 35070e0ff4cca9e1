//! Project files with a schema that this program does not make: they are refused with a word, before
//! anything of them is run, and stay as they are.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::command_line::{Bench, output_text};
use crate::engine::support::server::{Ask, Reply, Site};
use crate::texts::fixed_part;

/// A project with one site that was run.
fn project() -> (Bench, Site) {
    let site = Site::start(|ask: &Ask| match ask.path.as_str() {
        "/" => Reply::html("<title>List</title><ul><li><a href='/a'>A</a></li></ul>"),
        _ => Reply::html("<h1>A good page</h1><p>That says a little."),
    });
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = \"One\"\nkind = \"list\"\nstart = [\"{}\"]\n\
         [politeness]\ndelay = \"0s\"\n\
         [list]\nitem = {{ css = \"li\" }}\nlink = {{ css = \"a\", take = \"href\" }}\n\
         [[field]]\nname = \"title\"\nselect = [{{ css = \"h1\" }}]\n",
        site.url("/")
    );
    bench.add(&[("one.toml".to_owned(), rule)]);
    bench.ok(&["run", "One"]);
    (bench, site)
}

fn doctor(path: &Path, sql: &str) {
    let file = Connection::open(path).expect("a project");
    file.execute_batch(sql).expect("doctored");
    file.execute_batch("PRAGMA wal_checkpoint(TRUNCATE);")
        .expect("written");
}

#[test]
fn a_schema_that_is_not_ours_is_refused_before_it_is_run() {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)";
    let cases = [
        (
            "table other",
            format!(
                "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; ALTER TABLE site RENAME TO other;
                 CREATE VIEW site AS {endless} SELECT i AS id, '' AS name, 'list' AS kind,
                 '' AS start, '' AS rule_toml, NULL AS state, 0 AS enabled FROM n;"
            ),
        ),
        (
            "trigger gone",
            "CREATE TRIGGER gone AFTER INSERT ON run BEGIN DELETE FROM record; END;".to_owned(),
        ),
        ("view more", "CREATE VIEW more AS SELECT 1;".to_owned()),
        (
            "table record",
            "ALTER TABLE record ADD COLUMN more TEXT GENERATED ALWAYS AS (upper(title));"
                .to_owned(),
        ),
        (
            "table words",
            "CREATE VIRTUAL TABLE words USING fts5 (word);".to_owned(),
        ),
        (
            "index odd",
            "CREATE INDEX odd ON record (abs(id));".to_owned(),
        ),
        ("table wish", "DROP TABLE wish;".to_owned()),
    ];
    let (bench, site) = project();
    let good = std::fs::read(bench.project()).expect("a file");
    for (what, sql) in cases {
        for suffix in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", bench.project().display()));
        }
        std::fs::write(bench.project(), &good).expect("as it was");
        doctor(&bench.project(), &sql);
        let before = std::fs::read(bench.project()).expect("a file");
        let asked = site.asked("/");
        let out = bench.path("out.csv");
        for arguments in [
            &["site", "list"][..],
            &["search", "good"],
            &["run", "One"],
            &["status"],
            &["site", "disable", "One"],
            &["export", "--format", "csv", "--out", &out.to_string_lossy()],
        ] {
            let begin = Instant::now();
            let output = bench.run(arguments);
            let said = output_text(&output);
            assert!(!output.status.success(), "{what}, {arguments:?}: {said}");
            let name = what.split(' ').nth(1).expect("a name");
            assert!(
                said.contains(fixed_part("store-foreign-schema")) && said.contains(name),
                "{what}, {arguments:?}: {said}"
            );
            assert!(begin.elapsed() < Duration::from_secs(60), "{what}");
        }
        assert_eq!(site.asked("/"), asked, "{what}: nothing is asked for");
        assert!(!out.exists(), "{what}");
        let after = std::fs::read(bench.project()).expect("a file");
        assert!(before == after, "{what}: the file stays as it was");
    }
}

#[test]
fn statistics_that_other_programs_leave_do_no_harm() {
    let (bench, _site) = project();
    doctor(&bench.project(), "ANALYZE; VACUUM;");
    assert!(bench.ok(&["search", "good"]).contains("A good page"));
    bench.ok(&["run", "One"]);
}

#[test]
fn an_archive_with_a_trigger_is_left_alone() {
    let (bench, _site) = project();
    bench.ok(&["storage", "archive", "--before", "2099-01-01"]);
    let folder = std::fs::read_dir(bench.path("")).expect("a folder");
    let archive = folder
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            name.contains("-archive-")
                && !name.contains("-lock")
                && !name.contains("-wal")
                && !name.contains("-shm")
        });
    // The newest record stays in the project: what has gone into the archive may be nothing.
    let Some(archive) = archive else {
        return;
    };
    doctor(
        &archive,
        "CREATE TRIGGER gone AFTER DELETE ON record BEGIN DELETE FROM record; END;",
    );
    let before = std::fs::read(&archive).expect("a file");
    bench.run(&["site", "remove", "One"]);
    let after = std::fs::read(&archive).expect("a file");
    assert!(before == after, "the archive stays as it was");
}
