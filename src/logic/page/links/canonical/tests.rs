//! Addresses and their canonical form.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn check_with(how: &Canonical, url: &str, expected: &str) {
    let found = how.of(&Url::parse(url).unwrap());
    assert_eq!(found.as_str(), expected, "{url}");
    assert_eq!(how.other(url).as_deref().unwrap_or(url), expected);
}

#[track_caller]
fn check(url: &str, expected: &str) {
    check_with(&Canonical::default(), url, expected);
    check_with(&Canonical::default(), expected, expected);
}

#[test]
fn addresses_take_their_one_form() {
    for (url, expected) in [
        ("http://h.example/a", "http://h.example/a"),
        ("http://h.example/a#b", "http://h.example/a"),
        ("http://h.example/#!/a", "http://h.example/"),
        ("http://h.example/a?", "http://h.example/a"),
        ("http://h.example/a?x=1&&y=2&", "http://h.example/a?x=1&y=2"),
        (
            "http://h.example/a?utm_source=x&id=7&fbclid=y",
            "http://h.example/a?id=7",
        ),
        (
            "http://h.example/a?id=7&amp;utm_medium=rss",
            "http://h.example/a?id=7",
        ),
        ("http://h.example/a?UTM_Source=x", "http://h.example/a"),
        ("http://h.example./a?x", "http://h.example/a?x"),
        (
            "http://h.example/%7eann/%e4%b8%ad",
            "http://h.example/~ann/%E4%B8%AD",
        ),
        (
            "http://h.example/a?q=%d6%d0%41",
            "http://h.example/a?q=%D6%D0A",
        ),
        (
            "http://h.example/a?x=100%&y=%7e",
            "http://h.example/a?x=100%&y=%7e",
        ),
        ("http://h.example/%%34%31", "http://h.example/%%34%31"),
        (
            "http://h.example/a;jsessionid=1A2B3C.w1?p=2",
            "http://h.example/a?p=2",
        ),
        (
            "http://h.example/a;v=2/b;JSESSIONID=1",
            "http://h.example/a;v=2/b",
        ),
        ("http://h.example/x/..;jsessionid=1/b", "http://h.example/b"),
        (
            "http://h.example/(S(lit3py55t21z5v55vlm25s55))/a.aspx",
            "http://h.example/a.aspx",
        ),
        ("http://h.example/f(x)/a", "http://h.example/f(x)/a"),
        (
            "http://h.example/a?PHPSESSID=1&b=2",
            "http://h.example/a?b=2",
        ),
        (
            "http://h.example/t?sid=0123456789abcdef0123456789abcdef&t=5",
            "http://h.example/t?t=5",
        ),
        ("http://h.example/t?sid=5", "http://h.example/t?sid=5"),
        (
            "http://h.example/t?s=search+words",
            "http://h.example/t?s=search+words",
        ),
        ("http://h.example/t?b=1&a=2", "http://h.example/t?b=1&a=2"),
        ("http://h.example/index.html", "http://h.example/index.html"),
    ] {
        check(url, expected);
    }
    // The URL standard alone.
    check_with(
        &Canonical::default(),
        "HTTP://Müller.Example:80/a/../b",
        "http://xn--mller-kva.example/b",
    );
}

#[test]
fn a_rule_says_more() {
    let how = Canonical {
        tracking: false,
        sort: true,
        strip: Names::new(["From", "ad_*"]),
        keep: Names::new(["sid"]),
        index: vec!["index.php".to_owned()],
        rewrite: vec![
            (Regex::new("#!/?(.*)$").unwrap(), "?page=$1".to_owned()),
            (
                Regex::new("^http://m\\.").unwrap(),
                "http://www.".to_owned(),
            ),
            (
                Regex::new("^.*nonsense.*$").unwrap(),
                "no address".to_owned(),
            ),
        ],
        ..Canonical::default()
    };
    let sid = "0123456789abcdef0123456789abcdef";
    for (url, expected) in [
        (
            "http://h.example/a?b=1&a=2&from=x&ad_x=1",
            "http://h.example/a?a=2&b=1".to_owned(),
        ),
        (
            "http://h.example/a?utm_source=1",
            "http://h.example/a?utm_source=1".to_owned(),
        ),
        (
            &format!("http://h.example/a?sid={sid}"),
            format!("http://h.example/a?sid={sid}"),
        ),
        (
            "http://m.h.example/x/index.php",
            "http://www.h.example/x/".to_owned(),
        ),
        (
            "http://h.example/#!/news",
            "http://h.example/?page=news".to_owned(),
        ),
        (
            "http://h.example/nonsense",
            "http://h.example/nonsense".to_owned(),
        ),
    ] {
        check_with(&how, url, &expected);
    }
    let all = Canonical {
        strip: Names::new(["*"]),
        keep: Names::new(["id"]),
        ..Canonical::default()
    };
    check_with(
        &all,
        "http://h.example/?x=1&id=2&y=3",
        "http://h.example/?id=2",
    );
    check_with(
        &Canonical::bare(),
        "http://h.example/?utm_source=1#x",
        "http://h.example/?utm_source=1",
    );
}

#[test]
fn dots_at_the_end_of_a_host_say_nothing() {
    for host in ["h.example", "h.example.", "h.example%2e........"] {
        let url = Url::parse(&format!("http://{host}/a"));
        let url = url.map(|url| Canonical::default().of(&url));
        assert_eq!(url.map(String::from), Ok("http://h.example/a".to_owned()));
    }
}

proptest! {
    #[test]
    fn the_one_form_is_its_own(
        url in "https?://(h|h[.]|www[.]h[.]org|[0-9]{1,3}[.]1)(:80|:81)?(/|[.]|[.][.]|a|%2e|%41|%|%e4|;jsessionid=1|;v|[(]S[(][a-z]{16}[)][)]|index[.]html|中){0,8}([?](a=1|&|utm_x=2|sid=[0-9a-f]{32}|%|%7e|=|b|amp;|;|s=[a-z0-9]{16}){0,6})?(#!?x)?",
        sort: bool, index: bool,
    ) {
        if let Ok(url) = Url::parse(&url) {
            let how = Canonical {
                sort,
                index: if index { vec!["index.html".to_owned(), String::new()] } else { Vec::new() },
                ..Canonical::default()
            };
            let once = how.of(&url);
            let twice = how.of(&once);
            prop_assert_eq!(once.as_str(), twice.as_str());
            prop_assert_eq!(once.fragment(), None);
            prop_assert_eq!(how.other(once.as_str()), None);
            prop_assert_eq!(Url::parse(once.as_str()).unwrap(), once);
        }
    }

    #[test]
    fn any_address_has_one(text in "[!-~]{0,40}") {
        if let Ok(url) = Url::parse(&format!("http://h.example/{text}")) {
            let how = Canonical::default();
            let once = how.of(&url);
            prop_assert_eq!(how.of(&once), once);
        }
    }
}
