//! Pools: proxies, accounts and sessions as plain values. Flows in: rows of the store. Flows out:
//! the same to every floor. Contains no secrets.

pub(super) mod account;
pub(super) mod proxy;
pub(super) mod session;
