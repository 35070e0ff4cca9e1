//! `evidence`: pages of records in a file that other programs replay, and hashes in a list.

use std::io::Read;
use std::sync::Arc;

use bowerbird::io::store::{KeptResource, Store};
use serde_json::Value;

use crate::command_line::{Bench, exports};
use crate::servers::Pages;
use crate::texts::fixed_part;

fn text(zip: &mut zip::ZipArchive<std::fs::File>, name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut entry = zip.by_name(name).expect(name);
    entry.read_to_end(&mut bytes).expect("it is read");
    bytes
}

#[test]
fn pages_of_records_are_kept_with_their_hashes_and_a_list_says_since_when() {
    let bench = exports::collected();
    bench.ok(&[
        "evidence",
        "write",
        "--query",
        "天气",
        "--out",
        "case.wacz",
        "--list",
        "list",
    ]);
    let file = std::fs::File::open(bench.path("case.wacz")).expect("the file");
    let mut zip = zip::ZipArchive::new(file).expect("a package");
    let about: Value = serde_json::from_slice(&text(&mut zip, "datapackage.json")).expect("JSON");
    let resources = about["resources"].as_array().expect("resources").clone();
    assert_eq!(resources.len(), 4, "{about}");
    for resource in resources {
        let bytes = text(&mut zip, resource["path"].as_str().expect("a path"));
        assert_eq!(resource["bytes"], bytes.len());
        let sum = ring::digest::digest(&ring::digest::SHA256, &bytes);
        let sum: String = sum
            .as_ref()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(resource["hash"], format!("sha256:{sum}"));
    }
    let pages = text(&mut zip, "pages/pages.jsonl");
    assert_eq!(String::from_utf8(pages).expect("UTF-8").lines().count(), 4);
    // Each place of the index holds the page that it names.
    let archive = text(&mut zip, "archive/data.warc.gz");
    let packed = text(&mut zip, "indexes/index.cdx.gz");
    let mut index = String::new();
    flate2::read::MultiGzDecoder::new(packed.as_slice())
        .read_to_string(&mut index)
        .expect("lines");
    let mut sorted: Vec<&str> = index.lines().collect();
    assert_eq!(sorted.len(), 6);
    sorted.sort_unstable();
    assert_eq!(sorted, index.lines().collect::<Vec<_>>());
    for line in sorted {
        let about: Value =
            serde_json::from_str(line.splitn(3, ' ').nth(2).expect("JSON")).expect("JSON");
        let number = |name: &str| {
            about[name]
                .as_str()
                .and_then(|text| text.parse::<usize>().ok())
                .expect("a number")
        };
        let (from, length) = (number("offset"), number("length"));
        let mut record = String::new();
        flate2::read::GzDecoder::new(&archive[from..from + length])
            .read_to_string(&mut record)
            .expect("a record");
        let uri = format!(
            "WARC-Target-URI: {}",
            about["url"].as_str().expect("an address")
        );
        assert!(record.contains(&uri) && record.contains("天气"), "{record}");
    }
    let verify = ["evidence", "verify", "case.wacz", "--list", "list"];
    bench.ok(&verify);
    let mut bytes = std::fs::read(bench.path("case.wacz")).expect("the file");
    bytes.push(0);
    std::fs::write(bench.path("case.wacz"), bytes).expect("the file");
    let fails = bench.fails(1, &verify);
    assert!(fails.contains(fixed_part("evidence-not-listed")), "{fails}");
    let list = std::fs::read_to_string(bench.path("list")).expect("the list");
    bench.write("list", &list.replace("sha256:", "sha256:0"));
    let fails = bench.fails(1, &verify);
    assert!(
        fails.contains(fixed_part("evidence-list-changed")),
        "{fails}"
    );
}

#[test]
fn stored_style_sheets_go_along_with_the_time_when_they_were_seen() {
    let pages = Pages::new()
        .page(
            "/a.html",
            "<title>A</title><link rel=stylesheet href=/look.css><h1>A ferry</h1><p>It sails.</p>",
        )
        .start();
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = \"News\"\nkind = \"pages\"\nstart = [\"{}\"]\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n\
         [content]\ngeneric = false\nselect = [ {{ css = \"p\" }} ]\n",
        pages.url("/a.html")
    );
    bench.add(&[("news.toml".to_owned(), rule)]);
    bench.ok(&["run"]);
    let store = Store::open(&bench.project()).expect("the project");
    let site = store.sites().expect("sites")[0].id;
    let seen = "2001-02-03T04:05:06Z".parse().expect("a time");
    let kept = |path: &str, text: &str| KeptResource {
        url: pages.url(path),
        bytes: Arc::new(text.as_bytes().to_vec()),
    };
    let kept = [
        kept("/look.css", "h1 { background: url(sea.png) }"),
        kept("/sea.png", "\u{89}PNG"),
        kept("/unused.css", "p { }"),
    ];
    store.keep_resources(site, &kept, seen).expect("kept");
    drop(store);
    bench.ok(&[
        "evidence",
        "write",
        "--query",
        "ferry",
        "--out",
        "case.wacz",
    ]);
    let file = std::fs::File::open(bench.path("case.wacz")).expect("the file");
    let mut zip = zip::ZipArchive::new(file).expect("a package");
    let packed = text(&mut zip, "indexes/index.cdx.gz");
    let mut index = String::new();
    flate2::read::MultiGzDecoder::new(packed.as_slice())
        .read_to_string(&mut index)
        .expect("lines");
    for name in ["look.css", "sea.png"] {
        let line = index
            .lines()
            .find(|line| line.contains(&format!("/{name}\"")));
        let line = line.unwrap_or_else(|| panic!("{name} in {index}"));
        assert!(line.contains(" 20010203040506 "), "{line}");
    }
    assert!(
        index.contains("text/css") && !index.contains("unused.css"),
        "{index}"
    );
}
