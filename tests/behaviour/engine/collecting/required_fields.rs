//! Fields that a rule requires: a site whose rule finds one nowhere waits for a person, also after
//! a repair that brought back only some of them.

use bowerbird::engine::types::{PageState, Phase, RuleOrigin, RunEnd, SiteId};
use bowerbird::engine::{Command, SiteCommand};
use bowerbird::logic::messages::english;

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::engine::{list, list_rule};

/// An article in the markup from before or after the redesign, which renames title and author.
fn article(path: &str, new: bool) -> Reply {
    let number = path.trim_start_matches("/a");
    let (title, by) = match new {
        false => ("h1", "by"),
        true => ("h2", "who"),
    };
    Reply::html(format!(
        "<title>Paper</title><{title}>Article {number}</{title}><p class={by}>Writer {number}</p>\
         <div class=text><p>Text of article {number}, long enough to be one, in one paragraph.</p></div>"
    ))
}

/// A rule that requires title and author, and lets generic extraction fill gaps.
fn rule(start: &str) -> String {
    let rule = list_rule(start, "delay = '0s'").replace("generic = false\n", "");
    format!("{rule}\n[[field]]\nname = \"by\"\nrequired = true\nselect = [{{ css = \"p.by\" }}]\n")
}

fn change(bench: &Bench, site: SiteId, rule_toml: String) {
    bench.send(Command::Site(SiteCommand::Update {
        site,
        rule_toml,
        origin: RuleOrigin::Repaired,
    }));
}

/// Runs the site; its status names `fields` as missing, in the words of `reason`.
#[track_caller]
fn lacks(bench: &Bench, site: SiteId, reason: &str, fields: &[&str]) {
    let ended = bench.run(site);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    let status = bench.status(site);
    assert_eq!(status.state, PageState::LayoutChanged, "{ended:?}");
    assert_eq!(status.reason.id, reason);
    assert!(status.needs_repair());
    let said = english(&status.reason);
    for field in ["by", "title"] {
        let named = status.evidence[0].matched.contains(field);
        assert_eq!(named, fields.contains(&field), "{field}: {said}");
        assert!(!named || said.contains(field), "{said}");
    }
    let known = bench.engine.query().supervision(site).unwrap();
    assert_eq!(known.unwrap().phase, Phase::NeedsYou);
}

#[track_caller]
fn is_healthy(bench: &Bench, site: SiteId) {
    assert_eq!(bench.run(site).end, RunEnd::Finished);
    let status = bench.status(site);
    assert_eq!((status.state, status.next), (PageState::Ok, None));
    let known = bench.engine.query().supervision(site).unwrap();
    assert!(known.is_none_or(|known| known.phase == Phase::Healthy));
}

#[test]
fn a_repair_in_part_leaves_the_site_with_the_person() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(0, 10, None),
        ("/", 1) => list(10, 13, None),
        ("/", _) => list(13, 14, None),
        (path, _) => article(path, path.len() > 3 || path >= "/a9"),
    });
    let bench = Bench::new();
    let text = rule(&site.url("/"));
    let id = bench.add(&text);
    is_healthy(&bench, id);
    let missing = "engine-reason-required-missing";
    lacks(&bench, id, missing, &["by", "title"]);

    // The author is back, the title is not; one page is enough to see it.
    let half = text.replace("p.by", "p.who");
    change(&bench, id, half.clone());
    lacks(&bench, id, missing, &["title"]);
    // A run without pages does not make it better.
    lacks(&bench, id, missing, &["title"]);

    change(&bench, id, half.replace("\"h1\"", "\"h2\""));
    is_healthy(&bench, id);
}

#[test]
fn without_new_pages_a_changed_rule_is_held_against_those_that_came_last() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(10, 20, None),
        ("/", _) => list(20, 24, None),
        (path, _) => article(path, path >= "/a20"),
    });
    let bench = Bench::new();
    let text = rule(&site.url("/"));
    let id = bench.add(&text);
    is_healthy(&bench, id);
    lacks(
        &bench,
        id,
        "engine-reason-required-missing",
        &["by", "title"],
    );
    let half = text.replace("p.by", "p.who");
    change(&bench, id, half.clone());
    let still = "engine-reason-required-still-missing";
    lacks(&bench, id, still, &["title"]);
    lacks(&bench, id, still, &["title"]);
    change(&bench, id, half.replace("\"h1\"", "\"h2\""));
    is_healthy(&bench, id);
}

#[test]
fn a_required_field_of_the_list_that_no_item_has_is_said() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(0, 6, None),
        ("/", _) => {
            let item =
                |n: usize| format!("<p class=item><a href='/a{n}'>Article {n}</a> <b>News</b></p>");
            let items: String = (6..12).map(item).collect();
            Reply::html(format!("<html><title>List</title>{items}</html>"))
        }
        (path, _) => article(path, false),
    });
    let bench = Bench::new();
    let text =
        rule(&site.url("/")).replace("name = \"section\"", "name = \"section\"\nrequired = true");
    let id = bench.add(&text);
    is_healthy(&bench, id);
    bench.run(id);
    assert_ne!(bench.status(id).state, PageState::Ok);
    // Items and links are back, the section is not.
    let half = text.replace("css = \"li\"", "css = \".item\"");
    change(&bench, id, half.clone());
    bench.run(id);
    assert_eq!(bench.records(id).len(), 12, "what came is kept");
    let status = bench.status(id);
    assert_eq!(status.state, PageState::LayoutChanged);
    assert_eq!(status.evidence[0].matched, "section");
    change(&bench, id, half.replace("css = \"i\"", "css = \"b\""));
    is_healthy(&bench, id);
}

#[test]
fn one_odd_page_is_no_redesign() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(0, 6, None),
        ("/", _) => list(6, 7, None),
        (path, _) => article(path, path == "/a6"),
    });
    let bench = Bench::new();
    let id = bench.add(&rule(&site.url("/")));
    is_healthy(&bench, id);
    is_healthy(&bench, id);
}
