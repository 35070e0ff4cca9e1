//! What is wrong with a secure connection is named: certificates that have expired, are not valid
//! yet, belong to another host, or were signed by nobody whom the machine trusts.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, Stream};

use crate::command_line::Bench;

const PAGE: &str = "<html><title>Safe</title><h1>Safe</h1><article><p>A page over a secure \
                    connection, with enough text to be an article of its own.</p></article>";

fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/behaviour/tls");
    std::fs::read(folder.join(name)).unwrap()
}

/// A site with this certificate; its address.
fn site(certificate: &str) -> String {
    let chain = vec![CertificateDer::from(file(certificate))];
    let key = PrivateKeyDer::try_from(file("key.der")).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut tcp in listener.incoming().map_while(Result::ok) {
            let mut connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = Stream::new(&mut connection, &mut tcp);
            if stream.read(&mut [0; 4096]).is_err() {
                continue;
            }
            let length = PAGE.len();
            let answer = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\
                 Connection: close\r\n\r\n{PAGE}"
            );
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    format!("https://{address}/")
}

/// What `extract` says of a site with this certificate.
fn extract_output(certificate: &str) -> (bool, String) {
    let bench = Bench::new();
    let trusted = bench.path("authority.pem");
    std::fs::write(&trusted, file("authority.pem")).unwrap();
    let output = bench
        .command()
        .env("SSL_CERT_FILE", &trusted)
        .args(["extract", &site(certificate)])
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    (output.status.success(), text)
}

#[test]
fn bad_certificates_are_named_and_good_ones_trusted() {
    let (good, text) = extract_output("good.der");
    assert!(good, "{text}");
    let check = |certificate: &str, word: &str| {
        let (good, text) = extract_output(certificate);
        assert!(!good && text.contains(word), "{certificate}: {text}");
    };
    check("expired.der", "has expired");
    check("early.der", "not valid yet");
    check("other.der", "belongs to another host");
    check("own.der", "self-signed");
}
