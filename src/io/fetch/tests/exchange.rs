//! Answers: redirects, cookies, bodies, headers.

use std::io::Write;
use std::net::IpAddr;

use super::*;
use crate::secrets::Secret;
use bowerbird_logic::policy::pools::secret_scope::SecretScope;

#[test]
fn any_status_is_an_answer_and_no_content_type_is_fine() {
    let server = Server::new(|_| answer("404 Not Found\r\nX-Name: caf\u{e9}", "gone"));
    let fetched = get(&server.url("/a?b=1#c")).unwrap();
    assert_eq!(fetched.status, 404);
    assert_eq!(fetched.body, b"gone");
    assert_eq!(fetched.header("x-name"), Some("café"));
    assert_eq!(fetched.header("content-type"), None);
    let seen = server.requests();
    assert_eq!(seen[0].target, "/a?b=1");
    assert_eq!(seen[0].header("user-agent"), Some(super::super::USER_AGENT));
    let encodings = seen[0].header("accept-encoding").unwrap();
    for encoding in ["gzip", "br", "zstd", "deflate"] {
        assert!(encodings.contains(encoding), "{encodings}");
    }
}

#[test]
fn redirects_are_followed_recorded_and_give_cookies() {
    let server = Server::new(|request| match request.target.as_str() {
        "/" => answer(
            "301 Moved\r\nLocation: next/?x=1\r\nSet-Cookie: step=1; Path=/",
            "",
        ),
        "/next/?x=1" => redirect("/end"),
        _ => answer("200 OK\r\nSet-Cookie: last=2", "here"),
    });
    let (fetcher, session) = (Fetcher::new(short()), session());
    let fetched = run(fetcher.get(&session, &server.url("/"))).unwrap();
    let chain = ["/", "/next/?x=1", "/end"].map(|path| server.url(path));
    assert_eq!(fetched.url_chain, chain);
    assert_eq!(fetched.url(), Some(&chain[2]));
    assert_eq!(fetched.body, b"here");
    assert_eq!(fetched.header("set-cookie"), Some("last="));
    let cookies = server
        .requests()
        .into_iter()
        .map(|r| r.header("cookie").map(str::to_owned));
    let expected = [None, Some("step=1".to_owned()), Some("step=1".to_owned())];
    assert_eq!(cookies.collect::<Vec<_>>(), expected);
    let scope = SecretScope::of_sites([&server.url("/")]);
    assert!(session.cookies(&scope).reveal().contains("last=2"));
}

#[test]
fn an_address_may_send_back_to_itself_once_it_set_a_cookie() {
    let server = Server::new(|request| match request.header("cookie") {
        Some("seen=1") => answer("200 OK", "welcome"),
        _ => answer("302 Found\r\nLocation: /\r\nSet-Cookie: seen=1", ""),
    });
    let fetched = get(&server.url("/")).unwrap();
    assert_eq!(fetched.body, b"welcome");
    assert_eq!(fetched.url_chain.len(), 2);
}

#[test]
fn circles_and_endless_chains_are_told_apart() {
    let circle = Server::new(|r| redirect(if r.target == "/a" { "/b" } else { "/a" }));
    let expected = FetchError::RedirectLoop {
        url: circle.url("/a").into(),
    };
    assert_eq!(get(&circle.url("/a")).unwrap_err(), expected);
    let chain = Server::new(|request| redirect(&format!("{}x", request.target)));
    let expected = FetchError::Redirects {
        url: chain.url("/").into(),
        followed: 4,
    };
    assert_eq!(get(&chain.url("/")).unwrap_err(), expected);
    assert_eq!(chain.requests().len(), 5);
}

#[test]
fn other_schemes_are_refused_also_behind_redirects() {
    let file = FetchError::Scheme {
        url: "file:///etc/passwd".to_owned(),
    };
    assert_eq!(get(&url("file:///etc/passwd")).unwrap_err(), file);
    let server = Server::new(|_| redirect("file:///etc/passwd"));
    assert_eq!(get(&server.url("/")).unwrap_err(), file);
    let nowhere = Server::new(|_| redirect("http://["));
    let error = get(&nowhere.url("/")).unwrap_err();
    assert!(matches!(error, FetchError::Garbled { .. }), "{error:?}");
}

