//! A look at an address: what stands there, and what a site made of it collects.

use std::sync::Arc;

use bowerbird::engine::types::{RunEnd, SourceKind, parse};
use bowerbird::engine::{
    AddressPreview, AuthoringCommand, Command, Event, PreviewedKind, SiteCommand,
};

use crate::engine::article;
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};

const FEED: &str = "<rss version=\"2.0\"><channel><title>Daily Feed</title>\
    <item><title>Entry one</title><link>/a1</link></item></channel></rss>";

fn site() -> Site {
    Site::start(|ask| match ask.path.as_str() {
        "/news" => {
            let text = "A short teaser of what the article says.";
            let items: String = (1..=8)
                .map(|n| {
                    format!(
                        "<article><h2><a href=/a{n}>The long headline of article {n}</a></h2>\
                         <p>{text}</p></article>"
                    )
                })
                .collect();
            Reply::html(format!(
                "<html><head><title>Harbour Post</title><link rel=alternate \
                 type=application/rss+xml title=Headlines href=/feed>\
                 <link rel=alternate type=application/rss+xml title=Empty href=/empty>\
                 <link rel=alternate type=application/rss+xml title=Gone href=/none></head>\
                 <body><main>{items}</main></body></html>"
            ))
        }
        "/feed" => Reply::status(200, FEED).with("content-type", "application/rss+xml"),
        "/empty" => Reply::status(200, FEED.replace("item>", "thing>"))
            .with("content-type", "application/rss+xml"),
        "/blocked" => {
            Reply::status(403, "<h1>Access denied</h1>").with("content-type", "text/html")
        }
        "/shell" => Reply::html(
            "<html><head><title>App</title><script src=/app.js></script></head><body>\
             <noscript>You need to enable JavaScript to run this app.</noscript>\
             <div id=root></div></body></html>",
        ),
        "/thread" | "/thread?page=2" | "/thread?page=3" => thread(&ask.path),
        "/sitemap.xml" => Reply::status(
            200,
            format!(
                "<urlset><url><loc>{0}1</loc></url><url><loc>{0}2</loc></url></urlset>",
                "http://127.0.0.1:1/a"
            ),
        )
        .with("content-type", "application/xml"),
        "/nameless" => Reply::html(format!(
            "<html><head><title>Harbour Post</title></head><body><main><article><p>{}</p>\
             <p>{}</p></article></main></body></html>",
            "Everything of it is told at length in this first paragraph. ".repeat(12),
            "And the second one says the rest that there is to say of it. ".repeat(12),
        )),
        "/none" => Reply::status(404, "<h1>Not found</h1>").with("content-type", "text/html"),
        path => article(path),
    })
}

/// A thread of twelve posts on three pages, with the pager of many forums.
fn thread(path: &str) -> Reply {
    let at: usize = path
        .split_once("page=")
        .map_or(1, |(_, n)| n.parse().unwrap());
    let posts: String = (1..=12)
        .skip((at - 1) * 5)
        .take(5)
        .map(|n| {
            format!(
                "<div class=post><div class=author><a href=/member/{n}>Member {n}</a></div>\
                 <div class=when>2024-05-{n:02} 10:00</div><div class=body><p>Post number {n} says \
                 what its author thinks of the question, in some words of its own.</p></div></div>"
            )
        })
        .collect();
    let numbers: String = (1..=3)
        .map(|n| match n == at {
            true => format!("<li class='item active'><a href='?page={n}'>{n}</a></li>"),
            false => format!("<li class=item><a href='?page={n}'>{n}</a></li>"),
        })
        .collect();
    let next = match at {
        3 => "<li class='item disabled'><a href=''>&raquo;</a></li>".to_owned(),
        _ => format!("<li class=item><a href='?page={}'>&raquo;</a></li>", at + 1),
    };
    Reply::html(format!(
        "<html><head><title>How to mend a net</title></head><body><h1>How to mend a net</h1>\
         {posts}<ul class=pagination>{numbers}{next}</ul></body></html>"
    ))
}

