//! Failures with a proxy in use: the proxy's own and others.

use std::io::Write;

use super::super::ProxyRoute;
use super::*;
use crate::secrets::Secret;
use bowerbird_logic::detect::TransportFault;
use bowerbird_logic::model::ProxyId;

fn route(address: &str) -> ProxyRoute {
    let credentials = ("bob".to_owned(), Secret::new("t1ny:pw"));
    ProxyRoute::new(ProxyId(1), url(address), Some(credentials))
}

fn through(proxy: &str, to: &str) -> Result<Fetched, FetchError> {
    through_within(short(), proxy, to)
}

fn through_within(limits: FetchLimits, proxy: &str, to: &str) -> Result<Fetched, FetchError> {
    let session = Session::new(Some(route(proxy)), None, None).reaching(HERE);
    run(Fetcher::new(limits).get(&session, &url(to)))
}

fn is_proxys(fetched: Result<Fetched, FetchError>) {
    let error = fetched.unwrap_err();
    assert!(matches!(error, FetchError::Proxy { .. }), "{error:?}");
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains("t1ny"), "{shown}");
}

#[test]
fn requests_go_through_with_credentials() {
    let proxy = Server::new(|_| answer("200 OK", "via"));
    let fetched = through(proxy.url("").as_ref(), "http://site.example/x?y").unwrap();
    assert_eq!(fetched.body, b"via");
    let seen = proxy.requests();
    assert_eq!(seen[0].target, "http://site.example/x?y");
    let expected = Some("Basic Ym9iOnQxbnk6cHc=");
    assert_eq!(seen[0].header("proxy-authorization"), expected);
}

#[test]
fn what_a_proxy_answers_itself_is_left_to_the_judge() {
    let proxy = Server::new(|_| answer("407 Proxy Authentication Required", ""));
    let fetched = through(proxy.url("").as_ref(), "http://site.example/");
    assert_eq!(fetched.unwrap().status, 407);
}

#[test]
fn dead_closing_and_babbling_proxies_are_at_fault() {
    // No test listens there, whatever runs beside this one.
    let dead = "http://127.0.0.1:1".to_owned();
    let closing = Server::raw(|_, _| false).url("").to_string();
    let babbling = Server::new(|_| b"SSH-2.0-OpenSSH_9.2\r\n".to_vec());
    let babbling = babbling.url("").to_string();
    let unknown = format!("http://{}:3128", "a".repeat(64));
    for (proxy, no_answer) in [
        (&dead, true),
        (&closing, false),
        (&babbling, false),
        (&unknown, true),
    ] {
        for site in ["http://site.example/", "https://site.example/"] {
            let fetched = through(proxy, site);
            let Err(FetchError::Proxy { unreachable, .. }) = &fetched else {
                panic!("{fetched:?}");
            };
            assert_eq!(*unreachable, no_answer, "{proxy} {site}");
            is_proxys(fetched);
        }
    }
    is_proxys(through("gopher://127.0.0.1:1/", "http://site.example/"));
}

#[test]
fn tunnels_that_are_refused_or_never_open_are_the_proxys_fault() {
    for status in [
        "403 Forbidden",
        "407 Proxy Authentication Required",
        "502 Bad Gateway",
    ] {
        let proxy = Server::new(move |_| answer(status, "no"));
        is_proxys(through(proxy.url("").as_ref(), "https://site.example/"));
        assert_eq!(proxy.requests()[0].target, "site.example:443");
    }
    let limits = FetchLimits {
        connect: Duration::from_millis(150),
        ..short()
    };
    is_proxys(through_within(
        limits,
        silent().url("").as_ref(),
        "https://site.example/",
    ));
}

#[test]
fn the_far_end_of_an_open_tunnel_answers_for_itself() {
    let proxy = Server::raw(|_, mut stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n");
        let _ = stream.read(&mut [0; 512]);
        let _ = stream.write_all(b"HTTP/1.1 400 no TLS here\r\n\r\n");
        false
    });
    let error = through(proxy.url("").as_ref(), "https://site.example/").unwrap_err();
    assert!(matches!(error, FetchError::Tls { .. }), "{error:?}");
}

#[test]
fn silence_behind_a_proxy_is_nobodys_proven_fault() {
    let error = through_within(
        impatient(),
        silent().url("").as_ref(),
        "http://site.example/",
    );
    let error = error.unwrap_err();
    assert!(matches!(error, FetchError::Timeout { .. }), "{error:?}");
}

#[test]
fn a_proxy_on_trial_has_little_time_and_is_counted() {
    let on_trial = |address: &str| route(address).on_trial(Duration::from_millis(80));
    let site = url("http://site.example/");
    let hangs = on_trial(silent().url("").as_ref());
    let session = Session::new(Some(hangs), None, None).reaching(HERE);
    let error = run(Fetcher::new(short()).get(&session, &site)).unwrap_err();
    assert!(matches!(error, FetchError::ProxySilent { .. }), "{error:?}");
    assert!(matches!(error.fault(), TransportFault::Proxy(_)));
    let works = on_trial(
        Server::new(|_| answer("200 OK", "0123456789"))
            .url("")
            .as_ref(),
    );
    let session = Session::new(Some(works.clone()), None, None).reaching(HERE);
    run(Fetcher::new(short()).get(&session, &site)).unwrap();
    let traffic = works.meter.take();
    assert_eq!(traffic.requests, 1);
    assert!(traffic.bytes > 10 && traffic.bytes < 500, "{traffic:?}");
    assert!(traffic.latency_ms.is_some());
}

/// A SOCKS5 server (RFC 1928, RFC 1929) that checks the password, answers `reply`, and after a
/// success speaks HTTP itself.
fn socks(reply: u8) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut buffer = [0; 512];
            let _ = stream.read(&mut buffer);
            let _ = stream.write_all(&[5, 2]);
            let count = stream.read(&mut buffer).unwrap_or(0);
            let good = buffer[..count] == *b"\x01\x03bob\x07t1ny:pw";
            let _ = stream.write_all(&[1, u8::from(!good)]);
            let count = stream.read(&mut buffer).unwrap_or(0);
            // Names are sent to the proxy unresolved.
            let named = buffer[..count].ends_with(b"\x0csite.example\x00\x50");
            let reply = if named { reply } else { 8 };
            let _ = stream.write_all(&[5, reply, 0, 1, 0, 0, 0, 0, 0, 0]);
            if reply == 0 {
                let _ = stream.read(&mut buffer);
                let _ = stream.write_all(&answer("200 OK", "by socks"));
            }
        }
    });
    format!("socks5://127.0.0.1:{port}")
}

#[test]
fn socks_takes_the_password_and_the_name() {
    let fetched = through(&socks(0), "http://site.example/").unwrap();
    assert_eq!(fetched.body, b"by socks");
}

#[test]
fn socks_says_whose_fault_it_is() {
    // 2: not allowed by ruleset; 4: host unreachable; 5: connection refused.
    is_proxys(through(&socks(2), "http://site.example/"));
    for reply in [4, 5] {
        let error = through(&socks(reply), "http://site.example/").unwrap_err();
        assert!(matches!(error, FetchError::Connect { .. }), "{error:?}");
    }
    let dead = format!("socks5://127.0.0.1:{}", closed_port());
    is_proxys(through(&dead, "http://site.example/"));
    let closing = format!("socks5://{}", Server::raw(|_, _| false).address);
    // A server that reads lines would wait for one, so the limit is short.
    let limits = FetchLimits {
        connect: Duration::from_millis(150),
        ..short()
    };
    is_proxys(through_within(limits, &closing, "http://site.example/"));
}
