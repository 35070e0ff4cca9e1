//! What is no page but a file: other kinds of files by their first bytes, and web archives with a page
//! in them.

mod binary_files;
mod mhtml;

pub use binary_files::{Foreign, foreign};
pub use mhtml::{Archive, archive};
