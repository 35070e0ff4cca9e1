//! The pools of accounts and proxies: commands, imports and tests. Input: commands. Output:
//! changes to the store, and results.

pub(in crate::controller) mod account_import;
pub(in crate::controller) mod accounts;
pub(in crate::controller) mod locked_secrets;
mod manual_login;
pub(in crate::controller) mod proxies;
pub(in crate::controller) mod proxy_check;
pub(in crate::controller) mod proxy_import;
pub(super) mod workers;
