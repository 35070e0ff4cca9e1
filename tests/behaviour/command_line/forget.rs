//! Forgetting somebody on the command line: after it no byte of any file of the project and the program
//! says anything of them, packed or not, and all else is there.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bowerbird::engine::types::{Store, StoreReader};
use serde_json::Value;

use crate::command_line::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::texts::{fixed_part, t};

/// A person whom no other text mentions, in two scripts, and pieces of the names in any spelling, of which
/// none may be left. A search index leaves out what a term has in common with the one before.
const PERSON: [&str; 2] = ["Zyxquarta Voltanen", "璃霜岚"];
const PIECES: [&[u8]; 8] = [
    b"yxquarta",
    b"oltanen",
    "璃霜".as_bytes(),
    "霜岚".as_bytes(),
    b"\\u7483\\u971c",
    b"%E7%92%83%E9%9C%9C",
    b"&#29827;",
    b"\xC1\xA7\xCB\xAA\xE1\xB0",
];

/// All files below a folder.
fn files_in(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files_in(&path, found),
            false => found.push(path),
        }
    }
}

/// Whether bytes have a piece of the names, as they are or unpacked.
fn has_piece(bytes: &[u8]) -> bool {
    let small: Vec<u8> = bytes.to_ascii_lowercase();
    let plain = PIECES.iter().any(|piece| {
        let piece = piece.to_ascii_lowercase();
        memchr::memmem::find(&small, &piece).is_some()
    });
    if plain {
        return true;
    }
    if bytes.starts_with(&[0x28, 0xB5, 0x2F, 0xFD])
        && let Ok(unpacked) = zstd::stream::decode_all(bytes)
    {
        return has_piece(&unpacked);
    }
    if bytes.starts_with(&[0x1F, 0x8B]) {
        let mut unpacked = Vec::new();
        let _ = flate2::read::MultiGzDecoder::new(bytes).read_to_end(&mut unpacked);
        return has_piece(&unpacked);
    }
    if bytes.starts_with(b"PK\x03\x04")
        && let Ok(mut package) = zip::ZipArchive::new(std::io::Cursor::new(bytes))
    {
        return (0..package.len()).any(|place| {
            let mut part = package.by_index(place).expect("a part");
            let mut unpacked = Vec::new();
            part.read_to_end(&mut unpacked).expect("unpacked");
            has_piece(&unpacked)
        });
    }
    if bytes.starts_with(b"SQLite format 3\0") {
        return has_packed_piece(bytes);
    }
    if let Ok(json) = serde_json::from_slice::<Value>(bytes) {
        return has_blob_with_piece(&json);
    }
    false
}

/// Whether a packed value of a database has one.
fn has_packed_piece(bytes: &[u8]) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("copy");
    std::fs::write(&path, bytes).expect("written");
    let database = rusqlite::Connection::open(&path).expect("a database");
    let tables: Vec<String> = database
        .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')")
        .expect("prepared")
        .query_map([], |row| row.get(0))
        .expect("listed")
        .collect::<rusqlite::Result<_>>()
        .expect("read");
    tables.iter().any(|table| {
        let mut rows = database
            .prepare(&format!("SELECT * FROM \"{table}\""))
            .expect("prepared");
        let columns = rows.column_count();
        let mut rows = rows.query([]).expect("read");
        while let Some(row) = rows.next().expect("a row") {
            for place in 0..columns {
                let blob = row.get_ref(place).expect("a value");
                if blob.as_blob().is_ok_and(has_piece) {
                    return true;
                }
            }
        }
        false
    })
}

fn has_blob_with_piece(json: &Value) -> bool {
    use base64::Engine as _;
    let decoder = base64::engine::general_purpose::STANDARD;
    match json {
        Value::Object(fields) => fields.iter().any(|(name, value)| match value.as_str() {
            Some(text) if name == "blob" => decoder.decode(text).is_ok_and(|b| has_piece(&b)),
            _ => has_blob_with_piece(value),
        }),
        Value::Array(values) => values.iter().any(has_blob_with_piece),
        _ => false,
    }
}