#[test]
fn a_redirect_without_an_address_is_an_answer() {
    let server = Server::new(|_| answer("302 Found", "look around"));
    let fetched = get(&server.url("/")).unwrap();
    assert_eq!(
        (fetched.status, fetched.body),
        (302, b"look around".to_vec())
    );
}

#[test]
fn forms_turn_into_visits_after_a_redirect() {
    let server = Server::new(|request| match request.target.as_str() {
        "/in" => redirect("/home"),
        "/again" => answer("307 Temporary\r\nLocation: /take", ""),
        "/away" => answer("307 Temporary\r\nLocation: http://localhost/", ""),
        _ => answer("200 OK", "ok"),
    });
    let (fetcher, session, page) = (Fetcher::new(short()), session(), server.url("/page#top"));
    let body = Secret::new("user=ann");
    let post = |path: &str| run(fetcher.post_form(&session, &server.url(path), &body, &page));
    assert_eq!(post("/in").unwrap().status, 200);
    assert_eq!(post("/again").unwrap().status, 200);
    assert_eq!(post("/away").unwrap().status, 307);
    let seen = server.requests();
    let lines = seen
        .iter()
        .map(|r| format!("{} {} {}", r.method, r.target, r.body));
    let expected = [
        "POST /in user=ann",
        "GET /home ",
        "POST /again user=ann",
        "POST /take user=ann",
        "POST /away user=ann",
    ];
    assert_eq!(lines.collect::<Vec<_>>(), expected);
    assert_eq!(
        seen[0].header("referer"),
        Some(server.url("/page").as_str())
    );
}

#[test]
fn bodies_are_decoded_within_the_limit() {
    let packed = zstd::encode_all("文章".repeat(1000).as_bytes(), 3).unwrap();
    let server = Server::new(move |_| answer("200 OK\r\nContent-Encoding: zstd", &packed));
    let fetched = get(&server.url("/")).unwrap();
    assert_eq!(fetched.body, "文章".repeat(1000).as_bytes());
    assert_eq!(fetched.header("content-encoding"), None);

    let bomb = zstd::encode_all(&vec![0; 20_000_000][..], 3).unwrap();
    assert!(bomb.len() < 10_000);
    let server = Server::new(move |_| answer("200 OK\r\nContent-Encoding: zstd", &bomb));
    let too_large = FetchError::TooLarge {
        url: server.url("/").into(),
        limit: 100_000,
        bytes: 100_000,
    };
    assert_eq!(get(&server.url("/")).unwrap_err(), too_large);
}

#[test]
fn the_limit_is_exact_with_and_without_a_length() {
    let server = Server::new(|request| {
        let (kind, count) = request.target.split_at(2);
        let body = vec![b'x'; count.parse().unwrap()];
        match kind {
            "/l" => answer("200 OK", body),
            _ => [b"HTTP/1.0 200 OK\r\n\r\n".to_vec(), body].concat(),
        }
    });
    for kind in ["/l", "/c"] {
        let at = |count: usize| get(&server.url(&format!("{kind}{count}")));
        assert_eq!(at(100_000).unwrap().body.len(), 100_000);
        let error = at(100_001).unwrap_err();
        assert!(matches!(error, FetchError::TooLarge { .. }), "{error:?}");
    }
    let more = FetchLimits {
        max_bytes: 200_000,
        ..short()
    };
    let fetcher = Fetcher::new(short());
    let fetched = run(fetcher.get_with(&session(), &server.url("/l100001"), &more));
    assert_eq!(fetched.unwrap().body.len(), 100_001);
}

