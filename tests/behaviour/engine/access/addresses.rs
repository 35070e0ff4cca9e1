//! Addresses of one page, in runs: links, starts, redirects and what pages say of themselves agree
//! on one of them, and what a project knows is not fetched again under another.

use bowerbird::engine::types::{RuleOrigin, RunEnd, SiteId};
use bowerbird::engine::{Command, Event, SiteCommand};

use crate::engine::article;
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};

const VISIT: &str = "0123456789abcdef0123456789abcdef";

fn rule(start: &str, urls: &str) -> String {
    format!(
        "[site]\nname = \"Test\"\nkind = \"list\"\nstart = [\"{start}\"]\n[politeness]\ndelay = \"0s\"\n\
         {urls}\n[list]\nlink = {{ css = \"a\" }}\n[[field]]\nname = \"title\"\n\
         select = [{{ css = \"h1\" }}]\n[content]\ngeneric = false\nselect = [{{ css = \".text\" }}]\n"
    )
}

fn links(links: &[&str]) -> Reply {
    let links = links.iter().map(|link| format!("<a href='{link}'>x</a> "));
    Reply::html(links.collect::<String>())
}

/// An article that says `claimed` of itself.
fn claiming(claimed: &str, title: &str) -> Reply {
    Reply::html(format!(
        "<head><link rel=canonical href='{claimed}'></head><h1>{title}</h1>\
         <div class=text>What {title} says.</div>"
    ))
}

/// Paths of the records' addresses, with what was fetched instead.
fn addresses(bench: &Bench, id: SiteId, site: &Site) -> Vec<(String, String)> {
    let path = |url: &str| url.replace(site.url("").trim_end_matches('/'), "");
    let records = bench.records(id).into_iter().map(|stored| {
        let mut fields = stored.record.fields.iter();
        let fetched = fields.find(|(name, _)| name == "fetched_url");
        let fetched = fetched.map_or(String::new(), |(_, value)| path(&value.joined()));
        (path(&stored.record.url), fetched)
    });
    records.collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(a, b): &(&str, &str)| ((*a).to_owned(), (*b).to_owned());
    expected.iter().map(owned).collect()
}

fn front(ask: &Ask) -> Reply {
    match ask.path.as_str() {
        "/list" => links(&[
            "/a1?utm_source=list&utm_medium=x",
            "/a1#more",
            &format!("/a2;jsessionid={VISIT}"),
            &format!("/a2?sid={VISIT}"),
            "/a3?view=print",
            "/r4",
            "/a4",
            "/%615",
        ]),
        "/a3?view=print" => claiming("/a3", "Title 3"),
        "/r4" => Reply::redirect("/a4?fbclid=1"),
        path => article(path.split('?').next().unwrap_or(path)),
    }
}

#[test]
fn one_page_has_one_address() {
    let site = Site::start(front);
    let bench = Bench::new();
    let id = bench.add(&rule(&site.url("/list?utm_campaign=start"), ""));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    let expected = pairs(&[
        ("/a1", ""),
        ("/a2", ""),
        ("/a3", "/a3?view=print"),
        ("/a4", "/a4?fbclid=1"),
        ("/a5", ""),
    ]);
    assert_eq!(addresses(&bench, id, &site), expected);
    assert_eq!(site.asked("/list"), 1);
    assert_eq!(site.asked("/a1"), 1);
    assert_eq!(site.asked("/a2"), 1);
    let again = bench.run(id);
    assert_eq!(
        (again.progress.pages_ok, again.progress.records_new),
        (1, 0)
    );
}

/// As before there was one form, and for sites that want none.
const AS_WRITTEN: &str = "[urls]\ntracking = false\nsessions = false\ncanonical = false";

#[test]
fn what_is_known_is_not_fetched_again_in_another_form() {
    let site = Site::start(|ask: &Ask| match ask.path.as_str() {
        "/list" if ask.before == 0 => links(&["/a1?utm_source=x", "/a2?utm_source=x"]),
        "/list" => links(&["/a1?utm_source=y", "/a2", "/a3?utm_source=y"]),
        path => article(path.split('?').next().unwrap_or(path)),
    });
    let bench = Bench::new();
    let id = bench.add(&rule(&site.url("/list"), AS_WRITTEN));
    bench.run(id);
    let before = pairs(&[("/a1?utm_source=x", ""), ("/a2?utm_source=x", "")]);
    assert_eq!(addresses(&bench, id, &site), before);
    bench.send(Command::Site(SiteCommand::Update {
        site: id,
        rule_toml: rule(&site.url("/list"), ""),
        origin: RuleOrigin::Edited,
    }));
    bench.wait(|event| matches!(event, Event::SitesChanged).then_some(()));
    let ended = bench.run(id);
    assert_eq!(
        (ended.progress.pages_ok, ended.progress.records_new),
        (2, 1)
    );
    assert_eq!(site.asked("/a1") + site.asked("/a2"), 0);
    let mut after = addresses(&bench, id, &site);
    after.sort();
    assert_eq!(after[2], ("/a3".to_owned(), String::new()));
    assert_eq!(after.len(), 3);
}

