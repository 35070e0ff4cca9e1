//! Servers for the tests of this room: raw sockets on loopback that answer with any bytes, so
//! that they can also break the rules.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use url::Url;

use super::{FetchError, FetchLimits, Fetched, Fetcher, Session};
use std::time::Duration;

/// A request as it came in.
#[derive(Clone, Debug, Default)]
pub(super) struct Request {
    pub method: String,
    /// Path and query, or the whole address when it was sent to a proxy.
    pub target: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Request {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(n, _)| n == name);
        found.map(|(_, v)| v.as_str())
    }
}

/// A server that answers until the test ends.
pub(super) struct Server {
    pub address: SocketAddr,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Answers each request with the bytes that `answer` gives, then closes the connection.
    pub(super) fn new(answer: impl Fn(&Request) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Self::raw(move |request, mut stream| {
            let _ = stream.write_all(&answer(request));
        })
    }

    /// Gives each request with its connection to `serve`.
    pub(super) fn raw(serve: impl Fn(&Request, TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (log, serve) = (Arc::clone(&seen), Arc::new(serve));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (log, serve) = (Arc::clone(&log), Arc::clone(&serve));
                thread::spawn(move || {
                    if let Some(request) = read(&stream) {
                        log.lock().unwrap().push(request.clone());
                        serve(&request, stream);
                    }
                });
            }
        });
        Self { address, seen }
    }

    pub(super) fn url(&self, path: &str) -> Url {
        Url::parse(&format!("http://{}{path}", self.address)).unwrap()
    }

    /// The requests so far.
    pub(super) fn seen(&self) -> Vec<Request> {
        self.seen.lock().unwrap().clone()
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let mut request = Request {
        method: words.next()?.to_owned(),
        target: words.next().unwrap_or_default().to_owned(),
        ..Request::default()
    };
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        let name = name.to_ascii_lowercase();
        request.headers.push((name, value.trim().to_owned()));
    }
    let length = request
        .header("content-length")
        .and_then(|n| n.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    request.body = String::from_utf8_lossy(&body).into_owned();
    Some(request)
}

/// An answer with a length and `Connection: close`; `head` is the status line and headers.
pub(super) fn answer(head: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let mut bytes = format!(
        "HTTP/1.1 {head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// Limits that end a test soon.
pub(super) fn short() -> FetchLimits {
    FetchLimits {
        connect: Duration::from_secs(5),
        idle: Duration::from_secs(5),
        total: Duration::from_secs(10),
        max_bytes: 100_000,
        max_redirects: 4,
    }
}

/// Runs a future to its end.
pub(super) fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

/// One fetch by a new session without anything special.
pub(super) fn get(url: &Url) -> Result<Fetched, FetchError> {
    run(Fetcher::new(short()).get(&Session::new(None, None, None), url))
}
