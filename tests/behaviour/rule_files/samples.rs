//! Sample pages and versions of rules: the real program on real files, and the shipped rules on
//! the samples shipped with them.

use std::path::{Path, PathBuf};

use bowerbird::engine::single_page::{load_rule, test_rule};
use bowerbird::engine::types::value_text;
use bowerbird::io::sample::SampleSite;
use jiff::Timestamp;

use crate::command_line::{Bench, output_text};
use crate::texts::{fixed_part, t};

fn rules_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rules")
}

#[test]
fn every_shipped_rule_yields_what_its_samples_expect() {
    let mut faults = Vec::new();
    let mut rules = 0;
    for entry in std::fs::read_dir(rules_folder()).expect("the shipped rules") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        rules += 1;
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let rule = match load_rule(&path) {
            Ok((_, rule)) => rule,
            Err(error) => {
                faults.push(format!("{name}: {error}"));
                continue;
            }
        };
        let test = match test_rule(&path, &rule, Timestamp::UNIX_EPOCH) {
            Ok(test) => test,
            Err(error) => {
                faults.push(format!("{name}: {error}"));
                continue;
            }
        };
        if test.total.total().equal == 0 {
            faults.push(format!("{name}: its samples expect nothing"));
        }
        for sample in &test.samples {
            match &sample.result {
                Err(error) => faults.push(format!("{name}, sample {}: {error}", sample.id)),
                Ok(comparison) => {
                    faults.extend(comparison.differences.iter().map(|d| {
                        format!(
                            "{name}, sample {}: {} #{}: expected {:?}, found {:?}",
                            sample.id,
                            d.field,
                            d.number,
                            value_text(&d.before),
                            value_text(&d.after)
                        )
                    }));
                }
            }
        }
    }
    assert!(rules >= 2, "the shipped rules were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn rules_come_in_and_go_out_with_their_samples() {
    let bench = Bench::new();
    for name in ["discuz.toml", "sample-news.toml", "mediawiki.toml"] {
        let file = rules_folder().join(name);
        let told = bench.ok(&["site", "add", &file.to_string_lossy()]);
        let several = fixed_part("cli-samples-taken");
        let is_told = told.contains(t!("cli-samples-taken", count = 1)) || told.contains(several);
        assert!(is_told, "{told}");
    }
    let out = bench.path("out");
    let listed = bench.json(&["site", "export", "--out", &out.to_string_lossy()]);
    let files = listed["files"].as_array().expect("files");
    assert_eq!(files.len(), 3, "{listed}");
    for file in files {
        bench.ok(&["rule", "test", file.as_str().expect("a path")]);
    }
    let none = bench.fails(1, &["site", "export", "Nobody", "--out", "x"]);
    assert!(none.contains("Nobody"), "{none}");
}

/// A bench with the news rule and a sample of one article.
fn bench_with_sample() -> (Bench, SampleSite, String) {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    let rule = bench.write("news.toml", &site.rules()[0].1);
    let rule = rule.to_string_lossy().into_owned();
    let page = format!("{}articles/dengta-shou.html", site.url());
    bench.ok(&["rule", "sample", &rule, &page]);
    (bench, site, rule)
}

