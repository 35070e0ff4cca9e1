//! The sites: this program again as a child process. It listens on all of loopback, so that every
//! site of the project is a host of its own (politeness is a matter of hosts).

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

/// Where the sites listen.
pub const PORT: u16 = 18_990;
/// Articles listed by one page, and list pages of a site.
const PER_PAGE: usize = 20;
const LISTS: usize = 200;

/// The running child; it ends with this value.
pub struct Sites(Child);

impl Sites {
    pub fn start() -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["serve", &PORT.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut ready = [0_u8; 1];
        let out = child.stdout.as_mut().unwrap();
        out.read_exact(&mut ready).expect("the sites listen");
        Self(child)
    }
}

impl Drop for Sites {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The address of a site, without a slash at the end.
pub fn address(site: usize) -> String {
    let (high, low) = (site / 250, site % 250);
    format!("http://127.1.{high}.{}:{PORT}", low + 1)
}

/// Serves until killed.
pub fn serve(port: u16) {
    let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)).unwrap();
    print!("r");
    std::io::stdout().flush().unwrap();
    for stream in listener.incoming().flatten() {
        std::thread::spawn(move || answer_all(stream));
    }
}

fn answer_all(stream: TcpStream) -> Option<()> {
    stream.set_nodelay(true).ok()?;
    let mut writer = stream.try_clone().ok()?;
    let mut reader = BufReader::new(stream);
    loop {
        let mut first = String::new();
        if reader.read_line(&mut first).ok()? == 0 {
            return None;
        }
        loop {
            let mut header = String::new();
            reader.read_line(&mut header).ok()?;
            if header.trim().is_empty() {
                break;
            }
        }
        let body = body(first.split(' ').nth(1)?);
        let status = if body.is_some() { "200 OK" } else { "404 No" };
        let body = body.unwrap_or_default();
        let answer = format!(
            "HTTP/1.1 {status}\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        writer.write_all(answer.as_bytes()).ok()?;
    }
}

fn body(path: &str) -> Option<String> {
    let number = |prefix: &str| path.strip_prefix(prefix)?.parse::<usize>().ok();
    if path == "/" {
        return Some(list(0));
    }
    number("/list/")
        .map(list)
        .or_else(|| number("/a/").map(article))
}

fn list(page: usize) -> String {
    let mut html = String::from("<!doctype html><meta charset=utf-8><title>List</title><main>");
    for article in page * PER_PAGE..(page + 1) * PER_PAGE {
        let _ = write!(
            html,
            "<article class=entry><h2><a href='/a/{article}'>Headline of article {article}</a></h2></article>"
        );
    }
    if page + 1 < LISTS {
        let _ = write!(html, "<a class=next href='/list/{}'>Older</a>", page + 1);
    }
    html + "</main>"
}

/// An article of some 10 kB.
fn article(number: usize) -> String {
    let mut html = format!(
        "<!doctype html><meta charset=utf-8><title>Article {number}</title><article>\
         <h1>Headline of article {number}</h1><time datetime='2024-05-01'>May 1</time>"
    );
    for paragraph in 0..30 {
        let _ = write!(
            html,
            "<p>Paragraph {paragraph} of article {number} says, at some length and with a \
             <a href='/a/{}'>link to another</a>, what there is to say of it; the ferry leaves at \
             seven, the <em>harbour</em> is quiet, the rest is told in the next paragraph.</p>",
            number + paragraph
        );
    }
    html + "</article>"
}
