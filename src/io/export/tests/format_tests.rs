//! Tests of single formats: reads back the output by other means.

use std::io::Read;
use std::path::Path;

use super::{place, project, record};
use crate::export::formats::xlsx;
use crate::export::{CsvOptions, ExportError, ExportOptions, Exported, Format, export};
use crate::store::Store;
use bowerbird_logic::model::{Record, Value};

fn write(store: &Store, format: Format, options: &ExportOptions, path: &Path) -> Exported {
    export(store, format, options, path, &mut |_| true).expect("written")
}

fn with(n: usize, title: &str, text: &str, fields: &[(&str, Value)]) -> Record {
    Record {
        text: text.to_owned(),
        fields: fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect(),
        ..record(n, title)
    }
}

fn columns(names: &[&str]) -> ExportOptions {
    ExportOptions {
        columns: names.iter().map(|name| (*name).to_owned()).collect(),
        ..ExportOptions::default()
    }
}

fn entry(path: &Path, name: &str) -> String {
    let file = std::fs::File::open(path).expect("the workbook");
    let mut zip = zip::ZipArchive::new(file).expect("a package");
    let mut text = String::new();
    let mut entry = zip.by_name(name).expect("the entry");
    entry.read_to_string(&mut text).expect("UTF-8");
    text
}

#[test]
fn csv_in_gbk_lists_what_the_charset_lacks() {
    let store = project(vec![record(1, "中文 🦜🦜 é")]);
    let (_folder, path) = place();
    let mut options = columns(&["title=标题"]);
    options.csv = CsvOptions {
        charset: "gbk".into(),
        separator: ';',
        line_feed: true,
        ..CsvOptions::default()
    };
    let done = write(&store, Format::Csv, &options, &path);
    let bytes = std::fs::read(&path).expect("read");
    let (text, _, wrong) = encoding_rs::GBK.decode(&bytes);
    assert!(!wrong);
    assert_eq!(text, "标题\n中文 ?? é\n");
    let note = done.notes.iter().map(bowerbird_logic::messages::english);
    let note: String = note.collect();
    assert!(note.contains("U+1F99C") && note.contains("×2"), "{note}");
}

#[test]
fn gb18030_holds_every_character() {
    let store = project(vec![record(1, "中文 🦜 é ل")]);
    let (_folder, path) = place();
    let mut options = columns(&["title"]);
    options.csv.charset = "gb18030".into();
    let done = write(&store, Format::Csv, &options, &path);
    let bytes = std::fs::read(&path).expect("read");
    let (text, _, _) = encoding_rs::GB18030.decode(&bytes);
    assert_eq!(text, "title\r\n中文 🦜 é ل\r\n");
    assert!(done.notes.is_empty());
}

#[test]
fn what_csv_cannot_be_written_in_is_refused() {
    let store = project(vec![record(1, "a")]);
    let (folder, path) = place();
    for charset in ["utf-16", "nonsense", "iso-2022-jp", ""] {
        let mut options = ExportOptions::default();
        options.csv.charset = charset.into();
        let error = export(&store, Format::Csv, &options, &path, &mut |_| true);
        assert!(
            matches!(error, Err(ExportError::Charset { .. })),
            "{charset}"
        );
    }
    for separator in ['"', '\n', 'a', '，'] {
        let mut options = ExportOptions::default();
        options.csv.separator = separator;
        let error = export(&store, Format::Csv, &options, &path, &mut |_| true);
        assert!(
            matches!(error, Err(ExportError::Separator { .. })),
            "{separator}"
        );
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("read").count(), 0);
}

#[test]
fn two_columns_of_one_name_are_refused() {
    let store = project(vec![record(1, "a")]);
    let (_folder, path) = place();
    let options = columns(&["title", "url=title"]);
    let error = export(&store, Format::Jsonl, &options, &path, &mut |_| true);
    assert!(matches!(error, Err(ExportError::Twice { .. })));
}

