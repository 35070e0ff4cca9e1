//! A queue over TLS: the certificate of the server is checked, and a private authority can be named.

use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::site::{Behaviour, Site};
use super::{Redis, Worker, is_there, path_text, records, until};
use crate::command_line::{Bench, output_text};

/// A file of the test certificates, as PEM.
fn pem(name: &str, label: &str, folder: &Path) -> String {
    let certificates = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/behaviour/tls");
    let der = std::fs::read(certificates.join(name)).expect("a certificate");
    let text = STANDARD.encode(der);
    let pem = format!("-----BEGIN {label}-----\n{text}\n-----END {label}-----\n");
    let path = folder.join(format!("{name}.pem"));
    std::fs::write(&path, pem).expect("written");
    path_text(&path)
}

#[test]
fn a_run_over_a_secure_queue_needs_the_authority_of_its_server() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let authority = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/behaviour/tls/authority.pem");
    let authority = path_text(&authority);
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = free.local_addr().expect("an address").port().to_string();
    drop(free);
    let (certificate, key) = (
        pem("good.der", "CERTIFICATE", folder.path()),
        pem("key.der", "PRIVATE KEY", folder.path()),
    );
    let redis = Redis::start(&[
        "--tls-port",
        &port,
        "--tls-cert-file",
        &certificate,
        "--tls-key-file",
        &key,
        "--tls-ca-cert-file",
        &authority,
        "--tls-auth-clients",
        "no",
    ]);
    let url = format!("rediss://127.0.0.1:{port}");
    let site = Site::start(Behaviour {
        articles: 10,
        delay: Duration::from_millis(30),
        refused_once: None,
    });
    let bench = Bench::new();
    bench.add(&[site.rule("0s", 2)]);
    let refused = bench.fails(1, &["workers", "use", &url]);
    assert!(refused.contains("SSL_CERT_FILE"), "{refused}");
    let trusting = |arguments: &[&str]| {
        let mut command = bench.command();
        command.args(arguments).env("SSL_CERT_FILE", &authority);
        let output = command.output().expect("the program starts");
        assert!(output.status.success(), "{}", output_text(&output));
    };
    trusting(&["workers", "use", &url]);
    let child = bench
        .command()
        .args(["worker", "--redis", &url, "--name", "one", "--key-folder"])
        .arg(folder.path().join("key"))
        .env("SSL_CERT_FILE", &authority)
        .stderr(Stdio::null())
        .spawn()
        .expect("the worker starts");
    let _worker = Worker {
        child,
        words: folder.path().join("words"),
    };
    // The port without TLS says who is there.
    until("the worker is listed", || {
        redis.ask(&["HLEN", "bowerbird:{workers}"]).trim() == "1"
    });
    trusting(&["workers", "accept", "one"]);
    trusting(&["run"]);
    assert_eq!(records(&bench).len(), 10);
    assert_eq!(site.hits(), 10, "each page once");
    until("the worker says what it did", || {
        let mut command = bench.command();
        command.args(["workers", "list", "--json"]);
        let output = command.env("SSL_CERT_FILE", &authority).output();
        let output = output.expect("the program starts").stdout;
        let list: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
        list["workers"][0]["done"].as_u64() >= Some(10)
    });
}
