//! Further pages: of lists by number and by themselves, of articles, and where they end.

use bowerbird::engine::{Command, RunCommand};
use std::sync::Mutex;
use std::sync::mpsc::channel;

use bowerbird::engine::types::{RunEnd, RunOptions, SiteId};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};
use crate::engine::{article, list};

const FAST: &str = "[politeness]\ndelay = '0s'\n";

fn rule(kind: &str, start: &str, rest: &str) -> String {
    format!("[site]\nname = 'Test'\nkind = '{kind}'\nstart = ['{start}']\n{FAST}{rest}")
}

const ARTICLE: &str = "[[field]]\nname = 'title'\nselect = [{ css = 'h1' }]\nrequired = true\n\
    [[field]]\nname = 'by'\nselect = [{ css = '.by' }]\n";

fn content(rest: &str) -> String {
    format!("{ARTICLE}[content]\ngeneric = false\nselect = [{{ css = '.text' }}]\n{rest}")
}

/// Page `number` of an article of `last` pages; the title stands on the first only.
fn part(number: usize, last: usize) -> Reply {
    let head = match number {
        1 => "<h1>Whole</h1><i class=by>Ann</i>",
        _ => "<i class=by>somebody else</i>",
    };
    let next = match number < last {
        true => format!("<a class=next href='/t?p={}'>next</a>", number + 1),
        // The last page leads back to the first, as some do.
        false => "<a class=next href='/t'>next</a>".to_owned(),
    };
    Reply::html(format!(
        "{head}<div class=text><p>Part {number}.</p></div>{next}"
    ))
}

fn number_in(ask: &Ask) -> usize {
    let number = ask.path.split("p=").nth(1).and_then(|n| n.parse().ok());
    number.unwrap_or(1)
}

fn texts(bench: &Bench, site: SiteId) -> Vec<String> {
    let records = bench.records(site);
    records.into_iter().map(|r| r.record.text).collect()
}

#[test]
fn the_pages_of_an_article_become_one_record_in_order() {
    let site = Site::start(|ask| part(number_in(ask), 3));
    let bench = Bench::new();
    let text = content("next = { css = 'a.next' }\n");
    let id = bench.add(&rule("pages", &site.url("/t"), &text));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(
        (ended.progress.pages_ok, ended.progress.records_new),
        (3, 1)
    );
    let records = bench.records(id);
    let record = &records[0].record;
    assert_eq!(record.url, site.url("/t"));
    assert_eq!(record.text, "Part 1.\nPart 2.\nPart 3.");
    assert_eq!(record.title, "Whole");
    assert_eq!(
        record.fields[0].1.joined(),
        "Ann",
        "the first page's fields win"
    );
    for path in ["/t", "/t?p=2", "/t?p=3"] {
        assert_eq!(site.asked(path), 1, "{path}");
        let snapshot = bench.engine.query().snapshot(id, &site.url(path)).unwrap();
        assert!(snapshot.is_some(), "{path} is kept");
    }
}

#[test]
fn a_limit_and_a_page_with_nothing_new_end_an_article() {
    // Every number has a page; from 3 on it is page 3 again.
    let site = Site::start(|ask| part(number_in(ask).min(3), 99));
    let bench = Bench::new();
    let numbered = content("next = { pages = '?p={n}' }\n");
    let id = bench.add(&rule("pages", &site.url("/t"), &numbered));
    bench.run(id);
    assert_eq!(texts(&bench, id), ["Part 1.\nPart 2.\nPart 3."]);
    assert_eq!((site.asked("/t?p=4"), site.asked("/t?p=5")), (1, 0));

    let bench = Bench::new();
    let limited = content("next = { css = 'a.next', max_pages = 2 }\n");
    let id = bench.add(&rule("pages", &site.url("/t"), &limited));
    bench.run(id);
    assert_eq!(texts(&bench, id), ["Part 1.\nPart 2."]);
}

