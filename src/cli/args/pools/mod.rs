//! `account`, `proxy`.

mod account;
mod proxy;
pub mod workers;

pub use account::{AccountSubcommand, TermArguments};
pub use proxy::{Chosen, ProxySubcommand, TraitArguments};
