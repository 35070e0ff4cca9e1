//! Extraction, crawls and runs: the browser only where a page needs it, plain requests elsewhere.

use super::is_there;
use crate::command_line::Bench;
use crate::servers::Pages;
use crate::texts::t;

fn shell(number: usize) -> String {
    let words = "It says something that only its scripts know. ".repeat(8);
    format!(
        "<!DOCTYPE html><html><head><title>App</title></head><body><div id=root></div>\
        <noscript>You need to enable JavaScript to run this app.</noscript>\
        <script src=/app.js></script><script>document.getElementById('root').innerHTML = \
        `<article><h1>Item {number}</h1><p>The text of item {number}. {words}</p></article>`\
        </script></body></html>"
    )
}

fn list() -> &'static str {
    "<!DOCTYPE html><html><head><title>App</title></head><body><div id=root></div>\
    <noscript>You need to enable JavaScript to run this app.</noscript><script src=/app.js></script>\
    <script>document.getElementById('root').innerHTML = [1, 2, 3].map(n => \
    `<h2><a href='/item/${n}'>Item ${n} of the list, with a title of its own</a></h2>`).join('')\
    </script></body></html>"
}

fn site() -> Pages {
    let mut pages = Pages::new().page("/", list()).page("/app.js", "");
    for number in 1..=3 {
        pages = pages.page(&format!("/item/{number}"), &shell(number));
    }
    pages.start()
}

#[test]
fn a_page_is_extracted_by_the_way_that_works() {
    if !is_there() {
        return;
    }
    let (bench, site) = (Bench::new(), site());
    let url = site.url("/item/2");
    let auto = bench.ok(&["extract", &url]);
    assert!(auto.contains("The text of item 2"), "{auto}");
    let always = bench.ok(&["extract", &url, "--fetch", "browser"]);
    assert!(always.contains("The text of item 2"), "{always}");
    let never = bench.run(&["extract", &url, "--fetch", "http"]);
    let text = String::from_utf8_lossy(&never.stdout).into_owned();
    assert!(!text.contains("The text of item 2"), "{text}");
    // Its notice is not taken for the text, and the page is named.
    assert!(!text.contains("enable JavaScript"), "{text}");
    let words = String::from_utf8_lossy(&never.stderr).into_owned();
    assert!(
        words.contains(t!("generic-script-shell")) && !never.status.success(),
        "{words}"
    );
    // Without a browser, what plain requests get is what there is.
    let without = bench
        .command()
        .args(["extract", &url, "--fetch", "browser"])
        .env("BOWERBIRD_BROWSER", "/no/browser/here")
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&without.stderr).into_owned();
    assert!(
        words.contains("/no/browser/here") && !without.status.success(),
        "{words}"
    );
}

#[test]
fn a_run_shows_shells_in_the_browser_and_stores_what_they_hold() {
    if !is_there() {
        return;
    }
    let (bench, site) = (Bench::new(), site());
    let rule = format!(
        "[site]\nname = \"app\"\nkind = \"list\"\nstart = [\"{}\"]\n\n[list]\nlink = {{ css = \"h2 a\" }}\n\n\
        [politeness]\ndelay = \"0s\"\n",
        site.url("/")
    );
    bench.add(&[("app.toml".to_owned(), rule)]);
    bench.ok(&["run"]);
    let out = bench.path("out.csv");
    bench.ok(&["export", "--format", "csv", "--out", out.to_str().unwrap()]);
    let text = std::fs::read_to_string(out).unwrap();
    for number in 1..=3 {
        assert!(
            text.contains(&format!("The text of item {number}")),
            "{text}"
        );
    }
}

#[test]
fn the_interface_behind_a_page_becomes_a_rule_that_needs_no_browser() {
    if !is_there() {
        return;
    }
    let entry = |number: usize| {
        format!(
            r#"{{"id":{number},"title":"Report number {number} of the harbour","views":{}}}"#,
            number * 7
        )
    };
    let answer = |numbers: std::ops::Range<usize>, next: &str| {
        let entries: Vec<String> = numbers.map(entry).collect();
        format!(r#"{{"items":[{}],"next":{next}}}"#, entries.join(","))
    };
    let app = "<!DOCTYPE html><title>App</title><div id=root></div><noscript>Enable JavaScript</noscript>\
        <script src=/app.js></script><script>fetch('/settings'); fetch('/api/reports?cursor=0')\
        .then(r => r.json()).then(all => { document.getElementById('root').innerHTML = \
        all.items.map(i => `<h2>${i.title}</h2>`).join('') })</script>";
    let site = Pages::new()
        .page("/", app)
        .page("/app.js", "")
        .page(
            "/settings",
            r#"{"menu":[{"name":"Home page"},{"name":"Contact us"}]}"#,
        )
        .page(
            "/api/reports?cursor=0",
            &answer(0..5, "\"/api/reports?cursor=5\""),
        )
        .page("/api/reports?cursor=5", &answer(5..9, "null"))
        .start();
    let bench = Bench::new();
    let rule = bench.path("rule.toml");
    let told = bench.ok(&[
        "rule",
        "learn",
        "--page",
        &site.url("/"),
        "--out",
        rule.to_str().unwrap(),
    ]);
    assert!(told.contains("/api/reports?cursor=0"), "{told}");
    let text = std::fs::read_to_string(&rule).unwrap();
    assert!(
        text.contains("kind = \"api\"") && text.contains("$.items[*]"),
        "{text}"
    );
    // A site by the address alone takes the interface too.
    let other = Bench::new();
    other.ok(&["site", "add", &site.url("/")]);
    let added = other.ok(&["site", "list", "--json"]);
    let added: serde_json::Value = serde_json::from_str(&added).unwrap();
    let name = added[0]["name"].as_str().unwrap();
    let shown = other.ok(&["site", "show", name]);
    assert!(shown.contains("kind = \"api\""), "{shown}");

    bench.ok(&["site", "add", rule.to_str().unwrap()]);
    bench.ok(&["run", "--fetch", "http"]);
    let out = bench.path("out.csv");
    bench.ok(&["export", "--format", "csv", "--out", out.to_str().unwrap()]);
    let text = std::fs::read_to_string(out).unwrap();
    for number in [0, 4, 5, 8] {
        assert!(
            text.contains(&format!("Report number {number} of")),
            "{text}"
        );
    }

    // What robots.txt forbids is no interface, though the page may load it.
    let closed = Pages::new()
        .page("/", app)
        .page("/app.js", "")
        .page("/robots.txt", "User-agent: *\nDisallow: /api/")
        .page("/api/reports?cursor=0", &answer(0..5, "null"))
        .start();
    let told = bench.ok(&["rule", "learn", "--page", &closed.url("/")]);
    assert!(!told.contains("/api/reports"), "{told}");
}
