//! `rule import` as a person uses it: real files into a real folder.

use crate::command_line::Bench;

const SITE: &str = "title: //h1\nprune: no\nhttp_header(cookie): sid=hunter2-Xq9\ntest_url: https://ann:hunter2-Xq9@a.example/1\n";

#[test]
fn imports_reports_and_replaces_only_when_told() {
    let bench = Bench::new();
    bench.write("a.example.txt", SITE);
    bench.write("x.json", "{\"baseSelector\": \"li\", \"name\": \"x\", \"fields\": [{\"name\": \"t\", \"selector\": \"b\"}]}");
    let report = bench.ok(&[
        "rule",
        "import",
        "auto",
        "a.example.txt",
        "x.json",
        "--out",
        "made",
    ]);
    assert!(report.contains("line 2: skipped"), "{report}");
    assert!(report.contains("2 rules written"), "{report}");
    assert!(!report.contains("hunter2"), "{report}");
    let rule = bench.path("made/a.example.toml");
    let text = std::fs::read_to_string(&rule).expect("the rule");
    assert!(!text.contains("hunter2"), "{text}");
    bench.ok(&["rule", "check", "made/a.example.toml", "made/x.toml"]);
    std::fs::write(&rule, "mine").expect("a file is written");
    bench.fails(
        1,
        &["rule", "import", "ftr", "a.example.txt", "--out", "made"],
    );
    assert_eq!(std::fs::read_to_string(&rule).expect("the rule"), "mine");
    let json = bench.json(&[
        "rule",
        "import",
        "ftr",
        "a.example.txt",
        "--out",
        "made",
        "--force",
    ]);
    assert_eq!(json["totals"]["rules"], 1);
    assert_eq!(json["files"][0]["rules"][0]["notes"][0]["fate"], "taken");
    assert!(!json.to_string().contains("hunter2"));
    assert_eq!(std::fs::read_to_string(&rule).expect("the rule"), text);
}

#[test]
fn says_what_cannot_be_imported() {
    let bench = Bench::new();
    bench.write("broken.json", "{\"selectors\": [\n}");
    let told = bench.fails(
        1,
        &[
            "rule",
            "import",
            "webscraper",
            "broken.json",
            "--out",
            "made",
        ],
    );
    assert!(told.contains("line 2, column 1"), "{told}");
    let told = bench.fails(
        2,
        &["rule", "import", "scrapy", "broken.json", "--out", "made"],
    );
    assert!(told.contains("webscraper, ftr"), "{told}");
    let large = bench.path("large.json");
    std::fs::write(&large, vec![b' '; 50_000_000]).expect("a file is written");
    let told = bench.fails(
        1,
        &["rule", "import", "auto", "large.json", "--out", "made"],
    );
    assert!(told.contains("47 MB"), "{told}");
}
