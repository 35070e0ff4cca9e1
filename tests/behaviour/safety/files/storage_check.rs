//! `storage check`: projects and archives that are broken in each way; the check names it, mending sets
//! it right, and what cannot be mended is told and left as it is.

use std::path::{Path, PathBuf};

use blake2::{Blake2s256, Digest};
use bowerbird::engine::types::Language;
use bowerbird::io::store::Store;
use rusqlite::{Connection, params};
use serde_json::Value;

use super::old_project_files::rows::{self, ARCHIVE, PAGE_URL};
use crate::command_line::{Bench, output_text};
use crate::texts::t;

/// A project with its archive, as this version keeps them.
fn project() -> Bench {
    let bench = Bench::new();
    drop(Store::create(&news(&bench)).expect("a project"));
    let connection = open(&news(&bench));
    rows::fill_project(&connection);
    let id: String = connection
        .query_row(
            "SELECT value FROM setting WHERE name = 'project.id'",
            [],
            |row| row.get(0),
        )
        .expect("an id");
    drop(connection);
    drop(Store::create(&archive(&bench)).expect("an archive"));
    rows::fill_archive(&open(&archive(&bench)), Some(&id));
    let (code, report) = check(&bench, false);
    assert_eq!(
        (code, faults(&report).len()),
        (0, 0),
        "sound at first: {report}"
    );
    bench
}

fn news(bench: &Bench) -> PathBuf {
    bench.path("news.bower")
}

fn archive(bench: &Bench) -> PathBuf {
    bench.path(ARCHIVE)
}

fn open(path: &Path) -> Connection {
    let connection = Connection::open(path).expect("opens");
    connection
        .pragma_update(None, "foreign_keys", false)
        .expect("set");
    connection
}

fn doctor(path: &Path, sql: &str) {
    open(path).execute_batch(sql).expect(sql);
}

fn number(path: &Path, sql: &str) -> i64 {
    open(path).query_row(sql, [], |row| row.get(0)).expect(sql)
}

fn check(bench: &Bench, repair: bool) -> (i32, Value) {
    let mut command = bench.command_on(&news(bench));
    command.args(["--json", "storage", "check"]);
    if repair {
        command.arg("--repair");
    }
    let output = command.output().expect("starts");
    let code = output.status.code().expect("a code");
    let report = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", output_text(&output)));
    (code, report)
}

/// Fault and file of each finding.
fn faults(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let findings = report["findings"].as_array().expect("findings");
    findings
        .iter()
        .map(|f| (text(&f["fault"]), text(&f["file"])))
        .collect()
}

fn command_output(bench: &Bench, arguments: &[&str]) -> String {
    let output = bench
        .command_on(&news(bench))
        .args(arguments)
        .output()
        .expect("starts");
    output_text(&output)
}

/// Addresses that an export has, sorted.
fn exported(bench: &Bench) -> Vec<String> {
    let out = bench.path("all.jsonl");
    let output = bench
        .command_on(&news(bench))
        .args(["export", "--columns", "url", "--out"])
        .arg(&out)
        .output()
        .expect("starts");
    assert!(output.status.success(), "{}", output_text(&output));
    let text = std::fs::read_to_string(out).expect("written");
    let url = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["url"].to_string();
    let mut urls: Vec<String> = text.lines().map(url).collect();
    urls.sort();
    urls
}

/// The check names exactly `expected`, changes nothing, and mending sets it right.
fn is_repaired(bench: &Bench, expected: &[&str]) -> Value {
    let before = std::fs::read(news(bench)).expect("read");
    let (code, report) = check(bench, false);
    let names: Vec<String> = faults(&report)
        .into_iter()
        .map(|(fault, _)| fault)
        .collect();
    assert_eq!(
        (code, names.as_slice()),
        (
            1,
            expected
                .iter()
                .map(|e| (*e).to_owned())
                .collect::<Vec<_>>()
                .as_slice()
        ),
        "{report}"
    );
    assert_eq!(
        std::fs::read(news(bench)).expect("read"),
        before,
        "looking changes nothing"
    );
    let (code, mended) = check(bench, true);
    assert_eq!(code, 0, "{mended}");
    let findings = mended["findings"].as_array().expect("findings");
    assert!(findings.iter().all(|f| f["mended"] == true), "{mended}");
    let (code, report) = check(bench, false);
    assert_eq!((code, faults(&report).len()), (0, 0), "{report}");
    mended
}

