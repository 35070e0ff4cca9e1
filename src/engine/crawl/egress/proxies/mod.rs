//! Proxy handling of a run's egress: which one is used, which one is dropped, and what is recorded
//! about them. How long one rests after faults and which comes next are decided in
//! `logic::policy::pools::proxies` (`proxy_rest`, `proxy_choice`). What follows when none is left is decided in `supervise::retry_policy::after_proxy_fault`.

pub(super) mod host_route;
pub(super) mod locked;
pub(in crate::crawl) mod proxy_notes;
pub(in crate::crawl) mod proxy_race;
mod switch_proxy;

pub(crate) use switch_proxy::proxy_route;
