//! Tasks, proxies and accounts in the window.

pub(super) mod logins;
pub(super) mod many_tasks;
pub(super) mod pools_and_tasks;
pub(super) mod proxies;
