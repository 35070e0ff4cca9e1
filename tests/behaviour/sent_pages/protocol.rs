//! Who may send, and what: pairing, tokens, hosts, origins, sizes and numbers, over real connections.

use bowerbird::engine::types::{Language, Store};
use bowerbird::engine::{Event, SenderKind, SentPageCommand};
use bowerbird::io::serve::sent_pages::MAX_PAGE_BYTES;
use ring::{digest, hmac};
use serde_json::json;

use super::{EXTENSION, Receiver, engine, page, sent};

fn receiver() -> (tempfile::TempDir, Store, Receiver) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::temporary().unwrap();
    let receiver = Receiver::on(&store, folder.path());
    (folder, store, receiver)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn some_page() -> serde_json::Value {
    page("https://a.example/x", "A page", "<p>Text</p>")
}

#[test]
fn a_browser_is_paired_by_the_code_and_its_page_waits_for_a_yes() {
    let (_folder, store, receiver) = receiver();
    // Without a code nobody is paired.
    let early = receiver.post("/pair", None, &json!({ "code": "AAAA-AAAA" }));
    assert_eq!((early.status, early.error().as_str()), (403, "no-code"));
    let (id, token) = receiver.pair();
    // The program proves that it knows the browser before the browser sends anything.
    let said = receiver.post("/greet", None, &json!({ "id": id, "nonce": "0a1b" }));
    let hash = hex(digest::digest(&digest::SHA256, token.as_bytes()).as_ref());
    let key = hmac::Key::new(hmac::HMAC_SHA256, hash.as_bytes());
    let text = format!("bowerbird 0a1b {}", receiver.port);
    let proof = hex(hmac::sign(&key, text.as_bytes()).as_ref());
    assert_eq!(said.json()["proof"], proof);

    let said = receiver.post("/page", Some(&token), &some_page());
    assert_eq!((said.status, said.body.as_str()), (202, "{}"));
    let state = receiver.state(|state| !state.waiting.is_empty());
    let waiting = &state.waiting[0];
    assert_eq!(waiting.title, "A page");
    assert_eq!(waiting.url, "https://a.example/x");
    assert_eq!((waiting.browser.as_str(), waiting.bytes), ("Chromium", 11));
    let used = receiver.now();
    let browsers = used.browsers.first().unwrap();
    assert_eq!(browsers.kind, SenderKind::Extension);
    assert!(browsers.used_at.is_some());
    assert!(store.sites().unwrap().is_empty(), "nothing is taken");
    receiver.command(SentPageCommand::Discard(waiting.id));
    receiver.state(|state| state.waiting.is_empty());
    // A code counts once.
    let again = receiver.post("/pair", None, &json!({ "code": "AAAA-AAAA" }));
    assert_eq!((again.status, again.error().as_str()), (403, "no-code"));
}

#[test]
fn five_wrong_codes_end_the_code() {
    let (_folder, _store, receiver) = receiver();
    let code = receiver.code();
    for left in (0..5).rev() {
        let said = receiver.post("/pair", None, &json!({ "code": "0000-0000" }));
        assert_eq!(said.json()["left"], left);
    }
    let said = receiver.post("/pair", None, &json!({ "code": code }));
    assert_eq!((said.status, said.error().as_str()), (403, "no-code"));
    assert!(receiver.now().code.is_none(), "the window shows none");
    assert!(receiver.now().browsers.is_empty());
}

