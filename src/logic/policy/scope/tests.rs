//! Tests of scope rules, alone and combined.

use regex::Regex;

use super::*;

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

#[track_caller]
fn check(rule: impl ScopeRule + 'static, admitted: &[&str], refused: &[&str]) {
    let mut scope = Scope::default();
    let token = rule.token();
    scope.add(rule);
    for text in admitted {
        assert_eq!(
            scope.refusal(LinkCandidate {
                url: &url(text),
                depth: 3
            }),
            None,
            "{text}"
        );
    }
    for text in refused {
        let refusal = scope.refusal(LinkCandidate {
            url: &url(text),
            depth: 3,
        });
        assert_eq!(refusal, Some(token), "{text}");
    }
}

#[test]
fn each_rule_refuses_what_it_is_for() {
    let pattern = |text: &str| vec![Regex::new(text).unwrap()];
    let (page, picture) = (
        "http://h.example/news/a.html",
        "http://h.example/news/a.PNG",
    );
    check(Allow(pattern("/news/")), &[page], &["http://h.example/"]);
    check(Allow::default(), &[page], &[]);
    check(Deny(pattern("[.]PNG$")), &[page], &[picture]);
    check(Depth(3), &[page], &[]);
    check(Depth(2), &[], &[page]);
    check(
        NoPages::default(),
        &[page, "http://h.example/", "http://h.example/v1.2/x"],
        &[picture],
    );
    check(
        NoPages {
            but: pattern("/news/"),
        },
        &[picture],
        &[],
    );
    check(
        Ending::new([".html", ""]),
        &[page, "http://h.example/x"],
        &["http://h.example/x.php"],
    );
    let folders = || Folder(vec!["/news/".to_owned(), "/a".to_owned()]);
    check(
        folders(),
        &[page, "http://h.example/news", "http://h.example/ab"],
        &["http://h.example/"],
    );
}

#[test]
fn crawls_stay_where_they_are_to() {
    let near = |within| CrawlBounds::near(vec![url("http://news.h.example/de/")], within);
    let host = ["http://news.h.example/x", "https://news.h.example/x"];
    let others = ["http://www.h.example/x", "http://news.h.example:81/x"];
    check(near(Within::Host), &host, &others);
    check(
        near(Within::Site),
        &host,
        &["http://other.example/", "http://xh.example/"],
    );
    check(near(Within::Site), &others, &[]);
    check(
        near(Within::Folder),
        &["http://news.h.example/de/x/y"],
        &host,
    );
    assert_eq!(Within::from_token("site"), Some(Within::Site));
    assert_eq!(Within::from_token("world"), None);
}
