//! Tests of webhooks against a real server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;

use super::{project, record};
use crate::export::{ExportError, ExportOptions, Format, export};
use crate::secrets::Secret;

/// A request as received.
struct Came {
    headers: Vec<(String, String)>,
    body: String,
}

impl Came {
    fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(n, _)| n == name);
        found.map_or("", |(_, value)| value)
    }
}

/// Answers successive requests with these statuses, then with 200.
fn server(statuses: &'static [u16]) -> (String, Receiver<Came>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/hook", listener.local_addr().expect("an address"));
    let (sender, came) = channel();
    std::thread::spawn(move || {
        let mut statuses = statuses.iter();
        for stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(stream);
            let mut headers = Vec::new();
            let mut line = String::new();
            while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
                if let Some((name, value)) = line.trim().split_once(": ") {
                    headers.push((name.to_lowercase(), value.to_owned()));
                }
                line.clear();
            }
            let mut came = Came {
                headers,
                body: String::new(),
            };
            let length: u64 = came.header("content-length").parse().unwrap_or(0);
            let _ = reader.by_ref().take(length).read_to_string(&mut came.body);
            let status = statuses.next().copied().unwrap_or(200);
            let head =
                format!("HTTP/1.1 {status} x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            // Sent before the answer, because the client checks the received request immediately.
            if sender.send(came).is_err() {
                return;
            }
            let _ = reader.get_mut().write_all(head.as_bytes());
        }
    });
    (address, came)
}

fn signed(key: &str) -> ExportOptions {
    ExportOptions {
        columns: vec!["title".into()],
        secret: Some(Secret::new(key)),
        ..ExportOptions::default()
    }
}

#[test]
fn records_come_signed_in_batches_and_again_after_a_passing_fault() {
    let store = project((0..150).map(|n| record(n, "标题")).collect());
    let (address, came) = server(&[503]);
    let options = signed("whsec_a2V5");
    let done = export(
        &store,
        Format::Webhook,
        &options,
        Path::new(&address),
        &mut |_| true,
    );
    assert_eq!(done.expect("taken").rows, 150);
    let came: Vec<Came> = came.try_iter().collect();
    assert_eq!(came.len(), 3, "one was sent again");
    assert_eq!(came[0].header("webhook-id"), came[1].header("webhook-id"));
    assert_ne!(came[1].header("webhook-id"), came[2].header("webhook-id"));
    let key = hmac::Key::new(hmac::HMAC_SHA256, b"key");
    let mut records = 0;
    for request in &came[1..] {
        let (id, at) = (
            request.header("webhook-id"),
            request.header("webhook-timestamp"),
        );
        let text = format!("{id}.{at}.{}", request.body);
        let signature = request.header("webhook-signature").strip_prefix("v1,");
        let tag = STANDARD.decode(signature.expect("signed")).expect("base64");
        hmac::verify(&key, text.as_bytes(), &tag).expect("ours");
        let body: serde_json::Value = serde_json::from_str(&request.body).expect("JSON");
        assert_eq!(body["records"][0]["title"], "标题");
        records += body["records"].as_array().expect("records").len();
    }
    assert_eq!(records, 150);
}

#[test]
fn a_lasting_refusal_is_told_at_once() {
    let store = project((0..150).map(|n| record(n, "a")).collect());
    let (address, came) = server(&[200, 403]);
    let error = export(
        &store,
        Format::Webhook,
        &signed("key"),
        Path::new(&address),
        &mut |_| true,
    );
    let Err(ExportError::Refused { sent, .. }) = &error else {
        panic!("{error:?}");
    };
    assert_eq!(*sent, 100);
    assert_eq!(came.try_iter().count(), 2);
    let text = format!("{}", error.expect_err("refused"));
    assert!(text.contains("403") && !text.contains("key"), "{text}");
}

#[test]
fn an_address_with_a_password_is_refused_without_showing_it() {
    let store = project(vec![record(1, "a")]);
    for address in [
        "http://user:hunter2@127.0.0.1/",
        "ftp://127.0.0.1/",
        "nothing",
    ] {
        let error = export(
            &store,
            Format::Webhook,
            &ExportOptions::default(),
            Path::new(address),
            &mut |_| true,
        );
        let text = error.expect_err("no address").to_string();
        assert!(!text.contains("hunter2"), "{text}");
    }
}