#[test]
fn nobody_else_sends_a_page() {
    let (_folder, _store, receiver) = receiver();
    let (id, token) = receiver.pair();
    let body = some_page().to_string();
    let here = format!("127.0.0.1:{}", receiver.port);
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let of_us = format!("Origin: {EXTENSION}\r\n");
    let send = |host: &str, head: &str| {
        let said = receiver.request("POST /page", host, head, body.as_bytes());
        assert!(!said.head.contains("access-control-allow-origin: *"));
        said.status
    };
    // Another name of this machine, another port, no token, a wrong one, another origin.
    let both = format!("{of_us}{bearer}");
    for host in ["evil.example", "127.0.0.1", "127.0.0.1.evil.example:80"] {
        assert_eq!(send(host, &both), 403, "{host}");
    }
    assert_eq!(send(&here, &of_us), 401);
    let wrong = format!("{of_us}Authorization: Bearer {}\r\n", "0".repeat(64));
    assert_eq!(send(&here, &wrong), 401);
    assert_eq!(send(&here, &bearer), 403);
    for origin in ["https://evil.example", "null", "http://127.0.0.1"] {
        let page = format!("Origin: {origin}\r\n{bearer}");
        assert_eq!(send(&here, &page), 403, "{origin}");
    }
    let other = format!("Origin: chrome-extension://another\r\n{bearer}");
    assert_eq!(send(&here, &other), 401, "the token is for one extension");
    // Only pages are taken, by POST, and nothing is told of the project.
    for line in ["GET /page", "PUT /page", "GET /pair", "DELETE /page"] {
        let said = receiver.request(line, &here, &both, b"");
        assert_eq!(said.status, 405, "{line}");
    }
    for line in ["POST /", "GET /", "POST /records", "GET /bookmark"] {
        let said = receiver.request(line, &here, &both, b"");
        assert!(matches!(said.status, 403 | 404), "{line}: {said:?}");
    }
    // A script of another origin may not even ask; ours may.
    let asked = "Access-Control-Request-Method: POST\r\n";
    let evil = format!("Origin: https://evil.example\r\n{asked}");
    let said = receiver.request("OPTIONS /page", &here, &evil, b"");
    assert!(said.status == 403 && !said.head.contains("access-control"));
    let other = format!("Origin: chrome-extension://another\r\n{asked}");
    let said = receiver.request("OPTIONS /page", &here, &other, b"");
    assert!(said.status == 403 && !said.head.contains("access-control"));
    let said = receiver.request("OPTIONS /page", &here, &format!("{of_us}{asked}"), b"");
    let allowed = format!("access-control-allow-origin: {EXTENSION}");
    assert!(
        said.status == 204 && said.head.contains(&allowed),
        "{said:?}"
    );
    // One that was removed is a stranger.
    receiver.command(SentPageCommand::Remove {
        browser: id.clone(),
    });
    receiver.state(|state| state.browsers.is_empty());
    assert_eq!(send(&here, &both), 401);
    let greeted = receiver.post("/greet", None, &json!({ "id": id, "nonce": "1" }));
    assert_eq!(greeted.status, 401);
    assert!(receiver.now().waiting.is_empty());
}

#[test]
fn what_is_too_large_too_much_or_no_page_is_refused() {
    let (_folder, _store, receiver) = receiver();
    let (_, token) = receiver.pair();
    let here = format!("127.0.0.1:{}", receiver.port);
    let head = format!("Origin: {EXTENSION}\r\nAuthorization: Bearer {token}\r\n");
    // Refused by what it says of its size, before it is read.
    let large = format!(
        "POST /page HTTP/1.1\r\nHost: {here}\r\n{head}Content-Length: {}\r\n\r\n",
        MAX_PAGE_BYTES * 2
    );
    assert_eq!(receiver.bytes(large.as_bytes(), false).status, 413);
    // And by what it is, where it does not say.
    let chunk = vec![b' '; 1 << 20];
    let mut chunked =
        format!("POST /page HTTP/1.1\r\nHost: {here}\r\n{head}Transfer-Encoding: chunked\r\n\r\n")
            .into_bytes();
    for _ in 0..21 {
        chunked.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        chunked.extend_from_slice(&chunk);
        chunked.extend_from_slice(b"\r\n");
    }
    chunked.extend_from_slice(b"0\r\n\r\n");
    let status = receiver.bytes(&chunked, false).status;
    assert!(status == 413 || status == 0, "{status}");
    for body in [
        "",
        "{}",
        "[]",
        "{\"url\":\"https://a.example/\"}",
        "{\"url\":\"file:///etc/passwd\",\"html\":\"x\"}",
        "{\"url\":\"https://a.example/\",\"html\":\"\"}",
        "\u{0}\u{1}",
    ] {
        let said = receiver.raw("/page", Some(&token), body.as_bytes());
        assert_eq!(
            (said.status, said.error().as_str()),
            (400, "body"),
            "{body}"
        );
    }
    // Ten may wait.
    for _ in 0..10 {
        assert_eq!(
            receiver.post("/page", Some(&token), &some_page()).status,
            202
        );
    }
    let said = receiver.post("/page", Some(&token), &some_page());
    assert_eq!((said.status, said.error().as_str()), (429, "waiting"));
    assert_eq!(receiver.now().waiting.len(), 10);
    // Thirty a minute may come, whatever they are.
    let mut refused = None;
    for _ in 0..20 {
        refused = Some(receiver.raw("/page", Some(&token), b"x")).filter(|said| said.status == 429);
    }
    assert_eq!(refused.expect("too many").error(), "many");
}

/// Random numbers of a fixed begin (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }
}

