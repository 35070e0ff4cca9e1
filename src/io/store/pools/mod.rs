//! Pools: what requests go out with. Flows in: accounts, proxies and sessions, and how they fared.
//! Flows out: the same, by site. Passwords never come here.

pub(super) mod accounts;
pub(super) mod proxies;
pub(super) mod sessions;
