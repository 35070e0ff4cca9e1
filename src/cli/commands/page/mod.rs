//! One page without a project, one file a command. Flows in: a file or an address. Flows out: what
//! is on it.

pub mod detect;
pub mod extract;
pub mod preview;
pub mod select;