#[test]
fn no_damaged_request_of_a_stranger_is_taken_and_the_server_goes_on() {
    let (_folder, _store, receiver) = receiver();
    let (_, token) = receiver.pair();
    let here = format!("127.0.0.1:{}", receiver.port);
    let body = some_page().to_string();
    // The token is another one, so no change of a few bytes makes it right.
    let turned: String = token.chars().rev().collect();
    let request = format!(
        "POST /page HTTP/1.1\r\nHost: {here}\r\nOrigin: {EXTENSION}\r\nAuthorization: Bearer {turned}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut random = Random(0x5eed);
    for _ in 0..400 {
        let mut bytes = request.clone().into_bytes();
        for _ in 0..=random.below(6) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = u8::try_from(random.below(256)).unwrap(),
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, u8::try_from(random.below(256)).unwrap()),
            }
        }
        let said = receiver.bytes(&bytes, true);
        assert_ne!(said.status, 202, "{}", String::from_utf8_lossy(&bytes));
    }
    assert!(receiver.now().waiting.is_empty());
    let said = receiver.post("/page", Some(&token), &some_page());
    assert_eq!(said.status, 202, "it still answers");
}

#[test]
fn a_bookmark_opens_a_tab_that_says_what_became_of_the_page() {
    let (_folder, _store, receiver) = receiver();
    let name = "Bookmark".to_owned();
    receiver.command(SentPageCommand::NewBookmark { name });
    let state = receiver.state(|state| state.bookmark.is_some());
    let script = state.bookmark.unwrap().reveal().to_owned();
    assert!(script.starts_with("javascript:") && script.contains(&receiver.port.to_string()));
    let key = script
        .split("key:'")
        .nth(1)
        .and_then(|rest| rest.split('\'').next());
    let body = |key: &str| {
        let mut page = page("https://a.example/x", "港口", "<p>港</p>");
        page["key"] = json!(key);
        format!("page={page}\r\n")
    };
    let here = format!("127.0.0.1:{}", receiver.port);
    let send = |head: &str, body: &str| {
        let head = format!("Content-Type: text/plain\r\n{head}");
        receiver.request("POST /bookmark", &here, &head, body.as_bytes())
    };
    let tab = "Origin: null\r\nSec-Fetch-Dest: document\r\n";
    let right = body(key.unwrap());
    let said = send(tab, &right);
    assert_eq!(said.status, 202, "{said:?}");
    assert!(said.body.contains("<html lang=\"en\">") && said.head.contains("text/html"));
    assert!(!said.body.contains("a.example") && !said.body.contains("<script"));
    let waiting = receiver.state(|state| !state.waiting.is_empty()).waiting;
    assert!(waiting[0].by_bookmark && waiting[0].title == "港口");
    // In a frame, from a page of another origin, with another key, or without any.
    assert_eq!(send("Sec-Fetch-Dest: iframe\r\n", &right).status, 401);
    assert_eq!(send("Origin: https://evil.example\r\n", &right).status, 401);
    assert_eq!(send(tab, &body("0a1b")).status, 401);
    assert_eq!(send(tab, &body("")).status, 401);
    assert_eq!(send(tab, "page=x").status, 400);
    // Its key is no token of an extension.
    let said = receiver.post("/page", key, &some_page());
    assert_eq!(said.status, 401);
    assert_eq!(receiver.now().waiting.len(), 1);
}

#[test]
fn what_is_on_stays_on_in_the_next_window_and_needs_a_window() {
    let (folder, store, receiver) = receiver();
    let (_, token) = receiver.pair();
    let Receiver { bench, port } = receiver;
    drop(bench);
    assert!(
        std::net::TcpStream::connect(("127.0.0.1", port)).is_err(),
        "it ended"
    );
    // On the command line nobody listens, whatever was turned on.
    let plain = engine(&store, folder.path(), false);
    plain.send(sent(SentPageCommand::Listen {
        on: true,
        language: Language::English,
    }));
    let refused = plain.wait(|event| match event {
        Event::CommandFailed { message } => Some(message.id),
        _ => None,
    });
    assert_eq!(refused, "sent-pages-no-window");
    drop(plain);
    let bench = engine(&store, folder.path(), true);
    let port = super::state(&bench, |state| state.port.is_some())
        .port
        .unwrap();
    let receiver = Receiver { bench, port };
    let said = receiver.post("/page", Some(&token), &some_page());
    assert_eq!(said.status, 202);
    receiver.command(SentPageCommand::Listen {
        on: false,
        language: Language::English,
    });
    receiver.state(|state| !state.on && state.port.is_none());
    assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_err());
}