#[test]
fn an_encoding_that_was_only_announced_is_forgiven() {
    let server = Server::new(|_| answer("200 OK\r\nContent-Encoding: gzip", "<p>plain</p>"));
    let fetched = get(&server.url("/")).unwrap();
    assert_eq!(fetched.body, b"<p>plain</p>");
    assert_eq!(fetched.header("content-encoding"), None);
    assert_eq!(fetched.url_chain, [server.url("/")]);
    let seen = server.requests();
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[1].header("accept-encoding"), Some("identity"));
}

#[test]
fn credentials_in_an_address_are_sent_and_never_shown() {
    let server =
        Server::new(|request| answer("200 OK", request.header("authorization").unwrap_or("")));
    let mut asked = server.url("/x");
    asked.set_username("ann").unwrap();
    asked.set_password(Some("s3cret")).unwrap();
    let fetched = get(&asked).unwrap();
    assert_eq!(fetched.body, b"Basic YW5uOnMzY3JldA==");
    assert_eq!(fetched.url_chain, [server.url("/x")]);

    asked.set_port(Some(closed_port())).unwrap();
    let refused = get(&asked).unwrap_err();
    let shown = format!("{refused} {refused:?} {:?}", refused.fault());
    assert!(
        !shown.contains("s3cret") && !shown.contains("ann:"),
        "{shown}"
    );
}

#[test]
fn sessions_send_from_their_address_and_by_their_name() {
    let server = Server::raw(|request, mut stream| {
        let from = stream.peer_addr().unwrap().ip();
        let agent = request.header("user-agent").unwrap_or_default();
        let _ = stream.write_all(&answer("200 OK", format!("{from} {agent}")));
        false
    });
    let address: IpAddr = "127.0.0.66".parse().unwrap();
    let other = Session::new(None, Some(address), Some("Reader/1".to_owned())).reaching(HERE);
    let fetched = run(Fetcher::new(short()).get(&other, &server.url("/")));
    assert_eq!(fetched.unwrap().body, b"127.0.0.66 Reader/1");
}

#[test]
fn connections_are_kept_alive_per_visitor() {
    let server = Server::raw(|_, mut stream| {
        let port = stream.peer_addr().unwrap().port();
        stream
            .write_all(&answer("200 OK", port.to_string()))
            .is_ok()
    });
    let fetcher = Fetcher::new(short());
    let other = Session::new(None, None, Some("Reader/1".to_owned())).reaching(HERE);
    let ports = run(async {
        let mut ports = Vec::new();
        for session in [&session(), &session(), &other] {
            ports.push(fetcher.get(session, &server.url("/")).await.unwrap().body);
        }
        ports
    });
    assert_eq!(ports[0], ports[1]);
    assert_ne!(ports[0], ports[2]);
}

#[test]
fn a_kept_connection_that_was_closed_is_tried_again_once() {
    // Hangs up on the second request of every connection.
    let known = Mutex::new(Vec::new());
    let server = Server::raw(move |_, mut stream| {
        let port = stream.peer_addr().unwrap().port();
        let mut known = known.lock().unwrap();
        let first = !known.contains(&port);
        known.push(port);
        first && stream.write_all(&answer("200 OK", "ok")).is_ok()
    });
    let (fetcher, visitor) = (Fetcher::new(short()), session());
    run(async {
        for _ in 0..2 {
            let fetched = fetcher.get(&visitor, &server.url("/")).await;
            assert_eq!(fetched.unwrap().body, b"ok");
        }
    });
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_site_that_begins_to_hang_up_is_not_pestered() {
    let server = Server::raw(|request, mut stream| {
        request.target == "/" && stream.write_all(&answer("200 OK", "ok")).is_ok()
    });
    let (fetcher, visitor) = (Fetcher::new(short()), session());
    run(async {
        assert!(fetcher.get(&visitor, &server.url("/")).await.is_ok());
        for _ in 0..3 {
            let dropped = fetcher.get(&visitor, &server.url("/drop")).await;
            assert!(matches!(dropped, Err(FetchError::Dropped { .. })));
        }
    });
    assert_eq!(server.requests().len(), 1 + 2 + 1 + 1);
}
