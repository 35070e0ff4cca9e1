//! A site that answers as a test wants, and a forward proxy, both on loopback.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use axum::body::{Body, to_bytes};
use axum::http::{Request, Response};

/// A request as the site sees it.
pub struct Ask {
    pub path: String,
    pub method: String,
    pub body: String,
    headers: Vec<(String, String)>,
    /// How often this path was asked for before.
    pub before: usize,
    /// How many requests came before, robots.txt not counted.
    pub total_before: usize,
}

impl Ask {
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .iter()
            .find(|(n, _)| n == name)
            .map_or("", |(_, v)| v)
    }

    /// Whether it came through the test's proxy.
    pub fn through_proxy(&self) -> bool {
        !self.header("x-exit").is_empty()
    }
}

/// An answer.
pub struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Reply {
    pub fn html(body: impl Into<Vec<u8>>) -> Self {
        Self::status(200, body).with("content-type", "text/html; charset=utf-8")
    }

    pub fn status(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: body.into(),
        }
    }

    pub fn redirect(to: &str) -> Self {
        Self::status(302, "").with("location", to)
    }

    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(n, _)| n != name || n == "set-cookie");
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// A running site; it ends with the test process.
pub struct Site {
    address: SocketAddr,
    log: Arc<Mutex<Vec<String>>>,
}

impl Site {
    /// Starts a site without robots.txt.
    pub fn start(answer: impl Fn(&Ask) -> Reply + Send + Sync + 'static) -> Self {
        Self::with_robots(None, answer)
    }

    pub fn with_robots(
        robots: Option<&'static str>,
        answer: impl Fn(&Ask) -> Reply + Send + Sync + 'static,
    ) -> Self {
        Self::at("127.0.0.1:0", Some(robots), answer)
    }

    /// Starts a site at another address of this machine, where `answer` has its word about robots.txt
    /// too.
    pub fn whole(address: &str, answer: impl Fn(&Ask) -> Reply + Send + Sync + 'static) -> Self {
        Self::at(address, None, answer)
    }

    fn at(
        address: &str,
        robots: Option<Option<&'static str>>,
        answer: impl Fn(&Ask) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(address).unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let log = Arc::new(Mutex::new(Vec::new()));
        let shared = (Arc::clone(&log), Arc::new(answer));
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async move {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                let app = axum::Router::new().fallback(move |request: Request<Body>| {
                    let (log, answer) = shared.clone();
                    async move {
                        let path = request
                            .uri()
                            .path_and_query()
                            .map_or("/", |p| p.as_str())
                            .to_owned();
                        if path == "/robots.txt"
                            && let Some(robots) = robots
                        {
                            return match robots {
                                Some(text) => respond(Reply::status(200, text)),
                                None => respond(Reply::status(404, "")),
                            };
                        }
                        let ask = ask_of(request, path, &log).await;
                        respond(answer(&ask))
                    }
                });
                axum::serve(listener, app).await.unwrap();
            });
        });
        Self { address, log }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// How often a path was asked for.
    pub fn asked(&self, path: &str) -> usize {
        let log = self.log.lock().unwrap();
        log.iter().filter(|known| *known == path).count()
    }
}

async fn ask_of(request: Request<Body>, path: String, log: &Mutex<Vec<String>>) -> Ask {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, 1 << 20).await.unwrap();
    let mut log = log.lock().unwrap();
    let before = log.iter().filter(|known| **known == path).count();
    let total_before = log.len();
    log.push(path.clone());
    Ask {
        path,
        method: parts.method.to_string(),
        body: String::from_utf8_lossy(&body).into_owned(),
        headers: parts
            .headers
            .iter()
            .map(|(n, v)| (n.to_string(), v.to_str().unwrap_or("").to_owned()))
            .collect(),
        before,
        total_before,
    }
}

fn respond(reply: Reply) -> Response<Body> {
    let mut response = Response::builder().status(reply.status);
    for (name, value) in &reply.headers {
        response = response.header(name, value);
    }
    response.body(Body::from(reply.body)).unwrap()
}

/// A forward proxy for plain HTTP that marks what passes through it. Returns its address.
pub fn start_proxy() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || forward(stream));
        }
    });
    format!("http://{address}")
}

/// An address where nobody listens.
pub fn dead_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

fn forward(client: TcpStream) -> Option<()> {
    let mut reader = BufReader::new(client.try_clone().ok()?);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut parts = line.split_whitespace();
    let (method, target) = (parts.next()?, parts.next()?);
    let url = url::Url::parse(target).ok()?;
    let mut head = format!(
        "{method} {} HTTP/1.1\r\n",
        &url[url::Position::BeforePath..]
    );
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let lower = header.to_ascii_lowercase();
        if header.trim().is_empty() {
            break;
        }
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if !lower.starts_with("proxy-") && !lower.starts_with("connection:") {
            head.push_str(&header);
        }
    }
    head.push_str("X-Exit: proxy\r\nConnection: close\r\n\r\n");
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let mut server = TcpStream::connect((url.host_str()?, url.port_or_known_default()?)).ok()?;
    server.write_all(head.as_bytes()).ok()?;
    server.write_all(&body).ok()?;
    let mut answer = Vec::new();
    server.read_to_end(&mut answer).ok()?;
    let mut client = client;
    client.write_all(&answer).ok()?;
    client.shutdown(std::net::Shutdown::Both).ok()
}