pub(in crate::engine) fn look(bench: &Bench, url: &str) -> Arc<AddressPreview> {
    let url = url.to_owned();
    bench.send(Command::Site(SiteCommand::Look { generation: 7, url }));
    bench.wait(|event| match event {
        Event::SiteLooked {
            generation: 7,
            look,
        } => look.unchecked_feeds.is_empty().then_some(look),
        _ => None,
    })
}

pub(super) fn add(bench: &Bench, look: &AddressPreview) {
    bench.send(Command::Site(SiteCommand::AddLooked {
        name: look.name.clone(),
        rule_toml: look.choices[0].rule_toml.clone(),
    }));
    bench.wait(|event| matches!(event, Event::SitesChanged).then_some(()));
}

#[test]
fn a_list_is_proposed_with_its_name_its_titles_and_its_feed() {
    let (bench, site) = (Bench::new(), site());
    let found = look(&bench, &site.url("/news"));
    assert_eq!(
        (found.kind, found.name.as_str()),
        (PreviewedKind::List, "Harbour Post")
    );
    assert_eq!(found.problem, None);
    let best = &found.choices[0];
    assert_eq!(best.titles.len(), 3);
    assert_eq!(best.titles[0], "The long headline of article 1");
    let kind = |text: &str| parse(text).expect("a rule").file().site.kind;
    assert_eq!(kind(&best.rule_toml), SourceKind::List);
    let feeds = found
        .choices
        .iter()
        .filter(|c| kind(&c.rule_toml) == SourceKind::Feed);
    let feeds: Vec<_> = feeds.collect();
    let [feed] = &feeds[..] else {
        panic!("only the one that holds entries: {feeds:?}");
    };
    assert_eq!(feed.titles, ["Entry one"]);
    assert_eq!((site.asked("/empty"), site.asked("/none")), (1, 1));
    assert!(
        bench.engine.query().sites().unwrap().is_empty(),
        "nothing is saved"
    );
}

#[test]
fn the_further_pages_of_a_thread_are_in_the_rule() {
    let (bench, site) = (Bench::new(), site());
    let found = look(&bench, &site.url("/thread"));
    let best = &found.choices[0];
    assert_eq!(best.label.id, "look-choice-records-on", "{best:?}");
    let rule = parse(&best.rule_toml).expect("a rule");
    let record = rule.file().record.as_ref().expect("records");
    assert!(record.next.is_some(), "{}", best.rule_toml);
    add(&bench, &found);
    let added = bench.engine.query().sites().unwrap().remove(0);
    assert_eq!(bench.run(added.id).end, RunEnd::Finished);
    assert_eq!(bench.records(added.id).len(), 12);
}

#[test]
fn a_feed_becomes_a_feed_and_a_taken_name_is_numbered() {
    let (bench, site) = (Bench::new(), site());
    let found = look(&bench, &site.url("/feed"));
    assert_eq!(
        (found.kind, found.name.as_str()),
        (PreviewedKind::Feed, "Daily Feed")
    );
    assert_eq!(found.choices[0].titles, ["Entry one"]);
    add(&bench, &found);
    let added = bench.engine.query().sites().unwrap().remove(0);
    assert_eq!(
        (added.kind, added.name.as_str()),
        (SourceKind::Feed, "Daily Feed")
    );
    assert_eq!(bench.run(added.id).end, RunEnd::Finished);
    assert_eq!(bench.titles(added.id), ["Entry one"]);

    let again = look(&bench, &site.url("/feed"));
    assert_eq!(again.name, "Daily Feed 2");
    add(&bench, &found);
    let names: Vec<String> = bench
        .engine
        .query()
        .sites()
        .unwrap()
        .into_iter()
        .map(|site| site.name)
        .collect();
    assert_eq!(names, ["Daily Feed", "Daily Feed 2"]);
}

