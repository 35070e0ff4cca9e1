//! The whole window on a large project: made-up texts in both languages, 1,000 sites, a million
//! records. No graphics card: update and tessellation at 1440 × 900. Prints
//! - how long from the start to a window whose first view is complete (asked: 500 ms);
//! - how long from the key of a view to its complete picture (asked: 100 ms);
//! - what an idle window paints (asked: nothing) and the processor's time it takes;
//! - frames of every view while all sites are collected at full speed (asked: 99 % within 16 ms);
//! - the memory of the process at the end (asked: 400 MB).
//!
//! `cargo bench --bench monitor -- make FILE [RECORDS [SITES]]` makes the project, once;
//! `cargo bench --bench monitor -- measure FILE` measures a copy that it works on and removes.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used
)]

mod make;
mod measure;
mod serve;
#[path = "../window/times.rs"]
mod times;
mod whole;

use std::path::Path;

/// Records and sites of the project, unless others are asked for.
const RECORDS: usize = 1_000_000;
const SITES: usize = 1_000;

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |at: usize, usual: usize| words.get(at).map_or(usual, |n| n.parse().unwrap());
    match words[..] {
        ["serve", port] => serve::serve(port.parse().unwrap()),
        ["make", file, ..] => make::make(Path::new(file), number(2, RECORDS), number(3, SITES)),
        ["measure", file] => measure::measure(Path::new(file)),
        // Small, so that it is tried with all benchmarks.
        _ => {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("small.bower");
            make::make(&file, 2_000, 20);
            measure::measure(&file);
        }
    }
}
