//! Pages read for title, heading and links off their tags alone, held to their trees, and timed.
//! Arguments: folders of pages (`.html`, `.html.gz`; searched with all folders inside). Prints JSON:
//! how many pages, how many the tags told, which came out otherwise, nanoseconds for all.

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::expect_used
)]

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bowerbird::logic::page::{Outline, Page, decode_owned};
use serde_json::json;
use url::Url;

fn main() {
    let folders = std::env::args().skip(1).filter(|a| a != "--bench");
    let mut files = Vec::new();
    for folder in folders {
        collect(Path::new(&folder), &mut files);
    }
    files.sort();
    let url = Url::parse("http://example.org/a/b.html").unwrap();
    let (mut told, mut bytes) = (0, 0);
    let mut different = Vec::new();
    let (mut quick_time, mut tree_time) = (Duration::ZERO, Duration::ZERO);
    for file in &files {
        let text = decode_owned(read(file), None).text;
        bytes += text.len();
        let began = Instant::now();
        let quick = Outline::without_tree(&text);
        quick_time += began.elapsed();
        let began = Instant::now();
        let page = Page::parse(&text, &url);
        let tree = Outline::of_page(&page);
        tree_time += began.elapsed();
        let Some(quick) = quick else { continue };
        told += 1;
        if key(&quick) != key(&tree) {
            different.push(file.display().to_string());
        }
    }
    println!(
        "{}",
        json!({
            "pages": files.len(),
            "bytes": bytes,
            "told": told,
            "different": different,
            "quick_ns": quick_time.as_nanos() as u64,
            "tree_ns": tree_time.as_nanos() as u64,
        })
    );
}

/// What counts: the tree may hold links in another order, and line ends mean nothing in addresses.
fn key(outline: &Outline<'_>) -> (String, String, Option<String>, Vec<(String, bool)>) {
    let plain = |href: &str| href.replace(['\r', '\n'], "");
    let mut links: Vec<_> = outline
        .links
        .iter()
        .map(|link| (plain(&link.href), link.is_anchor))
        .collect();
    links.sort();
    let base = outline.base.as_deref().map(plain);
    (outline.title.clone(), outline.h1.clone(), base, links)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, files);
        } else if [".html", ".htm", ".html.gz"]
            .iter()
            .any(|end| name.ends_with(end))
        {
            files.push(path);
        }
    }
}

fn read(file: &Path) -> Vec<u8> {
    let bytes = std::fs::read(file).expect("a page");
    if !bytes.starts_with(&[0x1F, 0x8B]) {
        return bytes;
    }
    let mut body = Vec::new();
    flate2::read::GzDecoder::new(bytes.as_slice())
        .read_to_end(&mut body)
        .expect("a whole page");
    body
}
