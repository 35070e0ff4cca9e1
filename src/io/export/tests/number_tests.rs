//! Tests of numbers in exports: a field that the rule of its site calls a number.

use std::io::Read;

use super::*;

const RULE: &str = r#"
[site]
name = "Prices"
kind = "pages"
start = ["http://127.0.0.1/"]
[record]
item = { css = "tr" }
[[field]]
name = "price"
select = [{ css = "td" }]
type = "number"
[[field]]
name = "code"
select = [{ css = "th" }]
"#;

/// Prices with and without zeros at their end, and a text of digits.
fn prices() -> Store {
    let store = Store::temporary().expect("a project");
    let draft = SiteDraft {
        name: "Prices".into(),
        kind: SourceKind::Pages,
        start: String::new(),
        rule_toml: RULE.into(),
    };
    let site = store.add_site(&draft).expect("a site");
    let of = |(n, price): (usize, &str)| Record {
        fields: vec![
            ("price".into(), Value::One(price.into())),
            ("code".into(), Value::One("1.50".into())),
        ],
        ..record(n, "one")
    };
    let prices = ["100.00", "116.25", "-3"];
    fill(
        &store,
        site,
        prices.into_iter().enumerate().map(of).collect(),
    );
    store
}

#[test]
fn json_lines_have_numbers_and_csv_what_the_record_has() {
    let store = prices();
    let text = run(&store, Format::Jsonl, &["price", "code"]).expect("written");
    let expected = "{\"price\":100.0,\"code\":\"1.50\"}\n{\"price\":116.25,\"code\":\"1.50\"}\n\
        {\"price\":-3,\"code\":\"1.50\"}\n";
    assert_eq!(text, expected);
    let text = run(&store, Format::Csv, &["price"]).expect("written");
    assert_eq!(text, "\u{feff}price\r\n100.00\r\n116.25\r\n-3\r\n");
}

#[test]
fn a_workbook_and_a_table_have_numbers_in_every_row() {
    let store = prices();
    let (_folder, path) = place();
    let options = ExportOptions {
        columns: vec!["price".to_owned(), "code".to_owned()],
        ..ExportOptions::default()
    };
    let write = |format| {
        export(&store, format, &options, &path, &mut |_| true).expect("written");
    };
    write(Format::Xlsx);
    let file = std::fs::File::open(&path).expect("the workbook");
    let mut sheet = String::new();
    let mut zip = zip::ZipArchive::new(file).expect("a package");
    let mut entry = zip.by_name("xl/worksheets/sheet1.xml").expect("the sheet");
    entry.read_to_string(&mut sheet).expect("UTF-8");
    for number in ["<v>100.00</v>", "<v>116.25</v>", "<v>-3</v>"] {
        assert!(sheet.contains(number), "{sheet}");
    }
    std::fs::remove_file(&path).expect("removed");
    write(Format::Sqlite);
    let file = rusqlite::Connection::open(&path).expect("opens");
    let sum: f64 = file
        .query_row(
            "SELECT sum(price) FROM records WHERE typeof(price) <> 'text' AND code = '1.50'",
            [],
            |row| row.get(0),
        )
        .expect("a sum");
    assert!((sum - 213.25).abs() < 1e-9, "{sum}");
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_has_a_column_of_numbers_unless_a_record_has_another_value() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let kind = |store: &Store| {
        let (_folder, path) = place();
        export(
            store,
            Format::Parquet,
            &ExportOptions::default(),
            &path,
            &mut |_| true,
        )
        .expect("written");
        let file = std::fs::File::open(&path).expect("opens");
        let reader = SerializedFileReader::new(file).expect("a reader");
        let schema = reader.metadata().file_metadata().schema_descr_ptr();
        let mut columns = schema.columns().iter();
        let price = columns
            .find(|column| column.name() == "price")
            .expect("a column");
        price.physical_type()
    };
    let store = prices();
    assert_eq!(kind(&store), parquet::basic::Type::DOUBLE);
    let site = store.site_by_name("Prices").expect("read").expect("a site");
    let old = Record {
        fields: vec![("price".into(), Value::One("about 5".into()))],
        ..record(9, "old")
    };
    fill(&store, site.id, vec![old]);
    assert_eq!(kind(&store), parquet::basic::Type::BYTE_ARRAY);
}
