//! Removals, and other actions, that can be undone. A removed task, proxy or account is hidden and
//! disabled immediately, but the command is sent to the engine only when the offer to undo has
//! expired: so its password, of which there is no copy, is restored with it. Input: commands
//! that remove. Output: the same commands, later, or never. Immediate actions, such as restoring
//! an older rule, leave a command that undoes them. A removed site does not run meanwhile, and is
//! restored completely.

mod erasure;
mod pending_removals;
mod site_batches;
pub mod undo;
pub(in crate::shell) mod undo_duration;

pub use pending_removals::Removals;
pub(in crate::shell) use pending_removals::removed_sites;
