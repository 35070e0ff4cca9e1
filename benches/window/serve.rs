//! The sites: this program again as a child process on loopback, so that what serves them takes
//! nothing from the process that is measured but its share of the cores. What a page names beside
//! pages (style sheets, images) never comes in time.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use super::pages;

/// Sites, each on an address of its own.
pub const SITES: u8 = 4;
/// Longer than a page's first picture waits.
const NEVER: Duration = Duration::from_secs(2);

/// The running child; it ends with this value.
pub struct Sites {
    child: Child,
    /// Where each of them is, without a slash at the end.
    pub addresses: Vec<String>,
}

impl Sites {
    /// Starts them; the first serves the pages of `folder` too.
    pub fn start(folder: Option<&str>) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg("serve")
            .args(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let addresses = lines.take(usize::from(SITES)).map(Result::unwrap).collect();
        Self { child, addresses }
    }
}

impl Drop for Sites {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves until killed.
pub fn serve(folder: Option<&str>) {
    let kept: Arc<HashMap<&str, String>> = Arc::new(HashMap::from([
        ("/cards", pages::cards()),
        ("/few", pages::few_cards()),
        ("/table", pages::table()),
    ]));
    let folder: Option<Arc<Path>> = folder.map(|folder| Path::new(folder).into());
    for host in 1..=SITES {
        // A host of its own, because politeness is a matter of hosts.
        let listener = TcpListener::bind((Ipv4Addr::new(127, 0, 0, host), 0)).unwrap();
        println!("http://{}", listener.local_addr().unwrap());
        let (kept, folder) = (Arc::clone(&kept), folder.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (kept, folder) = (Arc::clone(&kept), folder.clone());
                std::thread::spawn(move || answer_all(stream, &kept, folder.as_deref()));
            }
        });
    }
    std::io::stdout().flush().unwrap();
    loop {
        std::thread::park();
    }
}

fn answer_all(
    stream: TcpStream,
    kept: &HashMap<&str, String>,
    folder: Option<&Path>,
) -> Option<()> {
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
        let path = first.split(' ').nth(1)?.to_owned();
        let body = body(&path, kept, folder);
        let status = if body.is_some() { "200 OK" } else { "404 No" };
        let body = body.unwrap_or_default();
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        writer.write_all(head.as_bytes()).ok()?;
        writer.write_all(&body).ok()?;
    }
}

fn body(path: &str, kept: &HashMap<&str, String>, folder: Option<&Path>) -> Option<Vec<u8>> {
    if let Some(page) = kept.get(path) {
        return Some(page.clone().into_bytes());
    }
    let number = |prefix: &str| path.strip_prefix(prefix)?.parse::<usize>().ok();
    if path == "/" {
        return Some(pages::list(0).into_bytes());
    }
    if let Some(page) = number("/list/") {
        return Some(pages::list(page).into_bytes());
    }
    if let Some(article) = number("/a/") {
        return Some(pages::article(article).into_bytes());
    }
    if let (Some(name), Some(folder)) = (path.strip_prefix("/page/"), folder) {
        let packed = std::fs::File::open(folder.join(name)).ok()?;
        let mut page = Vec::new();
        flate2::read::GzDecoder::new(packed)
            .read_to_end(&mut page)
            .ok()?;
        return Some(page);
    }
    if path != "/robots.txt" {
        std::thread::sleep(NEVER);
    }
    None
}
