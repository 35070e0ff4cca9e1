//! A site that notes who asked for what, and when.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// One request.
#[derive(Clone, Debug)]
pub struct Asked {
    pub at: Instant,
    pub path: String,
    /// Whether it carried the cookie of the list.
    pub known: bool,
}

/// A list of articles. The list gives a cookie, and articles say whether they saw it.
pub struct Site {
    address: SocketAddr,
    log: Arc<Mutex<Vec<Asked>>>,
}

/// How the site behaves.
#[derive(Clone, Copy)]
pub struct Behaviour {
    pub articles: usize,
    /// The time that an answer takes.
    pub delay: Duration,
    /// The article that is refused once, for two seconds.
    pub refused_once: Option<usize>,
}

impl Site {
    pub fn start(behaviour: Behaviour) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let log: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let noted = Arc::clone(&log);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let log = Arc::clone(&noted);
                std::thread::spawn(move || answer(stream, behaviour, &log));
            }
        });
        Self { address, log }
    }

    /// A rule for it.
    pub fn rule(&self, delay: &str, concurrency: u32) -> (String, String) {
        let rule = format!(
            "[site]\nname = \"harbour\"\nkind = \"list\"\nstart = [\"http://{}/list\"]\n\n\
            [list]\nlink = {{ css = \"li a\" }}\n\n\
            [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\nrequired = true\n\n\
            [[field]]\nname = \"price\"\nselect = [ {{ css = \".price\" }} ]\ntype = \"number\"\n\n\
            [[field]]\nname = \"tags\"\nselect = [ {{ css = \".tag\" }} ]\nmany = true\n\n\
            [politeness]\ndelay = \"{delay}\"\nconcurrency = {concurrency}\nadaptive = false\n",
            self.address
        );
        ("harbour.toml".to_owned(), rule)
    }

    /// The requests so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.log
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// How often articles were asked for.
    pub fn hits(&self) -> usize {
        let asked = self.asked();
        asked
            .iter()
            .filter(|one| one.path.starts_with("/a/"))
            .count()
    }

    /// Forgets the requests so far.
    pub fn forget(&self) {
        self.log
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }
}

fn answer(stream: TcpStream, behaviour: Behaviour, log: &Mutex<Vec<Asked>>) {
    let Ok(mut writer) = stream.try_clone() else {
        return;
    };
    let mut reader = BufReader::new(stream);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        let at = Instant::now();
        let path = line.split(' ').nth(1).unwrap_or("/").to_owned();
        let mut known = false;
        loop {
            let mut header = String::new();
            if reader.read_line(&mut header).unwrap_or(0) == 0 || header == "\r\n" {
                break;
            }
            known |= header.to_lowercase().starts_with("cookie:") && header.contains("visitor=7");
        }
        let seen_before = {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            let before = log.iter().any(|one| one.path == path);
            log.push(Asked {
                at,
                path: path.clone(),
                known,
            });
            before
        };
        std::thread::sleep(behaviour.delay);
        let (status, more, body) = page(behaviour, &path, known, seen_before);
        let head = format!(
            "HTTP/1.1 {status} X\r\nContent-Type: text/html; charset=utf-8\r\n{more}Content-Length: {}\r\n\r\n",
            body.len()
        );
        if writer.write_all(head.as_bytes()).is_err() || writer.write_all(body.as_bytes()).is_err()
        {
            return;
        }
    }
}

fn page(
    behaviour: Behaviour,
    path: &str,
    known: bool,
    seen_before: bool,
) -> (u16, &'static str, String) {
    if path == "/list" {
        let items: Vec<String> = (0..behaviour.articles)
            .map(|n| format!("<li><a href='/a/{n}'>Article {n} of the harbour</a></li>"))
            .collect();
        let body = format!(
            "<title>List</title><h1>List</h1><ul>{}</ul>",
            items.join("")
        );
        return (200, "Set-Cookie: visitor=7\r\n", body);
    }
    let number = path
        .strip_prefix("/a/")
        .and_then(|n| n.parse::<usize>().ok());
    let Some(number) = number.filter(|n| *n < behaviour.articles) else {
        return (404, "", "<title>Nothing</title><p>nothing here".to_owned());
    };
    if behaviour.refused_once == Some(number) && !seen_before {
        return (
            429,
            "Retry-After: 2\r\n",
            "<title>Too many</title>".to_owned(),
        );
    }
    let visitor = if known {
        "a known visitor"
    } else {
        "a stranger"
    };
    let words = format!("Ship {number} came in at dawn with salt and timber. ").repeat(12);
    let body = format!(
        "<!DOCTYPE html><html><head><title>Ship {number}</title></head><body><h1>Ship {number} 船</h1>\
        <span class=price>1,{number:03} EUR</span><i class=tag>sea</i><i class=tag>no {number}</i>\
        <article><p>{words}</p><p>Read by {visitor}.</p></article></body></html>"
    );
    (200, "", body)
}
