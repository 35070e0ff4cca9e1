//! Failed and odd answers: `runs N --page URL` shows them as they were received, and asks nobody.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::command_line::Bench;
use crate::engine::server::{Ask, Reply, Site};

#[test]
fn a_failed_page_of_a_run_is_shown_as_it_was_received() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => Reply::html("<ul><li><a href=/good>Good</a><li><a href=/bad>Bad</a></ul>"),
        "/good" => Reply::html("<h1>Good</h1><p>A text that is long enough to be one.</p>"),
        "/bad" => {
            count.fetch_add(1, Ordering::SeqCst);
            Reply::status(404, "<h1>Gone fishing</h1>").with("x-cause", "the boat left")
        }
        _ => Reply::status(404, ""),
    });
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = \"Boats\"\nkind = \"list\"\nstart = [\"{}\"]\n[politeness]\ndelay = \"0s\"\n\
         [list]\nitem = {{ css = \"li\" }}\nlink = {{ css = \"a\" }}\n",
        site.url("/")
    );
    bench.write("boats.toml", &rule);
    bench.ok(&["site", "add", "boats.toml"]);
    bench.run(&["run"]);
    let before = asked.load(Ordering::SeqCst);
    assert!(before > 0, "it was asked for");
    let bad = site.url("/bad");
    let told = bench.ok(&["runs", "1", "--page", &bad]);
    assert!(told.contains("404"), "{told}");
    assert!(told.contains("x-cause: the boat left"), "{told}");
    assert!(told.contains("<h1>Gone fishing</h1>"), "{told}");
    let json = bench.json(&["runs", "1", "--page", &bad]);
    assert_eq!(json["status"], 404);
    assert_eq!(json["is_evidence"], true);
    assert_eq!(json["source"], "<h1>Gone fishing</h1>");
    assert_eq!(
        asked.load(Ordering::SeqCst),
        before,
        "nobody is asked again"
    );
    let none = bench.run(&["runs", "1", "--page", &site.url("/never")]);
    assert!(!none.status.success());
}