#[test]
fn a_saved_sample_tells_what_a_changed_rule_gains_and_loses() {
    let (bench, site, rule) = bench_with_sample();
    bench.ok(&["rule", "sample", &rule, &site.url()]);
    drop(site);
    let told_all = bench.ok(&["rule", "test", &rule]);
    assert!(
        told_all.contains("2 samples: 19 equal, 0 changed"),
        "{told_all}"
    );

    let text = std::fs::read_to_string(&rule).expect("the rule");
    let changed = text
        .replace("css = \".meta .author\"", "css = \".nobody\"")
        .replace("//meta[@name='author']/@content", "//nobody")
        .replace("article.story h1\" }, { xpath = \"//h1\"", "p.meta\"");
    std::fs::write(&rule, changed).expect("changed");
    let output = bench.run(&["--json", "rule", "test", &rule]);
    assert_eq!(output.status.code(), Some(1), "{}", output_text(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["ok"], false);
    // Generic extraction finds an author too, but the rule does not.
    assert_eq!(report["fields"]["author"]["lost"], 1, "{report}");
    assert_eq!(report["fields"]["title"]["changed"], 1, "{report}");
    assert_eq!(report["fields"]["tags"]["equal"], 1, "{report}");
    assert_eq!(report["fields"]["item.url"]["equal"], 12, "{report}");
    let words = output_text(&bench.run(&["rule", "test", &rule]));
    assert!(
        words.contains("- author · articles-dengta-shou #1"),
        "{words}"
    );
    assert!(words.contains("周启明"), "{words}");

    let accepted = output_text(&bench.run(&["rule", "test", &rule, "--accept"]));
    assert!(
        accepted.contains(t!("cli-test-accepted", samples = 1)),
        "{accepted}"
    );
    bench.ok(&["rule", "test", &rule]);
    // The old rule again: what was lost is gained.
    std::fs::write(&rule, text).expect("as before");
    let words = output_text(&bench.run(&["rule", "test", &rule]));
    assert!(
        words.contains("+ author · articles-dengta-shou #1"),
        "{words}"
    );
}

#[test]
fn samples_are_not_overwritten_unasked() {
    let (bench, site, rule) = bench_with_sample();
    let page = format!("{}articles/dengta-shou.html", site.url());
    let before = std::fs::read(bench.path("news.samples/articles-dengta-shou.json")).expect("JSON");
    let refused = bench.fails(1, &["rule", "sample", &rule, &page]);
    assert!(refused.contains("--force"), "{refused}");
    let after = std::fs::read(bench.path("news.samples/articles-dengta-shou.json")).expect("JSON");
    assert_eq!(before, after);
    bench.ok(&["rule", "sample", &rule, &page, "--force"]);
    bench.ok(&["rule", "sample", &rule, &page, "--id", "another"]);
    let bad = bench.fails(1, &["rule", "sample", &rule, &page, "--id", "../up"]);
    assert!(bad.contains("../up"), "{bad}");
    let blank = bench.write("blank.html", "<html></html>");
    let nothing = bench.fails(1, &["rule", "sample", &rule, &blank.to_string_lossy()]);
    assert!(
        nothing.contains(t!(
            "samples-yields-nothing",
            file = rule,
            page = blank.to_string_lossy().into_owned()
        )),
        "{nothing}"
    );
    let left: Vec<String> = std::fs::read_dir(bench.path("news.samples"))
        .expect("the folder")
        .map(|e| {
            e.expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.contains("part"))
        .collect();
    assert_eq!(left, Vec::<String>::new(), "nothing half-written stays");
}

#[test]
fn broken_samples_are_named_and_the_others_still_run() {
    let (bench, _site, rule) = bench_with_sample();
    let folder = bench.path("news.samples");
    let write =
        |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("a file");
    write("a-no-json.html", b"<p>");
    write(
        "b-no-page.json",
        br#"{"url": "http://127.0.0.1/", "records": []}"#,
    );
    write("c-bad.html", b"<p>");
    write(
        "c-bad.json",
        b"{\n  \"url\": \"http://127.0.0.1/\",\n  \"recods\": []\n}",
    );
    write("d-packed.html.gz", b"\x1f\x8b\x08\x00broken");
    write(
        "d-packed.json",
        br#"{"url": "http://127.0.0.1/", "records": []}"#,
    );
    write("e-empty.html", b"<p>");
    write("e-empty.json", br#"{"url": "http://127.0.0.1/"}"#);
    let output = bench.run(&["rule", "test", &rule]);
    assert_eq!(output.status.code(), Some(1));
    let words = output_text(&output);
    for part in [
        "a-no-json: ",
        "b-no-page.html.gz is missing",
        "c-bad.json: Line 3, column 10",
        t!("reason-unknown-field", name = "recods"),
        "d-packed.html.gz cannot be unpacked",
        "e-empty.json expects nothing",
        t!(
            "cli-test-summary",
            samples = 6,
            equal = 6,
            changed = 0,
            gained = 0,
            lost = 0,
            broken = 5
        ),
    ] {
        assert!(words.contains(part), "{words} lacks {part}");
    }
    let none = bench.write(
        "other.toml",
        &std::fs::read_to_string(&rule).expect("a rule"),
    );
    let error = bench.fails(1, &["rule", "test", &none.to_string_lossy()]);
    assert!(error.contains("bowerbird rule sample"), "{error}");
}

#[test]
fn one_page_shows_which_alternative_yielded_what() {
    let (bench, site, rule) = bench_with_sample();
    drop(site);
    // The page of a sample brings its address along.
    let page = bench.path("news.samples/articles-dengta-shou.html.gz");
    let page = page.to_string_lossy();
    let shown = bench.ok(&["rule", "test", &rule, "--page", &page]);
    assert!(shown.contains("author: 周启明"), "{shown}");
    assert!(
        shown.contains(t!(
            "cli-page-alternative",
            number = 1,
            selector = "{ css = \".meta .author\" }"
        )),
        "{shown}"
    );
    let json = bench.json(&["rule", "test", &rule, "--page", &page]);
    assert_eq!(
        json["records"][0]["title"]["from"]["alternative"], 1,
        "{json}"
    );
    let blank = bench.write("blank.html", "<html></html>");
    bench.fails(
        1,
        &["rule", "test", &rule, "--page", &blank.to_string_lossy()],
    );
}

#[test]
fn versions_of_a_rule_are_kept_compared_and_restored() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    let (name, first) = site.rules()[0].clone();
    let add = |text: &str| bench.add(&[(name.clone(), text.to_owned())]);
    add(&first);
    add(&first);
    let one = bench.json(&["rule", "history", "Harbour Gazette"]);
    assert_eq!(
        one.as_array().map(Vec::len),
        Some(1),
        "the same text again is no version"
    );
    let second = first
        .replace("h2 a", "h2 > a")
        .replace("max_pages = 10", "max_pages = 11")
        .replace(", { xpath = \"//h1\" }", "");
    add(&second);
    let third = format!("{second}# a remark\n");
    add(&third);

    let history = bench.json(&["rule", "history", "Harbour Gazette"]);
    let numbers: Vec<u64> = history
        .as_array()
        .expect("versions")
        .iter()
        .filter_map(|v| v["version"].as_u64())
        .collect();
    assert_eq!(numbers, [3, 2, 1]);
    assert_eq!(history[0]["origin"], "edited");
    assert_eq!(history[2]["origin"], "added");
    assert_eq!(history[0]["changes"], serde_json::json!([]));

    let diff = bench.ok(&["rule", "diff", "Harbour Gazette", "1", "2"]);
    for part in [
        "[list]",
        "~ link = { css = \"h2 a\"",
        "~ next.max_pages = 10",
        "[[field]] title",
        "- select = { xpath = \"//h1\" }",
        "@@ ",
        "-next = ",
    ] {
        assert!(diff.contains(part), "{diff} lacks {part}");
    }
    let latest = bench.ok(&["rule", "diff", "Harbour Gazette"]);
    assert!(latest.contains(t!("cli-diff-layout")), "{latest}");
    assert!(latest.contains("+# a remark"), "{latest}");

    bench.ok(&["rule", "restore", "Harbour Gazette", "1"]);
    assert_eq!(
        bench.ok(&["site", "show", "Harbour Gazette"]).trim(),
        first.trim()
    );
    let show = bench.json(&["site", "show", "Harbour Gazette"]);
    assert_eq!(show["version"], 4);
    let history = bench.json(&["rule", "history", "Harbour Gazette"]);
    assert_eq!(history[0]["origin"], "restored");
    let again = bench.ok(&["rule", "restore", "Harbour Gazette", "1"]);
    assert!(again.contains("already"), "{again}");
    let missing = bench.fails(1, &["rule", "restore", "Harbour Gazette", "9"]);
    assert!(missing.contains('9'), "{missing}");
}

#[test]
fn double_rules_are_told_and_merged() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    let first = site.rules()[0].1.clone();
    let second = first
        .replace("Harbour Gazette", "Harbour Copy")
        .replace("{ xpath = \"//h1\" }", "{ css = \"h1\" }");
    let one = bench.write("one.toml", &first);
    let two = bench.write("two.toml", &second);
    let (one, two) = (one.to_string_lossy(), two.to_string_lossy());
    bench.ok(&["site", "add", &one]);
    let warned = output_text(&bench.run(&["site", "add", &two]));
    assert!(
        warned.contains("collects the same pages as “Harbour Gazette”"),
        "{warned}"
    );
    let of_project = bench.json(&["rule", "duplicates"]);
    assert_eq!(
        of_project["overlaps"][0]["same_pages"], true,
        "{of_project}"
    );

    let page = format!("{}articles/dengta-shou.html", site.url());
    let found = bench.json(&["rule", "duplicates", &one, "--page", &page]);
    let parts: Vec<&str> = found["alternatives"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["part"].as_str())
        .collect();
    assert!(parts.contains(&"field title"), "{found}");

    let out = bench.path("merged.toml");
    let out = out.to_string_lossy();
    bench.ok(&["rule", "duplicates", &one, &two, "--merge", "--out", &out]);
    let merged = std::fs::read_to_string(&*out).expect("the merged rule");
    assert!(merged.contains("# The news of the sample site"), "{merged}");
    assert!(
        merged.contains("{ xpath = \"//h1\" }") && merged.contains("{ css = \"h1\" }"),
        "{merged}"
    );
    bench.ok(&["rule", "check", &out]);
    bench.fails(2, &["rule", "duplicates", "--merge", "--out", &out]);
    let forum = bench.write("forum.toml", &site.rules()[1].1);
    let apart = bench.json(&["rule", "duplicates", &one, &forum.to_string_lossy()]);
    assert_eq!(apart["overlaps"], serde_json::json!([]), "{apart}");
}
