//! What becomes of an entry of a list or feed: its own record, or its values on that of its page.

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};

fn feed(items: &str) -> Reply {
    Reply::status(200, format!("<rss><channel><title>T</title>{items}"))
        .with("content-type", "application/rss+xml")
}

#[test]
fn comments_of_one_page_are_records_and_not_the_article() {
    let comment = |page: &str, number: usize| {
        format!(
            "<item><title>By: Reader {number}</title><link>/{page}#comment-{number}</link>\
             <guid isPermaLink='false'>c{number}</guid>\
             <description>What reader {number} says.</description></item>"
        )
    };
    let items = format!(
        "{}{}{}",
        comment("a1", 1),
        comment("a1", 2),
        comment("a2", 3)
    );
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/comments" => feed(&items),
        _ => Reply::html("<title>The article</title><h1>The article</h1><p>Its own text."),
    });
    let bench = Bench::new();
    let id = bench.add(&format!(
        "[site]\nname = 'C'\nkind = 'feed'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n",
        site.url("/comments")
    ));
    let ended = bench.run(id);
    assert_eq!(ended.progress.records_new, 3, "{ended:?}");
    let records = bench.records(id);
    for (number, record) in (1..).zip(&records) {
        let record = &record.record;
        assert_eq!(record.text, format!("What reader {number} says."));
        assert_eq!(record.title, format!("By: Reader {number}"));
        assert!(
            record.url.ends_with(&format!("#comment-{number}")),
            "{}",
            record.url
        );
    }
    assert_eq!((site.asked("/a1"), site.asked("/a2")), (0, 0));
    assert_eq!(bench.run(id).progress.records_new, 0);
}

#[test]
fn the_time_of_a_page_stays_when_its_list_gives_the_day() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => Reply::html(
            "<ul><li><a href='/a1'>One</a> <i>2026-03-05</i></li>\
             <li><a href='/a2'>Two</a> <i>2026-04-06</i></li></ul>",
        ),
        path => Reply::html(format!(
            "<title>{path}</title><meta property='article:published_time' \
             content='2026-03-05T10:20:00+08:00'><h1>Title of {path}</h1>\
             <div class=text>The text of it, long enough to be one.</div>"
        )),
    });
    let bench = Bench::new();
    let id = bench.add(&format!(
        "[site]\nname = 'D'\nkind = 'list'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
         [list]\nitem = {{ css = 'li' }}\nlink = {{ css = 'a', take = 'href' }}\n\
         [[list.field]]\nname = 'date'\nselect = [{{ css = 'i' }}]\ntype = 'date'\n\
         [[field]]\nname = 'title'\nselect = [{{ css = 'h1' }}]\n\
         [content]\ngeneric = 'auto'\nselect = [{{ css = '.text' }}]\n",
        site.url("/")
    ));
    assert_eq!(bench.run(id).progress.records_new, 2);
    let records = bench.records(id);
    let dates: Vec<&str> = records.iter().map(|r| r.record.date.as_str()).collect();
    assert_eq!(
        dates,
        ["2026-03-05T10:20:00+08:00", "2026-04-06"],
        "another day is the list's"
    );
}
