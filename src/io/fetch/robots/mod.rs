//! robots.txt: what a file says (`robots_txt`), files that are kept for a while (`cache`), and which
//! addresses of a session they are asked about (`policy`).

pub(super) mod cache;
pub(super) mod policy;
mod robots_txt;
#[cfg(test)]
mod tests;

pub(in crate::fetch) use robots_txt::MAX_BYTES;
pub use robots_txt::{Robots, RobotsFailure, RobotsVerdict};