#[test]
fn a_sound_project_is_clean_and_counted() {
    let bench = project();
    let (_, report) = check(&bench, false);
    assert_eq!(report["clean"], true);
    let count = |name: &str| report[name].as_u64().expect("a count");
    assert_eq!(
        (count("records"), count("pages"), count("archives")),
        (5, 1, 1)
    );
    assert!(command_output(&bench, &["storage", "check"]).contains(t!(
        "check-clean",
        records = 5,
        pages = 1,
        archives = 1
    )));
    assert!(
        command_output(&bench, &["--lang", "zh-CN", "storage", "check"])
            .contains(t!(Language::Chinese; "check-clean", records = 5, pages = 1, archives = 1))
    );
    let (code, report) = check(&bench, true);
    assert_eq!(code, 0);
    assert_eq!(
        report["copies"],
        serde_json::json!([]),
        "nothing to mend, no copy"
    );
}

#[test]
fn it_is_checked_beside_its_owner_but_not_mended() {
    let bench = project();
    doctor(&news(&bench), "UPDATE site SET records = 17");
    let owner = Store::open(&news(&bench)).expect("owned");
    let (code, report) = check(&bench, false);
    assert_eq!(code, 1, "{report}");
    assert_eq!(faults(&report)[0].0, "figures");
    let refused = command_output(&bench, &["storage", "check", "--repair"]);
    assert!(
        refused.contains("in use") || refused.contains("another"),
        "{refused}"
    );
    assert_eq!(number(&news(&bench), "SELECT records FROM site"), 17);
    drop(owner);
    is_repaired(&bench, &["figures"]);
    assert_eq!(number(&news(&bench), "SELECT records FROM site"), 3);
}

#[test]
fn counts_are_made_anew() {
    let bench = project();
    doctor(
        &news(&bench),
        "UPDATE site SET records = 9, open_requests = 7; UPDATE snapshot SET size = 1;
         UPDATE archive SET records = 40;",
    );
    doctor(&archive(&bench), "UPDATE site SET records = 1");
    let mended = is_repaired(&bench, &["figures", "figures", "figures"]);
    assert_eq!(mended["copies"].as_array().expect("copies").len(), 2);
    assert_eq!(number(&news(&bench), "SELECT records FROM archive"), 2);
    assert_eq!(number(&news(&bench), "SELECT open_requests FROM site"), 1);
}

#[test]
fn the_search_index_is_brought_in_line_both_ways() {
    let bench = project();
    doctor(
        &news(&bench),
        "DELETE FROM record_search WHERE rowid = 4;
         INSERT INTO record_search (rowid, title, text) VALUES (77, 'ghost', 'ghost');",
    );
    doctor(
        &archive(&bench),
        "DELETE FROM record_search WHERE rowid = 2",
    );
    assert!(!command_output(&bench, &["search", "lighthouse"]).contains("Lighthouse repaired"));
    is_repaired(
        &bench,
        &["search-missing", "search-missing", "search-stale"],
    );
    assert!(command_output(&bench, &["search", "lighthouse"]).contains("Lighthouse repaired"));
    assert!(command_output(&bench, &["search", "storm"]).contains("Storm warning"));
}

#[test]
fn a_damaged_search_index_is_made_anew() {
    let bench = project();
    for file in [news(&bench), archive(&bench)] {
        doctor(
            &file,
            "UPDATE record_search_data SET block = x'00000000ffffffffff' WHERE id > 10",
        );
    }
    let (_, report) = check(&bench, false);
    assert!(
        faults(&report)
            .iter()
            .any(|(fault, _)| fault == "search-damaged"),
        "{report}"
    );
    let (code, mended) = check(&bench, true);
    assert_eq!(code, 0, "{mended}");
    assert!(command_output(&bench, &["search", "lighthouse"]).contains("Lighthouse repaired"));
    assert!(command_output(&bench, &["search", "storm"]).contains("Storm warning"));
}

#[test]
fn an_index_that_lacks_rows_is_made_anew() {
    let bench = project();
    // As if a write had been lost: the index over dates loses its entries, the table does not.
    let connection = open(&news(&bench));
    let root = connection
        .query_row(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'record_by_date'",
            [],
            |row| row.get::<_, i64>(0),
        )
        .expect("a page");
    let size: i64 = connection
        .pragma_query_value(None, "page_size", |row| row.get(0))
        .expect("a size");
    connection
        .execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
        .expect("written back");
    drop(connection);
    let mut bytes = std::fs::read(news(&bench)).expect("read");
    let at = usize::try_from((root - 1) * size).expect("in the file");
    // An empty leaf of an index (type 10, no cells, contents begin at the page's end).
    let size = u16::try_from(size).expect("small").to_be_bytes();
    bytes[at..at + 8].copy_from_slice(&[10, 0, 0, 0, 0, size[0], size[1], 0]);
    std::fs::write(news(&bench), bytes).expect("written");
    is_repaired(&bench, &["indexes"]);
}

