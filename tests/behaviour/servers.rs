//! Small loopback servers for the tests.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Fixed pages by path; counts the requests it answers. One thread a connection; the threads end
/// with the test process.
pub struct Pages {
    pages: HashMap<String, (u16, String, Vec<u8>)>,
    delay: Duration,
    hits: Arc<AtomicUsize>,
    address: Option<SocketAddr>,
}

impl Pages {
    pub fn new() -> Self {
        Self {
            pages: HashMap::new(),
            delay: Duration::ZERO,
            hits: Arc::new(AtomicUsize::new(0)),
            address: None,
        }
    }

    /// Adds an HTML page.
    pub fn page(mut self, path: &str, html: &str) -> Self {
        self.pages.insert(
            path.to_owned(),
            (
                200,
                "text/html; charset=utf-8".to_owned(),
                html.as_bytes().to_vec(),
            ),
        );
        self
    }

    /// Answers every request after this time.
    pub fn delay(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Starts to answer.
    pub fn start(mut self) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        self.address = Some(listener.local_addr().expect("an address"));
        let pages = Arc::new(std::mem::take(&mut self.pages));
        let (delay, hits) = (self.delay, Arc::clone(&self.hits));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (pages, hits) = (Arc::clone(&pages), Arc::clone(&hits));
                std::thread::spawn(move || answer(stream, &pages, delay, &hits));
            }
        });
        self
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address.expect("started"))
    }

    /// Requests answered with a page so far.
    pub fn hits(&self) -> usize {
        self.hits.load(Ordering::SeqCst)
    }
}

fn answer(
    stream: TcpStream,
    pages: &HashMap<String, (u16, String, Vec<u8>)>,
    delay: Duration,
    hits: &AtomicUsize,
) {
    let Ok(mut writer) = stream.try_clone() else {
        return;
    };
    let mut reader = BufReader::new(stream);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        let path = line.split(' ').nth(1).unwrap_or("/").to_owned();
        loop {
            let mut header = String::new();
            if reader.read_line(&mut header).unwrap_or(0) == 0 || header == "\r\n" {
                break;
            }
        }
        std::thread::sleep(delay);
        let nothing = (404, "text/plain".to_owned(), b"nothing here".to_vec());
        let (status, kind, body) = pages.get(&path).unwrap_or(&nothing);
        if *status == 200 {
            hits.fetch_add(1, Ordering::SeqCst);
        }
        let head = format!(
            "HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        if writer.write_all(head.as_bytes()).is_err() || writer.write_all(body).is_err() {
            return;
        }
    }
}
