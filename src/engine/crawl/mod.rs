//! Runs: one of a site with its rule, and the whole-site crawl without a project.

mod whole_site;

pub use whole_site::{CrawlOptions, CrawlProgress, CrawlReport, crawl_site};
