//! A site that answers one of its pages wrongly, for as long as a test wants, byte by byte as broken
//! servers and blockers do; it counts its requests.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// `{"code":-1}` as JSON.
    Code,
    /// An error with words in JSON.
    Refused,
    /// The same, called HTML.
    CalledHtml,
    /// No body.
    Empty,
    /// The home page.
    Home,
    /// A line of text.
    Text,
    /// Half the body that was announced.
    Half,
    /// Chunks that end before the last.
    Chunk,
    /// A part of the page, which nobody asked parts of.
    Part,
    /// 403.
    Forbidden,
    /// 500.
    Error,
}

impl Wrong {
    pub const ALL: [Self; 11] = [
        Self::Code,
        Self::Refused,
        Self::CalledHtml,
        Self::Empty,
        Self::Home,
        Self::Text,
        Self::Half,
        Self::Chunk,
        Self::Part,
        Self::Forbidden,
        Self::Error,
    ];
}

/// Wrong answers that refuse nobody.
const FLAKY: [Wrong; 7] = [
    Wrong::Code,
    Wrong::Empty,
    Wrong::Half,
    Wrong::CalledHtml,
    Wrong::Chunk,
    Wrong::Text,
    Wrong::Part,
];

const HOME: &str = "<html><head><title>Welcome to the harbour</title></head><body><div class=hero><h2>Welcome</h2>\
    <section class=intro>A town by the sea with a lighthouse, a market and a museum of ships.</section>\
    <form class=search><input name=q></form></div></body></html>";

/// A page: its type and body.
pub type Page = (&'static str, String);

struct State {
    pages: HashMap<String, Page>,
    wrong: Option<(String, Wrong, usize)>,
    /// Of so many requests one is answered wrongly, in all the ways that are no refusal in turn.
    flaky: Option<usize>,
    total: usize,
    asked: HashMap<String, usize>,
}

/// A running site.
#[derive(Clone)]
pub struct Site {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl Site {
    pub fn start(pages: impl IntoIterator<Item = (String, Page)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(Mutex::new(State {
            pages: pages.into_iter().collect(),
            wrong: None,
            flaky: None,
            total: 0,
            asked: HashMap::new(),
        }));
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&shared);
                std::thread::spawn(move || answer(stream, &state));
            }
        });
        Self { address, state }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Answers `path` wrongly so many times.
    pub fn spoil(&self, path: &str, how: Wrong, times: usize) {
        self.state.lock().unwrap().wrong = Some((path.to_owned(), how, times));
    }

    /// Answers one request of so many wrongly.
    pub fn flaky(self, one_of: usize) -> Self {
        self.state.lock().unwrap().flaky = Some(one_of);
        self
    }

    /// Requests so far.
    pub fn hits(&self) -> usize {
        self.state.lock().unwrap().total
    }

    /// Answers everything as it should from now on.
    pub fn heal(&self) {
        self.state.lock().unwrap().wrong = None;
    }

    /// Sends `page` for the paths given, until what is returned is called.
    pub fn pretend(site: &Self, page: &Page, paths: &[&str]) -> impl FnOnce() {
        let mut state = site.state.lock().unwrap();
        let before: Vec<(String, Option<Page>)> = paths
            .iter()
            .map(|path| {
                (
                    (*path).to_owned(),
                    state.pages.insert((*path).to_owned(), page.clone()),
                )
            })
            .collect();
        drop(state);
        let state = Arc::clone(&site.state);
        move || {
            let mut state = state.lock().unwrap();
            for (path, page) in before {
                state.pages.extend(page.map(|page| (path, page)));
            }
        }
    }

    /// How often `path` was asked for.
    pub fn asked(&self, path: &str) -> usize {
        let state = self.state.lock().unwrap();
        state.asked.get(path).copied().unwrap_or(0)
    }
}

fn answer(stream: TcpStream, state: &Mutex<State>) -> Option<()> {
    let mut writer = stream.try_clone().ok()?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header).ok()? == 0 || header == "\r\n" {
            break;
        }
    }
    let (page, wrong) = {
        let mut state = state.lock().unwrap();
        *state.asked.entry(path.clone()).or_default() += 1;
        let wrong = match &mut state.wrong {
            Some((spoilt, how, times)) if *spoilt == path && *times > 0 => {
                *times -= 1;
                Some(*how)
            }
            _ => None,
        };
        let number = state.total;
        state.total += 1;
        let by_turn = state.flaky.filter(|one_of| number % one_of == one_of - 1);
        let by_turn = by_turn.map(|one_of| FLAKY[number / one_of % FLAKY.len()]);
        let wrong = wrong.or(by_turn);
        (state.pages.get(&path).cloned(), wrong)
    };
    let Some((kind, body)) = page else {
        let nothing = whole("404 Not Found", "text/html", "<h1>Not found</h1>");
        return writer.write_all(nothing.as_bytes()).ok();
    };
    let text = match wrong {
        None => whole("200 OK", kind, &body),
        Some(how) => spoilt(how, kind, &body),
    };
    writer.write_all(text.as_bytes()).ok()
}

fn whole(status: &str, kind: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

fn spoilt(how: Wrong, kind: &str, body: &str) -> String {
    let half = &body[..body.len() / 2];
    let json = "application/json";
    match how {
        Wrong::Code => whole("200 OK", json, "{\"code\":-1}"),
        Wrong::Refused => whole("200 OK", json, "{\"code\":-412,\"message\":\"请求被拦截\"}"),
        Wrong::CalledHtml => whole("200 OK", "text/html", "{\"status\":\"fail\",\"id\":\"x7\"}"),
        Wrong::Empty => whole("200 OK", kind, ""),
        Wrong::Home => whole("200 OK", "text/html", HOME),
        Wrong::Text => whole("200 OK", "text/plain", "Error 1234"),
        Wrong::Half => format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{half}",
            body.len()
        ),
        Wrong::Chunk => format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n\
             {:x}\r\n{half}\r\n{:x}\r\n",
            half.len(),
            body.len() - half.len()
        ),
        Wrong::Part => format!(
            "HTTP/1.1 206 Partial Content\r\nContent-Type: {kind}\r\nContent-Range: bytes 0-{}/{}\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{half}",
            half.len() - 1,
            body.len(),
            half.len()
        ),
        Wrong::Forbidden => whole("403 Forbidden", "text/html", "<h1>Forbidden</h1>"),
        Wrong::Error => whole("500 Internal Server Error", "text/html", "<h1>Error</h1>"),
    }
}
