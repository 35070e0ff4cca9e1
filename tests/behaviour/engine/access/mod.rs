//! How sites are asked and whom they see: addresses, robots.txt, limits, accounts, sessions, proxies.

pub(super) mod accounts;
pub(super) mod addresses;
mod boards;
pub(super) mod fetching;
pub(super) mod kept_out;
pub(super) mod limits;
mod locked;
pub(super) mod other_exit;
mod page_accounts;
pub(super) mod proxies;
mod questions;
pub(super) mod robots;
pub(super) mod sessions;
