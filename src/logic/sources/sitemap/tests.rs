//! Tests of the reader of sitemaps, over samples written from the protocol.

use proptest::prelude::*;

use super::*;

fn read(text: &str) -> Value {
    sitemap(text).expect("a sitemap")
}

#[test]
fn sets_of_addresses_are_read() {
    let text = "<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'
        xmlns:n='http://www.google.com/schemas/sitemap-news/0.9' xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'
        xmlns:x='http://www.w3.org/1999/xhtml'>
      <url><loc> http://a.example/1?a=1&amp;b=2 </loc><lastmod>2026-01-05</lastmod><changefreq>daily</changefreq>
        <priority>0.8</priority><image:image><image:loc>http://a.example/1.jpg</image:loc></image:image>
        <x:link rel='alternate' hreflang='zh' href='http://a.example/zh/1'/></url>
      <url><loc>http://a.example/2</loc><n:news><n:publication><n:name>Paper</n:name><n:language>en</n:language></n:publication>
        <n:publication_date>2026-01-06T08:00:00Z</n:publication_date><n:title>A &amp;amp; B</n:title></n:news></url>
      <url><lastmod>2026</lastmod></url>
      <url><loc><![CDATA[http://a.example/3?x&y;z]]></loc>";
    let found = read(text);
    let entries = found["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 3);
    assert_eq!(entries[0]["url"], "http://a.example/1?a=1&b=2");
    assert_eq!(
        (&entries[0]["lastmod"], &entries[0]["priority"]),
        (&"2026-01-05".into(), &"0.8".into())
    );
    assert_eq!(entries[0]["images"][0], "http://a.example/1.jpg");
    assert_eq!(entries[0]["alternates"][0], "http://a.example/zh/1");
    assert_eq!(
        (&entries[1]["title"], &entries[1]["date"]),
        (&"A & B".into(), &"2026-01-06T08:00:00Z".into())
    );
    assert_eq!(
        (&entries[1]["publication"], &entries[1]["language"]),
        (&"Paper".into(), &"en".into())
    );
    assert_eq!(entries[2]["url"], "http://a.example/3?x&y;z");
}

#[test]
fn indexes_lists_and_feeds_are_sitemaps_too() {
    let index = "<sitemapindex><sitemap><loc>http://a.example/s1.xml.gz</loc><lastmod>2026-01-05</lastmod></sitemap>
        <sitemap><loc>http://a.example/s2.xml</loc></sitemap></sitemapindex>";
    let found = read(index);
    assert_eq!(found["maps"].as_array().unwrap().len(), 2);
    assert_eq!(found["maps"][0]["lastmod"], "2026-01-05");
    let list =
        read("\u{feff}http://a.example/1\r\n\r\nhttp://a.example/2\nnot one\nhttp://a.example/3");
    assert_eq!(list["entries"].as_array().unwrap().len(), 3);
    let feed = read("<rss><channel><item><link>http://a.example/1</link></item></channel></rss>");
    assert_eq!(feed["entries"][0]["url"], "http://a.example/1");
    for other in [
        "<html><body>404</body></html>",
        "words\nand words",
        "",
        "<urls/>",
    ] {
        assert!(sitemap(other).is_none(), "{other}");
    }
}

#[test]
fn prefixed_and_damaged_sitemaps_are_read() {
    let prefixed = "<sm:urlset xmlns:sm='http://www.sitemaps.org/schemas/sitemap/0.9'><sm:url><sm:loc>http://a.example/1</sm:loc></sm:url></sm:urlset>";
    assert_eq!(read(prefixed)["entries"][0]["url"], "http://a.example/1");
    let unclosed =
        "<urlset><url><loc>http://a.example/1</loc><url><loc>http://a.example/2</loc></urlset>";
    assert_eq!(read(unclosed)["entries"].as_array().unwrap().len(), 2);
}

#[test]
fn large_sitemaps_are_read_in_time() {
    let one = "<url><loc>http://a.example/page</loc><lastmod>2026-01-05</lastmod></url>";
    let text = format!("<urlset>{}</urlset>", one.repeat(60_000));
    assert_eq!(read(&text)["entries"].as_array().unwrap().len(), 60_000);
}

proptest! {
    #[test]
    fn any_text_is_read(text in "(<(/?)(urlset|sitemapindex|url|sitemap|loc|lastmod)>|http://a\\.example/[a-z]{0,3}|[&;<\n]){0,40}") {
        let _ = sitemap(&text);
        let _ = sitemap(&format!("<urlset>{text}"));
    }
}
