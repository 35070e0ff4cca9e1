//! What generic extraction costs, from bytes to result with metadata, beside what parsing and the
//! bare text of the same pages cost in the same run; and what two pages made for the purpose take in
//! memory. Arguments: the folder with the sets of pages (`SET/pages/*.html.gz`, `SET/gold.jsonl`),
//! then sets (all known ones when none is named). Per page the median of several rounds is taken,
//! so that one slow moment of the machine says nothing.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout
)]

use std::collections::HashMap;
use std::hint::black_box;
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use bowerbird::logic::generic::{Method, extract_watched};
use bowerbird::logic::page::{Page, decode, visible_text};
use url::Url;

/// Sets with the most milliseconds a page that are asked: mean, and 95th of 100.
const SETS: [(&str, Option<f64>, Option<f64>); 8] = [
    ("aeb", Some(4.0), Some(8.0)),
    ("cwced", Some(3.0), None),
    ("wcxb_article", None, None),
    ("fundus", None, None),
    ("daniel_zh", None, None),
    ("magic_forum", Some(10.0), None),
    ("wcxb_forum", Some(10.0), None),
    ("harvest", Some(10.0), None),
];
const ROUNDS: usize = 7;
/// Where a child of this program is told which page to make.
const MADE: &str = "--made";

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    if let [made, name] = arguments.as_slice()
        && made == MADE
    {
        return one_made(name);
    }
    let Some((data, sets)) = arguments.split_first() else {
        println!("usage: cargo bench --bench extract -- DATA [SET…]");
        return;
    };
    println!("milliseconds a page; set: all (mean, median, 95 %), parse alone, text alone, stages");
    for (set, mean, p95) in SETS {
        if sets.is_empty() || sets.iter().any(|wanted| wanted == set) {
            measure(&Path::new(data).join(set), set, mean, p95);
        }
    }
    for name in ["large", "deep"] {
        let child =
            std::env::current_exe().and_then(|me| Command::new(me).args([MADE, name]).output());
        print!("{}", String::from_utf8_lossy(&child.unwrap().stdout));
    }
}

/// One page as it lies on disk.
struct Saved {
    bytes: Vec<u8>,
    url: Url,
}

fn measure(folder: &Path, set: &str, asked_mean: Option<f64>, asked_p95: Option<f64>) {
    let pages = saved(folder);
    if pages.is_empty() {
        println!("{set}: no pages there");
        return;
    }
    let (mut whole, mut parse, mut text) =
        (Rounds::default(), Rounds::default(), Rounds::default());
    let mut stages: Vec<(&'static str, f64)> = Vec::new();
    for _ in 0..ROUNDS {
        for (at, page) in pages.iter().enumerate() {
            let began = Instant::now();
            let mut last = began;
            let tree = read(page);
            let parsed = began.elapsed();
            let mut done = |stage: &'static str| {
                let took = last.elapsed().as_secs_f64();
                last = Instant::now();
                match stages.iter_mut().find(|(name, _)| *name == stage) {
                    Some((_, sum)) => *sum += took,
                    None => stages.push((stage, took)),
                }
            };
            done("parse");
            black_box(extract_watched(&tree, Method::Auto, &mut done));
            whole.add(at, began);
            parse.add_seconds(at, parsed.as_secs_f64());
            let began = Instant::now();
            black_box(visible_text(&tree));
            text.add(at, began);
        }
    }
    let (mean, median, p95) = whole.figures();
    let judged = |asked: Option<f64>, there: f64| match asked {
        Some(asked) if there <= asked => format!(" (asked {asked}: met)"),
        Some(asked) => format!(" (asked {asked}: NOT met)"),
        None => String::new(),
    };
    println!(
        "{set}: mean {mean:.2}{}, median {median:.2}, 95 % {p95:.2}{}; parse {:.2}, text {:.2}; {}",
        judged(asked_mean, mean),
        judged(asked_p95, p95),
        parse.figures().0,
        text.figures().0,
        stages
            .iter()
            .map(|(name, sum)| {
                format!(
                    "{name} {:.2}",
                    sum * 1_000.0 / (ROUNDS * pages.len()) as f64
                )
            })
            .collect::<Vec<_>>()
            .join(", "),
    );
}