#[test]
fn what_cannot_be_collected_is_said_before_anything_is_saved() {
    let (bench, site) = (Bench::new(), site());
    let check = |url: &str, expected: PreviewedKind| {
        let found = look(&bench, url);
        assert_eq!(found.kind, expected, "{url}: {:?}", found.problem);
        assert!(found.problem.is_some(), "{url}");
        assert!(found.choices.is_empty(), "{url}");
    };
    check(&site.url("/blocked"), PreviewedKind::Refused);
    check(&site.url("/shell"), PreviewedKind::ScriptShell);
    check(&site.url("/none"), PreviewedKind::NotFound);
    check("http://nosuch.invalid/", PreviewedKind::Unreachable);
    assert!(bench.engine.query().sites().unwrap().is_empty());
}

#[test]
fn a_title_that_is_only_the_name_of_the_site_is_in_doubt() {
    let (bench, site) = (Bench::new(), site());
    let found = look(&bench, &site.url("/nameless"));
    let doubts: Vec<&str> = found.choices[0]
        .doubts
        .iter()
        .map(|m| m.id.as_str())
        .collect();
    assert_eq!(doubts, ["look-doubtful"], "{:?}", found.choices);
    let found = look(&bench, &site.url("/a1"));
    assert!(
        found.choices.iter().all(|choice| choice.doubts.is_empty()),
        "{found:?}"
    );
}

#[test]
fn the_sitemap_of_a_site_is_one_of_the_choices() {
    let (bench, site) = (Bench::new(), site());
    let by_sitemap = |look: &AddressPreview| {
        let mut choices = look.choices.iter();
        choices
            .find(|choice| choice.label.id == "look-choice-sitemap-whole")
            .cloned()
    };
    look(&bench, &site.url("/a1"));
    let found = bench.wait(|event| match event {
        Event::SiteLooked { look, .. } => by_sitemap(&look),
        _ => None,
    });
    let file = parse(&found.rule_toml).unwrap().file().clone();
    assert_eq!(file.site.kind, SourceKind::Sitemap);
    assert_eq!(file.site.start, [site.url("/sitemap.xml")]);
}

/// A blog of articles with a table of links amid the text, which reads like no prose, and a byline
/// before it;
/// one of its pages is of another kind, whose text is in many such boxes.
fn tables() -> Site {
    Site::start(|ask| {
        let number = ask.path.trim_start_matches("/a").trim_end_matches(".html");
        let prose = |part: &str| {
            let sentence = format!(
                "In {part} of report {number} the harbour master tells at length what ships came, and why."
            );
            format!("<p>{}</p>", format!("{sentence} ").repeat(4))
        };
        match ask.path.as_str() {
            "/blog" => {
                let items: String = (1..=9)
                    .map(|n| {
                        format!(
                            "<article><h2><a href=/a{n}.html>The long headline of report {n}</a></h2>\
                             <p>A short teaser of what it says.</p></article>"
                        )
                    })
                    .collect();
                Reply::html(format!(
                    "<html><head><title>Harbour Reports</title></head><body><main>{items}</main></body></html>"
                ))
            }
            "/feed" => {
                let entries: String = (1..=9)
                    .map(|n| {
                        format!("<item><title>Report {n}</title><link>/a{n}.html</link></item>")
                    })
                    .collect();
                Reply::status(
                    200,
                    format!(
                        "<rss version=\"2.0\"><channel><title>Reports</title>{entries}</channel></rss>"
                    ),
                )
                .with("content-type", "application/rss+xml")
            }
            "/a2.html" => {
                let parts: String = (1..=9)
                    .map(|n| format!("<div class=piece>{}</div>", prose(&format!("hour {n}"))))
                    .collect();
                Reply::html(format!(
                    "<html><head><title>Live</title></head><body><main><h1>Live from the quay</h1>\
                     {parts}<div class=story-text><p>Soon more.</p></div></main></body></html>"
                ))
            }
            path if path.starts_with("/a") => {
                let rows: String = (1..=3)
                    .map(|n| {
                        let ships = n * 100 + number.len() + n;
                        format!(
                            "<tr><td><a href=/berth/{n}>berth {n}</a></td>\
                             <td><a href=/ships/{n}>{ships}</a></td><td>N/A</td></tr>"
                        )
                    })
                    .collect();
                Reply::html(format!(
                    "<html><head><title>Report {number}</title></head><body><div id=top><a href=/blog>All</a>\
                     </div><div class=story><h1>The long headline of report {number}</h1>\
                     <div class=story-text><div class=byline>By the desk on day {number}</div>{}\
                     <table>{rows}</table>{}{}</div></div></body></html>",
                    prose("the first part"),
                    prose("the second part"),
                    prose("the last part"),
                ))
            }
            _ => Reply::status(404, ""),
        }
    })
}

