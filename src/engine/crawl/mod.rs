//! Runs: one of a site with its rule, in stages (seed, lease, politeness, fetch, read, judge,
//! decide, commit), and the whole-site crawl without a project.

mod client;
mod decide;
mod egress;
mod fetch;
mod pipeline;
mod progress;
mod read;
pub(crate) mod remote;
mod run;
mod run_context;
mod start_pages;
mod verdict;
mod whole_site;

pub(crate) use decide::run_supervisor::{keep as keep_supervision, supervision};
pub(crate) use decide::site_question::wait_for_answer;
pub(crate) use egress::{
    LoginRecipe, PageVisit, check_locked_secrets, cookies_name, forget_visits, host_of, host_route,
    proxy_route, recipe_of, remember_host_route, session_of, site_session, try_account,
};
pub(crate) use run::site_probe::{ProbeResult, probe_site};
pub(crate) use run::site_run::{RunReport, run_site};
pub(crate) use run::slot::{PlaceNote, RoomRequest, Slot};
pub use whole_site::{CrawlOptions, CrawlProgress, CrawlReport, crawl_site};