#[test]
fn a_workbook_has_no_formulas_and_nothing_is_lost() {
    let long = "长".repeat(70_000);
    let store = project(vec![
        with(
            1,
            "=1+1\u{0}\u{1b}",
            &long,
            &[("price", Value::One("12.5".into()))],
        ),
        with(2, "<b>&", "b", &[("price", Value::One("007".into()))]),
    ]);
    let (folder, path) = place();
    let options = columns(&["title", "text", "price"]);
    let done = write(&store, Format::Xlsx, &options, &path);
    assert_eq!(done.rows, 2);
    let sheet = entry(&path, "xl/worksheets/sheet1.xml");
    assert!(
        sheet.contains(">=1+1</t>"),
        "a text, without control characters"
    );
    assert!(sheet.contains(">&lt;b&gt;&amp;</t>"));
    assert!(sheet.contains("<c r=\"C2\"><v>12.5</v></c>") && sheet.contains(">007</t>"));
    assert!(!sheet.contains("<f>"));
    // LibreOffice cannot read entries with 64-bit sizes (APPNOTE.TXT, 4.4.8).
    let head = std::fs::read(&path).expect("read");
    assert_ne!(head[18..22], [0xFF; 4]);
    let rest = entry(&path, "xl/worksheets/sheet2.xml");
    let count = |text: &str| text.matches('长').count();
    assert_eq!(count(&sheet) + count(&rest), 70_000);
    assert_eq!(count(&sheet), 32_767);
    assert!(rest.contains(">B2</t>"));
    assert_eq!(done.notes.len(), 2, "{:?}", done.notes);
    assert_eq!(std::fs::read_dir(folder.path()).expect("read").count(), 1);
}

#[test]
fn a_full_sheet_is_followed_by_another() {
    let store = project((0..25).map(|n| record(n, "a")).collect());
    let (_folder, path) = place();
    let options = columns(&["title"]);
    let chosen = crate::export::columns::chosen(&store, &options).expect("columns");
    let mut book: Box<dyn crate::export::Rows> =
        Box::new(xlsx::Workbook::begin_with(&path, chosen, &options, 11).expect("begun"));
    store
        .each_record(&options.filter, &mut |record| book.row(&record).is_ok())
        .expect("read");
    book.end().expect("ended");
    let rows = |sheet: u32| {
        entry(&path, &format!("xl/worksheets/sheet{sheet}.xml"))
            .matches("<row ")
            .count()
    };
    assert_eq!([rows(1), rows(2), rows(3)], [11, 11, 6]);
    let book = entry(&path, "xl/workbook.xml");
    assert!(book.contains("name=\"Records 3\""), "{book}");
}

#[test]
fn sqlite_has_a_table_with_null_where_there_is_nothing() {
    let tags = Value::Many(vec!["a".into(), "b".into()]);
    let store = project(vec![
        with(
            1,
            "一",
            "x",
            &[("Tags", tags), ("tags", Value::One("t".into()))],
        ),
        record(2, "two"),
    ]);
    let (_folder, path) = place();
    let mut options = columns(&["title", "Tags", "tags"]);
    options.title = "news \"x\"".into();
    write(&store, Format::Sqlite, &options, &path);
    let file = rusqlite::Connection::open(&path).expect("opens");
    let row = |n: i64| {
        file.query_row(
            "SELECT title, \"Tags\", tags_2 FROM \"news \"\"x\"\"\" LIMIT 1 OFFSET ?1",
            [n],
            |row| {
                Ok((
                    row.get::<_, String>(0)?,
                    row.get::<_, Option<String>>(1)?,
                    row.get::<_, Option<String>>(2)?,
                ))
            },
        )
        .expect("a row")
    };
    assert_eq!(
        row(0),
        ("一".into(), Some("[\"a\",\"b\"]".into()), Some("t".into()))
    );
    assert_eq!(row(1), ("two".into(), None, None));
}

