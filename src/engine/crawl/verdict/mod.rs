//! What the run knows beyond one answer and what that makes of its verdict: what was expected,
//! earlier visits, the session, answers that repeat. Flows in: readings. Flows out: verdicts.

pub(in crate::crawl) mod adjust;
pub(in crate::crawl) mod body_hashes;
pub(in crate::crawl) mod drift;
pub(in crate::crawl) mod drift_pages;
pub(in crate::crawl) mod expected;
pub(in crate::crawl) mod first_pages;
pub(in crate::crawl) mod membership;
pub(in crate::crawl) mod renewed_pages;
pub(in crate::crawl) mod same_login;
pub(in crate::crawl) mod second_look;
pub(in crate::crawl) mod site_history;