fn read(saved: &Saved) -> Page {
    match std::str::from_utf8(&saved.bytes) {
        Ok(text) => Page::parse(text, &saved.url),
        Err(_) => Page::parse_decoded(&decode(&saved.bytes, None), &saved.url),
    }
}

/// Milliseconds of every round by page.
#[derive(Default)]
struct Rounds(HashMap<usize, Vec<f64>>);

impl Rounds {
    fn add(&mut self, page: usize, began: Instant) {
        self.add_seconds(page, began.elapsed().as_secs_f64());
    }

    fn add_seconds(&mut self, page: usize, seconds: f64) {
        self.0.entry(page).or_default().push(seconds * 1_000.0);
    }

    /// Mean, median and 95th of 100 of the pages' medians.
    fn figures(&self) -> (f64, f64, f64) {
        let median = |values: &Vec<f64>| {
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
        };
        let mut pages: Vec<f64> = self.0.values().map(median).collect();
        pages.sort_by(f64::total_cmp);
        let at = |part: usize| pages.get(pages.len() * part / 100).copied().unwrap_or(0.0);
        (
            pages.iter().sum::<f64>() / pages.len().max(1) as f64,
            at(50),
            at(95),
        )
    }
}

fn saved(folder: &Path) -> Vec<Saved> {
    let urls: HashMap<String, String> = std::fs::read_to_string(folder.join("gold.jsonl"))
        .unwrap_or_default()
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter_map(|gold| {
            let url = gold.get("url")?.as_str()?.to_owned();
            Some((gold.get("id")?.as_str()?.to_owned(), url))
        })
        .collect();
    let unknown = Url::parse("http://localhost/").unwrap();
    let Ok(entries) = std::fs::read_dir(folder.join("pages")) else {
        return Vec::new();
    };
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let page = |file: &std::path::PathBuf| {
        let name = file
            .file_name()?
            .to_str()?
            .strip_suffix(".html.gz")?
            .to_owned();
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(std::fs::File::open(file).ok()?)
            .read_to_end(&mut bytes)
            .ok()?;
        let url = urls.get(&name).and_then(|url| Url::parse(url).ok());
        Some(Saved {
            bytes,
            url: url.unwrap_or_else(|| unknown.clone()),
        })
    };
    files.iter().filter_map(page).collect()
}

/// Extracts one made page and tells time and memory; in a process of its own, so that the peak is
/// this page's.
fn one_made(name: &str) {
    let source = match name {
        "large" => large(),
        _ => format!(
            "<body>{}<p>the vat is kept warm and it is closed",
            "<div>".repeat(100_000)
        ),
    };
    let before = peak();
    let began = Instant::now();
    let page = Page::parse(&source, &Url::parse("http://a.example/1").unwrap());
    let parsed = began.elapsed();
    let content = extract_watched(&page, Method::Auto, &mut |_| ());
    println!(
        "made, {name}: {:.1} MB of source, parse {:.0} ms, all {:.0} ms, {} characters out, peak {} MiB ({} before)",
        source.len() as f64 / 1e6,
        parsed.as_secs_f64() * 1e3,
        began.elapsed().as_secs_f64() * 1e3,
        content.text.chars().count(),
        peak() / 1_024,
        before / 1_024,
    );
}

/// A page of 5 MB: paragraphs, links, headings, tables and boxes in turn.
fn large() -> String {
    let mut source = String::from("<title>On blue</title><body><div id=wrap><h1>On blue</h1>");
    let mut n = 0;
    while source.len() < 5_000_000 {
        n += 1;
        source.push_str(&format!(
            "<div class='part c{n}'><h3>Part {n}</h3><p class=text>The vat of the year {n} is kept warm \
             for a week, and <a href='/dye-{n}'>nobody may open it</a> before the blue has come to the top.</p>\
             <ul><li><a href='/more-{n}'>What the dyers of the town said of vat {n}</a> <time>2026-01-02</time></li></ul>\
             <table><tr><td>Woad<td>{n}<td>$ {n}.50</table></div>"
        ));
    }
    source
}

/// The most memory this process has held, in KiB; 0 where the system does not tell.
fn peak() -> usize {
    std::fs::read_to_string("/proc/self/status")
        .unwrap_or_default()
        .lines()
        .find_map(|line| {
            line.strip_prefix("VmHWM:")?
                .split_whitespace()
                .next()?
                .parse()
                .ok()
        })
        .unwrap_or(0)
}