#[test]
fn a_further_page_that_fails_is_tried_again_without_the_first() {
    let site = Site::start(|ask| match (number_in(ask), ask.before) {
        (2, 0) => Reply::status(503, "busy").with("content-type", "text/html"),
        (3, _) => Reply::status(404, "<h1>gone</h1>").with("content-type", "text/html"),
        (number, _) => part(number, 3),
    });
    let bench = Bench::new();
    let text = content("next = { css = 'a.next' }\n");
    let id = bench.add(&rule("pages", &site.url("/t"), &text));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(texts(&bench, id), ["Part 1.\nPart 2."]);
    assert_eq!((site.asked("/t"), site.asked("/t?p=2")), (1, 2));
}

#[test]
fn a_run_stopped_inside_an_article_loses_and_doubles_nothing() {
    let (asked, third_asked) = channel();
    let (go_on, may_go_on) = channel::<()>();
    let (asked, may_go_on) = (Mutex::new(asked), Mutex::new(may_go_on));
    let site = Site::start(move |ask| {
        if number_in(ask) == 3 && ask.before == 0 {
            asked.lock().unwrap().send(()).unwrap();
            let _ = may_go_on.lock().unwrap().recv();
        }
        part(number_in(ask), 4)
    });
    let bench = Bench::new();
    let text = content("next = { css = 'a.next' }\n");
    let id = bench.add(&rule("pages", &site.url("/t"), &text));
    bench.send(Command::Run(RunCommand::Start {
        sites: vec![id],
        options: RunOptions::default(),
    }));
    third_asked.recv().unwrap();
    bench.send(Command::Run(RunCommand::StopAll));
    assert_eq!(bench.ended().end, RunEnd::Stopped);
    assert!(texts(&bench, id).is_empty());
    go_on.send(()).unwrap();
    let rest = bench.run(id);
    assert_eq!((rest.end, rest.resumed), (RunEnd::Finished, true));
    assert_eq!(texts(&bench, id), ["Part 1.\nPart 2.\nPart 3.\nPart 4."]);
}

#[test]
fn the_whole_article_on_one_page_is_read_instead_and_the_page_itself_when_that_fails() {
    let whole = |good: bool| {
        Site::start(move |ask| match ask.path.as_str() {
            "/all" if good => {
                Reply::html("<h1>Whole</h1><div class=text><p>Part 1.</p><p>Part 2.</p></div>")
            }
            "/all" => Reply::status(403, "no").with("content-type", "text/html"),
            path if path.contains('?') => part(2, 2),
            _ => Reply::html(
                "<h1>Whole</h1><div class=text><p>Part 1.</p></div><a class=all href=/all>all</a>\
                 <a class=next href='?p=2'>next</a>",
            ),
        })
    };
    let text = content("next = { css = 'a.next' }\nsingle_page = { css = 'a.all' }\n");
    for good in [true, false] {
        let site = whole(good);
        let bench = Bench::new();
        let id = bench.add(&rule("pages", &site.url("/t"), &text));
        let ended = bench.run(id);
        assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
        assert_eq!(texts(&bench, id), ["Part 1.\nPart 2."]);
        assert_eq!(bench.records(id)[0].record.url, site.url("/t"));
        assert_eq!(site.asked("/t?p=2"), usize::from(!good));
    }
}

#[test]
fn robots_are_asked_for_further_pages_too() {
    let robots = Some("User-agent: *\nDisallow: /t?p=2");
    let site = Site::with_robots(robots, |ask| part(number_in(ask), 3));
    let bench = Bench::new();
    let text = content("next = { css = 'a.next' }\n");
    let id = bench.add(&rule("pages", &site.url("/t"), &text));
    bench.run(id);
    assert_eq!(texts(&bench, id), ["Part 1."]);
    assert_eq!(site.asked("/t?p=2"), 0);
}

const LIST: &str = "[list]\nitem = { css = 'li' }\nlink = { css = 'a' }\n";

/// Pages of three articles; from page 3 on it is page 3 again.
fn endless(ask: &Ask) -> Reply {
    if ask.path.starts_with("/a") {
        return article(&ask.path);
    }
    let number = number_in(ask).min(3);
    let next = format!("/?p={}", number_in(ask) + 1);
    list(number * 3 - 2, number * 3 + 1, Some(&next))
}