#[test]
fn rows_whose_parent_is_gone_are_named_and_removed() {
    let bench = project();
    doctor(
        &news(&bench),
        "INSERT INTO record_tag (tag, id) VALUES ('lost', 900);
         INSERT INTO request (id, site, url, kind, found_in, page, item, depth) VALUES (50, 44, 'x', 1, 1, 0, 0, 0);
         INSERT INTO run_page (run, request, outcome, records, at) VALUES (1, 50, 0, 0, 0);
         UPDATE turn SET task = 31;",
    );
    let mended = is_repaired(&bench, &["orphans"]);
    assert!(
        mended["findings"][0]["examples"]
            .to_string()
            .contains("record_tag → record"),
        "{mended}"
    );
    assert_eq!(
        number(
            &news(&bench),
            "SELECT count(*) FROM turn WHERE task IS NULL"
        ),
        1
    );
    assert_eq!(number(&news(&bench), "SELECT count(*) FROM run_page"), 1);
    assert_eq!(number(&news(&bench), "SELECT count(*) FROM record"), 3);
}

#[test]
fn records_of_a_lost_site_stay_and_get_a_site_again() {
    let bench = project();
    let all = exported(&bench);
    doctor(&news(&bench), "DELETE FROM site");
    assert_eq!(exported(&bench).len(), 0, "records of no site do not show");
    is_repaired(&bench, &["lost-sites"]);
    assert_eq!(exported(&bench).len(), all.len());
    assert!(command_output(&bench, &["site", "list"]).contains("found again"));
}

#[test]
fn records_without_their_rows_of_text_get_them() {
    let bench = project();
    doctor(
        &news(&bench),
        "DELETE FROM record_text WHERE id = 3; DELETE FROM record_digest WHERE id = 4;",
    );
    assert_eq!(exported(&bench).len(), 4, "such a record does not show");
    is_repaired(&bench, &["parts"]);
    assert_eq!(exported(&bench).len(), 5);
}

#[test]
fn counters_are_raised_above_all_that_is_known() {
    let bench = project();
    doctor(
        &news(&bench),
        "DELETE FROM counter WHERE name = 'record'; UPDATE counter SET last = 0 WHERE name = 'change';
         DELETE FROM sqlite_sequence WHERE name = 'run'; UPDATE export_mark SET record = 90, change = 8;",
    );
    is_repaired(&bench, &["counters"]);
    let last = |name: &str| {
        number(
            &news(&bench),
            &format!("SELECT last FROM counter WHERE name = '{name}'"),
        )
    };
    assert_eq!((last("record"), last("change")), (90, 8));
    assert_eq!(
        number(
            &news(&bench),
            "SELECT seq FROM sqlite_sequence WHERE name = 'run'"
        ),
        1
    );
}

#[test]
fn what_stands_in_project_and_archive_counts_once_and_none_is_lost() {
    let bench = project();
    let all = exported(&bench);
    // The project's record 3 is in the archive too; another of its records has the archive's number 1.
    let (three, one) = (rows::url_of(3), rows::url_of(1));
    let connection = open(&archive(&bench));
    connection
        .execute(
            "INSERT INTO record SELECT ?1, site, run, found_in, page, item, part, fetched_at, ?2, title,
                    date, author, fields, provenance, change FROM record WHERE id = 1",
            params![3, three],
        )
        .expect("copied");
    connection
        .execute_batch(
            "INSERT INTO record_text VALUES (3, 'The ferry leaves at nine.');
             INSERT INTO record_digest (id, unindexed, unsettled) VALUES (3, 0, 0);
             INSERT INTO record_search (rowid, title, text) VALUES (3, 'ferry', 'ferry');
             UPDATE site SET records = 3;",
        )
        .expect("hung on");
    drop(connection);
    doctor(
        &news(&bench),
        "UPDATE archive SET records = 3; UPDATE record SET id = 1 WHERE id = 5;
         UPDATE record_text SET id = 1 WHERE id = 5; UPDATE record_digest SET id = 1 WHERE id = 5;
         DELETE FROM record_search WHERE rowid = 5;
         INSERT INTO record_search (rowid, title, text) VALUES (1, 'x', 'x');",
    );
    is_repaired(&bench, &["given-twice", "doubled"]);
    assert_eq!(exported(&bench), all);
    assert_eq!(number(&archive(&bench), "SELECT count(*) FROM record"), 2);
    assert_eq!(
        number(
            &news(&bench),
            "SELECT id FROM record WHERE url LIKE '%/5.html'"
        ),
        6
    );
    assert!(all.iter().any(|url| url.contains(&one)));
}

