//! Tests of parsing and matching robots.txt.

use std::time::Duration;

use proptest::prelude::*;

use super::robots_txt::matches;
use super::*;

fn allowed(text: &str, agent: &str, path: &str) -> bool {
    Robots::parse(text).check(agent, path).allowed
}

#[test]
fn the_longest_rule_wins_and_allow_wins_ties() {
    let text =
        "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /t\nDisallow: /t\n";
    for (path, expected) in [
        ("/", true),
        ("/a", false),
        ("/a/b", true),
        ("/a/b/c?d", false),
        ("/t", true),
        ("/A", true),
    ] {
        assert_eq!(allowed(text, "x", path), expected, "{path}");
    }
}

#[test]
fn patterns_have_stars_and_an_end() {
    for (pattern, path, expected) in [
        ("/*.pdf$", "/a/b.pdf", true),
        ("/*.pdf$", "/a/b.pdf?x", false),
        ("/*.pdf", "/a/b.pdf?x", true),
        ("/a*b*c", "/axbyc", true),
        ("/a*b*c", "/acb", false),
        ("/a**b$", "/ab", true),
        ("*", "/", true),
        ("/a$b", "/a$bc", true),
        ("/a*a$", "/a", false),
        ("/a*ab$", "/aab", true),
        ("/$", "/", true),
        ("/$", "/a", false),
        ("/*a*a*a*a*a*a*b", "/aaaaaaaaaaaaaaaaaaaaaaaa", false),
    ] {
        assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
    }
}

#[test]
fn groups_of_one_agent_are_merged_and_shared() {
    let text = "User-agent: a\nUser-agent: b\nDisallow: /x\nCrawl-delay: 1\n\n\
        User-agent: *\nDisallow: /\n\nUser-agent: A\nDisallow: /y\nCrawl-delay: 3\n";
    assert!(!allowed(text, "a", "/x"));
    assert!(!allowed(text, "a", "/y"));
    assert!(allowed(text, "b", "/y"));
    assert!(!allowed(text, "c", "/z"));
    let delay = |agent| Robots::parse(text).check(agent, "/").crawl_delay;
    assert_eq!(delay("a"), Some(Duration::from_secs(3)));
    assert_eq!(delay("b"), Some(Duration::from_secs(1)));
    assert_eq!(delay("c"), None);
}

#[test]
fn a_group_without_rules_allows_all() {
    assert!(allowed(
        "User-agent: *\nDisallow: /\nUser-agent: a\nDisallow:\n",
        "a",
        "/x"
    ));
    assert!(allowed("", "a", "/x"));
    assert!(allowed("Disallow: /\n", "a", "/x"));
}

#[test]
fn line_ends_marks_and_comments_do_not_matter() {
    for text in [
        "\u{feff}User-agent: *\r\nDisallow: /x # why\r\n",
        "User-agent: *\rDisallow: /x\r",
        "  USER-AGENT : * \n\n# a\n\tdisallow:/x",
        "user agent *\nuseragent: *\ndissallow /x\n",
        "User-agent: * and friends\nInvalid: 1\nDisallow: /x\n",
    ] {
        assert!(!allowed(text, "a", "/x/y"), "{text:?}");
        assert!(allowed(text, "a", "/y"), "{text:?}");
    }
}

#[test]
fn names_are_compared_by_their_token() {
    let text = "User-agent: Bowerbird/2.0\nDisallow: /x\n";
    assert!(!allowed(text, "bowerbird", "/x"));
    assert!(allowed(text, "Bower", "/x"));
    assert!(allowed(text, "Bowerbirds", "/x"));
}

#[test]
fn characters_beyond_ascii_match_their_escapes() {
    let text = "User-agent: *\nDisallow: /文章\nDisallow: /%e4%b8%ad\n";
    assert!(!allowed(text, "a", "/%E6%96%87%E7%AB%A0/1"));
    assert!(!allowed(text, "a", "/%E4%B8%AD"));
    assert!(!allowed(text, "a", "/%e4%B8%ad"));
}

#[test]
fn an_allowed_index_page_opens_its_folder() {
    let text = "User-agent: *\nAllow: /a/index.html\nDisallow: /\n";
    assert!(allowed(text, "x", "/a/"));
    assert!(!allowed(text, "x", "/a/b"));
    assert!(!allowed(text, "x", "/"));
}

#[test]
fn delays_and_sitemaps_are_read() {
    let text = "Sitemap: http://a.example/1.xml\nUser-agent: *\nCrawl-delay: 0.5\n\
        Crawl-delay: soon\nCrawl-delay: -1\nCrawl-delay: 1e300\nCrawl-delay: NaN\nsite-map: /2.xml\nsitemap:\n";
    let robots = Robots::parse(text);
    let delay = robots.check("a", "/").crawl_delay;
    assert_eq!(delay, Some(Duration::from_millis(500)));
    assert_eq!(robots.sitemaps(), ["http://a.example/1.xml", "/2.xml"]);
}

#[test]
fn the_deciding_rule_is_told() {
    let robots = Robots::parse("User-agent: *\nDisallow: /x*y\nAllow: /\n");
    let rule = |path| robots.check("a", path).rule;
    assert_eq!(rule("/xzy").as_deref(), Some("Disallow: /x*y"));
    assert_eq!(rule("/z").as_deref(), Some("Allow: /"));
    assert_eq!(Robots::default().check("a", "/").rule, None);
}

/// A slow reference implementation of matching.
fn matches_slowly(pattern: &[u8], path: &[u8]) -> bool {
    match pattern.split_first() {
        None => true,
        Some((b'$', [])) => path.is_empty(),
        Some((b'*', rest)) => (0..=path.len()).any(|at| matches_slowly(rest, &path[at..])),
        Some((c, rest)) => path.first() == Some(c) && matches_slowly(rest, &path[1..]),
    }
}

proptest! {
    #[test]
    fn matching_is_what_it_should_be(pattern in "/[ab*]{0,6}\\$?", path in "/[ab]{0,8}") {
        let expected = matches_slowly(pattern.as_bytes(), path.as_bytes());
        prop_assert_eq!(matches(&pattern, &path), expected);
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,80}", path in "/\\PC{0,20}") {
        let _ = Robots::parse(&text).check("a", &path);
        let _ = Robots::parse(&format!("User-agent: *\nDisallow: {text}")).check("a", &path);
    }
}
