//! Sites that change their looks between two runs, and sites that only have news.

use bowerbird::engine::types::{PageState, RuleOrigin, RunEnd, SiteId};
use bowerbird::engine::{Command, SiteCommand};
use bowerbird::logic::messages::english;

use crate::engine::support::bench::{Bench, Ended};
use crate::engine::support::server::{Reply, Site};
use crate::engine::{article, list, list_rule};

/// A list in other markup: what the rule takes first is a link to a category.
fn redesigned(from: usize, to: usize) -> Reply {
    let items: String = (from..to)
        .map(|n| {
            format!(
                "<li><a href='/category/{}'>Category</a> <h2><a href='/a{n}'>Article {n}</a></h2> <i>News {}</i></li>",
                n / 2,
                n % 2
            )
        })
        .collect();
    Reply::html(format!("<html><title>List</title><ul>{items}</ul>"))
}

/// The list with its sections in other markup.
fn without_sections(from: usize, to: usize) -> Reply {
    let items: String = (from..to)
        .map(|n| {
            format!(
                "<li><a href='/a{n}'>Article {n}</a> <b>News {}</b></li>",
                n % 2
            )
        })
        .collect();
    Reply::html(format!("<html><title>List</title><ul>{items}</ul>"))
}

fn change(bench: &Bench, site: SiteId, rule_toml: String) {
    bench.send(Command::Site(SiteCommand::Update {
        site,
        rule_toml,
        origin: RuleOrigin::Edited,
    }));
}

#[track_caller]
fn changed(bench: &Bench, site: SiteId, ended: &Ended, reason: &str) {
    let status = bench.status(site);
    assert_eq!(status.state, PageState::LayoutChanged, "{ended:?}");
    assert_eq!(status.reason.id, reason);
    assert_eq!(
        status.next.clone().unwrap().id,
        "engine-next-layout-changed"
    );
    assert!(status.needs_repair());
    // Nothing new must not sound like a quiet day.
    assert_eq!(ended.message.as_ref().unwrap().id, reason);
}

#[test]
fn a_list_whose_links_lead_elsewhere_is_not_followed() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(0, 6, None),
        ("/", _) => redesigned(1, 7),
        (path, _) => article(path),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&rule);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    for _ in 0..2 {
        let ended = bench.run(id);
        assert_eq!(ended.end, RunEnd::Failed, "{ended:?}");
        changed(&bench, id, &ended, "detect-drift-links");
    }
    assert_eq!((bench.records(id).len(), site.asked("/category/0")), (6, 0));

    change(
        &bench,
        id,
        rule.replace("link = { css = \"a\"", "link = { css = \"h2 a\""),
    );
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.records(id).len(), 7);
    assert_eq!(bench.status(id).state, PageState::Ok);
}

#[test]
fn a_field_of_the_list_that_is_gone_is_said_until_the_rule_finds_it_again() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(0, 6, None),
        ("/", _) => without_sections(2, 8),
        (path, _) => article(path),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&rule);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    for _ in 0..2 {
        let ended = bench.run(id);
        assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
        changed(&bench, id, &ended, "detect-drift-empty");
    }
    // What is right is collected all the same.
    assert_eq!(bench.records(id).len(), 8);

    change(&bench, id, rule.replace("css = \"i\"", "css = \"b\""));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    let status = bench.status(id);
    assert_eq!((status.state, status.next), (PageState::Ok, None));
}

#[test]
fn news_and_a_changed_rule_are_no_redesign() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(0, 6, None),
        ("/", 1) => list(4, 10, None),
        ("/", 2) => list(20, 26, None),
        ("/", 3) => list(30, 31, None),
        ("/", _) => list(30, 36, None),
        (path, _) => article(path),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&rule);
    for records in [6, 10, 16, 17, 22, 22] {
        let ended = bench.run(id);
        assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
        assert_eq!(bench.status(id).state, PageState::Ok);
        assert_eq!(bench.records(id).len(), records);
    }
    // A person may want something else of the list, or nothing.
    change(&bench, id, rule.replace("css = \"i\"", "css = \".none\""));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.status(id).state, PageState::Ok);
}