#[test]
fn archived_addresses_that_are_not_known_are_noted() {
    let bench = project();
    doctor(&news(&bench), "DELETE FROM archived");
    is_repaired(&bench, &["unmarked"]);
    assert_eq!(number(&news(&bench), "SELECT count(*) FROM archived"), 2);
}

#[test]
fn an_archive_that_is_not_listed_is_listed_again() {
    let bench = project();
    let all = exported(&bench);
    doctor(&news(&bench), "DELETE FROM archive; DELETE FROM archived");
    assert_eq!(exported(&bench).len(), 3);
    is_repaired(&bench, &["archive-unlisted"]);
    assert_eq!(exported(&bench), all);
    assert_eq!(number(&news(&bench), "SELECT count(*) FROM archived"), 2);
}

#[test]
fn archives_that_are_away_or_others_are_told_and_left_alone() {
    let bench = project();
    std::fs::rename(archive(&bench), bench.path("elsewhere")).expect("moved");
    let (code, report) = check(&bench, true);
    assert_eq!(
        (code, faults(&report)),
        (1, vec![("archive-away".to_owned(), ARCHIVE.to_owned())])
    );
    assert!(!archive(&bench).exists());
    // Another project in its place.
    drop(Store::create(&archive(&bench)).expect("a project"));
    rows::fill_project(&open(&archive(&bench)));
    let before = std::fs::read(archive(&bench)).expect("read");
    let (code, report) = check(&bench, true);
    assert_eq!(code, 1, "{report}");
    let fault = &faults(&report)[0].0;
    assert!(
        fault == "archive-foreign" || fault == "archive-older",
        "{report}"
    );
    assert_eq!(
        std::fs::read(archive(&bench)).expect("read"),
        before,
        "left alone"
    );
}

#[test]
fn stored_pages_that_do_not_unpack_go_and_their_records_stay() {
    let bench = project();
    doctor(
        &news(&bench),
        "UPDATE snapshot SET body = x'28b52ffd00', size = 5; UPDATE resource SET hash = zeroblob(32);",
    );
    let (_, report) = check(&bench, false);
    assert!(
        report["findings"][0]["examples"]
            .to_string()
            .contains(PAGE_URL),
        "{report}"
    );
    is_repaired(&bench, &["pages", "resources"]);
    assert_eq!(number(&news(&bench), "SELECT count(*) FROM snapshot"), 0);
    assert_eq!(exported(&bench).len(), 5);
    // A page that would fill the memory is found without unpacking it whole.
    let bench = project();
    let zeros = std::io::Read::take(std::io::repeat(0), 1 << 30);
    let bomb = zstd::stream::encode_all(zeros, 1).expect("packed");
    open(&news(&bench))
        .execute(
            "UPDATE snapshot SET body = ?1, size = ?2",
            params![bomb, bomb.len() as i64],
        )
        .expect("put");
    is_repaired(&bench, &["pages"]);
}

#[test]
fn unused_resources_go() {
    let bench = project();
    let sheet = zstd::stream::encode_all(b"p {}".as_slice(), 3).expect("packed");
    let hash = Blake2s256::digest(b"p {}").to_vec();
    open(&news(&bench))
        .execute(
            "INSERT INTO resource (id, hash, size, body) VALUES (9, ?1, length(?2), ?2)",
            params![hash, sheet],
        )
        .expect("put");
    is_repaired(&bench, &["unused-resources"]);
    assert_eq!(number(&news(&bench), "SELECT count(*) FROM resource"), 1);
}

#[test]
fn missing_indexes_and_triggers_are_made_again() {
    let bench = project();
    doctor(
        &news(&bench),
        "DROP TRIGGER record_lets_go; DROP INDEX record_by_date; DROP VIEW v_sites;",
    );
    is_repaired(&bench, &["missing"]);
}

