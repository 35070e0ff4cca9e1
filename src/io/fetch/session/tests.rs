//! Tests of where cookies and secrets are sent.

use std::borrow::Cow;

use super::*;

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

fn taking(session: &Session, from: &str, line: &str) {
    let mut headers = HeaderMap::new();
    headers.append(SET_COOKIE, HeaderValue::from_str(line).unwrap());
    session.take_cookies(&url(from), &headers);
}

fn line(session: &Session, to: &str) -> String {
    session
        .cookie_line(&url(to))
        .map(|v| super::super::answer::text(v.as_bytes()))
        .unwrap_or_default()
}

#[test]
fn cookies_go_back_where_they_came_from() {
    let session = Session::new(None, None, None);
    taking(&session, "http://a.example/x/y", "short=1; Path=/");
    taking(&session, "http://a.example/x/y", "long=2; Path=/x");
    assert_eq!(line(&session, "http://a.example/x/z"), "long=2; short=1");
    assert_eq!(line(&session, "http://a.example/other"), "short=1");
    assert_eq!(line(&session, "http://b.example/x/z"), "");
    taking(&session, "http://a.example/", "short=; Path=/; Max-Age=0");
    assert_eq!(line(&session, "http://a.example/other"), "");
}

#[test]
fn clones_and_other_ways_share_cookies() {
    let session = Session::new(None, None, None);
    let other = session.through(None);
    taking(&session, "http://a.example/", "sid=1");
    assert_eq!(line(&other, "http://a.example/"), "sid=1");
}

#[test]
fn cookies_survive_being_kept() {
    let session = Session::new(None, None, None);
    taking(&session, "http://a.example/", "sid=abc");
    taking(&session, "http://evil.example/", "planted=1");
    let site = Url::parse("http://www.a.example/").unwrap();
    let kept = session.cookies(&SecretScope::of_sites([&site]));
    let later = Session::new(None, None, None);
    later.set_cookies(&Secret::new("{damaged"));
    later.set_cookies(&kept);
    assert_eq!(line(&later, "http://a.example/"), "sid=abc");
    assert_eq!(line(&later, "http://evil.example/"), "", "a stranger's");
    later.set_cookies(&Secret::new("{damaged"));
    assert_eq!(line(&later, "http://a.example/"), "sid=abc");
}

#[test]
fn what_lets_somebody_in_is_masked_and_nothing_else() {
    let session = Session::new(None, None, None).with_headers([
        ("Authorization", "Bearer tok-12345"),
        ("X-Reader", "ordinary"),
    ]);
    taking(&session, "http://a.example/", "PHPSESSID=abcdef0123");
    taking(&session, "http://a.example/", "kept=fedcba9876; HttpOnly");
    taking(&session, "http://a.example/", "theme=dark-blue-1");
    taking(&session, "http://a.example/", "sid=1");
    let page = b"1 abcdef0123 fedcba9876 dark-blue-1 ordinary tok-12345 \xff abcdef0123";
    let masked = b"1 ********** ********** dark-blue-1 ordinary ********* \xff **********";
    assert_eq!(session.masked(page).as_ref(), masked);
    assert!(matches!(session.masked(b"nothing"), Cow::Borrowed(_)));
}

#[test]
fn a_user_agent_that_no_header_can_hold_is_replaced() {
    let broken = Session::new(None, None, Some("a\r\nb".to_owned()));
    assert_eq!(broken.user_agent(), USER_AGENT);
    let own = Session::new(None, None, Some("Reader/1".to_owned()));
    assert_eq!(own.user_agent(), "Reader/1");
}

#[test]
fn a_secret_header_goes_to_its_origin_alone() {
    let session = Session::new(None, None, None);
    let secret = Secret::new("Bearer t0k");
    assert!(session.set_credentials(&url("https://a.example/in"), "authorization", &secret));
    let sent = |to: &str| session.credentials_for(&url(to)).is_some();
    assert!(sent("https://a.example/x"));
    assert!(!sent("http://a.example/x") && !sent("https://b.example/x"));
    assert!(!sent("https://a.example:8443/x"));
    assert!(!session.set_credentials(&url("https://a.example/"), "a", &Secret::new("a\nb")));
    session.forget_login();
    assert!(!sent("https://a.example/x"));
}