/// The names of the files below a folder that have a piece of the names.
pub fn files_with_pieces(folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    files_in(folder, &mut all);
    let mentions = |path: &PathBuf| {
        let name = path.to_string_lossy().into_owned();
        has_piece(name.as_bytes()) || has_piece(&std::fs::read(path).expect("a file"))
    };
    let found = all.into_iter().filter(mentions);
    found
        .map(|path| {
            path.strip_prefix(folder)
                .expect("below")
                .display()
                .to_string()
        })
        .collect()
}

/// A list of eight articles; the first ones are about the person, in several spellings.
fn news(changed: &Arc<AtomicBool>) -> Site {
    let changed = Arc::clone(changed);
    Site::start(move |ask| {
        let number: usize = match ask.path.trim_start_matches("/a").parse() {
            Ok(number) => number,
            Err(_) => {
                let items: String = (1..=8)
                    .map(|n| format!("<li><a href='/a{n}'>Article {n}</a> <i>News</i></li>"))
                    .collect();
                return Reply::html(format!("<title>List</title><ul>{items}</ul>"));
            }
        };
        let about = match number {
            1 => "A talk by ZYXQUARTA&nbsp;Voltanen.",
            2 => "记者&#29827;霜岚报道。",
            // Only its first version is about the person.
            3 if !changed.load(Ordering::SeqCst) => "Zyxquarta <b>Vol</b>tanen was here.",
            4 => "<a href='/x?who=zyxquarta%20voltanen'>More</a>, and a lot of it.",
            5 => "<script>var a = {\"by\": \"\\u7483\\u971c\\u5c9a\"}</script>",
            _ => "Nobody in particular.",
        };
        Reply::html(format!(
            "<title>A</title><h1>Heading{number} of it</h1><div class='text'>{about} Words enough \
             to be an article, marker{number}.</div>"
        ))
    })
}

fn titles(found: &Value) -> Vec<String> {
    let list = found.as_array().expect("a list").iter();
    let title = |stored: &Value| stored["record"]["title"].as_str().map(str::to_owned);
    let mut titles: Vec<String> = list.filter_map(title).collect();
    titles.sort();
    titles
}

/// A project with everything in it that may mention somebody, made by the program.
fn filled(site: &Site, changed: &AtomicBool) -> Bench {
    let bench = Bench::new();
    let rule = crate::engine::list_rule(&site.url("/"), "delay = '0s'");
    bench.add(&[("list.toml".to_owned(), rule)]);
    bench.ok(&["site", "set", "Test", "--again", "listed"]);
    let condition = "any text contains \"Zyxquarta\"";
    bench.ok(&["alert", "condition", "add", condition]);
    bench.ok(&["run"]);
    changed.store(true, Ordering::SeqCst);
    bench.ok(&["run"]);
    bench.ok(&[
        "record",
        "edit",
        &site.url("/a6"),
        "--set",
        "mood=by Zyxquarta Voltanen",
    ]);
    bench.ok(&["record", "delete", &site.url("/a1")]);
    std::fs::create_dir(bench.path("outside")).expect("made");
    let wacz = bench.path("outside/case.wacz");
    bench.ok(&[
        "evidence",
        "write",
        "--site",
        "Test",
        "--out",
        &wacz.to_string_lossy(),
    ]);
    bench.ok(&["storage", "backup"]);
    bench.ok(&["storage", "archive", "--before", "2100-01-01"]);
    bench.ok(&["storage", "backup"]);
    let out = bench.path("outside/all-{date}.csv");
    let out = out.to_string_lossy().into_owned();
    bench.ok(&["export", "--out", &out, "--save", "All", "--format", "csv"]);
    bench.ok(&["export", "run", "All"]);
    std::fs::copy(
        bench.project(),
        bench.path("test.bower.before-repair-20260101T000000Z"),
    )
    .expect("copied");
    // What another program of this project would have logged.
    let log = bench.path(".local/state/bowerbird/log");
    std::fs::create_dir_all(&log).expect("made");
    let line = |text: &str| {
        format!(
            "{{\"at\":\"2026-01-01T00:00:00Z\",\"level\":\"info\",\"part\":\"engine\",\"text\":\"{text}\"}}\n"
        )
    };
    let lines = [line("fetched /zyxquarta-voltanen"), line("fetched /other")];
    std::fs::write(log.join("20260101T000000-1-0001.jsonl"), lines.concat()).expect("written");
    bench
}

