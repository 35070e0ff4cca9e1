//! Tests of the reader of feeds, over samples written from the specifications.

use proptest::prelude::*;
use serde_json::Value;

use super::*;

fn read(text: &str) -> Value {
    feed(text).expect("a feed")
}

fn entry(text: &str) -> Value {
    read(text)["entries"][0].clone()
}

#[test]
fn rss_two_is_read() {
    let text = "<?xml version='1.0'?><rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'
        xmlns:content='http://purl.org/rss/1.0/modules/content/' xmlns:media='http://search.yahoo.com/mrss/'
        xmlns:atom='http://www.w3.org/2005/Atom'>
      <channel><title>News &amp; more</title><link>http://a.example/</link><language>en</language>
        <atom:link rel='next' href='http://a.example/feed?page=2'/>
        <item><title>A &lt;b&gt;bold&lt;/b&gt; title</title><link>http://a.example/1?x=1&y=2</link>
          <guid isPermaLink='false'>tag-1</guid><pubDate>Mon, 05 Jan 2026 10:20:00 +0800</pubDate>
          <dc:creator><![CDATA[Ann Lee]]></dc:creator><category>Roads</category><category>Harbour</category>
          <description>Short.</description><content:encoded><![CDATA[<p>One</p><p>Two</p>]]></content:encoded>
          <enclosure url='http://a.example/1.jpg' type='image/jpeg' length='9'/>
          <media:credit>Ben</media:credit></item>
      </channel></rss>";
    let found = read(text);
    assert_eq!(found["feed"]["title"], "News & more");
    assert_eq!(found["feed"]["url"], "http://a.example/");
    assert_eq!(found["next"], "http://a.example/feed?page=2");
    let entry = &found["entries"][0];
    for (key, value) in [
        ("title", "A bold title"),
        ("url", "http://a.example/1?x=1&y=2"),
        ("id", "tag-1"),
        ("date", "Mon, 05 Jan 2026 10:20:00 +0800"),
        ("author", "Ann Lee"),
        ("summary", "Short."),
        ("text", "One\nTwo"),
        ("image", "http://a.example/1.jpg"),
    ] {
        assert_eq!(entry[key], value, "{key}");
    }
    assert_eq!(entry["categories"], serde_json::json!(["Roads", "Harbour"]));
    assert_eq!(entry["media:credit"][0], "Ben");
    assert!(entry.get("full").is_none());
}

#[test]
fn older_formats_are_read() {
    let rdf = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'
        xmlns:dc='http://purl.org/dc/elements/1.1/'><channel rdf:about='http://a.example/'><title>T</title></channel>
        <item rdf:about='http://a.example/1'><title>One</title><link>http://a.example/1</link>
        <dc:date>2026-01-05T10:20:00Z</dc:date><dc:creator>Ann</dc:creator></item></rdf:RDF>";
    let found = entry(rdf);
    assert_eq!(
        (&found["title"], &found["url"]),
        (&"One".into(), &"http://a.example/1".into())
    );
    assert_eq!(
        (&found["date"], &found["author"]),
        (&"2026-01-05T10:20:00Z".into(), &"Ann".into())
    );
    let old = "<rss version='0.91'><channel><item><title>Two</title><link>http://a.example/2</link></item></channel></rss>";
    assert_eq!(entry(old)["url"], "http://a.example/2");
    let bare = "<channel><item><link>/3</link></item></channel>";
    assert_eq!(entry(bare)["url"], "/3");
}

