//! robots.txt: parsing a file (`robots_txt`), caching files (`cache`), what the status of an answer
//! means and which addresses of a session are checked (`../robots_policy.rs`).

pub(super) mod cache;
mod crawl_delay;
mod robots_txt;
#[cfg(test)]
mod tests;

pub(in crate::fetch) use robots_txt::MAX_BYTES;
pub use robots_txt::{Robots, RobotsFailure, RobotsVerdict};
