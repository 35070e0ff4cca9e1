//! robots.txt: parsing a file (`robots_txt`), what the status of an answer means (2xx, 4xx, 5xx:
//! `answer_status`), and caching files (`cache`). Which addresses of a session are checked is
//! decided in `../robots_policy.rs`; after how many days without a file it counts as missing, in
//! `engine::politeness::unavailable_robots`.

mod answer_status;
pub(super) mod cache;
mod crawl_delay;
mod robots_txt;
#[cfg(test)]
mod tests;

pub(in crate::fetch) use robots_txt::MAX_BYTES;
pub use robots_txt::{Robots, RobotsFailure, RobotsVerdict};
