//! What the pools of proxies and of accounts share: the table, and the list beside it.

pub mod pool_list;
pub mod pool_table;
