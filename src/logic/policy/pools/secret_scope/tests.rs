//! Tests and properties of where secrets may be sent.

use proptest::prelude::*;

use super::*;

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

fn scope_of(text: &str) -> SecretScope {
    SecretScope::of_sites([&url(text)])
}

#[test]
fn a_secret_stays_at_the_site_it_was_given_for() {
    for (at, to, allowed) in [
        (
            "https://www.example.co.uk/",
            "https://login.example.co.uk/x",
            true,
        ),
        (
            "https://www.example.co.uk/",
            "https://example.co.uk.:443/",
            true,
        ),
        ("https://www.example.co.uk/", "https://other.co.uk/", false),
        ("https://example.org/", "http://example.org/", false),
        ("http://example.org/", "https://sso.example.org/", true),
        ("http://example.org/", "http://example.org:8080/", true),
        ("https://a.github.io/", "https://b.github.io/", false),
        ("https://github.io/", "https://a.github.io/", false),
        (
            "https://example.org/",
            "https://example.org.evil.net/",
            false,
        ),
        ("https://example.org/", "https://badexample.org/", false),
        (
            "https://example.org/",
            "https://example.org@evil.net/",
            false,
        ),
        (
            "http://127.0.0.1:8801/",
            "http://127.0.0.1:8801/login",
            true,
        ),
        (
            "http://127.0.0.1:8801/",
            "https://127.0.0.1:8801/login",
            true,
        ),
        (
            "https://127.0.0.1:8801/",
            "http://127.0.0.1:8801/login",
            false,
        ),
        (
            "http://127.0.0.1:8801/",
            "http://127.0.0.1:8802/login",
            false,
        ),
        (
            "http://127.0.0.1:8801/",
            "http://127.0.0.2:8801/login",
            false,
        ),
        ("http://[::1]:81/", "http://[::1]:81/", true),
        ("http://[::1]:81/", "http://[::1]:82/", false),
        ("http://intranet/", "http://intranet:80/", true),
        ("http://intranet/", "http://intranet:81/", false),
        ("http://intranet/", "http://localhost/", false),
        ("http://1.2.3.4/", "http://9.2.3.4/", false),
        ("https://例え.jp/", "https://www.xn--r8jz45g.jp/", true),
        ("https://example.org/", "data:text/html,x", false),
    ] {
        assert_eq!(scope_of(at).allows(&url(to)), allowed, "{at} → {to}");
    }
    assert!(!SecretScope::default().allows(&url("https://example.org/")));
}

#[test]
fn an_exact_place_is_one_host_and_port() {
    let mail = SecretScope::only(SecretPlace::at(true, "smtp.example.org", 465));
    let allows =
        |secure, host, port| mail.allows_place(&SecretPlace::at(secure, host, port).unwrap());
    assert!(allows(true, "SMTP.example.org.", 465));
    assert!(!allows(false, "smtp.example.org", 465));
    assert!(!allows(true, "smtp.example.org", 587));
    assert!(!allows(true, "other.example.org", 465));
    assert_eq!(SecretPlace::at(true, " ", 1), None);
}

#[test]
fn people_name_hosts_with_and_without_schemes() {
    for (text, shown) in [
        ("login.example.org", "https://example.org"),
        (" http://login.example.org/in?x ", "http://example.org"),
        ("127.0.0.2:8802", "http://127.0.0.2:8802"),
        ("https://127.0.0.2:8802", "https://127.0.0.2:8802"),
        ("intranet", "http://intranet:80"),
        ("[::1]:81", "http://[::1]:81"),
    ] {
        assert_eq!(
            SecretPlace::named(text).unwrap().to_string(),
            shown,
            "{text}"
        );
    }
    for wrong in [
        "",
        "  ",
        "ftp://example.org",
        "http://",
        "a b",
        "socks5://h:1",
    ] {
        assert_eq!(SecretPlace::named(wrong), Err(NoPlace), "{wrong}");
    }
}

#[test]
fn cookies_belong_by_their_host() {
    let scope = scope_of("https://www.example.org/");
    assert!(scope.is_of_host(".Example.org"));
    assert!(scope.is_of_host("a.example.org"));
    assert!(!scope.is_of_host("org"));
    assert!(!scope.is_of_host("evil.net"));
    assert!(scope_of("http://127.0.0.1:8801/").is_of_host("127.0.0.1"));
}

fn host() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,5}(\\.[a-z]{1,4}){0,3}",
        "[0-9]{1,2}\\.0\\.0\\.[0-9]{1,2}",
        Just("[::1]".to_owned()),
        Just("a.github.io".to_owned()),
        Just("x.co.uk".to_owned()),
    ]
}

fn address() -> impl Strategy<Value = Url> {
    (any::<bool>(), host(), prop::option::of(1_u16..99)).prop_filter_map(
        "an address",
        |(secure, host, port)| {
            let scheme = if secure { "https" } else { "http" };
            let port = port.map(|port| format!(":{port}")).unwrap_or_default();
            Url::parse(&format!("{scheme}://{host}{port}/")).ok()
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_down_reads_the_same(at in address()) {
        let place = SecretPlace::of_site(&at).unwrap();
        prop_assert_eq!(SecretPlace::try_from(place.to_string()), Ok(place.clone()));
        let scope = SecretScope::only(Some(place));
        let text = serde_json::to_string(&scope).unwrap();
        prop_assert_eq!(serde_json::from_str::<SecretScope>(&text).unwrap(), scope);
    }

    #[test]
    fn a_secret_returns_to_where_it_was_given(at in address()) {
        prop_assert!(SecretScope::of_sites([&at]).allows(&at));
        let exact = SecretScope::only(SecretPlace::exact(&at));
        prop_assert!(exact.allows(&at));
    }

    #[test]
    fn a_secret_never_leaves_the_site_nor_the_secured_way(at in address(), to in address()) {
        if SecretScope::of_sites([&at]).allows(&to) {
            prop_assert!(crate::page::same_site(&at, &to));
            prop_assert!(at.scheme() == "http" || to.scheme() == "https");
        }
        if SecretScope::only(SecretPlace::exact(&at)).allows(&to) {
            prop_assert_eq!(at.host_str(), to.host_str());
            prop_assert_eq!(at.port_or_known_default(), to.port_or_known_default());
        }
    }

    #[test]
    fn nothing_typed_panics(text in ".{0,40}") {
        let _ = SecretPlace::named(&text);
        let _ = SecretPlace::try_from(text);
    }
}
