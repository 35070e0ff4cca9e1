//! Pools: proxies, accounts and sessions as plain values. Input: rows of the store. Output:
//! the same to every floor. Contains no secrets.

pub(super) mod account;
pub(super) mod proxy;
pub(super) mod session;