#[test]
fn atom_is_read() {
    let text = "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://a.example/blog/'>
        <title>T</title><author><name>Whole Feed</name></author>
        <link rel='self' href='feed.atom'/><link rel='prev-archive' href='http://a.example/2025'/>
        <entry><title type='html'>A &amp;amp; B</title><id>tag:a</id>
          <link rel='edit' href='/edit'/><link href='one.html'/><link rel='enclosure' href='/a.mp3' type='audio/mpeg'/>
          <published>2026-01-05T10:20:00Z</published><updated>2026-01-06T10:20:00Z</updated>
          <author><name>Ann</name><email>a@a.example</email></author><author><name>Ben</name></author>
          <category term='x' label='Label'/><summary>Short</summary>
          <content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p>One</p><p>Two</p></div></content></entry>
        <entry><title>5 &lt; 6</title><id>http://a.example/2</id><updated>2026-01-07</updated></entry></feed>";
    let found = read(text);
    assert_eq!(found["next"], "http://a.example/2025");
    let first = &found["entries"][0];
    for (key, value) in [
        ("title", "A & B"),
        ("url", "http://a.example/blog/one.html"),
        ("author", "Ann, Ben"),
        ("date", "2026-01-05T10:20:00Z"),
        ("updated", "2026-01-06T10:20:00Z"),
        ("text", "One\nTwo"),
        ("summary", "Short"),
    ] {
        assert_eq!(first[key], value, "{key}");
    }
    assert_eq!(first["categories"][0], "Label");
    assert_eq!(first["enclosures"][0]["url"], "/a.mp3");
    let second = &found["entries"][1];
    assert_eq!(
        (&second["title"], &second["date"]),
        (&"5 < 6".into(), &"2026-01-07".into())
    );
    assert_eq!(second["url"], "http://a.example/2");
}

#[test]
fn json_feeds_are_read() {
    let text = r#"{"version":"https://jsonfeed.org/version/1.1","title":"T","next_url":"http://a.example/2",
        "authors":[{"name":"All"}],"items":[{"id":"1","url":"http://a.example/1","title":"One",
        "content_html":"<p>Hello</p>","date_published":"2026-01-05T10:20:00Z","tags":["x"],"_own":{"a":1}}]}"#;
    let found = read(text);
    assert_eq!(found["next"], "http://a.example/2");
    let entry = &found["entries"][0];
    assert_eq!(
        (&entry["author"], &entry["text"]),
        (&"All".into(), &"Hello".into())
    );
    assert_eq!(
        (&entry["categories"][0], &entry["_own"]["a"]),
        (&"x".into(), &1.into())
    );
    assert!(feed(r#"{"items":[{"a":1}]}"#).is_none());
    assert!(feed("[1,2]").is_none());
}

#[test]
fn broken_feeds_yield_what_is_whole() {
    // An entity of HTML, a bare ampersand, a missing end tag, junk before, an end cut off.
    let text = "Notice: x on line 3\n<?xml version='1.0'?><rss><channel><title>T</title>
        <item><title>Caf&eacute; & bar</title><link>http://a.example/1</link>
        <item><title>Two</title><link> http://a.example/2\n</link></item>
        <item><title>Thr";
    let found = read(text);
    let entries = found["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!(
        (&entries[0]["title"], &entries[0]["url"]),
        (&"Café & bar".into(), &"http://a.example/1".into())
    );
    assert_eq!(entries[1]["url"], "http://a.example/2");
    // Text written as elements instead of being escaped.
    let open = "<rss><channel><item><description>One <b>two</b><br/>three</description></item></channel></rss>";
    assert_eq!(entry(open)["text"], "One two\nthree");
    for other in [
        "<html><body><rss></rss></body></html>",
        "plain",
        "",
        "{",
        "<svg/>",
    ] {
        assert!(feed(other).is_none(), "{other}");
    }
}

#[test]
fn whole_articles_are_told_from_teasers() {
    let of = |text: &str| {
        let source =
            format!("<rss><channel><item><description>{text}</description></item></channel></rss>");
        entry(&source).get("full").is_some()
    };
    assert!(of(&"Words and words. ".repeat(60)));
    assert!(!of(&format!("{}…", "Words and words ".repeat(60))));
    assert!(!of("Short."));
}

proptest! {
    #[test]
    fn any_text_is_read(text in "(<(/?)(rss|channel|item|entry|feed|link|title)( a='[a-z]*')?>|[a-z&;<\\]]{0,5}|<!\\[CDATA\\[){0,30}") {
        let _ = feed(&text);
        let _ = feed(&format!("<rss><channel>{text}"));
    }
}