#[test]
fn with_a_repaired_rule_failed_pages_are_asked_for_again() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(0, 6, None),
        ("/", 1) => without_sections(3, 9),
        ("/", _) => without_sections(9, 12),
        ("/a6" | "/a7" | "/a8", 0) => article("/gone"),
        (path, _) => article(path),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&rule);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    let ended = bench.run(id);
    assert_eq!(ended.progress.pages_failed, 3, "{ended:?}");
    assert!(bench.status(id).needs_repair());

    change(&bench, id, rule.replace("css = \"i\"", "css = \"b\""));
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.resumed),
        (RunEnd::Finished, false),
        "{ended:?}"
    );
    // Those of the list of before, though it no longer has them.
    assert_eq!(bench.records(id).len(), 12);
    assert_eq!(bench.status(id).state, PageState::Ok);
}

#[test]
fn after_its_rule_was_changed_a_site_is_to_run_again() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(0, 6, None),
        ("/", _) => redesigned(0, 6),
        (path, _) => article(path),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&rule);
    bench.run(id);
    bench.run(id);
    // The same text is no change.
    for (text, again) in [
        (rule.clone(), false),
        (rule.replace("\"a\"", "\"h2 a\""), true),
    ] {
        change(&bench, id, text);
        bench.wait(|event| matches!(event, bowerbird::engine::Event::SitesChanged).then_some(()));
        let status = bench.status(id);
        assert_eq!((status.needs_run(), status.needs_repair()), (again, !again));
        assert_eq!(status.state, PageState::LayoutChanged);
    }
}

/// An article whose author stands in other markup since the redesign.
fn signed(path: &str, new: bool) -> Reply {
    let number = path.trim_start_matches("/a");
    let by = match new {
        false => format!("<p class=by>Writer {number}</p>"),
        true => format!("<p class=who>Writer {number}</p>"),
    };
    Reply::html(format!(
        "<title>Article {number}</title><h1>Article {number}</h1>{by}<div class=text>Text {number}.</div>"
    ))
}

#[test]
fn a_field_that_the_rule_loses_on_the_pages_is_said_until_it_is_found_again() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(0, 10, None),
        ("/", 1 | 2) => list(10, 20, None),
        ("/", _) => list(20, 30, None),
        (path, _) => signed(path, path.len() > 3),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let rule = format!("{rule}\n[[field]]\nname = \"by\"\nselect = [{{ css = \"p.by\" }}]\n");
    let id = bench.add(&rule);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.status(id).state, PageState::Ok);
    // The second run brings ten pages without it, the third none.
    for _ in 0..2 {
        let ended = bench.run(id);
        assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
        changed(&bench, id, &ended, "detect-drift-page-empty");
    }
    assert_eq!(bench.records(id).len(), 20, "what came is kept");

    change(&bench, id, rule.replace("p.by", "p.who"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.status(id).state, PageState::Ok);
}

#[test]
fn a_field_that_a_repair_leaves_without_values_is_said_until_it_is_given_up() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(0, 10, None),
        ("/", 1) => list(10, 14, None),
        ("/", _) => list(14, 18, None),
        (path, _) => signed(path, path.len() > 3),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let by = "\n[[field]]\nname = \"by\"\nselect = [{ css = \"p.by\" }]\n";
    let with_by = format!("{rule}{by}");
    let id = bench.add(&with_by);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.status(id).state, PageState::Ok);
    // The repair mends another part of the rule; nothing was found for this one.
    let heading = "\n[[field]]\nname = \"heading\"\nselect = [{ css = \"h1\" }]\n";
    change(&bench, id, format!("{with_by}{heading}"));
    let ended = bench.run(id);
    changed(&bench, id, &ended, "detect-drift-page-gone");
    assert!(english(&bench.status(id).reason).contains("by"));
    // Runs that bring pages without it, and runs that bring none, say it still.
    for _ in 0..2 {
        let ended = bench.run(id);
        changed(&bench, id, &ended, "detect-drift-page-gone");
    }
    change(&bench, id, format!("{rule}{heading}"));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.status(id).state, PageState::Ok);
}

