//! Tests with lists in the usual forms.

use proptest::prelude::*;

use super::*;

/// Checks a line against its scheme, host, port, user and password.
#[track_caller]
fn check(line: &str, expected: (&str, &str, u16, &str, &str)) {
    let list = read_list(line, Scheme::Http);
    assert_eq!(list.faults, Vec::new(), "{line}");
    let [entry] = &list.entries[..] else {
        panic!("{line}: {:?}", list.entries);
    };
    let got = (
        entry.scheme.token(),
        entry.host.as_str(),
        entry.port,
        entry.user.as_deref().unwrap_or_default(),
        entry.password.as_deref().unwrap_or_default(),
    );
    assert_eq!(got, expected, "{line}");
}

#[test]
fn all_usual_notations_are_read() {
    check("10.0.0.1:3128", ("http", "10.0.0.1", 3128, "", ""));
    check(
        "proxy.example 8080",
        ("http", "proxy.example", 8080, "", ""),
    );
    check(
        "proxy.example\t8080",
        ("http", "proxy.example", 8080, "", ""),
    );
    check(
        "h.example:80:ann:pw",
        ("http", "h.example", 80, "ann", "pw"),
    );
    check(
        "h.example:80:ann:p:w",
        ("http", "h.example", 80, "ann", "p:w"),
    );
    check(
        "ann:pw@h.example:80",
        ("http", "h.example", 80, "ann", "pw"),
    );
    check(
        "ann:p@w:x@h.example:80",
        ("http", "h.example", 80, "ann", "p@w:x"),
    );
    check(
        "h.example:80@ann:pw",
        ("http", "h.example", 80, "ann", "pw"),
    );
    check(
        "ann:pw:h.example:80",
        ("http", "h.example", 80, "ann", "pw"),
    );
    check("socks5://h:1080", ("socks5", "h", 1080, "", ""));
    check(
        "SOCKS5H://ann:pw@h:1080/",
        ("socks5h", "h", 1080, "ann", "pw"),
    );
    check(
        "https://ann:p%40%3a%25@h:1",
        ("https", "h", 1, "ann", "p@:%"),
    );
    check("http://h:80:ann:p%40", ("http", "h", 80, "ann", "p%40"));
    check("ann:50%25@h:1", ("http", "h", 1, "ann", "50%25"));
    check("[2001:db8::1]:3128", ("http", "2001:db8::1", 3128, "", ""));
    check("[::1]:3128:ann:pw", ("http", "::1", 3128, "ann", "pw"));
    check("socks5://ann:pw@[::1]:9", ("socks5", "::1", 9, "ann", "pw"));
    check(
        "http,h.example,80,ann,\"p,\"\"w\"",
        ("http", "h.example", 80, "ann", "p,\"w"),
    );
    check(
        "h.example;80;ann;pw",
        ("http", "h.example", 80, "ann", "pw"),
    );
    check("socks5\th\t1080", ("socks5", "h", 1080, "", ""));
    check("http,2001:db8::1,80", ("http", "2001:db8::1", 80, "", ""));
    check("h:80:ann:p,w;x", ("http", "h", 80, "ann", "p,w;x"));
}

#[test]
fn traits_follow_a_proxy() {
    let list = read_list(
        "h:1 tag=home|fast tier=2 country=DE name=west # ours\n\
         socks5,h,2,ann,pw,\"a,b\",3,FR,east",
        Scheme::Http,
    );
    assert_eq!(list.faults, Vec::new());
    let told = |n: usize| {
        let entry = &list.entries[n];
        let tags: Vec<&str> = entry.tags.iter().map(String::as_str).collect();
        (
            tags.join(" "),
            entry.tier,
            entry.country.clone().unwrap(),
            entry.name.clone().unwrap(),
        )
    };
    assert_eq!(
        told(0),
        ("fast home".into(), Some(2), "DE".into(), "west".into())
    );
    assert_eq!(told(1), ("a b".into(), Some(3), "FR".into(), "east".into()));
}

#[test]
fn headings_name_the_columns() {
    let list = read_list(
        "\u{feff}IP,Port,Protocol,Last seen,Username,Password,Country\r\n\
         10.0.0.1,3128,socks5,today,ann,pw,NL\r\n10.0.0.2,80,,,,,\r\n",
        Scheme::Https,
    );
    assert_eq!(list.faults, Vec::new());
    assert_eq!(list.entries[0].url(), "socks5://10.0.0.1:3128");
    assert_eq!(list.entries[0].password.as_deref(), Some("pw"));
    assert_eq!(list.entries[0].country.as_deref(), Some("NL"));
    assert_eq!(list.entries[1].url(), "https://10.0.0.2:80");
}

#[test]
fn socks_of_both_versions_are_read() {
    let list = read_list("socks4://h:1\nsocks4a://h:2\nSOCKS5://h:3", Scheme::Http);
    assert_eq!(list.faults, Vec::new());
    let urls: Vec<String> = list.entries.iter().map(ProxyEntry::url).collect();
    assert_eq!(urls, ["socks4://h:1", "socks4a://h:2", "socks5://h:3"]);
}

#[test]
fn remarks_and_repeats_are_no_proxies() {
    let list = read_list(
        "# ours\n\n; more\n// yet more\nh:1\nH:1\nh:1:ann:pw\nh:1 # again\nhttp://h:1/\n",
        Scheme::Http,
    );
    assert_eq!(list.entries.len(), 2);
    assert_eq!(list.repeated, [(6, 5), (8, 5), (9, 5)]);
    assert_eq!(list.faults, Vec::new());
}

