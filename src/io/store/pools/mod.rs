//! Pools: the proxies, accounts and sessions for requests. Flows in: accounts, proxies and
//! sessions, and their results. Flows out: the same, by site. Passwords are never stored here.

pub(super) mod accounts;
pub(super) mod proxies;
pub(super) mod sessions;
