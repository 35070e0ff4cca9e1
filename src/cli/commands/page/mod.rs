//! One page without a project, one file per command. Flows in: a file or an address. Flows out: the
//! page's content.

pub mod detect;
pub mod extract;
pub mod preview;
pub mod select;
