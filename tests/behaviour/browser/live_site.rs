//! A server that answers by what it is asked: for pages whose scripts ask on.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A request as it came.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub path: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Asked {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether a browser sent it.
    pub fn is_browsers(&self) -> bool {
        self.header("sec-fetch-mode").is_some()
    }

    /// The value of a parameter of its address.
    pub fn parameter(&self, name: &str) -> Option<String> {
        let url = url::Url::parse(&format!("http://h{}", self.path)).ok()?;
        let found = url.query_pairs().find(|(known, _)| known == name);
        found.map(|(_, value)| value.into_owned())
    }
}

/// Status, content type, body.
pub type Told = (u16, &'static str, String);

pub fn html(body: impl Into<String>) -> Told {
    (200, "text/html; charset=utf-8", body.into())
}

pub fn json(body: &serde_json::Value) -> Told {
    (200, "application/json", body.to_string())
}

pub fn missing() -> Told {
    (404, "text/plain", "nothing here".to_owned())
}

pub struct LiveSite {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl LiveSite {
    pub fn start(answer: impl Fn(&Asked) -> Told + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let (log, answer) = (Arc::clone(&asked), Arc::new(answer));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, answer) = (Arc::clone(&log), Arc::clone(&answer));
                std::thread::spawn(move || {
                    let _ = serve(stream, &log, &*answer);
                });
            }
        });
        Self { address, asked }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What it was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// Forgets what it was asked.
    pub fn forget(&self) {
        self.asked.lock().unwrap().clear();
    }
}

fn serve(
    stream: TcpStream,
    log: &Mutex<Vec<Asked>>,
    answer: &dyn Fn(&Asked) -> Told,
) -> std::io::Result<()> {
    let mut writer = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let mut asked = Asked {
            path: line.split(' ').nth(1).unwrap_or_default().to_owned(),
            ..Asked::default()
        };
        loop {
            let mut header = String::new();
            if reader.read_line(&mut header)? == 0 || header == "\r\n" {
                break;
            }
            if let Some((name, value)) = header.split_once(':') {
                asked
                    .headers
                    .push((name.to_lowercase(), value.trim().to_owned()));
            }
        }
        let length = asked.header("content-length").and_then(|n| n.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        reader.read_exact(&mut body)?;
        asked.body = String::from_utf8_lossy(&body).into_owned();
        log.lock().unwrap().push(asked.clone());
        let (status, kind, body) = answer(&asked);
        // No status: the connection ends without an answer.
        if status == 0 {
            return Ok(());
        }
        let head = format!(
            "HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        writer.write_all(head.as_bytes())?;
        writer.write_all(body.as_bytes())?;
    }
}
