//! Failures without a proxy, and how they are classified.

use std::io::Write;

use super::*;
use crate::fetch::{Stage, TlsProblem};
use bowerbird_logic::detect::TransportFault;

fn fails(server: &Server) -> FetchError {
    get(&server.url("/")).unwrap_err()
}

#[test]
fn nobody_there() {
    let port = closed_port();
    let error = get(&url(&format!("http://127.0.0.1:{port}/"))).unwrap_err();
    let FetchError::Connect { host, reason } = &error else {
        panic!("{error:?}")
    };
    assert_eq!(*host, format!("127.0.0.1:{port}"));
    assert!(reason.contains("refused"), "{reason}");
    assert!(matches!(error.fault(), TransportFault::Unreachable(_)));
}

#[test]
fn no_such_host() {
    // A label longer than DNS allows fails without a lookup.
    let host = "a".repeat(64);
    let error = get(&url(&format!("http://{host}/"))).unwrap_err();
    assert_eq!(error, FetchError::Dns { host });
    assert!(matches!(error.fault(), TransportFault::Unreachable(_)));
}

#[test]
fn no_tls_where_it_was_expected() {
    let server = Server::raw(|_, _| false);
    let plain = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = plain.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in plain.incoming().map_while(Result::ok) {
            let _ = stream.read(&mut [0; 512]);
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let error = get(&url(&format!("https://127.0.0.1:{port}/"))).unwrap_err();
    assert!(matches!(error, FetchError::Tls { .. }), "{error:?}");
    assert!(matches!(error.fault(), TransportFault::Other(_)));
    let mut hangs_up = server.url("/");
    hangs_up.set_scheme("https").unwrap();
    let error = get(&hangs_up).unwrap_err();
    assert!(
        matches!(error, FetchError::Dropped { .. } | FetchError::Tls { .. }),
        "{error:?}"
    );
}

#[test]
fn a_site_that_knows_only_old_protocols_is_named() {
    // The alert "protocol version", sent by servers that only support TLS 1.0 and 1.1.
    let old = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = old.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in old.incoming().map_while(Result::ok) {
            let _ = stream.read(&mut [0; 2048]);
            let _ = stream.write_all(&[0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]);
        }
    });
    let error = get(&url(&format!("https://127.0.0.1:{port}/"))).unwrap_err();
    let FetchError::Tls { problem, .. } = error else {
        panic!("{error:?}")
    };
    assert_eq!(problem, TlsProblem::OldProtocol);
}

#[test]
fn closed_before_an_answer() {
    let error = fails(&Server::raw(|_, _| false));
    assert!(matches!(error, FetchError::Dropped { .. }), "{error:?}");
    assert!(matches!(error.fault(), TransportFault::Dropped(_)));
}

#[test]
fn truncated_bodies() {
    let heads = [
        "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n100\r\n",
    ];
    for head in heads {
        let error = fails(&Server::new(move |_| format!("{head}half").into_bytes()));
        assert!(matches!(error, FetchError::Incomplete { .. }), "{error:?}");
        assert!(matches!(error.fault(), TransportFault::Incomplete(_)));
    }
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Le";
    let error = fails(&Server::new(move |_| head.as_bytes().to_vec()));
    assert!(matches!(error, FetchError::Dropped { .. }), "{error:?}");
    let mut packed = zstd::encode_all(&b"half a body"[..], 3).unwrap();
    packed.truncate(packed.len() - 4);
    let head = b"HTTP/1.0 200 OK\r\nContent-Encoding: zstd\r\n\r\n";
    let error = fails(&Server::new(move |_| [head, &packed[..]].concat()));
    assert!(matches!(error, FetchError::Incomplete { .. }), "{error:?}");
}

#[test]
fn what_is_no_http() {
    let other = [
        "SSH-2.0-OpenSSH_9.2\r\n",
        "<html>no head at all</html>",
        "HTTP/1.1 abc\r\n\r\n",
    ];
    for bytes in other {
        let error = fails(&Server::new(move |_| bytes.as_bytes().to_vec()));
        assert!(
            matches!(error, FetchError::Garbled { .. }),
            "{bytes} {error:?}"
        );
        assert!(matches!(error.fault(), TransportFault::Other(_)));
    }
}

#[test]
fn encodings_that_do_not_decode() {
    let body = b"\x28\xb5\x2f\xfd\x00\x01garbled beyond repair";
    let server = Server::new(move |_| answer("200 OK\r\nContent-Encoding: zstd", body));
    let error = fails(&server);
    assert!(matches!(error, FetchError::Garbled { .. }), "{error:?}");
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn encodings_that_nobody_asked_for_are_no_pages() {
    let unknown = b"\x0b\x02\x80\x00\x01garbled";
    let server = Server::new(move |request| match request.header("accept-encoding") {
        Some("identity") => answer("200 OK", b"<p>as it is</p>"),
        _ => answer("200 OK\r\nContent-Encoding: br, own", unknown),
    });
    assert_eq!(get(&server.url("/")).unwrap().body, b"<p>as it is</p>");
    let stubborn = Server::new(move |_| answer("200 OK\r\nContent-Encoding: own", unknown));
    let error = fails(&stubborn);
    assert!(matches!(error, FetchError::Garbled { .. }), "{error:?}");
    let plain = Server::new(|_| answer("200 OK\r\nContent-Encoding: utf-8", b"<p>text</p>"));
    assert_eq!(get(&plain.url("/")).unwrap().body, b"<p>text</p>");
}

#[test]
fn silence_ends_at_the_limit() {
    let check = |server: &Server, limits: FetchLimits, stage: Stage, bytes: u64| {
        let fetched = run(Fetcher::new(limits).get(&session(), &server.url("/")));
        let expected = FetchError::Timeout {
            url: server.url("/").into(),
            seconds: 1,
            stage,
            bytes,
        };
        let error = fetched.unwrap_err();
        assert_eq!(error, expected);
        assert!(matches!(error.fault(), TransportFault::Timeout(_)));
    };
    check(&silent(), impatient(), Stage::Whole, 0);
    let half = || {
        Server::raw(|_, mut stream| {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
            let _ = stream.read_to_end(&mut Vec::new());
            false
        })
    };
    check(&half(), impatient(), Stage::Whole, 4);
    let idle = FetchLimits {
        idle: Duration::from_millis(150),
        ..short()
    };
    check(&half(), idle, Stage::Body, 4);
}

#[test]
fn a_connection_that_is_never_secured_is_told_from_none() {
    let limits = FetchLimits {
        secure: Duration::from_millis(150),
        ..short()
    };
    // Connections wait to be accepted, which never happens.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("https://{}/", listener.local_addr().unwrap());
    let fetcher = Fetcher::new(limits);
    let error = run(fetcher.get(&session(), &url(&address))).unwrap_err();
    let late = FetchError::Timeout {
        url: address,
        seconds: 1,
        stage: Stage::Secure,
        bytes: 0,
    };
    assert_eq!(error, late);
}

#[test]
fn headers_that_browsers_forgive_are_forgiven() {
    let server = Server::new(|_| {
        b"HTTP/1.1 200 OK\r\nGood: 1\r\nno colon here\r\nSpaced : 2\r\nLong: a\r\n b\r\n\r\nok"
            .to_vec()
    });
    let fetched = get(&server.url("/")).unwrap();
    assert_eq!(fetched.header("good"), Some("1"));
    assert_eq!(fetched.header("spaced"), Some("2"));
    assert_eq!(fetched.body, b"ok");
}
