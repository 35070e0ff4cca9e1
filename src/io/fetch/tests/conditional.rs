//! Conditional requests, files that are not pages, and answers that flood or drip.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::fetch::{GetOptions, Stage};
use bowerbird_logic::policy::caching_headers::RequestCondition;

fn fetched_if(server: &Server, path: &str, condition: &RequestCondition) -> Fetched {
    let options = GetOptions {
        condition: Some(condition),
        pages_only: true,
    };
    let fetcher = Fetcher::new(short());
    run(fetcher.get_with_options(&session(), &server.url(path), options)).unwrap()
}

#[test]
fn a_condition_goes_to_the_address_it_is_about_and_no_other() {
    let server = Server::new(|request| match request.target.as_str() {
        "/old" => redirect("/new"),
        _ if request.header("if-none-match") == Some("\"a\"") => {
            b"HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n".to_vec()
        }
        _ => answer("200 OK\r\nContent-Type: text/html", "page"),
    });
    let condition = RequestCondition {
        url: server.url("/new").into(),
        etag: Some("\"a\"".to_owned()),
        last_modified: Some("Sun, 01 Mar 2026 11:00:00 GMT".to_owned()),
    };
    let fetched = fetched_if(&server, "/old", &condition);
    assert_eq!((fetched.status, fetched.body.len()), (304, 0));
    let seen = server.requests();
    assert_eq!(seen[0].header("if-none-match"), None);
    let since = seen[1].header("if-modified-since");
    assert_eq!(since, Some("Sun, 01 Mar 2026 11:00:00 GMT"));
    let other = fetched_if(&server, "/other", &condition);
    assert_eq!((other.status, other.body.as_slice()), (200, &b"page"[..]));
}

#[test]
fn of_what_is_no_page_only_the_headers_are_read() {
    // The announced body never arrives: reading it would time out.
    let server = Server::raw(|request, mut stream| {
        let kind = request.target.trim_start_matches('/').replace('.', "/");
        let head =
            format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: 9000\r\n\r\n");
        let _ = stream.write_all(head.as_bytes());
        let _ = stream.read_to_end(&mut Vec::new());
        false
    });
    let options = GetOptions {
        pages_only: true,
        ..GetOptions::default()
    };
    let fetcher = Fetcher::new(short());
    for kind in [
        "application.pdf",
        "video.mp4",
        "image.png",
        "application.octet-stream",
    ] {
        let url = server.url(&format!("/{kind}"));
        let fetched = run(fetcher.get_with_options(&session(), &url, options)).unwrap();
        assert!(fetched.left && fetched.body.is_empty(), "{kind}");
        assert_eq!(fetched.header("content-length"), Some("9000"));
    }
    let page = server.url("/text.html");
    let fetcher = Fetcher::new(impatient());
    assert!(run(fetcher.get_with_options(&session(), &page, options)).is_err());
}

/// Sends `piece` repeatedly until the other side hangs up, and reports whether it did.
fn endless(head: &'static str, piece: &'static [u8]) -> (Server, Arc<AtomicBool>) {
    let hung_up = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&hung_up);
    let server = Server::raw(move |_, mut stream| {
        let _ = stream.write_all(head.as_bytes());
        while stream.write_all(piece).is_ok() {}
        told.store(true, Ordering::SeqCst);
        false
    });
    (server, hung_up)
}

#[test]
fn floods_of_headers_end_early_and_are_named() {
    for piece in [
        &b"X-Flood: water\r\n"[..],
        b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ] {
        let (server, _) = endless("HTTP/1.1 200 OK\r\nX-First: ", piece);
        let error = get(&server.url("/")).unwrap_err();
        assert!(
            matches!(error, FetchError::HeadTooLarge { .. }),
            "{error:?}"
        );
    }
}

#[test]
fn a_body_without_end_is_given_up_at_the_limit() {
    let (server, _) = endless("HTTP/1.1 200 OK\r\n\r\n", &[b'x'; 4096]);
    let error = get(&server.url("/")).unwrap_err();
    assert!(matches!(error, FetchError::TooLarge { .. }), "{error:?}");
    let huge = "HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n";
    let (server, _) = endless(huge, &[b'x'; 4096]);
    let error = get(&server.url("/")).unwrap_err();
    assert!(matches!(error, FetchError::TooLarge { .. }), "{error:?}");
}

#[test]
fn a_slow_drip_ends_at_the_limit_of_the_whole() {
    let server = Server::raw(|_, mut stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
        while stream.write_all(b"x").is_ok() {
            thread::park_timeout(Duration::from_millis(20));
        }
        false
    });
    let fetched = run(Fetcher::new(impatient()).get(&session(), &server.url("/")));
    let error = fetched.unwrap_err();
    assert!(
        matches!(
            error,
            FetchError::Timeout {
                stage: Stage::Whole,
                ..
            }
        ),
        "{error:?}"
    );
}
