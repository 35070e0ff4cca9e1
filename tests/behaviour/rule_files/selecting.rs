//! What people try selectors with: the command `select` on real files and addresses, and what it
//! says of files that are no pages.

use serde_json::json;

use crate::command_line::Bench;
use crate::servers::Pages;
use crate::texts::t;

const BOOK: &str = "<h1>Dune</h1><ul><li><b>Author:</b> <a href=/fh>F. Herbert</a></li>\
    <li><b>Publisher:</b> Chilton</li></ul>\
    <table><tr><th>Year<th>Pages<tr><td>1965<td>412<tr><td>1984<td>535</table>\
    <script type='application/ld+json'>{\"isbn\": [\"1\", \"2\"]}</script>";

#[test]
fn every_kind_of_selector_can_be_tried() {
    let bench = Bench::new();
    bench.write("book.html", BOOK);
    let ok = |arguments: &[&str]| {
        let all = [&["select"], arguments, &["book.html"]].concat();
        bench.ok(&all).trim_end().to_owned()
    };
    assert_eq!(ok(&["--label", "publisher"]), "Chilton");
    assert_eq!(ok(&["--label", "作者", "--label", "Author"]), "F. Herbert");
    assert!(ok(&["--label", "Author", "--take", "url"]).ends_with("/fh"));
    assert_eq!(
        ok(&["--css", "li:contains(Chilton) b, li:first a"]),
        "F. Herbert\nPublisher:"
    );
    assert_eq!(
        ok(&[
            "--regex",
            r"Publisher: (?<who>\w+)",
            "--text",
            "--group",
            "who"
        ]),
        "Chilton"
    );
    assert_eq!(ok(&["--jsonpath", "$.isbn[*]"]), "1\n2");
    assert_eq!(
        ok(&["--css", "table", "--take", "table"]),
        "Year: 1965; Pages: 412\nYear: 1984; Pages: 535"
    );
    let rows = bench.json(&["select", "--css", "table", "--take", "table", "book.html"]);
    assert_eq!(rows.as_array().map(Vec::len), Some(1));
    assert_eq!(rows[0]["rows"][1], json!({"Year": "1984", "Pages": "535"}));
}

#[test]
fn wrong_use_is_told() {
    let bench = Bench::new();
    bench.write("book.html", BOOK);
    let two = bench.fails(2, &["select", "--css", "a", "--label", "b", "book.html"]);
    assert!(two.contains("--label"), "{two}");
    let group = bench.fails(1, &["select", "--regex", "a", "--group", "3", "book.html"]);
    assert!(group.contains('3'), "{group}");
    let header = bench.fails(1, &["select", "--css", ":header", "book.html"]);
    assert!(header.contains("h1, h2"), "{header}");
    bench.write("plain.html", "<p>x");
    let none = bench.fails(1, &["select", "--jsonpath", "$.a", "plain.html"]);
    assert!(
        none.contains(t!("engine-holds-no-json", source = "plain.html")),
        "{none}"
    );
}

#[test]
fn what_is_no_page_is_told() {
    let bench = Bench::new();
    for (name, bytes, kind) in [
        (
            "a.html",
            b"%PDF-1.7\n1 0 obj".as_slice(),
            t!("engine-kind-pdf"),
        ),
        (
            "b.html",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            t!("engine-kind-picture"),
        ),
        ("c.html", b"PK\x03\x04\x14\0\0\0", t!("engine-kind-archive")),
        ("d.html", &[0; 300], t!("engine-kind-binary")),
    ] {
        std::fs::write(bench.path(name), bytes).expect("a file is written");
        let told = bench.fails(1, &["select", "--css", "p", name]);
        assert!(told.contains(kind), "{told}");
    }
    std::fs::write(bench.path("e.html"), b"<p>a\0b</p><p>some text").expect("a file is written");
    assert_eq!(
        bench.ok(&["select", "--css", "p:first", "e.html"]).trim(),
        "ab"
    );
}

#[test]
fn files_that_are_too_large_are_refused() {
    let bench = Bench::new();
    let file = std::fs::File::create(bench.path("big.html")).expect("a file");
    // Sparse: nothing is written.
    file.set_len(64 * 1024 * 1024 + 1).expect("a large file");
    let told = bench.fails(1, &["select", "--css", "p", "big.html"]);
    assert!(told.contains("64 MB"), "{told}");
}

#[test]
fn an_error_status_is_told_beside_the_result() {
    let bench = Bench::new();
    let pages = Pages::new().start();
    let output = bench.run(&["select", "--css", "body", &pages.url("/x")]);
    assert!(output.status.success());
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).trim(),
        "nothing here"
    );
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("404"), "{told}");
}
