//! Tasks, proxies and accounts in the window.

mod account_for_page;
mod drop_down;
pub(super) mod logins;
pub(super) mod many_tasks;
pub(super) mod pools_and_tasks;
pub(super) mod proxies;
mod workers;
