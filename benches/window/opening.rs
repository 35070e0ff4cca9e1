//! From the bytes of real pages to the first strip of their picture, as the window gets it.

use std::path::Path;
use std::time::{Duration, Instant};

use bowerbird::engine::{Command, Engine, Event, PageCommand, PageEgress, PageLogin, PageTicket};

use super::desk::engine;
use super::serve::Sites;
use super::times::{print_time, print_times};

const PAGES: usize = 50;
/// Pages open at once when memory is looked at.
const OPEN: usize = 10;

/// Measures over the pages of `folder`.
pub fn measure(folder: &str) {
    let all = pages(Path::new(folder));
    assert!(!all.is_empty(), "no */pages/*.html.gz in {folder}");
    let step = (all.len() / PAGES).max(1);
    let chosen: Vec<&String> = all.iter().step_by(step).take(PAGES).collect();
    let sites = Sites::start(Some(folder));
    let address = |name: &str| format!("{}/page/{name}", sites.addresses[0]);
    let engine = engine();
    let mut shown = Shown::default();
    for (number, name) in chosen.iter().enumerate() {
        let ticket = PageTicket(number as u64 + 1);
        open(&engine, ticket, &address(name), &mut shown);
        if number + OPEN < chosen.len() {
            engine.send(Command::Page(PageCommand::Close { ticket }));
        }
    }
    println!("pages without a picture: {}", shown.without.len());
    print_times("bytes to parsed page", shown.opened);
    print_times("bytes to layout", shown.drawn);
    print_times("bytes to picture", shown.tiles);
    // What the last of them still do is done.
    std::thread::sleep(Duration::from_secs(3));
    let (own, children) = memory();
    println!("engine with {OPEN} pages open: {own} MB, processes that draw: {children} MB");
    let largest = all
        .iter()
        .max_by_key(|name| elements(&Path::new(folder).join(name)))
        .expect("pages");
    let mut shown = Shown::default();
    open(&engine, PageTicket(1_000), &address(largest), &mut shown);
    match shown.without.first() {
        Some(why) => println!("the page with most elements is refused: {why}"),
        None => print_time("the page with most elements", shown.tiles[0]),
    }
}

#[derive(Default)]
struct Shown {
    opened: Vec<Duration>,
    drawn: Vec<Duration>,
    tiles: Vec<Duration>,
    without: Vec<String>,
}

fn open(engine: &Engine, ticket: PageTicket, url: &str, shown: &mut Shown) {
    let began = Instant::now();
    engine.send(Command::Page(PageCommand::Open {
        ticket,
        url: url.to_owned(),
        site: None,
        egress: PageEgress::Usual,
        login: PageLogin::Usual,
        width: 1000,
        scale: 1.0,
    }));
    // When its bytes were there.
    let mut arrived = began;
    loop {
        let event = engine
            .wait_event_timeout(Duration::from_secs(60))
            .expect("an answer");
        match event {
            Event::PageOpened { ticket: of, page } if of == ticket => {
                arrived = began + Duration::from_millis(page.fetch_ms);
                shown.opened.push(arrived.elapsed());
            }
            Event::PageDrawn { ticket: of, .. } if of == ticket => {
                shown.drawn.push(arrived.elapsed());
                engine.send(Command::Page(PageCommand::PaintTile { ticket, number: 0 }));
            }
            Event::Tile { ticket: of, .. } if of == ticket => {
                shown.tiles.push(arrived.elapsed());
                return;
            }
            Event::PageNotDrawn {
                ticket: of,
                message,
            } if of == ticket => {
                shown
                    .without
                    .push(format!("{} after {:?}", message.id, arrived.elapsed()));
                return;
            }
            Event::PageFailed {
                ticket: of,
                message,
            } if of == ticket => {
                shown.without.push(message.id.to_string());
                return;
            }
            _ => {}
        }
    }
}

fn pages(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for set in std::fs::read_dir(folder).unwrap().flatten() {
        let Ok(pages) = std::fs::read_dir(set.path().join("pages")) else {
            continue;
        };
        for page in pages.flatten() {
            let name = page.file_name().to_string_lossy().into_owned();
            if name.ends_with(".html.gz") {
                found.push(format!(
                    "{}/pages/{name}",
                    set.file_name().to_string_lossy()
                ));
            }
        }
    }
    found.sort();
    found
}

/// Start tags of a packed page.
fn elements(path: &Path) -> usize {
    let mut page = Vec::new();
    let file = std::fs::File::open(path).unwrap();
    let _ = std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(file), &mut page);
    page.windows(2)
        .filter(|pair| pair[0] == b'<' && pair[1].is_ascii_alphabetic())
        .count()
}

/// Megabytes of this process, and of those it started to draw, shared pages in parts (Linux).
fn memory() -> (u64, u64) {
    let own = std::process::id();
    let mut children = 0;
    for process in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = process
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        let read = |file: &str| std::fs::read_to_string(process.path().join(file));
        let is_child = read("stat").is_ok_and(|stat| {
            let after = stat.rsplit(')').next().unwrap_or_default();
            after.split_whitespace().nth(1) == Some(own.to_string().as_str())
        });
        let draws = read("cmdline").is_ok_and(|line| line.contains("preview-worker"));
        if is_child && draws {
            children += pss(id);
        }
    }
    (pss(own) / 1024, children / 1024)
}

/// Kilobytes of a process, shared pages in parts.
fn pss(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup"));
    let text = text.unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("Pss:"));
    let figure = line.and_then(|line| line.split_whitespace().nth(1));
    figure.and_then(|figure| figure.parse().ok()).unwrap_or(0)
}
