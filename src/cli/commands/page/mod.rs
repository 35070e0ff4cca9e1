//! One page without a project, one file per command. Input: a file or an address. Output: the
//! page's content.

pub mod detect;
pub mod extract;
pub mod preview;
pub mod select;