/// Kinds and counts of what was found, without what becomes of it.
fn counts(report: &Value) -> Vec<(String, String, u64)> {
    let traces = report["report"]["traces"]
        .as_array()
        .expect("traces")
        .iter();
    let mut counts: Vec<(String, String, u64)> = traces
        .map(|trace| {
            let text = |name: &str| trace[name].as_str().expect("a text").to_owned();
            (
                text("kind"),
                text("file"),
                trace["count"].as_u64().expect("a count"),
            )
        })
        .collect();
    counts.sort();
    counts
}

fn is_clean(bench: &Bench) {
    let checked = bench.json(&["storage", "check"]);
    assert_eq!(checked["clean"], true, "{checked}");
}

#[test]
fn no_byte_of_any_file_mentions_who_was_forgotten_and_all_else_is_there() {
    let changed = Arc::new(AtomicBool::new(false));
    let site = news(&changed);
    let bench = filled(&site, &changed);
    let folder = bench.path("");
    let before = files_with_pieces(&folder);
    for part in [
        "test.bower",
        "archive-20",
        "backups/",
        "outside/all",
        "case.wacz",
        "before-repair",
        "log/",
    ] {
        assert!(
            before.iter().any(|name| name.contains(part)),
            "{part}: {before:?}"
        );
    }
    let outside = bench.path("outside");
    let outside = outside.to_string_lossy();
    let words = [PERSON[0], "zyxquarta", "voltanen", PERSON[1]];
    let ask: Vec<&str> = ["forget"]
        .into_iter()
        .chain(words)
        .chain(["--also", &outside])
        .collect();
    let shown = bench.json(&ask);
    assert_eq!(shown["applied"], false);
    assert_eq!(files_with_pieces(&folder), before, "nothing was changed");
    let kinds: Vec<String> = counts(&shown).into_iter().map(|(kind, ..)| kind).collect();
    for kind in [
        "record", "deleted", "page", "copy", "backup", "log", "export",
    ] {
        assert!(kinds.iter().any(|found| found == kind), "{kind}: {kinds:?}");
    }

    // A condition with the name is for a person to remove.
    assert!(kinds.iter().any(|kind| kind == "condition"), "{kinds:?}");
    bench.ok(&["alert", "condition", "remove", "1"]);
    let shown = bench.json(&ask);
    let refused = bench.fails(2, &[ask.as_slice(), &["--apply"]].concat());
    assert!(
        refused.contains(fixed_part("cli-forget-needs-yes")),
        "{refused}"
    );
    let done = bench.json(&[ask.as_slice(), &["--apply", "--yes", "--exports"]].concat());
    assert_eq!(counts(&done), counts(&shown), "what was shown was erased");
    assert_eq!(done["report"]["backed_up"], true);
    assert_eq!(files_with_pieces(&folder), [""; 0]);
    for project in ["test.bower", "test.bower-archive-2026"] {
        let Ok(database) = rusqlite::Connection::open(bench.path(project)) else {
            continue;
        };
        let free: i64 = database
            .pragma_query_value(None, "freelist_count", |row| row.get(0))
            .expect("asked");
        assert_eq!(free, 0, "{project}");
    }

    is_clean(&bench);
    // The articles 4 and 5 say nothing themselves; only their pages did.
    let left = [4, 5, 7, 8].map(|number| format!("Heading{number} of it"));
    let found = || titles(&bench.json(&["search", "words", "--limit", "99"]));
    assert_eq!(found(), left);
    for number in [4, 5, 7, 8] {
        let word = format!("marker{number}");
        assert_eq!(titles(&bench.json(&["search", &word])).len(), 1, "{word}");
    }
    let again = bench.ok(&ask);
    assert!(again.contains(t!("cli-forget-none")), "{again}");
    let restored = bench.path("restored.bower");
    let restored = restored.to_string_lossy();
    bench.ok(&["storage", "restore", "latest", "--as", &restored]);
    assert_eq!(files_with_pieces(&folder), [""; 0]);

    // The next run neither asks for the erased articles nor stores them. What the site still says on
    // pages of other records is stored, found and erased again.
    bench.ok(&["run"]);
    bench.ok(&["rule", "rerun", "Test"]);
    assert_eq!(found(), left);
    let again = bench.json(&ask);
    let kinds: Vec<String> = counts(&again).into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, ["page"], "{again}");
    bench.ok(&[ask.as_slice(), &["--apply", "--yes"]].concat());
    assert_eq!(files_with_pieces(&folder), [""; 0]);
    is_clean(&bench);
}

