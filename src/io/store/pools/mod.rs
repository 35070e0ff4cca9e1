//! Pools: the proxies, accounts and sessions for requests. Input: accounts, proxies and
//! sessions, and their results. Output: the same, by site. Passwords are never stored here.

pub(super) mod accounts;
pub(super) mod proxies;
pub(super) mod sessions;
