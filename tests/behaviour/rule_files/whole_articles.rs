//! Articles on several pages outside of a run: over stored pages, and one at a time.

use crate::command_line::{Bench, output_text};
use crate::engine::support::server::{Ask, Reply, Site};

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
    assert!(
        output_text(&output).contains("3 pages"),
        "{}",
        output_text(&output)
    );

    let page = bench.write(
        "page.html",
        "<h1>Whole</h1><div class=text>Part 1.</div><a class=next href='/t?p=2'>next</a>",
    );
    let page = page.to_string_lossy().into_owned();
    let output = bench.run(&["extract", &page, "--rule", &file, "--url", &site.url("/t")]);
    assert!(output.status.success(), "{}", output_text(&output));
    assert!(
        output_text(&output).contains("/t?p=2"),
        "{}",
        output_text(&output)
    );
}

/// Page `p` of a thread of two; the second begins with the first post again.
fn thread(ask: &Ask) -> Reply {
    if ask.path.starts_with("/robots.txt") {
        return Reply::status(404, "");
    }
    let post = |number: u32, user: &str, text: &str| {
        format!(
            "<div class=post id=p{number}><a class=author href=/user/{user}>{user}</a> <a href='#p{number}'>#{number}</a> \
             <time datetime=2024-05-0{number}T10:00:00Z>May {number}</time><div class=post-content><p>{text}</p></div></div>"
        )
    };
    let first = post(
        1,
        "ann",
        "How do I keep the vat of woad warm through the night?",
    );
    let (posts, pages) = if ask.path.contains("/thread-9-2") {
        (
            first
                + &post(
                    4,
                    "dan",
                    "Mine is in the barn with the sheep, and it is warm.",
                )
                + &post(
                    5,
                    "eve",
                    "The sheep have been in the vat, and they are blue.",
                ),
            "<a href=/thread-9-1.html>1</a> <b>2</b>",
        )
    } else {
        (
            first
                + &post(2, "bert", "Put it into a box of hay, and it will be warm.")
                + &post(
                    3,
                    "carla",
                    "I do the same with a blanket, and it is enough.",
                ),
            "<b>1</b> <a href=/thread-9-2.html>2</a> <a rel=next href=/thread-9-2.html>Next</a>",
        )
    };
    Reply::html(format!(
        "<title>Keeping a vat warm</title><h1>Keeping a vat warm</h1>{posts}<div class=pages>{pages}</div>"
    ))
}

#[test]
fn the_pages_of_a_thread_are_joined_without_a_rule() {
    let bench = Bench::new();
    let site = Site::start(thread);
    let url = site.url("/thread-9-1.html");
    let found = bench.json(&["extract", &url]);
    let posts = found.as_array().expect("records");
    let authors: Vec<&str> = posts.iter().filter_map(|p| p["author"].as_str()).collect();
    assert_eq!(authors, ["ann", "bert", "carla", "dan", "eve"], "{found}");
    assert_eq!(posts[4]["date"], "2024-05-05T10:00:00+00:00");
    assert!(posts[4]["fields"].to_string().contains("#p5"), "{found}");

    let one = bench.run(&["extract", &url, "--pages", "1"]);
    let printed = String::from_utf8_lossy(&one.stdout).into_owned();
    assert!(!printed.contains("sheep"), "{printed}");
}
