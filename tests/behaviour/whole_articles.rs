//! Articles on several pages outside of a run: over stored pages, and one at a time.

use crate::command_line::{Bench, told};
use crate::engine::server::{Ask, Reply, Site};

/// Page `p` of an article of three; every part has a note that a rule may strip.
fn part(ask: &Ask) -> Reply {
    if ask.header("referer") != "http://a.example/" {
        return Reply::status(403, "<p>come from the front page</p>");
    }
    let number = ask
        .path
        .split("p=")
        .nth(1)
        .map_or(1, |n| n.parse::<u32>().expect("a number"));
    let next = match number {
        1 | 2 => format!("<a class=next href='/t?p={}'>next</a>", number + 1),
        _ => String::new(),
    };
    Reply::html(format!(
        "<h1>Whole</h1><div class=text><p>Part {number}.</p><i>note {number}</i></div>{next}"
    ))
}

fn rule(start: &str, strip: &str) -> String {
    format!(
        "[site]\nname = 'Test'\nkind = 'pages'\nstart = ['{start}']\n\
         [politeness]\ndelay = '0s'\n\
         [network]\nheaders = {{ Referer = 'http://a.example/' }}\n\
         [[field]]\nname = 'title'\nselect = [{{ css = 'h1' }}]\nrequired = true\n\
         [content]\ngeneric = false\nselect = [{{ css = '.text' }}]\n{strip}next = {{ css = 'a.next' }}\n"
    )
}

#[test]
fn rerunning_joins_the_stored_pages_anew() {
    let bench = Bench::new();
    let site = Site::start(part);
    let start = site.url("/t");
    bench.add(&[("t.toml".to_owned(), rule(&start, ""))]);
    bench.ok(&["run"]);
    let text = |bench: &Bench| {
        let out = bench.path("out.jsonl");
        bench.ok(&[
            "export",
            "--format",
            "jsonl",
            "--out",
            &out.to_string_lossy(),
        ]);
        let found = std::fs::read_to_string(&out).expect("the export");
        let record: serde_json::Value = serde_json::from_str(found.trim()).expect("one record");
        record["text"].as_str().expect("a text").to_owned()
    };
    assert_eq!(
        text(&bench),
        "Part 1.\nnote 1\nPart 2.\nnote 2\nPart 3.\nnote 3"
    );
    let asked = site.asked("/t");
    bench.add(&[(
        "t.toml".to_owned(),
        rule(&start, "strip = [{ css = 'i' }]\n"),
    )]);
    let report = bench.json(&["rule", "rerun", "Test"]);
    assert_eq!(report["records_changed"], 1, "{report}");
    assert_eq!(text(&bench), "Part 1.\nPart 2.\nPart 3.");
    assert_eq!(site.asked("/t"), asked, "no request");
}

#[test]
fn one_article_is_read_whole_from_its_address() {
    let bench = Bench::new();
    let site = Site::start(part);
    let file = bench.write(
        "t.toml",
        &rule(&site.url("/t"), "strip = [{ css = 'i' }]\n"),
    );
    let file = file.to_string_lossy().into_owned();
    let output = bench.run(&["extract", &site.url("/t"), "--rule", &file]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains("Part 1.\nPart 2.\nPart 3."), "{printed}");
    assert!(told(&output).contains("3 pages"), "{}", told(&output));

    let page = bench.write(
        "page.html",
        "<h1>Whole</h1><div class=text>Part 1.</div><a class=next href='/t?p=2'>next</a>",
    );
    let page = page.to_string_lossy().into_owned();
    let output = bench.run(&["extract", &page, "--rule", &file, "--url", &site.url("/t")]);
    assert!(output.status.success(), "{}", told(&output));
    assert!(told(&output).contains("/t?p=2"), "{}", told(&output));
}
