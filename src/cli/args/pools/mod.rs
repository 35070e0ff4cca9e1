//! `account`, `proxy`.

mod account;
mod proxy;

pub use account::{AccountSubcommand, TermArguments};
pub use proxy::{Chosen, ProxySubcommand, TraitArguments};