#[test]
fn an_author_that_no_new_article_has_is_said_of_the_run() {
    let story = |path: &str, author: &str| {
        let number = &path[2..];
        Reply::html(format!(
            "<html><head><title>Story {number}</title>{author}</head><body><article>\
             <h1>Story {number}</h1><p>What happened in place {number} was told by many people who \
             live there, and it took a long time until all of it was known.</p><p>Nobody had thought \
             before that day that something like it could happen in such a town.</p></article>\
             </body></html>"
        ))
    };
    let site = Site::start(move |ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => list(0, 8, None),
        ("/", 1) => list(8, 10, None),
        ("/", _) => list(10, 12, None),
        ("/a8" | "/a9", _) => story(&ask.path, ""),
        (path, _) => story(path, "<meta name=author content='Ann Miller'>"),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&rule.replace("generic = false", "generic = \"auto\""));
    let said = |ended: &Ended| ended.message.as_ref().map(|said| said.id.to_string());
    assert_eq!(said(&bench.run(id)), None);
    let records = bench.records(id);
    assert!(
        records
            .iter()
            .all(|stored| stored.record.author == "Ann Miller")
    );
    let ended = bench.run(id);
    assert_eq!(ended.progress.records_new, 2, "{ended:?}");
    assert_eq!(said(&ended).as_deref(), Some("engine-reason-missed-column"));
    let told = english(ended.message.as_ref().unwrap());
    assert!(
        told.contains("Author") && told.contains("2 records"),
        "{told}"
    );
    assert_eq!(bench.status(id).state, PageState::Ok);
    // Articles that have one again say nothing.
    assert_eq!(said(&bench.run(id)), None);
}

#[test]
fn tags_that_older_pages_lack_are_no_redesign() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(10, 50, None),
        path => signed(path, path >= "/a20"),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let tags = "\n[[field]]\nname = \"tags\"\nmany = true\nselect = [{ css = \"p.by\" }]\n";
    let id = bench.add(&format!("{rule}{tags}"));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.status(id).state, PageState::Ok);
    assert_eq!(bench.records(id).len(), 40);
}

#[test]
fn a_field_that_stops_in_the_middle_of_a_run_is_said_in_that_run() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0 | 1) => list(10, 50, None),
        ("/", _) => list(50, 56, None),
        // The theme changes after ten articles.
        (path, _) => signed(path, path >= "/a20"),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let rule = format!("{rule}\n[[field]]\nname = \"by\"\nselect = [{{ css = \"p.by\" }}]\n");
    let id = bench.add(&rule);
    // The first run has no earlier one to compare with; the second brings nothing new, the third
    // pages that lack it as well.
    for _ in 0..3 {
        let ended = bench.run(id);
        assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
        changed(&bench, id, &ended, "detect-drift-page-vanished");
        let said = english(&bench.status(id).reason);
        assert!(said.contains("by") && said.contains("/a2"), "{said}");
    }
    assert_eq!(bench.records(id).len(), 46, "what came is kept");

    change(&bench, id, rule.replace("p.by", "p.who"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.status(id).state, PageState::Ok);
}

#[test]
fn an_empty_frame_that_scripts_fill_is_no_record() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 6, None),
        _ => Reply::html(
            "<title>App</title><body><noscript>You need to enable JavaScript to run this app.\
             </noscript><div id=root></div><script src=/app.js></script>",
        ),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Incomplete, "{ended:?}");
    assert_eq!(bench.records(id).len(), 0);
    let status = bench.status(id);
    assert_eq!(status.state, PageState::NeedsBrowser);
    assert_eq!(status.evidence[0].signal, "script-shell");
    assert_eq!(status.next.unwrap().id, "engine-next-script-shell");
    // Asking again at once would bring the same.
    assert_eq!(site.asked("/a0"), 1);
}

#[test]
fn a_rule_that_takes_a_small_part_of_a_list_is_said_and_what_it_takes_is_kept() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => {
            let entry = |n: usize| {
                let class = if n < 4 { " class=top" } else { "" };
                format!("<li{class}><a href='/a{n}'>Article {n}</a> <i>News</i></li>")
            };
            let entries: String = (0..40).map(entry).collect();
            Reply::html(format!("<title>List</title><ul>{entries}</ul>"))
        }
        path => article(path),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&rule.replace("css = \"li\"", "css = \"li.top\""));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Incomplete, "{ended:?}");
    let status = bench.status(id);
    assert_eq!(status.state, PageState::Incomplete);
    assert_eq!(status.reason.id, "detect-list-partial");
    assert_eq!(status.evidence[0].matched, "4/40");
    assert_eq!(bench.records(id).len(), 4);

    // A person says that these are all that are wanted.
    bench.send(Command::Site(SiteCommand::AcceptPartialList { site: id }));
    bench.wait(|_| (bench.status(id).state == PageState::Ok).then_some(()));
    assert_eq!(bench.status(id).reason.id, "detect-list-partial-meant");
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.status(id).state, PageState::Ok);

    change(&bench, id, rule);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.status(id).state, PageState::Ok);
    assert_eq!(bench.records(id).len(), 40);
}