#[test]
fn markdown_makes_a_file_a_record_and_leaves_others_alone() {
    let store = project(vec![
        with(
            1,
            "标题: a/b?",
            "one\n# two",
            &[("tag", Value::One("x".into()))],
        ),
        record(2, ""),
    ]);
    let (folder, _) = place();
    let path = folder.path().join("articles");
    std::fs::create_dir(&path).expect("a folder");
    std::fs::write(path.join("mine.txt"), "mine").expect("written");
    write(&store, Format::Markdown, &ExportOptions::default(), &path);
    let mut names: Vec<String> = std::fs::read_dir(&path)
        .expect("read")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    assert_eq!(names, ["2.md", "mine.txt", "标题-a-b-1.md"]);
    let text = std::fs::read_to_string(path.join("标题-a-b-1.md")).expect("read");
    assert!(text.contains("\"title\": \"标题: a/b?\"\n") && text.contains("\"tag\": \"x\"\n"));
    assert!(
        text.ends_with("# 标题: a/b?\n\none\n\n\\# two\n\n"),
        "{text}"
    );
    assert_eq!(std::fs::read_dir(folder.path()).expect("read").count(), 1);
}

#[test]
fn a_feed_is_one_that_readers_take() {
    let store = project(vec![with(1, "A & B\u{1}", "one <two>", &[]), record(2, "")]);
    let (_folder, path) = place();
    let options = ExportOptions {
        title: "新闻".into(),
        ..ExportOptions::default()
    };
    write(&store, Format::Rss, &options, &path);
    let text = std::fs::read_to_string(&path).expect("read");
    assert!(text.contains("<title>新闻</title>"));
    assert!(text.contains("<title>A &amp; B</title>"), "{text}");
    assert!(
        text.contains("&lt;p&gt;one &amp;lt;two&amp;gt;&lt;/p&gt;"),
        "{text}"
    );
    assert!(
        text.contains("<pubDate>Tue, 14 Nov 2023 22:13:20"),
        "{text}"
    );
    assert_eq!(text.matches("<item>").count(), 2);
}

#[test]
fn postgres_gets_a_statement_beside_the_file() {
    let tags = Value::Many(vec!["a".into()]);
    let store = project(vec![
        with(1, "a,\"b\"", "", &[("tags", tags)]),
        record(2, "c"),
    ]);
    let (folder, path) = place();
    write(
        &store,
        Format::Postgres,
        &columns(&["title", "tags", "fetched_at"]),
        &path,
    );
    let text = std::fs::read_to_string(&path).expect("read");
    assert_eq!(
        text,
        "title,tags,fetched_at\n\"a,\"\"b\"\"\",\"[\"\"a\"\"]\",2023-11-14T22:13:20Z\n\
         c,,2023-11-14T22:13:20Z\n"
    );
    let sql = std::fs::read_to_string(folder.path().join("out.csv.sql")).expect("the statement");
    assert!(sql.contains("\"tags\" jsonb") && sql.contains("\"fetched_at\" timestamptz"));
    assert!(sql.contains("FROM 'out.csv'"));
}

#[test]
fn a_cancelled_export_leaves_nothing_in_any_format() {
    let store = project((0..600).map(|n| record(n, "a")).collect());
    for format in Format::ALL {
        if matches!(format, Format::Webhook | Format::Database) || !format.is_built_in() {
            continue;
        }
        let (folder, path) = place();
        let options = ExportOptions {
            limit: Some(600),
            ..ExportOptions::default()
        };
        let ended = export(&store, format, &options, &path, &mut |rows| rows < 300);
        assert!(matches!(ended, Err(ExportError::Cancelled)), "{format:?}");
        let left = std::fs::read_dir(folder.path()).expect("read").count();
        assert_eq!(left, 0, "{format:?}");
    }
}

#[test]
fn odd_records_go_through_every_format() {
    let odd = "\0\u{1}\u{8}\u{202e}עברית العربية 🦜👩‍👩‍👧\u{FFFE}\r\n\t=x";
    let store = project(vec![with(1, odd, &"很长的文字 ".repeat(400_000), &[])]);
    for format in Format::ALL {
        if matches!(format, Format::Webhook | Format::Database) || !format.is_built_in() {
            continue;
        }
        let (_folder, path) = place();
        let done = write(&store, format, &ExportOptions::default(), &path);
        assert_eq!(done.rows, 1, "{format:?}");
    }
}

#[test]
fn a_format_that_is_not_built_in_says_how_to_get_it() {
    let error = ExportError::NotBuiltIn {
        format: Format::Parquet.name(),
    };
    let text = error.to_string();
    assert!(text.contains("--features parquet"), "{text}");
}