#[test]
fn brought_cookies_go_where_they_belong_and_tell_their_end() {
    let session = Session::new(None, None, None);
    let text = "#HttpOnly_a.example\tFALSE\t/\tFALSE\t2000000000\tsid\tv\n\
        .a.example\tTRUE\t/x\tTRUE\t2100000000\tb\tw\n127.0.0.1\tFALSE\t/\tFALSE\t0\tc\tz";
    let list = bowerbird_logic::policy::pools::cookies::read_cookies(text, "a.example");
    assert_eq!(session.bring_cookies(&list.cookies), 3);
    assert_eq!(line(&session, "http://a.example/x"), "sid=v");
    assert_eq!(line(&session, "https://low.a.example/x"), "b=w");
    assert_eq!(line(&session, "http://127.0.0.1:81/"), "c=z");
    let end = session.cookies_until().map(|end| end.as_second());
    assert_eq!(end, Some(2_000_000_000));
}

#[test]
fn cookies_of_an_account_never_go_down_to_http_nor_to_another_port() {
    let session = Session::new(None, None, None);
    taking(&session, "https://a.example/", "sid=1");
    taking(&session, "http://10.0.0.1:81/", "sid=2");
    taking(&session, "http://other.example/", "consent=1");
    let given = ["https://a.example/", "http://10.0.0.1:81/"].map(|at| Url::parse(at).unwrap());
    session.belong_to_account(&SecretScope::of_sites(&given));
    for (url, expected) in [
        ("https://a.example/", "sid=1"),
        ("http://a.example/", ""),
        ("http://10.0.0.1:81/", "sid=2"),
        ("http://10.0.0.1:82/", ""),
        ("http://other.example/", "consent=1"),
    ] {
        assert_eq!(line(&session, url), expected, "{url}");
        assert_eq!(line(&session.with_own_cookies(), url), expected, "{url}");
    }
    session.forget_login();
    taking(&session, "https://a.example/", "sid=3");
    assert_eq!(line(&session, "http://a.example/"), "sid=3");
}

#[test]
fn the_header_of_an_account_is_masked_too() {
    let session = Session::new(None, None, None);
    let here = url("http://a.example/");
    let masked = |value: &str, page: &str| {
        assert!(session.set_credentials(&here, "authorization", &Secret::new(value)));
        String::from_utf8_lossy(&session.masked_part(page.as_bytes())).into_owned()
    };
    let page = "Your key: ApiKeyOfAnn-4711.";
    assert_eq!(
        masked("ApiKeyOfAnn-4711", page),
        "Your key: ****************."
    );
    assert_eq!(
        masked("Bearer ApiKeyOfAnn-4711", page),
        "Your key: ****************."
    );
    // ann:the-password
    let basic = "Basic YW5uOnRoZS1wYXNzd29yZA==";
    assert_eq!(masked(basic, "It is the-password."), "It is ************.");
    assert_eq!(
        masked(basic, "YW5uOnRoZS1wYXNzd29yZA== yes"),
        "************************ yes"
    );
}

#[test]
fn a_secret_that_is_cut_off_is_masked_as_far_as_it_came() {
    let session = Session::new(None, None, None);
    let here = url("http://a.example/");
    assert!(session.set_credentials(&here, "x-key", &Secret::new("ApiKeyOfAnn-4711")));
    let part = session.masked_part(b"Your key: ApiKeyOfAnn-471");
    assert_eq!(part.as_ref(), b"Your key: ***************");
    let whole = session.masked_part(b"Nothing of it");
    assert!(matches!(whole, Cow::Borrowed(_)));
}
