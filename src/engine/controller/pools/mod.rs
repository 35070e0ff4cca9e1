//! The pools of accounts and proxies: orders, imports and tests. Flows in: orders. Flows out: the
//! store changed, and what was found.

pub(in crate::controller) mod account_import;
pub(in crate::controller) mod accounts;
pub(in crate::controller) mod proxies;
pub(in crate::controller) mod proxy_check;
pub(in crate::controller) mod proxy_import;
