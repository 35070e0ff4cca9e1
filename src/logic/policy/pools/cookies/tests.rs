//! Tests cookies in every form that browsers and their tools export.

use proptest::prelude::*;

use super::*;

fn read(text: &str) -> CookieList {
    read_cookies(text, "forum.example")
}

fn only(text: &str) -> ImportedCookie {
    let list = read(text);
    assert_eq!(list.faults, [], "{text}");
    assert_eq!(list.cookies.len(), 1, "{text}");
    list.cookies[0].clone()
}

#[test]
fn the_file_of_netscape_with_http_only_lines() {
    let list = read(
        "# Netscape HTTP Cookie File\n\n.forum.example\tTRUE\t/\tTRUE\t2000000000\tsid\tabc=1\n\
         #HttpOnly_forum.example\tFALSE\t/in\tFALSE\t0\ttok\tx\r\nforum.example FALSE / FALSE 0 a b\n",
    );
    assert_eq!(list.faults, []);
    let [sid, tok, a] = list.cookies.as_slice() else {
        panic!("{list:?}");
    };
    assert_eq!((sid.name.as_str(), sid.value.as_str()), ("sid", "abc=1"));
    assert!(sid.subdomains && sid.secure && !sid.http_only);
    assert_eq!(sid.expires.map(|at| at.as_second()), Some(2_000_000_000));
    assert!(!tok.subdomains && tok.http_only && tok.expires.is_none());
    assert_eq!((tok.path.as_str(), tok.value.as_str()), ("/in", "x"));
    assert_eq!(a.value, "b");
}

#[test]
fn the_json_of_extensions_and_drivers() {
    let shapes = [
        r#"[{"domain":".forum.example","expirationDate":2000000000.5,"hostOnly":false,"httpOnly":true,
            "name":"sid","path":"/","sameSite":"lax","secure":true,"session":false,"value":"v"}]"#,
        r#"{"cookies":[{"name":"sid","value":"v","domain":".forum.example","path":"/",
            "expires":2000000000,"httpOnly":true,"secure":true,"sameSite":"Lax"}],"origins":[]}"#,
        r#"[{"Host raw":"https://.forum.example/","Name raw":"sid","Path raw":"/","Content raw":"v",
            "Expires raw":"2000000000","Send for raw":"true","HTTP only raw":"true",
            "This domain only raw":"false"}]"#,
        r#"[{"name":"sid","value":"v","domain":".forum.example","path":"/","expiry":2000000000000,
            "httpOnly":true,"secure":true}]"#,
        r#"[{"name":"sid","value":"v","domain":".forum.example","httpOnly":true,"secure":true,
            "expires":"2033-05-18T03:33:20Z"}]"#,
    ];
    for shape in shapes {
        let cookie = only(shape);
        assert_eq!((cookie.name.as_str(), cookie.value.as_str()), ("sid", "v"));
        assert_eq!(cookie.domain, "forum.example", "{shape}");
        assert!(
            cookie.subdomains && cookie.secure && cookie.http_only,
            "{shape}"
        );
        let end = cookie.expires.map(|at| at.as_second());
        assert_eq!(end, Some(2_000_000_000), "{shape}");
    }
}

#[test]
fn names_and_values_alone_are_for_the_site() {
    for text in [r#"{"sid":"v"}"#, "sid=v", "Cookie: sid=v"] {
        let cookie = only(text);
        assert_eq!((cookie.name.as_str(), cookie.value.as_str()), ("sid", "v"));
        assert_eq!(cookie.domain, "forum.example");
    }
    assert_eq!(read("a=1; b=2=3; c=").cookies.len(), 3);
}

#[test]
fn every_wrong_line_is_named_by_its_place_and_the_rest_is_kept() {
    let list = read(
        "x\tTRUE\t/\tTRUE\t0\tgood\tv\nx\tTRUE\t/\n\nx\tmaybe\t/\tTRUE\t0\tn\tv\nx\tTRUE\t/\tTRUE\tnever\tn\tv\n",
    );
    assert_eq!(list.cookies.len(), 1);
    let faults: Vec<_> = list
        .faults
        .iter()
        .map(|fault| (fault.place, fault.message.id.as_str()))
        .collect();
    let expected = [
        (2, "cookies-fields"),
        (4, "cookies-flag"),
        (5, "cookies-time"),
    ];
    assert_eq!(faults, expected);
    assert_eq!(read("{\n\"a\": ").faults[0].message.id, "cookies-json");
    assert_eq!(read("").faults[0].message.id, "cookies-none");
    assert_eq!(read("[1]").faults[0].message.id, "cookies-entry");
}

#[test]
fn cookies_of_other_sites_and_old_ones_are_left_out() {
    let text = ".forum.example\tTRUE\t/\tTRUE\t2000000000\ta\t1\n.ads.example\tTRUE\t/\tTRUE\t0\tb\t1\n\
        login.forum.example\tFALSE\t/\tTRUE\t0\tc\t1\nforum.example\tFALSE\t/\tTRUE\t5\td\t1\n\
        notforum.example\tFALSE\t/\tTRUE\t0\te\t1\nexample\tTRUE\t/\tTRUE\t0\tf\t1\n";
    let now = Timestamp::from_second(1_700_000_000).unwrap();
    let (kept, left) = read(text).for_host("forum.example", now);
    let names: Vec<_> = kept.iter().map(|cookie| cookie.name.as_str()).collect();
    assert_eq!((names, left), (vec!["a", "c"], 4));
}

#[test]
fn no_message_and_no_print_holds_a_value() {
    let list = read("x\tTRUE\t/\tTRUE\tnever\tn\ttop-secret\nx\tTRUE\t/\tTRUE\t0\tn\ttop-secret");
    assert!(!format!("{list:?}").contains("top-secret"));
}

proptest! {
    #[test]
    fn no_text_breaks_it(text in ".{0,400}") {
        let _ = read(&text);
    }

    #[test]
    fn what_a_browser_writes_comes_back(
        name in "[A-Za-z_][A-Za-z0-9_-]{0,12}",
        value in "[!-:<-~]{0,30}",
        host in "[a-z]{1,8}\\.example",
        secure in any::<bool>(),
        sub in any::<bool>(),
        http_only in any::<bool>(),
        end in proptest::option::of(1_i64..4_000_000_000),
    ) {
        let cookie = ImportedCookie {
            name, value, domain: host, subdomains: sub, path: "/".to_owned(), secure, http_only,
            expires: end.map(|end| Timestamp::from_second(end).unwrap()),
        };
        let word = |on: bool| if on { "TRUE" } else { "FALSE" };
        let line = format!(
            "# Netscape HTTP Cookie File\n{}{}\t{}\t/\t{}\t{}\t{}\t{}",
            if http_only { "#HttpOnly_" } else { "" }, cookie.domain, word(sub), word(secure),
            end.unwrap_or(0), cookie.name, cookie.value,
        );
        let list = read(&line);
        prop_assert_eq!(&list.cookies, std::slice::from_ref(&cookie));
        let json = serde_json::json!([{
            "name": cookie.name, "value": cookie.value, "domain": cookie.domain, "path": "/",
            "secure": secure, "hostOnly": !sub, "httpOnly": http_only,
            "expirationDate": end.unwrap_or(-1),
        }]);
        prop_assert_eq!(read(&json.to_string()).cookies, [cookie]);
    }
}
