//! Tests of exports: reads back the output by other means.

#[cfg(test)]
mod format_tests;
#[cfg(test)]
mod number_tests;
#[cfg(test)]
mod reference_tests;
#[cfg(test)]
mod webhook_tests;

use std::path::PathBuf;

use jiff::Timestamp;
use proptest::prelude::*;

use super::*;
use crate::store::{JudgedAnswer, PageOutcome, PageYield, QueuedState, Store};
use bowerbird_logic::messages::{Catalogue, Explain, Language};
use bowerbird_logic::model::{
    ListPosition, Record, RequestId, SiteDraft, SiteId, SourceKind, Value, Verdict,
};

fn add_site(store: &Store, name: &str) -> SiteId {
    let draft = SiteDraft {
        name: name.into(),
        kind: SourceKind::List,
        start: String::new(),
        rule_toml: String::new(),
    };
    store.add_site(&draft).expect("a site")
}

fn fill(store: &Store, site: SiteId, records: Vec<Record>) {
    let now = Timestamp::from_second(1_700_000_000).expect("a time");
    let (run, _) = store.start_run(site, now).expect("a run");
    let outcome = PageOutcome {
        request: RequestId(0),
        found_in: run,
        position: ListPosition::default(),
        state: QueuedState::Done,
        answer: JudgedAnswer::new(Verdict::ok(), now),
        yields: PageYield {
            records,
            ..PageYield::default()
        },
    };
    store.commit(site, run, vec![outcome]).expect("committed");
}

pub(super) fn project(records: Vec<Record>) -> Store {
    let store = Store::temporary().expect("a project");
    let site = add_site(&store, "News");
    fill(&store, site, records);
    store
}

pub(super) fn record(n: usize, title: &str) -> Record {
    Record {
        url: format!("http://127.0.0.1/{n}"),
        title: title.to_owned(),
        ..Record::default()
    }
}

pub(super) fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.csv");
    (folder, path)
}

fn run(store: &Store, format: Format, columns: &[&str]) -> Result<String, ExportError> {
    let (folder, path) = place();
    let options = ExportOptions {
        columns: columns.iter().map(|c| (*c).to_owned()).collect(),
        ..ExportOptions::default()
    };
    export(store, format, &options, &path, &mut |_| true)?;
    let left = std::fs::read_dir(folder.path()).expect("read").count();
    assert_eq!(left, 1, "nothing is left beside the export");
    Ok(std::fs::read_to_string(path).expect("UTF-8"))
}

#[test]
fn csv_has_every_column_in_order() {
    let with = |n, fields| Record {
        fields,
        ..record(n, "标题, “quoted\"")
    };
    let one = |text: &str| Value::One(text.into());
    let store = project(vec![
        with(1, vec![("price".into(), one("-5"))]),
        with(
            2,
            vec![
                ("tags".into(), Value::Many(vec!["=a".into(), "b".into()])),
                ("price".into(), one("=1+1")),
            ],
        ),
    ]);
    let text = run(&store, Format::Csv, &[]).expect("written");
    let expected = "\u{feff}url,title,date,author,text,price,tags,site,fetched_at\r\n\
        http://127.0.0.1/1,\"标题, “quoted\"\"\",,,,-5,,News,2023-11-14T22:13:20Z\r\n\
        http://127.0.0.1/2,\"标题, “quoted\"\"\",,,,'=1+1,'=a | b,News,2023-11-14T22:13:20Z\r\n";
    assert_eq!(text, expected);
}

#[test]
fn jsonl_has_an_object_a_line() {
    let mut second = record(2, "two");
    second.fields = vec![("tags".into(), Value::Many(vec!["=a".into()]))];
    let store = project(vec![record(1, "=一\n"), second]);
    let text = run(&store, Format::Jsonl, &["title", "tags", "site"]).expect("written");
    let expected = "{\"title\":\"=一\\n\",\"tags\":null,\"site\":\"News\"}\n\
        {\"title\":\"two\",\"tags\":[\"=a\"],\"site\":\"News\"}\n";
    assert_eq!(text, expected);
}

#[test]
fn columns_are_those_of_the_sites_exported() {
    let field = |name: &str| vec![(name.to_owned(), Value::One("x".into()))];
    let store = project(vec![Record {
        fields: field("price"),
        ..record(1, "a")
    }]);
    let other = add_site(&store, "Blog");
    fill(
        &store,
        other,
        vec![Record {
            fields: field("tags"),
            ..record(2, "b")
        }],
    );
    let head = |text: String| text.lines().next().map(str::to_owned).unwrap_or_default();
    let all = head(run(&store, Format::Csv, &[]).expect("written"));
    assert!(all.ends_with("text,price,tags,site,fetched_at"), "{all}");

    let (_folder, path) = place();
    let mut options = ExportOptions::default();
    options.filter.site = Some(other);
    let done = export(&store, Format::Csv, &options, &path, &mut |_| true).expect("written");
    assert_eq!(done.rows, 1);
    let one = head(std::fs::read_to_string(path).expect("read"));
    assert!(one.ends_with("text,tags,site,fetched_at"), "{one}");
}

