//! `rule learn` with a page and no pick: what the page repeats, and how it goes on.

use crate::command_line::Bench;
use crate::servers::Pages;

const LIST: &str = "http://a.example/books";

fn shop() -> String {
    let rows: String = (1..=8)
        .map(|n| {
            format!(
                "<li class=book><h3><a href=/books/{n}>The book with the number {n}</a></h3>\
                 <dl><dt>Pages</dt><dd>{n}40</dd><dt>Publisher</dt><dd>Acorn {n} Press</dd></dl></li>"
            )
        })
        .collect();
    format!(
        "<nav><ul><li><a href=/a>Home</a><li><a href=/b>About us</a></ul></nav><main><ul>{rows}</ul>\
         <div class=pages><b>1</b> <a href='?page=2'>2</a> <a href='?page=3'>3</a> \
         <a class=next href='?page=2'>Next page</a></div></main>"
    )
}

#[test]
fn a_list_is_found_shown_and_written_as_a_rule() {
    let bench = Bench::new();
    bench.write("shop.html", &shop());
    let arguments = ["rule", "learn", "--page", "shop.html", "--url", LIST];
    let told = bench.ok(&arguments);
    assert!(told.contains("8 records"), "{told}");
    assert!(told.contains("pages (number)"), "{told}");
    assert!(told.contains("Acorn 1 Press"), "{told}");
    assert!(told.contains("http://a.example/books?page=2"), "{told}");
    let json = bench.json(&arguments);
    assert_eq!(json["suggestions"][0]["count"], 8);
    let fields = json["suggestions"][0]["fields"].as_array().expect("fields");
    let field = |name: &str| fields.iter().find(|f| f["name"] == name);
    let publisher = field("publisher").expect("a publisher");
    assert_eq!(publisher["select"]["label"], "Publisher");
    assert_eq!(publisher["type"], "text");
    assert_eq!(publisher["values"][7], "Acorn 8 Press");
    assert_eq!(
        json["pagination"][0]["target"],
        "http://a.example/books?page=2"
    );

    let mut writing = arguments.to_vec();
    writing.extend(["--out", "shop.toml"]);
    bench.ok(&writing);
    bench.ok(&["rule", "check", "shop.toml"]);
    let rule = std::fs::read_to_string(bench.path("shop.toml")).expect("a rule");
    assert!(rule.contains("kind = \"list\""), "{rule}");
    assert!(rule.contains("\nnext"), "{rule}");
}

#[test]
fn posts_of_a_thread_become_records_with_a_text() {
    let bench = Bench::new();
    let posts: String = (1..=6)
        .map(|n| {
            format!(
                "<div class=post><div class=username>Member {n}</div><a href=/post/{n}>Permalink</a>\
                 <div class=message>This is what member {n} had to say about it, at some length and in \
                 several words.</div></div>"
            )
        })
        .collect();
    bench.write("thread.html", &format!("<h1>A thread</h1>{posts}"));
    bench.ok(&[
        "rule",
        "learn",
        "--page",
        "thread.html",
        "--out",
        "thread.toml",
    ]);
    bench.ok(&["rule", "check", "thread.toml"]);
    let rule = std::fs::read_to_string(bench.path("thread.toml")).expect("a rule");
    assert!(rule.contains("[record]"), "{rule}");
    assert!(rule.contains("name = \"text\""), "{rule}");
    assert!(!rule.contains("\nnext"), "{rule}");
}

#[test]
fn nothing_is_learned_from_a_block_page() {
    let bench = Bench::new();
    let html =
        "<title>Just a moment...</title><h1>Checking your browser</h1><p>It takes a second.</p>";
    let site = Pages::new().page("/", html).start();
    let start = site.url("/");
    let refused = bench.fails(1, &["rule", "learn", "--page", &start, "--out", "r.toml"]);
    assert!(refused.contains("No rule can be learned"), "{refused}");
    assert!(!bench.path("r.toml").exists());
}

