//! Times what a person feels at the workbench with a real engine beneath it, no window and no
//! graphics card: update and tessellation at 1440 × 900, 60 frames a second.
//! - frames while four sites are collected at full speed in the same process, on a page of 35,000
//!   elements: 99 % within 16 ms;
//! - from a click to its highlight: one frame, 16.7 ms, on a small page and on that large one;
//!   until everything like it is lit; typing a selector there;
//! - how soon it is known what the large page is: within 1 s, and the first click before that.
//!
//! `cargo bench --bench window`
//!
//! - from the bytes of a page to the first strip of its picture, over 50 pages of a folder of
//!   labelled pages (`*/pages/*.html.gz`), style sheets and images never coming: 300 ms in the
//!   median; of the one with most elements 3 s; the memory of the engine with ten of them open.
//!
//! `cargo bench --bench window -- opening DIR`

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::string_slice,
    clippy::unwrap_used
)]

mod clicks;
mod crawling;
mod desk;
mod opening;
mod pages;
mod serve;
mod times;

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["serve"] => serve::serve(None),
        ["serve", folder] => serve::serve(Some(folder)),
        ["opening", folder] => opening::measure(folder),
        _ => {
            clicks::measure();
            crawling::measure();
        }
    }
}
