//! Feeds and sitemaps that a page names, for programs or for people. Input: a page. Output:
//! addresses, the most useful first. It reads the page only and sends no requests.

use scraper::ElementRef;
use url::Url;

use super::FeedLink;
use crate::page::{Page, collapse};

/// The maximum number of feeds of a page.
const MAX_FEEDS: usize = 12;
/// The maximum length of a title, in characters.
const MAX_TITLE: usize = 80;
/// Media types that always denote a feed.
const FEED_TYPES: [&str; 5] = [
    "application/rss+xml",
    "application/atom+xml",
    "application/feed+json",
    "application/rdf+xml",
    "application/x.atom+xml",
];
/// Media types that denote a feed if the address or title says so.
const OPEN_TYPES: [&str; 4] = [
    "text/xml",
    "application/xml",
    "application/json",
    "application/x-rss+xml",
];
/// Parts of an address that indicate a feed.
const FEED_WORDS: [&str; 7] = ["feed", "feeds", "rss", "rss2", "atom", "rdf", "xml_feed"];
/// File extensions that indicate a feed.
const FEED_ENDINGS: [&str; 3] = [".rss", ".atom", ".rdf"];
/// Common link texts for a feed.
const FEED_LABELS: [&str; 8] = [
    "rss", "atom", "feed", "feeds", "订阅", "訂閱", "聚合", "xml",
];
/// Names of comment feeds, which lack the entries themselves.
const OF_COMMENTS: [&str; 5] = ["comment", "评论", "評論", "kommentar", "commentaires"];

/// The feeds that `page` names, the preferred one first.
pub(super) fn feeds(page: &Page) -> Vec<FeedLink> {
    let mut found: Vec<FeedLink> = Vec::new();
    for element in page.elements() {
        let feed = match element.value().name() {
            "link" => declared(page, element),
            "a" => linked(page, element),
            _ => None,
        };
        let Some(feed) = feed else { continue };
        if !found.iter().any(|known| known.url == feed.url) {
            found.push(feed);
        }
    }
    found.sort_by_key(|feed| (!feed.declared, of_comments(feed)));
    found.truncate(MAX_FEEDS);
    found
}

/// The sitemaps for programs that `page` names.
pub(super) fn sitemaps(page: &Page) -> Vec<Url> {
    let mut found: Vec<Url> = Vec::new();
    for element in page.elements() {
        let name = element.value().name();
        let rel = element.attr("rel").unwrap_or_default();
        let is_declared = name == "link" && rel.eq_ignore_ascii_case("sitemap");
        let url = match name {
            "link" | "a" => element.attr("href").and_then(|href| page.join(href)),
            _ => None,
        };
        let Some(url) = url.filter(|url| is_declared || (name == "a" && is_sitemap(url))) else {
            continue;
        };
        if !found.contains(&url) && found.len() < MAX_FEEDS {
            found.push(url);
        }
    }
    found
}

fn is_sitemap(url: &Url) -> bool {
    let file = url.path().rsplit('/').next().unwrap_or_default();
    let file = file.to_ascii_lowercase();
    file.contains("sitemap") && (file.ends_with(".xml") || file.ends_with(".xml.gz"))
}

fn declared(page: &Page, element: ElementRef<'_>) -> Option<FeedLink> {
    let rel = element.attr("rel")?.to_ascii_lowercase();
    let mut rels = rel.split_whitespace();
    if !rels.any(|r| r == "alternate" || r == "feed") {
        return None;
    }
    let kind = element.attr("type").unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let kind = kind.to_ascii_lowercase();
    let url = page.join(element.attr("href")?.trim())?;
    let title = title(element.attr("title").unwrap_or_default());
    let open = OPEN_TYPES.contains(&kind.as_str()) || (kind.is_empty() && rel.contains("feed"));
    let is_feed = FEED_TYPES.contains(&kind.as_str())
        || (open && (is_feed_address(&url) || title.to_lowercase().contains("rss")));
    is_feed.then_some(FeedLink {
        url,
        title,
        declared: true,
    })
}

/// A link that clearly points to a feed: its own address says so, not that of a service which
/// receives the address as a parameter.
fn linked(page: &Page, element: ElementRef<'_>) -> Option<FeedLink> {
    let href = element.attr("href")?.trim();
    let url = page.join(href)?;
    let kind = element.attr("type").unwrap_or_default();
    let typed = FEED_TYPES.contains(&kind);
    let mut said: String = element.text().take(8).collect();
    for name in ["title", "aria-label", "class"] {
        said.push(' ');
        said.push_str(element.attr(name).unwrap_or_default());
    }
    let said = said.to_lowercase();
    let is_said = said
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| FEED_LABELS.contains(&word) || (word.contains("订阅") && word.contains("rss")));
    let plain = ends_as_feed(&url) || (is_said && is_feed_address(&url));
    let handed_on = url.as_str().matches("http").count() > 1 || url.as_str().contains("%3A%2F%2F");
    let text: String = element.text().take(8).collect();
    ((typed || plain) && !handed_on).then(|| FeedLink {
        url,
        title: title(&text),
        declared: false,
    })
}

/// Whether the last part of the path indicates a feed.
fn ends_as_feed(url: &Url) -> bool {
    let path = url.path().trim_end_matches('/').to_ascii_lowercase();
    let file = path.rsplit('/').next().unwrap_or_default();
    let stem = file
        .strip_suffix(".xml")
        .or_else(|| file.strip_suffix(".php"))
        .or_else(|| file.strip_suffix(".json"))
        .or_else(|| file.strip_suffix(".aspx"));
    let by_query = || {
        url.query_pairs()
            .any(|(name, value)| name == "feed" && FEED_WORDS.contains(&&*value))
    };
    FEED_ENDINGS.iter().any(|end| file.ends_with(end))
        || stem.is_some_and(|stem| FEED_WORDS.contains(&stem))
        || matches!(file, "feed" | "rss" | "atom")
        || by_query()
}

/// Whether some part of the address indicates a feed, and the end does not indicate a page.
fn is_feed_address(url: &Url) -> bool {
    let address = format!("{}?{}", url.path(), url.query().unwrap_or_default());
    let address = address.to_ascii_lowercase();
    let is_page = [".html", ".htm", ".shtml"];
    let is_page = is_page.iter().any(|end| url.path().ends_with(end));
    let mut parts = address.split(['/', '?', '&', '=', '.']);
    !is_page && parts.any(|part| FEED_WORDS.contains(&part))
}

fn of_comments(feed: &FeedLink) -> bool {
    let said = format!("{} {}", feed.title, feed.url.path()).to_lowercase();
    OF_COMMENTS.iter().any(|word| said.contains(word))
}

fn title(text: &str) -> String {
    collapse(text).chars().take(MAX_TITLE).collect()
}