#[test]
fn only_what_is_of_a_site_goes_and_what_needs_a_person_is_told() {
    let changed = Arc::new(AtomicBool::new(true));
    let (one, two) = (news(&changed), news(&changed));
    let bench = Bench::new();
    for (name, site) in [("One", &one), ("Two", &two)] {
        let rule = crate::engine::list_rule(&site.url("/"), "delay = '0s'");
        let rule = rule.replace("\"Test\"", &format!("\"{name}\""));
        bench.add(&[(format!("{name}.toml"), rule)]);
    }
    bench.ok(&["run"]);
    let store = |bench: &Bench| -> StoreReader {
        Store::open_read_only(&bench.project())
            .expect("the project")
            .into_reader()
    };
    let records = |bench: &Bench| -> Vec<u64> {
        let sites = store(bench).sites().expect("sites");
        sites.iter().map(|site| site.records).collect()
    };
    assert_eq!(records(&bench), [8, 8]);
    let ask = ["forget", "Heading7", "--site", "One", "--apply", "--yes"];
    let done = bench.json(&ask);
    assert_eq!(records(&bench), [7, 8], "{done}");
    is_clean(&bench);
    // What other sites say stays, in copies, backups and exports too.
    bench.ok(&["storage", "backup"]);
    let copy = bench.path("test.bower.before-repair-20260101T000000Z");
    std::fs::copy(bench.project(), &copy).expect("copied");
    let out = bench.path("two.csv");
    let path = out.to_string_lossy().into_owned();
    let save = ["--site", "Two", "--save", "All", "--format", "csv"];
    bench.ok(&[["export", "--out", &path].as_slice(), &save].concat());
    bench.ok(&["export", "run", "All"]);
    let lists = lists_of_backups(&bench);
    let done = bench.json(&[ask.as_slice(), &["--exports"]].concat());
    assert_eq!(counts(&done), [], "{done}");
    assert!(out.exists() && copy.exists());
    assert_eq!(lists_of_backups(&bench), lists);
    std::fs::remove_file(&copy).expect("removed");
    let two = ["forget", "Heading7", "--site", "Two"];
    let shown = bench.json(&two);
    let kinds: Vec<String> = counts(&shown).into_iter().map(|(kind, ..)| kind).collect();
    for kind in ["record", "backup", "export"] {
        assert!(kinds.iter().any(|found| found == kind), "{kind}: {kinds:?}");
    }
    bench.ok(&["export", "remove", "All"]);
    // A part of a word is one on demand only; an empty word names nobody.
    assert!(
        bench
            .ok(&["forget", "eading6"])
            .contains(t!("cli-forget-none"))
    );
    let parts = bench.json(&["forget", "eading6", "--part"]);
    assert!(!counts(&parts).is_empty(), "{parts}");
    let short = bench.fails(1, &["forget", "a"]);
    assert!(short.contains(fixed_part("erasure-words-short")), "{short}");
    // The name of a site is for a person to change.
    let output = bench.run(&["--json", "forget", "Two", "--apply", "--yes"]);
    assert_eq!(output.status.code(), Some(1));
    let done: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let fates = done["report"]["traces"].as_array().expect("traces").iter();
    let person = fates
        .filter(|trace| trace["fate"] == "needs-person")
        .count();
    assert!(person > 0, "{done}");
    assert_eq!(records(&bench), [7, 8]);
    // What is said of the pages of a run is of the site of the run.
    let database = rusqlite::Connection::open(bench.project()).expect("a database");
    let sql = "UPDATE run_page SET verdict = '\"about Quxolotl\"' WHERE run IN
               (SELECT run.id FROM run JOIN site ON site.id = run.site WHERE site.name = 'One')";
    assert!(database.execute(sql, []).expect("written") > 0);
    drop(database);
    let of = |site: &str| counts(&bench.json(&["forget", "Quxolotl", "--site", site]));
    assert_eq!(of("Two"), []);
    let found = of("One");
    assert!(found.iter().any(|(kind, ..)| kind == "note"), "{found:?}");
}

