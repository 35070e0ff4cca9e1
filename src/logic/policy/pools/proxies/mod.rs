//! Proxies of a pool, pure: parsing lists (`proxy_list`), scoring them by their uses, how long one
//! rests after faults (`proxy_rest`), and which comes next (`proxy_choice`). What a run does with
//! them is in `engine::crawl::egress::proxies`.

mod proxy_choice;
pub mod proxy_list;
pub(super) mod proxy_rest;
pub(super) mod proxy_score;
mod proxy_use;
mod replaced_by_proxy;

pub use proxy_choice::{ProxyPolicy, ProxyStatus, proxies_for, proxy_status};
pub use proxy_rest::rest_after_faults;
pub use proxy_score::{month_of, percent, score, score_at, success};
pub use proxy_use::{note_use, note_use_at};
pub use replaced_by_proxy::Appearance;
