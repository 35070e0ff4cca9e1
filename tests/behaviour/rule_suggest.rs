//! `rule learn` with a page and no pick: what the page repeats, and how it goes on.

use crate::command_line::Bench;

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
                "<div class=post><div class=username>Member {n}</div><div class=message>This is what \
                 member {n} had to say about it, at some length and in several words.</div></div>"
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