/// The lists of backups of the project.
pub fn lists_of_backups(bench: &Bench) -> Vec<PathBuf> {
    let mut all = Vec::new();
    files_in(&bench.path(""), &mut all);
    // A list is named after the time at which the backup was taken.
    all.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("20") && name.ends_with("Z.json")
    });
    all.sort();
    all
}

#[test]
fn a_backup_that_is_due_is_made_and_data_that_stays_is_told() {
    let changed = Arc::new(AtomicBool::new(true));
    let site = news(&changed);
    let bench = Bench::new();
    let rule = crate::engine::list_rule(&site.url("/"), "delay = '0s'");
    bench.add(&[("list.toml".to_owned(), rule)]);
    bench.ok(&["run"]);
    bench.ok(&["storage", "backup"]);
    let [taken] = lists_of_backups(&bench).try_into().expect("one backup");
    // The next one may be taken in the same second.
    let list = taken.with_file_name("20190101T000000Z.json");
    std::fs::rename(&taken, &list).expect("renamed");
    let damaged = list.with_file_name("20200101T000000Z.json");
    std::fs::write(&damaged, "{").expect("written");
    let ask = ["forget", "Heading7"];
    let shown = bench.json(&ask);
    assert!(
        shown["report"]["unsearched"]
            .to_string()
            .contains("20200101T000000Z"),
        "{shown}"
    );
    let done = bench.json(&[ask.as_slice(), &["--apply", "--yes"]].concat());
    assert_eq!(done["report"]["backed_up"], true);
    let unsearched = done["report"]["unsearched"].to_string();
    assert!(unsearched.contains("erasure-data-stays"), "{done}");
    assert!(!list.exists());

    // A process was killed after it had removed the backups.
    for list in lists_of_backups(&bench) {
        std::fs::remove_file(list).expect("removed");
    }
    let due = || {
        let database = rusqlite::Connection::open(bench.project()).expect("a database");
        let sql = "SELECT count(*) FROM setting WHERE name = 'erasure.backup-due'";
        let count: i64 = database
            .query_row(sql, [], |row| row.get(0))
            .expect("asked");
        count
    };
    assert_eq!(due(), 0);
    let database = rusqlite::Connection::open(bench.project()).expect("a database");
    let sql = "INSERT INTO setting (name, value) VALUES ('erasure.backup-due', '')";
    database.execute(sql, []).expect("written");
    drop(database);
    bench.ok(&["storage", "keep", "--days", "90"]);
    assert_eq!(lists_of_backups(&bench).len(), 1);
    assert_eq!(due(), 0);
}

#[test]
fn a_start_page_is_asked_again_and_what_was_forgotten_of_it_stays_out() {
    let site = Site::start(|ask| {
        let who = match ask.path.as_str() {
            "/a" => PERSON[0],
            _ => "nobody",
        };
        Reply::html(format!(
            "<title>A</title><h1>Heading of {}</h1><div class='text'>About {who}, in words enough \
             to be an article.</div>",
            ask.path
        ))
    });
    let rule = format!(
        "[site]\nname = 'Test'\nkind = 'pages'\nstart = ['{}', '{}']\n[politeness]\ndelay = '0s'\n\
         [[field]]\nname = 'title'\nselect = [{{ css = 'h1' }}]\nrequired = true\n\
         [content]\ngeneric = false\nselect = [{{ css = '.text' }}]\n",
        site.url("/a"),
        site.url("/b"),
    );
    let bench = Bench::new();
    bench.add(&[("pages.toml".to_owned(), rule)]);
    bench.ok(&["run"]);
    let found = || titles(&bench.json(&["search", "heading", "--limit", "99"]));
    assert_eq!(found(), ["Heading of /a", "Heading of /b"]);
    let ask = ["forget", PERSON[0]];
    bench.ok(&[ask.as_slice(), &["--apply", "--yes"]].concat());
    assert_eq!(found(), ["Heading of /b"]);
    assert_eq!(site.asked("/a"), 1);
    bench.ok(&["run"]);
    assert_eq!(site.asked("/a"), 2, "the rule names it");
    assert_eq!(found(), ["Heading of /b"]);
    let again = bench.ok(&ask);
    assert!(
        again.contains(t!("cli-forget-none")),
        "nor is its page kept: {again}"
    );
}