#[test]
fn a_few_articles_tell_where_the_whole_text_of_all_is() {
    let (bench, site) = (Bench::new(), tables());
    let first = look(&bench, &site.url("/blog"));
    assert_eq!(first.sample_pages.len(), 3, "{first:?}");
    let found = bench.wait(|event| match event {
        Event::SiteLooked { look, .. } => look.sample_pages.is_empty().then_some(look),
        _ => None,
    });
    let rule = parse(&found.choices[0].rule_toml).expect("a rule");
    let content = &rule.file().content;
    let css = content.select.first().and_then(|way| way.css.as_deref());
    assert!(
        css.is_some_and(|css| css.ends_with("div.story-text")),
        "{content:?}"
    );
    assert!(content.check);
    add(&bench, &found);
    let added = bench.engine.query().sites().unwrap().remove(0);
    assert_eq!(bench.run(added.id).end, RunEnd::Finished);
    let records = bench.records(added.id);
    assert_eq!(records.len(), 9);
    for record in records {
        let text = &record.record.text;
        assert!(!text.contains("By the desk"), "{text}");
        match record.record.url.ends_with("/a2.html") {
            true => assert!(text.contains("hour 9"), "the live page: {text}"),
            false => assert!(text.contains("berth 3") && text.contains("304"), "{text}"),
        }
    }
}

#[test]
fn the_entries_of_a_feed_tell_where_their_whole_text_is() {
    let (bench, site) = (Bench::new(), tables());
    let first = look(&bench, &site.url("/feed"));
    assert_eq!(first.sample_pages.len(), 3, "{first:?}");
    let found = bench.wait(|event| match event {
        Event::SiteLooked { look, .. } => look.sample_pages.is_empty().then_some(look),
        _ => None,
    });
    let rule = parse(&found.choices[0].rule_toml).expect("a rule");
    assert!(rule.file().content.check, "{}", found.choices[0].rule_toml);
}

#[test]
fn the_test_of_a_rule_tells_where_the_whole_text_is() {
    let (bench, site) = (Bench::new(), tables());
    let test = |generation: u64, rule_toml: String| {
        let urls = [1, 5, 9].map(|n| site.url(&format!("/a{n}.html"))).to_vec();
        bench.send(Command::Authoring(AuthoringCommand::TestPages {
            generation,
            site: None,
            rule_toml,
            urls,
        }));
    };
    let rule = |content: &str| {
        format!(
            "[site]\nname = \"Reports\"\nkind = \"list\"\nstart = [{:?}]\n[politeness]\ndelay = \"0s\"\n\
             [list]\nlink = {{ css = \"h2 a\" }}\n{content}",
            site.url("/blog")
        )
    };
    test(1, rule(""));
    let content = bench.wait(|event| match event {
        Event::TextBoxFound { content, .. } => Some(content),
        _ => None,
    });
    assert!(content.check && !content.strip.is_empty(), "{content:?}");
    // A rule that says where its text is keeps it.
    test(2, rule("[content]\nselect = [{ css = \"main\" }]\n"));
    let mut tested = 0;
    bench.wait(|event| match event {
        Event::TextBoxFound { .. } => panic!("{event:?}"),
        Event::PageTested { generation: 2, .. } => {
            tested += 1;
            (tested == 3).then_some(())
        }
        _ => None,
    });
}

