//! Tests of this module against its own servers: raw sockets on loopback that answer with arbitrary
//! bytes, so that they can also violate the protocol.

mod conditional;
mod exchange;
mod faults;
mod login;
mod private_network;
mod proxies;
mod robots;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use url::Url;

use super::{FetchError, FetchLimits, Fetched, Fetcher, Session};
use bowerbird_logic::policy::address_policy::{AddressSpace, Reach};

/// The reach of the tests: their servers are on this machine.
const HERE: Reach = Reach::PUBLIC.with(AddressSpace::Loopback);

/// A request as received.
#[derive(Clone, Debug, Default)]
struct Request {
    method: String,
    /// Path and query, or the whole address when it was sent to a proxy.
    target: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl Request {
    fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(n, _)| n == name);
        found.map(|(_, v)| v.as_str())
    }
}

/// A server that runs until the tests end.
struct Server {
    address: SocketAddr,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Answers each request with the bytes returned by `answer`, then closes the connection.
    fn new(answer: impl Fn(&Request) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Self::raw(move |request, mut stream| {
            let _ = stream.write_all(&answer(request));
            false
        })
    }

    /// Passes each request with its connection to `serve`, and further requests of the same
    /// connection while it returns true.
    fn raw(serve: impl Fn(&Request, &TcpStream) -> bool + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (log, serve) = (Arc::clone(&seen), Arc::new(serve));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (log, serve) = (Arc::clone(&log), Arc::clone(&serve));
                thread::spawn(move || {
                    while let Some(request) = read(&stream) {
                        log.lock().unwrap().push(request.clone());
                        if !serve(&request, &stream) {
                            break;
                        }
                    }
                });
            }
        });
        Self { address, seen }
    }

    /// The address of `path` (with query) on this server.
    fn url(&self, path: &str) -> Url {
        url(&format!("http://{}{path}", self.address))
    }

    /// The requests received so far.
    fn requests(&self) -> Vec<Request> {
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

/// An answer with a length; `head` is the status line and headers.
fn answer(head: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let length = body.len();
    let mut bytes = format!("HTTP/1.1 {head}\r\nContent-Length: {length}\r\n\r\n").into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// A redirect to `location`.
fn redirect(location: &str) -> Vec<u8> {
    answer(&format!("302 Found\r\nLocation: {location}"), "moved")
}

/// A server that accepts connections and never answers.
fn silent() -> Server {
    Server::raw(|_, stream| {
        let mut rest = Vec::new();
        let mut stream = stream;
        let _ = stream.read_to_end(&mut rest);
        false
    })
}

/// A loopback port without a listener.
fn closed_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// Limits that quickly end a test that hangs.
fn short() -> FetchLimits {
    FetchLimits {
        name: Duration::from_secs(5),
        connect: Duration::from_secs(5),
        secure: Duration::from_secs(5),
        idle: Duration::from_secs(10),
        total: Duration::from_secs(20),
        max_bytes: 100_000,
        max_redirects: 4,
    }
}

/// Limits for servers that never answer.
fn impatient() -> FetchLimits {
    FetchLimits {
        total: Duration::from_millis(150),
        ..short()
    }
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

fn session() -> Session {
    Session::new(None, None, None).reaching(HERE)
}

/// Runs a future to its end.
fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

/// One fetch by a default session.
fn get(url: &Url) -> Result<Fetched, FetchError> {
    run(Fetcher::new(short()).get(&session(), url))
}