#[test]
fn a_wrong_word_of_a_page_costs_no_record() {
    let site = Site::start(|ask: &Ask| match ask.path.as_str() {
        "/list" => links(&[
            "/one",
            "/two",
            "/p-123456-1",
            "/p-123456-2",
            "/three?print=1",
            "/three?print=2",
        ]),
        "/one" | "/two" => claiming("/all", &ask.path),
        "/p-123456-1" | "/p-123456-2" => claiming("/p-123456-1", &ask.path),
        _ => claiming("/three", "three"),
    });
    let bench = Bench::new();
    let id = bench.add(&rule(&site.url("/list"), ""));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    let expected = pairs(&[
        ("/one", ""),
        ("/two", ""),
        ("/p-123456-1", ""),
        ("/p-123456-2", ""),
        ("/three", "/three?print=1"),
    ]);
    assert_eq!(addresses(&bench, id, &site), expected);
}

#[test]
fn the_page_of_an_address_takes_it_back_from_another_that_claimed_it() {
    let words = |about: &str| {
        let said = ["first", "second", "third"].map(|nth| {
            format!("The {nth} {about} word of {about} people said {about} things in {about}.")
        });
        said.concat()
    };
    let page = |claimed: &str, title: &str, text: &str| {
        Reply::html(format!(
            "<head><link rel=canonical href='{claimed}'></head><h1>{title}</h1>\
             <div class=text>{text}</div>"
        ))
    };
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/list" => links(&[
            "/print/bridge",
            "/bridge",
            "/old/harbour",
            "/harbour",
            "/2024/list",
            "/2025/list",
        ]),
        // The printed form of the very article.
        "/print/bridge" => page("/bridge", "Print", &format!("{} Page 3.", words("bridge"))),
        "/bridge" => page("/bridge", "Bridge", &words("bridge")),
        // Another article, whose page has the wrong line in its head.
        "/old/harbour" => page(
            "/harbour",
            "Fish",
            "Herring, cod, eel, pike, carp, trout, crab, tuna.",
        ),
        "/harbour" => page("/harbour", "Harbour", &words("harbour")),
        // Pages that name the list they stand on.
        path => page("/list", path, &words(path)),
    });
    let bench = Bench::new();
    let id = bench.add(&rule(&site.url("/list"), ""));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    let mut found = addresses(&bench, id, &site);
    found.sort();
    let expected = pairs(&[
        ("/2024/list", ""),
        ("/2025/list", ""),
        ("/bridge", "/print/bridge"),
        ("/harbour", ""),
        ("/old/harbour", ""),
    ]);
    assert_eq!(found, expected);
}

#[test]
fn a_site_with_the_visit_in_every_address_has_an_end() {
    let site = Site::start(|ask: &Ask| {
        let path = ask.path.split([';', '?']).next().unwrap_or_default();
        let visit = format!("{:032x}", ask.before + path.len() * 7919);
        match path {
            "/" => links(&[
                &format!("/a1;jsessionid={visit}"),
                &format!("/a2?PHPSESSID={visit}"),
                &format!("/?PHPSESSID={visit}"),
            ]),
            _ => {
                let n = path.trim_start_matches("/a");
                Reply::html(format!(
                    "<h1>Title {n}</h1><div class=text>Text {n}</div>\
                     <a href='/;jsessionid={visit}'>up</a><a href='/a1?sid={visit}'>one</a>"
                ))
            }
        }
    });
    let bench = Bench::new();
    let toml = rule(&site.url("/"), "")
        .replace("\"list\"", "\"crawl\"")
        .replace(
            "[list]\nlink = { css = \"a\" }",
            "[crawl]\nrecords = ['/a\\d+$']",
        );
    let id = bench.add(&toml);
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.progress.pages_ok),
        (RunEnd::Finished, 3),
        "{ended:?}"
    );
    assert_eq!(
        addresses(&bench, id, &site),
        pairs(&[("/a1", ""), ("/a2", "")])
    );
}