#[test]
fn a_feed_that_is_taken_by_a_click_has_the_box_of_its_whole_text_a_little_later() {
    let (bench, site) = (Bench::new(), tables());
    bench.send(Command::Site(SiteCommand::AddSource {
        kind: SourceKind::Feed,
        title: "Reports".to_owned(),
        urls: vec![site.url("/feed")],
    }));
    let has_box = || {
        let sites = bench.engine.query().sites().unwrap();
        let rule = sites.first().and_then(|site| parse(&site.rule_toml).ok());
        rule.is_some_and(|rule| rule.file().content.check)
    };
    bench.wait(|event| match event {
        Event::SitesChanged => has_box().then_some(()),
        _ => None,
    });
    assert_eq!(bench.engine.query().sites().unwrap().len(), 1);
}

/// A board of eight threads, of which the first has answers on two pages and the last none.
fn board(path: &str) -> Reply {
    let Some(thread) = path.strip_prefix("/topic/") else {
        let row = |n: u32| {
            format!(
                "<tr><td><a href=/topic/{n}>Question number {n} about the mending of nets</a></td>\
                 <td>2024-05-{n:02}</td></tr>"
            )
        };
        let rows: String = (1..=8).map(row).collect();
        return Reply::html(format!(
            "<html><head><title>Nets</title></head><body><h1>Nets</h1><table>{rows}</table></body></html>"
        ));
    };
    let (thread, page) = thread.split_once("?page=").unwrap_or((thread, "1"));
    let posts = match (thread, page) {
        ("1", "1") => 1..=4,
        ("1", _) => 5..=6,
        ("8", _) => 1..=1,
        _ => 1..=3,
    };
    let posts = posts.map(|n| {
        format!(
            "<div class=post><div class=author><a href=/member/{n}>Member {n}</a></div>\
             <div class=when>2024-05-{n:02} 10:00</div><div class=body><p>Post {n} of thread {thread} \
             says what its author thinks of it, in some words of its own.</p></div></div>"
        )
    });
    let next = match (thread, page) {
        ("1", "1") => "<a class=next rel=next href='/topic/1?page=2'>Next</a>",
        _ => "",
    };
    Reply::html(format!(
        "<html><head><title>Question number {thread}</title></head><body><h1>Question {thread}</h1>\
         {}{next}</body></html>",
        posts.collect::<String>()
    ))
}

#[test]
fn the_posts_of_threads_are_proposed_before_one_record_for_each() {
    let (bench, site) = (Bench::new(), Site::start(|ask| board(&ask.path)));
    let first = look(&bench, &site.url("/board"));
    let found = bench.wait(|event| match event {
        Event::SiteLooked { look, .. } => look.sample_pages.is_empty().then_some(look),
        _ => None,
    });
    let ids: Vec<_> = found.choices.iter().map(|c| c.label.id.as_str()).collect();
    assert_eq!(ids[0], "look-choice-posts", "{first:?}");
    let list = &found.choices[1];
    assert_eq!(list.label, first.choices[0].label);
    assert_eq!(list.doubts[0].id, "look-doubt-one-per-thread");
    add(&bench, &found);
    let added = bench.engine.query().sites().unwrap().remove(0);
    assert_eq!(bench.run(added.id).end, RunEnd::Finished);
    assert_eq!(bench.records(added.id).len(), 6 + 6 * 3 + 1);
}

#[test]
fn a_page_of_boards_names_them_as_pages_to_look_at() {
    let site = Site::start(|_| {
        let board = |n: u32| format!("<div class=board><a href=/b/{n}>Talk {n}</a></div>");
        let boards: String = (1..=4).map(board).collect();
        Reply::html(format!(
            "<html><head><title>Talk</title></head><body><div class=nav><a href=/login>Log in</a> \
             <a href=/join>Register</a></div><h1>Talk</h1><div class=boards>{boards}</div></body></html>"
        ))
    });
    let found = look(&Bench::new(), &site.url("/"));
    assert!(found.choices.is_empty(), "{found:?}");
    let pages: Vec<_> = found
        .leads_to
        .iter()
        .map(|page| page.name.as_str())
        .collect();
    assert_eq!(pages, ["Talk 1", "Talk 2", "Talk 3", "Talk 4"]);
    assert_eq!(found.leads_to[2].url, site.url("/b/3"));
}
