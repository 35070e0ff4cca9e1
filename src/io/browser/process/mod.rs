//! The process of the browser: where it is, how it is started, who ends it.

mod flags;
pub(super) mod guard;
pub(super) mod launch;
pub(super) mod locate;
mod process_tree;
mod profile;

pub(super) use process_tree::{kill, memory_of};