#[test]
fn a_page_that_repeats_nothing_is_told_and_writes_nothing() {
    let bench = Bench::new();
    bench.write("bare.html", "<p>One sentence.");
    let told = bench.fails(
        1,
        &["rule", "learn", "--page", "bare.html", "--out", "bare.toml"],
    );
    assert!(told.contains("--pick"), "{told}");
    assert!(!bench.path("bare.toml").exists());
}

const PAGES: u64 = 3;
const ON_A_PAGE: u64 = 5;

/// A list on three pages whose pager says where it goes on by an arrow alone.
fn paged() -> Pages {
    let name = |page: u64| match page {
        1 => "/".to_owned(),
        page => format!("/index{page}.html"),
    };
    let mut site = Pages::new();
    for page in 1..=PAGES {
        let items = (1..=ON_A_PAGE).map(|n| {
            let number = (page - 1) * ON_A_PAGE + n;
            format!(
                "<article><h2><a href='/item-{number}.html'>A story with the number {number}</a></h2>\
                 <p>What the story number {number} is about, in a sentence of its own.</p></article>"
            )
        });
        let items: String = items.collect();
        let back = match page {
            1 => String::new(),
            page => format!("<li><a href='{}'>⟨</a>", name(page - 1)),
        };
        let on = match page {
            PAGES => String::new(),
            page => format!(
                "<li><a href='{}'>⟩</a><li><a href='{}'>⟫</a>",
                name(page + 1),
                name(PAGES)
            ),
        };
        let pager = format!("<nav><ul>{back}<li>Page {page} / {PAGES}{on}</ul></nav>");
        let html = format!("<title>Stories</title><main>{items}</main>{pager}");
        site = site.page(&name(page), &html);
    }
    for number in 1..=PAGES * ON_A_PAGE {
        let text = "It went on for a good while and was told to the end. ".repeat(8);
        let html = format!("<h1>A story with the number {number}</h1><p>{text}</p>");
        site = site.page(&format!("/item-{number}.html"), &html);
    }
    site.start()
}

/// How many records a run with that rule brings, asked without delay.
fn collected(bench: &Bench, rule: &str) -> u64 {
    let path = bench.path(rule);
    let text = std::fs::read_to_string(&path).expect("a rule");
    std::fs::write(&path, format!("{text}\n[politeness]\ndelay = \"0s\"\n")).expect("written");
    bench.ok(&["site", "add", rule]);
    bench.ok(&["run"]);
    let status = bench.json(&["status"]);
    status["sites"][0]["records"].as_u64().expect("a number")
}

#[test]
fn a_rule_made_without_a_pick_collects_every_page_of_a_list() {
    let site = paged();
    let bench = Bench::new();
    let start = site.url("/");
    let told = bench.ok(&["rule", "learn", "--page", &start, "--out", "stories.toml"]);
    let second = site.url("/index2.html");
    assert!(
        told.contains(&format!("continues to the next page: {second}")),
        "{told}"
    );
    assert_eq!(
        collected(&bench, "stories.toml"),
        PAGES * ON_A_PAGE,
        "{told}"
    );
}

#[test]
fn a_rule_made_of_picks_inside_records_goes_on_as_the_page_does() {
    let site = paged();
    let bench = Bench::new();
    let start = site.url("/");
    let picks = ["rule", "learn", "--page", &start, "--out", "picked.toml"];
    let mut picks = picks.to_vec();
    picks.extend(["--pick", "title=A story with the number 1"]);
    picks.extend(["--pick", "title=A story with the number 2"]);
    let output = bench.run(&picks);
    assert!(output.status.success());
    let rule = std::fs::read_to_string(bench.path("picked.toml")).expect("a rule");
    assert!(
        rule.contains("[record]") && rule.contains("\nnext"),
        "{rule}"
    );
    assert_eq!(
        collected(&bench, "picked.toml"),
        PAGES * ON_A_PAGE,
        "{rule}"
    );
}
