//! Pages of each kind, made here.

use super::*;
use crate::messages::{Catalogue, Language};

fn page(source: &str) -> Page {
    Page::parse(source, &Url::parse("http://a.example/news/").unwrap())
}

#[track_caller]
fn checked_overview(source: &str) -> Overview {
    let found = overview(&page(source));
    // Every sentence is in both catalogues, with its arguments.
    for language in Language::ALL {
        let catalogue = Catalogue::new(language);
        for message in found.why.iter().chain([&found.proposal]) {
            let text = catalogue.text(message);
            assert!(!text.contains('{') && text != message.id, "{text}");
        }
    }
    assert!(!found.why.is_empty());
    found
}

fn repeated(make: impl Fn(usize) -> String) -> String {
    (1..=9).map(make).collect()
}

const MENU: &str = "<nav><ul><li><a href=/a>Home</a><li><a href=/b>News</a><li><a href=/c>About us</a>\
    <li><a href=/d>Contact</a></ul></nav>";

#[test]
fn lists_are_seen_with_their_feeds() {
    let items = repeated(|n| {
        format!(
            "<article><h2><a href=/story-{n}>The story number {n} of them</a></h2><time>2026-01-0{n}</time>\
             <p>In the year {n} a long way from here something happened that is told elsewhere.</p></article>"
        )
    });
    let head = "<link rel=alternate type=application/rss+xml title=Comments href=/comments/feed/>\
        <link rel=alternate type=application/atom+xml title=News href=/feed.atom>\
        <link rel=alternate type=application/json+oembed href=/oembed?url=x>\
        <link rel=alternate hreflang=de href=/de/><link rel=sitemap href=/map.xml>";
    let found = checked_overview(&format!(
        "{head}{MENU}<main>{items}</main><a href=/rss.xml>RSS</a>"
    ));
    assert_eq!(found.kind, OverviewKind::List { best: 0 });
    assert_eq!(found.best().map(|s| s.count), Some(9));
    let feeds: Vec<_> = found.feeds.iter().map(|f| f.url.path()).collect();
    assert_eq!(feeds, ["/feed.atom", "/comments/feed/", "/rss.xml"]);
    assert_eq!(found.feeds[0].title, "News");
    assert_eq!(found.sitemaps[0].path(), "/map.xml");
    assert_eq!(found.proposal.id, "overview-next-list-or-feed");
}

#[test]
fn the_topics_of_a_board_are_a_list() {
    // Each with its person and its day, below the board's own address.
    let topics = repeated(|n| {
        format!(
            "<div class=topic><a class=name href=/forum/board-3/topic/t-{n}>A question about number {n}</a>\
             <div class=created>By: <a href=/member/profile/{n}>member{n}</a> on {n} May 2026</div>\
             <span class=posts>{n}</span></div>"
        )
    });
    let source = format!("<h1>Board</h1>{MENU}<main>{topics}</main>");
    let url = Url::parse("http://a.example/forum/board-3/").unwrap();
    let found = overview(&Page::parse(&source, &url));
    assert!(
        matches!(found.kind, OverviewKind::List { .. }),
        "{:?}",
        found.kind
    );
    assert_eq!(found.best().map(|s| s.count), Some(9));
}

#[test]
fn texts_are_articles_whatever_stands_beside_them() {
    let body = repeated(|n| {
        format!(
            "<p>Paragraph {n} tells at some length what happened in the town on that day, who saw it, \
             and what was said about it afterwards by those who had to clean up.</p>"
        )
    });
    let more =
        repeated(|n| format!("<li><a href=/more-{n}>Another story that you may like {n}</a>"));
    let found = checked_overview(&format!(
        "{MENU}<article><h1>A day in town</h1>{body}</article><aside><ul>{more}</ul></aside>"
    ));
    assert!(matches!(found.kind, OverviewKind::Article { confidence } if confidence > 0.5));
    assert_eq!(found.best(), None);
}

#[test]
fn posts_are_a_thread() {
    let posts = repeated(|n| {
        format!(
            "<div class=post id=p{n}><b class=author>Member {n}</b><span class=date>2026-01-0{n} 10:00</span>\
             <div class=body>第{n}位成员在这里写下了自己的意见，说得相当详细，内容也各不相同。</div></div>"
        )
    });
    let found = checked_overview(&format!("{MENU}<h1>A question</h1>{posts}"));
    assert_eq!(found.kind, OverviewKind::Thread { best: 0 });
    assert_eq!(found.best().map(|s| s.count), Some(9));
}

#[test]
fn documents_for_programs_are_known() {
    let feed = "<?xml version='1.0'?><rss version='2.0'><channel><item><title>A</title></item></channel></rss>";
    assert_eq!(checked_overview(feed).kind, OverviewKind::Feed);
    let map =
        "<?xml version='1.0'?><urlset xmlns='x'><url><loc>http://a.example/</loc></url></urlset>";
    assert_eq!(checked_overview(map).kind, OverviewKind::Sitemap);
}

#[test]
fn nothing_is_said_to_be_nothing() {
    for source in [
        "",
        "<p>Sign in",
        "<html><body><div id=app></div></body></html>",
    ] {
        let found = checked_overview(source);
        assert_eq!(found.kind, OverviewKind::Nothing);
        assert!(found.feeds.is_empty() && found.best().is_none());
    }
}

#[test]
fn only_plain_links_are_feeds() {
    let feeds = |source: &str| overview(&page(source)).feeds.len();
    assert_eq!(feeds("<a href=/news/feed/>Subscribe</a>"), 1);
    assert_eq!(feeds("<a href='/?feed=rss2'>Entries</a>"), 1);
    assert_eq!(feeds("<a href=/news.rss>x</a>"), 1);
    assert_eq!(feeds("<a href=/forum/feed-the-cat>Feed</a>"), 0);
    assert_eq!(feeds("<a href=/what-is-rss>RSS explained</a>"), 0);
    assert_eq!(
        feeds("<a href='https://reader.example/add/feed/https://a.example/feed'>Add</a>"),
        0
    );
    assert_eq!(feeds("<a href='javascript:feed()'>RSS</a>"), 0);
}
