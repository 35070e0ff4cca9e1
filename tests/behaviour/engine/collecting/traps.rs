//! Parts of sites that have pages without end, in runs: calendars, folders that hold themselves,
//! the same things under ever new parameters; also where runs end again and again before a trap is
//! known as one.

use bowerbird::engine::types::RunEnd;

use crate::engine::article;
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};

fn rule(start: &str, more: &str) -> String {
    format!(
        "[site]\nname = \"Test\"\nkind = \"crawl\"\nstart = [\"{start}\"]\n[politeness]\ndelay = \"0s\"\n\
         [crawl]\nrecords = ['/a\\d+$']\nmax_depth = 1000\n{more}\n[[field]]\nname = \"title\"\n\
         select = [{{ css = \"h1\" }}]\nrequired = true\n[content]\ngeneric = false\n\
         select = [{{ css = \".text\" }}]\n"
    )
}

/// A front page with two articles, and a door.
fn front(door: &str) -> Reply {
    Reply::html(format!(
        "<a href='{door}'>in</a><a href=/a1>1</a><a href=/a2>2</a>"
    ))
}

fn number(ask: &Ask, before: &str) -> u32 {
    let rest = ask.path.strip_prefix(before);
    rest.and_then(|n| n.parse().ok()).unwrap_or(0)
}

#[test]
fn known_things_in_ever_new_orders_have_an_end() {
    let things = ["lamp", "chair", "table", "clock", "mirror", "carpet"];
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => front("/goods?seed=0"),
        path if path.starts_with("/goods") => {
            let seed = number(ask, "/goods?seed=");
            let at = |n: usize| things[(n + seed as usize) % things.len()];
            let order: String = (0..things.len())
                .map(|n| format!("<p>{}</p>", at(n)))
                .collect();
            // Never twice the same text: how often a thing is named changes as well.
            let often = "lamp ".repeat(seed as usize % 997);
            let next = seed * 7 + 1;
            let links = format!(
                "<a href='/goods?seed={next}'>other order</a><a href='/goods?seed={}'>x</a>",
                next + 3
            );
            Reply::html(format!("{order}<p>{often}</p>{links}"))
        }
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&rule(&site.url("/"), ""));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert!(ended.progress.pages_ok < 200, "{}", ended.progress.pages_ok);
    assert_eq!(ended.progress.records_new, 2);
}

#[test]
fn a_calendar_is_left_by_runs_that_end_early_too() {
    let site = Site::start(|ask: &Ask| match ask.path.as_str() {
        "/" => front("/day/0"),
        path if path.starts_with("/day/") => {
            let day = number(ask, "/day/");
            Reply::html(format!(
                "<h2>Day {day}</h2>Nothing<a href='/day/{}'>next</a>",
                day + 1
            ))
        }
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&rule(&site.url("/"), "max_pages = 9"));
    let mut pages = 0;
    for _ in 0..20 {
        let ended = bench.run(id);
        pages += ended.progress.pages_ok;
        if ended.end == RunEnd::Finished {
            break;
        }
        assert_eq!(ended.end, RunEnd::Limited, "{ended:?}");
    }
    assert!(pages < 60, "{pages}");
}

#[test]
fn folders_that_hold_themselves_are_left() {
    let site = Site::start(|ask: &Ask| match ask.path.as_str() {
        "/" => front("/x/y/"),
        path if path.starts_with("/x/") => {
            let depth = path.len();
            Reply::html(format!(
                "Room {} <a href='x/y/'>on</a>",
                "so ".repeat(depth)
            ))
        }
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&rule(&site.url("/"), ""));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert!(ended.progress.pages_ok < 8, "{}", ended.progress.pages_ok);
}