#[test]
fn numbered_list_pages_are_read_until_nothing_is_new() {
    let site = Site::start(endless);
    for next in ["{ pages = '?p={n}' }", "{ css = 'a.next' }"] {
        let bench = Bench::new();
        let text = format!("{LIST}next = {next}\n{ARTICLE}");
        let id = bench.add(&rule("list", &site.url("/"), &text));
        let ended = bench.run(id);
        assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
        let expected: Vec<String> = (1..10).map(|n| format!("Title {n}")).collect();
        assert_eq!(bench.titles(id), expected);
        assert_eq!(site.asked("/?p=5"), 0, "{next}");
    }
    assert_eq!(site.asked("/?p=4"), 2);
    let bench = Bench::new();
    let text = format!("{LIST}next = {{ pages = '?p={{n}}', to = 2 }}\n{ARTICLE}");
    let id = bench.add(&rule("list", &site.url("/"), &text));
    bench.run(id);
    assert_eq!(bench.titles(id).len(), 6);
}

#[test]
fn the_program_finds_the_next_page_by_itself() {
    let site = Site::start(|ask| {
        if ask.path.starts_with("/a") {
            return article(&ask.path);
        }
        let number = number_in(ask);
        let items: String = (number * 3 - 2..number * 3 + 1)
            .map(|n| format!("<li><a href='/a{n}'>Article number {n}</a></li>"))
            .collect();
        let pager: String = (1..4)
            .map(|n| format!("<a href='/?p={n}'>{n}</a> "))
            .collect();
        let next = match number < 3 {
            true => format!("<a href='/?p={}'>下一页</a>", number + 1),
            false => String::new(),
        };
        Reply::html(format!(
            "<html><title>List</title><body><ul>{items}</ul><div class=pages>{pager}{next}</div>"
        ))
    });
    let bench = Bench::new();
    let text = format!("{LIST}next = 'auto'\n{ARTICLE}");
    let id = bench.add(&rule("list", &site.url("/"), &text));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.titles(id).len(), 9);
}

#[test]
fn a_thread_that_answers_with_its_last_page_for_ever_ends() {
    let site = Site::start(|ask| {
        let number = number_in(ask).min(2);
        Reply::html(format!(
            "<h1>Thread</h1><i>now {}</i><div class=post><b>ann</b><p>Post {number}.</p></div>",
            ask.path
        ))
    });
    let bench = Bench::new();
    let text = "[record]\nitem = { css = '.post' }\nnext = { pages = '?p={n}' }\n\
        [[field]]\nname = 'author'\nselect = [{ css = 'b' }]\n[content]\ngeneric = false\nselect = [{ css = 'p' }]\n";
    let id = bench.add(&rule("pages", &site.url("/t"), text));
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(texts(&bench, id), ["Post 1.", "Post 2."]);
    assert_eq!((site.asked("/t?p=3"), site.asked("/t?p=4")), (1, 0));
}

#[test]
fn ranges_headers_and_replacements_reach_the_site_and_its_pages() {
    let site = Site::start(|ask| {
        let referer = ask.header("referer").to_owned();
        Reply::html(format!(
            "<h1>{} {referer}</h1><!--<div class=text>Hidden</div>-->",
            ask.path
        ))
    });
    let bench = Bench::new();
    let text = content(
        "[page]\nreplace = [['<!--', ''], ['-->', '']]\n[network]\nheaders = { Referer = 'http://b.example/' }\n",
    );
    let id = bench.add(&rule("pages", &site.url("/x[08-10:2]"), &text));
    bench.run(id);
    assert_eq!(
        bench.titles(id),
        ["/x08 http://b.example/", "/x10 http://b.example/"]
    );
    assert_eq!(texts(&bench, id), ["Hidden", "Hidden"]);
}

#[test]
fn what_was_read_off_the_list_says_so() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(1, 2, None),
        path => article(path),
    });
    let bench = Bench::new();
    let text = format!(
        "{LIST}[[list.field]]\nname = 'section'\nselect = [{{ css = 'u' }}, {{ css = 'i' }}]\n{ARTICLE}"
    );
    let id = bench.add(&rule("list", &site.url("/"), &text));
    bench.run(id);
    let record = &bench.records(id)[0].record;
    assert_eq!(record.provenance.get("section"), Some(&2001));
    assert_eq!(record.provenance.get("title"), Some(&0));
}