#[test]
fn what_is_wrong_is_told_by_line_without_repeating_it() {
    for (line, id) in [
        ("h.example", "pools-list-no-port"),
        ("h.example:99999:ann:s3cret", "pools-list-port"),
        ("h.example:0", "pools-list-port"),
        ("ftp://h:1", "pools-list-scheme"),
        ("socks6://h:1", "pools-list-scheme"),
        ("socks4://ann:s3cret@h:1", "pools-list-no-password"),
        ("socks4a://h:1:ann:s3cret", "pools-list-no-password"),
        ("2001:db8::1:8080", "pools-list-brackets"),
        ("s3cret!:!", "pools-list-host"),
        (":s3cret@h:1", "pools-list-user"),
        ("h:1 s3cret", "pools-list-trailing"),
        ("h:1 tier=0", "pools-list-tier"),
        ("h,1,a,b,c,2,d,e,f", "pools-list-columns"),
        ("[::1:80", "pools-list-host"),
    ] {
        let list = read_list(&format!("h:7\n{line}"), Scheme::Http);
        let [fault] = &list.faults[..] else {
            panic!("{line}: {list:?}");
        };
        assert_eq!((fault.line, fault.message.id.as_ref()), (2, id), "{line}");
        assert!(!format!("{list:?}").contains("s3cret"), "{line}");
    }
}

/// Characters of a password in a list whose lines have no blanks.
const ANY: &str = "[!-~äß密]{1,24}";
/// The same in the notations where it distinguishes user and host.
const USER: &str = "[A-Za-z][A-Za-z0-9_.+-]{0,20}";
const HOST: &str =
    "[a-z]{1,10}(\\.[a-z0-9]{1,8}){1,3}|\\[2001:db8::[0-9a-f]{1,4}\\]|10\\.0\\.[0-9]\\.[0-9]";

fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

proptest! {
    #[test]
    fn what_is_written_is_read(host in HOST, port in 1u16.., user in USER, password in ANY, which in 0usize..5) {
        let escaped = escaped(&password);
        let quoted = password.replace('"', "\"\"");
        let line = match which {
            0 => format!("{host}:{port}:{user}:{password}"),
            1 => format!("{user}:{password}@{host}:{port}"),
            2 => format!("socks5://{user}:{escaped}@{host}:{port}"),
            3 => format!("http,{host},{port},{user},\"{quoted}\""),
            _ => format!("https://{host}:{port}:{user}:{password}"),
        };
        // An `@host:port` inside a password is a valid ending too.
        prop_assume!(which == 2 || which == 3 || !password.contains('@'));
        prop_assume!(which != 4 || !password.ends_with('/'));
        // `ann://…` would be a scheme.
        prop_assume!(which != 1 || !password.starts_with("//"));
        let list = read_list(&line, Scheme::Http);
        prop_assert!(list.faults.is_empty(), "{line}: {:?}", list.faults);
        let entry = &list.entries[0];
        prop_assert_eq!(&entry.authority(), &format!("{host}:{port}"));
        prop_assert_eq!(entry.user.as_deref(), Some(user.as_str()));
        prop_assert_eq!(entry.password.as_deref(), Some(password.as_str()), "{}", line);
        // It is never shown.
        if password.len() > 6 {
            let shown = format!("{list:?}");
            prop_assert!(!shown.contains(&password));
        }
    }

    #[test]
    fn anything_is_read_or_told(text in "\\PC{0,200}") {
        let list = read_list(&text, Scheme::Http);
        for entry in &list.entries {
            prop_assert!(entry.port > 0 && !entry.host.is_empty());
        }
    }

    #[test]
    fn every_line_has_one_fate(lines in prop::collection::vec("[a-z0-9:@.#, =\\[\\]/]{0,30}", 0..20)) {
        let list = read_list(&lines.join("\n"), Scheme::Http);
        let mut numbers: Vec<usize> = list.entries.iter().map(|entry| entry.line).collect();
        numbers.extend(list.repeated.iter().map(|(line, _)| *line));
        numbers.extend(list.faults.iter().map(|fault| fault.line));
        numbers.sort_unstable();
        let before = numbers.len();
        numbers.dedup();
        prop_assert_eq!(before, numbers.len());
        prop_assert!(numbers.iter().all(|n| (1..=lines.len()).contains(n)));
    }
}

#[test]
fn several_proxies_of_one_line_are_each_taken() {
    for line in [
        "10.0.0.1:1 10.0.0.2:2 10.0.0.3:3",
        "10.0.0.1:1, 10.0.0.2:2,10.0.0.3:3",
        "10.0.0.1:1;10.0.0.2:2; 10.0.0.3:3;",
        "10.0.0.1:1\u{3001}10.0.0.2:2\u{ff0c}10.0.0.3:3",
        "10.0.0.1 1 10.0.0.2 2 10.0.0.3:3",
        "http://ann:pw@10.0.0.1:1 socks5://10.0.0.2:2 10.0.0.3:3:ann:p,w",
        "10.0.0.1:1:ann:pw,10.0.0.2:2,10.0.0.3:3",
    ] {
        let list = read_list(line, Scheme::Http);
        assert_eq!(list.faults, Vec::new(), "{line}");
        let ports: Vec<u16> = list.entries.iter().map(|entry| entry.port).collect();
        assert_eq!(ports, [1, 2, 3], "{line}");
    }
    let list = read_list("h:1 tag=a h:2 tag=b h:3 nonsense", Scheme::Http);
    assert_eq!(list.faults.len(), 1, "no part of a wrong line is guessed");
    let list = read_list("h:1 tag=a h:2 tag=b", Scheme::Http);
    let tags = |n: usize| list.entries[n].tags.iter().cloned().collect::<String>();
    assert_eq!((tags(0), tags(1)), ("a".to_owned(), "b".to_owned()));
}
