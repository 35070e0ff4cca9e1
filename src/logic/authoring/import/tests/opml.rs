//! Feed lists, plain and with FreshRSS's rules.

use super::*;

#[test]
fn plain_feeds_and_scraped_pages_are_told_apart() {
    let source = r#"<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0" xmlns:frss="https://freshrss.org/opml"><head><title>all</title></head><body>
<outline text="News"><outline text="Port Gazette" type="rss" xmlUrl="https://a.example/feed?x=1&y=2" htmlUrl="https://a.example/"/>
<outline text="Docks" type="HTML+XPath" xmlUrl="https://a.example/list" frss:xPathItem="//li[@class='item']"
  frss:xPathItemTitle="descendant::h2" frss:xPathItemUri="descendant::a/@href" frss:xPathItemTimestamp="./span"
  frss:xPathItemTimeFormat="d/m/Y" frss:xPathItemThumbnail="descendant::img/@src" frss:xPathItemUid="@id"
  frss:cssFullContent="div.story" frss:cssFullContentFilter=".promo"/></outline></body></opml>"#;
    let all = many(ImportFormat::Opml, "feeds.opml", source);
    assert_eq!(all[0].rule.site.kind.token(), "feed");
    assert_eq!(all[0].rule.site.name, "Port Gazette");
    assert_eq!(all[0].rule.site.start, ["https://a.example/feed?x=1&y=2"]);
    assert!(all[0].runs && all[1].runs);
    assert!(
        notes_text(&all[1]).contains("line 4: “xPathItemUid”"),
        "{}",
        notes_text(&all[1])
    );
    let (items, _) = listed(
        &all[1],
        r#"<ul><li class="item"><h2>One</h2><a href="/1"><img src="/i.png"></a><span>02/01/2026</span></li></ul>"#,
    );
    assert_eq!(items[0].0, "https://a.example/1");
    let fields = &items[0].1;
    assert_eq!(
        fields[0],
        ("title".to_owned(), Value::One("One".to_owned()))
    );
    assert_eq!(
        fields[1],
        ("date".to_owned(), Value::One("2026-01-02".to_owned()))
    );
    assert_eq!(
        fields[2].1,
        Value::One("https://a.example/i.png".to_owned())
    );
    let record = &records(
        &all[1],
        "<div class=story><p>Text.</p><p class=promo>Buy</p></div>",
    )[0];
    assert_eq!(record.text, "Text.");
}

#[test]
fn tricky_lists_lose_their_secrets() {
    let source = format!(
        r#"<opml><body>
<outline text="海港" type="HTML+XPath" xmlUrl="https://ann:{SECRET}@a.example/?api_key={SECRET}" CURLOPT_COOKIE="sid={SECRET}"
  CURLOPT_USERAGENT="Reader/2" xPathItem="//article" xPathItemTitle="h2" xPathItemContent="p" password="{SECRET}"/>
<outline text="j" type="JSON+DotNotation" xmlUrl="https://a.example/api" jsonItem="data.items" jsonItemTitle="name" jsonItemUri="link.self"/>
<outline text="bad" xmlUrl="ftp://a.example/{SECRET}"/></body></opml>"#
    );
    let all = many(ImportFormat::Opml, "feeds.opml", &source);
    assert_eq!(all.len(), 2);
    assert_eq!(all[0].file_name, "海港.toml");
    assert_eq!(all[0].rule.site.start, ["https://a.example/"]);
    assert_eq!(all[0].rule.network.user_agent.as_deref(), Some("Reader/2"));
    assert!(
        notes_text(&all[0]).contains("1 feed in the list"),
        "{}",
        notes_text(&all[0])
    );
    let found = records(
        &all[0],
        "<article><h2>One</h2><p>Text</p></article><article><h2>Two</h2></article>",
    );
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].title.as_str(), found[0].text.as_str()),
        ("One", "Text")
    );
    let json = r#"{"data": {"items": [{"name": "One", "link": {"self": "/1"}}, {"name": "Two", "link": {"self": "/2"}}]}}"#;
    let (items, _) = listed(&all[1], json);
    assert_eq!(items.len(), 2);
    assert_eq!(items[1].0, "https://a.example/2");
    assert_eq!(items[1].1[0].1, Value::One("Two".to_owned()));
}

#[test]
fn broken_lists_say_where() {
    let error = fails(
        ImportFormat::Opml,
        "<opml><body>\n<outline text=\"a\" xmlUrl=\"https://a.example/\"></body></opml>",
    );
    assert!(
        matches!(error, ImportError::Xml { line: 2, .. }),
        "{error:?}"
    );
    let laughs = "<!DOCTYPE opml [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]>\n<opml><body><outline xmlUrl=\"&b;\"/></body></opml>";
    let error = fails(ImportFormat::Opml, laughs);
    assert!(
        matches!(error, ImportError::Entities { line: 1, .. }),
        "{error:?}"
    );
    let deep = format!("<opml>{}", "<outline>".repeat(10_000));
    assert!(matches!(
        fails(ImportFormat::Opml, &deep),
        ImportError::TooDeep { .. }
    ));
    assert!(matches!(
        fails(ImportFormat::Opml, "<rss><opml/></rss>"),
        ImportError::NotThisFormat { .. }
    ));
    assert_eq!(
        fails(ImportFormat::Opml, "<opml><body/></opml>"),
        ImportError::Nothing
    );
}
