//! Runs: one of a site with its rule, in stages (seed, lease, politeness, fetch, read, judge,
//! decide, commit), and the whole-site crawl without a project.

mod addresses;
mod adjust_verdict;
mod answer;
mod article;
mod batch;
mod body_hashes;
mod by_host;
mod decide;
mod deferred;
mod discover;
mod drift;
mod drift_pages;
mod egress;
mod ending;
mod expected;
mod first_pages;
mod found;
pub(crate) mod hosts;
mod idle;
mod listing;
mod lists;
mod membership;
mod missing;
mod observe;
mod outages;
mod paces;
mod probing;
mod progress_reporter;
mod proxy_notes;
mod read;
mod renewed_pages;
mod revalidation;
mod revisit;
mod robots;
mod robots_gone;
mod run_clock;
mod run_orders;
mod run_supervisor;
mod same_login;
mod scout;
mod second_look;
mod seed;
mod site_history;
mod site_run;
mod slot;
mod sources;
mod unparsed;
mod waiting;
mod whole_site;

pub(crate) use egress::{
    Recipe, Visitors, cookies_name, forget_visits, recipe_of, route, session_of, site_session,
    try_account,
};
pub(crate) use hosts::{AskedBy, Hosts, Pace};
pub(crate) use paces::Paces;
pub(crate) use probing::{Probed, probe_site};
pub(crate) use run_supervisor::{keep as keep_supervision, supervision};
pub(crate) use seed::forget_walk;
pub(crate) use site_run::{RunReport, run_site};
pub(crate) use slot::{PlaceNote, RoomWish, Slot};
pub use whole_site::{CrawlOptions, CrawlProgress, CrawlReport, crawl_site};
