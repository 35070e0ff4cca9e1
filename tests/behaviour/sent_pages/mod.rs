//! Pages that a person sends from their own browser: the protocol over real connections, what becomes of
//! a page, the question in the window, and the real extension in a browser.

#[cfg(unix)]
mod extension;
mod keeping;
mod protocol;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;

use bowerbird::engine::types::{Language, Secret, Store};
use bowerbird::engine::{
    Command, Engine, EngineOptions, Event, PageCommand, SentPageCommand, SentPagesState,
};
use bowerbird::io::serve::sent_pages::PairedBrowsers;
use serde_json::{Value, json};

use crate::engine::support::bench::Bench;

/// The origin of the extension in these tests.
const EXTENSION: &str = "chrome-extension://abcdefghijklmnop";

/// An engine with a window that takes pages, on a port of its own.
struct Receiver {
    bench: Bench,
    port: u16,
}

/// What was answered.
#[derive(Debug)]
struct Said {
    status: u16,
    head: String,
    body: String,
}

impl Said {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_default().to_owned()
    }
}

fn engine(store: &Store, folder: &Path, windowed: bool) -> Bench {
    let options = EngineOptions {
        worker: "/no/such/worker".into(),
        windowed,
        paired_browsers: Some(folder.to_owned()),
        passphrase: Some(Secret::new("a passphrase of the tests")),
        ..EngineOptions::default()
    };
    Bench::of(Engine::start_with(store.clone(), options, Box::new(|| {})).unwrap())
}

fn sent(command: SentPageCommand) -> Command {
    Command::Page(PageCommand::Sent(command))
}

/// The next state that `holds`.
fn state(bench: &Bench, mut holds: impl FnMut(&SentPagesState) -> bool) -> SentPagesState {
    bench.wait(|event| match event {
        Event::SentPages(state) if holds(&state) => Some(*state),
        Event::CommandFailed { message } => panic!("{message:?}"),
        _ => None,
    })
}

impl Receiver {
    fn on(store: &Store, folder: &Path) -> Self {
        // Tests run side by side: any free port.
        let browsers = PairedBrowsers::at(folder.to_owned());
        browsers.change(|known| known.port = 0).unwrap();
        let bench = engine(store, folder, true);
        bench.send(sent(SentPageCommand::Listen {
            on: true,
            language: Language::English,
        }));
        let port = state(&bench, |state| state.port.is_some()).port.unwrap();
        Self { bench, port }
    }

    fn command(&self, command: SentPageCommand) {
        self.bench.send(sent(command));
    }

    fn state(&self, holds: impl FnMut(&SentPagesState) -> bool) -> SentPagesState {
        state(&self.bench, holds)
    }

    /// The state now.
    fn now(&self) -> SentPagesState {
        self.command(SentPageCommand::Look);
        let mut last = self.state(|_| true);
        // Earlier states may wait before the one that was asked for.
        while let Some(event) = self.bench.engine.wait_event_timeout(SOON) {
            if let Event::SentPages(state) = event {
                last = *state;
            }
        }
        last
    }

    /// The code of a new pairing.
    fn code(&self) -> String {
        self.command(SentPageCommand::NewCode);
        let state = self.state(|state| state.code.is_some());
        state.code.unwrap().text.reveal().to_owned()
    }

    /// Pairs an extension; returns its id and token.
    fn pair(&self) -> (String, String) {
        let code = self.code();
        let said = self.post("/pair", None, &json!({ "code": code, "name": "Chromium" }));
        assert_eq!(said.status, 200, "{said:?}");
        let word = |name: &str| said.json()[name].as_str().unwrap().to_owned();
        (word("id"), word("token"))
    }

    /// Sends JSON as the extension does.
    fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Said {
        self.raw(path, token, body.to_string().as_bytes())
    }

    fn raw(&self, path: &str, token: Option<&str>, body: &[u8]) -> Said {
        let mut head = format!("Origin: {EXTENSION}\r\nContent-Type: application/json\r\n");
        if let Some(token) = token {
            head.push_str(&format!("Authorization: Bearer {token}\r\n"));
        }
        let host = format!("127.0.0.1:{}", self.port);
        self.request(&format!("POST {path}"), &host, &head, body)
    }

    fn request(&self, line: &str, host: &str, head: &str, body: &[u8]) -> Said {
        let request = format!(
            "{line} HTTP/1.1\r\nHost: {host}\r\n{head}Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        self.bytes(&[request.as_bytes(), body].concat(), false)
    }

    /// Sends bytes as they are, and then ends its side if so wanted. A server that refuses may close
    /// before all is written.
    fn bytes(&self, bytes: &[u8], ends: bool) -> Said {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        let _ = stream.write_all(bytes);
        if ends {
            let _ = stream.shutdown(std::net::Shutdown::Write);
        }
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Said {
            status: status.unwrap_or_default(),
            head: head.to_ascii_lowercase(),
            body: body.to_owned(),
        }
    }
}

/// Long enough for an event that is on its way.
const SOON: std::time::Duration = std::time::Duration::from_millis(200);

/// The body of a page.
fn page(url: &str, title: &str, html: &str) -> Value {
    json!({ "url": url, "title": title, "charset": "utf-8", "html": html })
}