#[test]
fn nothing_is_written_into_a_file_that_somebody_changed() {
    let bench = project();
    doctor(
        &news(&bench),
        "UPDATE site SET records = 9;
         CREATE TRIGGER theirs AFTER UPDATE ON site BEGIN DELETE FROM record; END;",
    );
    let before = std::fs::read(news(&bench)).expect("read");
    let words = command_output(&bench, &["storage", "check", "--repair"]);
    assert!(words.contains("trigger theirs"), "{words}");
    assert_eq!(number(&news(&bench), "SELECT count(*) FROM record"), 3);
    assert_eq!(std::fs::read(news(&bench)).expect("read"), before);
}

#[test]
fn a_move_that_was_cut_off_is_told_and_tidied_up() {
    let bench = project();
    doctor(
        &news(&bench),
        &format!(
            "INSERT INTO setting VALUES ('archive.moving', '{ARCHIVE}'), ('archive.batch', '[3]')"
        ),
    );
    let (code, report) = check(&bench, false);
    assert_eq!(
        (code, faults(&report)[0].0.as_str()),
        (1, "moving"),
        "{report}"
    );
    let (code, report) = check(&bench, true);
    assert_eq!(code, 0, "{report}");
    let left = number(
        &news(&bench),
        "SELECT count(*) FROM setting WHERE name LIKE 'archive.%'",
    );
    assert_eq!(left, 0);
    assert_eq!(exported(&bench).len(), 5);
}

#[test]
fn an_archive_of_an_older_version_is_told_and_brought_forward() {
    let bench = Bench::new();
    let files = super::old_project_files::unpack("024", &bench);
    let away = bench.path("away");
    std::fs::rename(&files[1], &away).expect("moved");
    drop(Store::open(&files[0]).expect("brought forward"));
    std::fs::rename(&away, &files[1]).expect("moved back");
    let (code, report) = check(&bench, false);
    let older = ("archive-older".to_owned(), ARCHIVE.to_owned());
    assert_eq!((code, faults(&report)), (1, vec![older]), "{report}");
    let (code, report) = check(&bench, true);
    assert_eq!(code, 0, "{report}");
    assert_eq!(exported(&bench).len(), 5);
}

#[test]
fn what_cannot_be_mended_is_told_and_nothing_is_lost() {
    let bench = project();
    doctor(
        &news(&bench),
        "UPDATE sample SET body = x'00'; UPDATE run SET progress = 'none';",
    );
    let (code, report) = check(&bench, true);
    assert_eq!(code, 1);
    let names: Vec<String> = faults(&report)
        .into_iter()
        .map(|(fault, _)| fault)
        .collect();
    assert_eq!(names, ["unreadable", "kept"], "{report}");
    assert_eq!(report["copies"], serde_json::json!([]));
    assert_eq!(number(&news(&bench), "SELECT count(*) FROM sample"), 1);
    assert_eq!(exported(&bench).len(), 5);
}

#[test]
fn before_anything_is_mended_a_private_copy_is_kept() {
    let bench = project();
    doctor(&news(&bench), "UPDATE site SET records = 9");
    let mended = is_repaired(&bench, &["figures"]);
    let copy = PathBuf::from(mended["copies"][0].as_str().expect("a path"));
    let name = copy
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    assert!(name.starts_with("news.bower.before-repair-"), "{name}");
    assert_eq!(number(&copy, "SELECT records FROM site"), 9);
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&copy).expect("there"));
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn a_damaged_page_of_the_file_is_told() {
    let bench = project();
    let connection = open(&news(&bench));
    let root: i64 = connection
        .query_row(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'record_text'",
            [],
            |row| row.get(0),
        )
        .expect("a page");
    let size: i64 = connection
        .pragma_query_value(None, "page_size", |row| row.get(0))
        .expect("a size");
    connection
        .execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
        .expect("written back");
    drop(connection);
    let mut bytes = std::fs::read(news(&bench)).expect("read");
    let at = usize::try_from((root - 1) * size).expect("in the file");
    bytes[at..at + 64].fill(0xee);
    std::fs::write(news(&bench), bytes).expect("written");
    let (code, report) = check(&bench, false);
    assert_eq!(code, 1);
    assert!(
        faults(&report).iter().any(|(fault, _)| fault == "damaged"),
        "{report}"
    );
    assert!(
        report.to_string().contains(".recover"),
        "what to do: {report}"
    );
}
