//! Pools: what requests go out with, as plain values. Flows in: rows of the store. Flows out: the
//! same to every floor. No secret is in here.

pub(super) mod account;
pub(super) mod proxy;
pub(super) mod session;