#[test]
fn an_unknown_column_is_named_with_those_there_are() {
    let store = project(vec![record(1, "a")]);
    let error = run(&store, Format::Csv, &["title", "prise"]).expect_err("no such column");
    let text = error.to_string();
    assert!(
        text.contains("prise") && text.contains("author, text, site"),
        "{text}"
    );
}

#[test]
fn an_export_that_fails_leaves_what_was_there() {
    let store = project((0..1_000).map(|n| record(n, "a")).collect());
    let (folder, path) = place();
    std::fs::write(&path, "before").expect("written");
    let options = ExportOptions::default();
    let mut told = Vec::new();
    let cancelled = export(&store, Format::Csv, &options, &path, &mut |rows| {
        told.push(rows);
        rows < 500
    });
    assert!(matches!(cancelled, Err(ExportError::Cancelled)));
    assert_eq!(told, [256, 512]);
    assert_eq!(std::fs::read_to_string(&path).expect("read"), "before");
    assert_eq!(std::fs::read_dir(folder.path()).expect("read").count(), 1);

    let nowhere = folder.path().join("no/such/out.csv");
    let error = export(&store, Format::Csv, &options, &nowhere, &mut |_| true);
    assert!(matches!(error, Err(ExportError::NoFolder { .. })));
    let error = export(&store, Format::Csv, &options, folder.path(), &mut |_| true);
    assert!(matches!(error, Err(ExportError::Write { .. })));

    export(&store, Format::Csv, &options, &path, &mut |_| true).expect("written");
    assert_eq!(
        std::fs::read_to_string(&path)
            .expect("read")
            .lines()
            .count(),
        1_001
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_as_such() {
    let store = project(vec![record(1, "a")]);
    let options = ExportOptions::default();
    let full = Path::new("/dev/full");
    let error = export(&store, Format::Csv, &options, full, &mut |_| true);
    assert!(
        matches!(error, Err(ExportError::DiskFull { .. })),
        "{error:?}"
    );
    assert!(!full.is_file(), "a device is not replaced by a file");
}

#[test]
fn every_fault_is_explained_in_every_language() {
    let path = PathBuf::from("out.csv");
    let reason = "permission denied".to_owned();
    let faults = [
        ExportError::Write {
            path: path.clone(),
            reason,
        },
        ExportError::NoFolder { path: path.clone() },
        ExportError::DiskFull { path },
        ExportError::Column {
            name: "x".into(),
            known: vec!["url".into()],
        },
        ExportError::Twice { name: "a".into() },
        ExportError::Charset {
            label: "utf-16".into(),
        },
        ExportError::Separator { separator: 'a' },
        ExportError::NotBuiltIn { format: "parquet" },
        ExportError::NotForChanges { format: "rss" },
        ExportError::Address {
            address: "ftp://a/".into(),
        },
        ExportError::NoDatabase {
            place: "localhost:5432".into(),
        },
        ExportError::Refused {
            host: "a".into(),
            reason: Message::new("export-status").with("status", 500_u16),
            sent: 100,
        },
        ExportError::Cancelled,
    ];
    for catalogue in Language::ALL.map(Catalogue::new) {
        for fault in &faults {
            let text = catalogue.text(&fault.explain());
            assert!(!text.starts_with('[') && !text.contains('{'), "{text}");
        }
    }
}

/// Texts with all characters that matter to CSV and spreadsheets.
fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,12}",
        "[=+@\\-\t\r\n\"',;公园🦜é0-9.]{0,8}",
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn csv_reads_back_as_it_was(cells in prop::collection::vec((cell(), cell()), 1..6)) {
        // Some SQLite functions end a text at NUL; pages never produce one in a record.
        let clean = |text: &str| text.replace('\0', "");
        let records = cells.iter().enumerate().map(|(n, (title, field))| Record {
            fields: vec![("a,\"b".into(), Value::One(clean(field)))],
            ..record(n, &clean(title))
        });
        let store = project(records.collect());
        let text = run(&store, Format::Csv, &["title", "a,\"b"]).expect("written");
        let text = text.strip_prefix('\u{feff}').expect("a byte order mark");
        let mut reader = ::csv::ReaderBuilder::new().from_reader(text.as_bytes());
        prop_assert_eq!(reader.headers().expect("a head"), vec!["title", "a,\"b"]);
        let rows: Vec<(String, String)> =
            reader.deserialize().collect::<Result<_, _>>().expect("rows");
        prop_assert_eq!(rows.len(), cells.len());
        for ((title, field), row) in cells.iter().zip(&rows) {
            for (wrote, read) in [(title, &row.0), (field, &row.1)] {
                let wrote = clean(wrote);
                prop_assert_eq!(read.replace('\'', ""), wrote.replace('\'', ""));
                prop_assert!(read.len() >= wrote.len());
                prop_assert!(!read.starts_with(['=', '@', '\t', '\r']), "it would run: {:?}", read);
                // Cells as seen by a spreadsheet that splits at other separators.
                let cells = read.split([';', '\t', '\r', '\n']).map(|cell| cell.chars());
                for mut cell in cells {
                    let begins = matches!(cell.next(), Some('=' | '@' | '＝' | '＠'));
                    let goes_on = cell.next().is_some_and(|next| !next.is_whitespace());
                    prop_assert!(!(begins && goes_on), "it would run: {:?}", read);
                }
            }
        }
    }
}
