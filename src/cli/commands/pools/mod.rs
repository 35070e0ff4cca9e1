//! The pools of accounts and proxies. Input: arguments, passwords from a prompt. Output: rows
//! of the pools, as tables and JSON.

pub mod account;
pub(super) mod account_tables;
pub mod proxy;
pub(super) mod proxy_tables;
pub(super) mod session_tables;
