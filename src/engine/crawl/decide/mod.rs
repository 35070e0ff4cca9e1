//! Turns a reading into the outcome of its request, and all outcomes into the list of missing
//! pages. Input: readings with their verdicts. Output: outcomes for the batch.

pub(in crate::crawl) mod account_session;
pub(in crate::crawl) mod deferred;
pub(in crate::crawl) mod discovery;
pub(in crate::crawl) mod drift_pages;
mod early_end;
pub(in crate::crawl) mod missing;
pub(in crate::crawl) mod observe;
pub(in crate::crawl) mod outages;
pub(crate) mod outcome;
pub(in crate::crawl) mod renewed_pages;
pub(in crate::crawl) mod required_fields;
pub(in crate::crawl) mod same_login;
