//! From a leased request to its answer: which request is next, robots.txt, the turn of its host,
//! conditional requests. Flows in: requests. Flows out: answers.

pub(in crate::crawl) mod answer;
pub(in crate::crawl) mod by_host;
pub(in crate::crawl) mod revalidation;
pub(in crate::crawl) mod robots;
pub(in crate::crawl) mod robots_gone;
